"""Copies of a cash table with one chair or one imposed sit-out changed."""

from fairdeal.cash.table.state import CashTable, Chair
from fairdeal.kernel.values import changed
from fairdeal.play import playing


def with_chair(table: CashTable, seat: int, chair: Chair) -> CashTable:
    """The table with another chair at an occupied seat."""
    return changed(table, chairs=(*table.chairs[:seat], chair, *table.chairs[seat + 1 :]))


def without_imposed(table: CashTable, seat: int) -> CashTable:
    """The table without the sit-out that the running hand has imposed on a seat."""
    assert table.running is not None, "sit-outs are imposed in running hands"
    return changed(table, running=playing.without_imposed(table.running, table.place_of(seat)))
