"""Marks are checked when tests are collected: a mark that names no rule would prove nothing."""

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

from fairdeal.poker import hand
from tests.leaks import watched
from tools.rule_marks import read_mark

if TYPE_CHECKING:
    from playwright.sync_api import Browser

settings.register_profile("quick", max_examples=60, deadline=None, derandomize=True)
settings.register_profile("soak", max_examples=5_000, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "quick"))


def pytest_report_header() -> str:
    """Say which engine is tested; a run that asks for the compiled one must get it."""
    kind = Path(hand.__file__).suffix
    if os.environ.get("FAIRDEAL_COMPILED") and kind == ".py":
        raise pytest.UsageError("the compiled engine was asked for, but the interpreted one is imported")
    return f"engine: {'interpreted' if kind == '.py' else 'compiled'}"


def pytest_collection_modifyitems(items: Sequence[pytest.Item]) -> None:
    is_compiled = Path(hand.__file__).suffix != ".py"
    for item in items:
        for mark in item.iter_markers("rule"):
            read_mark(mark, item.nodeid)
        if is_compiled and item.get_closest_marker("interpreted"):
            item.add_marker(pytest.mark.skip(reason="puts something into the place of what is compiled in"))


@pytest.fixture
def no_secret_is_logged(
    capfd: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture, tmp_path: Path
) -> Iterator[None]:
    """Whatever fails in a test, no secret comes into any log; for every test of failures."""
    with watched(capfd, caplog, tmp_path):
        yield


@pytest.fixture(scope="session")
def browser() -> Iterator["Browser"]:
    """Chromium, for the tests marked `browser`."""
    from tests.chromium import launched  # noqa: PLC0415 - only they need to wait for it

    with launched() as found:
        yield found
