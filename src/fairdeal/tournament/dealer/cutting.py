"""The players' part in the cut of a tournament table's decks (PFP-1): promises, seeds, and the deal that follows from them."""

from fairdeal.fair.values import ID_BYTES
from fairdeal.kernel import Draft, Instant, PlayerId, Rejection, Verdict, reject
from fairdeal.play.fair import dealing
from fairdeal.play.fair.messages import DealLocked, PromiseSeeds, RevealSeed
from fairdeal.play.fair.state import IDLE, FairLog
from fairdeal.tournament.dealer.events import DealEvent
from fairdeal.tournament.dealer.evolve import evolve
from fairdeal.tournament.dealer.facts import DealDraft, DealerFacts
from fairdeal.tournament.dealer.playing import deal_at, deal_locked_hand
from fairdeal.tournament.dealer.state import DealerTable


def promise_seeds(facts: DealerFacts, table: DealerTable, command: PromiseSeeds, now: Instant) -> Verdict[DealEvent]:
    """
    Take part in the cut of the hands to come; who has no pid here yet is given one first, and then promises.

    A promise that comes too late to be locked in time counts from the hand after.
    """
    refusal = _check(facts, table, command.player)
    if refusal is not None:
        return refusal
    if (table.fair or FairLog()).pid_of(command.player) is None:
        assert command.pid is not None, "chance draws the pid"
        assert len(command.pid) == ID_BYTES
        return (dealing.sat_down(table.fair or FairLog(), command.player, command.pid, _players(table)),)
    return dealing.promise(table.fair_play or IDLE, command, _fixed(facts, table, now))


def reveal_seed(facts: DealerFacts, table: DealerTable, command: RevealSeed, now: Instant) -> Verdict[DealEvent]:
    """Take a player's seed; when the last one is there and cards are due, the hand is dealt."""
    refusal = _check(facts, table, command.player)
    if refusal is not None:
        return refusal
    found = dealing.reveal(table.fair_play or IDLE, command, table.opened)
    if isinstance(found, Rejection):
        return found
    draft: DealDraft = Draft(table, evolve)
    draft.emit(*found)
    play = draft.state.fair_play
    locking = None if play is None else play.locking
    if locking is not None and locking.is_complete and now >= locking.due and table.paused_since is None:
        deal_locked_hand(facts, draft, now)
    return draft


def deal_locked(facts: DealerFacts, table: DealerTable, command: DealLocked, now: Instant) -> Verdict[DealEvent]:
    """Deal the locked hand with the seeds that are there; refused before their time is over, and while clocks stand."""
    locking = None if table.fair_play is None else table.fair_play.locking
    if locking is None or locking.hand.hand != command.hand:
        return reject("stale_hand")
    if table.paused_since is not None:
        return reject("clocks_paused", facts.rules(table).downtime_shifts_periods.rule)
    if now < locking.deals_at:
        return reject("too_early", due=locking.deals_at)
    draft: DealDraft = Draft(table, evolve)
    deal_locked_hand(facts, draft, now)
    return draft


def _check(facts: DealerFacts, table: DealerTable, player: PlayerId) -> Rejection | None:
    if table.closed or table.place_of(player) is None:
        return reject("not_seated")
    return reject("no_cut_here") if facts.fair is None else None


def _players(table: DealerTable) -> frozenset[PlayerId]:
    return frozenset() if table.order is None else frozenset(place.player for place in table.order.places)


def _fixed(facts: DealerFacts, table: DealerTable, now: Instant) -> int:
    """The number of the last hand that nobody can promise a seed for any more, because it is opened or due soon."""
    due = deal_at(table)
    assert facts.fair is not None
    return table.opened + (due is not None and now > due - facts.fair.window)
