"""Acts in a hand: a player's own, and those the table makes for a player (TIME-12, MTT-48c)."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from fairdeal.kernel import Duration, Instant, Rejection, RuleId, reject
from fairdeal.play.clock import bank_left, clock_now, next_turn
from fairdeal.play.events import HandDealt, Played
from fairdeal.play.messages import Act, TurnExpired
from fairdeal.play.rules import ClockRules, PlayRules
from fairdeal.play.state import Dropped, Drops, Lineup, Live, Running, dropped_since
from fairdeal.poker import CALL, FOLD, Hand, HandOrder, judge
from fairdeal.poker.events import HandEvent

_WHO_ACTS: Final = RuleId("BET-01")


# ---- deciding


def deal(
    rules: ClockRules,
    lineup: Lineup,
    order: HandOrder,
    banks: tuple[Duration, ...],
    dropped: Dropped,
    now: Instant,
) -> HandDealt:
    """Play an order up to the first turn: blinds posted, cards dealt, clock started."""
    told: list[HandEvent] = []
    hand = Hand(order, told.append)
    hand.listener = None
    drops = _drops_at_deal(rules, lineup, dropped)
    first = hand.turn
    if first < 0:
        return HandDealt(lineup, hand, None, disconnect_extension=False, banks=banks, drops=drops, told=tuple(told))
    since = dropped_since(dropped, lineup.players[first])
    turn, disconnect_extension = next_turn(rules, 0, lineup.seats[first], now, banks[first], since, drops[first])
    return HandDealt(lineup, hand, turn, disconnect_extension, banks, drops, tuple(told))


def act(rules: ClockRules, table: Live, command: Act, now: Instant) -> Played | Rejection:
    """A player's act, or why it is refused; checks hand, turn, player, then the choice against `options()`, in this order."""
    running = table.running
    if running is None or command.hand != running.lineup.hand:
        return reject("stale_hand")
    turn = running.turn
    if turn is None or command.turn != turn.number:
        return reject("stale_turn", turn=len(running.hand.acts))
    place = running.hand.turn
    if running.lineup.players[place] != command.player:
        return reject("not_your_turn", _WHO_ACTS, seat=turn.seat)
    judged = judge(running.hand, place, command.choice)
    if isinstance(judged, Rejection):
        return judged
    left = bank_left(turn, clock_now(table.paused_since, now))
    return play(rules, table, judged, now, left)


def turn_expired(rules: PlayRules, table: Live, command: TurnExpired, now: Instant, rule: RuleId) -> Played | Rejection:
    """Check if possible, otherwise fold, for a player whose clock ran out; refused while the clock still runs or is paused."""
    running = table.running
    if running is None or command.hand != running.lineup.hand:
        return reject("stale_hand")
    turn = running.turn
    if turn is None or command.turn != turn.number:
        return reject("stale_turn", turn=len(running.hand.acts))
    if table.paused_since is not None:
        return reject("clocks_paused", rules.downtime_shifts_periods.rule)
    if now < turn.deadline:
        return reject("too_early", due=turn.deadline)
    return decide_for(rules, table, now, rule)


def decide_for(rules: PlayRules, table: Live, now: Instant, rule: RuleId) -> Played:
    """Check if possible, otherwise fold, for the player to act; the edition says whether the player then sits out."""
    running = table.running
    assert running is not None
    assert running.turn is not None
    decision = CALL if running.hand.options().can_check else FOLD
    left = Duration(0) if running.turn.bank_runs else running.turn.bank
    lost = dropped_since(table.dropped, running.lineup.players[running.hand.turn]) is not None
    follows = rules.sits_out_after_automatic_decision if lost else rules.sits_out_after_connected_timeout
    return play(rules, table, decision, now, left, rule, follows.rule if follows.value else None)


def fold_for(rules: ClockRules, table: Live, now: Instant, rule: RuleId) -> Played:
    """Fold at once for the player to act; the time bank keeps what it holds now."""
    running = table.running
    assert running is not None
    assert running.turn is not None
    return play(rules, table, FOLD, now, bank_left(running.turn, clock_now(table.paused_since, now)), rule)


def play(
    rules: ClockRules,
    table: Live,
    decision: int,
    now: Instant,
    left: Duration,
    rule: RuleId | None = None,
    forced_sit_out: RuleId | None = None,
) -> Played:
    """Apply an act to a copy of the hand, and start the next turn; `left` is what remains in the player's time bank."""
    running = table.running
    assert running is not None
    told: list[HandEvent] = []
    hand = running.hand.copy()
    place = hand.turn
    lineup = running.lineup
    seats = lineup.seats
    hand.listener = told.append
    hand.act(decision)
    hand.listener = None
    after = hand.turn
    if after < 0:
        return Played(
            seats[place],
            place,
            hand,
            None,
            disconnect_extension=False,
            bank=left,
            told=tuple(told),
            rule=rule,
            forced_sit_out=forced_sit_out,
        )
    bank = left if after == place else running.banks[after]
    since = dropped_since(table.dropped, lineup.players[after]) if table.dropped else None
    turn, disconnect_extension = next_turn(rules, len(hand.acts), seats[after], now, bank, since, running.drops[after])
    return Played(seats[place], place, hand, turn, disconnect_extension, left, tuple(told), rule, forced_sit_out)


# ---- following


def after_deal(event: HandDealt) -> Running:
    """The running hand that a deal starts."""
    drops = _with_disconnect_extension(event.drops, event.hand.turn) if event.disconnect_extension else event.drops
    return Running(event.lineup, event.hand, event.turn, event.banks, drops, (None,) * len(event.banks))


def after_play(running: Running, event: Played) -> Running:
    """The running hand after an act."""
    place = event.place
    banks, drops, forced = running.banks, running.drops, running.forced_sit_outs
    if banks[place] != event.bank:
        banks = (*banks[:place], event.bank, *banks[place + 1 :])
    if event.forced_sit_out is not None:
        forced = (*forced[:place], event.forced_sit_out, *forced[place + 1 :])
    if event.disconnect_extension:
        drops = _with_disconnect_extension(drops, event.hand.turn)
    return Running(running.lineup, event.hand, event.turn, banks, drops, forced)


def without_forced_sit_out(running: Running, place: int) -> Running:
    """The running hand without the sit-out it has forced on the player at a place."""
    forced = running.forced_sit_outs
    return replace(running, forced_sit_outs=(*forced[:place], None, *forced[place + 1 :]))


def with_drop(running: Running, place: int, at: Instant, *, disconnect_extension: bool) -> Running:
    """The running hand after the player at a place disconnected, counting a disconnect extension if one was granted."""
    drops = running.drops
    if drops[place] is None:
        drops = (*drops[:place], Drops(at), *drops[place + 1 :])
    return replace(running, drops=_with_disconnect_extension(drops, place) if disconnect_extension else drops)


def _with_disconnect_extension(drops: Iterable[Drops | None], place: int) -> tuple[Drops | None, ...]:
    counted = list(drops)
    drop = counted[place]
    assert drop is not None, "only a disconnected player has a disconnect extension"
    counted[place] = replace(drop, disconnect_extensions=drop.disconnect_extensions + 1)
    return tuple(counted)


def _drops_at_deal(rules: ClockRules, lineup: Lineup, dropped: Dropped) -> tuple[Drops | None, ...]:
    """The disconnections a hand starts with, by place; with `lost_without_time`, these have no extension left."""
    if not dropped:
        return (None,) * len(lineup.players)
    used = rules.allowances_per_hand.value if rules.lost_without_time else 0
    found = [dropped_since(dropped, player) for player in lineup.players]
    return tuple([None if since is None else Drops(since, used) for since in found])
