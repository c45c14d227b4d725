"""Names for the lines of statements: of tournaments, of satellites that issued a ticket, and of HexaPro lobbies."""

from collections.abc import Iterable

from fairdeal.hexapro.lobby.postings import registration_of
from fairdeal.hexapro.rules import parse_lobby
from fairdeal.kernel import MoneyKind
from fairdeal.server.api.tournaments.outlines import TournamentName, lobby_name, name_answer, outlines_of
from fairdeal.storage.port import Store


def line_names(store: Store, places: Iterable[str], money: MoneyKind) -> dict[str, TournamentName]:
    """The names of the places of lines that have to do with tournaments, by place; a place may be a ticket. Blocks."""
    wanted = sorted({place for place in places if place})
    found: dict[str, TournamentName] = {}
    issuers: dict[str, str] = {}
    for place in wanted:
        registration = registration_of(place, money)
        if registration is None:
            issuers[place] = place.rpartition(".")[0] or place
        else:
            _, product, buy_in, _ = parse_lobby(registration[0])
            found[place] = TournamentName("", lobby_name(product.value, buy_in), product.value)
    outlines = outlines_of(store, {*issuers, *issuers.values()})
    for place, issuer in issuers.items():
        named = name_answer(outlines.get(place) or outlines.get(issuer))
        if named is not None:
            found[place] = named
    return found
