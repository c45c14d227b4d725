"""The shape of the source in numbers, as `python -m tools.house` prints them; none of them may grow."""

import ast
from typing import Final

import pytest

from tools.house import kinds, running
from tools.house.source import When, any_by_file, cycles, folder_sizes, import_graph

FOLDER_FILES_MAX: Final = 25
ANY_MAX: Final = 30


def test_no_modules_import_each_other() -> None:
    assert cycles(import_graph(when=frozenset({When.LOADED, When.CALLED}))) == []


@pytest.mark.parametrize(
    ("graph", "found"),
    [
        ({"a": {"b"}, "b": {"c"}, "c": set()}, []),
        ({"a": {"b"}, "b": {"a"}, "c": {"a"}}, [["a", "b"]]),
        ({"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"e"}, "e": {"d"}}, [["d", "e"], ["a", "b", "c"]]),
    ],
)
def test_a_cycle_is_found_however_long_it_is(graph: dict[str, set[str]], found: list[list[str]]) -> None:
    assert cycles({module: frozenset(imported) for module, imported in graph.items()}) == found


def test_a_folder_can_be_taken_in_at_a_glance() -> None:
    assert {folder: size for folder, size in folder_sizes().items() if size > FOLDER_FILES_MAX} == {}


def test_what_runs_machines_does_not_lose_their_types() -> None:
    said = any_by_file()

    assert said.total() <= ANY_MAX, said.most_common()


def test_nothing_asks_for_the_kind_of_a_game_outside_its_folder() -> None:
    assert kinds.places() == []


@pytest.mark.parametrize(
    ("code", "count"),
    [
        ("x = actor.hosted.prefix == 'cash'", 1),
        ("x = actor.hosted.prefix in (DEALER, CASINO)", 1),
        ("x = games.get(actor.hosted.prefix)", 0),
        ("match actor.hosted.prefix:\n    case 'cash': pass", 1),
        ("x = actor.hosted.prefix in consumer.kinds", 0),
        ("x = stream.startswith('deal:') or '/' in table", 2),
        ("x = actor.stream.partition(':')[2]", 1),
        ("x = address.startswith('sqlite:') or '/' in path or line.partition(':')", 0),
        ("x = facts.game is Game.ROULETTE or facts.game in (Game.BACCARAT, Game.BLACKJACK)", 2),
        ("match facts.game:\n    case Game.ROULETTE | Game.BACCARAT: pass\n    case _: pass", 1),
        ("x = {Game.ROULETTE: 1}[facts.game]", 1),
        ("x = facts.game == 'blackjack' or word == 'blackjack'", 1),
        ("x = deal.game is Game.HOLDEM", 0),
    ],
)
def test_a_place_that_asks_is_told_from_one_that_does_not(code: str, count: int) -> None:
    assert len(kinds.asking(ast.parse(f"from fairdeal.casino.table.facts import Game\n{code}"), "server/x.py")) == count


def test_a_game_may_speak_of_itself() -> None:
    itself, other = ast.parse("x = facts.game is Game.ROULETTE"), ast.parse("x = facts.game is Game.BACCARAT")

    assert kinds.asking(itself, "casino/games/roulette/table.py") == []
    assert len(kinds.asking(other, "casino/games/roulette/table.py")) == 1
    assert kinds.asking(ast.parse("x = actor.hosted.prefix == 'floor'"), "room/cash/lobby.py") == []


def test_an_event_is_followed_once() -> None:
    found = {what: evolved.per_event for what, evolved in running.evolve_calls().items()}

    assert found == dict.fromkeys(("a raise", "a hand's end", "a table break", "a spin"), 1.0)
