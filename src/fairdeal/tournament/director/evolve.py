"""How the events of `events` change a tournament. Nothing here refuses; an event changes only the tables and entrants it is about."""

from collections.abc import Callable
from typing import Any, Final

from fairdeal.fair import TableLog, id16
from fairdeal.kernel import Cents, Chips, Instant
from fairdeal.kernel.persistent_map import PersistentMap
from fairdeal.kernel.values import changed
from fairdeal.poker.rotation import Positions
from fairdeal.tournament.director import events as ev
from fairdeal.tournament.director.evolve_outcomes import OUTCOMES
from fairdeal.tournament.director.seating.floor import floor_of, put_table, without_table
from fairdeal.tournament.director.state import (
    NO_CHIPS,
    Away,
    Chair,
    Entrant,
    Finish,
    Halt,
    LotChain,
    Pause,
    Status,
    Table,
    Tournament,
)
from fairdeal.tournament.orders import Left, table_id


def evolve(state: Tournament | None, event: ev.TournamentEvent) -> Tournament:
    """The state after the event; before its announcement a tournament has none."""
    if isinstance(event, ev.Announced):
        return Tournament(event.tournament, event.setup, starts_at=event.setup.starts_at)
    assert state is not None, event
    return _STEPS[type(event)](state, event)


# ---- before the start


def _setup_changed(state: Tournament, event: ev.SetupChanged) -> Tournament:
    return changed(state, setup=event.setup, changed_at=_changed_at(state, event))


def _start_delayed(state: Tournament, event: ev.StartDelayed) -> Tournament:
    return changed(state, starts_at=event.to, changed_at=_changed_at(state, event))


def _changed_at(state: Tournament, event: ev.SetupChanged | ev.StartDelayed) -> Instant | None:
    """When the tournament was last changed before its start."""
    return event.at if state.status is Status.ANNOUNCED and event.at is not None else state.changed_at


def _entered(state: Tournament, event: ev.Entered) -> Tournament:
    entry = event.entry
    known = state.entrants.get(event.player)
    entrant = Entrant(event.player, (entry,)) if known is None else changed(known, entries=(*known.entries, entry))
    entrant = changed(entrant, head=Cents(entrant.head + entry.bounty))
    floor = state.floor
    if event.spot is not None:
        chair = Chair(event.player, entry.chips, event.bank, away=event.away)
        floor = put_table(floor, with_chair(floor.tables[event.spot.table], event.spot.seat, chair))
        entrant = changed(entrant, table=event.spot.table, seat=event.spot.seat)
    price = entry.price
    funds = changed(
        state.purse,
        pool=Cents(state.purse.pool + price.pool - entry.bounty),
        supplied=Cents(state.purse.supplied + price.pool - entry.bounty),
        fees=Cents(state.purse.fees + price.fee),
        heads=Cents(state.purse.heads + entry.bounty),
    )
    return changed(
        state,
        entrants=state.entrants.put(event.player, entrant),
        numbered=entry.number,
        entries=state.entries + 1,
        remaining=state.remaining + 1,
        chips=Chips(state.chips + entry.chips),
        floor=floor,
        purse=funds,
        claims=tuple(claim for claim in state.claims if claim.vip != event.player),
    )


def _unregistered(state: Tournament, event: ev.Unregistered) -> Tournament:
    entry, funds = event.entry, state.purse
    pool = entry.price.pool - entry.bounty
    return changed(
        state,
        entrants=state.entrants.without(event.player),
        barred=state.barred | {event.player} if event.staff else state.barred,
        entries=state.entries - 1,
        remaining=state.remaining - 1,
        chips=Chips(state.chips - entry.chips),
        purse=changed(
            funds,
            pool=Cents(funds.pool - pool),
            supplied=Cents(funds.supplied - pool),
            fees=Cents(funds.fees - entry.price.fee),
            heads=Cents(funds.heads - entry.bounty),
        ),
    )


def _filled(state: Tournament, event: ev.Filled) -> Tournament:
    return changed(state, starts_at=event.at)


def _started(state: Tournament, event: ev.Started) -> Tournament:
    absent = frozenset(event.absent)
    away = Away(event.at, event.absent_rule, until_connected=True)
    seats: dict[int, list[Chair | None]] = {}
    entrants: dict[Any, Entrant] = dict(state.entrants.items())
    for spot in event.spots:
        entrant = entrants[spot.player]
        row = seats.setdefault(spot.table, [None] * state.setup.seats)
        row[spot.seat] = Chair(
            spot.player, entrant.entry.chips, event.bank, away=away if spot.player in absent else None
        )
        entrants[spot.player] = changed(entrant, table=spot.table, seat=spot.seat)
    tables = [Table(number, tuple(chairs)) for number, chairs in sorted(seats.items())]
    return changed(
        state,
        status=Status.RUNNING,
        started_at=event.at,
        entrants=PersistentMap.of(entrants.items()),
        floor=floor_of(tables, state.setup.seats, len(tables)),
        clock=changed(
            state.clock,
            level=1,
            level_ends=event.level_ends,
            break_due=event.break_due,
            deals_from=Instant(max(state.clock.deals_from, event.deals_from)),
        ),
    )


def _registration_closed(state: Tournament, _event: ev.RegistrationClosed) -> Tournament:
    return changed(state, registration_open=False)


def _prizes_fixed(state: Tournament, event: ev.PrizesFixed) -> Tournament:
    pool = Cents(state.purse.pool + event.overlay - event.surplus)
    return changed(state, prizes=event.prizes, purse=changed(state.purse, pool=pool))


# ---- hands


def with_chair(table: Table, seat: int, chair: Chair | None) -> Table:
    """The table with another chair in that seat; None empties it."""
    return changed(table, chairs=(*table.chairs[:seat], chair, *table.chairs[seat + 1 :]))


def _table_opened(state: Tournament, event: ev.TableOpened) -> Tournament:
    table = Table(event.table, (None,) * state.setup.seats)
    return changed(state, floor=put_table(changed(state.floor, opened=event.table + 1), table))


def _hand_ordered(state: Tournament, event: ev.HandOrdered) -> Tournament:
    order = event.order
    table = changed(state.floor.tables[order.table], order=order, hands=order.number, called=False)
    return changed(state, floor=put_table(state.floor, table))


def _lots_fixed(state: Tournament, event: ev.LotsFixed) -> Tournament:
    return changed(state, lots=LotChain(event.chain, event.place, event.anchor, event.sealed, event.length))


def _lots_drawn(state: Tournament, event: ev.LotsDrawn) -> Tournament:
    assert state.lots is not None, event
    return changed(state, lots=changed(state.lots, used=event.proof.number, heads=event.proof.after, logs=()))


def _heard(state: Tournament, event: ev.HandRecorded) -> Tournament:
    """The tournament after a table's log was heard of."""
    if state.lots is None or not event.log:
        return state
    heard = TableLog(id16(table_id(state.id, event.table)), event.log)
    others = (each for each in state.lots.logs if each.table != heard.table)
    return changed(state, lots=changed(state.lots, logs=(*others, heard)))


def _hand_recorded(state: Tournament, event: ev.HandRecorded) -> Tournament:
    table = state.floor.tables[event.table]
    order = table.order
    assert order is not None, event
    left = {each.seat: each for each in event.left}
    chairs = [
        None if chair is None else _after_hand(event, chair, left.get(seat)) for seat, chair in enumerate(table.chairs)
    ]
    after = changed(
        table,
        chairs=tuple(chairs),
        last=Positions(order.button, order.small_blind, order.big_blind),
        order=None,
        held=False,
        fallen=event.fallen,
        decide_until=event.decide_until,
    )
    return _heard(changed(state, floor=put_table(state.floor, after)), event)


def _after_hand(event: ev.HandRecorded, chair: Chair, left: Left | None) -> Chair:
    """A chair after a hand at its table; without a word in the report, its player came during the hand."""
    if left is None:
        return changed(chair, veteran=False) if chair.veteran else chair
    away = chair.away
    if left.away is not None and away is None:
        away = Away(event.at, left.away, event.until_connected)
    return Chair(
        chair.player, Chips(left.stack + chair.bought), left.bank, chair.hands + 1, away, NO_CHIPS, veteran=True
    )


def _hand_reordered(state: Tournament, event: ev.HandReordered) -> Tournament:
    table = state.floor.tables[event.table]
    assert table.order is not None, event
    chairs = [table.chairs[place.seat] for place in table.order.places]
    places = tuple(
        changed(place, away=chair is not None and chair.away is not None)
        for place, chair in zip(table.order.places, chairs, strict=True)
    )
    order = changed(table.order, attempt=event.attempt, deals_from=event.deals_from, places=places)
    held = state.clock.halt is not None
    return changed(state, floor=put_table(state.floor, changed(table, order=order, called=False, held=held)))


def _with_away(state: Tournament, entrant: Entrant, away: Away | None) -> Tournament:
    assert entrant.seat is not None, entrant
    table = state.table_of(entrant)
    chair = table.chairs[entrant.seat]
    assert chair is not None, entrant
    table = changed(with_chair(table, entrant.seat, changed(chair, away=away)), called=table.order is not None)
    return changed(state, floor=put_table(state.floor, table))


def _sat_out(state: Tournament, event: ev.SatOut) -> Tournament:
    return _with_away(state, state.entrants[event.player], event.away)


def _sat_in(state: Tournament, event: ev.SatIn) -> Tournament:
    return _with_away(state, state.entrants[event.player], None)


def _chips_bought(state: Tournament, event: ev.ChipsBought) -> Tournament:
    bought, funds = event.purchase, state.purse
    entrant = state.entrants[event.player]
    assert entrant.seat is not None, event
    table = state.table_of(entrant)
    chair = table.chairs[entrant.seat]
    assert chair is not None, event
    if table.order is not None and any(place.seat == entrant.seat for place in table.order.places):
        chair = changed(chair, bought=Chips(chair.bought + bought.chips))
    else:
        chair = changed(chair, stack=Chips(chair.stack + bought.chips))
    table = _decided(with_chair(table, entrant.seat, chair), frozenset({event.player}), stays=True)
    entrant = changed(entrant, purchases=(*entrant.purchases, bought), head=Cents(entrant.head + bought.bounty))
    pool = bought.price.pool - bought.bounty
    return changed(
        state,
        entrants=state.entrants.put(event.player, entrant),
        chips=Chips(state.chips + bought.chips),
        floor=put_table(state.floor, table),
        purse=changed(
            funds,
            pool=Cents(funds.pool + pool),
            supplied=Cents(funds.supplied + pool),
            fees=Cents(funds.fees + bought.price.fee),
            heads=Cents(funds.heads + bought.bounty),
        ),
    )


def _decided(table: Table, players: frozenset[Any], *, stays: bool) -> Table:
    """The table once some players without chips have decided; whoever bought chips is no longer fallen."""
    if stays:
        fallen = tuple(each for each in table.fallen if each.player not in players)
    else:
        fallen = tuple(changed(each, decided=True) if each.player in players else each for each in table.fallen)
    open_ = any(not each.decided for each in fallen)
    return changed(table, fallen=fallen, decide_until=table.decide_until if open_ else None)


def _re_buys_decided(state: Tournament, event: ev.ReBuysDecided) -> Tournament:
    table = _decided(state.floor.tables[event.table], frozenset(event.players), stays=False)
    return changed(state, floor=put_table(state.floor, table))


# ---- going out, moving


def _eliminated(state: Tournament, event: ev.Eliminated) -> Tournament:
    entrant = state.entrants[event.player]
    assert entrant.seat is not None, event
    table = state.table_of(entrant)
    chair = table.chairs[entrant.seat]
    assert chair is not None, event
    table = with_chair(table, entrant.seat, None)
    table = changed(table, fallen=tuple(each for each in table.fallen if each.player != event.player))
    finish = Finish(event.entry, event.out, event.rule)
    entrant = changed(entrant, finishes=(*entrant.finishes, finish), table=None, seat=None)
    return changed(
        state,
        entrants=state.entrants.put(event.player, entrant),
        remaining=state.remaining - 1,
        outs=state.outs.put(event.out, event.player),
        chips=Chips(state.chips - chair.stack),
        floor=put_table(state.floor, table),
        expelled=state.expelled - {event.player},
    )


def _moved(state: Tournament, event: ev.Moved) -> Tournament:
    entrant = state.entrants[event.player]
    assert entrant.seat is not None, event
    table = state.table_of(entrant)
    chair = table.chairs[entrant.seat]
    assert chair is not None, event
    floor = put_table(state.floor, with_chair(table, entrant.seat, None))
    arrived = changed(chair, bank=event.bank, hands=event.hands, veteran=False)
    floor = put_table(floor, with_chair(floor.tables[event.table], event.seat, arrived))
    entrant = changed(entrant, table=event.table, seat=event.seat)
    return changed(state, entrants=state.entrants.put(event.player, entrant), floor=floor)


def _table_broken(state: Tournament, event: ev.TableBroken) -> Tournament:
    table = changed(state.floor.tables[event.table], closing=True, order=None, fallen=(), decide_until=None)
    return changed(state, floor=put_table(state.floor, table))


def _table_gone(state: Tournament, event: ev.TableGone) -> Tournament:
    return changed(state, floor=without_table(state.floor, event.table))


def _final_table(state: Tournament, _event: ev.FinalTableReached) -> Tournament:
    return changed(state, final_table=True)


# ---- clocks


def _level_started(state: Tournament, event: ev.LevelStarted) -> Tournament:
    return changed(state, clock=changed(state.clock, level=event.level, level_ends=event.ends))


def _pause_called(state: Tournament, event: ev.PauseCalled) -> Tournament:
    pause = Pause(event.kind, event.length, event.at)
    return changed(state, clock=changed(state.clock, pause=pause, break_due=event.break_due))


def _break_skipped(state: Tournament, event: ev.BreakSkipped) -> Tournament:
    return changed(state, clock=changed(state.clock, break_due=event.break_due))


def _pause_began(state: Tournament, event: ev.PauseBegan) -> Tournament:
    assert state.clock.pause is not None, event
    pause = changed(state.clock.pause, until=event.until, level_left=event.level_left)
    return changed(state, clock=changed(state.clock, pause=pause, level_ends=None))


def _pause_ended(state: Tournament, event: ev.PauseEnded) -> Tournament:
    clock = changed(state.clock, pause=None, level_ends=event.level_ends, break_due=event.break_due)
    return changed(state, clock=clock)


def _hand_for_hand_began(state: Tournament, _event: ev.HandForHandBegan) -> Tournament:
    return changed(state, hand_for_hand=True, round=0)


def _round_began(state: Tournament, event: ev.RoundBegan) -> Tournament:
    return changed(state, round=event.round)


def _hand_for_hand_ended(state: Tournament, _event: ev.HandForHandEnded) -> Tournament:
    return changed(state, hand_for_hand=False, round=0)


def _periods_shifted(state: Tournament, event: ev.PeriodsShifted) -> Tournament:
    state = _clocks_set(state, event)
    return changed(state, starts_at=event.starts_at)


def _clocks_set(state: Tournament, event: ev.PeriodsShifted | ev.Resumed) -> Tournament:
    """The tournament with the periods that are running ending when the event says."""
    floor = state.floor
    for number, until in event.deciding:
        floor = put_table(floor, changed(floor.tables[number], decide_until=until))
    pause = state.clock.pause
    if pause is not None and event.pause_until is not None:
        pause = changed(pause, until=event.pause_until)
    clock = changed(
        state.clock,
        level_ends=event.level_ends,
        break_due=event.break_due,
        pause=pause,
        deals_from=Instant(max(state.clock.deals_from, event.deals_from)),
    )
    return changed(state, clock=clock, floor=floor)


def _halted(state: Tournament, event: ev.Halted) -> Tournament:
    return changed(state, clock=changed(state.clock, halt=Halt(event.at, event.staff, event.reason)))


def _resumed(state: Tournament, event: ev.Resumed) -> Tournament:
    state = _clocks_set(state, event)
    return changed(state, clock=changed(state.clock, halt=None))


def _chips_adjusted(state: Tournament, event: ev.ChipsAdjusted) -> Tournament:
    floor = state.floor
    for change in event.changes:
        entrant = state.entrants[change.player]
        chair = state.chair_of(entrant)
        assert entrant.table is not None, event
        assert entrant.seat is not None, event
        chair = changed(chair, stack=Chips(chair.stack + change.chips))
        floor = put_table(floor, with_chair(floor.tables[entrant.table], entrant.seat, chair))
    return changed(state, floor=floor, chips=Chips(state.chips + event.added))


_STEPS: Final[dict[type, Callable[[Tournament, Any], Tournament]]] = {
    ev.LotsFixed: _lots_fixed,
    ev.LotsDrawn: _lots_drawn,
    ev.SetupChanged: _setup_changed,
    ev.StartDelayed: _start_delayed,
    ev.Entered: _entered,
    ev.Unregistered: _unregistered,
    ev.Filled: _filled,
    ev.Started: _started,
    ev.RegistrationClosed: _registration_closed,
    ev.PrizesFixed: _prizes_fixed,
    ev.TableOpened: _table_opened,
    ev.HandOrdered: _hand_ordered,
    ev.HandRecorded: _hand_recorded,
    ev.HandReordered: _hand_reordered,
    ev.SatOut: _sat_out,
    ev.SatIn: _sat_in,
    ev.ChipsBought: _chips_bought,
    ev.ReBuysDecided: _re_buys_decided,
    ev.Eliminated: _eliminated,
    ev.Moved: _moved,
    ev.TableBroken: _table_broken,
    ev.TableGone: _table_gone,
    ev.FinalTableReached: _final_table,
    ev.LevelStarted: _level_started,
    ev.PauseCalled: _pause_called,
    ev.BreakSkipped: _break_skipped,
    ev.PauseBegan: _pause_began,
    ev.PauseEnded: _pause_ended,
    ev.HandForHandBegan: _hand_for_hand_began,
    ev.RoundBegan: _round_began,
    ev.HandForHandEnded: _hand_for_hand_ended,
    ev.PeriodsShifted: _periods_shifted,
    ev.Halted: _halted,
    ev.Resumed: _resumed,
    ev.ChipsAdjusted: _chips_adjusted,
    **OUTCOMES,
}
