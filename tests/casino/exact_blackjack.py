"""
Blackjack by calculation: expected values for exactly the table's rules, written without the engine.

Cards are values from 1 (ace) to 10. The dealer's hand is summed over all multisets of cards it can end with, the
player's over all hands a strategy leads to; removing cards from the shoe is exact. With one split only, both hands of a
split are worth the same (cards of an exchangeable sequence, the first hand skipped), so a split is twice its first hand.

Everything is told per unit of the original bet and counts the dealer's blackjacks in, also under an ace, where the round
ends before anybody decides: every action then costs the same original bet, so comparing actions is unaffected.
"""

from collections.abc import Callable, Iterator
from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

VALUES: Final = range(1, 11)
ACE, TEN = 1, 10
BLACKJACK, BUST = 5, 6  # outcomes of the dealer beside 17 … 21, which are 0 … 4
Counts = tuple[int, ...]
Strategy = Callable[["Cards", int, bool], str]
Cards = tuple[int, ...]


def total_of(cards: Cards) -> tuple[int, bool]:
    """The best total and whether it is soft."""
    hard = sum(cards)
    return (hard + 10, True) if ACE in cards and hard + 10 <= 21 else (hard, False)


@cache
def dealer_ends(up: int, hits_soft: bool) -> tuple[NDArray[np.int64], NDArray[np.float64], NDArray[np.int64]]:
    """All ways the dealer's hand can end: cards drawn by value, in how many orders, and with which outcome."""
    ways: dict[tuple[Counts, int], int] = {}

    def draw(cards: Cards) -> None:
        total, soft = total_of(cards)
        outcome = None
        if len(cards) == 2 and total == 21:
            outcome = BLACKJACK
        elif total > 21:
            outcome = BUST
        elif len(cards) > 1 and total >= 17 and not (hits_soft and soft and total == 17):
            outcome = total - 17
        if outcome is None:
            for value in VALUES:
                draw((*cards, value))
        else:
            drawn = tuple(cards[1:].count(value) for value in VALUES)
            ways[drawn, outcome] = ways.get((drawn, outcome), 0) + 1

    draw((up,))
    keys = list(ways)
    drawn = np.array([key[0] for key in keys]).T
    return drawn, np.array([ways[key] for key in keys], dtype=float), np.array([key[1] for key in keys])


class Calculation:
    """Expected values of one table: `decks` full decks, or without end when `decks` is 0."""

    def __init__(self, decks: int, *, hits_soft: bool, split_lost: bool = True, all_lost: bool = False) -> None:
        self.decks = decks
        self.hits_soft = hits_soft
        self.split_lost = split_lost
        self.all_lost = (
            all_lost  # doubles are lost to a dealer's blackjack too: no table of ours, but the oracle has it
        )
        self.stood: dict[tuple[Counts, int], NDArray[np.float64]] = {}
        self.best: dict[tuple[object, ...], float] = {}

    # Cards.

    def counts(self, gone: Cards) -> list[float]:
        full = [4.0 * (4 if value == TEN else 1) * (self.decks or 1) for value in VALUES]
        if self.decks:
            for card in gone:
                full[card - 1] -= 1
        return full

    def out(self, gone: Cards, card: int) -> Cards:
        """The cards that are gone when one more is; without end, none ever is."""
        return tuple(sorted((*gone, card))) if self.decks else ()

    def hand(self, cards: Cards, card: int) -> Cards:
        """The hand with one more card; without end, only its total matters, so hands of one total are one."""
        more = tuple(sorted((*cards, card)))
        if self.decks:
            return more
        total, soft = total_of(more)
        return (0, 1, total - 11) if soft else (0, 0, total)

    def next_cards(self, gone: Cards) -> Iterator[tuple[int, float]]:
        counts = self.counts(gone)
        size = sum(counts)
        yield from ((value, counts[value - 1] / size) for value in VALUES if counts[value - 1])

    def dealer(self, up: int, gone: Cards) -> NDArray[np.float64]:
        """Chances of the dealer's outcomes with those cards out of the shoe, the up-card among them."""
        counts = self.counts(gone)
        key = (tuple(map(int, counts)), up)
        if key not in self.stood:
            drawn, orders, outcomes = dealer_ends(up, self.hits_soft)
            most = int(drawn.max())
            step = 1 if self.decks else 0  # without end, cards do not run out
            falling = np.array([np.cumprod([1.0, *(max(n - step * k, 0.0) for k in range(most))]) for n in counts])
            size = sum(counts)
            shoe = np.cumprod([1.0, *(size - step * k for k in range(int(drawn.sum(axis=0).max())))])
            chance = orders * falling[np.arange(10)[:, None], drawn].prod(axis=0) / shoe[drawn.sum(axis=0)]
            self.stood[key] = np.bincount(outcomes, weights=chance, minlength=7).astype(np.float64)
        return self.stood[key]

    # Hands.

    def stand(self, cards: Cards, up: int, gone: Cards, stake: float = 1.0, on_blackjack: float = 1.0) -> float:
        """Standing, with so much staked and so much of it lost to a dealer's blackjack."""
        total, _ = total_of(cards)
        chances = self.dealer(up, gone)
        if total > 21:
            return float(-stake * (1 - chances[BLACKJACK]) - on_blackjack * chances[BLACKJACK])
        won = chances[BUST] + sum(chances[outcome] for outcome in range(5) if 17 + outcome < total)
        lost = sum(chances[outcome] for outcome in range(5) if 17 + outcome > total)
        return float(stake * (won - lost) - on_blackjack * chances[BLACKJACK])

    def double(self, cards: Cards, up: int, gone: Cards, on_blackjack: float = 1.0) -> float:
        lost = on_blackjack + 1.0 if self.all_lost and up == TEN else on_blackjack
        return sum(
            chance * self.stand((*cards, card), up, self.out(gone, card), 2.0, lost)
            for card, chance in self.next_cards(gone)
        )

    def hit(self, cards: Cards, up: int, gone: Cards, on_blackjack: float, choose: Strategy | None) -> float:
        return sum(
            chance * self.play(self.hand(cards, card), up, self.out(gone, card), on_blackjack, choose)
            for card, chance in self.next_cards(gone)
        )

    def play(
        self, cards: Cards, up: int, gone: Cards, on_blackjack: float = 1.0, choose: Strategy | None = None
    ) -> float:
        """Playing a hand on, without splitting: by a strategy, or as well as the cards allow."""
        if total_of(cards)[0] >= 21:
            return self.stand(cards, up, gone, on_blackjack=on_blackjack)
        key = (cards, up, gone, on_blackjack, choose)
        if key not in self.best:
            actions: dict[str, Callable[[], float]] = {
                "S": lambda: self.stand(cards, up, gone, on_blackjack=on_blackjack),
                "H": lambda: self.hit(cards, up, gone, on_blackjack, choose),
                "D": lambda: self.double(cards, up, gone, on_blackjack),
            }
            if len(cards) > 2:
                del actions["D"]
            if choose is None:
                self.best[key] = max(action() for action in actions.values())
            else:
                self.best[key] = actions[choose(cards, up, False)]()
        return self.best[key]

    def split(self, card: int, up: int, gone: Cards, choose: Strategy | None = None) -> float:
        """Splitting a pair of that card: twice the first hand, and half of what both lose to a dealer's blackjack."""
        on_blackjack = 1.0 if up == TEN and (self.split_lost or self.all_lost) else 0.5
        worth = 0.0
        for drawn, chance in self.next_cards(gone):
            hand, out = tuple(sorted((card, drawn))), self.out(gone, drawn)
            if card == ACE:
                worth += chance * self.stand(hand, up, out, on_blackjack=on_blackjack)
            else:
                worth += chance * self.play(hand, up, out, on_blackjack, choose)
        return 2 * worth

    def two_cards(self, first: int, second: int, up: int, choose: Strategy | None = None) -> float:
        """A hand of two cards against an up-card."""
        cards, gone = tuple(sorted((first, second))), self.out(self.out(self.out((), first), second), up)
        if total_of(cards)[0] == 21:
            return float(1.5 * (1 - self.dealer(up, gone)[BLACKJACK]))
        if choose is None:
            unsplit = self.play(cards, up, gone)
            return max(unsplit, self.split(first, up, gone)) if first == second else unsplit
        if first == second and choose(cards, up, True) == "P":
            return self.split(first, up, gone, choose)
        return self.play(cards, up, gone, choose=choose)

    def edge(self, choose: Strategy | None = None) -> float:
        """What the house keeps of the original bet, over all first three cards."""
        kept = 0.0
        for up, chance in self.next_cards(()):
            for first, then in self.next_cards((up,)):
                for second, last in self.next_cards((up, first)):
                    if first <= second:  # the other order is worth the same
                        ways = 1 if first == second else 2
                        kept -= chance * then * last * ways * self.two_cards(first, second, up, choose)
        return kept

    # The best decision by total, as a strategy card prints it.

    def best_action(self, hands: list[Cards], up: int, choose: Strategy | None = None) -> str:
        """
        The best of stand, hit and double for all two-card hands of one total together, and of split for a pair.

        Later decisions are the strategy's, or the best for the very cards.
        """
        worth: dict[str, float] = {}
        for cards in hands:
            gone = tuple(sorted((*cards, up)))
            counts = self.counts((up,))
            weight = counts[cards[0] - 1] * (counts[cards[1] - 1] - (cards[0] == cards[1]) * bool(self.decks))
            weight *= 1 if cards[0] == cards[1] else 2
            for action, value in (
                ("S", self.stand(cards, up, gone)),
                ("H", self.hit(cards, up, gone, 1.0, choose)),
                ("D", self.double(cards, up, gone)),
            ):
                worth[action] = worth.get(action, 0.0) + weight * value
            if len(hands) == 1 and cards[0] == cards[1]:
                worth["P"] = weight * self.split(cards[0], up, gone, choose)
        return max(worth, key=worth.__getitem__)
