"""What a cash table is asked: by its players, by the house, and by time; what every table is asked is in `play.messages`."""

from fairdeal.kernel import Cents, Instant, PlayerId, RuleId
from fairdeal.kernel.values import dataclass
from fairdeal.play.messages import (
    Act,
    Disconnected,
    GiveTimeBack,
    PauseClocks,
    Reconnected,
    ResumeClocks,
    TurnExpired,
    VoidHand,
)

# ---- commands of players


@dataclass(frozen=True, slots=True)
class TakeBreak:
    """Sit out; during a hand from the next deal on (TIME-01)."""

    player: PlayerId
    rule: RuleId = RuleId("TIME-01")  # TIME-03 when it comes from another table


@dataclass(frozen=True, slots=True)
class ComeBack:
    """Sit in again; `post` asks to pay the big blind at once where the rules let one."""

    player: PlayerId
    post: bool = False


@dataclass(frozen=True, slots=True)
class ChooseEntry:
    """Wait for the big blind, or post it at once (CASH-16)."""

    player: PlayerId
    post: bool


@dataclass(frozen=True, slots=True)
class SitOutAtBigBlind:
    """Switch "sit out next big blind" (TIME-04)."""

    player: PlayerId
    on: bool


@dataclass(frozen=True, slots=True)
class TopUp:
    """Add money from the wallet; during a hand it waits for the end."""

    player: PlayerId
    amount: Cents


@dataclass(frozen=True, slots=True)
class SetAutoTopUp:
    """Refill to the initial buy-in after every hand, or no longer (BUY-05)."""

    player: PlayerId
    on: bool


@dataclass(frozen=True, slots=True)
class Leave:
    """Go home; a hand in progress is folded in turn, an all-in stays."""

    player: PlayerId


PlayerCommand = Act | TakeBreak | ComeBack | ChooseEntry | SitOutAtBigBlind | TopUp | SetAutoTopUp | Leave

# ---- commands of the house and of time


@dataclass(frozen=True, slots=True)
class OpenTable:
    """Open a new table of a stake under that revision of the rulebook."""

    edition: str
    stake: str = ""


@dataclass(frozen=True, slots=True)
class Seat:
    """Seat a player the floor sends; chance picks the chair."""

    player: PlayerId
    buy_in: Cents
    post: bool = False
    bot: bool = False
    draw: int | None = None  # a large number, taken modulo the free chairs


@dataclass(frozen=True, slots=True)
class StartHand:
    """Open hand `number`; deck, salt, the hand's chance and the button's draw are filled in by the runtime."""

    number: int
    deck: tuple[int, ...] | None = None
    salt: bytes | None = None
    chance: bytes | None = None  # for the hand's id
    draw: int | None = None  # a large number, for the first button of a new table (CASH-03)


@dataclass(frozen=True, slots=True)
class RemoveAbsent:
    """A sit-out lasted too long; `since` says which one."""

    player: PlayerId
    since: Instant
    rule: RuleId


@dataclass(frozen=True, slots=True)
class Refill:
    """Auto top-up after a hand; `available` is what the wallet has, filled in by the runtime."""

    player: PlayerId
    number: int  # of the hand it follows
    available: Cents | None = None


@dataclass(frozen=True, slots=True)
class Recover:
    """
    The first command after a restart: the open hand is void, running periods shift by the outage (X-143).

    A planned restart is no failure: no hand is open then, and nobody is sent home (TIME-17).
    """

    down_since: Instant
    planned: bool = False


@dataclass(frozen=True, slots=True)
class AdoptRulebook:
    """Play by another revision of the rulebook from the next hand on (CASH-22)."""

    edition: str


@dataclass(frozen=True, slots=True)
class Close:
    """Deal no more; when the hand is over everybody goes home."""

    rule: RuleId


HouseCommand = (
    OpenTable
    | Seat
    | StartHand
    | TurnExpired
    | RemoveAbsent
    | Refill
    | Disconnected
    | Reconnected
    | PauseClocks
    | ResumeClocks
    | GiveTimeBack
    | Recover
    | VoidHand
    | AdoptRulebook
    | Close
)
TableCommand = PlayerCommand | HouseCommand
