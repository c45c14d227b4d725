"""
Entry passwords: a condition of entry that whoever knows a word fulfils (MTT-38b).

A setup holds a salted digest as one of its conditions. The word itself is kept nowhere, and neither it nor the digest is ever shown.
"""

from hashlib import blake2b
from hmac import compare_digest
from typing import Final

_PREFIX: Final = "password:"
SALT_BYTES: Final = 16
_DIGEST_BYTES: Final = 32


def password_condition(password: str, salt: bytes) -> str:
    """The condition for a setup that asks for this password; the salt is 16 random bytes."""
    return f"{_PREFIX}{salt.hex()}:{_digest(password, salt)}"


def is_password(condition: str) -> bool:
    """Whether a condition asks for a password."""
    return condition.startswith(_PREFIX)


def opens(condition: str, password: str | None) -> bool:
    """Whether that password fulfils a condition that asks for one."""
    salt, _, digest = condition.removeprefix(_PREFIX).partition(":")
    if password is None or not is_password(condition):
        return False
    return compare_digest(_digest(password, bytes.fromhex(salt)), digest)


def _digest(password: str, salt: bytes) -> str:
    return blake2b(password.strip().encode(), digest_size=_DIGEST_BYTES, salt=salt).hexdigest()
