"""
The schedule of tournaments that a server publishes: the operator's file, or the demo's.

A file that changes is read again while the server runs. What has faults is not published: the schedule before it stays in force, and
the faults are logged and counted until the file is right.
"""

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from fairdeal.kernel import MoneyKind
from fairdeal.room.tournament.offer import demo_schedule, read_schedule
from fairdeal.rulebook.clause import EditionId
from fairdeal.rulebook.schema.edition import Edition
from fairdeal.server.logger import structlog
from fairdeal.server.settings import BadSettings
from fairdeal.tournament.programme.schedule import Schedule
from fairdeal.tournament.programme.schedule_text import BadSchedule

LOOK_SECONDS: Final = 5.0
"""How often a schedule file is looked at; one that changed is read once it has not changed between two looks."""

_log: Final = structlog.get_logger("fairdeal.server")

Publish = Callable[[EditionId, MoneyKind, Schedule], None]
Stamp = tuple[int, int, int] | None


class Schedules:
    """Where a server's schedule comes from, and what is wrong with it now."""

    def __init__(
        self, file: str, editions: Sequence[Edition], money: Sequence[MoneyKind], *, has_partners: bool
    ) -> None:
        """Without a file there is the demo's schedule, where practice partners fill its tournaments."""
        self._file = Path(file) if file else None
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
        faults = self._faults()
        if faults:
            raise BadSettings("the schedule has faults:\n" + "\n".join(faults))

    def read(self, edition: Edition, money: MoneyKind) -> Schedule | None:
        """The schedule of an edition for a kind of money; None keeps the one that was published last."""
        if self._file is not None:
            return read_schedule(self._file, edition, money)
        return demo_schedule(edition, money) if self._has_partners and money is not MoneyKind.REAL else None

    # ---- changes while the server runs

    async def follow(self, publish: Publish, look_seconds: float = LOOK_SECONDS) -> None:
        """Publish what changes in the file, for as long as the server runs."""
        while self._file is not None:
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
        self.faults = self._faults()

    def take_up(self, publish: Publish) -> None:
        """Publish the file as it is, unless it has faults; then what was published before stays in force."""
        self._read_of = self._seen
        if self.faults:
            for fault in self.faults:
                _log.error("the schedule has a fault; the one before stays in force", fault=fault)
            return
        for edition in self._editions:
            for kind in self._money:
                schedule = self.read(edition, kind)
                if schedule is not None:
                    publish(edition.id, kind, schedule)
        _log.info("schedule taken up", file=str(self._file))

    def _faults(self) -> tuple[str, ...]:
        found: dict[str, None] = {}  # once each, though several editions have them
        for edition in self._editions:
            for kind in self._money:
                try:
                    self.read(edition, kind)
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
