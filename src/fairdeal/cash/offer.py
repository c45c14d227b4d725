"""
Which cash stakes an edition offers.

A player chooses a stake: a family, a pair of blinds (for fixed limit, of limits), a kind of money and, where an edition has tables
of several sizes, a number of seats. Names such as "NL100" collide (CASH-23), so a stake is known by its id.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from typing import Final, NewType

from fairdeal.cash.rules import CashRules, cash_rules, is_banzai
from fairdeal.cash.streams import floor_stream
from fairdeal.kernel import Cents, MoneyKind, StreamId
from fairdeal.rulebook.ruled import Blinds
from fairdeal.rulebook.schema.cash import Family
from fairdeal.rulebook.schema.choices import Structure
from fairdeal.rulebook.schema.edition import Edition, Poker

StakeId = NewType("StakeId", str)
"""Edition, money, family, blinds and seats of a stake, separated by slashes; stored, so its form never changes."""

HOUSE_STAKES: Final = tuple(Blinds(Cents(small), Cents(2 * small)) for small in (1, 2, 5, 10, 25, 50, 100, 200, 500))
"""Blinds offered where the rulebook rakes every stake alike and names none; the operator may choose others."""

_PREFIXES: Final = {Structure.NO_LIMIT: "NL", Structure.POT_LIMIT: "PL"}


@dataclass(frozen=True, slots=True)
class Offered:
    """One stake as players see it in the lobby, and its rules."""

    id: StakeId
    label: str
    rules: CashRules


def offer(
    edition: Edition, money: MoneyKind = MoneyKind.REAL, house_stakes: Iterable[Blinds] = HOUSE_STAKES
) -> dict[StakeId, Offered]:
    """Every stake that an edition offers for a kind of money, by id; empty where it has no such tables."""
    poker = edition.poker
    if poker is None or (money is MoneyKind.PLAY and not poker.games.play_money.value):
        return {}
    found: dict[StakeId, Offered] = {}
    for family in poker.games.families.value:
        for blinds, label in _blinds(poker, family, tuple(house_stakes)):
            for rules in _sizes(edition, poker, family, blinds, money):
                found[stake_id(rules)] = Offered(stake_id(rules), label, rules)
    return found


def stake_id(rules: CashRules) -> StakeId:
    """The id of the stake that has these rules."""
    return StakeId(f"{rules.edition}/{rules.money}/{rules.stake_key}/{rules.seats.value}")


def is_named(stake: StakeId, names: Iterable[str]) -> bool:
    """Whether one of these names is that of the stake; `*` in a name stands for any part of it."""
    return any(fnmatchcase(stake, name) for name in names)


def counter_scope(stake: StakeId) -> str:
    """The key of a stake's daily counters: edition and money, shared by all stakes and formats (RAT-05)."""
    return stake.rsplit("/", 3)[0]


def floors(offered: Mapping[StakeId, Offered]) -> dict[StreamId, dict[StakeId, Offered]]:
    """The stakes grouped by the stream of the floor they belong to."""
    found: dict[StreamId, dict[StakeId, Offered]] = {}
    for stake, row in offered.items():
        found.setdefault(floor_stream(row.rules), {})[stake] = row
    return found


def _blinds(poker: Poker, family: Family, house_stakes: tuple[Blinds, ...]) -> Iterator[tuple[Blinds, str]]:
    """The blinds of a family with their labels: from its rake rows, or where those hold for every stake, from other tables."""
    rake = poker.rake
    tables = (rake.holdem, rake.omaha, rake.banzai, rake.all_games)
    rows = [row for table in tables if table is not None for row in table.value if row.table == family.rake_table]
    for row in rows:
        if row.blinds is not None:
            yield row.blinds, _name(row.label, family.structure)
        elif family.structure is Structure.FIXED_LIMIT:
            limits = poker.buy_in.fixed_limit
            for line in limits.value if limits is not None else ():
                yield line.limits, _text(line.limits)
        else:
            for blinds in house_stakes:
                yield blinds, _text(blinds)


def _name(label: str, structure: Structure) -> str:
    """The label with the prefix of its own betting structure: a family may borrow another's rake rows (X-48)."""
    prefix = _PREFIXES.get(structure)
    borrowed = prefix is not None and label[:2] in _PREFIXES.values() and label[2:].isdigit()
    return f"{prefix}{label[2:]}" if borrowed else label


def _sizes(edition: Edition, poker: Poker, family: Family, blinds: Blinds, money: MoneyKind) -> Iterator[CashRules]:
    """The rules of the stake for every size of table (CASH-09)."""
    sizes = poker.banzai.seats if poker.banzai is not None and is_banzai(poker, family) else poker.seating.seats
    rules = cash_rules(edition, family.id, blinds, money, sizes.value[0])
    for seats in sizes.value:
        yield replace(rules, seats=replace(rules.seats, value=seats))


def _text(blinds: Blinds) -> str:
    return "/".join(f"{amount // 100}.{amount % 100:02}" for amount in (blinds.small, blinds.big))
