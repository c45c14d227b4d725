"""Rounds and shoes of a simulated casino, drawn by PFP-1 through crashes: every one is proven to both verifiers."""

import json
from collections import Counter
from pathlib import Path

import pytest

from fairdeal.fair import LogVerifier, read_proof, verify_proof
from fairdeal.rulebook.clause import LC
from fairdeal.rulebook.loader import published_edition
from fairdeal.testing.casino.simulation import CasinoPlan, CasinoReport, CasinoSimulation
from tests.sim.test_proofs import standalone


def proven(plan: CasinoPlan, path: Path) -> tuple[CasinoReport, list[dict[str, object]]]:
    """Play a plan, and have everything it published verified by both verifiers, each by itself and together."""
    proofs: list[str] = []
    report = CasinoSimulation(plan, published_edition(LC), proofs.append).run()
    log = LogVerifier()
    for line in proofs:
        proof = read_proof(line)
        found = verify_proof(proof)
        assert found.passed, (found.subject, found.failed)
        log.add(proof)
    assert log.result().passed, log.result().checks
    path.write_text("\n".join(proofs), "utf-8")
    assert standalone(path).startswith(f"{len(proofs)} proofs, 0 failed")
    return report, [json.loads(line) for line in proofs]


def test_rounds_and_shoes_are_proven_through_crashes(tmp_path: Path) -> None:
    plan = CasinoPlan(seed=5, rounds=250, commits_per_crash=80, wheels=2)
    report, proofs = proven(plan, tmp_path / "rounds.jsonl")
    kinds = Counter(each["kind"] for each in proofs)
    assert report.crashes >= 5
    assert kinds["round"] >= 80
    assert kinds["shoe"] >= 1
    void = [each for each in proofs if each["kind"] == "round" and each["result"] is None]
    assert void, "a crash after a lock tells its secret"
    flags = {player["flag"] for each in proofs for player in each["players"]}  # type: ignore[attr-defined]
    assert {1, 2} <= flags
    places = [(each["table"], each["round"]) for each in proofs]
    assert len(set(places)) == len(places), "no place of a chain is used twice"


def test_the_same_plan_gives_the_same_proofs() -> None:
    def played() -> tuple[str, list[str]]:
        proofs: list[str] = []
        plan = CasinoPlan(seed=9, rounds=40)
        return CasinoSimulation(plan, published_edition(LC), proofs.append).run().hash, proofs

    assert played() == played()


@pytest.mark.soak
@pytest.mark.parametrize("part", range(4))
def test_twenty_thousand_rounds_of_the_house_are_proven(part: int, tmp_path: Path) -> None:
    """Four parts of more than 5,000 spins and shoes each; crashes all along."""
    plan = CasinoPlan(seed=100 + part, rounds=6_500, guests=24, wheels=8, commits_per_crash=600)
    _, proofs = proven(plan, tmp_path / "rounds.jsonl")
    assert len(proofs) >= 5_000
