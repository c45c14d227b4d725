"""Random hands from a seed: uneven stacks, antes, short blinds, late posts, every structure."""

import random
from collections.abc import Iterator

from fairdeal.poker import (
    CALL,
    FIXED_LIMIT,
    FOLD,
    HOLDEM,
    NO_LIMIT,
    OMAHA,
    POT_LIMIT,
    Hand,
    HandOrder,
    HandRules,
    Options,
    RakeRules,
)

STRUCTURES = {
    "no-limit": (HOLDEM, NO_LIMIT),
    "pot-limit": (OMAHA, POT_LIMIT),
    "fixed-limit": (HOLDEM, FIXED_LIMIT),
}


def random_order(chance: random.Random, structure: str, *, plain: bool = False) -> HandOrder:
    """An order of that structure; a plain one has what every engine knows: no late posts, no rake."""
    hole_cards, limit = STRUCTURES[structure]
    count = chance.randint(2, 9)
    big_blind = chance.choice([2, 4, 10, 50])
    deepest = chance.choice([3, 20, 100]) * big_blind
    stacks = [chance.randint(1 if not plain else big_blind, deepest + big_blind) for _ in range(count)]
    rake = RakeRules(
        chance.choice([20_000, 35_000, 50_000]),
        chance.choice([3, 50, 300]),
        chance.randint(0, 1),
        chance.randint(0, 3),
        12,
    )
    rules = HandRules(
        big_blind,
        hole_cards,
        limit,
        small_bet=big_blind,
        big_bet=2 * big_blind,
        rake=HandRules(1).rake if plain else rake,
    )
    deck = chance.sample(range(52), 52)
    ante = chance.choice([0, 0, big_blind // 2])
    order = HandOrder.usual(rules, stacks, deck, small_blind=big_blind // 2, ante=ante)
    if plain or count < 5 or chance.random() < 0.7:
        return order
    late = [chance.randint(2, count - 1)]
    return HandOrder(
        rules, stacks, deck, order.big_blind_at, order.small_blind_at, order.small_blind, late, (), order.antes
    )


def choices(options: Options) -> list[int]:
    """A few acts the options hold: the ends of the range and something between."""
    found = [FOLD, CALL]
    if options.can_raise:
        found += [options.raise_min, options.raise_max, (options.raise_min + options.raise_max) // 2]
    return found


def random_act(chance: random.Random, options: Options) -> int:
    """An act somebody might choose; folding for nothing is rare."""
    acts = choices(options)
    if options.can_check and chance.random() < 0.95:
        acts = acts[1:]
    return chance.choice(acts)


def random_hand(seed: int, structure: str) -> Iterator[Hand]:
    """A hand, before its first act and after each one."""
    chance = random.Random(seed)  # noqa: S311
    hand = Hand(random_order(chance, structure))
    yield hand
    while hand.turn >= 0:
        hand.act(random_act(chance, hand.options()))
        yield hand
