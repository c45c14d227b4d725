"""What the house may do, each with who and why: change, delay, disqualify, change stacks, cancel (MTT-26b to MTT-39b, MTT-45)."""

from collections.abc import Set
from dataclasses import fields
from typing import Final

from fairdeal.kernel import Instant, Rejection, RuleId, reject
from fairdeal.tournament.cancellation.case import Override
from fairdeal.tournament.cancellation.from_tournament import cancellation_case
from fairdeal.tournament.cancellation.plan import Outcome, Plan
from fairdeal.tournament.cancellation.planning import cancel
from fairdeal.tournament.director.chips import seated
from fairdeal.tournament.director.commands import AdjustChips, Cancel, Cause, ChangeSetup, DelayStart, Disqualify
from fairdeal.tournament.director.consequences import interrupt, settle_and_deal
from fairdeal.tournament.director.draft import DirectorDraft
from fairdeal.tournament.director.events import ChipsAdjusted, SatOut, SetupChanged, StartDelayed, Unregistered
from fairdeal.tournament.director.outcomes import Cancelled, Disqualified
from fairdeal.tournament.director.phases import waits_for_phases
from fairdeal.tournament.director.registration import refund_account
from fairdeal.tournament.director.state import Away, Status, Tournament
from fairdeal.tournament.formats.rulebook import TournamentRulebook
from fairdeal.tournament.lots import CHANCE_BYTES
from fairdeal.tournament.orders import Supply
from fairdeal.tournament.rules import (
    CHANGE_PARAMETERS,
    CHANGE_REGISTRATION,
    CHANGE_SCHEDULE,
    DELAY_OR_CANCEL,
    HOUSE_POWERS,
    PHASES,
)
from fairdeal.tournament.setup import BadSetup, FirstPhase, LastPhase, TournamentSetup, check_setup

ALWAYS: Final = frozenset({"name", "blinds", "hand_for_hand_places", "pause"})
"""Parameters that may change at any time; blinds from the next hand on."""

UNTIL_FINAL: Final = ALWAYS | {"payouts", "guarantee", "added", "late_levels", "re_entries", "entries_max", "vips"}
"""Until prizes are final."""

UNTIL_START: Final = UNTIL_FINAL | {
    "bank",
    "conditions",
    "entries_min",
    "on_failure",
    "password",
    "phase",
    "registration_opens",
    "synchronised_breaks",
    "unregister_before",
}
"""Before the start with players registered; without any, everything may change."""

REGISTRATION_TIMES: Final = frozenset({"registration_opens", "unregister_before", "late_levels"})
"""Parameters that MTT-34b is about."""

PRIZES: Final = frozenset({"payouts", "guarantee", "added", "prizes", "satellite", "vips", "bounty", "progressive"})
"""Parameters that MTT-39b is about."""


def change_setup(draft: DirectorDraft, command: ChangeSetup) -> Rejection | None:
    """Other parameters, as long as nobody has paid for the old ones; before the start, who has entered may leave for it."""
    state = draft.state
    refusal = refuse_unsigned(command.staff, command.reason) or refuse_over(state)
    if refusal is not None:
        return refusal
    if state.status is Status.ANNOUNCED:
        allowed = UNTIL_START if state.entries else None
    else:
        allowed = UNTIL_FINAL if state.prizes is None else ALWAYS
    changed = {
        field.name
        for field in fields(state.setup)
        if getattr(state.setup, field.name) != getattr(command.setup, field.name)
    }
    fixed = changed & {"starts_at", "edition"} if allowed is None else changed - allowed
    if _strands(state, command.setup):
        fixed |= {"phase"}
    if fixed:
        return reject("parameter_not_adjustable", CHANGE_PARAMETERS, count=len(fixed))
    try:
        check_setup(command.setup, draft.rules.poker)
    except BadSetup as bad:
        return reject("bad_setup", CHANGE_PARAMETERS, faults=len(bad.faults))
    draft.emit(SetupChanged(command.setup, command.staff, command.reason, change_rule(changed), draft.now))
    return None


def change_rule(changed: Set[str]) -> RuleId:
    """The clause by which the house changes those parameters: times of registration, what can be won, or anything else."""
    if changed and changed <= REGISTRATION_TIMES:
        return CHANGE_REGISTRATION
    return CHANGE_SCHEDULE if changed & PRIZES else CHANGE_PARAMETERS


def _strands(state: Tournament, after: TournamentSetup) -> bool:
    """Whether players and money of a first phase would find no last phase that waits for them."""
    match state.setup.phase, after.phase:
        case LastPhase(sources=sources), LastPhase(sources=others):
            return not set(sources) <= set(others)
        case FirstPhase(next=last), FirstPhase(next=other):
            return bool(state.entries) and last != other
        case None, None:
            return False
        case _:
            return state.setup.phase is not None or bool(state.entries)


def delay_start(draft: DirectorDraft, command: DelayStart) -> Rejection | None:
    """A scheduled tournament starts later."""
    state = draft.state
    refusal = refuse_unsigned(command.staff, command.reason)
    if refusal is not None:
        return refusal
    if state.status is not Status.ANNOUNCED or state.setup.sit_and_go:
        return reject("already_started" if not state.setup.sit_and_go else "no_start_time", DELAY_OR_CANCEL)
    if command.to <= draft.now:
        return reject("not_in_the_future", DELAY_OR_CANCEL)
    draft.emit(StartDelayed(command.to, command.staff, command.reason, DELAY_OR_CANCEL, draft.now))
    return None


def disqualify(draft: DirectorDraft, command: Disqualify) -> Rejection | None:
    """Before the start the entry is returned; later the chips are out of play once no hand needs them."""
    entrant = draft.state.entrants.get(command.player)
    refusal = refuse_unsigned(command.staff, command.reason) or refuse_over(draft.state)
    if refusal is not None:
        return refusal
    if entrant is None or not entrant.playing or entrant.disqualified:
        return reject("not_playing", HOUSE_POWERS)
    if draft.state.status is Status.ANNOUNCED:
        to, _ = refund_account(draft.rules, command.player, entrant.entry)
        staff = command.staff, command.reason
        draft.emit(Unregistered(draft.books, command.player, entrant.entry, to, HOUSE_POWERS, *staff))
        return None
    told = Disqualified(command.player, command.forfeit, draft.now, command.staff, command.reason, HOUSE_POWERS)
    away = Away(draft.now, HOUSE_POWERS, until_connected=False)
    draft.emit(told, SatOut(command.player, away))
    settle_and_deal(draft)
    return None


def adjust_chips(draft: DirectorDraft, command: AdjustChips) -> Rejection | None:
    """Change stacks while play is paused and no hand needs them; nobody is left without a chip."""
    state = draft.state
    refusal = refuse_unsigned(command.staff, command.reason)
    if refusal is not None:
        return refusal
    if state.clock.halt is None:
        return reject("not_paused", HOUSE_POWERS)
    for change in command.changes:
        found = seated(state, change.player)
        if isinstance(found, Rejection):
            return found
        entrant, table = found
        if table.busy:
            return reject("hand_not_over", HOUSE_POWERS, table=table.number)
        stack = state.chair_of(entrant).stack
        if stack + change.chips <= 0:
            return reject("too_few_chips", HOUSE_POWERS, chips=stack)
    added = sum(change.chips for change in command.changes)
    told = command.staff, command.reason, HOUSE_POWERS
    draft.emit(ChipsAdjusted(command.changes, added, draft.now, *told))
    return None


def cancel_by_house(draft: DirectorDraft, command: Cancel) -> Rejection | None:
    """End the tournament; the policy of the edition says who gets what."""
    staff = command.staff or ("room" if command.cause is Cause.SERVER_FAILURE else "")
    refusal = refuse_unsigned(staff, command.reason) or refuse_over(draft.state) or _unfinished_phases(draft.state)
    if refusal is not None:
        return refusal
    override = override_of(command)
    return settle_cancelled(draft, command.cause, DELAY_OR_CANCEL, command.staff, command.reason, override)


def dry_run(rulebook: TournamentRulebook, state: Tournament, command: Cancel) -> Plan | Rejection:
    """
    What cancelling now would give to each player and by which rule; the commit pays the same if nothing happens before.

    Among players who lost equal stacks in one hand a lot decides who was out first, and that is drawn with the commit.
    """
    rules, format_ = rulebook.rules_of(state.setup), rulebook.format_of(state.setup.product)
    draft = DirectorDraft(state, rules, format_, Instant(0), Supply(bytes(CHANCE_BYTES)))
    return refuse_over(state) or _unfinished_phases(state) or _plan(draft, command.cause, override_of(command))


def override_of(command: Cancel) -> Override | None:
    """What the house decided otherwise, if it did; who and why stay with the plan (X-85, CANC-57)."""
    if command.tickets is None and not command.refund:
        return None
    return Override(tickets=command.tickets, staff=command.staff, reason=command.reason, refund=command.refund)


def settle_cancelled(
    draft: DirectorDraft,
    cause: Cause,
    rule: RuleId,
    staff: str = "",
    reason: str = "",
    override: Override | None = None,
) -> Rejection | None:
    """Cancel by the edition's policy; where that resumes the tournament, nothing happens here."""
    plan = _plan(draft, cause, override)
    if isinstance(plan, Rejection):
        return plan
    if plan.outcome is Outcome.CANCELLED:
        won = [payout.player for payout in plan.payouts if payout.prize or payout.won_bounty]
        held = tuple(player for player in won if draft.is_held(player))
        draft.emit(Cancelled(draft.books, plan, cause, draft.now, rule, staff, reason, held))
    return None


def _plan(draft: DirectorDraft, cause: Cause, override: Override | None) -> Plan | Rejection:
    """The plan for the tournament as its last finished hands left it; who fell in them is out, other hands never were."""
    policy, absence = draft.rules.poker.cancellation, draft.rules.poker.tournament.absence_forfeits_entry
    format_ = draft.format
    plan = cancel(cancellation_case(format_, draft.state, cause, absence), policy, override, format_.share)
    if isinstance(plan, Rejection) or plan.outcome is Outcome.RESUMED:
        return plan
    interrupt(draft)
    return cancel(cancellation_case(format_, draft.state, cause, absence), policy, override, format_.share)


def refuse_unsigned(staff: str, reason: str) -> Rejection | None:
    """The rejection if a power of the house is used without a member of staff or a reason; otherwise None."""
    return None if staff.strip() and reason.strip() else reject("reason_missing", HOUSE_POWERS)


def refuse_over(state: Tournament) -> Rejection | None:
    """The rejection if the tournament is over; otherwise None."""
    return reject("tournament_over", HOUSE_POWERS) if state.over else None


def _unfinished_phases(state: Tournament) -> Rejection | None:
    """Players and prize money of first phases are still on their way to a last one; cancelling it would strand them."""
    return reject("phases_running", PHASES) if waits_for_phases(state) else None
