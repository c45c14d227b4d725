"""
What a client says it received, judged by whoever gets it: whether the room signed it, and which check of it fails.

A client whose check failed sends its messages as they came. A signature is over a hash, so it says something about a message only if
that hash is the one of what the message tells: otherwise the client may have changed it. What a message tells beside that, such as the
salt and the path of an opened card, and in which order messages came, is the client's word.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from fairdeal.fair.deck import Opening, root_of_opening
from fairdeal.fair.hand import Lock
from fairdeal.fair.messages import deal_digest, end_digest, lock_digest, log_after_hand, void_digest
from fairdeal.fair.mix import cut_by, mix_of
from fairdeal.fair.published import PublishedHand
from fairdeal.fair.received import (
    Message,
    hand_in,
    hash_in,
    lock_in,
    openings_in,
    seats_in,
    signature_in,
    void_in,
)
from fairdeal.fair.verify.hand import verify_hand, verify_void
from fairdeal.fair.verify.verification import VerifySignature

SIGNED: Final = {"fairLocked": "lock", "fairDealt": "deal", "fairEnded": "end", "fairVoided": "void"}
"""Messages that the room signs, and the hash in each that is signed."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """What is certain about a dispute from its messages alone."""

    signed: bool  # there is a message that the room signs, and it signed every one of them, word for word
    failed: tuple[str, ...]  # the checks that fail
    failed_as_signed: tuple[str, ...] = ()  # those that fail by what the room signed alone, whoever shows it


def judge(table: bytes, received: Sequence[Message], keys: Collection[bytes], signature: VerifySignature) -> Judgement:
    """Judge messages of one hand; raises `BadProof` if one of them is none."""
    by_kind = {kind: [each for each in received if each.get("kind") == kind] for kind in (*SIGNED, "fairOpened")}
    locked, dealt, ended, voided = (next(iter(by_kind[kind]), None) for kind in SIGNED)
    said = [each for kind in SIGNED for each in by_kind[kind]]
    signed = bool(said) and all(
        _is_signed(each, keys, signature) and _tells_its_hash(table, each, locked, dealt) for each in said
    )
    failed = [*_locks(table, by_kind["fairLocked"]), *_twice(by_kind)]
    if locked is not None and dealt is not None:
        failed += _deal(lock_in(table, locked), dealt)
    failed_as_signed = [*failed] if signed else []
    own = [each for message in by_kind["fairOpened"] for each in openings_in(message)]
    if locked is None:
        failed.append("order_in_time")
    elif dealt is not None and ended is None:
        failed += _opened(lock_in(table, locked), dealt, own)
    elif dealt is not None and ended is not None:
        failed += verify_hand(hand_in(table, locked, dealt, own, ended)).failed
        if signed:
            failed_as_signed += _by_signatures(hand_in(table, locked, dealt, (), ended))
    if locked is not None and voided is not None:
        failed += verify_void(void_in(table, locked, voided)).failed
    return Judgement(signed, tuple(dict.fromkeys(failed)), tuple(dict.fromkeys(failed_as_signed)))


def _is_signed(message: Message, keys: Collection[bytes], signature: VerifySignature) -> bool:
    digest, found = hash_in(message, SIGNED[message["kind"]]), signature_in(message)
    return any(signature(key, digest, found) for key in keys)


def _tells_its_hash(table: bytes, message: Message, locked: Message | None, dealt: Message | None) -> bool:
    """Whether what was signed is the hash of what a message tells; what hangs on a message that is not there cannot be told."""
    if message["kind"] == "fairLocked":
        lock = lock_in(table, message)
        return _digest_of(lock) == lock.lock
    if locked is None:
        return False
    lock = lock_in(table, locked)
    if message["kind"] == "fairDealt":
        found = deal_digest(table, lock.hand, lock.lock, seats_in(lock, message), hash_in(message, "mix"))
        return found == hash_in(message, "deal")
    if message["kind"] == "fairVoided":
        reason = void_in(table, locked, message).reason
        return void_digest(table, lock.hand, lock.lock, reason) == hash_in(message, "void")
    if dealt is None:
        return False
    shown = [(each.k, each.card) for each in openings_in(message)]
    found = end_digest(table, lock.hand, hash_in(dealt, "deal"), hash_in(message, "unusedKey"), shown)
    return found == hash_in(message, "end")


def _opened(lock: Lock, dealt: Message, own: Iterable[Opening]) -> Iterable[str]:
    """The own cards of a hand that is not over."""
    cut = cut_by(hash_in(dealt, "mix"))
    for each in own:
        root = root_of_opening(lock.table, lock.hand, cut.deck, each)
        if each.i != cut.places[each.k] or root != lock.roots[cut.deck]:
            yield "cards"


def _digest_of(lock: Lock) -> bytes:
    return lock_digest(lock.table, lock.hand, lock.roots, lock.hole, lock.seats, lock.order, lock.before)


def _by_signatures(hand: PublishedHand) -> Iterable[str]:
    """The checks of a hand that fail whatever its messages tell beside what the room signed."""
    deck = cut_by(hand.mix).deck
    after = log_after_hand(hand.before, hand.lock, hand.deal, hand.end)
    failed = verify_hand(replace(hand, deck=deck, after=after)).failed
    twice = len({each.card for each in hand.openings}) < len(hand.openings)
    return [each for each in failed if each != "cards" or twice]


def _locks(table: bytes, messages: Sequence[Message]) -> Iterable[str]:
    for lock in (lock_in(table, each) for each in messages):
        if _digest_of(lock) != lock.lock:
            yield "lock"


def _twice(by_kind: Mapping[str, Sequence[Message]]) -> Iterable[str]:
    """A hand is locked, dealt and ended once."""
    for kind, name in SIGNED.items():
        if len({hash_in(each, name) for each in by_kind[kind]}) > 1:
            yield "order_in_time"


def _deal(lock: Lock, dealt: Message) -> Iterable[str]:
    seats = seats_in(lock, dealt)
    mix = mix_of(lock.table, lock.hand, lock.roots, seats)
    if mix != hash_in(dealt, "mix"):
        yield "cut"
    if deal_digest(lock.table, lock.hand, lock.lock, seats, mix) != hash_in(dealt, "deal"):
        yield "deal"
