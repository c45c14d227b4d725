"""
What a device says it received of a casino round, a shoe or a HexaPro draw, judged by whoever gets it.

None of it is signed: what was fixed beforehand, and what the room itself published of the draw, decide. So a judgement says which
checks of the messages fail, and never that the room signed them.
"""

from collections.abc import Sequence

from fairdeal.fair.casino import locked_digest
from fairdeal.fair.dispute import Judgement
from fairdeal.fair.fields import hex_of
from fairdeal.fair.proof import read_proof
from fairdeal.fair.published_rounds import PublishedRound
from fairdeal.fair.received import Message
from fairdeal.fair.values import HASH_BYTES, BadProof
from fairdeal.fair.verify.rounds import verify_round

FIXED, LOCKED, TOLD, PROVEN = "chanceFixed", "chanceLocked", "chanceTold", "chanceProven"


def is_of_draw(received: Sequence[Message]) -> bool:
    """Whether messages are of a draw, and not of a hand."""
    return any(each.get("kind") in (FIXED, LOCKED, TOLD, PROVEN) for each in received)


def judge_draw(place: bytes, number: int, received: Sequence[Message]) -> Judgement:
    """Judge messages of one draw; raises `BadProof` if one of them is none."""
    fixed = [hex_of(each.get("fixed"), HASH_BYTES, "fixed") for each in received if each.get("kind") == FIXED]
    locks = [hex_of(each.get("digest"), HASH_BYTES, "digest") for each in received if each.get("kind") == LOCKED]
    told = [_told(each) for each in received if each.get("kind") == TOLD]
    proofs = [_proof(each) for each in received if each.get("kind") == PROVEN]
    failed: list[str] = []
    if len(set(fixed)) > 1:
        failed.append("pinned")
    if len(set(locks)) > 1 or len(set(told)) > 1:
        failed.append("order_in_time")
    for proof in proofs:
        if proof is None or (proof.place, proof.number) != (place, number):
            failed.append("lock")
            continue
        failed += verify_round(proof, anchor=fixed[0] if fixed else None).failed
        is_locked = not locks or locked_digest(place, number, proof.players) == locks[0]
        if not is_locked or (told and (proof.seeds, proof.secret) != told[0]):
            failed.append("order_in_time")
    return Judgement(signed=False, failed=tuple(dict.fromkeys(failed)))


def _told(message: Message) -> tuple[bytes, bytes]:
    """The hash of everybody's seeds and the secret, as they were told when the draw was over."""
    return hex_of(message.get("seeds"), HASH_BYTES, "seeds"), hex_of(message.get("secret"), HASH_BYTES, "secret")


def _proof(message: Message) -> PublishedRound | None:
    try:
        found = read_proof(str(message.get("proof")))
    except BadProof:
        return None
    return found if isinstance(found, PublishedRound) else None
