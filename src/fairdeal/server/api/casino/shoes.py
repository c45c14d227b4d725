"""Shoes that were dealt out at casino tables, with the order of their cards: anybody may check them against their commitments."""

from litestar import get
from litestar.params import FromPath, FromQuery

from fairdeal.casino.records import OpenedShoe
from fairdeal.casino.shoe import commitment
from fairdeal.kernel import TableId
from fairdeal.present.strength import cards_to_wire
from fairdeal.room.casino.listings import LISTED, shoes_list
from fairdeal.server.api.caller import Who
from fairdeal.server.api.shapes import Answer
from fairdeal.server.api.tournaments.paging import ROWS_USUAL, Cursor, checked_limit, cursor_of, read_page
from fairdeal.server.auth.roles import Access
from fairdeal.storage.port import Store


class ShoeAnswer(Answer, frozen=True):
    """
    A shoe whose order is open.

    `commitment` was published when it was shuffled; it is the SHA-256 of `salt` and `order`, both hexadecimal, one byte a card.
    `fits` is the server's own check; `cards` are the same cards by name.
    """

    number: int
    opened_at: int
    commitment: str
    salt: str
    order: str
    cards: list[str]
    fits: bool


class ShoesAnswer(Answer, frozen=True):
    """A page of shoes, the newest first."""

    rows: list[ShoeAnswer]
    next: str | None


@get("/casino/tables/{table:str}/shoes", may=Access.ANYBODY)
async def read_shoes(
    caller: Who, table: FromPath[str], before: FromQuery[str | None] = None, limit: FromQuery[int] = ROWS_USUAL
) -> ShoesAnswer:
    """The shoes of a table that can be checked, the newest first."""
    wanted, cursor, store = checked_limit(limit), cursor_of(before), caller.house.store
    return await caller.read(lambda: shoes_of(store, TableId(table), cursor, wanted))


def shoes_of(store: Store, table: TableId, before: Cursor | None, limit: int) -> ShoesAnswer:
    """A page of a table's open shoes; blocks."""
    page = read_page(store, shoes_list(table), before, limit)
    return ShoesAnswer([_answer(LISTED.decode(row.body)) for row in page.rows], page.next)


def _answer(shoe: OpenedShoe) -> ShoeAnswer:
    return ShoeAnswer(
        shoe.number,
        shoe.opened_at,
        shoe.commitment,
        shoe.salt.hex(),
        shoe.order.hex(),
        list(cards_to_wire(shoe.order)),
        commitment(shoe.order, shoe.salt) == shoe.commitment,
    )


ROUTES = [read_shoes]
