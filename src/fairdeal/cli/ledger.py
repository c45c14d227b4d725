"""`fairdeal ledger`: check the books, and read them."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from fairdeal.cli.options import (
    Day,
    data_folder,
    database_option,
    house_vault,
    now,
    opened,
    progress_bar,
    time_text,
)
from fairdeal.cli.persons import accounts

if TYPE_CHECKING:
    from collections.abc import Callable

    from fairdeal.kernel import AccountId, Instant, Units
    from fairdeal.storage.archive import Archive
    from fairdeal.storage.port import Finding, PostedTransfer, Progress
    from fairdeal.storage.vault import Vault
    from fairdeal.storage.verify.chains import Coverage

_FORMAT = click.Choice(["text", "csv", "json"])
_PAGE = 5_000
_ANCHORS_HELP = "A file of lines that left the house.  [default: anchors.log beside the keys, if it is there]"


@click.group()
def ledger() -> None:
    """Check the books, and read them."""


@ledger.command()
@database_option
@click.option("--anchors", type=click.Path(path_type=Path, dir_okay=False, exists=True), help=_ANCHORS_HELP)
@click.option("--json", "as_json", is_flag=True, help='{"findings": [{"where", "what"}], "covered": {…}}')
def check(database: str, anchors: Path | None, *, as_json: bool) -> None:
    """
    Recompute every chain and every balance, look through tables and indexes; name what is wrong.

    With the house's keys (--data) chains are held against them, and against every line about anchors that left the house.
    Exit code 1 if anything is wrong. The check sees one moment and can run beside a room that plays.
    """
    import json
    from dataclasses import asdict

    from fairdeal.storage.verify.chains import Coverage

    coverage = Coverage()
    with opened(database) as store, progress_bar("checking") as tell:
        findings = _findings(store, database, anchors, coverage, tell)
    if as_json:
        told = [{"where": each.where, "what": each.what} for each in findings]
        click.echo(json.dumps({"findings": told, "covered": asdict(coverage)}, indent=2))
    else:
        for each in findings:
            click.echo(f"{each.where}: {each.what}")
        click.echo(_covered(coverage))
        if not findings:
            click.echo("everything is as it was written")
    sys.exit(1 if findings else 0)


def _findings(
    store: "Archive", database: str, anchors: Path | None, coverage: "Coverage", tell: "Callable[[Progress], None]"
) -> "list[Finding]":
    from fairdeal.storage.anchor_lines import FILE, Signer, check_lines
    from fairdeal.storage.verify.check import Report
    from fairdeal.storage.verify.check import check as check_store

    findings = check_store(store, tell, coverage)
    usual = data_folder(database) / FILE
    path = anchors or (usual if usual.exists() else None)
    if path is not None:
        vault, report = house_vault(database), Report(0, None)
        with store.reading() as rows:
            check_lines(path, rows, report, None if vault is None else Signer(vault), coverage)
        findings += report.findings
    return findings + _rights(store, database)


def _rights(store: "Archive", database: str) -> "list[Finding]":
    """Accounts that say of themselves what the docket did not give them, once there is a docket."""
    from fairdeal.office.docket.state import STREAM
    from fairdeal.room.office.record import read_docket
    from fairdeal.room.office.rights import rights_that_differ

    if store.load(STREAM).version == 0:
        return []
    with accounts(database) as people:
        rows = {row.id: row.roles for row in people.staff()}
    return list(rights_that_differ(read_docket(store), rows))


def _covered(coverage: "Coverage") -> str:
    """The coverage of a check, as one line."""
    parts = [f"{coverage.keyed} entries made with a key"]
    older = coverage.plain + coverage.sealed_by_lost_keys
    if coverage.closed_at is None:
        parts = [f"{older} entries made without a key"] if older else parts
    elif older:
        parts.append(f"{older} from before, closed {time_text(coverage.closed_at)}")
    return f"{', '.join(parts)}; {coverage.anchors} anchors, {coverage.lines} lines outside"


@ledger.command()
@database_option
def anchor(database: str) -> None:
    """
    Write down now where all chains end, and print the line about it that is to leave the house.

    A running server does the same every hour (anchor_minutes, anchor_command); lines are kept in the file anchors.log beside the keys.
    """
    from fairdeal.storage.anchor_lines import FILE, Signer, append_lines, missing_lines, text_of
    from fairdeal.storage.anchors import Anchorer

    with opened(database, writes=True) as store:
        signer = Signer(_needed_vault(database))
        Anchorer(store).anchor(now())
        path = data_folder(database) / FILE
        with store.reading() as rows:
            lines = missing_lines(path, rows, signer)
        append_lines(path, lines)
    for line in lines:
        click.echo(text_of(line))


@ledger.command("new-key")
@click.option("--yes", is_flag=True, help="Do it without asking.")
@database_option
def new_key(database: str, *, yes: bool) -> None:
    """
    Go on with other keys after those of the house were lost for good.

    Everything up to now is closed as it stands: it can no longer be held against the lost key, only against what is closed here.
    """
    from fairdeal.storage.anchors import WrongKey, close_again, close_chains, key_number

    with opened(database) as store:
        try:
            close_chains(store, now())
            held = house_vault(database) is not None
        except WrongKey:
            held = False
        with store.reading() as rows:
            last = key_number(rows)
    if held or last is None:
        raise click.ClickException("no key is lost here (key_not_lost)")
    if not yes:
        click.confirm("Are the old keys lost for good?", abort=True, err=True)
    _make_key(database, last + 1)
    with opened(database) as store:
        written = close_again(store, now())
    with accounts(database) as people:
        people.seal_again()
    click.echo(f"closed at anchor {written.number}; from here on key {last + 1} counts, in {data_folder(database)}")


def _make_key(database: str, number: int) -> None:
    """Create a key file with one new key; an existing file is renamed."""
    import os

    from fairdeal.storage.vault import KEY_FILE, KEYS_VARIABLE, begin_keys

    if os.environ.get(KEYS_VARIABLE):
        raise click.ClickException(f"take {KEYS_VARIABLE} away first; a new file of keys is made (keys_in_environment)")
    path = data_folder(database) / KEY_FILE
    if path.exists():
        path.rename(path.with_name(f"{KEY_FILE}.unknown"))
    begin_keys(path, number)


def _needed_vault(database: str) -> "Vault":
    vault = house_vault(database)
    if vault is None:
        raise click.ClickException(
            f"there are no keys in {data_folder(database)}; name the folder with --data (no_key)"
        )
    return vault


@ledger.command()
@click.argument("player")
@database_option
@click.option("--account", help="Only this account; otherwise all wallets that moved.")
@click.option("--since", type=Day(), default="1970-01-01", help="First day, such as 2026-11-01 (UTC).")
@click.option("--until", type=Day(), help="First day that is left out.")
@click.option("--format", "form", type=_FORMAT, default="text", show_default=True)
def statement(
    player: str, database: str, account: str | None, since: "Instant", until: "Instant | None", form: str
) -> None:
    """
    A player's statement: every movement of the wallets with the balance after it, and stays at tables.

    PLAYER is a name, or the id of somebody; of money that is nobody's too, as `cashier ghosts` lists it.
    """
    from fairdeal.bank.statements import Statement, make_statement, statement_csv, statement_json, statement_text
    from fairdeal.kernel import Instant

    forms: dict[str, Callable[[Statement], str]] = {
        "text": statement_text,
        "csv": statement_csv,
        "json": statement_json,
    }
    written = forms[form]
    with opened(database) as store:
        owner = _owner(store, player, database)
        accounts = [name for name in _wallets(store, owner) if account in (None, name)]
        if not accounts:
            raise click.ClickException(f"{player} has no such account")
        parts = []
        for name in accounts:
            before = _sum(_lines(store, name, Instant(0), since), name)
            lines = _lines(store, name, since, _end(until))
            if lines or before or account is not None:
                parts.append(written(make_statement(name, before, lines)))
    click.echo(f"[{', '.join(parts)}]" if form == "json" else "\n".join(parts), nl=form == "json")


@ledger.command()
@database_option
@click.option("--since", type=Day(), default="1970-01-01", help="First day (UTC).")
@click.option("--until", type=Day(), help="First day that is left out.")
@click.option("--format", "form", type=_FORMAT, default="text", show_default=True)
def report(database: str, since: "Instant", until: "Instant | None", form: str) -> None:
    """Rake and fees of the house, by rulebook, stake and day."""
    from fairdeal.bank.accounts import Purpose
    from fairdeal.bank.house_report import (
        balances_text,
        house_balances,
        house_report,
        report_csv,
        report_json,
        report_text,
    )

    with opened(database) as store:
        balances = {**store.accounts(Purpose.RAKE), **store.accounts(Purpose.FEES)}
        end = _end(until)
        lines = house_report(line for name in balances for line in _lines(store, name, since, end))
    if form == "json":
        click.echo(report_json(lines, house_balances(balances)))
    elif form == "csv":
        click.echo(report_csv(lines), nl=False)
    else:
        click.echo(report_text(lines))
        click.echo(balances_text(house_balances(balances)), nl=False)


@ledger.command()
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@database_option
def export(file: Path, database: str) -> None:
    """Write every transfer ever posted to a CSV file, oldest key first."""
    import csv

    from fairdeal.bank.formats import amount_text
    from fairdeal.kernel import Instant, iso_text
    from fairdeal.storage.archive import walk
    from fairdeal.storage.shapes import TRANSFERS

    columns = [name for name in TRANSFERS.columns if name != "listed"]
    with opened(database) as store, store.reading() as rows, file.open("w", newline="", encoding="utf-8") as sink:
        writer = csv.writer(sink)
        writer.writerow(columns)
        total = rows.count("transfers")
        with click.progressbar(walk(rows, "transfers"), length=total, label="exporting", file=sys.stderr) as transfers:
            for row in transfers:
                record = dict(zip(TRANSFERS.columns, row, strict=True))
                record["at"] = iso_text(Instant(record["at"]))
                record["amount"] = amount_text(record["amount"])
                writer.writerow([record[name] for name in columns])
    click.echo(f"{total} transfers in {file}", err=True)


def _owner(store: "Archive", player: str, database: str) -> str:
    """The player whose statement is wanted: by name or id, or a purse without an account."""
    from fairdeal.cli.persons import accounts, find_person
    from fairdeal.kernel import StreamId

    with accounts(database) as people:
        if people.person(player) is None and store.load(StreamId(f"purse:{player}")).version:
            return player
        return find_person(people, player, guests=True).id


def _end(until: "Instant | None") -> "Instant":
    from fairdeal.kernel import Instant

    return Instant(now() + 1) if until is None else until


def _wallets(store: "Archive", player: str) -> list["AccountId"]:
    from fairdeal.bank.accounts import Purpose

    return [name for purpose in (Purpose.SITE, Purpose.POKER) for name in store.accounts(purpose, f"{player}:")]


def _lines(store: "Archive", account: "AccountId", since: "Instant", until: "Instant") -> "list[PostedTransfer]":
    """All listed transfers of an account, page by page."""
    found = store.transfers_of(account, since, until, _PAGE)
    page = found
    while len(page) == _PAGE:
        page = store.transfers_of(account, since, until, _PAGE, page[-1])
        found = [*found, *page]
    return found


def _sum(lines: "list[PostedTransfer]", account: "AccountId") -> "Units":
    from fairdeal.kernel import Units

    return Units(
        sum(
            line.transfer.amount * ((line.transfer.credit == account) - (line.transfer.debit == account))
            for line in lines
        )
    )
