"""Hands of the simulator, dealt by PFP-1: every one is proven to both verifiers, and no history changes that did not ask for it."""

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from fairdeal.fair import DRAW, ROUND, SHOE, LogVerifier, chain_of, proof_text, read_proof, verify_proof
from fairdeal.kernel import HOUR, Duration
from fairdeal.runtime.signing import is_signed
from fairdeal.testing.plan import Dice, Plan
from fairdeal.testing.simulator import simulate
from tests.fair.hands import STANDALONE, random_round

PLAN = Plan(seed=7, players=40, length=Duration(HOUR), crashes=4, proofs=True, editions=("unibet-2.6",))


def verified(proofs: list[str]) -> None:
    """Fail unless our verifier passes every proof, and all of them together as a whole log."""
    log = LogVerifier(whole=True)
    for line in proofs:
        proof = read_proof(line)
        log.add(proof)
        found = verify_proof(proof, signature=is_signed)
        assert found.passed, (found.subject, found.failed)
    assert log.result().passed, log.result().checks


def standalone(path: Path) -> str:
    """What the standalone verifier says of a file, in an interpreter that has nothing but the standard library."""
    program = [sys.executable, "-I", "-S", str(STANDALONE), "--quiet", str(path)]
    result = subprocess.run(program, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout[-2000:] + result.stderr[-2000:]
    return result.stdout


def test_hundreds_of_hands_are_proven_to_both_verifiers(tmp_path: Path) -> None:
    proofs: list[str] = []
    report = simulate(PLAN, publish=proofs.append)
    path = tmp_path / "hands.jsonl"
    path.write_text("\n".join(proofs), "utf-8")

    assert not report.violations
    assert report.hands >= 300
    assert len(proofs) == report.hands + report.voided
    assert report.voided > 0
    verified(proofs)
    assert standalone(path).startswith(f"{len(proofs)} proofs, 0 failed")
    flags = {each["flag"] for line in proofs for each in json.loads(line)["seats"]}
    assert flags == {0, 1, 2}


def test_the_same_plan_gives_the_same_proofs_and_a_history_of_its_own() -> None:
    plan = replace(PLAN, players=10, length=Duration(HOUR // 2))
    first: list[str] = []
    second: list[str] = []

    assert simulate(plan, publish=first.append).hash == simulate(plan, publish=second.append).hash
    assert first == second


def test_a_simulation_without_proofs_has_the_history_it_always_had() -> None:
    plan = replace(PLAN, proofs=False)

    assert simulate(plan).hash == "9c01aabb4e7beb63e0fb72d1e53826bd"


@pytest.mark.soak
@pytest.mark.parametrize("part", range(4))
def test_a_hundred_thousand_hands_are_proven_to_both_verifiers(part: int, tmp_path: Path) -> None:
    """Four parts of 25,000, each several days of play by all rulebooks; the log of each day is whole."""
    hands = 0
    for seed in range(1_000 * part, 1_000 * part + 20):
        plan = Plan(seed=seed, players=150, length=Duration(8 * HOUR), crashes=12, proofs=True)
        proofs: list[str] = []
        report = simulate(plan, publish=proofs.append)
        path = tmp_path / "hands.jsonl"
        path.write_text("\n".join(proofs), "utf-8")

        assert not report.violations
        verified(proofs)
        assert standalone(path).startswith(f"{len(proofs)} proofs, 0 failed")
        hands += report.hands
        if hands >= 25_000:
            return
    raise AssertionError(f"only {hands} hands were played")


@pytest.mark.soak
def test_twenty_thousand_casino_rounds_are_proven_to_both_verifiers(tmp_path: Path) -> None:
    """Twenty tables with chains of a thousand; shoes and draws beside them."""
    dice = Dice(99)
    proofs = []
    for _ in range(20):
        table, chain = dice.randbytes(16), chain_of(dice.randbytes(32), 1_000)
        kinds = [SHOE if number % 50 == 0 else ROUND for number in range(1, 1_001)]
        proofs += [random_round(dice, kind, at, chain, table) for at, kind in enumerate(kinds, 1)]
        proofs += [random_round(dice, DRAW) for _ in range(50)]
    lines = [proof_text(proof) for proof in proofs]
    path = tmp_path / "rounds.jsonl"
    path.write_text("\n".join(lines), "utf-8")

    assert len(lines) == 21_000
    verified(lines)
    assert standalone(path).startswith("21000 proofs, 0 failed")
