"""Passwords of tournaments that only the invited may enter, of which nothing but a digest is kept (MTT-38b)."""

import hashlib
import hmac
from typing import Final

PASSWORD: Final = "password"  # noqa: S105 - the name of the entry condition
"""The entry condition of a tournament that has a password."""

PASSWORD_MAX: Final = 100
_ROUNDS: Final = 2_000  # about a millisecond: it is asked for while the room waits
_BYTES: Final = 16


def password_digest(password: str, salt: str) -> str:
    """What is kept of a password: the salt, and a digest of both."""
    return f"{salt.encode().hex()}${_digest(password, salt)}"


def is_password_digest(text: str) -> bool:
    """Whether a text is what is kept of some password."""
    salt, _, digest = text.partition("$")
    try:
        bytes.fromhex(salt).decode()
        return len(bytes.fromhex(digest)) == _BYTES
    except ValueError:
        return False


def answer_to(digest: str, password: str) -> str:
    """The digest of a password that somebody gave, to be compared with the one that is kept."""
    salt = bytes.fromhex(digest.partition("$")[0]).decode()
    return password_digest(password, salt)


def opens(digest: str, answer: str | None) -> bool:
    """Whether a digested answer is the right one."""
    return answer is not None and hmac.compare_digest(digest, answer)


def _digest(password: str, salt: str) -> str:
    made = hashlib.pbkdf2_hmac("sha256", password.encode(), salt.encode(), _ROUNDS, _BYTES)
    return made.hex()
