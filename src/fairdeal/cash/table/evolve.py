"""
What each event makes of a cash table.

Nothing here refuses, reads a rulebook or changes a value in place: the same durable events always give the same durable
state.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from fairdeal.cash.table.events import (
    AutoTopUpSet,
    BigBlindSitOutSet,
    BlindMissed,
    EntryChosen,
    HandEnded,
    HandOpened,
    HandVoided,
    LeaveAsked,
    Left,
    PeriodsShifted,
    RefillPassed,
    RulebookAdopted,
    SatDown,
    SatIn,
    SatOut,
    TableClosed,
    TableClosing,
    TableEvent,
    TableOpened,
    ToppedUp,
    TopUpApplied,
    TopUpReturned,
)
from fairdeal.cash.table.parts import with_chair, without_forced_sit_out
from fairdeal.cash.table.state import CashTable, Chair, Entry, SitOut
from fairdeal.kernel import Cents, Instant
from fairdeal.kernel.instants import shifted
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


def evolve(table: CashTable, event: TableEvent) -> CashTable:
    """The table after the event."""
    return _EVOLVE[type(event)](table, event)


# ---- the table


def _opened(_table: CashTable, event: TableOpened) -> CashTable:
    return CashTable(event.edition, (None,) * event.seats, event.stake)


def _adopted(table: CashTable, event: RulebookAdopted) -> CashTable:
    return replace(table, edition=event.edition)


def _closing(table: CashTable, event: TableClosing) -> CashTable:
    return replace(table, closing=event.rule)


def _closed(table: CashTable, _event: TableClosed) -> CashTable:
    return replace(table, closed=True, outcome=None)


# ---- chairs


def _sat_down(table: CashTable, event: SatDown) -> CashTable:
    chair = Chair(
        event.player,
        event.buy_in,
        Entry.POSTING if event.posts else Entry.WAITING,
        event.buy_in,
        event.time_bank,
        event.at,
        auto_top_up=event.auto_top_up,
        bot=event.bot,
    )
    return with_chair(table, event.seat, chair)


def _left(table: CashTable, event: Left) -> CashTable:
    open_hand = table.open
    if open_hand is not None and event.seat in open_hand.missed:
        open_hand = replace(open_hand, missed=tuple(seat for seat in open_hand.missed if seat != event.seat))
    chairs = (*table.chairs[: event.seat], None, *table.chairs[event.seat + 1 :])
    return replace(
        table,
        chairs=chairs,
        open=open_hand,
        dropped=others_dropped(table.dropped, event.player),
        fair=fair.without_pid(table.fair, event.player),
        fair_play=fair.without_player(table.fair_play, event.player),
    )


def _leave_asked(table: CashTable, event: LeaveAsked) -> CashTable:
    return with_chair(table, event.seat, replace(table.chair_at(event.seat), leaves=True, leave_rule=event.rule))


def _entry_chosen(table: CashTable, event: EntryChosen) -> CashTable:
    entry = Entry.POSTING if event.posts else Entry.WAITING
    return with_chair(table, event.seat, replace(table.chair_at(event.seat), entry=entry))


def _sat_out(table: CashTable, event: SatOut) -> CashTable:
    # Sitting out and coming back use the option up, at the table as in the player's stream; set in between, it stays till then.
    chair = replace(table.chair_at(event.seat), sits_out_at_big_blind=False)
    if event.from_next_deal:
        return with_chair(table, event.seat, replace(chair, sits_out_next=event.sit_out))
    return with_chair(table, event.seat, replace(chair, sit_out=event.sit_out, sits_out_next=None))


def _sat_in(table: CashTable, event: SatIn) -> CashTable:
    chair = table.chair_at(event.seat)
    waits = Entry.IN if chair.entry is Entry.IN else Entry.WAITING
    chair = replace(
        chair,
        sit_out=None,
        sits_out_next=None,
        sits_out_at_big_blind=False,
        entry=Entry.POSTING if event.posts else waits,
        ready_since=chair.ready_since if chair.sit_out is None else event.at,
    )
    table = with_chair(table, event.seat, chair)
    if table.running is None or not table.plays_hand(event.seat):
        return table
    return without_forced_sit_out(table, event.seat)


def _big_blind_sit_out_set(table: CashTable, event: BigBlindSitOutSet) -> CashTable:
    return with_chair(table, event.seat, replace(table.chair_at(event.seat), sits_out_at_big_blind=event.on))


def _blind_missed(table: CashTable, event: BlindMissed) -> CashTable:
    chair = table.chair_at(event.seat)
    entry = Entry.WAITING if chair.entry is Entry.IN else chair.entry
    return with_chair(table, event.seat, replace(chair, entry=entry, missed_blind=True))


# ---- money


def _topped_up(table: CashTable, event: ToppedUp) -> CashTable:
    chair = replace(table.chair_at(event.seat), refill_due=False)
    if event.pending:
        chair = replace(chair, pending_top_up=Cents(chair.pending_top_up + event.amount))
    else:
        chair = replace(chair, stack=Cents(chair.stack + event.amount))
    return with_chair(table, event.seat, chair)


def _top_up_applied(table: CashTable, event: TopUpApplied) -> CashTable:
    chair = table.chair_at(event.seat)
    stack, waiting = Cents(chair.stack + event.amount), Cents(chair.pending_top_up - event.amount)
    return with_chair(table, event.seat, replace(chair, stack=stack, pending_top_up=waiting))


def _top_up_returned(table: CashTable, event: TopUpReturned) -> CashTable:
    chair = table.chair_at(event.seat)
    left = Cents(chair.pending_top_up - event.amount)
    return with_chair(table, event.seat, replace(chair, pending_top_up=left))


def _auto_top_up_set(table: CashTable, event: AutoTopUpSet) -> CashTable:
    due = table.chair_at(event.seat).refill_due and event.on
    return with_chair(table, event.seat, replace(table.chair_at(event.seat), auto_top_up=event.on, refill_due=due))


def _refill_passed(table: CashTable, event: RefillPassed) -> CashTable:
    return with_chair(table, event.seat, replace(table.chair_at(event.seat), refill_due=False))


# ---- hands


def _hand_opened(table: CashTable, event: HandOpened) -> CashTable:
    chairs = tuple(
        [changed(chair, refill_due=False) if chair and chair.refill_due else chair for chair in table.chairs]
    )
    return changed(table, chairs=chairs, hands_opened=event.open.number, open=event.open)


def _hand_dealt(table: CashTable, event: HandDealt) -> CashTable:
    fair_play = fair.after_deal(table.fair_play, event.lineup.fair)
    return changed(table, running=after_deal(event), outcome=None, fair_play=fair_play)


def _played(table: CashTable, event: Played) -> CashTable:
    assert table.running is not None, "only a running hand is played"
    return changed(table, running=after_play(table.running, event))


def _hand_ended(table: CashTable, event: HandEnded) -> CashTable:
    chairs = list(table.chairs)
    places = {seat: place for place, seat in enumerate(event.dealt.seats)}
    for seat, chair in enumerate(table.chairs):
        if chair is not None:
            place = places.get(seat, -1)
            chairs[seat] = _after_own_hand(chair, seat, place, event) if place >= 0 else _after_hand(chair, seat, event)
    return changed(
        table,
        chairs=tuple(chairs),
        last=event.dealt,
        open=None,
        deals_from=event.deals_from,
        running=None,
        outcome=outcome_of(table.running, event.number),
    )


def _after_hand(chair: Chair, seat: int, event: HandEnded) -> Chair:
    """The chair of a player who was not dealt in, after the hand."""
    due = seat in event.refills
    if not (chair.in_last or due):
        return chair
    return replace(chair, in_last=False, refill_due=due)


def _after_own_hand(chair: Chair, seat: int, place: int, event: HandEnded) -> Chair:
    sit_out = event.sits_out[place]
    return Chair(
        chair.player,
        event.after[place],
        Entry.IN,
        chair.initial_buy_in,
        event.banks[place],
        chair.ready_since,
        chair.hands_dealt + 1,
        in_last=True,
        sit_out=sit_out,
        sits_out_at_big_blind=chair.sits_out_at_big_blind and not (sit_out is not None and sit_out.imposed),
        leaves=chair.leaves,
        leave_rule=chair.leave_rule,
        pending_top_up=chair.pending_top_up,
        auto_top_up=chair.auto_top_up,
        refill_due=seat in event.refills,
        bot=chair.bot,
    )


def _hand_voided(table: CashTable, event: HandVoided) -> CashTable:
    for seat, _, sit_out in event.sits_out:
        chair = replace(table.chair_at(seat), sit_out=sit_out, sits_out_next=None)
        table = with_chair(table, seat, chair)
    return replace(
        table,
        open=None,
        running=None,
        outcome=None,
        deals_from=event.deals_from,
        fair=fair.without_lock(table.fair),
        fair_play=fair.after_void(table.fair_play),
    )


# ---- dealing by the players' cut


def _pids_given(table: CashTable, event: PidsGiven) -> CashTable:
    return changed(table, fair=fair.after_pids(table.fair, event))


def _hand_locked(table: CashTable, event: HandLocked) -> CashTable:
    return changed(table, fair=fair.after_lock(table.fair, event))


def _proven(table: CashTable, event: HandProven | VoidProven) -> CashTable:
    return changed(table, fair=fair.after_proof(table.fair, event))


def _seeds_awaited(table: CashTable, event: SeedsAwaited) -> CashTable:
    return changed(table, fair_play=fair.after_awaiting(table.fair_play, event))


def _seeds_promised(table: CashTable, event: SeedsPromised) -> CashTable:
    return changed(table, fair_play=fair.after_promise(table.fair_play, event))


def _seed_revealed(table: CashTable, event: SeedRevealed) -> CashTable:
    return changed(table, fair_play=fair.after_reveal(table.fair_play, event))


# ---- connections and clocks


def _connection_lost(table: CashTable, event: ConnectionLost) -> CashTable:
    dropped = (*others_dropped(table.dropped, event.player), (event.player, event.at))
    return replace(table, dropped=dropped, running=after_loss(table.running, event))


def _connection_back(table: CashTable, event: ConnectionBack) -> CashTable:
    dropped = others_dropped(table.dropped, event.player)
    return replace(table, dropped=dropped, running=after_return(table.running, event))


def _clocks_paused(table: CashTable, event: ClocksPaused) -> CashTable:
    return replace(table, paused_since=event.at)


def _clocks_resumed(table: CashTable, event: ClocksResumed) -> CashTable:
    since = table.paused_since
    assert since is not None, "only paused clocks are resumed"
    fair_play = fair.after_pause(table.fair_play, since, event.at)
    return replace(table, paused_since=None, running=after_pause(table.running, since, event), fair_play=fair_play)


def _periods_shifted(table: CashTable, event: PeriodsShifted) -> CashTable:
    def moved(instant: Instant) -> Instant:
        return shifted(instant, event.stood_since, event.until)

    def sit_out_moved(sit_out: SitOut | None) -> SitOut | None:
        return sit_out and replace(sit_out, since=moved(sit_out.since))

    chairs = tuple(
        chair
        and replace(
            chair,
            ready_since=moved(chair.ready_since),
            sit_out=sit_out_moved(chair.sit_out),
            sits_out_next=sit_out_moved(chair.sits_out_next),
        )
        for chair in table.chairs
    )
    return replace(table, chairs=chairs, deals_from=moved(table.deals_from), waits_until=event.waits_until)


_EVOLVE: Final[dict[type[Any], Callable[[CashTable, Any], CashTable]]] = {
    TableOpened: _opened,
    SatDown: _sat_down,
    EntryChosen: _entry_chosen,
    SatOut: _sat_out,
    SatIn: _sat_in,
    BigBlindSitOutSet: _big_blind_sit_out_set,
    AutoTopUpSet: _auto_top_up_set,
    ToppedUp: _topped_up,
    LeaveAsked: _leave_asked,
    Left: _left,
    HandOpened: _hand_opened,
    HandEnded: _hand_ended,
    TopUpApplied: _top_up_applied,
    TopUpReturned: _top_up_returned,
    BlindMissed: _blind_missed,
    HandVoided: _hand_voided,
    PeriodsShifted: _periods_shifted,
    RulebookAdopted: _adopted,
    TableClosing: _closing,
    TableClosed: _closed,
    HandDealt: _hand_dealt,
    Played: _played,
    ConnectionLost: _connection_lost,
    ConnectionBack: _connection_back,
    ClocksPaused: _clocks_paused,
    ClocksResumed: _clocks_resumed,
    RefillPassed: _refill_passed,
    PidsGiven: _pids_given,
    HandLocked: _hand_locked,
    HandProven: _proven,
    VoidProven: _proven,
    SeedsAwaited: _seeds_awaited,
    SeedsPromised: _seeds_promised,
    SeedRevealed: _seed_revealed,
}
