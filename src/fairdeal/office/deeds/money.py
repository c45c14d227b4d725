"""Deeds about a player's money: payments at the till, corrections, annulled winnings, claims, and withdrawals."""

from dataclasses import dataclass
from hashlib import sha256
from typing import ClassVar, Final

from fairdeal.bank.accounts import Tender
from fairdeal.bank.house import tender_of
from fairdeal.bank.purse.commands import (
    ApproveWithdrawal,
    AskWithdrawal,
    ConfirmSent,
    CreditPlayer,
    DebitPlayer,
    GiveTicket,
    RaiseClaim,
    ReceiveDeposit,
    RejectWithdrawal,
    SettleClaim,
)
from fairdeal.bank.streams import purse_stream
from fairdeal.kernel import AccountId, MoneyKind, PlayerId, Rejection, RuleId, Units, reject
from fairdeal.kernel.agenda import JointCommand
from fairdeal.office.deed import EDITS_MONEY, SIGNS_MONEY, Commands, Deed, Order, rules
from fairdeal.office.deeds.bases import OfSetAside, OfWallet, Share, wallet_fault
from fairdeal.office.roles import Role, Roles

_TILL = "till"
_DIGITS, _REFERENCE_MAX = 40, 128
_FAIRNESS = rules("CASH-01", "MTT-25", "MTT-45", "CASH-20", "INT-20", "CANC-57", "CANC-58")
_ANNULS = rules("CASH-20", "INT-37", "INT-39", "CASH-01", "MTT-25", "MTT-45")


class _Wallet(OfWallet):
    """What corrects one wallet."""

    __slots__ = ()

    asks: ClassVar[Roles] = EDITS_MONEY


@dataclass(frozen=True, slots=True)
class TakeDeposit(_Wallet):
    """Book a payment that came in by hand: cash at the till, a bank transfer; limits and exclusions hold as for any other."""

    kind: ClassVar[str] = "take_deposit"
    clauses: ClassVar[tuple[RuleId, ...]] = ()

    player: PlayerId
    account: AccountId
    amount: Units
    reference: str

    def commands(self, _order: Order) -> Commands:
        """One deposit, as a till reports it."""
        paid = ReceiveDeposit(_TILL, self.reference, tender_of(self.account), self.amount)
        return (JointCommand(purse_stream(self.player), paid),)


@dataclass(frozen=True, slots=True)
class ReturnPayment(_Wallet):
    """Send a payment back to where it came from: asked for by the house, approved and sent in one commit."""

    kind: ClassVar[str] = "return_payment"
    clauses: ClassVar[tuple[RuleId, ...]] = ()
    final: ClassVar[bool] = True

    player: PlayerId
    account: AccountId
    amount: Units
    reference: str

    def commands(self, order: Order) -> Commands:
        """A withdrawal of the house that is paid at once; named after the payment, which so goes back once."""
        stream, name = purse_stream(self.player), f"return-{sha256(self.reference.encode()).hexdigest()[:_DIGITS]}"
        return (
            JointCommand(stream, AskWithdrawal(name, tender_of(self.account), self.amount, self.amount, by_house=True)),
            JointCommand(stream, ApproveWithdrawal(name, order.staff)),
            JointCommand(stream, ConfirmSent(name, _TILL, f"return:{self.reference}"[:_REFERENCE_MAX])),
        )


@dataclass(frozen=True, slots=True)
class Credit(_Wallet):
    """Give a player money of the house."""

    kind: ClassVar[str] = "credit"
    clauses: ClassVar[tuple[RuleId, ...]] = _FAIRNESS

    player: PlayerId
    account: AccountId
    amount: Units

    def commands(self, order: Order) -> Commands:
        """One credit."""
        given = CreditPlayer(self.account, self.amount, order.staff, order.reason)
        return (JointCommand(purse_stream(self.player), given),)


@dataclass(frozen=True, slots=True)
class Debit(_Wallet):
    """Take money from a player that was not the player's."""

    kind: ClassVar[str] = "debit"
    clauses: ClassVar[tuple[RuleId, ...]] = _ANNULS

    player: PlayerId
    account: AccountId
    amount: Units

    def commands(self, order: Order) -> Commands:
        """One debit."""
        taken = DebitPlayer(self.account, self.amount, order.staff, order.reason)
        return (JointCommand(purse_stream(self.player), taken),)


@dataclass(frozen=True, slots=True)
class Annul(_Wallet):
    """Take winnings back that were paid already; what the wallet is short of becomes a claim, never a debt of the wallet."""

    kind: ClassVar[str] = "annul"
    clauses: ClassVar[tuple[RuleId, ...]] = _ANNULS

    player: PlayerId
    account: AccountId
    taken: Units
    claimed: Units

    def fault(self) -> Rejection | None:
        """Also amounts of nothing."""
        if self.taken < 0 or self.claimed < 0 or self.taken + self.claimed == 0:
            return reject("amount_not_positive", amount=self.taken + self.claimed)
        return wallet_fault(self.account, self.player)

    def commands(self, order: Order) -> Commands:
        """A debit, and a claim for the rest."""
        assert order.clause is not None, "there are clauses to choose from"
        found: list[object] = []
        if self.taken:
            found.append(DebitPlayer(self.account, self.taken, order.staff, order.reason))
        if self.claimed:
            tender = tender_of(self.account)
            found.append(RaiseClaim(tender, self.claimed, order.clause, order.staff, order.reason))
        return tuple(JointCommand(purse_stream(self.player), each) for each in found)


@dataclass(frozen=True, slots=True)
class Settle(_Wallet):
    """Take what a player owes out of the site wallet, or a part of it."""

    kind: ClassVar[str] = "settle_claim"
    clauses: ClassVar[tuple[RuleId, ...]] = (*_ANNULS, *rules("INT-18"))

    player: PlayerId
    account: AccountId
    amount: Units

    def commands(self, order: Order) -> Commands:
        """One settlement."""
        settled = SettleClaim(tender_of(self.account), self.amount, order.staff)
        return (JointCommand(purse_stream(self.player), settled),)


@dataclass(frozen=True, slots=True)
class Reverse(Deed):
    """
    Move money that was won back to those who lost it, as when a hand that is over is made void.

    `from_house` is what the house gives back with it: the rake of the hand.
    """

    kind: ClassVar[str] = "reverse"
    clauses: ClassVar[tuple[RuleId, ...]] = (*_ANNULS, *rules("INT-22", "INT-12"))
    asks: ClassVar[Roles] = EDITS_MONEY | {Role.SECURITY}
    signs: ClassVar[Roles] = SIGNS_MONEY

    takes: tuple[Share, ...]
    gives: tuple[Share, ...]
    about: str = ""  # the hand or tournament
    from_house: Units = Units(0)

    def players(self) -> tuple[PlayerId, ...]:
        """All who give and get."""
        return tuple(dict.fromkeys(share.player for share in (*self.takes, *self.gives)))

    def money(self) -> MoneyKind | None:
        """That of the first wallet; all are of one tender."""
        shares = (*self.takes, *self.gives)
        return tender_of(shares[0].account).money if shares else None

    def fault(self) -> Rejection | None:
        """Sums that differ, several tenders, or a wallet of somebody else."""
        shares = (*self.takes, *self.gives)
        if not self.takes or not self.gives or any(share.amount <= 0 for share in shares):
            return reject("amount_not_positive")
        for share in shares:
            wrong = wallet_fault(share.account, share.player)
            if wrong is not None:
                return wrong
        if len({tender_of(share.account) for share in shares}) > 1:
            return reject("wrong_currency")
        taken, given = (sum(share.amount for share in each) for each in (self.takes, self.gives))
        if self.from_house < 0 or taken + self.from_house != given:
            return reject("sums_differ", taken=taken + self.from_house, given=given)
        return None

    def commands(self, order: Order) -> Commands:
        """Debits first, then credits."""
        signed = (order.staff, order.reason)
        debits = [(each.player, DebitPlayer(each.account, each.amount, *signed)) for each in self.takes]
        given = [(each.player, CreditPlayer(each.account, each.amount, *signed)) for each in self.gives]
        return tuple(JointCommand[object](purse_stream(player), each) for player, each in (*debits, *given))


@dataclass(frozen=True, slots=True)
class GiveTickets(Deed):
    """Give many players a ticket each: an entry to any tournament at that price."""

    kind: ClassVar[str] = "give_tickets"
    clauses: ClassVar[tuple[RuleId, ...]] = rules("CANC-57", "CANC-58", "MTT-25", "MTT-45", "CASH-01", "INT-20")
    asks: ClassVar[Roles] = EDITS_MONEY
    signs: ClassVar[Roles] = SIGNS_MONEY

    to: tuple[PlayerId, ...]
    tender: Tender
    amount: Units

    def players(self) -> tuple[PlayerId, ...]:
        """All who get one."""
        return self.to

    def money(self) -> MoneyKind | None:
        """That of the tickets."""
        return self.tender.money

    def fault(self) -> Rejection | None:
        """Nobody to give them to, or somebody twice."""
        if not self.to:
            return reject("nobody_named")
        return None if len(set(self.to)) == len(self.to) else reject("player_named_twice")

    def commands(self, order: Order) -> Commands:
        """A ticket each, named after the request."""
        ticket = GiveTicket(f"desk-{order.request}", self.tender, self.amount, order.staff, order.reason)
        return tuple(JointCommand(purse_stream(player), ticket) for player in self.to)


class _Withdrawal(OfSetAside):
    """What becomes of a withdrawal that a player asked for."""

    __slots__ = ()

    asks: ClassVar[Roles] = EDITS_MONEY | {Role.SECURITY}
    clauses: ClassVar[tuple[RuleId, ...]] = ()

    withdrawal: str


@dataclass(frozen=True, slots=True)
class ApprovePayout(_Withdrawal):
    """Let a withdrawal go out."""

    kind: ClassVar[str] = "approve_withdrawal"

    player: PlayerId
    withdrawal: str
    tender: MoneyKind

    def commands(self, order: Order) -> Commands:
        """One approval."""
        return (JointCommand(purse_stream(self.player), ApproveWithdrawal(self.withdrawal, order.staff)),)


@dataclass(frozen=True, slots=True)
class RefusePayout(_Withdrawal):
    """Refuse a withdrawal; the money returns to the wallet."""

    kind: ClassVar[str] = "refuse_withdrawal"
    clauses: ClassVar[tuple[RuleId, ...]] = rules("INT-14", "INT-18", "INT-36", "INT-38", "INT-39")

    player: PlayerId
    withdrawal: str
    tender: MoneyKind

    def commands(self, order: Order) -> Commands:
        """One refusal."""
        refused = RejectWithdrawal(self.withdrawal, order.staff, order.reason)
        return (JointCommand(purse_stream(self.player), refused),)


@dataclass(frozen=True, slots=True)
class PayoutSent(_Withdrawal):
    """Note that an approved withdrawal was paid, with the bank's reference."""

    kind: ClassVar[str] = "withdrawal_sent"
    final: ClassVar[bool] = True

    player: PlayerId
    withdrawal: str
    tender: MoneyKind
    reference: str

    def commands(self, _order: Order) -> Commands:
        """One confirmation, as a till gives it."""
        return (JointCommand(purse_stream(self.player), ConfirmSent(self.withdrawal, _TILL, self.reference)),)


DEEDS: Final[tuple[type[Deed], ...]] = (
    TakeDeposit,
    ReturnPayment,
    Credit,
    Debit,
    Annul,
    Settle,
    Reverse,
    GiveTickets,
    ApprovePayout,
    RefusePayout,
    PayoutSent,
)
