"""
What every casino table is asked: by its players, by time, by chance, and by the people who run it.

Commands about bets and decisions are the game's own. They name their round, and decisions their turn, so that a late one
meets the same check whoever sent it. Slots that are None are filled by the runtime: chance, and what it knows of people.
"""

from typing import ClassVar

from fairdeal.casino.chat import ChatCommand
from fairdeal.casino.dealer import StepKind
from fairdeal.casino.table.state import Correction
from fairdeal.kernel import Instant, PlayerId
from fairdeal.kernel.values import dataclass

# ---- people


@dataclass(frozen=True, slots=True)
class Join:
    """Come to the table; a new visit begins."""

    player: PlayerId


@dataclass(frozen=True, slots=True)
class Leave:
    """Go away; bets in play stay and are paid to the wallet."""

    player: PlayerId


@dataclass(frozen=True, slots=True)
class Disconnected:
    """The player's connection was lost."""

    player: PlayerId


@dataclass(frozen=True, slots=True)
class Reconnected:
    """The player's connection is back."""

    player: PlayerId


PeopleCommand = Join | Leave | Disconnected | Reconnected

# ---- the betting window


@dataclass(frozen=True, slots=True)
class OpenBetting:
    """Take bets on that round."""

    round: int


@dataclass(frozen=True, slots=True)
class CloseBetting:
    """The time for betting is over: no more bets."""

    round: int


# ---- chance


@dataclass(frozen=True, slots=True)
class Shuffle:
    """Put those cards into random order and cut them; the runtime fills order, cut and salt."""

    shoe: int
    cards: bytes
    order: bytes | None = None
    cut: int | None = None
    salt: bytes | None = None


@dataclass(frozen=True, slots=True)
class Deal:
    """Deal what is due from the house's shoe."""

    round: int


ChanceCommand = Shuffle | Deal

# ---- a live dealer's station; `video` is the time code of the recording, in milliseconds


@dataclass(frozen=True, slots=True)
class Scan:
    """The scanner read a card."""

    round: int
    card: int
    video: int | None = None


@dataclass(frozen=True, slots=True)
class ScanFailed:
    """The scanner could not read a card."""

    round: int
    video: int | None = None


@dataclass(frozen=True, slots=True)
class FinishStep:
    """The dealer has done what the station asked for."""

    step: StepKind
    video: int | None = None


@dataclass(frozen=True, slots=True)
class Propose:
    """Somebody wants to put something right."""

    person: str
    correction: Correction
    video: int | None = None


@dataclass(frozen=True, slots=True)
class Approve:
    """Another person agrees."""

    person: str
    video: int | None = None


@dataclass(frozen=True, slots=True)
class Dismiss:
    """A person turns a proposal down, or lifts a hold."""

    person: str


@dataclass(frozen=True, slots=True)
class HoldTable:
    """A supervisor stops the table to look at an irregularity."""

    person: str


@dataclass(frozen=True, slots=True)
class ReportError:
    """A game error: with a supervisor's approval cards are burnt."""

    person: str
    supervisor: str
    video: int | None = None


@dataclass(frozen=True, slots=True)
class ChangeDealer:
    """Another dealer takes over."""

    dealer: str
    video: int | None = None


@dataclass(frozen=True, slots=True)
class AskShuffle:
    """Staff wants the cards shuffled after this round, or exchanged for others."""

    person: str
    new_cards: bool = False


StationCommand = (
    Scan | ScanFailed | FinishStep | Propose | Approve | Dismiss | HoldTable | ReportError | ChangeDealer | AskShuffle
)

# ---- failure


@dataclass(frozen=True, slots=True)
class Recover:
    """The first command after a failure; the room stood still since that instant."""

    down_since: Instant


@dataclass(frozen=True, slots=True)
class GiveTimeBack:
    """The room stood still since that instant, and goes on."""

    since: Instant


# ---- games


class GameCommand:
    """What only tables of some games are asked; the game says what becomes of it."""

    __slots__ = ()

    refusal: ClassVar[str] = "unknown_command"
    """What a table answers whose game does not know the command: what it has not got."""


TableCommand = (
    PeopleCommand
    | OpenBetting
    | CloseBetting
    | ChanceCommand
    | StationCommand
    | ChatCommand
    | Recover
    | GiveTimeBack
    | GameCommand
)
