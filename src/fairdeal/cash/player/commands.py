"""What a player's stream is asked, by the floor, by tables and by the desk."""

from dataclasses import dataclass

from fairdeal.cash.offer import StakeId
from fairdeal.cash.player.state import Departure
from fairdeal.kernel import Cents, Instant, RuleId, TableId
from fairdeal.play.messages import PauseClocks, ResumeClocks


@dataclass(frozen=True, slots=True)
class NoteSeated:
    """The floor gives the player a seat; decided in the floor's commit."""

    table: TableId
    stake: StakeId
    return_counted: bool = False  # a large stack comes back to its table (RAT-04)
    obligation: Departure | None = None  # used up by sitting down (BZ-06)
    choice_counted: bool = False  # resume or reset was offered (BZ-07)


@dataclass(frozen=True, slots=True)
class NoteDeparture:
    """The player left a table with that stack; decided in the table's commit. Top-ups that never played do not count."""

    table: TableId
    stack: Cents


@dataclass(frozen=True, slots=True)
class NoteSitOut:
    """The player gets no cards at a table; decided in the table's commit, the fields are those of its sit-out."""

    table: TableId
    since: Instant
    rule: RuleId
    imposed: bool


@dataclass(frozen=True, slots=True)
class NoteSatIn:
    """The player takes part at a table again; decided in the table's commit."""

    table: TableId


@dataclass(frozen=True, slots=True)
class NoteBigBlindOption:
    """The option "sit out next big blind" was switched at a table; decided in the table's commit."""

    table: TableId
    on: bool


@dataclass(frozen=True, slots=True)
class SitOutExpired:
    """The common timer of a sit-out everywhere ran out; `since` says which one."""

    since: Instant


@dataclass(frozen=True, slots=True)
class SetExclusion:
    """Staff exclude the player from a format, or no longer (BZ-08)."""

    format: str
    on: bool
    staff: str
    reason: str


@dataclass(frozen=True, slots=True)
class SetClosed:
    """The account is closed for play, or open again."""

    on: bool
    staff: str
    reason: str


@dataclass(frozen=True, slots=True)
class Recover:
    """The first command after a crash: running periods shift by the outage (X-143)."""

    down_since: Instant


PlayerStreamCommand = (
    NoteSeated
    | NoteDeparture
    | NoteSitOut
    | NoteSatIn
    | NoteBigBlindOption
    | SitOutExpired
    | SetExclusion
    | SetClosed
    | PauseClocks
    | ResumeClocks
    | Recover
)
