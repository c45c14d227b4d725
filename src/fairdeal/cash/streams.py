"""Names of the streams of cash games."""

from typing import Final

from fairdeal.cash.rules import CashRules
from fairdeal.kernel import PlayerId, StreamId, TableId

TABLES: Final = "cash"
FLOORS: Final = "floor"
PLAYERS: Final = "player"
"""Prefixes of the streams of tables, floors and players; durable."""


def table_stream(table: TableId) -> StreamId:
    """The stream of a cash table."""
    return StreamId(f"{TABLES}:{table}")


def player_stream(player: PlayerId) -> StreamId:
    """The stream of a player's cash games: what follows the player from table to table."""
    return StreamId(f"{PLAYERS}:{player}")


def floor_stream(rules: CashRules) -> StreamId:
    """The stream of the floor that seats players at this stake: one for each edition, family and kind of money."""
    return StreamId(f"{FLOORS}:{rules.edition}/{rules.family}/{rules.money}")
