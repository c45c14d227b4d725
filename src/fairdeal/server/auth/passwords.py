"""
Passwords: argon2id, on other threads, never in a log.

Verifying an unknown account takes as long as a known one, so response times reveal nothing.
"""

import asyncio
from base64 import b64encode
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from secrets import token_bytes
from typing import Final, TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error, InvalidHashError
from argon2.low_level import ARGON2_VERSION

T = TypeVar("T")

PASSWORD_MIN: Final = 10
PASSWORD_MAX: Final = 200
_SALT_BYTES: Final = 16
_HASH_BYTES: Final = 32


@dataclass(frozen=True, slots=True)
class Cost:
    """The argon2id parameters; defaults are those OWASP recommends."""

    time: int = 2
    memory_kib: int = 19_456
    threads: int = 1  # hashing at the same time: each takes a core and its memory


def hash_of_nobody(cost: Cost) -> str:
    """A hash made of chance, which no password has; to verify one against it takes as long as against any other."""
    salt, digest = (b64encode(token_bytes(size)).rstrip(b"=").decode() for size in (_SALT_BYTES, _HASH_BYTES))
    return f"$argon2id$v={ARGON2_VERSION}$m={cost.memory_kib},t={cost.time},p=1${salt}${digest}"


class Passwords:
    """Hashes and verifies passwords on other threads."""

    def __init__(self, cost: Cost) -> None:
        self._hasher = PasswordHasher(
            time_cost=cost.time,
            memory_cost=cost.memory_kib,
            parallelism=1,
            salt_len=_SALT_BYTES,
            hash_len=_HASH_BYTES,
        )
        self._threads = ThreadPoolExecutor(cost.threads, thread_name_prefix="passwords")
        self._nobody = hash_of_nobody(cost)

    async def hash(self, password: str) -> str:
        """Hash a password."""
        return await self._run(self._hasher.hash, password)

    async def verify(self, hashed: str, password: str) -> bool:
        """Whether the password matches; an empty hash never does, and takes as long."""
        is_right = await self._run(self._verify, hashed or self._nobody, password)
        return is_right and bool(hashed)

    def needs_rehash(self, hashed: str) -> bool:
        """Whether the hash was made with other parameters."""
        return self._hasher.check_needs_rehash(hashed)

    def hash_now(self, password: str) -> str:
        """Hash a password synchronously, for programs without an event loop."""
        return self._hasher.hash(password)

    def close(self) -> None:
        """Stop the threads."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    def _verify(self, hashed: str, password: str) -> bool:
        try:
            return self._hasher.verify(hashed, password)
        except (Argon2Error, InvalidHashError):
            return False

    async def _run(self, work: Callable[..., T], *args: str) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._threads, work, *args)
