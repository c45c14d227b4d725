"""
Secrets that devices and links carry.

A token is the id of its session, a dot, and a secret of 256 bits. Only the hash of the secret is kept, so who reads the
database cannot come in with what is there.
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
    """What a device brings."""

    session: str
    secret: str

    def __str__(self) -> str:
        return f"{self.session}.{self.secret}"


def new_id(now: Instant) -> str:
    """An id nobody can guess."""
    return make_id(now, secrets.token_bytes(CHANCE_BYTES))


def new_token(now: Instant) -> Token:
    """A token of a new session."""
    return Token(new_id(now), new_secret())


def new_secret() -> str:
    """A secret that can stand in a link."""
    return secrets.token_urlsafe(SECRET_BYTES)


def parse_token(text: str) -> Token | None:
    """The token in a text, or None if it is none."""
    session, dot, secret = text.partition(".")
    return Token(session, secret) if dot and session and secret and len(text) <= TOKEN_MAX else None


def hash_of(secret: str) -> bytes:
    """What is kept of a secret; secrets have 256 bits, so a plain hash is enough."""
    return sha256(secret.encode()).digest()


def is_same(one: bytes, other: bytes) -> bool:
    """Whether two hashes are equal, in a time that tells nothing."""
    return hmac.compare_digest(one, other)


def csrf_of(secret: str) -> str:
    """The word that must come with every change: known to the page, never sent by a foreign one."""
    return hmac.new(secret.encode(), b"fairdeal csrf", sha256).hexdigest()[:40]
