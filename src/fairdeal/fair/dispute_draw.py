"""
What a device says it received of a casino round, a shoe or a HexaPro draw, judged by whoever gets it.

None of it is signed: what was fixed beforehand, and what the room itself published of the draw, decide. So a judgement says which
checks of the messages fail, and never that the room signed them.
"""

import json
from collections.abc import Iterable, Sequence

from fairdeal.fair.dispute import Judgement
from fairdeal.fair.fields import hex_of
from fairdeal.fair.proof import read_proof
from fairdeal.fair.published_rounds import PublishedRound
from fairdeal.fair.received import Message
from fairdeal.fair.values import HASH_BYTES, NOTHING, OWN, UNREVEALED, BadProof
from fairdeal.fair.verify.rounds import verify_round

FIXED, LOCKED, PROVEN = "chanceFixed", "chanceLocked", "chanceProven"


def is_of_draw(received: Sequence[Message]) -> bool:
    """Whether messages are of a draw, and not of a hand."""
    return any(each.get("kind") in (FIXED, LOCKED, PROVEN) for each in received)


def judge_draw(place: bytes, number: int, received: Sequence[Message]) -> Judgement:
    """Judge messages of one draw; raises `BadProof` if one of them is none."""
    fixed = [hex_of(each.get("fixed"), HASH_BYTES, "fixed") for each in received if each.get("kind") == FIXED]
    locks = [each for each in received if each.get("kind") == LOCKED]
    proofs = [_proof(each) for each in received if each.get("kind") == PROVEN]
    failed: list[str] = []
    if len(set(fixed)) > 1:
        failed.append("pinned")
    if len({json.dumps(each.get("players"), sort_keys=True) for each in locks}) > 1:
        failed.append("order_in_time")
    for proof in proofs:
        if proof is None or (proof.place, proof.number) != (place, number):
            failed.append("lock")
            continue
        failed += verify_round(proof, anchor=fixed[0] if fixed else None).failed
        if locks and not _is_of(locks[0], proof):
            failed.append("order_in_time")
    return Judgement(signed=False, failed=tuple(dict.fromkeys(failed)))


def _proof(message: Message) -> PublishedRound | None:
    try:
        found = read_proof(str(message.get("proof")))
    except BadProof:
        return None
    return found if isinstance(found, PublishedRound) else None


def _is_of(lock: Message, proof: PublishedRound) -> bool:
    """Whether a proof has the players of a lock: after it an own seed can only go missing."""
    rows = lock.get("players")
    locked = sorted(_locked(rows if isinstance(rows, list) else ()))
    shown = sorted(
        (each.pid.hex(), OWN if each.flag == UNREVEALED else each.flag, (each.commitment or NOTHING).hex())
        for each in proof.players
    )
    return locked == shown


def _locked(rows: Iterable[object]) -> Iterable[tuple[str, int, str]]:
    for row in rows:
        if not isinstance(row, dict):
            raise BadProof("bad_fields", "a player of a lock is an object")
        flag = row.get("flag")
        yield str(row.get("pid")), flag if isinstance(flag, int) else -1, str(row.get("commitment"))
