"""
Time as integers of milliseconds since 1970, UTC.

Nothing here reads a clock: `now` is always an argument. Calendar questions are arithmetic on a given instant.
"""

from typing import Final, NewType

Instant = NewType("Instant", int)
Duration = NewType("Duration", int)

SECOND: Final = Duration(1_000)
MINUTE: Final = Duration(60_000)
HOUR: Final = Duration(3_600_000)
DAY: Final = Duration(86_400_000)


def seconds(count: int) -> Duration:
    """A duration of whole seconds."""
    return Duration(count * SECOND)


def utc_day(now: Instant) -> int:
    """Number of the UTC day; counters that reset at 00:00 UTC are kept under it."""
    return now // DAY


def minute_of_hour(now: Instant) -> int:
    """What the long hand of a wall clock shows, 0 to 59, in any zone with whole-hour offset."""
    return now % HOUR // MINUTE


def next_minute_of_hour(now: Instant, minute: int) -> Instant:
    """The first instant after `now` at which the wall clock turns to that minute."""
    if not 0 <= minute < 60:
        raise ValueError(f"minute {minute} is not on the clock")
    turn = now - now % HOUR + minute * MINUTE
    return Instant(turn if turn > now else turn + HOUR)


def shifted(instant: Instant, stood_since: Instant, until: Instant) -> Instant:
    """An instant a period counts from, moved so that the time in which clocks stood does not count."""
    return Instant(max(instant, instant + until - max(instant, stood_since)))
