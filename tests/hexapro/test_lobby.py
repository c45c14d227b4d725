"""A lobby takes registrations, fills games, draws them, and sees to it that all are decided."""

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairdeal.hexapro.history import audit_draws, drawn_game, is_right
from fairdeal.hexapro.lobby.changes import (
    GameOver,
    GameReady,
    GameResult,
    LobbySwitched,
    MultiplierDrawn,
    NoLongerWaiting,
    NowWaiting,
    PrivateChange,
    PublicChange,
    SeatsTaken,
)
from fairdeal.hexapro.lobby.commands import (
    CloseLobby,
    OpenLobby,
    RaiseAlert,
    Register,
    Settle,
    StartGame,
    Unregister,
    VoidGame,
)
from fairdeal.hexapro.lobby.events import (
    AlertRaised,
    GameEnded,
    GameStarted,
    GameVoided,
    LobbyClosed,
    LobbyOpened,
    Registered,
    SettlementOrdered,
    Unregistered,
)
from fairdeal.hexapro.lobby.postings import ticket_account
from fairdeal.hexapro.lobby.state import Lobby
from fairdeal.hexapro.lobby.view import OwnGame
from fairdeal.hexapro.rules import Product, hexapro_rules, product_named
from fairdeal.hexapro.settings import LobbySettings
from fairdeal.kernel import DAY, Cents, Instant, Message, PlayerId, Rejection, RuleId, Timer, events_of
from fairdeal.kernel.money import Units
from fairdeal.poker import NoSuchGame
from fairdeal.rulebook.clause import PW, U22, U26, U27, EditionId
from fairdeal.rulebook.loader import published_edition
from fairdeal.tournament.director.commands import Announce, Cancel, Cause
from fairdeal.tournament.director.commands import Register as EnterTournament
from fairdeal.tournament.director.outcomes import NoteEnd, PlayerResult
from fairdeal.tournament.orders import director_stream
from fairdeal.tournament.setup import check_setup
from tests.hexapro.lobbies import GAMES, NOON, UNIBET, WITH_EXTREME, A, B, C, D, Room, draw_of, rules_of
from tests.steps import step_of

games = pytest.mark.parametrize(("edition", "product"), GAMES)
unibet = pytest.mark.parametrize("edition", UNIBET)
with_extreme = pytest.mark.parametrize("edition", WITH_EXTREME)


# ---- what is offered


@unibet
@pytest.mark.rule("HEXA-02")
def test_there_are_seven_buy_ins(edition: EditionId) -> None:
    offered = [1_00, 2_00, 5_00, 10_00, 25_00, 50_00, 100_00]

    assert [Room(rules_of(edition, buy_in=price)).game().buy_in for price in offered] == offered
    for price in (0, 50, 3_00, 20_00, 200_00):
        with pytest.raises(NoSuchGame) as refused:
            rules_of(edition, buy_in=price)
        assert refused.value.code == "no_such_buy_in"


@with_extreme
@pytest.mark.rule("HEXT-03")
def test_extreme_has_ten_buy_ins(edition: EditionId) -> None:
    offered = [20, 50, 1_00, 2_00, 5_00, 10_00, 20_00, 25_00, 50_00, 100_00]

    assert [Room(rules_of(edition, Product.EXTREME, price)).game().buy_in for price in offered] == offered
    with pytest.raises(NoSuchGame):
        rules_of(edition, Product.EXTREME, 10)


@pytest.mark.rule("HEXT-01")
@pytest.mark.parametrize(("edition", "product"), [(U22, Product.EXTREME), (PW, Product.HEXAPRO), (PW, Product.EXTREME)])
def test_editions_without_a_game_have_no_lobby_for_it(edition: EditionId, product: Product) -> None:
    with pytest.raises(NoSuchGame) as refused:
        hexapro_rules(published_edition(edition), product, Cents(10_00))
    assert refused.value.code == "no_such_product"


@pytest.mark.rule("HEXA-19")
@pytest.mark.parametrize(
    ("edition", "name", "product"),
    [
        (U27, "HexaPro Banzai", Product.EXTREME),
        (U26, "hexapro banzai", Product.EXTREME),
        (U27, "HexaPro Extreme", Product.EXTREME),
        (U27, "HexaPro", Product.HEXAPRO),
        (U22, "HexaPro Banzai", None),
        (PW, "HexaPro", None),
    ],
)
def test_hexapro_banzai_is_another_name_of_extreme(edition: EditionId, name: str, product: Product | None) -> None:
    poker = published_edition(edition).poker
    assert poker is not None

    assert product_named(poker, name) is product


# ---- registration


@games
@pytest.mark.rule("HEXA-01")
@pytest.mark.rule("HEXT-01")
def test_a_game_starts_as_soon_as_three_players_are_there(edition: EditionId, product: Product) -> None:
    room = Room(rules_of(edition, product))
    room.register(A)
    room.register(B)
    assert room.due() == []

    (filled,) = room.register(C)

    assert isinstance(filled, Registered)
    assert filled.filled == (1,)
    assert room.machine.agenda(room.state) == {Timer(NOON, StartGame(1), 1)}
    (started,) = room.start_full()
    assert started.players == (A, B, C)
    assert room.state.filling == ()
    pools = [100 * started.pool // started.buy_in]
    assert set(pools) <= {slot.multiplier for slot in room.rules.wheel.slots}


@games
@pytest.mark.rule("HEXA-03")
@pytest.mark.rule("HEXT-10")
def test_several_games_at_once_are_entered_and_charged_one_by_one(edition: EditionId, product: Product) -> None:
    room = Room(rules_of(edition, product))

    (event,) = room.register(A, games=3)

    assert isinstance(event, Registered)
    assert event.games == (1, 2, 3)
    assert event.rule == ("HEXA-03" if product is Product.HEXAPRO else "HEXT-10")
    assert room.spent(A) == 30_00
    assert [room.balance(ticket_account(room.rules, A, number)) for number in (1, 2, 3)] == [10_00] * 3
    room.register(B, games=2)
    room.register(C, games=3)
    assert [game.players for game in room.start_full()] == [(A, B, C), (A, B, C)]
    assert [game.players for game in room.state.filling] == [(A, C)]
    assert room.books_balance()


@pytest.mark.rule("HEXA-03")
def test_nobody_plays_against_themselves() -> None:
    room = Room(rules_of())

    room.register(A, games=2)
    room.register(A, games=2)

    assert [game.players for game in room.state.filling] == [(A,)] * 4
    assert room.due() == []


def test_refusals_to_register_by_descending_precedence() -> None:
    room = Room(rules_of(), LobbySettings(registrations_max=4))
    room.register(A, games=3)
    closed = replace(room.state, closed=True)

    def answer(games: int, cost: int, state: object = None) -> Rejection:
        found = events_of(room.machine.decide(closed if state else room.state, Register(A, games, Cents(cost)), NOON))
        assert isinstance(found, Rejection)
        return found

    assert answer(0, 0, state=closed).code == "lobby_closed"
    assert answer(0, 1).code == "bad_number_of_games"
    assert answer(5, 1).code == "bad_number_of_games"
    assert answer(2, 1) == Rejection("too_many_registrations", room.rules.registration, (("most", 4), ("waiting", 3)))
    assert answer(1, 9_99) == Rejection("cost_changed", room.rules.registration, (("cost", 10_00),))
    assert room.spent(A) == 30_00


@unibet
@pytest.mark.rule("HEXA-03")
def test_a_game_that_is_not_full_can_be_left_again(edition: EditionId) -> None:
    room = Room(rules_of(edition))
    room.register(A, games=2)
    room.register(B)

    (event,) = room.tell(Unregister(A, 2))
    (rest,) = room.tell(Unregister(A))

    assert event == Unregistered(A, (2,), Cents(10_00), RuleId("MTT-33b"))
    assert isinstance(rest, Unregistered)
    assert rest.games == (1,)
    assert room.spent(A) == 0
    assert [game.players for game in room.state.filling] == [(B,)]
    assert room.books_balance()


def test_a_full_game_cannot_be_left() -> None:
    room = Room(rules_of())
    for player in (A, B, C):
        room.register(player)

    refused = [room.ask(Unregister(A)), room.ask(Unregister(A, 1)), room.ask(Unregister(D)), room.ask(Unregister(A, 7))]

    codes = [answer.code for answer in refused if isinstance(answer, Rejection)]
    assert codes == ["game_is_full", "game_is_full", "not_registered", "not_registered"]


def test_numbers_of_games_are_used_once() -> None:
    room = Room(rules_of())
    room.register(A)
    room.tell(Unregister(A))

    (event,) = room.register(A)

    assert isinstance(event, Registered)
    assert event.games == (2,)


# ---- the draw


@games
@pytest.mark.rule("HEXA-04")
@pytest.mark.rule("HEXT-04")
def test_a_draw_is_one_event_that_anybody_can_check(edition: EditionId, product: Product) -> None:
    rules = rules_of(edition, product)
    for slot in rules.wheel.slots:
        for draw in (slot.first, slot.last):
            room = Room(rules)
            for player in (A, B, C):
                room.register(player)

            (started,) = room.start_full([draw])

            assert started.draw == draw
            assert started.multiplier == slot.multiplier
            assert started.pool == slot.multiplier * 10_00 // 100
            assert started.rule == rules.wheel.rule == ("HEXA-04" if product is Product.HEXAPRO else "HEXT-04")
            assert started.edition == rules.digest
            assert started.durable


POOLS = {
    1000_00: (1000_00, 2000_00, 5000_00, 10000_00, 25000_00, 50000_00, 100000_00),
    100_00: (100_00, 200_00, 500_00, 1000_00, 2500_00, 5000_00, 10000_00),
    25_00: (25_00, 50_00, 125_00, 250_00, 625_00, 1250_00, 2500_00),
    10_00: (10_00, 20_00, 50_00, 100_00, 250_00, 500_00, 1000_00),
    5_00: (5_00, 10_00, 25_00, 50_00, 125_00, 250_00, 500_00),
    3_00: (3_00, 6_00, 15_00, 30_00, 75_00, 150_00, 300_00),
    1_50: (1_50, 3_00, 7_50, 15_00, 37_50, 75_00, 150_00),
}


@unibet
@pytest.mark.rule("HEXA-04")
def test_pools_are_those_of_the_printed_table(edition: EditionId) -> None:
    buy_ins = (1_00, 2_00, 5_00, 10_00, 25_00, 50_00, 100_00)

    for multiplier, pools in POOLS.items():
        found = tuple(Room(rules_of(edition, buy_in=price)).game(multiplier).pool for price in buy_ins)
        assert found == pools


EXTREME_POOLS = {
    1000_00: (200_00, 500_00, 1000_00, 2000_00, 5000_00, 10000_00, 20000_00, 25000_00, 50000_00, 100000_00),
    125_00: (25_00, 62_50, 125_00, 250_00, 625_00, 1250_00, 2500_00, 3125_00, 6250_00, 12500_00),
    20_00: (4_00, 10_00, 20_00, 40_00, 100_00, 200_00, 400_00, 500_00, 1000_00, 2000_00),
    10_00: (2_00, 5_00, 10_00, 20_00, 50_00, 100_00, 200_00, 250_00, 500_00, 1000_00),
    4_00: (80, 2_00, 4_00, 8_00, 20_00, 40_00, 80_00, 100_00, 200_00, 400_00),
    3_00: (60, 1_50, 3_00, 6_00, 15_00, 30_00, 60_00, 75_00, 150_00, 300_00),
    1_00: (20, 50, 1_00, 2_00, 5_00, 10_00, 20_00, 25_00, 50_00, 100_00),
}


@with_extreme
@pytest.mark.rule("HEXT-02")
@pytest.mark.rule("HEXT-04")
def test_extremes_pools_are_the_multiplier_times_one_buy_in(edition: EditionId) -> None:
    buy_ins = (20, 50, 1_00, 2_00, 5_00, 10_00, 20_00, 25_00, 50_00, 100_00)

    for multiplier, pools in EXTREME_POOLS.items():
        found = tuple(Room(rules_of(edition, Product.EXTREME, price)).game(multiplier).pool for price in buy_ins)
        assert found == pools


def test_a_game_is_drawn_once() -> None:
    room = Room(rules_of())
    room.game()

    again = room.ask(StartGame(1, 0, bytes(10)))

    assert again == Rejection("stale_game")


def test_a_game_that_is_not_full_is_not_drawn() -> None:
    room = Room(rules_of())
    room.register(A)

    assert room.ask(StartGame(1, 0, bytes(10))) == Rejection("stale_game")


def test_chance_must_be_supplied() -> None:
    room = Room(rules_of())
    for player in (A, B, C):
        room.register(player)

    for command in (StartGame(1), StartGame(1, 5), StartGame(1, chance=bytes(10))):
        with pytest.raises(AssertionError):
            room.ask(command)


def test_a_game_that_starts_tells_its_director_everything_in_the_same_commit() -> None:
    room = Room(rules_of())
    started = room.game(25_00)

    joints = room.machine.joint_commands(started)

    assert {joint.to for joint in joints} == {director_stream(started.tournament)}
    announce, *entries = [joint.command for joint in joints]
    assert isinstance(announce, Announce)
    assert announce.setup.edition == room.rules.digest
    assert announce.setup.prizes == (200_00, 30_00, 20_00)
    for player, entry in zip(started.players, entries, strict=True):
        assert isinstance(entry, EnterTournament)
        assert entry.player == player
        assert entry.facts is not None
        assert entry.facts.ticket is not None
        assert entry.facts.ticket.value == 10_00
        assert entry.facts.ticket.target == started.tournament
        account = room.rules.director.ticket(player, entry.ticket or "")
        assert room.balance(account) == 10_00
    assert room.machine.joint_commands(room.events[0]) == ()


@games
def test_the_tournament_of_every_multiplier_is_one_the_edition_allows(edition: EditionId, product: Product) -> None:
    room = Room(rules_of(edition, product))
    for slot in room.rules.wheel.slots:
        started = room.game(slot.multiplier)
        announce = room.machine.joint_commands(started)[0].command
        assert isinstance(announce, Announce)

        check_setup(announce.setup, room.rules.director.poker)

        assert announce.setup.full_at == 3


# ---- history and proof


@unibet
@pytest.mark.rule("HEXA-07")
def test_a_finished_game_stands_in_its_players_history(edition: EditionId) -> None:
    room = Room(rules_of(edition))
    started = room.game(100_00)
    places = tuple(
        PlayerResult(player, place, Cents(prize))
        for player, place, prize in ((B, 1, 800_00), (A, 2, 120_00), (C, 3, 80_00))
    )
    room.now = Instant(NOON + 600_000)

    (ended,) = room.tell(NoteEnd(started.tournament, places))
    again = room.tell(NoteEnd(started.tournament, places))

    assert isinstance(ended, GameEnded)
    assert ended.rule == "HEXA-07"
    assert again == ()
    assert room.state.running == ()
    assert (ended.finishes, ended.cancelled, ended.at) == (places, False, room.now)
    drawn = drawn_game(room.rules.stream, started)
    assert (drawn.draw, drawn.multiplier, drawn.buy_in) == (started.draw, 100_00, 10_00)
    assert is_right(room.rules, drawn)


def test_the_lobby_keeps_count_of_its_draws_under_each_text_of_the_rulebook() -> None:
    room = Room(rules_of())
    other = rules_of(U26)
    room.game(3_00)
    room.game(1_50)
    room.machine = replace(room.machine, rules=replace(room.rules, director=other.director))
    room.game(1_50)

    assert room.state.counts(room.rules.digest) == {3_00: 1, 1_50: 1}
    assert room.state.counts(other.digest) == {1_50: 1}
    assert [draw.multiplier for draw in room.state.latest] == [1_50, 1_50, 3_00]


def test_only_the_latest_draws_are_shown_but_all_are_counted() -> None:
    room = Room(rules_of(), LobbySettings(latest_draws=2))
    for _ in range(5):
        room.game()

    assert [draw.number for draw in room.state.latest] == [5, 4]
    assert sum(room.state.counts(room.rules.digest).values()) == 5


def test_an_audit_finds_draws_that_mean_something_else_and_wheels_that_do_not_fit() -> None:
    room = Room(rules_of())
    started = [room.game() for _ in range(60)]
    honest = audit_draws(room.rules, room.events)
    rigged = [
        replace(event, multiplier=1_50, pool=Cents(15_00)) if event.multiplier == 3_00 else event for event in started
    ]
    richer = replace(started[0], pool=Cents(started[0].pool + 1))
    outside = replace(started[0], draw=100_000)
    poor = [replace(started[0], draw=99_999, multiplier=1_50, pool=Cents(15_00))] * 60

    assert honest.wrong == ()
    assert honest.fit.draws == 60
    assert honest.fit.fits
    assert len(audit_draws(room.rules, rigged).wrong) == sum(event.multiplier == 3_00 for event in started) > 0
    assert audit_draws(room.rules, [richer]).wrong == audit_draws(room.rules, [outside]).wrong == (richer.tournament,)
    assert not audit_draws(room.rules, poor).fit.fits
    assert audit_draws(rules_of(U26), room.events).fit.draws == 0


# ---- games that nobody decides


@unibet
@pytest.mark.rule("HEXA-17")
def test_an_undecided_game_is_reported_and_then_settled_before_its_ninety_days_are_over(edition: EditionId) -> None:
    room = Room(rules_of(edition))
    game = room.game()
    assert room.due() == []

    room.now = Instant(NOON + 80 * DAY)
    assert room.due() == [RaiseAlert(game.tournament)]
    (alert,) = room.tell(RaiseAlert(game.tournament))
    assert alert == AlertRaised(game.tournament, Instant(NOON + 90 * DAY), RuleId("HEXA-17"))
    assert room.due() == []

    room.now = Instant(NOON + 89 * DAY)
    assert room.due() == [Settle(game.tournament)]
    (order,) = room.tell(Settle(game.tournament))
    assert order == SettlementOrdered(game.tournament, RuleId("CANC-55"))
    (letter,) = room.machine.agenda(room.state)
    assert isinstance(letter, Message)
    assert letter.to == director_stream(game.tournament)
    assert isinstance(letter.command, Cancel)
    assert letter.command.cause is Cause.SERVER_FAILURE

    (ended,) = room.tell(NoteEnd(game.tournament, (), cancelled=True))
    assert isinstance(ended, GameEnded)
    assert ended.rule == "CANC-55"
    assert room.machine.agenda(room.state) == frozenset()


@with_extreme
@pytest.mark.rule("HEXT-10")
def test_extreme_has_the_same_deadline(edition: EditionId) -> None:
    room = Room(rules_of(edition, Product.EXTREME))
    game = room.game()
    room.now = Instant(NOON + 89 * DAY)

    assert room.due() == [RaiseAlert(game.tournament), Settle(game.tournament)]
    (alert,) = room.tell(RaiseAlert(game.tournament))
    assert isinstance(alert, AlertRaised)
    assert alert.rule == "HEXT-10"


def test_a_decided_game_has_no_deadline_any_more_and_late_timers_are_refused() -> None:
    room = Room(rules_of())
    game = room.game()
    room.tell(RaiseAlert(game.tournament))
    room.tell(Settle(game.tournament))
    assert room.tell(RaiseAlert(game.tournament)) == room.tell(Settle(game.tournament)) == ()
    room.tell(NoteEnd(game.tournament, ()))

    assert room.ask(RaiseAlert(game.tournament)) == Rejection("stale_game")
    assert room.ask(Settle(game.tournament)) == Rejection("stale_game")


# ---- closing


@unibet
@pytest.mark.rule("CANC-52")
def test_closing_a_lobby_refunds_games_that_are_not_full(edition: EditionId) -> None:
    room = Room(rules_of(edition))
    for player in (A, B, C):
        room.register(player)
    room.register(A, games=2)
    room.register(B)

    (closed,) = room.tell(CloseLobby("S1", "maintenance"))

    assert isinstance(closed, LobbyClosed)
    assert closed.rule == "CANC-52"
    assert closed.refunded == ((2, A), (2, B), (3, A))
    assert [room.spent(player) for player in (A, B, C)] == [10_00] * 3
    assert len(room.start_full()) == 1  # the full game is played
    assert room.ask(Register(A, 1, Cents(10_00))) == Rejection("lobby_closed")
    assert room.ask(CloseLobby("S1", "maintenance")) == Rejection("lobby_already_closed")
    assert room.tell(OpenLobby("S1", "mended")) == (LobbyOpened("S1", "mended", RuleId("MTT-45")),)
    assert room.ask(OpenLobby("S1", "mended")) == Rejection("lobby_already_open")
    for who in (("", "mended"), ("S1", " ")):
        assert room.ask(OpenLobby(*who)) == room.ask(CloseLobby(*who)) == Rejection("reason_missing", RuleId("MTT-45"))
    room.register(A)


# ---- a full game that is not drawn


@games
@pytest.mark.rule("CANC-52")
def test_a_full_game_that_was_not_drawn_can_be_voided_and_everybody_has_the_money_back(
    edition: EditionId, product: Product
) -> None:
    room = Room(rules_of(edition, product))
    for player in (A, B, C):
        room.register(player)
    (waiting,) = room.due()
    assert waiting == StartGame(1)

    (event,) = room.tell(VoidGame(1, "S1", "it cannot be started", paid=frozenset({A, B, C})))

    assert isinstance(event, GameVoided)
    assert (event.players, event.refunded, event.rule) == ((A, B, C), (A, B, C), "CANC-52")
    assert [room.spent(player) for player in (A, B, C)] == [0, 0, 0]
    assert [room.balance(ticket_account(room.rules, player, 1)) for player in (A, B, C)] == [0, 0, 0]
    assert room.state.filling == ()
    assert room.due() == []
    assert room.ask(StartGame(1, 0, bytes(10))) == Rejection("stale_game")
    assert room.machine.public_change(step_of(room.machine, Lobby(), event)) == SeatsTaken(((1, 0),))
    gone = NoLongerWaiting((1,), RuleId("CANC-52"))
    assert room.machine.private_changes(step_of(room.machine, Lobby(), event)) == ((A, gone), (B, gone), (C, gone))
    room.register(A)
    assert room.state.registrations(A) == (2,)
    assert room.books_balance()


def test_a_registration_that_the_build_before_let_pay_for_something_else_is_not_refunded_twice() -> None:
    room = Room(rules_of())
    for player in (A, B, C):
        room.register(player)
    spent = ticket_account(room.rules, B, 1)
    room.book.balances[spent] = Units(0)  # it bought an entry elsewhere

    (event,) = room.tell(VoidGame(1, "S1", "it cannot be started", paid=frozenset({A, C})))

    assert isinstance(event, GameVoided)
    assert event.refunded == (A, C)
    assert [room.spent(player) for player in (A, B, C)] == [0, 10_00, 0]
    assert room.balance(spent) == 0


def test_only_a_full_game_is_voided_by_somebody_for_a_reason() -> None:
    room = Room(rules_of())
    room.register(A, games=2)
    room.register(B)
    room.register(C)
    everybody = frozenset({A, B, C})

    assert room.ask(VoidGame(1, "S1", " ", paid=everybody)) == Rejection("reason_missing", RuleId("MTT-45"))
    assert room.ask(VoidGame(2, "S1", "why", paid=everybody)) == Rejection("game_not_full", RuleId("CANC-52"))
    assert room.ask(VoidGame(9, "S1", "why", paid=everybody)) == Rejection("stale_game")


# ---- views


def test_a_viewer_sees_odds_draws_and_only_the_own_registrations() -> None:
    room = Room(rules_of())
    game = room.game(10_00)
    room.register(A, games=2)
    room.register(B)

    mine, others = room.machine.view(room.state, A), room.machine.view(room.state, D)
    anybody = room.machine.view(room.state, None)

    assert mine.own == (OwnGame(2), OwnGame(3), OwnGame(1, game.tournament, 10_00))
    assert others.own == anybody.own == ()
    assert mine.taken == (2, 1)
    assert mine.games_running == 1
    assert dict(mine.drawn)[10_00] == 1
    assert mine.odds.kept == 1 - mine.odds.returned
    assert mine.fit.draws == 1
    assert B not in repr(replace(mine, own=()))
    assert A not in repr(others)


def test_changes_tell_everybody_seats_and_draws_and_players_their_own_games() -> None:
    room = Room(rules_of())
    seen: list[PublicChange | None] = []
    told: list[tuple[PlayerId, PrivateChange]] = []
    before = room.state
    for step in (
        lambda: room.register(A, games=2),
        lambda: room.tell(Unregister(A, 2)),
        lambda: (room.register(B), room.register(C))[1],
        lambda: room.start_full([draw_of(room.rules, 5_00)]),
        lambda: room.tell(NoteEnd(room.state.running[0].tournament, (PlayerResult(C, 1, Cents(50_00)),))),
        lambda: room.tell(CloseLobby("S1", "maintenance")),
        lambda: room.tell(OpenLobby("S1", "mended")),
    ):
        first = len(room.events)
        step()
        for event in room.events[first:]:
            seen.append(room.machine.public_change(step_of(room.machine, before, event)))
            told += room.machine.private_changes(step_of(room.machine, before, event))
            before = room.machine.evolve(before, event)

    assert [type(change) for change in seen] == [
        *[SeatsTaken] * 4, MultiplierDrawn, GameOver, LobbySwitched, LobbySwitched
    ]  # fmt: skip
    assert seen[0] == SeatsTaken(((1, 1), (2, 1)))
    assert seen[1] == SeatsTaken(((2, 0),))
    assert seen[3] == SeatsTaken(((1, 3),))
    assert told[:2] == [(A, NowWaiting((1, 2))), (A, NoLongerWaiting((2,), RuleId("MTT-33b")))]
    assert [(player, type(change)) for player, change in told[4:]] == [
        (A, GameReady), (B, GameReady), (C, GameReady), (C, GameResult)
    ]  # fmt: skip


# ---- properties

acts = st.lists(
    st.tuples(
        st.sampled_from(["register", "leave", "start", "end", "close", "open"]), st.integers(0, 4), st.integers(1, 4)
    ),
    max_size=40,
)


@given(acts, st.integers(0, 2**32))
def test_no_money_is_lost_and_nobody_sits_twice_in_a_game(steps: list[tuple[str, int, int]], seed: int) -> None:
    room = Room(rules_of(buy_in=5_00), seed=seed)
    players = [PlayerId(f"P{number}") for number in range(5)]
    for player in players:
        room.wallet(player)
    drawn: list[GameStarted] = []
    for what, who, count in steps:
        if what == "register":
            room.ask(Register(players[who], count, Cents(count * 5_00)))
        elif what == "leave":
            room.ask(Unregister(players[who]))
        elif what == "start":
            drawn += room.start_full()
        elif what == "end" and room.state.running:
            room.tell(NoteEnd(room.state.running[0].tournament, ()))
        elif what in ("close", "open"):
            room.ask(CloseLobby("S", "why") if what == "close" else OpenLobby("S", "why"))

        for game in room.state.filling:
            assert len(set(game.players)) == len(game.players) <= 3
            assert (game.filled_at is not None) == (len(game.players) == 3)
        assert len({game.number for game in room.state.filling}) == len(room.state.filling)
        assert sum(game.filled_at is None and len(game.players) == 0 for game in room.state.filling) == 0

    filled = [game.players for game in room.state.filling] + [game.players for game in drawn]
    entries = Counter(player for players in filled for player in players)
    assert {player: room.spent(player) for player in players} == {player: 5_00 * entries[player] for player in players}
    assert room.books_balance()
