"""
Moving money between the site wallet and a poker wallet of another currency (WAL-03 to WAL-05).

With a cost m a leg and r of the site's currency for one of the poker room's: into poker `floor4(amount × (1 − m) / r)`, shown as
`round2(balance × r)`, back `round2(amount × r × (1 − m))` (X-64). What the user pays and does not receive stays on the FX
accounts of the house, one in each currency.
"""

from dataclasses import dataclass
from typing import Final

from fairdeal.bank.accounts import Purpose
from fairdeal.bank.house import tender_of, zone_of
from fairdeal.bank.rates import Rate, pair_of
from fairdeal.bank.transfer import Chain, Move, Reason, chain_of
from fairdeal.bank.wallet import site_currency
from fairdeal.kernel import (
    PPM_WHOLE,
    UNIT_DECIMALS,
    UNITS_PER_CENT,
    AccountId,
    Cents,
    Currency,
    EventRef,
    Instant,
    MoneyKind,
    Ppm,
    Rejection,
    RuleId,
    Units,
    Zone,
    divide,
    local_date,
    reject,
    units_of,
)
from fairdeal.rulebook.schema.choices import WalletScheme
from fairdeal.rulebook.schema.edition import Poker
from fairdeal.rulebook.schema.money import Exchange

WAL_03: Final = RuleId("WAL-03")
"""The rule for the direction and limit of a transfer; no value of an edition cites it."""


@dataclass(frozen=True, slots=True)
class Terms:
    """The terms on which an edition moves money between its two wallets; in one currency, one for one."""

    site: Currency
    poker: Currency
    exchange: Exchange | None
    zone: Zone  # the time zone of a rate's day

    @property
    def pair(self) -> str:
        """The currency pair of the rate: what one unit of the poker currency costs in the site's."""
        return pair_of(one=self.poker, costs=self.site)

    @property
    def rule(self) -> RuleId:
        """The rule that sets the cost; without an exchange, the rule that allows the transfer."""
        return WAL_03 if self.exchange is None else self.exchange.cost_percent_each_way.rule


@dataclass(frozen=True, slots=True)
class Quote:
    """What a transfer debits and credits; `cost` is what the player loses by it, at the rate of the day, in the site's currency."""

    paid: Units
    received: Units
    shown: Cents  # the poker amount in the site's currency (WAL-04)
    cost: Cents
    rate: Rate | None


@dataclass(frozen=True, slots=True)
class TransferScreen:
    """What a player sees before a transfer (WAL-02, WAL-04); `closed` says why none is possible now."""

    rate: Rate | None
    demo: bool
    cost: Ppm
    shown: Cents | None  # the poker balance in the site's currency
    closed: Rejection | None


def terms_of(poker: Poker) -> Terms | None:
    """The terms of an edition; None: it has one wallet."""
    wallet = poker.wallet
    if wallet.scheme.value is not WalletScheme.SITE_AND_POKER:
        return None
    return Terms(site_currency(wallet), wallet.currency.value, wallet.exchange, zone_of(poker))


def check_rate(terms: Terms, rate: Rate | None, money: MoneyKind, now: Instant) -> Rejection | None:
    """Why a rate may not be used for that kind of money now; None: it may."""
    if terms.exchange is None:
        return None
    rule = terms.exchange.site_currency.rule
    if rate is None or rate.pair != terms.pair or rate.value <= 0:
        return reject("rate_missing", rule)
    if rate.decimals != terms.exchange.rate_decimals.value:
        return reject("rate_precision", rule, decimals=terms.exchange.rate_decimals.value)
    if rate.demo:
        return reject("rate_is_demo", rule) if money is MoneyKind.REAL else None
    if rate.day != str(local_date(terms.zone, now)):
        return reject("rate_stale", rule)
    return None


def into_poker(terms: Terms, amount: Units, rate: Rate | None) -> Quote | Rejection:
    """The quote for moving an amount from the site to the poker wallet; the rate must have passed `check_rate`."""
    if amount % UNITS_PER_CENT:
        return reject("fraction_of_cent", WAL_03, amount=amount)
    if terms.exchange is None:
        return _one_for_one(amount)
    assert rate is not None
    exchange = terms.exchange
    step: int = 10 ** max(0, UNIT_DECIMALS - exchange.poker_decimals.value)
    after_cost = amount * (PPM_WHOLE - exchange.cost_percent_each_way.value)
    by = PPM_WHOLE * rate.value * step
    received = Units(divide(after_cost * 10**rate.decimals, by, exchange.into_poker_rounding.value) * step)
    if received == 0:
        return reject("amount_too_small", exchange.cost_percent_each_way.rule, amount=amount)
    value = shown(terms, received, rate)
    return Quote(amount, received, value, Cents(amount // UNITS_PER_CENT - value), rate)


def into_site(terms: Terms, amount: Units, rate: Rate | None) -> Quote | Rejection:
    """The quote for moving an amount from the poker to the site wallet; the rate must have passed `check_rate`."""
    if terms.exchange is None:
        return _one_for_one(amount)
    assert rate is not None
    exchange = terms.exchange
    after_cost = amount * rate.value * (PPM_WHOLE - exchange.cost_percent_each_way.value)
    by = PPM_WHOLE * 10**rate.decimals * UNITS_PER_CENT
    received = Cents(divide(after_cost, by, exchange.into_site_rounding.value))
    if received == 0:
        return reject("amount_too_small", exchange.cost_percent_each_way.rule, amount=amount)
    value = shown(terms, amount, rate)
    return Quote(amount, units_of(received), value, Cents(value - received), rate)


def shown(terms: Terms, amount: Units, rate: Rate) -> Cents:
    """An amount of the poker currency, converted to the site's for display."""
    assert terms.exchange is not None
    by = 10**rate.decimals * UNITS_PER_CENT
    return Cents(divide(amount * rate.value, by, terms.exchange.into_site_rounding.value))


def transfer_screen(
    terms: Terms, money: MoneyKind, poker_balance: Units, rate: Rate | None, now: Instant
) -> TransferScreen:
    """The transfer screen of a player with that poker balance; it says if the rate is a demo rate."""
    closed = check_rate(terms, rate, money, now)
    if terms.exchange is None:
        value = _one_for_one(poker_balance).shown
        return TransferScreen(rate=None, demo=False, cost=Ppm(0), shown=value, closed=closed)
    usable = rate if closed is None else None
    return TransferScreen(
        rate=rate,
        demo=rate is not None and rate.demo,
        cost=terms.exchange.cost_percent_each_way.value,
        shown=None if usable is None else shown(terms, poker_balance, usable),
        closed=closed,
    )


def _one_for_one(amount: Units) -> Quote:
    return Quote(amount, amount, Cents(amount // UNITS_PER_CENT), Cents(0), None)


def exchange_chain(source: AccountId, target: AccountId, quote: Quote, rule: RuleId, ref: EventRef) -> Chain:
    """The transfers of an exchange: one wallet → the other, through the house's FX accounts in both currencies."""
    if quote.rate is None:
        return chain_of(ref, [Move(source, target, quote.paid, Reason.EXCHANGE, WAL_03)])
    bought, sold = (tender_of(account).account(Purpose.FX, quote.rate.pair) for account in (source, target))
    paid = Move(source, bought, quote.paid, Reason.EXCHANGE, WAL_03)
    return chain_of(ref, [paid, Move(sold, target, quote.received, Reason.EXCHANGE, rule)])
