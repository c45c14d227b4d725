"""
Known devices: an encrypted token in a long-lived cookie marks a device on which an account has logged in before.

It logs nobody in. Wrong passwords from a known device are counted apart from those of strangers, so that nobody can lock an owner
out by guessing. The token is encrypted with the vault's key and bound to the account; the server stores nothing.
"""

import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error as NotBase64
from dataclasses import dataclass
from typing import Final

from fairdeal.kernel import DAY, Duration, Instant
from fairdeal.server.auth.second_factor.switching import Sealer
from fairdeal.storage.vault import VaultError

LASTS: Final = Duration(365 * DAY)
TOKEN_MAX: Final = 400
_NUMBER_BYTES: Final = 12
_INSTANT_BYTES: Final = 8


@dataclass(frozen=True, slots=True)
class KnownDevice:
    """A known device of an account, by a random number; empty for an unknown device."""

    number: str = ""

    @property
    def is_known(self) -> bool:
        """Whether the device is known."""
        return bool(self.number)


STRANGER: Final = KnownDevice()


class Devices:
    """Makes and reads known-device tokens; without a sealer every device is unknown."""

    def __init__(self, sealer: Sealer | None) -> None:
        self._sealer = sealer

    def make_token(self, person: str, now: Instant) -> str:
        """A token for the device on which that person has just logged in; empty without a sealer."""
        if self._sealer is None:
            return ""
        plain = secrets.token_bytes(_NUMBER_BYTES) + now.to_bytes(_INSTANT_BYTES, "big")
        return urlsafe_b64encode(self._sealer.seal(_name(person), plain)).decode().rstrip("=")

    def read(self, token: str, person: str, now: Instant) -> KnownDevice:
        """The known device of a token of that person, or `STRANGER`."""
        if self._sealer is None or not token or len(token) > TOKEN_MAX:
            return STRANGER
        try:
            plain = self._sealer.open(_name(person), urlsafe_b64decode(token.encode() + b"=="))
        except (VaultError, NotBase64, ValueError):
            return STRANGER
        made_at = int.from_bytes(plain[_NUMBER_BYTES:], "big")
        return KnownDevice(plain[:_NUMBER_BYTES].hex()) if now < made_at + LASTS else STRANGER


def _name(person: str) -> str:
    return f"device:{person}"
