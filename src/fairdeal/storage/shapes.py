"""
The shape of what is kept: tables of plain rows, the same in memory, in a database and in a backup.

Rows are tuples in the order of these columns. Values are integers, text, bytes or None, so a row is the same wherever it
comes from, and its hash is too.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

Row = tuple[Any, ...]
Key = tuple[Any, ...]


class Shape(NamedTuple):
    """Columns of a table, and those that name a row, which come first."""

    columns: tuple[str, ...]
    key: tuple[str, ...]


LEASES: Final = Shape(("shard", "owner", "epoch", "claimed_at"), ("shard",))
STREAMS: Final = Shape(("id", "version", "digest"), ("id",))
ENTRIES: Final = Shape(("stream", "version", "count", "at", "body", "hand", "digest"), ("stream", "version"))
"""One row a commit: `version` is that of its last event, `body` the events, `hand` the record that goes with it."""
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
HAND_PLAYERS: Final = Shape(("player", "at", "hand"), ("player", "at", "hand"))
"""Only an index: a hand's row has its players too."""
RECEIPTS: Final = Shape(("key", "payload", "result", "at"), ("key",))
"""`payload` is the hash of what came with the key."""
EDITIONS: Final = Shape(("digest", "name", "text", "kept_at"), ("digest",))

REVISIONS: Final[Sequence[str]] = ("0001",)
"""All schemas that ever were, oldest first; `migrations` has a file for each."""
NEWEST: Final = REVISIONS[-1]

SHAPES: Final[Mapping[str, Shape]] = {
    "leases": LEASES,
    "streams": STREAMS,
    "entries": ENTRIES,
    "transfers": TRANSFERS,
    "accounts": ACCOUNTS,
    "snapshots": SNAPSHOTS,
    "hands": HANDS,
    "hand_players": HAND_PLAYERS,
    "receipts": RECEIPTS,
    "editions": EDITIONS,
}
