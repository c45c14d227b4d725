"""The keys by which the room signs its proofs, and the rates of voids and of seeds that were not revealed, for everybody."""

import asyncio
from typing import Final

from litestar import get

from fairdeal.cash.streams import TABLES
from fairdeal.fair import id16
from fairdeal.kernel import TableId
from fairdeal.play.fair.state import FairCounts
from fairdeal.present.table import table_name
from fairdeal.room.casino.house import CASINO
from fairdeal.room.fair_rates import together
from fairdeal.room.proofs import room_keys
from fairdeal.runtime.actor import Actor
from fairdeal.server.api.caller import Who
from fairdeal.server.api.shapes import Answer
from fairdeal.server.auth.roles import Access
from fairdeal.server.house import ServerHouse
from fairdeal.tournament.orders import DEALERS, director_stream, table_of_stream


class FairKey(Answer, frozen=True):
    """
    A public key of the room, as hexadecimal digits; the one with the highest number signs.

    `handover` is the signature of the key before it over SHA-256 of `PFP1/key`, a zero byte, and both keys: who pinned that one can pin
    this.
    """

    number: int
    key: str
    handover: str | None = None


class FairRates(Answer, frozen=True):
    """Hands, voids by their reason, and seeds by what became of them; counted since each table opened."""

    hands: int = 0
    restarts: int = 0
    stops: int = 0
    called_off: int = 0
    own: int = 0
    default: int = 0
    absent: int = 0
    uncut: int = 0


class FairTableRates(Answer, frozen=True):
    """
    The rates of one open table; `proven` are the 16 bytes that stand for it in proofs.

    `name` is what players read, of a tournament's table that of the tournament, and then `number` is the table's, from 1.
    """

    table: str
    name: str
    number: int | None
    proven: str
    rates: FairRates


class FairRoom(Answer, frozen=True):
    """
    How this room deals: whether players cut the decks, with which keys it signs, and its rates.

    `rates` are those of the open tables and of all that were closed within the last thirty days.
    """

    fair_dealing: bool
    audited: bool  # played decks are sealed so that only two people can open them
    keys: list[FairKey]
    rates: FairRates
    tables: list[FairTableRates]


@get("/fair", may=Access.ANYBODY)
async def read_fair(caller: Who) -> FairRoom:
    """The room's keys, oldest first, and the rates of voids and of seeds that were not revealed, by table and together."""
    house, keys = caller.house, room_keys(caller.house.vault)
    tables = sorted((actor for actor in house.room.registry if _is_proven(actor.state)), key=lambda each: each.stream)
    closed = await asyncio.to_thread(house.closed_rates.read, house.clock.now())
    return FairRoom(
        house.settings.fair_dealing,
        bool(house.settings.audit_key),
        [
            FairKey(number, key.hex(), keys.handovers[number].hex() if number in keys.handovers else None)
            for number, key in keys.publics.items()
        ],
        _rates(together([closed, *(actor.state.fair.counts for actor in tables)])),
        [_table(house, actor) for actor in tables],
    )


def _table(house: ServerHouse, actor: Actor) -> FairTableRates:
    table = actor.hosted.name
    name, number = _NAMED.get(actor.hosted.prefix, _by_id)(house, actor)
    return FairTableRates(table, name, number, id16(table).hex(), _rates(actor.state.fair.counts))


Named = tuple[str, int | None]


def _by_id(_house: ServerHouse, actor: Actor) -> Named:
    return actor.hosted.name, None


def _cash(_house: ServerHouse, actor: Actor) -> Named:
    return table_name(TableId(actor.hosted.name)), None


def _casino(house: ServerHouse, actor: Actor) -> Named:
    return house.room.casino.house.setups[TableId(actor.hosted.name)].name, None


def _tournament(house: ServerHouse, actor: Actor) -> Named:
    tournament, place = table_of_stream(actor.stream)
    director = house.room.registry.find(director_stream(tournament))
    announced = None if director is None else director.state
    return tournament if announced is None else announced.setup.name, place + 1


_NAMED: Final = {TABLES: _cash, CASINO: _casino, DEALERS: _tournament}
"""How players know tables, by the kind of their streams."""


def _is_proven(state: object) -> bool:
    return getattr(state, "fair", None) is not None and not getattr(state, "closed", False)


def _rates(counts: FairCounts) -> FairRates:
    return FairRates(
        hands=counts.hands,
        restarts=counts.restarts,
        stops=counts.stops,
        called_off=counts.called_off,
        own=counts.own,
        default=counts.default,
        absent=counts.absent,
        uncut=counts.uncut,
    )


ROUTES = [read_fair]
