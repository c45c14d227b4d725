"""A cash table with one part of it exchanged."""

from collections.abc import Iterable
from dataclasses import replace

from fairdeal.cash.table_state import CashTable, Chair, Drops, Running
from fairdeal.kernel import Instant, PlayerId


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
    running = table.running
    assert running is not None, "sit-outs are imposed in running hands"
    place = table.place_of(seat)
    sits_out = (*running.sits_out[:place], None, *running.sits_out[place + 1 :])
    return with_running(table, replace(running, sits_out=sits_out))


def with_allowance(drops: Iterable[Drops | None], place: int) -> tuple[Drops | None, ...]:
    """Drops, with one more allowance used by a place."""
    counted = list(drops)
    drop = counted[place]
    assert drop is not None, "an allowance is for somebody who is not connected"
    counted[place] = replace(drop, allowances=drop.allowances + 1)
    return tuple(counted)


def others_dropped(table: CashTable, player: PlayerId) -> tuple[tuple[PlayerId, Instant], ...]:
    """Who else is not connected."""
    return tuple(drop for drop in table.dropped if drop[0] != player)
