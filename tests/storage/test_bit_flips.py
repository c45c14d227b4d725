"""A bit that flips in the file of a database is found, wherever it changes what is read of money and play."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from fairdeal.storage.anchors import Anchorer, close_chains
from fairdeal.storage.opening import open_store
from fairdeal.storage.people import GUEST, LogRow, PersonRow, open_people
from fairdeal.storage.port import StoreError
from fairdeal.storage.shapes import SHAPES
from fairdeal.storage.verify.check import check
from tests.contracts.units import NOW
from tests.storage.test_keyed_chains import KEYED
from tests.storage.test_verify import play

# How the table with the number of the schema was made is nothing that anybody reads; the number itself is.
SCHEMA = "SELECT type, name, tbl_name, sql FROM sqlite_master WHERE tbl_name <> 'alembic_version' ORDER BY name"

# Who writes, and people's own accounts: no chain holds them, and no money hangs on them.
UNCHAINED = {
    "leases",
    "editions",
    "people",
    "sessions",
    "recovery_codes",
    "resets",
    "acceptances",
    "complaints",
    "account_log",
}

Content = dict[str, object]


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The file of a house that has played."""
    path = tmp_path_factory.mktemp("sound") / "room.db"
    store = open_store(f"sqlite:///{path}", KEYED)
    close_chains(store, NOW)
    play(store)
    Anchorer(store).anchor(NOW)
    store.close()
    people = open_people(f"sqlite:///{path}")
    for name in ("ann", "bob"):
        row = PersonRow(f"p-{name}", GUEST, name, name, "", "", "fox", "", "", b"", 0, 0, "", NOW, 0)
        people.add_person(row)
        people.add_log_entry(LogRow(f"l-{name}", NOW, row.id, "created", "console", ""))
    people.close()
    with closing(sqlite3.connect(path)) as connection:
        for statement in ("PRAGMA journal_mode = DELETE", "PRAGMA page_size = 512", "VACUUM"):  # little empty space
            connection.execute(statement)
    return path.read_bytes()


def content(path: Path) -> Content | None:
    """Everything that a database says, in every order it can be asked for; None if it cannot be read."""
    found: Content = {}
    try:
        with closing(sqlite3.connect(path)) as connection:
            found["schema"] = connection.execute(SCHEMA).fetchall()
            for table, shape in ((name, SHAPES[name]) for name in SHAPES if name not in UNCHAINED):
                found[table] = connection.execute(f"SELECT * FROM {table}").fetchall()  # noqa: S608 - our own names
                found[f"{table} by key"] = connection.execute(
                    f"SELECT * FROM {table} ORDER BY {', '.join(shape.key)}"  # noqa: S608 - our own names
                ).fetchall()
            found["lines"] = connection.execute(
                "SELECT rowid, debit, at FROM transfers INDEXED BY transfers_debit WHERE listed = 1 ORDER BY debit, at"
            ).fetchall()
    except (sqlite3.Error, UnicodeDecodeError):
        return None
    return found


def flips(size: int, count: int, seed: int) -> Iterator[tuple[int, int]]:
    chance = Random(seed)  # noqa: S311 - a sample, not a secret
    for _ in range(count):
        yield chance.randrange(size), chance.randrange(8)


def is_found(path: Path) -> bool:
    """Whether the check finds something, or the database does not even open."""
    try:
        store = open_store(f"sqlite:///{path}", KEYED)
    except StoreError:
        return True
    try:
        return bool(check(store))
    except StoreError:
        return True
    finally:
        store.close()


def missed(sound: bytes, folder: Path, count: int, seed: int) -> tuple[int, list[str]]:
    """How many flips changed what is read, and those that the check did not find."""
    path = folder / "flipped.db"
    path.write_bytes(sound)
    whole = content(path)
    assert whole is not None
    assert not is_found(path)
    effective, unfound = 0, []
    for place, bit in flips(len(sound), count, seed):
        for each in folder.iterdir():
            each.unlink()
        flipped = bytearray(sound)
        flipped[place] ^= 1 << bit
        path.write_bytes(flipped)
        now = content(path)
        if now == whole:
            continue
        effective += 1
        if not is_found(path):
            where = "" if now is None else next(name for name in whole if now[name] != whole[name])
            unfound.append(f"byte {place} bit {bit} {where}")
    return effective, unfound


def test_flipped_bits_are_found(sound: bytes, tmp_path: Path) -> None:
    effective, unfound = missed(sound, tmp_path, 60, seed=7)

    assert effective > 20
    assert unfound == []


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(8))
def test_many_flipped_bits_are_found(sound: bytes, tmp_path: Path, seed: int) -> None:
    effective, unfound = missed(sound, tmp_path, 1_000, seed)

    assert effective > 300
    assert unfound == []
