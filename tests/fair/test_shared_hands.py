"""The hands that the web client's tests verify too: ours says the same of them."""

from pathlib import Path

from fairdeal.fair import DEFAULT, OWN, UNREVEALED, PublishedHand, PublishedVoid, read_proof, verify_proof
from fairdeal.runtime.signing import is_signed

LINES = Path(__file__).with_name("published.jsonl").read_text("utf-8").splitlines()


def test_the_shared_hands_are_proven_and_of_every_kind() -> None:
    proofs = [read_proof(line) for line in LINES]

    for proof in proofs:
        assert verify_proof(proof, signature=is_signed).passed
    hands = [proof for proof in proofs if isinstance(proof, PublishedHand)]
    assert {seat.flag for hand in hands for seat in hand.seats} == {OWN, DEFAULT, UNREVEALED}
    assert any(isinstance(proof, PublishedVoid) for proof in proofs)
