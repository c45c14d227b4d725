"""The same plan gives the same history, to the last bit."""

import os
import subprocess
import sys
from dataclasses import replace

from fairdeal.kernel import MINUTE, Duration
from fairdeal.testing.plan import Plan
from fairdeal.testing.simulator import simulate

PLAN = Plan(seed=21, players=10, length=Duration(25 * MINUTE), crashes=2)

ELSEWHERE = """
from fairdeal.testing.plan import Plan
from fairdeal.testing.simulator import simulate
print(simulate(Plan(seed={seed}, players={players}, length={length}, crashes={crashes})).hash)
"""


def test_the_same_seed_gives_the_same_history_in_another_process() -> None:
    """Texts hash differently there, and nothing may depend on that."""
    code = ELSEWHERE.format(seed=PLAN.seed, players=PLAN.players, length=PLAN.length, crashes=PLAN.crashes)
    here = simulate(PLAN)
    there = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONHASHSEED": "4711"},
        capture_output=True,
        text=True,
        check=True,
    )

    assert not here.violations
    assert there.stdout.strip() == here.hash


def test_another_seed_gives_another_history() -> None:
    assert simulate(replace(PLAN, seed=22)).hash != simulate(PLAN).hash


def test_a_crash_changes_the_history() -> None:
    assert simulate(replace(PLAN, crashes=0)).hash != simulate(PLAN).hash
