"""
The machine of one player's money, deposits to withdrawals: stream `purse:{player}`.

The ledger has the balances; the purse knows what may move: which references were seen, what is on its way out, the limits the
player set, and whether they keep away. Tables ask it before money is staked and tell it what came back.
"""

from typing import Final, get_args

from fairdeal.bank.accounts import Purpose, Tender, parse_account
from fairdeal.bank.cashier import WithdrawalOrder
from fairdeal.bank.fx import Terms
from fairdeal.bank.house import Viewer
from fairdeal.bank.policy import BankPolicy
from fairdeal.bank.purse import money
from fairdeal.bank.purse import responsible_gaming as care
from fairdeal.bank.purse.agenda import tasks
from fairdeal.bank.purse.by_house import by_house
from fairdeal.bank.purse.checks import Refusal
from fairdeal.bank.purse.commands import (
    ApproveWithdrawal,
    AskDeposit,
    AskWithdrawal,
    BarPlayer,
    CallTime,
    CancelWithdrawal,
    ChargeBack,
    CloseAccount,
    ConfirmSent,
    CreditPlayer,
    DebitPlayer,
    DropDeposit,
    EndPlay,
    ExcludeSelf,
    GiveTicket,
    ImposeLimit,
    LiftBar,
    MoveToPoker,
    MoveToSite,
    OpenPurse,
    PurseCommand,
    RaiseClaim,
    ReceiveDeposit,
    RefillWallet,
    RefuseDeposit,
    RejectWithdrawal,
    ReportFailed,
    ResumeWithdrawal,
    RiskMoney,
    SetLimit,
    SettleClaim,
    StartPlay,
    SuspendWithdrawal,
    TakeMoneyBack,
    TakeTimeOut,
)
from fairdeal.bank.purse.events import PurseEvent, PurseOpened
from fairdeal.bank.purse.evolve import evolve
from fairdeal.bank.purse.postings import purse_transfers
from fairdeal.bank.purse.state import Purse
from fairdeal.bank.purse.view import PurseView, view_of
from fairdeal.bank.transfer import Chain
from fairdeal.kernel import (
    AccountId,
    Decision,
    EventRef,
    Instant,
    MoneyKind,
    Rejection,
    Task,
    Verdict,
    followed,
    reject,
)

_COMMANDS: Final = frozenset(get_args(PurseCommand))


class PurseMachine:
    """
    The machine of every player's purse.

    `terms` are those of the edition that keeps a poker wallet apart, or None if no offered edition does.
    """

    def __init__(self, policy: BankPolicy, terms: Terms | None = None) -> None:
        self.policy = policy
        self._terms = terms

    def decide(self, state: Purse, command: PurseCommand, now: Instant) -> Decision[Purse, PurseEvent]:
        """The steps a command leads to, or a rejection; changes nothing."""
        return followed(state, self._verdict(state, command, now), self.evolve)

    def _verdict(self, state: Purse, command: PurseCommand, now: Instant) -> Verdict[PurseEvent]:
        if type(command) not in _COMMANDS:
            return reject("unknown_command")
        if isinstance(command, OpenPurse):
            return _open(state, command)
        if not state.accounts:
            return reject(Refusal.NO_SUCH_PURSE)
        match command:
            case RiskMoney() | TakeMoneyBack() | StartPlay() | EndPlay() | CallTime():
                return self._play(state, command, now)
            case BarPlayer() | LiftBar() | ImposeLimit() | RaiseClaim() | GiveTicket():
                return by_house(state, command, now)
            case SetLimit() | TakeTimeOut() | ExcludeSelf() | CloseAccount():
                return self._keep_away(state, command, now)
            case ApproveWithdrawal() | ConfirmSent() | RejectWithdrawal() | CancelWithdrawal() | ReportFailed():
                return self._settle(state, command)
            case SuspendWithdrawal() | ResumeWithdrawal():
                return money.suspend(state, command, now)
            case RefuseDeposit() | ChargeBack() | SettleClaim():
                return self._take_back(state, command, now)
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

    def _take_back(
        self, state: Purse, command: RefuseDeposit | ChargeBack | SettleClaim, now: Instant
    ) -> Verdict[PurseEvent]:
        match command:
            case RefuseDeposit():
                return money.refuse_deposit(state, command, now)
            case ChargeBack():
                return money.charge_back(state, command, now)
            case SettleClaim():
                return money.settle_claim(state, command, self.policy, now)

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
        """The agenda of a purse: expiry of asked deposits, approved withdrawals to send, the end of today's play time."""
        return frozenset(tasks(state))

    def view(self, state: Purse, viewer: Viewer) -> PurseView | None:
        """The purse, for its player and for staff; None for anybody else."""
        return view_of(state, viewer)

    def transfers(self, event: PurseEvent, ref: EventRef) -> Chain:
        """The transfers that an event causes."""
        return purse_transfers(event, ref)

    def opens(self, event: PurseEvent) -> tuple[AccountId, ...]:
        """The accounts to open in the commit of an event."""
        return event.accounts if isinstance(event, PurseOpened) else ()

    def may_deposit(self, state: Purse, tender: Tender, amount: int, now: Instant) -> Rejection | None:
        """Why a deposit would be refused now; None: it would not."""
        return care.may_deposit(state, tender, amount, self.policy, now)

    def may_stake(self, state: Purse, tender: Tender, amount: int, now: Instant, place: str = "") -> Rejection | None:
        """Why money may not be put at risk now; None: it may."""
        return care.may_stake(state, tender, amount, self.policy, now, place)

    def may_play(self, state: Purse, kind: MoneyKind, now: Instant) -> Rejection | None:
        """Why a seat would be refused now; None: it would not."""
        return care.may_play(state, kind, self.policy, now)


def _open(state: Purse, command: OpenPurse) -> Verdict[PurseEvent]:
    if state.accounts and command.player != state.player:
        return reject("not_your_purse")
    new = tuple(account for account in dict.fromkeys(command.accounts) if account not in state.accounts)
    for account in new:
        parsed = parse_account(account)
        if parsed is None or parsed.holder != command.player or parsed.purpose not in (Purpose.SITE, Purpose.POKER):
            return reject("no_such_account")
    return (PurseOpened(command.player, new),) if new else ()
