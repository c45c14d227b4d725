"""
Passwords: argon2id, on other threads, never in a log.

Verifying an unknown account takes as long as a known one, so response times reveal nothing.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Final, TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error, InvalidHashError

T = TypeVar("T")

PASSWORD_MIN: Final = 10
PASSWORD_MAX: Final = 200


@dataclass(frozen=True, slots=True)
class Cost:
    """The argon2id parameters; defaults are those OWASP recommends."""

    time: int = 2
    memory_kib: int = 19_456
    threads: int = 1  # hashing at the same time: each takes a core and its memory


class Passwords:
    """Hashes and verifies passwords on other threads."""

    def __init__(self, cost: Cost) -> None:
        self._hasher = PasswordHasher(time_cost=cost.time, memory_cost=cost.memory_kib, parallelism=1)
        self._threads = ThreadPoolExecutor(cost.threads, thread_name_prefix="passwords")
        self._nobody = self._hasher.hash("nobody has this password")

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
