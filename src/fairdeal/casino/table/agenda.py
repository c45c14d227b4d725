"""The agenda of a casino table: timers for betting, decisions, pauses, cards and shuffles."""

from collections.abc import Iterator

from fairdeal.casino.table.commands import CloseBetting, OpenBetting, TableCommand
from fairdeal.casino.table.facts import TableFacts
from fairdeal.casino.table.fair import chain
from fairdeal.casino.table.fair.drawing import ready_at
from fairdeal.casino.table.shoes import needs_shuffle, shuffle_due
from fairdeal.casino.table.state import Phase, Table
from fairdeal.casino.table.window import may_open
from fairdeal.kernel import Timer


def tasks(facts: TableFacts, table: Table) -> Iterator[Timer[TableCommand]]:
    """The timers of the table; none while it is held, because it then waits for staff."""
    if table.hold is not None:
        return
    waits = tuple(chain.tasks(facts, table)) if facts.is_fair else ()
    yield from waits
    if waits and table.phase is not Phase.BETTING:
        return
    if not facts.is_live and needs_shuffle(facts, table) and _goes_on(facts, table):
        yield Timer(ready_at(table) or table.since, shuffle_due(facts, table))
    elif may_open(facts, table):
        yield Timer(max(table.deadline, table.since), OpenBetting(table.round + 1))
    elif table.phase is Phase.BETTING:
        yield Timer(table.deadline, CloseBetting(table.round))
    elif table.phase in (Phase.CLOSED, Phase.PLAYING):
        yield from facts.game.tasks(facts, table)


def _goes_on(facts: TableFacts, table: Table) -> bool:
    """Whether play goes on, so that the cards should be shuffled."""
    return table.in_round or facts.game.has_players(facts, table)
