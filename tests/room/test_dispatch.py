"""Every command has a decision and every event a next state, in every machine: none is forgotten in a table or a match."""

import ast
from collections.abc import Mapping
from dataclasses import is_dataclass
from importlib import import_module
from pathlib import Path
from typing import Any, Final, get_args

import pytest

from fairdeal.bank.holds.commands import HoldCommand
from fairdeal.bank.policy import BankPolicy
from fairdeal.bank.purse.commands import PurseCommand
from fairdeal.bank.purse.machine import PurseMachine
from fairdeal.cash.floor import evolve as floor_evolve
from fairdeal.cash.floor import machine as floor
from fairdeal.cash.floor.commands import FloorCommand
from fairdeal.cash.floor.events import FloorEvent
from fairdeal.cash.player import evolve as player_evolve
from fairdeal.cash.player.commands import PlayerStreamCommand
from fairdeal.cash.player.events import PlayerStreamEvent
from fairdeal.cash.table import evolve as table_evolve
from fairdeal.cash.table import machine as table
from fairdeal.cash.table.commands import TableCommand
from fairdeal.cash.table.events import TableEvent
from fairdeal.casino.games.blackjack import evolve as blackjack_evolve
from fairdeal.casino.games.blackjack import game as blackjack
from fairdeal.casino.games.blackjack.commands import BoxCommand, PlayCommand, SeatCommand
from fairdeal.casino.games.blackjack.events import BoxEvent, PlayEvent, SeatEvent
from fairdeal.casino.games.layout import evolve as layout_evolve
from fairdeal.casino.games.layout import game as layout
from fairdeal.casino.games.layout.commands import LayoutCommand
from fairdeal.casino.games.layout.events import LayoutEvent
from fairdeal.casino.table import evolve as casino_evolve
from fairdeal.casino.table import machine as casino
from fairdeal.casino.table.commands import GameCommand
from fairdeal.casino.table.commands import TableCommand as CasinoCommand
from fairdeal.casino.table.events import GameEvent
from fairdeal.casino.table.events import TableEvent as CasinoEvent
from fairdeal.casino.table.fair import evolve as casino_fair_evolve
from fairdeal.casino.table.fair.events import FairEvent
from fairdeal.hexapro.lobby.commands import LobbyCommand
from fairdeal.kernel import Instant, events_of
from fairdeal.tournament.dealer import evolve as dealer_evolve
from fairdeal.tournament.dealer import machine as dealer
from fairdeal.tournament.dealer.commands import DealCommand
from fairdeal.tournament.dealer.events import DealEvent
from fairdeal.tournament.director import evolve as tournament_evolve
from fairdeal.tournament.director import machine as director
from fairdeal.tournament.director.commands import Announce, TournamentCommand
from fairdeal.tournament.director.events import Announced, TournamentEvent
from fairdeal.tournament.programme.commands import ProgrammeCommand
from tests.room.durable import value_of

SOURCE: Final = Path(table.__file__).parents[2]
# A casino table decides some always, and some not while something is put right; the rest is its game's. A tournament is announced
# before there is one, so that is decided and followed apart.
TABLES: Final[dict[str, tuple[Any, frozenset[type]]]] = {
    "cash.table.machine": (TableCommand, frozenset(table._DECIDE)),
    "cash.table.evolve": (TableEvent, frozenset(table_evolve._EVOLVE)),
    "cash.floor.machine": (FloorCommand, frozenset(floor._DECIDE)),
    "cash.floor.evolve": (FloorEvent, frozenset(floor_evolve._EVOLVE)),
    "cash.player.evolve": (PlayerStreamEvent, frozenset(player_evolve._EVOLVE)),
    "tournament.dealer.machine": (DealCommand, frozenset(dealer._DECIDE)),
    "tournament.dealer.evolve": (DealEvent, frozenset(dealer_evolve._EVOLVE)),
    "tournament.director.machine": (TournamentCommand, frozenset({Announce, *director._STEPS})),
    "tournament.director.evolve": (TournamentEvent, frozenset({Announced, *tournament_evolve._STEPS})),
    "casino.table.machine": (CasinoCommand, frozenset({*casino._ALWAYS, *casino._UNLESS_HELD, GameCommand})),
    "casino.table.evolve": (CasinoEvent, frozenset({*casino_evolve._EVOLVE, GameEvent})),
    "casino.table.fair.evolve": (FairEvent, frozenset(casino_fair_evolve.EVOLVE)),
    "casino.games.layout.game": (LayoutCommand, frozenset(layout._COMMANDS)),
    "casino.games.layout.evolve": (LayoutEvent, frozenset(layout_evolve.EVOLVE)),
    "casino.games.blackjack.game": (SeatCommand | BoxCommand | PlayCommand, frozenset(blackjack._COMMANDS)),
    "casino.games.blackjack.evolve": (SeatEvent | BoxEvent | PlayEvent, frozenset(blackjack_evolve.EVOLVE)),
}
MATCHES: Final[dict[str, Any]] = {
    "bank.purse.machine": PurseCommand,
    "bank.holds.machine": HoldCommand,
    "cash.player.machine": PlayerStreamCommand,
    "hexapro.lobby.decide": LobbyCommand,
    "tournament.programme.machine": ProgrammeCommand,
}
"""Modules that decide by a match, and all they are to decide."""


@pytest.mark.parametrize("name", sorted(TABLES))
def test_a_table_of_a_machine_has_a_line_for_everything_and_for_nothing_else(name: str) -> None:
    union, lines = TABLES[name]

    assert lines == set(get_args(union))


@pytest.mark.parametrize("name", sorted(MATCHES))
def test_a_match_of_a_machine_has_a_case_for_everything(name: str) -> None:
    tree = ast.parse((SOURCE / f"{name.replace('.', '/')}.py").read_text())
    cases = {
        node.cls.id for node in ast.walk(tree) if isinstance(node, ast.MatchClass) and isinstance(node.cls, ast.Name)
    }
    asked = {
        node.args[1].id
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id == "isinstance"
        and isinstance(node.args[1], ast.Name)
    }

    assert {kind.__name__ for kind in get_args(MATCHES[name])} <= cases | asked


def test_a_purse_answers_every_command_before_it_is_open() -> None:
    """Whoever may send one, nothing falls through without an answer."""
    machine = PurseMachine(BankPolicy())
    state = import_module("fairdeal.bank.purse.state").Purse()

    for kind in get_args(PurseCommand):
        assert events_of(machine.decide(state, value_of(kind, 0), Instant(1))) is not None, kind


def test_every_table_of_every_machine_is_looked_at_here() -> None:
    """A dictionary from classes to functions in the core is such a table; a new one belongs into the list above."""
    found = set()
    for package in ("bank", "cash", "casino", "hexapro", "play", "tournament"):
        for file in sorted((SOURCE / package).rglob("*.py")):
            name = ".".join(file.relative_to(SOURCE).with_suffix("").parts)
            module = import_module(f"fairdeal.{name}")
            found |= {name for table in vars(module).values() if _is_dispatch(table) and _is_of(table, file, module)}

    assert found - IN_PART <= TABLES.keys() | PARTS


PARTS: Final = frozenset({"tournament.director.evolve_outcomes"})
"""Pieces that another table takes in."""
IN_PART: Final = frozenset(
    {
        "cash.table.postings",
        "casino.table.changes",
        "casino.table.fair.scanning",
        "tournament.director.notices",
        "tournament.director.postings",
    }
)
"""Tables with a line only for those events that move money, change a picture, tell a player something or are written to a log."""


def _is_dispatch(value: object) -> bool:
    return (
        isinstance(value, Mapping)
        and len(value) > 1
        and all(isinstance(key, type) and is_dataclass(key) and callable(each) for key, each in value.items())
    )


def _is_of(value: object, file: Path, module: Any) -> bool:
    """Whether a module makes the table itself, and does not import it."""
    names = [name for name, each in vars(module).items() if each is value]
    made = {
        target.id
        for node in ast.parse(file.read_text()).body
        if isinstance(node, ast.AnnAssign | ast.Assign)
        for target in ([node.target] if isinstance(node, ast.AnnAssign) else node.targets)
        if isinstance(target, ast.Name)
    }
    return bool(made & set(names))
