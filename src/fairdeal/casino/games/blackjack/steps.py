"""The live dealer's steps of a blackjack round, and what follows them."""

from fairdeal.casino.dealer import Step, StepKind
from fairdeal.casino.games.blackjack.play import (
    HOLE,
    advance,
    check_hole,
    due_in_round,
    everybody_answered,
    seen_round,
    show_hole,
)
from fairdeal.casino.games.blackjack.rules import DRAWING, INSURANCE, OVER
from fairdeal.casino.table.facts import TableFacts
from fairdeal.casino.table.rounds import TableDraft
from fairdeal.casino.table.state import Table
from fairdeal.casino.table.steps import scan_step
from fairdeal.kernel import Instant


def next_step(facts: TableFacts, table: Table) -> Step:
    """The next step of the live dealer: deal, check the hole card, turn it over, or wait for decisions."""
    place = due_in_round(facts, table)
    if place is not None:
        return scan_step(facts, table, place)
    played, rules = seen_round(facts, table), facts.casino.blackjack
    if played.stage in (DRAWING, OVER):
        return Step(StepKind.SHOW_HOLE, HOLE)
    if played.stage == INSURANCE and everybody_answered(facts, table):
        return Step(StepKind.CHECK_HOLE, rules.peek.rule)
    return Step(StepKind.WAIT, rules.no_answer.rule, until=table.deadline)


def finished(facts: TableFacts, draft: TableDraft, step: StepKind, now: Instant) -> None:
    """The dealer looked at the hole card, or turned it over."""
    if step is StepKind.CHECK_HOLE:
        check_hole(facts, draft, now)
    elif step is StepKind.SHOW_HOLE:
        show_hole(draft, seen_round(facts, draft.state), now)
        advance(facts, draft, now)
