"""
Roulette: the fields of the layout, the numbers each covers, and what a pocket makes of the bets.

A field is named by its kind and its lowest numbers: "straight-17", "split-16-17", "street-16", "corner-13", "line-13",
"column-2", "dozen-2", "red". Rows are three numbers wide, so n and n+1 stand side by side unless n ends its row.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Final, NamedTuple

from fairdeal.casino.paytables import LOST, Paid, added, push, win
from fairdeal.kernel import Cents, Rounding, RuleId, divide
from fairdeal.rulebook.ruled import Odds
from fairdeal.rulebook.schema.casino import Roulette
from fairdeal.rulebook.schema.choices import RouletteBet

ZERO: Final = 0
_ROW: Final = 3


class Field(NamedTuple):
    """A place for chips: the numbers it covers and what it pays."""

    name: str
    bet: RouletteBet
    numbers: frozenset[int]
    odds: Odds
    rule: RuleId


class Wheel:
    """A wheel and its layout, as the edition has them."""

    __slots__ = ("fields", "half_back", "pockets", "red")

    def __init__(self, rules: Roulette) -> None:
        self.pockets: int = rules.pockets.value
        self.half_back: bool = rules.half_back_on_zero.value
        self.red = frozenset(rules.red_numbers.value)
        self.fields: Mapping[str, Field] = {field.name: field for field in _fields(rules)}

    def settle(self, bets: Iterable[tuple[str, Cents]], pocket: int) -> Paid:
        """What all of a player's bets pay at that pocket."""
        return added(self.settle_bet(name, stake, pocket) for name, stake in bets)

    def settle_bet(self, name: str, stake: Cents, pocket: int) -> Paid:
        """What one bet pays at that pocket."""
        field = self.fields[name]
        if pocket in field.numbers:
            return win(stake, field.odds)
        if pocket == ZERO and self.half_back and field.bet is RouletteBet.EVEN_MONEY:
            return push(Cents(divide(stake, 2, Rounding.UP)))
        return LOST

    def colour(self, pocket: int) -> str:
        """The colour of a pocket; zero is green."""
        if pocket == ZERO:
            return "green"
        return "red" if pocket in self.red else "black"


def _fields(rules: Roulette) -> Iterator[Field]:
    pays = {row.bet: row for row in rules.pays.value}
    for bet, name, numbers in _layout(rules):
        row = pays[bet]
        yield Field(name, bet, frozenset(numbers), row.pays, row.rule or rules.pays.rule)


def _layout(rules: Roulette) -> Iterator[tuple[RouletteBet, str, Iterable[int]]]:
    """Every field with its numbers; the largest number ends the last row."""
    most = rules.pockets.value - 1
    yield from ((RouletteBet.STRAIGHT_UP, f"straight-{n}", (n,)) for n in range(most + 1))
    yield from ((RouletteBet.SPLIT, f"split-{low}-{high}", (low, high)) for low, high in _splits(most))
    for first in range(1, most, _ROW):
        yield RouletteBet.STREET, f"street-{first}", range(first, first + _ROW)
        if first + _ROW < most:
            yield RouletteBet.LINE, f"line-{first}", range(first, first + 2 * _ROW)
            for n in (first, first + 1):
                yield RouletteBet.CORNER, f"corner-{n}", (n, n + 1, n + _ROW, n + _ROW + 1)
    if rules.zero_in_combinations.value:
        yield from _with_zero()
    third = most // 3
    for number in (1, 2, 3):
        yield RouletteBet.COLUMN, f"column-{number}", range(number, most + 1, _ROW)
        yield RouletteBet.DOZEN, f"dozen-{number}", range(third * (number - 1) + 1, third * number + 1)
    red = set(rules.red_numbers.value)
    yield RouletteBet.EVEN_MONEY, "red", red
    yield RouletteBet.EVEN_MONEY, "black", set(range(1, most + 1)) - red
    yield RouletteBet.EVEN_MONEY, "even", range(2, most + 1, 2)
    yield RouletteBet.EVEN_MONEY, "odd", range(1, most + 1, 2)
    yield RouletteBet.EVEN_MONEY, "low", range(1, most // 2 + 1)
    yield RouletteBet.EVEN_MONEY, "high", range(most // 2 + 1, most + 1)


def _splits(most: int) -> Iterator[tuple[int, int]]:
    for n in range(1, most + 1):
        if n % _ROW:
            yield n, n + 1
        if n + _ROW <= most:
            yield n, n + _ROW


def _with_zero() -> Iterator[tuple[RouletteBet, str, Iterable[int]]]:
    """The additional fields of a layout where zero takes part in combinations."""
    yield from ((RouletteBet.SPLIT, f"split-0-{n}", (ZERO, n)) for n in (1, 2, 3))
    yield from ((RouletteBet.STREET, f"street-0-{n}", (ZERO, n, n + 1)) for n in (1, 2))
    yield RouletteBet.CORNER, "corner-0", (ZERO, 1, 2, 3)
