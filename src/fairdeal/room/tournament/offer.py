"""The tournaments an operator offers: structures and a schedule that come with the program, or the operator's own."""

from collections.abc import Iterable
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Final

from fairdeal.kernel import MoneyKind
from fairdeal.rulebook.schema.choices import TournamentType
from fairdeal.rulebook.schema.edition import Edition, Poker
from fairdeal.tournament.programme.schedule import Schedule
from fairdeal.tournament.programme.schedule_text import BadSchedule, parse_schedule
from fairdeal.tournament.structure import Structure, parse_structure
from fairdeal.zones import database_zone

_SHIPPED: Final = {
    "regular": ("levels-regular", "payouts-scheduled"),
    "turbo": ("levels-turbo", "payouts-scheduled"),
    "sit-and-go": ("levels-sit-and-go", "payouts-sit-and-go"),
}
"""Structures that every schedule may name, with the files of their levels and payouts."""


_DEMO_TYPES: Final = frozenset({TournamentType.PROGRESSIVE_BOUNTY, TournamentType.SATELLITE, TournamentType.RE_BUY})


@lru_cache
def shipped_structures() -> dict[str, Structure]:
    """The structures that come with the program, by name."""
    found = {}
    for name, (levels, payouts) in _SHIPPED.items():
        blinds = parse_structure(_shipped(f"structures/{levels}")).blinds
        found[name] = Structure(name, blinds, parse_structure(_shipped(f"structures/{payouts}")).payouts)
    return found


def standard_schedule(edition: Edition, money: MoneyKind) -> Schedule:
    """The schedule of an edition, generated from its fee tables."""
    return parse_schedule(_shipped("schedules/standard"), edition, money, shipped_structures(), zones=database_zone)


def demo_schedule(edition: Edition, money: MoneyKind) -> Schedule:
    """The schedule of a demo, which practice partners fill: a tournament every quarter of an hour, as far as the edition has such."""
    return operators_schedule(demo_text([edition]), edition, money)


def demo_text(editions: Iterable[Edition]) -> str:
    """The text of the demo's schedule that all of these editions can play."""
    has_types = all({row.type for row in _poker(edition).tournament.types.value} >= _DEMO_TYPES for edition in editions)
    return _shipped(f"schedules/{'demo' if has_types else 'demo-plain'}")


def operators_schedule(text: str, edition: Edition, money: MoneyKind) -> Schedule:
    """The schedule in an operator's text; raises `BadSchedule` with all its faults, each with its line."""
    return parse_schedule(text, edition, money, shipped_structures(), zones=database_zone)


def _poker(edition: Edition) -> Poker:
    assert edition.poker is not None, f"{edition.id} has no poker"
    return edition.poker


def read_schedule(file: Path, edition: Edition, money: MoneyKind) -> Schedule:
    """The operator's schedule in a file; raises `BadSchedule` with all its faults, each with file and line."""
    try:
        text = file.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadSchedule([f"{file} cannot be read: {error}"]) from None
    try:
        return operators_schedule(text, edition, money)
    except BadSchedule as bad:
        raise BadSchedule([f"{file}: {fault}" for fault in bad.faults]) from None


def _shipped(name: str) -> str:
    return (files("fairdeal.tournament") / f"{name}.toml").read_text("utf-8")
