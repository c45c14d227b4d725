"""
The bare database: the same rows as our store writes, by statements written by hand, group by group.

It checks nothing but versions, keeps no chain and asks no questions: what it reaches is what the database can do.
"""

import os
import sqlite3
from collections.abc import Iterable, Sequence
from typing import Any, Final, Protocol

import psycopg

from fairdeal.bank.ledger import is_listed
from fairdeal.storage.port import Unit
from fairdeal.storage.rows import sitting_rows

Rows = list[tuple[Any, ...]]
DIGEST: Final = os.urandom(32)


class Prepared:
    """A group of units as rows, ready to be written."""

    def __init__(self, units: Iterable[Unit]) -> None:
        self.heads: Rows = []
        self.entries: Rows = []
        self.snapshots: Rows = []
        self.transfers: Rows = []
        self.hands: Rows = []
        self.players: Rows = []
        moved: dict[str, int] = {}
        for unit in units:
            append = unit.appends[0]
            assert append.after is not None
            version = append.after + len(append.events)
            self.heads.append((version, DIGEST, append.stream, append.after))
            record = append.record
            hand = None if record is None else record.hand
            body = b"".join(append.events)
            self.entries.append((append.stream, version, len(append.events), unit.at, body, hand, DIGEST))
            self.snapshots.append((append.stream, version, unit.at, append.snapshot, DIGEST))
            if record is not None:
                place = (record.hand, append.stream, version, unit.at, record.table, record.number)
                names = "\n".join(record.players).encode()
                self.hands.append((*place, record.edition, record.stake, names, record.public, record.sealed))
                self.players += sitting_rows(unit.at, record)
            for each in unit.transfers:
                ref = each.ref
                row = (ref.stream, ref.version, ref.leg_number, unit.at, each.debit, each.credit, each.amount)
                self.transfers.append((*row, each.reason.value, each.rule, None, int(is_listed(each))))
                moved[each.debit] = moved.get(each.debit, 0) - each.amount
                moved[each.credit] = moved.get(each.credit, 0) + each.amount
        self.accounts: Rows = sorted((amount, account) for account, amount in moved.items())


class Bare(Protocol):
    """A database that writes prepared groups."""

    def write(self, group: Prepared) -> None:
        """One transaction."""
        ...

    def open(self, streams: Sequence[str], accounts: Sequence[tuple[str, int]]) -> None:
        """Make the rows that will be changed."""
        ...

    def close(self) -> None:
        """Hang up."""
        ...


class BareSqlite:
    """SQLite with the settings of our store."""

    def __init__(self, path: str) -> None:
        self._connection = sqlite3.connect(path, isolation_level=None)
        for setting in ("journal_mode = WAL", "synchronous = FULL", "cache_size = -65536", "wal_autocheckpoint = 8192"):
            self._connection.execute(f"PRAGMA {setting}")

    def open(self, streams: Sequence[str], accounts: Sequence[tuple[str, int]]) -> None:
        """Make the rows that will be changed."""
        run = self._connection.executemany
        self._connection.execute("BEGIN IMMEDIATE")
        run("INSERT INTO streams VALUES (?, 0, x'00')", [(stream,) for stream in streams])
        run("INSERT OR IGNORE INTO accounts VALUES (?, ?, 0)", accounts)
        self._connection.execute("COMMIT")

    def write(self, group: Prepared) -> None:
        """One transaction, a statement a table."""
        run = self._connection.executemany
        self._connection.execute("BEGIN IMMEDIATE")
        moved = run("UPDATE streams SET version = ?, digest = ? WHERE id = ? AND version = ?", group.heads)
        assert moved.rowcount == len(group.heads)
        run("INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?, ?)", group.entries)
        run("INSERT INTO transfers VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", group.transfers)
        run("UPDATE accounts SET balance = balance + ? WHERE id = ?", group.accounts)
        run("INSERT OR REPLACE INTO snapshots VALUES (?, ?, ?, ?, ?)", group.snapshots)
        run("INSERT INTO hands VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", group.hands)
        run("INSERT OR IGNORE INTO sittings VALUES (?, ?, ?, ?, ?)", group.players)
        self._connection.execute("COMMIT")

    def close(self) -> None:
        """Hang up."""
        self._connection.close()


class BarePostgres:
    """PostgreSQL through arrays, a statement a table, in one round trip."""

    _INSERTS: Final = {
        "entries": "text, bigint, bigint, bigint, bytea, text, bytea",
        "transfers": "text, bigint, bigint, bigint, text, text, bigint, text, text, text, bigint",
        "hands": "text, text, bigint, bigint, text, bigint, text, text, bytea, bytea, bytea",
        "sittings": "text, bigint, text, bigint, text",
    }
    _HEADS: Final = """UPDATE streams SET version = new.version, digest = new.digest
        FROM unnest(%b::bigint[], %b::bytea[], %b::text[], %b::bigint[]) AS new(version, digest, id, after)
        WHERE streams.id = new.id AND streams.version = new.after"""
    _ACCOUNTS: Final = """UPDATE accounts SET balance = balance + new.amount
        FROM unnest(%b::bigint[], %b::text[]) AS new(amount, id) WHERE accounts.id = new.id"""
    _SNAPSHOTS: Final = """INSERT INTO snapshots SELECT * FROM
        unnest(%b::text[], %b::bigint[], %b::bigint[], %b::bytea[], %b::bytea[])
        ON CONFLICT (stream) DO UPDATE SET version = excluded.version, at = excluded.at, body = excluded.body"""

    def __init__(self, address: str) -> None:
        self._session = psycopg.connect(address)

    def open(self, streams: Sequence[str], accounts: Sequence[tuple[str, int]]) -> None:
        """Make the rows that will be changed."""
        with self._session.cursor() as cursor:
            cursor.executemany("INSERT INTO streams VALUES (%s, 0, '')", [(stream,) for stream in streams])
            cursor.executemany("INSERT INTO accounts VALUES (%s, %s, 0) ON CONFLICT DO NOTHING", accounts)
        self._session.commit()

    def write(self, group: Prepared) -> None:
        """One transaction, a statement a table."""
        with self._session.pipeline():
            self._run(self._HEADS, group.heads)
            for table, rows in (
                ("entries", group.entries),
                ("transfers", group.transfers),
                ("hands", group.hands),
                ("sittings", group.players),
            ):
                kinds = self._INSERTS[table].split(", ")
                places = ", ".join(f"%b::{kind}[]" for kind in kinds)
                known = " ON CONFLICT DO NOTHING" if table == "sittings" else ""
                self._run(f"INSERT INTO {table} SELECT * FROM unnest({places}){known}", rows)  # noqa: S608 - our own names
            self._run(self._ACCOUNTS, group.accounts)
            self._run(self._SNAPSHOTS, group.snapshots)
            self._session.commit()

    def _run(self, statement: str, rows: Rows) -> None:
        if rows:
            self._session.execute(statement, [list(column) for column in zip(*rows, strict=True)])

    def close(self) -> None:
        """Hang up."""
        self._session.close()
