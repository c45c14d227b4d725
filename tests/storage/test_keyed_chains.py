"""Chains that are made with a key: nobody forges one without it, and nobody cuts one off behind an anchor."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from fairdeal.kernel import Instant, StreamId
from fairdeal.storage.anchor_lines import FILE, Signer, append_lines, check_lines, missing_lines, read_lines, text_of
from fairdeal.storage.anchors import Anchorer, WrongKey, close_again, close_chains
from fairdeal.storage.archive import Archive
from fairdeal.storage.backup import BadBackup, back_up, restore
from fairdeal.storage.chain import ANCHORS, GENESIS, PLAIN, ChainHasher, is_keyed
from fairdeal.storage.memory import MemoryStore
from fairdeal.storage.opening import open_store
from fairdeal.storage.port import Damaged, Finding, NoKey, Repeated
from fairdeal.storage.shapes import Row
from fairdeal.storage.vault import Vault
from fairdeal.storage.verify.chains import Coverage
from fairdeal.storage.verify.check import Report, check
from tests.contracts.postgres import clean_database
from tests.contracts.units import NOW, Desk, append, at, chair, move, wallet
from tests.storage.test_verify import play

VAULT = Vault({1: b"k" * 32})
OTHER = Vault({1: b"o" * 32})
KEYED = ChainHasher(VAULT.derive("chain"))
LATER = Instant(NOW + 3_600_000)

Opening = Callable[[ChainHasher], Archive]


@pytest.fixture(params=["memory", "sqlite", "postgres"])
def opening(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Opening]:
    """Opens the same store again and again, each time with a chain."""
    address = clean_database() if request.param == "postgres" else f"sqlite:///{tmp_path / 'room.db'}"
    opened: list[Archive] = []

    def open_with(chain: ChainHasher) -> Archive:
        if request.param == "memory":
            store: Archive = opened[0] if opened else MemoryStore()
            store.chain = chain
        else:
            store = open_store(address, chain)
        opened.append(store)
        return store

    yield open_with
    for store in opened:
        store.close()


def sqlite_at(path: Path) -> Opening:
    return lambda chain: open_store(f"sqlite:///{path / 'room.db'}", chain)


def change(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path / "room.db")) as connection, connection:
        for statement in statements:
            assert connection.execute(statement).rowcount


def places(findings: list[Finding]) -> set[str]:
    return {finding.where for finding in findings}


def forge(path: Path, chain: ChainHasher) -> None:
    """Ann pays in ten times as much, with every digest and balance made to fit by somebody who has that chain."""
    with closing(sqlite3.connect(path / "room.db")) as connection, connection:
        run = connection.execute
        run("UPDATE transfers SET amount = 100000 WHERE stream = 'player:ann'")
        run("UPDATE accounts SET balance = balance + 90000 WHERE id LIKE 'site:ann:%'")
        run("UPDATE accounts SET balance = balance - 90000 WHERE id LIKE 'outside:%'")
        entry: Row = run("SELECT * FROM entries WHERE stream = 'player:ann'").fetchone()
        moved = run("SELECT * FROM transfers WHERE stream = 'player:ann'").fetchall()
        digest = chain.entry(GENESIS, entry[:6], moved, None)
        run("UPDATE entries SET digest = ? WHERE stream = 'player:ann'", (digest,))
        run("UPDATE streams SET digest = ? WHERE id = 'player:ann'", (digest,))


def test_keyed_digests_are_made_in_one_way_for_ever() -> None:
    entry = ("cash:T1", 1, 1, NOW, b"body", None)
    digest = KEYED.entry(GENESIS, entry, [], None)

    assert digest.hex() == "000000011b400cc5dc0a6c1aadfabfa4540316c2069336557f60565700e869712a3400e7"
    assert is_keyed(digest)


def test_forged_money_with_plain_digests_made_to_fit_is_what_no_check_can_find(tmp_path: Path) -> None:
    """Which is why there are keys."""
    store = sqlite_at(tmp_path)(PLAIN)
    play(store)
    forge(tmp_path, PLAIN)

    assert check(store) == []
    store.close()


@pytest.mark.parametrize("forger", [PLAIN, ChainHasher(OTHER.derive("chain"))])
def test_forged_money_is_found_where_there_is_a_key(tmp_path: Path, forger: ChainHasher) -> None:
    store = sqlite_at(tmp_path)(KEYED)
    close_chains(store, NOW)
    play(store)
    assert check(store) == []
    forge(tmp_path, forger)

    assert places(check(store)) == {"player:ann@1"}
    store.close()


def test_an_old_store_is_closed_at_a_row_and_goes_on_with_a_key(opening: Opening) -> None:
    old = opening(PLAIN)
    play(old)
    with old.reading() as rows:
        before = {row[:2]: row for row in rows.page("entries", None, 1_000)}

    store = opening(KEYED)
    assert close_chains(store, NOW)
    assert not close_chains(store, LATER)
    desk = Desk(store)
    desk.must(desk.unit(append("cash:T1", 14), transfers=(move(at("cash:T1", 15), wallet("ann"), wallet("bob"), 1),)))
    desk.must(desk.unit(append("cash:T3", 0), key="new", payload=b"p"))

    coverage = Coverage()
    assert check(store, coverage=coverage) == []
    with store.reading() as rows:
        after = {row[:2]: row for row in rows.page("entries", None, 1_000)}
    assert before.items() <= after.items()
    new = {key for key in after if key not in before}
    assert new == {("cash:T1", 15), ("cash:T3", 1), (ANCHORS, 1)}
    assert all(is_keyed(after[key][6]) for key in new)
    assert (coverage.plain, coverage.keyed, coverage.closed_at) == (len(before), 3, NOW)


def test_what_was_closed_cannot_be_forged_any_more(tmp_path: Path) -> None:
    old = sqlite_at(tmp_path)(PLAIN)
    play(old)
    old.close()
    store = sqlite_at(tmp_path)(KEYED)
    close_chains(store, NOW)
    forge(tmp_path, PLAIN)

    assert "player:ann@1" in places(check(store))
    store.close()


@pytest.mark.parametrize(
    ("statement", "where"),
    [
        ("UPDATE receipts SET result = x'01' WHERE key = 'sit T1'", "receipts"),
        ("UPDATE receipts SET result = x'01' WHERE key = 'new'", "receipt new"),
        ("UPDATE receipts SET digest = x'' WHERE key = 'new'", "receipts"),
        ("DELETE FROM receipts WHERE key = 'sit T1'", "receipts"),
        ("UPDATE snapshots SET digest = zeroblob(32) WHERE stream = 'cash:T9'", "cash:T9@1"),
    ],
)
def test_receipts_and_snapshots_are_held_by_the_key_too(tmp_path: Path, statement: str, where: str) -> None:
    old = sqlite_at(tmp_path)(PLAIN)
    play(old)
    old.close()
    store = sqlite_at(tmp_path)(KEYED)
    close_chains(store, NOW)
    desk = Desk(store)
    desk.must(desk.unit(append("cash:T9", 0, snapshot=b"state"), key="new", payload=b"p"))
    assert check(store) == []
    change(tmp_path, statement)

    assert where in places(check(store))
    store.close()


@pytest.mark.parametrize("kind", [PLAIN, KEYED])
def test_a_snapshot_that_others_made_is_not_loaded(tmp_path: Path, kind: ChainHasher) -> None:
    """With a plain hash, or with a digest that has the form of a keyed one."""
    store = sqlite_at(tmp_path)(KEYED)
    close_chains(store, NOW)
    desk = Desk(store)
    desk.must(desk.unit(append("cash:T9", 0, snapshot=b"state")))
    with store.reading() as rows:
        (entry,) = rows.pick("entries", [("cash:T9", 1)])
    forger = kind if kind is PLAIN else ChainHasher(OTHER.derive("chain"))
    digest = forger.snapshot(entry[6], ("cash:T9", 1, NOW, b"rich"))
    change(tmp_path, f"UPDATE snapshots SET body = CAST('rich' AS BLOB), digest = x'{digest.hex()}'")  # noqa: S608 - our own

    with pytest.raises(Damaged, match="not the one that was written"):
        store.load(StreamId("cash:T9"))
    store.close()


def test_without_the_key_nobody_writes_but_everybody_reads(opening: Opening) -> None:
    store = opening(KEYED)
    close_chains(store, NOW)
    play(store)
    if isinstance(store, MemoryStore):
        pytest.skip("a store in memory has one opener")

    blind = opening(PLAIN)
    assert blind.load(StreamId("cash:T1")).version == 14
    with pytest.raises(NoKey, match="--data"):
        Desk(blind)
    assert places(check(blind)) == {"key 1"}


def test_another_key_does_not_open_the_house(opening: Opening) -> None:
    close_chains(opening(KEYED), NOW)

    with pytest.raises(WrongKey, match="not those this database was written with"):
        close_chains(opening(ChainHasher(OTHER.derive("chain"))), LATER)


def test_a_house_that_lost_its_key_goes_on_with_another(opening: Opening) -> None:
    play(opening(PLAIN))
    store = opening(KEYED)
    close_chains(store, NOW)
    Desk(store).must(Desk(store).unit(append("cash:T3", 0)))

    store = opening(ChainHasher({2: b"n" * 32}))
    close_again(store, LATER)
    desk = Desk(store)
    desk.must(desk.unit(append("cash:T3", 1)))

    coverage = Coverage()
    assert check(store, coverage=coverage) == []
    assert (coverage.sealed_by_lost_keys, coverage.keyed, coverage.closed_at) == (2, 2, LATER)


def test_a_unit_that_was_written_under_an_older_key_is_recognised(opening: Opening) -> None:
    store = opening(KEYED)
    close_chains(store, NOW)
    desk = Desk(store)
    unit = desk.unit(append("cash:T3", 0), key="k", payload=b"p")
    first = desk.must(unit)
    store = opening(ChainHasher({**VAULT.derive("chain"), 2: b"n" * 32}))

    assert store.commit([unit])[0] in (first, Repeated(b""))
    assert check(store) == []


def cut(path: Path) -> None:
    """Ann's last movement never was: entry, transfer, balances and head are made to fit, without any key."""
    change(
        path,
        "DELETE FROM entries WHERE stream = 'cash:T3' AND version = 2",
        "DELETE FROM transfers WHERE stream = 'cash:T3' AND version = 2",
        "UPDATE accounts SET balance = balance + 7 WHERE id LIKE 'site:ann:%'",
        "UPDATE accounts SET balance = balance - 7 WHERE id LIKE 'seat:T3/ann:%'",
        """UPDATE streams SET (version, digest) =
        (SELECT version, digest FROM entries WHERE stream = 'cash:T3' AND version = 1) WHERE id = 'cash:T3'""",
    )


def write_last_movement(store: Archive) -> None:
    desk = Desk(store)
    for version in (0, 1):
        sit = move(at("cash:T3", version + 1), wallet("ann"), chair("ann", "T3"), 7)
        desk.must(desk.unit(append("cash:T3", version), transfers=(sit,)))


def test_a_tail_that_was_cut_off_is_found_by_the_next_anchor(tmp_path: Path) -> None:
    store = sqlite_at(tmp_path)(KEYED)
    close_chains(store, NOW)
    play(store)
    write_last_movement(store)
    anchorer = Anchorer(store)
    anchorer.anchor(LATER)
    written = anchorer.anchor(LATER)
    assert check(store) == []
    with store.reading() as rows:
        (entry,) = rows.pick("entries", [(ANCHORS, written.number)])
    assert len(entry[4]) < 60  # nothing had moved, so nothing is told twice
    cut(tmp_path)

    assert places(check(store)) == {"cash:T3@2"}
    store.close()


def test_a_database_put_back_to_an_earlier_state_is_found_by_the_lines_outside(tmp_path: Path) -> None:
    store = sqlite_at(tmp_path)(KEYED)
    close_chains(store, NOW)
    play(store)
    back_up(store, tmp_path / "early", NOW)
    signer = Signer(VAULT)
    append_lines(tmp_path / FILE, [signer.line(Anchorer(store).anchor(LATER))])
    earlier = open_store(f"sqlite:///{tmp_path / 'earlier.db'}", KEYED)
    restore(tmp_path / "early", earlier)

    assert check(earlier) == []
    assert lines_found(tmp_path, store, signer) == set()
    assert lines_found(tmp_path, earlier, signer) == {"anchor 2 of 2023-11-14T23:13:20.000Z"}
    store.close()
    earlier.close()


def lines_found(path: Path, store: Archive, signer: Signer | None) -> set[str]:
    report = Report(0, None)
    with store.reading() as rows:
        check_lines(path / FILE, rows, report, signer, Coverage())
    return places(report.findings)


def test_lines_that_others_wrote_are_found(tmp_path: Path) -> None:
    store = MemoryStore(KEYED)
    close_chains(store, NOW)
    anchor = Anchorer(store).anchor(LATER)
    line = Signer(VAULT).line(anchor)
    changed = text_of(line).replace('"number":2', '"number":1')
    (tmp_path / FILE).write_text(f"{text_of(line)}\n{changed}\nnonsense\n{text_of(Signer(OTHER).line(anchor))}\n")

    assert lines_found(tmp_path, store, Signer(VAULT)) == {f"{tmp_path / FILE} line {each}" for each in (2, 3, 4)}
    assert lines_found(tmp_path, store, None) == {f"{tmp_path / FILE} line {each}" for each in (2, 3)}


def test_lines_that_never_reached_the_file_are_written_later(tmp_path: Path) -> None:
    store = MemoryStore(KEYED)
    close_chains(store, NOW)
    anchorer, signer, path = Anchorer(store), Signer(VAULT), tmp_path / FILE
    for _ in range(2):
        anchorer.anchor(LATER)
        with store.reading() as rows:
            append_lines(path, missing_lines(path, rows, signer))

    assert [line.number for _, line in read_lines(path) if line is not None] == [1, 2, 3]
    assert path.stat().st_mode & 0o777 == 0o600


def test_a_backup_without_its_keys_is_refused_unless_it_is_wanted_so(tmp_path: Path) -> None:
    store = MemoryStore(KEYED)
    close_chains(store, NOW)
    play(store)
    back_up(store, tmp_path / "backup", NOW)

    with pytest.raises(BadBackup) as refused:
        restore(tmp_path / "backup", MemoryStore())
    assert places(list(refused.value.findings)) == {"key 1"}
    assert restore(tmp_path / "backup", MemoryStore(KEYED)) == []


def test_files_are_their_owners_alone(tmp_path: Path) -> None:
    store = sqlite_at(tmp_path)(PLAIN)
    play(store)
    back_up(store, tmp_path / "backup", NOW)

    modes = {path.name: path.stat().st_mode & 0o777 for path in tmp_path.iterdir()}
    assert modes == dict.fromkeys(("room.db", "room.db-wal", "room.db-shm", "backup"), 0o600)
    store.close()
