"""Clocks, connections, sitting out, and what a failure of the server does."""

from typing import ClassVar

from fairdeal.rulebook.ruled import Count, Days, Multiplier, Positive, Row, Ruled, Seconds, Text, section
from fairdeal.rulebook.schema.choices import (
    AutomaticDecision,
    BankScope,
    CashFailure,
    SitOutEnd,
    Unresolved,
)


@section
class SitOutEverywhere:
    """Sitting out at one cash table means sitting out at all."""

    seconds_max: Ruled[Seconds]  # one timer for all tables concerned
    from_next_hand: Ruled[bool]
    automatic_sit_out_counts: Ruled[bool]
    next_big_blind_option: Ruled[bool]  # sits out before posting, at each table by itself


@section
class SitOut:
    """The rules of sitting out: keeping the seat without being dealt in."""

    removal_seconds: Ruled[Seconds]  # removed when longer than this
    before_next_deal_after_automatic_decision: Ruled[bool]
    after_connected_timeout: Ruled[bool]
    imposed_ends_by: Ruled[SitOutEnd]
    everywhere: SitOutEverywhere | None = None


@section
class TimeBankRow(Row):
    """
    The time bank of one kind of game.

    It starts with `start_seconds`; a hand never starts with less than `floor_seconds`; after every `gain_hands`
    hands it gains `gain_seconds`, up to `seconds_max`.
    """

    KEY: ClassVar[tuple[str, ...]] = ("game", "multiplier_min")

    game: Text
    multiplier_min: Multiplier  # for HexaPro: the row for multipliers from this one on
    start_seconds: Seconds
    floor_seconds: Seconds
    gain_seconds: Seconds
    gain_hands: Positive
    seconds_max: Seconds
    tournament_may_differ: bool


@section
class TimeBank:
    """Extra time for decisions by kind of game; without rows there is no time bank."""

    rows: Ruled[tuple[TimeBankRow, ...]]
    scope: Ruled[BankScope]
    runs_while_disconnected: Ruled[bool]


@section
class Connection:
    """How long a player has for a decision, connected or disconnected."""

    decision_seconds: Ruled[Seconds]
    reconnect_extra_seconds: Ruled[Seconds]  # after the decision time
    return_seconds: Ruled[Seconds]  # from the disconnection; the later of the two deadlines counts
    allowances_per_hand: Ruled[Count]
    automatic_decision: Ruled[AutomaticDecision]


@section
class UnresolvedBets:
    """Bets that could not be returned."""

    after_days: Ruled[Days]
    go_to: Ruled[Unresolved]


@section
class Failure:
    """What a server failure does to cash games."""

    cash: Ruled[CashFailure]
    downtime_shifts_periods: Ruled[bool]
    wait_for_players_seconds: Ruled[Seconds]  # before the first deal after an outage, if they are not all back sooner
    unresolved_bets: UnresolvedBets | None = None
