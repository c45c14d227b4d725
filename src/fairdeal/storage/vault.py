"""
Encryption at rest of cards that were not shown; and the operator's keys, from which the chain keys are derived.

A sealed text starts with the number of its key, so that keys can be changed: the key with the highest number seals, all
of them open. The hand's id is bound in, so a sealed text opens only as part of the hand it was sealed for. Nothing here
logs, and nothing prints a key.
"""

import hmac
import os
import stat
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

KEY_BYTES: Final = 32
KEY_FILE: Final = "cards.key"
KEYS_VARIABLE: Final = "FAIRDEAL_KEYS"
NUMBER_MAX: Final = (1 << 32) - 1

_NUMBER_BYTES: Final = 4
_NONCE_BYTES: Final = 12
_TAG_BYTES: Final = 16


class VaultError(Exception):
    """A key or an encrypted text is invalid."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


class Vault:
    """Encrypts and decrypts with AES-256-GCM; `keys` are 32 bytes each, by number."""

    def __init__(self, keys: Mapping[int, bytes], chance: Callable[[int], bytes] = os.urandom) -> None:
        if not keys:
            raise VaultError("no_key", "there is no key to seal with")
        for number, key in keys.items():
            if not 0 <= number <= NUMBER_MAX or len(key) != KEY_BYTES:
                raise VaultError("bad_key", f"key {number} is not one of {KEY_BYTES} bytes")
        self._ciphers = {number: AESGCM(key) for number, key in keys.items()}
        self._keys = dict(keys)
        self._newest = max(keys)
        self._chance = chance

    def __repr__(self) -> str:
        return f"Vault(keys {sorted(self._ciphers)})"

    def derive(self, purpose: str) -> dict[int, bytes]:
        """Derive keys for another purpose, by the same numbers (HMAC-SHA-256); none reveals anything about the others."""
        return {
            number: hmac.digest(key, f"fairdeal {purpose}".encode(), "sha256") for number, key in self._keys.items()
        }

    def text(self) -> str:
        """All keys, as they stand in a file."""
        return "".join(_line(*each) for each in sorted(self._keys.items()))

    def seal(self, hand: str, secret: bytes) -> bytes:
        """Encrypt a secret, bound to the hand or whatever else it is of."""
        nonce = self._chance(_NONCE_BYTES)
        sealed = self._ciphers[self._newest].encrypt(nonce, secret, hand.encode())
        return self._newest.to_bytes(_NUMBER_BYTES, "big") + nonce + sealed

    def open(self, hand: str, sealed: bytes) -> bytes:
        """Decrypt a secret of that hand, or whatever else it is of."""
        if len(sealed) < _NUMBER_BYTES + _NONCE_BYTES + _TAG_BYTES:
            raise VaultError("ciphertext_invalid", f"hand {hand}: too short to be a sealed text")
        number = int.from_bytes(sealed[:_NUMBER_BYTES], "big")
        cipher = self._ciphers.get(number)
        if cipher is None:
            raise VaultError("unknown_key", f"hand {hand}: sealed with key {number}, which is not here")
        nonce, body = sealed[_NUMBER_BYTES:][:_NONCE_BYTES], sealed[_NUMBER_BYTES + _NONCE_BYTES :]
        try:
            return cipher.decrypt(nonce, body, hand.encode())
        except InvalidTag:
            raise VaultError(
                "ciphertext_invalid", f"hand {hand}: the sealed text was changed, or is of another hand"
            ) from None


def vault_from_file(path: Path) -> Vault:
    """The vault with the keys of a file; a missing file is created with a new key."""
    with suppress(FileExistsError):
        _write_new(path, _line(1, os.urandom(KEY_BYTES)))
    return Vault(_keys_in(path))


def begin_keys(path: Path, number: int) -> None:
    """Create a key file with one new key of that number."""
    _write_new(path, _line(number, os.urandom(KEY_BYTES)))


def find_vault(data: Path, keys: str | None) -> Vault | None:
    """The vault of an installation, if it has keys: given as text, or else in the file in its data folder."""
    if keys:
        return vault_from_text(keys)
    path = data / KEY_FILE
    return Vault(_keys_in(path)) if path.exists() else None


def copy_keys(vault: Vault, path: Path) -> None:
    """Write all keys of a vault to a new file that only its owner may read."""
    try:
        _write_new(path, vault.text())
    except FileExistsError:
        raise VaultError("key_file_exists", f"{path} exists; keys are never overwritten") from None


def add_key(path: Path) -> int:
    """Add a new key to a file, to encrypt with from now on; return its number."""
    keys = _keys_in(path)
    number = max(keys) + 1
    beside = path.with_name(f".{path.name}.new")
    beside.unlink(missing_ok=True)
    _write_new(beside, "".join(_line(*each) for each in [*keys.items(), (number, os.urandom(KEY_BYTES))]))
    beside.replace(path)
    return number


def vault_from_text(text: str) -> Vault:
    """The vault with keys given as `1:hex,2:hex`, as in the environment variable."""
    return Vault(_parse(text.replace(",", "\n")))


def _keys_in(path: Path) -> dict[int, bytes]:
    try:
        mode = path.stat().st_mode
        if os.name == "posix" and stat.S_IMODE(mode) & 0o077:
            raise VaultError("key_file_readable", f"{path} can be read by others; run: chmod 600 {path}")
        return _parse(path.read_text("ascii"))
    except (OSError, UnicodeDecodeError) as error:
        raise VaultError("undecodable", f"{path} cannot be read as a file of keys") from error


def _write_new(path: Path, text: str) -> None:
    """Create a file that only its owner may read; it must not exist."""
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        raise
    except OSError as error:
        raise VaultError("key_file_unwritable", f"{path} cannot be written: {error.strerror}") from error
    with os.fdopen(handle, "w", encoding="ascii") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())


def _line(number: int, key: bytes) -> str:
    return f"{number}:{key.hex()}\n"


def _parse(text: str) -> dict[int, bytes]:
    keys: dict[int, bytes] = {}
    for place, line in enumerate(text.split(), 1):
        number, _, key = line.partition(":")
        try:
            keys[int(number)] = bytes.fromhex(key)
        except ValueError:
            raise VaultError("bad_key", f"key {place} is not a number, a colon and hexadecimal digits") from None
    return keys
