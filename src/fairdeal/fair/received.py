"""
A hand from messages of the game socket: what a client received of it, put together as verifiers read it.

Messages are JSON objects as the protocol tells them (`fairLocked`, `fairDealt`, `fairOpened`, `fairEnded`, `fairVoided`); bytes are
hexadecimal digits. Raises `BadProof` for a message that is none.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from fairdeal.fair.deck import Opening
from fairdeal.fair.fields import exact_row, hex_of, number_of, row_of
from fairdeal.fair.hand import Lock
from fairdeal.fair.merkle import PATH_NODES
from fairdeal.fair.mix import SeatSeed
from fairdeal.fair.published import PublishedHand, PublishedVoid
from fairdeal.fair.values import (
    CARDS,
    DEFAULT,
    HAND_MAX,
    HASH_BYTES,
    HOLE_CARDS_MAX,
    ID_BYTES,
    NOTHING,
    SEATS_MAX,
    SIGNATURE_BYTES,
    BadProof,
)

Message = Mapping[str, Any]


def lock_in(table: bytes, message: Message) -> Lock:
    """The lock that a message tells; it is not verified."""
    seats = tuple(
        SeatSeed(
            number_of(_of(each, "seat"), 255, "seat"),
            hex_of(_of(each, "pid"), ID_BYTES, "pid"),
            number_of(_of(each, "flag"), DEFAULT, "flag"),
            hex_of(_of(each, "commitment"), HASH_BYTES, "commitment"),
            NOTHING,
        )
        for each in row_of(_of(message, "seats"), SEATS_MAX, "seats")
    )
    first, second = (hex_of(root, HASH_BYTES, "a root") for root in exact_row(_of(message, "roots"), 2, "roots"))
    return Lock(
        table,
        number_of(_of(message, "hand"), HAND_MAX, "hand"),
        (first, second),
        number_of(_of(message, "hole"), HOLE_CARDS_MAX, "hole"),
        tuple(number_of(each, 255, "a seat") for each in row_of(_of(message, "order"), SEATS_MAX, "order")),
        seats,
        hex_of(_of(message, "before"), HASH_BYTES, "log before"),
        hash_in(message, "lock"),
    )


def seats_in(lock: Lock, dealt: Message) -> tuple[SeatSeed, ...]:
    """The seats of a lock as a cut counts them; those that the cut does not name stay as they were."""
    told = {_of(each, "seat"): each for each in row_of(_of(dealt, "seats"), SEATS_MAX, "seats")}
    return tuple(
        each._replace(
            flag=number_of(_of(told[each.seat], "flag"), DEFAULT, "flag"),
            seed=hex_of(_of(told[each.seat], "seed"), HASH_BYTES, "seed"),
        )
        if each.seat in told
        else each
        for each in lock.seats
    )


def openings_in(message: Message) -> tuple[Opening, ...]:
    """The opened cards of a message."""
    return tuple(_opening(each) for each in row_of(_of(message, "openings"), CARDS, "openings"))


def _opening(each: Any) -> Opening:
    return Opening(
        number_of(_of(each, "k"), CARDS - 1, "k"),
        number_of(_of(each, "i"), CARDS - 1, "i"),
        number_of(_of(each, "card"), CARDS - 1, "card"),
        hex_of(_of(each, "salt"), HASH_BYTES, "salt"),
        tuple(hex_of(node, HASH_BYTES, "a node") for node in exact_row(_of(each, "path"), PATH_NODES, "path")),
    )


def hand_in(table: bytes, locked: Message, dealt: Message, own: Sequence[Opening], ended: Message) -> PublishedHand:
    """A hand that was received whole, with the reader's own cards opened."""
    lock = lock_in(table, locked)
    openings = {each.k: each for each in (*openings_in(ended), *own)}
    return PublishedHand(
        lock.table,
        lock.hand,
        lock.roots,
        lock.hole,
        lock.order,
        seats_in(lock, dealt),
        hash_in(dealt, "mix"),
        number_of(_of(dealt, "deck"), 1, "deck"),
        hash_in(ended, "unusedKey"),
        tuple(openings[k] for k in sorted(openings)),
        lock.before,
        hash_in(ended, "after"),
        lock.lock,
        hash_in(dealt, "deal"),
        hash_in(ended, "end"),
        tuple(signature_in(each) for each in (locked, dealt, ended)),
        hash_in(locked, "key"),
    )


def void_in(table: bytes, locked: Message, voided: Message) -> PublishedVoid:
    """A void hand that was received whole."""
    lock = lock_in(table, locked)
    return PublishedVoid(
        lock.table,
        lock.hand,
        lock.roots,
        lock.hole,
        lock.order,
        lock.seats,
        number_of(_of(voided, "reason"), 255, "reason"),
        lock.before,
        hash_in(voided, "after"),
        lock.lock,
        hash_in(voided, "void"),
        tuple(signature_in(each) for each in (locked, voided)),
        hash_in(locked, "key"),
    )


def hash_in(message: Message, name: str) -> bytes:
    """A field of 32 bytes."""
    return hex_of(_of(message, name), HASH_BYTES, name)


def signature_in(message: Message) -> bytes:
    """The signature of a message."""
    return hex_of(_of(message, "signature"), SIGNATURE_BYTES, "signature")


def _of(message: Any, name: str) -> Any:
    if not isinstance(message, Mapping) or name not in message:
        raise BadProof("bad_fields", f"a message has no {name}")
    return message[name]
