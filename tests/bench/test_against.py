"""Two trees compared pair by pair."""

import subprocess
from pathlib import Path

import pytest

from bench.against import HERE, checked_out, compared


def test_more_than_one_is_faster_than_before() -> None:
    pairs = [({"act": 60.0, "acts a second": 1_000.0}, {"act": 30.0, "acts a second": 3_000.0})] * 3

    found = compared(pairs)

    assert found["act"] == ([2.0] * 3, 60.0, 30.0)
    assert found["acts a second"] == ([3.0] * 3, 1_000.0, 3_000.0)


def test_what_one_side_did_not_reach_is_compared_in_the_other_pairs_only() -> None:
    pairs = [({"act": 10.0, "p99": 8.0}, {"act": 10.0}), ({"act": 20.0, "p99": 8.0}, {"act": 10.0, "p99": 4.0})]

    assert compared(pairs) == {"act": ([1.0, 2.0], 15.0, 10.0), "p99": ([2.0], 8.0, 4.0)}


def test_a_commit_that_does_not_exist_is_refused(tmp_path: Path) -> None:
    with pytest.raises(subprocess.CalledProcessError):
        checked_out("no-such-commit", tmp_path)

    assert HERE.joinpath("bench").is_dir()
    assert not (tmp_path / "before").exists()
