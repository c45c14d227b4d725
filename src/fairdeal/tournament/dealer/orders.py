"""
How a dealer answers the director: the next hand, who is away, closing the table.

Everything may come twice, and an order may come after the hand it is about; then nothing happens, because the report says so.
"""

from fairdeal.fair import CALLED_OFF, RESTARTED, TABLE_STOPPED
from fairdeal.kernel import Draft, Instant, RuleId, Verdict
from fairdeal.play.fair.dealing import prove_void
from fairdeal.play.fair.events import VoidProven
from fairdeal.tournament.dealer.commands import RecoverDeal
from fairdeal.tournament.dealer.events import (
    AttendanceCalled,
    DealEvent,
    DealVoided,
    OrderTaken,
    PlayersAwaited,
    ReportArrived,
    TableShut,
)
from fairdeal.tournament.dealer.evolve import evolve
from fairdeal.tournament.dealer.facts import DealDraft, DealerFacts
from fairdeal.tournament.dealer.playing import finish_turns
from fairdeal.tournament.dealer.state import DealerTable
from fairdeal.tournament.orders import Attendance, CloseTable, HandAbandoned, PlayHand, ReportNoted


def take_order(facts: DealerFacts, table: DealerTable, order: PlayHand, now: Instant) -> Verdict[DealEvent]:
    """Accept the order of the next hand; a later attempt at the same hand voids the one that is open."""
    if table.closed or order.number <= table.ended:
        return ()
    wanted = (order.number, order.attempt)
    opened, due = table.open, table.due
    if due is not None and (due.number, due.attempt) >= wanted:
        return ()
    if opened is None:
        return (OrderTaken(order),)
    if (table.running is not None or table.is_locked) and (opened.order, opened.attempt) >= wanted:
        return ()
    if (opened.order, opened.attempt) == wanted:
        # It was opened before a crash: the director must order it anew, so that nobody plays two hands of one number.
        return void(facts, table, now, facts.rules_of(order).rollback, reported=True)
    return *void(facts, table, now, facts.rules_of(order).rollback, reported=False), OrderTaken(order)


def note_arrival(_facts: DealerFacts, table: DealerTable, noted: ReportNoted, _now: Instant) -> Verdict[DealEvent]:
    """Stop sending a report that the director has."""
    return (ReportArrived(),) if table.report is not None and table.report.number == noted.number else ()


def call_attendance(facts: DealerFacts, table: DealerTable, called: Attendance, now: Instant) -> Verdict[DealEvent]:
    """Fold at once for players who are away now, and no longer for those who came back."""
    order, away = table.order, frozenset(called.away)
    if order is None or order.number != called.number or called.number <= table.ended or away == table.away:
        return ()
    draft: DealDraft = Draft(table, evolve)
    draft.emit(AttendanceCalled(away, facts.rules_of(order).folds_away))
    finish_turns(facts, draft, now)
    return draft


def shut(facts: DealerFacts, table: DealerTable, command: CloseTable, now: Instant) -> Verdict[DealEvent]:
    """Close the table; a hand that is still being played is void."""
    if table.closed:
        return ()
    closed = TableShut(now, command.rule)
    if table.open is None:
        return (closed,)
    return *void(facts, table, now, command.rule, reported=False), closed


def recover(facts: DealerFacts, table: DealerTable, command: RecoverDeal, now: Instant) -> Verdict[DealEvent]:
    """Void the hand that a crash interrupted, and deal nothing before players can be back."""
    if table.closed:
        return ()
    awaited = PlayersAwaited(command.until)
    if table.open is None:
        return (awaited,)
    why = TABLE_STOPPED if command.alone else RESTARTED
    return *void(facts, table, now, command.rule, reported=True, why=why), awaited


def void(
    facts: DealerFacts,
    table: DealerTable,
    now: Instant,
    rule: RuleId,
    staff: str = "",
    reason: str = "",
    *,
    reported: bool,
    why: int = TABLE_STOPPED,
) -> tuple[DealEvent, ...]:
    """
    The events that void the open hand; `reported`: the director does not know yet and is told.

    `why` is what the published proof says of a hand that was locked; its decks are burnt.
    """
    opened = table.open
    assert opened is not None, "only an open hand can be void"
    report = HandAbandoned(facts.number, opened.order, opened.attempt, rule) if reported else None
    voided = DealVoided(opened.hand, opened.number, now, report, rule, staff, reason)
    lock = None if table.fair is None else table.fair.lock
    if lock is None or facts.fair is None:
        return (voided,)
    return voided, VoidProven(prove_void(facts.fair, lock, CALLED_OFF if staff else why))
