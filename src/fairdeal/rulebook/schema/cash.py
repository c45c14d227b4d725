"""Cash tables: games, seating, blinds, betting, showdown, buy-in, ratholing, Banzai."""

from typing import ClassVar

from fairdeal.kernel import Rounding
from fairdeal.rulebook.ruled import (
    BigBlinds,
    Count,
    Money,
    Positive,
    Row,
    Ruled,
    Seconds,
    Stake,
    Text,
    section,
)
from fairdeal.rulebook.schema.choices import (
    Category,
    CounterScope,
    DayBoundary,
    FirstButton,
    FixedBigBlind,
    MissedBlind,
    NewPlayer,
    OddChip,
    PotLimit,
    Raises,
    Reopening,
    ReturnScope,
    ShowOrder,
    Structure,
    Variant,
)


@section
class Family(Row):
    """A cash game one can choose; stakes are keyed by family and blinds, because labels collide."""

    KEY: ClassVar[tuple[str, ...]] = ("id",)

    id: Text
    variant: Variant
    structure: Structure
    rake_table: Text  # the table of `rake.tables` its stakes stand in


@section
class Games:
    """The cash games of an edition, and the cards they are played with."""

    families: Ruled[tuple[Family, ...]]
    deck_cards: Ruled[Positive]
    shuffled_every_hand: Ruled[bool]
    hole_cards_holdem: Ruled[Positive]
    hole_cards_omaha: Ruled[Positive]
    board_cards_by_street: Ruled[tuple[Count, ...]]  # pre-flop, flop, turn, river
    burn_cards: Ruled[Count]
    play_money: Ruled[bool]


@section
class Seating:
    """How players get a seat, and when a table deals."""

    seats: Ruled[tuple[Positive, ...]]  # more than one: a setting of the table
    players_min: Ruled[Positive]
    one_hand_with_two_after_more: Ruled[bool]
    first_button: Ruled[FirstButton]
    weight_played_before: Ruled[Positive]  # weight of a table in the draw if the player has played there, else 1
    weight_by_free_seats: Ruled[bool]


@section
class BlindRules:
    """Who posts blinds and antes, and who gets the button."""

    small_blind_needs_previous_big_blind: Ruled[bool]  # else nobody posts one in that hand
    newcomer_may_get_button: Ruled[bool]  # only where nobody of the previous hand can
    button_posts_small_blind_heads_up: Ruled[bool]
    new_player_holdem: Ruled[NewPlayer]
    new_player_omaha: Ruled[NewPlayer]
    missed_blind_holdem: Ruled[MissedBlind]
    missed_blind_omaha: Ruled[MissedBlind]
    posted_blind_is_live: Ruled[bool]
    dead_blinds: Ruled[bool]
    ante_before_blind: Ruled[bool]  # what a short stack pays first
    short_big_blind_lowers_the_call: Ruled[bool]


@section
class FixedLimit:
    """The bets and blinds of fixed-limit tables."""

    low_limit_rounds: Ruled[Positive]  # this many first rounds bet the low limit
    bets_per_round_max: Ruled[Positive]
    big_blind_is_first_bet: Ruled[bool]
    big_blind: Ruled[FixedBigBlind]
    small_blind_divisor: Ruled[Positive]  # small blind = big blind / this
    small_blind_rounding: Ruled[Rounding]
    small_blind_min: Ruled[Money]


@section
class Betting:
    """The rules of betting rounds and pots."""

    raises: Ruled[Raises]
    bet_min_big_blinds: Ruled[Positive]
    raise_min_is_largest_raise: Ruled[bool]
    short_all_ins_reopen: Ruled[Reopening]
    short_all_in_changes_raise_min: Ruled[bool]
    uncalled_bet_is_returned: Ruled[bool]
    pot_limit: Ruled[PotLimit]
    table_stakes: Ruled[bool]
    fixed_limit: FixedLimit | None = None


@section
class Showdown:
    """Who shows at the showdown, and which hand wins."""

    order: Ruled[ShowOrder]
    live_hands_may_muck: Ruled[bool]
    last_player_shows: Ruled[bool]  # when everybody else folded
    odd_chip: Ruled[OddChip]
    holdem_hole_cards_used_min: Ruled[Count]
    holdem_hole_cards_used_max: Ruled[Count]
    omaha_hole_cards_used: Ruled[Positive]
    omaha_board_cards_used: Ruled[Positive]
    ranking: Ruled[tuple[Category, ...]]  # strongest first
    ace_may_be_low_in_straights: Ruled[bool]
    suits_break_ties: Ruled[bool]


@section
class FamilyBuyIn(Row):
    """Buy-in range of one family in big blinds."""

    KEY: ClassVar[tuple[str, ...]] = ("family",)

    family: Text
    big_blinds_min: BigBlinds
    big_blinds_max: BigBlinds


@section
class FixedLimitBuyIn(Row):
    """Buy-in range of one fixed-limit table."""

    KEY: ClassVar[tuple[str, ...]] = ("limits",)

    limits: Stake
    minimum: Money
    maximum: Money


@section
class AutoTopUp:
    """Refilling after every hand, for players who ask for it."""

    on_by_default: Ruled[bool]
    to_initial_buy_in: Ruled[bool]
    takes_what_the_wallet_has: Ruled[bool]
    banzai_big_blinds_max: Ruled[BigBlinds]


@section
class BuyIn:
    """The amounts a player may sit down with."""

    big_blinds_min: Ruled[BigBlinds]
    big_blinds_max: Ruled[BigBlinds]
    families: Ruled[tuple[FamilyBuyIn, ...]] | None = None  # those with a range of their own
    fixed_limit: Ruled[tuple[FixedLimitBuyIn, ...]] | None = None
    auto_top_up: AutoTopUp | None = None


@section
class RatholingTier(Row):
    """
    One line of the return table; the first that fits decides.

    A bound that is left out does not restrict; a minimum or maximum that is left out is the stack one left with.
    """

    KEY: ClassVar[tuple[str, ...]] = ("tier",)

    tier: Positive
    left_with_at_most: BigBlinds | None = None
    left_with_less_than: BigBlinds | None = None
    counter_at_most: Count | None = None
    big_blinds_min: BigBlinds | None = None
    big_blinds_max: BigBlinds | None = None


@section
class Ratholing:
    """Returning to a table with less than one left with."""

    scope: Ruled[ReturnScope]
    window_seconds: Ruled[Seconds]
    tiers: Ruled[tuple[RatholingTier, ...]]
    counted_from_big_blinds: Ruled[BigBlinds]
    counter_scope: Ruled[CounterScope]
    counter_resets: Ruled[DayBoundary]
    strict_holdem: Ruled[tuple[Text, ...]]  # families where one always returns with what one left with
    strict_omaha: Ruled[tuple[Text, ...]]
    short_wallet_is_refused: Ruled[bool]


@section
class Banzai:
    """The rules of Banzai tables, where everybody starts with a short stack."""

    seats: Ruled[tuple[Positive, ...]]
    stack_big_blinds: Ruled[BigBlinds]
    top_up_to_big_blinds: Ruled[BigBlinds]
    tables_per_stake_max: Ruled[Positive]
    return_scope: Ruled[ReturnScope]
    return_window_seconds: Ruled[Seconds]
    largest_obligation_first: Ruled[bool]
    choices_per_day: Ruled[Count]  # how often one may choose between resume and reset
    day: Ruled[DayBoundary] | None = None  # where a day limits the choices
