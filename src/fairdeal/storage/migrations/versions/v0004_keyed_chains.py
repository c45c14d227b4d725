"""Receipts with a digest, for chains that are made with a key."""

from typing import Any, Final

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql, sqlite

revision = "0004"
down_revision = "0003"

TEXT: Final = sa.Text().with_variant(postgresql.TEXT(collation="C"), "postgresql")
INTEGER: Final = sa.BigInteger().with_variant(sqlite.INTEGER(), "sqlite")


def upgrade() -> None:
    """Receipts of the past have no digest; the first keyed row says what they were."""
    if op.get_bind().dialect.name == "postgresql":
        op.add_column("receipts", sa.Column("digest", sa.LargeBinary(), nullable=False, server_default=""))
        op.alter_column("receipts", "digest", server_default=None)
        return
    op.rename_table("receipts", "receipts_0003")
    op.create_table("receipts", *_columns(), sqlite_strict=True, sqlite_with_rowid=False)
    op.execute("INSERT INTO receipts SELECT key, payload, result, at, x'' FROM receipts_0003")
    op.drop_table("receipts_0003")


def _columns() -> tuple[Any, ...]:
    return (
        sa.Column("key", TEXT, nullable=False),
        sa.Column("payload", sa.LargeBinary(), nullable=False),
        sa.Column("result", sa.LargeBinary(), nullable=False),
        sa.Column("at", INTEGER, nullable=False),
        sa.Column("digest", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("key", name="receipts_pkey"),
    )
