"""
An operator's schedule: which tournaments are announced when, as editable text.

A schedule is a TOML text. Structures are as in `structure`, or those that come with the program: `regular`, `turbo` and
`sit-and-go`. Prices are those of the edition, unless a fee is given. A `sit_and_go` section keeps one sit & go open for every price
the edition prints; a `multi_table` section plays one tournament a day for each of its prices, or for `buy_ins` where it prints none.
Everything wrong with a text is told at once.

```toml
[structures.regular]
level_seconds = 600
levels = [[25, 50, 0], [50, 100, 10]]
payouts = [{ entries_min = 2, percents = [100] }]

[[tournaments]]
key = "nightly"
name = "Nightly"
structure = "regular"
game = "texas"
seats = 9
stack = 5000
buy_in = 10
starts = ["20:00", "22:30"]
days = ["fri", "sat"] # left out: every day
zone = "Europe/Tallinn" # left out: UTC
guarantee = 500

[[tournaments]]
key = "nightly-satellite"
structure = "regular"
game = "texas"
seats = 9
stack = 2000
buy_in = 1
starts = ["18:30"]
days = ["fri", "sat"]
zone = "Europe/Tallinn"
satellite = { to = "nightly" }

[sit_and_go]
structure = "sit-and-go"
game = "texas"
stack = 1500

[multi_table]
structure = "turbo"
game = "texas"
stack = 3000
seats = 9
first = "12:00"
every_minutes = 90
buy_ins = [1, 5, 10]
```
"""

from dataclasses import dataclass, replace
from typing import Final

from fairdeal.kernel import (
    DAY,
    Duration,
    Instant,
    Zone,
    Zones,
    date_of,
    day_number,
    instant_of,
    local_date,
    weekday,
)
from fairdeal.tournament.setup import TournamentSetup

WEEK: Final = 7

Key = str
"""Names a series; where a series leads to another, its setup has the key in the place of a tournament."""


@dataclass(frozen=True, slots=True)
class Recurrence:
    """The weekdays and times of day at which a series starts."""

    zone: str
    times: tuple[Duration, ...]  # of day, rising
    days: tuple[int, ...]  # 0 is Monday

    def starts_on(self, day: int, zone: Zone) -> tuple[Instant, ...]:
        """The starts of a day of the calendar of its zone, rising."""
        if weekday(day) not in self.days:
            return ()
        return tuple(sorted(instant_of(zone, date_of(day), time) for time in self.times))


@dataclass(frozen=True, slots=True)
class Series:
    """Tournaments of one kind: at certain times, or, without any, one sit & go after the other."""

    key: Key
    setup: TournamentSetup  # whose start is filled in, if it has one, and the tournaments that it names
    recurrence: Recurrence | None
    announced: Duration = DAY  # so long before its start
    before_target: Duration = Duration(0)  # a satellite starts so long before its target, or longer


@dataclass(frozen=True, slots=True)
class Schedule:
    """An operator's schedule: every series of tournaments."""

    series: tuple[Series, ...]

    def find(self, key: Key) -> Series | None:
        """The series with that key."""
        return next((each for each in self.series if each.key == key), None)


NO_SCHEDULE: Final = Schedule(())


def next_start(series: Series, after: Instant, zones: Zones) -> Instant:
    """The first start of a series after an instant."""
    recurrence = series.recurrence
    assert recurrence is not None, "a sit & go starts when it is full"
    zone = zones(recurrence.zone)
    assert zone is not None, f"{recurrence.zone} was known when the schedule was read"
    today = day_number(local_date(zone, after))
    # A week and a day: the only start of a week may have been a moment ago.
    days = range(today, today + WEEK + 1)
    return next(start for day in days for start in recurrence.starts_on(day, zone) if start > after)


def setup_at(series: Series, starts_at: Instant | None) -> TournamentSetup:
    """The tournament of a series that starts then."""
    return replace(series.setup, starts_at=starts_at)
