"""Tables are what the migrations make, and a database in any other state is refused and left alone."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import psycopg
import pytest
from alembic.config import Config
from alembic.script import ScriptDirectory

from fairdeal.kernel import Instant, PlayerId
from fairdeal.storage import migrations
from fairdeal.storage.chain import payload_digest
from fairdeal.storage.migrating import upgrade
from fairdeal.storage.opening import Migrated, database_at, migrate, open_store
from fairdeal.storage.port import UNLISTED, BadAddress, BadSchema, Repeated, StoreUnavailable
from fairdeal.storage.schema import metadata
from fairdeal.storage.shapes import NEWEST, REVISIONS, SHAPES
from fairdeal.storage.verify.check import check
from tests.contracts.postgres import empty_database
from tests.contracts.units import Desk, append

TABLES_OF_SQLITE = "SELECT type, name, sql FROM sqlite_master WHERE tbl_name <> 'alembic_version' ORDER BY type, name"
TABLES_OF_POSTGRES = (
    """SELECT table_name, ordinal_position, column_name, data_type, collation_name, is_nullable, column_default
    FROM information_schema.columns WHERE table_schema = 'public' ORDER BY 1, 2""",
    "SELECT tablename, indexname, indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY 1, 2",
    """SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid) FROM pg_constraint
    WHERE connamespace = 'public'::regnamespace ORDER BY 1, 2""",
    "SELECT relname, reloptions FROM pg_class WHERE relnamespace = 'public'::regnamespace ORDER BY 1",
)


@pytest.fixture(params=["sqlite", "postgres"])
def empty(request: pytest.FixtureRequest, file: Path) -> Iterator[str]:
    """The address of a database without tables."""
    if request.param == "sqlite":
        yield f"sqlite:///{file}"
    else:
        with empty_database() as address:
            yield address


def run(address: str, *statements: str) -> list[tuple[object, ...]]:
    """Do something behind the store's back; the rows of the last statement."""
    if address.startswith("sqlite"):
        with closing(sqlite3.connect(address.removeprefix("sqlite:///"))) as connection, connection:
            rows = [connection.execute(statement) for statement in statements][-1]
            return rows.fetchall()
    with psycopg.connect(address) as session:
        cursors = [session.execute(statement) for statement in statements]
        return cursors[-1].fetchall() if cursors[-1].description else []


def tables(address: str) -> list[list[tuple[object, ...]]]:
    queries = (TABLES_OF_SQLITE,) if address.startswith("sqlite") else TABLES_OF_POSTGRES
    return [[row for row in run(address, query) if "alembic" not in str(row)] for query in queries]


def test_shapes_and_tables_have_the_same_columns_and_keys() -> None:
    assert {name: tuple(table.columns.keys()) for name, table in metadata.tables.items()} == {
        name: shape.columns for name, shape in SHAPES.items()
    }
    assert {name: tuple(table.primary_key.columns.keys()) for name, table in metadata.tables.items()} == {
        name: shape.key for name, shape in SHAPES.items()
    }
    assert all(shape.columns[: len(shape.key)] == shape.key for shape in SHAPES.values())


def test_the_migrations_are_the_revisions_that_the_program_knows() -> None:
    config = Config()
    config.set_main_option("script_location", str(Path(migrations.__file__).parent))
    scripts = ScriptDirectory.from_config(config)

    assert [script.revision for script in scripts.walk_revisions()][::-1] == list(REVISIONS)
    assert scripts.get_heads() == [NEWEST]


def test_migrations_make_exactly_the_schema(empty: str, tmp_path: Path) -> None:
    migrate(empty)
    migrated = tables(empty)
    if empty.startswith("sqlite"):
        other = f"sqlite:///{tmp_path / 'other.db'}"
        with database_at(other).altering.begin() as connection:
            metadata.create_all(connection)
        made = tables(other)
    else:
        with empty_database() as other:
            with database_at(other).altering.begin() as connection:
                metadata.create_all(connection)
            made = tables(other)

    assert migrated == made
    assert all(migrated)


def test_an_empty_database_is_made_ready_and_opened_again(empty: str) -> None:
    open_store(empty).close()
    open_store(empty).close()

    assert run(empty, "SELECT version_num FROM alembic_version") == [(NEWEST,)]
    assert migrate(empty) == Migrated(NEWEST, NEWEST)


def test_a_new_database_is_made_as_the_migrations_make_it(empty: str, tmp_path: Path) -> None:
    """To the letter, with the table in which Alembic notes what it has done."""
    open_store(empty).close()
    if empty.startswith("sqlite"):
        other = f"sqlite:///{tmp_path / 'other.db'}"
        migrate(other)
        of_versions = [
            run(each, "SELECT sql FROM sqlite_master WHERE tbl_name = 'alembic_version' ORDER BY name")
            for each in (empty, other)
        ]
        assert words(of_versions[0]) == words(of_versions[1])
        assert tables(empty) == tables(other)
    else:
        with empty_database() as other:
            migrate(other)
            assert [run(empty, query) for query in TABLES_OF_POSTGRES] == [
                run(other, query) for query in TABLES_OF_POSTGRES
            ]


def words(rows: list[tuple[object, ...]]) -> list[list[str]]:
    """SQL without regard to how it is broken into lines."""
    return [str(row[0]).replace("(", " ( ").replace(")", " ) ").split() for row in rows]


def test_migrating_an_empty_database_makes_it_ready(empty: str) -> None:
    assert migrate(empty) == Migrated(None, NEWEST)

    open_store(empty).close()


@pytest.mark.parametrize(
    ("statements", "message"),
    [
        (["UPDATE alembic_version SET version_num = 'zzz'"], "'zzz', which this program does not know"),
        (["DELETE FROM alembic_version"], r"should name one schema: it names \[\]"),
        (["INSERT INTO alembic_version VALUES ('yyy')"], "should name one schema"),
        (["DROP TABLE alembic_version"], "holds something else"),
        (["ALTER TABLE alembic_version RENAME COLUMN version_num TO version"], "not readable"),
        (["DROP TABLE hands", "DROP TABLE receipts"], "lacks the tables hands, receipts"),
    ],
)
def test_a_schema_nobody_knows_is_refused_and_nothing_is_written(
    empty: str, statements: list[str], message: str
) -> None:
    open_store(empty).close()
    run(empty, *statements)
    before = tables(empty)

    with pytest.raises(BadSchema, match=message):
        open_store(empty)
    with pytest.raises(BadSchema, match=message):
        migrate(empty)

    assert tables(empty) == before


def test_an_older_schema_is_refused_with_advice(empty: str, monkeypatch: pytest.MonkeyPatch) -> None:
    open_store(empty).close()
    monkeypatch.setattr("fairdeal.storage.migrating.NEWEST", "zzzz")

    with pytest.raises(BadSchema, match=f"the schema is {NEWEST}, this program needs zzzz; run `fairdeal db migrate`"):
        open_store(empty)


def test_hands_of_an_older_schema_are_found_after_migrating(empty: str) -> None:
    database = database_at(empty)
    with database.altering.begin() as connection:
        upgrade(connection, "0002")
    database.altering.dispose()
    players = r"'\x92a3616e6ea3626f62', '', ''" if empty.startswith("postgres") else "x'92a3616e6ea3626f62', x'', x''"
    hands = [(f"h{number:03}", number * 20_000, 1 + (number > 50), number) for number in range(1, 151)]
    for hand, at, table, number in hands:
        place = f"'{hand}', 's', {number}, {at}, 'T{table}', {number}"
        run(
            empty,
            f"INSERT INTO hands VALUES ({place}, 'e', '1/2', {players})",  # noqa: S608 - our own values
            f"INSERT INTO hand_players VALUES ('ann', {at}, '{hand}'), ('bob', {at}, '{hand}')",  # noqa: S608 - the same
        )

    assert migrate(empty) == Migrated("0002", NEWEST)

    store = open_store(empty)
    found = store.hands_of(PlayerId("ann"), Instant(10**9), 1_000)
    store.close()
    assert [(hand.hand, at) for at, hand in found] == [(hand, at) for hand, at, _, _ in reversed(hands)]
    assert run(empty, "SELECT count(*) FROM sittings") == [(2 * 7,)]  # four quarters, two tables, blocks of 64


def test_receipts_of_an_older_schema_still_answer_after_migrating(empty: str) -> None:
    database = database_at(empty)
    with database.altering.begin() as connection:
        upgrade(connection, "0003")
    database.altering.dispose()
    digest = payload_digest(b"p").hex()
    payload, result = (rf"'\x{digest}'", r"'\x72'") if empty.startswith("postgres") else (f"x'{digest}'", "x'72'")
    run(empty, f"INSERT INTO receipts VALUES ('k', {payload}, {result}, 5)")  # noqa: S608 - our own values

    assert migrate(empty) == Migrated("0003", NEWEST)

    store = open_store(empty)
    desk = Desk(store)
    assert desk.write(desk.unit(append("cash:T1", 0), key="k", payload=b"p")) == Repeated(b"r")
    assert check(store) == []
    store.close()


def test_streams_of_tournaments_of_an_older_schema_wait_to_be_listed_after_migrating(empty: str) -> None:
    database = database_at(empty)
    with database.altering.begin() as connection:
        upgrade(connection, "0004")
    database.altering.dispose()
    nothing = "''" if empty.startswith("postgres") else "x''"
    for stream in ("tournament:T1", "hexapro:club/hexapro/1.00/test", "tournamenu:T2", "cash:T1"):
        run(empty, f"INSERT INTO streams VALUES ('{stream}', 1, {nothing})")  # noqa: S608 - our own values

    assert migrate(empty) == Migrated("0004", NEWEST)

    store = open_store(empty)
    assert {row.id for row in store.listed(UNLISTED, 9)} == {"tournament:T1", "hexapro:club/hexapro/1.00/test"}
    assert store.listed_counts(UNLISTED) == {"": 2}
    store.close()


def test_somebody_elses_database_is_refused_and_left_alone(empty: str) -> None:
    run(empty, "CREATE TABLE cats (name text)")
    before = tables(empty)

    with pytest.raises(BadSchema, match="something else"):
        open_store(empty)
    with pytest.raises(BadSchema, match="something else"):
        migrate(empty)

    assert tables(empty) == before


def test_not_a_byte_of_somebody_elses_file_changes(file: Path) -> None:
    run(f"sqlite:///{file}", "CREATE TABLE cats (name text)")
    before = file.read_bytes()

    for touch in (open_store, migrate):
        with pytest.raises(BadSchema, match="something else"):
            touch(f"sqlite:///{file}")

    assert file.read_bytes() == before
    assert list(file.parent.iterdir()) == [file]


def test_a_file_that_is_no_database_is_refused_and_left_alone(file: Path) -> None:
    text = b"This is a diary, not a database. " * 40
    file.write_bytes(text)

    with pytest.raises(BadSchema, match="not a database"):
        open_store(f"sqlite:///{file}")

    assert file.read_bytes() == text


@pytest.mark.parametrize(
    "address",
    [
        "",
        "room.db",
        "sqlite://",
        "sqlite:///:memory:",
        "mysql://localhost/room",
        "sqlite:////no/such/folder/room.db",
        "postgresql://[",
    ],
)
def test_addresses_that_are_none(address: str) -> None:
    with pytest.raises(BadAddress):
        open_store(address)


def test_a_password_is_not_shown() -> None:
    with pytest.raises(BadAddress) as caught:
        open_store("postgresql://ann:secret@[/room")

    assert "secret" not in str(caught.value)


def test_a_server_that_does_not_answer_is_unavailable(tmp_path: Path) -> None:
    with pytest.raises(StoreUnavailable):
        open_store(f"postgresql://nobody@/room?host={tmp_path}")
    with pytest.raises(StoreUnavailable):
        migrate(f"postgresql://nobody@/room?host={tmp_path}")


def test_a_database_takes_no_row_that_breaks_the_ledger(empty: str) -> None:
    """A last guard, behind the judge."""
    open_store(empty).close()
    errors = (sqlite3.IntegrityError, psycopg.IntegrityError)

    with pytest.raises(errors):
        run(empty, "INSERT INTO accounts (id, balance, may_owe) VALUES ('seat:T1/ann:EUR:real', -1, 0)")
    with pytest.raises(errors):
        run(empty, "INSERT INTO transfers VALUES ('s', 1, 0, 0, 'a', 'b', 0, 'hand', NULL, NULL, 0)")
    run(empty, "INSERT INTO accounts (id, balance, may_owe) VALUES ('outside::EUR:real', -1, 1)")
