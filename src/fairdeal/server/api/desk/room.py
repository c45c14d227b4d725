"""The room at the desk: what goes on now and over the last day, money in play, and what waits for people."""

import asyncio
from collections import Counter
from typing import Final

from litestar import get

from fairdeal.bank.accounts import Purpose
from fairdeal.bank.house import tender_of
from fairdeal.kernel import UNITS_PER_CENT
from fairdeal.room.bank.listings import PAYMENTS
from fairdeal.server.api.caller import Who
from fairdeal.server.api.shapes import Answer
from fairdeal.server.auth.roles import Access
from fairdeal.server.watch.pulse import figures_of
from fairdeal.storage.archive import Archive

IN_PLAY: Final = (
    Purpose.SEAT,
    Purpose.PENDING,
    Purpose.POT,
    Purpose.BET,
    Purpose.PRIZES,
    Purpose.BOUNTIES,
    Purpose.ENTRY_FEES,
)
"""What players have on tables, in tournaments and on bets."""
WAITING: Final = ("asked", "approved")
_READ_MAX: Final = 2_000


class MoneyInPlay(Answer, frozen=True):
    """Money at tables, in tournaments and on bets, in cents."""

    currency: str
    money: str
    amount: int


class RoomMoment(Answer, frozen=True):
    """How busy the room was at an instant."""

    at: int
    players: int
    tables: int
    hands: int  # an hour


class RoomNow(Answer, frozen=True):
    """What goes on in the room, what waits, and how it was over the last day, as far as the server has seen it."""

    at: int
    connected: int
    players: int
    cash_tables: int
    casino_tables: int
    hands: int  # an hour
    waiting: int  # for a seat
    tournaments: int
    registering: int
    in_play: list[MoneyInPlay]
    withdrawals: int
    complaints: int
    past: list[RoomMoment]


@get("/desk/room", may=Access.USE_DESK)
async def read_room(caller: Who) -> RoomNow:
    """The room as it is; sums and counts, nothing about a player."""
    house = caller.house
    now = figures_of(house.room)
    in_play, withdrawals = await caller.read(lambda: (_in_play(house.store), _withdrawals(house.store)))
    complaints = await asyncio.to_thread(lambda: house.people.complaints(answered=False, limit=_READ_MAX))
    past = [] if house.pulse is None else house.pulse.kept
    return RoomNow(
        now.at,
        now.connected,
        now.players,
        now.cash_tables,
        now.casino_tables,
        now.hands_an_hour,
        now.waiting,
        now.tournaments,
        now.registering,
        in_play,
        withdrawals,
        len(complaints),
        [RoomMoment(each.at, each.players, each.tables, each.hands_an_hour) for each in (*past, now)],
    )


def _in_play(store: Archive) -> list[MoneyInPlay]:
    found: Counter[tuple[str, str]] = Counter()
    for purpose in IN_PLAY:
        for account, balance in store.accounts(purpose).items():
            tender = tender_of(account)
            found[tender.currency.value, tender.money.value] += balance
    return [MoneyInPlay(*tender, amount // UNITS_PER_CENT) for tender, amount in sorted(found.items()) if amount]


def _withdrawals(store: Archive) -> int:
    return sum(row.label in WAITING for row in store.listed(PAYMENTS, _READ_MAX))


ROUTES = [read_room]
