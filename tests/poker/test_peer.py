"""Random hands against pokerkit: legal acts, pots and payouts agree, and every difference has a rule behind it."""

from collections import Counter

import pytest

from tests.poker.peer import play_both
from tests.poker.random_hands import STRUCTURES

structures = pytest.mark.parametrize("structure", STRUCTURES)

# What may differ, and the rule that decides it here.
KNOWN = {
    "": "agreed",
    "BET-04": "folding is always possible, even for nothing",
    "BET-09": "short all-ins do not change what a full raise adds",
    "BET-13": "an undersized all-in does not reopen betting",
    "BET-14": "undersized all-ins in a row that add up do",
    "BET-16": "a raise that nobody left can call is legal; the excess comes back",
    "BET-21": "four bets a round, the big blind being the first",
    "CASH-13": "a short big blind does not lower the call",
    "CASH-18": "nobody is asked when only one player can still bet",
    "SHOW-05": "odd chips go one each, not all to one winner",
}


def compare(structure: str, seeds: range) -> Counter[str]:
    differences: Counter[str] = Counter()
    for seed in seeds:
        differences += play_both(seed, structure)
    return differences


@structures
@pytest.mark.parametrize("block", range(4))
def test_an_independent_engine_agrees(structure: str, block: int) -> None:
    differences = compare(structure, range(100 * block, 100 * (block + 1)))

    assert set(differences) <= set(KNOWN)
    assert differences[""] > 5 * (differences.total() - differences[""]) or structure == "fixed-limit"


@pytest.mark.soak
@structures
@pytest.mark.parametrize("block", range(34))
def test_an_independent_engine_agrees_on_many_hands(structure: str, block: int) -> None:
    differences = compare(structure, range(1_000 + 1_000 * block, 1_000 + 1_000 * (block + 1)))

    assert set(differences) <= set(KNOWN)
