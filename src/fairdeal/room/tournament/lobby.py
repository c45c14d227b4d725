"""
The lobby of tournaments: what can be entered and watched right now.

A fold over what directors and HexaPro lobbies decide; after a restart it is built from them as they are.
"""

from dataclasses import dataclass
from typing import Final

from fairdeal.bank.fees import Price
from fairdeal.kernel import MINUTE, Duration, Instant, MoneyKind, StreamId, TournamentId
from fairdeal.room.tournament.house import TournamentHouse
from fairdeal.rulebook.clause import EditionId
from fairdeal.rulebook.schema.choices import TournamentType
from fairdeal.tournament.director.state import Status, Tournament
from fairdeal.tournament.director.view import Summary, summary_of
from fairdeal.tournament.setup import types_of

LINGER: Final = Duration(10 * MINUTE)
"""A tournament that is over stays in the lobby, and in memory, for so long."""

_OVER: Final = (Status.FINISHED, Status.CANCELLED)


@dataclass(frozen=True, slots=True)
class TournamentRow:
    """One tournament as players choose it."""

    tournament: TournamentId
    edition: EditionId
    name: str
    types: tuple[TournamentType, ...]
    money: MoneyKind
    family: str
    seats: int
    price: Price
    summary: Summary


@dataclass(frozen=True, slots=True)
class HexaProRow:
    """One HexaPro lobby."""

    lobby: StreamId
    taken: tuple[int, ...]  # seats taken in each game that fills, oldest first
    running: int
    closed: bool


class TournamentLobby:
    """Rows by tournament; `version` changes whenever a row may have changed. HexaPro games are behind their lobbies."""

    def __init__(self, house: TournamentHouse) -> None:
        self._house = house
        self._rows: dict[TournamentId, TournamentRow] = {}
        self._hexapro: dict[StreamId, HexaProRow] = {}
        self._over: list[tuple[Instant, TournamentId]] = []
        self.version = 0

    def note(self, state: Tournament, now: Instant) -> None:
        """Something was decided in a tournament."""
        if not self._house.rulebook.format_of(state.setup.product).in_programme:
            return
        known = self._rows.get(state.id)
        if state.status in _OVER and (known is None or known.summary.status not in _OVER):
            self._over.append((now, state.id))
        row = _row(self._house, state)
        if row != known:
            self._rows[state.id] = row
            self.version += 1

    def note_hexapro(self, stream: StreamId, taken: tuple[int, ...], running: int, *, closed: bool) -> None:
        """Something was decided in a HexaPro lobby."""
        self._hexapro[stream] = HexaProRow(stream, taken, running, closed)
        self.version += 1

    def rows(self, now: Instant) -> tuple[TournamentRow, ...]:
        """Every tournament that is not over, or only just: what starts next first, sit & gos last."""
        while self._over and self._over[0][0] <= now - LINGER:
            self._rows.pop(self._over.pop(0)[1], None)
        return tuple(sorted(self._rows.values(), key=_order))

    def hexapro(self) -> tuple[HexaProRow, ...]:
        """Every HexaPro lobby of the house, in the order of the rulebooks."""
        empty = (HexaProRow(stream, (), 0, closed=False) for stream in self._house.lobbies)
        return tuple(self._hexapro.get(row.lobby, row) for row in empty)


def _row(house: TournamentHouse, state: Tournament) -> TournamentRow:
    setup = state.setup
    return TournamentRow(
        state.id,
        house.edition_of(setup.edition).id,
        setup.name,
        types_of(setup),
        setup.money,
        setup.family,
        setup.seats,
        setup.price,
        summary_of(state),
    )


def _order(row: TournamentRow) -> tuple[bool, int, str]:
    starts_at = row.summary.starts_at
    return TournamentType.SIT_AND_GO in row.types, starts_at or 0, row.tournament
