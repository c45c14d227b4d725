"""
What the room does at once when what it signed proves by itself that a deal was wrong: an alarm, and the table deals no further hand.

One device's word stops nobody. This is not its word: nobody but the room can have signed it.
"""

from typing import Final

from fairdeal.cash.streams import TABLES
from fairdeal.cash.table.commands import Close
from fairdeal.fair import id16
from fairdeal.kernel import RuleId
from fairdeal.server.house import ServerHouse
from fairdeal.tournament.orders import DEALERS

MALFUNCTION: Final = RuleId("CASH-20")


def stop_table(house: ServerHouse, place: bytes) -> None:
    """
    Raise the alarm, and close the cash table that the 16 bytes stand for once its hand is over; everybody leaves with their stack.

    A tournament goes on until somebody decides: it cannot stop at one table alone.
    """
    registry = house.room.registry
    cash = next((each for each in registry.those(TABLES) if id16(each.hosted.name) == place), None)
    dealer = next((each for each in registry.those(DEALERS) if id16(each.hosted.name) == place), None)
    actor = cash or dealer
    house.fair.contradicted(place.hex() if actor is None else actor.stream)
    if cash is not None:
        registry.send(cash.stream, Close(MALFUNCTION))
