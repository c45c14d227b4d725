"""
Reading the PHH notation: no-limit hold'em (NT), fixed-limit hold'em (FT) and pot-limit Omaha (PO).

Amounts of a file may have decimals; inside they are integers of the smallest unit that occurs.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Final

from fairdeal.poker.hand import Hand
from fairdeal.poker.history.actions import (
    ACTIONS_MAX,
    AMOUNT_MAX,
    DECIMALS_MAX,
    UNCALLABLE,
    perform,
    quoted,
    read_script,
)
from fairdeal.poker.history.settle import BadHistory
from fairdeal.poker.order import HandOrder
from fairdeal.poker.rules import FIXED_LIMIT, HOLDEM, NO_LIMIT, NO_RAKE, OMAHA, POT_LIMIT, HandRules, RakeRules

VARIANTS: Final = {"NT": (HOLDEM, NO_LIMIT), "FT": (HOLDEM, FIXED_LIMIT), "PO": (OMAHA, POT_LIMIT)}
PLAYERS_MAX: Final = 10

# What PHH has no field for, under names of our own.
RAKE_FIELD: Final = "_fairdeal_rake"
IN_ORDER_FIELD: Final = "_fairdeal_show_in_order"
EDITION_FIELD: Final = "_fairdeal_edition"
HASH_FIELD: Final = "_fairdeal_content_hash"
TOURNAMENT_FIELD: Final = "_fairdeal_tournament"

_LISTS: Final = {"antes": "antes", "blinds_or_straddles": "blinds", "starting_stacks": "stacks"}
_BETS: Final = {"NT": ("min_bet",), "PO": ("min_bet",), "FT": ("small_bet", "big_bet")}
_RESULTS: Final = ("finishing_stacks", "winnings")


@dataclass(frozen=True)
class History:
    """One hand of a file: its fields as they were written, and the hand they make."""

    fields: Mapping[str, Any]
    decimals: int
    hand: Hand

    @property
    def agrees(self) -> bool | None:
        """Whether the file's finishing stacks are those of the played hand; None where it has none."""
        recorded = self.fields.get("finishing_stacks")
        result = self.hand.result
        assert result is not None
        if not isinstance(recorded, list) or not all(_is_number(each) for each in recorded):
            return None
        return [Decimal(each) for each in recorded] == [Decimal(each).scaleb(-self.decimals) for each in result.stacks]


def read_history(fields: Mapping[str, Any]) -> History:
    """Play the hand of a PHH file to its end; raises `BadHistory`."""
    hole_cards = hole_cards_of(fields.get("variant"))
    variant = str(fields["variant"])
    for name in (*_LISTS, *_BETS[variant], "actions"):
        if name not in fields:
            raise BadHistory("missing_field", f"{name} is missing")
    actions = texts(fields["actions"], "actions")
    decimals = max(_decimals(fields, variant), *map(_decimals_of_action, actions), 0)
    if decimals > DECIMALS_MAX:
        raise BadHistory("bad_amount", f"amounts have at most {DECIMALS_MAX} decimals")
    plain: dict[str, Any] = {"variant": variant, "ante_trimming": fields.get("ante_trimming_status", False)}
    for name, short in _LISTS.items():
        plain[short] = _whole_list(fields[name], name, decimals)
    for name in _BETS[variant]:
        plain[name] = _whole(fields[name], name, decimals)
    plain["rake"] = _whole(fields.get(RAKE_FIELD, 0), RAKE_FIELD, decimals)
    plain["show_in_order"] = fields.get(IN_ORDER_FIELD, False) is True
    script = read_script(actions, player_count(plain), hole_cards, decimals)
    return History(fields, decimals, perform(order_of(plain, script.deck()), script))


def hole_cards_of(variant: object) -> int:
    """How many hole cards the variant deals."""
    if not isinstance(variant, str) or variant not in VARIANTS:
        told = "missing" if variant is None else quoted(str(variant))
        raise BadHistory("unsupported_variant", f"the variant is {told}, not one of {', '.join(VARIANTS)}")
    return VARIANTS[variant][0]


def player_count(fields: Mapping[str, Any]) -> int:
    """The number of players, from the stacks."""
    stacks = fields.get("stacks")
    if not isinstance(stacks, list) or not 2 <= len(stacks) <= PLAYERS_MAX:
        raise BadHistory("bad_player_count", f"a hand needs the stacks of 2 to {PLAYERS_MAX} players")
    return len(stacks)


def whole_numbers(value: object, name: str, count: int) -> list[int]:
    """A list of whole numbers, one per player."""
    if not isinstance(value, list) or not all(type(each) is int and abs(each) <= AMOUNT_MAX for each in value):
        raise BadHistory("bad_field", f"{name} must be a list of whole amounts")
    if len(value) != count:
        raise BadHistory("bad_field", f"{name} must have {count} entries, one a player")
    return value


def texts(value: object, name: str) -> list[str]:
    """A list of texts, not too long."""
    if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
        raise BadHistory("bad_field", f"{name} must be a list of texts")
    if len(value) > ACTIONS_MAX:
        raise BadHistory("too_large", f"a hand has at most {ACTIONS_MAX} {name}")
    return value


def order_of(fields: Mapping[str, Any], deck: Sequence[int]) -> HandOrder:
    """The order a history's fields describe; all amounts are whole."""
    count = player_count(fields)
    stacks = whole_numbers(fields["stacks"], "stacks", count)
    blinds = whole_numbers(fields.get("blinds"), "blinds", count)
    antes = whole_numbers(fields.get("antes", [0] * count), "antes", count)
    if count == 2:  # listed as after the button, but the button posts the first of them
        blinds, antes = blinds[::-1], antes[::-1]
    small_at, big_at = blind_places(blinds)
    late = [place for place, blind in enumerate(blinds) if blind < 0]
    return HandOrder(
        _rules(fields, blinds[big_at]),
        stacks,
        deck,
        big_blind_at=big_at,
        small_blind_at=small_at,
        small_blind=blinds[small_at] if small_at >= 0 else 0,
        late_posts=late,
        late_amounts=[-blinds[place] for place in late],
        antes=antes if any(antes) else (),
    )


def _rules(fields: Mapping[str, Any], big_blind: int) -> HandRules:
    hole_cards, structure = VARIANTS[fields["variant"]]
    fixed = structure == FIXED_LIMIT
    trimming = fields.get("ante_trimming", False)
    if not isinstance(trimming, bool):
        raise BadHistory("bad_field", "ante trimming is either true or false")
    if not fixed and fields.get("min_bet", big_blind) != big_blind:
        raise BadHistory("unsupported_min_bet", "the least bet must be the big blind")
    return HandRules(
        big_blind,
        hole_cards,
        structure,
        small_bet=_bet(fields, "small_bet") if fixed else 0,
        big_bet=_bet(fields, "big_bet") if fixed else 0,
        show_in_order=fields.get("show_in_order", False),
        antes_are_dead=not trimming,
        foreign=True,
        rake=_exactly(fields.get("rake", 0)),
    )


def _exactly(rake: int) -> RakeRules:
    """Rake of a known amount."""
    return RakeRules(1, cap=rake, minimum=rake, needs_flop=False) if rake > 0 else NO_RAKE


def blind_places(blinds: Sequence[int]) -> tuple[int, int]:
    """The places of the small and big blind; -1 where there is no small one."""
    posted = [place for place, blind in enumerate(blinds) if blind > 0]
    if not 1 <= len(posted) <= 2:
        raise BadHistory("unsupported_blinds", "a hand has a big blind and at most one small blind, and no straddle")
    big_at = max(posted, key=lambda place: (blinds[place], place))
    if -min(blinds) > blinds[big_at]:
        raise BadHistory("unsupported_blinds", "a late post is not above the big blind")
    return next((place for place in posted if place != big_at), -1), big_at


def _bet(fields: Mapping[str, Any], name: str) -> int:
    value = fields.get(name)
    if type(value) is not int or not 0 < value <= AMOUNT_MAX:
        raise BadHistory("bad_field", f"fixed limit needs a whole {name} above zero")
    return value


# ---- amounts with decimals


def _is_number(value: object) -> bool:
    return type(value) is int or (isinstance(value, Decimal) and value.is_finite())


def _places(value: object) -> int:
    """The number of decimals a number was written with."""
    if not isinstance(value, Decimal) or not value.is_finite():
        return 0
    exponent = value.as_tuple().exponent
    assert isinstance(exponent, int), "a finite number has an exponent"
    return max(0, -exponent)


def _decimals(fields: Mapping[str, Any], variant: str) -> int:
    """The decimals of the smallest unit used; results count too, unless they have more than `DECIMALS_MAX`."""
    amounts = [*_each(fields, (*_LISTS, *_BETS[variant])), fields.get(RAKE_FIELD, 0)]
    results = [places for value in _each(fields, _RESULTS) if (places := _places(value)) <= DECIMALS_MAX]
    return max([*map(_places, amounts), *results])


def _each(fields: Mapping[str, Any], names: Sequence[str]) -> Iterator[object]:
    for name in names:
        value = fields.get(name)
        yield from value if isinstance(value, list) else [value]


def _decimals_of_action(action: str) -> int:
    told, _, remark = action.partition("#")
    words = told.split()
    if words[1:2] == ["cbr"] and len(words) == 3:
        return len(words[2].partition(".")[2])
    raised = UNCALLABLE.fullmatch(remark.strip())
    return 0 if raised is None else len(raised[1].partition(".")[2])


def _whole_list(value: object, name: str, decimals: int) -> list[int]:
    if not isinstance(value, list):
        raise BadHistory("bad_field", f"{name} must be a list of amounts")
    if len(value) > PLAYERS_MAX:
        raise BadHistory("bad_player_count", f"a hand needs 2 to {PLAYERS_MAX} players, not {len(value)}")
    return [_whole(each, name, decimals) for each in value]


def _whole(value: object, name: str, decimals: int) -> int:
    """An amount as an integer of the smallest unit."""
    if not isinstance(value, int | Decimal) or not _is_number(value):
        raise BadHistory("bad_field", f"{name} must be made of finite amounts")
    if not -AMOUNT_MAX <= value <= AMOUNT_MAX:  # before any arithmetic: a written exponent can be of any size
        raise BadHistory("bad_amount", f"{name} has an amount nobody plays for")
    amount = int(Decimal(value).scaleb(decimals))
    if abs(amount) > AMOUNT_MAX:
        raise BadHistory("bad_amount", f"{name} has an amount nobody plays for")
    return amount
