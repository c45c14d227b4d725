"""How a purse decides about deposits, withdrawals, refills, corrections and moves between wallets."""

import re
from typing import Final

from fairdeal.bank.accounts import Purpose, Tender, parse_account, poker_wallet, site_wallet
from fairdeal.bank.fx import Terms, check_rate, into_poker, into_site
from fairdeal.bank.house import StaffId
from fairdeal.bank.limits import Period, period_end, tally_of
from fairdeal.bank.policy import BankPolicy
from fairdeal.bank.purse import checks
from fairdeal.bank.purse.checks import Ask, Refusal, first_refusal
from fairdeal.bank.purse.commands import (
    ApproveWithdrawal,
    AskDeposit,
    AskWithdrawal,
    CancelWithdrawal,
    ChargeBack,
    ConfirmSent,
    CreditPlayer,
    DebitPlayer,
    DropDeposit,
    MoveToPoker,
    MoveToSite,
    ReceiveDeposit,
    RefillWallet,
    RefuseDeposit,
    RejectWithdrawal,
    ReportFailed,
    ResumeWithdrawal,
    SettleClaim,
    SuspendWithdrawal,
)
from fairdeal.bank.purse.events import (
    ClaimSettled,
    DepositAsked,
    DepositChargedBack,
    DepositDropped,
    DepositReceived,
    DepositRefused,
    MovedToPoker,
    MovedToSite,
    PlayerCredited,
    PlayerDebited,
    PurseEvent,
    Return,
    WalletRefilled,
    WithdrawalApproved,
    WithdrawalAsked,
    WithdrawalResumed,
    WithdrawalReturned,
    WithdrawalSent,
    WithdrawalSuspended,
)
from fairdeal.bank.purse.state import AskedDeposit, Purse, Stage, Withdrawal
from fairdeal.kernel import (
    UNITS_PER_CENT,
    Instant,
    MoneyKind,
    Rejection,
    Units,
    Verdict,
    reject,
    units_of,
)

PurseDecision = Verdict[PurseEvent]

_NAME: Final = re.compile(r"[A-Za-z0-9._-]{1,64}")  # names become parts of account ids
_REFERENCE: Final = re.compile(r"[!-~]{1,128}")
WHY_MAX: Final = 200


def ask_deposit(purse: Purse, command: AskDeposit, policy: BankPolicy, now: Instant) -> PurseDecision:
    """Record an asked deposit, if it would be accepted now; asking again with the same id changes nothing."""
    if not _NAME.fullmatch(command.deposit):
        return reject(Refusal.BAD_NAME)
    if (asked := purse.find_asked(command.deposit)) is not None:
        same = (asked.tender, asked.amount) == (command.tender, command.amount)
        return () if same else reject(Refusal.REFERENCE_REUSED, first=asked.amount)
    ask = Ask(purse, policy, command.tender, command.amount, now, purse.promised(command.tender))
    refusal = first_refusal(ask, checks.DEPOSIT)
    if refusal is not None:
        return refusal
    until = Instant(now + policy.deposit_wait)
    return (DepositAsked(command.deposit, command.tender, command.amount, until),)


def drop_deposit(purse: Purse, command: DropDeposit) -> PurseDecision:
    """Drop an asked deposit; changes nothing if it was dropped before or has arrived."""
    return () if purse.find_asked(command.deposit) is None else (DepositDropped(command.deposit),)


def refuse_deposit(purse: Purse, command: RefuseDeposit, now: Instant) -> PurseDecision:
    """Note that a provider did not take an asked payment; changes nothing if it is not expected any more."""
    if not _NAME.fullmatch(command.provider):
        return reject(Refusal.BAD_NAME)
    if purse.find_asked(command.deposit) is None:
        return () if purse.knows_deposit(command.deposit) else reject("no_such_deposit")
    return (DepositRefused(command.deposit, command.provider, command.why[:WHY_MAX], now),)


def charge_back(purse: Purse, command: ChargeBack, now: Instant) -> PurseDecision:
    """
    Give a deposit back to its provider, once; no limit, exclusion or closure prevents it.

    Only what the wallet holds is taken, so it never goes below zero. The rest is a claim of the house on the player.
    """
    found = purse.find_deposit(command.provider, command.reference)
    if found is None:
        return reject("no_such_deposit")
    if found.is_charged_back:
        return ()
    if command.balance is None:
        return reject("facts_missing")
    account = site_wallet(found.tender, purse.player)
    claim = found.tender.account(Purpose.CLAIM, purse.player)
    taken = Units(max(0, min(found.amount, command.balance)))
    return (DepositChargedBack(account, claim, command.provider, command.reference, found.amount, taken, now),)


def settle_claim(purse: Purse, command: SettleClaim, policy: BankPolicy, now: Instant) -> PurseDecision:
    """Take what a player owes out of the wallet, no more than is owed; what the wallet lacks the ledger refuses."""
    owed = purse.owed(command.tender)
    if not owed:
        return reject("no_claim")
    refusal = first_refusal(Ask(purse, policy, command.tender, command.amount, now), checks.DEBIT)
    if refusal is not None:
        return refusal
    if command.amount > owed:
        return reject(Refusal.AMOUNT_ABOVE_MAXIMUM, most=owed)
    account = site_wallet(command.tender, purse.player)
    claim = command.tender.account(Purpose.CLAIM, purse.player)
    return (ClaimSettled(account, claim, command.tender, command.amount, command.staff),)


def receive_deposit(purse: Purse, command: ReceiveDeposit, policy: BankPolicy, now: Instant) -> PurseDecision:
    """Credit a deposit, once for every reference, or refuse it; its provider returns a refused payment."""
    if not (_NAME.fullmatch(command.provider) and _REFERENCE.fullmatch(command.reference)):
        return reject(Refusal.BAD_NAME)
    for known in purse.deposits:
        if (known.provider, known.reference) == (command.provider, command.reference):
            same = (known.tender, known.amount) == (command.tender, command.amount)
            return () if same else reject(Refusal.REFERENCE_REUSED, first=known.amount)
    # Money that has arrived is checked against earlier deposits only: unpaid requests must not keep it out.
    refusal = first_refusal(Ask(purse, policy, command.tender, command.amount, now), checks.DEPOSIT)
    if refusal is not None:
        return refusal
    account = site_wallet(command.tender, purse.player)
    asked = purse.find_asked(command.deposit) if command.deposit else _asked_alike(purse, command)
    deposit = None if asked is None else asked.deposit
    return (
        DepositReceived(account, command.provider, command.reference, command.tender, command.amount, deposit, now),
    )


def _asked_alike(purse: Purse, command: ReceiveDeposit) -> AskedDeposit | None:
    """The oldest asked deposit of the same tender and amount, for a payment at a till, which names none."""
    wanted = (command.tender, command.amount)
    return next((each for each in purse.asked if (each.tender, each.amount) == wanted), None)


def ask_withdrawal(purse: Purse, command: AskWithdrawal, policy: BankPolicy, now: Instant) -> PurseDecision:
    """
    Take a withdrawal from the wallet, to be sent; exclusion, closure or real money being off never prevent it.

    The minimum does not apply to a withdrawal of the whole balance.
    """
    if not _NAME.fullmatch(command.withdrawal):
        return reject(Refusal.BAD_NAME)
    account = site_wallet(command.tender, purse.player)
    if (known := purse.find_withdrawal(command.withdrawal)) is not None:
        same = (known.account, known.amount) == (account, command.amount)
        return () if same else reject(Refusal.REFERENCE_REUSED, first=known.amount)
    everything = command.balance is not None and command.amount == command.balance - command.balance % UNITS_PER_CENT
    ask = Ask(purse, policy, command.tender, command.amount, now)
    wanted = checks.WITHDRAWAL_OF_ALL if everything else checks.WITHDRAWAL
    refusal = first_refusal(ask, checks.WITHDRAWAL_BY_HOUSE if command.by_house else wanted)
    if refusal is not None:
        return refusal
    kept = command.tender.account(Purpose.WITHDRAWAL, f"{purse.player}/{command.withdrawal}")
    return (WithdrawalAsked(command.withdrawal, account, kept, command.amount, now),)


def approve_withdrawal(purse: Purse, command: ApproveWithdrawal) -> PurseDecision:
    """Approve a withdrawal, which is then sent to the provider; not one whose payment is suspended (INT-38)."""
    found = _free(_at(purse, command.withdrawal, Stage.ASKED))
    if isinstance(found, Rejection):
        return found
    return (WithdrawalApproved(found.withdrawal, command.staff),)


def return_withdrawal(purse: Purse, command: RejectWithdrawal | CancelWithdrawal | ReportFailed) -> PurseDecision:
    """Return a withdrawal to the wallet: rejected by staff, cancelled by the player, or failed at the provider."""
    stage, because, why = Stage.ASKED, Return.CANCELLED, ""
    staff: StaffId | None = None
    match command:
        case RejectWithdrawal():
            because, why, staff = Return.REJECTED, command.why, command.staff
            if not why.strip():
                return reject("reason_missing")
        case ReportFailed():
            stage, because, why = Stage.APPROVED, Return.FAILED, command.why
    found = _at(purse, command.withdrawal, stage)
    if isinstance(command, CancelWithdrawal):
        found = _free(found)  # its money would be in the wallet, and could be asked for again at once
    if isinstance(found, Rejection):
        return found
    return (WithdrawalReturned(found.withdrawal, found.account, found.kept, found.amount, because, why, staff),)


def suspend(purse: Purse, command: SuspendWithdrawal | ResumeWithdrawal, now: Instant) -> PurseDecision:
    """Suspend the payment of a withdrawal that was not approved yet, once for each complaint, or let it go on."""
    if isinstance(command, ResumeWithdrawal):
        return _resume(purse, command, now)
    found = _free(_at(purse, command.withdrawal, Stage.ASKED))
    if isinstance(found, Rejection):
        return found
    if command.case in found.suspended_before:
        return reject("already_settled", command.rule)
    if command.until <= now:
        return reject("not_in_the_future", command.rule)
    return (WithdrawalSuspended(found.withdrawal, command.case, command.until, command.rule),)


def _resume(purse: Purse, command: ResumeWithdrawal, now: Instant) -> PurseDecision:
    """End a suspension: the complaint was settled, or its term is over."""
    found = purse.find_withdrawal(command.withdrawal)
    if found is None:
        return reject("no_such_withdrawal")
    held, due = found.suspension, command.due
    if held is None or due not in (None, held.until):
        return reject("not_suspended" if due is None else "stale_timer")
    if due is not None and now < due:
        return reject("too_early", held.rule, due=due)
    return (WithdrawalResumed(found.withdrawal, held.case, due is not None, now, held.rule),)


def _free(found: Withdrawal | Rejection) -> Withdrawal | Rejection:
    """The withdrawal, unless its payment is suspended."""
    if isinstance(found, Rejection) or found.suspension is None:
        return found
    return reject("payment_suspended", found.suspension.rule, until=found.suspension.until)


def confirm_sent(purse: Purse, command: ConfirmSent) -> PurseDecision:
    """Record that a withdrawal was sent; changes nothing when reported again."""
    if not (_NAME.fullmatch(command.provider) and _REFERENCE.fullmatch(command.reference)):
        return reject(Refusal.BAD_NAME)
    sent = purse.find_withdrawal(command.withdrawal)
    if sent is not None and sent.stage is Stage.SENT:
        return () if sent.reference == command.reference else reject(Refusal.REFERENCE_REUSED, first=sent.amount)
    found = _at(purse, command.withdrawal, Stage.APPROVED)
    if isinstance(found, Rejection):
        return found
    return (WithdrawalSent(found.withdrawal, found.kept, found.amount, command.provider, command.reference),)


def _at(purse: Purse, name: str, stage: Stage) -> Withdrawal | Rejection:
    found = purse.find_withdrawal(name)
    if found is None:
        return reject("no_such_withdrawal")
    return found if found.stage is stage else reject(f"withdrawal_is_{found.stage}")


def correct(purse: Purse, command: CreditPlayer | DebitPlayer, policy: BankPolicy, now: Instant) -> PurseDecision:
    """Credit or debit a player, by staff and for a reason."""
    if not command.why.strip():
        return reject("reason_missing")
    tender = _own(purse, command.account)
    if tender is None:
        return reject(Refusal.WRONG_CURRENCY)
    credit = isinstance(command, CreditPlayer)
    ask = Ask(purse, policy, tender, command.amount, now)
    refusal = first_refusal(ask, checks.CREDIT if credit else checks.DEBIT)
    if refusal is not None:
        return refusal
    if isinstance(command, CreditPlayer):
        return (PlayerCredited(command.account, command.amount, command.staff, command.why, command.seized),)
    return (PlayerDebited(command.account, command.amount, command.staff, command.why),)


def refill(purse: Purse, command: RefillWallet, policy: BankPolicy, now: Instant) -> PurseDecision:
    """
    Give play or test money up to the policy's amount, and no more than its daily maximum.

    Test money behaves like real money, so it goes to the site wallet; play money goes to any wallet.
    """
    tender = _own(purse, command.account)
    if tender is None:
        return reject(Refusal.WRONG_CURRENCY)
    at_site = command.account == site_wallet(tender, purse.player)
    if tender.money is MoneyKind.REAL or (tender.money is MoneyKind.TEST and not at_site):
        return reject(Refusal.WRONG_MONEY_KIND)
    terms = policy.terms(tender)
    if terms is None:
        return reject(Refusal.TENDER_NOT_OFFERED)
    refusal = first_refusal(Ask(purse, policy, tender, 0, now), (checks.account_is_open, checks.player_is_admitted))
    if refusal is not None:
        return refusal
    if command.holdings is None:
        return reject("facts_missing")
    missing = units_of(terms.refill_to) - command.holdings
    if missing <= 0:
        return reject("refill_not_needed", holdings=command.holdings, fills_to=units_of(terms.refill_to))
    used = tally_of(purse.granted, tender).used(Period.DAY, now)
    left = units_of(terms.refill_day_max) - used
    if left <= 0:
        return reject("refill_used_up", used=used, resets=period_end(Period.DAY, now))
    return (WalletRefilled(command.account, tender, Units(min(missing, left)), now),)


def move_to_poker(
    purse: Purse, command: MoveToPoker, policy: BankPolicy, terms: Terms | None, now: Instant
) -> PurseDecision:
    """Move money from the site to the poker wallet, at the rate of the day (WAL-03, WAL-04)."""
    if terms is None:
        return reject("no_poker_wallet")
    site, poker = Tender(terms.site, command.money), Tender(terms.poker, command.money)
    refusal = first_refusal(Ask(purse, policy, site, command.amount, now), checks.TO_POKER)
    refusal = refusal or check_rate(terms, command.rate, command.money, now)
    if refusal is not None:
        return refusal
    quote = into_poker(terms, command.amount, command.rate)
    if isinstance(quote, Rejection):
        return quote
    return (MovedToPoker(site_wallet(site, purse.player), poker_wallet(poker, purse.player), quote, now, terms.rule),)


def move_to_site(
    purse: Purse, command: MoveToSite, policy: BankPolicy, terms: Terms | None, now: Instant
) -> PurseDecision:
    """Move money from the poker to the site wallet, at the rate of the day (WAL-03, WAL-04); the whole balance can always be moved."""
    if terms is None:
        return reject("no_poker_wallet")
    amount = command.balance if command.amount is None else command.amount
    if amount is None:
        return reject("facts_missing")
    site, poker = Tender(terms.site, command.money), Tender(terms.poker, command.money)
    ask = Ask(purse, policy, poker, amount, now)
    refusal = first_refusal(ask, checks.TO_SITE if command.amount is None else checks.PART_TO_SITE)
    refusal = refusal or check_rate(terms, command.rate, command.money, now)
    if refusal is not None:
        return refusal
    quote = into_site(terms, amount, command.rate)
    if isinstance(quote, Rejection):
        return quote
    return (MovedToSite(poker_wallet(poker, purse.player), site_wallet(site, purse.player), quote, now, terms.rule),)


def _own(purse: Purse, account: str) -> Tender | None:
    parsed = parse_account(account)
    return parsed.tender if parsed is not None and account in purse.accounts else None
