"""
Baccarat: one coup, card by card.

Cards go to the hand that is due; nobody decides anything. `due` is the hand that gets the next card, or `NOBODY` when
the coup is over.
"""

from collections.abc import Iterable
from enum import StrEnum
from typing import Final, final

from fairdeal.casino.paytables import LOST, Paid, added, push, win
from fairdeal.kernel import Cents
from fairdeal.rulebook.ruled import Odds
from fairdeal.rulebook.schema.casino import Baccarat

PLAYER: Final = 0
BANKER: Final = 1
NOBODY: Final = -1
_FIRST_CARDS: Final = 4


class Spot(StrEnum):
    """What can be bet on; also how a coup can end."""

    PLAYER = "player"
    BANKER = "banker"
    TIE = "tie"


class BaccaratRules:
    """The rules of dealing and paying coups, precomputed."""

    __slots__ = (
        "banker_draws",
        "banker_stands_above",
        "modulo",
        "natural",
        "odds",
        "player_draws",
        "rounding",
        "third_cards",
        "tie_returns",
        "values",
    )

    def __init__(self, rules: Baccarat) -> None:
        ten, ace = rules.ten_and_picture_value.value, rules.ace_value.value
        # Ranks run from the two to the ace, four cards each.
        ranks = [*range(2, 10), ten, ten, ten, ten, ace]
        self.values: tuple[int, ...] = tuple(value for value in ranks for _ in range(4))
        self.modulo: int = rules.modulo.value
        self.natural: int = rules.natural_from.value
        self.player_draws: int = rules.player_draws_up_to.value
        self.banker_stands_above: int = rules.banker_draws_up_to_if_player_stands.value
        self.third_cards: bool = rules.cards_per_hand_max.value > _FIRST_CARDS // 2
        rows = {row.banker: frozenset(row.draws_on) for row in rules.banker_draws.value}
        self.banker_draws = tuple(
            tuple(third in rows.get(total, ()) for third in range(self.modulo)) for total in range(self.modulo)
        )
        self.odds: dict[Spot, Odds] = {
            Spot.PLAYER: rules.player_pays.value,
            Spot.BANKER: rules.banker_pays.value,
            Spot.TIE: rules.tie_pays.value,
        }
        self.rounding = rules.payout_rounding.value
        self.tie_returns: bool = rules.tie_returns_other_bets.value

    def settle(self, bets: Iterable[tuple[str, Cents]], outcome: Spot) -> Paid:
        """What all of a player's bets pay at this outcome."""
        return added(self.settle_bet(name, stake, outcome) for name, stake in bets)

    def settle_bet(self, name: str, stake: Cents, outcome: Spot) -> Paid:
        """What one bet pays at this outcome; on a tie bets on Player and Banker push."""
        if name == outcome:
            return win(stake, self.odds[outcome], self.rounding)
        if outcome is Spot.TIE and self.tie_returns:
            return push(stake)
        return LOST


@final
class Coup:
    """One coup: cards are given to `due` until nobody is."""

    __slots__ = ("banker", "banker_total", "due", "player", "player_total", "rules")

    def __init__(self, rules: BaccaratRules, cards: Iterable[int] = ()) -> None:
        self.rules = rules
        self.player: list[int] = []
        self.banker: list[int] = []
        self.player_total = 0
        self.banker_total = 0
        self.due = PLAYER
        for card in cards:
            self.take(card)

    def take(self, card: int) -> None:
        """Deal the next card to the hand that is due."""
        rules = self.rules
        value = rules.values[card]
        if self.due == PLAYER:
            self.player.append(card)
            self.player_total = (self.player_total + value) % rules.modulo
        else:
            self.banker.append(card)
            self.banker_total = (self.banker_total + value) % rules.modulo
        dealt = len(self.player) + len(self.banker)
        if dealt < _FIRST_CARDS:
            self.due = dealt & 1
        elif dealt == _FIRST_CARDS:
            self.due = self._third_card()
        elif self.due == PLAYER and rules.banker_draws[self.banker_total][value]:
            self.due = BANKER
        else:
            self.due = NOBODY

    def _third_card(self) -> int:
        """The hand that draws first when both have two cards; `NOBODY` if either has a natural."""
        rules = self.rules
        if self.player_total >= rules.natural or self.banker_total >= rules.natural or not rules.third_cards:
            return NOBODY
        if self.player_total <= rules.player_draws:
            return PLAYER
        return BANKER if self.banker_total <= rules.banker_stands_above else NOBODY

    @property
    def outcome(self) -> Spot:
        """Which spot won; the coup must be over."""
        assert self.due == NOBODY, self
        if self.player_total == self.banker_total:
            return Spot.TIE
        return Spot.PLAYER if self.player_total > self.banker_total else Spot.BANKER

    @property
    def is_natural(self) -> bool:
        """Whether the first two cards of a hand ended the coup."""
        return len(self.player) + len(self.banker) == _FIRST_CARDS and (
            max(self.player_total, self.banker_total) >= self.rules.natural
        )

    def copy(self) -> "Coup":
        """The same coup, to play on without changing this one."""
        twin = Coup(self.rules)
        twin.player, twin.banker = self.player.copy(), self.banker.copy()
        twin.player_total, twin.banker_total = self.player_total, self.banker_total
        twin.due = self.due
        return twin
