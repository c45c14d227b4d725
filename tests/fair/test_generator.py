"""
What the protocol draws is even: positions of cards, neighbours, pockets and shoes, by Pearson's test with Holm's correction.

Generators that are broken on purpose must fail the same tests.
"""

import os
from collections.abc import Callable, Iterator
from itertools import count, pairwise

import pytest

from fairdeal.fair.casino import POCKETS, roulette_pocket
from fairdeal.fair.stream import Stream
from fairdeal.fair.values import CARDS, tagged
from fairdeal.hexapro.fit import chi_square_tail

Shuffle = Callable[[bytes], list[int]]
Pocket = Callable[[bytes, int], int]
CONFIDENCE = 1e-4
"""A fair generator fails a whole set of tests once in ten thousand runs."""


def even(counts: list[int]) -> float:
    """How likely such counts are if every result is equally likely."""
    expected = sum(counts) / len(counts)
    return chi_square_tail(sum((each - expected) ** 2 for each in counts) / expected, len(counts) - 1)


def holm(chances: dict[str, float], confidence: float = CONFIDENCE) -> list[str]:
    """The names of the tests that fail, by Holm's correction for making many of them."""
    failed = []
    for rank, (name, chance) in enumerate(sorted(chances.items(), key=lambda each: each[1])):
        if chance > confidence / (len(chances) - rank):
            break
        failed.append(name)
    return failed


def fair_shuffle(key: bytes) -> list[int]:
    return Stream(tagged("deck", key)).shuffle(CARDS)


def modulo_shuffle(key: bytes) -> list[int]:
    """Fisher and Yates with the modulo of one byte: small numbers come more often."""
    stream, order = Stream(key), list(range(CARDS))
    for place in range(CARDS - 1):
        other = place + (stream.u32() & 0xFF) % (CARDS - place)
        order[place], order[other] = order[other], order[place]
    return order


def naive_shuffle(key: bytes) -> list[int]:
    """Every card is swapped with any other, which is not the shuffle of Fisher and Yates."""
    stream, order = Stream(key), list(range(CARDS))
    for place in range(CARDS):
        other = stream.uniform(CARDS)
        order[place], order[other] = order[other], order[place]
    return order


def lazy_shuffle(key: bytes) -> list[int]:
    """The last eighth of the deck stays as it was."""
    stream, order = Stream(key), list(range(CARDS))
    for place in range(CARDS - 7):
        other = place + stream.uniform(CARDS - 7 - place)
        order[place], order[other] = order[other], order[place]
    return order


def ten_bit_shuffle(key: bytes) -> list[int]:
    """The modulo of ten bits: too even for a few thousand decks, and found by a million."""
    stream, order = Stream(key), list(range(CARDS))
    for place in range(CARDS - 1):
        other = place + (stream.u32() & 0x3FF) % (CARDS - place)
        order[place], order[other] = order[other], order[place]
    return order


def keys(seed: int) -> Iterator[bytes]:
    return (tagged("test", seed.to_bytes(4, "big"), number.to_bytes(8, "big")) for number in count())


def judge_shuffles(shuffle: Shuffle, decks: int, seed: int) -> dict[str, float]:
    """Where each card lies, which follow each other, and whether the number of rising neighbours is as it should be."""
    places = [[0] * CARDS for _ in range(CARDS)]
    following = [0] * CARDS  # by how much the next card is higher, around the deck
    halves = [0, 0]
    for _, key in zip(range(decks), keys(seed), strict=False):
        order = shuffle(key)
        for place, card in enumerate(order):
            places[place][card] += 1
        for one, other in pairwise(order):
            following[(other - one) % CARDS] += 1
        halves[order[0] > order[1]] += 1
    found = {f"place {place}": even(counts) for place, counts in enumerate(places)}
    found["neighbours"] = even(following[1:])
    found["first pair"] = even(halves)
    return found


def judge_pockets(pocket: Pocket, spins: int, seed: int) -> dict[str, float]:
    """How often each pocket comes, and each after the pocket before it."""
    counts, distance, before = [0] * POCKETS, [0] * POCKETS, 0
    for number, key in zip(range(spins), keys(seed), strict=False):
        found = pocket(key, number)
        counts[found] += 1
        distance[(found - before) % POCKETS] += 1
        before = found
    return {"pockets": even(counts), "distances": even(distance)}


def fair_pocket(key: bytes, number: int) -> int:
    return roulette_pocket(key, bytes(16), number, bytes(32))


def modulo_pocket(key: bytes, number: int) -> int:
    return (roulette_pocket_word(key, number) & 0xFF) % POCKETS


def twelve_bit_pocket(key: bytes, number: int) -> int:
    """The modulo of twelve bits: found by millions of spins."""
    return (roulette_pocket_word(key, number) & 0xFFF) % POCKETS


def roulette_pocket_word(key: bytes, number: int) -> int:
    return Stream(tagged("word", key, number.to_bytes(8, "big"))).u32()


def test_shuffles_and_pockets_are_even() -> None:
    assert holm({**judge_shuffles(fair_shuffle, 6_000, 1), **judge_pockets(fair_pocket, 40_000, 1)}) == []


@pytest.mark.parametrize("broken", [modulo_shuffle, naive_shuffle, lazy_shuffle])
def test_a_broken_shuffle_is_found(broken: Shuffle) -> None:
    assert holm(judge_shuffles(broken, 6_000, 1))


def test_a_broken_wheel_is_found() -> None:
    assert holm(judge_pockets(modulo_pocket, 40_000, 1))
    assert holm(judge_pockets(lambda _, number: number % POCKETS, 40_000, 1)) == ["distances"]


@pytest.mark.soak
@pytest.mark.parametrize("part", range(10))
def test_ten_million_shuffles_are_even(part: int) -> None:
    """Ten parts of a million decks, each from a key of the system's generator."""
    assert holm(judge_shuffles(lambda _: fair_shuffle(os.urandom(32)), 1_000_000, part)) == []


@pytest.mark.soak
def test_ten_million_spins_are_even() -> None:
    assert holm(judge_pockets(lambda _, number: fair_pocket(os.urandom(32), number), 10_000_000, 1)) == []


@pytest.mark.soak
@pytest.mark.parametrize("broken", [modulo_shuffle, naive_shuffle, lazy_shuffle, ten_bit_shuffle])
def test_a_broken_shuffle_fails_the_campaign(broken: Shuffle) -> None:
    """One part of the ten is enough for each of them."""
    assert holm(judge_shuffles(lambda _: broken(os.urandom(32)), 1_000_000, 1))


@pytest.mark.soak
@pytest.mark.parametrize("broken", [modulo_pocket, twelve_bit_pocket])
def test_a_broken_wheel_fails_the_campaign(broken: Pocket) -> None:
    assert holm(judge_pockets(lambda _, number: broken(os.urandom(32), number), 10_000_000, 1))
