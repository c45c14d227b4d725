"""
The hash chain of a stream.

An entry's digest covers the digest before it, the entry's row, the rows of its transfers and the row of its hand, exactly
as they are kept. The rows are framed as MessagePack, which says every value's type and length, so no two different sets
of rows are the same bytes.
"""

from collections.abc import Sequence
from hashlib import sha256
from typing import Final

import msgspec

from fairdeal.storage.shapes import Row

GENESIS: Final = bytes(32)
"""What stands before the first entry of a stream."""

_pack: Final = msgspec.msgpack.Encoder().encode


def entry_digest(previous: bytes, entry: Row, transfers: Sequence[Row], hand: Row | None) -> bytes:
    """The digest of an entry; `entry` is its row without the digest, transfers are in the order of their key."""
    return sha256(_pack((previous, entry, transfers, hand))).digest()


def snapshot_digest(entry: bytes, snapshot: Row) -> bytes:
    """The digest of a snapshot, which hangs on the digest of the entry it was taken after."""
    return sha256(_pack((entry, snapshot))).digest()


def payload_digest(payload: bytes) -> bytes:
    """What is kept of the payload that came with a key."""
    return sha256(payload).digest()
