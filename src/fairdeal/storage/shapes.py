"""
Columns and keys of all tables, the same in memory, in a database and in a backup.

Rows are tuples in the order of these columns. Values are integers, text, bytes or None, so a row is the same wherever it
comes from, and its hash is too.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

Row = tuple[Any, ...]
Key = tuple[Any, ...]


class Shape(NamedTuple):
    """The columns of a table; the key columns come first."""

    columns: tuple[str, ...]
    key: tuple[str, ...]


LEASES: Final = Shape(("shard", "owner", "epoch", "claimed_at"), ("shard",))
STREAMS: Final = Shape(("id", "version", "digest"), ("id",))
ENTRIES: Final = Shape(("stream", "version", "count", "at", "body", "hand", "digest"), ("stream", "version"))
"""One row per append: `version` is that of its last event, `body` the events, `hand` the id of its hand record."""
TRANSFERS: Final = Shape(
    (
        "stream",
        "version",
        "leg",
        "at",
        "debit",
        "credit",
        "amount",
        "reason",
        "rule",
        "reverses",
        "listed",
    ),
    ("stream", "version", "leg"),
)
ACCOUNTS: Final = Shape(("id", "balance", "may_owe"), ("id",))
SNAPSHOTS: Final = Shape(("stream", "version", "at", "body", "digest"), ("stream",))
HANDS: Final = Shape(
    (
        "id",
        "stream",
        "version",
        "at",
        "table_id",
        "number",
        "edition",
        "stake",
        "players",
        "public",
        "sealed",
    ),
    ("id",),
)
SITTINGS: Final = Shape(("player", "quarter", "table_id", "block", "hand"), ("player", "quarter", "table_id", "block"))
"""An index of hands by player: at which tables a player was in a quarter of an hour, and the first hand there."""
LISTINGS: Final = Shape(("list", "id", "at", "label", "words", "body", "digest"), ("list", "id"))
"""Rows of lists that readers page through; `digest` is that of the row, made when it was written."""
RECEIPTS: Final = Shape(("key", "payload", "result", "at", "digest"), ("key",))
"""`payload` is the hash of the payload under the key; `digest` is empty where the store had no chain key."""
EDITIONS: Final = Shape(("digest", "name", "text", "kept_at"), ("digest",))

PEOPLE: Final = Shape(
    (
        "id",
        "kind",
        "name",
        "name_key",
        "email",
        "email_key",
        "avatar",
        "born",
        "password",
        "totp",
        "totp_on",
        "totp_step",
        "roles",
        "created_at",
        "closed_at",
    ),
    ("id",),
)
"""Accounts; unknown fields are empty or zero, passwords are hashed, the TOTP secret is encrypted."""
SESSIONS: Final = Shape(
    ("id", "person", "secret", "created_at", "seen_at", "expires_at", "device", "place"),
    ("id",),
)
RECOVERY_CODES: Final = Shape(("person", "code"), ("person", "code"))
RESETS: Final = Shape(("secret", "person", "expires_at"), ("secret",))
ACCEPTANCES: Final = Shape(("person", "digest", "edition", "at"), ("person", "digest"))
COMPLAINTS: Final = Shape(("id", "person", "hand", "at", "words", "answer", "staff", "answered_at"), ("id",))
ACCOUNT_LOG: Final = Shape(("id", "at", "person", "what", "actor", "about"), ("id",))

REVISIONS: Final[Sequence[str]] = ("0001", "0002", "0003", "0004", "0005")
"""All schema revisions, oldest first; `migrations` has a file for each."""
NEWEST: Final = REVISIONS[-1]

SHAPES: Final[Mapping[str, Shape]] = {
    "leases": LEASES,
    "streams": STREAMS,
    "entries": ENTRIES,
    "transfers": TRANSFERS,
    "accounts": ACCOUNTS,
    "snapshots": SNAPSHOTS,
    "hands": HANDS,
    "sittings": SITTINGS,
    "listings": LISTINGS,
    "receipts": RECEIPTS,
    "editions": EDITIONS,
    "people": PEOPLE,
    "sessions": SESSIONS,
    "recovery_codes": RECOVERY_CODES,
    "resets": RESETS,
    "acceptances": ACCEPTANCES,
    "complaints": COMPLAINTS,
    "account_log": ACCOUNT_LOG,
}
