"""
The values of PFP-1: sizes, tags, flags, integers as bytes, and the one place where ids of ours become 16 bytes.

Every hash of the protocol begins with a tag that no other hash has, so that nothing that was hashed for one purpose can be shown
for another.
"""

from hashlib import sha256
from typing import Any, Final

PROTOCOL: Final = "PFP-1"

CARDS: Final = 52
ID_BYTES: Final = 16
HASH_BYTES: Final = 32
SIGNATURE_BYTES: Final = 64
NOTHING: Final = bytes(HASH_BYTES)
"""Stands where there is no seed, no commitment, or no log before."""

SEATS_MAX: Final = 10
HOLE_CARDS_MAX: Final = 6
BOARD_CARDS: Final = 5
HAND_MAX: Final = 2**64 - 1

UNREVEALED: Final = 0
"""Flag of a player who committed to a seed and did not reveal it; zeros count in its place."""
OWN: Final = 1
"""Flag of a player whose own seed counted."""
DEFAULT: Final = 2
"""Flag of a player who takes no part; the seed follows from what the house had already fixed."""


class BadProof(ValueError):
    """Raised for what is no PFP-1 value, message or published proof at all; `code` is stable."""

    def __init__(self, code: str, told: str) -> None:
        self.code = code
        super().__init__(told)

    def __reduce__(self) -> tuple[Any, ...]:
        """How it travels between processes: a pool whose worker raises it would hang otherwise."""
        return BadProof, (self.code, str(self))


def u8(number: int) -> bytes:
    """One byte."""
    return number.to_bytes(1, "big")


def u16(number: int) -> bytes:
    """Two bytes, the higher first."""
    return number.to_bytes(2, "big")


def u32(number: int) -> bytes:
    """Four bytes, the highest first."""
    return number.to_bytes(4, "big")


def u64(number: int) -> bytes:
    """Eight bytes, the highest first."""
    return number.to_bytes(8, "big")


def tagged(tag: str, *parts: bytes) -> bytes:
    """SHA-256 over `PFP1/tag`, a zero byte, and the parts one after the other."""
    return sha256(b"PFP1/" + tag.encode("ascii") + b"\0" + b"".join(parts)).digest()


def id16(name: str) -> bytes:
    """
    The 16 bytes that stand for a table, a game or a tournament: the first half of SHA-256 over the id's UTF-8 text.

    This is the only place where an id of ours is made shorter. Ids of players never come here: a player is a `pid`, 16 random
    bytes that are new at each sitting, so that nobody can follow somebody from table to table by published proofs.
    """
    return sha256(name.encode("utf-8")).digest()[:ID_BYTES]


def check_bytes(value: bytes, size: int, what: str) -> bytes:
    """The value, if it has that many bytes; raises `BadProof` otherwise."""
    if len(value) != size:
        raise BadProof("bad_size", f"{what} has {len(value)} bytes, not {size}")
    return value


def check_number(value: int, most: int, what: str) -> int:
    """The value, if it is from 0 to `most`; raises `BadProof` otherwise."""
    if not 0 <= value <= most:
        raise BadProof("bad_number", f"{what} is {value}, not from 0 to {most}")
    return value
