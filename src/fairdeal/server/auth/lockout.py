"""
Rate limits by name, and locks after repeated failures.

Both are kept in memory for a bounded number of names; the oldest are forgotten first. Names without an account are counted
alike, so a lock reveals nothing.
"""

from collections import OrderedDict
from dataclasses import dataclass
from typing import Final, TypeVar

from fairdeal.kernel import MINUTE, Duration, Instant

T = TypeVar("T")

NAMES_MAX: Final = 100_000


@dataclass(frozen=True, slots=True)
class RateLimit:
    """A rate limit: `burst` at once, then one every `every`."""

    burst: int
    every: Duration


class RateLimiter:
    """A token bucket per name."""

    def __init__(self, limit: RateLimit) -> None:
        self._limit = limit
        self._full_at: OrderedDict[str, int] = OrderedDict()

    def take(self, name: str, now: Instant) -> Duration | None:
        """Take one token of a name; None if allowed, else how long to wait."""
        every, burst = self._limit.every, self._limit.burst
        full_at = max(self._full_at.get(name, 0), now) + every
        wait = full_at - now - burst * every
        if wait > 0:
            return Duration(wait)
        _remember(self._full_at, name, full_at)
        return None


@dataclass(frozen=True, slots=True)
class LockRules:
    """After `free_tries` failures in a row a name is locked; each further failure doubles the time, up to `longest`."""

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
    """Counts failures per name and locks after too many."""

    def __init__(self, rules: LockRules) -> None:
        self._rules = rules
        self._failures: OrderedDict[str, _Failures] = OrderedDict()

    def locked_for(self, name: str, now: Instant) -> Duration | None:
        """How long a name stays locked, or None."""
        known = self._failures.get(name)
        return Duration(known.until - now) if known is not None and now < known.until else None

    def fail(self, name: str, now: Instant) -> None:
        """Count a failure."""
        rules = self._rules
        known = self._failures.get(name)
        count = 1 if known is None or now - known.last > rules.forgotten_after else known.count + 1
        over = count - rules.free_tries
        lock = min(rules.longest, rules.first << min(over, 20)) if over >= 0 else 0
        _remember(self._failures, name, _Failures(count, now, now + lock))

    def reset(self, name: str) -> None:
        """Forget the failures of a name."""
        self._failures.pop(name, None)


def _remember(names: OrderedDict[str, T], name: str, value: T) -> None:
    names[name] = value
    names.move_to_end(name)
    if len(names) > NAMES_MAX:
        names.popitem(last=False)
