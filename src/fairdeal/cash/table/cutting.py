"""The players' part in the cut of a cash table's decks (PFP-1): promises, seeds, and the deal that follows from them."""

from fairdeal.cash.table.dealing import deal_at, deal_locked_hand
from fairdeal.cash.table.events import TableEvent
from fairdeal.cash.table.evolve import evolve
from fairdeal.cash.table.facts import TableFacts
from fairdeal.cash.table.hand_end import TableDraft
from fairdeal.cash.table.state import CashTable
from fairdeal.kernel import Draft, Instant, PlayerId, Rejection, Verdict, reject
from fairdeal.play.fair import dealing
from fairdeal.play.fair.messages import DealLocked, PromiseSeeds, RevealSeed
from fairdeal.play.fair.state import IDLE, FairLog


def promise_seeds(facts: TableFacts, table: CashTable, command: PromiseSeeds, now: Instant) -> Verdict[TableEvent]:
    """Take part in the cut of the hands to come; a promise that comes too late to be locked in time counts from the hand after."""
    refusal = _check(facts, table, command.player)
    if refusal is not None:
        return refusal
    if (table.fair or FairLog()).pid_of(command.player) is None:  # sat down before the table dealt by a cut
        assert command.pid is not None, "chance draws the pid"
        seated = [chair.player for chair in table.chairs if chair is not None]
        return (dealing.sat_down(table.fair or FairLog(), command.player, command.pid, seated),)
    return dealing.promise(table.fair_play or IDLE, command, _fixed(facts, table, now))


def reveal_seed(facts: TableFacts, table: CashTable, command: RevealSeed, now: Instant) -> Verdict[TableEvent]:
    """Take a player's seed; when the last one is there and cards are due, the hand is dealt."""
    refusal = _check(facts, table, command.player)
    if refusal is not None:
        return refusal
    found = dealing.reveal(table.fair_play or IDLE, command, table.hands_opened)
    if isinstance(found, Rejection):
        return found
    draft: TableDraft = Draft(table, evolve)
    draft.emit(*found)
    _deal_if_due(facts, draft, now)
    return draft


def deal_locked(facts: TableFacts, table: CashTable, command: DealLocked, now: Instant) -> Verdict[TableEvent]:
    """Deal the locked hand with the seeds that are there; refused before their time is over, and while clocks stand."""
    locking = None if table.fair_play is None else table.fair_play.locking
    if locking is None or locking.hand.hand != command.hand:
        return reject("stale_hand", next=table.hands_opened + 1)
    if table.paused_since is not None:
        return reject("clocks_paused", facts.rules_of(table).downtime_shifts_periods.rule)
    if now < locking.deals_at:
        return reject("too_early", due=locking.deals_at)
    draft: TableDraft = Draft(table, evolve)
    deal_locked_hand(facts, draft, now)
    return draft


def _deal_if_due(facts: TableFacts, draft: TableDraft, now: Instant) -> None:
    play = draft.state.fair_play
    locking = None if play is None else play.locking
    stands = draft.state.paused_since is not None
    if locking is not None and locking.is_complete and now >= locking.due and not stands:
        deal_locked_hand(facts, draft, now)


def _check(facts: TableFacts, table: CashTable, player: PlayerId) -> Rejection | None:
    if table.seat_of(player) < 0:
        return reject("not_seated")
    return reject("no_cut_here") if facts.fair is None else None


def _fixed(facts: TableFacts, table: CashTable, now: Instant) -> int:
    """
    The number of the last hand that nobody can promise a seed for any more.

    A hand that is due soon is among them: who promised at the last moment and then said nothing would make everybody wait.
    """
    due = deal_at(facts, table)
    assert facts.fair is not None
    return table.hands_opened + (due is not None and now > due - facts.fair.window)
