"""Purses for tests: Ann's, in a house that offers every published poker edition."""

from fairdeal.bank.accounts import Tender, poker_wallet, site_wallet
from fairdeal.bank.fx import terms_of
from fairdeal.bank.limits import LimitKind, Period
from fairdeal.bank.policy import BankPolicy, TenderTerms
from fairdeal.bank.purse.commands import OpenPurse, ReceiveDeposit, SetLimit
from fairdeal.bank.purse.machine import PurseMachine
from fairdeal.bank.purse.state import Purse
from fairdeal.bank.wallet import accounts_of
from fairdeal.kernel import Cents, Currency, Instant, MoneyKind, PlayerId, Units
from fairdeal.rulebook.clause import PW, U27
from tests.bank.till import Till, at, poker_of, units

ANN = PlayerId("ann")
REAL, TEST, PLAY = MoneyKind.REAL, MoneyKind.TEST, MoneyKind.PLAY
EURO, LEI = Tender(Currency.EUR, REAL), Tender(Currency.RON, REAL)
TEST_EURO, PLAY_EURO = Tender(Currency.EUR, TEST), Tender(Currency.EUR, PLAY)
WALLET, LEI_WALLET, POKER = site_wallet(EURO, ANN), site_wallet(LEI, ANN), poker_wallet(EURO, ANN)
NOW = at("2026-11-15 12:00")  # a Sunday

POLICY = BankPolicy(real_money=True)
OFFERS = tuple(poker_of(edition).wallet for edition in (U27, PW))


def new_purse(policy: BankPolicy = POLICY) -> Till[Purse]:
    """An open purse without money or limits."""
    till = Till(PurseMachine(policy, terms_of(poker_of(PW))), Purse(), "purse:ann")
    till.does(OpenPurse(ANN, accounts_of(ANN, OFFERS, [], MoneyKind)), NOW)
    return till


def limited(tender: Tender = EURO, amount: str = "10000", policy: BankPolicy = POLICY) -> Till[Purse]:
    """An open purse with a deposit limit a month, so that money may come in."""
    till = new_purse(policy)
    till.does(SetLimit(LimitKind.DEPOSIT, Period.MONTH, tender, units(amount)), NOW)
    return till


def funded(amount: str = "100", tender: Tender = EURO, policy: BankPolicy = POLICY) -> Till[Purse]:
    """An open purse with that deposit in it."""
    till = limited(tender, policy=policy)
    till.does(deposit(amount, tender=tender), NOW)
    return till


def deposit(amount: str, reference: str = "r0", tender: Tender = EURO, asked: str | None = None) -> ReceiveDeposit:
    return ReceiveDeposit("acme", reference, tender, units(amount), asked)


def limit(kind: LimitKind, period: Period, amount: str | None, tender: Tender = EURO) -> SetLimit:
    return SetLimit(kind, period, tender, None if amount is None else units(amount))


def later(days: int = 0, hours: int = 0, minutes: int = 0) -> Instant:
    return Instant(NOW + ((days * 24 + hours) * 60 + minutes) * 60_000)


def tight(**terms: int) -> BankPolicy:
    """A policy with real money on and those amounts, in cents, for every tender."""
    tenders = tuple(
        TenderTerms(tender=Tender(currency, money), **{name: Cents(value) for name, value in terms.items()})
        for currency in (Currency.EUR, Currency.RON)
        for money in MoneyKind
    )
    return BankPolicy(real_money=True, tenders=tenders)


def amount(cents: int) -> Units:
    return Units(cents * 100)
