"""Accounts: people, their sessions and codes, what they accepted and complained about."""

from typing import Any, Final

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql, sqlite

revision = "0002"
down_revision = "0001"

TEXT: Final = sa.Text().with_variant(postgresql.TEXT(collation="C"), "postgresql")
INTEGER: Final = sa.BigInteger().with_variant(sqlite.INTEGER(), "sqlite")
BYTES: Final = sa.LargeBinary()


def _table(name: str, *columns: tuple[str, Any], key: tuple[str, ...], changing: bool = False) -> None:
    options: dict[str, Any] = {"sqlite_strict": True, "sqlite_with_rowid": False}
    if changing:
        options["postgresql_with"] = {"fillfactor": 60}
    made = [sa.Column(column, kind, nullable=False) for column, kind in columns]
    op.create_table(name, *made, sa.PrimaryKeyConstraint(*key, name=f"{name}_pkey"), **options)


def upgrade() -> None:
    """Make the tables of accounts."""
    _people()
    _codes()
    _table(
        "complaints",
        ("id", TEXT),
        ("person", TEXT),
        ("hand", TEXT),
        ("at", INTEGER),
        ("words", TEXT),
        ("answer", TEXT),
        ("staff", TEXT),
        ("answered_at", INTEGER),
        key=("id",),
        changing=True,
    )
    op.create_index("complaints_person", "complaints", ["person"])
    _table(
        "account_log",
        ("id", TEXT),
        ("at", INTEGER),
        ("person", TEXT),
        ("what", TEXT),
        ("actor", TEXT),
        ("about", TEXT),
        key=("id",),
    )
    op.create_index("account_log_person", "account_log", ["person"])


def _people() -> None:
    _table(
        "people",
        ("id", TEXT),
        ("kind", TEXT),
        ("name", TEXT),
        ("name_key", TEXT),
        ("email", TEXT),
        ("email_key", TEXT),
        ("avatar", TEXT),
        ("born", TEXT),
        ("password", TEXT),
        ("totp", BYTES),
        ("totp_on", INTEGER),
        ("totp_step", INTEGER),
        ("roles", TEXT),
        ("created_at", INTEGER),
        ("closed_at", INTEGER),
        key=("id",),
        changing=True,
    )
    op.create_index("people_name_key", "people", ["name_key"], unique=True)
    known = sa.text("email_key <> ''")
    op.create_index(
        "people_email_key", "people", ["email_key"], unique=True, sqlite_where=known, postgresql_where=known
    )
    _table(
        "sessions",
        ("id", TEXT),
        ("person", TEXT),
        ("secret", BYTES),
        ("created_at", INTEGER),
        ("seen_at", INTEGER),
        ("expires_at", INTEGER),
        ("device", TEXT),
        ("place", TEXT),
        key=("id",),
        changing=True,
    )
    op.create_index("sessions_person", "sessions", ["person"])


def _codes() -> None:
    _table("recovery_codes", ("person", TEXT), ("code", BYTES), key=("person", "code"))
    _table("resets", ("secret", BYTES), ("person", TEXT), ("expires_at", INTEGER), key=("secret",))
    _table(
        "acceptances",
        ("person", TEXT),
        ("digest", TEXT),
        ("edition", TEXT),
        ("at", INTEGER),
        key=("person", "digest"),
    )
