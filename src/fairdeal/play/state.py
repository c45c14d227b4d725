"""
A hand while it is played. Nothing here is ever stored: after a crash the hand is void (TIME-16, MTT-50).

All tuples are in the order of play: the first after the button first, the button last.
"""

from typing import Protocol

from fairdeal.kernel import Duration, HandId, Instant, PlayerId, RuleId
from fairdeal.kernel.values import dataclass
from fairdeal.poker import Hand

Dropped = tuple[tuple[PlayerId, Instant], ...]
"""Who is not connected, since when."""


@dataclass(frozen=True, slots=True)
class Turn:
    """
    One decision of one player, and its clock.

    The player may think until `base_time_ends`, and then as long as the time bank lasts, if it runs. A disconnect
    extension moves `base_time_ends` (TIME-10, TIME-11).
    """

    number: int  # of the decision within the hand
    seat: int
    started: Instant
    base_time_ends: Instant
    bank: Duration  # what the time bank holds at `base_time_ends`
    bank_runs: bool

    @property
    def deadline(self) -> Instant:
        """When the house decides (TIME-12, MTT-48c)."""
        return Instant(self.base_time_ends + self.bank) if self.bank_runs else self.base_time_ends

    @property
    def has_time(self) -> bool:
        """Whether there is anything to wait for; else the house decides at once (X-67)."""
        return self.bank_runs or self.base_time_ends > self.started


@dataclass(frozen=True, slots=True)
class Drops:
    """A player's lost connections in one hand: when the first was, and how many turns were prolonged (X-142)."""

    first: Instant
    disconnect_extensions: int = 0


@dataclass(frozen=True, slots=True)
class Lineup:
    """What never changes in a hand: its id, who plays it where, and the salt its deck was locked with."""

    hand: HandId
    seats: tuple[int, ...]
    players: tuple[PlayerId, ...]
    salt: bytes


@dataclass(frozen=True, slots=True)
class Running:
    """The hand being played."""

    lineup: Lineup
    hand: Hand
    turn: Turn | None  # None: the hand is over
    banks: tuple[Duration, ...]  # left in the time banks
    drops: tuple[Drops | None, ...]
    imposed: tuple[RuleId | None, ...]  # who sits out from the next deal on, because of this hand


@dataclass(frozen=True, slots=True)
class Shown:
    """A hand that was shown, at a seat."""

    seat: int
    cards: tuple[int, ...]
    rank: int


@dataclass(frozen=True, slots=True)
class Outcome:
    """What lies on the table after a hand, until the next one: only what everybody saw."""

    number: int
    board: tuple[int, ...]
    shown: tuple[Shown, ...]
    pots: tuple[tuple[int, tuple[int, ...]], ...]  # amount before rake and winners' seats, the main pot first


class Live(Protocol):
    """A table, as far as a hand at it is concerned."""

    @property
    def running(self) -> Running | None:
        """The hand being played."""
        ...

    @property
    def dropped(self) -> Dropped:
        """Who is not connected."""
        ...

    @property
    def paused_since(self) -> Instant | None:
        """Since when all clocks stand."""
        ...


def dropped_since(dropped: Dropped, player: PlayerId) -> Instant | None:
    """Since when a player is not connected; None: connected, or never heard of."""
    for who, since in dropped:
        if who == player:
            return since
    return None


def others_dropped(dropped: Dropped, player: PlayerId) -> Dropped:
    """Who else is not connected."""
    return tuple(drop for drop in dropped if drop[0] != player)


def outcome_of(running: Running | None, number: int) -> Outcome | None:
    """What everybody saw of a finished hand; nothing after a restart, when the hand is only known by its result."""
    if running is None or running.hand.result is None:
        return None
    hand, result, seats = running.hand, running.hand.result, running.lineup.seats
    shown = tuple(Shown(seats[place], tuple(hand.hole(place)), result.ranks[place]) for place in result.shown)
    pots = tuple((pot.amount, tuple(seats[place] for place in pot.winners)) for pot in result.pots)
    return Outcome(number, tuple(result.board), shown, pots)
