"""
What a device says it read of a tournament's lots or of a live table's scanner log, judged by whoever gets it.

It comes with the record before it where there was one, so that one which was taken out or moved is seen here as well. A scanner's
log is signed by the room; lots are not: what was fixed beforehand decides.
"""

from collections.abc import Collection, Sequence

from fairdeal.fair.dispute import Judgement
from fairdeal.fair.fields import hex_of
from fairdeal.fair.lots import PublishedLots
from fairdeal.fair.proof import read_proof, verify_proof
from fairdeal.fair.received import Message
from fairdeal.fair.scans import PublishedScans
from fairdeal.fair.values import HASH_BYTES, BadProof
from fairdeal.fair.verify.log import verify_log
from fairdeal.fair.verify.verification import VerifySignature

FIXED, READ = "recordFixed", "recordRead"
Record = PublishedLots | PublishedScans


def is_of_record(received: Sequence[Message]) -> bool:
    """Whether messages are of lots or a scanner's log."""
    return any(each.get("kind") == READ for each in received)


def judge_record(received: Sequence[Message], keys: Collection[bytes], signature: VerifySignature) -> Judgement:
    """Judge records that follow each other, the disputed one last; raises `BadProof` where what was fixed is no hash."""
    fixed = next((each for each in received if each.get("kind") == FIXED), None)
    anchor = None if fixed is None else hex_of(fixed.get("fixed"), HASH_BYTES, "fixed")
    records = [_record(each) for each in received if each.get("kind") == READ]
    last = records[-1]
    if last is None:
        return Judgement(signed=False, failed=("lock",))
    failed = verify_proof(last, signature=signature, anchor=anchor if isinstance(last, PublishedLots) else None).failed
    if isinstance(last, PublishedScans) and last.key not in keys:
        failed = (*failed, "pinned")
    together = verify_log([each for each in records if each is not None]).failed
    signed = (
        isinstance(last, PublishedScans) and last.key in keys and signature(last.key, last.after, last.signatures[0])
    )
    return Judgement(signed, tuple(dict.fromkeys((*failed, *together))))


def _record(message: Message) -> Record | None:
    try:
        found = read_proof(str(message.get("proof")))
    except BadProof:
        return None
    return found if isinstance(found, Record) else None
