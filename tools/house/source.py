"""What the source itself tells: modules, import cycles, files a folder, and where `Any` stands."""

import ast
from collections import Counter
from collections.abc import Iterator, Mapping
from enum import Enum
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).resolve().parents[2]
SOURCE: Final = ROOT / "src" / "fairdeal"
ANY_COUNTED: Final = ("runtime", "room")
"""Packages that run machines of every kind, where a type is lost most easily."""

Graph = Mapping[str, frozenset[str]]


class When(Enum):
    """When an import takes place."""

    LOADED = "at once"
    CALLED = "when a function runs"
    CHECKED = "only for the type checker"


class Import(NamedTuple):
    """A module that another one imports."""

    module: str
    when: When


@cache
def files(package: str = "") -> tuple[Path, ...]:
    """Every Python file of a package of the project, or of all of it."""
    return tuple(sorted((SOURCE / package).rglob("*.py")))


@cache
def syntax(path: Path) -> ast.Module:
    """A file as syntax."""
    return ast.parse(path.read_text("utf-8"))


def place(path: Path, node: ast.AST | None = None) -> str:
    """Where something stands, as `package/module.py:line`."""
    name = path.relative_to(SOURCE).as_posix()
    return name if node is None else f"{name}:{getattr(node, 'lineno', 0)}"


def module_name(path: Path) -> str:
    """The full name by which a file is imported."""
    parts = ("fairdeal", *path.relative_to(SOURCE).with_suffix("").parts)
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


# ---- import cycles


def import_graph(*, when: frozenset[When]) -> Graph:
    """Each module with the modules it imports at those times."""
    names = frozenset(map(module_name, files()))
    return {
        module_name(path): frozenset(
            each.module for each in _imports(syntax(path), names, When.LOADED) if each.when in when
        )
        for path in files()
    }


def cycles(graph: Graph) -> list[list[str]]:
    """Groups of modules that import each other, directly or through others; the shortest first."""
    reached = {module: _reachable(graph, module) for module in graph}
    groups = {
        frozenset({module, *(each for each in seen if module in reached[each])}) for module, seen in reached.items()
    }
    return sorted((sorted(group) for group in groups if len(group) > 1), key=len)


def _imports(node: ast.AST, known: frozenset[str], when: When) -> Iterator[Import]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Import):
            yield from (Import(alias.name, when) for alias in child.names if alias.name in known)
        elif isinstance(child, ast.ImportFrom):
            yield from (Import(module, when) for module in _taken_from(child, known))
        elif isinstance(child, ast.If) and ast.unparse(child.test).endswith("TYPE_CHECKING"):
            yield from _imports(ast.Module(child.body, []), known, When.CHECKED)
            yield from _imports(ast.Module(child.orelse, []), known, when)
        elif isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            yield from _imports(child, known, When.CALLED if when is When.LOADED else when)
        else:
            yield from _imports(child, known, when)


def _taken_from(node: ast.ImportFrom, known: frozenset[str]) -> Iterator[str]:
    """`from package import name` is an import of the module `package.name` if there is one, otherwise of the package."""
    for alias in node.names:
        full = f"{node.module}.{alias.name}"
        if full in known:
            yield full
        elif node.module in known:
            yield node.module


def _reachable(graph: Graph, start: str) -> set[str]:
    seen: set[str] = set()
    ahead = [*graph[start]]
    while ahead:
        module = ahead.pop()
        if module not in seen:
            seen.add(module)
            ahead += graph[module]
    return seen


# ---- folders and types


def folder_sizes() -> Counter[str]:
    """How many Python files each folder holds, `__init__` among them."""
    return Counter(path.parent.relative_to(SOURCE.parent).as_posix() for path in files())


def any_by_file() -> Counter[str]:
    """How often each file of the packages that run machines says `Any`."""
    found = {
        place(path): sum(isinstance(node, ast.Name) and node.id == "Any" for node in ast.walk(syntax(path)))
        for package in ANY_COUNTED
        for path in files(package)
    }
    return Counter({name: count for name, count in found.items() if count})
