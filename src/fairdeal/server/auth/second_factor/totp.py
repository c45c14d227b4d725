"""
Time-based one-time passwords (RFC 6238: six digits, thirty seconds), and recovery codes.

A secret has 160 bits. One step before and after the present is accepted, because clocks differ; each step is valid once.
"""

import hmac
import secrets
from base64 import b32encode
from hashlib import sha1, sha256
from typing import Final
from urllib.parse import quote, urlencode

from fairdeal.kernel import Instant

SECRET_BYTES: Final = 20
STEP_SECONDS: Final = 30
DIGITS: Final = 6
DRIFT_STEPS: Final = 1
CODES: Final = 10

# Crockford's alphabet: no I, L, O, U, so that a code copied by hand survives.
_ALPHABET: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_CODE_LENGTH: Final = 12


def new_totp_secret() -> bytes:
    """A new random TOTP secret."""
    return secrets.token_bytes(SECRET_BYTES)


def step_of(now: Instant) -> int:
    """The number of the current time step."""
    return now // 1000 // STEP_SECONDS


def code_at(secret: bytes, step: int) -> str:
    """The code of a time step."""
    digest = hmac.new(secret, step.to_bytes(8, "big"), sha1).digest()
    start = digest[-1] & 15
    number = int.from_bytes(digest[start : start + 4], "big") & 0x7FFF_FFFF
    return f"{number % 10**DIGITS:0{DIGITS}}"


def matching_step(secret: bytes, code: str, now: Instant) -> int | None:
    """The accepted time step whose code this is, or None."""
    present = step_of(now)
    found = None
    for step in range(present - DRIFT_STEPS, present + DRIFT_STEPS + 1):
        if hmac.compare_digest(code_at(secret, step).encode(), code.encode()):
            found = step
    return found


def secret_text(secret: bytes) -> str:
    """The secret as text to type into an authenticator app."""
    return b32encode(secret).decode().rstrip("=")


def provisioning_uri(secret: bytes, *, house: str, name: str) -> str:
    """The otpauth:// URI for the QR code."""
    query = urlencode({"secret": secret_text(secret), "issuer": house, "digits": DIGITS, "period": STEP_SECONDS})
    return f"otpauth://totp/{quote(house)}:{quote(name)}?{query}"


def new_recovery_codes() -> list[str]:
    """New one-time recovery codes."""
    letters = ("".join(secrets.choice(_ALPHABET) for _ in range(_CODE_LENGTH)) for _ in range(CODES))
    return [f"{code[:4]}-{code[4:8]}-{code[8:]}" for code in letters]


def recovery_hash(person: str, code: str) -> bytes:
    """The stored hash of a recovery code; case and dashes do not matter."""
    plain = "".join(letter for letter in code.upper() if letter in _ALPHABET)
    return sha256(f"{person}:{plain}".encode()).digest()
