"""Commands of a cash table, from players, floor, staff and timers; those of every poker table are in `play.messages`."""

from fairdeal.fair import Decks
from fairdeal.kernel import Cents, Instant, PlayerId, RuleId
from fairdeal.kernel.values import dataclass
from fairdeal.play.fair.messages import DealLocked, PromiseSeeds, RevealSeed
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
    """Stop sitting out; `post` asks to post a big blind at once where the rules allow it."""

    player: PlayerId
    post: bool = False


@dataclass(frozen=True, slots=True)
class ChooseEntry:
    """Choose whether to wait for the big blind or post one at once (CASH-16)."""

    player: PlayerId
    post: bool


@dataclass(frozen=True, slots=True)
class SitOutAtBigBlind:
    """Switch "sit out next big blind" (TIME-04)."""

    player: PlayerId
    on: bool


@dataclass(frozen=True, slots=True)
class TopUp:
    """Add money from the wallet to the stack; during a hand it is added when the hand ends."""

    player: PlayerId
    amount: Cents


@dataclass(frozen=True, slots=True)
class SetAutoTopUp:
    """Switch auto top-up, which refills the stack to the initial buy-in after every hand (BUY-05)."""

    player: PlayerId
    on: bool


@dataclass(frozen=True, slots=True)
class Leave:
    """Leave the table; a hand in progress is folded when its turn comes, an all-in is played out."""

    player: PlayerId


PlayerCommand = (
    Act
    | TakeBreak
    | ComeBack
    | ChooseEntry
    | SitOutAtBigBlind
    | TopUp
    | SetAutoTopUp
    | Leave
    | PromiseSeeds
    | RevealSeed
)

# ---- commands of the floor, of staff and of timers


@dataclass(frozen=True, slots=True)
class OpenTable:
    """Open a new table of a stake under that revision of the rulebook."""

    edition: str
    stake: str = ""


@dataclass(frozen=True, slots=True)
class Seat:
    """Seat a player sent by the floor, at a free seat picked by `draw`."""

    player: PlayerId
    buy_in: Cents
    post: bool = False
    bot: bool = False
    draw: int | None = None  # a large number, taken modulo the free seats
    pid: bytes | None = (
        None  # what stands for the player in published proofs, at a table that deals by the players' cut
    )


@dataclass(frozen=True, slots=True)
class StartHand:
    """
    Open hand `number`; the runtime fills in deck, salt, the entropy of the hand's id and the draw for the button.

    At a table that deals by the players' cut it fills in two locked decks, and bytes for pids, in place of deck and salt.
    """

    number: int
    deck: tuple[int, ...] | None = None
    salt: bytes | None = None
    chance: bytes | None = None  # entropy for the hand's id
    draw: int | None = None  # a large number, for the first button of a new table (CASH-03)
    decks: Decks | None = None
    pids: bytes = b""  # entropy for players who have no pid yet


@dataclass(frozen=True, slots=True)
class RemoveAbsent:
    """Remove a player whose sit-out lasted too long; `since` says which sit-out is meant."""

    player: PlayerId
    since: Instant
    rule: RuleId


@dataclass(frozen=True, slots=True)
class Refill:
    """Auto top-up after a hand; the runtime fills in `available`, what the wallet holds."""

    player: PlayerId
    number: int  # of the hand it follows
    available: Cents | None = None


@dataclass(frozen=True, slots=True)
class Recover:
    """
    The first command after a restart: void the open hand and move running periods by the outage (X-143).

    After a planned restart no hand is open, and nobody is removed from the table (TIME-17).
    """

    down_since: Instant
    planned: bool = False
    alone: bool = False  # only this table stopped


@dataclass(frozen=True, slots=True)
class AdoptRulebook:
    """Play by another revision of the rulebook from the next hand on (CASH-22)."""

    edition: str


@dataclass(frozen=True, slots=True)
class Close:
    """Deal no further hand; everybody leaves when the open hand is over."""

    rule: RuleId


HouseCommand = (
    OpenTable
    | Seat
    | StartHand
    | DealLocked
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
