"""Tournaments and HexaPro games of the simulator by PFP-1: hands, lots and draws are proven to both verifiers, through crashes."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from fairdeal.fair import LogVerifier, PublishedLots, chain_back, read_proof, verify_proof
from fairdeal.rulebook.clause import U27
from fairdeal.rulebook.loader import published_edition
from fairdeal.runtime.signing import is_signed
from fairdeal.testing.tournaments.plan import TournamentPlan
from fairdeal.testing.tournaments.simulation import TournamentReport, simulate
from tests.sim.test_proofs import standalone


def proven(path: Path, **plan: Any) -> tuple[TournamentReport, list[dict[str, Any]]]:
    """Play a plan, and have everything it published verified by both verifiers, each by itself and as whole logs."""
    proofs: list[str] = []
    report = simulate(TournamentPlan(edition=published_edition(U27), **plan), publish=proofs.append)
    assert report.violations == []
    log = LogVerifier(whole=True)
    for line in proofs:
        proof = read_proof(line)
        found = verify_proof(proof, signature=is_signed)
        assert found.passed, (found.subject, found.failed)
        log.add(proof)
    assert log.result().passed, log.result().checks
    path.write_text("\n".join(proofs), "utf-8")
    assert standalone(path).startswith(f"{len(proofs)} proofs, 0 failed")
    return report, [json.loads(line) for line in proofs]


def kinds(proofs: list[dict[str, Any]]) -> Counter[str]:
    return Counter(each.get("kind", "hand") for each in proofs)


Played = tuple[TournamentReport, list[dict[str, Any]]]


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Played:
    """A tournament through crashes, verified."""
    path = tmp_path_factory.mktemp("evening") / "proofs.jsonl"
    return proven(path, kind="freezeout", entrants=24, seed=3, seats=4, crashes=8, unrest=3)


def test_lots_of_a_tournament_are_proven_through_crashes(evening: Played) -> None:
    """Seats at the start, moves, broken tables: everything that a lot decided is among the draws."""
    report, proofs = evening
    found = kinds(proofs)
    lots = [each for each in proofs if each.get("kind") == "lots"]
    whats = Counter(draw["what"] for each in lots for draw in each["draws"])

    assert report.crashes >= 1
    assert (found["hand"], found["void"]) == (report.hands, report.voided)
    assert [each["number"] for each in lots] == list(range(1, len(lots) + 1)), "no place of a chain is used twice"
    assert {"entrants", "seats", "table", "moved", "leavers"} <= set(whats)
    assert lots[0]["logs"] == [], "before the first hand there is no log to mix in"
    assert all(each["logs"] for each in lots[1:] if each["heads"]["before"] == "00" * 32)
    assert any(each["logs"] for each in lots)


def test_lots_that_were_drawn_otherwise_are_caught(evening: Played) -> None:
    _, proofs = evening
    lots = [each for each in proofs if each.get("kind") == "lots"]
    hands = [each for each in proofs if each.get("kind", "void") == "void"]
    last = lots[-1]

    first = read_proof(json.dumps(lots[0]))
    assert isinstance(first, PublishedLots)
    assert verify_proof(first, anchor=chain_back(first.secret, first.number)).passed
    assert verify_proof(first, anchor=bytes(32)).failed == ("pinned",)
    draw = lots[0]["draws"][0]
    swapped = {**draw, "drawn": [draw["drawn"][1], draw["drawn"][0], *draw["drawn"][2:]]}
    other = {**lots[0], "draws": [swapped, *lots[0]["draws"][1:]]}
    assert verify_proof(read_proof(json.dumps(other))).failed == ("draws",)
    assert _together([*hands, *lots[:-2], last]) == {"numbers"}, "lots that are kept back leave a gap"
    assert _together([each for each in hands[1:] if each["table"] != hands[0]["table"]] + lots) == set()
    assert "heads" in _together([*hands[:1], *lots]), "a log that no hand of its table left"


def _together(proofs: list[dict[str, Any]]) -> set[str]:
    log = LogVerifier(whole=True)
    for each in proofs:
        log.add(read_proof(json.dumps(each)))
    return set(log.result().failed)


def test_hexapro_draws_are_proven_through_crashes(tmp_path: Path) -> None:
    report, proofs = proven(tmp_path / "proofs.jsonl", kind="hexapro", entrants=15, seed=4, crashes=12)
    draws = [each for each in proofs if each.get("kind") == "draw"]

    assert report.crashes >= 1
    assert len(draws) == 5
    assert kinds(proofs)["lots"] >= 5, "seats of every game are drawn by lot"
    flags = {player["flag"] for each in draws for player in each["players"]}
    assert 1 in flags
    assert len({each["commitment"] for each in draws}) == 5


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(4))
def test_a_thousand_hexapro_draws_are_proven(seed: int, tmp_path: Path) -> None:
    _, proofs = proven(tmp_path / "proofs.jsonl", kind="hexapro", entrants=750, seed=100 + seed, crashes=12)
    assert kinds(proofs)["draw"] == 250
    assert {player["flag"] for each in proofs if each.get("kind") == "draw" for player in each["players"]} >= {0, 1}


@pytest.mark.soak
@pytest.mark.parametrize("kind", ["freezeout", "multi_buy_in", "re_buy", "bounty"])
def test_lots_of_large_tournaments_are_proven(kind: str, tmp_path: Path) -> None:
    _, proofs = proven(tmp_path / "proofs.jsonl", kind=kind, entrants=400, seed=9, crashes=6, unrest=2)
    assert kinds(proofs)["lots"] >= 100
