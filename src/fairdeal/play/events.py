"""
What happens in a hand in progress. No event here is stored: they live only as long as the hand.

Events that the house makes by itself carry the rule they rest on.
"""

from typing import ClassVar

from fairdeal.kernel import Duration, Instant, PlayerId, RuleId
from fairdeal.kernel.values import dataclass
from fairdeal.play.state import Drops, Lineup, Turn
from fairdeal.poker import Hand
from fairdeal.poker.events import HandEvent


@dataclass(frozen=True, slots=True)
class HandDealt:
    """Cards were dealt; holds the deck, so it is never stored or sent."""

    durable: ClassVar[bool] = False

    lineup: Lineup
    hand: Hand
    turn: Turn | None
    disconnect_extension: bool  # whether the first turn is prolonged for a player who is not connected
    banks: tuple[Duration, ...]
    drops: tuple[Drops | None, ...]
    told: tuple[HandEvent, ...]


@dataclass(frozen=True, slots=True)
class Played:
    """A decision was made, by the player or, with a rule, for the player; `hand` is the hand after it."""

    durable: ClassVar[bool] = False

    seat: int
    place: int
    hand: Hand  # holds the deck, so it is never stored or sent
    turn: Turn | None  # the next decision; None: the hand is over
    disconnect_extension: bool  # whether the next turn is prolonged for a player who is not connected
    bank: Duration  # left in the time bank of that seat
    told: tuple[HandEvent, ...]
    rule: RuleId | None = None
    imposed: RuleId | None = None  # why the player sits out from the next deal on


@dataclass(frozen=True, slots=True)
class ConnectionLost:
    """A player is not connected; where that prolongs the player's turn, `rule` says why and `turn` how long."""

    durable: ClassVar[bool] = False

    player: PlayerId
    at: Instant
    turn: Turn | None = None  # the turn as it is now, if it is this player's
    rule: RuleId | None = None


@dataclass(frozen=True, slots=True)
class ConnectionBack:
    """A player is connected again; with `rule`, a sit-out that this hand had imposed falls away."""

    durable: ClassVar[bool] = False

    player: PlayerId
    at: Instant
    turn: Turn | None = None
    rule: RuleId | None = None


@dataclass(frozen=True, slots=True)
class ClocksPaused:
    """No clock runs (too many players lost at once)."""

    durable: ClassVar[bool] = False

    at: Instant
    rule: RuleId


@dataclass(frozen=True, slots=True)
class ClocksResumed:
    """Clocks run on from where they stood."""

    durable: ClassVar[bool] = False

    at: Instant
    turn: Turn | None
    rule: RuleId


PlayEvent = HandDealt | Played | ConnectionLost | ConnectionBack | ClocksPaused | ClocksResumed
