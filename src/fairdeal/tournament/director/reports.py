"""Dealers' reports: recorded once, however often they come, and refused where they do not add up."""

from collections.abc import Iterator, Mapping

from fairdeal.kernel import Chips, Instant, PlayerId, Rejection, reject
from fairdeal.rulebook.schema.choices import SitOutEnd
from fairdeal.tournament.director.chips import may_buy_again
from fairdeal.tournament.director.consequences import settle_and_deal
from fairdeal.tournament.director.draft import DirectorDraft
from fairdeal.tournament.director.events import HandRecorded, HandReordered, TableGone
from fairdeal.tournament.director.state import Fallen, Table
from fairdeal.tournament.orders import Bust, HandAbandoned, HandPlayed, PlayHand, TableClosed


def record_hand(draft: DirectorDraft, report: HandPlayed) -> Rejection | None:
    """Record the stacks after a hand, then settle and deal."""
    table = draft.state.floor.tables.get(report.table)
    if table is None or table.closing or report.number < table.hands:
        return None
    order = table.order
    if order is None or report.number != order.number:
        return None if report.number == table.hands else reject("no_such_hand", None, number=report.number)
    fault = _fault(order, report)
    if fault is not None:
        return reject("inconsistent_report", None, number=report.number, seat=fault)
    fallen = tuple(_fallen(draft, table, order, report))
    re_buy = draft.state.setup.re_buy
    until = None
    if re_buy is not None and any(not each.decided for each in fallen):
        until = Instant(draft.time + re_buy.window)
    ends = draft.rules.poker.sit_out.imposed_ends_by.value is SitOutEnd.RECONNECTION
    draft.emit(
        HandRecorded(report.table, report.number, report.hand, draft.now, report.left, fallen, until, ends, report.log),
    )
    settle_and_deal(draft)
    return None


def _fault(order: PlayHand, report: HandPlayed) -> int | None:
    """A seat about which the report cannot be true, -1 where only the sum is wrong; None: it adds up."""
    starts = {place.seat: place.stack for place in order.places}
    left = {each.seat: each.stack for each in report.left}
    for seat in starts.keys() ^ left.keys():
        return seat
    for each in report.left:
        if each.stack < 0 or each.bank < 0:
            return each.seat
    if len(left) != len(report.left) or sum(left.values()) != sum(starts.values()):
        return -1
    busts = {bust.seat: bust for bust in report.busts}
    for seat in {seat for seat, stack in left.items() if stack == 0} ^ busts.keys():
        return seat
    return next((seat for seat, bust in busts.items() if not _is_possible(bust, starts, left)), None)


def _is_possible(bust: Bust, starts: Mapping[int, Chips], left: Mapping[int, Chips]) -> bool:
    winners = [seat for pot in bust.pots for seat in pot]
    return bust.start == starts[bust.seat] and all(left.get(seat, 0) > 0 for seat in winners)


def _fallen(draft: DirectorDraft, table: Table, order: PlayHand, report: HandPlayed) -> Iterator[Fallen]:
    """Players without chips; not those who bought chips during the hand."""
    players = {place.seat: place.player for place in order.places}
    for bust in report.busts:
        chair = table.chairs[bust.seat]
        assert chair is not None, bust
        if chair.bought == 0:
            player = players[bust.seat]
            by: tuple[PlayerId, ...] = tuple(players[seat] for seat in bust.pots[-1]) if bust.pots else ()
            entrant = draft.state.entrants[player]
            decides = not entrant.disqualified and may_buy_again(draft.state, entrant, 0, draft.time) is None
            yield Fallen(player, bust.start, by, decided=not decides)


def reorder_hand(draft: DirectorDraft, report: HandAbandoned) -> Rejection | None:
    """Order a hand that was void again, from its starting stacks."""
    table = draft.state.floor.tables.get(report.table)
    order = None if table is None else table.order
    if order is None or (order.number, order.attempt) != (report.number, report.attempt):
        return None
    draft.emit(HandReordered(report.table, order.number, order.attempt + 1, draft.now, report.rule))
    return None


def note_closed(draft: DirectorDraft, report: TableClosed) -> Rejection | None:
    """Note that the dealer of a broken table has gone."""
    table = draft.state.floor.tables.get(report.table)
    if table is not None and not table.closing:
        return reject("table_is_open", None, table=report.table)
    if table is not None:
        draft.emit(TableGone(report.table))
    return None
