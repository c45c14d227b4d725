"""Results of a player: sums, and points for a plot."""

from collections import Counter
from collections.abc import Iterable

from fairdeal.server.api.hand_rows import HandRow
from fairdeal.server.api.shapes import Answer

POINTS_MAX = 500


class Point(Answer, frozen=True):
    """The running result after a number of hands."""

    hands: int
    at: int
    result: int
    before_rake: int


class Results(Answer, frozen=True):
    """Results of cash games in one currency; `tenths_per100` is tenths of a big blind per hundred hands."""

    hands: int
    result: int
    rake: int
    tenths_per100: int
    currency: str | None
    currencies: list[str]
    label: str
    points: list[Point]


def results_of(rows: Iterable[HandRow], currency: str | None) -> Results:
    """The results of hands that come newest first; without a currency, in the one most played."""
    played = [row for row in rows if row.currency is not None and not row.void][::-1]
    by_currency = Counter(row.currency for row in played if row.currency is not None)
    currencies = [name for name, _ in by_currency.most_common()]
    chosen = currency if currency is not None else (currencies[0] if currencies else None)
    counted = [row for row in played if row.currency == chosen]
    result = sum(row.result for row in counted)
    rake = sum(row.rake for row in counted)
    label = counted[-1].label if counted else ""
    return Results(len(counted), result, rake, _per_hundred(counted), chosen, currencies, label, _points(counted))


def _per_hundred(rows: list[HandRow]) -> int:
    """Tenths of a big blind per hundred hands, rounded towards zero; every hand in its own blinds."""
    if not rows:
        return 0
    scale = 1_000_000
    won = sum(row.result * scale // row.big for row in rows)
    tenths = abs(won) * 10 * 100 // (len(rows) * scale)
    return tenths if won >= 0 else -tenths


def _points(rows: list[HandRow]) -> list[Point]:
    """Points for a plot: every hand, or an even selection with the last one."""
    every = -(-len(rows) // POINTS_MAX) or 1
    points, result, before = [], 0, 0
    for number, row in enumerate(rows, 1):
        result += row.result
        before += row.result + row.rake
        if number % every == 0 or number == len(rows):
            points.append(Point(number, row.at, result, before))
    return points
