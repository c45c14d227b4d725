"""
The tables of accounts, sessions and credentials.

They are rows that change in place, beside the streams and not in them: a password that was changed or a session that
ended must be gone. Nothing here can be used to log in: passwords, tokens and codes are kept as hashes.
"""

from typing import Any, Final

from sqlalchemy import Column, Index, MetaData, PrimaryKeyConstraint, Table, text

from fairdeal.storage.columns import BYTES, INTEGER, TEXT

# Rows that change in place leave room beside them, so that PostgreSQL rewrites them on the same page.
ROOM_BESIDE: Final[dict[str, Any]] = {"fillfactor": 60}
_OPTIONS: Final[dict[str, Any]] = {"sqlite_with_rowid": False, "sqlite_strict": True}
_CHANGING: Final[dict[str, Any]] = {**_OPTIONS, "info": ROOM_BESIDE}


def _column(name: str, kind: Any) -> Column[Any]:
    return Column(name, kind, nullable=False)


def add_people_tables(metadata: MetaData) -> None:
    """Add the tables of accounts to a schema."""
    _add_people(metadata)
    _add_sessions(metadata)
    _add_codes(metadata)
    _add_books(metadata)


def _add_people(metadata: MetaData) -> None:
    people = Table(
        "people",
        metadata,
        _column("id", TEXT),
        _column("kind", TEXT),
        _column("name", TEXT),
        _column("name_key", TEXT),
        _column("email", TEXT),
        _column("email_key", TEXT),
        _column("avatar", TEXT),
        _column("born", TEXT),
        _column("password", TEXT),
        _column("totp", BYTES),
        _column("totp_on", INTEGER),
        _column("totp_step", INTEGER),
        _column("roles", TEXT),
        _column("created_at", INTEGER),
        _column("closed_at", INTEGER),
        PrimaryKeyConstraint("id", name="people_pkey"),
        **_CHANGING,
    )
    Index("people_name_key", people.c.name_key, unique=True)
    has_email = text("email_key <> ''")
    Index("people_email_key", people.c.email_key, unique=True, sqlite_where=has_email)


def _add_sessions(metadata: MetaData) -> None:
    sessions = Table(
        "sessions",
        metadata,
        _column("id", TEXT),
        _column("person", TEXT),
        _column("secret", BYTES),
        _column("created_at", INTEGER),
        _column("seen_at", INTEGER),
        _column("expires_at", INTEGER),
        _column("device", TEXT),
        _column("place", TEXT),
        PrimaryKeyConstraint("id", name="sessions_pkey"),
        **_CHANGING,
    )
    Index("sessions_person", sessions.c.person)


def _add_codes(metadata: MetaData) -> None:
    Table(
        "recovery_codes",
        metadata,
        _column("person", TEXT),
        _column("code", BYTES),
        PrimaryKeyConstraint("person", "code", name="recovery_codes_pkey"),
        **_OPTIONS,
    )
    Table(
        "resets",
        metadata,
        _column("secret", BYTES),
        _column("person", TEXT),
        _column("expires_at", INTEGER),
        PrimaryKeyConstraint("secret", name="resets_pkey"),
        **_OPTIONS,
    )
    Table(
        "acceptances",
        metadata,
        _column("person", TEXT),
        _column("digest", TEXT),
        _column("edition", TEXT),
        _column("at", INTEGER),
        PrimaryKeyConstraint("person", "digest", name="acceptances_pkey"),
        **_OPTIONS,
    )


def _add_books(metadata: MetaData) -> None:
    complaints = Table(
        "complaints",
        metadata,
        _column("id", TEXT),
        _column("person", TEXT),
        _column("hand", TEXT),
        _column("at", INTEGER),
        _column("words", TEXT),
        _column("answer", TEXT),
        _column("staff", TEXT),
        _column("answered_at", INTEGER),
        PrimaryKeyConstraint("id", name="complaints_pkey"),
        **_CHANGING,
    )
    Index("complaints_person", complaints.c.person)
    log = Table(
        "account_log",
        metadata,
        _column("id", TEXT),
        _column("at", INTEGER),
        _column("person", TEXT),
        _column("what", TEXT),
        _column("actor", TEXT),
        _column("about", TEXT),
        PrimaryKeyConstraint("id", name="account_log_pkey"),
        **_OPTIONS,
    )
    Index("account_log_person", log.c.person)
