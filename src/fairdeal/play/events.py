"""
What happens in a hand in progress. No event here is stored: they live only as long as the hand.

Events that no player caused carry the rule they rest on.
"""

from typing import ClassVar

from fairdeal.kernel import Duration, Instant, PlayerId, RuleId
from fairdeal.kernel.values import dataclass
from fairdeal.play.state import Drops, Lineup, Turn
from fairdeal.poker import Hand
from fairdeal.poker.events import HandEvent


@dataclass(frozen=True, slots=True)
class HandDealt:
    """Cards were dealt; `hand` holds the deck, so this is never stored or sent."""

    durable: ClassVar[bool] = False

    lineup: Lineup
    hand: Hand
    turn: Turn | None
    disconnect_extension: bool  # whether the first turn has one
    banks: tuple[Duration, ...]
    drops: tuple[Drops | None, ...]
    told: tuple[HandEvent, ...]


@dataclass(frozen=True, slots=True)
class Played:
    """A player acted or, with `rule`, the table acted for the player; `hand` is the hand after the act."""

    durable: ClassVar[bool] = False

    seat: int
    place: int
    hand: Hand  # holds the deck, so it is never stored or sent
    turn: Turn | None  # the next decision; None: the hand is over
    disconnect_extension: bool  # whether the next turn has one
    bank: Duration  # left in the time bank of that seat
    told: tuple[HandEvent, ...]
    rule: RuleId | None = None
    forced_sit_out: RuleId | None = None  # why the player sits out from the next deal on


@dataclass(frozen=True, slots=True)
class ConnectionLost:
    """A player disconnected; where this extends the player's turn, `rule` says why and `turn` until when."""

    durable: ClassVar[bool] = False

    player: PlayerId
    at: Instant
    turn: Turn | None = None  # the turn as it is now, if it is this player's
    rule: RuleId | None = None


@dataclass(frozen=True, slots=True)
class ConnectionBack:
    """A player reconnected; with `rule`, this lifts a sit-out that the hand had forced."""

    durable: ClassVar[bool] = False

    player: PlayerId
    at: Instant
    turn: Turn | None = None
    rule: RuleId | None = None


@dataclass(frozen=True, slots=True)
class ClocksPaused:
    """All clocks are paused, because too many players disconnected at once."""

    durable: ClassVar[bool] = False

    at: Instant
    rule: RuleId


@dataclass(frozen=True, slots=True)
class ClocksResumed:
    """All clocks run again; `turn` is the current turn with its new instants."""

    durable: ClassVar[bool] = False

    at: Instant
    turn: Turn | None
    rule: RuleId


PlayEvent = HandDealt | Played | ConnectionLost | ConnectionBack | ClocksPaused | ClocksResumed
