"""
The machine of the office: who may ask for what, who signs it, and what is then carried out; stream `docket:house`.

It knows who is staff by its own events, so that nobody becomes staff by a row in a table. Nobody signs what they asked for, or what
concerns themselves. A deed is carried out in the commit that records the signature, and only while it would do exactly what the dry
run showed. What closes an account is signed first and carried out a day later, unless somebody stops it.
"""

from dataclasses import replace
from typing import Final, get_args

from fairdeal.bank.holds.state import HoldKind
from fairdeal.bank.house import StaffId
from fairdeal.kernel import (
    DAY,
    MINUTE,
    Decision,
    Duration,
    Instant,
    MoneyKind,
    PlayerId,
    Rejection,
    Task,
    Verdict,
    followed,
    reject,
)
from fairdeal.office.deed import FREEZE, REASON_MAX, Commands, Deed
from fairdeal.office.deeds.holds import Hold
from fairdeal.office.docket.agenda import Consequence, tasks
from fairdeal.office.docket.commands import (
    Ask,
    CallDuty,
    CarryOut,
    Deny,
    DocketCommand,
    EndDuty,
    Expire,
    Found,
    HoldDisputed,
    NoteChange,
    NoteLook,
    NotePlayer,
    NoteTold,
    Renew,
    SetRoles,
    Sign,
    Withdraw,
)
from fairdeal.office.docket.events import (
    Asked,
    Changed,
    Confirmed,
    DocketEvent,
    Done,
    DutyEnded,
    DutyOverdue,
    Ended,
    Frozen,
    Looked,
    Noted,
    Renewed,
    RolesSet,
    Signed,
    Told,
)
from fairdeal.office.docket.evolve import evolve
from fairdeal.office.docket.state import Docket, End, Request, Stage
from fairdeal.office.roles import Role, roles_apart
from fairdeal.rulebook.catalogue import holds_in
from fairdeal.rulebook.clause import EditionId

IN_PLAY: Final = Duration(20 * MINUTE)
"""So long players at a table wait for a second signature."""

NOTE_MAX: Final = 2000
WRITE_NOTES: Final = frozenset(Role) - {Role.AUDITOR, Role.DEALER, Role.PIT}
"""Who writes notes about players: whoever works at the desk, and does not only read."""

HOUSE: Final = StaffId("house")
"""Named where a rule of the house acts and nobody asked."""

_COMMANDS: Final = frozenset(get_args(DocketCommand))


class DocketMachine:
    """The docket of a house that offers these editions, for real money or not."""

    def __init__(self, editions: frozenset[EditionId], *, real_money: bool) -> None:
        self._editions = editions
        self._real_money = real_money

    def decide(self, state: Docket, command: DocketCommand, now: Instant) -> Decision[Docket, DocketEvent]:
        """The steps a command leads to, or a rejection; changes nothing."""
        if type(command) not in _COMMANDS:
            return reject("unknown_command")
        return followed(state, self._verdict(state, command, now), self.evolve)

    def _verdict(self, state: Docket, command: DocketCommand, now: Instant) -> Verdict[DocketEvent]:
        match command:
            case Ask():
                return self._ask(state, command, now)
            case HoldDisputed():
                return self._hold_disputed(command, now)
            case Renew():
                return _renew(state, command, now)
            case Sign():
                return _sign(state, command, now)
            case Deny():
                return _deny(state, command, now)
            case Withdraw():
                return _withdraw(state, command, now)
            case Expire():
                return _expire(state, command, now)
            case CarryOut():
                return _carry_out(state, command, now)
            case CallDuty() | EndDuty():
                return _duty(state, command, now)
            case _:
                return _note(state, command, now)

    # ---- asking

    def _ask(self, state: Docket, command: Ask, now: Instant) -> Verdict[DocketEvent]:
        deed = command.deed
        refusal = (
            _may_ask(state, command.staff, deed)
            or self._clause_refused(command)
            or _reason_refused(command.reason)
            or deed.fault()
            or _figures_refused(command.seen, command.found)
        )
        if refusal is not None:
            return refusal
        if state.find(command.request) is not None:
            return reject("duplicate_request")
        if _is_asked(state, deed):
            return reject("already_asked")
        until = Instant(now + IN_PLAY) if deed.in_play else _end_of_day(now)
        if command.at_once:
            until = Instant(now + FREEZE)
        request = Request(
            command.request,
            deed,
            command.edition,
            command.clause,
            command.reason.strip(),
            command.staff,
            now,
            until,
            command.seen,
        )
        return self._begin(state, request, command, now)

    def _begin(self, state: Docket, request: Request, command: Ask, now: Instant) -> Verdict[DocketEvent]:
        """One person is enough, or a house of one waives the second, or somebody freezes at once; otherwise it is asked."""
        deed, told = request.deed, replace(request, concerned=command.concerned)
        if not deed.signers:
            return (Done(told, None, waived=False, at=now),)
        if state.is_of_one and not self._is_real(deed):
            return (Done(told, None, waived=True, at=now),)
        if not command.at_once:
            return (Asked(request),)
        return (Frozen(replace(told, stage=Stage.FROZEN)),) if deed.at_once else reject("not_at_once")

    def _hold_disputed(self, command: HoldDisputed, now: Instant) -> Verdict[DocketEvent]:
        """What a complaint is about waits from its registration on, where the rulebook has the clause that says so."""
        deed = command.deed
        if isinstance(deed, Hold) and deed.why is not HoldKind.COMPLAINT:
            return reject("not_allowed", command.clause)
        if command.edition not in self._editions or not holds_in(command.clause, command.edition):
            return reject("clause_of_other_rulebook", command.clause)
        refusal = reject("no_such_clause", command.clause) if command.clause not in deed.clauses else deed.fault()
        if refusal is not None:
            return refusal
        reason = command.reason.strip()[:REASON_MAX]
        told = Request(command.case, deed, command.edition, command.clause, reason, HOUSE, now, now, b"")
        return (Done(told, None, waived=False, at=now),)

    def _is_real(self, deed: Deed) -> bool:
        """Whether real money hangs on a deed: on one about a person if the house plays for real money at all."""
        money = deed.money()
        return self._real_money if money is None else money is MoneyKind.REAL

    def _clause_refused(self, command: Ask) -> Rejection | None:
        if command.edition not in self._editions:
            return reject("unknown_rulebook")
        clauses = command.deed.clauses
        if not clauses:
            return None if command.clause is None else reject("no_such_clause", command.clause)
        if command.clause is None:
            return reject("clause_missing")
        if command.clause not in clauses:
            return reject("no_such_clause", command.clause)
        return None if holds_in(command.clause, command.edition) else reject("clause_of_other_rulebook", command.clause)

    # ---- everything else

    def evolve(self, state: Docket, event: DocketEvent) -> Docket:
        """The docket after the event."""
        return evolve(state, event)

    def agenda(self, state: Docket) -> frozenset[Task[DocketCommand | Consequence]]:
        """Requests that expire, duties that fall due, and people to be told."""
        return frozenset(tasks(state))

    def joint_commands(self, event: DocketEvent) -> Commands:
        """What a deed asks of other machines, in the commit that records it."""
        match event:
            case Done():
                return event.request.deed.commands(replace(event.request.order, by=event.by, waived=event.waived))
            case Frozen():
                return event.request.deed.commands(event.request.order)
            case Signed():
                return event.request.deed.begin(replace(event.request.order, by=event.request.by))
            case Ended() if event.request.stage is not Stage.ASKED and not event.moot:
                return event.request.deed.undo(event.request.order)
            case _:
                return ()


def _is_asked(state: Docket, deed: Deed) -> bool:
    """Whether the same waits already; what was signed and waits is the same whatever the balances are by now."""
    return any(
        each.deed == deed
        or (each.stage is Stage.SIGNED and type(each.deed) is type(deed) and each.deed.players() == deed.players())
        for each in state.open
    )


def _may_ask(state: Docket, staff: StaffId, deed: Deed) -> Rejection | None:
    roles = state.roles_of(staff)
    alone = state.is_of_one and Role.ADMIN in roles  # nobody else could ask
    if not (roles & deed.asks or alone):
        return reject("not_allowed")
    return reject("own_case") if PlayerId(staff) in deed.players() else None


def _may_sign(state: Docket, staff: StaffId, request: Request) -> Rejection | None:
    """Why somebody may not be the second person; also when whoever asked has lost the right to."""
    if not state.roles_of(staff) & request.deed.signers:
        return reject("not_allowed")
    if staff == request.staff:
        return reject("own_request")
    if PlayerId(staff) in request.deed.players():
        return reject("own_case")
    shared = state.roles_of(staff) & state.roles_of(request.staff) & request.deed.asks
    if request.deed.of_two_roles and shared:
        return reject("other_role_needed")
    return reject("asker_not_allowed") if _may_ask(state, request.staff, request.deed) is not None else None


def _reason_refused(reason: str) -> Rejection | None:
    if not reason.strip():
        return reject("reason_missing")
    return None if len(reason) <= REASON_MAX else reject("reason_too_long", most=REASON_MAX)


def _figures_refused(seen: bytes, found: Found) -> Rejection | None:
    """Why what somebody saw is not what would happen now."""
    if found is None:
        return reject("facts_missing")
    if isinstance(found, Rejection):
        return found
    return None if seen == found else reject("figures_changed")


def _open_request(state: Docket, name: str, now: Instant) -> Request | Rejection:
    request = state.find(name)
    if request is None:
        return reject("no_such_request")
    return request if now < request.until else reject("request_expired", until=request.until)


def _renew(state: Docket, command: Renew, now: Instant) -> Verdict[DocketEvent]:
    request = _open_request(state, command.request, now)
    if isinstance(request, Rejection):
        return request
    if command.staff != request.staff:
        return reject("not_your_request")
    if request.stage is not Stage.ASKED:
        return reject("already_done")
    refusal = _figures_refused(command.seen, command.found)
    if refusal is not None:
        return refusal
    return () if command.seen == request.figures else (Renewed(request.id, command.seen, now),)


def _sign(state: Docket, command: Sign, now: Instant) -> Verdict[DocketEvent]:
    request = _open_request(state, command.request, now)
    if isinstance(request, Rejection):
        return request
    refusal = _may_sign(state, command.staff, request)
    if refusal is None and request.stage is Stage.SIGNED:
        refusal = reject("already_done")
    if refusal is not None:
        return refusal
    if command.seen != request.figures:
        return reject("figures_changed")
    if request.stage is Stage.FROZEN:
        return (Confirmed(request, command.staff, now),)
    refusal = _figures_refused(command.seen, command.found)
    if refusal is not None:
        return refusal
    told = replace(request, concerned=command.concerned)
    if request.deed.waits:
        until, deed = Instant(now + request.deed.waits), request.deed.once_signed()
        return (Signed(replace(told, deed=deed, stage=Stage.SIGNED, until=until, by=command.staff), now),)
    return (Done(told, command.staff, waived=False, at=now),)


def _carry_out(state: Docket, command: CarryOut, now: Instant) -> Verdict[DocketEvent]:
    """What was signed takes effect, with the balances of this instant; where that cannot be, what was begun is taken back."""
    request = state.find(command.request)
    if request is None or request.stage is not Stage.SIGNED or request.until != command.until:
        return reject("stale_timer")
    if now < request.until:
        return reject("too_early", due=request.until)
    deed = command.deed or request.deed
    fault = deed.fault()
    refused = command.refused or ("" if fault is None else fault.code)
    if refused:
        return (Ended(request, End.FAILED, None, refused, now, command.moot),)
    return (Done(replace(request, deed=deed, stage=Stage.ASKED), request.by, waived=False, at=now),)


def _deny(state: Docket, command: Deny, now: Instant) -> Verdict[DocketEvent]:
    request = _open_request(state, command.request, now)
    if isinstance(request, Rejection):
        return request
    refusal = _may_sign(state, command.staff, request) or _reason_refused(command.why)
    if refusal is not None and refusal.code != "asker_not_allowed":
        return refusal
    return (Ended(request, End.DENIED, command.staff, command.why.strip(), now, command.moot),)


def _withdraw(state: Docket, command: Withdraw, now: Instant) -> Verdict[DocketEvent]:
    request = _open_request(state, command.request, now)
    if isinstance(request, Rejection):
        return request
    if command.staff != request.staff:
        return reject("not_your_request")
    return (Ended(request, End.WITHDRAWN, command.staff, "", now, command.moot),)


def _expire(state: Docket, command: Expire, now: Instant) -> Verdict[DocketEvent]:
    request = state.find(command.request)
    if request is None or request.stage is Stage.SIGNED or request.until != command.until:
        return reject("stale_timer")
    if now < request.until:
        return reject("too_early", due=request.until)
    return (Ended(request, End.EXPIRED, None, "", now, command.moot),)


def _set_roles(state: Docket, command: SetRoles, now: Instant) -> Verdict[DocketEvent]:
    roles = tuple(role for role in Role if role in command.roles)
    refusal = roles_apart(roles)
    if refusal is not None:
        return refusal
    if frozenset(roles) == state.roles_of(command.staff):
        return ()
    return (RolesSet(command.staff, roles, command.by, command.why, now),)


def _note_player(state: Docket, command: NotePlayer, now: Instant) -> Verdict[DocketEvent]:
    if not state.roles_of(command.staff) & WRITE_NOTES:
        return reject("not_allowed")
    if command.player == PlayerId(command.staff):
        return reject("own_case")
    words = command.words.strip()
    if not words or len(words) > NOTE_MAX:
        return reject("malformed")
    return (Noted(command.note, command.staff, command.player, words, now),)


def _note(
    state: Docket, command: SetRoles | NoteTold | NoteLook | NoteChange | NotePlayer, now: Instant
) -> Verdict[DocketEvent]:
    match command:
        case SetRoles():
            return _set_roles(state, command, now)
        case NoteTold():
            is_untold = any(each.id == command.request for each in state.untold)
            return (Told(command.request, now),) if is_untold else ()
        case NoteLook():
            if not state.roles_of(command.staff):
                return reject("not_allowed")
            return (Looked(command.staff, command.what, command.about, now),)
        case NotePlayer():
            return _note_player(state, command, now)
        case NoteChange():
            return (Changed(command.by, command.what, command.about, command.words, now),)


def _duty(state: Docket, command: CallDuty | EndDuty, now: Instant) -> Verdict[DocketEvent]:
    duty = next((each for each in state.duties if each.request == command.request), None)
    if isinstance(command, EndDuty):
        if Role.SECURITY not in state.roles_of(command.staff):
            return reject("not_allowed")
        if duty is None:
            return reject("no_such_request")
        refusal = _reason_refused(command.why)
        return refusal or (DutyEnded(duty.request, command.staff, command.why.strip(), now),)
    if duty is None or duty.overdue or duty.deadline != command.deadline:
        return reject("stale_timer")
    return (DutyOverdue(duty.request, now),) if now >= duty.deadline else reject("too_early", due=duty.deadline)


def _end_of_day(now: Instant) -> Instant:
    return Instant((now // DAY + 1) * DAY)
