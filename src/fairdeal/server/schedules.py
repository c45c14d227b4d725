"""The schedule of tournaments that a server publishes: the operator's file, or the demo's."""

from collections.abc import Sequence
from pathlib import Path

from fairdeal.kernel import MoneyKind
from fairdeal.room.tournament.offer import demo_schedule, read_schedule
from fairdeal.rulebook.schema.edition import Edition
from fairdeal.server.settings import BadSettings
from fairdeal.tournament.programme.schedule import Schedule
from fairdeal.tournament.programme.schedule_text import BadSchedule


class Schedules:
    """Where a server's schedule comes from."""

    def __init__(self, file: str, *, has_partners: bool) -> None:
        """Without a file there is the demo's schedule, where practice partners fill its tournaments."""
        self._file = Path(file) if file else None
        self._has_partners = has_partners

    def check(self, editions: Sequence[Edition], money: Sequence[MoneyKind]) -> None:
        """Read the schedule for every edition; raises `BadSettings` with all faults."""
        for edition in editions:
            for kind in money if edition.poker is not None else ():
                try:
                    self.read(edition, kind)
                except BadSchedule as bad:
                    raise BadSettings("the schedule has faults:\n" + "\n".join(bad.faults)) from None

    def read(self, edition: Edition, money: MoneyKind) -> Schedule | None:
        """The schedule of an edition for a kind of money; None keeps the one that was published last."""
        if self._file is not None:
            return read_schedule(self._file, edition, money)
        return demo_schedule(edition, money) if self._has_partners and money is not MoneyKind.REAL else None
