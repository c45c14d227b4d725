"""What a failure does to a table (TIME-15 to TIME-17, X-143), and changes of the rulebook revision (CASH-22)."""

from fairdeal.cash.table.commands import AdoptRulebook, Recover
from fairdeal.cash.table.events import PeriodsShifted, RulebookAdopted, TableEvent
from fairdeal.cash.table.evolve import evolve
from fairdeal.cash.table.facts import TableFacts
from fairdeal.cash.table.hand_end import TableDraft, gone, settle, void_hand
from fairdeal.cash.table.state import CashTable
from fairdeal.fair import RESTARTED, TABLE_STOPPED
from fairdeal.kernel import Draft, Instant, Verdict, reject
from fairdeal.play.events import ConnectionLost
from fairdeal.play.messages import VoidHand
from fairdeal.rulebook.schema.choices import CashFailure


def recover(facts: TableFacts, table: CashTable, command: Recover, now: Instant) -> Verdict[TableEvent]:
    """
    The first decision after a restart.

    The open hand is void. Then, as the edition says, everybody leaves, or play goes on once the players have reconnected; after a
    planned restart, always the latter.
    """
    if table.closed:
        return ()
    rules = facts.rules_of(table)
    draft: TableDraft = Draft(table, evolve)
    if table.open is not None:
        void_hand(facts, draft, now, rules.failure.rule, why=TABLE_STOPPED if command.alone else RESTARTED)
    if rules.failure.value is CashFailure.CASH_OUT and not command.planned:
        for seat, chair in enumerate(draft.state.chairs):
            if chair is not None:
                draft.emit(gone(chair, seat, now, rules.failure.rule))
    settle(facts, draft, now)
    if not draft.state.closed:
        _wait_for_players(facts, draft, command.down_since, now)
    return draft


def void_by_staff(facts: TableFacts, table: CashTable, command: VoidHand, now: Instant) -> Verdict[TableEvent]:
    """Cancel a hand that cannot be finished or must not count; all bets are returned."""
    if table.open is None or table.open.hand != command.hand:
        return reject("stale_hand")
    draft: TableDraft = Draft(table, evolve)
    void_hand(facts, draft, now, command.rule, command.staff, command.reason)
    settle(facts, draft, now)
    return draft


def adopt_rulebook(facts: TableFacts, table: CashTable, command: AdoptRulebook, _now: Instant) -> Verdict[TableEvent]:
    """Play by another revision of the rulebook from the next hand on; the open hand keeps its own."""
    if command.edition not in facts.rules:
        return reject("unknown_rulebook")
    if table.closed or command.edition == table.edition:
        return ()
    return (RulebookAdopted(command.edition),)


def _wait_for_players(facts: TableFacts, draft: TableDraft, down_since: Instant, now: Instant) -> None:
    """Move running periods by the outage, and deal no hand before players had time to reconnect."""
    rules = facts.rules_of(draft.state)
    stood_since = down_since if rules.downtime_shifts_periods.value else now
    waits_until = Instant(now + rules.wait_for_players.value)
    draft.emit(PeriodsShifted(stood_since, now, waits_until, rules.downtime_shifts_periods.rule))
    for chair in draft.state.chairs:
        if chair is not None and not chair.bot:
            draft.emit(ConnectionLost(chair.player, now))
