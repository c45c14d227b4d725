"""Tournaments, HexaPro, cancellation."""

from typing import ClassVar

from fairdeal.kernel import Rounding
from fairdeal.rulebook.ruled import (
    ChipCount,
    Count,
    Days,
    Money,
    Multiplier,
    Percent,
    Positive,
    Row,
    Ruled,
    Seconds,
    Text,
    section,
)
from fairdeal.rulebook.schema.choices import (
    AutomaticDecision,
    BustOrder,
    Disconnected,
    FirstButton,
    HandForHand,
    LastLevel,
    Leftover,
    OnServerFailure,
    ReBuyLimit,
    Stage,
    Tickets,
    TournamentType,
)


@section
class TypeOffered(Row):
    """A tournament type of the edition, under the rule that describes it."""

    KEY: ClassVar[tuple[str, ...]] = ("type",)

    type: TournamentType


@section
class Bounties:
    """The rules of bounties: prizes for eliminating a player."""

    progressive_cash_percent: Ruled[Percent]  # the rest is added to the eliminator's own bounty
    champion_keeps_own: Ruled[bool]
    vip_only_final_knock_out: Ruled[bool]


@section
class Phases:
    """The rules of phased tournaments: several first phases and one last phase."""

    direct_entry_to_last: Ruled[bool]
    only_largest_stack_counts: Ruled[bool]


@section
class Tournament:
    """The rules that hold for all tournaments of an edition; what a single tournament sets is in its setup."""

    types: Ruled[tuple[TypeOffered, ...]]
    first_button: Ruled[FirstButton]
    absent_players_are_seated: Ruled[bool]
    late_registration_closes_at_money: Ruled[bool]
    refund_in_same_means: Ruled[bool]
    satellite_winner_unregisters_to_ticket: Ruled[bool]
    late_satellite_winner_is_seated: Ruled[bool]
    below_minimum_is_cancelled: Ruled[bool]
    sitting_out_is_dealt_in: Ruled[bool]
    absence_forfeits_entry: Ruled[bool]
    ends_on_equal_prizes: Ruled[bool]
    bust_order: Ruled[BustOrder]
    hand_for_hand: Ruled[HandForHand]
    paid_at_elimination: Ruled[bool]
    break_minute: Ruled[Count]
    break_seconds: Ruled[Seconds]
    break_in_first_level: Ruled[bool]
    timeout: Ruled[AutomaticDecision]
    disconnected: Ruled[Disconnected]
    extra_time_stage: Ruled[Stage]
    extra_time_seconds: Ruled[Seconds]
    re_buy_limits: Ruled[tuple[ReBuyLimit, ...]]
    guarantee_overlay_by_house: Ruled[bool]
    after_last_level: Ruled[LastLevel]
    bounties: Bounties | None = None
    phases: Phases | None = None


@section
class WheelSlot(Row):
    """One multiplier of the wheel; prizes in the order of the buy-ins."""

    KEY: ClassVar[tuple[str, ...]] = ("multiplier",)

    multiplier: Multiplier
    chances: Positive
    prizes: tuple[Money, ...]


@section
class Split(Row):
    """How a prize pool is divided, first place first."""

    KEY: ClassVar[tuple[str, ...]] = ("multiplier",)

    multiplier: Multiplier
    percents: tuple[Percent, ...]


@section
class StartStack(Row):
    """Starting chips of each player."""

    KEY: ClassVar[tuple[str, ...]] = ("multiplier",)

    multiplier: Multiplier
    chips: ChipCount


@section
class LevelTime(Row):
    """How long a blind level lasts."""

    KEY: ClassVar[tuple[str, ...]] = ("multiplier",)

    multiplier: Multiplier
    seconds: Seconds


@section
class Level(Row):
    """Blinds and ante of one level."""

    KEY: ClassVar[tuple[str, ...]] = ("level",)

    level: Positive
    small_blind: ChipCount
    big_blind: ChipCount
    ante: ChipCount


@section
class HexaPro:
    """A three-handed sit & go whose prize pool is drawn."""

    seats: Ruled[Positive]
    buy_ins: Ruled[tuple[Money, ...]]
    chances_total: Ruled[Positive]
    wheel: Ruled[tuple[WheelSlot, ...]]
    rake_equivalent_percent: Ruled[Percent]
    splits: Ruled[tuple[Split, ...]]
    stacks: Ruled[tuple[StartStack, ...]]
    levels: Ruled[tuple[Level, ...]]
    level_times: Ruled[tuple[LevelTime, ...]]
    after_last_level: Ruled[LastLevel]
    reconnect_extra_seconds: Ruled[Seconds]
    undecided_days_max: Ruled[Days]
    also_called: Ruled[Text] | None = None


@section
class StartedPolicy:
    """Who gets what when a tournament is cancelled after its start."""

    fees_of_remaining_refunded: Ruled[bool]
    equal_part_percent: Ruled[Percent]  # before the money; the rest goes by chips
    overlay_is_shared_before_money: Ruled[bool]
    freeroll_pool_is_shared: Ruled[bool]
    lowest_prize_each_then_chips: Ruled[bool]  # in the money, before the final table
    final_table_by_icm: Ruled[bool]
    other_prizes_become_money: Ruled[bool]
    own_bounty_is_paid: Ruled[bool]
    hexapro_each_percent: Ruled[Percent]  # of the whole pool; the rest by ICM
    hexapro_fee_percent: Ruled[Percent]  # of the buy-in
    hexapro_fee_rounding: Ruled[Rounding]
    rounding: Ruled[Rounding]
    leftover: Ruled[Leftover]


@section
class FailurePolicy:
    """What a server failure does to a tournament, where each publishes this before its start."""

    options: Ruled[tuple[OnServerFailure, ...]]
    otherwise: Ruled[OnServerFailure]  # other causes, and events that published nothing
    hands_are_annulled: Ruled[bool]
    paid_prizes_are_deducted: Ruled[bool]


@section
class Cancellation:
    """Who gets what when a tournament is cancelled."""

    all_entries_refunded_before_start: Ruled[bool]
    tickets_before_start: Ruled[Tickets]
    started: StartedPolicy | None = None
    on_failure: FailurePolicy | None = None
