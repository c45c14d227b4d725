"""Practice opponents play legally, each in its own way."""

import random

import pytest

from fairdeal.bots import STYLES, Style, choose
from fairdeal.poker import FOLD, Hand
from tests.poker.random_hands import STRUCTURES, random_order


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


def test_styles_can_be_told_apart() -> None:
    """The rock folds most, the caller raises least, the gambler raises most."""
    folds, raises = {}, {}
    for style in STYLES:
        acts = []
        for seed in range(150):
            chance = random.Random(seed)  # noqa: S311
            hand = Hand(random_order(chance, "no-limit"))
            while hand.turn >= 0:
                acts.append(choose(hand, style, chance.random()))
                hand.act(acts[-1])
        folds[style.name] = sum(act == FOLD for act in acts) / len(acts)
        raises[style.name] = sum(act > 0 for act in acts) / len(acts)

    assert max(folds, key=folds.__getitem__) == "rock"
    assert min(raises, key=raises.__getitem__) == "caller"
    assert max(raises, key=raises.__getitem__) == "gambler"
