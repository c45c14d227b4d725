"""
What is published of a poker hand: one JSON object, a whitelist, nothing else.

Everybody gets the public form, whose openings are the cards that were opened to all. A player's own copy has that player's own cards as
well. Neither holds acts, amounts or names; the key of the played deck, the salts of unopened cards, folded cards and the stub are
in neither. A void hand has a form of its own, so that a table's log can be followed across it.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any, Final

from fairdeal.fair.deck import Opening
from fairdeal.fair.fields import Json, as_object, check_fields, exact_row, hex_of, number_of, row_of
from fairdeal.fair.hand import EndedHand, VoidHand
from fairdeal.fair.merkle import PATH_NODES
from fairdeal.fair.mix import SeatSeed
from fairdeal.fair.values import (
    BOARD_CARDS,
    CARDS,
    DEFAULT,
    HAND_MAX,
    HASH_BYTES,
    HOLE_CARDS_MAX,
    ID_BYTES,
    NOTHING,
    PROTOCOL,
    SEATS_MAX,
    SIGNATURE_BYTES,
    BadProof,
)

HAND_FIELDS: Final = (
    "protocol",
    "table",
    "hand",
    "roots",
    "hole",
    "order",
    "seats",
    "mix",
    "deck",
    "unused_key",
    "openings",
    "log",
    "lock",
    "deal",
    "end",
    "signatures",
    "key",
)
SEAT_FIELDS: Final = ("seat", "pid", "flag", "commitment", "seed")
OPENING_FIELDS: Final = ("k", "i", "card", "salt", "path")
LOG_FIELDS: Final = ("before", "after")
VOID: Final = "void"
VOID_FIELDS: Final = (
    "protocol",
    "kind",
    "table",
    "hand",
    "roots",
    "hole",
    "order",
    "seats",
    "reason",
    "log",
    "lock",
    "void",
    "signatures",
    "key",
)
LOCKED_SEAT_FIELDS: Final = ("seat", "pid", "flag", "commitment")


@dataclass(frozen=True, slots=True)
class PublishedHand:
    """A hand as it was published; nothing of it has been checked but its form."""

    table: bytes
    hand: int
    roots: tuple[bytes, bytes]
    hole: int
    order: tuple[int, ...]
    seats: tuple[SeatSeed, ...]
    mix: bytes
    deck: int
    unused_key: bytes
    openings: tuple[Opening, ...]
    before: bytes
    after: bytes
    lock: bytes
    deal: bytes
    end: bytes
    signatures: tuple[bytes, ...]  # over lock, deal and end
    key: bytes

    @property
    def signed(self) -> tuple[bytes, ...]:
        """What was signed, in the order of the signatures."""
        return self.lock, self.deal, self.end


@dataclass(frozen=True, slots=True)
class PublishedVoid:
    """A void hand as it was published; `seats` hold no seeds."""

    table: bytes
    hand: int
    roots: tuple[bytes, bytes]
    hole: int
    order: tuple[int, ...]
    seats: tuple[SeatSeed, ...]
    reason: int
    before: bytes
    after: bytes
    lock: bytes
    void: bytes
    signatures: tuple[bytes, ...]  # over lock and void
    key: bytes

    @property
    def signed(self) -> tuple[bytes, ...]:
        """What was signed, in the order of the signatures."""
        return self.lock, self.void


# ---- writing


def publish_hand(ended: EndedHand, signatures: Sequence[bytes], key: bytes, own: Collection[int] = ()) -> PublishedHand:
    """A hand's public form, or with `own`, the numbers k of a player's own cards, that player's copy."""
    dealt, locked = ended.dealt, ended.dealt.locked
    shown = {each.k: each for each in (*dealt.openings(own), *ended.openings)}
    return PublishedHand(
        locked.table,
        locked.hand,
        locked.decks.roots,
        locked.hole,
        locked.order,
        dealt.seats,
        dealt.mix,
        dealt.cut.deck,
        dealt.unused.key,
        tuple(shown[k] for k in sorted(shown)),
        locked.before,
        ended.after,
        locked.lock,
        dealt.deal,
        ended.end,
        tuple(signatures),
        key,
    )


def publish_void(void: VoidHand, signatures: Sequence[bytes], key: bytes) -> PublishedVoid:
    """What is published of a void hand: who was locked in, by which decks, and why it does not count."""
    locked = void.locked
    return PublishedVoid(
        locked.table,
        locked.hand,
        locked.roots,
        locked.hole,
        locked.order,
        tuple(each._replace(seed=NOTHING) for each in locked.seats),
        void.reason,
        locked.before,
        void.after,
        locked.lock,
        void.void,
        tuple(signatures),
        key,
    )


def hand_json(hand: PublishedHand) -> Json:
    """A published hand as the JSON object that verifiers read."""
    return {
        "protocol": PROTOCOL,
        "table": hand.table.hex(),
        "hand": hand.hand,
        "roots": [root.hex() for root in hand.roots],
        "hole": hand.hole,
        "order": list(hand.order),
        "seats": [{**_locked_seat(each), "seed": each.seed.hex()} for each in hand.seats],
        "mix": hand.mix.hex(),
        "deck": hand.deck,
        "unused_key": hand.unused_key.hex(),
        "openings": [_opening_json(each) for each in hand.openings],
        "log": {"before": hand.before.hex(), "after": hand.after.hex()},
        "lock": hand.lock.hex(),
        "deal": hand.deal.hex(),
        "end": hand.end.hex(),
        "signatures": [each.hex() for each in hand.signatures],
        "key": hand.key.hex(),
    }


def void_json(hand: PublishedVoid) -> Json:
    """A published void hand as a JSON object."""
    return {
        "protocol": PROTOCOL,
        "kind": VOID,
        "table": hand.table.hex(),
        "hand": hand.hand,
        "roots": [root.hex() for root in hand.roots],
        "hole": hand.hole,
        "order": list(hand.order),
        "seats": [_locked_seat(each) for each in hand.seats],
        "reason": hand.reason,
        "log": {"before": hand.before.hex(), "after": hand.after.hex()},
        "lock": hand.lock.hex(),
        "void": hand.void.hex(),
        "signatures": [each.hex() for each in hand.signatures],
        "key": hand.key.hex(),
    }


def _locked_seat(each: SeatSeed) -> Json:
    return {"seat": each.seat, "pid": each.pid.hex(), "flag": each.flag, "commitment": each.commitment.hex()}


def _opening_json(each: Opening) -> Json:
    path = [node.hex() for node in each.path]
    return {"k": each.k, "i": each.i, "card": each.card, "salt": each.salt.hex(), "path": path}


# ---- reading


def read_hand(found: Json) -> PublishedHand:
    """A published hand from its JSON object; raises `BadProof` for anything that is not exactly one."""
    check_fields(found, HAND_FIELDS, "a hand")
    check_protocol(found)
    order = _order(found)
    return PublishedHand(
        hex_of(found["table"], ID_BYTES, "table"),
        number_of(found["hand"], HAND_MAX, "hand"),
        _roots(found),
        number_of(found["hole"], HOLE_CARDS_MAX, "hole"),
        order,
        tuple(_seat(each, SEAT_FIELDS) for each in exact_row(found["seats"], len(order), "seats")),
        hex_of(found["mix"], HASH_BYTES, "mix"),
        number_of(found["deck"], 1, "deck"),
        hex_of(found["unused_key"], HASH_BYTES, "unused_key"),
        tuple(_opening(each) for each in row_of(found["openings"], CARDS, "openings")),
        *_log(found),
        hex_of(found["lock"], HASH_BYTES, "lock"),
        hex_of(found["deal"], HASH_BYTES, "deal"),
        hex_of(found["end"], HASH_BYTES, "end"),
        _signatures(found, 3),
        hex_of(found["key"], HASH_BYTES, "key"),
    )


def read_void(found: Json) -> PublishedVoid:
    """A published void hand from its JSON object; raises `BadProof` for anything that is not exactly one."""
    check_fields(found, VOID_FIELDS, "a void hand")
    check_protocol(found)
    order = _order(found)
    return PublishedVoid(
        hex_of(found["table"], ID_BYTES, "table"),
        number_of(found["hand"], HAND_MAX, "hand"),
        _roots(found),
        number_of(found["hole"], HOLE_CARDS_MAX, "hole"),
        order,
        tuple(_seat(each, LOCKED_SEAT_FIELDS) for each in exact_row(found["seats"], len(order), "seats")),
        number_of(found["reason"], 255, "reason"),
        *_log(found),
        hex_of(found["lock"], HASH_BYTES, "lock"),
        hex_of(found["void"], HASH_BYTES, "void"),
        _signatures(found, 2),
        hex_of(found["key"], HASH_BYTES, "key"),
    )


def check_protocol(found: Json) -> None:
    """Raise `BadProof` unless a proof is one of this protocol."""
    if found["protocol"] != PROTOCOL:
        raise BadProof("other_protocol", f"this is no proof of {PROTOCOL}")


def _roots(found: Json) -> tuple[bytes, bytes]:
    first, second = (hex_of(each, HASH_BYTES, "a root") for each in exact_row(found["roots"], 2, "roots"))
    return first, second


def _order(found: Json) -> tuple[int, ...]:
    order = tuple(number_of(each, 255, "a seat") for each in row_of(found["order"], SEATS_MAX, "order"))
    hole = number_of(found["hole"], HOLE_CARDS_MAX, "hole")
    if len(order) < 2 or not hole or len(order) * hole + BOARD_CARDS > CARDS:
        raise BadProof("bad_order", f"{len(order)} players cannot be dealt {hole} cards each")
    return order


def _seat(value: Any, fields: Sequence[str]) -> SeatSeed:
    found = as_object(value, "a seat")
    check_fields(found, fields, "a seat")
    return SeatSeed(
        number_of(found["seat"], 255, "seat"),
        hex_of(found["pid"], ID_BYTES, "pid"),
        number_of(found["flag"], DEFAULT, "flag"),
        hex_of(found["commitment"], HASH_BYTES, "commitment"),
        hex_of(found["seed"], HASH_BYTES, "seed") if "seed" in found else NOTHING,
    )


def _opening(value: Any) -> Opening:
    found = as_object(value, "an opening")
    check_fields(found, OPENING_FIELDS, "an opening")
    return Opening(
        number_of(found["k"], CARDS - 1, "k"),
        number_of(found["i"], CARDS - 1, "i"),
        number_of(found["card"], CARDS - 1, "card"),
        hex_of(found["salt"], HASH_BYTES, "salt"),
        tuple(hex_of(node, HASH_BYTES, "a node") for node in exact_row(found["path"], PATH_NODES, "path")),
    )


def _log(found: Json) -> tuple[bytes, bytes]:
    log = as_object(found["log"], "log")
    check_fields(log, LOG_FIELDS, "log")
    return hex_of(log["before"], HASH_BYTES, "log before"), hex_of(log["after"], HASH_BYTES, "log after")


def _signatures(found: Json, count: int) -> tuple[bytes, ...]:
    rows = exact_row(found["signatures"], count, "signatures")
    return tuple(hex_of(each, SIGNATURE_BYTES, "a signature") for each in rows)
