"""An outage of the journal costs a restart of nothing: what stopped comes back by itself and plays on."""

from typing import Any

import pytest

from fairdeal.bank.house import StaffId
from fairdeal.bank.purse.commands import CreditPlayer
from fairdeal.cash.table.commands import TakeBreak
from fairdeal.cash.table.events import HandEnded, HandVoided, Left, PeriodsShifted
from fairdeal.casino.table.state import Phase
from fairdeal.casino.table.station_events import Recovered
from fairdeal.kernel import MINUTE, SECOND, PlayerId, Units
from fairdeal.room.bank.purse import purse_stream
from fairdeal.room.cash.house import wallet_of
from fairdeal.room.casino.house import casino_stream
from fairdeal.rulebook.clause import PW, U22, U26, U27, EditionId
from fairdeal.runtime.limits import REVIVE_PAUSE_MAX
from fairdeal.storage.port import StoreError, StoreFull, StoreUnavailable
from tests.room.casino_evenings import ANN, FUNDS, ROULETTE, CasinoEvening
from tests.room.evenings import Evening

OUTAGES = pytest.mark.parametrize("outage", [StoreFull("no room"), StoreUnavailable("gone")])


def at_play(edition: EditionId, names: str = "abc") -> Evening:
    evening = Evening(edition)
    evening.arrive(*names)
    evening.wait(20 * SECOND)
    assert evening.all(HandEnded)
    return evening


def lose(evening: Evening, outage: StoreError, seconds: int) -> list[Any]:
    """The journal is away for a while; what happened from its return on, until play must be back."""
    evening.journal.outage = outage
    evening.wait(seconds * SECOND)
    assert evening.room.revival.stopped()
    before = len(evening.events)
    evening.journal.outage = None
    evening.wait(3 * SECOND)
    return [event for _, event in evening.events[before:]]


@OUTAGES
@pytest.mark.rule("TIME-16")
@pytest.mark.parametrize("edition", [U22, U26, U27])
def test_a_table_rolls_its_hand_back_and_plays_on(edition: EditionId, outage: StoreError) -> None:
    evening = at_play(edition)

    happened = lose(evening, outage, 49)

    assert evening.room.revival.stopped() == []
    assert [event.rule for event in happened if isinstance(event, HandVoided)] in ([], ["TIME-16"])
    assert not evening.table.dropped
    hands = len(evening.all(HandEnded))
    evening.wait(MINUTE)
    assert len(evening.all(HandEnded)) > hands


@OUTAGES
@pytest.mark.rule("TIME-17")
def test_where_the_rulebook_says_so_everybody_is_cashed_out(outage: StoreError) -> None:
    evening = at_play(PW)

    happened = lose(evening, outage, 49)

    assert [event.rule for event in happened if isinstance(event, Left)] == ["TIME-17"] * 3
    assert [evening.tables_of(name) for name in "abc"] == [0, 0, 0]
    assert evening.room.revival.stopped() == []


def test_the_outage_counts_for_nobody_who_sits_out() -> None:
    evening = at_play(U27, "abcd")
    evening.tell(TakeBreak(PlayerId("a")))
    evening.wait(2 * MINUTE)
    chair = evening.chair("a")
    assert chair is not None
    assert chair.sit_out is not None
    since = chair.sit_out.since

    shifts = [event for event in lose(evening, StoreUnavailable("gone"), 49) if isinstance(event, PeriodsShifted)]

    chair = evening.chair("a")
    assert chair is not None
    assert chair.sit_out is not None
    assert chair.sit_out.since - since == shifts[0].until - shifts[0].stood_since
    assert 40 * SECOND < chair.sit_out.since - since < 53 * SECOND


@OUTAGES
def test_a_purse_takes_money_again(outage: StoreError) -> None:
    evening = at_play(U27)
    evening.journal.outage = outage
    credit = CreditPlayer(wallet_of(evening.rules, PlayerId("a")), Units(100), StaffId("test"), "to play")
    evening.room.purse(PlayerId("a"), credit)
    evening.wait(5 * SECOND)
    assert purse_stream(PlayerId("a")) in [each.stream for each in evening.room.revival.stopped()]

    evening.journal.outage = None
    evening.wait(3 * SECOND)
    evening.room.purse(PlayerId("a"), credit, evening.answers.append)
    evening.wait()

    assert evening.answers[-1] is None


def test_a_stream_that_stops_again_and_again_waits_longer_each_time() -> None:
    evening = at_play(U27)
    evening.journal.full = StoreFull("a sign of life fits, a hand does not")
    tries = 0
    table = evening.room.registry.find(evening.table_stream)
    for _ in range(120):
        evening.wait(SECOND)
        again = evening.room.registry.find(evening.table_stream)
        tries += again is not table
        table = again

    assert 5 <= tries <= 9, "1, 2, 4, 8, 16 and then every 30 seconds"
    evening.journal.full = None
    evening.wait(REVIVE_PAUSE_MAX + 3 * SECOND)
    assert evening.room.revival.stopped() == []


def test_one_that_fails_its_audit_stays_closed_and_says_so() -> None:
    evening = at_play(U27)
    evening.journal.outage = StoreUnavailable("gone")
    evening.wait(40 * SECOND)
    evening.steal()

    evening.journal.outage = None
    evening.wait(5 * SECOND)

    (stopped,) = evening.room.revival.stopped()
    assert (stopped.stream, stopped.returns) == (evening.table_stream, False)
    assert "differ" in stopped.why


@pytest.mark.rule("RLT-01")
def test_a_casino_table_gives_bets_back_that_were_not_spun_and_opens_again() -> None:
    evening = CasinoEvening()
    evening.arrive(ANN, table=ROULETTE)
    evening.bet(ANN, "red")
    evening.journal.outage = StoreUnavailable("gone")
    evening.wait(49 * SECOND)
    assert casino_stream(ROULETTE) in [each.stream for each in evening.room.revival.stopped()]
    assert evening.money(ANN) == FUNDS - 500

    evening.journal.outage = None
    evening.wait(5 * SECOND)

    assert evening.money(ANN) == FUNDS
    assert len(evening.all(Recovered)) == 1
    evening.audit()
    evening.chance.pockets = [1]
    evening.bet(ANN, "red")
    evening.until(ROULETTE, Phase.RESULT)
    evening.wait()
    assert evening.money(ANN) == FUNDS + 500
