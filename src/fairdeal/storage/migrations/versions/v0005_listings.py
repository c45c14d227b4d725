"""Lists that readers page through; streams of tournaments that are older than the lists wait to be entered."""

from typing import Final

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql, sqlite

revision = "0005"
down_revision = "0004"

TEXT: Final = sa.Text().with_variant(postgresql.TEXT(collation="C"), "postgresql")
INTEGER: Final = sa.BigInteger().with_variant(sqlite.INTEGER(), "sqlite")
BYTES: Final = sa.LargeBinary()

# Which streams these are, and the name of their list, as it was when this was written; a row without a digest is no listing.
_WAITING: Final = """
    INSERT INTO listings (list, id, at, label, words, body, digest)
    SELECT 'unlisted', id, 1, '', '', body, body FROM streams, (SELECT {nothing} AS body) AS empty
    WHERE (id >= 'tournament:' AND id < 'tournament;') OR (id >= 'hexapro:' AND id < 'hexapro;')
"""


def upgrade() -> None:
    """Make the table, with a row for each stream that has to be read once."""
    op.create_table(
        "listings",
        sa.Column("list", TEXT, nullable=False),
        sa.Column("id", TEXT, nullable=False),
        sa.Column("at", INTEGER, nullable=False),
        sa.Column("label", TEXT, nullable=False),
        sa.Column("words", TEXT, nullable=False),
        sa.Column("body", BYTES, nullable=False),
        sa.Column("digest", BYTES, nullable=False),
        sa.PrimaryKeyConstraint("list", "id", name="listings_pkey"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
        postgresql_with={"fillfactor": 60},
    )
    op.create_index("listings_at", "listings", ["list", "at", "id"])
    op.create_index("listings_label", "listings", ["list", "label"])
    nothing = "''::bytea" if op.get_bind().dialect.name == "postgresql" else "x''"
    op.execute(_WAITING.format(nothing=nothing))
