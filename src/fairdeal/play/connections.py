"""Disconnected and reconnected players, and pauses of all clocks in an outage (TIME-10, TIME-11, TIME-13, MTT-48, X-143)."""

from collections.abc import Callable
from dataclasses import replace

from fairdeal.kernel import Instant, PlayerId, RuleId
from fairdeal.kernel.instants import shifted
from fairdeal.play.clock import clock_now, when_back, when_lost, when_resumed
from fairdeal.play.events import ClocksResumed, ConnectionBack, ConnectionLost
from fairdeal.play.messages import TurnExpired
from fairdeal.play.playing import with_drop, without_forced_sit_out
from fairdeal.play.rules import PlayRules
from fairdeal.play.state import Live, Running, Turn, dropped_since
from fairdeal.rulebook.schema.choices import SitOutEnd

# ---- deciding


def lose(rules: PlayRules, table: Live, player: PlayerId, lost_at: Instant | None, now: Instant) -> ConnectionLost:
    """A player disconnected, at `lost_at` or now; during the player's own turn this may grant a disconnect extension."""
    at = now if lost_at is None else min(lost_at, now)
    running = table.running
    turn = _turn_of(running, player)
    if running is None or turn is None:
        return ConnectionLost(player, at)
    since = table.paused_since
    turn, granted = when_lost(
        rules, turn, running.drops[running.hand.turn], lost_at=clock_now(since, at), now=clock_now(since, now)
    )
    return ConnectionLost(player, at, turn, rules.reconnect_extra.rule if granted else None)


def with_loss(
    command: TurnExpired, running: Running | None, disconnected_since: Callable[[PlayerId], Instant | None]
) -> TurnExpired:
    """The command with `lost_at` set if the player to act is disconnected, as the runtime knows it."""
    if running is None or running.turn is None:
        return command
    lost_at = disconnected_since(running.lineup.players[running.hand.turn])
    return command if lost_at is None else replace(command, lost_at=lost_at)


def lost_in_time(rules: PlayRules, table: Live, command: TurnExpired, now: Instant) -> ConnectionLost | None:
    """
    The disconnection of the player whose clock ran out, if it came before the deadline and the table does not know of it yet.

    Short disconnections are not reported to the table until a grace is over; a deadline within that grace must still count them.
    """
    running, lost_at = table.running, command.lost_at
    if lost_at is None or running is None or running.turn is None or table.paused_since is not None:
        return None
    player = running.lineup.players[running.hand.turn]
    is_meant = (command.hand, command.turn) == (running.lineup.hand, running.turn.number)
    is_known = dropped_since(table.dropped, player) is not None
    if is_known or not is_meant or not lost_at <= running.turn.deadline <= now:
        return None
    return lose(rules, table, player, lost_at, now)


def come_back(rules: PlayRules, table: Live, player: PlayerId, now: Instant) -> ConnectionBack:
    """A player reconnected; where the edition says so, this lifts the sit-out that this hand forced for the disconnection."""
    running = table.running
    turn = _turn_of(running, player)
    turn = turn and when_back(turn, clock_now(table.paused_since, now))
    place = place_in(running, player)
    lifted = running is not None and place >= 0 and ends_by_reconnection(rules, running.forced_sit_outs[place])
    return ConnectionBack(player, now, turn, rules.forced_sit_out_ends_by.rule if lifted else None)


def ends_by_reconnection(rules: PlayRules, forced_by: RuleId | None) -> bool:
    """Whether a sit-out by that rule was forced for a disconnection and ends with the reconnection."""
    ends = rules.forced_sit_out_ends_by.value is SitOutEnd.RECONNECTION
    return ends and forced_by == rules.sits_out_after_automatic_decision.rule


def resume(rule: RuleId, table: Live, now: Instant) -> ClocksResumed:
    """All clocks run again; requires that they are paused."""
    since, running = table.paused_since, table.running
    assert since is not None, "only paused clocks are resumed"
    turn = None if running is None or running.turn is None else when_resumed(running.turn, since, now)
    return ClocksResumed(now, turn, rule)


def place_in(running: Running | None, player: PlayerId) -> int:
    """A player's place in a hand; -1: not dealt in, or no hand."""
    if running is None or player not in running.lineup.players:
        return -1
    return running.lineup.players.index(player)


def _turn_of(running: Running | None, player: PlayerId) -> Turn | None:
    """The current turn if it is that player's, otherwise None."""
    if running is None or running.turn is None or running.lineup.players[running.hand.turn] != player:
        return None
    return running.turn


# ---- following


def after_loss(running: Running | None, event: ConnectionLost) -> Running | None:
    """The hand after a player disconnected."""
    place = place_in(running, event.player)
    if running is None or place < 0:
        return running
    running = with_drop(running, place, event.at, disconnect_extension=event.rule is not None)
    return running if event.turn is None else replace(running, turn=event.turn)


def after_return(running: Running | None, event: ConnectionBack) -> Running | None:
    """The hand after a player reconnected."""
    if running is None:
        return None
    if event.turn is not None:
        running = replace(running, turn=event.turn)
    return running if event.rule is None else without_forced_sit_out(running, place_in(running, event.player))


def after_pause(running: Running | None, stood_since: Instant, event: ClocksResumed) -> Running | None:
    """The hand after a pause of all clocks; its instants are moved by the length of the pause."""
    if running is None:
        return None
    drops = tuple(drop and replace(drop, first=shifted(drop.first, stood_since, event.at)) for drop in running.drops)
    return replace(running, turn=event.turn, drops=drops)
