"""Orders no dealer could play are refused with a code."""

from dataclasses import replace
from typing import Any

import pytest

from fairdeal.poker import BadOrder, Hand, HandOrder, HandRules

GOOD = HandOrder.usual(HandRules(10), [100, 100, 100], list(range(52)), small_blind=5)


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"stacks": [100]}, "bad_player_count"),
        ({"stacks": [100] * 11}, "bad_player_count"),
        ({"stacks": [100, -5, 100]}, "bad_stack"),
        ({"stacks": [100, 0, 100]}, "bad_stack"),
        ({"rules": HandRules(0)}, "bad_blinds"),
        ({"small_blind": 11}, "bad_blinds"),
        ({"small_blind": -1}, "bad_blinds"),
        ({"big_blind_at": 3}, "bad_blinds"),
        ({"big_blind_at": -1}, "bad_blinds"),
        ({"big_blind_at": 0}, "bad_blinds"),
        ({"late_posts": [1]}, "bad_blinds"),
        ({"late_posts": [7]}, "bad_blinds"),
        ({"late_posts": [2], "late_amounts": [10, 10]}, "bad_blinds"),
        ({"late_posts": [2], "late_amounts": [-10]}, "bad_blinds"),
        ({"antes": [1, 1]}, "bad_antes"),
        ({"antes": [1, -1, 1]}, "bad_antes"),
        ({"deck": list(range(10))}, "bad_deck"),
        ({"deck": [0] * 52}, "bad_deck"),
        ({"deck": [*range(51), 51, 1]}, None),
        ({"deck": [-1, *range(51)]}, "bad_deck"),
        ({"deck": [52, *range(51)]}, "bad_deck"),
    ],
)
def test_an_impossible_order_is_refused(change: dict[str, Any], code: str | None) -> None:
    order = replace(GOOD, **change)
    if code is None:  # what lies behind the cards that are dealt does not matter
        assert Hand(order).turn == 2
        return
    with pytest.raises(BadOrder) as bad:
        Hand(order)
    assert bad.value.code == code


def test_a_good_order_is_played() -> None:
    assert Hand(GOOD).turn == 2
