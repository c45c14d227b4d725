"""The rule marks of the test suite: checked when tests are collected, gathered for the coverage page."""

from collections.abc import Sequence
from contextlib import redirect_stdout
from io import StringIO
from typing import Final

import pytest

from fairdeal.rulebook.catalogue import RULES
from tools.rule_coverage import Mark

PROVES: Final = ("behaviour", "data", "page")


def read_mark(mark: pytest.Mark, test: str) -> Mark:
    """A mark checked against the catalogue; a mark that names nothing real is an error."""
    if len(mark.args) != 1 or set(mark.kwargs) - {"edition", "proves"}:
        raise pytest.UsageError(f'{test}: expected rule("ID", edition=…, proves=…)')
    found = Mark(mark.args[0], mark.kwargs.get("edition"), mark.kwargs.get("proves", "behaviour"), test)
    if found.rule not in RULES:
        raise pytest.UsageError(f'{test}: no rule "{found.rule}"')
    if found.edition is not None and found.edition not in RULES[found.rule].sources:
        raise pytest.UsageError(f"{test}: {found.rule} does not hold in {found.edition}")
    if found.proves not in PROVES:
        raise pytest.UsageError(f"{test}: proves must be one of {', '.join(PROVES)}")
    return found


def collect_marks() -> tuple[Mark, ...]:
    """Every rule mark of the test suite; tests are collected, not run."""
    collector = _Collector()
    with redirect_stdout(StringIO()) as told:
        code = pytest.main(["--collect-only", "-q", "-p", "no:randomly"], plugins=[collector])
    if code != pytest.ExitCode.OK:
        raise SystemExit(f"{told.getvalue()}\ntests could not be collected ({code!r})")
    return tuple(sorted(set(collector.marks), key=lambda mark: (mark.rule, mark.test, mark.edition or "")))


class _Collector:
    def __init__(self) -> None:
        self.marks: list[Mark] = []

    def pytest_collection_modifyitems(self, items: Sequence[pytest.Item]) -> None:
        """Take the marks; parameters of one test count as one."""
        for item in items:
            test = item.nodeid.split("[")[0]
            self.marks += [read_mark(mark, test) for mark in item.iter_markers("rule")]
