"""
Sealing to the audit key: what is sealed here can be opened by two people together, and never by the server.

The key is X25519; its public half is all that a server has. The private half is split into two shares, of which each alone is random:
their exclusive-or is the key. A box is an ephemeral public key, and the text under AES-256-GCM with a key derived from both (HKDF,
SHA-256), bound to a label such as the hand's id.
"""

import os
from collections.abc import Callable
from typing import Final, NamedTuple

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

KEY_BYTES: Final = 32
_INFO: Final = b"fairdeal audit box 1"
_NONCE: Final = bytes(12)  # the key is used for one box only
_TAG_BYTES: Final = 16


class AuditError(Exception):
    """A key, a share or a box that does not fit."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


class AuditKeyPair(NamedTuple):
    """A new audit key: what servers get, and the two shares that two people keep."""

    public: bytes
    first: bytes
    second: bytes


def new_audit_key(draw: Callable[[int], bytes] = os.urandom) -> AuditKeyPair:
    """A key that nobody has whole: two shares for two people."""
    secret, first = draw(KEY_BYTES), draw(KEY_BYTES)
    public = X25519PrivateKey.from_private_bytes(secret).public_key().public_bytes_raw()
    return AuditKeyPair(public, first, _xor(secret, first))


class AuditSeal:
    """Seals to an audit key; has nothing that opens."""

    def __init__(self, public: bytes, draw: Callable[[int], bytes] = os.urandom) -> None:
        """Take the public half, 32 bytes; `draw` makes the ephemeral keys."""
        if len(public) != KEY_BYTES:
            raise AuditError("bad_audit_key", f"an audit key has {KEY_BYTES} bytes")
        self.public = public
        self._key = X25519PublicKey.from_public_bytes(public)
        self._draw = draw

    def __call__(self, label: str, secret: bytes) -> bytes:
        """A box that two people can open, bound to the label."""
        ephemeral = X25519PrivateKey.from_private_bytes(self._draw(KEY_BYTES))
        begins = ephemeral.public_key().public_bytes_raw()
        key = _derived(ephemeral.exchange(self._key), begins, self.public)
        return begins + AESGCM(key).encrypt(_NONCE, secret, label.encode())


def open_box(label: str, box: bytes, first: bytes, second: bytes) -> bytes:
    """What a box holds; needs both shares."""
    if len(first) != KEY_BYTES or len(second) != KEY_BYTES or first == second:
        raise AuditError("bad_share", f"two different shares of {KEY_BYTES} bytes each are needed")
    if len(box) < KEY_BYTES + _TAG_BYTES:
        raise AuditError("bad_box", "this is too short to be sealed")
    secret = X25519PrivateKey.from_private_bytes(_xor(first, second))
    begins, public = box[:KEY_BYTES], secret.public_key().public_bytes_raw()
    key = _derived(secret.exchange(X25519PublicKey.from_public_bytes(begins)), begins, public)
    try:
        return AESGCM(key).decrypt(_NONCE, box[KEY_BYTES:], label.encode())
    except InvalidTag:
        raise AuditError(
            "bad_box", "these shares do not open it, or it was changed, or it is of another hand"
        ) from None


def public_of(first: bytes, second: bytes) -> bytes:
    """The public half that two shares belong to."""
    return X25519PrivateKey.from_private_bytes(_xor(first, second)).public_key().public_bytes_raw()


def _derived(shared: bytes, begins: bytes, public: bytes) -> bytes:
    return HKDF(SHA256(), KEY_BYTES, salt=begins + public, info=_INFO).derive(shared)


def _xor(one: bytes, other: bytes) -> bytes:
    return bytes(a ^ b for a, b in zip(one, other, strict=True))
