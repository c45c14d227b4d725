"""
Limits that players set for themselves: deposits, losses, play time.

No published rule speaks of them; they are the operator's own. Sums are kept by UTC day, ISO week and month. A limit can be lowered at
once; raising or lifting it waits for a cooling-off period, in which the lower one holds.
"""

from dataclasses import replace
from enum import StrEnum

from fairdeal.bank.accounts import Tender
from fairdeal.kernel import (
    DAY,
    Duration,
    Instant,
    Rejection,
    add_months,
    date_of,
    day_number,
    monday_of,
    reject,
    utc_day,
)
from fairdeal.kernel.values import dataclass


class LimitKind(StrEnum):
    """What a limit counts: deposits, losses or play time; stored, so values never change."""

    DEPOSIT = "deposit"
    LOSS = "loss"  # money put at risk less money taken back
    TIME = "time"  # playing, at one table or several


class Period(StrEnum):
    """The period over which a limit counts; stored, so values never change."""

    DAY = "day"
    WEEK = "week"  # from Monday
    MONTH = "month"


def period_start(period: Period, now: Instant) -> int:
    """The number of the first UTC day of the period that `now` is in."""
    today = utc_day(now)
    match period:
        case Period.DAY:
            return today
        case Period.WEEK:
            return monday_of(today)
        case Period.MONTH:
            return day_number(date_of(today)._replace(day=1))


def period_end(period: Period, now: Instant) -> Instant:
    """The end of the period that `now` is in, when its sum starts again at zero."""
    start = period_start(period, now)
    match period:
        case Period.DAY:
            days = 1
        case Period.WEEK:
            days = 7
        case Period.MONTH:
            days = day_number(add_months(date_of(start), 1)) - start
    return Instant((start + days) * DAY)


def _same(period: Period, one: Instant, other: Instant) -> bool:
    """Whether two instants are in the same period; most are of one day, which needs no calendar."""
    return utc_day(one) == utc_day(other) or period_start(period, one) == period_start(period, other)


@dataclass(frozen=True, slots=True)
class Tally:
    """The sums of the current day, week and month of one tender, as last counted."""

    at: Instant = Instant(0)
    day: int = 0
    week: int = 0
    month: int = 0

    def used(self, period: Period, now: Instant) -> int:
        """The sum of the period that `now` is in; a clock that went back does not reset it."""
        if now > self.at and not _same(period, self.at, now):
            return 0
        match period:
            case Period.DAY:
                return self.day
            case Period.WEEK:
                return self.week
            case Period.MONTH:
                return self.month

    def add(self, amount: int, now: Instant) -> "Tally":
        """A tally with the amount added to all three periods."""
        if now <= self.at or utc_day(now) == utc_day(self.at):  # by far the most frequent
            return Tally(Instant(max(now, self.at)), self.day + amount, self.week + amount, self.month + amount)
        return Tally(now, *[self.used(period, now) + amount for period in Period])


Counters = tuple[tuple[Tender, Tally], ...]
"""The tallies by tender."""


def tally_of(counters: Counters, tender: Tender) -> Tally:
    """The tally of a tender; zero if nothing was counted."""
    return next((tally for counted, tally in counters if counted == tender), Tally())


def count(counters: Counters, tender: Tender, amount: int, now: Instant) -> Counters:
    """The counters with an amount added to a tender's tally."""
    if len(counters) == 1 and counters[0][0] == tender:  # most players use one kind of money
        return ((tender, counters[0][1].add(amount, now)),)
    rest = tuple(entry for entry in counters if entry[0] != tender)
    return (*rest, (tender, tally_of(counters, tender).add(amount, now)))


@dataclass(frozen=True, slots=True)
class Limit:
    """
    One limit of a player, in units of a tender or, for play time, in milliseconds; an amount of None is no limit.

    `next_amount` comes into force at `next_from`, if that is set.
    """

    kind: LimitKind
    period: Period
    tender: Tender | None
    amount: int | None
    next_amount: int | None = None
    next_from: Instant | None = None

    def in_force(self, now: Instant) -> int | None:
        """The amount in force at that instant; None: no limit."""
        return self.next_amount if self.next_from is not None and now >= self.next_from else self.amount

    def is_about(self, kind: LimitKind, period: Period, tender: Tender | None) -> bool:
        """Whether this is the limit of that kind, period and tender."""
        return (self.kind, self.period, self.tender) == (kind, period, tender)


Limits = tuple[Limit, ...]


def find_limit(limits: Limits, kind: LimitKind, period: Period, tender: Tender | None) -> Limit:
    """The limit of that kind, period and tender; without an amount if it was never set."""
    return next((each for each in limits if each.is_about(kind, period, tender)), Limit(kind, period, tender, None))


def change_limit(limits: Limits, asked: Limit, effective: Instant, at: Instant) -> Limits:
    """The limits with one changed: in force at once, or from `effective` on, until when the present one stays in force."""
    name = (asked.kind, asked.period, asked.tender)
    rest = tuple(each for each in limits if not each.is_about(*name))
    if effective <= at:
        return (*rest, asked)
    held = find_limit(limits, *name).in_force(at)
    return (*rest, Limit(*name, held, asked.amount, effective))


def is_stricter(asked: int | None, held: int | None) -> bool:
    """Whether a limit may change at once: it is set for the first time, lowered, or unchanged."""
    return asked is not None and (held is None or asked <= held)


def check_sums(
    limits: Limits, kind: LimitKind, tender: Tender, tally: Tally, amount: int, now: Instant, *, waiting: int = 0
) -> Rejection | None:
    """
    The rejection if an amount exceeds a limit of that kind, the shortest period first; None: it fits.

    `waiting` (asked deposits) counts against the limit too, but the rejection does not report it as used.
    """
    if not limits:
        return None
    for period in Period:
        limit = find_limit(limits, kind, period, tender).in_force(now)
        if limit is None:
            continue
        used = tally.used(period, now)
        if used + waiting + amount > limit:
            code, resets = f"{kind}_limit_{period}", period_end(period, now)
            if waiting:
                return reject(code, limit=limit, used=used, waiting=waiting, asked=amount, resets=resets)
            return reject(code, limit=limit, used=used, asked=amount, resets=resets)
    return None


@dataclass(frozen=True, slots=True)
class PlayTime:
    """A player's play time: the tables being played at, since when, and the time played before on that UTC day."""

    day: int = 0
    spent: Duration = Duration(0)
    since: Instant | None = None
    places: tuple[str, ...] = ()

    def used(self, now: Instant) -> Duration:
        """The time played today; several tables at once count once."""
        today = utc_day(now)
        spent = self.spent if self.day == today else 0
        if self.since is not None:
            spent += max(0, now - max(self.since, today * DAY))
        return Duration(spent)

    def start(self, place: str, now: Instant) -> "PlayTime":
        """The play time with one more table."""
        return replace(self, places=(*self.places, place), since=self.since if self.places else now)

    def end(self, place: str, now: Instant) -> "PlayTime":
        """The play time with one table less; the last one stops the clock."""
        places = tuple(each for each in self.places if each != place)
        if places:
            return replace(self, places=places)
        return PlayTime(utc_day(now), self.used(now))

    def roll(self, now: Instant) -> "PlayTime":
        """The same play time, with the time up to now added to the sum of the day."""
        if self.since is None:
            return self
        return PlayTime(utc_day(now), self.used(now), now, self.places)

    def used_up_at(self, limit: Duration, called: int) -> Instant | None:
        """
        When the limit will be reached if play goes on; None: never.

        `called` is the UTC day on which this was already reported; then the next day counts.
        """
        if self.since is None or limit >= DAY:
            return None
        first = utc_day(self.since)
        spent = self.spent if self.day == first else 0
        reached = max(self.since, self.since + limit - spent)
        if reached < (first + 1) * DAY and called != first:
            return Instant(reached)
        following = max(first, called) + 1
        return Instant(following * DAY + limit)


def check_time(limits: Limits, play: PlayTime, now: Instant) -> Rejection | None:
    """The rejection if the play time of today is used up; None: time is left."""
    limit = find_limit(limits, LimitKind.TIME, Period.DAY, None).in_force(now)
    if limit is None or play.used(now) < limit:
        return None
    return reject("time_limit_day", limit=limit, used=play.used(now), resets=period_end(Period.DAY, now))
