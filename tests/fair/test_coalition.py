"""The house and all players but one collude: without withholding seeds they gain nothing, and what they withhold is seen."""

from collections import Counter
from itertools import compress, product
from math import sqrt

import pytest

from fairdeal.fair import (
    DealtHand,
    Decks,
    LockedHand,
    Participant,
    commitment_to,
    deal_hand,
    end_hand,
    lock_hand,
    make_decks,
    verify_proof,
)
from fairdeal.testing.plan import Dice
from tests.fair.hands import EXAMPLE_TABLE, signed
from tests.fair.test_mutants import deck_of

HONEST = 2
SEATS = (0, 1, HONEST, 3, 4)
ORDER = (1, HONEST, 3, 4, 0)
PIDS = {seat: bytes([seat + 1]) * 16 for seat in SEATS}
PLACE = ORDER.index(HONEST)
ACES = frozenset(range(48, 52))


def locked_with(decks: Decks, seeds: dict[int, bytes]) -> LockedHand:
    people = [
        Participant(seat, PIDS[seat], commitment_to(EXAMPLE_TABLE, 1, seat, PIDS[seat], seed))
        for seat, seed in seeds.items()
    ]
    return lock_hand(EXAMPLE_TABLE, 1, decks, 2, ORDER, people)


def chi_squared(counts: Counter[int], total: int, kinds: int) -> float:
    expected = total / kinds
    return sum((counts[kind] - expected) ** 2 / expected for kind in range(kinds))


@pytest.mark.parametrize("hands", [6_000, pytest.param(2_000_000, marks=pytest.mark.soak)])
def test_without_withheld_seeds_the_honest_players_cards_are_uniform(hands: int) -> None:
    """
    The coalition even uses the same sorted decks and the same seeds in every hand; the honest seed alone makes the order.

    The bound is where chi-squared with 51 degrees of freedom comes once in a hundred thousand times; the dice are fixed.
    """
    dice = Dice(31)
    decks = Decks(*(deck_of(list(range(52)), number, bytes([number]) * 32) for number in (0, 1)))
    colluding = {seat: bytes([seat]) * 32 for seat in SEATS if seat != HONEST}
    first: Counter[int] = Counter()
    second: Counter[int] = Counter()
    decks_played: Counter[int] = Counter()
    for _ in range(hands):
        seeds = dict(sorted({**colluding, HONEST: dice.randbytes(32)}.items()))
        dealt = deal_hand(locked_with(decks, seeds), seeds)
        first[dealt.cards[PLACE]] += 1
        second[dealt.cards[PLACE + len(ORDER)]] += 1
        decks_played[dealt.cut.deck] += 1

    assert chi_squared(first, hands, 52) < 105
    assert chi_squared(second, hands, 52) < 105
    assert chi_squared(decks_played, hands, 2) < 20


@pytest.mark.parametrize(
    ("withholding", "hands"),
    [
        *((0, 1_500), (1, 1_500), (2, 1_500), (3, 800)),
        *(pytest.param(seeds, 60_000, marks=pytest.mark.soak) for seeds in (1, 2, 3)),
    ],
)
def test_withheld_seeds_give_the_best_of_two_to_the_k_and_are_seen(withholding: int, hands: int) -> None:
    """The coalition knows all seeds, and holds back those whose absence gives the honest player an ace less often."""
    dice = Dice(32 + withholding)
    shills = [seat for seat in SEATS if seat != HONEST][:withholding]
    aces = withheld = 0
    for number in range(hands):
        seeds = {seat: dice.randbytes(32) for seat in SEATS}
        decks = make_decks(EXAMPLE_TABLE, 1, (dice.randbytes(32), dice.randbytes(32)))
        locked = locked_with(decks, seeds)
        choices = [
            deal_hand(locked, {**seeds, **dict(compress([(seat, b"") for seat in shills], gone))})
            for gone in product((False, True), repeat=withholding)
        ]
        best = next((each for each in choices if each.cards[PLACE] not in ACES), choices[0])
        aces += best.cards[PLACE] in ACES
        withheld += len(best.absent)
        if number < 20:
            check_flags(best, shills)

    chance = (4 / 52) ** len(choices)
    deviation = sqrt(hands * chance * (1 - chance))
    assert len(choices) == 2**withholding
    assert aces >= hands * chance - 4 * deviation  # no more than the best of so many
    assert aces <= hands * chance + 4 * deviation + 1
    assert (withheld > 0) == (withholding > 0)


def check_flags(dealt: DealtHand, shills: list[int]) -> None:
    found = verify_proof(signed(end_hand(dealt, dealt.board())))
    said = {each.code: each.sentence for each in found.not_proven}

    assert found.passed
    assert set(dealt.absent) <= set(shills)
    assert ("seeds_withheld" in said) == bool(dealt.absent)
    if dealt.absent:
        assert f"Not revealed: {len(dealt.absent)} " in said["seeds_withheld"]
