"""The page for examiners names tests that there are, and says of everything whether it is met."""

import ast
import re

import pytest

from tests.architecture.source import ROOT

PAGE = (ROOT / "docs/compliance.md").read_text("utf-8")
NAMED = sorted(set(re.findall(r"`(tests/[\w/]+\.py(?:::\w+)?)`", PAGE)))
ROWS = [line.split(" | ") for line in PAGE.splitlines() if line.startswith("| ") and not line.startswith("| asked")]


def test_there_is_something_to_see() -> None:
    assert len(NAMED) > 25
    assert len(ROWS) > 30


@pytest.mark.parametrize("name", NAMED)
def test_every_test_that_is_named_is_there(name: str) -> None:
    file, _, test = name.partition("::")
    source = (ROOT / file).read_text("utf-8")
    functions = {
        each.name for each in ast.walk(ast.parse(source)) if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef)
    }

    assert any(each.startswith("test_") for each in functions)
    assert not test or test in functions


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0].strip("| ")[:40])
def test_what_is_met_is_seen_somewhere_and_what_is_not_is_said(row: list[str]) -> None:
    _, answer, seen = (cell.strip(" |") for cell in row)

    assert answer.startswith(("met", "in part", "**not met**"))
    if answer.startswith("met"):
        assert "tests/" in seen
