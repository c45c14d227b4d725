"""Failures: nothing dealt, bets go back; anything dealt, the round goes on (X-141), and no clock ran (X-143)."""

from dataclasses import replace

import pytest

from fairdeal.casino.dealer import StepKind
from fairdeal.casino.games.blackjack import commands as bj
from fairdeal.casino.games.blackjack.commands import Choice
from fairdeal.casino.games.blackjack.engine import with_soft_17
from fairdeal.casino.games.blackjack.events import Decided
from fairdeal.casino.games.blackjack.felt import boxes_of
from fairdeal.casino.games.layout import commands as lay
from fairdeal.casino.games.roulette.spin import Spin
from fairdeal.casino.records import player_rounds
from fairdeal.casino.table import commands as c
from fairdeal.casino.table.events import RoundSettled, RoundVoided, WindowLapsed
from fairdeal.casino.table.facts import Dealing
from fairdeal.casino.table.machine import CasinoTable
from fairdeal.casino.table.state import Phase
from fairdeal.casino.table.station_events import Recovered, TimeGivenBack
from fairdeal.kernel import Cents, Instant
from tests.casino.tables import ANN, BOB, Bench, blackjack, cards, edition, every, one, roulette

TEN = Cents(1000)
OUTAGE = 90_000


def fail(bench: Bench) -> list[object]:
    """The server was away for a while."""
    down_since = bench.now
    bench.now = Instant(bench.now + OUTAGE)
    return list(bench.do(c.Recover(down_since)))


def seated(shoe: str = "") -> Bench:
    bench = blackjack(shoe)
    bench.come("ann", "bob")
    bench.sit("ann")
    number = bench.open()
    bench.do(bj.PlaceBet(ANN, number, TEN))
    bench.do(bj.BetBehind(BOB, number, 0, TEN))
    return bench


@pytest.mark.rule("RLT-01")
@pytest.mark.parametrize("closed", [False, True])
def test_a_spin_that_never_was_is_void(closed: bool) -> None:
    bench = roulette()
    bench.come("ann")
    bench.open()
    bench.do(lay.PlaceChip(ANN, 1, "red", Cents(500)))
    bench.do(lay.Confirm(ANN, 1))
    if closed:
        bench.close()
    before = bench.table
    happened = fail(bench)

    void = one(happened, RoundVoided)
    assert void.rule == "X-141"
    assert bench.money("ann") == 0
    (row,) = player_rounds(bench.facts, before, void).values()
    assert [(bet.spot, bet.staked, bet.returned, bet.won) for bet in row.bets] == [("red", 500, 500, 0)]
    bench.do(c.Reconnected(ANN))
    assert bench.open() == 2


@pytest.mark.rule("BJ-18")
def test_before_the_first_card_all_bets_go_back() -> None:
    bench = seated()
    bench.close()
    happened = fail(bench)

    assert [each.returned for each in one(happened, RoundVoided).payments] == [1000, 1000]
    assert (bench.money("ann"), bench.money("bob")) == (0, 0)
    assert boxes_of(bench.table).seats[0] == ANN


@pytest.mark.rule("BJ-18")
def test_a_dealt_round_goes_on_from_the_durable_shoe() -> None:
    bench = seated("5s 7c 6d Th 9c 4h")
    bench.close()
    bench.tick()
    bench.do(bj.Decide(ANN, 1, 1, Choice.HIT))
    deadline, inputs = bench.table.deadline, boxes_of(bench.table).inputs
    happened = fail(bench)
    assert every(happened, RoundVoided) == []
    assert one(happened, Recovered).stood == OUTAGE
    assert boxes_of(bench.table).inputs == inputs, "decisions already taken stand"
    assert bench.table.deadline == deadline + OUTAGE, "our downtime never counts"
    bench.do(c.Reconnected(ANN))
    bench.do(bj.Decide(ANN, 1, 2, Choice.STAND))

    assert bench.boxes().dealer == tuple(cards("7c Th"))
    assert (bench.money("ann"), bench.money("bob")) == (1000, 1000)


def test_who_does_not_come_back_stands() -> None:
    bench = seated("5s 7c 6d Th 9c 4h")
    bench.close()
    bench.tick()
    fail(bench)
    assert one(bench.tick(), Decided).rule == "BJ-46"

    assert bench.money("ann") == -1000
    assert bench.table.phase is Phase.RESULT


def test_insurance_goes_on_too() -> None:
    bench = seated("Ts Ac 9d Kh")
    bench.close()
    bench.tick()
    bench.do(bj.Insure(ANN, 1, Cents(500)))
    fail(bench)
    bench.tick()

    assert (bench.money("ann"), bench.money("bob")) == (0, -1000)


def test_an_empty_window_opens_again_when_somebody_is_back() -> None:
    bench = roulette()
    bench.come("ann")
    bench.open()
    happened = fail(bench)

    assert one(happened, WindowLapsed).rule == "X-141"
    assert not bench.machine.agenda(bench.table)
    bench.do(c.Reconnected(ANN))
    assert bench.open() == 1


def test_a_live_round_goes_on_at_the_station() -> None:
    bench = roulette(dealing=Dealing.LIVE)
    bench.come("ann")
    bench.open()
    bench.do(lay.PlaceChip(ANN, 1, "red", Cents(500)))
    bench.do(lay.Confirm(ANN, 1))
    bench.close()
    bench.do(c.FinishStep(StepKind.CALL_NO_MORE_BETS))
    bench.do(Spin(1, 37, 7))
    assert every(fail(bench), RoundVoided) == []
    bench.do(c.FinishStep(StepKind.ANNOUNCE))

    assert one(bench.history, RoundSettled).result == 7
    assert bench.money("ann") == 500


def test_between_rounds_nothing_is_lost() -> None:
    bench = seated("Ts 7c 9d Th")
    bench.until(Phase.RESULT)
    before = bench.money("ann")
    happened = fail(bench)

    assert [type(event) for event in happened] == [Recovered]
    assert bench.money("ann") == before
    bench.do(c.Join(ANN))  # the same visit, connected again
    assert bench.open() == 2


def test_an_outage_during_a_hold_counts_once() -> None:
    bench = seated("5s 7c 6d Th 9c 4h")
    bench.close()
    bench.tick()
    deadline = bench.table.deadline
    bench.do(c.HoldTable("supervisor"))
    fail(bench)
    bench.now = Instant(bench.now + 10_000)
    bench.do(c.Dismiss("supervisor"))

    assert bench.table.deadline == deadline + OUTAGE + 10_000


def test_another_rulebook_holds_from_the_next_round_on() -> None:
    old = replace(blackjack().facts, edition="old")
    new = replace(old, edition="new", casino=with_soft_17(edition(), hits=True))
    bench = seated("Ts 6c 9d Ah 2c")
    bench.table = replace(bench.table, edition="old")
    bench.machine = CasinoTable(new, [old])
    bench.close()
    bench.tick()
    bench.do(bj.Decide(ANN, 1, 1, Choice.STAND))
    assert bench.boxes().dealer == tuple(cards("6c Ah")), "the dealer stands on soft 17 in this round"
    bench.open()

    assert bench.table.edition == "new"
    assert bench.view().notices[0].code == "dealer_draws_on_soft_17"


def test_the_state_of_a_stream_is_the_sum_of_its_events() -> None:
    bench = seated("5s 7c 6d Th 9c 4h")
    bench.close()
    bench.tick()
    fail(bench)
    table = bench.machine.initial
    for event in bench.history:
        table = bench.machine.evolve(table, event)

    assert table == bench.table


# ---- a room that stood still and went on


def stall(bench: Bench, silence: int = 19_000) -> list[object]:
    """The room stood still for a while; nothing was lost."""
    since = bench.now
    bench.now = Instant(since + silence)
    return list(bench.do(c.GiveTimeBack(since)))


def test_a_silence_does_not_shorten_the_time_to_bet() -> None:
    bench = roulette()
    bench.come("ann")
    number = bench.open()
    deadline = bench.table.deadline
    bench.now = Instant(deadline - 1000)

    given = one(stall(bench), TimeGivenBack)

    assert (given.stood, given.rule) == (19_000, "X-143")
    assert bench.table.deadline == bench.now + 1000
    bench.do(lay.PlaceChip(ANN, number, "red", Cents(500)))
    bench.do(lay.Confirm(ANN, number))
    assert bench.table.phase is Phase.BETTING


def test_a_silence_does_not_shorten_the_time_to_decide() -> None:
    bench = seated("5s 7c 6d Th 9c 4h")
    bench.close()
    bench.tick()
    left = bench.table.deadline - bench.now
    stall(bench)

    assert bench.table.deadline - bench.now == left
    bench.do(bj.Decide(ANN, 1, 1, Choice.HIT))


def test_a_table_where_nobody_has_a_time_is_told_nothing() -> None:
    bench = roulette()
    bench.come("ann")
    bench.now = Instant(bench.now + 10 * OUTAGE)

    assert stall(bench) == []
