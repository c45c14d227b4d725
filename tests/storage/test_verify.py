"""The check finds what was changed behind the store's back, and says where."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from fairdeal.bank.transfer import Reason
from fairdeal.kernel import Instant, StreamId
from fairdeal.storage.archive import Archive
from fairdeal.storage.memory import MemoryStore
from fairdeal.storage.opening import database_at, open_store
from fairdeal.storage.port import Finding, Progress
from fairdeal.storage.shapes import SHAPES
from fairdeal.storage.sql.database import Database
from fairdeal.storage.sql.rows import SqlRows
from fairdeal.storage.verify.check import check, check_rows
from tests.contracts.postgres import clean_database
from tests.contracts.units import NOW, Desk, append, at, chair, move, pot_of, record, wallet

PLAYERS = ("ann", "bob")


def play(store: Archive) -> None:
    """Two tables, each with players who sat down and some hands; an entry holds two events."""
    desk = Desk(store)
    for player in PLAYERS:
        desk.deposit(player, 10_000)
    for table in ("T1", "T2"):
        stream, version = f"cash:{table}", 2
        sit = [
            move(at(stream, 1, leg), wallet(player), chair(player, table), 1_000, Reason.BUY_IN, "BUY-01")
            for leg, player in enumerate(PLAYERS)
        ]
        desk.must(desk.unit(append(stream, 0, b"sat", b"sat"), transfers=tuple(sit), key=f"sit {table}", payload=b"p"))
        for number in range(1, 6):
            desk.now = Instant(NOW + number)
            lost = move(at(stream, version + 2), chair("ann", table), pot_of(table), 10, Reason.HAND, "CASH-01")
            won = move(at(stream, version + 2, 1), pot_of(table), chair("bob", table), 10, Reason.HAND)
            snapshot = b"state" if number % 2 else None
            hand = record(f"{table}-h{number}", number, table, PLAYERS)
            desk.must(
                desk.unit(
                    append(stream, version, b"opened", b"ended", snapshot=snapshot, record=hand), transfers=(lost, won)
                )
            )
            version += 2
    undo = move(at("cash:T1", 13), wallet("ann"), wallet("bob"), 1)
    desk.must(desk.unit(append("cash:T1", 12), transfers=(undo,)))
    back = move(at("cash:T1", 14), wallet("bob"), wallet("ann"), 1, Reason.REVERSAL, reverses=undo.ref)
    desk.must(desk.unit(append("cash:T1", 13), transfers=(back,)))


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Database:
    address = f"sqlite:///{tmp_path_factory.mktemp('played') / 'room.db'}"
    store = open_store(address)
    play(store)
    store.close()
    return database_at(address)


Tamper = Callable[..., list[Finding]]


@pytest.fixture
def tamper(played: Database) -> Tamper:
    """Changes a database, checks it, and takes the changes back."""

    def change(*statements: str) -> list[Finding]:
        with played.altering.connect() as connection:
            # What the database itself would refuse can still happen to its file.
            connection.exec_driver_sql("PRAGMA ignore_check_constraints = ON")
            assert all(connection.exec_driver_sql(statement).rowcount for statement in statements)
            return check_rows(SqlRows(connection))

    return change


def places(findings: list[Finding]) -> set[str]:
    return {finding.where for finding in findings}


@pytest.mark.parametrize("kind", ["memory", "sqlite", "postgres"])
def test_a_sound_store_has_no_findings(kind: str, sqlite_store: Archive) -> None:
    store = MemoryStore() if kind == "memory" else sqlite_store if kind == "sqlite" else open_store(clean_database())
    heard: list[tuple[int, int]] = []

    def hear(progress: Progress) -> None:
        heard.append((progress.done, progress.total))

    play(store)

    assert check(store, hear) == []
    assert heard[-1][0] == heard[-1][1] > 30
    store.close()


def test_an_empty_store_has_no_findings(sqlite_store: Archive) -> None:
    assert check(sqlite_store) == []


CHANGED = {
    "stream": "'cash:T9'",
    "hand": "'T1-h1'",
    "rule": "'CASH-02'",
    "reverses": "'cash:T1@1.0'",
    "table_id": "'T9'",
    "reason": "'rake'",
}


def update(table: str, column: str, place: str) -> str:
    return f"UPDATE {table} SET {column} = {changed(table, column)} WHERE {place}"  # noqa: S608 - not from outside


def changed(table: str, column: str) -> str:
    """Another value of the same kind than there is in the column."""
    if column in {"body", "digest", "players", "public", "sealed"}:
        return f"CAST(substr({column}, 1, length({column}) - 1) || x'07' AS BLOB)"
    if table == "hands" and column == "number":
        return "number + 100"
    if column in {"version", "count", "at", "leg", "amount", "number"}:
        return f"{column} + 1"
    if column == "listed":
        return "1 - listed"
    return CHANGED.get(column, f"{column} || 'x'")


@pytest.mark.parametrize("column", SHAPES["entries"].columns)
@pytest.mark.parametrize("version", [2, 8, 12])
def test_an_entry_that_was_changed_is_named(tamper: Tamper, column: str, version: int) -> None:
    found = tamper(update("entries", column, f"stream = 'cash:T2' AND version = {version}"))

    # A changed version is named as it is now.
    assert f"cash:T2@{version + (column == 'version')}" in places(found)
    assert not any(finding.where.startswith("cash:T1") for finding in found if column != "hand")


@pytest.mark.parametrize("column", SHAPES["transfers"].columns)
def test_the_entry_of_a_transfer_that_was_changed_is_named(tamper: Tamper, column: str) -> None:
    found = tamper(update("transfers", column, "stream = 'cash:T2' AND version = 8 AND leg = 1"))

    assert "cash:T2@8" in places(found)


@pytest.mark.parametrize("column", SHAPES["hands"].columns)
def test_a_hand_that_was_changed_is_named_with_its_entry(tamper: Tamper, column: str) -> None:
    found = tamper(update("hands", column, "id = 'T2-h3'"))

    assert "cash:T2@8" in places(found)


def test_only_the_entry_that_was_changed_is_named(tamper: Tamper) -> None:
    body = tamper("UPDATE entries SET body = x'92c40161c40162' WHERE stream = 'cash:T1' AND version = 6")
    digest = tamper("UPDATE entries SET digest = x'00' WHERE stream = 'cash:T2' AND version = 6")

    assert places(body) == {"cash:T1@6"}
    assert places(digest) == {"cash:T2@6"}


@pytest.mark.parametrize(
    ("statement", "where"),
    [
        ("DELETE FROM entries WHERE stream = 'cash:T1' AND version = 6", "cash:T1@6"),
        ("DELETE FROM entries WHERE stream = 'cash:T1' AND version = 2", "cash:T1@2"),
        ("DELETE FROM entries WHERE stream = 'cash:T1' AND version = 14", "cash:T1@14"),
        ("DELETE FROM entries WHERE stream = 'cash:T2'", "cash:T2@12"),
        ("DELETE FROM entries WHERE stream = 'player:ann'", "player:ann@1"),
        ("DELETE FROM transfers WHERE stream = 'cash:T1' AND version = 6 AND leg = 1", "cash:T1@6"),
        ("DELETE FROM hands WHERE id = 'T1-h2'", "hand T1-h2"),
        ("DELETE FROM hands WHERE id = 'T1-h2'", "table T1"),
        ("DELETE FROM sittings WHERE hand = 'T1-h1' AND player = 'ann'", "hand T1-h1"),
        ("DELETE FROM streams WHERE id = 'cash:T2'", "cash:T2"),
        ("DELETE FROM accounts WHERE id LIKE 'pot:T1:%'", "account pot:T1:EUR:real"),
        ("DELETE FROM accounts WHERE id LIKE 'seat:T1/ann:%'", "account seat:T1/ann:EUR:real"),
        ("UPDATE streams SET version = version - 1 WHERE id = 'cash:T1'", "cash:T1@14"),
        ("UPDATE streams SET version = version + 1 WHERE id = 'cash:T1'", "cash:T1@15"),
        ("UPDATE streams SET digest = x'00' WHERE id = 'cash:T1'", "cash:T1@14"),
        ("UPDATE accounts SET balance = balance + 1 WHERE id LIKE 'seat:T1/ann:%'", "account seat:T1/ann:EUR:real"),
        ("UPDATE accounts SET balance = balance + 1 WHERE id LIKE 'seat:T1/ann:%'", "EUR real"),
        ("UPDATE accounts SET balance = -1 WHERE id LIKE 'seat:T1/ann:%'", "account seat:T1/ann:EUR:real"),
        ("UPDATE accounts SET may_owe = 1 WHERE id LIKE 'seat:T1/ann:%'", "account seat:T1/ann:EUR:real"),
        ("UPDATE accounts SET id = 'nonsense' WHERE id LIKE 'seat:T1/ann:%'", "account nonsense"),
        ("UPDATE transfers SET amount = 9223372036854775807 WHERE stream = 'cash:T1'", "ledger"),
        ("UPDATE snapshots SET body = x'00' WHERE stream = 'cash:T1'", "cash:T1@12"),
        ("UPDATE snapshots SET at = at + 1 WHERE stream = 'cash:T1'", "cash:T1@12"),
        ("UPDATE snapshots SET version = 10 WHERE stream = 'cash:T1'", "cash:T1@10"),
        ("UPDATE snapshots SET version = 11 WHERE stream = 'cash:T1'", "cash:T1@11"),
        ("UPDATE snapshots SET stream = 'cash:T0' WHERE stream = 'cash:T1'", "cash:T0@12"),
        ("UPDATE sittings SET quarter = quarter + 1 WHERE hand = 'T1-h1' AND player = 'ann'", "hand T1-h1"),
        ("UPDATE sittings SET block = block + 1 WHERE hand = 'T1-h1' AND player = 'ann'", "hand T1-h1"),
        ("UPDATE sittings SET table_id = 'T9' WHERE hand = 'T1-h1' AND player = 'ann'", "hand T1-h1"),
        ("UPDATE sittings SET player = 'cid' WHERE hand = 'T1-h1' AND player = 'ann'", "hand T1-h1"),
        ("UPDATE sittings SET hand = 'T2-h1' WHERE hand = 'T1-h1' AND player = 'ann'", "hand T2-h1"),
        ("INSERT INTO sittings VALUES ('cid', 1, 'T1', 0, 'T1-h2')", "hand T1-h2"),
        ("INSERT INTO sittings VALUES ('ann', 1, 'T1', 0, 'none')", "hand none"),
        (
            "INSERT INTO hands SELECT 'new', stream, version, at, 'T3', 1, edition, stake, players, public, sealed FROM hands LIMIT 1",
            "hand new",
        ),
        (
            "INSERT INTO transfers VALUES ('cash:T1', 99, 0, 0, 'seat:T1/ann:EUR:real', 'pot:T1:EUR:real', 1, 'hand', NULL, NULL, 0)",
            "cash:T1@99",
        ),
        (
            "INSERT INTO transfers VALUES ('a', 1, 0, 0, 'seat:T1/ann:EUR:real', 'pot:T1:EUR:real', 1, 'hand', NULL, NULL, 0)",
            "a@1",
        ),
        ("INSERT INTO streams VALUES ('a', 3, x'00')", "a@3"),
        (
            "INSERT INTO entries SELECT 'z', version, count, at, body, hand, digest FROM entries WHERE version = 1 LIMIT 1",
            "z",
        ),
        ("UPDATE receipts SET payload = x'00'", "receipt sit T1"),
        ("UPDATE leases SET epoch = 0", "lease main"),
    ],
)
def test_what_is_missing_or_out_of_place_is_named(tamper: Tamper, statement: str, where: str) -> None:
    assert where in places(tamper(statement))


def test_two_entries_that_changed_places_are_both_named(tamper: Tamper) -> None:
    found = tamper(
        "UPDATE entries SET version = 999 WHERE stream = 'cash:T1' AND version = 6",
        "UPDATE entries SET version = 6 WHERE stream = 'cash:T1' AND version = 8",
        "UPDATE entries SET version = 8 WHERE stream = 'cash:T1' AND version = 999",
    )

    assert {"cash:T1@6", "cash:T1@8"} <= places(found)


def test_two_hands_that_changed_places_are_both_named(tamper: Tamper) -> None:
    found = tamper(
        "UPDATE hands SET id = 'x' WHERE id = 'T1-h2'",
        "UPDATE hands SET id = 'T1-h2' WHERE id = 'T1-h3'",
        "UPDATE hands SET id = 'T1-h3' WHERE id = 'x'",
    )

    assert {"cash:T1@6", "cash:T1@8"} <= places(found)


def test_a_tail_that_was_cut_off_with_its_head_is_found_by_its_money(tamper: Tamper) -> None:
    """A chain cannot know that it was longer; the ledger, the hands and the snapshot do."""
    found = tamper(
        "DELETE FROM entries WHERE stream = 'cash:T2' AND version = 12",
        "DELETE FROM transfers WHERE stream = 'cash:T2' AND version = 12",
        """UPDATE streams SET (version, digest) =
        (SELECT version, digest FROM entries WHERE stream = 'cash:T2' AND version = 10) WHERE id = 'cash:T2'""",
    )

    assert places(found) >= {"account seat:T2/ann:EUR:real", "cash:T2@12", "hand T2-h5"}


@pytest.mark.parametrize(
    ("statement", "where"),
    [
        ("UPDATE entries SET body = 'x' WHERE stream = 'cash:T1' AND version = 6", "cash:T1@6"),
        ("UPDATE transfers SET amount = amount + 1 WHERE stream = 'cash:T1' AND version = 6 AND leg = 0", "cash:T1@6"),
        ("UPDATE transfers SET amount = 9223372036854775807 WHERE stream = 'cash:T1'", "account seat:T1/ann:EUR:real"),
        ("UPDATE hands SET sealed = 'x' WHERE id = 'T1-h2'", "cash:T1@6"),
        ("DELETE FROM sittings WHERE hand = 'T1-h1' AND player = 'ann'", "hand T1-h1"),
    ],
)
def test_the_same_on_a_server(statement: str, where: str) -> None:
    address = clean_database()
    store = open_store(address)
    play(store)
    with psycopg.connect(address) as session:
        session.execute(statement)

    assert where in places(check(store))
    store.close()


def test_the_same_in_memory() -> None:
    store = MemoryStore()
    play(store)
    entry = store.tables["entries"]["cash:T1", 6]
    store.tables["entries"]["cash:T1", 6] = (*entry[:4], b"\x92\xc4\x01a\xc4\x01b", *entry[5:])
    account = chair("ann")
    store.tables["accounts"][account,] = (account, 0, 0)
    del store.tables["hands"]["T2-h2",]

    assert places(check(store)) >= {"cash:T1@6", f"account {account}", "hand T2-h2", "table T2"}


def test_where_everything_is_wrong_the_first_thousand_say_so(sqlite_store: Archive, file: Path) -> None:
    desk = Desk(sqlite_store)
    sqlite_store.commit([desk.unit(append(f"cash:{number}", 0)) for number in range(1_500)])
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("UPDATE entries SET at = at + 1")

    assert len(check(sqlite_store)) == 1_000


def test_the_check_sees_one_moment_while_others_write(sqlite_store: Archive) -> None:
    desk = Desk(sqlite_store)
    sqlite_store.commit([desk.unit(append(f"cash:{number:04}", 0)) for number in range(2_500)])

    def write_on(progress: Progress) -> None:
        desk.must(desk.unit(append("cash:0000", desk.store.load(StreamId("cash:0000")).version), append("a:1", None)))

    assert check(sqlite_store, write_on) == []
