"""The felt of blackjack after an event."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from fairdeal.casino.games.blackjack import CHECK_HOLE, DOUBLE, SPLIT
from fairdeal.casino.games.wagers import NOTHING, Wager
from fairdeal.casino.table import box_events
from fairdeal.casino.table.state import BoxesFelt, Table
from fairdeal.kernel import Cents, PlayerId
from fairdeal.kernel.values import changed


def _with_felt(table: Table, felt: BoxesFelt, *, decided: bool = False) -> Table:
    """The table with that felt; once somebody decided, the last card can no longer be replaced."""
    station = table.station
    if decided and station.correctable:
        return changed(table, felt=felt, station=changed(station, correctable=False))
    return changed(table, felt=felt)


def forgotten(felt: BoxesFelt) -> BoxesFelt:
    """The felt without the answers of those who left and have no bet any more: their next visit is asked anew."""
    gone = {player for player in felt.forgets if player not in felt.wagers}
    if not gone:
        return felt
    follows = {player: answer for player, answer in felt.follows.items() if player not in gone}
    return changed(felt, follows=follows, forgets=felt.forgets - gone)


# ---- seats


def _seat_taken(table: Table, event: box_events.SeatTaken) -> Table:
    felt = table.boxes
    return _with_felt(
        table,
        changed(
            felt,
            seats=_put(felt.seats, event.seat, event.player),
            idle=_put(felt.idle, event.seat, 0),
            queue=tuple(player for player in felt.queue if player != event.player),
        ),
    )


def _seat_left(table: Table, event: box_events.SeatLeft) -> Table:
    felt = table.boxes
    return _with_felt(
        table, changed(felt, seats=_put(felt.seats, event.seat, None), leaving=felt.leaving - {event.player})
    )


def _seat_leave_asked(table: Table, event: box_events.SeatLeaveAsked) -> Table:
    felt = table.boxes
    return _with_felt(table, changed(felt, leaving=felt.leaving | {event.player}))


def _queue_changed(table: Table, event: box_events.QueueChanged) -> Table:
    felt = table.boxes
    others = tuple(player for player in felt.queue if player != event.player)
    return _with_felt(table, changed(felt, queue=(*others, event.player) if event.waits else others))


def _seats_passed(table: Table, event: box_events.SeatsPassed) -> Table:
    felt = table.boxes
    idle = tuple(count + 1 if seat in event.seats else 0 for seat, count in enumerate(felt.idle))
    return _with_felt(table, changed(felt, idle=idle))


def _put(row: tuple[Any, ...], place: int, value: object) -> tuple[Any, ...]:
    return (*row[:place], value, *row[place + 1 :])


# ---- bets


def _bet_placed(table: Table, event: box_events.BetPlaced) -> Table:
    felt = table.boxes
    before = felt.wagers[event.player].original if event.player in felt.wagers else 0
    wager = Wager(event.seat, (Cents(before + event.amount),))
    return _with_felt(table, changed(felt, wagers={**felt.wagers, event.player: wager}))


def _bet_returned(table: Table, event: box_events.BetReturned) -> Table:
    felt = table.boxes
    wagers = {player: wager for player, wager in felt.wagers.items() if player != event.player}
    return _with_felt(table, changed(felt, wagers=wagers))


def _follow_answered(table: Table, event: box_events.FollowAnswered) -> Table:
    felt = table.boxes
    return _with_felt(table, changed(felt, follows={**felt.follows, event.player: event.follows}))


# ---- play


def _deadline(table: Table, event: box_events.InsuranceOffered) -> Table:
    return changed(table, deadline=event.until)


def _insurance_answered(table: Table, event: box_events.InsuranceAnswered) -> Table:
    felt = table.boxes
    wager = changed(felt.wagers[event.player], insurance=event.amount)
    felt = changed(felt, wagers={**felt.wagers, event.player: wager}, insured=felt.insured | {event.player})
    return _with_felt(table, felt, decided=True)


def _hole_checked(table: Table, event: box_events.HoleChecked) -> Table:
    """Nothing is left in the wagers of insurance that is settled."""
    felt = table.boxes
    settled = {each.player for each in event.payments}
    wagers = {
        player: changed(wager, insurance=NOTHING) if player in settled else wager
        for player, wager in felt.wagers.items()
    }
    felt = changed(felt, wagers=wagers, inputs=(*felt.inputs, CHECK_HOLE), checked=event.payments)
    return changed(_with_felt(table, felt, decided=True), since=event.at)


def _turn_began(table: Table, event: box_events.TurnBegan) -> Table:
    return changed(table, felt=changed(table.boxes, turn=event.turn), deadline=event.until)


def _decided(table: Table, event: box_events.Decided) -> Table:
    felt = table.boxes
    wagers = felt.wagers
    if event.act in (DOUBLE, SPLIT):
        wagers = _with_extras(wagers, event, dict(event.extras))
    felt = changed(felt, wagers=wagers, inputs=(*felt.inputs, event.act))
    return changed(_with_felt(table, felt, decided=True), since=event.at)


def _with_extras(
    wagers: Mapping[PlayerId, Wager], event: box_events.Decided, extras: Mapping[PlayerId, Cents]
) -> dict[PlayerId, Wager]:
    """Every wager on the seat follows its hands, with an additional bet or without."""

    def after(player: PlayerId, wager: Wager) -> Wager:
        if wager.seat != event.seat:
            return wager
        extra = extras.get(player, NOTHING)
        return wager.split(event.hand, extra) if event.act == SPLIT else wager.double(event.hand, extra)

    return {player: after(player, wager) for player, wager in wagers.items()}


def _unchanged(table: Table, _: box_events.HandEnded) -> Table:
    return table


def _hole_shown(table: Table, _: box_events.HoleShown) -> Table:
    return _with_felt(table, changed(table.boxes, hole_shown=True), decided=True)


BOXES: Final[dict[type[Any], Callable[[Table, Any], Table]]] = {
    box_events.SeatTaken: _seat_taken,
    box_events.SeatLeft: _seat_left,
    box_events.SeatLeaveAsked: _seat_leave_asked,
    box_events.QueueChanged: _queue_changed,
    box_events.SeatsPassed: _seats_passed,
    box_events.BetPlaced: _bet_placed,
    box_events.BetReturned: _bet_returned,
    box_events.FollowAnswered: _follow_answered,
    box_events.InsuranceOffered: _deadline,
    box_events.InsuranceAnswered: _insurance_answered,
    box_events.HoleChecked: _hole_checked,
    box_events.TurnBegan: _turn_began,
    box_events.Decided: _decided,
    box_events.HandEnded: _unchanged,
    box_events.HoleShown: _hole_shown,
}
