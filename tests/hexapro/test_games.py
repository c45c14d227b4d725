"""Games from the draw to the last prize: stacks, levels, clocks, payouts and the house's part, by edition."""

import pytest

from fairdeal.bank.accounts import Purpose, fees
from fairdeal.hexapro.format import bankroll
from fairdeal.hexapro.game import game_setup, multiplier_of
from fairdeal.hexapro.lobby.commands import Settle
from fairdeal.hexapro.rules import Product, hexapro_rules
from fairdeal.kernel import DAY, SECOND, Cents, EventRef, Instant, Message, MoneyKind, RuleId, StreamId
from fairdeal.poker import Hand, HandOrder
from fairdeal.rulebook.clause import U22, U26, U27, EditionId
from fairdeal.rulebook.loader import published_edition
from fairdeal.runtime.entropy import SystemEntropy
from fairdeal.tournament.cancellation.plan import Stage
from fairdeal.tournament.director import commands as ms
from fairdeal.tournament.director.agenda import AgendaChange
from fairdeal.tournament.director.events import PrizesFixed, Started
from fairdeal.tournament.director.outcomes import Cancelled, EndReported, Finished, PlayerResult, PrizePaid
from fairdeal.tournament.director.state import Status
from fairdeal.tournament.rules import hand_rules
from fairdeal.tournament.setup import TournamentSetup
from fairdeal.tournament.structure import Level
from tests.hexapro.games import RULEBOOK, Game
from tests.hexapro.lobbies import GAMES, UNIBET, WITH_EXTREME, A, B, C, rules_of

games = pytest.mark.parametrize(("edition", "product"), GAMES)
unibet = pytest.mark.parametrize("edition", UNIBET)
with_extreme = pytest.mark.parametrize("edition", WITH_EXTREME)


def hexapro(edition: EditionId, multiplier: int, buy_in: int = 10_00) -> Game:
    return Game(rules_of(edition, Product.HEXAPRO, buy_in), multiplier)


def extreme(edition: EditionId, multiplier: int, buy_in: int = 10_00) -> Game:
    return Game(rules_of(edition, Product.EXTREME, buy_in), multiplier)


def played_out(game: Game) -> list[int]:
    """What first, second and third get; A wins, C goes out first."""
    game.hand(C, to=B)
    game.hand(B, to=A)
    assert game.over
    return [game.won(player) for player in (A, B, C)]


# ---- prizes


@pytest.mark.rule("HEXA-06")
@pytest.mark.parametrize(
    ("edition", "buy_in", "multiplier", "prizes"),
    [
        (U22, 10_00, 25_00, [250_00, 0, 0]),
        (U26, 10_00, 25_00, [200_00, 30_00, 20_00]),
        (U27, 10_00, 25_00, [200_00, 30_00, 20_00]),
        *[(edition, 10_00, 100_00, [800_00, 120_00, 80_00]) for edition in UNIBET],
        *[(edition, 5_00, 1_50, [7_50, 0, 0]) for edition in UNIBET],
        *[(edition, 10_00, 10_00, [100_00, 0, 0]) for edition in UNIBET],
        *[(edition, 100_00, 1000_00, [80_000_00, 12_000_00, 8_000_00]) for edition in UNIBET],
    ],
)
def test_the_pool_is_split_as_the_edition_says(
    edition: EditionId, buy_in: int, multiplier: int, prizes: list[int]
) -> None:
    assert played_out(hexapro(edition, multiplier, buy_in)) == prizes


@pytest.mark.rule("HEXA-06", edition="unibet-2.2")
def test_the_older_edition_gives_everything_to_the_winner_up_to_25x() -> None:
    assert played_out(hexapro(U22, 25_00, 1_00)) == [25_00, 0, 0]


@pytest.mark.rule("HEXA-06", edition="unibet-2.6")
@pytest.mark.rule("HEXA-06", edition="unibet-2.7")
@pytest.mark.parametrize("edition", [U26, U27])
def test_newer_editions_give_everything_to_the_winner_up_to_10x(edition: EditionId) -> None:
    assert played_out(hexapro(edition, 10_00, 1_00)) == [10_00, 0, 0]
    assert played_out(hexapro(edition, 25_00, 1_00)) == [20_00, 3_00, 2_00]


@with_extreme
@pytest.mark.rule("HEXT-06")
@pytest.mark.parametrize(
    ("buy_in", "multiplier", "prizes"),
    [
        (50, 125_00, [50_00, 10_00, 2_50]),
        (20, 125_00, [20_00, 4_00, 1_00]),
        (10_00, 1000_00, [8000_00, 1200_00, 800_00]),
        (1_00, 1_00, [1_00, 0, 0]),
        (10_00, 20_00, [200_00, 0, 0]),
    ],
)
def test_extreme_splits_only_its_largest_pools(
    edition: EditionId, buy_in: int, multiplier: int, prizes: list[int]
) -> None:
    assert played_out(extreme(edition, multiplier, buy_in)) == prizes


@with_extreme
@pytest.mark.rule("HEXT-02")
def test_extremes_pool_is_the_multiplier_times_one_buy_in(edition: EditionId) -> None:
    assert sum(played_out(extreme(edition, 20_00))) == 200_00


@games
@pytest.mark.rule("HEXA-07")
@pytest.mark.rule("HEXT-10")
def test_prizes_are_credited_with_the_end_and_the_lobby_knows_it_at_once(edition: EditionId, product: Product) -> None:
    game = Game(rules_of(edition, product), 1000_00)

    third = game.hand(C, to=B)
    last = game.hand(B, to=A)

    assert [event.prize.money for event in third if isinstance(event, PrizePaid)] == [800_00]
    assert any(isinstance(event, Finished) for event in last)
    assert isinstance(last[-1], EndReported)
    assert game.result.finishes == (
        PlayerResult(A, 1, Cents(8_000_00)),
        PlayerResult(B, 2, Cents(1_200_00)),
        PlayerResult(C, 3, Cents(800_00)),
    )
    assert game.result.rule == ("HEXA-07" if product is Product.HEXAPRO else "HEXT-10")
    assert game.lobby.state.running == ()


@games
@pytest.mark.rule("HEXA-04")
@pytest.mark.rule("HEXT-04")
def test_every_game_balances_to_the_cent(edition: EditionId, product: Product) -> None:
    """What three players paid is the fees, the pool, and what the house took or added."""
    rules = rules_of(edition, product, 5_00)
    for slot in rules.wheel.slots:
        game = Game(rules, slot.multiplier)
        pool = slot.multiplier * 5

        assert sum(played_out(game)) == pool
        (fixed,) = [event for event in game.events if isinstance(event, PrizesFixed)]
        house = game.lobby.balance(bankroll(fixed.books))
        earned = game.lobby.balance(fees(rules.director.tender, rules.edition, product.value))
        assert earned == 3 * 34
        assert house == 15_00 - pool - 3 * 34
        assert fixed.rule == rules.wheel.rule or fixed.overlay == 0
        assert game.lobby.books_balance()
        assert [game.held(purpose) for purpose in (Purpose.PRIZES, Purpose.ENTRY_FEES, Purpose.TICKET)] == [0, 0, 0]


# ---- stacks and levels


@unibet
@pytest.mark.rule("HEXA-08")
def test_everybody_starts_with_500_chips_at_every_multiplier(edition: EditionId) -> None:
    for slot in rules_of(edition).wheel.slots:
        game = hexapro(edition, slot.multiplier)

        assert [place.stack for place in game.order.places] == [500] * 3
        assert game.state.chips == 1500


@with_extreme
@pytest.mark.rule("HEXT-07")
@pytest.mark.parametrize(
    ("multiplier", "stack"),
    [(1_00, 100), (3_00, 200), (4_00, 200), (10_00, 300), (20_00, 300), (125_00, 500), (1000_00, 500)],
)
def test_extremes_stacks_follow_the_multiplier(edition: EditionId, multiplier: int, stack: int) -> None:
    game = extreme(edition, multiplier)

    assert [place.stack for place in game.order.places] == [stack] * 3
    assert stack // game.order.big_blind_chips in (5, 10, 15, 25)


LEVELS = (
    (10, 20, 0), (15, 30, 4), (20, 40, 5), (25, 50, 6), (30, 60, 7), (40, 80, 10), (50, 100, 12), (60, 120, 15),
    (75, 150, 20), (100, 200, 25), (125, 250, 30), (150, 300, 40), (200, 400, 50), (250, 500, 60), (300, 600, 70),
    (350, 700, 85), (400, 800, 100), (500, 1000, 125), (600, 1200, 150), (700, 1400, 175), (800, 1600, 200),
    (900, 1800, 225), (1000, 2000, 250), (1200, 2400, 300), (1400, 2800, 350), (1600, 3200, 400), (1800, 3600, 450),
    (2000, 4000, 500),
)  # fmt: skip
EXTREME_LEVELS = (
    (10, 20, 0), (15, 30, 0), (20, 40, 0), (30, 60, 0), (40, 80, 0), (50, 100, 0), (60, 120, 0), (75, 150, 0),
    (100, 200, 0), (125, 250, 0), (150, 300, 0), (200, 400, 0), (250, 500, 0), (300, 600, 0), (350, 700, 0),
    (400, 800, 0), (500, 1000, 0), (600, 1200, 0), (700, 1400, 0),
)  # fmt: skip


def blinds_of(game: Game, count: int) -> tuple[tuple[int, int, int], ...]:
    """Blinds and antes of the hands dealt level after level."""
    found = []
    for _ in range(count):
        order = game.order
        found.append((order.small_blind_chips, order.big_blind_chips, order.ante_chips))
        game.end_level()
        game.hand(to=A)  # blinds rise with the next hand
    return tuple(found)


@unibet
@pytest.mark.rule("HEXA-09")
def test_blinds_and_antes_rise_as_printed_and_stay_at_the_last_level(edition: EditionId) -> None:
    assert blinds_of(hexapro(edition, 3_00), 31) == (*LEVELS, *[LEVELS[-1]] * 3)


@with_extreme
@pytest.mark.rule("HEXT-08")
def test_extreme_has_no_antes_and_nineteen_levels(edition: EditionId) -> None:
    assert blinds_of(extreme(edition, 3_00), 22) == (*EXTREME_LEVELS, *[EXTREME_LEVELS[-1]] * 3)


@unibet
@pytest.mark.rule("HEXA-10")
@pytest.mark.parametrize(
    ("multiplier", "minutes"),
    [(1_50, 1), (3_00, 2), (5_00, 3), (10_00, 3), (25_00, 4), (100_00, 4), (1000_00, 4)],
)
def test_levels_last_longer_for_larger_multipliers(edition: EditionId, multiplier: int, minutes: int) -> None:
    assert level_minutes(hexapro(edition, multiplier)) == [minutes] * 3


@with_extreme
@pytest.mark.rule("HEXT-09")
@pytest.mark.parametrize(
    ("multiplier", "minutes"),
    [(1_00, 1), (3_00, 1), (4_00, 1), (10_00, 2), (20_00, 2), (125_00, 3), (1000_00, 3)],
)
def test_extremes_levels_are_shorter(edition: EditionId, multiplier: int, minutes: int) -> None:
    assert level_minutes(extreme(edition, multiplier)) == [minutes] * 3


def level_minutes(game: Game) -> list[int]:
    found = []
    for _ in range(3):
        before = game.now
        game.end_level()
        found.append((game.now - before) // (60 * SECOND))
    return found


@games
@pytest.mark.rule("HEXA-11")
@pytest.mark.rule("HEXT-10")
def test_every_hand_is_dealt_from_one_whole_shuffled_deck(edition: EditionId, product: Product) -> None:
    game = Game(rules_of(edition, product), 10_00)
    chance = SystemEntropy(game.lobby.chance.randbytes)
    decks = []
    for _ in range(3):
        order = game.order
        level = Level(order.small_blind_chips, order.big_blind_chips, order.ante_chips)
        rules = hand_rules(game.director.rulebook.rules_of(game.state.setup).poker, game.state.setup.family, level)
        deck = chance.deck()
        hand = Hand(
            HandOrder.usual(rules, [place.stack for place in order.places], deck, small_blind=level.small_blind)
        )
        assert rules.hole_cards == 2
        assert hand.count == 3
        decks.append(deck)
        game.hand(to=A)

    assert all(sorted(deck) == list(range(52)) for deck in decks)
    assert len(set(decks)) == 3


# ---- clocks and absence


@games
@pytest.mark.rule("HEXA-13")
@pytest.mark.rule("HEXT-10")
def test_who_is_not_connected_is_dealt_in_and_charged(edition: EditionId, product: Product) -> None:
    game = Game(rules_of(edition, product), 10_00, absent=[B])

    for _ in range(3):
        places = {place.player: place for place in game.order.places}
        assert set(places) == {A, B, C}
        assert places[B].away
        game.hand(to=A)
    big_blinds = {event.order.big_blind for event in game.events if hasattr(event, "order")}
    assert len(big_blinds) == 3  # the absent player's turn to pay comes as anybody's


@games
@pytest.mark.rule("HEXA-15")
@pytest.mark.rule("HEXT-10")
@pytest.mark.parametrize("money", [MoneyKind.REAL, MoneyKind.PLAY])
def test_a_disconnected_player_has_twenty_seconds_more_from_the_first_hand_on(
    edition: EditionId, product: Product, money: MoneyKind
) -> None:
    game = Game(hexapro_rules(published_edition(edition), product, Cents(10_00), money), 10_00)
    rules = game.director.rulebook.rules_of(game.state.setup)

    assert game.order.extra_time == 20 * SECOND
    assert rules.poker.tournament.extra_time_seconds.rule == ("HEXA-15" if product is Product.HEXAPRO else "HEXT-10")
    game.hand(to=A, sat_out=C)
    assert game.order.extra_time == 20 * SECOND
    assert [place.player for place in game.order.places if place.away] == [C]  # flagged before the next hand
    game.hand(C, to=A)
    assert game.order.extra_time == 20 * SECOND


@games
@pytest.mark.rule("HEXA-16")
@pytest.mark.rule("HEXT-10")
def test_sitting_out_is_dealt_in_until_the_end_and_never_returning_forfeits_the_buy_in(
    edition: EditionId, product: Product
) -> None:
    game = Game(rules_of(edition, product), 10_00)
    game.do(ms.SitOut(C))
    game.hand(to=A)

    assert {place.player: place.away for place in game.order.places} == {A: False, B: False, C: True}
    game.do(ms.SitIn(C))
    game.do(ms.SitOut(B))
    game.hand(to=A)
    assert {place.player: place.away for place in game.order.places} == {A: False, B: True, C: False}
    game.hand(B, C, to=A)
    assert [game.won(player) for player in (A, B, C)] == [100_00, 0, 0]
    assert game.lobby.spent(B) == 10_00


@pytest.mark.rule("HEXA-18")
@pytest.mark.parametrize("edition", [U26, U27])
@pytest.mark.parametrize(
    ("multiplier", "start", "after"),
    [
        (1_50, 10, {5: 15, 10: 20, 15: 20}),
        (10_00, 10, {4: 10, 5: 15, 9: 15, 10: 20, 20: 20}),
        (25_00, 30, {5: 35, 25: 55, 30: 60, 35: 60}),
        (1000_00, 30, {30: 60}),
    ],
)
def test_the_time_bank_follows_the_multiplier(
    edition: EditionId, multiplier: int, start: int, after: dict[int, int]
) -> None:
    check_banks(hexapro(edition, multiplier), {0: start} | after)


@with_extreme
@pytest.mark.rule("HEXT-10")
@pytest.mark.parametrize(
    ("multiplier", "start", "after"), [(1_00, 10, {5: 15, 10: 20}), (20_00, 10, {10: 20}), (125_00, 30, {30: 60})]
)
def test_extremes_time_bank_is_that_of_hexapro(
    edition: EditionId, multiplier: int, start: int, after: dict[int, int]
) -> None:
    check_banks(extreme(edition, multiplier), {0: start} | after)


@pytest.mark.rule("HEXA-18")
@pytest.mark.parametrize("edition", [U26, U27])
def test_the_time_bank_is_not_renewed(edition: EditionId) -> None:
    game = hexapro(edition, 3_00)
    for _ in range(4):
        game.hand(to=A, used=10 * SECOND)
    assert [place.bank for place in game.order.places] == [0] * 3

    game.hand(to=A)

    assert [place.bank for place in game.order.places] == [5 * SECOND] * 3


@pytest.mark.rule("TIME-06", edition="unibet-2.2")
def test_the_older_edition_has_one_time_bank_for_every_game() -> None:
    for multiplier in (1_50, 1000_00):
        game = hexapro(U22, multiplier)
        game.hand(to=A, used=10 * SECOND)
        assert [place.bank for place in game.order.places] == [10 * SECOND] * 3  # at least ten seconds every hand


def check_banks(game: Game, expected: dict[int, int]) -> None:
    """The unused time bank after so many hands, in seconds."""
    for number in range(max(expected) + 1):
        if number in expected:
            assert [place.bank for place in game.order.places] == [expected[number] * SECOND] * 3, number
        game.hand(to=A)


def test_there_are_no_synchronised_breaks() -> None:
    (started,) = [event for event in hexapro(U27, 1_50).events if isinstance(event, Started)]

    assert started.break_due is None


# ---- cancellation


@unibet
@pytest.mark.rule("CANC-55")
@pytest.mark.rule("HEXA-17")
def test_an_undecided_game_is_settled_by_the_lobby_and_paid_by_the_policy(edition: EditionId) -> None:
    game = hexapro(edition, 10_00)
    game.chips_to(A, C, 250)
    game.chips_to(C, B, 50)
    game.lobby.now = Instant(game.now + 89 * DAY)
    game.lobby.tell(Settle(game.started.tournament))
    (letter,) = [task for task in game.lobby.machine.agenda(game.lobby.state) if isinstance(task, Message)]

    events = game.do(letter.command)

    (cancelled,) = [event for event in events if isinstance(event, Cancelled)]
    assert cancelled.plan.stage is Stage.DRAWN_POOL
    assert cancelled.plan.rule == RuleId("CANC-55")
    assert [game.won(player) for player in (A, B, C)] == [45_69, 31_69, 24_69]  # stacks of 750, 450 and 300
    assert game.state.status is Status.CANCELLED
    assert game.lobby.state.running == ()
    assert game.result.cancelled
    assert game.result.finishes == tuple(
        PlayerResult(player, None, Cents(cents)) for player, cents in ((A, 45_69), (B, 31_69), (C, 24_69))
    )
    assert game.lobby.books_balance()
    assert [game.held(purpose) for purpose in (Purpose.PRIZES, Purpose.ENTRY_FEES, Purpose.TICKET)] == [0, 0, 0]


@pytest.mark.rule("CANC-55")
@pytest.mark.parametrize("edition", [U26, U27])
def test_a_game_cancelled_with_two_left_keeps_the_third_prize_paid(edition: EditionId) -> None:
    game = hexapro(edition, 25_00)
    game.hand(C, to=A)
    game.do(ms.Cancel("S1", "table lost"))

    # 250 less 20 paid less 25 each leaves 180 for 80 : 12, which are 156.52 and 23.48; two thirds of the chips and one.
    assert [game.won(player) for player in (A, B, C)] == [137_17 + 69, 92_83 + 69, 20_00]
    assert game.result.finishes[0] == PlayerResult(A, None, Cents(137_86))
    assert game.result.finishes[-1] == PlayerResult(C, 3, Cents(20_00))
    assert game.lobby.books_balance()


@games
@pytest.mark.rule("CANC-52")
def test_a_game_cancelled_before_its_first_hand_returns_every_buy_in(edition: EditionId, product: Product) -> None:
    game = Game(rules_of(edition, product), 10_00, begins=False)

    game.do(ms.Cancel("S1", "table lost"))

    assert [game.lobby.spent(player) for player in (A, B, C)] == [0, 0, 0]
    assert game.result.cancelled
    assert [game.held(purpose) for purpose in (Purpose.PRIZES, Purpose.ENTRY_FEES, Purpose.TICKET)] == [0, 0, 0]


@with_extreme
@pytest.mark.rule("HEXT-10")
@pytest.mark.rule("CANC-55")
def test_extreme_is_cancelled_by_the_same_clause(edition: EditionId) -> None:
    game = extreme(edition, 125_00)
    game.chips_to(A, C, 100)
    game.do(ms.Cancel("S1", "table lost"))

    assert [game.won(player) for player in (A, B, C)] == [462_27 + 69, 417_73 + 69, 370_00 + 69]


@unibet
@pytest.mark.rule("CANC-55")
def test_a_crash_rolls_the_hand_back_and_the_game_goes_on(edition: EditionId) -> None:
    game = hexapro(edition, 3_00)
    game.chips_to(A, B, 100)
    before = game.order

    game.do(ms.Recover(game.now))

    assert game.order.attempt == before.attempt + 1
    assert game.order.places == before.places
    assert not game.over


# ---- wrapping


def test_reporting_the_end_changes_nothing_in_the_tournament_itself() -> None:
    game = hexapro(U27, 1_50)
    game.hand(B, C, to=A)
    report = game.events[-1]

    assert isinstance(report, EndReported)
    assert game.director.evolve(game.state, report) is game.state
    assert game.director.agenda_change(game.state, game.state) == AgendaChange(frozenset(), frozenset())
    assert game.director.transfers(report, EventRef(StreamId("tournament:T"), 1)) == ()


@games
def test_a_games_multiplier_can_be_told_from_its_tournament(edition: EditionId, product: Product) -> None:
    rules = rules_of(edition, product)

    for slot in rules.wheel.slots:
        assert multiplier_of(game_setup(rules, slot.multiplier)) == slot.multiplier


def test_other_tournaments_are_directed_by_their_own_rules() -> None:
    rules = rules_of(U27)
    edition = published_edition(U27)
    assert edition.poker is not None
    plain = TournamentSetup(
        name="Sit & go",
        edition=rules.digest,
        family=rules.family,
        money=MoneyKind.PLAY,
        seats=3,
        price=game_setup(rules, 3_00).price,
        stack=game_setup(rules, 3_00).stack,
        blinds=game_setup(rules, 3_00).blinds,
        payouts=(),
        starts_at=None,
    )

    found = RULEBOOK.rules_of(plain)

    assert found.poker is edition.poker
    assert found.bank is not None
    assert found.bank.rule == "TIME-07"
