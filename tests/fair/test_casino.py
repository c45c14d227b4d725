"""Rounds, shoes, draws and lots: results follow from the secret and the seeds, and from nothing else."""

import json
from collections import Counter
from dataclasses import replace

import pytest

from fairdeal.fair import (
    DEFAULT,
    DRAW,
    OWN,
    ROUND,
    SHOE,
    UNREVEALED,
    BadProof,
    Bettor,
    chain_back,
    chain_of,
    commitment_to,
    lock_round,
    proof_json,
    proof_text,
    read_proof,
    seeds_digest,
    shoe_order,
    verify_log,
    verify_proof,
)
from fairdeal.testing.plan import Dice
from tests.fair.hands import random_round, standalone

VERIFY = standalone()["verify"]
TABLE = bytes(range(16))


@pytest.mark.parametrize("kind", [ROUND, SHOE, DRAW])
def test_what_an_honest_house_publishes_passes_both_verifiers(kind: str) -> None:
    dice = Dice(41)
    for number in range(1, 40):
        found = random_round(dice, kind, number)
        ours = verify_proof(read_proof(proof_text(found)), anchor=found.fixed)

        assert ours.passed, ours.failed
        assert all(passed for _, passed in VERIFY(json.loads(proof_text(found)), "", found.fixed.hex()))


def test_a_chain_ends_at_its_anchor_and_each_secret_is_the_hash_of_the_next() -> None:
    chain = chain_of(b"\7" * 32, 50)

    assert len(chain) == 51
    assert chain[50] == b"\7" * 32
    assert all(chain_back(chain[place], place) == chain[0] for place in range(51))
    assert len(set(chain)) == 51


def test_flags_say_whose_seed_counted() -> None:
    dice = Dice(42)
    pids = sorted(dice.randbytes(16) for _ in range(3))
    seeds = {pid: dice.randbytes(32) for pid in pids}
    people = [Bettor(0, pid, None if pid == pids[2] else commitment_to(TABLE, 5, 0, pid, seeds[pid])) for pid in pids]
    locked = lock_round(TABLE, 5, b"\3" * 32, people[::-1])
    found = locked.seeds({pids[0]: seeds[pids[0]], pids[1]: bytes(32)})

    assert [each.flag for each in found] == [OWN, UNREVEALED, DEFAULT]
    assert [each.pid for each in found] == pids
    assert found[2].seed != bytes(32)
    assert seeds_digest(found) == seeds_digest(found[::-1])


def test_somebody_named_twice_is_refused() -> None:
    with pytest.raises(BadProof) as refused:
        lock_round(TABLE, 5, bytes(32), [Bettor(0, TABLE, None), Bettor(1, TABLE, None)])

    assert refused.value.code == "pid_twice"


@pytest.mark.parametrize(
    ("kind", "change", "check"),
    [
        (ROUND, {"result": 38}, "bad_number"),
        (ROUND, {"secret": b"\1" * 32}, "secret"),
        (ROUND, {"fixed": b"\1" * 32}, "secret"),
        (SHOE, {"cards": (0,) * 60}, "cards"),
        (DRAW, {"result": 99_999}, "result"),
        (DRAW, {"secret": b"\1" * 32}, "secret"),
    ],
)
def test_a_result_of_the_houses_own_is_caught(kind: str, change: dict[str, object], check: str) -> None:
    found = replace(random_round(Dice(43), kind, 6), **change)  # type: ignore[arg-type]
    text = proof_text(found)
    if check == "bad_number":
        with pytest.raises(BadProof):
            read_proof(text)
        return

    assert check in verify_proof(read_proof(text)).failed
    assert check in {name for name, passed in VERIFY(json.loads(text)) if not passed}


def test_a_round_that_was_void_shows_its_secret_and_has_no_result() -> None:
    found = replace(random_round(Dice(44), ROUND, 6), result=None)
    told = verify_proof(read_proof(proof_text(found)))

    assert told.passed
    assert "void" in {each.code for each in told.not_proven}
    assert all(passed for _, passed in VERIFY(proof_json(found)))


def test_another_anchor_than_the_one_that_was_kept_is_caught() -> None:
    found = random_round(Dice(45), ROUND, 6)

    assert verify_proof(found, anchor=bytes(32)).failed == ("pinned",)
    assert "anchor_not_pinned" in {each.code for each in verify_proof(found).not_proven}


def test_rounds_of_a_table_belong_to_one_chain_and_use_each_secret_once() -> None:
    dice = Dice(46)
    chain = chain_of(dice.randbytes(32), 30)
    rounds = [random_round(dice, ROUND, number, chain, TABLE) for number in range(1, 31)]
    other = random_round(dice, ROUND, 31, chain_of(dice.randbytes(32), 40), TABLE)

    assert verify_log(rounds, whole=True).passed
    assert verify_log([*rounds, other]).failed == ("chain",)
    assert set(verify_log([*rounds, rounds[-1]]).failed) == {"numbers"}
    assert verify_log([rounds[0], rounds[2]], whole=True).failed == ("numbers",)


def test_a_shoe_holds_every_card_eight_times() -> None:
    order = shoe_order(b"\1" * 32, TABLE, 1, bytes(32))

    assert Counter(order) == Counter(dict.fromkeys(range(52), 8))
