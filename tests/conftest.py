"""Marks are checked when tests are collected: a mark that names no rule would prove nothing."""

import os
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from fairdeal.poker import hand
from tools.rule_marks import read_mark

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
    for item in items:
        for mark in item.iter_markers("rule"):
            read_mark(mark, item.nodeid)
