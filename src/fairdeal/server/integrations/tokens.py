"""
API tokens of the operator's own systems: made on the console, shown once, kept as hashes, revocable.

A token has rights and a name, and belongs to no person. All are kept in one stream of the database, so that every server of it, and
every backup, has the same.
"""

import re
from collections.abc import Collection
from enum import StrEnum
from typing import Final

import msgspec

from fairdeal.kernel import Instant, Rejection, StreamId
from fairdeal.room.desk import SHARD
from fairdeal.runtime.limits import RETRIES_MAX
from fairdeal.server.auth.tokens import hash_of, is_same, new_token, parse_token
from fairdeal.storage.port import Append, Committed, Refusal, Store, Unit

TOKENS: Final = StreamId("token:house")
"""The stream of tokens; durable."""
PREFIX: Final = "fdt_"
_NAME: Final = re.compile(r"[A-Za-z0-9._-]{1,40}")


class Right(StrEnum):
    """What a token may read; stored, so values never change."""

    PLAYERS = "players"
    PAYMENTS = "payments"
    WITHDRAWALS = "withdrawals"


class TokenRow(msgspec.Struct, frozen=True):
    """A token: its name, rights and hash, and since when it is revoked (0: it is not)."""

    id: str
    name: str
    rights: list[str]
    secret: bytes
    at: int
    revoked: int = 0


class BadToken(Exception):
    """A token cannot be made or revoked as asked."""

    def __init__(self, code: str, words: str) -> None:
        super().__init__(words)
        self.code = code


_decode: Final = msgspec.json.Decoder(TokenRow).decode


def tokens_in(store: Store) -> dict[str, TokenRow]:
    """All tokens by id, the revoked ones too."""
    return {row.id: row for _, _, data in store.entries(TOKENS) for row in [_decode(data)]}


def make_token(store: Store, name: str, rights: Collection[Right], now: Instant) -> str:
    """Make a token and return it; it is shown nowhere again. Raises `BadToken`."""
    if not _NAME.fullmatch(name):
        raise BadToken("bad_name", "a name has up to 40 letters, digits, dots, dashes and underscores")
    if not rights:
        raise BadToken("no_rights", "a token without a right is of no use")
    if any(row.name == name and not row.revoked for row in tokens_in(store).values()):
        raise BadToken("name_taken", f"there is a token {name}; revoke it first")
    made = new_token(now)
    row = TokenRow(made.session, name, sorted(right.value for right in rights), hash_of(made.secret), now)
    _append(store, row, now)
    return f"{PREFIX}{made}"


def revoke_token(store: Store, name: str, now: Instant) -> None:
    """Revoke the token of a name; it is refused from the next request on. Raises `BadToken`."""
    row = next((each for each in tokens_in(store).values() if each.name == name and not each.revoked), None)
    if row is None:
        raise BadToken("no_such_token", f"there is no token {name}")
    _append(store, msgspec.structs.replace(row, revoked=now), now)


def token_of(store: Store, given: str) -> TokenRow | None:
    """The token of an `Authorization` header, if it is good. Blocks."""
    scheme, _, text = given.partition(" ")
    parsed = parse_token(text.removeprefix(PREFIX)) if scheme.lower() == "bearer" and text.startswith(PREFIX) else None
    row = None if parsed is None else tokens_in(store).get(parsed.session)
    if row is None or parsed is None or row.revoked or not is_same(row.secret, hash_of(parsed.secret)):
        return None
    return row


def _append(store: Store, row: TokenRow, now: Instant) -> None:
    for _ in range(RETRIES_MAX):
        unit = Unit(store.claim(SHARD, "command line", now), now, (Append(TOKENS, None, (msgspec.json.encode(row),)),))
        (outcome,) = store.commit([unit])
        if isinstance(outcome, Committed):
            return
        if not isinstance(outcome, Rejection) or outcome.code != Refusal.LOST_LEASE:
            break
    raise BadToken("not_written", "the token could not be written; try again")
