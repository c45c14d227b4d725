"""
The hash chain of a stream: digests of entries, snapshots, receipts and rows of lists.

An entry's digest covers the digest before it, the entry's row, the rows of its transfers and the row of its hand, exactly
as they are kept. The rows are framed as MessagePack, which says every value's type and length, so no two different sets
of rows are the same bytes.

With a key the digest is a MAC (HMAC-SHA-256) behind the number of its key, so changed rows cannot get fitting digests
without the key. Without one it is a plain hash (SHA-256), as all were before there were keys; the length tells which.
"""

import hmac
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Final

import msgspec

from fairdeal.kernel import StreamId
from fairdeal.storage.shapes import Row

DIGEST_BYTES: Final = 32
NUMBER_BYTES: Final = 4
GENESIS: Final = bytes(DIGEST_BYTES)
"""The digest before the first entry of a stream."""

ANCHORS: Final = StreamId("anchor:house")
"""The stream of anchors; see `anchors`."""

_HASH: Final = "sha256"
_pack: Final = msgspec.msgpack.Encoder().encode


class ChainHasher:
    """Makes digests with the newest key and verifies those of any key; without keys, plain hashes only."""

    __slots__ = ("_key", "_keys", "_prefix")

    def __init__(self, keys: Mapping[int, bytes] | None = None) -> None:
        self._keys = {number.to_bytes(NUMBER_BYTES, "big"): key for number, key in (keys or {}).items()}
        self._prefix = max(self._keys, default=b"")
        self._key = self._keys.get(self._prefix, b"")

    def __repr__(self) -> str:
        return f"ChainHasher(keys {sorted(int.from_bytes(number, 'big') for number in self._keys)})"

    @property
    def is_keyed(self) -> bool:
        """Whether new digests are MACs."""
        return bool(self._key)

    def entry(self, previous: bytes, entry: Row, transfers: Sequence[Row], hand: Row | None) -> bytes:
        """The digest of a new entry; `entry` is its row without the digest, transfers are in the order of their key."""
        body = _pack((previous, entry, transfers, hand))
        if self._key:
            return self._prefix + hmac.digest(self._key, body, _HASH)
        return sha256(body).digest()

    def snapshot(self, entry: bytes, snapshot: Row) -> bytes:
        """The digest of a new snapshot; it covers the digest of the entry it was taken after."""
        return self._make(_pack((entry, snapshot)))

    def receipt(self, receipt: Row) -> bytes:
        """The digest of a new receipt; empty without a key, because a plain hash would prove nothing."""
        return self._make(_pack(("receipt", receipt))) if self._key else b""

    def listing(self, listing: Row) -> bytes:
        """The digest of a row of a list."""
        return self._make(_pack(("listing", listing)))

    def listing_like(self, digest: bytes, listing: Row) -> bytes | None:
        """What the digest of a row of a list should be, made with the same key as `digest`; None if that key is unknown."""
        return self._remake(digest, _pack(("listing", listing)))

    def row(self, table: str, row: Row) -> bytes:
        """The digest of a row that changes in place; see `people_seals`."""
        return self._make(_pack((table, row)))

    def row_like(self, digest: bytes, table: str, row: Row) -> bytes | None:
        """What the digest of such a row should be, made with the same key as `digest`; None if that key is unknown."""
        return self._remake(digest, _pack((table, row)))

    def entry_like(
        self, digest: bytes, previous: bytes, entry: Row, transfers: Sequence[Row], hand: Row | None
    ) -> bytes | None:
        """What an entry's digest should be, made with the same key as `digest`; None if that key is unknown."""
        return self._remake(digest, _pack((previous, entry, transfers, hand)))

    def has_snapshot(self, digest: bytes, entry: bytes, snapshot: Row) -> bool | None:
        """
        Whether a snapshot belongs to the entry with that digest; None if its key is unknown.

        A snapshot after a keyed entry is keyed too: a plain hash there is a forgery.
        """
        made = self._remake(digest, _pack((entry, snapshot)))
        return None if made is None else made == digest and is_keyed(digest) >= is_keyed(entry)

    def receipt_like(self, digest: bytes, receipt: Row) -> bytes | None:
        """What a receipt's digest should be, made with the same key as `digest`; None if that key is unknown."""
        return self._remake(digest, _pack(("receipt", receipt)))

    def knows(self, digest: bytes) -> bool:
        """Whether the key of a digest is known."""
        return not is_keyed(digest) or digest[:NUMBER_BYTES] in self._keys

    def _make(self, body: bytes) -> bytes:
        return self._prefix + hmac.digest(self._key, body, _HASH) if self._key else sha256(body).digest()

    def _remake(self, digest: bytes, body: bytes) -> bytes | None:
        if not is_keyed(digest):
            return sha256(body).digest()
        key = self._keys.get(digest[:NUMBER_BYTES])
        return None if key is None else digest[:NUMBER_BYTES] + hmac.digest(key, body, _HASH)


PLAIN: Final = ChainHasher()
"""The hasher without a key."""


def is_keyed(digest: bytes) -> bool:
    """Whether a digest was made with a key."""
    return len(digest) == NUMBER_BYTES + DIGEST_BYTES


def payload_digest(payload: bytes) -> bytes:
    """The hash of a payload that is stored with its idempotency key."""
    return sha256(payload).digest()
