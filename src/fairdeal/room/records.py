"""What is kept of finished hands."""

from collections.abc import Callable
from typing import Final

SALT_BYTES: Final = 16
VOID_RECORD: Final = b"\0"
"""The public part of a hand that was void: the number is used up, nothing else is left of it."""

Seal = Callable[[str, bytes], bytes]
"""Encrypts, or decrypts, what nobody may see, under a label."""
