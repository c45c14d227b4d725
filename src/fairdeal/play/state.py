"""
A hand while it is played. Nothing here is ever stored: after a crash the hand is void (TIME-16, MTT-50).

All tuples are in the order of play: the first after the button first, the button last.
"""

from typing import Protocol

from fairdeal.kernel import Duration, HandId, Instant, PlayerId, RuleId
from fairdeal.kernel.values import dataclass
from fairdeal.play.fair.state import FairDeal
from fairdeal.poker import Hand

Dropped = tuple[tuple[PlayerId, Instant], ...]
"""The disconnected players of a table, each with the instant of the disconnection."""


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
        """When the table acts for the player (TIME-12, MTT-48c)."""
        return Instant(self.base_time_ends + self.bank) if self.bank_runs else self.base_time_ends

    @property
    def has_time(self) -> bool:
        """Whether the player has any time; if not, the table acts for the player at once (X-67)."""
        return self.bank_runs or self.base_time_ends > self.started


@dataclass(frozen=True, slots=True)
class Drops:
    """A player's disconnections in one hand: when the first was, and how many extensions were granted (X-142)."""

    first: Instant
    disconnect_extensions: int = 0


@dataclass(frozen=True, slots=True)
class Lineup:
    """What never changes in a hand: its id, its seats and players, and how its deck was committed to: by a salt, or by a cut."""

    hand: HandId
    seats: tuple[int, ...]
    players: tuple[PlayerId, ...]
    salt: bytes
    fair: FairDeal | None = None  # dealt by the players' cut


@dataclass(frozen=True, slots=True)
class Running:
    """The hand being played, with its turn, time banks and disconnections."""

    lineup: Lineup
    hand: Hand
    turn: Turn | None  # None: the hand is over
    banks: tuple[Duration, ...]  # left in the time banks
    drops: tuple[Drops | None, ...]
    forced_sit_outs: tuple[RuleId | None, ...]  # by place: why this hand makes the player sit out from the next deal on


@dataclass(frozen=True, slots=True)
class Shown:
    """Hole cards that were shown at the showdown, by seat, with their rank."""

    seat: int
    cards: tuple[int, ...]
    rank: int


@dataclass(frozen=True, slots=True)
class Outcome:
    """What stays visible after a hand until the next one: board, shown cards and pots."""

    number: int
    board: tuple[int, ...]
    shown: tuple[Shown, ...]
    pots: tuple[tuple[int, tuple[int, ...]], ...]  # amount before rake and winners' seats, the main pot first


class Live(Protocol):
    """What `play` needs to know of a table: the running hand, who is disconnected, and whether clocks are paused."""

    @property
    def running(self) -> Running | None:
        """The hand being played; None: no cards are out."""
        ...

    @property
    def dropped(self) -> Dropped:
        """The disconnected players, and since when."""
        ...

    @property
    def paused_since(self) -> Instant | None:
        """Since when all clocks are paused; None: they run."""
        ...


def dropped_since(dropped: Dropped, player: PlayerId) -> Instant | None:
    """Since when a player is disconnected; None: connected, or never reported."""
    for who, since in dropped:
        if who == player:
            return since
    return None


def others_dropped(dropped: Dropped, player: PlayerId) -> Dropped:
    """The disconnected players other than this one."""
    return tuple(drop for drop in dropped if drop[0] != player)


def outcome_of(running: Running | None, number: int) -> Outcome | None:
    """What everybody saw of a finished hand; None after a restart, when the running hand is gone."""
    if running is None or running.hand.result is None:
        return None
    hand, result, seats = running.hand, running.hand.result, running.lineup.seats
    shown = tuple([Shown(seats[place], tuple(hand.hole(place)), result.ranks[place]) for place in result.shown])
    pots = tuple([(pot.amount, tuple([seats[place] for place in pot.winners])) for pot in result.pots])
    return Outcome(number, tuple(result.board), shown, pots)
