"""Hands go to other processes and back, interpreted and compiled: they can be pickled and copied at any moment."""

import copy
import pickle
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from random import Random
from typing import Any

import pytest

from fairdeal.cards import BadCards, parse_card
from fairdeal.poker import CALL, FOLD, BadOrder, Hand, HandOrder, HandRules, IllegalAct
from fairdeal.poker.events import HandEvent
from fairdeal.poker.history.settle import BadHistory
from fairdeal.poker.rules import POT_LIMIT, RakeRules

FIELDS = (
    "stacks", "bets", "put", "ante", "live", "able", "to_act", "open", "turn", "street", "current", "step", "short_sum",
    "bets_made", "pot", "aggressor", "mucked", "acts", "result",
)  # fmt: skip
RULES = HandRules(10, 4, POT_LIMIT, show_in_order=True, rake=RakeRules(50_000, 300, halved_for=4))

Way = Callable[[Any], Any]


def by_pickle(value: Any) -> Any:
    return pickle.loads(pickle.dumps(value))  # noqa: S301 - our own bytes


WAYS: list[Way] = [by_pickle, copy.copy, copy.deepcopy]


def order(seed: int) -> HandOrder:
    deck = list(range(52))
    Random(seed).shuffle(deck)  # noqa: S311 - a test
    return HandOrder.usual(RULES, (1_000, 400, 90, 2_000), deck, small_blind=5, ante=1)


def play(hand: Hand, seed: int, acts: int = 100) -> Hand:
    """Play on by chance, so many acts at most."""
    chance = Random(seed)  # noqa: S311 - a test
    while hand.turn >= 0 and acts:
        options = hand.options()
        hand.act(chance.choice([FOLD, CALL, CALL, options.raise_min, options.raise_max]) if options.can_raise else CALL)
        acts -= 1
    return hand


def state(hand: Hand) -> list[Any]:
    return [getattr(hand, name) for name in FIELDS]


@pytest.mark.parametrize("way", WAYS)
def test_rules_orders_and_options_are_the_same_afterwards(way: Way) -> None:
    for value in (RULES, RULES.rake, HandRules(10), order(1), Hand(order(1)).options()):
        again = way(value)
        assert (again, type(again)) == (value, type(value))


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("acts", [0, 1, 5, 100])
def test_a_hand_goes_on_as_it_would_have(way: Way, acts: int) -> None:
    for seed in range(20):
        hand = play(Hand(order(seed)), seed, acts)
        again = way(hand)

        assert state(again) == state(hand)
        assert again.order == hand.order
        assert state(play(again, seed + 1)) == state(play(hand, seed + 1))


@pytest.mark.parametrize("way", WAYS)
def test_what_happened_is_the_same_afterwards(way: Way) -> None:
    heard: list[HandEvent] = []
    play(Hand(order(3), heard.append), 3)

    assert len({type(event) for event in heard}) >= 6
    assert [way(event) for event in heard] == heard


def refusals() -> list[Exception]:
    found: list[Exception] = [BadHistory("bad_deal", "told")]
    for refuse, kind in (
        (lambda: Hand(order(1)).act(3), IllegalAct),
        (lambda: Hand(HandOrder(RULES, (1,), [], 0)), BadOrder),
        (lambda: parse_card("Xx"), BadCards),
    ):
        with pytest.raises(kind) as caught:
            refuse()
        found.append(caught.value)
    return found


def told(refused: Exception) -> tuple[object, ...]:
    return type(refused), str(refused), refused.code, getattr(refused, "rule", None)  # type: ignore[attr-defined]


@pytest.mark.parametrize("way", WAYS)
def test_refusals_keep_their_codes(way: Way) -> None:
    for refused in refusals():
        again = way(refused)
        assert told(again) == told(refused)


def test_hands_are_played_by_several_processes() -> None:
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        played = list(pool.map(play, [Hand(order(seed)) for seed in range(4)], range(4)))

    assert [state(hand) for hand in played] == [state(play(Hand(order(seed)), seed)) for seed in range(4)]
