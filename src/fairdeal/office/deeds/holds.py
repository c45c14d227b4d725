"""Deeds about money that is kept back: holds, releases, seizure and what becomes of it, and complaints with what waits for them."""

from dataclasses import dataclass
from typing import ClassVar, Final

from fairdeal.bank.holds.commands import ExtendHold, ForfeitHold, PlaceHold, ReleaseHold
from fairdeal.bank.holds.state import Grounds, HoldKind
from fairdeal.bank.purse.commands import CreditPlayer, ResumeWithdrawal, SuspendWithdrawal
from fairdeal.bank.streams import holds_stream, purse_stream
from fairdeal.kernel import AccountId, Instant, MoneyKind, PlayerId, Rejection, RuleId, Units, reject
from fairdeal.kernel.agenda import JointCommand
from fairdeal.office.deed import PROTECTS, SIGNS_MONEY, Commands, Deed, Order, rules
from fairdeal.office.deeds.bases import OfPlayer, OfSetAside, OfWallet, Share, wallet_fault
from fairdeal.office.roles import Role, Roles

_HOLDS: Final = rules("INT-14", "INT-18", "INT-36", "INT-38", "INT-39")
_SEIZES: Final = rules("INT-12", "INT-18", "INT-36", "INT-14b")
ANSWER_MAX: Final = 2000


@dataclass(frozen=True, slots=True)
class Hold(OfWallet):
    """Keep winnings or funds back while something is looked into."""

    kind: ClassVar[str] = "hold"
    clauses: ClassVar[tuple[RuleId, ...]] = _HOLDS
    asks: ClassVar[Roles] = PROTECTS
    at_once: ClassVar[bool] = True

    player: PlayerId
    account: AccountId
    amount: Units
    why: HoldKind

    def commands(self, order: Order) -> Commands:
        """One hold, named after its request."""
        placed = PlaceHold(order.request, self.why, self.account, self.amount, order.staff, order.reason)
        return (JointCommand(holds_stream(order.edition, self.player), placed),)

    def undo(self, order: Order) -> Commands:
        """Release all of it."""
        released = ReleaseHold(order.request, order.staff, order.reason)
        return (JointCommand(holds_stream(order.edition, self.player), released),)


class _OfHold(OfSetAside):
    """What becomes of money that is held."""

    __slots__ = ()

    asks: ClassVar[Roles] = PROTECTS

    hold: str


@dataclass(frozen=True, slots=True)
class Release(_OfHold):
    """Give held money back: all of it, or an amount to one account."""

    kind: ClassVar[str] = "release"
    clauses: ClassVar[tuple[RuleId, ...]] = _HOLDS

    player: PlayerId
    hold: str
    tender: MoneyKind
    account: AccountId | None = None
    amount: Units | None = None

    def commands(self, order: Order) -> Commands:
        """One release."""
        released = ReleaseHold(self.hold, order.staff, order.reason, self.account, self.amount)
        return (JointCommand(holds_stream(order.edition, self.player), released),)


@dataclass(frozen=True, slots=True)
class Extend(_OfHold):
    """Give the answer to a complaint more working days; its money stays held."""

    kind: ClassVar[str] = "extend_hold"
    clauses: ClassVar[tuple[RuleId, ...]] = rules("INT-38")

    player: PlayerId
    hold: str
    tender: MoneyKind
    working_days: int

    def commands(self, order: Order) -> Commands:
        """One extension."""
        extended = ExtendHold(self.hold, self.working_days, order.staff, order.reason)
        return (JointCommand(holds_stream(order.edition, self.player), extended),)


@dataclass(frozen=True, slots=True)
class Seize(_OfHold):
    """Forfeit held money to where the edition sends it, and give parts of it to those who were harmed."""

    kind: ClassVar[str] = "seize"
    clauses: ClassVar[tuple[RuleId, ...]] = _SEIZES
    asks: ClassVar[Roles] = frozenset({Role.SECURITY})
    final: ClassVar[bool] = True

    player: PlayerId
    hold: str
    tender: MoneyKind
    grounds: Grounds
    gives: tuple[Share, ...] = ()

    def players(self) -> tuple[PlayerId, ...]:
        """The offender and those who get something."""
        return (self.player, *(share.player for share in self.gives))

    def fault(self) -> Rejection | None:
        """A part for the offender, or for a wallet of somebody else."""
        for share in self.gives:
            if share.player == self.player:
                return reject("not_to_the_offender")
            wrong = wallet_fault(share.account, share.player)
            if wrong is not None:
                return wrong
        return None

    def commands(self, order: Order) -> Commands:
        """The forfeiture, and credits out of what was seized; the ledger refuses more than there is."""
        forfeited = ForfeitHold(self.hold, self.grounds, order.staff, order.reason)
        given = [
            JointCommand[object](
                purse_stream(share.player),
                CreditPlayer(share.account, share.amount, order.staff, order.reason, seized=True),
            )
            for share in self.gives
        ]
        return (JointCommand(holds_stream(order.edition, self.player), forfeited), *given)


@dataclass(frozen=True, slots=True)
class SuspendPayout(OfSetAside):
    """Suspend the payment of a withdrawal that a complaint is about, for the term of the rulebook."""

    kind: ClassVar[str] = "suspend_withdrawal"
    clauses: ClassVar[tuple[RuleId, ...]] = rules("INT-38")
    asks: ClassVar[Roles] = PROTECTS
    at_once: ClassVar[bool] = True

    player: PlayerId
    withdrawal: str
    tender: MoneyKind
    until: Instant

    def commands(self, order: Order) -> Commands:
        """One suspension, named after its request."""
        assert order.clause is not None, "there is one to choose"
        suspended = SuspendWithdrawal(self.withdrawal, order.request, self.until, order.clause)
        return (JointCommand(purse_stream(self.player), suspended),)

    def undo(self, _order: Order) -> Commands:
        """It may be paid."""
        return (JointCommand(purse_stream(self.player), ResumeWithdrawal(self.withdrawal)),)


@dataclass(frozen=True, slots=True)
class AnswerComplaint(OfPlayer):
    """
    Answer a complaint; the money or payment that waited for it is free in the same commit.

    Where something waits, a second person signs, as for every release.
    """

    kind: ClassVar[str] = "answer_complaint"
    clauses: ClassVar[tuple[RuleId, ...]] = rules("INT-20", "INT-38", "CANC-58", "CHAT-05")
    asks: ClassVar[Roles] = frozenset({Role.SUPPORT, Role.FLOOR, Role.ADMIN})
    signs: ClassVar[Roles] = SIGNS_MONEY

    player: PlayerId
    complaint: str
    answer: str
    hold: str = ""
    withdrawal: str = ""

    @property
    def signers(self) -> Roles:
        """Who signs for the money; nobody where none waits."""
        return self.signs if self.hold or self.withdrawal else frozenset()

    def fault(self) -> Rejection | None:
        """No answer, or one that is too long."""
        return None if len(self.answer.strip()) > 0 and len(self.answer) <= ANSWER_MAX else reject("malformed")

    def commands(self, order: Order) -> Commands:
        """The release of what was held for it, and the payment that may go on."""
        free: list[JointCommand[object]] = []
        if self.hold:
            released = ReleaseHold(self.hold, order.staff, order.reason)
            free.append(JointCommand(holds_stream(order.edition, self.player), released))
        if self.withdrawal:
            free.append(JointCommand(purse_stream(self.player), ResumeWithdrawal(self.withdrawal)))
        return tuple(free)


DEEDS: Final[tuple[type[Deed], ...]] = (Hold, Release, Extend, Seize, SuspendPayout, AnswerComplaint)
