"""The keys by which a room signs what is published of its hands: one for each key of the operator's vault."""

from fairdeal.runtime.signing import RoomKeys
from fairdeal.storage.vault import Vault


def room_keys(vault: Vault) -> RoomKeys:
    """The room's keys; a new key of the vault is a new one here, and the old ones stay published."""
    return RoomKeys(vault.derive("fair"))
