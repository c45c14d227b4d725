"""The keys by which the room signs its proofs, and the rates of voids and of seeds that were not revealed, for everybody."""

from litestar import get

from fairdeal.fair import id16
from fairdeal.play.fair.state import FairCounts
from fairdeal.room.fair_rates import together
from fairdeal.room.proofs import room_keys
from fairdeal.server.api.caller import Who
from fairdeal.server.api.shapes import Answer
from fairdeal.server.auth.roles import Access


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
    """The rates of one open table; `proven` are the 16 bytes that stand for it in proofs."""

    table: str
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
    tables = [(actor.hosted.name, actor.state.fair.counts) for actor in house.room.registry if _is_proven(actor.state)]
    tables.sort()
    now = house.clock.now()
    closed = await caller.read(lambda: house.closed_rates.read(now))
    return FairRoom(
        house.settings.fair_dealing,
        bool(house.settings.audit_key),
        [
            FairKey(number, key.hex(), keys.handovers[number].hex() if number in keys.handovers else None)
            for number, key in keys.publics.items()
        ],
        _rates(together([closed, *(counts for _, counts in tables)])),
        [FairTableRates(name, id16(name).hex(), _rates(counts)) for name, counts in tables],
    )


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
