"""Decisions in a running hand: a player's own, and those the house makes for a player (TIME-12)."""

from typing import Final

from fairdeal.cash.clock import bank_left, next_turn
from fairdeal.cash.hand_end import TableDraft, end_hand
from fairdeal.cash.rules import CashRules
from fairdeal.cash.table_events import Played, TableEvent
from fairdeal.cash.table_evolve import evolve
from fairdeal.cash.table_facts import TableFacts
from fairdeal.cash.table_messages import Act, TurnExpired
from fairdeal.cash.table_state import CashTable, SitOut
from fairdeal.kernel import Decision, Draft, Duration, Instant, Rejection, RuleId, reject
from fairdeal.poker import CALL, FOLD, judge
from fairdeal.poker.events import HandEvent

_WHO_ACTS: Final = RuleId("BET-01")
_LEAVERS_FOLD: Final = RuleId("BET-04")


def act(facts: TableFacts, table: CashTable, command: Act, now: Instant) -> Decision[TableEvent]:
    """Checks in this order: seat, hand, turn, whose turn, then the choice against the options that drew the buttons."""
    seat = table.seat_of(command.player)
    if seat < 0:
        return reject("not_seated")
    running, open_hand = table.running, table.open
    if running is None or open_hand is None or command.hand != open_hand.hand:
        return reject("stale_hand")
    turn = running.turn
    if turn is None or command.turn != turn.number:
        return reject("stale_turn", turn=len(running.hand.acts))
    if turn.seat != seat:
        return reject("not_your_turn", _WHO_ACTS, seat=turn.seat)
    judged = judge(running.hand, running.hand.turn, command.choice)
    if isinstance(judged, Rejection):
        return judged
    left = bank_left(turn, clock_now(table, now))
    return _with_consequences(facts, table, _play(facts, table, judged, now, left), now)


def turn_expired(facts: TableFacts, table: CashTable, command: TurnExpired, now: Instant) -> Decision[TableEvent]:
    """The house checks if that is possible and folds otherwise; the player sits out from the next deal on."""
    running, open_hand = table.running, table.open
    if running is None or open_hand is None or command.hand != open_hand.hand:
        return reject("stale_hand")
    turn = running.turn
    if turn is None or command.turn != turn.number:
        return reject("stale_turn", turn=len(running.hand.acts))
    rules = facts.rules_of(table)
    if table.paused_since is not None:
        return reject("clocks_stand", rules.downtime_shifts_periods.rule)
    if now < turn.deadline:
        return reject("too_early", due=turn.deadline)
    decision = CALL if running.hand.options().can_check else FOLD
    left = Duration(0) if turn.bank_runs else turn.bank
    rule = rules.automatic_decision.rule
    played = _play(facts, table, decision, now, left, rule, _imposed(rules, table, turn.seat, now))
    return _with_consequences(facts, table, played, now)


def go_on(facts: TableFacts, draft: TableDraft, now: Instant) -> None:
    """Fold for leavers whose turn it is, and end the hand if it is over."""
    while (running := draft.state.running) is not None:
        if running.turn is None:
            end_hand(facts, draft, now)
            return
        chair = draft.state.chair_at(running.turn.seat)
        if not chair.leaves:
            return
        left = bank_left(running.turn, clock_now(draft.state, now))
        draft.emit(_play(facts, draft.state, FOLD, now, left, chair.leave_rule or _LEAVERS_FOLD))


def clock_now(table: CashTable, now: Instant) -> Instant:
    """What the clocks of the hand show: while they stand, the instant at which they stopped."""
    return now if table.paused_since is None else min(now, table.paused_since)


def _with_consequences(facts: TableFacts, table: CashTable, played: Played, now: Instant) -> tuple[TableEvent, ...]:
    if played.turn is not None and not table.chair_at(played.turn.seat).leaves:
        return (played,)
    draft: TableDraft = Draft(table, evolve)
    draft.emit(played)
    go_on(facts, draft, now)
    return draft.events


def _play(
    facts: TableFacts,
    table: CashTable,
    decision: int,
    now: Instant,
    left: Duration,
    rule: RuleId | None = None,
    sit_out: SitOut | None = None,
) -> Played:
    """The act on a copy of the hand, and the turn that follows."""
    running, open_hand = table.running, table.open
    assert running is not None
    assert open_hand is not None
    told: list[HandEvent] = []
    hand = running.hand.copy()
    place = hand.turn
    seats = open_hand.dealt.seats
    hand.listener = told.append
    hand.act(decision)
    hand.listener = None
    after = hand.turn
    if after < 0:
        return Played(
            seats[place], place, hand, None, allowance=False, bank=left, told=tuple(told), rule=rule, sit_out=sit_out
        )
    bank = left if after == place else running.banks[after]
    since = table.dropped_since(table.chair_at(seats[after]).player) if table.dropped else None
    rules = facts.rules[open_hand.edition]
    turn, allowance = next_turn(rules, len(hand.acts), seats[after], now, bank, since, running.drops[after])
    return Played(seats[place], place, hand, turn, allowance, left, tuple(told), rule, sit_out)


def _imposed(rules: CashRules, table: CashTable, seat: int, now: Instant) -> SitOut | None:
    """What follows an automatic decision: TIME-13 for a lost connection, TIME-14 for a player who is there."""
    lost = table.dropped_since(table.chair_at(seat).player) is not None
    follows = rules.sits_out_after_automatic_decision if lost else rules.sits_out_after_connected_timeout
    return SitOut(now, follows.rule, imposed=True) if follows.value else None
