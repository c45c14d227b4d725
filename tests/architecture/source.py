"""The project's own source, as text and as syntax."""

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SOURCE = ROOT / "src" / "fairdeal"


def modules(*packages: str) -> list[Path]:
    """Python files of those packages, or of the whole project's source."""
    folders = [SOURCE / package for package in packages] or [SOURCE]
    return sorted(path for folder in folders for path in folder.rglob("*.py"))


def name_of(path: Path) -> str:
    return str(path.relative_to(ROOT))


def syntax(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"))


def imports_of(path: Path) -> Iterator[str]:
    """Full names of everything a module imports."""
    for node in ast.walk(syntax(path)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module is not None:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def functions_of(path: Path) -> Iterator[tuple[str, int]]:
    """Each function with its number of lines, docstring subtracted."""
    for node in ast.walk(syntax(path)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            length = (node.end_lineno or node.lineno) - node.lineno + 1
            if ast.get_docstring(node) is not None:
                first = node.body[0]
                length -= (first.end_lineno or first.lineno) - first.lineno + 1
            yield f"{name_of(path)}:{node.name}", length
