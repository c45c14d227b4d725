"""
What the casino kept, by table and day, against what it could expect: figures for the house.

The band holds 99 of 100 such days. A result outside it is a reason to look, and no proof of anything.
"""

from dataclasses import dataclass, field
from math import isqrt
from typing import Final

from litestar import get
from litestar.params import FromQuery

from fairdeal.casino.records import RoundKept
from fairdeal.kernel import DAY, Instant, TableId
from fairdeal.room.casino.listings import LISTED, rounds_list
from fairdeal.server.api.caller import Who
from fairdeal.server.api.shapes import Answer
from fairdeal.server.auth.refused import invalid
from fairdeal.server.auth.roles import Access
from fairdeal.storage.port import Store

DAYS_USUAL: Final = 7
DAYS_MAX: Final = 31
_PAGE: Final = 500
_SIGMAS_IN_THOUSANDTHS: Final = 2_576  # of a normal distribution, 99 in 100 lie within


class DayFigures(Answer, frozen=True):
    """
    A table on one day (UTC): rounds and bets, what the house kept, and what it could expect; amounts are cents.

    `house` is what was lost less what was won. `low` and `high` are the ends of the band around `expected`.
    """

    table: str
    name: str
    game: str
    currency: str
    money: str
    day: int
    rounds: int
    void: int
    bets: int
    staked: int
    house: int
    expected: int
    low: int
    high: int
    is_within: bool


class FiguresAnswer(Answer, frozen=True):
    """Figures by table and day, the newest day first; days without a round are left out."""

    rows: list[DayFigures]
    sigmas_in_thousandths: int = _SIGMAS_IN_THOUSANDTHS


@get("/staff/casino/figures", may=Access.READ_FIGURES)
async def read_figures(
    caller: Who,
    table: FromQuery[str | None] = None,
    days: FromQuery[int] = DAYS_USUAL,
    until: FromQuery[int | None] = None,
) -> FiguresAnswer:
    """What the casino kept on the last days, of one table or of all."""
    if not 1 <= days <= DAYS_MAX:
        raise invalid("bad_limit", least=1, most=DAYS_MAX)
    house, now = caller.house, caller.house.clock.now()
    last = (now if until is None else max(0, min(until, now))) // DAY
    setups = house.room.casino.house.setups
    wanted = {each: setup.name for each, setup in setups.items() if table in (None, each)}
    return await caller.read(lambda: figures_of(house.store, wanted, last - days + 1, last))


@dataclass(slots=True)
class _Sums:
    """What is added up of one table on one day."""

    first: RoundKept
    rounds: int = 0
    void: int = 0
    bets: int = 0
    staked: int = 0
    house: int = 0
    expected: int = 0
    variance: int = 0

    def add(self, kept: RoundKept) -> None:
        """Add one round."""
        self.void += kept.voided
        self.rounds += not kept.voided
        if not kept.voided:
            self.bets += kept.players
            self.staked += kept.staked
            self.house += kept.house
            self.expected += kept.expected
            self.variance += kept.variance


@dataclass(slots=True)
class _Days:
    """The days of one table."""

    days: dict[int, _Sums] = field(default_factory=dict)

    def add(self, kept: RoundKept) -> None:
        """Add a round to its day."""
        self.days.setdefault(kept.at // DAY, _Sums(kept)).add(kept)


def figures_of(store: Store, tables: dict[TableId, str], first: int, last: int) -> FiguresAnswer:
    """The figures of these tables from the first to the last day, both counted from 1970; blocks."""
    rows = [row for table, name in tables.items() for row in _table(store, table, name, first, last)]
    return FiguresAnswer(sorted(rows, key=lambda row: -row.day))


def _table(store: Store, table: TableId, name: str, first: int, last: int) -> list[DayFigures]:
    found, before = _Days(), (Instant((last + 1) * DAY), "")
    while True:
        rows = store.listed(rounds_list(table), _PAGE, before)
        for row in rows:
            if row.at < first * DAY:
                break
            found.add(LISTED.decode(row.body))
            before = row.at, row.id
        else:
            if len(rows) == _PAGE:
                continue
        return [_answer(name, day, sums) for day, sums in found.days.items()]


def _answer(name: str, day: int, sums: _Sums) -> DayFigures:
    expected = round(sums.expected / 100)
    reach = isqrt(sums.variance * _SIGMAS_IN_THOUSANDTHS**2) // 1_000
    kept = sums.first
    return DayFigures(
        table=kept.table,
        name=name,
        game=kept.game,
        currency=kept.currency,
        money=kept.money,
        day=day * DAY,
        rounds=sums.rounds,
        void=sums.void,
        bets=sums.bets,
        staked=sums.staked,
        house=sums.house,
        expected=expected,
        low=expected - reach,
        high=expected + reach,
        is_within=expected - reach <= sums.house <= expected + reach,
    )


ROUTES = [read_figures]
