"""What is played at a table is a value, and nobody asks which."""

import ast
from pathlib import Path

from fairdeal.casino.games.catalogue import GAMES, game_named
from tests.architecture.source import SOURCE, imports_of, modules, name_of, syntax

OWN_FILES = SOURCE / "casino" / "games"
ONE_GAME = tuple(f"fairdeal.casino.games.{game.name}.game" for game in GAMES)


def asks(path: Path) -> list[str]:
    """Comparisons in a module with one side that is somebody's game, or its name."""
    return [
        ast.unparse(node)
        for node in ast.walk(syntax(path))
        if isinstance(node, ast.Compare)
        and any(ast.unparse(side).endswith((".game", ".game.name")) for side in (node.left, *node.comparators))
    ]


def test_nobody_outside_a_games_own_files_asks_which_game_it_is() -> None:
    folders = ("casino", "room/casino", "testing/casino")
    looked_at = [path for path in modules(*folders) if OWN_FILES not in path.parents] + [SOURCE / "cli" / "casino.py"]
    found = {name_of(path): asked for path in looked_at if (asked := asks(path))}

    assert len(looked_at) > 30
    assert found == {}


def test_only_the_catalogue_names_the_games() -> None:
    users = {
        name_of(path)
        for path in modules()
        if OWN_FILES not in path.parents and any(name.startswith(ONE_GAME) for name in imports_of(path))
    }

    assert users == set()


def test_games_have_names_of_their_own() -> None:
    assert [game_named(game.name) for game in GAMES] == list(GAMES)
