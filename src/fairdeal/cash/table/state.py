"""
The state of a cash table.

The state has a durable part and a running part. Chairs hold stacks as they were when the last hand ended; while a hand is
played, the chips in motion are in `running`, which no snapshot keeps: after a crash the hand is void and the chairs are
right (TIME-16).
"""

from dataclasses import replace
from enum import StrEnum

from fairdeal.kernel import Cents, Duration, HandId, Instant, PlayerId, RuleId
from fairdeal.kernel.values import dataclass
from fairdeal.play.fair.state import FairLog, FairPlay
from fairdeal.play.state import Dropped, Outcome, Running, dropped_since


class Entry(StrEnum):
    """Whether a player waits for the big blind, posts one, or is in; stored, so values never change."""

    WAITING = "waiting"  # gets cards when the big blind comes round
    POSTING = "posting"  # pays a live big blind with the next deal
    IN = "in"  # has paid and is dealt in


@dataclass(frozen=True, slots=True)
class SitOut:
    """A sit-out: since when, by which rule, and whether it was forced."""

    since: Instant
    rule: RuleId  # TIME-01 chosen, TIME-03 everywhere, TIME-04 at the big blind, TIME-13, TIME-14 or BUY-01 forced
    imposed: bool


@dataclass(frozen=True, slots=True)
class Chair:
    """An occupied seat: its player, stack, options and sit-outs."""

    player: PlayerId
    stack: Cents  # as the last hand left it
    entry: Entry
    initial_buy_in: Cents
    time_bank: Duration  # for the next hand
    ready_since: Instant  # when the player last became able to play
    hands_dealt: int = 0  # to this player here; the time bank grows by it
    in_last: bool = False  # was dealt in in the last hand that counted
    sit_out: SitOut | None = None
    sits_out_next: SitOut | None = None  # asked for during a hand; before the next deal
    sits_out_at_big_blind: bool = False
    missed_blind: bool = False
    leaves: bool = False  # after this hand
    leave_rule: RuleId | None = None  # set when the player did not ask to leave
    pending_top_up: Cents = Cents(0)
    auto_top_up: bool = False
    refill_due: bool = False  # auto top-up has not looked at the wallet since the last hand
    bot: bool = False

    @property
    def is_ready(self) -> bool:
        """Whether the player has chips and does not sit out, and so is dealt in or waits for the big blind."""
        return self.sit_out is None and self.stack > 0 and not self.leaves


@dataclass(frozen=True, slots=True)
class Dealt:
    """Seats, button and blinds of a hand; the next hand's blinds follow from them (CASH-04)."""

    seats: tuple[int, ...]  # in order of play: the first after the button first, the button last
    button: int
    small_blind: int | None
    big_blind: int


@dataclass(frozen=True, slots=True)
class OpenHand:
    """The durable part of a hand that was opened and has not ended; it holds no card."""

    hand: HandId
    number: int
    opened_at: Instant
    dealt: Dealt
    posts: tuple[int, ...]  # seats that pay a live big blind out of turn
    missed: tuple[int, ...]  # seats that sit out and are passed by a blind; counts when the hand ends
    stacks: tuple[Cents, ...]  # at the start, in the order of `dealt.seats`
    commitment: bytes  # salted hash of the deck, or the hash of the lock of both decks
    edition: str  # content hash of the rulebook it is played under


@dataclass(frozen=True, slots=True)
class CashTable:
    """A table of one stake of one game, under one rulebook at a time."""

    edition: str  # content hash of the rulebook in force from the next hand on
    chairs: tuple[Chair | None, ...]  # by seat, counted from 0
    stake: str = ""  # id of the stake, so that the stream tells which rules it needs
    hands_opened: int = 0  # hand numbers have no gap
    last: Dealt | None = None  # the last hand that ended; a void one leaves no trace. None: a new table
    open: OpenHand | None = None
    deals_from: Instant = Instant(0)  # not before: players look at the last hand
    waits_until: Instant = Instant(0)  # nor, while players are missing after an outage, before this
    closing: RuleId | None = None  # no further hand, and why
    closed: bool = False
    fair: FairLog | None = None  # of a table that deals by the players' cut
    # Never stored.
    fair_play: FairPlay | None = None
    running: Running | None = None
    outcome: Outcome | None = None
    dropped: Dropped = ()
    paused_since: Instant | None = None

    def seat_of(self, player: PlayerId) -> int:
        """The seat of a player; -1: does not sit here."""
        for seat, chair in enumerate(self.chairs):
            if chair is not None and chair.player == player:
                return seat
        return -1

    def chair_at(self, seat: int) -> Chair:
        """The chair at a seat, which must be occupied."""
        chair = self.chairs[seat]
        assert chair is not None, seat
        return chair

    def dropped_since(self, player: PlayerId) -> Instant | None:
        """Since when a player is disconnected; None: connected, or never reported."""
        return dropped_since(self.dropped, player)

    def plays_hand(self, seat: int) -> bool:
        """Whether a hand is open in which the seat was dealt in."""
        return self.open is not None and seat in self.open.dealt.seats

    def place_of(self, seat: int) -> int:
        """The place of a seat in the open hand's order of play; it must have been dealt in."""
        assert self.open is not None, "no hand is open"
        return self.open.dealt.seats.index(seat)

    def forced_sit_out_of(self, seat: int) -> RuleId | None:
        """The rule by which the running hand makes a seat sit out from the next deal on; None: it does not."""
        if self.running is None or not self.plays_hand(seat):
            return None
        return self.running.forced_sit_outs[self.place_of(seat)]


def durable(table: CashTable) -> CashTable:
    """The table without its running hand and connections, as snapshots keep it."""
    return replace(table, fair_play=None, running=None, outcome=None, dropped=(), paused_since=None)
