"""Short stacks go all-in or fold by the chart, tighter near the money and looser for a head; never an illegal act."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fairdeal.bots import STYLES, Spot, Style, spot_of_hand
from fairdeal.bots.betting import betting_of
from fairdeal.bots.push_fold import SHORT, Stage, call_depth, pressure_of, push_depth
from fairdeal.bots.style import BY_NAME
from fairdeal.bots.tournament import decide_in_tournament
from fairdeal.cards import parse_cards
from fairdeal.poker import CALL, FOLD, Hand, HandOrder, HandRules
from tests.poker.random_hands import STRUCTURES, random_order

REGULAR = BY_NAME["regular"]
HANDS = [(one, other) for one in range(52) for other in range(one)]


def cards(text: str) -> tuple[int, ...]:
    return tuple(parse_cards(text))


# ---- the chart


@pytest.mark.parametrize(
    ("hand", "least", "most"),
    [("Qh8d", 12, 17), ("Qh7d", 8, 12), ("QhTd", 12, 25), ("6h3h", 1.5, 7.5), ("7h2d", 1, 2.5), ("3h2d", 1, 2)],
)
def test_the_small_blind_goes_all_in_about_as_deep_as_the_published_charts_say(
    hand: str, least: float, most: float
) -> None:
    assert least <= push_depth(cards(hand), 1) <= most


def test_the_big_blind_calls_about_as_deep_as_the_published_charts_say() -> None:
    assert call_depth(cards("Qh2d"), 1, blind=True) == pytest.approx(5.6, abs=0.4)


@pytest.mark.parametrize(
    ("depth", "push", "call"), [(5, 0.70, 0.62), (8, 0.61, 0.44), (10, 0.58, 0.375), (15, 0.45, 0.29)]
)
def test_the_ranges_between_the_blinds_are_as_wide_as_they_should_be(depth: int, push: float, call: float) -> None:
    pushed = sum(push_depth(hand, 1) >= depth for hand in HANDS) / len(HANDS)
    called = sum(call_depth(hand, 1, blind=True) >= depth for hand in HANDS) / len(HANDS)

    assert pushed == pytest.approx(push, abs=0.03)
    assert called == pytest.approx(call, abs=0.03)


@pytest.mark.parametrize("depth", [4, 8, 12])
def test_with_more_players_behind_fewer_hands_are_played(depth: int) -> None:
    shares = [sum(push_depth(hand, behind) >= depth for hand in HANDS) for behind in range(1, 9)]
    answers = [sum(call_depth(hand, behind, blind=False) >= depth for hand in HANDS) for behind in range(2, 9)]

    assert shares == sorted(shares, reverse=True)
    assert answers == sorted(answers, reverse=True)
    assert shares[-1] < shares[0] / 2


@given(st.sampled_from(HANDS), st.integers(1, 8))
def test_the_order_and_the_suits_of_cards_do_not_matter(hand: tuple[int, int], behind: int) -> None:
    one, other = hand
    turned = tuple((card & ~3) | (card + 1) % 4 for card in hand)

    assert push_depth((one, other), behind) == push_depth((other, one), behind) == push_depth(turned, behind)


# ---- decisions


def spot(hole: str, depth: float, players: int = 6, place: int = 5, acts: tuple[int, ...] = ()) -> Spot:
    """The decision of a player before the flop, everybody with the same stack in big blinds; places before it have acted."""
    big, small = (0, 1) if players == 2 else (1, 0)
    rules, stacks = HandRules(big_blind=100), (int(depth * 100),) * players
    hand = Hand(HandOrder(rules, stacks, tuple(range(52)), big, small, 50))
    for act in acts:
        hand.act(act)
    while hand.turn != place:
        hand.act(FOLD)
    return spot_of_hand(hand, betting_of(hand))._replace(hole=cards(hole))


def acts_of(found: Spot, style: Style = REGULAR, stage: Stage | None = None) -> set[int]:
    """What a bot does there, whatever its chance."""
    stage = stage or Stage(150)
    return {decide_in_tournament(found, style, stage, number / 40) for number in range(40)}


@pytest.mark.parametrize(("hole", "depth", "pushes"), [("AhKd", 10, True), ("7h2d", 10, False), ("2h2d", 10, True)])
def test_the_button_with_ten_big_blinds_goes_all_in_or_folds(hole: str, depth: float, *, pushes: bool) -> None:
    found = spot(hole, depth)

    assert acts_of(found) == ({found.raise_max} if pushes else {FOLD})


@given(st.sampled_from(HANDS), st.floats(2, SHORT), st.integers(2, 9))
@settings(max_examples=150, deadline=None)
def test_nobody_but_the_chart_decides_when_all_have_folded(hand: tuple[int, int], depth: float, players: int) -> None:
    text = "2c3d"
    place = players - 1
    found = spot(text, depth, players, place)._replace(hole=hand)
    deepest = push_depth(hand, found.behind)
    acts = acts_of(found)

    if found.effective / 100 < 0.8 * deepest:
        assert acts == {
            found.raise_max if found.raise_max <= found.effective else max(found.raise_min, found.effective)
        }
    elif found.effective / 100 > 1.2 * deepest:
        assert acts == {FOLD}


def test_near_the_money_a_call_needs_a_better_hand_than_an_all_in_of_ones_own() -> None:
    hole = "KhTd"
    pushed = spot(hole, 9, place=5)
    faced = spot(hole, 9, players=6, place=1, acts=(FOLD, FOLD, FOLD, 900, FOLD))
    easy, hard = Stage(150), Stage(150, pressure=1.8)

    assert acts_of(pushed, stage=easy) == acts_of(pushed, stage=hard) != {FOLD}
    assert FOLD not in acts_of(faced, stage=easy)
    assert acts_of(faced, stage=hard) == {FOLD}


def test_for_a_head_a_hand_is_played_that_is_folded_otherwise() -> None:
    faced = spot("Kh7d", 9, players=6, place=1, acts=(FOLD, FOLD, FOLD, 900, FOLD))

    assert acts_of(faced) == {FOLD}
    assert acts_of(faced, stage=Stage(150, heads=900)) == {CALL}


def test_antes_make_a_stack_count_as_less_deep() -> None:
    found = spot("Qh8d", 9, place=5)

    assert acts_of(found, stage=Stage(150)) == {FOLD}
    assert acts_of(found, stage=Stage(300)) != {FOLD}


@pytest.mark.parametrize(
    ("left", "paid", "flat", "least", "most"),
    [(60, 9, False, 1.0, 1.05), (10, 9, False, 1.6, 1.9), (9, 9, False, 1.2, 1.35), (2, 9, False, 1, 1), (3, 1, False, 1, 1),
     (6, 5, True, 2, 3.2), (50, 5, True, 1, 1.05)],
)  # fmt: skip
def test_pressure_is_highest_just_before_the_money(
    left: int, paid: int, least: float, most: float, *, flat: bool
) -> None:
    assert least <= pressure_of(left, paid, flat=flat) <= most


@pytest.mark.parametrize("structure", STRUCTURES)
@pytest.mark.parametrize("style", STYLES, ids=lambda style: style.name)
def test_every_choice_is_one_of_the_options(structure: str, style: Style) -> None:
    for seed in range(40):
        chance = random.Random(seed)  # noqa: S311
        hand = Hand(random_order(chance, structure))
        stage = Stage(chance.randrange(1, 400), 1 + chance.random(), chance.choice((0.0, 500.0)))
        while hand.turn >= 0:
            act = decide_in_tournament(spot_of_hand(hand, betting_of(hand)), style, stage, chance.random())
            assert hand.options().allows(act)
            assert act != FOLD or not hand.options().can_check
            hand.act(act)
