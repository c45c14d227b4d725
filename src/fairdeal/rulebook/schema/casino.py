"""Roulette, blackjack with bet-behind, baccarat."""

from typing import ClassVar

from fairdeal.kernel import Rounding
from fairdeal.rulebook.ruled import Count, Money, Percent, Positive, Rate, Row, Ruled, Seconds, section
from fairdeal.rulebook.schema.choices import (
    BettingCloses,
    NoAnswer,
    Peek,
    RouletteBet,
    RoundFailure,
    SplitBy,
    SplitHand,
)


@section
class Limits:
    """Table limits and times; every table may set its own."""

    bet_min: Ruled[Money]  # on one field, box or hand
    bet_max: Ruled[Money]
    round_max: Ruled[Money]  # all bets of one player in one round
    bet_unit: Ruled[Money]  # the smallest step
    chips: Ruled[tuple[Money, ...]]
    betting_seconds: Ruled[Seconds]
    pause_seconds: Ruled[Seconds]  # between a result and the next bets
    decision_seconds: Ruled[Seconds] | None = None


@section
class RoulettePay(Row):
    """What one kind of roulette bet pays."""

    KEY: ClassVar[tuple[str, ...]] = ("bet",)

    bet: RouletteBet
    numbers: Positive
    fields: Positive  # how many of them the layout has
    pays: Rate


@section
class Roulette:
    """The rules of roulette of an edition, with a single zero."""

    pockets: Ruled[Positive]
    red_numbers: Ruled[tuple[Positive, ...]]
    pays: Ruled[tuple[RoulettePay, ...]]
    zero_in_combinations: Ruled[bool]
    half_back_on_zero: Ruled[bool]
    bets_need_confirmation: Ruled[bool]
    out_of_limits_rejects_all: Ruled[bool]
    betting_closes: Ruled[BettingCloses]
    players_may_chat: Ruled[bool]
    limits: Limits


@section
class BetBehind:
    """The rules for betting behind another player's hand."""

    allowed: Ruled[bool]
    needs_confirmation: Ruled[bool]
    bettors_may_chat: Ruled[bool]
    insurance_offered: Ruled[bool]
    asked_to_double_each_session: Ruled[bool]
    short_funds_do_not_double: Ruled[bool]
    partial_double_rounding: Ruled[Rounding]  # a share of a double for less, to the bet unit
    undoubled_split_keeps: Ruled[SplitHand]
    while_seated: Ruled[bool]


@section
class Blackjack:
    """The rules of blackjack of an edition, bets behind included."""

    seats: Ruled[Positive]
    decks: Ruled[Positive]
    deck_cards: Ruled[Positive]
    ace_high: Ruled[Positive]
    ace_low: Ruled[Positive]
    picture_value: Ruled[Positive]
    bust_above: Ruled[Positive]
    cut_card_from_back: Ruled[Positive]
    burn_after_shuffle: Ruled[Count]
    burn_after_error: Ruled[Count]
    burn_on_dealer_change: Ruled[Count]
    first_dealer_card_is_up: Ruled[bool]
    peek: Ruled[Peek]
    dealer_stands_on: Ruled[Positive]
    dealer_hits_soft_17: Ruled[bool]
    dealer_draws_without_need: Ruled[bool]
    win_pays: Ruled[Rate]
    blackjack_pays: Ruled[Rate]
    insurance_pays: Ruled[Rate]
    payout_rounding: Ruled[Rounding]
    insurance_max_percent: Ruled[Percent]  # of the bet, rounded to the bet unit as named
    insurance_rounding: Ruled[Rounding]
    double_allowed: Ruled[bool]
    double_after_split: Ruled[bool]
    double_cards: Ruled[Positive]
    double_returned_on_dealer_blackjack: Ruled[bool]
    double_returned_although_bust: Ruled[bool]
    split_lost_on_dealer_blackjack: Ruled[bool]
    split_by: Ruled[SplitBy]
    splits_max: Ruled[Positive]
    split_ace_cards: Ruled[Positive]
    split_hand_can_be_blackjack: Ruled[bool]
    no_answer: Ruled[NoAnswer]
    stands_at_21: Ruled[bool]
    hands_per_account: Ruled[Positive]
    rounds_without_bet_max: Ruled[Positive]  # then the seat goes to whoever waits for one
    seated_players_may_chat: Ruled[bool]
    bet_behind: BetBehind
    limits: Limits


@section
class BankerDraw(Row):
    """When a two-card Banker hand draws after the Player's third card."""

    KEY: ClassVar[tuple[str, ...]] = ("banker",)

    banker: Count
    draws_on: tuple[Count, ...]  # values of the Player's third card


@section
class Baccarat:
    """The rules of baccarat of an edition."""

    decks: Ruled[Positive]
    deck_cards: Ruled[Positive]
    cut_card_from_back: Ruled[Positive]
    burn_after_shuffle: Ruled[Count]
    burn_after_error: Ruled[Count]
    burn_on_dealer_change: Ruled[Count]
    ten_and_picture_value: Ruled[Count]
    ace_value: Ruled[Positive]
    modulo: Ruled[Positive]
    natural_from: Ruled[Positive]
    player_draws_up_to: Ruled[Count]
    banker_draws: Ruled[tuple[BankerDraw, ...]]
    banker_draws_up_to_if_player_stands: Ruled[Count]
    cards_per_hand_max: Ruled[Positive]
    player_pays: Ruled[Rate]
    banker_pays: Ruled[Rate]
    tie_pays: Ruled[Rate]
    payout_rounding: Ruled[Rounding]
    tie_returns_other_bets: Ruled[bool]
    bets_need_confirmation: Ruled[bool]
    betting_closes: Ruled[BettingCloses]
    players_may_chat: Ruled[bool]
    limits: Limits


@section
class Chat:
    """How long and how frequent chat messages at a casino table may be."""

    message_length_max: Ruled[Positive]
    messages_max: Ruled[Positive]  # of one player within the period
    period_seconds: Ruled[Seconds]


@section
class Station:
    """The rules of a live dealer's station: failed scans, and corrections by staff."""

    scan_attempts_max: Ruled[Positive]  # then the card is entered by hand
    correction_people: Ruled[Positive]  # how many people must approve a correction


@section
class Casino:
    """All casino rules of an edition."""

    roulette: Roulette
    blackjack: Blackjack
    baccarat: Baccarat
    chat: Chat
    station: Station
    failure: Ruled[RoundFailure]
