"""Chance is fair, and everything it gives comes from its source."""

import random
from collections import Counter
from itertools import permutations

import pytest

from fairdeal.runtime.entropy import SystemEntropy


def seeded(seed: int) -> SystemEntropy:
    return SystemEntropy(random.Random(seed).randbytes)  # noqa: S311 - tests replay


def test_a_deck_holds_every_card_once() -> None:
    entropy = SystemEntropy()

    assert all(sorted(entropy.deck()) == list(range(52)) for _ in range(200))


def test_the_same_source_gives_the_same_decks() -> None:
    one, two = seeded(7), seeded(7)

    assert [one.deck() for _ in range(20)] == [two.deck() for _ in range(20)]


def test_two_decks_of_the_system_differ() -> None:
    entropy = SystemEntropy()

    assert entropy.deck() != entropy.deck()


def test_every_card_is_equally_likely_at_every_place() -> None:
    """Chi-square over 52 × 52 cells; the bound is passed by chance less than once in a million."""
    entropy, rounds = seeded(1), 20_000
    counts: Counter[tuple[int, int]] = Counter()
    for _ in range(rounds):
        counts.update(enumerate(entropy.deck()))
    expected = rounds / 52
    chi_square = sum((counts[place, card] - expected) ** 2 / expected for place in range(52) for card in range(52))

    assert chi_square < 51 * 51 + 5 * (2 * 51 * 51) ** 0.5


def test_the_orders_of_the_first_cards_are_equally_likely() -> None:
    entropy = seeded(2)
    orders = Counter(tuple(card for card in entropy.deck() if card < 3) for _ in range(30_000))

    assert set(orders) == set(permutations(range(3)))
    assert all(abs(count - 5_000) < 350 for count in orders.values())


@pytest.mark.parametrize("bound", [1, 2, 3, 37, 255, 256, 257, 1_000_000])
def test_numbers_stay_below_their_bound(bound: int) -> None:
    entropy = seeded(bound)

    assert all(0 <= entropy.below(bound) < bound for _ in range(500))


def test_bytes_that_would_favour_small_numbers_are_thrown_away() -> None:
    """Below 37, the bytes from 222 on would make 0 to 33 more likely."""
    source = iter([bytes([222, 255, 36]) + bytes(4093)])

    assert SystemEntropy(lambda _: next(source)).below(37) == 36


def test_there_is_no_number_below_zero() -> None:
    with pytest.raises(ValueError, match="below 0"):
        SystemEntropy().below(0)


def test_no_byte_is_given_out_twice() -> None:
    blocks = iter([bytes(range(256)) * 16, bytes([7]) * 4096])
    entropy = SystemEntropy(lambda _: next(blocks))

    assert entropy.bytes(4) == bytes([0, 1, 2, 3])
    assert entropy.bytes(4090) != bytes(4090)
    assert entropy.bytes(4) == bytes([7] * 4)
