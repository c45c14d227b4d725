"""Lots and scanners' logs that a device read, judged once more: what is right has no fault, and each lie is named."""

import json
from pathlib import Path
from typing import Any

import pytest

from fairdeal.fair import BadProof
from fairdeal.fair.dispute_record import is_of_record, judge_record
from fairdeal.runtime.signing import is_signed

LINES = Path(__file__).with_name("published_records.jsonl").read_text("utf-8").splitlines()
LOTS, SCANS = LINES[:3], LINES[3:]
ANCHOR: str = json.loads(LOTS[0])["anchor"]
KEYS = [bytes.fromhex(json.loads(SCANS[0])["key"])]


def received(*lines: str, fixed: str | None = None) -> list[dict[str, Any]]:
    first = [] if fixed is None else [{"kind": "recordFixed", "fixed": fixed}]
    return [*first, *({"kind": "recordRead", "proof": line} for line in lines)]


def failed(*lines: str, fixed: str | None = None, keys: list[bytes] = KEYS) -> tuple[str, ...]:
    return judge_record(received(*lines, fixed=fixed), keys, is_signed).failed


def changed(line: str, **fields: Any) -> str:
    return json.dumps({**json.loads(line), **fields})


def test_honest_records_have_no_fault_and_a_log_is_signed() -> None:
    assert is_of_record(received(LOTS[0]))
    assert not is_of_record([{"kind": "chanceFixed"}])
    assert failed(LOTS[0], fixed=ANCHOR) == failed(LOTS[0], LOTS[1], fixed=ANCHOR) == ()
    assert failed(SCANS[0], SCANS[1]) == ()
    assert judge_record(received(SCANS[0]), KEYS, is_signed).signed
    assert not judge_record(received(LOTS[0]), KEYS, is_signed).signed


def test_each_lie_about_lots_is_named() -> None:
    draws = json.loads(LOTS[1])["draws"]
    draws[2]["drawn"][0] = (draws[2]["drawn"][0] + 1) % draws[2]["of"]
    assert failed(LOTS[0], changed(LOTS[1], draws=draws), fixed=ANCHOR) == ("draws",)
    assert failed(changed(LOTS[1], secret="00" * 32), fixed=ANCHOR) == ("secret", "draws")
    assert failed(LOTS[1], fixed="00" * 32) == ("pinned",)
    assert "heads" in failed(LOTS[0], changed(LOTS[1], heads={"before": "00" * 32, "after": "11" * 32}), fixed=ANCHOR)
    assert "numbers" in failed(LOTS[1], LOTS[0], fixed=ANCHOR)
    assert failed("{}") == failed(LOTS[0], "no JSON") == ("lock",)


def test_each_lie_about_a_scanners_log_is_named() -> None:
    entries = json.loads(SCANS[1])["entries"]
    entries[0]["card"] = (entries[0]["card"] + 1) % 52
    assert failed(SCANS[0], changed(SCANS[1], entries=entries)) == ("entries",)
    assert "log" in failed(changed(SCANS[1], entries=entries[1:]))
    assert failed(SCANS[0], SCANS[2]) == ("log",), "a round was taken out"
    assert failed(SCANS[0], keys=[]) == ("pinned",)
    assert failed(changed(SCANS[0], signatures=["00" * 64])) == ("signatures",)
    assert not judge_record(received(changed(SCANS[0], signatures=["00" * 64])), KEYS, is_signed).signed


def test_what_was_fixed_must_be_a_hash() -> None:
    with pytest.raises(BadProof):
        judge_record(received(LOTS[0], fixed="no hash"), KEYS, is_signed)
