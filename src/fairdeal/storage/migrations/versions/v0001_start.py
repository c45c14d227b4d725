"""Streams, ledger, hands, receipts and editions."""

from typing import Any, Final

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql, sqlite

revision = "0001"
down_revision = None

TEXT: Final = sa.Text().with_variant(postgresql.TEXT(collation="C"), "postgresql")
INTEGER: Final = sa.BigInteger().with_variant(sqlite.INTEGER(), "sqlite")
BYTES: Final = sa.LargeBinary()


def _table(name: str, *items: Any, keyed: bool = False, changing: bool = False) -> None:
    options: dict[str, Any] = {"sqlite_strict": True, "sqlite_with_rowid": not keyed}
    if changing:
        options["postgresql_with"] = {"fillfactor": 60}
    op.create_table(name, *items, **options)


def _column(name: str, kind: Any, *, nullable: bool = False) -> sa.Column[Any]:
    return sa.Column(name, kind, nullable=nullable)


def upgrade() -> None:
    """Make all tables."""
    _streams()
    _ledger()
    _hands()
    _table(
        "receipts",
        _column("key", TEXT),
        _column("payload", BYTES),
        _column("result", BYTES),
        _column("at", INTEGER),
        sa.PrimaryKeyConstraint("key", name="receipts_pkey"),
        keyed=True,
    )
    _table(
        "editions",
        _column("digest", TEXT),
        _column("name", TEXT),
        _column("text", TEXT),
        _column("kept_at", INTEGER),
        sa.PrimaryKeyConstraint("digest", name="editions_pkey"),
    )


def _streams() -> None:
    _table(
        "leases",
        _column("shard", TEXT),
        _column("owner", TEXT),
        _column("epoch", INTEGER),
        _column("claimed_at", INTEGER),
        sa.PrimaryKeyConstraint("shard", name="leases_pkey"),
        keyed=True,
        changing=True,
    )
    _table(
        "streams",
        _column("id", TEXT),
        _column("version", INTEGER),
        _column("digest", BYTES),
        sa.PrimaryKeyConstraint("id", name="streams_pkey"),
        keyed=True,
        changing=True,
    )
    _table(
        "entries",
        _column("stream", TEXT),
        _column("version", INTEGER),
        _column("count", INTEGER),
        _column("at", INTEGER),
        _column("body", BYTES),
        _column("hand", TEXT, nullable=True),
        _column("digest", BYTES),
        sa.PrimaryKeyConstraint("stream", "version", name="entries_pkey"),
    )
    _table(
        "snapshots",
        _column("stream", TEXT),
        _column("version", INTEGER),
        _column("at", INTEGER),
        _column("body", BYTES),
        _column("digest", BYTES),
        sa.PrimaryKeyConstraint("stream", name="snapshots_pkey"),
        changing=True,
    )


def _ledger() -> None:
    _table(
        "accounts",
        _column("id", TEXT),
        _column("balance", INTEGER),
        _column("may_owe", INTEGER),
        sa.PrimaryKeyConstraint("id", name="accounts_pkey"),
        sa.CheckConstraint("may_owe = 1 OR balance >= 0", name="accounts_balance"),
        keyed=True,
        changing=True,
    )
    _table(
        "transfers",
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
        sa.PrimaryKeyConstraint("stream", "version", "leg", name="transfers_pkey"),
        sa.CheckConstraint("amount > 0", name="transfers_amount"),
    )
    for side in ("debit", "credit"):
        _index(f"transfers_{side}", [side, "at"], "listed = 1")
    _index("transfers_reverses", ["reverses"], "reverses IS NOT NULL", unique=True)


def _index(name: str, columns: list[str], where: str, *, unique: bool = False) -> None:
    condition = sa.text(where)
    op.create_index(name, "transfers", columns, unique=unique, sqlite_where=condition, postgresql_where=condition)


def _hands() -> None:
    _table(
        "hands",
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
        sa.PrimaryKeyConstraint("id", name="hands_pkey"),
        sa.UniqueConstraint("table_id", "number", name="hands_table_id_number"),
    )
    _table(
        "hand_players",
        _column("player", TEXT),
        _column("at", INTEGER),
        _column("hand", TEXT),
        sa.PrimaryKeyConstraint("player", "at", "hand", name="hand_players_pkey"),
        keyed=True,
    )
