"""
Exclusions that players choose: a time-out of hours to weeks, or self-exclusion of months or permanently.

No published rule speaks of them; they are the operator's own. While one lasts, no bet and no deposit is possible, every
withdrawal is, and nobody can shorten it.
"""

from dataclasses import dataclass
from enum import StrEnum

from fairdeal.kernel import DAY, Duration, Instant, Rejection, add_months, date_of, day_number, reject


class ExclusionKind(StrEnum):
    """The kind of an exclusion, time-out or self-exclusion; stored, so values never change."""

    TIME_OUT = "time_out"
    SELF_EXCLUSION = "self_exclusion"


@dataclass(frozen=True, slots=True)
class Exclusion:
    """An exclusion with its end; None: permanent."""

    kind: ExclusionKind
    until: Instant | None

    def lasts(self, now: Instant) -> bool:
        """Whether the exclusion is in force at that instant."""
        return self.until is None or now < self.until

    def outlasts(self, other: "Exclusion") -> bool:
        """Whether this exclusion ends after the other one."""
        if other.until is None:
            return False
        return self.until is None or self.until > other.until


def months_later(now: Instant, months: int) -> Instant:
    """The same time of day that many months later; a day the month does not have becomes its last."""
    day, time = divmod(now, DAY)
    return Instant(day_number(add_months(date_of(day), months)) * DAY + time)


def time_out(now: Instant, length: Duration) -> Exclusion:
    """An exclusion of that length from now."""
    return Exclusion(ExclusionKind.TIME_OUT, Instant(now + length))


def self_exclusion(now: Instant, months: int | None) -> Exclusion:
    """An exclusion of that many months from now; None: permanent."""
    return Exclusion(ExclusionKind.SELF_EXCLUSION, None if months is None else months_later(now, months))


def check_exclusion(exclusion: Exclusion | None, now: Instant) -> Rejection | None:
    """The rejection if an exclusion is in force now, with its end unless it is permanent; None: it is not."""
    if exclusion is None or not exclusion.lasts(now):
        return None
    code = "time_out_active" if exclusion.kind is ExclusionKind.TIME_OUT else "self_excluded"
    return reject(code) if exclusion.until is None else reject(code, until=exclusion.until)
