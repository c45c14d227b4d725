"""
The PHH notation: one hand a `.phh` file, many in a `.phhs`, for no-limit hold'em (NT), fixed-limit hold'em (FT) and pot-limit
Omaha (PO).

Amounts of a file may have decimals; inside they are integers of the smallest unit that occurs.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from fairdeal.poker.history.actions import BadHistory
from fairdeal.poker.order import HandOrder
from fairdeal.poker.rules import FIXED_LIMIT, HOLDEM, NO_LIMIT, OMAHA, POT_LIMIT, HandRules

VARIANTS: Final = {"NT": (HOLDEM, NO_LIMIT), "FT": (HOLDEM, FIXED_LIMIT), "PO": (OMAHA, POT_LIMIT)}


def whole_numbers(value: object, name: str, count: int | None = None) -> list[int]:
    """A list of whole numbers, of a given length if it matters."""
    if not isinstance(value, list) or not all(type(each) is int for each in value):
        raise BadHistory("bad_field", f"{name} must be a list of whole amounts")
    if count is not None and len(value) != count:
        raise BadHistory("bad_field", f"{name} must have {count} entries, one a player")
    return value


def hole_cards_of(variant: object) -> int:
    """How many hole cards the variant deals."""
    if variant not in VARIANTS:
        raise BadHistory("unsupported_variant", f"variant {variant!r} is not one of {', '.join(VARIANTS)}")
    return VARIANTS[str(variant)][0]


def order_of(fields: Mapping[str, Any], deck: Sequence[int]) -> HandOrder:
    """The order a history's fields describe; all amounts are whole."""
    stacks = whole_numbers(fields.get("stacks"), "stacks")
    count = len(stacks)
    blinds = whole_numbers(fields.get("blinds"), "blinds", count)
    if count == 2:  # listed as after the button, but the button posts the first of them
        blinds = blinds[::-1]
    antes = whole_numbers(fields.get("antes", [0] * count), "antes", count)
    hole_cards, structure = VARIANTS[fields["variant"]]
    small_at, big_at = blind_places(blinds)
    late = [place for place, blind in enumerate(blinds) if blind < 0]
    rules = HandRules(
        blinds[big_at],
        hole_cards,
        structure,
        small_bet=_bet(fields, "small_bet") if structure == FIXED_LIMIT else 0,
        big_bet=_bet(fields, "big_bet") if structure == FIXED_LIMIT else 0,
        antes_are_dead=not fields.get("ante_trimming", False),
        foreign=True,
    )
    return HandOrder(
        rules,
        stacks,
        deck,
        big_blind_at=big_at,
        small_blind_at=small_at,
        small_blind=blinds[small_at] if small_at >= 0 else 0,
        late_posts=late,
        late_amounts=[-blinds[place] for place in late],
        antes=antes if any(antes) else (),
    )


def blind_places(blinds: Sequence[int]) -> tuple[int, int]:
    """Where the small and the big blind are; -1 where there is no small one."""
    posted = [place for place, blind in enumerate(blinds) if blind > 0]
    if not 1 <= len(posted) <= 2:
        raise BadHistory("unsupported_blinds", "a hand has a big blind and at most one small blind, and no straddle")
    big_at = max(posted, key=lambda place: (blinds[place], place))
    return next((place for place in posted if place != big_at), -1), big_at


def _bet(fields: Mapping[str, Any], name: str) -> int:
    value = fields.get(name)
    if type(value) is not int or value <= 0:
        raise BadHistory("bad_field", f"fixed limit needs a whole {name} above zero")
    return value
