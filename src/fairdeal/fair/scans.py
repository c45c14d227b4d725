"""
The log of a live table's scanner by PFP-1: what was read, in order, chained and signed.

A live dealer's cards have no seeds: they are shuffled by hand. What can be shown is that nothing was changed after it was read. Every
entry is hashed into the log when it is made; the face of a card is salted, for of 52 cards an unsalted one would be guessed. The salt
is published with the card, and a card that nobody was shown is published without both. Corrections are entries of their own.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from fairdeal.fair.fields import Json, as_object, check_fields, exact_row, hex_of, number_of, row_of
from fairdeal.fair.published import check_protocol
from fairdeal.fair.stream import Hmac
from fairdeal.fair.values import (
    CARDS,
    HASH_BYTES,
    ID_BYTES,
    NOTHING,
    PROTOCOL,
    SIGNATURE_BYTES,
    BadProof,
    tagged,
    u8,
    u16,
    u64,
)

SCANS: Final = "scans"
SCANS_FIELDS: Final = ("protocol", "kind", "table", "round", "log", "entries", "signatures", "key")
LOG_FIELDS: Final = ("before", "after")
ENTRY_FIELDS: Final = ("what", "seat", "hand", "card", "video", "salt", "face")

CARD: Final = "card"
UNREAD: Final = "unread"
"""The scanner could not read a card."""
REFUSED: Final = "refused"
"""A card was read that the shoe cannot hold any more."""
CORRECTION: Final = "correction"
"""A card that was read does not count; two people agreed."""
REDEALT: Final = "redealt"
"""The card that counts in place of one that was corrected."""
WHATS: Final = (CARD, UNREAD, REFUSED, CORRECTION, REDEALT)

NO_CARD: Final = CARDS
"""Stands for the card of an entry that has none."""
ENTRIES_MAX: Final = 1_000
ROUND_MAX: Final = 1 << 53
VIDEO_MAX: Final = 1 << 53


class ScanEntry(NamedTuple):
    """An entry of the log: what was read for which hand, and when in the recording; seats are counted from 1, the dealer's is 0."""

    what: str
    seat: int
    hand: int
    card: int | None  # None: nobody was shown it
    video: int | None
    salt: bytes
    face: bytes


@dataclass(frozen=True, slots=True)
class PublishedScans:
    """The entries of a round as they were published; nothing of them has been checked but their form."""

    table: bytes
    round: int
    before: bytes
    after: bytes
    entries: tuple[ScanEntry, ...]
    signatures: tuple[bytes, ...]
    key: bytes

    @property
    def signed(self) -> tuple[bytes, ...]:
        """What was signed: the log after the round."""
        return (self.after,)


def face_of(card: int, salt: bytes) -> bytes:
    """What the log says of a card without telling it."""
    return tagged("face", u8(card), salt)


def scan_salt(key: bytes, count: int) -> bytes:
    """The salt of an entry, from the key of the shoe and the number of the entry since; never used twice."""
    return Hmac(tagged("scankey", key)).digest(b"PFP1/salt\0" + u64(count))


def scan_entry(key: bytes, count: int, what: str, seat: int, hand: int, card: int, video: int | None) -> ScanEntry:
    """An entry as it is made: with its salt."""
    salt = scan_salt(key, count)
    return ScanEntry(what, seat, hand, card, video, salt, face_of(card, salt))


def log_after(table: bytes, number: int, place: int, before: bytes, entry: ScanEntry) -> bytes:
    """The log after an entry, which is the so-manieth of its round."""
    where = u8(WHATS.index(entry.what)) + u8(entry.seat) + u8(entry.hand) + u64(entry.video or 0)
    leaf = tagged("scan", table, u64(number), u16(place), where, entry.face)
    return tagged("scanlog", before, leaf)


def log_of(table: bytes, number: int, before: bytes, entries: Iterable[ScanEntry]) -> bytes:
    """The log after all entries of a round."""
    for place, entry in enumerate(entries):
        before = log_after(table, number, place, before, entry)
    return before


def hidden(entry: ScanEntry) -> ScanEntry:
    """The entry of a card that nobody was shown, as it is published."""
    return entry._replace(card=None, salt=NOTHING)


# ---- published


def scans_json(found: PublishedScans) -> Json:
    """Published entries as a JSON object."""
    return {
        "protocol": PROTOCOL,
        "kind": SCANS,
        "table": found.table.hex(),
        "round": found.round,
        "log": {"before": found.before.hex(), "after": found.after.hex()},
        "entries": [
            {
                "what": each.what,
                "seat": each.seat,
                "hand": each.hand,
                "card": each.card,
                "video": each.video,
                "salt": each.salt.hex(),
                "face": each.face.hex(),
            }
            for each in found.entries
        ],
        "signatures": [each.hex() for each in found.signatures],
        "key": found.key.hex(),
    }


def read_scans(found: Json) -> PublishedScans:
    """Published entries; raises `BadProof` for anything that is not exactly that."""
    check_fields(found, SCANS_FIELDS, "a scanner's log")
    check_protocol(found)
    log = as_object(found["log"], "log")
    check_fields(log, LOG_FIELDS, "log")
    (signature,) = exact_row(found["signatures"], 1, "signatures")
    rows = row_of(found["entries"], ENTRIES_MAX, "entries")
    if not rows:
        raise BadProof("bad_field", "a round without an entry is not published")
    return PublishedScans(
        hex_of(found["table"], ID_BYTES, "table"),
        number_of(found["round"], ROUND_MAX, "round"),
        hex_of(log["before"], HASH_BYTES, "before"),
        hex_of(log["after"], HASH_BYTES, "after"),
        tuple(_entry(each) for each in rows),
        (hex_of(signature, SIGNATURE_BYTES, "signature"),),
        hex_of(found["key"], HASH_BYTES, "key"),
    )


def _entry(value: Any) -> ScanEntry:
    found = as_object(value, "an entry")
    check_fields(found, ENTRY_FIELDS, "an entry")
    if found["what"] not in WHATS:
        raise BadProof("bad_field", "an entry is nothing that a scanner writes")
    return ScanEntry(
        found["what"],
        number_of(found["seat"], 255, "seat"),
        number_of(found["hand"], 255, "hand"),
        None if found["card"] is None else number_of(found["card"], NO_CARD, "card"),
        None if found["video"] is None else number_of(found["video"], VIDEO_MAX, "video"),
        hex_of(found["salt"], HASH_BYTES, "salt"),
        hex_of(found["face"], HASH_BYTES, "face"),
    )
