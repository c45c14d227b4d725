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
    """The number of the UTC day of an instant; counters that reset at 00:00 UTC are kept by it."""
    return now // DAY


def minute_of_hour(now: Instant) -> int:
    """The minute of the hour, 0 to 59, in any time zone with a whole-hour offset."""
    return now % HOUR // MINUTE


def next_minute_of_hour(now: Instant, minute: int) -> Instant:
    """The first instant after `now` at which that minute of the hour begins."""
    if not 0 <= minute < 60:
        raise ValueError(f"minute {minute} is not on the clock")
    turn = now - now % HOUR + minute * MINUTE
    return Instant(turn if turn > now else turn + HOUR)


def shifted(instant: Instant, stood_since: Instant, until: Instant) -> Instant:
    """The start of a period, moved so that the time from `stood_since` until `until`, in which clocks stood still, does not count."""
    return Instant(max(instant, instant + until - max(instant, stood_since)))
