"""Acts in a running hand of a cash table, and what follows from them."""

from typing import Final

from fairdeal.cash.table.events import TableEvent
from fairdeal.cash.table.evolve import evolve
from fairdeal.cash.table.facts import TableFacts
from fairdeal.cash.table.hand_end import TableDraft, end_hand
from fairdeal.cash.table.state import CashTable
from fairdeal.kernel import Draft, Instant, Rejection, RuleId, Verdict, reject
from fairdeal.play import connections, playing
from fairdeal.play.events import Played
from fairdeal.play.messages import Act, TurnExpired

_LEAVERS_FOLD: Final = RuleId("BET-04")


def act(facts: TableFacts, table: CashTable, command: Act, now: Instant) -> Verdict[TableEvent]:
    """A player's act in the running hand; refused for anybody who does not sit here."""
    if table.seat_of(command.player) < 0:
        return reject("not_seated")
    return _with_consequences(facts, table, playing.act(facts.rules_of(table), table, command, now), now)


def turn_expired(facts: TableFacts, table: CashTable, command: TurnExpired, now: Instant) -> Verdict[TableEvent]:
    """
    Check if possible, otherwise fold, for a player whose clock ran out; the edition says whether the player then sits out.

    A disconnection before the deadline is recorded first, and may grant a disconnect extension instead.
    """
    rules = facts.rules_of(table)
    lost = connections.lost_in_time(rules, table, command, now)
    draft: TableDraft = Draft(table, evolve)
    if lost is not None:
        draft.emit(lost)
    played = playing.turn_expired(rules, draft.state, command, now, rules.automatic_decision.rule)
    if isinstance(played, Rejection):
        return played if lost is None else draft  # the disconnection has given more time
    draft.emit(played)
    finish_turns(facts, draft, now)
    return draft


def finish_turns(facts: TableFacts, draft: TableDraft, now: Instant) -> None:
    """Fold for players to act who asked to leave, and end the hand if it is over."""
    while (running := draft.state.running) is not None:
        if running.turn is None:
            end_hand(facts, draft, now)
            return
        chair = draft.state.chair_at(running.turn.seat)
        if not chair.leaves:
            return
        rule = chair.leave_rule or _LEAVERS_FOLD
        draft.emit(playing.fold_for(facts.rules_of(draft.state), draft.state, now, rule))


def _with_consequences(
    facts: TableFacts, table: CashTable, played: Played | Rejection, now: Instant
) -> Verdict[TableEvent]:
    if isinstance(played, Rejection):
        return played
    if played.turn is not None and not table.chair_at(played.turn.seat).leaves:
        return (played,)
    draft: TableDraft = Draft(table, evolve)
    draft.emit(played)
    finish_turns(facts, draft, now)
    return draft
