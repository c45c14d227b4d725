"""
What follows a cash player from table to table.

One stream a player: where the player sits, what was left behind and when, what was counted today, and the sit-outs that concern
several tables at once.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from fairdeal.cash.offer import StakeId
from fairdeal.kernel import Cents, Duration, Instant, PlayerId, RuleId, TableId
from fairdeal.play.events import ClocksPaused

VISITED_MAX: Final = 100
"""The number of visited tables that are remembered (CASH-02); tables live for hours, so older ones have closed."""


@dataclass(frozen=True, slots=True)
class Sitting:
    """A table where the player sits."""

    stake: StakeId
    since: Instant
    out_since: Instant | None = None  # sits out there since this instant
    at_big_blind: bool = False  # will sit out when the big blind comes (TIME-04)


@dataclass(frozen=True, slots=True)
class Departure:
    """The stack a player left a table with, and how long that is remembered."""

    table: TableId
    stake: StakeId
    stack: Cents
    at: Instant
    until: Instant


@dataclass(frozen=True, slots=True)
class DayCount:
    """How often something happened on one UTC day."""

    day: int
    count: int

    def on(self, day: int) -> int:
        """The count of that day: every day starts at zero."""
        return self.count if day == self.day else 0


@dataclass(frozen=True, slots=True)
class Absence:
    """
    A sit-out at all tables, with one timer for them (TIME-03, TIME-05).

    A table is removed when the player stops sitting out there or leaves it; with the last one the sit-out ends.
    """

    since: Instant
    limit: Duration
    tables: tuple[TableId, ...]
    rule: RuleId  # why the player sits out at the other tables
    removal_rule: RuleId
    expired: bool = False

    @property
    def until(self) -> Instant:
        """When the player is removed from the tables where it still lasts."""
        return Instant(self.since + self.limit)


@dataclass(frozen=True, slots=True)
class CashPlayer:
    """The state of one player's cash games."""

    player: PlayerId
    tables: Mapping[TableId, Sitting] = field(default_factory=dict)
    visited: tuple[TableId, ...] = ()  # the latest last
    departures: tuple[Departure, ...] = ()  # the last one of each table
    obligations: tuple[Departure, ...] = ()  # Banzai stacks to come back with (BZ-06), the oldest first
    returns: Mapping[str, DayCount] = field(default_factory=dict)  # large stacks brought back to their table (RAT-04)
    choices: Mapping[str, DayCount] = field(default_factory=dict)  # resume or reset was offered (BZ-07)
    absences: tuple[Absence, ...] = ()
    at_big_blind: bool | None = None  # how "sit out next big blind" is to be switched at every table; None: as it is
    excluded_from: frozenset[str] = frozenset()  # formats (BZ-08)
    closed: bool = False  # the account is closed for play
    pause: ClocksPaused | None = None  # all clocks are paused; not stored, like every pause
