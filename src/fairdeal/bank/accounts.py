"""
The chart of accounts.

An account's id says what the account is for, whom it belongs to, and which money it holds:
`seat:T7/P12:EUR:real`. Its balance is what came in less what went out, so the balances of all accounts of one tender
add up to zero, always; money that came in is balanced by the account of the outside world.
"""

from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Final, NamedTuple

from fairdeal.kernel import AccountId, Currency, MoneyKind, PlayerId, TableId, TournamentId


class Purpose(StrEnum):
    """What an account is for; stored in every account's id, so values never change."""

    # A player's own money.
    SITE = "site"  # wallet of the site: casino, and poker where the edition has one wallet
    POKER = "poker"  # wallet of the poker room, where the edition keeps it apart
    RAKEBACK = "rakeback"  # earned this month, not yet paid
    WITHDRAWAL = "withdrawal"  # asked for, not yet sent
    HOLD = "hold"  # kept back during a review or complaint
    TICKET = "ticket"  # a tournament entry, worth its price
    CLAIM = "claim"  # below zero: what the player owes the house after a payment was charged back
    # Money in play.
    SEAT = "seat"  # one escrow a seat
    PENDING = "pending"  # a top-up that waits for the end of the hand
    POT = "pot"  # empty between hands
    BET = "bet"  # a casino bet that was accepted and is not settled
    UNRESOLVED = "unresolved"  # a bet that could not be returned
    PRIZES = "prizes"  # a tournament's prize pool
    BOUNTIES = "bounties"  # its bounties
    ENTRY_FEES = "entry_fees"  # its fees, refundable until it starts
    # The house.
    RAKE = "rake"
    FEES = "fees"
    PROMOTIONS = "promotions"  # overlays, bonuses, freerolls
    BANKROLL = "bankroll"  # pays and collects at casino tables
    FX = "fx"  # conversion differences
    ROUNDING = "rounding"
    SEIZED = "seized"  # taken from offenders
    # Others.
    CHARITY = "charity"
    STATE_BUDGET = "state_budget"
    OUTSIDE = "outside"  # where deposits come from and withdrawals go; the mint of play and test money


OWING: Final = frozenset(
    {Purpose.OUTSIDE, Purpose.FX, Purpose.PROMOTIONS, Purpose.BANKROLL, Purpose.ROUNDING, Purpose.CLAIM}
)
"""Accounts that may go below zero: the outside world, those of the house that pay before they collect, and claims on players."""

OPENED: Final = frozenset({Purpose.SITE, Purpose.POKER})
"""Accounts that must be opened explicitly; all others open with the first transfer that names them."""

PASSING: Final = frozenset({Purpose.SEAT, Purpose.PENDING, Purpose.POT, Purpose.BET})
"""Accounts that money only passes through; a transfer between two of them is on nobody's statement."""


class Tender(NamedTuple):
    """A currency with its kind of money (real, play or test)."""

    currency: Currency
    money: MoneyKind

    def account(self, purpose: Purpose, holder: str = "") -> AccountId:
        """The id of the account with that purpose and holder."""
        return AccountId(":".join((purpose, holder, self.currency, self.money)))  # noqa: FLY002 - half the time, at every bet


@dataclass(frozen=True, slots=True)
class Account:
    """The parts of an account's id."""

    purpose: Purpose
    holder: str
    tender: Tender

    @property
    def may_owe(self) -> bool:
        """Whether the balance may be negative."""
        return self.purpose in OWING


@lru_cache(maxsize=1 << 16)
def parse_account(text: str) -> Account | None:
    """The parts of an account's id; None: the text is not one."""
    parts = text.split(":")
    if len(parts) != 4 or text != text.strip():
        return None
    purpose, holder, currency, money = parts
    try:
        return Account(Purpose(purpose), holder, Tender(Currency(currency), MoneyKind(money)))
    except ValueError:
        return None


def site_wallet(tender: Tender, player: PlayerId) -> AccountId:
    """The account of a player's site wallet."""
    return tender.account(Purpose.SITE, player)


def poker_wallet(tender: Tender, player: PlayerId) -> AccountId:
    """The account of a player's separate poker wallet."""
    return tender.account(Purpose.POKER, player)


def seat(tender: Tender, table: TableId, player: PlayerId) -> AccountId:
    """The account of a player's stack at a table."""
    return tender.account(Purpose.SEAT, f"{table}/{player}")


def pending_top_up(tender: Tender, table: TableId, player: PlayerId) -> AccountId:
    """The account of a top-up that a player added during a hand, until the hand ends."""
    return tender.account(Purpose.PENDING, f"{table}/{player}")


def pot(tender: Tender, table: TableId) -> AccountId:
    """The account of a table's pot, through which chips move between seats."""
    return tender.account(Purpose.POT, table)


def prizes(tender: Tender, tournament: TournamentId) -> AccountId:
    """The account of a tournament's prize pool."""
    return tender.account(Purpose.PRIZES, tournament)


def bounties(tender: Tender, tournament: TournamentId) -> AccountId:
    """The account of a tournament's bounties."""
    return tender.account(Purpose.BOUNTIES, tournament)


def entry_fees(tender: Tender, tournament: TournamentId) -> AccountId:
    """The account of a tournament's fees until it starts."""
    return tender.account(Purpose.ENTRY_FEES, tournament)


def rake(tender: Tender, edition: str, stake: str) -> AccountId:
    """The house's account of rake, one for each rulebook and stake, so that reports are balances."""
    return tender.account(Purpose.RAKE, f"{edition}/{stake}")


def fees(tender: Tender, edition: str, product: str) -> AccountId:
    """The house's account of tournament fees, one for each rulebook and kind of tournament."""
    return tender.account(Purpose.FEES, f"{edition}/{product}")


def accrued_rakeback(tender: Tender, player: PlayerId, month: str) -> AccountId:
    """The account of the rakeback that a player earned in a month ("2026-11") and has not been paid."""
    return tender.account(Purpose.RAKEBACK, f"{month}/{player}")
