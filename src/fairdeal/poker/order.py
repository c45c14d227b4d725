"""The order that a hand is played from, and its result."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from fairdeal.poker.rules import HandRules

_WHOLE_DECK: Final = frozenset(range(52))


class BadOrder(ValueError):
    """Raised for an order that cannot be played; `code` is stable."""

    def __init__(self, code: str, told: str) -> None:
        self.code = code
        super().__init__(told)

    def __reduce__(self) -> tuple[Any, ...]:
        """How it is pickled: a process pool whose worker raises it would hang otherwise."""
        return BadOrder, (self.code, str(self))


@dataclass(init=False, unsafe_hash=True)
class HandOrder:
    """
    Everything needed to play one hand: places, stacks, blinds, rules and deck.

    Places are counted clockwise from the first player after the button, who is place 0; the button is the last place.
    With two players place 0 is the big blind and the button posts the small one (CASH-05). `deck` is dealt from the front:
    hole cards round by round, then the board.
    """

    rules: Final[HandRules]
    stacks: Final[Sequence[int]]
    deck: Final[Sequence[int]]
    big_blind_at: Final[int]
    small_blind_at: Final[int]  # place; -1: nobody posts one
    small_blind: Final[int]
    late_posts: Final[Sequence[int]]  # places that post a live big blind out of turn (CASH-16)
    late_amounts: Final[Sequence[int]]  # what they post, where an imported hand had other amounts
    antes: Final[Sequence[int]]

    # Written out, because the constructor of a frozen dataclass takes as long as playing a whole round of betting.
    def __init__(
        self,
        rules: HandRules,
        stacks: Sequence[int],
        deck: Sequence[int],
        big_blind_at: int,
        small_blind_at: int = -1,
        small_blind: int = 0,
        late_posts: Sequence[int] = (),
        late_amounts: Sequence[int] = (),
        antes: Sequence[int] = (),
    ) -> None:
        self.rules = rules
        self.stacks = stacks
        self.deck = deck
        self.big_blind_at = big_blind_at
        self.small_blind_at = small_blind_at
        self.small_blind = small_blind
        self.late_posts = late_posts
        self.late_amounts = late_amounts
        self.antes = antes

    def __reduce__(self) -> tuple[Any, ...]:
        """How it is pickled and copied, which a compiled class cannot do by itself."""
        blinds = (self.big_blind_at, self.small_blind_at, self.small_blind)
        return HandOrder, (self.rules, self.stacks, self.deck, *blinds, self.late_posts, self.late_amounts, self.antes)

    @staticmethod
    def usual(
        rules: HandRules, stacks: Sequence[int], deck: Sequence[int], *, small_blind: int, ante: int = 0
    ) -> "HandOrder":
        """An order with the blinds at their usual places: after the button, or heads-up with the small blind on it."""
        heads_up = len(stacks) == 2
        return HandOrder(
            rules,
            stacks,
            deck,
            big_blind_at=0 if heads_up else 1,
            small_blind_at=1 if heads_up else 0,
            small_blind=small_blind,
            antes=[ante] * len(stacks) if ante else (),
        )


def check_order(order: HandOrder) -> None:
    """Raise `BadOrder` for an order that cannot be played."""
    rules = order.rules
    count = len(order.stacks)
    if not 2 <= count <= 10:
        raise BadOrder("bad_player_count", f"a hand needs 2 to 10 players, not {count}")
    if min(order.stacks) <= 0:
        raise BadOrder("bad_stack", "every player needs at least one chip")
    if rules.big_blind <= 0 or not 0 <= order.small_blind <= rules.big_blind:
        raise BadOrder("bad_blinds", "the big blind must be above zero and not below the small blind")
    _check_posts(order, count)
    if order.antes and (len(order.antes) != count or min(order.antes) < 0):
        raise BadOrder("bad_antes", "there must be one ante a player, none below zero")
    needed = count * rules.hole_cards + 5
    if len(order.deck) < needed:
        raise BadOrder("bad_deck", f"{count} players need {needed} cards, the deck has {len(order.deck)}")
    if not rules.foreign:
        dealt = set(order.deck[:needed])
        if len(dealt) != needed or not dealt <= _WHOLE_DECK:
            raise BadOrder("bad_deck", "a deck holds each card once and nothing else")


def _check_posts(order: HandOrder, count: int) -> None:
    posts = [order.big_blind_at, *order.late_posts]
    if order.small_blind_at >= 0:
        posts.append(order.small_blind_at)
    seen = 0
    for place in posts:
        if not 0 <= place < count or seen >> place & 1:
            raise BadOrder("bad_blinds", "blinds and late posts must be at different places of the table")
        seen |= 1 << place
    if order.late_amounts and (len(order.late_amounts) != len(order.late_posts) or min(order.late_amounts) <= 0):
        raise BadOrder("bad_blinds", "there must be one amount above zero for each late post")


class Pot(NamedTuple):
    """One pot as it was awarded; `amount` is before rake."""

    amount: int
    rake: int
    eligible: tuple[int, ...]
    winners: tuple[int, ...]


class HandResult(NamedTuple):
    """The result of a hand; stacks, net, contributed and ranks are by place."""

    stacks: tuple[int, ...]
    net: tuple[int, ...]
    pots: tuple[Pot, ...]  # the main pot first
    rake: int
    contributed: tuple[int, ...]  # called chips: what rake and rakeback are shared by
    returned: tuple[int, int] | None  # place and amount of an uncalled bet
    shown: tuple[int, ...]  # places that showed, in order
    ranks: tuple[int, ...]  # 0 where no hand was shown
    board: tuple[int, ...]
