"""What a live dealer does next."""

from fairdeal.casino.dealer import PREPARATION, Step, StepKind
from fairdeal.casino.games.blackjack import DRAWING, INSURANCE, OVER
from fairdeal.casino.table.facts import Game, TableFacts
from fairdeal.casino.table.games import card_due
from fairdeal.casino.table.play import HOLE, SETTLED, everybody_answered, seen_round
from fairdeal.casino.table.shoes import RESHUFFLED, SHUFFLED, needs_shuffle
from fairdeal.casino.table.state import Phase, Table
from fairdeal.kernel import RuleId

INSPECTED = RuleId("BJ-38")
PICKED_UP = RuleId("BJ-47")
DEALT = {Game.BLACKJACK: RuleId("BJ-43"), Game.BACCARAT: RuleId("BAC-10"), Game.ROULETTE: RuleId("RLT-01")}


def next_step(facts: TableFacts, table: Table) -> Step:
    """The one thing to do now."""
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
        case Phase.CLOSED if facts.game is Game.ROULETTE:
            return Step(StepKind.SPIN, DEALT[facts.game])
        case Phase.CLOSED | Phase.PLAYING:
            return _in_round(facts, table)
        case Phase.DECIDED:
            return Step(StepKind.ANNOUNCE, SETTLED)
        case _:
            return Step(StepKind.WAIT, until=table.deadline if table.phase is Phase.RESULT else None)


def _preparation(facts: TableFacts, table: Table) -> Step:
    """Inspect, shuffle, cut, burn; in a round it is the discards that are shuffled."""
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


def _in_round(facts: TableFacts, table: Table) -> Step:
    place = card_due(facts, table)
    if place is not None:
        retry = table.station.failures > 0
        return Step(StepKind.SCAN, DEALT[facts.game], place.seat, place.hand, place.face_up, retry=retry)
    played = seen_round(facts, table)
    if played.stage in (DRAWING, OVER):
        return Step(StepKind.SHOW_HOLE, HOLE)
    if played.stage == INSURANCE and everybody_answered(facts, table):
        return Step(StepKind.CHECK_HOLE, facts.blackjack.peek.rule)
    return Step(StepKind.WAIT, facts.blackjack.no_answer.rule, until=table.deadline)
