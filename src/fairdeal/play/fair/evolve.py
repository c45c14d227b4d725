"""What each event of PFP-1 makes of a table's log and of its locked hand; nothing here refuses."""

from fairdeal.fair import DEFAULT, OWN, UNREVEALED, PublishedHand, PublishedVoid, messages
from fairdeal.kernel import Instant, PlayerId
from fairdeal.kernel.values import changed
from fairdeal.play.fair.events import (
    HandLocked,
    HandProven,
    PidsGiven,
    SeedRevealed,
    SeedsAwaited,
    SeedsPromised,
    VoidProven,
)
from fairdeal.play.fair.state import IDLE, FairCounts, FairDeal, FairLog, FairPlay, Locking, Pledge, SeatSeedTold

# ---- the stored part


def after_pids(log: FairLog | None, event: PidsGiven) -> FairLog:
    """The log with new pids, and without those of players who are gone."""
    log = log or FairLog()
    return changed(log, pids=(*(each for each in log.pids if each.player not in event.gone), *event.pids))


def after_lock(log: FairLog | None, event: HandLocked) -> FairLog:
    """The log with an open lock."""
    return changed(log or FairLog(), lock=event.lock)


def after_proof(log: FairLog | None, event: HandProven | VoidProven) -> FairLog:
    """The log after a hand that ended or was void."""
    log, proof = log or FairLog(), event.proof
    counts = (
        _void_counted(log.counts, proof.reason) if isinstance(proof, PublishedVoid) else _counted(log.counts, proof)
    )
    return changed(log, log=proof.after, lock=None, counts=counts)


def _counted(counts: FairCounts, proof: PublishedHand) -> FairCounts:
    flags = [each.flag for each in proof.seats]
    own = flags.count(OWN)
    return changed(
        counts,
        hands=counts.hands + 1,
        own=counts.own + own,
        default=counts.default + flags.count(DEFAULT),
        absent=counts.absent + flags.count(UNREVEALED),
        uncut=counts.uncut + (own == 0),
    )


def _void_counted(counts: FairCounts, reason: int) -> FairCounts:
    match reason:
        case messages.RESTARTED:
            return changed(counts, restarts=counts.restarts + 1)
        case messages.TABLE_STOPPED:
            return changed(counts, stops=counts.stops + 1)
        case _:
            return changed(counts, called_off=counts.called_off + 1)


def without_lock(log: FairLog | None) -> FairLog | None:
    """The log of a table whose open hand is void."""
    return log and changed(log, lock=None)


def without_pid(log: FairLog | None, player: PlayerId) -> FairLog | None:
    """The log without the pid of a player who left."""
    return log and changed(log, pids=tuple(each for each in log.pids if each.player != player))


# ---- the part that is never stored


def after_awaiting(play: FairPlay | None, event: SeedsAwaited) -> FairPlay:
    """A locked hand waits for seeds."""
    locking = Locking(event.hand, event.signature, event.players, event.rule, event.due, event.until)
    return changed(play or IDLE, locking=locking)


def after_promise(play: FairPlay | None, event: SeedsPromised) -> FairPlay:
    """A player's promises; each stands for its hand."""
    play = play or IDLE
    before = play.pledge_of(event.player) or Pledge(event.player, ())
    hands = {each.hand for each in event.promises}
    promises = sorted((*(each for each in before.promises if each.hand not in hands), *event.promises))
    pledge = Pledge(event.player, tuple(promises), 0 if event.anew else before.misses)
    return changed(play, pledges=(*(each for each in play.pledges if each.player != event.player), pledge))


def after_reveal(play: FairPlay | None, event: SeedRevealed) -> FairPlay:
    """A seed for the locked hand."""
    assert play is not None
    assert play.locking is not None, "only a locked hand takes seeds"
    seeds = (*play.locking.seeds, SeatSeedTold(event.seat, event.seed))
    return changed(play, locking=changed(play.locking, seeds=seeds))


def after_deal(play: FairPlay | None, deal: FairDeal | None) -> FairPlay | None:
    """The hand is dealt: its promises are used up, and who did not reveal one is counted."""
    if play is None or deal is None or play.locking is None:
        return play
    locking, number = play.locking, deal.dealt.locked.hand
    flags = {each.seat: each.flag for each in deal.dealt.seats}
    by_player = dict(zip(locking.players, locking.hand.order, strict=True))
    awaited = locking.hand.awaited()
    pledges = []
    for pledge in play.pledges:
        seat = by_player.get(pledge.player)
        misses = pledge.misses
        if seat in awaited:
            misses = misses + 1 if flags[seat] == UNREVEALED else 0
        promises = tuple(each for each in pledge.promises if each.hand > number)
        pledges.append(Pledge(pledge.player, promises, misses))
    return FairPlay(tuple(pledges))


def after_void(play: FairPlay | None) -> FairPlay | None:
    """The locked hand is void: its decks are burnt."""
    return play and changed(play, locking=None)


def without_player(play: FairPlay | None, player: PlayerId) -> FairPlay | None:
    """The promises of a player who left are forgotten."""
    if play is None or play.pledge_of(player) is None:
        return play
    return changed(play, pledges=tuple(each for each in play.pledges if each.player != player))


def after_pause(play: FairPlay | None, stood_since: Instant, until: Instant) -> FairPlay | None:
    """The time to reveal seeds is moved by the length of a pause of all clocks."""
    if play is None or play.locking is None:
        return play
    locking, stood = play.locking, until - stood_since
    due, ends = Instant(locking.due + stood), Instant(locking.until + stood)
    return changed(play, locking=changed(locking, due=due, until=ends))
