"""`fairdeal ledger`, `cashier` and `db` from the outside."""

import csv
import json
import sqlite3
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from fairdeal.cli.main import main
from fairdeal.storage.opening import open_store
from tests.faults.hands import NOW, fund, hand_unit


@pytest.fixture
def database(tmp_path: Path) -> str:
    address = f"sqlite:///{tmp_path / 'room.db'}"
    open_store(address).close()
    return address


def run(database: str, *arguments: str) -> Result:
    return CliRunner().invoke(main, [*arguments, "--database", database])


def credit(database: str, amount: str, *more: str) -> Result:
    return run(database, "cashier", "credit", "ann", amount, "EUR", "--money", "test", "--staff", "boss", *more)


def balance_line(result: Result) -> str:
    assert result.exit_code == 0, result.stderr
    return result.stdout.strip()


def test_money_paid_in_at_the_till_is_there_and_on_the_statement(database: str) -> None:
    assert balance_line(credit(database, "250.50")) == "ann: site:ann:EUR:test holds 250.50"
    debited = run(database, "cashier", "debit", "ann", "50", "EUR", "--money", "test", "--staff", "boss")
    assert balance_line(debited) == "ann: site:ann:EUR:test holds 200.50"

    text = run(database, "ledger", "statement", "ann").stdout
    (statement,) = json.loads(run(database, "ledger", "statement", "ann", "--format", "json").stdout)
    rows = list(csv.DictReader(run(database, "ledger", "statement", "ann", "--format", "csv").stdout.splitlines()))

    assert "Deposit" in text
    assert [(line["key"], line["amount"], line["balance"]) for line in statement["lines"]] == [
        ("deposit_in", "250.50", "250.50"),
        ("withdrawal_out", "-50.00", "200.50"),
    ]
    assert [row["amount"] for row in rows] == ["250.50", "-50.00"]


def test_the_same_reference_is_booked_once(database: str) -> None:
    credit(database, "10", "--reference", "r1")

    assert balance_line(credit(database, "10", "--reference", "r1")) == "ann: site:ann:EUR:test holds 10.00"
    assert credit(database, "11", "--reference", "r1").stderr.startswith("refused: reference_reused")


@pytest.mark.parametrize(
    ("amount", "told"),
    [
        ("0", "refused: amount_not_positive"),
        ("0.001", "refused: fraction_of_cent"),
        ("1e30", "refused: amount_too_large"),
        ("abc", "is no amount such as 12.50"),
        ("nan", "more than four decimals"),
        ("1.00001", "more than four decimals"),
    ],
)
def test_bad_amounts_are_refused_and_nothing_is_written(database: str, amount: str, told: str) -> None:
    result = credit(database, amount)

    assert result.exit_code != 0
    assert told in result.stderr
    assert "Traceback" not in result.stderr
    assert open_store(database).accounts("outside") == {}


def test_real_money_stays_off_until_it_is_turned_on_and_limited(database: str) -> None:
    deposit = ("cashier", "credit", "ann", "100", "EUR", "--staff", "boss")
    assert run(database, *deposit).stderr == "refused: real_money_off\n"
    assert run(database, *deposit, "--real-money").stderr == "refused: limits_not_set\n"
    assert run(database, "cashier", "limit", "ann", "deposit", "day", "120", "EUR").exit_code == 0

    assert balance_line(run(database, *deposit, "--real-money")) == "ann: site:ann:EUR:real holds 100.00"
    over = run(database, *deposit, "--real-money")
    assert over.stderr.startswith("refused: deposit_limit_day (asked 1000000, limit 1200000,")


def test_more_than_there_is_is_not_paid_out(database: str) -> None:
    credit(database, "10")
    result = run(database, "cashier", "debit", "ann", "20", "EUR", "--money", "test", "--staff", "boss")

    assert (result.exit_code, result.stderr) == (1, "refused: insufficient_funds (balance 100000, needed 200000)\n")


def test_a_correction_needs_a_reason(database: str) -> None:
    assert "--why" in credit(database, "5", "--correction").stderr
    corrected = credit(database, "5", "--correction", "--why", "spilled coffee", "--wallet", "poker")

    assert balance_line(corrected) == "ann: poker:ann:EUR:test holds 5.00"


def test_no_withdrawal_waits_in_a_new_house(database: str) -> None:
    assert run(database, "cashier", "withdrawals").stdout == "no withdrawal waits\n"
    approved = run(database, "cashier", "withdrawals", "approve", "ann", "w1", "--staff", "boss")
    assert approved.stderr == "refused: no_purse\n"


def test_an_unknown_player_has_no_statement(database: str) -> None:
    result = run(database, "ledger", "statement", "nobody")

    assert (result.exit_code, result.stderr) == (1, "Error: nobody has no such account\n")


def played(database: str, hands: int = 5) -> None:
    store = open_store(database)
    fund(store, 2)
    lease = store.claim("load", "test", NOW)
    store.commit([hand_unit(lease, client, number) for number in range(1, hands + 1) for client in range(2)])
    store.close()


def test_the_report_tells_rake_by_rulebook_stake_and_day(database: str) -> None:
    played(database)
    report = json.loads(run(database, "ledger", "report", "--format", "json").stdout)

    assert [(line["rulebook"], line["stake"], line["taken"], line["times"]) for line in report["lines"]] == [
        ("load", "0", "0.0250", 5),
        ("load", "1", "0.0250", 5),
    ]
    assert "load" in run(database, "ledger", "report").stdout
    assert run(database, "ledger", "report", "--format", "csv", "--since", "2030-01-01").stdout.count("\n") == 1


def test_every_transfer_is_exported(database: str, tmp_path: Path) -> None:
    played(database)
    file = tmp_path / "transfers.csv"
    assert run(database, "ledger", "export", str(file)).exit_code == 0

    rows = list(csv.DictReader(file.read_text().splitlines()))
    assert len(rows) == 4 + 2 * 5 * 3
    assert {row["reason"] for row in rows} == {"deposit", "hand", "rake"}


def test_a_sound_ledger_passes_the_check(database: str) -> None:
    played(database)
    result = run(database, "ledger", "check")

    assert (result.exit_code, result.stdout) == (0, "everything is as it was written\n")


@pytest.mark.parametrize(
    ("statement", "named"),
    [
        ("UPDATE entries SET body = x'00' WHERE stream = 'cash:load-1' AND version = 3", "cash:load-1@3"),
        ("UPDATE hands SET public = CAST(x'00' || substr(public, 2) AS BLOB) WHERE id = '1-3'", "cash:load-1@3"),
        ("UPDATE hands SET sealed = CAST(x'00' || substr(sealed, 2) AS BLOB) WHERE id = '1-3'", "cash:load-1@3"),
        ("UPDATE transfers SET amount = 951 WHERE stream = 'cash:load-1' AND version = 3 AND leg = 1", "cash:load-1@3"),
        ("DELETE FROM entries WHERE stream = 'cash:load-1' AND version = 3", "cash:load-1"),
        ("UPDATE accounts SET balance = balance + 1 WHERE id LIKE 'rake:load/1:%'", "rake:load/1"),
    ],
)
def test_a_changed_byte_is_named(database: str, statement: str, named: str) -> None:
    played(database)
    with sqlite3.connect(database.removeprefix("sqlite:///")) as connection:
        assert connection.execute(statement).rowcount == 1
    connection.close()

    result = run(database, "ledger", "check")

    assert result.exit_code == 1
    assert named in result.stdout
    assert json.loads(run(database, "ledger", "check", "--json").stdout)["findings"]


def test_a_missing_database_is_said_plainly(tmp_path: Path) -> None:
    result = run(f"sqlite:///{tmp_path / 'none.db'}", "ledger", "check")

    assert result.exit_code == 1
    assert "there is no database" in result.stderr
    assert "fairdeal db migrate" in result.stderr


def test_migrate_makes_a_database_and_is_content_with_it_afterwards(tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path / 'new' / 'room.db'}"
    assert run(address, "db", "migrate").stdout.startswith("schema none → ")

    assert run(address, "db", "migrate").stdout.startswith("up to date")


def test_a_malformed_schema_is_refused_and_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "room.db"
    with sqlite3.connect(file) as connection:
        connection.executescript(
            "CREATE TABLE alembic_version (version_num TEXT); INSERT INTO alembic_version VALUES ('9999')"
        )
    connection.close()
    before = file.read_bytes()

    for command in (("db", "migrate"), ("ledger", "check")):
        result = run(f"sqlite:///{file}", *command)
        assert (result.exit_code, "bad_schema" in result.stderr) == (1, True)
    assert file.read_bytes() == before


def test_a_backup_restores_into_another_database(database: str, tmp_path: Path) -> None:
    played(database)
    file = tmp_path / "backup"
    assert run(database, "db", "backup", str(file)).exit_code == 0
    other = f"sqlite:///{tmp_path / 'other.db'}"

    restored = run(other, "db", "restore", str(file))

    assert (restored.exit_code, restored.stdout) == (0, "restored and checked\n")
    assert run(other, "ledger", "report").stdout == run(database, "ledger", "report").stdout
    assert run(other, "ledger", "check").exit_code == 0


def test_a_truncated_backup_is_refused_and_the_target_stays_empty(database: str, tmp_path: Path) -> None:
    played(database)
    file = tmp_path / "backup"
    run(database, "db", "backup", str(file))
    file.write_bytes(file.read_bytes()[:-100])
    other = f"sqlite:///{tmp_path / 'other.db'}"

    result = run(other, "db", "restore", str(file))

    assert result.exit_code == 1
    assert "bad_backup" in result.stderr
    assert open_store(other).streams("cash") == []


def test_a_database_in_use_is_not_overwritten_by_a_restore(database: str, tmp_path: Path) -> None:
    played(database)
    file = tmp_path / "backup"
    run(database, "db", "backup", str(file))

    result = run(database, "db", "restore", str(file))

    assert result.exit_code == 1
    assert run(database, "ledger", "check").exit_code == 0
