"""
Questions to a pool: who can be seated where, whether a table should open, close or break.

A table takes a player if it deals, or will reach the minimum to deal with those who wait (CASH-02). All answers follow from the
pool alone; what only the player's own stream knows (wallet, earlier departures) is checked when the seat is given.
"""

from collections.abc import Iterator, Sequence

from fairdeal.cash.floor.state import FloorTable, Pool, Waiting
from fairdeal.kernel import Duration, Instant, PlayerId, TableId


def tables_for(pool: Pool, player: PlayerId) -> list[tuple[TableId, int]]:
    """
    The tables where a waiting player could be seated now, with their free seats; never one where the player sits already.

    These are the tables that deal, or will with this player; only where there is none, those that will once others on the
    waiting list have followed.
    """
    possible = list(_possible(pool, player))
    short = pool.short
    at_once = [each for each in possible if each[0] not in short or _lacking(pool.tables[each[0]]) <= 1]
    return at_once or possible


def next_to_seat(pool: Pool) -> Waiting | None:
    """The first on the waiting list who can be seated now; a player who sits at every table with room is passed over."""
    if not pool.free:
        return None
    return next((waiting for waiting in pool.queue if any(True for _ in _possible(pool, waiting.player))), None)


def should_open(pool: Pool, players_min: int) -> bool:
    """Whether enough players wait to open another table."""
    return len(pool.queue) >= players_min and next_to_seat(pool) is None


def closes_at(pool: Pool, table_id: TableId, patience: Duration) -> Instant | None:
    """
    When an empty table closes; None while a player sits there or is about to be seated.

    At once, but the last table of a stake stays open for `patience`.
    """
    table = pool.tables[table_id]
    if table.empty_since is None or table.held or table.closing is not None or next_to_seat(pool) is not None:
        return None
    is_last = len(pool.tables) - len(pool.closing) == 1
    return Instant(table.empty_since + (patience if is_last else 0))


def table_to_break(pool: Pool) -> TableId | None:
    """The table to break: it cannot deal and others have room for all its players; the one with fewest players. None: none."""
    found = sorted((table_id for table_id in pool.short if _can_be_broken(pool, table_id)), reverse=True)
    return min(found, key=lambda table_id: pool.tables[table_id].present, default=None)  # ids sort by age


def _possible(pool: Pool, player: PlayerId) -> Iterator[tuple[TableId, int]]:
    tables, short = pool.tables, pool.short  # a pool may have thousands of tables
    for table_id, free in pool.free.items():
        if player in tables[table_id].players:
            continue
        if table_id not in short or _reaches(pool, tables[table_id]):
            yield table_id, free


def _lacking(table: FloorTable) -> int:
    """The number of players the table lacks to deal, counting those who do not sit out and reserved seats."""
    return table.players_min - table.present - len(table.held)


def _reaches(pool: Pool, table: FloorTable, coming: int = 0) -> bool:
    """Whether the table can deal once everybody waiting who could sit there does, and `coming` others too."""
    lacking = _lacking(table)
    if lacking > table.free:
        return False
    could_come = (waiting for waiting in pool.queue if waiting.player not in table.players)
    return lacking <= coming or any(count >= lacking - coming for count, _ in enumerate(could_come, 1))


def _can_be_broken(pool: Pool, table_id: TableId) -> bool:
    """Whether all players of a table can be moved; not while one sits out, who keeps the seat (TIME-01)."""
    table = pool.tables[table_id]
    return bool(table.players) and not table.away and not table.held and _have_room(pool, table_id, table.players)


def _have_room(pool: Pool, leaving: TableId, movers: Sequence[PlayerId]) -> bool:
    """Whether other tables have seats for all movers and can then deal; seats are filled table by table."""
    left = list(movers)
    for table_id, free in pool.free.items():
        table = pool.tables[table_id]
        if table_id == leaving:
            continue
        coming = sum(player not in table.players for player in movers)
        if table_id in pool.short and not _reaches(pool, table, coming):
            continue
        for player in [each for each in left if each not in table.players][:free]:
            left.remove(player)
        if not left:
            return True
    return False
