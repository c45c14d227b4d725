"""How events change a dealer's state. Nothing here refuses or reads a rulebook."""

from collections.abc import Callable
from typing import Any, Final

from fairdeal.kernel.values import changed
from fairdeal.play.connections import after_loss, after_pause, after_return
from fairdeal.play.events import ClocksPaused, ClocksResumed, ConnectionBack, ConnectionLost, HandDealt, Played
from fairdeal.play.fair import evolve as fair
from fairdeal.play.fair.events import (
    HandLocked,
    HandProven,
    PidsGiven,
    SeedRevealed,
    SeedsAwaited,
    SeedsPromised,
    VoidProven,
)
from fairdeal.play.playing import after_deal, after_play
from fairdeal.play.state import others_dropped, outcome_of
from fairdeal.tournament.dealer.events import (
    AttendanceCalled,
    DealEnded,
    DealEvent,
    DealOpened,
    DealVoided,
    OrderTaken,
    PlayersAwaited,
    ReportArrived,
    RollCalled,
    TableShut,
)
from fairdeal.tournament.dealer.state import DealerTable
from fairdeal.tournament.orders import HandPlayed, PlayHand


def evolve(table: DealerTable, event: DealEvent) -> DealerTable:
    """The dealer's state after the event."""
    return _EVOLVE[type(event)](table, event)


# ---- hands


def _order_taken(table: DealerTable, event: OrderTaken) -> DealerTable:
    away = frozenset(place.seat for place in event.order.places if place.away)
    return changed(table, order=event.order, away=away, report=None)


def _report_arrived(table: DealerTable, _event: ReportArrived) -> DealerTable:
    return changed(table, report=None)


def _attendance_called(table: DealerTable, event: AttendanceCalled) -> DealerTable:
    return changed(table, away=event.away)


def _roll_called(table: DealerTable, event: RollCalled) -> DealerTable:
    return changed(table, dropped=event.dropped)


def _opened(table: DealerTable, event: DealOpened) -> DealerTable:
    return changed(table, opened=event.open.number, open=event.open, report=None)


def _dealt(table: DealerTable, event: HandDealt) -> DealerTable:
    fair_play = fair.after_deal(table.fair_play, event.lineup.fair)
    return changed(table, running=after_deal(event), outcome=None, fair_play=fair_play)


def _played(table: DealerTable, event: Played) -> DealerTable:
    assert table.running is not None, "only a running hand is played"
    return changed(table, running=after_play(table.running, event))


def _ended(table: DealerTable, event: DealEnded) -> DealerTable:
    return changed(
        table,
        ended=event.report.number,
        open=None,
        report=event.report,
        deals_from=event.deals_from,
        running=None,
        outcome=outcome_of(table.running, event.report.number),
        order=None if table.order is None else _after(table.order, event.report),
    )


def _after(order: PlayHand, report: HandPlayed) -> PlayHand:
    """The order of a hand that was played, with what it left to everybody: this is shown until the next one comes."""
    left = {each.seat: each for each in report.left}
    places = (
        changed(place, stack=left[place.seat].stack, bank=left[place.seat].bank) if place.seat in left else place
        for place in order.places
    )
    return changed(order, places=tuple(places))


def _voided(table: DealerTable, event: DealVoided) -> DealerTable:
    return changed(
        table,
        open=None,
        report=event.report,
        running=None,
        outcome=None,
        order=None,
        fair=fair.without_lock(table.fair),
        fair_play=fair.after_void(table.fair_play),
    )


def _shut(table: DealerTable, _event: TableShut) -> DealerTable:
    return changed(table, closed=True, report=None, order=None, outcome=None)


def _awaited(table: DealerTable, event: PlayersAwaited) -> DealerTable:
    return changed(table, waits_until=event.until)


# ---- dealing by the players' cut


def _pids_given(table: DealerTable, event: PidsGiven) -> DealerTable:
    fair_play = table.fair_play
    for player in event.gone:
        fair_play = fair.without_player(fair_play, player)
    return changed(table, fair=fair.after_pids(table.fair, event), fair_play=fair_play)


def _locked(table: DealerTable, event: HandLocked) -> DealerTable:
    return changed(table, fair=fair.after_lock(table.fair, event))


def _proven(table: DealerTable, event: HandProven | VoidProven) -> DealerTable:
    return changed(table, fair=fair.after_proof(table.fair, event))


def _seeds_awaited(table: DealerTable, event: SeedsAwaited) -> DealerTable:
    return changed(table, fair_play=fair.after_awaiting(table.fair_play, event))


def _seeds_promised(table: DealerTable, event: SeedsPromised) -> DealerTable:
    return changed(table, fair_play=fair.after_promise(table.fair_play, event))


def _seed_revealed(table: DealerTable, event: SeedRevealed) -> DealerTable:
    return changed(table, fair_play=fair.after_reveal(table.fair_play, event))


# ---- connections and clocks


def _lost(table: DealerTable, event: ConnectionLost) -> DealerTable:
    dropped = (*others_dropped(table.dropped, event.player), (event.player, event.at))
    return changed(table, dropped=dropped, running=after_loss(table.running, event))


def _back(table: DealerTable, event: ConnectionBack) -> DealerTable:
    dropped = others_dropped(table.dropped, event.player)
    return changed(table, dropped=dropped, running=after_return(table.running, event))


def _paused(table: DealerTable, event: ClocksPaused) -> DealerTable:
    return changed(table, paused_since=event.at)


def _resumed(table: DealerTable, event: ClocksResumed) -> DealerTable:
    since = table.paused_since
    assert since is not None, "only paused clocks are resumed"
    fair_play = fair.after_pause(table.fair_play, since, event.at)
    return changed(table, paused_since=None, running=after_pause(table.running, since, event), fair_play=fair_play)


_EVOLVE: Final[dict[type[Any], Callable[[DealerTable, Any], DealerTable]]] = {
    DealOpened: _opened,
    DealEnded: _ended,
    DealVoided: _voided,
    TableShut: _shut,
    OrderTaken: _order_taken,
    ReportArrived: _report_arrived,
    AttendanceCalled: _attendance_called,
    RollCalled: _roll_called,
    PlayersAwaited: _awaited,
    HandDealt: _dealt,
    Played: _played,
    ConnectionLost: _lost,
    ConnectionBack: _back,
    ClocksPaused: _paused,
    ClocksResumed: _resumed,
    PidsGiven: _pids_given,
    HandLocked: _locked,
    HandProven: _proven,
    VoidProven: _proven,
    SeedsAwaited: _seeds_awaited,
    SeedsPromised: _seeds_promised,
    SeedRevealed: _seed_revealed,
}
