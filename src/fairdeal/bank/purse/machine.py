"""
One player's money in and out, as a machine: stream `purse:{player}`.

The ledger has the balances; the purse knows what may move: which references were seen, what is on its way out, the limits the
player set, and whether they keep away. Tables ask it before money is staked and tell it what came back.
"""

from dataclasses import dataclass
from typing import Final, get_args

from fairdeal.bank.accounts import Purpose, Tender, parse_account
from fairdeal.bank.cashier import CASHIER, WithdrawalOrder
from fairdeal.bank.exclusion import Exclusion
from fairdeal.bank.fx import Terms
from fairdeal.bank.house import Desk, Viewer, tender_of
from fairdeal.bank.limits import Limit, LimitKind, Period, find_limit, period_end, tally_of
from fairdeal.bank.policy import BankPolicy
from fairdeal.bank.purse import money
from fairdeal.bank.purse import responsible_gaming as care
from fairdeal.bank.purse.checks import Refusal
from fairdeal.bank.purse.commands import (
    ApproveWithdrawal,
    AskDeposit,
    AskWithdrawal,
    CallTime,
    CancelWithdrawal,
    CloseAccount,
    ConfirmSent,
    CreditPlayer,
    DebitPlayer,
    DropDeposit,
    EndPlay,
    ExcludeSelf,
    MoveToPoker,
    MoveToSite,
    OpenPurse,
    PurseCommand,
    ReceiveDeposit,
    RefillWallet,
    RejectWithdrawal,
    ReportFailed,
    RiskMoney,
    SetLimit,
    StartPlay,
    TakeMoneyBack,
    TakeTimeOut,
)
from fairdeal.bank.purse.events import PurseEvent, PurseOpened
from fairdeal.bank.purse.postings import purse_transfers
from fairdeal.bank.purse.state import AskedDeposit, Purse, Stage, Withdrawal, evolve
from fairdeal.bank.transfer import Chain
from fairdeal.kernel import (
    AccountId,
    Decision,
    Duration,
    EventRef,
    Instant,
    Letter,
    MoneyKind,
    PlayerId,
    Rejection,
    Task,
    Timer,
    Verdict,
    followed,
    reject,
    utc_day,
)

_COMMANDS: Final = frozenset(get_args(PurseCommand))


@dataclass(frozen=True, slots=True)
class PurseView:
    """What a player sees of their purse beside the balances."""

    player: PlayerId
    accounts: tuple[AccountId, ...]
    asked: tuple[AskedDeposit, ...]
    withdrawals: tuple[Withdrawal, ...]
    limits: tuple[Limit, ...]
    exclusion: Exclusion | None
    closed: bool


@dataclass(frozen=True, slots=True)
class Usage:
    """How much of a limit is used, how much is left, and when it starts again."""

    limit: Limit
    most: int
    used: int
    left: int
    resets: Instant
    waiting: int = 0  # asked for and not here: not used, but kept free


class PurseMachine:
    """
    The rules of every player's purse.

    `terms` are those of the edition that keeps a poker wallet apart, or None if no offered edition does.
    """

    def __init__(self, policy: BankPolicy, terms: Terms | None = None) -> None:
        self.policy = policy
        self._terms = terms

    def decide(self, state: Purse, command: PurseCommand, now: Instant) -> Decision[Purse, PurseEvent]:
        """What happens, or why not."""
        return followed(state, self._verdict(state, command, now), self.evolve)

    def _verdict(self, state: Purse, command: PurseCommand, now: Instant) -> Verdict[PurseEvent]:
        if type(command) not in _COMMANDS:
            return reject("not_here")
        if isinstance(command, OpenPurse):
            return _open(state, command)
        if not state.accounts:
            return reject(Refusal.NO_PURSE)
        match command:
            case SetLimit() | TakeTimeOut() | ExcludeSelf() | CloseAccount():
                return self._keep_away(state, command, now)
            case RiskMoney() | TakeMoneyBack() | StartPlay() | EndPlay() | CallTime():
                return self._play(state, command, now)
            case ApproveWithdrawal() | ConfirmSent() | RejectWithdrawal() | CancelWithdrawal() | ReportFailed():
                return self._settle(state, command)
            case _:
                return self._move(state, command, now)

    def _keep_away(
        self, state: Purse, command: SetLimit | TakeTimeOut | ExcludeSelf | CloseAccount, now: Instant
    ) -> Verdict[PurseEvent]:
        match command:
            case SetLimit():
                return care.set_limit(state, command, self.policy, now)
            case TakeTimeOut():
                return care.take_time_out(state, command, self.policy, now)
            case ExcludeSelf():
                return care.exclude_self(state, command, self.policy, now)
            case CloseAccount():
                return care.close_account(state, command, now)

    def _play(
        self, state: Purse, command: RiskMoney | TakeMoneyBack | StartPlay | EndPlay | CallTime, now: Instant
    ) -> Verdict[PurseEvent]:
        match command:
            case RiskMoney():
                return care.risk_money(state, command, self.policy, now)
            case TakeMoneyBack():
                return care.take_back(command, now)
            case StartPlay():
                return care.start_play(state, command, self.policy, now)
            case EndPlay():
                return care.end_play(state, command, now)
            case CallTime():
                return care.call_time(state, command, now)

    def _settle(
        self,
        state: Purse,
        command: ApproveWithdrawal | ConfirmSent | RejectWithdrawal | CancelWithdrawal | ReportFailed,
    ) -> Verdict[PurseEvent]:
        match command:
            case ApproveWithdrawal():
                return money.approve_withdrawal(state, command)
            case ConfirmSent():
                return money.confirm_sent(state, command)
            case RejectWithdrawal() | CancelWithdrawal() | ReportFailed():
                return money.return_withdrawal(state, command)

    def _move(
        self,
        state: Purse,
        command: AskDeposit
        | DropDeposit
        | ReceiveDeposit
        | AskWithdrawal
        | CreditPlayer
        | DebitPlayer
        | RefillWallet
        | MoveToPoker
        | MoveToSite,
        now: Instant,
    ) -> Verdict[PurseEvent]:
        match command:
            case AskDeposit():
                return money.ask_deposit(state, command, self.policy, now)
            case DropDeposit():
                return money.drop_deposit(state, command)
            case ReceiveDeposit():
                return money.receive_deposit(state, command, self.policy, now)
            case AskWithdrawal():
                return money.ask_withdrawal(state, command, self.policy, now)
            case CreditPlayer() | DebitPlayer():
                return money.correct(state, command, self.policy, now)
            case RefillWallet():
                return money.refill(state, command, self.policy, now)
            case MoveToPoker():
                return money.move_to_poker(state, command, self.policy, self._terms, now)
            case MoveToSite():
                return money.move_to_site(state, command, self.policy, self._terms, now)

    def evolve(self, state: Purse, event: PurseEvent) -> Purse:
        """The purse after the event."""
        return evolve(state, event)

    def agenda(self, state: Purse) -> frozenset[Task[PurseCommand | WithdrawalOrder]]:
        """Asked deposits to forget, approved withdrawals to send, and the end of today's play time."""
        tasks: set[Task[PurseCommand | WithdrawalOrder]] = set()
        tasks.update(Timer(asked.until, DropDeposit(asked.deposit)) for asked in state.asked)
        tasks.update(
            Letter(CASHIER, WithdrawalOrder(each.withdrawal, state.player, tender_of(each.account), each.amount))
            for each in state.withdrawals
            if each.stage is Stage.APPROVED
        )
        tasks.update(_time_calls(state))
        return frozenset(tasks)

    def view(self, state: Purse, viewer: Viewer) -> PurseView | None:
        """The purse, for its player and the desk; nothing for anybody else."""
        if not isinstance(viewer, Desk) and viewer != state.player:
            return None
        return PurseView(
            state.player,
            state.accounts,
            state.asked,
            state.withdrawals,
            state.limits,
            state.exclusion,
            state.closed,
        )

    def transfers(self, event: PurseEvent, ref: EventRef) -> Chain:
        """What the event moves."""
        return purse_transfers(event, ref)

    def opens(self, event: PurseEvent) -> tuple[AccountId, ...]:
        """The accounts to open in the commit of the event."""
        return event.accounts if isinstance(event, PurseOpened) else ()

    def may_deposit(self, state: Purse, tender: Tender, amount: int, now: Instant) -> Rejection | None:
        """Why a deposit would be refused now, or None."""
        return care.may_deposit(state, tender, amount, self.policy, now)

    def may_stake(self, state: Purse, tender: Tender, amount: int, now: Instant) -> Rejection | None:
        """Why a stake would be refused now, or None."""
        return care.may_stake(state, tender, amount, self.policy, now)

    def may_play(self, state: Purse, kind: MoneyKind, now: Instant) -> Rejection | None:
        """Why a seat would be refused now, or None."""
        return care.may_play(state, kind, self.policy, now)


def usage(state: Purse, now: Instant) -> tuple[Usage, ...]:
    """How much of every limit in force is used now."""
    found = []
    for limit in state.limits:
        most = limit.in_force(now)
        if most is None:
            continue
        used, waiting = _used(state, limit, now), _waiting(state, limit)
        left = max(0, most - used - waiting)
        found.append(Usage(limit, most, used, left, period_end(limit.period, now), waiting))
    return tuple(found)


def _used(state: Purse, limit: Limit, now: Instant) -> int:
    if limit.tender is None:
        return state.play.used(now)
    if limit.kind is LimitKind.LOSS:
        return tally_of(state.lost, limit.tender).used(limit.period, now)
    return tally_of(state.deposited, limit.tender).used(limit.period, now)


def _waiting(state: Purse, limit: Limit) -> int:
    """Deposits that were asked for and have not come: they need room, and have used none."""
    return state.promised(limit.tender) if limit.kind is LimitKind.DEPOSIT and limit.tender is not None else 0


def _open(state: Purse, command: OpenPurse) -> Verdict[PurseEvent]:
    if state.accounts and command.player != state.player:
        return reject("not_your_purse")
    new = tuple(account for account in dict.fromkeys(command.accounts) if account not in state.accounts)
    for account in new:
        parsed = parse_account(account)
        if parsed is None or parsed.holder != command.player or parsed.purpose not in (Purpose.SITE, Purpose.POKER):
            return reject("no_such_account")
    return (PurseOpened(command.player, new),) if new else ()


def _time_calls(state: Purse) -> set[Timer[PurseCommand]]:
    """A limit that is about to change is called at both values; the one that does not hold then is refused."""
    limit = find_limit(state.limits, LimitKind.TIME, Period.DAY, None)
    ends = {
        state.play.used_up_at(Duration(amount), state.time_called)
        for amount in (limit.amount, limit.next_amount)
        if amount is not None
    }
    return {Timer(end, CallTime(utc_day(end))) for end in ends if end is not None}
