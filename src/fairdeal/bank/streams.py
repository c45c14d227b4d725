"""Names of the streams of the bank."""

from typing import Final

from fairdeal.kernel import PlayerId, StreamId

PURSES: Final = "purse"
HOLDS: Final = "holds"
"""Prefixes of the streams of purses and of holds; durable."""


def purse_stream(player: PlayerId) -> StreamId:
    """The stream of a player's purse."""
    return StreamId(f"{PURSES}:{player}")


def holds_stream(edition: str, player: PlayerId) -> StreamId:
    """The stream of the holds on a player's money under one edition."""
    return StreamId(f"{HOLDS}:{edition}/{player}")
