"""
The state of a floor: one edition, family and kind of money, its stakes in pools.

A pool holds the tables of one stake, its waiting list, and the seats reserved for players who choose an amount.
Pools are independent. Answers needed often (which tables have room, which cannot deal) are kept beside the tables, so that an
operation costs a copy of its own pool and nothing else.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from fairdeal.cash.banzai import Comeback
from fairdeal.cash.offer import StakeId
from fairdeal.kernel import Cents, Instant, PlayerId, RuleId, Ruling, TableId


@dataclass(frozen=True, slots=True)
class FloorTable:
    """A table as the floor knows it."""

    seats: int
    players_min: int  # to deal
    edition: str  # content hash of the rulebook it plays by
    opened_at: Instant
    players: tuple[PlayerId, ...] = ()
    away: tuple[PlayerId, ...] = ()  # of these, who sits out
    held: tuple[PlayerId, ...] = ()  # seats reserved for players who choose an amount
    bots: tuple[PlayerId, ...] = ()
    empty_since: Instant | None = None
    closing: RuleId | None = None  # no further hand, takes nobody
    broken: bool = False  # its players get other seats

    @property
    def free(self) -> int:
        """The number of seats that are neither occupied nor reserved."""
        return self.seats - len(self.players) - len(self.held)

    @property
    def present(self) -> int:
        """The number of players who do not sit out."""
        return len(self.players) - len(self.away)


@dataclass(frozen=True, slots=True)
class Waiting:
    """A player on the waiting list, with the buy-in and options asked for."""

    player: PlayerId
    since: Instant
    buy_in: Cents | None = None  # None: to be asked for
    post: bool = False
    choice: Comeback | None = None
    bot: bool = False
    carried: Cents | None = None  # the stack of a table the floor broke: comes first, and sits down with exactly this


@dataclass(frozen=True, slots=True)
class Reservation:
    """A seat reserved for a player until an amount is chosen."""

    table: TableId
    until: Instant
    minimum: Cents
    maximum: Cents
    amounts: tuple[Cents, ...]
    why: Ruling
    bot: bool = False


@dataclass(frozen=True, slots=True)
class Pool:
    """One stake: its tables, waiting list and reservations."""

    tables: Mapping[TableId, FloorTable] = field(default_factory=dict)
    queue: tuple[Waiting, ...] = ()
    reservations: Mapping[PlayerId, Reservation] = field(default_factory=dict)
    opened: int = 0  # tables ever
    # Follows from the tables.
    seated: int = 0
    free: Mapping[TableId, int] = field(default_factory=dict)  # tables that take players, with their free seats
    short: Mapping[TableId, Instant] = field(default_factory=dict)  # open tables that cannot deal, since when
    closing: Mapping[TableId, RuleId] = field(default_factory=dict)
    outdated: tuple[TableId, ...] = ()  # tables that still play by another revision than the floor


@dataclass(frozen=True, slots=True)
class Floor:
    """All stakes of one family, under one rulebook at a time."""

    edition: str  # content hash of the rulebook in force
    pools: Mapping[StakeId, Pool] = field(default_factory=dict)
