"""
The lobby of tournaments: what can be entered and watched now.

A read model of directors and HexaPro lobbies; after a restart it is built from their states.
"""

from dataclasses import dataclass, replace
from typing import Final

from fairdeal.kernel import Instant, StreamId, TournamentId
from fairdeal.room.forgetting import LINGER
from fairdeal.room.tournament.house import TournamentHouse
from fairdeal.rulebook.schema.choices import TournamentType
from fairdeal.tournament.director.state import Status, Tournament
from fairdeal.tournament.director.view import Summary, summary_of
from fairdeal.tournament.rules import TournamentRules
from fairdeal.tournament.setup import TournamentSetup, types_of
from fairdeal.tournament.timetable import may_unregister, registration_ends, unregister_closes

_OVER: Final = (Status.FINISHED, Status.CANCELLED)


@dataclass(frozen=True, slots=True)
class Deadlines:
    """Until when one may enter, and until when everybody may take an entry back."""

    registration_ends: Instant | None
    may_unregister: bool
    unregister_until: Instant | None


@dataclass(frozen=True, slots=True)
class TournamentRow:
    """One tournament in the lobby."""

    tournament: TournamentId
    setup: TournamentSetup
    rules: TournamentRules
    types: tuple[TournamentType, ...]
    summary: Summary
    deadlines: Deadlines


@dataclass(frozen=True, slots=True)
class HexaProRow:
    """One HexaPro lobby, with its games that fill and that run."""

    lobby: StreamId
    taken: tuple[int, ...]  # seats taken in each game that fills, oldest first
    running: int
    closed: bool


class TournamentLobby:
    """The rows of tournaments and of HexaPro lobbies; `version` changes whenever a row may have changed."""

    def __init__(self, house: TournamentHouse) -> None:
        self._house = house
        self._rows: dict[TournamentId, TournamentRow] = {}
        self._hexapro: dict[StreamId, HexaProRow] = {}
        self._over: list[tuple[Instant, TournamentId]] = []
        self.version = 0

    def note(self, state: Tournament, now: Instant) -> None:
        """Take the new state of a tournament after its decision."""
        if not self._house.rulebook.format_of(state.setup.product).in_programme:
            return
        self._drop_old(now)  # nobody may ever ask for the rows
        known = self._rows.get(state.id)
        if state.status is Status.CANCELLED and not state.numbered:
            self._drop(state.id)  # nobody was there who could miss it
            return
        if state.status in _OVER and (known is None or known.summary.status not in _OVER):
            self._over.append((now, state.id))
        if known is not None and known.setup is state.setup:
            summary = summary_of(state, known.summary)
            row = known
            if summary != known.summary:
                row = replace(known, summary=summary, deadlines=_deadlines(state, known.rules))
        else:
            row = _row(self._house, state)
        if row != known:
            self._rows[state.id] = row
            self.version += 1

    def _drop_old(self, now: Instant) -> None:
        while self._over and self._over[0][0] <= now - LINGER:
            self._drop(self._over.pop(0)[1])

    def _drop(self, tournament: TournamentId) -> None:
        if self._rows.pop(tournament, None) is not None:
            self.version += 1

    def note_hexapro(self, stream: StreamId, taken: tuple[int, ...], running: int, *, closed: bool) -> None:
        """Take the new counts of a HexaPro lobby after its decision."""
        self._hexapro[stream] = HexaProRow(stream, taken, running, closed)
        self.version += 1

    def rows(self, now: Instant) -> tuple[TournamentRow, ...]:
        """The rows of tournaments that run, will start, or ended recently: next start first, sit & gos last."""
        self._drop_old(now)
        return tuple(sorted(self._rows.values(), key=_order))

    def hexapro(self) -> tuple[HexaProRow, ...]:
        """The rows of all HexaPro lobbies, in the order of the rulebooks."""
        empty = (HexaProRow(stream, (), 0, closed=False) for stream in self._house.lobbies)
        return tuple(self._hexapro.get(row.lobby, row) for row in empty)


def _row(house: TournamentHouse, state: Tournament) -> TournamentRow:
    rules = house.rules_of(state.setup)
    return TournamentRow(
        state.id, state.setup, rules, types_of(state.setup), summary_of(state), _deadlines(state, rules)
    )


def _deadlines(state: Tournament, rules: TournamentRules) -> Deadlines:
    return Deadlines(registration_ends(state, rules), may_unregister(state), unregister_closes(state))


def _order(row: TournamentRow) -> tuple[bool, int, str]:
    starts_at = row.summary.starts_at
    return TournamentType.SIT_AND_GO in row.types, starts_at or 0, row.tournament
