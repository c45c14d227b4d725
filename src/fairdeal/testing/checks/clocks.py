"""
Checks the time players had against the time the rules give them (TIME-02, TIME-06 to TIME-14, X-143).

The checks keep their own time: when a turn was shown, when its player disconnected, and when all clocks stood. An automatic
decision may come neither before the player's time is over nor more than `MOMENT` after.
"""

from collections import Counter

from fairdeal.cash.rules import CashRules
from fairdeal.cash.table.events import HandEnded
from fairdeal.kernel import SECOND, Instant, PlayerId, StreamId
from fairdeal.play.events import (
    ClocksPaused,
    ClocksResumed,
    ConnectionBack,
    ConnectionLost,
    HandDealt,
    Played,
)
from fairdeal.play.state import Turn
from fairdeal.testing.checks.books import Standstill
from fairdeal.testing.checks.seats import Seat
from fairdeal.testing.checks.violated import fail

MOMENT = SECOND
"""How late an automatic decision may be, in milliseconds: a commit may be under way when the time is over."""
_EVER = Instant(1 << 62)
LAG = 200
"""The most milliseconds between a decision and its being durable."""


class Clocks:
    """The clocks of one table: its turn, time banks, lost connections and pauses."""

    def __init__(self, stream: StreamId, stalls: Standstill) -> None:
        self._stream = stream
        self._stalls = stalls  # of the process
        self.paused_since: Instant | None = None
        self.pauses = Standstill()
        self.dropped: dict[PlayerId, Instant] = {}
        self._shifted: dict[PlayerId, int] = {}  # by how much a loss was shifted before the table heard of it
        # of the turn
        self.turn: Turn | None = None
        self._shown = Instant(0)
        self._lost = False  # the player was disconnected at some moment of this turn
        self._granted = 0  # disconnect extensions of its player in earlier turns of the hand
        # of the hand, by seat
        self._players: dict[int, PlayerId] = {}
        self._banks: dict[int, int] = {}
        self._drops: dict[int, list[tuple[Instant, int]]] = {}  # when, and by how much that was shifted already
        self._disconnect_extensions: Counter[int] = Counter()

    # ---- hands

    def dealt(self, seats: dict[int, Seat], event: HandDealt, now: Instant) -> None:
        """Begin a hand: note time banks and lost connections, and start the clock of the first turn."""
        self._players = {place: seat.player for place, seat in seats.items()}
        self._banks = {place: seat.bank for place, seat in seats.items()}
        lost = {place: player for place, player in self._players.items() if player in self.dropped}
        self._drops = {place: [(self.dropped[player], self._shifted[player])] for place, player in lost.items()}
        self._disconnect_extensions.clear()
        self._begin(event.turn, now, disconnect_extension=event.disconnect_extension)

    def played(self, rules: CashRules, event: Played, now: Instant) -> None:
        """Check the time of one act and its time bank; an automatic one only when the player's time was over."""
        turn = self.turn
        if turn is None or turn.seat != event.seat:
            fail("clocks", f"seat {event.seat} acted, the turn was {turn}", self._stream)
        if event.rule == rules.automatic_decision.rule:
            self._check_automatic(rules, turn, now)
        left = self._bank_left(rules, turn, now, automatic=event.rule == rules.automatic_decision.rule)
        if left is not None and abs(left - event.bank) > LAG:
            fail("clocks", f"the time bank of seat {event.seat} holds {event.bank}, not {left}", self._stream)
        self._banks[event.seat] = event.bank
        self._begin(event.turn, now, disconnect_extension=event.disconnect_extension)

    def ended(self, rules: CashRules, seats: dict[int, Seat], event: HandEnded) -> None:
        """Check at the end of a hand that time banks have grown as the edition says (TIME-06 to TIME-08)."""
        bank = rules.bank
        for place, held in zip(event.dealt.seats, event.banks, strict=True):
            left = self._banks[place]
            if bank is not None:
                left += bank.gain if (seats[place].hands + 1) % bank.gain_hands == 0 else 0
                left = min(bank.most, max(bank.floor, left))
            if held != left:
                fail("clocks", f"the time bank of seat {place} is {held} after the hand, not {left}", self._stream)
        self.turn = None

    def over(self) -> None:
        """Forget the turn: the hand was void, or the process died."""
        self.turn = None

    def _begin(self, turn: Turn | None, now: Instant, *, disconnect_extension: bool) -> None:
        self.turn = turn
        self._shown = now
        if turn is None:
            return
        if not now - LAG - self._stalls.within(turn.started, now) <= turn.started <= now:
            fail("clocks", f"a turn that begins at {now} counts from {turn.started}", self._stream)
        if turn.bank != self._banks[turn.seat]:
            fail("clocks", f"seat {turn.seat} has {turn.bank} in the bank, not {self._banks[turn.seat]}", self._stream)
        self._lost = self._players[turn.seat] in self.dropped
        self._granted = self._disconnect_extensions[turn.seat]
        self._disconnect_extensions[turn.seat] += disconnect_extension

    def _check_automatic(self, rules: CashRules, turn: Turn, now: Instant) -> None:
        if self.paused_since is not None:
            fail("clocks", f"the house decided for seat {turn.seat} while clocks stood", self._stream)
        begun = self._shown + self.pauses.within(self._shown, now)
        time = rules.decision_time.value
        bank = self._banks[turn.seat]
        if not self._lost:
            self._check_between(turn, now, begun + time + bank - LAG, begun + time + bank)
            return
        drops = self._drops[turn.seat]
        returns = [
            drop + self.pauses.within(drop, now) - shifted + rules.return_time.value
            for drop, shifted in (drops[0], drops[-1])
        ]
        prolonged = begun + time + rules.reconnect_extra.value
        is_due = self._players[turn.seat] in self.dropped and self._granted < rules.allowances_per_hand.value
        earliest = max(prolonged, returns[0]) if is_due else begun + time
        self._check_between(turn, now, earliest - LAG, max(prolonged, *returns) + bank)

    def _check_between(self, turn: Turn, now: Instant, earliest: int, latest: int) -> None:
        if not earliest <= now <= latest + MOMENT:
            early = "early" if now < earliest else "late"
            by = max(earliest - now, now - latest)
            fail("clocks", f"the house decided for seat {turn.seat} {by} ms too {early}: {turn}", self._stream)

    def _bank_left(self, rules: CashRules, turn: Turn, now: Instant, *, automatic: bool) -> int | None:
        """What the time bank must hold after the act; None if that depends on when the player disconnected."""
        if self._lost:
            return None
        over = now - self._shown - self.pauses.within(self._shown, now) - rules.decision_time.value
        if self.paused_since is not None:
            over -= now - max(self.paused_since, self._shown)
        bank = self._banks[turn.seat]
        return 0 if automatic else max(0, bank - max(0, over))

    # ---- connections and pauses

    def check_line(self, rules: CashRules, event: Played, lost_at: Instant | None) -> None:
        """Check that an automatic decision treats a player as disconnected who lost the connection before the deadline."""
        turn = self.turn
        assert turn is not None
        if lost_at is None or lost_at >= turn.deadline:
            return
        if not self._lost:
            fail("clocks", f"seat {event.seat} was decided for without the time to come back: {turn}", self._stream)
        follows = rules.sits_out_after_automatic_decision
        if event.forced_sit_out != (follows.rule if follows.value else None):
            fail("clocks", f"seat {event.seat} lost the line and sits out by {event.forced_sit_out}", self._stream)

    def check_loss(self, event: ConnectionLost, lost_at: Instant, seated_at: Instant, now: Instant) -> None:
        """Check that a lost connection counts from when the room knew of it and of the seat, pauses and stalls aside."""
        stood = self.pauses.within(lost_at, now) + self._stalls.within(lost_at, now)
        if not lost_at <= event.at <= max(lost_at, seated_at) + stood + LAG:
            fail("clocks", f"{event.player} was lost at {lost_at} and it counts from {event.at}", self._stream)

    def lost(self, event: ConnectionLost, seat: int) -> None:
        """
        Note that a player disconnected, and the turn as it then is.

        A pause that was over before the table heard of it has shifted the loss, perhaps into the pause itself, and counts no more.
        """
        self.dropped[event.player] = event.at
        self._shifted[event.player] = self.pauses.within(event.at, _EVER)
        self._drops.setdefault(seat, []).append((event.at, self._shifted[event.player]))
        self._disconnect_extensions[seat] += event.rule is not None
        if event.turn is not None:
            self._lost = True
            self.turn = event.turn

    def back(self, event: ConnectionBack) -> None:
        """Note that a player reconnected, and the turn as it then is."""
        self.dropped.pop(event.player, None)
        if event.turn is not None:
            self.turn = event.turn

    def paused(self, event: ClocksPaused) -> None:
        """Note that all clocks stand from now on."""
        self.paused_since = event.at

    def resumed(self, event: ClocksResumed) -> None:
        """Note that all clocks run again, and the pause that ended."""
        if self.paused_since is None:
            fail("clocks", "clocks that ran were told to run on", self._stream)
        self.pauses.note(self.paused_since, event.at)
        self.paused_since = None
        self.turn = event.turn

    def restarted(self) -> None:
        """Forget turn, pause and lost connections: a new process runs the table, and nobody is connected yet."""
        self.over()
        self.paused_since = None
        self.dropped.clear()


def check_limit(what: str, elapsed: int, limit: int, slack: int, stream: StreamId) -> None:
    """Fail unless a period that a timer ended lasted as long as its limit, `LAG`, `MOMENT` and `slack` aside."""
    if not limit - LAG < elapsed <= limit + MOMENT + slack:
        fail("clocks", f"{what} after {elapsed} ms that count, the limit is {limit}", stream)
