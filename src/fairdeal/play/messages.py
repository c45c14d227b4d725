"""What every table is asked while a hand is played: by its players, by their connections, and by time."""

from fairdeal.kernel import HandId, Instant, PlayerId, RuleId
from fairdeal.kernel.values import dataclass
from fairdeal.poker import Choice


@dataclass(frozen=True, slots=True)
class Act:
    """Fold, check, call or raise; hand and turn say which decision is meant."""

    player: PlayerId
    hand: HandId
    turn: int
    choice: Choice


@dataclass(frozen=True, slots=True)
class TurnExpired:
    """The clock of a decision ran out; since when its player has no connection is filled in by the runtime."""

    hand: HandId
    turn: int
    lost_at: Instant | None = None


@dataclass(frozen=True, slots=True)
class Disconnected:
    """A player's last connection was lost: at that instant, which may be a grace ago, or just now."""

    player: PlayerId
    at: Instant | None = None


@dataclass(frozen=True, slots=True)
class Reconnected:
    """A player is connected again."""

    player: PlayerId


@dataclass(frozen=True, slots=True)
class PauseClocks:
    """Too many players were lost at once: the fault is ours, no clock runs."""


@dataclass(frozen=True, slots=True)
class ResumeClocks:
    """Clocks run again from where they stood."""


@dataclass(frozen=True, slots=True)
class GiveTimeBack:
    """The room stood still since then; what it took counts for nobody (X-143). With `hand_only`, only a hand waited."""

    since: Instant
    hand_only: bool = False


@dataclass(frozen=True, slots=True)
class VoidHand:
    """A hand that cannot be finished is cancelled, all bets go back (TIME-15, CASH-20)."""

    hand: HandId
    rule: RuleId
    staff: str = ""
    reason: str = ""
