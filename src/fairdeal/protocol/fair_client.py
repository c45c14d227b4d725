"""Messages from clients by which players take part in the cut of a table's decks, and in draws (PFP-1)."""

from typing import Annotated

import msgspec

from fairdeal.protocol.base import PROMISES_MAX, Amount, ClientMessage, Hash, StakeName, TableName, Wire


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


class PromiseDraw(ClientMessage, frozen=True):
    """Take part in the draw of one of the player's HexaPro games, as the answer to `hexaproPart`."""

    lobby: StakeName
    game: Amount
    commitment: Hash


class RevealDraw(ClientMessage, frozen=True):
    """Reveal the seed for the locked draw of a HexaPro game, as the answer to `hexaproLocked`."""

    lobby: StakeName
    game: Amount
    seed: Hash
