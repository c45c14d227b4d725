"""
The players' part: seeds, what commits to them, the default of those who take no part, and the cut that all of them make.

The cut says which of the two decks is played and in which order its places come off. It is fixed by both roots and all seeds
together, so whoever adds one honest seed makes it unknown to everybody else until all are revealed.
"""

from collections.abc import Iterable
from typing import NamedTuple

from fairdeal.fair.stream import Hmac, Stream
from fairdeal.fair.values import CARDS, DEFAULT, NOTHING, tagged, u8, u64

Roots = tuple[bytes, bytes]


class SeatSeed(NamedTuple):
    """A seat that is dealt in, as it counts in the cut: its flag, what it committed to, and its seed (zeros: none)."""

    seat: int
    pid: bytes
    flag: int
    commitment: bytes
    seed: bytes


class Cut(NamedTuple):
    """Which deck is played, and the places of its cards in the order in which they come off."""

    deck: int
    places: tuple[int, ...]


def commitment_to(table: bytes, hand: int, seat: int, pid: bytes, seed: bytes) -> bytes:
    """What a player sends before the decks are locked: it fixes the seed and does not show it."""
    return tagged("cli", table, u64(hand), u8(seat), pid, seed)


def default_seed(table: bytes, hand: int, seat: int, pid: bytes, roots: Roots) -> bytes:
    """The seed of a player who takes no part; fixed by the roots, so that the house has nothing to choose."""
    return tagged("default", table, u64(hand), u8(seat), pid, *roots)


def players_seed(device: bytes, text: str, table: bytes, hand: int, seat: int) -> bytes:
    """
    A player's seed: 32 bytes of the device's generator, with a text of the player's own mixed in.

    The text adds to the device's bytes and never replaces them, so a text that everybody guesses makes nothing worse.
    """
    return Hmac(device).digest(text.encode("utf-8") + table + u64(hand) + u8(seat))


def mix_of(table: bytes, hand: int, roots: Roots, seats: Iterable[SeatSeed]) -> bytes:
    """What the cut follows from: both roots, and every seed in the order of seats."""
    rows = [u8(each.seat) + each.pid + u8(each.flag) + each.seed for each in seats]
    return tagged("mix", table, u64(hand), *roots, u8(len(rows)), *rows, NOTHING)


def cut_by(mix: bytes) -> Cut:
    """The cut that follows from a mix."""
    stream = Stream(mix)
    deck = stream.u32() & 1
    return Cut(deck, tuple(stream.shuffle(CARDS)))


def first_of_cut(mix: bytes) -> int:
    """The place that a cut puts first, without the rest of it."""
    stream = Stream(mix)
    stream.u32()
    return stream.uniform(CARDS)


def flag_when_locked(flag: int) -> int:
    """The flag a seat had in the lock: after it, an own seed can only go missing."""
    return flag if flag == DEFAULT else 1
