"""The hands that the web client's tests verify too: ours says the same of them."""

from pathlib import Path

from fairdeal.fair import (
    DEFAULT,
    DRAW,
    OWN,
    ROUND,
    SHOE,
    UNREVEALED,
    PublishedHand,
    PublishedLots,
    PublishedRound,
    PublishedScans,
    PublishedVoid,
    read_proof,
    verify_log,
    verify_proof,
)
from fairdeal.fair.lots import WHATS
from fairdeal.runtime.signing import is_signed
from tests.fair.hands import shared_records

LINES = Path(__file__).with_name("published.jsonl").read_text("utf-8").splitlines()
RECORDS = Path(__file__).with_name("published_records.jsonl")
ROUNDS = Path(__file__).with_name("published_rounds.jsonl").read_text("utf-8").splitlines()


def test_the_shared_hands_are_proven_and_of_every_kind() -> None:
    proofs = [read_proof(line) for line in LINES]

    for proof in proofs:
        assert verify_proof(proof, signature=is_signed).passed
    hands = [proof for proof in proofs if isinstance(proof, PublishedHand)]
    assert {seat.flag for hand in hands for seat in hand.seats} == {OWN, DEFAULT, UNREVEALED}
    assert any(isinstance(proof, PublishedVoid) for proof in proofs)


def test_the_shared_rounds_are_proven_and_of_every_kind() -> None:
    proofs = [read_proof(line) for line in ROUNDS]

    for proof in proofs:
        assert isinstance(proof, PublishedRound)
        assert verify_proof(proof, anchor=proof.fixed).passed
        assert not verify_proof(proof, anchor=bytes(32)).passed
    rounds = [proof for proof in proofs if isinstance(proof, PublishedRound)]
    assert {each.kind for each in rounds} == {ROUND, SHOE, DRAW}
    assert {seed.flag for each in rounds for seed in each.players} == {OWN, DEFAULT, UNREVEALED}
    assert any(each.result is None and not each.cards for each in rounds), "one came to nothing"


def test_the_shared_lots_and_scans_are_proven_and_of_every_kind() -> None:
    """To renew the file: `python -c "from tests.fair.hands import shared_records; print(*shared_records(), sep=chr(10))"`."""
    lines = RECORDS.read_text("utf-8").splitlines()
    proofs = [read_proof(line) for line in lines]

    assert lines == shared_records()
    assert all(verify_proof(each, signature=is_signed).passed for each in proofs)
    assert verify_log(proofs).passed
    lots = [each for each in proofs if isinstance(each, PublishedLots)]
    scans = [each for each in proofs if isinstance(each, PublishedScans)]
    assert len(lots) == len(scans) == 3
    assert {draw.what for each in lots for draw in each.draws} == set(WHATS)
    assert not lots[0].logs, "the first are drawn before any hand"
    assert any(entry.card is None for each in scans for entry in each.entries), "one card was never shown"
