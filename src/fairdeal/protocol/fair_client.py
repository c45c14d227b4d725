"""Messages from clients by which players take part in the cut of a table's decks (PFP-1)."""

from typing import Annotated

import msgspec

from fairdeal.protocol.base import PROMISES_MAX, Amount, ClientMessage, Hash, TableName, Wire


class SeedPromise(Wire, frozen=True, forbid_unknown_fields=True):
    """What a seed for one hand is committed to by."""

    hand: Amount
    commitment: Hash


SeedPromises = Annotated[tuple[SeedPromise, ...], msgspec.Meta(max_length=PROMISES_MAX)]


class PromiseSeeds(ClientMessage, frozen=True):
    """Take part in the cut of the next hands at a table; also to take part again after seeds that were not revealed."""

    table: TableName
    promises: SeedPromises


class RevealSeed(ClientMessage, frozen=True):
    """Reveal the seed for the locked hand of that number, with promises for hands to come."""

    table: TableName
    hand: Amount
    seed: Hash
    promises: SeedPromises = ()
