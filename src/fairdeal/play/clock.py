"""
How long a player may think (TIME-06 to TIME-11, TIME-18, MTT-48).

A connected player has the decision time, then the time bank. A disconnected player has until the later of two instants:
decision time and extra time after the turn began, and the return time after the first disconnection of the hand (X-01). This
disconnect extension is granted once a hand (X-142); the bank does not run meanwhile (X-09). Tournaments have no return time,
and some give a disconnected player no time at all beyond that one turn (X-67).
"""

from fairdeal.kernel import Duration, Instant
from fairdeal.play.rules import ClockRules
from fairdeal.play.state import Drops, Turn


def next_turn(
    rules: ClockRules,
    number: int,
    seat: int,
    now: Instant,
    bank: Duration,
    dropped_since: Instant | None,
    drops: Drops | None,
) -> tuple[Turn, bool]:
    """The turn that begins now, and whether it has a disconnect extension."""
    normal = Instant(now + rules.decision_time.value)
    if dropped_since is None:
        return Turn(number, seat, now, normal, bank, bank_runs=True), False
    known = drops or Drops(dropped_since)
    allowed = known.disconnect_extensions < rules.allowances_per_hand.value
    if not allowed and rules.lost_without_time:
        return Turn(number, seat, now, now, bank, bank_runs=False), False
    until = _reconnects_until(rules, now, known, dropped_since, allowed=allowed)
    runs = rules.bank_runs_while_disconnected.value
    return Turn(number, seat, now, max(normal, until), bank, bank_runs=runs), allowed


def when_lost(
    rules: ClockRules, turn: Turn, drops: Drops | None, *, lost_at: Instant, now: Instant
) -> tuple[Turn, bool]:
    """
    The turn of a player who disconnected during it, and whether that uses a disconnect extension.

    Time counts from `lost_at`; `now` is when the table learns of it. Where the new end has passed by then, the turn stays as it is.
    """
    known = drops or Drops(lost_at)
    allowed = known.disconnect_extensions < rules.allowances_per_hand.value
    until = max(turn.base_time_ends, _reconnects_until(rules, turn.started, known, lost_at, allowed=allowed))
    granted = allowed and (until > turn.base_time_ends or rules.lost_without_time)
    if until <= now:
        # The bank was running and nothing is granted: a short disconnection must not cost the rest of it.
        return turn, granted
    runs = rules.bank_runs_while_disconnected.value
    return Turn(turn.number, turn.seat, turn.started, until, bank_left(turn, lost_at), bank_runs=runs), granted


def when_back(turn: Turn, now: Instant) -> Turn:
    """The turn of a player who reconnected: an extension already granted stays, then the time bank runs."""
    if turn.bank_runs:
        return turn
    return Turn(turn.number, turn.seat, turn.started, max(turn.base_time_ends, now), turn.bank, bank_runs=True)


def when_resumed(turn: Turn, stood_since: Instant, now: Instant) -> Turn:
    """The turn after a pause of all clocks, moved by the length of the pause."""
    stood = now - max(stood_since, turn.started)
    return Turn(
        turn.number,
        turn.seat,
        Instant(turn.started + stood),
        Instant(turn.base_time_ends + stood),
        turn.bank,
        turn.bank_runs,
    )


def bank_left(turn: Turn, now: Instant) -> Duration:
    """The time left in the time bank if the player acts now."""
    if not turn.bank_runs or now <= turn.base_time_ends:
        return turn.bank
    return Duration(max(0, turn.bank - (now - turn.base_time_ends)))


def clock_now(paused_since: Instant | None, now: Instant) -> Instant:
    """The instant that the hand's clocks show: `now`, or while they are paused, when the pause began."""
    return now if paused_since is None else min(now, paused_since)


def _reconnects_until(
    rules: ClockRules, started: Instant, drops: Drops, dropped_since: Instant, *, allowed: bool
) -> Instant:
    first = drops.first if drops.disconnect_extensions == 0 or not allowed else dropped_since
    extra = rules.decision_time.value + rules.reconnect_extra.value if allowed else 0
    return Instant(max(started + extra, first + rules.return_time.value))
