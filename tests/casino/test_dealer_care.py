"""A live dealer's shoe, errors and table: what burns cards, who may approve, and what must be done before the next bets."""

from dataclasses import replace

import pytest

from fairdeal.casino.dealer import StepKind
from fairdeal.casino.games.blackjack import commands as bj
from fairdeal.casino.games.blackjack.commands import Choice
from fairdeal.casino.games.layout import commands as lay
from fairdeal.casino.games.roulette.spin import PocketsDiffer, SenseBall, Spin, Spun
from fairdeal.casino.table import commands as c
from fairdeal.casino.table.events import BettingOpened, Burned, CardDealt, RoundSettled, ShoeShuffled
from fairdeal.casino.table.facts import Dealing
from fairdeal.casino.table.state import Correction, CorrectionKind, HoldReason, Phase
from fairdeal.casino.table.station_events import PitCalled
from fairdeal.kernel import Cents, events_of
from fairdeal.rulebook.ruled import Ruled
from fairdeal.rulebook.schema.casino import Casino
from tests.casino.tables import ANN, Bench, blackjack, edition, every, one, roulette
from tests.casino.test_dealer import called, finish, kind, live_blackjack, prepared, scan

TEN = Cents(1000)
BURN = Correction(CorrectionKind.CARDS_BURNED, reason="a card was exposed")
STAFF = (c.Propose("dealer", BURN), c.ChangeDealer("Mari"), c.AskShuffle("floor"))


def seated(casino: Casino | None = None) -> Bench:
    """Ann in seat 0 of a live table that takes bets."""
    bench = blackjack(casino=casino, dealing=Dealing.LIVE)
    bench.come("ann")
    bench.sit("ann")
    return prepared(bench)


def out(bench: Bench) -> int:
    assert bench.table.shoe is not None
    return bench.table.shoe.out


@pytest.mark.rule("BJ-44")
def test_three_cards_are_burnt_after_an_approved_error() -> None:
    bench = seated()
    bench.do(c.Propose("dealer", BURN))
    assert out(bench) == 6
    burned = one(bench.do(c.Approve("supervisor")), Burned)

    assert (burned.count, burned.rule, burned.people) == (3, "BJ-44", ("dealer", "supervisor"))
    assert out(bench) == 9


@pytest.mark.rule("BJ-44")
@pytest.mark.parametrize(
    ("person", "supervisor"), [("mia", "mia"), ("mia", ""), ("mia", "Mia"), ("mia", " MIA "), ("\uff4dia", "mia")]
)
def test_nobody_approves_the_own_error_under_another_spelling(person: str, supervisor: str) -> None:
    bench = seated()
    bench.do(c.Propose(person, BURN))

    assert bench.refuse(c.Approve(supervisor)) == ("second_person_needed", "X-141")
    assert out(bench) == 6


def test_cards_are_burnt_after_an_error_only_where_there_are_some() -> None:
    wheel = roulette(dealing=Dealing.LIVE)
    assert wheel.refuse(c.Propose("dealer", BURN)) == ("no_shoe", None)
    cards_not_in_the_shoe = blackjack(dealing=Dealing.LIVE)
    assert cards_not_in_the_shoe.refuse(c.Propose("dealer", BURN)) == ("no_shoe", "BJ-44")


def test_a_proposal_is_taken_back_and_only_the_hold_it_made_ends_with_it() -> None:
    bench = seated()
    assert bench.refuse(c.Withdraw("dealer")) == ("nothing_proposed", "X-141")
    bench.do(c.Propose("dealer", BURN))
    bench.do(c.Withdraw("dealer"))
    assert kind(bench) is not StepKind.HELD

    bench.do(c.HoldTable("dealer", "  two cards came out together "))
    assert bench.table.hold is not None
    assert bench.table.hold.words == "two cards came out together"
    bench.do(c.Propose("dealer", BURN))
    bench.do(c.Withdraw("dealer"))
    assert bench.table.station.proposal is None
    assert bench.table.hold is not None


def test_the_pit_boss_is_awaited_until_the_table_goes_on() -> None:
    bench = seated()
    first = one(bench.do(c.CallPit("dealer")), PitCalled)
    assert bench.do(c.CallPit("dealer")) == (), "once is enough"
    assert bench.table.station.pit_called == first.at
    bench.do(c.HoldTable("dealer"))
    bench.do(c.Dismiss("supervisor"))
    assert bench.table.station.pit_called == 0
    assert blackjack().refuse(c.CallPit("dealer")) == ("no_dealer", None)


@pytest.mark.parametrize("second", ["mia", "Mia", " mia", "MIA"])
def test_two_spellings_of_a_name_are_one_person_who_corrects(second: str) -> None:
    bench = called("ann")
    scan(bench, "Ts")
    bench.do(c.Propose("mia", Correction(CorrectionKind.ROUND_VOIDED, reason="a card fell")))

    assert bench.refuse(c.Approve(second)) == ("second_person_needed", "X-141")
    bench.do(c.Approve("Max"))
    assert bench.money("ann") == 0


@pytest.mark.rule("BJ-44")
@pytest.mark.parametrize(("count", "burned"), [(0, []), (6, [6])])
def test_a_new_dealer_may_burn_cards(count: int, burned: list[int]) -> None:
    rules = edition().blackjack
    changed = replace(rules, burn_on_dealer_change=Ruled(count, rules.burn_on_dealer_change.rule))
    bench = seated(replace(edition(), blackjack=changed))

    assert [event.count for event in every(bench.do(c.ChangeDealer("Mari")), Burned)] == burned


@pytest.mark.rule("BJ-41")
def test_the_casino_may_shuffle_after_any_hand() -> None:
    bench = called("ann")
    scan(bench, "Ts 7c 9d Th")
    bench.do(c.AskShuffle("floor"))
    bench.do(bj.Decide(ANN, 1, 1, Choice.STAND))
    finish(bench, StepKind.SHOW_HOLE, StepKind.ANNOUNCE, StepKind.PICK_UP)
    finish(bench, StepKind.SHUFFLE, StepKind.CUT, StepKind.BURN)

    assert [event.shoe.number for event in every(bench.history, ShoeShuffled)] == [1, 2]


@pytest.mark.rule("BJ-44")
@pytest.mark.parametrize("command", STAFF)
def test_nobody_changes_the_next_card_of_a_shoe_that_the_house_deals(command: c.TableCommand) -> None:
    bench = blackjack("Ts 7c 9d Th")
    bench.come("ann")
    bench.sit("ann")
    bench.do(bj.PlaceBet(ANN, bench.open(), TEN))
    shoe = bench.table.shoe

    assert bench.refuse(command) == ("no_dealer", None)
    assert bench.table.shoe == shoe
    bench.close()
    assert [event.card for event in every(bench.tick(), CardDealt)] == list(shoe.order[6:10] if shoe else ())


@pytest.mark.rule("BJ-17")
def test_the_time_for_bets_stands_still_while_a_table_is_held() -> None:
    bench = seated()
    bench.do(bj.PlaceBet(ANN, 1, TEN))
    bench.do(c.HoldTable("supervisor"))
    bench.now = bench.table.deadline
    bench.do(c.Leave(ANN))

    assert bench.table.phase is Phase.BETTING
    assert bench.money("ann") == 0


@pytest.mark.rule("BJ-47")
def test_the_next_bets_wait_until_the_cards_are_picked_up() -> None:
    bench = called("ann")
    scan(bench, "Ts 7c 9d Th")
    bench.do(bj.Decide(ANN, 1, 1, Choice.STAND))
    finish(bench, StepKind.SHOW_HOLE, StepKind.ANNOUNCE)
    assert one(bench.history, RoundSettled).round == 1
    bench.now = bench.table.deadline
    assert bench.do(c.OpenBetting(2)) == ()
    assert not bench.machine.agenda(bench.table)
    assert kind(bench) is StepKind.PICK_UP
    finish(bench, StepKind.PICK_UP)

    assert one(bench.tick(), BettingOpened).round == 2


@pytest.mark.rule("BJ-47")
def test_cards_of_a_void_round_are_picked_up_too() -> None:
    bench = called("ann")
    scan(bench, "Ts 7c")
    bench.do(c.Propose("dealer", Correction(CorrectionKind.ROUND_VOIDED, reason="a card fell")))
    bench.do(c.Approve("supervisor"))

    assert bench.table.phase is Phase.RESULT
    assert not bench.machine.agenda(bench.table)
    finish(bench, StepKind.PICK_UP)
    assert bench.machine.agenda(bench.table)


@pytest.mark.rule("BJ-26")
@pytest.mark.rule("BJ-29")
def test_no_card_is_replaced_once_somebody_answered_about_insurance() -> None:
    """The last card lay open for everybody who decided on it."""
    bench = live_blackjack("ann", "bob")
    finish(bench, StepKind.CALL_NO_MORE_BETS)
    scan(bench, "Ts 9s Ac 6d 8d 5h")
    replaced = c.Propose("dealer", Correction(CorrectionKind.CARD_REPLACED, 17, "seen on video"))
    assert isinstance(events_of(bench.machine.decide(bench.table, replaced, bench.now)), tuple), "it can be until then"
    bench.do(bj.Insure(ANN, 1, Cents(0)))

    assert bench.refuse(replaced) == ("not_correctable", "X-141")


# ---- the wheel's sensor


def spinning() -> Bench:
    """A live wheel with a bet of Ann, where the ball is out."""
    bench = roulette(dealing=Dealing.LIVE)
    bench.come("ann")
    bench.open()
    bench.do(lay.PlaceChip(ANN, 1, "red", Cents(500)))
    bench.do(lay.Confirm(ANN, 1))
    bench.close()
    assert bench.refuse(SenseBall(1, 17)) == ("no_spin_due", "RLT-01")
    finish(bench, StepKind.CALL_NO_MORE_BETS)
    return bench


@pytest.mark.rule("RLT-01")
def test_a_pocket_counts_when_dealer_and_sensor_agree() -> None:
    bench = spinning()
    assert bench.refuse(SenseBall(1, 37)) == ("no_such_pocket", "RLT-01")
    bench.do(SenseBall(1, 17, video=5))
    assert "17" not in str(bench.view().felt), "nobody is shown it"
    bench.do(Spin(1, 37, 17))
    assert kind(bench) is StepKind.ANNOUNCE


@pytest.mark.rule("RLT-01")
def test_a_table_holds_when_the_dealer_enters_another_pocket_than_the_sensor() -> None:
    bench = spinning()
    bench.do(SenseBall(1, 17))
    events = bench.do(Spin(1, 37, 18))
    assert (one(events, PocketsDiffer).entered, one(events, PocketsDiffer).sensed) == (18, 17)
    assert every(events, Spun) == []
    assert bench.table.hold is not None
    assert bench.table.hold.reason is HoldReason.DISAGREEMENT

    bench.do(c.Dismiss("supervisor"))  # who has looked at the wheel
    bench.do(Spin(1, 37, 18))
    assert kind(bench) is StepKind.ANNOUNCE


def test_a_sensor_that_is_later_than_the_dealer_holds_the_table_before_the_result_is_paid() -> None:
    bench = spinning()
    bench.do(Spin(1, 37, 18))
    bench.do(SenseBall(1, 18))
    assert kind(bench) is StepKind.ANNOUNCE
    bench.do(SenseBall(1, 17))
    assert bench.table.hold is not None
    bench.do(c.Propose("dealer", Correction(CorrectionKind.POCKET_REPLACED, 17, "typed the neighbour")))
    bench.do(c.Approve("supervisor"))
    finish(bench, StepKind.ANNOUNCE)
    assert one(bench.history, RoundSettled).result == 17


def test_a_sensor_belongs_to_a_live_wheel() -> None:
    assert roulette().refuse(SenseBall(1, 17)) == ("no_dealer", None)
    assert blackjack(dealing=Dealing.LIVE).refuse(SenseBall(1, 17)) == ("no_wheel", None)
