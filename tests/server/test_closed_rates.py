"""The rates of tables that are gone: each is counted once, whenever its row is written, and for thirty days."""

from fairdeal.kernel import DAY, SECOND, Instant, StreamId
from fairdeal.play.fair.state import FairCounts, FairLog
from fairdeal.room.fair_rates import closed_table
from fairdeal.server.watch.closed_rates import DAYS, ClosedRates
from fairdeal.storage.memory import MemoryStore
from fairdeal.storage.port import Append
from tests.contracts.units import Desk

NOW = Instant(100 * DAY)


def close(desk: Desk, table: str, at: Instant, hands: int, stops: int = 0) -> None:
    rows = closed_table(table, FairLog(counts=FairCounts(hands=hands, stops=stops)), at)
    desk.must(desk.unit(Append(StreamId(f"table:{table}"), None, (b"event",), listings=rows)))


def test_each_closed_table_counts_once_also_one_whose_row_is_late() -> None:
    desk = Desk(MemoryStore())
    rates = ClosedRates(desk.store)
    assert rates.read(NOW) == FairCounts()
    close(desk, "T1", NOW, 10, stops=1)
    close(desk, "T2", Instant(NOW + SECOND), 20)
    assert (rates.read(NOW).hands, rates.read(NOW).stops) == (30, 1)
    close(desk, "T0", Instant(NOW - SECOND), 5)  # decided before the others, and written after them
    for _ in range(2):
        assert rates.read(NOW).hands == 35
    assert ClosedRates(desk.store).read(NOW).hands == 35, "as a server that starts anew reads it"


def test_thirty_days_later_a_table_is_forgotten() -> None:
    desk = Desk(MemoryStore())
    rates = ClosedRates(desk.store)
    close(desk, "T1", NOW, 10)
    close(desk, "T2", Instant(NOW + 5 * DAY), 20)
    assert rates.read(Instant(NOW + 5 * DAY)).hands == 30
    for read in (rates, ClosedRates(desk.store)):
        assert read.read(Instant(NOW + (DAYS + 1) * DAY)).hands == 20
        assert read.read(Instant(NOW + (DAYS + 6) * DAY)).hands == 0


def test_a_table_whose_players_never_cut_has_no_row() -> None:
    assert closed_table("T1", None, NOW) == closed_table("T1", FairLog(), NOW) == ()
