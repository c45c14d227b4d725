"""
Locking, cutting and proving a hand by PFP-1: pure steps that every poker table shares.

A table's machine locks when it opens a hand, deals when the seeds are there or their time is over, and proves when the hand ended.
Decks come in as arguments, made by the runtime from fresh keys; the room's signature is a function among the facts.
"""

from collections.abc import Collection, Sequence

from fairdeal.fair import (
    AHEAD,
    Decks,
    Lock,
    Participant,
    PublishedHand,
    PublishedVoid,
    deal_hand,
    end_hand,
    lock_hand,
    publish_hand,
    publish_void,
    void_hand,
)
from fairdeal.fair.values import HASH_BYTES, ID_BYTES
from fairdeal.kernel import Instant, PlayerId, Rejection, RuleId, reject
from fairdeal.play.fair.events import FairEvent, HandLocked, PidsGiven, SeedRevealed, SeedsAwaited, SeedsPromised
from fairdeal.play.fair.messages import PromiseSeeds, RevealSeed
from fairdeal.play.fair.state import FairDeal, FairFacts, FairLog, FairPlay, Pid, Promise
from fairdeal.poker import Hand

# ---- promises and seeds


def promise(play: FairPlay, command: PromiseSeeds, opened: int) -> tuple[FairEvent, ...] | Rejection:
    """A player takes part in the cut of coming hands; `opened` is the number of the last hand whose lock cannot change any more."""
    if any(len(each.commitment) != HASH_BYTES for each in command.promises):
        return reject("bad_commitment")
    if _promised_otherwise(play, command):
        return reject("promised_already")
    kept = _coming(command.promises, opened)
    return (SeedsPromised(command.player, kept, anew=True),) if kept or play.pledge_of(command.player) else ()


def reveal(play: FairPlay, command: RevealSeed, opened: int) -> tuple[FairEvent, ...] | Rejection:
    """A player's seed for the locked hand, or why it is refused: not asked for, told already, or not the promised one."""
    locking = play.locking
    if locking is None or locking.hand.hand != command.hand or command.player not in locking.players:
        return reject("seed_not_asked")
    seat = locking.hand.order[locking.players.index(command.player)]
    if seat not in locking.hand.awaited():
        return reject("seed_not_asked")
    found: list[FairEvent] = []
    if all(each.seat != seat for each in locking.seeds):
        if not locking.hand.accepts(seat, command.seed):
            return reject("wrong_seed")
        found.append(SeedRevealed(seat, command.player, command.seed))
    pledge = play.pledge_of(command.player)
    kept = _coming(command.promises, opened)
    if pledge is not None:  # what another device of the player promised stands
        kept = tuple(each for each in kept if pledge.commitment_for(each.hand) in (None, each.commitment))
    if kept:
        found.append(SeedsPromised(command.player, kept, anew=False))
    return tuple(found)


def _promised_otherwise(play: FairPlay, command: PromiseSeeds) -> bool:
    """
    Whether a promise would take the place of another one for the same hand.

    Two devices of a player would else displace each other, and a device could not tell that from a room that does so.
    """
    pledge = play.pledge_of(command.player)
    if pledge is None:
        return False
    return any(pledge.commitment_for(each.hand) not in (None, each.commitment) for each in command.promises)


def _coming(promises: Sequence[Promise], opened: int) -> tuple[Promise, ...]:
    """Those promises that can still count, in the order of hands; of two for one hand, the later."""
    by_hand = {each.hand: each for each in promises if opened < each.hand <= opened + AHEAD}
    return tuple(by_hand[hand] for hand in sorted(by_hand))


def takes_part(play: FairPlay, players: Collection[PlayerId], number: int) -> bool:
    """Whether any of these players committed to a seed for that hand."""
    return any(pledge.player in players and pledge.commitment_for(number) is not None for pledge in play.pledges)


# ---- the lock


def sat_down(log: FairLog, player: PlayerId, pid: bytes, seated: Collection[PlayerId]) -> PidsGiven:
    """A player's pid at this sitting; those who sit here no more are forgotten."""
    gone = tuple(each.player for each in log.pids if each.player not in seated)
    return PidsGiven((Pid(player, pid),), gone)


def missing_pids(log: FairLog, players: Sequence[PlayerId], chance: bytes) -> PidsGiven | None:
    """Pids for those players who have none, from random bytes; None: all have one."""
    without = [player for player in players if log.pid_of(player) is None]
    assert len(chance) >= ID_BYTES * len(without), "the runtime draws enough bytes"
    pids = tuple(Pid(player, chance[at * ID_BYTES : (at + 1) * ID_BYTES]) for at, player in enumerate(without))
    return PidsGiven(pids) if pids else None


def lock(
    facts: FairFacts, log: FairLog, play: FairPlay, number: int, hole: int, places: Sequence[tuple[int, PlayerId]],
    decks: Decks, rule: RuleId, due: Instant, now: Instant,
) -> tuple[HandLocked, SeedsAwaited]:  # fmt: skip
    """Fix a hand: its decks, its players in the order of dealing with what they committed to, and the log before it."""
    participants = []
    for seat, player in places:
        pid, pledge = log.pid_of(player), play.pledge_of(player)
        assert pid is not None, "everybody who is dealt in has a pid"
        participants.append(Participant(seat, pid, None if pledge is None else pledge.commitment_for(number)))
    order = [seat for seat, _ in places]
    locked = lock_hand(facts.table, number, decks, hole, order, participants, log.log)
    players = tuple(player for _, player in places)
    signature = facts.signer.sign(locked.lock)
    awaited = SeedsAwaited(locked, signature, players, rule, due, Instant(now + facts.window))
    return HandLocked(locked.public(), signature, facts.signer.public), awaited


# ---- the deal, and what ends it


def cut(facts: FairFacts, play: FairPlay) -> FairDeal:
    """Cut the locked decks by the seeds that were revealed."""
    locking = play.locking
    assert locking is not None, "only a locked hand is dealt"
    dealt = deal_hand(locking.hand, dict(locking.seeds))
    return FairDeal(dealt, (locking.signature, facts.signer.sign(dealt.deal)))


def prove(facts: FairFacts, deal: FairDeal, hand: Hand) -> PublishedHand:
    """What is published of a hand that was played to its end."""
    dealt, result = deal.dealt, hand.result
    assert result is not None, "only a finished hand is proven"
    seen = dict(zip(dealt.board(), result.board, strict=False))
    for place in result.shown:
        seat = dealt.locked.order[place]
        seen.update(zip(dealt.hole_cards(seat), hand.hole(place), strict=True))
    ended = end_hand(dealt, seen)
    assert {each.k: each.card for each in ended.openings} == seen, "what everybody saw is what was dealt by the cut"
    lock_signature, deal_signature = deal.signatures
    return publish_hand(ended, (lock_signature, deal_signature, facts.signer.sign(ended.end)), facts.signer.public)


def prove_void(facts: FairFacts, lock: Lock, reason: int) -> PublishedVoid:
    """What is published of a locked hand that does not count; the lock is signed again, for the room's key may have changed since."""
    void = void_hand(lock, reason)
    sign = facts.signer.sign
    return publish_void(void, (sign(lock.lock), sign(void.void)), facts.signer.public)
