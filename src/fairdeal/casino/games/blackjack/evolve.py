"""The felt of blackjack after an event of its own."""

from collections.abc import Mapping
from typing import Any, Final

from fairdeal.casino.games.blackjack import events
from fairdeal.casino.games.blackjack.felt import BoxesFelt, boxes_of
from fairdeal.casino.games.blackjack.rules import CHECK_HOLE, DOUBLE, SPLIT
from fairdeal.casino.games.blackjack.wagers import Wager
from fairdeal.casino.paytables import NOTHING
from fairdeal.casino.table.evolve import Evolve
from fairdeal.casino.table.state import Table
from fairdeal.kernel import Cents, Instant, PlayerId
from fairdeal.kernel.values import changed


def _with_felt(table: Table, felt: BoxesFelt) -> Table:
    return changed(table, felt=felt)


def _decided_on(table: Table, felt: BoxesFelt, since: Instant) -> Table:
    """The table with that felt after a player has decided: the last card can no longer be replaced."""
    station = table.station
    if station.correctable:
        station = changed(station, correctable=False)
    return changed(table, felt=felt, station=station, since=since)


# ---- seats


def _seat_taken(table: Table, event: events.SeatTaken) -> Table:
    felt = boxes_of(table)
    return _with_felt(
        table,
        changed(
            felt,
            seats=_put(felt.seats, event.seat, event.player),
            idle=_put(felt.idle, event.seat, 0),
            queue=tuple(player for player in felt.queue if player != event.player),
        ),
    )


def _seat_left(table: Table, event: events.SeatLeft) -> Table:
    felt = boxes_of(table)
    return _with_felt(
        table, changed(felt, seats=_put(felt.seats, event.seat, None), leaving=felt.leaving - {event.player})
    )


def _seat_leave_asked(table: Table, event: events.SeatLeaveAsked) -> Table:
    felt = boxes_of(table)
    return _with_felt(table, changed(felt, leaving=felt.leaving | {event.player}))


def _queue_changed(table: Table, event: events.QueueChanged) -> Table:
    felt = boxes_of(table)
    others = tuple(player for player in felt.queue if player != event.player)
    return _with_felt(table, changed(felt, queue=(*others, event.player) if event.waits else others))


def _seats_passed(table: Table, event: events.SeatsPassed) -> Table:
    felt = boxes_of(table)
    idle = tuple(count + 1 if seat in event.seats else 0 for seat, count in enumerate(felt.idle))
    return _with_felt(table, changed(felt, idle=idle))


def _put(row: tuple[Any, ...], place: int, value: object) -> tuple[Any, ...]:
    return (*row[:place], value, *row[place + 1 :])


# ---- bets


def _bet_placed(table: Table, event: events.BetPlaced) -> Table:
    felt = boxes_of(table)
    before = felt.wagers[event.player].original if event.player in felt.wagers else 0
    wager = Wager(event.seat, (Cents(before + event.amount),))
    return _with_felt(table, changed(felt, wagers={**felt.wagers, event.player: wager}))


def _bet_returned(table: Table, event: events.BetReturned) -> Table:
    felt = boxes_of(table)
    wagers = {player: wager for player, wager in felt.wagers.items() if player != event.player}
    return _with_felt(table, changed(felt, wagers=wagers))


def _follow_answered(table: Table, event: events.FollowAnswered) -> Table:
    felt = boxes_of(table)
    return _with_felt(table, changed(felt, follows={**felt.follows, event.player: event.follows}))


# ---- play


def _insurance_offered(table: Table, event: events.InsuranceOffered) -> Table:
    return changed(table, felt=changed(boxes_of(table), asked=True), deadline=event.until)


def _insurance_answered(table: Table, event: events.InsuranceAnswered) -> Table:
    felt = boxes_of(table)
    wager = changed(felt.wagers[event.player], insurance=event.amount)
    felt = changed(felt, wagers={**felt.wagers, event.player: wager}, insured=felt.insured | {event.player})
    return _decided_on(table, felt, table.since)


def _hole_checked(table: Table, event: events.HoleChecked) -> Table:
    """Nothing is left in the wagers of insurance that is settled."""
    felt = boxes_of(table)
    settled = {each.player for each in event.payments}
    wagers = {
        player: changed(wager, insurance=NOTHING) if player in settled else wager
        for player, wager in felt.wagers.items()
    }
    felt = changed(felt, wagers=wagers, inputs=(*felt.inputs, CHECK_HOLE), checked=event.payments, asked=False)
    return _decided_on(table, felt, event.at)


def _turn_began(table: Table, event: events.TurnBegan) -> Table:
    return changed(table, felt=changed(boxes_of(table), turn=event.turn, asked=True), deadline=event.until)


def _decided(table: Table, event: events.Decided) -> Table:
    felt = boxes_of(table)
    wagers = felt.wagers
    if event.act in (DOUBLE, SPLIT):
        wagers = _with_extras(wagers, event, dict(event.extras))
    felt = changed(felt, wagers=wagers, inputs=(*felt.inputs, event.act), asked=False)
    return _decided_on(table, felt, event.at)


def _with_extras(
    wagers: Mapping[PlayerId, Wager], event: events.Decided, extras: Mapping[PlayerId, Cents]
) -> dict[PlayerId, Wager]:
    """Every wager on the seat follows its hands, with an additional bet or without."""

    def after(player: PlayerId, wager: Wager) -> Wager:
        if wager.seat != event.seat:
            return wager
        extra = extras.get(player, NOTHING)
        return wager.split(event.hand, extra) if event.act == SPLIT else wager.double(event.hand, extra)

    return {player: after(player, wager) for player, wager in wagers.items()}


def _unchanged(table: Table, _: events.HandEnded) -> Table:
    return table


def _hole_shown(table: Table, event: events.HoleShown) -> Table:
    return _decided_on(table, changed(boxes_of(table), hole_shown=True), max(table.since, event.at))


EVOLVE: Final[dict[type[Any], Evolve]] = {
    events.SeatTaken: _seat_taken,
    events.SeatLeft: _seat_left,
    events.SeatLeaveAsked: _seat_leave_asked,
    events.QueueChanged: _queue_changed,
    events.SeatsPassed: _seats_passed,
    events.BetPlaced: _bet_placed,
    events.BetReturned: _bet_returned,
    events.FollowAnswered: _follow_answered,
    events.InsuranceOffered: _insurance_offered,
    events.InsuranceAnswered: _insurance_answered,
    events.HoleChecked: _hole_checked,
    events.TurnBegan: _turn_began,
    events.Decided: _decided,
    events.HandEnded: _unchanged,
    events.HoleShown: _hole_shown,
}
