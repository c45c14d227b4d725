"""Copies of a cash table with one chair or one forced sit-out changed."""

from fairdeal.cash.table.state import CashTable, Chair
from fairdeal.kernel.values import changed
from fairdeal.play import playing


def with_chair(table: CashTable, seat: int, chair: Chair) -> CashTable:
    """The table with another chair at an occupied seat."""
    return changed(table, chairs=(*table.chairs[:seat], chair, *table.chairs[seat + 1 :]))


def without_forced_sit_out(table: CashTable, seat: int) -> CashTable:
    """The table without the sit-out that the running hand has forced on a seat."""
    assert table.running is not None, "sit-outs are forced in running hands"
    return changed(table, running=playing.without_forced_sit_out(table.running, table.place_of(seat)))
