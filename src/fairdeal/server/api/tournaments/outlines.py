"""Tournaments by name: rows of the list of those that are over, and whatever else only mentions a tournament."""

from collections.abc import Iterable
from typing import Final

from fairdeal.hexapro.rules import Product
from fairdeal.kernel import Cents, TournamentId
from fairdeal.room.tournament.listings import LISTED, TOURNAMENTS
from fairdeal.server.api.shapes import Answer
from fairdeal.server.house import ServerHouse
from fairdeal.storage.port import Store
from fairdeal.tournament.outline import TournamentOutline

_PRODUCTS: Final = {Product.HEXAPRO.value: "HexaPro", Product.EXTREME.value: "HexaPro Extreme"}
"""Names of products, alike in every language."""


class TournamentOutlineAnswer(Answer, frozen=True):
    """A tournament in a list; amounts in cents."""

    id: str
    name: str
    rulebook: str
    label: str  # of money
    currency: str
    product: str
    family: str
    types: list[str]
    seats: int
    price: int
    guarantee: int
    status: str
    starts_at: int | None
    ended_at: int | None
    entries: int
    players: int
    pool: int
    paid_places: int
    winner: str | None


class TournamentName(Answer, frozen=True):
    """A tournament where something of it is mentioned: a hand, a line of a statement."""

    id: str
    name: str
    product: str


def outlines_of(store: Store, tournaments: Iterable[str]) -> dict[str, TournamentOutline]:
    """The outlines of tournaments, by id; those that are in no list are left out. Blocks."""
    rows = store.listings(TOURNAMENTS, sorted(set(tournaments)))
    return {each: LISTED.decode(row.body) for each, row in rows.items()}


def name_answer(outline: TournamentOutline | None) -> TournamentName | None:
    """The name of a tournament, if it is known."""
    return None if outline is None else TournamentName(outline.id, shown_name(outline), outline.product)


def shown_name(outline: TournamentOutline) -> str:
    """The name of a tournament as players read it; HexaPro games go by their product and buy-in."""
    return lobby_name(outline.product, outline.price) if outline.product in _PRODUCTS else outline.name


def lobby_name(product: str, buy_in: Cents) -> str:
    """The name of a HexaPro lobby as players read it."""
    return f"{_PRODUCTS[product]} {buy_in // 100}.{buy_in % 100:02}"


def outline_answer(house: ServerHouse, outline: TournamentOutline) -> TournamentOutlineAnswer:
    """A tournament's outline as an API answer."""
    winner = None if outline.winner is None else house.face(outline.winner).name
    return TournamentOutlineAnswer(
        outline.id,
        shown_name(outline),
        outline.rulebook,
        outline.money.value,
        outline.currency.value,
        outline.product,
        outline.family,
        [each.value for each in outline.types],
        outline.seats,
        outline.price,
        outline.guarantee,
        outline.status.value,
        outline.starts_at,
        outline.ended_at,
        outline.entries,
        outline.players,
        outline.pool,
        outline.paid_places,
        winner or None,
    )


def tournament_of_stake(stake: str) -> TournamentId | None:
    """The tournament of a hand, by what its record has as its stake; None for a hand at a cash table."""
    kind, _, tournament = stake.partition("/")
    return TournamentId(tournament) if kind == "tournament" else None
