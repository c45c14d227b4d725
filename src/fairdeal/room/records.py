"""What hand records of all games have in common."""

from collections.abc import Callable
from typing import Final

SALT_BYTES: Final = 16
VOID_RECORD: Final = b"\0"
"""The public part of the record of a voided hand; only its number is kept."""

Seal = Callable[[str, bytes], bytes]
"""Encrypts or decrypts secret bytes, bound to a label."""
