"""All tables of a tournament as one value: replacing a table, and finding large, small and busy ones."""

from collections.abc import Iterable, Iterator

from fairdeal.kernel.persistent_map import PersistentMap
from fairdeal.kernel.values import changed
from fairdeal.tournament.director.state import Floor, Table


def floor_of(tables: Iterable[Table], seats: int, opened: int) -> Floor:
    """A floor with those tables; its masks follow from them, so a snapshot need not keep the masks."""
    made = tuple(tables)
    sizes = [0] * (seats + 1)
    busy = deciding = fallen = 0
    for table in made:
        bit = 1 << table.number
        busy |= bit * table.busy
        deciding |= bit * (table.decide_until is not None)
        fallen |= bit * bool(table.fallen)
        if not table.closing:
            sizes[table.size] |= bit
    parts = PersistentMap.of((table.number, table) for table in made)
    return Floor(parts, opened, tuple(sizes), busy, deciding, fallen)


def put_table(floor: Floor, table: Table) -> Floor:
    """The floor with that table in the place of the one with its number; a closing table has no bit in any mask."""
    bit = 1 << table.number
    sizes = floor.sizes or (0,) * (len(table.chairs) + 1)
    size = -1 if table.closing else table.size
    marked = size >= 0 and sizes[size] & bit
    if not marked:
        sizes = tuple(mask | bit if count == size else mask & ~bit for count, mask in enumerate(sizes))
    busy = floor.busy | bit if table.busy else floor.busy & ~bit
    deciding = floor.deciding | bit if table.decide_until is not None else floor.deciding & ~bit
    fallen = floor.fallen | bit if table.fallen else floor.fallen & ~bit
    return Floor(floor.tables.put(table.number, table), floor.opened, sizes, busy, deciding, fallen)


def without_table(floor: Floor, number: int) -> Floor:
    """The floor without a table that is closing."""
    return changed(floor, tables=floor.tables.without(number))


def smallest(floor: Floor) -> int:
    """How many players sit at the smallest open tables."""
    return next(size for size, mask in enumerate(floor.sizes) if mask)


def largest(floor: Floor) -> int:
    """How many players sit at the largest open tables."""
    return next(size for size in range(len(floor.sizes) - 1, -1, -1) if floor.sizes[size])


def numbers(mask: int) -> Iterator[int]:
    """The table numbers of a mask, rising."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def nth(mask: int, place: int) -> int:
    """The table number at that place of a mask, counted from 0, found by halving."""
    low, width = 0, mask.bit_length()
    while width > 1:
        half = width // 2
        below = (mask >> low) & ((1 << half) - 1)
        count = below.bit_count()
        if place < count:
            width = half
        else:
            place -= count
            low += half
            width -= half
    return low
