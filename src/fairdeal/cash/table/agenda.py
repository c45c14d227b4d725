"""The timers of a cash table."""

from collections.abc import Iterator
from typing import Final

from fairdeal.cash.table.commands import Refill, RemoveAbsent, StartHand, TableCommand
from fairdeal.cash.table.dealing import opens_at
from fairdeal.cash.table.facts import TableFacts
from fairdeal.cash.table.sitting_out import removal_at
from fairdeal.cash.table.state import CashTable
from fairdeal.kernel import Instant, Timer
from fairdeal.play.fair.messages import DealLocked
from fairdeal.play.messages import TurnExpired

AT_ONCE: Final = Instant(0)


def tasks(facts: TableFacts, table: CashTable) -> Iterator[Timer[TableCommand]]:
    """The timers of a table: the turn's deadline or the next deal, the ends of sit-outs, and due auto top-ups."""
    if not table.chairs or table.closed:
        return
    rules = facts.rules[table.edition]  # chairs follow the revision in force, a hand the one it was opened under
    stands = table.paused_since is not None
    if not stands:
        running, open_hand = table.running, table.open
        if running is not None and open_hand is not None and running.turn is not None:
            yield Timer(running.turn.deadline, TurnExpired(open_hand.hand, running.turn.number))
        elif table.fair_play is not None and (locking := table.fair_play.locking) is not None:
            yield Timer(locking.deals_at, DealLocked(locking.hand.hand))
        elif (due := opens_at(facts, table)) is not None:
            yield Timer(due, StartHand(table.hands_opened + 1))
    for chair in table.chairs:
        if chair is None:
            continue
        if chair.sit_out is not None and not stands:
            absent = RemoveAbsent(chair.player, chair.sit_out.since, rules.sit_out_max.rule)
            yield Timer(removal_at(rules, chair.sit_out), absent)
        if chair.refill_due:
            yield Timer(AT_ONCE, Refill(chair.player, table.hands_opened))
