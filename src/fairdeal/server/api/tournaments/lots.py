"""Lots of tournaments by PFP-1: the chains they are drawn from, and what is published of those that were drawn; for everybody."""

from http import HTTPStatus
from typing import Final

from litestar import Response, get
from litestar.params import FromPath, FromQuery

from fairdeal.fair import proof_text
from fairdeal.kernel import TournamentId
from fairdeal.room.tournament.listings import LISTED, LotsChain, LotsKept, lots_chains_list, lots_list
from fairdeal.server.api.caller import Who
from fairdeal.server.api.shapes import Answer
from fairdeal.server.api.tournaments.outlines import outlines_of
from fairdeal.server.api.tournaments.paging import Cursor, cursor_of, read_page
from fairdeal.server.auth.refused import Refused
from fairdeal.server.auth.roles import Access
from fairdeal.storage.port import Store

LOTS_MAX: Final = 1_000
CHAINS_MAX: Final = 200


class ChainAnswer(Answer, frozen=True):
    """A chain of secrets that lots are drawn from: what stands for it in proofs, its anchor, and how many secrets it has."""

    tournament: str
    anchor: str
    length: int


class LotsAnswer(Answer, frozen=True):
    """The chains of a tournament, the first one first; none where its lots are not published."""

    chains: list[ChainAnswer]


@get("/tournaments/{tournament:str}/lots", may=Access.ANYBODY)
async def read_lots(caller: Who, tournament: FromPath[str]) -> LotsAnswer:
    """What a tournament published before lots were drawn: keep an anchor, and hold proofs against it."""
    store, found = caller.house.store, TournamentId(tournament)
    return LotsAnswer(await caller.read(lambda: _chains(store, found)))


@get("/tournaments/{tournament:str}/lots.jsonl", may=Access.ANYBODY)
async def download_lots(caller: Who, tournament: FromPath[str], before: FromQuery[str | None] = None) -> Response[str]:
    """The last lots of a tournament, oldest first, one a line: a file for the offline verifiers."""
    cursor, store, found = cursor_of(before), caller.house.store, TournamentId(tournament)
    texts = await caller.read(lambda: _texts(store, found, cursor))
    headers = {"content-disposition": 'attachment; filename="lots.jsonl"'}
    text = "".join(f"{each}\n" for each in texts)
    return Response(text, media_type="application/jsonl; charset=utf-8", headers=headers)


def _check(store: Store, tournament: TournamentId) -> None:
    if tournament not in outlines_of(store, [tournament]):
        raise Refused("no_such_tournament", HTTPStatus.NOT_FOUND)


def _chains(store: Store, tournament: TournamentId) -> list[ChainAnswer]:
    _check(store, tournament)
    page = read_page(store, lots_chains_list(tournament), None, CHAINS_MAX)
    kept: list[LotsChain] = [LISTED.decode(row.body) for row in page.rows]
    return [ChainAnswer(each.place.hex(), each.anchor.hex(), each.length) for each in reversed(kept)]


def _texts(store: Store, tournament: TournamentId, before: Cursor | None) -> list[str]:
    _check(store, tournament)
    page = read_page(store, lots_list(tournament), before, LOTS_MAX)
    kept: list[LotsKept] = [LISTED.decode(row.body) for row in page.rows]
    return [proof_text(each.proof) for each in reversed(kept)]


ROUTES = [read_lots, download_lots]
