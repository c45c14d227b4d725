"""The examples of the casino's page run."""

import re
from pathlib import Path

import pytest

PAGE = Path(__file__).resolve().parents[2] / "docs" / "casino.md"
EXAMPLES = re.findall(r"^```python\n(.*?)^```$", PAGE.read_text("utf-8"), re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("example", EXAMPLES)
def test_an_example_of_the_casinos_page_runs(example: str) -> None:
    exec(compile(example, PAGE.name, "exec"), {})  # noqa: S102


def test_there_are_examples() -> None:
    assert len(EXAMPLES) == 2
    assert all("assert" in example for example in EXAMPLES)
