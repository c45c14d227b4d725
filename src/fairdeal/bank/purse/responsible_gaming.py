"""How a purse decides about limits, money at risk, play time, exclusions and closing: responsible gaming."""

from fairdeal.bank.accounts import Tender
from fairdeal.bank.exclusion import Exclusion, self_exclusion, time_out
from fairdeal.bank.ledger import AMOUNT_MAX
from fairdeal.bank.limits import Limit, LimitKind, Period, check_time, find_limit, is_stricter
from fairdeal.bank.policy import BankPolicy
from fairdeal.bank.purse import checks
from fairdeal.bank.purse.checks import Ask, Refusal, first_refusal
from fairdeal.bank.purse.commands import (
    CallTime,
    CloseAccount,
    EndPlay,
    ExcludeSelf,
    RiskMoney,
    SetLimit,
    StartPlay,
    TakeMoneyBack,
    TakeTimeOut,
)
from fairdeal.bank.purse.events import (
    AccountClosed,
    LimitChanged,
    PlayEnded,
    PlayerExcluded,
    PlayStarted,
    PlayTimeUsedUp,
    PurseEvent,
    PutAtRisk,
    TakenBack,
)
from fairdeal.bank.purse.state import Purse
from fairdeal.kernel import DAY, Currency, Instant, MoneyKind, Rejection, Verdict, reject, utc_day

PurseDecision = Verdict[PurseEvent]


def set_limit(purse: Purse, command: SetLimit, policy: BankPolicy, now: Instant) -> PurseDecision:
    """
    Change a limit: lowered at once, raised or removed after the cooling-off period.

    Asking for the amount in force, or less, cancels a pending raise; asking again for the pending raise changes nothing.
    """
    refusal = _check_limit(purse, command)
    if refusal is not None:
        return refusal
    limit = find_limit(purse.limits, command.kind, command.period, command.tender)
    held = limit.in_force(now)
    waits = limit.next_from is not None and now < limit.next_from
    if command.amount == (limit.next_amount if waits else held):
        return ()
    at_once = is_stricter(command.amount, held)
    asked = Limit(command.kind, command.period, command.tender, command.amount)
    return (LimitChanged(asked, now if at_once else Instant(now + policy.cooling_off), now),)


def _check_limit(purse: Purse, command: SetLimit) -> Rejection | None:
    timed = command.kind is LimitKind.TIME
    if timed and (command.period is not Period.DAY or command.tender is not None):
        return reject("no_such_limit")
    most = DAY if timed else AMOUNT_MAX
    if command.amount is not None and not 0 <= command.amount <= most:
        return reject("bad_limit", least=0, most=most)
    if timed:
        return None
    if command.tender is None:
        return reject("no_such_limit")
    if command.tender.money is MoneyKind.PLAY:
        return reject(Refusal.WRONG_MONEY_KIND)
    return None if purse.has_wallet_of(command.tender) else reject(Refusal.WRONG_CURRENCY)


def risk_money(purse: Purse, command: RiskMoney, policy: BankPolicy, now: Instant) -> PurseDecision:
    """Count money put at risk, if the player's limits allow it; play money is never counted."""
    refusal = may_stake(purse, command.tender, command.amount, policy, now, command.place)
    if refusal is not None:
        return refusal
    if command.tender.money is MoneyKind.PLAY:
        return ()
    return (PutAtRisk(command.tender, command.amount, command.place, now),)


def take_back(command: TakeMoneyBack, now: Instant) -> PurseDecision:
    """Count money that comes back, whatever limits or exclusions are in force by now; a lost bet brings back zero."""
    if command.amount < 0:
        return reject(Refusal.AMOUNT_NOT_POSITIVE, amount=command.amount)
    if command.amount == 0 or command.tender.money is MoneyKind.PLAY:
        return ()
    return (TakenBack(command.tender, command.amount, command.place, now),)


def start_play(purse: Purse, command: StartPlay, policy: BankPolicy, now: Instant) -> PurseDecision:
    """Start the clock of play time, if time is left; play money does not start it."""
    if command.place in purse.play.places:
        return ()
    refusal = may_play(purse, command.money, policy, now, command.place)
    if refusal is not None:
        return refusal
    if command.money is MoneyKind.PLAY:
        return ()
    return (PlayStarted(command.place, command.money, now),)


def end_play(purse: Purse, command: EndPlay, now: Instant) -> PurseDecision:
    """A player left a seat; with the last one the clock of play time stops."""
    return (PlayEnded(command.place, now),) if command.place in purse.play.places else ()


def call_time(purse: Purse, command: CallTime, now: Instant) -> PurseDecision:
    """Record that the play time of the day is used up; once a day."""
    if utc_day(now) != command.day or purse.time_called >= command.day or purse.play.since is None:
        return reject("stale_timer")
    if check_time(purse.limits, purse.play, now) is None:
        return reject("too_early")
    limit = find_limit(purse.limits, LimitKind.TIME, Period.DAY, None).in_force(now)
    assert limit is not None
    return (PlayTimeUsedUp(command.day, limit, now),)


def take_time_out(purse: Purse, command: TakeTimeOut, policy: BankPolicy, now: Instant) -> PurseDecision:
    """Start a time-out of hours to weeks; it cannot be shortened."""
    if not policy.time_out_min <= command.length <= policy.time_out_max:
        return reject("bad_time_out", least=policy.time_out_min, most=policy.time_out_max)
    return _exclude(purse, time_out(now, command.length), now)


def exclude_self(purse: Purse, command: ExcludeSelf, policy: BankPolicy, now: Instant) -> PurseDecision:
    """Start a self-exclusion of months, or a permanent one; it cannot be shortened."""
    least, most = policy.self_exclusion_months_min, policy.self_exclusion_months_max
    if command.months is not None and not least <= command.months <= most:
        return reject("bad_self_exclusion", least=least, most=most)
    return _exclude(purse, self_exclusion(now, command.months), now)


def _exclude(purse: Purse, asked: Exclusion, now: Instant) -> PurseDecision:
    running = purse.exclusion
    if running is not None and running.lasts(now) and not asked.outlasts(running):
        return (
            reject("exclusion_not_longer")
            if running.until is None
            else reject("exclusion_not_longer", until=running.until)
        )
    return (PlayerExcluded(asked, now),)


def close_account(purse: Purse, command: CloseAccount, now: Instant) -> PurseDecision:
    """Close the account; staff must give a reason."""
    if purse.closed:
        return reject(Refusal.ACCOUNT_CLOSED)
    if command.staff is not None and not command.why.strip():
        return reject("reason_missing")
    return (AccountClosed(now, command.why, command.staff),)


def may_deposit(purse: Purse, tender: Tender, amount: int, policy: BankPolicy, now: Instant) -> Rejection | None:
    """Why a deposit would be refused now; None: it would not."""
    if not purse.accounts:
        return reject(Refusal.NO_SUCH_PURSE)
    return first_refusal(Ask(purse, policy, tender, amount, now, purse.promised(tender)), checks.DEPOSIT)


def may_stake(
    purse: Purse, tender: Tender, amount: int, policy: BankPolicy, now: Instant, place: str = ""
) -> Rejection | None:
    """Why money may not be put at risk now; None: it may."""
    if not purse.accounts:
        return reject(Refusal.NO_SUCH_PURSE)
    return first_refusal(Ask(purse, policy, tender, amount, now, place=place), checks.STAKE)


def may_play(purse: Purse, money: MoneyKind, policy: BankPolicy, now: Instant, place: str = "") -> Rejection | None:
    """Why a seat would be refused now; None: it would not."""
    if not purse.accounts:
        return reject(Refusal.NO_SUCH_PURSE)
    # Only the kind of money matters for a seat; the currency is checked when money is put at risk.
    return first_refusal(Ask(purse, policy, Tender(Currency.EUR, money), 0, now, place=place), checks.PLAY)
