"""What is published of rounds and shoes that the program drew by PFP-1: by name, as a list, and as a file; for everybody."""

from functools import lru_cache
from http import HTTPStatus
from typing import Final

from litestar import Response, get
from litestar.params import FromPath, FromQuery

from fairdeal.casino.records import ProofKept, ScansKept
from fairdeal.fair import OWN, proof_text
from fairdeal.kernel import TableId
from fairdeal.room.casino.listings import LISTED, proofs_list, scans_list
from fairdeal.server.api.caller import Who
from fairdeal.server.api.shapes import Answer
from fairdeal.server.api.tournaments.paging import ROWS_USUAL, Cursor, checked_limit, cursor_of, read_page
from fairdeal.server.auth.refused import Refused
from fairdeal.server.auth.roles import Access
from fairdeal.storage.port import Listing, Store

PROOFS_MAX: Final = 1_000
_FOR_GOOD: Final = {"cache-control": "public, max-age=31536000, immutable"}
"""What was published of a draw never changes."""


class ProofRow(Answer, frozen=True):
    """
    A draw of a table: `name` is that of its proof, `number` its place in the chain of secrets.

    `result` is the pocket of a round, and null for a shoe or a draw that came to nothing; `cards` were taken from a shoe. `own` of
    `players` added a seed of their own.
    """

    name: str
    kind: str
    number: int
    at: int
    result: int | None
    cards: int
    own: int
    players: int


class ProofsAnswer(Answer, frozen=True):
    """A page of draws, the newest first; `next` is the `before` of the next page."""

    rows: list[ProofRow]
    next: str | None


@get("/casino/tables/{table:str}/proofs", may=Access.ANYBODY)
async def list_round_proofs(
    caller: Who, table: FromPath[str], before: FromQuery[str | None] = None, limit: FromQuery[int] = ROWS_USUAL
) -> ProofsAnswer:
    """What is published of a table's draws, the newest first, without the seeds."""
    wanted, cursor, store = checked_limit(limit), cursor_of(before), caller.house.store
    page = await caller.read(lambda: read_page(store, proofs_list(TableId(table)), cursor, wanted))
    return ProofsAnswer([_row(row) for row in page.rows], page.next)


def _row(row: Listing) -> ProofRow:
    kept: ProofKept = LISTED.decode(row.body)
    proof = kept.proof
    own = sum(each.flag == OWN for each in proof.players)
    return ProofRow(row.id, proof.kind, proof.number, row.at, proof.result, len(proof.cards), own, len(proof.players))


@get("/casino/tables/{table:str}/proofs/{name:str}", may=Access.ANYBODY)
async def read_round_proof(caller: Who, table: FromPath[str], name: FromPath[str]) -> Response[bytes]:
    """What is published of a round or a shoe, exactly as verifiers read it; `name` is what rounds are listed with."""
    wanted = proofs_list(TableId(table))
    rows = await caller.read(lambda: caller.house.store.listings(wanted, [name]))
    if name not in rows:
        raise Refused("no_such_proof", HTTPStatus.NOT_FOUND)
    return Response(_text(rows[name].body), media_type="application/json", headers=_FOR_GOOD)


@lru_cache(maxsize=32)
def _text(body: bytes) -> bytes:
    """A stored proof as it is published; a whole table asks for the same one within seconds."""
    kept: ProofKept = LISTED.decode(body)
    return proof_text(kept.proof).encode()


@get("/casino/tables/{table:str}/proofs.jsonl", may=Access.ANYBODY)
async def download_round_proofs(
    caller: Who, table: FromPath[str], before: FromQuery[str | None] = None
) -> Response[str]:
    """The last proofs of a table, oldest first, one a line: a file for the offline verifiers."""
    cursor, store = cursor_of(before), caller.house.store
    texts = await caller.read(lambda: _texts(store, TableId(table), cursor))
    headers = {"content-disposition": 'attachment; filename="proofs.jsonl"'}
    text = "".join(f"{each}\n" for each in texts)
    return Response(text, media_type="application/jsonl; charset=utf-8", headers=headers)


def _texts(store: Store, table: TableId, before: Cursor | None) -> list[str]:
    page = read_page(store, proofs_list(table), before, PROOFS_MAX)
    kept: list[ProofKept] = [LISTED.decode(row.body) for row in page.rows]
    return [proof_text(each.proof) for each in reversed(kept)]


@get("/casino/tables/{table:str}/scans.jsonl", may=Access.ANYBODY)
async def download_scans(caller: Who, table: FromPath[str], before: FromQuery[str | None] = None) -> Response[str]:
    """What a live table's scanner read in the last rounds, oldest first, one round a line: a file for the offline verifiers."""
    cursor, store = cursor_of(before), caller.house.store
    texts = await caller.read(lambda: _scans(store, TableId(table), cursor))
    headers = {"content-disposition": 'attachment; filename="scans.jsonl"'}
    text = "".join(f"{each}\n" for each in texts)
    return Response(text, media_type="application/jsonl; charset=utf-8", headers=headers)


def _scans(store: Store, table: TableId, before: Cursor | None) -> list[str]:
    page = read_page(store, scans_list(table), before, PROOFS_MAX)
    kept: list[ScansKept] = [LISTED.decode(row.body) for row in page.rows]
    return [proof_text(each.proof) for each in reversed(kept)]


ROUTES = [list_round_proofs, read_round_proof, download_round_proofs, download_scans]
