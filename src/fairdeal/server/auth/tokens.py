"""
Session tokens and secrets of links.

A token is the id of its session, a dot, and a secret of 256 bits. Only the hash of the secret is stored, so the database alone
does not allow a login.
"""

import hmac
import secrets
from hashlib import sha256
from typing import Final, NamedTuple

from fairdeal.kernel import Instant, make_id
from fairdeal.kernel.ids import CHANCE_BYTES

SECRET_BYTES: Final = 32
TOKEN_MAX: Final = 200


class Token(NamedTuple):
    """A parsed session token."""

    session: str
    secret: str

    def __str__(self) -> str:
        return f"{self.session}.{self.secret}"


def new_id(now: Instant) -> str:
    """A new unguessable id."""
    return make_id(now, secrets.token_bytes(CHANCE_BYTES))


def new_token(now: Instant) -> Token:
    """A token for a new session."""
    return Token(new_id(now), new_secret())


def new_secret() -> str:
    """A new URL-safe secret."""
    return secrets.token_urlsafe(SECRET_BYTES)


def parse_token(text: str) -> Token | None:
    """Parse a session token; None if it is malformed."""
    session, dot, secret = text.partition(".")
    return Token(session, secret) if dot and session and secret and len(text) <= TOKEN_MAX else None


def hash_of(secret: str) -> bytes:
    """The stored hash of a secret; secrets have 256 bits, so a plain hash is enough."""
    return sha256(secret.encode()).digest()


def is_same(one: bytes, other: bytes) -> bool:
    """Compare two hashes in constant time."""
    return hmac.compare_digest(one, other)


def csrf_of(secret: str) -> str:
    """The CSRF token of a session, derived from its secret."""
    return hmac.new(secret.encode(), b"fairdeal csrf", sha256).hexdigest()[:40]
