"""Casino tables on the real runtime: money, limits, secrets, failures, connections, views and the lobby."""

from dataclasses import replace

import pytest

from fairdeal.bank.accounts import Purpose
from fairdeal.bank.limits import LimitKind, Period
from fairdeal.bank.purse.commands import ExcludeSelf, SetLimit, TakeTimeOut
from fairdeal.bank.purse.events import PutAtRisk, TakenBack
from fairdeal.casino.games import catalogue
from fairdeal.casino.games.baccarat.display import BaccaratDisplay
from fairdeal.casino.games.blackjack import commands as bj
from fairdeal.casino.games.blackjack.commands import Choice
from fairdeal.casino.games.blackjack.events import Decided
from fairdeal.casino.games.blackjack.felt import boxes_of
from fairdeal.casino.games.game import Game
from fairdeal.casino.games.layout import commands as lay
from fairdeal.casino.games.layout.events import BetsConfirmed
from fairdeal.casino.games.layout.game import OwnChips
from fairdeal.casino.games.roulette.spin import Spin, Spun
from fairdeal.casino.shoe import full_shoe
from fairdeal.casino.table import commands as c
from fairdeal.casino.table.events import CardDealt, Left, RoundSettled, RoundVoided, ShoeShuffled
from fairdeal.casino.table.facts import Dealing
from fairdeal.casino.table.state import Phase
from fairdeal.casino.table.station_events import Recovered
from fairdeal.kernel import HOUR, MINUTE, SECOND, Cents, Duration, MoneyKind, PlayerId, TableId, units_of
from fairdeal.room.bank.purse import PURSE_EVENTS, purse_stream
from fairdeal.room.casino import table as casino_table
from fairdeal.room.casino.house import (
    BadCasino,
    CasinoSettings,
    CasinoTableSetup,
    casino_house,
    casino_stream,
    one_table_of_each,
)
from fairdeal.room.casino.table import EVENTS, shuffled
from fairdeal.rulebook.clause import LC
from fairdeal.rulebook.loader import published_edition
from fairdeal.runtime.entropy import SystemEntropy
from fairdeal.runtime.ports import Answer
from fairdeal.testing.journal import CrashPoint
from tests.room.casino_evenings import (
    ANN,
    BACCARAT,
    BLACKJACK,
    BOB,
    CAT,
    FUNDS,
    ROULETTE,
    TENDER,
    CasinoEvening,
)

TEN = Cents(1_000)
SECOND_TABLE = TableId("blackjack-2")


def dealt(evening: CasinoEvening, *behind: PlayerId) -> int:
    """Ann sits with ten on her hand, others bet ten behind it and follow; it is her turn."""
    evening.do(BLACKJACK, bj.TakeSeat(ANN, 0))
    number = evening.until(BLACKJACK, Phase.BETTING).round
    evening.do(BLACKJACK, bj.PlaceBet(ANN, number, TEN))
    for player in behind:
        evening.do(BLACKJACK, bj.BetBehind(player, number, 0, TEN))
        evening.do(BLACKJACK, bj.AnswerFollow(player, follows=True))
    evening.until(BLACKJACK, Phase.PLAYING)
    return number


# ---- money


@pytest.mark.rule("RLT-07")
def test_a_bet_is_in_escrow_from_its_confirmation_and_paid_from_one_place() -> None:
    evening = CasinoEvening()
    evening.chance.pockets = [17]
    evening.arrive(ANN, BOB, table=ROULETTE)
    evening.bet(ANN, "straight-17")
    evening.bet(BOB, "red")
    assert (evening.money(ANN), evening.money(BOB)) == (FUNDS - 500, FUNDS - 500)
    assert sum(evening.store.accounts(Purpose.BET.value).values()) == units_of(TEN)
    evening.until(ROULETTE, Phase.RESULT)

    assert (evening.money(ANN), evening.money(BOB)) == (FUNDS + 17_500, FUNDS - 500)
    assert sum(evening.store.accounts(Purpose.BANKROLL.value).values()) == -units_of(Cents(17_000))
    assert not any(evening.store.accounts(Purpose.BET.value).values())
    evening.audit()


@pytest.mark.parametrize("funds", [0, 499])
def test_too_little_money_refuses_the_bet_and_leaves_the_chips(funds: int) -> None:
    evening = CasinoEvening()
    evening.arrive(ANN, table=ROULETTE, funds=max(funds, 1))
    number = evening.until(ROULETTE, Phase.BETTING).round
    evening.do(ROULETTE, lay.PlaceChip(ANN, number, "red", Cents(500)))
    assert evening.refuse(ROULETTE, lay.Confirm(ANN, number))[0] == "insufficient_funds"

    own = evening.view(ROULETTE, ANN).own
    assert isinstance(own, OwnChips)
    assert (own.staged, own.bets) == ((("red", 500),), ())
    assert evening.money(ANN) == max(funds, 1)


def test_bad_bets_are_refused_with_a_code_and_cost_nothing() -> None:
    evening = CasinoEvening()
    evening.arrive(ANN, table=ROULETTE)
    number = evening.until(ROULETTE, Phase.BETTING).round
    place = lay.PlaceChip(ANN, number, "red", Cents(500))
    assert evening.refuse(ROULETTE, replace(place, spot="split-1-9")) == ("no_such_spot", "RLT-03")
    assert evening.refuse(ROULETTE, replace(place, chip=Cents(333)))[0] == "no_such_chip"
    assert evening.refuse(ROULETTE, replace(place, round=number - 1)) == ("betting_closed", "RLT-07")
    assert evening.refuse(ROULETTE, replace(place, player=BOB))[0] == "not_at_table"
    for _ in range(6):
        evening.do(ROULETTE, replace(place, chip=Cents(10_000)))
    assert evening.refuse(ROULETTE, lay.Confirm(ANN, number)) == ("above_maximum", "RLT-08")
    evening.do(ROULETTE, lay.Undo(ANN, number, everything=True))
    evening.bet(ANN, "red")
    evening.until(ROULETTE, Phase.RESULT)
    assert evening.refuse(ROULETTE, place) == ("betting_closed", "RLT-07")
    assert evening.refuse(TableId("nowhere"), place)[0] == "no_such_table"

    assert evening.money(ANN) in (FUNDS - 500, FUNDS + 500)
    assert len(evening.all(BetsConfirmed)) == 1
    evening.audit()


@pytest.mark.rule("BJ-55")
def test_one_account_has_one_hand() -> None:
    evening = CasinoEvening()
    evening.arrive(ANN, table=BLACKJACK)
    evening.do(BLACKJACK, bj.TakeSeat(ANN, 0))

    assert evening.refuse(BLACKJACK, bj.TakeSeat(ANN, 1)) == ("too_many_boxes", "BJ-55")
    assert evening.money(ANN) == FUNDS


def two_tables() -> CasinoEvening:
    """Ann sits at two blackjack tables that both take bets; Bob sits at the second."""
    second = CasinoTableSetup(table=SECOND_TABLE, game=catalogue.BLACKJACK)
    evening = CasinoEvening((*one_table_of_each(), second))
    evening.arrive(ANN, BOB, table=BLACKJACK)
    for player in (ANN, BOB):
        evening.do(SECOND_TABLE, c.Join(player))
    for table in (BLACKJACK, SECOND_TABLE):
        evening.do(table, bj.TakeSeat(ANN, 0))
    evening.do(SECOND_TABLE, bj.TakeSeat(BOB, 1))
    for table in (BLACKJACK, SECOND_TABLE):
        evening.until(table, Phase.BETTING)
    return evening


@pytest.mark.rule("BJ-55")
def test_one_account_bets_on_one_hand_at_all_tables_together() -> None:
    evening = two_tables()
    first, second = (evening.state(table).round for table in (BLACKJACK, SECOND_TABLE))
    evening.do(BLACKJACK, bj.PlaceBet(ANN, first, TEN))
    assert evening.refuse(SECOND_TABLE, bj.PlaceBet(ANN, second, TEN)) == ("too_many_boxes", "BJ-55")
    assert evening.refuse(SECOND_TABLE, bj.BetBehind(ANN, second, 1, TEN))[0] == "already_seated"
    evening.do(SECOND_TABLE, bj.PlaceBet(BOB, second, TEN))
    evening.do(BLACKJACK, bj.PlaceBet(ANN, first, TEN))  # more on the same hand
    evening.do(BLACKJACK, bj.WithdrawBet(ANN, first))
    evening.do(SECOND_TABLE, bj.PlaceBet(ANN, second, TEN))

    assert evening.money(ANN) == FUNDS - 1_000
    evening.audit()


@pytest.mark.rule("BJ-55")
def test_behind_a_hand_elsewhere_is_a_second_hand_too() -> None:
    evening = two_tables()
    evening.do(BLACKJACK, bj.LeaveSeat(ANN))
    evening.do(SECOND_TABLE, bj.PlaceBet(ANN, evening.state(SECOND_TABLE).round, TEN))
    evening.do(BLACKJACK, bj.TakeSeat(BOB, 3))

    behind = bj.BetBehind(ANN, evening.state(BLACKJACK).round, 3, TEN)
    assert evening.refuse(BLACKJACK, behind) == ("too_many_boxes", "BJ-55")


@pytest.mark.rule("BJ-55")
def test_of_two_bets_at_once_at_two_tables_one_is_taken() -> None:
    evening = two_tables()
    answers: list[Answer] = []
    for table in (BLACKJACK, SECOND_TABLE):
        evening.room.table(table, bj.PlaceBet(ANN, evening.state(table).round, TEN), answers.append)
    evening.wait(100)

    assert sorted(answer.code if answer else "" for answer in answers) == ["", "too_many_boxes"]
    assert evening.money(ANN) == FUNDS - 1_000


# ---- limits and exclusion


def test_a_loss_limit_refuses_the_bet_that_would_break_it() -> None:
    evening = CasinoEvening()
    evening.arrive(ANN, table=ROULETTE)
    evening.room.purse(ANN, SetLimit(LimitKind.LOSS, Period.DAY, TENDER, units_of(Cents(700))))
    evening.chance.pockets = [0, 0]
    evening.bet(ANN, "red")
    evening.until(ROULETTE, Phase.RESULT)
    number = evening.until(ROULETTE, Phase.BETTING).round
    evening.do(ROULETTE, lay.PlaceChip(ANN, number, "red", Cents(500)))

    assert evening.refuse(ROULETTE, lay.Confirm(ANN, number))[0].startswith("loss_limit")
    assert evening.money(ANN) == FUNDS - 500


def test_what_comes_back_counts_for_the_limit_again() -> None:
    evening = CasinoEvening()
    evening.arrive(ANN, table=ROULETTE)
    evening.room.purse(ANN, SetLimit(LimitKind.LOSS, Period.DAY, TENDER, units_of(Cents(700))))
    evening.chance.pockets = [1, 1]
    for _ in range(2):
        evening.bet(ANN, "red")
        evening.until(ROULETTE, Phase.RESULT)
    evening.wait()

    assert [event.amount for event in evening.all(PutAtRisk)] == [units_of(Cents(500))] * 2
    assert [event.amount for event in evening.all(TakenBack)] == [units_of(TEN)] * 2


@pytest.mark.parametrize("point", CrashPoint)
def test_what_comes_back_counts_once_whenever_the_room_crashes(point: CrashPoint) -> None:
    evening = CasinoEvening()
    evening.arrive(ANN, table=ROULETTE)
    evening.chance.pockets = [1]
    evening.bet(ANN, "red")
    evening.until(ROULETTE, Phase.CLOSED, Phase.RESULT)
    while not evening.all(RoundSettled):
        evening.clock.step()
    evening.crash(at_commit=0, point=point)
    evening.wait()
    evening.crash()
    evening.wait()

    assert evening.money(ANN) == FUNDS + 500
    history = [PURSE_EVENTS.decode(data) for _, _, data in evening.store.entries(purse_stream(ANN))]
    assert [event.amount for event in history if isinstance(event, TakenBack)] == [units_of(TEN)]


def test_who_keeps_away_does_not_come_in() -> None:
    evening = CasinoEvening()
    evening.arrive(ANN, BOB)
    evening.room.purse(ANN, TakeTimeOut(Duration(2 * HOUR)))
    evening.room.purse(BOB, ExcludeSelf(6))
    evening.wait()

    assert evening.refuse(ROULETTE, c.Join(ANN))[0] == "time_out_active"
    assert evening.refuse(ROULETTE, c.Join(BOB))[0] == "self_excluded"
    assert evening.state(ROULETTE).guests == {}


def test_a_guest_who_excludes_themselves_bets_no_more() -> None:
    evening = CasinoEvening()
    evening.arrive(ANN, table=ROULETTE)
    number = evening.until(ROULETTE, Phase.BETTING).round
    evening.do(ROULETTE, lay.PlaceChip(ANN, number, "red", Cents(500)))
    evening.room.purse(ANN, ExcludeSelf(6))
    evening.wait(100)

    assert evening.refuse(ROULETTE, lay.Confirm(ANN, number))[0] == "self_excluded"
    assert evening.money(ANN) == FUNDS


@pytest.mark.rule("BJ-71")
def test_who_may_not_stake_more_does_not_follow_a_double_and_stops_nobody() -> None:
    evening = CasinoEvening()
    evening.arrive(ANN, BOB, CAT, table=BLACKJACK)
    evening.room.purse(BOB, SetLimit(LimitKind.LOSS, Period.DAY, TENDER, units_of(Cents(1_500))))
    number = dealt(evening, BOB, CAT)
    evening.do(BLACKJACK, bj.Decide(ANN, number, 1, Choice.DOUBLE))

    (double,) = [event for event in evening.all(Decided) if event.extras]
    assert double.extras == ((ANN, TEN), (CAT, TEN))
    assert double.short == (BOB,)
    assert evening.money(BOB) in (FUNDS - 1_000, FUNDS, FUNDS + 1_000)
    evening.audit()


@pytest.mark.rule("BJ-31")
def test_a_double_without_the_money_for_it_is_refused_and_the_hand_waits() -> None:
    evening = CasinoEvening()
    evening.arrive(ANN, table=BLACKJACK, funds=1_500)
    number = dealt(evening)

    assert evening.refuse(BLACKJACK, bj.Decide(ANN, number, 1, Choice.DOUBLE))[0] == "insufficient_funds"
    assert evening.money(ANN) == 500
    evening.do(BLACKJACK, bj.Decide(ANN, number, 1, Choice.STAND))
    evening.audit()


@pytest.mark.rule("BJ-66")
@pytest.mark.rule("BJ-71")
def test_everybody_in_a_crowd_behind_a_hand_follows_its_double() -> None:
    evening = CasinoEvening()
    crowd = tuple(PlayerId(f"p{number:03}") for number in range(300))
    evening.arrive(ANN, *crowd, table=BLACKJACK)
    evening.do(BLACKJACK, bj.TakeSeat(ANN, 0))
    number = evening.until(BLACKJACK, Phase.BETTING).round
    evening.do(BLACKJACK, bj.PlaceBet(ANN, number, TEN))
    for player in crowd:
        evening.do(BLACKJACK, bj.BetBehind(player, number, 0, TEN))
        evening.do(BLACKJACK, bj.AnswerFollow(player, follows=True))
    evening.until(BLACKJACK, Phase.PLAYING)
    evening.do(BLACKJACK, bj.Decide(ANN, number, 1, Choice.DOUBLE))

    (double,) = [event for event in evening.all(Decided) if event.extras]
    assert double.extras == ((ANN, TEN), *((player, TEN) for player in crowd))
    assert (double.short, double.capped) == ((), ())
    evening.audit()


@pytest.mark.rule("BJ-66")
def test_a_crowd_larger_than_one_commit_stops_no_double(monkeypatch: pytest.MonkeyPatch) -> None:
    """Beyond any crowd there is still a bound; whoever is beyond it does not follow, and the hand plays on."""
    monkeypatch.setattr(casino_table, "FOLLOWERS_MAX", 1)
    evening = CasinoEvening()
    evening.arrive(ANN, BOB, CAT, table=BLACKJACK)
    number = dealt(evening, BOB, CAT)
    evening.do(BLACKJACK, bj.Decide(ANN, number, 1, Choice.DOUBLE))

    (double,) = [event for event in evening.all(Decided) if event.extras]
    assert (double.extras, double.short) == (((ANN, TEN), (BOB, TEN)), (CAT,))
    evening.audit()


# ---- settings


def test_real_money_needs_to_be_switched_on() -> None:
    with pytest.raises(BadCasino, match="real money is not switched on") as found:
        CasinoEvening(one_table_of_each(MoneyKind.REAL))
    assert found.value.code == "money_kind_disabled"


def test_even_where_it_is_listed_real_money_waits_for_the_bank() -> None:
    evening = CasinoEvening(one_table_of_each(MoneyKind.REAL), money=(MoneyKind.TEST, MoneyKind.REAL))
    evening.arrive(ANN)

    assert evening.refuse(ROULETTE, c.Join(ANN))[0] == "real_money_disabled"


@pytest.mark.parametrize(
    ("tables", "code"),
    [
        ((CasinoTableSetup(table=TableId("a/b"), game=catalogue.ROULETTE),), "bad_table_name"),
        ((CasinoTableSetup(table=TableId("a"), game=catalogue.ROULETTE),) * 2, "duplicate_table"),
    ],
)
def test_settings_that_make_no_sense_are_refused(tables: tuple[CasinoTableSetup, ...], code: str) -> None:
    with pytest.raises(BadCasino) as found:
        casino_house([published_edition(LC)], [MoneyKind.TEST], CasinoSettings(tables=tables))
    assert found.value.code == code


@pytest.mark.parametrize("game", catalogue.GAMES, ids=repr)
@pytest.mark.parametrize(
    "limits",
    [
        {"bet_min": Cents(2_000), "bet_max": Cents(1_000)},
        {"bet_min": Cents(-100)},
        {"bet_max": Cents(-100)},
        {"bet_min": Cents(1_000), "round_max": Cents(900)},
        {"bet_min": Cents(1_001)},
    ],
)
def test_limits_under_which_nobody_could_bet_are_refused(game: Game, limits: dict[str, Cents]) -> None:
    table = CasinoTableSetup(table=TableId("t"), game=game, **limits)  # type: ignore[arg-type]
    with pytest.raises(BadCasino, match="table t: bet_") as found:
        casino_house([published_edition(LC)], [MoneyKind.TEST], CasinoSettings(tables=(table,)))
    assert found.value.code == "bad_limits"


def test_a_casino_needs_casino_rules() -> None:
    with pytest.raises(BadCasino) as found:
        casino_house([], [MoneyKind.TEST], CasinoSettings(tables=one_table_of_each()))
    assert found.value.code == "no_casino_rules"


@pytest.mark.rule("RLT-08")
def test_a_table_may_set_limits_of_its_own() -> None:
    own = CasinoTableSetup(table=ROULETTE, game=catalogue.ROULETTE, bet_min=Cents(1_000), bet_max=Cents(2_000))
    evening = CasinoEvening((own,))
    evening.arrive(ANN, table=ROULETTE)
    number = evening.until(ROULETTE, Phase.BETTING).round
    evening.do(ROULETTE, lay.PlaceChip(ANN, number, "red", Cents(500)))

    assert evening.refuse(ROULETTE, lay.Confirm(ANN, number)) == ("below_minimum", "RLT-08")
    assert evening.room.casino.lobby.rows()[0].bet_max == 2_000


def test_a_table_that_was_played_stays_in_the_settings() -> None:
    evening = CasinoEvening()
    evening.arrive(ANN, table=ROULETTE)
    evening.settings = replace(evening.settings, casino=CasinoSettings(tables=one_table_of_each()[1:]))
    with pytest.raises(BadCasino) as found:
        evening.crash()

    assert found.value.code == "table_missing"


def test_nobody_new_comes_to_a_closed_table() -> None:
    evening = CasinoEvening()
    evening.arrive(ANN, table=ROULETTE)
    closed = tuple(replace(setup, closed=setup.table == ROULETTE) for setup in one_table_of_each())
    evening.settings = replace(evening.settings, casino=CasinoSettings(tables=closed))
    evening.crash()
    evening.arrive(ANN, BOB)

    assert evening.refuse(ROULETTE, c.Join(BOB))[0] == "table_closed"
    evening.do(ROULETTE, c.Join(ANN))
    assert ROULETTE not in {row.table for row in evening.room.casino.lobby.rows()}


# ---- chance and secrets


def test_at_a_house_table_nobody_but_the_house_brings_chance() -> None:
    evening = CasinoEvening()
    evening.chance.pockets = [5]
    evening.arrive(ANN, table=ROULETTE)
    number = evening.bet(ANN, "straight-17")
    evening.until(ROULETTE, Phase.CLOSED, Phase.RESULT)
    evening.tell(ROULETTE, Spin(number, 37, pocket=17))

    assert [event.pocket for event in evening.all(Spun)] == [5]


def test_the_order_of_a_shoe_is_a_fair_permutation_of_its_cards() -> None:
    casino = published_edition(LC).casino
    assert casino is not None
    cards = bytes(full_shoe(casino.blackjack))
    entropy = SystemEntropy()
    first, second = shuffled(entropy, cards), shuffled(entropy, cards)

    assert sorted(first) == sorted(cards)
    assert first != second
    thirds = [shuffled(entropy, b"\0\1\2") for _ in range(600)]
    assert min(thirds.count(order) for order in {*thirds}) > 60
    assert len({*thirds}) == 6


@pytest.mark.rule("BJ-03")
def test_the_order_of_the_shoe_and_the_card_face_down_are_sealed_at_rest() -> None:
    evening = CasinoEvening()
    evening.arrive(ANN, table=BLACKJACK)
    dealt(evening)
    stream = casino_stream(BLACKJACK)
    shoe = evening.state(BLACKJACK).shoe
    assert shoe is not None
    written = [data for _, _, data in evening.store.entries(stream)]
    snapshot = evening.room.registry.actor(stream).hosted.durable.encode_state(evening.state(BLACKJACK))

    for data in (*written, snapshot):
        assert shoe.order[20:40] not in data
    sealed = [data for data in written if data.startswith(b"\xc1")]
    face_down = [event for event in evening.all(CardDealt) if not event.face_up]
    assert len(sealed) == len(evening.all(ShoeShuffled)) + len(face_down) == 2
    assert all(EVENTS.encode(event) not in written for event in face_down)


@pytest.mark.rule("BJ-03")
def test_watchers_see_cards_once_they_are_durable_and_never_the_one_face_down() -> None:
    evening = CasinoEvening()
    evening.arrive(ANN, table=BLACKJACK)
    before = len(evening.frames)
    dealt(evening)
    shown = [change for _, frame in evening.frames[before:] for change in frame.public]
    cards = [change for change in shown if isinstance(change, CardDealt)]

    assert [card.card >= 0 for card in cards] == [True, True, True, False]
    assert not any(isinstance(change, ShoeShuffled) for change in shown)
    epoch, number, _ = evening.room.view(BLACKJACK, None) or (0, 0, None)
    assert evening.room.catch_up(BLACKJACK, epoch, number - 1) is not None


# ---- failures


@pytest.mark.rule("RLT-01")
@pytest.mark.parametrize("phase", [Phase.BETTING, Phase.CLOSED])
def test_after_a_crash_before_the_spin_all_bets_are_back(phase: Phase) -> None:
    evening = CasinoEvening()
    evening.arrive(ANN, table=ROULETTE)
    evening.bet(ANN, "red")
    if phase is Phase.CLOSED:
        evening.crash(at_commit=0)  # no more bets is written, the spin is not
    else:
        evening.crash()

    (void,) = evening.all(RoundVoided)
    assert void.rule == "X-141"
    assert evening.money(ANN) == FUNDS
    assert evening.all(Spun) == []
    evening.audit()


@pytest.mark.parametrize("point", CrashPoint)
def test_a_spin_is_durable_with_its_payment_or_not_at_all(point: CrashPoint) -> None:
    evening = CasinoEvening()
    evening.chance.pockets = [1, 1]
    evening.arrive(ANN, table=ROULETTE)
    evening.bet(ANN, "red")
    evening.crash(at_commit=1, point=point)

    paid = point is CrashPoint.AFTER
    assert evening.money(ANN) == (FUNDS + 500 if paid else FUNDS)
    assert len(evening.all(RoundVoided)) == (not paid)
    evening.audit()


@pytest.mark.rule("BJ-18")
def test_a_dealt_hand_goes_on_from_the_sealed_shoe_after_a_crash() -> None:
    evening = CasinoEvening()
    evening.arrive(ANN, BOB, table=BLACKJACK)
    number = dealt(evening, BOB)
    evening.do(BLACKJACK, bj.Decide(ANN, number, 1, Choice.HIT))
    before = evening.state(BLACKJACK)
    evening.crash()
    after = evening.state(BLACKJACK)
    assert (after.shoe, boxes_of(after).inputs, boxes_of(after).wagers) == (
        before.shoe,
        boxes_of(before).inputs,
        boxes_of(before).wagers,
    )
    assert after.deadline > before.deadline, "our downtime never counts"
    assert evening.refuse(BLACKJACK, bj.Decide(ANN, number, 2, Choice.STAND)) == ("no_connection", None)
    evening.room.presence.connect(ANN, "device")
    evening.do(BLACKJACK, bj.Decide(ANN, number, 2, Choice.STAND))
    evening.until(BLACKJACK, Phase.RESULT)

    assert evening.all(RoundVoided) == []
    assert len(evening.all(RoundSettled)) == 1
    assert not any(evening.store.accounts(Purpose.BET.value).values())
    evening.audit()


def test_a_table_whose_bets_differ_from_the_ledger_does_not_open() -> None:
    evening = CasinoEvening()
    evening.arrive(ANN, table=ROULETTE)
    evening.bet(ANN, "red")
    actor = evening.room.registry.actor(casino_stream(ROULETTE))
    audit = actor.hosted.audit
    audit(actor.state, evening.store.balances)

    with pytest.raises(AssertionError, match="differ"):
        audit(actor.state, lambda _: {})


# ---- connections


@pytest.mark.rule("BJ-46")
def test_a_lost_connection_bets_no_more_and_its_hand_stands_in_time() -> None:
    evening = CasinoEvening()
    evening.arrive(ANN, BOB, table=BLACKJACK)
    number = dealt(evening)
    evening.room.presence.disconnect(ANN, "device")
    evening.wait(3 * SECOND)
    assert evening.state(BLACKJACK).guests == {ANN: False, BOB: True}
    assert evening.refuse(BLACKJACK, bj.Decide(ANN, number, 1, Choice.HIT)) == ("no_connection", None)
    evening.until(BLACKJACK, Phase.RESULT)

    assert [event.rule for event in evening.all(Decided)] == ["BJ-46"]
    evening.room.presence.connect(ANN, "device")
    evening.wait(100)
    assert evening.state(BLACKJACK).guests[ANN]


def test_a_guest_who_stays_away_has_left_after_a_while() -> None:
    evening = CasinoEvening()
    evening.arrive(ANN, BOB, table=ROULETTE)
    evening.room.presence.disconnect(ANN, "device")
    evening.wait(9 * MINUTE)
    assert ANN in evening.state(ROULETTE).guests
    evening.wait(2 * MINUTE)

    assert [event.player for event in evening.all(Left)] == [ANN]
    assert evening.room.registry.actor(purse_stream(ANN)).state.play.places == ()


def test_after_a_crash_guests_who_do_not_come_back_have_left() -> None:
    evening = CasinoEvening()
    evening.arrive(ANN, BOB, table=ROULETTE)
    evening.crash()
    evening.room.presence.connect(BOB, "device")
    evening.wait(11 * MINUTE)

    assert list(evening.state(ROULETTE).guests) == [BOB]
    assert [event.stood >= 30 * SECOND for event in evening.all(Recovered)] == [True]


def test_an_outage_of_the_network_stops_no_casino_table() -> None:
    evening = CasinoEvening()
    people = tuple(PlayerId(f"p{number}") for number in range(8))
    evening.arrive(*people, table=ROULETTE)
    for player in people:
        evening.room.presence.disconnect(player, "device")
    evening.wait(5 * SECOND)

    assert evening.room.presence.is_paused()
    assert evening.room.fail_stop_report() == []


# ---- the lobby


def test_the_lobby_tells_game_limits_players_and_last_results() -> None:
    evening = CasinoEvening()
    evening.arrive(ANN, BOB, table=ROULETTE)
    evening.arrive(CAT, table=BLACKJACK)
    evening.do(BLACKJACK, bj.TakeSeat(CAT, 3))
    evening.wait()
    evening.chance.pockets = [7]
    evening.bet(ANN, "red")
    evening.until(ROULETTE, Phase.RESULT)
    roulette, blackjack, baccarat = evening.room.casino.lobby.rows()

    assert (roulette.game, roulette.players, roulette.display.results) == ("roulette", 2, ("7",))
    assert (roulette.bet_min, roulette.bet_max, roulette.dealing) == (50, 50_000, Dealing.HOUSE)
    assert (blackjack.display.seats, blackjack.display.seats_taken, blackjack.players) == (7, 1, 1)
    assert (baccarat.players, baccarat.display.results) == (0, ())


@pytest.mark.rule("BAC-06")
def test_the_lobby_shows_the_roads_of_a_baccarat_shoe() -> None:
    evening = CasinoEvening()
    evening.arrive(ANN, table=BACCARAT)
    evening.bet(ANN, "banker", table=BACCARAT)
    evening.until(BACCARAT, Phase.RESULT)
    number = evening.until(BACCARAT, Phase.BETTING).round
    evening.do(BACCARAT, lay.RepeatLastBet(ANN, number))
    evening.do(BACCARAT, lay.Confirm(ANN, number))
    evening.until(BACCARAT, Phase.RESULT)
    row = evening.room.casino.lobby.rows()[2]

    assert isinstance(row.display, BaccaratDisplay)
    assert [cell.mark for cell in row.display.roads.bead_plate] == list(reversed(row.display.results))
    assert len(row.display.results) == 2
