"""
The state of a casino table after an event; never refuses, and needs no rulebook.

This module applies the events that every table has, to the table and to the felt of its game; a game applies its own.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

from fairdeal.casino.chat import ChatBlocked, ChatEvent, MessageRemoved, MessageReported, Muted, Said, evolve_chat
from fairdeal.casino.dealer import PREPARATION, StepKind
from fairdeal.casino.table import events, station_events
from fairdeal.casino.table.fair import evolve as fair
from fairdeal.casino.table.fair import scanning
from fairdeal.casino.table.state import NEVER, CorrectionKind, Phase, Proposal, Table
from fairdeal.kernel import Instant
from fairdeal.kernel.values import changed

HIDDEN: Final = -1
"""Shown instead of the number of a card that lies face down."""


Evolve = Callable[[Table, Any], Table]
"""Returns the table after an event."""


def evolve_with(own: Mapping[type[Any], Evolve]) -> Evolve:
    """The evolve function of a table whose game applies its own events with these functions, by event type."""
    every = {**_EVOLVE, **own}

    def evolve(table: Table, event: events.TableEvent) -> Table:
        after = every[type(event)](table, event)
        return after if after.scans is None else scanning.logged(after, event)

    return evolve


# ---- people


def _joined(table: Table, event: events.Joined) -> Table:
    since = event.at if table.phase is Phase.IDLE else table.since
    return changed(table, since=since, guests={**table.guests, event.player: True})


def _left(table: Table, event: events.Left) -> Table:
    guests = {player: connected for player, connected in table.guests.items() if player != event.player}
    left = changed(table, guests=guests, felt=table.felt.left(event.player, forgets=event.forgets))
    return left if table.fair is None else fair.without(left, event.player)


def _connection_changed(table: Table, event: events.ConnectionChanged) -> Table:
    return changed(table, guests={**table.guests, event.player: event.connected})


# ---- the round


def _betting_opened(table: Table, event: events.BettingOpened) -> Table:
    return changed(
        table,
        felt=table.felt.opened(),
        phase=Phase.BETTING,
        edition=event.edition,
        round=event.round,
        since=event.at,
        deadline=event.closes_at,
        announcement=None,
        station=changed(table.station, called=False, failures=0, correctable=False, sensed=-1),
    )


def _betting_closed(table: Table, event: events.BettingClosed) -> Table:
    out = 0 if table.shoe is None else table.shoe.out
    felt = table.felt.closed(event.boxes)
    return changed(table, felt=felt, phase=Phase.CLOSED, since=event.at, closed_at=event.at, paid=(), round_out=out)


def _window_lapsed(table: Table, event: events.WindowLapsed) -> Table:
    return changed(
        table,
        felt=table.felt.lapsed(),
        phase=Phase.RESULT,
        round=event.round - 1,
        since=event.at,
        deadline=event.reopens_at,
    )


def _shoe_shuffled(table: Table, event: events.ShoeShuffled) -> Table:
    before = () if table.shoe is None or not event.in_round else (table.shoe,)
    return changed(
        table,
        felt=table.felt if event.in_round else table.felt.shuffled(),
        shoe=event.shoe,
        shoes=event.shoe.number,
        round_out=0 if event.in_round else table.round_out,
        shuffle_asked=event.in_round,
        revealed=table.revealed if event.in_round else table.shoe,
        spent=(*(table.spent if table.refilled else ()), *before),
        station=changed(table.station, prepared=0, inspected=True),
    )


def _burned(table: Table, event: events.Burned) -> Table:
    """The table after cards were burnt; before the first card of a round they count as cards of earlier rounds."""
    assert table.shoe is not None
    shoe = table.shoe.burnt(event.count)
    discards = shoe.out if table.in_round and table.shoe.out == table.round_out else table.round_out
    return changed(table, shoe=shoe, round_out=discards)


def _card_dealt(table: Table, event: events.CardDealt) -> Table:
    assert table.shoe is not None
    station = table.station
    if station.failures or station.picked_up or not station.correctable:
        station = changed(station, failures=0, correctable=True, picked_up=False)
    return changed(
        table,
        felt=table.felt.with_dealt((*table.felt.dealt, event.card)),
        phase=Phase.PLAYING,
        since=event.at,
        shoe=table.shoe.after(event.card),
        station=station,
    )


def _outcome_known(table: Table, event: events.OutcomeKnown) -> Table:
    return changed(table, phase=Phase.DECIDED, since=event.at)


def _round_settled(table: Table, event: events.RoundSettled) -> Table:
    return changed(
        table,
        felt=table.felt.settled(event.result),
        phase=Phase.RESULT,
        since=event.at,
        deadline=event.reopens_at,
        paid=event.payments,
        station=changed(table.station, correctable=False),
    )


def _round_voided(table: Table, event: events.RoundVoided) -> Table:
    return changed(
        table,
        felt=table.felt.voided(in_round=table.in_round),
        phase=Phase.RESULT,
        since=event.at,
        deadline=event.reopens_at,
        paid=event.payments,
        station=changed(table.station, failures=0, correctable=False),
    )


# ---- the station


def _step_finished(table: Table, event: station_events.StepFinished) -> Table:
    station = table.station
    if event.step in PREPARATION:
        station = changed(station, prepared=PREPARATION.index(event.step) + 1)
    elif event.step is StepKind.CALL_NO_MORE_BETS:
        station = changed(station, called=True)
    elif event.step is StepKind.PICK_UP:
        station = changed(station, picked_up=True)
    return changed(table, station=station)


def _card_unread(table: Table, event: station_events.CardUnread) -> Table:
    return changed(table, station=changed(table.station, failures=event.attempt))


def _unchanged(table: Table, _: object) -> Table:
    return table


def _held(table: Table, event: station_events.Held) -> Table:
    return changed(table, hold=event.hold)


def _released(table: Table, event: station_events.Released) -> Table:
    """The table goes on; people have looked at it, so nobody is awaited and no sensor is asked again."""
    station = table.station
    if station.sensed >= 0 or station.pit_called:
        station = changed(station, sensed=-1, pit_called=NEVER)
    return changed(table, hold=None, deadline=Instant(table.deadline + event.stood), station=station)


def _correction_proposed(table: Table, event: station_events.CorrectionProposed) -> Table:
    return changed(table, station=changed(table.station, proposal=Proposal(event.correction, event.people)))


def _corrected(table: Table, event: station_events.Corrected) -> Table:
    station = changed(table.station, proposal=None, corrections=event.number, failures=0)
    kind, value, felt = event.correction.kind, event.correction.value, table.felt
    told = event.correction if event.face_up else changed(event.correction, value=HIDDEN)
    table = changed(table, station=station, announcement=told)
    if kind not in (CorrectionKind.CARD_REPLACED, CorrectionKind.POCKET_REPLACED):
        return table
    table = changed(table, felt=felt.with_dealt((*felt.dealt[:-1], value)), phase=Phase.PLAYING)
    if kind is CorrectionKind.POCKET_REPLACED:
        return table
    assert table.shoe is not None
    return changed(table, shoe=table.shoe.without(event.replaced).after(value))


def _correction_dismissed(table: Table, _: station_events.CorrectionDismissed) -> Table:
    return changed(table, station=changed(table.station, proposal=None))


def _pit_called(table: Table, event: station_events.PitCalled) -> Table:
    return changed(table, station=changed(table.station, pit_called=event.at))


def _dealer_changed(table: Table, event: station_events.DealerChanged) -> Table:
    return changed(table, station=changed(table.station, dealer=event.dealer, dealer_since=event.at))


def _shuffle_asked(table: Table, event: station_events.ShuffleAsked) -> Table:
    station = changed(table.station, inspected=table.station.inspected and not event.new_cards)
    return changed(table, shuffle_asked=True, station=station)


def _recovered(table: Table, event: station_events.Recovered) -> Table:
    return changed(
        fair.stopped(table),
        guests=dict.fromkeys(table.guests, False),
        deadline=Instant(table.deadline + event.stood),
        since=Instant(table.since + event.stood),
        hold=None if table.hold is None else changed(table.hold, since=Instant(table.hold.since + event.stood)),
    )


def _time_given_back(table: Table, event: station_events.TimeGivenBack) -> Table:
    return changed(fair.shifted(table, event.stood), deadline=Instant(table.deadline + event.stood))


def _chat(table: Table, event: ChatEvent) -> Table:
    return changed(table, chat=evolve_chat(table.chat, event))


_EVOLVE: Final[dict[type[Any], Evolve]] = {
    events.Joined: _joined,
    events.Left: _left,
    events.ConnectionChanged: _connection_changed,
    events.BettingOpened: _betting_opened,
    events.BettingClosed: _betting_closed,
    events.WindowLapsed: _window_lapsed,
    events.ShoeShuffled: _shoe_shuffled,
    events.Burned: _burned,
    events.CardDealt: _card_dealt,
    events.OutcomeKnown: _outcome_known,
    events.RoundSettled: _round_settled,
    events.RoundVoided: _round_voided,
    station_events.StepFinished: _step_finished,
    station_events.CardUnread: _card_unread,
    station_events.CardRefused: _unchanged,
    station_events.Held: _held,
    station_events.Released: _released,
    station_events.CorrectionProposed: _correction_proposed,
    station_events.Corrected: _corrected,
    station_events.CorrectionDismissed: _correction_dismissed,
    station_events.PitCalled: _pit_called,
    station_events.DealerChanged: _dealer_changed,
    station_events.ShuffleAsked: _shuffle_asked,
    station_events.Recovered: _recovered,
    station_events.TimeGivenBack: _time_given_back,
    **fair.EVOLVE,
    **dict.fromkeys((Said, Muted, MessageReported, ChatBlocked, MessageRemoved), _chat),
}
