"""Enabling, disabling and verifying the second factor."""

from http import HTTPStatus
from typing import Protocol

from fairdeal.kernel import HandId
from fairdeal.runtime.ports import Clock
from fairdeal.server.auth.refused import Refused
from fairdeal.server.auth.second_factor.totp import (
    matching_step,
    new_recovery_codes,
    new_totp_secret,
    provisioning_uri,
    recovery_hash,
    secret_text,
)
from fairdeal.storage.people import People, PersonRow
from fairdeal.storage.vault import Vault


class Sealer(Protocol):
    """Encrypts secrets at rest, bound to a name."""

    def seal(self, name: str, secret: bytes) -> bytes:
        """Encrypt a secret, bound to the name."""
        ...

    def open(self, name: str, sealed: bytes) -> bytes:
        """Decrypt a secret of that name."""
        ...


class VaultSealer:
    """A `Sealer` for account secrets that uses the vault."""

    def __init__(self, vault: Vault) -> None:
        self._vault = vault

    def seal(self, name: str, secret: bytes) -> bytes:
        """Encrypt a secret, bound to the name."""
        return self._vault.seal(HandId(name), secret)

    def open(self, name: str, sealed: bytes) -> bytes:
        """Decrypt a secret of that name."""
        return self._vault.open(HandId(name), sealed)


class SecondFactor:
    """The second factor of every account. All methods block."""

    def __init__(self, people: People, clock: Clock, house: str, sealer: Sealer | None) -> None:
        self._people = people
        self._clock = clock
        self._house = house
        self._sealer = sealer

    def enrol(self, row: PersonRow) -> tuple[str, str]:
        """Create a secret: as text and as otpauth:// URI; it takes effect when confirmed with a code."""
        if self._sealer is None:
            raise Refused("second_factor_not_offered", HTTPStatus.NOT_IMPLEMENTED)
        if row.totp_on:
            raise Refused("second_factor_is_on")
        secret = new_totp_secret()
        self._people.change_person(row.id, totp=self._sealer.seal(_name(row), secret), totp_step=0)
        return secret_text(secret), provisioning_uri(secret, house=self._house, name=row.name)

    def confirm(self, row: PersonRow, code: str) -> list[str]:
        """Enable it with a first code; returns the recovery codes, shown once."""
        if row.totp_on or not row.totp:
            raise Refused("second_factor_is_on" if row.totp_on else "not_enrolled")
        if not self._is_fresh(row, code):
            raise Refused("bad_code", HTTPStatus.FORBIDDEN)
        codes = new_recovery_codes()
        self._people.set_codes(row.id, [recovery_hash(row.id, each) for each in codes])
        self._people.change_person(row.id, totp_on=1)
        return codes

    def verify(self, row: PersonRow, code: str) -> bool:
        """Whether the code is a fresh TOTP code, or a recovery code, which is used up."""
        if not row.totp_on:
            return False
        return self._is_fresh(row, code) or self._people.use_code(row.id, recovery_hash(row.id, code))

    def drop(self, row: PersonRow) -> None:
        """Disable it."""
        self._people.change_person(row.id, totp=b"", totp_on=0, totp_step=0)
        self._people.set_codes(row.id, [])

    def _is_fresh(self, row: PersonRow, code: str) -> bool:
        assert self._sealer is not None, "a secret was sealed"
        secret = self._sealer.open(_name(row), row.totp)
        step = matching_step(secret, code.replace(" ", ""), self._clock.now())
        return step is not None and self._people.use_step(row.id, step)


def _name(row: PersonRow) -> str:
    return f"totp:{row.id}"
