"""The next step of a live dealer, computed from the state of the table."""

from typing import Final

from fairdeal.casino.dealer import PREPARATION, Step, StepKind
from fairdeal.casino.table.facts import TableFacts
from fairdeal.casino.table.rounds import Place
from fairdeal.casino.table.shoes import RESHUFFLED, SHUFFLED, needs_shuffle
from fairdeal.casino.table.state import Phase, Table
from fairdeal.kernel import RuleId

INSPECTED: Final = RuleId("BJ-38")
PICKED_UP: Final = RuleId("BJ-47")
ANNOUNCED: Final = RuleId("BJ-18")


def next_step(facts: TableFacts, table: Table) -> Step:
    """The step that the live dealer has to take now."""
    if table.hold is not None:
        return Step(StepKind.HELD, table.hold.rule)
    if not table.in_round and not table.station.picked_up:
        return Step(StepKind.PICK_UP, PICKED_UP, until=table.deadline)
    if needs_shuffle(facts, table):
        return _preparation(facts, table)
    match table.phase:
        case Phase.BETTING:
            return Step(StepKind.WAIT, facts.no_more_bets, until=table.deadline)
        case Phase.CLOSED if not table.station.called:
            return Step(StepKind.CALL_NO_MORE_BETS, facts.no_more_bets)
        case Phase.CLOSED | Phase.PLAYING:
            return facts.game.step(facts, table)
        case Phase.DECIDED:
            return Step(StepKind.ANNOUNCE, ANNOUNCED)
        case _:
            return Step(StepKind.WAIT, until=table.deadline if table.phase is Phase.RESULT else None)


def _preparation(facts: TableFacts, table: Table) -> Step:
    """The next step of preparing a shoe: inspect, shuffle, cut, burn; within a round only the discards are shuffled."""
    station, cards = table.station, facts.cards
    done = max(station.prepared, 1) if station.inspected else station.prepared
    kind = PREPARATION[done]
    match kind:
        case StepKind.INSPECT:
            return Step(kind, INSPECTED)
        case StepKind.SHUFFLE:
            return Step(kind, SHUFFLED if table.shoe is None else RESHUFFLED)
        case StepKind.CUT:
            return Step(kind, cards.cut_card_from_back.rule, count=cards.cut_card_from_back.value)
        case _:
            return Step(kind, cards.burn_after_shuffle.rule, count=cards.burn_after_shuffle.value)


def scan_step(facts: TableFacts, table: Table, place: Place) -> Step:
    """The step to scan the card that is due at that place."""
    retry = table.station.failures > 0
    return Step(StepKind.SCAN, facts.game.dealing_rule, place.seat, place.hand, place.face_up, retry=retry)
