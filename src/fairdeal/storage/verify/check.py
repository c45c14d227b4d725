"""
The integrity check of a whole store.

The check reads a store as rows, page by page, and keeps only what the current streams and accounts need, so a long
history costs time and not memory. It sees one consistent state and can run while others write.
"""

from collections.abc import Callable
from typing import Final

from fairdeal.bank.accounts import Tender, parse_account
from fairdeal.storage.anchors import ClosedChains, anchor_events, closed_chains, receipts_hash
from fairdeal.storage.archive import Archive, Rows, walk, walk_pages
from fairdeal.storage.chain import DIGEST_BYTES, PLAIN, ChainHasher, is_keyed
from fairdeal.storage.port import UNLISTED, Damaged, Finding, Progress
from fairdeal.storage.shapes import Row
from fairdeal.storage.sql.people_seals import SEALED
from fairdeal.storage.verify.chains import Coverage, Keys, check_chains
from fairdeal.storage.verify.hands import check_hands
from fairdeal.storage.verify.people import check_people

FINDINGS_MAX: Final = 1_000
_TABLES: Final = ("entries", "hands", "accounts", "receipts", "listings", *SEALED)

OnProgress = Callable[[Progress], None]


class Report:
    """Collects findings and reports progress."""

    def __init__(self, total: int, on_progress: OnProgress | None) -> None:
        self._progress = Progress(0, total)
        self._on_progress = on_progress

    @property
    def findings(self) -> list[Finding]:
        """The findings so far, up to a limit: where everything is wrong, the first thousand are enough."""
        return self._progress.findings

    def found(self, where: str, what: str) -> None:
        """Add a finding."""
        if len(self.findings) < FINDINGS_MAX:
            self.findings.append(Finding(where, what))

    def advance(self, rows: int) -> None:
        """Count rows as checked."""
        self._progress.done += rows
        if self._on_progress is not None:
            self._on_progress(self._progress)


def check(store: Archive, on_progress: OnProgress | None = None, coverage: Coverage | None = None) -> list[Finding]:
    """All problems of a store; `on_progress` is called from time to time, `coverage` is filled in."""
    with store.reading() as rows:
        return check_rows(rows, on_progress, store.chain, coverage)


def check_rows(
    rows: Rows, on_progress: OnProgress | None = None, chain: ChainHasher = PLAIN, coverage: Coverage | None = None
) -> list[Finding]:
    """All problems of a store whose rows are already open for reading."""
    report = Report(sum(map(rows.count, _TABLES)), on_progress)
    for fault in rows.faults():
        report.found("database", fault)
    try:
        _check_all(rows, report, chain, Coverage() if coverage is None else coverage)
    except (Damaged, TypeError, ValueError, LookupError, AttributeError) as error:
        # A row that is none: a text where a number belongs. Whatever it was, nothing like it was ever written.
        report.found("database", f"cannot be read on: {error}")
    return report.findings


def _check_all(rows: Rows, report: Report, chain: ChainHasher, coverage: Coverage) -> None:
    keys, closed = Keys(chain, report), closed_chains(rows, chain)
    coverage.closed_at = None if closed is None else closed.at
    check_hands(rows, report, check_chains(rows, report, keys, closed, coverage))
    _check_accounts(rows, report)
    _check_receipts(rows, report, keys, closed)
    _check_listings(rows, report, keys, closed)
    check_people(rows, report, keys, closed)
    _check_anchors(rows, report, coverage)


def _check_anchors(rows: Rows, report: Report, coverage: Coverage) -> None:
    """Report anchored heads that are no longer entries of their stream."""
    for entry, event in anchor_events(rows):
        coverage.anchors += 1
        found = {row[:2]: row[6] for row in rows.pick("entries", [(head.stream, head.version) for head in event.heads])}
        for head in event.heads:
            if found.get((head.stream, head.version)) != head.digest:
                what = f"is missing, or not the entry that was there at anchor {entry[1]}"
                report.found(f"{head.stream}@{head.version}", what)


def _check_accounts(rows: Rows, report: Report) -> None:
    sums: dict[Tender, int] = {}
    for page in walk_pages(rows, "accounts"):
        for name, balance, may_owe in page:
            account = parse_account(name)
            if account is None:
                report.found(f"account {name}", "the chart of accounts does not know it")
                continue
            sums[account.tender] = sums.get(account.tender, 0) + balance
            if may_owe != account.may_owe:
                report.found(f"account {name}", "whether it may owe is not what its purpose says")
            if balance < 0 and not account.may_owe:
                report.found(f"account {name}", f"overdrawn: {balance}")
        report.advance(len(page))
    for tender, total in sums.items():
        if total:
            report.found(
                f"{tender.currency.value} {tender.money.value}", f"all accounts add up to {total}, not to zero"
            )
    _check_balances(rows, report)


def _check_balances(rows: Rows, report: Report) -> None:
    try:
        for wrong in rows.imbalances():
            what = f"its balance is {wrong.balance}, its transfers add up to {wrong.posted}"
            if wrong.balance == wrong.posted:
                what = "has transfers and is not there"
            report.found(f"account {wrong.account}", what)
    except OverflowError:
        report.found("ledger", "transfers add up to more than there can be")


def _check_receipts(rows: Rows, report: Report, keys: Keys, closed: ClosedChains | None) -> None:
    for page in walk_pages(rows, "receipts"):
        for row in page:
            if not _is_receipt(row, keys):
                report.found(f"receipt {row[0]}", "is none that was ever written")
        report.advance(len(page))
    if closed is not None and receipts_hash(rows) != closed.receipts:
        report.found("receipts", "those without a digest are not the ones that were there when the house got its key")
    for shard, _, epoch, _ in walk(rows, "leases"):
        if epoch < 1:
            report.found(f"lease {shard}", f"its epoch is {epoch}")


def _check_listings(rows: Rows, report: Report, keys: Keys, closed: ClosedChains | None) -> None:
    """
    Report rows of lists that were changed; only those that wait for their stream to be read have no digest.

    Rows from before a house lost its key cannot be checked, as the entries they tell of; the closing row holds those.
    """
    for page in walk_pages(rows, "listings"):
        for row in page:
            digest = row[6]
            if row[0] == UNLISTED and not digest and not row[5]:
                continue
            made = keys.chain.listing_like(digest, row[:6])
            if not is_keyed(digest) and closed is not None and (row[2] > closed.at or not closed.heads):
                report.found(
                    f"list {row[0]}", f"the row of {row[1]} was written without a key, after the house had one"
                )
            elif made is None:
                if closed is None or row[2] > closed.at:
                    keys.miss(digest)
            elif made != digest:
                report.found(f"list {row[0]}", f"the row of {row[1]} is not what was written")
        report.advance(len(page))


def _is_receipt(row: Row, keys: Keys) -> bool:
    key, payload, _, at, digest = row
    if len(payload) != DIGEST_BYTES or at < 0 or not key.isprintable():
        return False
    if not digest:
        return True
    made = keys.chain.receipt_like(digest, row[:4]) if is_keyed(digest) else b""
    if made is None:
        keys.miss(digest)
        return True
    return bool(made == digest)
