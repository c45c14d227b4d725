"""
The lobby of the casino: one row per table, as it is now.

A read model of the tables. Past results are shown as on a display above the table; they say nothing about the next one.
"""

from dataclasses import dataclass
from typing import Final

from fairdeal.casino.games.game import Display
from fairdeal.casino.table.facts import Dealing, TableFacts
from fairdeal.casino.table.state import Phase, Table
from fairdeal.kernel import Cents, Currency, Instant, MoneyKind, TableId
from fairdeal.room.casino.house import CasinoHouse

SHOWN: Final = 12
"""How many results a row shows."""


@dataclass(frozen=True, slots=True)
class CasinoRow:
    """One casino table in the lobby."""

    table: TableId
    game: str
    dealing: Dealing
    currency: Currency
    money: MoneyKind
    bet_min: Cents
    bet_max: Cents
    phase: Phase
    deadline: Instant
    round_max: Cents
    dealer: str
    held: bool
    players: int  # connected
    display: Display  # seats and past results, as the game has them

    @property
    def live(self) -> bool:
        """Whether a live dealer deals."""
        return self.dealing is Dealing.LIVE


class CasinoLobby:
    """The rows of all tables, made on demand; `version` changes whenever a row may have changed."""

    def __init__(self, house: CasinoHouse) -> None:
        self._house = house
        self._states = {table: machine.initial for table, machine in house.machines.items()}
        self.version = 0

    def note(self, table: TableId, state: Table) -> None:
        """Take the new state of a table after its decision."""
        self._states[table] = state
        self.version += 1

    def rows(self) -> tuple[CasinoRow, ...]:
        """The rows of all open tables, in the order of the settings."""
        house = self._house
        return tuple(
            _row(house.machines[table].facts, state)
            for table, state in self._states.items()
            if not house.setups[table].closed
        )


def _row(facts: TableFacts, state: Table) -> CasinoRow:
    return CasinoRow(
        facts.table,
        facts.game.name,
        facts.dealing,
        facts.tender.currency,
        facts.tender.money,
        facts.limits.bet_min.value,
        facts.limits.bet_max.value,
        state.phase,
        state.deadline,
        facts.limits.round_max.value,
        state.station.dealer,
        state.hold is not None,
        sum(state.guests.values()),
        facts.game.display(state, SHOWN),
    )
