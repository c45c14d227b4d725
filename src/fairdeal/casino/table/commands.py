"""
Commands of every casino table: from players, timers, the live dealer and staff.

Commands about bets and decisions belong to the game. They name their round, and decisions their turn, so that a late one meets
the same check whoever sent it. Fields that are None are filled by the runtime with entropy and facts about players.
"""

from dataclasses import field
from typing import ClassVar

from fairdeal.casino.chat import ChatCommand
from fairdeal.casino.dealer import StepKind
from fairdeal.casino.table.fair.commands import FairCommand
from fairdeal.casino.table.state import Correction
from fairdeal.kernel import Instant, PlayerId, Rejection
from fairdeal.kernel.values import dataclass

# ---- people


@dataclass(frozen=True, slots=True)
class Join:
    """Start a visit at the table; `pid` are random bytes that stand for the player, where draws are by PFP-1."""

    player: PlayerId
    pid: bytes | None = None
    refused: Rejection | None = None  # a fact: why the house does not let the player in


@dataclass(frozen=True, slots=True)
class Leave:
    """End the visit; bets in play stay and are paid to the wallet."""

    player: PlayerId


@dataclass(frozen=True, slots=True)
class Disconnected:
    """The player is disconnected."""

    player: PlayerId


@dataclass(frozen=True, slots=True)
class Reconnected:
    """The player is connected again."""

    player: PlayerId


PeopleCommand = Join | Leave | Disconnected | Reconnected

# ---- the betting window


@dataclass(frozen=True, slots=True)
class OpenBetting:
    """Open the betting of that round."""

    round: int


@dataclass(frozen=True, slots=True)
class CloseBetting:
    """Close the betting of that round, because its time is over."""

    round: int


# ---- chance


@dataclass(frozen=True, slots=True)
class Shuffle:
    """Shuffle and cut these cards; the runtime fills order, cut and salt, or salt and the chain's secret where draws are by PFP-1."""

    shoe: int
    cards: bytes
    order: bytes | None = None
    cut: int | None = None
    salt: bytes | None = None
    secret: bytes | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class Deal:
    """Deal the cards that are due from the program's own shoe."""

    round: int


ChanceCommand = Shuffle | Deal

# ---- a live dealer's station; `video` is the time code of the recording, in milliseconds


@dataclass(frozen=True, slots=True)
class Scan:
    """The live dealer's scanner read a card."""

    round: int
    card: int
    video: int | None = None


@dataclass(frozen=True, slots=True)
class ScanFailed:
    """The live dealer's scanner could not read a card."""

    round: int
    video: int | None = None


@dataclass(frozen=True, slots=True)
class FinishStep:
    """The dealer confirms the step that the station shows; the runtime draws a key for the scanner's log of a new shoe."""

    step: StepKind
    video: int | None = None
    key: bytes | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class Propose:
    """A member of staff proposes a correction."""

    person: str
    correction: Correction
    video: int | None = None


@dataclass(frozen=True, slots=True)
class Approve:
    """Another member of staff approves the proposed correction."""

    person: str
    video: int | None = None


@dataclass(frozen=True, slots=True)
class CorrectSigned:
    """A correction that these people have signed at the desk, at once; a house of one may have waived the others."""

    round: int
    correction: Correction
    people: tuple[str, ...]
    waived: bool = False


@dataclass(frozen=True, slots=True)
class Dismiss:
    """A member of staff rejects the proposed correction, or ends a hold."""

    person: str


@dataclass(frozen=True, slots=True)
class Withdraw:
    """A member of staff takes a proposed correction back; a table that was held before it stays held."""

    person: str


@dataclass(frozen=True, slots=True)
class HoldTable:
    """A member of staff holds the table to have an irregularity looked at, and may say what was seen."""

    person: str
    words: str = ""


@dataclass(frozen=True, slots=True)
class CallPit:
    """The dealer calls the pit boss to the table."""

    person: str


@dataclass(frozen=True, slots=True)
class ChangeDealer:
    """Another dealer takes over."""

    dealer: str
    video: int | None = None


@dataclass(frozen=True, slots=True)
class AskShuffle:
    """Staff has the cards shuffled after this round, or replaced by new ones."""

    person: str
    new_cards: bool = False


StationCommand = (
    Scan
    | ScanFailed
    | FinishStep
    | Propose
    | Approve
    | CorrectSigned
    | Dismiss
    | Withdraw
    | HoldTable
    | CallPit
    | ChangeDealer
    | AskShuffle
)

# ---- failure


@dataclass(frozen=True, slots=True)
class Recover:
    """Recover from a failure that began at that instant; the first command after it."""

    down_since: Instant


@dataclass(frozen=True, slots=True)
class GiveTimeBack:
    """Shift all clocks by the time the room stood still, from that instant until now."""

    since: Instant


# ---- games


class GameCommand:
    """Base of the commands that only some games know; the game decides them."""

    __slots__ = ()

    refusal: ClassVar[str] = "unknown_command"
    """The code of the rejection at a table whose game does not know the command."""


TableCommand = (
    PeopleCommand
    | OpenBetting
    | CloseBetting
    | ChanceCommand
    | FairCommand
    | StationCommand
    | ChatCommand
    | Recover
    | GiveTimeBack
    | GameCommand
)
