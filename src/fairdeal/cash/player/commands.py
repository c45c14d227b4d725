"""Commands of a player's cash games, from the floor, tables and staff."""

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
    return_counted: bool = False  # the player brings a large stack back to its table (RAT-04)
    obligation: Departure | None = None  # used up by sitting down (BZ-06)
    choice_counted: bool = False  # resume or reset was offered (BZ-07)


@dataclass(frozen=True, slots=True)
class NoteDeparture:
    """The player left a table with that stack, without pending top-ups; decided in the table's commit."""

    table: TableId
    stack: Cents


@dataclass(frozen=True, slots=True)
class NoteSitOut:
    """The player sits out at a table; decided in the table's commit, with the fields of its sit-out."""

    table: TableId
    since: Instant
    rule: RuleId
    imposed: bool


@dataclass(frozen=True, slots=True)
class NoteSatIn:
    """The player no longer sits out at a table; decided in the table's commit."""

    table: TableId


@dataclass(frozen=True, slots=True)
class NoteBigBlindOption:
    """The option "sit out next big blind" was switched at a table; decided in the table's commit."""

    table: TableId
    on: bool


@dataclass(frozen=True, slots=True)
class SitOutExpired:
    """The timer of a sit-out at all tables ran out; `since` says which sit-out is meant."""

    since: Instant


@dataclass(frozen=True, slots=True)
class SetExclusion:
    """Staff exclude the player from a format, or lift the exclusion (BZ-08)."""

    format: str
    on: bool
    staff: str
    reason: str


@dataclass(frozen=True, slots=True)
class SetClosed:
    """Close the account for play, or open it again."""

    on: bool
    staff: str
    reason: str


@dataclass(frozen=True, slots=True)
class Recover:
    """The first command after a crash: move running periods by the outage (X-143)."""

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
