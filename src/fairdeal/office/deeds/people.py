"""Deeds about a person: suspensions, bans, closed accounts, limits of the house, demands and disclosures."""

from dataclasses import dataclass, replace
from typing import ClassVar, Final

from fairdeal.bank.accounts import Purpose, Tender, parse_account
from fairdeal.bank.bars import Scope
from fairdeal.bank.holds.commands import ForfeitHold, PlaceHold, ReleaseHold
from fairdeal.bank.holds.state import Grounds, HoldKind
from fairdeal.bank.house import StaffId
from fairdeal.bank.limits import LimitKind, Period
from fairdeal.bank.purse.commands import (
    ApproveWithdrawal,
    AskWithdrawal,
    BarPlayer,
    CloseAccount,
    ImposeLimit,
    LiftBar,
    MoveToSite,
)
from fairdeal.bank.rates import Rate
from fairdeal.bank.streams import holds_stream, purse_stream
from fairdeal.cash.player.commands import SetClosed, SetExclusion
from fairdeal.cash.streams import player_stream
from fairdeal.casino.chat import BlockChat
from fairdeal.casino.conduct import conduct_stream
from fairdeal.kernel import AccountId, Duration, Instant, MoneyKind, PlayerId, Rejection, RuleId, Units, reject
from fairdeal.kernel.agenda import JointCommand
from fairdeal.office.deed import NOTICE, PROTECTS, Commands, Deed, Order, rules
from fairdeal.office.deeds.bases import OfPlayer, wallet_fault
from fairdeal.office.roles import Role, Roles

_SUSPENDS: Final = rules("INT-17", "INT-18", "INT-19", "INT-12", "INT-14b", "INT-15", "INT-16", "INT-22", "INT-32")
_CLOSES: Final[Roles] = frozenset({Role.ADMIN, Role.FINANCE})
_WORDS_MAX: Final = 200


class _Person(OfPlayer):
    """What protects a player, others or the house."""

    __slots__ = ()

    asks: ClassVar[Roles] = PROTECTS


@dataclass(frozen=True, slots=True)
class Suspend(_Person):
    """Keep a player from play and deposits, until an instant or until it is lifted; money is kept back by holds only."""

    kind: ClassVar[str] = "suspend"
    clauses: ClassVar[tuple[RuleId, ...]] = _SUSPENDS
    signs: ClassVar[Roles] = frozenset({Role.SECURITY, Role.ADMIN})
    at_once: ClassVar[bool] = True

    player: PlayerId
    until: Instant | None = None

    def commands(self, order: Order) -> Commands:
        """A bar from everything."""
        assert order.clause is not None, "there are clauses to choose from"
        barred = BarPlayer(Scope.ALL, self.until, order.clause, order.staff, order.reason)
        return (JointCommand(purse_stream(self.player), barred),)

    def undo(self, order: Order) -> Commands:
        """Lift it."""
        return (JointCommand(purse_stream(self.player), LiftBar(Scope.ALL, order.staff, order.reason)),)


@dataclass(frozen=True, slots=True)
class LiftSuspension(_Person):
    """End a suspension before its time."""

    kind: ClassVar[str] = "lift_suspension"
    clauses: ClassVar[tuple[RuleId, ...]] = _SUSPENDS
    signs: ClassVar[Roles] = frozenset({Role.SECURITY, Role.ADMIN})

    player: PlayerId

    def commands(self, order: Order) -> Commands:
        """Lift the bar from everything."""
        return (JointCommand(purse_stream(self.player), LiftBar(Scope.ALL, order.staff, order.reason)),)


@dataclass(frozen=True, slots=True)
class BanFromGame(_Person):
    """Keep a player from one kind of game, or let them in again."""

    kind: ClassVar[str] = "ban_game"
    clauses: ClassVar[tuple[RuleId, ...]] = rules("MTT-45", "MTT-32d", "MTT-49", "INT-12", "INT-18", "INT-19", "INT-22")
    asks: ClassVar[Roles] = PROTECTS | {Role.FLOOR}

    player: PlayerId
    game: Scope
    until: Instant | None = None
    lifted: bool = False

    def fault(self) -> Rejection | None:
        """Everything is no single game."""
        return reject("no_such_game") if self.game is Scope.ALL else None

    def commands(self, order: Order) -> Commands:
        """A bar from that kind of game, or its end."""
        assert order.clause is not None, "there are clauses to choose from"
        if self.lifted:
            return (JointCommand(purse_stream(self.player), LiftBar(self.game, order.staff, order.reason)),)
        barred = BarPlayer(self.game, self.until, order.clause, order.staff, order.reason)
        return (JointCommand(purse_stream(self.player), barred),)


@dataclass(frozen=True, slots=True)
class BanFromFormat(_Person):
    """Exclude a player from a format of cash games, such as Banzai, or let them in again."""

    kind: ClassVar[str] = "ban_format"
    clauses: ClassVar[tuple[RuleId, ...]] = rules("BZ-08")
    asks: ClassVar[Roles] = PROTECTS | {Role.FLOOR}

    player: PlayerId
    format: str
    on: bool = True

    def commands(self, order: Order) -> Commands:
        """The flag of the player's cash games."""
        flag = SetExclusion(self.format, self.on, order.staff, order.reason)
        return (JointCommand(player_stream(self.player), flag),)


@dataclass(frozen=True, slots=True)
class BlockFromChat(_Person):
    """Block a player from all chats, or end the block."""

    kind: ClassVar[str] = "block_chat"
    clauses: ClassVar[tuple[RuleId, ...]] = rules("CHAT-04", "INT-11", "MTT-45")
    asks: ClassVar[Roles] = PROTECTS | {Role.FLOOR}

    player: PlayerId
    on: bool = True

    def commands(self, order: Order) -> Commands:
        """The block of the player's conduct."""
        block = BlockChat(order.staff, self.player, order.reason, self.on)
        return (JointCommand(conduct_stream(self.player), block),)


@dataclass(frozen=True, slots=True)
class Balance:
    """What one wallet holds when an account is closed."""

    account: AccountId
    amount: Units


@dataclass(frozen=True, slots=True)
class MovedToSite:
    """A poker wallet that is emptied into the site's at the rate of the day, before an account is paid out."""

    money: MoneyKind
    amount: Units
    rate: Rate | None


class _Closing(_Person):
    """
    What ends an account: a day after the second signature, so that one person can still stop it.

    From the signature on the player is kept from play and deposits, so that stacks come back before the balance is counted.
    """

    __slots__ = ()

    signs: ClassVar[Roles] = _CLOSES
    final: ClassVar[bool] = True
    waits: ClassVar[Duration] = NOTICE

    def begin(self, order: Order) -> Commands:
        """A bar from everything until the account ends, unless the player is kept away for longer."""
        assert order.clause is not None, "there are clauses to choose from"
        barred = BarPlayer(Scope.ALL, order.until, order.clause, order.staff, order.reason, at_least=True)
        return (JointCommand(purse_stream(self.player), barred),)

    def undo(self, order: Order) -> Commands:
        """That bar is lifted; another stays."""
        lifted = LiftBar(Scope.ALL, order.staff, order.reason, ends=order.until)
        return (JointCommand(purse_stream(self.player), lifted),)


@dataclass(frozen=True, slots=True)
class CloseReturning(_Closing):
    """Close an account and pay its whole balance out."""

    kind: ClassVar[str] = "close_returning"
    clauses: ClassVar[tuple[RuleId, ...]] = rules("INT-32", "INT-12", "INT-18", "INT-19", "INT-22")
    asks: ClassVar[Roles] = PROTECTS

    player: PlayerId
    balances: tuple[Balance, ...] = ()
    moved: tuple[MovedToSite, ...] = ()

    def fault(self) -> Rejection | None:
        """A wallet of somebody else, or one that nothing is paid out of."""
        return _balances_fault(self.player, self.balances, frozenset({Purpose.SITE}))

    def commands(self, order: Order) -> Commands:
        """Poker wallets are emptied, every site wallet is paid out and approved at once, and the account ends."""
        purse = purse_stream(self.player)
        found: list[JointCommand[object]] = [
            JointCommand(purse, MoveToSite(each.money, None, each.rate, each.amount)) for each in self.moved
        ]
        for number, each in enumerate(self.balances):
            parsed = parse_account(each.account)
            assert parsed is not None, "its fault was asked for"
            name = f"{order.request}-{number}"
            asked = AskWithdrawal(name, parsed.tender, each.amount, each.amount, by_house=True)
            found += [JointCommand(purse, asked), JointCommand(purse, ApproveWithdrawal(name, order.staff))]
        return (*found, *_closing(self.player, order))


@dataclass(frozen=True, slots=True)
class CloseForfeiting(_Closing):
    """Close an account and forfeit its balance, where the edition allows it; what is there at the signature is held meanwhile."""

    kind: ClassVar[str] = "close_forfeiting"
    clauses: ClassVar[tuple[RuleId, ...]] = rules("INT-36", "INT-18", "INT-12", "INT-14b")
    asks: ClassVar[Roles] = frozenset({Role.SECURITY})

    player: PlayerId
    grounds: Grounds
    balances: tuple[Balance, ...]
    held: tuple[Balance, ...] = ()  # since the second signature

    def fault(self) -> Rejection | None:
        """A wallet of somebody else, or nothing to forfeit."""
        if not self.balances and not self.held:
            return reject("nothing_held")
        return _balances_fault(self.player, self.balances, frozenset({Purpose.SITE, Purpose.POKER}))

    def once_signed(self) -> Deed:
        """What the wallets hold now is what is held from now on."""
        return replace(self, balances=(), held=self.balances)

    def begin(self, order: Order) -> Commands:
        """The bar, and a hold for each wallet."""
        holds = holds_stream(order.edition, self.player)
        placed = (
            PlaceHold(_hold_name(order, number), HoldKind.INVESTIGATION, each.account, each.amount, *_said(order))
            for number, each in enumerate(self.held)
        )
        return (*_Closing.begin(self, order), *(JointCommand[object](holds, each) for each in placed))

    def undo(self, order: Order) -> Commands:
        """The bar is lifted, and what was held is free."""
        holds = holds_stream(order.edition, self.player)
        freed = (ReleaseHold(_hold_name(order, number), *_said(order)) for number in range(len(self.held)))
        return (*_Closing.undo(self, order), *(JointCommand[object](holds, each) for each in freed))

    def commands(self, order: Order) -> Commands:
        """What is held is forfeited; so is what came into the wallets since; then the account ends."""
        holds, found = holds_stream(order.edition, self.player), list[JointCommand[object]]()
        for number in range(len(self.held)):
            found.append(JointCommand(holds, ForfeitHold(_hold_name(order, number), self.grounds, *_said(order))))
        for number, each in enumerate(self.balances, len(self.held)):
            name = _hold_name(order, number)
            placed = PlaceHold(name, HoldKind.INVESTIGATION, each.account, each.amount, *_said(order))
            forfeited = ForfeitHold(name, self.grounds, *_said(order))
            found += [JointCommand(holds, placed), JointCommand(holds, forfeited)]
        return (*found, *_closing(self.player, order))


@dataclass(frozen=True, slots=True)
class RefuseRegistration(_Person):
    """Refuse somebody who registered, before any money came in; no reason need be given in advance."""

    kind: ClassVar[str] = "refuse_registration"
    clauses: ClassVar[tuple[RuleId, ...]] = rules("INT-31")
    signs: ClassVar[Roles] = frozenset({Role.ADMIN})
    final: ClassVar[bool] = True

    player: PlayerId

    def commands(self, order: Order) -> Commands:
        """The end of the account."""
        return _closing(self.player, order)


@dataclass(frozen=True, slots=True)
class SetHouseLimit(_Person):
    """Set a limit on a player's deposits or losses that the player cannot raise, or remove it."""

    kind: ClassVar[str] = "limit"
    clauses: ClassVar[tuple[RuleId, ...]] = ()
    asks: ClassVar[Roles] = frozenset({Role.SUPPORT, Role.SECURITY})

    player: PlayerId
    limit: LimitKind
    period: Period
    tender: Tender
    amount: Units | None

    def money(self) -> MoneyKind | None:
        """That of the limit."""
        return self.tender.money

    def commands(self, order: Order) -> Commands:
        """One limit."""
        imposed = ImposeLimit(self.limit, self.period, self.tender, self.amount, order.staff, order.reason)
        return (JointCommand(purse_stream(self.player), imposed),)


@dataclass(frozen=True, slots=True)
class DemandRecording(_Person):
    """Demand a video recording of a player's play, by a deadline."""

    kind: ClassVar[str] = "demand_recording"
    clauses: ClassVar[tuple[RuleId, ...]] = rules("INT-14b")
    asks: ClassVar[Roles] = frozenset({Role.SECURITY})

    player: PlayerId
    deadline: Instant

    def commands(self, _order: Order) -> Commands:
        """None: the record is the demand."""
        return ()


@dataclass(frozen=True, slots=True)
class Disclose(_Person):
    """Tell an authority, a bank or a partner about a player."""

    kind: ClassVar[str] = "disclose"
    clauses: ClassVar[tuple[RuleId, ...]] = rules("INT-18", "INT-34")
    asks: ClassVar[Roles] = frozenset({Role.SECURITY})
    signs: ClassVar[Roles] = frozenset({Role.ADMIN, Role.FINANCE})
    final: ClassVar[bool] = True

    player: PlayerId
    recipient: str
    what: str

    def fault(self) -> Rejection | None:
        """Nobody to tell, or nothing."""
        texts = (self.recipient, self.what)
        fits = all(text.strip() and len(text) <= _WORDS_MAX for text in texts)
        return None if fits else reject("malformed")

    def commands(self, _order: Order) -> Commands:
        """None: the record is what matters, and whoever signed it does it."""
        return ()


def _hold_name(order: Order, number: int) -> str:
    return f"{order.request}-{number}"


def _said(order: Order) -> tuple[StaffId, str]:
    return order.staff, order.reason


def _closing(player: PlayerId, order: Order) -> Commands:
    purse, cash = purse_stream(player), player_stream(player)
    closed = CloseAccount(order.reason, order.staff)
    return JointCommand(purse, closed), JointCommand(cash, SetClosed(on=True, staff=order.staff, reason=order.reason))


def _balances_fault(player: PlayerId, balances: tuple[Balance, ...], purposes: frozenset[Purpose]) -> Rejection | None:
    for each in balances:
        parsed = parse_account(each.account)
        wrong = wallet_fault(each.account, player)
        if wrong is not None:
            return wrong
        assert parsed is not None, "it is a wallet"
        if parsed.purpose not in purposes:
            return reject("no_such_account")
        if each.amount <= 0:
            return reject("amount_not_positive", amount=each.amount)
    return None


DEEDS: Final[tuple[type[Deed], ...]] = (
    Suspend,
    LiftSuspension,
    BanFromGame,
    BanFromFormat,
    BlockFromChat,
    CloseReturning,
    CloseForfeiting,
    RefuseRegistration,
    SetHouseLimit,
    DemandRecording,
    Disclose,
)
