"""Practice opponents play legally, each in its own way, and take their time as people do."""

import random
from collections import Counter
from statistics import median

import pytest

from fairdeal.bots import STYLES, Style, choose, decide, spot_of_hand, time_to_think
from fairdeal.bots.betting import NOTHING, betting_of, noted_act
from fairdeal.bots.style import BY_NAME
from fairdeal.bots.timing import LEAST, MOST
from fairdeal.poker import CALL, FOLD, Hand, HandOrder, HandRules
from tests.poker.random_hands import STRUCTURES, random_order

RULES = HandRules(big_blind=50)


@pytest.mark.parametrize("structure", STRUCTURES)
@pytest.mark.parametrize("style", STYLES, ids=lambda style: style.name)
def test_every_choice_is_one_of_the_options(structure: str, style: Style) -> None:
    for seed in range(60):
        chance = random.Random(seed)  # noqa: S311
        hand = Hand(random_order(chance, structure))
        while hand.turn >= 0:
            act = choose(hand, style, chance.random())
            assert hand.options().allows(act)
            assert act != FOLD or not hand.options().can_check
            hand.act(act)


def test_the_same_spot_style_and_chance_give_the_same_act() -> None:
    for seed in range(40):
        hand = Hand(random_order(random.Random(seed), "no-limit"))  # noqa: S311
        spot = spot_of_hand(hand, betting_of(hand))
        for style in STYLES:
            assert decide(spot, style, 0.37) == decide(spot, style, 0.37)


class Habits:
    """What one would note of somebody's play over an evening."""

    def __init__(self) -> None:
        self.hands = 0
        self.played = 0  # put money in before the flop of their own will
        self.raised = 0  # before the flop
        self.acts: Counter[str] = Counter()  # after the flop

    @property
    def aggression(self) -> float:
        return self.acts["raise"] / max(1, self.acts["call"])


@pytest.fixture(scope="module")
def habits() -> dict[str, Habits]:
    """Twelve hundred hands of all six at one table."""
    dice = random.Random(5)  # noqa: S311
    found = {style.name: Habits() for style in STYLES}
    for _ in range(1_200):
        deck = list(range(52))
        dice.shuffle(deck)
        seated = list(STYLES)
        dice.shuffle(seated)
        _play(Hand(HandOrder.usual(RULES, [5_000] * 6, deck, small_blind=25)), seated, dice, found)
    return found


def _play(hand: Hand, seated: list[Style], dice: random.Random, found: dict[str, Habits]) -> None:
    betting = NOTHING
    played, raised = set(), set()
    while hand.turn >= 0:
        style = seated[hand.turn]
        act = decide(spot_of_hand(hand, betting), style, dice.random())
        paid = act > 0 or (act == CALL and not hand.options().can_check)
        if hand.street > 0 and paid:
            found[style.name].acts["raise" if act > 0 else "call"] += 1
        elif paid:
            played.add(style.name)
            raised |= {style.name} if act > 0 else set()
        betting = noted_act(betting, hand, act)
        hand.act(act)
    for style in seated:
        noted = found[style.name]
        noted.hands += 1
        noted.played += style.name in played
        noted.raised += style.name in raised


def test_styles_can_be_told_apart(habits: dict[str, Habits]) -> None:
    """How many hands, how many raises, how much betting: the marks by which people know each other."""
    loose = sorted(habits, key=lambda name: habits[name].played)
    assert (loose[0], loose[-1]) == ("rock", "maniac")
    assert loose.index("regular") < loose.index("gambler")
    assert loose.index("shark") < loose.index("caller")

    raises = sorted(habits, key=lambda name: habits[name].raised)
    assert (raises[0], raises[-1]) == ("caller", "maniac")
    assert raises.index("rock") < raises.index("regular")

    passive = habits["caller"]
    assert passive.raised * 8 < passive.played, "the caller calls"
    assert passive.aggression < 0.8 < habits["gambler"].aggression < habits["shark"].aggression


# ---- time


def test_time_is_a_pure_function_within_human_bounds_and_says_nothing_about_the_cards() -> None:
    for seed in range(60):
        dice = random.Random(seed)  # noqa: S311
        hand = Hand(random_order(dice, "no-limit"))
        spot = spot_of_hand(hand, betting_of(hand))
        chance = dice.random()
        for act in (FOLD, CALL, spot.raise_max or CALL):
            for style in STYLES:
                time = time_to_think(spot, act, style, chance)
                assert LEAST <= time <= MOST
                assert time == time_to_think(spot._replace(hole=(51, 47)), act, style, chance)


def test_large_decisions_take_longer_than_small_ones_and_times_vary() -> None:
    hand = Hand(HandOrder.usual(RULES, [5_000] * 6, list(range(52)), small_blind=25))
    spot = spot_of_hand(hand, NOTHING)
    chances = [number / 200 for number in range(200)]
    regular = BY_NAME["regular"]

    def usual(act: int, style: Style = regular) -> float:
        return median(time_to_think(spot, act, style, chance) for chance in chances)

    assert usual(FOLD) < usual(CALL) < usual(150) < usual(5_000)
    assert usual(CALL, BY_NAME["maniac"]) < usual(CALL, BY_NAME["shark"])
    assert len({time_to_think(spot, CALL, regular, chance) for chance in chances}) > 100
