"""`fairdeal ledger`, `cashier` and `db` from the outside."""

import csv
import json
import re
import sqlite3
from pathlib import Path

import pytest
from argon2 import PasswordHasher
from click.testing import CliRunner, Result

from fairdeal.bank.accounts import Tender, site_wallet
from fairdeal.bank.policy import BankPolicy
from fairdeal.bank.purse.commands import OpenPurse, ReceiveDeposit
from fairdeal.bank.purse.machine import PurseMachine
from fairdeal.cli.main import main
from fairdeal.cli.options import now
from fairdeal.cli.persons import TOKEN_VARIABLE
from fairdeal.kernel import AccountId, Currency, MoneyKind, PlayerId, Units
from fairdeal.office.docket.events import Changed
from fairdeal.office.docket.state import STREAM
from fairdeal.room.bank.purse import HostedPurse, purse_stream
from fairdeal.room.desk import act
from fairdeal.room.office.codecs import CODED
from fairdeal.server.auth.second_factor.switching import VaultSealer
from fairdeal.server.auth.second_factor.totp import code_at, step_of
from fairdeal.server.auth.tokens import hash_of
from fairdeal.storage.opening import open_store
from fairdeal.storage.people import PLAYER, PersonRow, open_people
from fairdeal.storage.vault import KEY_FILE, vault_from_file
from tests.faults.hands import NOW, fund, hand_unit

ANN, BOB, BOSS = "p-ann", "p-bob", "p-boss"
WORDS = "correct horse battery"


@pytest.fixture
def database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A house with two players, and a boss whose token is in the environment."""
    address = f"sqlite:///{tmp_path / 'room.db'}"
    open_store(address).close()
    people = open_people(address)
    hashed = PasswordHasher(time_cost=1, memory_cost=64, parallelism=1).hash(WORDS)
    for id_, name, roles in ((ANN, "Ann", ""), (BOB, "Bob", ""), (BOSS, "Boss", "admin")):
        row = PersonRow(id_, PLAYER, name, name.lower(), "", "", "fox", "", hashed, b"", 0, 0, roles, NOW, 0)
        people.add_person(row)
    people.close()
    monkeypatch.setenv(TOKEN_VARIABLE, token_of(address, "Boss"))
    return address


def token_of(database: str, name: str) -> str:
    return run(database, "admin", "staff-token", name).stdout.strip()


def run(database: str, *arguments: str, told: str = "") -> Result:
    return CliRunner().invoke(main, [*arguments, "--database", database], input=told)


def credit(database: str, amount: str, *more: str) -> Result:
    return run(database, "cashier", "credit", "ann", amount, "EUR", "--money", "test", "--yes", *more)


def refused(result: Result) -> str:
    """The last line of what was told, after whom it was about."""
    assert result.exit_code == 1
    return result.stderr.splitlines()[-1]


def balance_line(result: Result) -> str:
    assert result.exit_code == 0, result.stderr
    return result.stdout.strip()


def test_money_paid_in_at_the_till_is_there_and_on_the_statement(database: str) -> None:
    assert balance_line(credit(database, "250.50")) == f"Ann: site:{ANN}:EUR:test holds 250.50"
    debited = run(database, "cashier", "debit", "ann", "50", "EUR", "--money", "test", "--yes")
    assert balance_line(debited) == f"Ann: site:{ANN}:EUR:test holds 200.50"

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

    assert balance_line(credit(database, "10", "--reference", "r1")) == f"Ann: site:{ANN}:EUR:test holds 10.00"
    assert refused(credit(database, "11", "--reference", "r1")) == "refused: reference_reused (first 10.00 EUR)"


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


def test_real_money_moves_at_the_desk_only(database: str) -> None:
    """Whoever is at the till: in, out, corrected, settled or returned."""
    for command in (
        ("credit", "ann", "100", "EUR"),
        ("credit", "ann", "100", "EUR", "--correction", "--why", "x"),
        ("debit", "ann", "100", "EUR"),
        ("debit", "ann", "100", "EUR", "--correction", "--why", "x"),
        ("claims", "settle", "ann", "1", "EUR"),
    ):
        assert "second_signature_needed" in refused(run(database, "cashier", *command, "--yes")), command
    assert open_store(database).accounts("outside") == {}


def test_the_only_member_of_staff_moves_test_money_alone_and_it_says_so(database: str) -> None:
    credit(database, "10")
    store = open_store(database)
    kept = [CODED.decode_event(data) for _, _, data in store.entries(STREAM, 0)]
    store.close()
    assert [(each.by, each.what, each.about, each.words) for each in kept if isinstance(each, Changed)] == [
        (BOSS, "till_credit", ANN, "10.00 EUR, test money; second person waived")
    ]

    assert run(database, "admin", "role", "Bob", "add", "finance").exit_code == 0
    assert "second_signature_needed" in refused(credit(database, "10")), "now there is somebody who could sign"


def test_more_than_there_is_is_not_paid_out(database: str) -> None:
    credit(database, "10")
    result = run(database, "cashier", "debit", "ann", "20", "EUR", "--money", "test", "--yes")

    assert refused(result) == "refused: insufficient_funds (balance 10.00 EUR, needed 20.00 EUR)"


def test_a_correction_needs_a_reason(database: str) -> None:
    assert "--why" in credit(database, "5", "--correction").stderr
    corrected = credit(database, "5", "--correction", "--why", "spilled coffee", "--wallet", "poker")

    assert balance_line(corrected) == f"Ann: poker:{ANN}:EUR:test holds 5.00"


def test_a_correction_takes_money_too_and_not_without_a_reason(database: str) -> None:
    credit(database, "10")
    asked = ("cashier", "debit", "ann", "4", "EUR", "--money", "test", "--yes", "--correction")

    assert "--why" in run(database, *asked).stderr
    assert balance_line(run(database, *asked, "--why", "booked twice")) == f"Ann: site:{ANN}:EUR:test holds 6.00"


def test_no_withdrawal_waits_in_a_new_house(database: str) -> None:
    assert run(database, "cashier", "withdrawals").stdout == "no withdrawal waits\n"
    approved = run(database, "cashier", "withdrawals", "approve", "ann", "w1", "--yes")
    assert refused(approved) == "refused: no_such_purse"


def test_an_unknown_player_has_no_statement(database: str) -> None:
    result = run(database, "ledger", "statement", "nobody")

    assert (result.exit_code, result.stderr) == (1, "Error: there is no account 'nobody' (no_such_person)\n")


@pytest.mark.parametrize(
    "command",
    [
        ("credit", "Annn", "5", "EUR", "--money", "test"),
        ("debit", "Annn", "5", "EUR", "--money", "test"),
        ("limit", "Annn", "deposit", "day", "5", "EUR"),
        ("withdrawals", "approve", "Annn", "w1"),
        ("withdrawals", "reject", "Annn", "w1", "--why", "x"),
        ("withdrawals", "sent", "Annn", "w1", "--reference", "r"),
    ],
)
def test_nobody_is_paid_who_is_nobody(database: str, command: tuple[str, ...]) -> None:
    result = run(database, "cashier", *command, "--yes")

    assert refused(result) == "Error: there is no account 'Annn' (no_such_person)"
    assert open_store(database).accounts("site") == {}
    assert open_store(database).streams("purse") == []


def test_whom_it_is_about_is_shown_and_asked(database: str) -> None:
    asked = ("cashier", "credit", "ANN", "5", "EUR", "--money", "test")
    no = run(database, *asked, told="n\n")
    yes = run(database, *asked, told="y\n")

    assert no.exit_code == 1
    assert f"Ann ({ANN}, since 2023-11-14): credit 5.00 EUR, test money" in no.stderr
    assert balance_line(yes) == f"Ann: site:{ANN}:EUR:test holds 5.00"


def test_whoever_is_at_the_till_signs_in(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(TOKEN_VARIABLE)
    wrong = refused(credit(database, "5", "--staff", "Boss"))
    asked = ("cashier", "credit", "Ann", "5", "EUR", "--money", "test", "--yes")

    assert "bad_credentials" in refused(run(database, *asked, "--staff", "Boss", told="not the words\n"))
    assert "not_staff" in refused(run(database, *asked, "--staff", "Bob", told=f"{WORDS}\n"))
    people = open_people(database)
    people.change_person(BOB, roles="auditor")
    people.close()
    assert "not_staff" in refused(run(database, *asked, "--staff", "Bob", told=f"{WORDS}\n")), "an auditor reads"
    people = open_people(database)
    people.change_person(BOB, roles="")
    people.close()
    assert "no_such_person" in refused(run(database, *asked, "--staff", "boss 2", told=f"{WORDS}\n"))
    assert "who does this?" in run(database, *asked).stderr
    assert "Abort" in wrong  # nothing was typed
    assert balance_line(run(database, *asked, "--staff", "boss", told=f"{WORDS}\n")).endswith("holds 5.00")


def test_a_second_factor_is_asked_for_where_there_is_one(
    database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(TOKEN_VARIABLE)
    vault, secret = vault_from_file(tmp_path / KEY_FILE), b"s" * 20
    people = open_people(database)
    people.change_person(BOSS, totp=VaultSealer(vault).seal(f"totp:{BOSS}", secret), totp_on=1)
    people.close()
    asked = ("cashier", "credit", "Ann", "5", "EUR", "--money", "test", "--yes", "--staff", "Boss")
    code = code_at(secret, step_of(now()))

    assert "bad_credentials" in refused(run(database, *asked, told=f"{WORDS}\n00000\n"))
    assert balance_line(run(database, *asked, told=f"{WORDS}\n{code}\n")).endswith("holds 5.00")


def test_a_token_alone_signs_nothing_at_the_desk(
    database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(TOKEN_VARIABLE, token_of(database, "Boss"))
    vault, secret = vault_from_file(tmp_path / KEY_FILE), b"s" * 20
    people = open_people(database)
    people.change_person(BOSS, totp=VaultSealer(vault).seal(f"totp:{BOSS}", secret), totp_on=1)
    people.close()
    sign = ("desk", "sign", "q1", "--yes", "--patience", "1")

    assert "bad_credentials" in refused(run(database, *sign, told="00000\n"))
    assert "bad_credentials" not in refused(run(database, *sign, told=f"{code_at(secret, step_of(now()))}\n"))


def test_a_token_holds_until_its_sessions_end_and_opens_no_door_of_the_server(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    token = token_of(database, "Boss")
    monkeypatch.setenv(TOKEN_VARIABLE, token)
    assert credit(database, "5").exit_code == 0
    assert "bad_credentials" in refused(credit(database, "5", "--staff", "Ann"))
    people = open_people(database)
    session, _, secret = token.partition(".")
    kept = people.session(session)
    people.close()
    assert kept is not None
    assert kept.secret != hash_of(secret)
    assert run(database, "admin", "staff-token", "Ann").exit_code == 1

    run(database, "admin", "end-sessions", "Boss")
    assert "bad_credentials" in refused(credit(database, "5"))


def test_a_reference_is_used_once_in_the_whole_house(database: str) -> None:
    credit(database, "10", "--reference", "r1")
    asked = ("10", "EUR", "--money", "test", "--reference", "r1", "--yes")

    other = run(database, "cashier", "credit", "Bob", *asked)
    correction = run(database, "cashier", "credit", "Bob", *asked, "--correction", "--why", "x")
    assert "reference_reused" in refused(other)
    assert "reference_reused" in refused(correction)
    assert open_store(database).accounts("site", f"{BOB}:").get(AccountId(f"site:{BOB}:EUR:test"), 0) == 0


def test_money_paid_out_once_is_not_paid_out_again_under_the_same_reference(database: str) -> None:
    credit(database, "30")
    asked = ("cashier", "debit", "Ann", "10", "EUR", "--money", "test", "--reference", "out-1", "--yes")

    assert balance_line(run(database, *asked)).endswith("holds 20.00")
    assert balance_line(run(database, *asked)).endswith("holds 20.00")


def test_what_the_staff_did_at_the_till_is_kept_with_the_account(database: str) -> None:
    credit(database, "30")
    people = open_people(database)
    kept = [(line.what, line.actor, line.about) for line in people.log(person=ANN)]
    people.close()

    assert kept == [("till_credit", BOSS, "30.00 EUR, test money")]


def test_money_of_nobody_is_listed_and_returned_by_its_reference(database: str) -> None:
    """As an earlier till wrote it: any text was a player."""
    store, ghost = open_store(database), PlayerId("Ann")
    tender = Tender(Currency.EUR, MoneyKind.TEST)
    machine = PurseMachine(BankPolicy(limits_needed_for=(MoneyKind.REAL,)))
    purse = HostedPurse(purse_stream(ghost), machine)
    act(store, purse, OpenPurse(ghost, (site_wallet(tender, ghost),)), now())
    act(store, purse, ReceiveDeposit("till", "r9", tender, Units(250_000)), now())
    credit(database, "5")

    listed = run(database, "cashier", "ghosts").stdout
    assert listed.splitlines()[1].split() == ["Ann", "r9", "25.00", "EUR", "test", "25.00"]
    assert "25.00" in run(database, "ledger", "statement", "Ann").stdout
    assert "no_such_payment" in refused(run(database, "cashier", "ghosts", "Ann", "r8", "--yes"))

    assert run(database, "cashier", "ghosts", "Ann", "r9", "--yes").exit_code == 0
    assert run(database, "cashier", "ghosts").stdout == "no money is nobody's\n"
    assert store.accounts("outside") == {AccountId("outside:till:EUR:test"): -50_000}
    assert run(database, "ledger", "check").exit_code == 0
    store.close()


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

    assert (result.exit_code, result.stdout.splitlines()[-1]) == (0, "everything is as it was written")


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


def test_the_check_says_what_was_written_before_the_key_and_what_since(database: str, tmp_path: Path) -> None:
    played(database)
    before = run(database, "ledger", "check").stdout.splitlines()[-2]
    vault_from_file(tmp_path / KEY_FILE)
    assert credit(database, "5").exit_code == 0
    line = json.loads(run(database, "ledger", "anchor").stdout.splitlines()[-1])

    after = run(database, "ledger", "check")
    assert before == "21 entries made without a key; 0 anchors, 0 lines outside"
    assert after.exit_code == 0
    told = after.stdout.splitlines()[-2]
    assert re.fullmatch(r"7 entries made with a key, 21 from before, closed .* UTC; 2 anchors, 2 lines outside", told)
    assert line["number"] == 2
    assert json.loads(run(database, "ledger", "check", "--json").stdout)["covered"]["plain"] == 21


def test_without_the_keys_nothing_is_written_and_the_check_says_so(database: str, tmp_path: Path) -> None:
    vault_from_file(tmp_path / KEY_FILE)
    credit(database, "5")
    (tmp_path / KEY_FILE).rename(tmp_path / "elsewhere")

    assert "no_key" in refused(credit(database, "5"))
    assert "no_key" in refused(run(database, "ledger", "anchor"))
    assert "key 1: is not here" in run(database, "ledger", "check").stdout


def test_a_house_that_lost_its_keys_goes_on_when_it_says_so(database: str, tmp_path: Path) -> None:
    vault_from_file(tmp_path / KEY_FILE)
    credit(database, "5")
    (tmp_path / KEY_FILE).unlink()
    vault_from_file(tmp_path / KEY_FILE)

    assert "wrong_key" in refused(credit(database, "5"))
    assert run(database, "ledger", "new-key", "--yes").stdout.startswith(
        "closed at anchor 2; from here on key 2 counts"
    )
    assert credit(database, "5").exit_code == 0
    assert (tmp_path / f"{KEY_FILE}.unknown").exists()
    assert "key_not_lost" in refused(run(database, "ledger", "new-key", "--yes"))
    assert run(database, "ledger", "check").exit_code == 0
