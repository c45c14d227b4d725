"""
The schedule of tournaments that a server publishes: the desk's paper, otherwise the operator's file, otherwise the demo's.

A file that changes is read again while the server runs. What has faults is not published: the schedule before it stays in force, and
the faults are logged and counted until the file is right. Once the desk has put a schedule in force, the file is not looked at any
more.
"""

import asyncio
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Final

from fairdeal.kernel import MoneyKind
from fairdeal.office.papers import PaperEffect, PaperFault, fault_of
from fairdeal.room.tournament.offer import demo_schedule, demo_text, operators_schedule, read_schedule
from fairdeal.rulebook.clause import EditionId
from fairdeal.rulebook.schema.edition import Edition
from fairdeal.server.logger import structlog
from fairdeal.server.settings import BadSettings
from fairdeal.tournament.programme.schedule import Schedule, Series
from fairdeal.tournament.programme.schedule_text import BadSchedule

LOOK_SECONDS: Final = 5.0
"""How often a schedule file is looked at; one that changed is read once it has not changed between two looks."""

NOTHING: Final = "# No tournaments are announced.\n"

_log: Final = structlog.get_logger("fairdeal.server")

Publish = Callable[[EditionId, MoneyKind, Schedule], None]
Stamp = tuple[int, int, int] | None
Read = Callable[[Edition, MoneyKind], Schedule | None]


class Schedules:
    """Where a server's schedule comes from, and what is wrong with it now."""

    def __init__(
        self, file: str, editions: Sequence[Edition], money: Sequence[MoneyKind], *, has_partners: bool
    ) -> None:
        """Without a file there is the demo's schedule, where practice partners fill its tournaments."""
        self._file = Path(file) if file else None
        self._paper: str | None = None
        self._editions = [edition for edition in editions if edition.poker is not None]
        self._money = tuple(money)
        self._has_partners = has_partners
        self._seen = self._read_of = self._stamp()
        self.faults: tuple[str, ...] = ()  # of the file as it is now; what is in force is without

    def revise(self, edition: Edition) -> None:
        """Read schedules by a revision of one of the rulebooks from now on."""
        self._editions = [edition if each.id == edition.id else each for each in self._editions]

    def check(self) -> None:
        """Read the schedule for every edition and kind of money; raises `BadSettings` with all faults."""
        faults = self.faults_by(self.read)
        if faults:
            raise BadSettings("the schedule has faults:\n" + "\n".join(faults))

    def read(self, edition: Edition, money: MoneyKind) -> Schedule | None:
        """The schedule of an edition for a kind of money; None keeps the one that was published last."""
        if self._paper is not None:
            return operators_schedule(self._paper, edition, money)
        if self._file is not None:
            return read_schedule(self._file, edition, money)
        return demo_schedule(edition, money) if self._has_partners and money is not MoneyKind.REAL else None

    def go_by(self, paper: str) -> None:
        """Read the desk's paper from now on, and the file no more."""
        self._paper = paper
        self.faults = ()

    def text(self) -> str:
        """What is read, as one text: the file, otherwise the demo's schedule as every rulebook here can play it."""
        if self._paper is not None:
            return self._paper
        if self._file is None:
            return demo_text(self._editions) if self._has_partners else NOTHING
        try:
            return self._file.read_text("utf-8")
        except (OSError, UnicodeDecodeError):
            return NOTHING

    def series(self, read: Read) -> Iterator[tuple[tuple[str, str, str], Series]]:
        """All series of tournaments, by rulebook, money and key."""
        for edition in self._editions:
            for money in self._money:
                schedule = read(edition, money)
                for series in schedule.series if schedule is not None else ():
                    yield (edition.id, money, series.key), series

    # ---- changes while the server runs

    async def follow(self, publish: Publish, look_seconds: float = LOOK_SECONDS) -> None:
        """Publish what changes in the file, for as long as the server runs."""
        while self._file is not None and self._paper is None:
            await asyncio.sleep(look_seconds)
            if self.is_due():
                await asyncio.to_thread(self.read_again)
                self.take_up(publish)

    def is_due(self) -> bool:
        """Whether the file has changed since it was read, and not since the last look."""
        stamp, seen = self._stamp(), self._seen
        self._seen = stamp
        return stamp not in (None, self._read_of) and stamp == seen

    def read_again(self) -> None:
        """Read the file as it is now and note what is wrong with it."""
        self.faults = self.faults_by(self.read)

    def take_up(self, publish: Publish) -> None:
        """Publish the file as it is, unless it has faults; then what was published before stays in force."""
        self._read_of = self._seen
        if self.faults:
            for fault in self.faults:
                _log.error("the schedule has a fault; the one before stays in force", fault=fault)
            return
        self.publish(publish)

    def publish(self, publish: Publish) -> None:
        """Publish what is read, which has no faults."""
        for edition in self._editions:
            for kind in self._money:
                schedule = self.read(edition, kind)
                if schedule is not None:
                    publish(edition.id, kind, schedule)
        _log.info("schedule taken up", file=str(self._file) if self._paper is None else "desk")

    def faults_by(self, read: Read) -> tuple[str, ...]:
        """What is wrong with schedules that are read that way, by any of the rulebooks."""
        found: dict[str, None] = {}  # once each, though several editions have them
        for edition in self._editions:
            for kind in self._money:
                try:
                    read(edition, kind)
                except BadSchedule as bad:
                    found.update(dict.fromkeys(bad.faults))
        return tuple(found)

    def _stamp(self) -> Stamp:
        """By what a changed file is known; None if it cannot be found at the moment."""
        try:
            found = None if self._file is None else self._file.stat()
        except OSError:
            return None
        return None if found is None else (found.st_mtime_ns, found.st_size, found.st_ino)


class SchedulePaper:
    """The schedule as a paper of the desk."""

    def __init__(self, schedules: Schedules, publish: Publish) -> None:
        self._schedules = schedules
        self._publish = publish

    def begins(self) -> str:
        """What the server goes by without the desk."""
        return self._schedules.text()

    def faults(self, text: str) -> tuple[PaperFault, ...]:
        """What is wrong with a text, by any of the rulebooks."""
        found = self._schedules.faults_by(partial(operators_schedule, text))
        return tuple(fault_of(each, text) for each in found)

    def effect(self, text: str) -> PaperEffect:
        """Series of tournaments that would be announced, those that would not be any more, and those that would differ."""
        schedules = self._schedules
        before = dict(schedules.series(schedules.read))
        after = dict(schedules.series(partial(operators_schedule, text)))
        names = {key: series.setup.name for key, series in (*before.items(), *after.items())}
        return PaperEffect(
            tuple(dict.fromkeys(names[key] for key in after if key not in before)),
            tuple(dict.fromkeys(names[key] for key in before if key not in after)),
            tuple(dict.fromkeys(names[key] for key in after if key in before and after[key] != before[key])),
        )

    def take_up(self, text: str) -> None:
        """Announce tournaments by a text from now on; those that are announced stay."""
        self._schedules.go_by(text)
        self._schedules.publish(self._publish)
