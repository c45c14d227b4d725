"""Rake, fees, rakeback, wallets."""

from typing import ClassVar

from fairdeal.kernel import Currency, Rounding
from fairdeal.rulebook.ruled import (
    Clock,
    Count,
    Money,
    Percent,
    Positive,
    Row,
    Ruled,
    Stake,
    Text,
    TimeZone,
    section,
)
from fairdeal.rulebook.schema.choices import FeeLabel, RakebackCut, WalletScheme


@section
class RakeRow(Row):
    """Rake of one stake; without blinds, of every stake of that table."""

    KEY: ClassVar[tuple[str, ...]] = ("table", "blinds")

    table: Text
    label: Text
    blinds: Stake | None = None
    percent: Percent
    cap: Money


@section
class Rake:
    """What the house takes from a cash hand: percentage, rounding, cap, minimum, in this order."""

    holdem: Ruled[tuple[RakeRow, ...]] | None = None
    omaha: Ruled[tuple[RakeRow, ...]] | None = None
    banzai: Ruled[tuple[RakeRow, ...]] | None = None
    all_games: Ruled[tuple[RakeRow, ...]] | None = None
    rounding: Ruled[Rounding]
    minimum: Ruled[Money]
    cap_halved_for_players: Ruled[tuple[Positive, ...]]  # dealt in, not seeing the flop
    halved_cap_rounding: Ruled[Rounding]
    needs_flop: Ruled[bool]
    uncalled_bets_count: Ruled[bool]
    split_over_pots_main_first: Ruled[bool]
    share_by_contribution: Ruled[bool]
    play_money_is_raked: Ruled[bool]


@section
class FeeRow(Row):
    """One sit & go or tournament price."""

    KEY: ClassVar[tuple[str, ...]] = ("label", "fee")

    label: Money
    pool: Money
    fee: Money


@section
class Fees:
    """What the house takes from sit & gos and tournaments, at registration."""

    label_is: Ruled[FeeLabel]
    five_handed: Ruled[tuple[FeeRow, ...]] | None = None
    two_handed: Ruled[tuple[FeeRow, ...]] | None = None
    sit_and_go: Ruled[tuple[FeeRow, ...]] | None = None
    multi_table: Ruled[tuple[FeeRow, ...]] | None = None
    multi_table_percent: Ruled[Percent]  # of the label, where the tournament names no fee


@section
class Rakeback:
    """How much of the rake comes back to players, and how it is computed."""

    percent: Ruled[Percent]
    share_precision_percent: Ruled[Percent]  # a player's share of a hand is cut to this
    cut_to_cents: Ruled[RakebackCut]
    pay_day_of_month: Ruled[Positive]
    pay_from: Ruled[Clock]
    pay_until: Ruled[Clock]
    pay_zone: Ruled[TimeZone]
    bonus_from: Ruled[Money]
    bonus_percent: Ruled[Percent]
    tournaments_count: Ruled[bool]


@section
class Exchange:
    """Moving money between a site wallet and a poker wallet of another currency."""

    site_currency: Ruled[Currency]
    cost_percent_each_way: Ruled[Percent]
    rate_decimals: Ruled[Count]
    poker_decimals: Ruled[Count]
    into_poker_rounding: Ruled[Rounding]
    into_site_rounding: Ruled[Rounding]


@section
class Wallet:
    """Which accounts a player has."""

    scheme: Ruled[WalletScheme]
    currency: Ruled[Currency]  # of the tables
    exchange: Exchange | None = None
