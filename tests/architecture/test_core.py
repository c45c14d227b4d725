"""The core is pure, editions are named in one place, and files and functions can be held in the head."""

import ast
import re
import sys
from pathlib import Path

import pytest

from fairdeal.rulebook import clause
from fairdeal.rulebook.clause import PUBLISHED
from tests.architecture.source import ROOT, SOURCE, functions_of, imports_of, modules, name_of, syntax

CORE = (
    "kernel",
    "cards",
    "fair",
    "rulebook",
    "poker",
    "play",
    "bank",
    "cash",
    "casino",
    "tournament",
    "hexapro",
    "office",
)
OUTSIDE_THE_CORE = {SOURCE / "rulebook" / "loader.py"}  # the one part of the rulebook that opens files

IMPURE = {
    "asyncio", "concurrent", "ctypes", "datetime.datetime", "glob", "http", "importlib.resources", "io", "locale", "logging",
    "multiprocessing", "os", "pathlib", "platform", "queue", "random", "secrets", "select", "shutil", "signal", "socket",
    "sqlite3", "ssl", "subprocess", "tempfile", "threading", "time", "urllib", "uuid", "zoneinfo",
}  # fmt: skip
IMPURE_CALLS = {"open", "print", "input", "exec", "eval"}
# The one place that generates a function, from the names of a value's fields, as the standard dataclasses do.
GENERATES = {"src/fairdeal/kernel/values.py": {"exec"}}

FUNCTION_LINES_MAX = 70
FILE_LINES_MAX = 800
# Exceptions may only shrink; files that are data tables are exempt.
TOO_LONG_FUNCTIONS: set[str] = set()
TOO_LONG_FILES: set[str] = set()
DATA = ("src/fairdeal/rulebook/catalogue/", "src/fairdeal/rulebook/readings.py")

core = [path for path in modules(*CORE) if path not in OUTSIDE_THE_CORE]


def starts_with_any(name: str, names: set[str]) -> bool:
    return any(name == each or name.startswith(f"{each}.") for each in names)


@pytest.mark.parametrize("path", core, ids=name_of)
def test_the_core_imports_no_io_clock_or_chance_and_nothing_foreign(path: Path) -> None:
    """A pure module that imports a clock, a socket or a dice can no longer be replayed."""
    for name in imports_of(path):
        assert not starts_with_any(name, IMPURE), name
        assert name.split(".")[0] in sys.stdlib_module_names | {"fairdeal"}, name


@pytest.mark.parametrize("path", core, ids=name_of)
def test_the_core_opens_and_prints_nothing(path: Path) -> None:
    calls = {
        node.func.id
        for node in ast.walk(syntax(path))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }

    assert calls & IMPURE_CALLS == GENERATES.get(name_of(path), set())


def test_the_core_never_uses_the_loader() -> None:
    users = {
        name_of(path)
        for path in core
        if any(starts_with_any(n, {"fairdeal.rulebook.loader"}) for n in imports_of(path))
    }

    assert users == set()


def test_no_module_outside_the_rulebook_names_an_edition() -> None:
    """Tables and tournaments differ by data; an `if` on an edition's name would be a rule nobody can read or change."""
    names = re.compile("|".join(map(re.escape, PUBLISHED)))
    guilty = [
        name_of(path) for path in modules() if "rulebook" not in path.parts and names.search(path.read_text("utf-8"))
    ]

    assert guilty == []


def test_no_module_of_tournaments_names_a_format_of_another_package() -> None:
    """What formats differ in is asked of them; a director that knew one by name could not be given another."""
    stored = 'DRAWN_POOL = "hexapro"'  # a value that old cancellations are written with
    lines = [
        (name_of(path), line.strip())
        for path in modules("tournament")
        for line in path.read_text("utf-8").splitlines()
        if re.search("hexa|hext", line, re.IGNORECASE)
    ]

    assert [line for _, line in lines if stored not in line] == []
    assert len(lines) == 1


def test_no_module_outside_the_rulebook_names_an_edition_by_another_name_or_place() -> None:
    """Neither the constants that hold the names, nor a place in the list of published ones."""
    names = {name for name, value in vars(clause).items() if value in PUBLISHED and not name.startswith("USUAL")}
    guilty = []
    for path in modules():
        if "rulebook" in path.parts:
            continue
        taken = {name.rpartition(".")[2] for name in imports_of(path) if name.startswith(f"{clause.__name__}.")} & names
        places = {
            ast.unparse(node)
            for node in ast.walk(syntax(path))
            if isinstance(node, ast.Subscript) and ast.unparse(node.value).endswith("PUBLISHED")
        }
        guilty += [f"{name_of(path)}: {name}" for name in sorted(taken | places)]

    assert names == {"U22", "U26", "U27", "PW", "LC"}
    assert guilty == []


def test_functions_fit_on_a_screen() -> None:
    found = {name for path in modules() for name, lines in functions_of(path) if lines > FUNCTION_LINES_MAX}

    assert found == TOO_LONG_FUNCTIONS


def test_files_can_be_held_in_the_head() -> None:
    found = {
        name_of(path)
        for path in modules()
        if len(path.read_text("utf-8").splitlines()) > FILE_LINES_MAX and not name_of(path).startswith(DATA)
    }

    assert found == TOO_LONG_FILES


def test_a_front_door_lists_what_it_lets_through() -> None:
    """What a package's __init__ imports is what its __all__ names, sorted."""
    for door in SOURCE.glob("*/__init__.py"):
        tree = syntax(door)
        imported = {alias.name for node in tree.body if isinstance(node, ast.ImportFrom) for alias in node.names}
        named = [
            ast.literal_eval(node.value)
            for node in tree.body
            if isinstance(node, ast.Assign)
            and isinstance(node.targets[0], ast.Name)
            and node.targets[0].id == "__all__"
        ]
        if imported:
            assert named, name_of(door)
            assert set(named[0]) == imported, name_of(door)


def test_assertions_are_on() -> None:
    """Assertions are part of the design; Python's -O would remove them."""
    assert __debug__


def test_one_module_alone_needs_the_extra() -> None:
    """A room runs without NumPy."""
    users = {name_of(path) for path in modules() if any(starts_with_any(n, {"numpy"}) for n in imports_of(path))}

    assert users == {"src/fairdeal/odds/sampling.py"}
    assert "numpy" not in (ROOT / "requirements" / "run.txt").read_text("utf-8")


def test_locks_name_no_registry() -> None:
    locks = sorted((ROOT / "requirements").glob("*.txt"))

    assert len(locks) >= 6
    for lock in locks:
        assert not re.search(r"https?://|--(extra-)?index-url|--find-links|file:", lock.read_text("utf-8")), lock.name
    for lock in ROOT.glob("*/package-lock.json"):
        assert not re.search(r'"resolved"|registry', lock.read_text("utf-8")), lock.name
