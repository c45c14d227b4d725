"""
Confirmation of e-mail addresses.

An e-mail has a link whose token is encrypted with the vault's key; the server stores nothing until it is opened. A confirmation is
an entry of the account log with the address, so a new address must be confirmed again.
"""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error as NotBase64
from typing import Final

import msgspec

from fairdeal.kernel import Instant
from fairdeal.server.auth.refused import invalid
from fairdeal.server.auth.second_factor.switching import Sealer
from fairdeal.server.auth.settings import AuthSettings
from fairdeal.server.auth.tokens import new_id
from fairdeal.storage.people import LogRow, People, PersonRow
from fairdeal.storage.vault import VaultError

CONFIRMED: Final = "address_confirmed"
_SEALED_FOR: Final = "address"
_TOKEN_MAX: Final = 1_000


class _Link(msgspec.Struct, frozen=True, array_like=True):
    person: str
    email_key: str
    expires_at: int


class Addresses:
    """Makes and checks confirmation links of e-mail addresses."""

    def __init__(self, people: People, settings: AuthSettings, sealer: Sealer | None) -> None:
        self._people = people
        self._settings = settings
        self._sealer = sealer

    def link(self, row: PersonRow, now: Instant) -> str | None:
        """The confirmation link for an account's address; None without an address or a vault."""
        if self._sealer is None or not row.email_key:
            return None
        content = msgspec.msgpack.encode(_Link(row.id, row.email_key, now + self._settings.confirm_lasts))
        token = urlsafe_b64encode(self._sealer.seal(_SEALED_FOR, content)).decode()
        return f"{self._settings.public_url.rstrip('/')}/confirm#{token}"

    def is_confirmed(self, row: PersonRow) -> bool:
        """Whether the account's address is confirmed. Blocks."""
        return bool(row.email_key) and self._people.has_log_entry(row.id, CONFIRMED, row.email_key)

    def confirm(self, token: str, now: Instant) -> None:
        """Confirm the address of a token; repeating it does no harm. Blocks."""
        link = self._read(token)
        row = None if link is None or now >= link.expires_at else self._people.person(link.person)
        if link is None or row is None or row.email_key != link.email_key:
            raise invalid("link_expired")
        if not self.is_confirmed(row):
            self._people.add_log_entry(LogRow(new_id(now), now, row.id, CONFIRMED, row.id, row.email_key))

    def _read(self, token: str) -> _Link | None:
        if self._sealer is None or len(token) > _TOKEN_MAX:
            return None
        try:
            content = self._sealer.open(_SEALED_FOR, urlsafe_b64decode(token.encode()))
            return msgspec.msgpack.decode(content, type=_Link)
        except (VaultError, NotBase64, ValueError):
            return None
