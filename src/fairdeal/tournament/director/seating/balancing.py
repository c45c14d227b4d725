"""
Balancing tables, and breaking those that are not needed (MTT-42a, MTT-42b, MTT-42c).

Players leave a table only between its hands. They may sit down at a table that is playing; its next hand is dealt to them.
"""

from fairdeal.fair.lots import LEAVERS, MOVED, SEAT, TABLE
from fairdeal.kernel import Duration, RuleId
from fairdeal.poker.rotation import counter_clockwise
from fairdeal.tournament.director.draft import DirectorDraft
from fairdeal.tournament.director.events import Moved, TableBroken
from fairdeal.tournament.director.seating.floor import largest, nth, smallest
from fairdeal.tournament.director.state import Chair, Floor, Table, Tournament
from fairdeal.tournament.lots import Lots
from fairdeal.tournament.rules import BALANCE, NEW_SEAT, RANDOM_SEATS, WHO_MOVES

_UNEVEN = 2  # sizes that differ by so much are levelled


def level_tables(draft: DirectorDraft) -> None:
    """Break tables and move players, as far as tables are between hands; the others follow when their hands end."""
    while _one_too_many(draft.state):
        floor = draft.state.floor
        number = _one_of(draft, floor.sizes[smallest(floor)] & _waiting(floor))
        if number is None:
            return  # the table to break is playing; levelling others meanwhile would move players twice
        _break(draft, number)
    while (number := _table_too_large(draft)) is not None:
        _, chair = draft.lots.one_of(MOVED, list(draft.state.floor.tables[number].seated))
        _move(draft, chair, number, WHO_MOVES)


def _waiting(floor: Floor) -> int:
    """A mask of the tables that are between hands."""
    return floor.open & ~floor.busy & ~floor.fallen


def _one_too_many(state: Tournament) -> bool:
    """Whether all players fit at one table less; then one of the smallest is broken."""
    count = state.floor.count
    return count > 1 and state.remaining <= (count - 1) * state.setup.seats


def _table_too_large(draft: DirectorDraft) -> int | None:
    """One of the largest tables, if a smallest one has two players less."""
    floor = draft.state.floor
    most = largest(floor)
    if most - smallest(floor) < _UNEVEN:
        return None
    return _one_of(draft, floor.sizes[most] & _waiting(floor))


def _one_of(draft: DirectorDraft, mask: int) -> int | None:
    count = mask.bit_count()
    if count == 0:
        return None
    return nth(mask, draft.lots.number(TABLE, count) if count > 1 else 0)


def _break(draft: DirectorDraft, number: int) -> None:
    """Everybody goes to one of the smallest other tables, in an order that is drawn."""
    chairs = [chair for _, chair in draft.state.floor.tables[number].seated]
    for chair in draft.lots.shuffled(LEAVERS, chairs):
        _move(draft, chair, number, BALANCE)
    draft.emit(TableBroken(number, BALANCE))


def _move(draft: DirectorDraft, chair: Chair, source: int, rule: RuleId) -> None:
    target = smallest_table(draft, but=source)
    seat, seat_rule = new_seat(draft.state.floor.tables[target], draft.lots)
    bank, hands = _luggage(draft, chair)
    draft.emit(Moved(chair.player, target, seat, bank, hands, rule, seat_rule))


def _luggage(draft: DirectorDraft, chair: Chair) -> tuple[Duration, int]:
    """Time bank and count of hands: they travel, or start anew where a bank belongs to a table (TIME-06, TIME-08)."""
    bank = draft.rules.bank
    if bank is None or bank.travels:
        return chair.bank, chair.hands
    return bank.start, 0


def smallest_table(draft: DirectorDraft, but: int | None = None) -> int:
    """The number of one of the tables with the fewest players, drawn by lot."""
    floor = draft.state.floor
    others = ~(1 << but) if but is not None else -1
    mask = next(mask & others for mask in floor.sizes if mask & others)
    found = _one_of(draft, mask)
    assert found is not None, "there is another table"
    return found


def new_seat(table: Table, lots: Lots) -> tuple[int, RuleId]:
    """The free seat that the big blind reaches last (X-72), and the rule; at a new table any free seat."""
    free = table.free
    last = table.order or table.last
    if last is None:
        return lots.one_of(SEAT, free), RANDOM_SEATS
    before = counter_clockwise(last.big_blind, len(table.chairs))
    return next(seat for seat in before if seat in free), NEW_SEAT
