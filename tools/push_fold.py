"""
Makes src/fairdeal/bots/_push_fold.py: how deep a stack may be to go all-in, or to call an all-in, with each starting hand.

`python -m tools.push_fold` writes it, in about five minutes. It is the equilibrium of a simplified game, as the published charts are:
everybody has the same stack, everybody before folded, a player goes all-in or folds, and whoever is behind calls or folds; a second
caller is left out. Chances to win are counted on boards that are drawn once for all hands, so the better of two hands stays the better.
The equilibrium is found by fictitious play: each side answers the average of what the other did so far.
"""

import random
from collections.abc import Sequence
from itertools import combinations
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from fairdeal.cards.evaluate import board_key, rank_with_board

TARGET: Final = Path(__file__).resolve().parent.parent / "src" / "fairdeal" / "bots" / "_push_fold.py"
BOARDS: Final = 6_000
ROUNDS: Final = 600
BEHIND_MAX: Final = 8
DEPTHS: Final = tuple(number / 4 for number in range(4, 101))  # big blinds, from 1 to 25
GAPS: Final = 6  # depths in a row at which a hand is not played before it is given up
RANKS: Final = 13
CLASSES: Final = RANKS * RANKS
SMALL_BLIND: Final = 0.5
BIG_BLIND: Final = 1.0

Floats = NDArray[np.float64]


def class_of(first: int, second: int) -> int:
    """The starting hand of two cards: row and column from ace to two, suited hands above the diagonal."""
    high, low = max(first, second) >> 2, min(first, second) >> 2
    row, column = RANKS - 1 - high, RANKS - 1 - low
    suited = first & 3 == second & 3
    return row * RANKS + column if suited or high == low else column * RANKS + row


def chances(boards: int, seed: int) -> tuple[Floats, Floats]:
    """How often each starting hand beats each other one, and how many of the second there are for one of the first."""
    pairs = list(combinations(range(52), 2))
    dice = random.Random(seed)  # noqa: S311 - boards for a table, not for a deal
    won = np.zeros((len(pairs), len(pairs)), np.float32)
    seen = np.zeros((len(pairs), len(pairs)), np.float32)
    for _ in range(boards):
        board = tuple(dice.sample(range(52), 5))
        key = board_key(board)
        ranks = np.array([0 if set(pair) & set(board) else rank_with_board(list(pair), board, key) for pair in pairs])
        here = np.flatnonzero(ranks)
        held = ranks[here]
        better = (held[:, None] < held[None, :]).astype(np.float32)
        better += 0.5 * (held[:, None] == held[None, :])
        won[np.ix_(here, here)] += better
        seen[np.ix_(here, here)] += 1
    apart = np.array([[not set(one) & set(other) for other in pairs] for one in pairs])
    belongs = np.zeros((len(pairs), CLASSES), np.float32)
    for at, pair in enumerate(pairs):
        belongs[at, class_of(*pair)] = 1
    wins = belongs.T @ (won * apart) @ belongs
    times = belongs.T @ (seen * apart) @ belongs
    many = belongs.T @ apart.astype(np.float32) @ belongs
    return np.asarray(wins / np.maximum(times, 1), np.float64), np.asarray(
        many / belongs.sum(axis=0)[:, None], np.float64
    )


class Game:
    """Push or fold with that many players behind, all with the same stack in big blinds; the blinds are among those behind."""

    def __init__(self, wins: Floats, many: Floats, behind: int, depth: float) -> None:
        self._wins = wins
        self._part = many / many.sum(axis=1, keepdims=True)
        self._depth = depth
        # What each caller has posted, in the order they act, and what others have posted if that one calls.
        posted = [0.0] * (behind - 2) + [SMALL_BLIND, BIG_BLIND][-min(behind, 2) :]
        own = SMALL_BLIND if behind == 1 else 0.0
        self._own = own
        self._posted = posted
        self._dead = [SMALL_BLIND + BIG_BLIND - own - each for each in posted]

    def push_gain(self, calls: Sequence[Floats]) -> Floats:
        """What going all-in gains over folding, for every hand, against callers who call that often with each hand."""
        gain = np.zeros(CLASSES)
        alone = np.ones(CLASSES)
        for call, dead in zip(calls, self._dead, strict=True):
            mass = self._part * call[None, :]
            called = mass.sum(axis=1)
            equity = (mass * self._wins).sum(axis=1) / np.maximum(called, 1e-12)
            gain += alone * called * (equity * (2 * self._depth + dead) - self._depth)
            alone = alone * (1 - called)
        return gain + alone * (SMALL_BLIND + BIG_BLIND - self._own) + self._own

    def call_gain(self, push: Floats, caller: int) -> Floats:
        """What calling gains over folding, for every hand, against somebody who goes all-in that often with each hand."""
        mass = self._part * push[None, :]
        equity = (mass * self._wins).sum(axis=1) / np.maximum(mass.sum(axis=1), 1e-12)
        gain: Floats = equity * (2 * self._depth + self._dead[caller]) - self._depth + self._posted[caller]
        return gain

    def solve(self) -> tuple[Floats, list[Floats]]:
        """What going all-in and what calling gains in equilibrium, for every hand; callers in the order they act."""
        callers = range(len(self._posted))
        push = np.ones(CLASSES)
        calls = [np.zeros(CLASSES) for _ in callers]
        for turn in range(1, ROUNDS):
            weight = 1 / (turn + 1)
            pushed = (self.push_gain(calls) > 0).astype(float)
            called = [(self.call_gain(push, caller) > 0).astype(float) for caller in callers]
            push += weight * (pushed - push)
            calls = [call + weight * (now - call) for call, now in zip(calls, called, strict=True)]
        return self.push_gain(calls), [self.call_gain(push, caller) for caller in callers]


def deepest(gains: list[Floats]) -> list[int]:
    """For every hand the depth up to which it gains, in tenths of a big blind; short gaps are passed over."""
    found = []
    for hand in range(CLASSES):
        most, missed = 0.0, 0
        for depth, gain in zip(DEPTHS, gains, strict=True):
            if gain[hand] > 0:
                most, missed = depth, 0
            else:
                missed += 1
                if missed > GAPS:
                    break
        found.append(round(most * 10))
    return found


def tables() -> dict[str, list[list[int]]]:
    """The charts by who plays them, from one player behind to eight."""
    wins, many = chances(BOARDS, seed=1)
    found: dict[str, list[list[int]]] = {"PUSH": [], "CALL_BLIND": [], "CALL_COLD": []}
    for behind in range(1, BEHIND_MAX + 1):
        solved = [Game(wins, many, behind, depth).solve() for depth in DEPTHS]
        found["PUSH"].append(deepest([push for push, _ in solved]))
        found["CALL_BLIND"].append(deepest([calls[-1] for _, calls in solved]))
        if behind > 1:  # whoever acts first behind has posted nothing, or the small blind
            found["CALL_COLD"].append(deepest([calls[0] for _, calls in solved]))
        print(f"{behind} behind")
    return found


HEAD: Final = '''"""
Push-or-fold charts. Generated by tools/push_fold.py; do not edit.

Tenths of a big blind: the deepest stack with which a hand goes all-in (`PUSH`), or calls an all-in from the big blind (`CALL_BLIND`) or
from elsewhere (`CALL_COLD`). One table for every number of players behind the one who goes all-in, from one on; `CALL_COLD` from two
on. Rows and columns go from ace to two; suited hands stand above the diagonal of pairs.
"""

from typing import Final

Table = tuple[tuple[int, ...], ...]
'''


def written(found: dict[str, list[list[int]]]) -> str:
    """The module as text."""
    lines = [HEAD]
    for name, charts in found.items():
        lines.append(f"{name}: Final[tuple[Table, ...]] = (")
        for chart in charts:
            lines.append("    (")
            lines += [
                f"        ({', '.join(map(str, chart[row * RANKS : (row + 1) * RANKS]))})," for row in range(RANKS)
            ]
            lines.append("    ),")
        lines.append(")  # fmt: skip")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    TARGET.write_text(written(tables()), "utf-8")
