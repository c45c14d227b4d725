"""A store in a file, and back: the same rows, in any kind of store, or nothing at all."""

import gzip
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from hashlib import sha256
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from fairdeal.kernel import Instant, PlayerId, StreamId
from fairdeal.storage.archive import Archive, walk
from fairdeal.storage.backup import MAGIC, BadBackup, Manifest, Page, Seal, back_up, read_manifest, restore
from fairdeal.storage.memory import MemoryStore
from fairdeal.storage.opening import open_store
from fairdeal.storage.port import Clash, Committed, Lease, Progress
from fairdeal.storage.shapes import NEWEST, SHAPES
from tests.contracts.postgres import clean_database, empty_database
from tests.contracts.units import NOW, Desk, append, record, wallet
from tests.storage.test_verify import play

KINDS = ("memory", "sqlite", "postgres")


def contents(store: Archive) -> dict[str, list[object]]:
    with store.reading() as rows:
        return {table: list(walk(rows, table)) for table in SHAPES}


@pytest.fixture(scope="module")
def whole() -> MemoryStore:
    store = MemoryStore()
    play(store)
    store.keep_edition("d1", "house", "the rules — ÕȘ🂡", NOW)
    return store


@pytest.fixture
def target(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Archive]:
    kind = getattr(request, "param", "sqlite")
    if kind == "memory":
        yield MemoryStore()
    elif kind == "sqlite":
        store = open_store(f"sqlite:///{tmp_path / 'target.db'}")
        yield store
        store.close()
    else:
        with empty_database() as address:
            store = open_store(address)
            yield store
            store.close()


@pytest.fixture
def backup(whole: MemoryStore, tmp_path: Path) -> Path:
    back_up(whole, tmp_path / "backup", NOW)
    return tmp_path / "backup"


@pytest.mark.parametrize("source", KINDS)
@pytest.mark.parametrize("target", KINDS, indirect=True)
def test_a_backup_of_any_store_is_restored_into_any_other(
    whole: MemoryStore, source: str, target: Archive, tmp_path: Path
) -> None:
    store: Archive = whole
    if source != "memory":
        store = open_store(f"sqlite:///{tmp_path / 'source.db'}" if source == "sqlite" else clean_database())
        with store.filling() as filling:
            for table, rows in whole.tables.items():
                filling.add(table, list(rows.values()))
    told: list[int] = []

    manifest = back_up(store, tmp_path / "backup", NOW, lambda progress: told.append(progress.done))
    findings = restore(tmp_path / "backup", target)

    assert findings == []
    assert contents(target) == contents(whole)
    assert manifest.rows == {table: len(rows) for table, rows in whole.tables.items()}
    assert told[-1] == sum(manifest.rows.values())
    store.close()


def test_a_restored_store_goes_on_where_the_other_stopped(backup: Path, target: Archive) -> None:
    restore(backup, target)

    desk = Desk(target, now=Instant(NOW + 10))
    assert desk.lease == Lease("main", 2)
    version = target.load(StreamId("cash:T1")).version
    assert desk.must(desk.unit(append("cash:T1", version, record=record("new", 6)))) == Committed((version + 1,))
    assert [hand.hand for _, hand in target.hands_of(PlayerId("ann"), Instant(NOW + 11), 1)] == ["new"]


def test_the_same_store_gives_the_same_file(whole: MemoryStore, backup: Path, tmp_path: Path) -> None:
    back_up(whole, tmp_path / "again", NOW)

    assert (tmp_path / "again").read_bytes() == backup.read_bytes()


def test_restoring_tells_how_far_it_is(backup: Path, target: Archive) -> None:
    heard: list[tuple[int, int]] = []

    def hear(progress: Progress) -> None:
        heard.append((progress.done, progress.total))

    restore(backup, target, hear)

    assert heard[-1][0] == heard[-1][1] == sum(read_manifest(backup).rows.values())


def test_a_store_that_is_not_empty_is_left_as_it_is(backup: Path, target: Archive) -> None:
    Desk(target)
    before = contents(target)

    with pytest.raises(Clash, match="not empty"):
        restore(backup, target)

    assert contents(target) == before


def is_empty(store: Archive) -> bool:
    return not any(contents(store).values())


def test_a_file_that_was_cut_anywhere_is_refused_and_nothing_is_restored(
    backup: Path, target: Archive, tmp_path: Path
) -> None:
    data = backup.read_bytes()
    cut = tmp_path / "cut"
    for length in [*range(0, len(data), len(data) // 50), len(data) - 1]:
        cut.write_bytes(data[:length])
        with pytest.raises(BadBackup):
            restore(cut, target)
    cut.write_bytes(data + b"more")
    with pytest.raises(BadBackup):
        restore(cut, target)

    assert is_empty(target)


def test_a_file_with_any_byte_changed_is_refused_and_nothing_is_restored(
    backup: Path, target: Archive, tmp_path: Path
) -> None:
    data = gzip.decompress(backup.read_bytes())
    changed = tmp_path / "changed"
    for place in range(0, len(data), len(data) // 80):
        forged = bytearray(data)
        forged[place] ^= 1
        changed.write_bytes(gzip.compress(bytes(forged), 1))
        with pytest.raises(BadBackup):
            restore(changed, target)

    assert is_empty(target)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"diary",
        gzip.compress(b"diary", mtime=0),
        gzip.compress(MAGIC, mtime=0),
        gzip.compress(MAGIC + b"\xff" * 9, mtime=0),
    ],
)
def test_a_file_that_is_no_backup_is_refused(data: bytes, target: Archive, tmp_path: Path) -> None:
    (tmp_path / "odd").write_bytes(data)

    with pytest.raises(BadBackup):
        restore(tmp_path / "odd", target)
    with pytest.raises(BadBackup, match="cannot be read"):
        restore(tmp_path / "missing", target)


def forge(path: Path, *frames: msgspec.Struct) -> None:
    """Write a file with those frames and a seal that fits them."""
    data = b""
    for frame in frames:
        packed = msgspec.msgpack.encode(frame)
        data += len(packed).to_bytes(4, "big") + packed
    seal = msgspec.msgpack.encode(Seal(sha256(data).digest()))
    path.write_bytes(gzip.compress(MAGIC + data + len(seal).to_bytes(4, "big") + seal))


EMPTY = Manifest(NOW, NEWEST, dict.fromkeys(SHAPES, 0))
ONE_LEASE = replace(EMPTY, rows={**EMPTY.rows, "leases": 1})
LEASE = Page("leases", [("main", "desk", 1, NOW)])


@pytest.mark.parametrize(
    "frames",
    [
        (),
        (LEASE,),
        (EMPTY, LEASE),
        (ONE_LEASE,),
        (ONE_LEASE, LEASE, LEASE),
        (ONE_LEASE, ONE_LEASE, LEASE),
        (LEASE, ONE_LEASE),
        (ONE_LEASE, Page("leases", [("main", "desk", 1)])),
        (ONE_LEASE, LEASE, Page("cats", [])),
        (replace(EMPTY, schema="0000"),),
        (replace(EMPTY, rows={}),),
    ],
)
def test_a_file_that_does_not_hold_what_its_manifest_says_is_refused(
    frames: tuple[msgspec.Struct, ...], target: Archive, tmp_path: Path
) -> None:
    forge(tmp_path / "sound", ONE_LEASE, LEASE)
    forge(tmp_path / "forged", *frames)

    assert read_manifest(tmp_path / "sound") == ONE_LEASE
    with pytest.raises(BadBackup):
        restore(tmp_path / "forged", target)
    assert is_empty(target)


def test_a_backup_of_a_damaged_store_is_refused_unless_it_is_wanted(tmp_path: Path, target: Archive) -> None:
    path = tmp_path / "damaged.db"
    damaged = open_store(f"sqlite:///{path}")
    play(damaged)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE entries SET at = at + 1 WHERE stream = 'cash:T1' AND version = 6")
    back_up(damaged, tmp_path / "backup", NOW)

    with pytest.raises(BadBackup, match="1 findings") as caught:
        restore(tmp_path / "backup", target)

    assert [finding.where for finding in caught.value.findings] == ["cash:T1@6"]
    assert is_empty(target)
    assert restore(tmp_path / "backup", target, even_if_damaged=True) == list(caught.value.findings)
    assert contents(target) == contents(damaged)
    damaged.close()


def test_a_backup_never_overwrites_a_file_and_leaves_nothing_half_written(whole: MemoryStore, tmp_path: Path) -> None:
    path = tmp_path / "precious"
    path.write_bytes(b"precious")

    with pytest.raises(BadBackup, match="exists already"):
        back_up(whole, path, NOW)
    with pytest.raises(BadBackup, match="cannot be written"):
        back_up(whole, tmp_path / "no" / "such" / "folder", NOW)

    assert path.read_bytes() == b"precious"
    assert list(tmp_path.iterdir()) == [path]


def test_a_backup_that_fails_half_way_leaves_nothing(whole: MemoryStore, tmp_path: Path) -> None:
    def stop(_: Progress) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        back_up(whole, tmp_path / "backup", NOW, stop)

    assert list(tmp_path.iterdir()) == []


def test_a_backup_sees_one_moment_while_others_write(tmp_path: Path, target: Archive) -> None:
    store = open_store(f"sqlite:///{tmp_path / 'busy.db'}")
    desk = Desk(store)
    store.commit([desk.unit(append(f"cash:{number:04}", 0)) for number in range(2_500)])
    before = contents(store)

    def write_on(progress: Progress) -> None:
        desk.must(desk.unit(append("log:1", None, b"x"), opens=(wallet(str(progress.done)),)))

    back_up(store, tmp_path / "backup", NOW, write_on)
    restore(tmp_path / "backup", target)

    assert contents(target) == before
    store.close()
