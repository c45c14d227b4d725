"""The tables of a database as plain rows, within one transaction."""

import operator
from collections.abc import Callable, Sequence
from typing import Any, Final

from sqlalchemy import (
    ColumnElement,
    Connection,
    and_,
    create_engine,
    func,
    literal,
    literal_column,
    or_,
    select,
    tuple_,
    union_all,
)
from sqlalchemy.exc import DBAPIError

from fairdeal.storage.archive import Imbalance, Numbering
from fairdeal.storage.schema import accounts, hands, metadata, transfers
from fairdeal.storage.shapes import SHAPES, Key, Row

PICK_MAX: Final = 300
FAULTS_MAX: Final = 100

_INDEXES: Final = """
    SELECT quote_ident(relname) FROM pg_class JOIN pg_am ON pg_am.oid = relam
    WHERE relkind = 'i' AND amname = 'btree' AND relnamespace = 'public'::regnamespace ORDER BY 1
"""

Insert = Callable[[Connection, str, Sequence[Row]], None]


_SCHEMA: Final = """
    SELECT name, type || ' ' || tbl_name || ' ' || coalesce(sql, '') FROM sqlite_master
    WHERE tbl_name <> 'alembic_version' ORDER BY name
"""


def _strange_tables(found: Sequence[Any]) -> list[str]:
    """Tables and indexes of an SQLite file whose definition differs from the schema."""
    engine = create_engine("sqlite://")
    with engine.begin() as connection:
        metadata.create_all(connection)
        made = {row[0]: row[1] for row in connection.exec_driver_sql(_SCHEMA)}
    engine.dispose()
    there = {row[0]: row[1] for row in found}
    names = sorted(str(name) for name in made.keys() | there.keys() if made.get(name) != there.get(name))
    return [f"{name} is not made as this program makes it" for name in names]


class SqlRows:
    """The rows that one connection sees; with `insert`, rows can be added."""

    def __init__(self, connection: Connection, insert: Insert | None = None) -> None:
        self._connection = connection
        self._insert = insert

    def count(self, table: str) -> int:
        """How many rows a table has."""
        count = self._connection.execute(select(func.count()).select_from(metadata.tables[table])).scalar_one()
        return int(count)

    def page(self, table: str, after: Key | None, limit: int) -> list[Row]:
        """The next rows in the order of their key."""
        source = metadata.tables[table]
        key = [source.c[name] for name in SHAPES[table].key]
        query = select(source).order_by(*key).limit(limit)
        if after is not None:
            last = [literal(value, column.type) for value, column in zip(after, key, strict=True)]
            query = query.where(tuple_(*key) > tuple_(*last))
        return list(map(tuple, self._connection.execute(query).all()))

    def pick(self, table: str, keys: Sequence[Key]) -> list[Row]:
        """The rows with these keys that exist, in any order."""
        source = metadata.tables[table]
        columns = [source.c[name] for name in SHAPES[table].key]
        found: list[Row] = []
        for start in range(0, len(keys), PICK_MAX):
            some = keys[start : start + PICK_MAX]
            chosen: ColumnElement[bool]
            if len(columns) == 1:
                chosen = columns[0].in_([key[0] for key in some])
            else:  # written out, because SQLite reads the whole table for a list of tuples
                chosen = or_(*(and_(*map(operator.eq, columns, key)) for key in some))
            found += map(tuple, self._connection.execute(select(source).where(chosen)).all())
        return found

    def imbalances(self) -> list[Imbalance]:
        """Accounts whose balance is not the sum of their transfers, missing ones included; `OverflowError` if a sum is too large."""
        zero = literal(0, accounts.c.balance.type)
        parts = union_all(
            select(
                accounts.c.id.label("account"),
                accounts.c.balance.label("balance"),
                zero.label("posted"),
                literal_column("1").label("rows"),
            ),
            select(transfers.c.debit, zero, -transfers.c.amount, literal_column("0")),
            select(transfers.c.credit, zero, transfers.c.amount, literal_column("0")),
        ).subquery()
        balance, posted = func.sum(parts.c.balance), func.sum(parts.c.posted)
        is_wrong = or_(balance != posted, func.sum(parts.c.rows) == 0)
        query = select(parts.c.account, balance, posted).group_by(parts.c.account).having(is_wrong)
        try:
            found = self._connection.execute(query.order_by(parts.c.account))
            return [Imbalance(account, int(balance), int(posted)) for account, balance, posted in found]
        except DBAPIError as error:
            if "overflow" in str(error.orig):
                raise OverflowError from error
            raise

    def numberings(self) -> list[Numbering]:
        """Tables whose hands are not numbered from 1 without a gap."""
        table, count = hands.c.table_id, func.count()
        first, last = func.min(hands.c.number), func.max(hands.c.number)
        query = select(table, count, first, last).group_by(table).having((first != 1) | (last != count))
        return [Numbering(*row) for row in self._connection.execute(query.order_by(table))]

    def faults(self) -> list[str]:
        """
        Problems the database's own integrity check finds in tables and indexes.

        SQLite checks every page and index; PostgreSQL only where its extension `amcheck` is installed.
        """
        run = self._connection.exec_driver_sql
        if self._connection.dialect.name == "sqlite":
            told = [str(row[0]) for row in run(f"PRAGMA integrity_check({FAULTS_MAX})") if row[0] != "ok"]
            return told + _strange_tables(run(_SCHEMA).all())
        if not run("SELECT 1 FROM pg_extension WHERE extname = 'amcheck'").first():
            return []
        found = []
        for name in [row[0] for row in run(_INDEXES)]:
            try:
                with self._connection.begin_nested():
                    run("SELECT bt_index_check(%s::regclass, true)", (name,))
            except DBAPIError as error:
                found.append(f"{name}: {str(error.orig).splitlines()[0]}")
        return found

    def add(self, table: str, rows: Sequence[Row]) -> None:
        """Insert rows into a table."""
        assert self._insert is not None, "these rows are only read"
        self._insert(self._connection, table, rows)
