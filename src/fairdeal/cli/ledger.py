"""`fairdeal ledger`: check the books, and read them."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from fairdeal.cli.options import Day, database_option, now, opened, progress_bar

if TYPE_CHECKING:
    from fairdeal.kernel import AccountId, Instant, Units
    from fairdeal.storage.archive import Archive
    from fairdeal.storage.port import Line

_FORMAT = click.Choice(["text", "csv", "json"])
_PAGE = 5_000


@click.group()
def ledger() -> None:
    """Check the books, and read them."""


@ledger.command()
@database_option
@click.option("--json", "as_json", is_flag=True, help='{"findings": [{"where", "what"}]}')
def check(database: str, *, as_json: bool) -> None:
    """
    Recompute every chain and every balance; name what is wrong.

    Exit code 1 if anything is. The check sees one moment and can run beside a room that plays.
    """
    import json

    from fairdeal.storage.verify import check as check_store

    with opened(database) as store, progress_bar("checking") as tell:
        findings = check_store(store, tell)
    if as_json:
        click.echo(json.dumps({"findings": [{"where": each.where, "what": each.what} for each in findings]}, indent=2))
    else:
        for each in findings:
            click.echo(f"{each.where}: {each.what}")
        if not findings:
            click.echo("everything is as it was written")
    sys.exit(1 if findings else 0)


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
    """A player's statement: every movement of the wallets with the balance after it, and stays at tables."""
    from fairdeal.bank.statements import make_statement, statement_csv, statement_json, statement_text
    from fairdeal.kernel import Instant

    written = {"text": statement_text, "csv": statement_csv, "json": statement_json}[form]
    with opened(database) as store:
        accounts = [name for name in _wallets(store, player) if account in (None, name)]
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


def _end(until: "Instant | None") -> "Instant":
    from fairdeal.kernel import Instant

    return Instant(now() + 1) if until is None else until


def _wallets(store: "Archive", player: str) -> list["AccountId"]:
    from fairdeal.bank.accounts import Purpose

    return [name for purpose in (Purpose.SITE, Purpose.POKER) for name in store.accounts(purpose, f"{player}:")]


def _lines(store: "Archive", account: "AccountId", since: "Instant", until: "Instant") -> "list[Line]":
    """All listed transfers of an account, page by page."""
    found = store.lines(account, since, until, _PAGE)
    page = found
    while len(page) == _PAGE:
        page = store.lines(account, since, until, _PAGE, page[-1])
        found = [*found, *page]
    return found


def _sum(lines: "list[Line]", account: "AccountId") -> "Units":
    from fairdeal.kernel import Units

    return Units(
        sum(
            line.transfer.amount * ((line.transfer.credit == account) - (line.transfer.debit == account))
            for line in lines
        )
    )
