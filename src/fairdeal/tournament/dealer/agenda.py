"""What a dealer waits for: the clock of a turn or of the next deal, and the receipt of a report."""

from collections.abc import Iterator

from fairdeal.kernel import Message, Task, Timer
from fairdeal.play.fair.messages import DealLocked
from fairdeal.play.messages import TurnExpired
from fairdeal.tournament.dealer.commands import DealCommand, DealHand
from fairdeal.tournament.dealer.facts import DealerFacts
from fairdeal.tournament.dealer.playing import opens_at
from fairdeal.tournament.dealer.state import DealerTable
from fairdeal.tournament.orders import DealerReport, TableClosed, director_stream

DealTask = Task[DealCommand | DealerReport]


def agenda(facts: DealerFacts, table: DealerTable) -> frozenset[DealTask]:
    """The clock of the turn or the next deal, and the report that is not known to have arrived."""
    return frozenset(_tasks(facts, table))


def _tasks(facts: DealerFacts, table: DealerTable) -> Iterator[DealTask]:
    if table.closed:
        yield Message(director_stream(facts.tournament), TableClosed(facts.number))
        return
    if table.report is not None:
        yield Message(director_stream(facts.tournament), table.report)
    if table.paused_since is not None:
        return
    running = table.running
    if running is not None and running.turn is not None:
        yield Timer(running.turn.deadline, TurnExpired(running.lineup.hand, running.turn.number))
    elif table.fair_play is not None and (locking := table.fair_play.locking) is not None:
        yield Timer(locking.deals_at, DealLocked(locking.hand.hand))
    elif (due := opens_at(facts, table)) is not None:
        assert table.order is not None, "only an order is due"
        yield Timer(due, DealHand(table.order.number, table.order.attempt))
