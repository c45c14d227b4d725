"""Recovery after a crash: hands are ordered again, and downtime shifts every clock (MTT-50, CANC-61, CANC-62, X-143)."""

from fairdeal.kernel import Duration, Instant, Rejection
from fairdeal.play.messages import GiveTimeBack
from fairdeal.tournament.director.clocks import decisions_later, later
from fairdeal.tournament.director.commands import Cause, Recover
from fairdeal.tournament.director.draft import DirectorDraft
from fairdeal.tournament.director.events import HandReordered, PeriodsShifted
from fairdeal.tournament.director.house import settle_cancelled
from fairdeal.tournament.director.seating.floor import numbers
from fairdeal.tournament.director.starting import next_break
from fairdeal.tournament.director.state import Status
from fairdeal.tournament.rules import rollback_rule


def recover(draft: DirectorDraft, command: Recover) -> Rejection | None:
    """Shift clocks by the outage and order open hands again, or cancel where the edition says so."""
    if draft.state.status not in (Status.ANNOUNCED, Status.RUNNING):
        return None
    policy = draft.rules.poker.cancellation.on_failure
    if draft.state.status is Status.RUNNING and policy is not None:
        refusal = settle_cancelled(draft, Cause.SERVER_FAILURE, policy.options.rule)
        if refusal is not None or draft.steps:
            return refusal
    _shift(draft, command.down_since)
    rule = rollback_rule(draft.rules.poker)
    for number in numbers(draft.state.floor.busy):
        order = draft.state.floor.tables[number].order
        if order is not None:
            deals_from = Instant(max(order.deals_from, draft.state.clock.deals_from))
            draft.emit(HandReordered(number, order.number, order.attempt + 1, deals_from, rule))
    return None


def give_time_back(draft: DirectorDraft, command: GiveTimeBack) -> Rejection | None:
    """
    Return the time during which the room stood still to levels, pauses and re-buy decisions (X-143).

    Starts and synchronised breaks go by the wall; one that fell into the silence comes with its timer, as soon as it can.
    """
    state, clock, failure = draft.state, draft.state.clock, draft.rules.poker.failure
    by = Duration(draft.time - command.since)
    if state.status is not Status.RUNNING or not failure.downtime_shifts_periods.value or by <= 0:
        return None
    draft.emit(
        PeriodsShifted(
            by=by,
            starts_at=state.starts_at,
            level_ends=later(clock.level_ends, by),
            pause_until=later(None if clock.pause is None else clock.pause.until, by),
            break_due=clock.break_due,
            deals_from=clock.deals_from,
            deciding=decisions_later(state, by),
            rule=failure.downtime_shifts_periods.rule,
        )
    )
    return None


def _shift(draft: DirectorDraft, down_since: Instant) -> None:
    """Move what was running by the outage; a start or break that fell into it comes after it."""
    state, now, failure = draft.state, draft.now, draft.rules.poker.failure
    clock = state.clock
    by = Duration(max(0, draft.time - down_since)) if failure.downtime_shifts_periods.value else Duration(0)
    starts_at, due = state.starts_at, clock.break_due
    if state.status is Status.ANNOUNCED and starts_at is not None and down_since <= starts_at <= now:
        starts_at = Instant(starts_at + by)
    if due is not None and due <= now:
        due = next_break(draft.rules, state, now)
    until = None if clock.pause is None else clock.pause.until
    draft.emit(
        PeriodsShifted(
            by=by,
            starts_at=starts_at,
            level_ends=later(clock.level_ends, by),
            pause_until=later(until, by),
            break_due=due,
            deals_from=clock.deals_from,
            deciding=decisions_later(state, by),
            rule=failure.downtime_shifts_periods.rule,
        )
    )
