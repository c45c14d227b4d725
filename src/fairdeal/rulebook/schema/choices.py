"""
Enumerations of the alternatives that editions choose between.

A rule that is not a number becomes a member here; machines branch on the member, never on an edition. Values are
written in rulebook files, so they never change.
"""

from enum import StrEnum


class Variant(StrEnum):
    """What cards a player gets and may use."""

    HOLDEM = "holdem"
    OMAHA = "omaha"


class Structure(StrEnum):
    """How much may be bet."""

    NO_LIMIT = "no_limit"
    POT_LIMIT = "pot_limit"
    FIXED_LIMIT = "fixed_limit"


class NewPlayer(StrEnum):
    """How a player who just sat down gets a first hand."""

    WAIT = "wait"  # for the big blind to come round
    WAIT_OR_POST = "wait_or_post"  # or post one live big blind at once


class MissedBlind(StrEnum):
    """What a player owes who let a blind pass while sitting out."""

    WAIT = "wait"  # for the big blind to come round
    AS_NEW_PLAYER = "as_new_player"


class Raises(StrEnum):
    """How many raises a betting round may see."""

    UNLIMITED = "unlimited"


class Reopening(StrEnum):
    """When undersized all-ins give those who acted the right to raise again."""

    ADDED_UP_WITHOUT_CALL = "added_up_without_call"  # several in a row that together make a full raise


class PotLimit(StrEnum):
    """The most that may be bet in pot limit."""

    POT_AFTER_CALL = "pot_after_call"  # call first, then raise by the whole pot


class FixedBigBlind(StrEnum):
    """Which figure of a fixed-limit table is its big blind."""

    LOW_LIMIT = "low_limit"
    HIGH_LIMIT = "high_limit"  # the labels are blinds: 5/10 has bets of 10 and 20


class ShowOrder(StrEnum):
    """Who shows first at the showdown."""

    TOGETHER = "together"
    LAST_RIVER_AGGRESSOR = "last_river_aggressor"  # or, without a river bet, the first left of the button


class OddChip(StrEnum):
    """Who gets what cannot be divided."""

    FIRST_AFTER_BUTTON = "first_after_button"  # one each, clockwise


class SitOutEnd(StrEnum):
    """What ends a sit-out that the room imposed."""

    PLAYER = "player"  # the player says so
    RECONNECTION = "reconnection"


class BankScope(StrEnum):
    """What a time bank belongs to."""

    TABLE = "table"
    TABLE_OR_TOURNAMENT = "table_or_tournament"  # in a tournament it travels with the player


class AutomaticDecision(StrEnum):
    """The automatic decision for a player whose time ran out."""

    CHECK_OR_FOLD = "check_or_fold"


class CashFailure(StrEnum):
    """What a server failure does to cash tables."""

    ROLL_BACK = "roll_back"  # stacks as at the start of the hand, play goes on
    CASH_OUT = "cash_out"  # the hand is void and everybody's stack goes home


class Unresolved(StrEnum):
    """Where money goes that could not be returned."""

    CHARITY = "charity"


class CounterScope(StrEnum):
    """What a daily counter counts over."""

    ALL_STAKES_AND_FORMATS = "all_stakes_and_formats"


class DayBoundary(StrEnum):
    """When a daily counter starts again."""

    UTC_MIDNIGHT = "utc_midnight"


class ReturnScope(StrEnum):
    """Where leaving with a large stack has consequences."""

    SAME_TABLE = "same_table"
    SAME_STAKE = "same_stake"


class FeeLabel(StrEnum):
    """What the advertised price of a sit & go or tournament is."""

    TOTAL = "total"  # the fee is part of it
    POOL = "pool"  # the fee comes on top


class RakebackCut(StrEnum):
    """When fractions of a cent of rakeback are cut off."""

    MONTH = "month"
    HAND = "hand"


class WalletScheme(StrEnum):
    """Which accounts a player has."""

    ONE = "one"
    SITE_AND_POKER = "site_and_poker"


class FirstButton(StrEnum):
    """Who has the first button."""

    RANDOM = "random"
    HIGHEST_SEAT = "highest_seat"


class BustOrder(StrEnum):
    """How players who go out in the same hand are placed."""

    CHIPS_AT_HAND_START = "chips_at_hand_start"  # equal stacks by lot


class HandForHand(StrEnum):
    """When tables start to wait for each other."""

    BUBBLE = "bubble"  # one more player than paid places


class Disconnected(StrEnum):
    """How a tournament hand treats a disconnected player before the final table."""

    DECISION_TIME = "decision_time"  # the clock runs each time
    AT_ONCE_FROM_NEXT_HAND = "at_once_from_next_hand"  # the clock runs once, then check or fold at once


class Stage(StrEnum):
    """Stages of a tournament that rules distinguish."""

    FINAL_TABLE = "final_table"


class TournamentType(StrEnum):
    """What a tournament can be; several apply to one event."""

    GUARANTEED = "guaranteed"
    SIT_AND_GO = "sit_and_go"
    FREEZEOUT = "freezeout"
    SATELLITE = "satellite"
    FREEROLL = "freeroll"
    MULTI_BUY_IN = "multi_buy_in"
    RE_BUY = "re_buy"
    ADD_ON = "add_on"
    BOUNTY = "bounty"
    PROGRESSIVE_BOUNTY = "progressive_bounty"
    VIP_BOUNTY = "vip_bounty"
    PHASED = "phased"


class ReBuyLimit(StrEnum):
    """What may limit re-buys of one tournament."""

    PERIOD = "period"
    CHIP_COUNT = "chip_count"
    NUMBER = "number"


class LastLevel(StrEnum):
    """What follows the last printed level."""

    STAY = "stay"
    CONTINUE_BY_RATIO = "continue_by_ratio"


class Tickets(StrEnum):
    """What happens to the tickets of a tournament that never started."""

    RETURNED = "returned"
    LOST = "lost"


class OnServerFailure(StrEnum):
    """What a tournament does after a server failure; published before it starts."""

    CANCEL_AND_REFUND = "cancel_and_refund"
    RESUME = "resume"


class Leftover(StrEnum):
    """Who gets the cents that a division leaves."""

    LARGEST_STACKS = "largest_stacks"


class Dispute(StrEnum):
    """How a dispute ends."""

    MANAGEMENT_FINAL = "management_final"
    SETTLEMENT_THEN_COURT = "settlement_then_court"


class Sanction(StrEnum):
    """What the operator may do to a player who breaks the rules of fair play."""

    SEIZE_FUNDS = "seize_funds"
    SUSPEND_ACCOUNT = "suspend_account"
    CLOSE_ACCOUNT = "close_account"
    DISCLOSE = "disclose"
    LEGAL_ACTION = "legal_action"


class Forfeited(StrEnum):
    """Where forfeited money goes."""

    HOUSE = "house"
    STATE_BUDGET = "state_budget"


class Category(StrEnum):
    """Hand categories; the order is the rulebook's, not this list's."""

    STRAIGHT_FLUSH = "straight_flush"
    FOUR_OF_A_KIND = "four_of_a_kind"
    FULL_HOUSE = "full_house"
    FLUSH = "flush"
    STRAIGHT = "straight"
    THREE_OF_A_KIND = "three_of_a_kind"
    TWO_PAIR = "two_pair"
    ONE_PAIR = "one_pair"
    HIGH_CARD = "high_card"


class RouletteBet(StrEnum):
    """Fields of a roulette layout."""

    STRAIGHT_UP = "straight_up"
    SPLIT = "split"
    STREET = "street"
    CORNER = "corner"
    LINE = "line"
    COLUMN = "column"
    DOZEN = "dozen"
    EVEN_MONEY = "even_money"


class Peek(StrEnum):
    """When the dealer looks at the hole card early."""

    ACE_ONLY = "ace_only"


class SplitBy(StrEnum):
    """Which two cards may be split."""

    VALUE = "value"  # a ten and a king too
    RANK = "rank"


class SplitHand(StrEnum):
    """Which split hand a bettor behind keeps who does not double."""

    FIRST = "first"


class NoAnswer(StrEnum):
    """What a blackjack hand does whose player does not answer."""

    STAND = "stand"


class BettingCloses(StrEnum):
    """When a casino table stops taking bets."""

    TIME = "time"
    ALL_CONFIRMED_OR_TIME = "all_confirmed_or_time"


class RoundFailure(StrEnum):
    """What a failure does to a casino round."""

    VOID_UNLESS_DEALT = "void_unless_dealt"  # once a card or ball is out, the round is played to its end
