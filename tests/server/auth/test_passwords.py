"""Passwords of accounts that are not there."""

import asyncio

import pytest
from argon2 import PasswordHasher
from argon2.exceptions import VerifyMismatchError

from fairdeal.server.auth.passwords import Cost, Passwords, hash_of_nobody

CHEAP = Cost(time=1, memory_kib=64)


def test_the_hash_of_nobody_costs_what_any_other_does() -> None:
    """It is read, and the password hashed with the same parameters, before the two differ; else a quick answer tells who is there."""
    nobody = hash_of_nobody(CHEAP)

    assert not Passwords(CHEAP).needs_rehash(nobody)
    assert len(nobody) == len(Passwords(CHEAP).hash_now("correct horse"))
    with pytest.raises(VerifyMismatchError):
        PasswordHasher().verify(nobody, "correct horse")


async def _is_right(hashed: str) -> bool:
    passwords = Passwords(CHEAP)
    try:
        return await passwords.verify(hashed, "correct horse")
    finally:
        passwords.close()


def test_an_empty_hash_matches_no_password() -> None:
    assert not asyncio.run(_is_right(""))
    assert asyncio.run(_is_right(Passwords(CHEAP).hash_now("correct horse")))
