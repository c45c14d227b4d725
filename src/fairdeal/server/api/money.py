"""Wallets, and transfers between the site wallet and the poker wallet."""

from typing import Annotated, Literal

import msgspec
from litestar import get, post
from litestar.params import FromQuery, JSONBody, QueryParameter

from fairdeal.bank.accounts import Tender, parse_account, poker_wallet, site_wallet
from fairdeal.bank.fx import Quote, Terms, check_rate, into_poker, into_site
from fairdeal.bank.limits import Period, tally_of
from fairdeal.bank.purse.commands import MoveToPoker, MoveToSite
from fairdeal.bank.rates import Rate
from fairdeal.kernel import UNITS_PER_CENT, AccountId, Rejection, Units
from fairdeal.runtime.keys import client_key
from fairdeal.server.api.caller import Caller, Who
from fairdeal.server.api.purse import (
    ask_purse,
    balances_of,
    exchange_terms,
    holdings,
    purse_of,
    rate_of_today,
    refill,
    refillable,
    tables_with_money,
)
from fairdeal.server.api.shapes import Answer, Asked, Number
from fairdeal.server.auth.refused import Refused, invalid, refused
from fairdeal.server.auth.roles import Access
from fairdeal.server.house import ServerHouse, playing_kind

Side = Literal["site", "poker"]
_RATE_SHOWN = 10_000


class WalletAnswer(Answer, frozen=True):
    """One wallet; `id` names it in requests."""

    id: str
    kind: str
    currency: str
    label: str
    balance: int


class OnTable(Answer, frozen=True):
    """The caller's money at a table."""

    table: str
    amount: int
    pending: int
    currency: str


class RateAnswer(Answer, frozen=True):
    """What one unit of the poker currency costs in the site's currency, and the cost of a transfer."""

    one: str
    costs: str
    ten_thousandths: int
    day: str
    demo: bool
    source: str
    rule: str
    cost_millionths: int
    cost_rule: str


class RefillAnswer(Answer, frozen=True):
    """Free money for a wallet: the amount it is refilled to, and what is left today."""

    wallet: str
    fills_to: int
    left: int
    wanted: int


class Wallets(Answer, frozen=True):
    """All of the caller's money in this room."""

    wallets: list[WalletAnswer]
    on_tables: list[OnTable]
    rate: RateAnswer | None
    refill: list[RefillAnswer]


class QuoteAnswer(Answer, frozen=True):
    """What a transfer would send, receive and cost; computed by the server, because rounding is a rule."""

    side: str = msgspec.field(name="from")
    sent: int
    sent_currency: str
    received: int
    received_currency: str
    cost: int
    cost_currency: str
    cost_millionths: int
    cost_rule: str | None
    worth: int


class AskTransfer(Asked, frozen=True):
    """Transfer money; without an amount everything, from the poker wallet only."""

    id: str
    side: Side = msgspec.field(name="from")
    amount: Number | None = None


class AskRefill(Asked, frozen=True):
    """Free money for a wallet, or for all that can have it."""

    wallet: str | None = None


@get("/wallets", may=Access.PERSON)
async def read_wallets(caller: Who) -> Wallets:
    """The caller's wallets, money at tables, exchange rate, and free money."""
    return wallets_of(caller)


@get("/transfer/quote", may=Access.PERSON)
async def read_quote(
    caller: Who, side: Annotated[Side, QueryParameter(name="from")], amount: FromQuery[int | None] = None
) -> QuoteAnswer:
    """What a transfer of an amount would give and cost now."""
    terms = _terms(caller.house)
    money = playing_kind(caller.house)
    rate = rate_of_today(caller.house, terms)
    closed = check_rate(terms, rate, money, caller.house.clock.now())
    if closed is not None:
        raise refused(closed)
    units = _units(caller, terms, side, amount)
    quote = into_poker(terms, units, rate) if side == "site" else into_site(terms, units, rate)
    if isinstance(quote, Rejection):
        raise refused(quote)
    return _quote_answer(terms, side, quote)


@post("/transfer", may=Access.PERSON, status_code=200)
async def move_money(caller: Who, data: JSONBody[AskTransfer]) -> Wallets:
    """Move money between the site and the poker room, at the rate of the day."""
    house, money = caller.house, playing_kind(caller.house)
    terms = _terms(house)
    rate = rate_of_today(house, terms)
    if data.amount is not None and data.amount <= 0:
        raise Refused("amount_not_positive", numbers={"amount": data.amount})
    if data.side == "site":
        if data.amount is None:
            raise invalid("malformed")
        command: MoveToPoker | MoveToSite = MoveToPoker(money, Units(data.amount * UNITS_PER_CENT), rate)
    elif data.amount is None:
        command = MoveToSite(money, None, rate, _units(caller, terms, "poker", None))
    else:
        command = MoveToSite(money, Units(data.amount * UNITS_PER_CENT), rate)
    await ask_purse(house, caller.player, command, client_key(checked_key(caller, "move", data.id), data))
    return wallets_of(caller)


@post("/refill", may=Access.PERSON, status_code=200)
async def refill_wallets(caller: Who, data: JSONBody[AskRefill]) -> Wallets:
    """Refill wallets with free money, up to the daily allowance."""
    own = refillable(caller.house, caller.player)
    chosen = [account for account in own if data.wallet in (None, wallet_id(account))]
    if not chosen:
        raise Refused("wrong_money_kind")
    failures: list[Refused] = []
    for account in chosen:
        try:
            await refill(caller.house, caller.player, account)
        except Refused as why:
            failures.append(why)
    if len(failures) == len(chosen):
        raise failures[0]
    return wallets_of(caller)


def wallets_of(caller: Caller) -> Wallets:
    """All of the caller's money."""
    house, player = caller.house, caller.player
    purse = purse_of(house, player)
    held = balances_of(house, purse.accounts)
    tables = tables_with_money(house, player)
    return Wallets(
        [_wallet(account, balance) for account, balance in held.items()],
        [
            OnTable(table, amount // UNITS_PER_CENT, pending // UNITS_PER_CENT, tender.currency.value)
            for table, tender, amount, pending in tables
        ],
        _rate_answer(house),
        [_refill_answer(caller, account) for account in refillable(house, player)],
    )


def wallet_id(account: AccountId) -> str:
    """The public id of a wallet: purpose, currency, money kind."""
    parsed = parse_account(account)
    assert parsed is not None, account
    return f"{parsed.purpose.value}:{parsed.tender.currency.value}:{parsed.tender.money.value}"


def own_wallet(caller: Caller, name: str | None) -> AccountId:
    """The caller's wallet with that id; without one, the wallet they play from."""
    accounts = purse_of(caller.house, caller.player).accounts
    for account in accounts:
        if name in (None, wallet_id(account)):
            return account
    raise Refused("no_such_wallet")


def checked_key(caller: Caller, what: str, name: str) -> str:
    """The idempotency key of a request, from the id that the client made."""
    if not 1 <= len(name) <= 64 or not name.isprintable():
        raise invalid("malformed")
    return f"{what}:{caller.player}:{name}"


def _wallet(account: AccountId, balance: Units) -> WalletAnswer:
    parsed = parse_account(account)
    assert parsed is not None, account
    tender = parsed.tender
    cents = balance // UNITS_PER_CENT
    return WalletAnswer(wallet_id(account), parsed.purpose.value, tender.currency.value, tender.money.value, cents)


def _terms(house: ServerHouse) -> Terms:
    terms = exchange_terms(house)
    if terms is None:
        raise Refused("no_poker_wallet")
    return terms


def _units(caller: Caller, terms: Terms, side: Side, amount: int | None) -> Units:
    if amount is not None:
        if amount <= 0:
            raise Refused("amount_not_positive", numbers={"amount": amount})
        return Units(amount * UNITS_PER_CENT)
    money = playing_kind(caller.house)
    if side == "poker":
        account = poker_wallet(Tender(terms.poker, money), caller.player)
    else:
        account = site_wallet(Tender(terms.site, money), caller.player)
    return balances_of(caller.house, [account])[account]


def _quote_answer(terms: Terms, side: Side, quote: Quote) -> QuoteAnswer:
    sent, received = (terms.site, terms.poker) if side == "site" else (terms.poker, terms.site)
    exchange = terms.exchange
    return QuoteAnswer(
        side,
        quote.paid // UNITS_PER_CENT,
        sent.value,
        quote.received // UNITS_PER_CENT,
        received.value,
        quote.cost,
        terms.site.value,
        0 if exchange is None else exchange.cost_percent_each_way.value,
        None if exchange is None else exchange.cost_percent_each_way.rule,
        quote.shown,
    )


def _rate_answer(house: ServerHouse) -> RateAnswer | None:
    terms = exchange_terms(house)
    if terms is None or terms.exchange is None:
        return None
    rate = rate_of_today(house, terms)
    if rate is None:
        return None
    cost = terms.exchange.cost_percent_each_way
    rule = terms.exchange.site_currency.rule
    shown = _ten_thousandths(rate)
    return RateAnswer(
        terms.poker.value, terms.site.value, shown, rate.day, rate.demo, rate.source, rule, cost.value, cost.rule
    )


def _ten_thousandths(rate: Rate) -> int:
    scale: int = 10**rate.decimals
    return rate.value * _RATE_SHOWN // scale


def _refill_answer(caller: Caller, account: AccountId) -> RefillAnswer:
    house = caller.house
    parsed = parse_account(account)
    assert parsed is not None, account
    terms = house.room.settings.bank.terms(parsed.tender)
    if terms is None:
        return RefillAnswer(wallet_id(account), 0, 0, 0)
    purse = purse_of(house, caller.player)
    used = tally_of(purse.granted, parsed.tender).used(Period.DAY, house.clock.now()) // UNITS_PER_CENT
    left = max(0, terms.refill_day_max - used)
    missing = terms.refill_to - holdings(house, caller.player, account) // UNITS_PER_CENT
    return RefillAnswer(wallet_id(account), terms.refill_to, left, max(0, min(left, missing)))


ROUTES = [read_wallets, read_quote, move_money, refill_wallets]
