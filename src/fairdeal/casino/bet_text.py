"""
Parses bets as text, such as "red 5, 17 1, split-16-17 2.50".

Each is a spot and an amount, separated by commas; a bare number is that number straight up, and an unambiguous beginning of a
spot's name is enough.
"""

from collections.abc import Iterable, Sequence
from decimal import Decimal, InvalidOperation

from fairdeal.kernel import Cents


class BadBet(ValueError):
    """Raised for a text that is not a bet; `code` is stable."""

    def __init__(self, code: str, told: str) -> None:
        self.code = code
        super().__init__(told)


def parse_bets(text: str, spots: Iterable[str]) -> list[tuple[str, Cents]]:
    """The spots and amounts that a text names; raises `BadBet`."""
    known = list(spots)
    return [_bet(part.split(), known) for part in text.split(",") if part.strip()]


def _bet(words: Sequence[str], known: Sequence[str]) -> tuple[str, Cents]:
    if len(words) != 2:
        raise BadBet("bad_bet", 'write a spot and an amount, such as "red 5"')
    return _spot(words[0], known), parse_amount(words[1])


def _spot(name: str, known: Sequence[str]) -> str:
    straight = f"straight-{name}"
    if straight in known or name in known:
        return straight if straight in known else name
    found = [spot for spot in known if spot.startswith(name)]
    if len(found) == 1:
        return found[0]
    raise BadBet("no_such_spot", f'"{name}" could be any of {len(found)} spots' if found else f'no spot "{name}"')


def parse_amount(text: str) -> Cents:
    """The amount that a text with at most two decimals names; raises `BadBet`."""
    try:
        cents = Decimal(text.replace(",", ".")) * 100
    except InvalidOperation:
        raise BadBet("bad_amount", f'"{text}" is no amount') from None
    if not cents.is_finite() or cents != int(cents) or not 0 <= cents < 10**12:
        raise BadBet("bad_amount", f'"{text}" is no amount')
    return Cents(int(cents))


def chips_for(amount: Cents, chips: Sequence[Cents]) -> list[Cents]:
    """The fewest chips that make an amount, the largest first (RLT-04)."""
    found: list[Cents] = []
    left = int(amount)
    for chip in sorted(chips, reverse=True):
        found += [chip] * (left // chip)
        left %= chip
    if left or not found:
        raise BadBet("no_such_chips", f"the table has no chips for {amount / 100:.2f}")
    return found
