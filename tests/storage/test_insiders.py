"""
Somebody who can write every row and compute every hash, but has no key: whatever they delete, change, swap or add is found and named.

The tables come from the schema, so that a new one fails here until it is said how it is held.
"""

import shutil
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Final

import pytest

from fairdeal.bank.house import StaffId
from fairdeal.kernel import Instant
from fairdeal.office.docket.commands import NoteChange, SetRoles
from fairdeal.office.roles import Role
from fairdeal.room.office.record import read_docket, record
from fairdeal.room.office.rights import rights_that_differ
from fairdeal.storage.anchor_lines import FILE, Signer, append_lines, check_lines, missing_lines
from fairdeal.storage.anchors import Anchorer, close_chains
from fairdeal.storage.chain import GENESIS, PLAIN, ChainHasher
from fairdeal.storage.opening import open_store
from fairdeal.storage.people import PLAYER, ComplaintRow, Forged, LogRow, PersonRow, open_people
from fairdeal.storage.port import Finding, Listing, NoKey, StoreError
from fairdeal.storage.schema import metadata
from fairdeal.storage.shapes import SHAPES
from fairdeal.storage.sql.people_seals import SEALED
from fairdeal.storage.sql.people_seals import STREAM as SEALS
from fairdeal.storage.verify.chains import Coverage
from fairdeal.storage.verify.check import Report, check
from tests.contracts.units import NOW, Desk, append
from tests.storage.test_keyed_chains import KEYED, OTHER, VAULT
from tests.storage.test_verify import play

FORGERS: Final = (PLAIN, ChainHasher(OTHER.derive("chain")))
"""Who has no key makes plain hashes, or hashes with a key of their own."""

CHAINED: Final = (
    "streams", "entries", "transfers", "accounts", "snapshots", "hands", "sittings", "listings", "receipts"
)  # fmt: skip
"""Tables of money, rights (the docket is a stream) and history."""
HELD: Final = (*CHAINED, *SEALED)
"""Those, and the tables of people, each row of which has a seal in a stream."""
NOT_HELD: Final = {
    "leases": "who writes now; a forged one is fenced off by its epoch, and says nothing of the past",
    "editions": "texts named by their own hash, which is held by every entry that was played under them",
    "sessions": "who is signed in now, with nothing but a session: every deed, payment and change of an account wants a proof",
    "resets": "links to set a password, which does not end the second factor; using one seals the account and stands in its log",
}
MISSED_IN_PEACE: Final = {
    ("snapshots", "delete"): "it is made anew from the chain",
    ("listings", "delete"): "lists are read anew from the streams; no decision rests on them",
    ("receipts", "delete"): "the memory of a key: a command that is repeated is decided anew, in the chain",
}
DEEDS: Final = ("delete", "change", "swap", "add")


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of a house that has played, with staff and looks in its docket, a list and receipts."""
    path = tmp_path_factory.mktemp("insiders") / "room.db"
    store = open_store(f"sqlite:///{path}", KEYED)
    close_chains(store, NOW)
    play(store)
    for name, role in (("fia", Role.FLOOR), ("frank", Role.FINANCE), ("saga", Role.SECURITY)):
        assert record(store, SetRoles(StaffId(name), (role,), "console"), NOW) is None
        assert record(store, NoteChange(name, "setting", "house", "changed"), NOW) is None
    people = open_people(f"sqlite:///{path}", KEYED)
    for number, name in enumerate(("ann", "bob", "fia")):
        people.add_person(account(name))
        people.set_codes(name, [b"%d1" % number, b"%d2" % number])
        people.accept(name, {f"digest{number}": "unibet"}, NOW)
        people.add_complaint(ComplaintRow(f"c{number}", name, "hand", NOW, "words", "", "", 0))
        people.add_log_entry(LogRow(f"l{number}", NOW, name, "created", name, ""))
    people.change_person("ann", email="ann@post.test", email_key="ann@post.test")
    people.answer_complaint("c1", "answer", "fia", NOW)
    people.use_code("bob", b"11")
    people.close()
    desk = Desk(store)
    for number in range(3):
        listed = tuple(
            Listing("requests", f"q{number}-{n}", Instant(NOW + n), "done", "credit", b"body") for n in range(3)
        )
        part = replace(append("cash:T9", number, snapshot=b"state"), listings=listed)
        desk.must(desk.unit(part, key=f"k{number}", payload=b"p"))
    Anchorer(store).anchor(NOW)
    assert check(store) == []
    store.close()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")
    return path


def account(name: str) -> PersonRow:
    return PersonRow(name, PLAYER, name, name, "", "", "fox", "1990-05-17", "argon2", b"sealed", 1, 7, "", NOW, 0)


def test_every_table_is_held_or_says_why_not() -> None:
    assert set(metadata.tables) == {*HELD, *NOT_HELD}
    assert set(metadata.tables) == set(SHAPES)


def tampered(run: sqlite3.Cursor, table: str, how: str, chance: Random) -> str | None:
    """Delete, change, swap or add a row of a table; the stream it belongs to, or what it is called. None: nothing changed."""
    shape = SHAPES[table]
    rows = run.execute(f"SELECT * FROM {table}").fetchall()  # noqa: S608 - our own names
    keys = len(shape.key)
    plain = [n for n, name in enumerate(shape.columns) if n >= keys and name != "digest"]
    plain = plain or [keys - 1]
    row = chance.choice([each for each in rows if each[0] != "anchor:house"])
    match how:
        case "delete":
            _delete(run, table, row)
        case "change":
            column = chance.choice(plain)
            changed = (*row[:column], _another(row[column], chance), *row[column + 1 :])
            if changed == row:
                return None
            _put(run, table, row, changed)
        case "swap":
            other = chance.choice(rows)
            if other[0] == "anchor:house" or (row[keys:] == other[keys:] and table != "recovery_codes") or row == other:
                return None
            for each in (row, other):
                _delete(run, table, each)
            mine, theirs = (*row[:keys], *other[keys:]), (*other[:keys], *row[keys:])
            if table == "recovery_codes":  # all of it is its key
                mine, theirs = (row[0], other[1]), (other[0], row[1])
            _insert(run, table, mine)
            _insert(run, table, theirs)
        case _:
            if table == "hands":  # as the next of its table
                row = max((each for each in rows if each[4] == row[4]), key=lambda each: each[5])
                row = (*row[:5], row[5] + 1, *row[6:])
            fresh = (*_new_key(row[:keys], rows), *row[keys:])
            if table == "people":  # names and addresses are somebody's
                fresh = (*fresh[:2], *(f"{each}2" for each in fresh[2:6]), *fresh[6:])
            _insert(run, table, fresh)
    return str(row[0])


def _new_key(key: Sequence[object], rows: Sequence[Sequence[object]]) -> list[object]:
    """A key that no row has: the next number, or another name."""
    last = key[-1]
    taken = {tuple(row[: len(key)]) for row in rows}
    for n in range(1, 100):
        fresh = [*key[:-1], _next(last, n)]
        if tuple(fresh) not in taken:
            return fresh
    raise AssertionError(key)


def _next(last: object, n: int) -> object:
    match last:
        case int():
            return last + n
        case bytes():
            return last + b"%d" % n
        case _:
            return f"{last}{n}"


def _another(value: object, chance: Random) -> object:
    match value:
        case None:
            return "forged"
        case int():
            return value + chance.choice((1, 7, 1000))
        case str():
            return f"{value}x"
        case bytes() if value:
            at = chance.randrange(len(value))
            return value[:at] + bytes([value[at] ^ 1 << chance.randrange(8)]) + value[at + 1 :]
        case _:
            return b"x"


def _where(table: str, row: Sequence[object]) -> tuple[str, Sequence[object]]:
    key = SHAPES[table].key
    return " AND ".join(f"{name} = ?" for name in key), row[: len(key)]


def _delete(run: sqlite3.Cursor, table: str, row: Sequence[object]) -> None:
    where, values = _where(table, row)
    run.execute(f"DELETE FROM {table} WHERE {where}", values)  # noqa: S608 - our own names


def _insert(run: sqlite3.Cursor, table: str, row: Sequence[object]) -> None:
    run.execute(f"INSERT INTO {table} VALUES ({', '.join('?' * len(row))})", row)  # noqa: S608 - our own names


def _put(run: sqlite3.Cursor, table: str, old: Sequence[object], new: Sequence[object]) -> None:
    _delete(run, table, old)
    _insert(run, table, new)


def fit(run: sqlite3.Cursor, chain: ChainHasher, before: dict[str, list[tuple[object, ...]]]) -> None:
    """Make every digest of what was touched fit again, as far as somebody with that chain can."""
    for stream in _touched(run, before):
        _chain_anew(run, chain, stream)
    for table, column, make in (("receipts", 4, chain.receipt), ("listings", 6, chain.listing)):
        for row in set(run.execute(f"SELECT * FROM {table}").fetchall()) - set(before[table]):  # noqa: S608
            _put(run, table, row, (*row[:column], make(row[:column])))


def fit_balances(run: sqlite3.Cursor) -> None:
    """Make every balance fit its transfers."""
    run.execute(
        "UPDATE accounts SET balance = (SELECT COALESCE(SUM(amount), 0) FROM transfers WHERE credit = accounts.id)"
        " - (SELECT COALESCE(SUM(amount), 0) FROM transfers WHERE debit = accounts.id)"
        " WHERE EXISTS (SELECT 1 FROM transfers WHERE id IN (debit, credit))"
    )


def _touched(run: sqlite3.Cursor, before: dict[str, list[tuple[object, ...]]]) -> set[str]:
    found: set[str] = set()
    for table, column in (("entries", 0), ("transfers", 0), ("hands", 1), ("snapshots", 0), ("streams", 0)):
        now = set(run.execute(f"SELECT * FROM {table}").fetchall())  # noqa: S608 - our own names
        found |= {str(row[column]) for row in now ^ set(before[table])}
    return found


def _chain_anew(run: sqlite3.Cursor, chain: ChainHasher, stream: str) -> None:
    digest = GENESIS
    version = 0
    for entry in run.execute("SELECT * FROM entries WHERE stream = ? ORDER BY version", (stream,)).fetchall():
        first = entry[1] - entry[2] + 1
        moved = run.execute(
            "SELECT * FROM transfers WHERE stream = ? AND version BETWEEN ? AND ? ORDER BY version, leg",
            (stream, first, entry[1]),
        ).fetchall()
        hand = run.execute("SELECT * FROM hands WHERE id = ?", (entry[5],)).fetchone()
        digest, version = chain.entry(digest, entry[:6], moved, hand), entry[1]
        run.execute("UPDATE entries SET digest = ? WHERE stream = ? AND version = ?", (digest, stream, version))
        for snapshot in run.execute(
            "SELECT * FROM snapshots WHERE stream = ? AND version = ?", (stream, version)
        ).fetchall():
            run.execute(
                "UPDATE snapshots SET digest = ? WHERE stream = ?", (chain.snapshot(digest, snapshot[:4]), stream)
            )
    run.execute("UPDATE streams SET version = ?, digest = ? WHERE id = ?", (version, digest, stream))


def findings_of(path: Path) -> list[Finding]:
    """What the check says; a database that does not even open is found too."""
    try:
        store = open_store(f"sqlite:///{path}", KEYED)
    except StoreError as error:
        return [Finding("database", str(error))]
    found = check(store)
    store.close()
    return found


def attempts(sound: Path, folder: Path, count: int, seed: int) -> tuple[int, list[str]]:
    """Tamper that often; how often something was changed, and what was not found or not named."""
    chance, done, missed, path = Random(seed), 0, list[str](), folder / "room.db"  # noqa: S311 - a sample
    plans = [(table, how) for table in HELD for how in DEEDS if (table, how) not in MISSED_IN_PEACE]
    for tries in range(20 * count):
        if done == count:
            break
        table, how = plans[tries % len(plans)]
        shutil.copy(sound, path)
        with closing(sqlite3.connect(path)) as connection, connection:
            run = connection.cursor()
            run.execute("PRAGMA ignore_check_constraints = ON")
            before = {each: run.execute(f"SELECT * FROM {each}").fetchall() for each in HELD}  # noqa: S608
            try:
                about = tampered(run, table, how, chance)
            except sqlite3.IntegrityError:
                continue  # the database itself refuses it; another row
            if about is None or all(run.execute(f"SELECT * FROM {each}").fetchall() == before[each] for each in HELD):  # noqa: S608
                continue
            if table != "accounts":  # there it would put right again what was changed
                fit_balances(run)
            fit(run, chance.choice(FORGERS), before)
        done += 1
        found = findings_of(path)
        if not any(_names(each, table, about) for each in found):
            missed.append(f"{how} in {table} ({about}): {found[:3]}")
    return done, missed


def _names(finding: Finding, table: str, about: str) -> bool:
    """Whether a finding says where: by the stream, hand, account, player, list or receipt."""
    general = {"listings": "list ", "receipts": "receipt", "sittings": "hand ", "accounts": "account "}
    if table in SEALED:
        return about in finding.where and not finding.where.startswith("people:")
    return (
        about in finding.where
        or about in finding.what
        or finding.where.startswith(general.get(table, "\0"))
        or (
            table in ("hands", "transfers")
            and finding.where.startswith(("table ", "hand ", "account ", "cash:", "player:"))
        )
    )


def test_an_insider_without_the_key_is_found(sound: Path, tmp_path: Path) -> None:
    done, missed = attempts(sound, tmp_path, 66, 1)

    assert (done, missed) == (66, [])


@pytest.mark.soak
def test_an_insider_without_the_key_is_found_a_thousand_times(sound: Path, tmp_path: Path) -> None:
    done, missed = attempts(sound, tmp_path, 1_000, 2)

    assert (done, missed) == (1_000, [])


Cut = Callable[[Path, Path], None]


def cut_tail(path: Path, _older: Path) -> None:
    """The last entries of every stream are gone, the anchors too, and every head fits: nothing in the file says so."""
    with closing(sqlite3.connect(path)) as connection, connection:
        run = connection.cursor()
        last = run.execute("SELECT MAX(version) FROM entries WHERE stream = 'anchor:house'").fetchone()[0]
        for stream in ("anchor:house", "cash:T9", "docket:house"):
            top = run.execute("SELECT MAX(version) FROM entries WHERE stream = ?", (stream,)).fetchone()[0]
            run.execute("DELETE FROM entries WHERE stream = ? AND version = ?", (stream, top))
            run.execute("DELETE FROM snapshots WHERE stream = ? AND version = ?", (stream, top))
            kept = run.execute(
                "SELECT version, digest FROM entries WHERE stream = ? ORDER BY version DESC", (stream,)
            ).fetchone()
            run.execute("UPDATE streams SET version = ?, digest = ? WHERE id = ?", (*kept, stream))
        assert last > 1


def put_back(path: Path, older: Path) -> None:
    """A copy from yesterday takes the place of today's database."""
    shutil.copy(older, path)


@pytest.mark.parametrize("deed", [cut_tail, put_back])
def test_a_cut_tail_and_an_older_copy_are_found_by_what_was_kept_outside(
    sound: Path, tmp_path: Path, deed: Cut
) -> None:
    path, older, lines = tmp_path / "room.db", tmp_path / "yesterday.db", tmp_path / FILE
    shutil.copy(sound, path)
    shutil.copy(sound, older)
    store, signer = open_store(f"sqlite:///{path}", KEYED), Signer(VAULT)
    desk = Desk(store)
    desk.must(desk.unit(append("cash:T9", 3)))
    record(store, NoteChange("fia", "setting", "house", "changed again"), NOW)
    Anchorer(store).anchor(Instant(NOW + 1))
    with store.reading() as rows:
        append_lines(lines, missing_lines(lines, rows, signer))
    store.close()
    deed(path, older)

    store, report = open_store(f"sqlite:///{path}", KEYED), Report(0, None)
    assert check(store) == [], "in itself it is sound, which is why lines leave the house"
    with store.reading() as rows:
        check_lines(lines, rows, report, signer, Coverage())
    store.close()

    assert any(each.where.startswith("anchor ") and "not in the database" in each.what for each in report.findings)


def test_rights_in_rows_that_the_docket_did_not_give_are_named(sound: Path) -> None:
    store = open_store(f"sqlite:///{sound}", KEYED)
    docket = read_docket(store)
    store.close()
    rows = {"fia": "floor", "frank": "finance", "saga": "security"}

    assert list(rights_that_differ(docket, rows)) == []
    assert [each.where for each in rights_that_differ(docket, {**rows, "mallory": "admin"})] == ["account mallory"]
    assert [each.where for each in rights_that_differ(docket, {**rows, "fia": "floor admin"})] == ["account fia"]
    assert [each.where for each in rights_that_differ(docket, {"fia": "floor"})] == ["account frank", "account saga"]


# ---- accounts


@pytest.fixture
def own(sound: Path, tmp_path: Path) -> Path:
    path = tmp_path / "own.db"
    shutil.copy(sound, path)
    return path


@pytest.mark.parametrize(
    "column", ["password = 'mine'", "totp_on = 0", "email = 'me@evil.test'", "closed_at = 0, roles = 'admin'"]
)
def test_nobody_signs_in_to_an_account_that_somebody_changed_in_the_database(own: Path, column: str) -> None:
    people = open_people(f"sqlite:///{own}", KEYED)
    assert people.person_named("bob") == people.person("bob") == account("bob")
    with closing(sqlite3.connect(own)) as connection, connection:
        connection.execute(f"UPDATE people SET {column} WHERE id = 'bob'")  # noqa: S608 - our own words

    for look in (people.person, people.person_named):
        with pytest.raises(Forged, match="bob"):
            look("bob")
    assert people.person("ann") is not None
    people.close()
    assert [each.where for each in findings_of(own)] == ["account bob"]


def test_a_seal_that_the_key_did_not_make_counts_for_nothing(own: Path) -> None:
    """Whoever changes an account makes a seal for it, too, with a key of their own and a number that nobody knows."""
    forger = ChainHasher({9: b"f" * 32})
    with closing(sqlite3.connect(own)) as connection, connection:
        connection.execute("UPDATE people SET password = 'mine' WHERE id = 'bob'")
    mine = open_people(f"sqlite:///{own}", forger)
    mine.change_person("bob", totp_on=0)
    mine.close()

    people = open_people(f"sqlite:///{own}", KEYED)
    with pytest.raises(Forged):
        people.person("bob")
    people.close()
    assert any(each.where == "account bob" or each.where.startswith("key 9") for each in findings_of(own))


def test_accounts_are_not_written_without_the_key(own: Path) -> None:
    people = open_people(f"sqlite:///{own}")
    with pytest.raises(NoKey):
        people.change_person("bob", password="mine")  # noqa: S106 - what somebody tries
    people.close()
    assert findings_of(own) == []


def test_rows_of_an_earlier_build_are_sealed_once(tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path / 'room.db'}"
    open_store(address).close()
    people = open_people(address)
    people.add_person(account("ann"))
    people.add_log_entry(LogRow("l1", NOW, "ann", "created", "ann", ""))
    people.close()
    store = open_store(address, KEYED)
    close_chains(store, NOW)
    people = open_people(address, KEYED)
    assert people.person("ann") == account("ann"), "nothing is sealed yet"

    people.seal_once()
    sealed = store.load(SEALS).version
    people.seal_once()

    assert (sealed, store.load(SEALS).version) == (2, 2)
    people.add_person(account("bob"))
    people.close()
    assert check(store) == []
    store.close()
    with closing(sqlite3.connect(tmp_path / "room.db")) as connection, connection:
        connection.execute("DELETE FROM people WHERE id = 'ann'")
    assert [each.where for each in findings_of(tmp_path / "room.db")] == ["account ann"]


def test_what_was_read_before_others_wrote_is_read_again(own: Path) -> None:
    one, other = (open_people(f"sqlite:///{own}", KEYED) for _ in range(2))
    assert one.person("bob") is not None
    for number in range(3):
        other.change_person("bob", avatar=f"owl{number}")
        found = one.person("bob")
        assert found is not None
        assert found.avatar == f"owl{number}"
    one.close()
    other.close()
