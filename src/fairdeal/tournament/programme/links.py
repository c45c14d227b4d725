"""
Announcing tournaments that lead to others: a satellite with its target, first phases with their last one (MTT-33d, MTT-71a).

A schedule names the other series by its key. What is announced names a tournament, so the target is announced with its satellite at
the latest, and the phases of one final all at once.
"""

from collections.abc import Iterator
from dataclasses import replace
from hashlib import sha256

from fairdeal.kernel import Instant, TournamentId, Zones, make_id
from fairdeal.tournament.programme.events import TournamentListed
from fairdeal.tournament.programme.evolve import evolve
from fairdeal.tournament.programme.schedule import Series, next_start, setup_at
from fairdeal.tournament.programme.state import Programme
from fairdeal.tournament.rules import PROMPT_START, SIT_AND_GO
from fairdeal.tournament.setup import FirstPhase, LastPhase, TournamentSetup


class Announcer:
    """Makes the events that announce a tournament and those it is linked with; ids follow from one chance."""

    def __init__(self, state: Programme, now: Instant, chance: bytes, zones: Zones) -> None:
        self._state = state
        self._now = now
        self._chance = chance
        self._zones = zones
        self._made = 0
        self.events: list[TournamentListed] = []

    def announce(self, series: Series, starts_at: Instant | None) -> None:
        """Announce the tournament of a series that starts then, with everything it names."""
        setup = setup_at(series, starts_at)
        if setup.satellite is not None and setup.satellite.target is not None:
            target = self._target(series, starts_at)
            setup = replace(setup, satellite=replace(setup.satellite, target=target))
        if isinstance(setup.phase, FirstPhase) and starts_at is not None:
            self._announce_phases(series, setup.phase, starts_at)
        else:
            self._list(self._new_id(), series, setup)

    # ---- satellites

    def _target(self, series: Series, starts_at: Instant | None) -> TournamentId:
        """The first tournament of the target's series that starts late enough, announced if it is not yet."""
        satellite = series.setup.satellite
        assert satellite is not None, "only satellites have a target"
        target = self._linked(satellite.target)
        after = Instant((self._now if starts_at is None else starts_at) + series.before_target - 1)
        while True:
            start = next_start(target, after, self._zones)
            if start > self._state.announced_until(target.key):
                self._announce_until(target, start)
            known = self._listed(target, start)
            if known is not None:
                return known
            after = start  # it was announced, and is over already

    def _listed(self, series: Series, start: Instant) -> TournamentId | None:
        found = (each.tournament for each in self._state.listed if (each.series, each.starts_at) == (series.key, start))
        return next(found, None)

    def _announce_until(self, target: Series, last: Instant) -> None:
        """Announce all tournaments of a series up to that start, since they are announced in order."""
        start = max(self._now, self._state.announced_until(target.key))
        while start < last:
            start = next_start(target, start, self._zones)
            self.announce(target, start)

    def _linked(self, key: str | None) -> Series:
        found = None if key is None else self._state.schedule.find(key)
        assert found is not None, f"{key} was there when the schedule was read"
        return found

    # ---- phases

    def _announce_phases(self, series: Series, phase: FirstPhase, starts_at: Instant) -> None:
        """Announce the next last phase that can still be reached, with all its first phases."""
        final = self._linked(phase.next)
        ends = next_start(final, max(starts_at, self._state.announced_until(final.key)), self._zones)
        last = self._new_id()
        sources = []
        for source, start in self._firsts(final, series, starts_at, ends):
            setup = setup_at(source, start)
            assert isinstance(setup.phase, FirstPhase), source
            sources.append(self._new_id())
            self._list(sources[-1], source, replace(setup, phase=replace(setup.phase, next=last)))
        self._list(last, final, replace(setup_at(final, ends), phase=LastPhase(tuple(sources))))

    def _firsts(
        self, final: Series, due: Series, starts_at: Instant, ends: Instant
    ) -> Iterator[tuple[Series, Instant]]:
        """The first phases of a last one: every start of its series that is not announced yet, and before the last phase."""
        for source in self._state.schedule.series:
            phase = source.setup.phase
            if not isinstance(phase, FirstPhase) or phase.next != final.key or source.recurrence is None:
                continue
            start = starts_at
            if source.key != due.key:
                after = max(self._now, self._state.announced_until(source.key))
                start = next_start(source, after, self._zones)
            while start < ends:
                yield source, start
                start = next_start(source, start, self._zones)

    # ---- events

    def _list(self, tournament: TournamentId, series: Series, setup: TournamentSetup) -> None:
        rule = SIT_AND_GO if setup.starts_at is None else PROMPT_START
        event = TournamentListed(tournament, setup, series.key, "", rule)
        self._state = evolve(self._state, event)
        self.events.append(event)

    def _new_id(self) -> TournamentId:
        made, self._made = self._made, self._made + 1
        chance = self._chance
        if made:
            chance = sha256(chance + made.to_bytes(2, "big")).digest()[: len(chance)]
        return TournamentId(make_id(self._now, chance))


def leads_elsewhere(setup: TournamentSetup) -> bool:
    """Whether the setup of a series names another series, so that only its schedule can announce it."""
    return setup.phase is not None or (setup.satellite is not None and setup.satellite.target is not None)
