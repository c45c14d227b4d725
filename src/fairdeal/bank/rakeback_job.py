"""
The monthly payment of rakeback (RB-03, RB-04), as a machine.

It owes one month at a time. When the window of that month opens, it asks for what players earned, a bounded batch after its
cursor, pays each to the cent into the poker wallet, and gives the rest below a cent back to the house (X-62). A batch empties
the accounts it pays and moves the cursor in the same commit, so a job that runs twice, late, or again after a crash pays nobody
twice and leaves nobody out. Months missed during an outage are paid one after the other.
"""

from dataclasses import dataclass, replace
from typing import Final, get_args

from fairdeal.bank.accounts import Purpose, Tender, accrued_rakeback, parse_account
from fairdeal.bank.house import Desk, Viewer
from fairdeal.bank.rakeback import rakeback_month
from fairdeal.bank.transfer import Chain, Move, Reason, chain_of, move, moving
from fairdeal.bank.wallet import table_wallet
from fairdeal.kernel import (
    AccountId,
    Cents,
    Decision,
    Draft,
    EventRef,
    Instant,
    PlayerId,
    Rounding,
    RuleId,
    Task,
    Timer,
    Units,
    Verdict,
    cents_of,
    first_of,
    followed,
    instant_of,
    month_after,
    parse_clock,
    portion,
    reject,
    units_of,
)
from fairdeal.rulebook.schema.money import Rakeback, Wallet

BATCH_MAX: Final = 500
"""Players paid in one commit."""

PROMOTION: Final = "rakeback"


@dataclass(frozen=True, slots=True)
class Total:
    """The sum that players were paid for a month in one tender."""

    tender: Tender
    players: int
    paid: Cents
    bonus: Cents


@dataclass(frozen=True, slots=True)
class RakebackJob:
    """The month to be paid next, and how far its payment has come; no month before the job was started."""

    month: str = ""
    cursor: str = ""  # the last account that was paid
    totals: tuple[Total, ...] = ()
    late: bool = False


@dataclass(frozen=True, slots=True)
class StartRakeback:
    """Start the job with the current month."""


@dataclass(frozen=True, slots=True)
class Owed:
    """The balance of one player's account of a month."""

    account: AccountId
    amount: Units


@dataclass(frozen=True, slots=True)
class PayMonth:
    """
    Pay the next players of a month.

    `owed` is a fact: the accounts of that month in the edition's currency that have a balance, in the order of their ids after
    the cursor, as many as there are up to `BATCH_MAX`.
    """

    month: str
    cursor: str
    owed: tuple[Owed, ...] | None = None


RakebackCommand = StartRakeback | PayMonth
_COMMANDS: Final = frozenset(get_args(RakebackCommand))


@dataclass(frozen=True, slots=True)
class RakebackStarted:
    """The first month that will be paid."""

    month: str


@dataclass(frozen=True, slots=True)
class Payment:
    """What one player gets for a month: `earned` is `paid` and what is cut off below a cent; the bonus comes on top."""

    player: PlayerId
    tender: Tender
    earned: Units
    paid: Cents
    bonus: Cents


@dataclass(frozen=True, slots=True)
class BatchPaid:
    """A batch of players was paid their rakeback."""

    month: str
    cursor: str
    payments: tuple[Payment, ...]
    rule: RuleId
    bonus_rule: RuleId
    cut_rule: RuleId


@dataclass(frozen=True, slots=True)
class MonthPaidLate:
    """The window of a month had closed before everybody was paid."""

    month: str
    due: Instant
    closed: Instant
    at: Instant
    rule: RuleId


@dataclass(frozen=True, slots=True)
class MonthPaid:
    """Everybody was paid the rakeback of a month."""

    month: str
    totals: tuple[Total, ...]
    late: bool
    at: Instant
    rule: RuleId


RakebackEvent = RakebackStarted | BatchPaid | MonthPaidLate | MonthPaid


@dataclass(frozen=True, slots=True)
class RakebackView:
    """When the next payment is due; for staff also how far it has come."""

    month: str
    due: Instant | None
    totals: tuple[Total, ...] | None = None
    late: bool | None = None


class RakebackMachine:
    """The machine of the monthly payment of one edition with rakeback."""

    def __init__(self, rules: Rakeback, wallet: Wallet) -> None:
        self._rules = rules
        self._wallet = wallet
        self._zone = rules.pay_zone.value
        self._opens = parse_clock(rules.pay_from.value)
        self._closes = parse_clock(rules.pay_until.value)

    def window(self, month: str) -> tuple[Instant, Instant]:
        """When the payment for a month starts, and when it should be over."""
        day = first_of(month_after(month))._replace(day=self._rules.pay_day_of_month.value)
        return instant_of(self._zone, day, self._opens), instant_of(self._zone, day, self._closes)

    def decide(
        self, state: RakebackJob, command: RakebackCommand, now: Instant
    ) -> Decision[RakebackJob, RakebackEvent]:
        """The steps a command leads to, or a rejection; changes nothing."""
        return followed(state, self._verdict(state, command, now), self.evolve)

    def _verdict(self, state: RakebackJob, command: RakebackCommand, now: Instant) -> Verdict[RakebackEvent]:
        if type(command) not in _COMMANDS:
            return reject("unknown_command")
        match command:
            case StartRakeback():
                return () if state.month else (RakebackStarted(rakeback_month(self._rules, now)),)
            case PayMonth():
                return self._pay(state, command, now)

    def _pay(self, state: RakebackJob, command: PayMonth, now: Instant) -> Verdict[RakebackEvent]:
        rule = self._rules.pay_from.rule
        if (command.month, command.cursor) != (state.month, state.cursor):
            return reject("already_paid", rule)
        due, closed = self.window(state.month)
        if now < due:
            return reject("too_early", rule, due=due)
        if command.owed is None:
            return reject("facts_missing", rule)
        draft: Draft[RakebackJob, RakebackEvent] = Draft(state, self.evolve)
        if now > closed and not state.late:
            draft.emit(MonthPaidLate(state.month, due, closed, now, rule))
        if command.owed:
            draft.emit(self._batch(state, command.owed))
        if len(command.owed) < BATCH_MAX:
            draft.emit(MonthPaid(state.month, draft.state.totals, draft.state.late, now, rule))
        return draft

    def _batch(self, state: RakebackJob, owed: tuple[Owed, ...]) -> BatchPaid:
        rules = self._rules
        accounts = [each.account for each in owed]
        assert accounts == sorted(set(accounts)), "each account once, in order"
        assert accounts[0] > state.cursor, "after the cursor"
        assert len(owed) <= BATCH_MAX
        payments = tuple(self._payment(state.month, each) for each in owed)
        return BatchPaid(
            state.month, accounts[-1], payments, rules.pay_from.rule, rules.bonus_from.rule, rules.cut_to_cents.rule
        )

    def _payment(self, month: str, owed: Owed) -> Payment:
        account = parse_account(owed.account)
        assert account is not None, owed
        assert account.purpose is Purpose.RAKEBACK, owed
        assert owed.amount > 0, owed
        of_month, _, player = account.holder.partition("/")
        assert of_month == month, owed
        assert account.tender.currency is self._wallet.currency.value, owed
        paid = cents_of(owed.amount, Rounding.DOWN)
        earns_bonus = paid >= self._rules.bonus_from.value
        bonus = portion(paid, self._rules.bonus_percent.value, Rounding.DOWN) if earns_bonus else 0
        return Payment(PlayerId(player), account.tender, owed.amount, paid, Cents(bonus))

    def evolve(self, state: RakebackJob, event: RakebackEvent) -> RakebackJob:
        """The job after the event."""
        match event:
            case RakebackStarted():
                return RakebackJob(event.month)
            case MonthPaidLate():
                return replace(state, late=True)
            case BatchPaid():
                return replace(state, cursor=event.cursor, totals=_add(state.totals, event.payments))
            case MonthPaid():
                return RakebackJob(month_after(event.month))

    def agenda(self, state: RakebackJob) -> frozenset[Task[RakebackCommand]]:
        """The timer of the next payment window; during a payment, of its next batch at once."""
        if not state.month:
            return frozenset()
        due, _ = self.window(state.month)
        return frozenset({Timer(due, PayMonth(state.month, state.cursor))})

    def view(self, state: RakebackJob, viewer: Viewer) -> RakebackView:
        """When the next payment is due; for staff also how far it has come."""
        due = self.window(state.month)[0] if state.month else None
        if isinstance(viewer, Desk):
            return RakebackView(state.month, due, state.totals, state.late)
        return RakebackView(state.month, due)

    def transfers(self, event: RakebackEvent, ref: EventRef) -> Chain:
        """The transfers of a batch: each account of the month → poker wallet in cents, the rest → the house; then the bonus."""
        if not isinstance(event, BatchPaid):
            return ()
        moves = (each for payment in event.payments for each in self._moves(event, payment))
        return chain_of(ref, moving(moves))

    def _moves(self, event: BatchPaid, payment: Payment) -> tuple[Move, ...]:
        tender = payment.tender
        earned = accrued_rakeback(tender, payment.player, event.month)
        home = table_wallet(self._wallet, tender.money, payment.player)
        house = tender.account(Purpose.ROUNDING, PROMOTION)
        promotion = tender.account(Purpose.PROMOTIONS, PROMOTION)
        rest = Units(payment.earned - units_of(payment.paid))
        return (
            move(earned, home, payment.paid, Reason.RAKEBACK, event.rule),
            Move(earned, house, rest, Reason.ROUNDING, event.cut_rule),
            move(promotion, home, payment.bonus, Reason.BONUS, event.bonus_rule),
        )


def _add(totals: tuple[Total, ...], payments: tuple[Payment, ...]) -> tuple[Total, ...]:
    found = {total.tender: total for total in totals}
    for payment in payments:
        old = found.get(payment.tender, Total(payment.tender, 0, Cents(0), Cents(0)))
        found[payment.tender] = Total(
            payment.tender, old.players + 1, Cents(old.paid + payment.paid), Cents(old.bonus + payment.bonus)
        )
    return tuple(found[tender] for tender in sorted(found))
