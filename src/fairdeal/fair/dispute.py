"""
What a client says it received, judged by whoever gets it: whether the room signed it, and which check of it fails.

A client whose check failed sends its messages as they came. What is signed in them was said by the room; what the client adds
about its order is its word.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from fairdeal.fair.hand import Lock
from fairdeal.fair.messages import deal_digest, lock_digest
from fairdeal.fair.mix import mix_of
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

    signed: bool  # the room signed every message of it that needs a signature, and there is one
    failed: tuple[str, ...]  # the checks that fail


def judge(table: bytes, received: Sequence[Message], keys: Collection[bytes], signature: VerifySignature) -> Judgement:
    """Judge messages of one hand; raises `BadProof` if one of them is none."""
    by_kind = {kind: [each for each in received if each.get("kind") == kind] for kind in (*SIGNED, "fairOpened")}
    failed = [*_locks(table, by_kind["fairLocked"])]
    locked = next(iter(by_kind["fairLocked"]), None)
    dealt = next(iter(by_kind["fairDealt"]), None)
    if locked is None:
        failed.append("order_in_time")
    elif dealt is not None:
        failed += _deal(lock_in(table, locked), dealt)
    if locked is not None and dealt is not None and by_kind["fairEnded"]:
        own = [each for message in by_kind["fairOpened"] for each in openings_in(message)]
        failed += verify_hand(hand_in(table, locked, dealt, own, by_kind["fairEnded"][0])).failed
    if locked is not None and by_kind["fairVoided"]:
        failed += verify_void(void_in(table, locked, by_kind["fairVoided"][0])).failed
    said = [each for kind in SIGNED for each in by_kind[kind]]
    signed = bool(said) and all(_is_signed(each, keys, signature) for each in said)
    return Judgement(signed, tuple(dict.fromkeys(failed)))


def _is_signed(message: Message, keys: Collection[bytes], signature: VerifySignature) -> bool:
    digest, found = hash_in(message, SIGNED[message["kind"]]), signature_in(message)
    return any(signature(key, digest, found) for key in keys)


def _locks(table: bytes, messages: Sequence[Message]) -> Iterable[str]:
    locks = [lock_in(table, each) for each in messages]
    for lock in locks:
        digest = lock_digest(table, lock.hand, lock.roots, lock.hole, lock.seats, lock.order, lock.before)
        if digest != lock.lock:
            yield "lock"
    if len({(lock.hand, lock.lock) for lock in locks}) > 1:
        yield "order_in_time"


def _deal(lock: Lock, dealt: Message) -> Iterable[str]:
    seats = seats_in(lock, dealt)
    mix = mix_of(lock.table, lock.hand, lock.roots, seats)
    if mix != hash_in(dealt, "mix"):
        yield "cut"
    if deal_digest(lock.table, lock.hand, lock.lock, seats, mix) != hash_in(dealt, "deal"):
        yield "deal"
