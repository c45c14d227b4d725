"""Verifying the published log of a live table's scanner, from what was published alone."""

from fairdeal.fair.scans import PublishedScans, ScanEntry, face_of, log_of
from fairdeal.fair.values import NOTHING
from fairdeal.fair.verify.hand import check_signatures
from fairdeal.fair.verify.verification import Statement, Verification, VerifySignature


def verify_scans(
    found: PublishedScans, *, signature: VerifySignature | None = None, room_key: bytes | None = None
) -> Verification:
    """Make every check of a round's entries."""
    result = Verification("scans", f"scanner log of round {found.round} at table {found.table.hex()}")
    wrong = [place for place, each in enumerate(found.entries, 1) if not _is_right(each)]
    result.check(
        "entries",
        f"All {len(found.entries)} entries are what was written when the cards were read.",
        f"Entry {wrong[0] if wrong else 0} is not what was written when the card was read.",
        passed=not wrong,
    )
    after = log_of(found.table, found.round, found.before, found.entries)
    result.check(
        "log",
        "The scanner's log goes on by this round.",
        "The scanner's log does not go on by this round.",
        after,
        passed=after == found.after,
    )
    check_signatures(result, found, signature, room_key)
    unseen = sum(each.card is None for each in found.entries)
    if unseen:
        what = f"Never shown: {unseen}; only the fingerprints of these cards are published."
        result.not_proven.append(Statement("never_shown", what))
    what = "A live dealer's cards are shuffled by hand: the log shows that nothing was changed after it was read."
    result.not_proven.append(Statement("shuffled_by_hand", what))
    return result


def _is_right(entry: ScanEntry) -> bool:
    return entry.salt == NOTHING if entry.card is None else entry.face == face_of(entry.card, entry.salt)
