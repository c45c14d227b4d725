"""
Drafts of a rulebook's revision, and what they would change: values, stakes, what a pot pays.

A draft is made from what is in force by changing single values; it is checked as a rulebook file is, and every stake it offers is made,
before anybody is asked to sign.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from http import HTTPStatus
from typing import Final

from fairdeal.cash.offer import Offered, StakeId, offer
from fairdeal.kernel import Chips
from fairdeal.poker import NoSuchGame
from fairdeal.rulebook.clause import EditionId
from fairdeal.rulebook.loader import Published
from fairdeal.rulebook.reader import BadEdition, Fault
from fairdeal.rulebook.revision import Header, NotRevisable, revised
from fairdeal.rulebook.schema.edition import Edition
from fairdeal.server.auth.refused import Refused
from fairdeal.server.house import ServerHouse
from fairdeal.zones import database_zone

SAMPLE_POTS: Final = (10, 40, 120)
"""Pots in big blinds whose rake is shown before and after."""
_SAMPLES_MAX: Final = 12


@dataclass(frozen=True, slots=True)
class Draft:
    """What somebody wants a rulebook to say."""

    rulebook: EditionId
    title: str
    version: str
    changes: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Sample:
    """What a pot pays, in cents, at a stake before and after; with so many players."""

    stake: StakeId
    label: str
    players: int
    pot: int
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class Effect:
    """What a draft would do to the tables of the house."""

    stakes: int  # that it offers
    changed: tuple[StakeId, ...]
    closed: tuple[StakeId, ...]
    opened: tuple[StakeId, ...]
    tables: int  # that are open now
    tables_changed: int
    samples: tuple[Sample, ...]


def current_edition(house: ServerHouse, rulebook: EditionId) -> Edition:
    """The revision of a rulebook that is in force; raises `Refused`."""
    found = house.room.shelves.in_force.get(rulebook)
    if found is None or found.poker is None:
        raise Refused("no_such_rulebook", HTTPStatus.NOT_FOUND)
    return found


def faults_of(house: ServerHouse, draft: Draft) -> tuple[Fault, ...]:
    """Everything that is wrong with a draft; nothing: it can be asked for."""
    current = current_edition(house, draft.rulebook)
    try:
        found, _ = _made(current, draft)
        for money in house.room.settings.money:
            offer(found, money)
    except BadEdition as bad:
        return bad.faults
    except (NoSuchGame, NotRevisable) as error:
        return (Fault(1, "", str(error)),)
    return ()


def drafted(house: ServerHouse, draft: Draft) -> tuple[Edition, str]:
    """The revision of a draft, and its text as a rulebook file; raises `Refused`."""
    try:
        return _made(current_edition(house, draft.rulebook), draft)
    except (BadEdition, NotRevisable):
        raise Refused("bad_rulebook", HTTPStatus.BAD_REQUEST) from None


def _made(current: Edition, draft: Draft) -> tuple[Edition, str]:
    return revised(current, Published(), draft.changes, Header(draft.title, draft.version), database_zone)


def effect_of(house: ServerHouse, draft: Edition) -> Effect:
    """What a draft would change at the stakes and tables of the house."""
    before = {stake: row for stake, row in house.room.cash.house.offered.items() if row.rules.edition == draft.id}
    after = {stake: row for money in house.room.settings.money for stake, row in offer(draft, money).items()}
    changed = tuple(stake for stake in after if stake in before and _differ(before[stake], after[stake]))
    own = {stake: tables for stake, tables in house.room.cash.open_tables().items() if stake in before}
    gone = tuple(stake for stake in before if stake not in after)
    return Effect(
        len(after),
        changed,
        gone,
        tuple(stake for stake in after if stake not in before),
        sum(own.values()),
        sum(tables for stake, tables in own.items() if stake in changed or stake in gone),
        tuple(_samples(before, after, changed))[:_SAMPLES_MAX],
    )


def _differ(one: Offered, other: Offered) -> bool:
    """Whether two revisions of a stake differ in anything that is played by."""
    return replace(one.rules, digest="") != replace(other.rules, digest="")


def _samples(
    before: Mapping[StakeId, Offered], after: Mapping[StakeId, Offered], changed: tuple[StakeId, ...]
) -> Iterator[Sample]:
    seen = set()
    for stake in changed:
        was, now = before[stake].rules, after[stake].rules
        if was.stake_key in seen:  # other sizes of table, and other money, pay alike
            continue
        seen.add(was.stake_key)
        for players in (min(6, was.seats.value), 2):
            for big_blinds in SAMPLE_POTS:
                pot = Chips(big_blinds * was.big_blind)
                rakes = [rules.hand.rake.take(pot, players, flop=True) for rules in (was, now)]
                if rakes[0] != rakes[1]:
                    yield Sample(stake, after[stake].label, players, pot, rakes[0], rakes[1])
