"""
Ed25519 signatures of the room: what `fairdeal.fair` has signed and verified, by the library that already signs anchors.

The pure core takes both as functions; this is where they come from.
"""

from collections.abc import Mapping

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from fairdeal.fair.messages import key_digest


class RoomKey:
    """A key that the room signs with; `public` is what players pin."""

    def __init__(self, secret: bytes) -> None:
        """Take 32 secret bytes."""
        self._key = Ed25519PrivateKey.from_private_bytes(secret)
        self.public = self._key.public_key().public_bytes_raw()

    def sign(self, message: bytes) -> bytes:
        """The signature of a message."""
        return self._key.sign(message)


class RoomKeys:
    """
    The keys of a room by number: the newest signs, and all of them are published, so that older proofs can still be checked.

    They follow the numbers of the operator's keys: a new one there is a new one here.
    """

    def __init__(self, secrets: Mapping[int, bytes]) -> None:
        """Take 32 secret bytes a number."""
        keys = {number: RoomKey(secret) for number, secret in secrets.items()}
        newest = keys[max(keys)]
        self.public = newest.public
        self.sign = newest.sign
        self.publics = {number: key.public for number, key in sorted(keys.items())}
        ordered = [keys[number] for number in sorted(keys)]
        pairs = zip(sorted(keys)[1:], ordered, ordered[1:], strict=False)
        self.handovers = {number: old.sign(key_digest(old.public, new.public)) for number, old, new in pairs}
        """By number of a key: its predecessor's signature that it follows it."""


def is_signed(key: bytes, message: bytes, signature: bytes) -> bool:
    """Whether the owner of a public key signed a message."""
    try:
        Ed25519PublicKey.from_public_bytes(key).verify(signature, message)
    except (InvalidSignature, ValueError):
        return False
    return True
