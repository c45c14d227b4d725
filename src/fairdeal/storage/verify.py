"""
The check: is everything as it was written.

The check reads a store as rows, page by page, and keeps only what the streams and accounts under its eyes need, so a long
history costs time and not memory. It works while others write: it sees one moment.
"""

from collections.abc import Callable
from typing import Final

from fairdeal.bank.accounts import Tender, parse_account
from fairdeal.storage.archive import Archive, Rows, walk, walk_pages
from fairdeal.storage.port import Finding, Progress
from fairdeal.storage.verify_chains import check_chains
from fairdeal.storage.verify_hands import check_hands

FINDINGS_MAX: Final = 1_000
DIGEST_BYTES: Final = 32

Tell = Callable[[Progress], None]


class Report:
    """Collects findings and tells how far the check has come."""

    def __init__(self, total: int, tell: Tell | None) -> None:
        self._progress = Progress(0, total)
        self._tell = tell

    @property
    def findings(self) -> list[Finding]:
        """What was found so far, up to a limit: where everything is wrong, the first thousand say so."""
        return self._progress.findings

    def found(self, where: str, what: str) -> None:
        """Something is wrong."""
        if len(self.findings) < FINDINGS_MAX:
            self.findings.append(Finding(where, what))

    def passed(self, rows: int) -> None:
        """So many rows more were looked at."""
        self._progress.done += rows
        if self._tell is not None:
            self._tell(self._progress)


def check(store: Archive, tell: Tell | None = None) -> list[Finding]:
    """Everything that is wrong with a store; `tell` hears now and then how far the check is."""
    with store.reading() as rows:
        return check_rows(rows, tell)


def check_rows(rows: Rows, tell: Tell | None = None) -> list[Finding]:
    """The same for rows that are being read already."""
    tables = ("entries", "hands", "accounts", "receipts")
    report = Report(sum(map(rows.count, tables)), tell)
    check_hands(rows, report, check_chains(rows, report))
    _check_accounts(rows, report)
    _check_receipts(rows, report)
    return report.findings


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
        report.passed(len(page))
    for tender, total in sums.items():
        if total:
            report.found(
                f"{tender.currency.value} {tender.money.value}", f"all accounts add up to {total}, not to zero"
            )
    try:
        for wrong in rows.imbalances():
            what = f"its balance is {wrong.balance}, its transfers add up to {wrong.posted}"
            report.found(f"account {wrong.account}", what)
    except OverflowError:
        report.found("ledger", "transfers add up to more than there can be")


def _check_receipts(rows: Rows, report: Report) -> None:
    for page in walk_pages(rows, "receipts"):
        for key, payload, _, at in page:
            if len(payload) != DIGEST_BYTES or at < 0 or not key.isprintable():
                report.found(f"receipt {key}", "is none that was ever written")
        report.passed(len(page))
    for shard, _, epoch, _ in walk(rows, "leases"):
        if epoch < 1:
            report.found(f"lease {shard}", f"its epoch is {epoch}")
