"""Any published proof, read and verified by what it is: hands, void hands, rounds, shoes, draws, lots and scanners' logs."""

from fairdeal.fair.fields import Json, read_object, text_of
from fairdeal.fair.lots import LOTS, PublishedLots, lots_json, read_lots
from fairdeal.fair.published import VOID, PublishedHand, PublishedVoid, hand_json, read_hand, read_void, void_json
from fairdeal.fair.published_rounds import PublishedRound, read_round, round_json
from fairdeal.fair.scans import SCANS, PublishedScans, read_scans, scans_json
from fairdeal.fair.verify.hand import verify_hand, verify_void
from fairdeal.fair.verify.log import Proof
from fairdeal.fair.verify.lots import verify_lots
from fairdeal.fair.verify.rounds import verify_round
from fairdeal.fair.verify.scans import verify_scans
from fairdeal.fair.verify.verification import Verification, VerifySignature


def read_proof(text: str | bytes) -> Proof:
    """The proof that a text holds; raises `BadProof` with a code if it holds none, or more than one may."""
    found = read_object(text)
    if "kind" not in found:
        return read_hand(found)
    if found["kind"] == VOID:
        return read_void(found)
    if found["kind"] == SCANS:
        return read_scans(found)
    return read_lots(found) if found["kind"] == LOTS else read_round(found)


def proof_json(proof: Proof) -> Json:
    """A proof as the JSON object that is published."""
    if isinstance(proof, PublishedRound):
        return round_json(proof)
    if isinstance(proof, PublishedLots):
        return lots_json(proof)
    if isinstance(proof, PublishedScans):
        return scans_json(proof)
    return hand_json(proof) if isinstance(proof, PublishedHand) else void_json(proof)


def proof_text(proof: Proof) -> str:
    """A proof as one line of JSON."""
    return text_of(proof_json(proof))


def verify_proof(
    proof: Proof,
    *,
    signature: VerifySignature | None = None,
    room_key: bytes | None = None,
    anchor: bytes | None = None,
) -> Verification:
    """Verify a proof by itself; what several prove together is for `verify_log`."""
    if isinstance(proof, PublishedRound):
        return verify_round(proof, anchor=anchor)
    if isinstance(proof, PublishedLots):
        return verify_lots(proof, anchor=anchor)
    if isinstance(proof, PublishedScans):
        return verify_scans(proof, signature=signature, room_key=room_key)
    if isinstance(proof, PublishedVoid):
        return verify_void(proof, signature=signature, room_key=room_key)
    return verify_hand(proof, signature=signature, room_key=room_key)
