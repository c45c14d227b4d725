"""
The machine of the holds on one player's money under one edition.

What may be held differs by edition: some let winnings wait for a routine review (INT-14), all that may seize funds may freeze
them first (INT-18, INT-36), and where complaints have a term (INT-38) the winnings concerned are held for it and released when
it ends, unless staff extend it with a reason. Held money returns to the player or, when fraud was found, goes where the edition says.
"""

from collections.abc import Collection
from typing import Final, get_args

from fairdeal.bank.accounts import Purpose, parse_account
from fairdeal.bank.holds.commands import (
    ExtendHold,
    ForfeitHold,
    HoldCommand,
    LapseHold,
    PayWinnings,
    PlaceHold,
    ReleaseHold,
)
from fairdeal.bank.holds.events import (
    HoldEvent,
    HoldExtended,
    HoldForfeited,
    HoldLapsed,
    HoldPlaced,
    HoldReleased,
    WinningsPaid,
    WinningsWithheld,
)
from fairdeal.bank.holds.evolve import evolve
from fairdeal.bank.holds.postings import transfers_of
from fairdeal.bank.holds.state import Grounds, Hold, HoldKind, Holds, Part
from fairdeal.bank.holds.view import HoldView, view_of
from fairdeal.bank.house import Viewer
from fairdeal.bank.transfer import Chain
from fairdeal.kernel import (
    AccountId,
    Date,
    Decision,
    EventRef,
    Instant,
    PlayerId,
    Rejection,
    RuleId,
    Task,
    Timer,
    Units,
    Verdict,
    Zone,
    add_working_days,
    date_of,
    day_number,
    followed,
    instant_of,
    local_date,
    reject,
)
from fairdeal.rulebook.schema.choices import Sanction
from fairdeal.rulebook.schema.house import Integrity

EXTENSION_DAYS_MAX: Final = 250
"""The most working days of one extension: about a year."""
_COMMANDS: Final = frozenset(get_args(HoldCommand))


def term_ends(zone: Zone, start: Instant, working_days: int, holidays: Collection[Date] = ()) -> Instant:
    """The end of the last working day of a term that starts on the next working day (INT-38)."""
    last = add_working_days(day_number(local_date(zone, start)), working_days, holidays)
    return instant_of(zone, date_of(last + 1))


class HoldsMachine:
    """The holds of one player under one edition; working days are counted in `zone`, without the public holidays."""

    def __init__(self, player: PlayerId, rules: Integrity, zone: Zone, holidays: Collection[Date] = ()) -> None:
        self._player = player
        self._rules = rules
        self._zone = zone
        self._holidays = frozenset(holidays)

    def decide(self, state: Holds, command: HoldCommand, now: Instant) -> Decision[Holds, HoldEvent]:
        """The steps a command leads to, or a rejection; changes nothing."""
        return followed(state, self._verdict(state, command, now), self.evolve)

    def _verdict(self, state: Holds, command: HoldCommand, now: Instant) -> Verdict[HoldEvent]:
        if type(command) not in _COMMANDS:
            return reject("unknown_command")
        match command:
            case PlaceHold():
                return self._place(state, command, now)
            case PayWinnings():
                return self._pay(state, command)
            case ExtendHold():
                return self._extend(state, command)
            case ReleaseHold():
                return self._release(state, command)
            case ForfeitHold():
                return self._forfeit(state, command)
            case LapseHold():
                return self._lapse(state, command, now)

    def _place(self, state: Holds, command: PlaceHold, now: Instant) -> Verdict[HoldEvent]:
        rule = self._power(command.kind)
        if isinstance(rule, Rejection):
            return rule
        if state.find(command.hold) is not None or command.hold in state.ended:
            return reject("duplicate_hold", rule)
        if not command.why.strip():
            return reject("reason_missing", rule)
        least = 1 if command.kind is HoldKind.COMPLAINT else 0
        if command.amount < least:
            return reject("amount_not_positive", rule, amount=command.amount)
        if not self._is_theirs(command.account):
            return reject("no_such_account", rule)
        deadline = self._deadline(now) if command.kind is HoldKind.COMPLAINT else None
        part = Part(command.account, command.amount)
        return (HoldPlaced(command.hold, command.kind, part, deadline, now, command.staff, command.why, rule),)

    def _power(self, kind: HoldKind) -> RuleId | Rejection:
        """The rule that allows holding money for that reason, or why the edition does not."""
        rules = self._rules
        match kind:
            case HoldKind.REVIEW:
                allowed, rule = rules.winnings_may_be_withheld.value, rules.winnings_may_be_withheld.rule
            case HoldKind.INVESTIGATION:
                allowed, rule = Sanction.SEIZE_FUNDS in rules.sanctions_fraud.value, rules.forfeited_money_goes_to.rule
            case HoldKind.COMPLAINT:
                complaints = rules.complaints
                if complaints is None:
                    return reject("hold_not_allowed", rules.disputes.rule)
                allowed, rule = complaints.payment_is_held.value, complaints.payment_is_held.rule
        return rule if allowed else reject("hold_not_allowed", rule)

    def _deadline(self, start: Instant, working_days: int | None = None) -> Instant:
        """The end of the last working day of a term that starts on the next working day."""
        if working_days is None:
            assert self._rules.complaints is not None
            working_days = self._rules.complaints.settlement_working_days.value
        return term_ends(self._zone, start, working_days, self._holidays)

    def _pay(self, state: Holds, command: PayWinnings) -> Verdict[HoldEvent]:
        if command.amount <= 0:
            return reject("amount_not_positive", command.rule, amount=command.amount)
        if not self._is_theirs(command.home):
            return reject("no_such_account", command.rule)
        part = Part(command.home, command.amount)
        hold = state.keeps_winnings
        if hold is None:
            return (WinningsPaid(command.source, part, command.rule),)
        return (WinningsWithheld(hold.hold, command.source, part, hold.rule),)

    def _extend(self, state: Holds, command: ExtendHold) -> Verdict[HoldEvent]:
        hold = self._found(state, command.hold, command.why)
        if isinstance(hold, Rejection):
            return hold
        if hold.deadline is None:
            return reject("hold_has_no_deadline", hold.rule)
        if not 1 <= command.working_days <= EXTENSION_DAYS_MAX:
            return reject("bad_extension", hold.rule, least=1, most=EXTENSION_DAYS_MAX)
        # The deadline is the midnight after the last day; the extension starts with the day after that one.
        deadline = self._deadline(Instant(hold.deadline - 1), command.working_days)
        return (HoldExtended(hold.hold, deadline, command.staff, command.why, hold.rule),)

    def _release(self, state: Holds, command: ReleaseHold) -> Verdict[HoldEvent]:
        hold = self._found(state, command.hold, command.why)
        if isinstance(hold, Rejection):
            return hold
        parts = _chosen(hold, command.home, command.amount)
        if isinstance(parts, Rejection):
            return parts
        return (HoldReleased(hold.hold, parts, _ends(hold, command, parts), command.staff, command.why, hold.rule),)

    def _forfeit(self, state: Holds, command: ForfeitHold) -> Verdict[HoldEvent]:
        rules = self._rules
        sanctions = rules.sanctions_fraud if command.grounds is Grounds.FRAUD else rules.sanctions_unethical_play
        if Sanction.SEIZE_FUNDS not in sanctions.value:
            return reject("forfeiture_not_allowed", sanctions.rule)
        hold = self._found(state, command.hold, command.why)
        if isinstance(hold, Rejection):
            return hold
        parts = _chosen(hold, command.home, command.amount)
        if isinstance(parts, Rejection):
            return parts
        if not parts:
            return reject("nothing_held", hold.rule)
        goes_to = rules.forfeited_money_goes_to
        return (
            HoldForfeited(
                hold.hold,
                parts,
                _ends(hold, command, parts),
                goes_to.value,
                command.grounds,
                command.staff,
                command.why,
                sanctions.rule,
                goes_to.rule,
            ),
        )

    def _lapse(self, state: Holds, command: LapseHold, now: Instant) -> Verdict[HoldEvent]:
        hold = state.find(command.hold)
        if hold is None:
            return reject("no_such_hold")
        if hold.deadline is None or hold.deadline != command.deadline:
            return reject("stale_timer", hold.rule)
        if now < hold.deadline:
            return reject("too_early", hold.rule, due=hold.deadline)
        return (HoldLapsed(hold.hold, hold.parts, now, hold.rule),)

    def _found(self, state: Holds, name: str, why: str) -> Hold | Rejection:
        hold = state.find(name)
        if hold is None:
            return reject("no_such_hold")
        return hold if why.strip() else reject("reason_missing", hold.rule)

    def _is_theirs(self, account: AccountId) -> bool:
        parsed = parse_account(account)
        wallets = (Purpose.SITE, Purpose.POKER)
        return parsed is not None and parsed.purpose in wallets and parsed.holder == self._player

    def evolve(self, state: Holds, event: HoldEvent) -> Holds:
        """The holds after the event."""
        return evolve(state, event)

    def agenda(self, state: Holds) -> frozenset[Task[HoldCommand]]:
        """The deadline of every hold that has one."""
        return frozenset(
            Timer(hold.deadline, LapseHold(hold.hold, hold.deadline))
            for hold in state.open
            if hold.deadline is not None
        )

    def view(self, state: Holds, viewer: Viewer) -> tuple[HoldView, ...]:
        """The holds with their deadlines; staff also see by whom and why, other players see nothing."""
        return view_of(state, self._player, viewer)

    def transfers(self, event: HoldEvent, ref: EventRef) -> Chain:
        """The transfers of an event: into the hold, back to its account, or forfeited."""
        return transfers_of(self._player, event, ref)


def _chosen(hold: Hold, home: AccountId | None, amount: Units | None) -> tuple[Part, ...] | Rejection:
    """The held money that a command names: all of it, or an amount of one account."""
    if home is None and amount is None:
        return hold.parts
    of_home = [part for part in hold.parts if home in (None, part.home)]
    if len(of_home) != 1:
        return reject("nothing_held" if not of_home else "destination_missing", hold.rule)
    held = of_home[0].amount
    chosen = held if amount is None else amount
    if not 0 < chosen <= held:
        return reject("more_than_held" if chosen > held else "amount_not_positive", hold.rule, amount=chosen, held=held)
    return (Part(of_home[0].home, chosen),)


def _ends(hold: Hold, command: ReleaseHold | ForfeitHold, parts: tuple[Part, ...]) -> bool:
    """Whether a command ends the hold: a review stays open, even empty, until one names all of it; a complaint ends when empty."""
    if command.home is None and command.amount is None:
        return True
    return hold.kind is HoldKind.COMPLAINT and parts == hold.parts
