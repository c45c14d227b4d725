"""Crashes, void hands and broken tables: a hand counts when it has ended, and never otherwise (MTT-50, CANC-62, TIME-15)."""

import pytest

from fairdeal.kernel import HandId, Instant, RuleId, seconds
from fairdeal.play.messages import Reconnected, VoidHand
from fairdeal.play.state import dropped_since
from fairdeal.tournament.dealer.commands import DealHand, RecoverDeal
from fairdeal.tournament.dealer.events import DealOpened, DealVoided, OrderTaken, TableShut
from fairdeal.tournament.dealer.state import durable
from fairdeal.tournament.orders import CloseTable, HandAbandoned, HandPlayed, TableClosed
from tests.tournament.dealing import EDITIONS, UNIBET, Table, an_order
from tests.tournament.directing import PW

CRASH = RuleId("MTT-50")


def crashed(table: Table, wait: int = 30) -> Table:
    """The dealer after a crash: what was not stored is gone, and the room says so."""
    table.state = durable(table.state)
    table.do(RecoverDeal(Instant(table.now + seconds(wait)), CRASH))
    return table


@pytest.mark.rule("MTT-50")
@pytest.mark.parametrize("edition", UNIBET)
def test_a_crash_rolls_the_open_hand_back_to_its_order(edition: str) -> None:
    order = an_order(edition)
    table = Table().deals(order)
    table.passes()
    opened = table.last(DealOpened).open
    crashed(table)

    voided = table.last(DealVoided)
    assert (voided.hand, voided.number, voided.rule) == (opened.hand, opened.number, "MTT-50")
    assert table.letters() == [HandAbandoned(3, 1, 1, CRASH)]
    table.deals(an_order(edition, attempt=2))
    assert table.letters() == []
    assert table.running.hand.order.stacks == [1000] * 4
    assert table.last(DealOpened).open.hand != opened.hand
    table.play_out()
    assert isinstance(table.report, HandPlayed)


@pytest.mark.rule("CANC-62", edition="publicwin")
def test_publicwin_annuls_the_hand_and_plays_it_anew() -> None:
    table = Table().deals(an_order(PW))
    events = table.do(an_order(PW, attempt=2))

    voided = table.last(DealVoided)
    assert [type(event) for event in events] == [DealVoided, OrderTaken]
    assert (voided.rule, voided.report) == ("CANC-62", None)


@pytest.mark.rule("MTT-50")
@pytest.mark.parametrize("edition", EDITIONS)
def test_after_an_outage_nothing_is_dealt_before_players_are_back_or_had_their_time(edition: str) -> None:
    table = crashed(Table())
    order = an_order(edition)
    ann, bob = (place.player for place in order.places[:2])
    table.missing = frozenset({ann, bob})
    table.do(order)
    table.wait(0)
    assert table.refused(DealHand(1, 1)) == "too_early"
    table.missing = frozenset({bob})
    table.do(Reconnected(ann))
    table.wait(29.9)
    assert table.state.running is None
    table.wait(0.1)

    assert table.running.lineup is not None
    assert dropped_since(table.state.dropped, bob) is not None
    assert dropped_since(table.state.dropped, ann) is None


@pytest.mark.rule("MTT-50")
@pytest.mark.parametrize("edition", EDITIONS)
def test_after_an_outage_the_hand_is_dealt_as_soon_as_everybody_is_back(edition: str) -> None:
    table = crashed(Table())
    order = an_order(edition)
    ann, bob = (place.player for place in order.places[:2])
    table.missing = frozenset({ann, bob})
    table.do(order)
    table.wait(7)
    table.do(Reconnected(ann))
    assert table.state.running is None
    table.missing = frozenset()
    table.do(Reconnected(bob))
    table.wait(0)

    assert table.running.hand.order.stacks == [1000] * 4
    assert table.state.dropped == ()


def test_long_after_an_outage_nobody_is_waited_for() -> None:
    table = crashed(Table())
    table.wait(31)
    order = an_order()
    table.missing = frozenset({order.places[0].player})
    table.do(order)
    table.wait(0)

    assert table.state.running is not None


@pytest.mark.rule("MTT-50")
def test_a_hand_that_had_ended_counts_whatever_is_ordered_after_the_crash() -> None:
    table = Table().deals(an_order())
    report = table.play_out()
    crashed(table)

    assert table.do(an_order(attempt=2)) == ()
    assert table.letters() == [report]


@pytest.mark.rule("MTT-50")
def test_an_old_order_after_the_crash_is_not_dealt_twice() -> None:
    order = an_order()
    table = Table().deals(order)
    table.state = durable(table.state)
    events = table.do(order)

    assert [type(event) for event in events] == [DealVoided]
    assert table.letters() == [HandAbandoned(3, 1, 1, CRASH)]
    assert table.timers() == []


@pytest.mark.rule("TIME-15")
def test_staff_can_void_a_hand_and_it_is_ordered_anew() -> None:
    table = Table().deals(an_order())
    hand = table.running.lineup.hand
    assert table.refused(VoidHand(HandId("other"), RuleId("TIME-15"))) == "stale_hand"
    table.do(VoidHand(hand, RuleId("TIME-15"), "eva", "frozen page"))

    voided = table.last(DealVoided)
    assert (voided.staff, voided.reason, table.state.running) == ("eva", "frozen page", None)
    assert table.letters() == [HandAbandoned(3, 1, 1, RuleId("TIME-15"))]
    assert table.timers() == []


@pytest.mark.rule("MTT-42a")
def test_a_broken_table_says_that_it_is_closed_and_deals_no_more() -> None:
    table = Table().deals(an_order())
    table.play_out()
    table.do(CloseTable(3))

    assert (table.letters(), table.timers()) == ([TableClosed(3)], [])
    assert table.do(CloseTable(3)) == ()
    assert table.do(an_order(number=2)) == ()
    assert table.last(TableShut).rule == "MTT-42a"
    assert table.machine.agenda(durable(table.state)) == table.machine.agenda(table.state)


def test_a_hand_that_is_played_when_its_table_closes_counts_for_nothing() -> None:
    table = Table().deals(an_order())
    events = table.do(CloseTable(3))

    assert [type(event) for event in events] == [DealVoided, TableShut]
    assert table.letters() == [TableClosed(3)]
    assert table.state.running is None
