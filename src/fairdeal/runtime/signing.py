"""
Ed25519 signatures of the room: what `fairdeal.fair` has signed and verified, by the library that already signs anchors.

The pure core takes both as functions; this is where they come from.
"""

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey


class RoomKey:
    """A key that the room signs with; `public` is what players pin."""

    def __init__(self, secret: bytes) -> None:
        """Take 32 secret bytes."""
        self._key = Ed25519PrivateKey.from_private_bytes(secret)
        self.public = self._key.public_key().public_bytes_raw()

    def sign(self, message: bytes) -> bytes:
        """The signature of a message."""
        return self._key.sign(message)


def is_signed(key: bytes, message: bytes, signature: bytes) -> bool:
    """Whether the owner of a public key signed a message."""
    try:
        Ed25519PublicKey.from_public_bytes(key).verify(signature, message)
    except (InvalidSignature, ValueError):
        return False
    return True
