"""The output of `fairdeal tournament explain` for a structure or schedule file."""

import tomllib
from collections.abc import Iterator
from typing import Any, Final

from fairdeal.kernel import DAY, MINUTE, PPM_WHOLE, SECOND, Chips, Duration, MoneyKind
from fairdeal.room.tournament.offer import shipped_structures
from fairdeal.rulebook.schema.choices import LastLevel
from fairdeal.rulebook.schema.edition import Edition
from fairdeal.tournament.director.prizes.payouts import row_for
from fairdeal.tournament.forecast import forecast
from fairdeal.tournament.programme.schedule import Schedule, Series
from fairdeal.tournament.programme.schedule_text import SECTIONS, parse_schedule
from fairdeal.tournament.structure import BlindStructure, PayoutRow, PayoutTable, Structure, parse_structure
from fairdeal.zones import database_zone

_FIELDS: Final = (2, 6, 9, 18, 45, 90, 180, 500, 1000, 5000)
_DAYS: Final = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")

Explained = tuple[dict[str, Any], list[str]]


def explained(text: str, edition: Edition, entrants: int | None, stack: int) -> Explained:
    """Explain a file as JSON and as lines; raises `BadStructure` with all its faults."""
    if _is_schedule(text):
        return _explain_schedule(
            parse_schedule(text, edition, MoneyKind.TEST, shipped_structures(), zones=database_zone)
        )
    after_last = LastLevel.STAY if edition.poker is None else edition.poker.tournament.after_last_level.value
    return _explain_structure(parse_structure(text), after_last, (entrants,) if entrants else _FIELDS, Chips(stack))


def _is_schedule(text: str) -> bool:
    try:
        return bool(tomllib.loads(text).keys() & SECTIONS)
    except ValueError:
        return False  # said when it is read as a structure


# ---- structures


def _explain_structure(structure: Structure, after_last: LastLevel, fields: tuple[int, ...], stack: Chips) -> Explained:
    told: dict[str, Any] = {"name": structure.name, "stack": stack}
    lines = [structure.name]
    if structure.blinds is not None:
        told |= {"level_seconds": structure.blinds.level_time // SECOND, "levels": _levels(structure.blinds)}
        told["expected"] = [_expected(structure.blinds, after_last, field, stack) for field in fields]
        lines += _level_lines(structure.blinds)
        lines += [_expected_line(row, stack) for row in told["expected"]]
    if structure.payouts:
        told["payouts"] = [_payout(structure.payouts, field) for field in fields]
        lines += [_payout_line(row) for row in told["payouts"]]
    return told, lines


def _levels(blinds: BlindStructure) -> list[dict[str, int]]:
    return [
        {"level": number, "small_blind": level.small_blind, "big_blind": level.big_blind, "ante": level.ante}
        for number, level in enumerate(blinds.levels, 1)
    ]


def _level_lines(blinds: BlindStructure) -> Iterator[str]:
    yield f"{len(blinds.levels)} levels of {_time(blinds.level_time)}"
    yield f"{'level':>5}{'from':>8}{'small blind':>13}{'big blind':>12}{'ante':>10}"
    for number, level in enumerate(blinds.levels, 1):
        begins = _time(Duration((number - 1) * blinds.level_time))
        yield f"{number:>5}{begins:>8}{level.small_blind:>13,}{level.big_blind:>12,}{level.ante:>10,}"


def _expected(blinds: BlindStructure, after_last: LastLevel, entrants: int, stack: Chips) -> dict[str, Any]:
    found = forecast(blinds, after_last, entrants, stack)
    if found is None:
        return {"entrants": entrants, "level": None, "seconds": None}
    return {"entrants": entrants, "level": found.level, "seconds": found.length // SECOND}


def _expected_line(row: dict[str, Any], stack: Chips) -> str:
    if row["level"] is None:
        return f"{row['entrants']:,} entrants with {stack:,} chips: the blinds never rise far enough to end it"
    length = _time(Duration(row["seconds"] * SECOND))
    return f"{row['entrants']:,} entrants with {stack:,} chips: about {length}, in level {row['level']}, breaks apart"


def _payout(payouts: PayoutTable, entrants: int) -> dict[str, Any]:
    row: PayoutRow = row_for(payouts, entrants)
    bands = [{"places": band.places, "percent": band.share * 100 / PPM_WHOLE} for band in row.bands]
    return {"entrants": entrants, "places": row.places, "bands": bands}


def _payout_line(row: dict[str, Any]) -> str:
    shown = ", ".join(
        (f"{band['places']} × " if band["places"] > 1 else "") + f"{band['percent']:g} %" for band in row["bands"]
    )
    return f"{row['entrants']:,} entries pay {row['places']:,} places: {shown}"


# ---- schedules


def _explain_schedule(schedule: Schedule) -> Explained:
    rows = [_series(series) for series in schedule.series]
    lines = [f"{len(rows)} series"]
    for row in rows:
        when = (
            "one always open" if row["starts"] is None else f"{', '.join(row['starts'])} {row['zone']} on {row['on']}"
        )
        name = row["name"] if row["price"] in row["name"] else f"{row['name']}, {row['price']}"
        lines.append(f"{row['key']}: {name}, {when}")
    return {"series": rows}, lines


def _series(series: Series) -> dict[str, Any]:
    setup, recurrence = series.setup, series.recurrence
    row: dict[str, Any] = {
        "key": series.key,
        "name": setup.name,
        "price": str(setup.price),
        "seats": setup.seats,
        "stack": setup.stack,
        "levels": len(setup.blinds.levels),
        "starts": None,
    }
    if recurrence is not None:
        days = [_DAYS[day] for day in recurrence.days]
        row |= {
            "starts": [_time(time) for time in recurrence.times],
            "zone": recurrence.zone,
            "on": "every day" if len(days) == len(_DAYS) else ", ".join(days),
            "announced_hours": series.announced * 24 // DAY,
        }
    return row


def _time(length: Duration) -> str:
    """A duration as hours and minutes, with seconds if any."""
    minutes, rest = divmod(length // SECOND, MINUTE // SECOND)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}" + (f":{rest:02}" if rest else "")
