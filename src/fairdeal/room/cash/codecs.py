"""Codecs of the streams of cash games; their tags never change (`room.tags`)."""

from typing import Final

from fairdeal.cash.floor.events import FloorEvent
from fairdeal.cash.floor.state import Floor
from fairdeal.cash.player.events import PlayerStreamEvent
from fairdeal.cash.player.state import CashPlayer
from fairdeal.cash.table.events import TableEvent
from fairdeal.cash.table.state import CashTable
from fairdeal.room import tags
from fairdeal.room.codecs import Coded
from fairdeal.storage.codec import Codec

TABLE_EVENTS: Final = Codec("cash table events", 1, tags.CASH_TABLE)
TABLE_STATES: Final = Codec(
    "cash table",
    1,
    {"table": CashTable},
    leave_out={CashTable: ("running", "outcome", "dropped", "paused_since", "fair_play")},
    sparse={CashTable: ("fair",)},
)
FLOOR_EVENTS: Final = Codec("floor events", 1, tags.FLOOR)
FLOOR_STATES: Final = Codec("floor", 1, {"floor": Floor})
PLAYER_EVENTS: Final = Codec("player events", 1, tags.PLAYER)
PLAYER_STATES: Final = Codec("player", 1, {"player": CashPlayer}, leave_out={CashPlayer: ("pause",)})

TABLE: Final = Coded[CashTable, TableEvent](TABLE_EVENTS, TABLE_STATES)
FLOOR: Final = Coded[Floor, FloorEvent](FLOOR_EVENTS, FLOOR_STATES)
PLAYER: Final = Coded[CashPlayer, PlayerStreamEvent](PLAYER_EVENTS, PLAYER_STATES)
