"""
Breaks that players give themselves: a time-out of hours to weeks, or self-exclusion of months to for ever.

No published rule speaks of them; they are the house's own. While one lasts nothing can be staked or paid in, everything can be
paid out, and nobody can shorten it.
"""

from dataclasses import dataclass
from enum import StrEnum

from fairdeal.kernel import DAY, Duration, Instant, Rejection, add_months, date_of, day_number, reject


class ExclusionKind(StrEnum):
    """How a player keeps away; stored, so values are for ever."""

    TIME_OUT = "time_out"
    SELF_EXCLUSION = "self_exclusion"


@dataclass(frozen=True, slots=True)
class Exclusion:
    """A break with its end; None is for ever."""

    kind: ExclusionKind
    until: Instant | None

    def lasts(self, now: Instant) -> bool:
        """Whether it is still on."""
        return self.until is None or now < self.until

    def outlasts(self, other: "Exclusion") -> bool:
        """Whether it ends after the other one."""
        if other.until is None:
            return False
        return self.until is None or self.until > other.until


def months_later(now: Instant, months: int) -> Instant:
    """The same time of day that many months later; a day the month does not have becomes its last."""
    day, time = divmod(now, DAY)
    return Instant(day_number(add_months(date_of(day), months)) * DAY + time)


def time_out(now: Instant, length: Duration) -> Exclusion:
    """A break of that length from now."""
    return Exclusion(ExclusionKind.TIME_OUT, Instant(now + length))


def self_exclusion(now: Instant, months: int | None) -> Exclusion:
    """A break of that many months from now, or for ever."""
    return Exclusion(ExclusionKind.SELF_EXCLUSION, None if months is None else months_later(now, months))


def check_exclusion(exclusion: Exclusion | None, now: Instant) -> Rejection | None:
    """Whether a break keeps the player away now; one for ever names no end."""
    if exclusion is None or not exclusion.lasts(now):
        return None
    code = "time_out_active" if exclusion.kind is ExclusionKind.TIME_OUT else "self_excluded"
    return reject(code) if exclusion.until is None else reject(code, until=exclusion.until)
