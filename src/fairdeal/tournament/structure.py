"""
Levels and payouts of a tournament as editable text.

A structure is a TOML text: how long a level lasts, the blinds of each level, and what each place is paid by the number of
entries. Everything wrong with a text is told at once.

```toml
name = "Regular"
level_seconds = 600
levels = [[25, 50, 0], [50, 100, 10]] # small blind, big blind, ante

[[payouts]]
entries_min = 2
percents = [100] # first place first

[[payouts]]
entries_min = 28
percents = [40, 25, 15, { places = 4, percent = 5 }] # five per cent for each of four places
```
"""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from itertools import islice, pairwise, repeat
from typing import Any, Final

from fairdeal.kernel import PPM_WHOLE, Chips, Duration, Ppm, seconds
from fairdeal.rulebook.schema.choices import LastLevel

_PERCENT: Final = PPM_WHOLE // 100
_KEYS: Final = frozenset({"name", "level_seconds", "levels", "payouts"})
NO_ANTE: Final = Chips(0)
PLACES_MAX: Final = 100_000
CHIPS_MAX: Final = 10**12


class BadStructure(ValueError):
    """A structure was refused; `code` is stable, `faults` are all that was found."""

    code: Final = "bad_structure"

    def __init__(self, faults: list[str]) -> None:
        self.faults = tuple(faults)
        super().__init__("; ".join(faults))


@dataclass(frozen=True, slots=True)
class Level:
    """Blinds and ante of one level."""

    small_blind: Chips
    big_blind: Chips
    ante: Chips = NO_ANTE


@dataclass(frozen=True, slots=True)
class BlindStructure:
    """The levels of a tournament, all of the same length."""

    levels: tuple[Level, ...]
    level_time: Duration

    def level(self, number: int, after_last: LastLevel) -> Level:
        """The level with that number, counted from 1; beyond the last one as the edition says (X-92)."""
        if number <= len(self.levels):
            return self.levels[number - 1]
        return next(islice(self.all_levels(after_last), number - 1, None))

    def all_levels(self, after_last: LastLevel) -> Iterator[Level]:
        """Every level from the first on, without end: each beyond the last one grows from the one before it."""
        yield from self.levels
        level = self.levels[-1]
        if after_last is LastLevel.STAY or len(self.levels) == 1:
            yield from repeat(level)
        ratio = level.big_blind, self.levels[-2].big_blind
        while True:
            level = _grown(level, *ratio)
            yield level


def _grown(level: Level, by: int, of: int) -> Level:
    """A level whose chips are by/of of another's, to the nearest chip, and whose big blind is at least one more."""
    grown = [Chips(min(CHIPS_MAX, (2 * chips * by + of) // (2 * of))) for chips in (level.small_blind, level.big_blind)]
    ante = Chips(min(CHIPS_MAX, (2 * level.ante * by + of) // (2 * of)))
    return Level(grown[0], Chips(max(grown[1], level.big_blind + 1)), ante)


@dataclass(frozen=True, slots=True)
class PayoutBand:
    """Neighbouring places that are paid the same."""

    places: int
    share: Ppm  # of the pool, for each of them


@dataclass(frozen=True, slots=True)
class PayoutRow:
    """How a pool is divided from that number of entries on; shares add up to the whole."""

    entries_min: int
    bands: tuple[PayoutBand, ...]

    @property
    def places(self) -> int:
        """How many places are paid."""
        return sum(band.places for band in self.bands)


PayoutTable = tuple[PayoutRow, ...]
"""Rows by rising number of entries; the first one holds from one entry on."""


@dataclass(frozen=True, slots=True)
class Structure:
    """A structure as its text describes it: levels and payouts, either of which may be left out."""

    name: str
    blinds: BlindStructure | None
    payouts: PayoutTable


def parse_structure(text: str) -> Structure:
    """The structure a TOML text describes; raises `BadStructure` with all faults."""
    try:
        raw = tomllib.loads(text, parse_float=Decimal)
    except ValueError as error:
        raise BadStructure([f"not TOML: {error}"]) from None
    return structure_of(raw)


def structure_of(raw: Mapping[str, Any]) -> Structure:
    """The structure a table of a TOML text describes; raises `BadStructure` with all faults."""
    faults = [f'"{key}" is no part of a structure' for key in raw.keys() - _KEYS]
    name = raw.get("name")
    if not isinstance(name, str) or not name.strip():
        faults.append("the name is missing")
    blinds = _read_blinds(raw, faults)
    payouts = tuple(_read_payouts(raw.get("payouts", []), faults))
    faults += [] if blinds is None else blind_faults(blinds)
    faults += payout_faults(payouts) if payouts else []
    if faults:
        raise BadStructure(faults)
    return Structure(str(name), blinds, payouts)


def _read_blinds(raw: Mapping[str, Any], faults: list[str]) -> BlindStructure | None:
    if "levels" not in raw and "level_seconds" not in raw:
        return None
    length, rows = raw.get("level_seconds"), raw.get("levels")
    if not _is_count(length):
        faults.append("level_seconds must be a whole number above zero")
    if not isinstance(rows, list) or not rows:
        faults.append("levels must be a list of [small blind, big blind, ante]")
        return None
    levels = []
    for number, row in enumerate(rows, 1):
        if isinstance(row, list) and len(row) == 3 and all(type(chips) is int for chips in row):
            levels.append(Level(*map(Chips, row)))
        else:
            faults.append(f"level {number} is not [small blind, big blind, ante]")
    return None if faults else BlindStructure(tuple(levels), seconds(int(length or 0)))


def blind_faults(blinds: BlindStructure) -> list[str]:
    """What is wrong with a blind structure: blinds that no hand could be dealt with, or that fall."""
    faults = ["a level must last some time"] if blinds.level_time <= 0 else []
    if not blinds.levels:
        return [*faults, "there are no levels"]
    for number, level in enumerate(blinds.levels, 1):
        if not 0 < level.small_blind <= level.big_blind <= CHIPS_MAX or not 0 <= level.ante <= level.big_blind:
            faults.append(f"level {number} has impossible blinds")
    for number, (before, level) in enumerate(pairwise(blinds.levels), 2):
        if level.big_blind < before.big_blind:
            faults.append(f"level {number} is lower than the one before")
    return faults


def _read_payouts(raw: object, faults: list[str]) -> Iterator[PayoutRow]:
    if not isinstance(raw, list):
        faults.append("payouts must be a list of tables")
        return
    for number, row in enumerate(raw, 1):
        if not isinstance(row, dict) or row.keys() != {"entries_min", "percents"} or not _is_count(row["entries_min"]):
            faults.append(f"payout {number} needs entries_min, a whole number, and percents")
            continue
        bands = [_read_band(item) for item in row["percents"]] if isinstance(row["percents"], list) else [None]
        if None in bands:
            faults.append(f"payout {number} has a percentage that is none")
        else:
            yield PayoutRow(row["entries_min"], tuple(band for band in bands if band is not None))


def _read_band(raw: object) -> PayoutBand | None:
    places: object = 1
    if isinstance(raw, dict):
        if raw.keys() != {"places", "percent"}:
            return None
        places, raw = raw["places"], raw["percent"]
    if not _is_count(places) or not isinstance(raw, int | Decimal) or isinstance(raw, bool):
        return None
    share = Decimal(raw) * _PERCENT
    if not share.is_finite() or not 0 < share <= PPM_WHOLE or share != int(share):
        return None
    assert isinstance(places, int)
    return PayoutBand(places, Ppm(int(share)))


def payout_faults(table: PayoutTable) -> list[str]:
    """What is wrong with a payout table: rows that do not rise, pay more places than entries, or do not add up to the whole."""
    if not table:
        return ["there are no payouts"]
    faults = [] if table[0].entries_min <= 2 else ["the first payout must hold from two entries on"]
    for number, (row, after) in enumerate(pairwise(table), 2):
        if after.entries_min <= row.entries_min:
            faults.append(f"payout {number} must hold from more entries on than the one before")
    for number, row in enumerate(table, 1):
        if sum(band.places * band.share for band in row.bands) != PPM_WHOLE:
            faults.append(f"payout {number} does not add up to 100 percent")
        if row.places > min(row.entries_min, PLACES_MAX):
            faults.append(f"payout {number} pays more places than there are entries")
        shares = [band.share for band in row.bands]
        if sorted(shares, reverse=True) != shares:
            faults.append(f"payout {number} pays a later place more than an earlier one")
    return faults


def _is_count(raw: object) -> bool:
    return type(raw) is int and 0 < raw <= PLACES_MAX
