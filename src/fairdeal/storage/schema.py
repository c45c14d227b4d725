"""
The tables of a database.

The newest migration leads to exactly this; a test compares them. There are no foreign keys: all rows of a unit are
written by one statement each in one transaction, and `verify` follows every link. On SQLite, tables whose rows are
small and found by their key are kept in its order; those that grow by appending are not, because a long history
keyed by stream would spread each commit over as many pages as it has rows.
"""

from typing import Any, Final

from sqlalchemy import (
    CheckConstraint,
    Column,
    Index,
    MetaData,
    PrimaryKeyConstraint,
    Table,
    UniqueConstraint,
    text,
)

from fairdeal.storage.columns import BYTES, INTEGER, TEXT
from fairdeal.storage.people_schema import ROOM_BESIDE, add_people_tables

metadata = MetaData()


def _column(name: str, kind: Any, *, nullable: bool = False) -> Column[Any]:
    return Column(name, kind, nullable=nullable)


_CHANGING: Final[dict[str, Any]] = {
    "sqlite_with_rowid": False,
    "sqlite_strict": True,
    "info": ROOM_BESIDE,
}
_KEYED: Final[dict[str, Any]] = {"sqlite_with_rowid": False, "sqlite_strict": True}
_GROWING: Final[dict[str, Any]] = {"sqlite_strict": True}

leases = Table(
    "leases",
    metadata,
    _column("shard", TEXT),
    _column("owner", TEXT),
    _column("epoch", INTEGER),
    _column("claimed_at", INTEGER),
    PrimaryKeyConstraint("shard", name="leases_pkey"),
    **_CHANGING,
)
streams = Table(
    "streams",
    metadata,
    _column("id", TEXT),
    _column("version", INTEGER),
    _column("digest", BYTES),
    PrimaryKeyConstraint("id", name="streams_pkey"),
    **_CHANGING,
)
entries = Table(
    "entries",
    metadata,
    _column("stream", TEXT),
    _column("version", INTEGER),
    _column("count", INTEGER),
    _column("at", INTEGER),
    _column("body", BYTES),
    _column("hand", TEXT, nullable=True),
    _column("digest", BYTES),
    PrimaryKeyConstraint("stream", "version", name="entries_pkey"),
    **_GROWING,
)
transfers = Table(
    "transfers",
    metadata,
    _column("stream", TEXT),
    _column("version", INTEGER),
    _column("leg", INTEGER),
    _column("at", INTEGER),
    _column("debit", TEXT),
    _column("credit", TEXT),
    _column("amount", INTEGER),
    _column("reason", TEXT),
    _column("rule", TEXT, nullable=True),
    _column("reverses", TEXT, nullable=True),
    _column("listed", INTEGER),
    PrimaryKeyConstraint("stream", "version", "leg", name="transfers_pkey"),
    CheckConstraint("amount > 0", name="transfers_amount"),
    **_GROWING,
)
_LISTED: Final = text("listed = 1")
Index("transfers_debit", transfers.c.debit, transfers.c.at, sqlite_where=_LISTED)
Index("transfers_credit", transfers.c.credit, transfers.c.at, sqlite_where=_LISTED)
_REVERSAL: Final = text("reverses IS NOT NULL")
Index("transfers_reverses", transfers.c.reverses, unique=True, sqlite_where=_REVERSAL)
accounts = Table(
    "accounts",
    metadata,
    _column("id", TEXT),
    _column("balance", INTEGER),
    _column("may_owe", INTEGER),
    PrimaryKeyConstraint("id", name="accounts_pkey"),
    CheckConstraint("may_owe = 1 OR balance >= 0", name="accounts_balance"),
    **_CHANGING,
)
snapshots = Table(
    "snapshots",
    metadata,
    _column("stream", TEXT),
    _column("version", INTEGER),
    _column("at", INTEGER),
    _column("body", BYTES),
    _column("digest", BYTES),
    PrimaryKeyConstraint("stream", name="snapshots_pkey"),
    sqlite_strict=True,
    info=ROOM_BESIDE,
)
hands = Table(
    "hands",
    metadata,
    _column("id", TEXT),
    _column("stream", TEXT),
    _column("version", INTEGER),
    _column("at", INTEGER),
    _column("table_id", TEXT),
    _column("number", INTEGER),
    _column("edition", TEXT),
    _column("stake", TEXT),
    _column("players", BYTES),
    _column("public", BYTES),
    _column("sealed", BYTES),
    PrimaryKeyConstraint("id", name="hands_pkey"),
    UniqueConstraint("table_id", "number", name="hands_table_id_number"),
    **_GROWING,
)
# A row for every hand of every player would cost each hand as many pages as it has players.
sittings = Table(
    "sittings",
    metadata,
    _column("player", TEXT),
    _column("quarter", INTEGER),
    _column("table_id", TEXT),
    _column("block", INTEGER),
    _column("hand", TEXT),
    PrimaryKeyConstraint("player", "quarter", "table_id", "block", name="sittings_pkey"),
    **_KEYED,
)
listings = Table(
    "listings",
    metadata,
    _column("list", TEXT),
    _column("id", TEXT),
    _column("at", INTEGER),
    _column("label", TEXT),
    _column("words", TEXT),
    _column("body", BYTES),
    _column("digest", BYTES),
    PrimaryKeyConstraint("list", "id", name="listings_pkey"),
    **_CHANGING,
)
Index("listings_at", listings.c.list, listings.c.at, listings.c.id)
Index("listings_label", listings.c.list, listings.c.label)
receipts = Table(
    "receipts",
    metadata,
    _column("key", TEXT),
    _column("payload", BYTES),
    _column("result", BYTES),
    _column("at", INTEGER),
    _column("digest", BYTES),
    PrimaryKeyConstraint("key", name="receipts_pkey"),
    **_KEYED,
)
editions = Table(
    "editions",
    metadata,
    _column("digest", TEXT),
    _column("name", TEXT),
    _column("text", TEXT),
    _column("kept_at", INTEGER),
    PrimaryKeyConstraint("digest", name="editions_pkey"),
    **_GROWING,
)
add_people_tables(metadata)


def add_postgres_options() -> None:
    """
    Add to the tables and indexes what PostgreSQL does differently.

    Apart from them, because SQLAlchemy loads its PostgreSQL dialect to check such an option, also where the database is SQLite.
    """
    for table in metadata.tables.values():
        if table.info == ROOM_BESIDE:
            table.dialect_options["postgresql"]["with"] = ROOM_BESIDE
        for index in table.indexes:
            index.dialect_options["postgresql"]["where"] = index.dialect_options["sqlite"]["where"]
