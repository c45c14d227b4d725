"""
How often somebody may try: buckets that fill again, and locks after wrong passwords.

Both are kept in memory, for a bounded number of names; the oldest are forgotten first. A name that nobody has is counted like
one that somebody has, so a lock tells nothing.
"""

from collections import OrderedDict
from dataclasses import dataclass
from typing import Final, TypeVar

from fairdeal.kernel import MINUTE, Duration, Instant

T = TypeVar("T")

NAMES_MAX: Final = 100_000


@dataclass(frozen=True, slots=True)
class RateLimit:
    """So many at once, and one more each `every`."""

    burst: int
    every: Duration


class RateLimiter:
    """How much of a pace each name has left."""

    def __init__(self, limit: RateLimit) -> None:
        self._limit = limit
        self._full_at: OrderedDict[str, int] = OrderedDict()

    def take(self, name: str, now: Instant) -> Duration | None:
        """Take one; None if it was there, else how long to wait for it."""
        every, burst = self._limit.every, self._limit.burst
        full_at = max(self._full_at.get(name, 0), now) + every
        wait = full_at - now - burst * every
        if wait > 0:
            return Duration(wait)
        _remember(self._full_at, name, full_at)
        return None


@dataclass(frozen=True, slots=True)
class LockRules:
    """After so many wrong tries in a row a name is locked; each further try doubles the time, up to the longest."""

    free_tries: int = 5
    first: Duration = MINUTE
    longest: Duration = Duration(15 * MINUTE)
    forgotten_after: Duration = Duration(60 * MINUTE)


@dataclass(frozen=True, slots=True)
class _Failures:
    count: int
    last: int
    until: int


class Lockout:
    """Which names are locked."""

    def __init__(self, rules: LockRules) -> None:
        self._rules = rules
        self._failures: OrderedDict[str, _Failures] = OrderedDict()

    def locked_for(self, name: str, now: Instant) -> Duration | None:
        """How long a name stays locked, or None."""
        known = self._failures.get(name)
        return Duration(known.until - now) if known is not None and now < known.until else None

    def fail(self, name: str, now: Instant) -> None:
        """A try was wrong."""
        rules = self._rules
        known = self._failures.get(name)
        count = 1 if known is None or now - known.last > rules.forgotten_after else known.count + 1
        over = count - rules.free_tries
        lock = min(rules.longest, rules.first << min(over, 20)) if over >= 0 else 0
        _remember(self._failures, name, _Failures(count, now, now + lock))

    def reset(self, name: str) -> None:
        """A try was right."""
        self._failures.pop(name, None)


def _remember(names: OrderedDict[str, T], name: str, value: T) -> None:
    names[name] = value
    names.move_to_end(name)
    if len(names) > NAMES_MAX:
        names.popitem(last=False)
