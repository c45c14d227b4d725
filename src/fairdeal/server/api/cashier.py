"""Deposits and withdrawals, through the purse and the cashier port."""

import asyncio
from collections.abc import Sequence
from http import HTTPStatus

from litestar import get, post
from litestar.params import FromPath, FromQuery, JSONBody

from fairdeal.bank.accounts import Tender, site_wallet
from fairdeal.bank.cashier import Cashier, DepositOrder
from fairdeal.bank.house import tender_of
from fairdeal.bank.in_cents import numbers_in_cents
from fairdeal.bank.limits import Period, tally_of
from fairdeal.bank.purse.commands import AskDeposit, AskWithdrawal, CancelWithdrawal, DropDeposit
from fairdeal.bank.purse.state import AskedDeposit, Purse, Withdrawal
from fairdeal.kernel import UNITS_PER_CENT, Cents, Currency, MoneyKind, Units, units_of
from fairdeal.room.bank.purse import deposit_refused, purse_stream
from fairdeal.server.api.caller import Caller, Who
from fairdeal.server.api.complaints import AskComplaint, ComplaintAnswer, complaint_answer
from fairdeal.server.api.profile import site_currencies
from fairdeal.server.api.purse import ask_purse, balances_of, purse_of, tables_with_money
from fairdeal.server.api.shapes import Answer, Asked, Explanation, Number
from fairdeal.server.api.till import Till
from fairdeal.server.auth.refused import Refused, invalid
from fairdeal.server.auth.roles import Access, Proof
from fairdeal.server.house import ServerHouse, playing_kind
from fairdeal.server.office.disputed import PAYMENT, register

_SHOWN_MAX = 50
_SETTLED_SHOWN = 10
_TILL = Till()


class WithdrawalAnswer(Answer, frozen=True):
    """A withdrawal and its stage; `why` is the reason of a rejection, for the player, `suspended` why it is not paid now."""

    id: str
    amount: int
    currency: str
    stage: str
    why: str
    suspended: Explanation | None = None


class DepositAnswer(Answer, frozen=True):
    """A requested deposit that is not paid yet; `page` is where it is paid, if that is known."""

    id: str
    amount: int
    until: int
    page: str | None = None


class SettledDeposit(Answer, frozen=True):
    """What became of a deposit: `paid`, `refused`, `dropped` or `chargedBack`; `at` is 0 where nothing was paid."""

    id: str
    amount: int
    state: str
    why: str = ""
    at: int = 0


class NetPosition(Answer, frozen=True):
    """Won less lost of a currency since the day, week and month began (UTC); money at tables counts as still there."""

    currency: str
    day: int
    week: int
    month: int


class CashierAnswer(Answer, frozen=True):
    """Limits of deposits and withdrawals, what is pending, and why deposits are closed, if they are."""

    currency: str
    label: str
    balance: int
    deposit_min: int
    deposit_max: int
    withdraw_min: int
    withdraw_max: int
    pending: list[WithdrawalAnswer]
    asked: list[DepositAnswer]
    closed: Explanation | None
    page: str | None = None
    by_hand: bool = False  # people pay at the till, and the house books it
    settled: Sequence[SettledDeposit] = ()
    owed: int = 0  # to the house, after a payment was charged back
    net: Sequence[NetPosition] = ()


class AskMoney(Asked, frozen=True):
    """An amount in cents; `id` is the client's, and the same id again is the same request."""

    id: str
    amount: Number
    currency: str | None = None


@get("/cashier", may=Access.PERSON)
async def read_cashier(caller: Who, currency: FromQuery[str | None] = None) -> CashierAnswer:
    """Limits of deposits and withdrawals, and what is pending."""
    return _cashier(caller, _tender(caller, currency))


@post("/deposits", may=Access.PLAYER, status_code=200)
async def ask_deposit(caller: Who, data: JSONBody[AskMoney]) -> CashierAnswer:
    """Request a deposit; the answer has the payment page, or none at a till. It is booked when the provider confirms it."""
    house, tender = caller.house, _tender(caller, data.currency)
    amount = Units(data.amount * UNITS_PER_CENT)
    await _check_address(caller, tender)
    await ask_purse(house, caller.player, AskDeposit(data.id, tender, amount))
    try:
        page = await _cashier_of(caller).ask_deposit(DepositOrder(data.id, caller.player, tender, amount))
    except OSError:
        await ask_purse(house, caller.player, DropDeposit(data.id))
        raise Refused("cashier_unavailable") from None
    return _cashier(caller, tender, page.address or None)


@post("/deposits/{deposit:str}/cancel", may=Access.PERSON, status_code=200)
async def cancel_deposit(caller: Who, deposit: FromPath[str]) -> CashierAnswer:
    """Cancel an unpaid deposit request; money that arrives all the same is an ordinary deposit."""
    found = purse_of(caller.house, caller.player).find_asked(deposit)
    if found is None:
        raise Refused("no_such_deposit")
    await ask_purse(caller.house, caller.player, DropDeposit(deposit))
    return _cashier(caller, found.tender)


@post("/withdrawals", may=Access.PERSON, proof=Proof.AGAIN, status_code=200)
async def ask_withdrawal(caller: Who, data: JSONBody[AskMoney]) -> CashierAnswer:
    """Request a withdrawal; the money leaves the wallet at once and waits for approval."""
    tender = _tender(caller, data.currency)
    account = site_wallet(tender, caller.player)
    balance = balances_of(caller.house, [account])[account]
    command = AskWithdrawal(data.id, tender, Units(data.amount * UNITS_PER_CENT), balance)
    await ask_purse(caller.house, caller.player, command)
    return _cashier(caller, tender)


@post("/withdrawals/{withdrawal:str}/cancel", may=Access.PERSON, status_code=200)
async def cancel_withdrawal(caller: Who, withdrawal: FromPath[str]) -> CashierAnswer:
    """Cancel a withdrawal that is not approved yet."""
    found = purse_of(caller.house, caller.player).find_withdrawal(withdrawal)
    await ask_purse(caller.house, caller.player, CancelWithdrawal(withdrawal))
    assert found is not None, "the purse has just returned it"
    return _cashier(caller, _tender(caller, found.account.split(":")[2]))


@post("/withdrawals/{withdrawal:str}/complaint", may=Access.PERSON, status_code=200)
async def complain_about_payment(
    caller: Who, withdrawal: FromPath[str], data: JSONBody[AskComplaint]
) -> ComplaintAnswer:
    """Complain about a withdrawal; where the rulebook says so it is not paid until the complaint is settled."""
    if purse_of(caller.house, caller.player).find_withdrawal(withdrawal) is None:
        raise Refused("no_such_withdrawal")
    return complaint_answer(await register(caller.house, caller.player, f"{PAYMENT}{withdrawal}", data.text))


async def _check_address(caller: Caller, tender: Tender) -> None:
    """Raise `Refused` for a deposit of real money by somebody whose e-mail address is not confirmed."""
    if tender.money is not MoneyKind.REAL:
        return
    auth = caller.house.auth
    row = await auth.row(caller.player)
    if not await asyncio.to_thread(auth.addresses.is_confirmed, row):
        raise Refused("address_unconfirmed", HTTPStatus.FORBIDDEN)


def _cashier_of(caller: Caller) -> Cashier:
    return caller.house.cashier or _TILL


def _cashier(caller: Caller, tender: Tender, page: str | None = None) -> CashierAnswer:
    house, player = caller.house, caller.player
    purse, terms = purse_of(house, player), house.room.settings.bank.terms(tender)
    account = site_wallet(tender, player)
    balance = balances_of(house, [account])[account] // UNITS_PER_CENT
    return CashierAnswer(
        tender.currency.value,
        tender.money.value,
        balance,
        0 if terms is None else terms.deposit_min,
        0 if terms is None else terms.deposit_max,
        0 if terms is None else min(terms.withdrawal_min, balance),
        0 if terms is None else min(terms.withdrawal_max, balance),
        [_withdrawal(each) for each in purse.withdrawals if each.account == account][::-1][:_SHOWN_MAX],
        [_deposit(caller, each) for each in purse.asked if each.tender == tender],
        _closed(caller, tender, Cents(0 if terms is None else terms.deposit_min)),
        page,
        house.cashier is None,
        _settled(purse, tender),
        purse.owed(tender) // UNITS_PER_CENT,
        net_positions(house, purse),
    )


def net_positions(house: ServerHouse, purse: Purse) -> list[NetPosition]:
    """What a player has won, less what was lost, in the present day, week and month, by currency."""
    money, now = playing_kind(house), house.clock.now()
    tables = tables_with_money(house, purse.player)
    found = []
    for tender in dict.fromkeys(tender_of(account) for account in purse.accounts):
        if tender.money is money:
            tally = tally_of(purse.lost, tender)
            there = sum(amount + pending for _, each, amount, pending in tables if each == tender)
            found.append(
                NetPosition(
                    tender.currency.value, *((there - tally.used(period, now)) // UNITS_PER_CENT for period in Period)
                )
            )
    return found


def _settled(purse: Purse, tender: Tender) -> list[SettledDeposit]:
    """What became of the latest deposits: those paid, newest first, and then those that were not."""
    paid = [
        SettledDeposit(
            each.reference,
            each.amount // UNITS_PER_CENT,
            "chargedBack" if each.is_charged_back else "paid",
            at=each.at,
        )
        for each in reversed(purse.deposits)
        if each.tender == tender
    ]
    unpaid = [
        SettledDeposit(each.deposit, each.amount // UNITS_PER_CENT, each.because.value, each.why)
        for each in reversed(purse.unpaid)
        if each.tender == tender
    ]
    return [*paid[:_SETTLED_SHOWN], *unpaid[:_SETTLED_SHOWN]]


def _closed(caller: Caller, tender: Tender, least: Cents) -> Explanation | None:
    """Why even the smallest deposit would be refused now, or None."""
    actor = caller.house.room.registry.actor(purse_stream(caller.player))
    refusal = deposit_refused(actor, tender, units_of(least), caller.house.clock.now())
    if refusal is None:
        return None
    return Explanation(refusal.code, refusal.rule, numbers_in_cents(refusal.code, refusal.numbers))


def _withdrawal(each: Withdrawal) -> WithdrawalAnswer:
    currency = each.account.split(":")[2]
    held, amount = each.suspension, each.amount // UNITS_PER_CENT
    waits = None if held is None else Explanation("payment_suspended", held.rule, {"until": held.until})
    return WithdrawalAnswer(each.withdrawal, amount, currency, each.stage.value, each.why, waits)


def _deposit(caller: Caller, each: AskedDeposit) -> DepositAnswer:
    cashier = caller.house.cashier
    page = cashier.page_of(caller.player, each.deposit) if cashier is not None else None
    return DepositAnswer(each.deposit, each.amount // UNITS_PER_CENT, each.until, page or None)


def _tender(caller: Caller, currency: str | None) -> Tender:
    own = site_currencies(purse_of(caller.house, caller.player))
    if not own:
        raise Refused("no_such_purse")
    try:
        return Tender(Currency(currency or own[0]), playing_kind(caller.house))
    except ValueError:
        raise invalid("malformed") from None


ROUTES = [read_cashier, ask_deposit, cancel_deposit, ask_withdrawal, cancel_withdrawal, complain_about_payment]
