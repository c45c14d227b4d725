"""The table after an event; nothing is refused here, and no rulebook is needed."""

from collections.abc import Callable
from typing import Any, Final

from fairdeal.casino.chat import ChatBlocked, ChatEvent, MessageReported, Muted, Said, evolve_chat
from fairdeal.casino.dealer import PREPARATION, StepKind
from fairdeal.casino.games.roulette import Bets
from fairdeal.casino.games.statistics import KEPT
from fairdeal.casino.table import events, station_events
from fairdeal.casino.table.evolve_boxes import BOXES, forgotten
from fairdeal.casino.table.state import BoxesFelt, CorrectionKind, Felt, LayoutFelt, Phase, Proposal, Table
from fairdeal.kernel import Cents, Instant
from fairdeal.kernel.values import changed

HIDDEN: Final = -1
"""Where a card's number would stand, for a card nobody may know."""


def evolve(table: Table, event: events.TableEvent) -> Table:
    """The next state."""
    return _EVOLVE[type(event)](table, event)


# ---- people


def _joined(table: Table, event: events.Joined) -> Table:
    since = event.at if table.phase is Phase.IDLE else table.since
    return changed(table, since=since, guests={**table.guests, event.player: True})


def _left(table: Table, event: events.Left) -> Table:
    guests = {player: connected for player, connected in table.guests.items() if player != event.player}
    felt = table.felt
    if isinstance(felt, LayoutFelt):
        staged = {player: moves for player, moves in felt.staged.items() if player != event.player}
        last = {player: bets for player, bets in felt.last.items() if player != event.player}
        return changed(table, guests=guests, felt=changed(felt, staged=staged, last=last))
    if event.forgets:
        felt = changed(felt, forgets=felt.forgets | {event.player})
    if event.player not in felt.wagers:
        felt = forgotten(felt)
    return changed(table, guests=guests, felt=felt)


def _connection_changed(table: Table, event: events.ConnectionChanged) -> Table:
    return changed(table, guests={**table.guests, event.player: event.connected})


# ---- the round


def _betting_opened(table: Table, event: events.BettingOpened) -> Table:
    felt = table.felt
    if isinstance(felt, LayoutFelt):
        felt = changed(felt, staged={}, bets={}, drawn=())
    else:
        felt = changed(felt, wagers={}, boxes=(), inputs=(), insured=frozenset(), hole_shown=False, turn=0)
    return changed(
        table,
        felt=felt,
        phase=Phase.BETTING,
        edition=event.edition,
        round=event.round,
        since=event.at,
        deadline=event.closes_at,
        announcement=None,
        station=changed(table.station, called=False, failures=0, correctable=False),
    )


def _betting_closed(table: Table, event: events.BettingClosed) -> Table:
    felt = table.felt
    felt = changed(felt, staged={}) if isinstance(felt, LayoutFelt) else changed(felt, boxes=event.boxes, checked=())
    out = 0 if table.shoe is None else table.shoe.out
    return changed(table, felt=felt, phase=Phase.CLOSED, since=event.at, paid=(), round_out=out)


def _window_lapsed(table: Table, event: events.WindowLapsed) -> Table:
    felt = changed(table.felt, staged={}) if isinstance(table.felt, LayoutFelt) else table.felt
    return changed(
        table, felt=felt, phase=Phase.RESULT, round=event.round - 1, since=event.at, deadline=event.reopens_at
    )


def _shoe_shuffled(table: Table, event: events.ShoeShuffled) -> Table:
    felt = table.felt
    if isinstance(felt, LayoutFelt) and not event.in_round:
        felt = changed(felt, results=())
    before = () if table.shoe is None or not event.in_round else (table.shoe,)
    return changed(
        table,
        felt=felt,
        shoe=event.shoe,
        shoes=event.shoe.number,
        round_out=0 if event.in_round else table.round_out,
        shuffle_asked=event.in_round,
        revealed=table.revealed if event.in_round else table.shoe,
        spent=(*(table.spent if table.refilled else ()), *before),
        station=changed(table.station, prepared=0, inspected=True),
    )


def _burned(table: Table, event: events.Burned) -> Table:
    """Cards burnt before the first of the round are discards like those of earlier rounds."""
    assert table.shoe is not None
    shoe = table.shoe.burnt(event.count)
    discards = shoe.out if table.in_round and table.shoe.out == table.round_out else table.round_out
    return changed(table, shoe=shoe, round_out=discards)


def _spun(table: Table, event: events.Spun) -> Table:
    return changed(
        table,
        felt=changed(table.layout, drawn=(event.pocket,)),
        phase=Phase.PLAYING,
        since=event.at,
        station=changed(table.station, correctable=True),
    )


def _card_dealt(table: Table, event: events.CardDealt) -> Table:
    assert table.shoe is not None
    station = table.station
    if station.failures or station.picked_up or not station.correctable:
        station = changed(station, failures=0, correctable=True, picked_up=False)
    return changed(
        table,
        felt=_with_card(table, event.card),
        phase=Phase.PLAYING,
        since=event.at,
        shoe=table.shoe.after(event.card),
        station=station,
    )


def _with_card(table: Table, card: int) -> LayoutFelt | BoxesFelt:
    felt = table.felt
    if isinstance(felt, LayoutFelt):
        return changed(felt, drawn=(*felt.drawn, card))
    return changed(felt, inputs=(*felt.inputs, card))


def _outcome_known(table: Table, event: events.OutcomeKnown) -> Table:
    return changed(table, phase=Phase.DECIDED, since=event.at)


def _round_settled(table: Table, event: events.RoundSettled) -> Table:
    felt = table.felt
    if isinstance(felt, LayoutFelt):
        felt = changed(felt, last={**felt.last, **felt.bets}, bets={}, results=(*felt.results, event.result)[-KEPT:])
    else:
        felt = forgotten(changed(felt, wagers={}))
    return changed(
        table,
        felt=felt,
        phase=Phase.RESULT,
        since=event.at,
        deadline=event.reopens_at,
        paid=event.payments,
        station=changed(table.station, correctable=False),
    )


def _round_voided(table: Table, event: events.RoundVoided) -> Table:
    return changed(
        table,
        felt=_without_bets(table),
        phase=Phase.RESULT,
        since=event.at,
        deadline=event.reopens_at,
        paid=event.payments,
        station=changed(table.station, failures=0, correctable=False),
    )


def _without_bets(table: Table) -> Felt:
    """The felt when all bets went back; insurance of the round before is not of this one."""
    felt = table.felt
    if isinstance(felt, LayoutFelt):
        return changed(felt, staged={}, bets={}, drawn=())
    return forgotten(changed(felt, wagers={}, checked=felt.checked if table.in_round else ()))


# ---- layouts


def _chips_placed(table: Table, event: events.ChipsPlaced) -> Table:
    felt = table.layout
    moves = (*felt.staged.get(event.player, ()), event.chips)
    return changed(table, felt=changed(felt, staged={**felt.staged, event.player: moves}))


def _chips_taken(table: Table, event: events.ChipsTaken) -> Table:
    felt = table.layout
    moves = () if event.everything else felt.staged.get(event.player, ())[:-1]
    return changed(table, felt=changed(felt, staged={**felt.staged, event.player: moves}))


def _bets_confirmed(table: Table, event: events.BetsConfirmed) -> Table:
    felt = table.layout
    bets = merged((*felt.bets.get(event.player, ()), *event.bets))
    kept = (event.kept,) if event.kept else ()
    return changed(
        table,
        felt=changed(felt, staged={**felt.staged, event.player: kept}, bets={**felt.bets, event.player: bets}),
    )


def merged(chips: Bets) -> Bets:
    """Chips on the same spot counted together, in the order in which the spots were first used."""
    sums: dict[str, int] = {}
    for spot, amount in chips:
        sums[spot] = sums.get(spot, 0) + amount
    return tuple((spot, Cents(amount)) for spot, amount in sums.items())


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
    return changed(table, hold=None, deadline=Instant(table.deadline + event.stood))


def _correction_proposed(table: Table, event: station_events.CorrectionProposed) -> Table:
    return changed(table, station=changed(table.station, proposal=Proposal(event.correction, event.people)))


def _corrected(table: Table, event: station_events.Corrected) -> Table:
    station = changed(table.station, proposal=None, corrections=event.number, failures=0)
    value, felt = event.correction.value, table.felt
    told = event.correction if event.face_up else changed(event.correction, value=HIDDEN)
    table = changed(table, station=station, announcement=told)
    if event.correction.kind is CorrectionKind.POCKET_REPLACED:
        return changed(table, felt=changed(table.layout, drawn=(value,)), phase=Phase.PLAYING)
    if event.correction.kind is not CorrectionKind.CARD_REPLACED:
        return table
    assert table.shoe is not None
    if isinstance(felt, LayoutFelt):
        felt = changed(felt, drawn=(*felt.drawn[:-1], value))
    else:
        felt = changed(felt, inputs=(*felt.inputs[:-1], value))
    return changed(table, felt=felt, phase=Phase.PLAYING, shoe=table.shoe.without(event.replaced).after(value))


def _correction_dismissed(table: Table, _: station_events.CorrectionDismissed) -> Table:
    return changed(table, station=changed(table.station, proposal=None))


def _dealer_changed(table: Table, event: station_events.DealerChanged) -> Table:
    return changed(table, station=changed(table.station, dealer=event.dealer))


def _shuffle_asked(table: Table, event: station_events.ShuffleAsked) -> Table:
    station = changed(table.station, inspected=table.station.inspected and not event.new_cards)
    return changed(table, shuffle_asked=True, station=station)


def _recovered(table: Table, event: station_events.Recovered) -> Table:
    return changed(
        table,
        guests=dict.fromkeys(table.guests, False),
        deadline=Instant(table.deadline + event.stood),
        since=Instant(table.since + event.stood),
        hold=None if table.hold is None else changed(table.hold, since=Instant(table.hold.since + event.stood)),
    )


def _time_given_back(table: Table, event: station_events.TimeGivenBack) -> Table:
    return changed(table, deadline=Instant(table.deadline + event.stood))


def _chat(table: Table, event: ChatEvent) -> Table:
    return changed(table, chat=evolve_chat(table.chat, event))


_EVOLVE: Final[dict[type[Any], Callable[[Table, Any], Table]]] = {
    events.Joined: _joined,
    events.Left: _left,
    events.ConnectionChanged: _connection_changed,
    events.BettingOpened: _betting_opened,
    events.BettingClosed: _betting_closed,
    events.WindowLapsed: _window_lapsed,
    events.ShoeShuffled: _shoe_shuffled,
    events.Burned: _burned,
    events.Spun: _spun,
    events.CardDealt: _card_dealt,
    events.OutcomeKnown: _outcome_known,
    events.RoundSettled: _round_settled,
    events.RoundVoided: _round_voided,
    events.ChipsPlaced: _chips_placed,
    events.ChipsTaken: _chips_taken,
    events.BetsConfirmed: _bets_confirmed,
    station_events.StepFinished: _step_finished,
    station_events.CardUnread: _card_unread,
    station_events.CardRefused: _unchanged,
    station_events.Held: _held,
    station_events.Released: _released,
    station_events.CorrectionProposed: _correction_proposed,
    station_events.Corrected: _corrected,
    station_events.CorrectionDismissed: _correction_dismissed,
    station_events.DealerChanged: _dealer_changed,
    station_events.ShuffleAsked: _shuffle_asked,
    station_events.Recovered: _recovered,
    station_events.TimeGivenBack: _time_given_back,
    **dict.fromkeys((Said, Muted, MessageReported, ChatBlocked), _chat),
    **BOXES,
}
