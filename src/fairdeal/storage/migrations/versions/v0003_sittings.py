"""Hands found by where their players were in a quarter of an hour, no longer by a row for each player and hand."""

from typing import Final

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql, sqlite

revision = "0003"
down_revision = "0002"

TEXT: Final = sa.Text().with_variant(postgresql.TEXT(collation="C"), "postgresql")
INTEGER: Final = sa.BigInteger().with_variant(sqlite.INTEGER(), "sqlite")

# 900,000 milliseconds, 64 hands: what these were when this was written.
_FILL: Final = """
    INSERT INTO sittings (player, quarter, table_id, block, hand)
    SELECT player, quarter, table_id, block, hand FROM (
        SELECT places.*, row_number() OVER (PARTITION BY player, quarter, table_id, block ORDER BY number) AS place
        FROM (
            SELECT player, hand_players.at / 900000 AS quarter, table_id, number / 64 AS block, number, hand
            FROM hand_players JOIN hands ON hands.id = hand_players.hand
        ) AS places
    ) AS sorted WHERE place = 1
"""


def upgrade() -> None:
    """Make the new table out of the old one."""
    op.create_table(
        "sittings",
        sa.Column("player", TEXT, nullable=False),
        sa.Column("quarter", INTEGER, nullable=False),
        sa.Column("table_id", TEXT, nullable=False),
        sa.Column("block", INTEGER, nullable=False),
        sa.Column("hand", TEXT, nullable=False),
        sa.PrimaryKeyConstraint("player", "quarter", "table_id", "block", name="sittings_pkey"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    op.execute(_FILL)
    op.drop_table("hand_players")
