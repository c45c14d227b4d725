"""Finished hands for tests of histories: random ones, and one of each game to look at."""

import random
from collections.abc import Iterator
from dataclasses import replace

from fairdeal.cards import NAMES
from fairdeal.poker import Hand, RakeRules
from fairdeal.poker.history.meta import HandMeta
from fairdeal.testing import play
from tests.poker.random_hands import STRUCTURES, random_act, random_order

EUROS = HandMeta(currency="EUR", decimals=2)


def random_finished(seed: int, structure: str, *, plain: bool = False) -> Hand:
    """A hand played to its end; unless plain, with everything an edition may want of it."""
    chance = random.Random(f"{structure} {seed}")  # noqa: S311
    order = random_order(chance, structure, plain=plain)
    if not plain:
        in_order, dead = chance.random() < 0.5, chance.random() < 0.3
        order = replace(order, rules=replace(order.rules, show_in_order=in_order, antes_are_dead=dead))
    hand = Hand(order)
    while hand.turn >= 0:
        hand.act(random_act(chance, hand.options()))
    return hand


def random_meta(seed: int, count: int) -> HandMeta:
    """Something known about some hands, nothing about others."""
    chance = random.Random(seed)  # noqa: S311
    if chance.random() < 0.2:
        return HandMeta()
    return HandMeta(
        number=chance.randint(1, 10**12),
        table=chance.choice(["", "Tallinn", "Călărași 'II'", "7"]),
        names=tuple(f"player {place}" for place in range(count)),
        seats=tuple(chance.sample(range(1, 11), count)),
        seat_count=10,
        time=chance.choice([0, 1_700_000_000_123, 4_102_444_800_000]),
        edition=chance.choice(["", "club"]),
        content_hash=chance.choice(["", "0f" * 32]),
        currency=chance.choice(["", "EUR", "SEK"]),
        decimals=chance.choice([0, 2]),
        tournament=chance.choice([0, 0, 12]),
        level=chance.choice([0, 3]),
    )


def each_finished(seeds: int, *, plain: bool = False) -> Iterator[tuple[str, Hand, HandMeta]]:
    """Random hands of every structure, each with a name to find it again."""
    for structure in STRUCTURES:
        for seed in range(seeds):
            hand = random_finished(seed, structure, plain=plain)
            yield f"{structure} {seed}", hand, random_meta(seed, hand.count)


def card_names(cards: object) -> set[str]:
    """Names of known cards."""
    assert isinstance(cards, list | tuple)
    return {NAMES[card] for card in cards if card >= 0}


def no_limit() -> tuple[Hand, HandMeta]:
    """A late post, a short all-in, a raise nobody can call, a side pot that two share, rake."""
    script = play("""
        stacks Ann=5000 Bob=2613 Cat=5000 Dan=900 Eve=3001 Fay=5000; blinds 50/100; late Eve
        cards Ann=AsKd Bob=AhKh Cat=7c7d Dan=KsJd Eve=AcQh Fay=2c3d; board KcJs4d4h9c
    """)
    script.rules = replace(script.rules, rake=RakeRules(50_000, 301))
    script.tell("""
        Cat raises to 600; Dan all-in; Eve calls; Fay folds; Ann calls; Bob calls; Cat calls
        to the turn
        Ann bets 500; Bob all-in; Cat folds; Eve folds; Ann raises to 4000
    """)
    return script.hand, replace(
        EUROS,
        number=41,
        table="Tallinn",
        names=tuple(script.names),
        seats=(2, 3, 5, 6, 7, 1),
        seat_count=8,
        time=1_700_000_000_123,
    )


def pot_limit() -> tuple[Hand, HandMeta]:
    """A tournament's heads-up with antes; nobody sees a showdown."""
    script = play("""
        omaha; pot limit; stacks Ann=1500 Bob=2500; blinds 50/100; ante 10
        cards Ann=AsKdQhJh Bob=2c2d7h8h; board KcJs4d4h9c
        Bob raises to 300; Ann calls; Ann checks; Bob bets 400; Ann calls; Ann bets 200; Bob raises to 1000; Ann folds
    """)
    return script.hand, HandMeta(number=7, names=("Ann", "Bob"), tournament=88, level=4, time=1_700_000_000_000)


def fixed_limit() -> tuple[Hand, HandMeta]:
    """The last to bet shows first; an odd chip in a pot that two share."""
    script = play("""
        limit 11/22; show in order; stacks a=301 b=301 c=301
        cards a=AsKd b=AhKh c=QcQs; board KcJs4d4h9c
        c raises to 22; a raises to 33; b calls; c calls
        to the river
        a bets 22; b raises to 44; c folds; a calls
    """)
    return script.hand, HandMeta()


SAMPLES = {"no-limit": no_limit, "pot-limit": pot_limit, "fixed-limit": fixed_limit}
