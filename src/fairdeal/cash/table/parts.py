"""A cash table with one part of it exchanged."""

from dataclasses import replace

from fairdeal.cash.table.state import CashTable, Chair
from fairdeal.play import playing
from fairdeal.play.state import Running


def with_chair(table: CashTable, seat: int, chair: Chair) -> CashTable:
    """The table with another chair at a seat."""
    return replace(table, chairs=(*table.chairs[:seat], chair, *table.chairs[seat + 1 :]))


def with_running(table: CashTable, running: Running) -> CashTable:
    """The table with its hand played on."""
    # Written out, because it happens at every act, and `replace` takes several times as long.
    return CashTable(
        table.edition,
        table.chairs,
        table.stake,
        table.hands_opened,
        table.last,
        table.open,
        table.deals_from,
        table.waits_until,
        table.closing,
        table.closed,
        running,
        table.outcome,
        table.dropped,
        table.paused_since,
    )


def without_imposed(table: CashTable, seat: int) -> CashTable:
    """The table without the sit-out that the running hand has imposed on a seat."""
    assert table.running is not None, "sit-outs are imposed in running hands"
    return with_running(table, playing.without_imposed(table.running, table.place_of(seat)))
