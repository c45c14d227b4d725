"""What a device received of a draw, judged once more: what is right has no fault, and each lie is named by the check that fails."""

import json
from pathlib import Path
from typing import Any

import pytest

from fairdeal.fair import BadProof, PublishedRound, locked_digest, read_proof
from fairdeal.fair.dispute_draw import is_of_draw, judge_draw

LINE = Path(__file__).with_name("published_rounds.jsonl").read_text("utf-8").splitlines()[1]  # one seed was withheld
PROOF = read_proof(LINE)
assert isinstance(PROOF, PublishedRound)
Message = dict[str, Any]


def received(line: str = LINE, **lies: Any) -> list[Message]:
    """What a device received of the shared round; `lies` take the place of what it received first."""
    assert isinstance(PROOF, PublishedRound)
    lock = locked_digest(PROOF.place, PROOF.number, PROOF.players)
    return [
        {"kind": "chanceFixed", "fixed": lies.get("fixed", PROOF.fixed.hex())},
        {"kind": "chanceLocked", "number": PROOF.number, "digest": lies.get("lock", lock.hex())},
        {"kind": "chanceTold", "seeds": lies.get("seeds", PROOF.seeds.hex()), "secret": PROOF.secret.hex()},
        {"kind": "chanceProven", "proof": line},
    ]


def judged(messages: list[Message]) -> tuple[str, ...]:
    assert isinstance(PROOF, PublishedRound)
    found = judge_draw(PROOF.place, PROOF.number, messages)
    assert not found.signed, "nothing of a draw is signed"
    return found.failed


def changed(**fields: Any) -> str:
    return json.dumps({**json.loads(LINE), **fields})


def test_an_honest_draw_has_no_fault() -> None:
    assert is_of_draw(received())
    assert not is_of_draw([{"kind": "fairLocked"}])
    assert judged(received()) == ()


@pytest.mark.parametrize(
    ("messages", "step"),
    [
        (received(changed(result=(PROOF.result or 0) + 1 if (PROOF.result or 0) < 36 else 0)), "result"),
        (received(changed(secret="ab" * 32)), "secret"),
        (received(fixed="cd" * 32), "pinned"),
        (received(lock=locked_digest(PROOF.place, PROOF.number, PROOF.players[:1]).hex()), "order_in_time"),
        (received(seeds="ab" * 32), "order_in_time"),
        (received("{}"), "lock"),
        (received(changed(round=9)), "lock"),
        ([*received(), {"kind": "chanceFixed", "fixed": "ef" * 32}], "pinned"),
        ([*received(), {"kind": "chanceLocked", "number": 8, "digest": "ef" * 32}], "order_in_time"),
        ([*received(), {"kind": "chanceTold", "seeds": "ef" * 32, "secret": "ef" * 32}], "order_in_time"),
    ],
)
def test_each_lie_is_named(messages: list[Message], step: str) -> None:
    assert step in judged(messages)


def test_what_is_no_message_is_refused() -> None:
    with pytest.raises(BadProof):
        judged([{"kind": "chanceFixed", "fixed": "no digits"}])
    with pytest.raises(BadProof):
        judged(received(lock="somebody"))
