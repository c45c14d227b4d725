"""
The hashes that the room signs: LOCK, DEAL, END or VOID, and the log that chains all hands of a table.

LOCK is durable before it is sent, and sent before any seed is revealed. DEAL goes out before the first card. A hand that cannot go on
after its lock is VOID: both decks are burnt and its number is used up.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from fairdeal.fair.mix import Roots, SeatSeed, flag_when_locked
from fairdeal.fair.values import tagged, u8, u64

RESTARTED: Final = 1
"""Reason of a void: the whole room stopped and came back; told apart from voids of single tables, which raise an alarm."""
TABLE_STOPPED: Final = 2
"""Reason of a void: this table alone could not go on."""
CALLED_OFF: Final = 3
"""Reason of a void: staff called the hand off."""


def lock_digest(
    table: bytes, hand: int, roots: Roots, hole: int, seats: Sequence[SeatSeed], order: Sequence[int], before: bytes
) -> bytes:
    """L: both roots, who is dealt in with which commitment, the order of dealing, and the log before."""
    rows = [u8(each.seat) + each.pid + u8(flag_when_locked(each.flag)) + each.commitment for each in seats]
    return tagged("lock", table, u64(hand), *roots, u8(hole), u8(len(rows)), *rows, bytes(order), before)


def deal_digest(table: bytes, hand: int, lock: bytes, seats: Sequence[SeatSeed], mix: bytes) -> bytes:
    """D: the lock, every flag and seed, and the mix that follows from them."""
    rows = [u8(each.seat) + u8(each.flag) + each.seed for each in seats]
    return tagged("deal", table, u64(hand), lock, u8(len(rows)), *rows, mix)


def end_digest(table: bytes, hand: int, deal: bytes, unused_key: bytes, shown: Iterable[tuple[int, int]]) -> bytes:
    """E: the deal, the key of the deck that was not played, and (k, card) of the cards that were opened to all."""
    rows = [u8(k) + u8(card) for k, card in sorted(shown)]
    return tagged("end", table, u64(hand), deal, unused_key, u8(len(rows)), *rows)


def void_digest(table: bytes, hand: int, lock: bytes, reason: int) -> bytes:
    """V: a locked hand that does not count, and why."""
    return tagged("void", table, u64(hand), lock, u8(reason))


def log_after_hand(before: bytes, lock: bytes, deal: bytes, end: bytes) -> bytes:
    """The table's log after a hand that was played."""
    return tagged("log", before, lock, deal, end)


def log_after_void(before: bytes, lock: bytes, void: bytes) -> bytes:
    """The table's log after a void hand."""
    return tagged("log", before, lock, void)


def key_digest(old: bytes, new: bytes) -> bytes:
    """What the room signs with a key when another takes its place, so that who pinned the old one can pin the new one."""
    return tagged("key", old, new)
