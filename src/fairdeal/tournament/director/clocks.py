"""Levels, breaks and other pauses, and the house stopping all clocks (MTT-32a, MTT-45, MTT-47a to MTT-47c, MTT-62, MTT-67, MTT-71a)."""

from fairdeal.kernel import Duration, Instant, Rejection, RuleId, reject
from fairdeal.tournament.director.commands import CallBreak, EndLevel, EndPause, HaltPlay, ResumePlay
from fairdeal.tournament.director.consequences import settle_and_deal
from fairdeal.tournament.director.draft import DirectorDraft
from fairdeal.tournament.director.events import (
    BreakSkipped,
    Halted,
    HandReordered,
    LevelStarted,
    PauseBegan,
    PauseCalled,
    PauseEnded,
    RegistrationClosed,
    Resumed,
)
from fairdeal.tournament.director.house import refuse_over, refuse_unsigned
from fairdeal.tournament.director.seating.floor import numbers
from fairdeal.tournament.director.starting import next_break
from fairdeal.tournament.director.state import Pause, PauseKind, Status, Tournament
from fairdeal.tournament.rules import ADD_ON, BREAK_WAITS, FREEZEOUT, HOUSE_POWERS, LATE_REGISTRATION, PHASES
from fairdeal.tournament.setup import FirstPhase


def end_level(draft: DirectorDraft, command: EndLevel) -> Rejection | None:
    """Start the next level; registration, re-buys or a phase may end with the last one."""
    state = draft.state
    ends = state.clock.level_ends
    stands = state.clock.halt is not None
    if state.status is not Status.RUNNING or state.clock.level != command.level or ends is None or stands:
        return reject("stale_timer", FREEZEOUT)
    if draft.now < ends:
        return reject("too_early", FREEZEOUT, due=ends)
    setup = state.setup
    next_ends = Instant(ends + setup.blinds.level_time)
    draft.emit(LevelStarted(command.level + 1, next_ends, FREEZEOUT))
    if state.registration_open and command.level >= setup.late_levels:
        draft.emit(RegistrationClosed(draft.now, LATE_REGISTRATION))
    if isinstance(setup.phase, FirstPhase) and setup.phase.until_level == command.level:
        _call(draft, PauseKind.PHASE_END, Duration(0), PHASES)
    elif setup.add_on is not None and setup.add_on.after_level == command.level and state.prizes is None:
        _call(draft, PauseKind.ADD_ON, setup.add_on.window, ADD_ON)
    settle_and_deal(draft)
    return None


def _call(draft: DirectorDraft, kind: PauseKind, length: Duration, rule: RuleId) -> None:
    """Call a pause; one that was called before and has not begun is merged into it."""
    clock = draft.state.clock
    if clock.pause is not None:
        length = Duration(max(length, clock.pause.length))
    draft.emit(PauseCalled(kind, length, draft.now, clock.break_due, rule))


def call_break(draft: DirectorDraft, command: CallBreak) -> Rejection | None:
    """Call the synchronised break, unless the edition has none in the first level."""
    state, rules = draft.state, draft.rules.poker.tournament
    if state.status is not Status.RUNNING or state.clock.break_due != command.at or state.clock.halt is not None:
        return reject("stale_timer", rules.break_minute.rule)
    if draft.now < command.at:
        return reject("too_early", rules.break_minute.rule, due=command.at)
    following = next_break(draft.rules, state, draft.now)
    assert following is not None, "a tournament without synchronised breaks has no break due"
    if state.clock.level == 1 and not rules.break_in_first_level.value:
        draft.emit(BreakSkipped(following, rules.break_in_first_level.rule))
    elif state.clock.pause is not None and state.clock.pause.kind is PauseKind.PHASE_END:
        draft.emit(BreakSkipped(following, rules.break_minute.rule))
    else:
        _take_break(draft, state.clock.pause, rules.break_seconds.value, following)
    return None


def _take_break(draft: DirectorDraft, pause: Pause | None, length: Duration, following: Instant) -> None:
    """The break, or a pause that is on already and lasts at least as long as the break would from now on."""
    rule = draft.rules.poker.tournament.break_minute.rule
    kind = PauseKind.BREAK if pause is None else pause.kind
    if pause is None or pause.until is None:
        longer = length if pause is None else Duration(max(length, pause.length))
        draft.emit(PauseCalled(kind, longer, draft.now, following, rule))
        settle_and_deal(draft)
        return
    until = Instant(max(pause.until, draft.now + length))
    draft.emit(
        PauseCalled(kind, Duration(until - draft.now), draft.now, following, rule),
        PauseBegan(until, pause.level_left, rule),
    )


def end_pause(draft: DirectorDraft, command: EndPause) -> Rejection | None:
    """End a pause: play and the level's clock go on."""
    pause = draft.state.clock.pause
    stands = draft.state.clock.halt is not None
    if pause is None or pause.until is None or pause.until != command.until or stands:
        return reject("stale_timer", BREAK_WAITS)
    if draft.now < command.until:
        return reject("too_early", BREAK_WAITS, due=command.until)
    due = draft.state.clock.break_due
    if due is not None and due <= draft.now:
        due = next_break(draft.rules, draft.state, draft.now)
    draft.emit(PauseEnded(draft.now, Instant(draft.now + pause.level_left), due, BREAK_WAITS))
    settle_and_deal(draft)
    return None


# ---- the house pauses play


def halt_play(draft: DirectorDraft, command: HaltPlay) -> Rejection | None:
    """Stop all clocks now; hands that were ordered are finished, and what follows from them is settled."""
    refusal = refuse_unsigned(command.staff, command.reason) or refuse_over(draft.state)
    if refusal is not None:
        return refusal
    if draft.state.status is not Status.RUNNING:
        return reject("not_running", HOUSE_POWERS)
    if draft.state.clock.halt is not None:
        return reject("already_paused", HOUSE_POWERS)
    draft.emit(Halted(draft.now, command.staff, command.reason, HOUSE_POWERS))
    return None


def resume_play(draft: DirectorDraft, command: ResumePlay) -> Rejection | None:
    """
    Let clocks run on from where they stood, and deal.

    Synchronised breaks go by the wall (MTT-47a): one that fell into the pause was taken in it.
    """
    clock = draft.state.clock
    refusal = refuse_unsigned(command.staff, command.reason) or refuse_over(draft.state)
    if refusal is not None:
        return refusal
    if clock.halt is None:
        return reject("not_paused", HOUSE_POWERS)
    if command.wait < 0:
        return reject("not_in_the_future", HOUSE_POWERS)
    goes_on = Instant(draft.now + command.wait)
    by = Duration(goes_on - clock.halt.at)
    due = clock.break_due
    if due is not None and due <= goes_on:
        due = next_break(draft.rules, draft.state, goes_on)
    draft.emit(
        Resumed(
            at=draft.now,
            by=by,
            level_ends=later(clock.level_ends, by),
            pause_until=later(None if clock.pause is None else clock.pause.until, by),
            break_due=due,
            deals_from=goes_on,
            deciding=decisions_later(draft.state, by),
            staff=command.staff,
            reason=command.reason,
            rule=HOUSE_POWERS,
        )
    )
    _order_held_hands(draft, goes_on)
    settle_and_deal(draft)
    return None


def _order_held_hands(draft: DirectorDraft, deals_from: Instant) -> None:
    """Hands that a failure made void during the pause are played now, from the stacks they began with."""
    for number in numbers(draft.state.floor.busy):
        table = draft.state.floor.tables[number]
        if table.held:
            assert table.order is not None, "only an order is held"
            draft.emit(HandReordered(number, table.order.number, table.order.attempt, deals_from, HOUSE_POWERS))


# ---- periods that end later


def later(instant: Instant | None, by: Duration) -> Instant | None:
    """The end of a period that much later; None: there is no such period."""
    return None if instant is None else Instant(instant + by)


def decisions_later(state: Tournament, by: Duration) -> tuple[tuple[int, Instant], ...]:
    """The tables at which re-buys are decided, each with the end of that time moved."""
    tables = state.floor.tables
    ends = [(number, tables[number].decide_until) for number in numbers(state.floor.deciding)]
    return tuple((number, Instant(until + by)) for number, until in ends if until is not None)
