"""Commands that every poker table takes while a hand is played: from players, from presence and from timers."""

from fairdeal.kernel import HandId, Instant, PlayerId, RuleId
from fairdeal.kernel.values import dataclass
from fairdeal.poker import Choice


@dataclass(frozen=True, slots=True)
class Act:
    """Fold, check, call or raise; `hand` and `turn` say which decision is meant, so that a late click is refused."""

    player: PlayerId
    hand: HandId
    turn: int
    choice: Choice


@dataclass(frozen=True, slots=True)
class TurnExpired:
    """The clock of a turn ran out; the runtime sets `lost_at` if the player is disconnected."""

    hand: HandId
    turn: int
    lost_at: Instant | None = None


@dataclass(frozen=True, slots=True)
class Disconnected:
    """A player's last connection was lost, at the given instant (before the grace), or now if None."""

    player: PlayerId
    at: Instant | None = None


@dataclass(frozen=True, slots=True)
class Reconnected:
    """A player has a connection again."""

    player: PlayerId


@dataclass(frozen=True, slots=True)
class PauseClocks:
    """Pause all clocks: too many players disconnected at once, so the fault is the server's."""


@dataclass(frozen=True, slots=True)
class ResumeClocks:
    """Let all clocks run again, with the time they had left when they were paused."""


@dataclass(frozen=True, slots=True)
class GiveTimeBack:
    """The room stood still since then: move all running periods by that time (X-143); with `hand_only`, only those of the hand."""

    since: Instant
    hand_only: bool = False


@dataclass(frozen=True, slots=True)
class VoidHand:
    """Cancel a hand that cannot be finished; all bets are returned (TIME-15, CASH-20)."""

    hand: HandId
    rule: RuleId
    staff: str = ""
    reason: str = ""
