"""Zones of the time-zone database: where civil time comes into the core, which reads none."""

from datetime import UTC as PYTHON_UTC
from datetime import datetime, timedelta
from functools import cache
from typing import Final
from zoneinfo import ZoneInfo

from fairdeal.kernel import UTC, Duration, Instant, Zone

_FIRST: Final = datetime(1970, 1, 1, tzinfo=PYTHON_UTC)
_LAST: Final = datetime(2100, 1, 1, tzinfo=PYTHON_UTC)
_STEP: Final = timedelta(days=7)
"""No zone has changed its clocks twice within a week since 1970."""
_MILLISECOND: Final = timedelta(milliseconds=1)


@cache
def database_zone(name: str) -> Zone | None:
    """The zone of that name, such as "Europe/Tallinn", from 1970 to 2100; nothing, if the database has none."""
    if name == UTC.name:
        return UTC
    try:
        zone = ZoneInfo(name)
    except (LookupError, OSError, ValueError):  # not there, a folder of zones, no name at all
        return None
    offsets = [(Instant(0), _offset(zone, _FIRST))]
    at = _FIRST
    while at < _LAST:
        after = at + _STEP
        if _offset(zone, after) != offsets[-1][1]:
            offsets.append((_instant(_change(zone, at, after)), _offset(zone, after)))
        at = after
    return Zone(name, tuple(offsets))


def _change(zone: ZoneInfo, before: datetime, after: datetime) -> datetime:
    """The first instant at which the clocks show the offset of `after`."""
    was = _offset(zone, before)
    while after - before > _MILLISECOND:
        middle = before + (after - before) // _MILLISECOND // 2 * _MILLISECOND
        before, after = (middle, after) if _offset(zone, middle) == was else (before, middle)
    return after


def _offset(zone: ZoneInfo, at: datetime) -> Duration:
    offset = at.astimezone(zone).utcoffset()
    assert offset is not None, "a zone of the database has an offset at every instant"
    return Duration(offset // _MILLISECOND)


def _instant(at: datetime) -> Instant:
    return Instant((at - _FIRST) // _MILLISECOND)
