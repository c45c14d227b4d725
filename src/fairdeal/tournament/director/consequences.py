"""
What follows from the state of a running tournament: who is out, what is paid, who moves, and the next hands.

Every command that changes something ends here, so that each question is asked in one place and in one order.
"""

from collections.abc import Iterator

from fairdeal.kernel import Cents, Duration, Instant, RuleId
from fairdeal.rulebook.schema.choices import HandForHand
from fairdeal.tournament.director.draft import DirectorDraft
from fairdeal.tournament.director.events import FinalTableReached, HandForHandBegan, HandForHandEnded, PauseBegan
from fairdeal.tournament.director.outcomes import (
    Cancelled,
    Closed,
    EndReported,
    Finished,
    NoteEnd,
    PhaseEnded,
    PlayerResult,
)
from fairdeal.tournament.director.phases import owes_players
from fairdeal.tournament.director.prizes.bounties import keep_heads, pay_vips
from fairdeal.tournament.director.prizes.paying import close_at_money, end_offers, fix_prizes, make_final, pay_prizes
from fairdeal.tournament.director.prizes.payouts import all_equal
from fairdeal.tournament.director.prizes.pools import paid_places
from fairdeal.tournament.director.prizes.ranking import in_round, rank_fallen, remove_expelled
from fairdeal.tournament.director.seating.balancing import level_tables
from fairdeal.tournament.director.seating.floor import numbers
from fairdeal.tournament.director.seating.hands import deal
from fairdeal.tournament.director.state import NOTHING, Chair, PauseKind, Qualifier, Status, Tournament
from fairdeal.tournament.rules import BREAK_WAITS, FREEZEOUT, PHASES
from fairdeal.tournament.setup import FirstPhase


def settle_and_deal(draft: DirectorDraft) -> None:
    """Settle who is out, what is paid and who moves, then order hands at every table that can play."""
    if draft.state.status is not Status.RUNNING:
        return
    _take_stock(draft)
    _end(draft)
    _begin_pause(draft)
    if draft.state.status is Status.RUNNING:
        level_tables(draft)
        _reach_final_table(draft)
        _hand_for_hand(draft)
        deal(draft)


def interrupt(draft: DirectorDraft) -> None:
    """What finished hands and the house decided is settled before a running tournament is cancelled; nothing goes on."""
    if draft.state.status is Status.RUNNING:
        _take_stock(draft, interrupted=True)


def _take_stock(draft: DirectorDraft, *, interrupted: bool = False) -> None:
    """Who is out, whether payouts begin by it, and what is paid."""
    _rank_outs(draft, interrupted=interrupted)
    close_at_money(draft)
    fix_prizes(draft)
    if draft.state.prizes is not None:
        end_offers(draft)
        _rank_outs(draft, interrupted=interrupted)
    pay_prizes(draft)
    pay_vips(draft, interrupted=interrupted)


def _rank_outs(draft: DirectorDraft, *, interrupted: bool) -> None:
    rank_fallen(draft, interrupted=interrupted)
    remove_expelled(draft, interrupted=interrupted)


def close(draft: DirectorDraft) -> None:
    """A tournament that is over is closed once nobody waits for anything from it."""
    state = draft.state
    if state.over and not state.closed and not state.floor.tables and not state.tickets and not owes_players(state):
        draft.emit(Closed())


def report_end(draft: DirectorDraft, before: Tournament) -> None:
    """Whoever the format names hears how a tournament ended, in the same commit."""
    state = draft.state
    if before.over or not state.over:
        return
    to = draft.format.reports_end_to(draft.rules, state.setup)
    if to is not None:
        cancelled = state.status is Status.CANCELLED
        draft.emit(EndReported(to, NoteEnd(state.id, tuple(_results(draft)), cancelled=cancelled)))


def _results(draft: DirectorDraft) -> list[PlayerResult]:
    """Everybody's place and money, the first place first; in a cancelled tournament those who were left have no place."""
    state = draft.state
    plans = [step.event.plan for step in draft.steps if isinstance(step.event, Cancelled)]
    settled = {payout.player: payout.amount for plan in plans for payout in plan.payouts}
    results = [
        PlayerResult(
            entrant.player,
            state.place(entrant.finishes[-1].out) if entrant.finishes else None,
            Cents(entrant.prizes + settled.get(entrant.player, 0)),
        )
        for entrant in state.entrants.values()
    ]
    return sorted(results, key=lambda result: (result.place or 0, result.player))


# ---- the end


def _end(draft: DirectorDraft) -> None:
    """End when one player has all chips, or when all who are left would get the same prize (MTT-41a, X-74)."""
    state = draft.state
    alone = state.remaining == 1 and not state.registration_open
    if isinstance(state.setup.phase, FirstPhase):
        if alone:
            _end_phase(draft)
        return
    equal = draft.rules.poker.tournament.ends_on_equal_prizes
    # Heads are prizes too, and they differ.
    same = equal.value and state.prizes and not state.setup.bounty and all_equal(state.prizes, state.remaining)
    if alone or same:
        finish(draft, equal.rule)


def finish(draft: DirectorDraft, rule: RuleId) -> None:
    """Rank those who are left by their chips, and pay everybody who is not paid."""
    if draft.state.prizes is None:
        make_final(draft)
    left = _by_stack(draft.state)
    draft.emit(Finished(draft.books, draft.now, tuple(chair.player for chair in left), draft.state.purse.fees, rule))
    pay_prizes(draft)
    keep_heads(draft, left[0].player)
    pay_vips(draft)


def _end_phase(draft: DirectorDraft) -> None:
    """Everybody who has chips goes on, and so does what was paid (MTT-71a)."""
    state = draft.state
    phase, funds = state.setup.phase, state.purse
    assert isinstance(phase, FirstPhase), phase
    qualifiers = tuple(Qualifier(chair.player, chair.stack) for chair in _by_stack(state))
    draft.emit(PhaseEnded(draft.books, draft.now, qualifiers, funds.pool, phase.next, NOTHING, PHASES, funds.fees))


def _by_stack(state: Tournament) -> list[Chair]:
    """Everybody who is left, the largest stack first."""
    return sorted(_seated(state), key=lambda chair: -chair.stack)


def _seated(state: Tournament) -> Iterator[Chair]:
    for number in numbers(state.floor.open):
        for _, chair in state.floor.tables[number].seated:
            yield chair


# ---- stages


def _begin_pause(draft: DirectorDraft) -> None:
    """A pause that was called begins when the last table is done (MTT-47b)."""
    state = draft.state
    pause, ends = state.clock.pause, state.clock.level_ends
    if state.status is not Status.RUNNING or pause is None or pause.until is not None or state.floor.busy:
        return
    if pause.kind is PauseKind.PHASE_END:
        _end_phase(draft)
        return
    left = Duration(max(0, ends - draft.time)) if ends is not None else Duration(0)
    draft.emit(PauseBegan(Instant(draft.time + pause.length), left, BREAK_WAITS))


def _reach_final_table(draft: DirectorDraft) -> None:
    state = draft.state
    if not state.final_table and not state.registration_open and state.floor.count == 1:
        draft.emit(FinalTableReached(next(numbers(state.floor.open)), FREEZEOUT))


def _hand_for_hand(draft: DirectorDraft) -> None:
    """Hand-for-hand play begins or ends; never in the middle of a synchronised hand (MTT-43, X-79)."""
    state = draft.state
    if in_round(state) and state.floor.busy:
        return
    wanted = _wants_hand_for_hand(draft)
    rule = draft.rules.poker.tournament.hand_for_hand.rule
    if wanted and not state.hand_for_hand:
        draft.emit(HandForHandBegan(state.remaining, paid_places(state), rule))
    elif state.hand_for_hand and not wanted:
        draft.emit(HandForHandEnded(rule))


def _wants_hand_for_hand(draft: DirectorDraft) -> bool:
    state = draft.state
    if state.floor.count <= 1 or isinstance(state.setup.phase, FirstPhase):
        return False
    match draft.rules.poker.tournament.hand_for_hand.value:
        case HandForHand.BUBBLE:
            return 0 < state.remaining - paid_places(state) <= state.setup.hand_for_hand_places
