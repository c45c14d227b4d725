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
from fairdeal.fair.scans import PublishedScans, log_of
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
    signed = all(isinstance(each, PublishedScans) and _is_signed(each, keys, signature) for each in records)
    failed_as_signed = tuple(each for each in together if signed and each == "log")
    return Judgement(signed, tuple(dict.fromkeys((*failed, *together))), failed_as_signed)


def _is_signed(scans: PublishedScans, keys: Collection[bytes], signature: VerifySignature) -> bool:
    """Whether the room signed these very entries; cards and salts hang on nothing but the face that is hashed."""
    found = log_of(scans.table, scans.round, scans.before, scans.entries)
    return found == scans.after and scans.key in keys and signature(scans.key, scans.after, scans.signatures[0])


def _record(message: Message) -> Record | None:
    try:
        found = read_proof(str(message.get("proof")))
    except BadProof:
        return None
    return found if isinstance(found, Record) else None
