"""
What a floor is: one edition, family and kind of money, its stakes in pools.

A pool holds the tables of one stake, the players who wait for a seat there, and the seats kept for players who choose an amount.
Pools never touch each other. What is asked often (which tables have room, which cannot deal) is kept beside the tables, so that an
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
    away: tuple[PlayerId, ...] = ()  # of these, who gets no cards
    held: tuple[PlayerId, ...] = ()  # seats kept for players who choose an amount
    bots: tuple[PlayerId, ...] = ()
    empty_since: Instant | None = None
    closing: RuleId | None = None  # no further hand, nobody comes
    broken: bool = False  # its players get other seats

    @property
    def free(self) -> int:
        """Seats somebody could be given."""
        return self.seats - len(self.players) - len(self.held)

    @property
    def present(self) -> int:
        """Players who get cards."""
        return len(self.players) - len(self.away)


@dataclass(frozen=True, slots=True)
class Waiting:
    """A player in the queue, and what was asked for."""

    player: PlayerId
    since: Instant
    buy_in: Cents | None = None  # None: ask me
    post: bool = False
    choice: Comeback | None = None
    bot: bool = False
    carried: Cents | None = None  # the stack of a table the floor broke: comes first, and sits down with exactly this


@dataclass(frozen=True, slots=True)
class Reservation:
    """A seat kept for a player who is asked for an amount."""

    table: TableId
    until: Instant
    minimum: Cents
    maximum: Cents
    amounts: tuple[Cents, ...]
    why: Ruling
    bot: bool = False


@dataclass(frozen=True, slots=True)
class Pool:
    """One stake."""

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
