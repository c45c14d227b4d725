"""Proofs of a player's own hands: one as verifiers read it, and a file of all of them."""

import asyncio
from collections.abc import Iterator
from http import HTTPStatus
from itertools import islice
from typing import Any, Final

from litestar import Response, get
from litestar.params import FromPath, FromQuery

from fairdeal.fair import Proof, PublishedHand, proof_json, proof_text
from fairdeal.kernel import HandId, Instant
from fairdeal.room.proofs import copy_with, own_copy, proof_of
from fairdeal.room.records import from_sealed
from fairdeal.server.api.caller import Caller, Who
from fairdeal.server.api.hands import own_hands
from fairdeal.server.api.own_hands import OwnHand
from fairdeal.server.auth.refused import Refused
from fairdeal.server.auth.roles import Access
from fairdeal.storage.vault import VaultError

PROOFS_MAX: Final = 1_000


@get("/hands/{hand:str}/proof", may=Access.PERSON)
async def read_proof(caller: Who, hand: FromPath[str]) -> dict[str, Any]:
    """The caller's own copy of the proof of a hand, exactly as verifiers read it."""
    own = await asyncio.to_thread(own_hands(caller).find, HandId(hand))
    proof = None if own is None else await asyncio.to_thread(_proof, caller, own)
    if proof is None:
        raise Refused("no_such_proof", HTTPStatus.NOT_FOUND)
    return proof_json(proof)


@get("/hands/proofs.jsonl", may=Access.PERSON)
async def download_proofs(
    caller: Who, since: FromQuery[int | None] = None, until: FromQuery[int | None] = None
) -> Response[str]:
    """The caller's own copies of proofs of a period, oldest first, one a line: a file for the offline verifiers."""
    end = Instant(caller.house.clock.now() + 1 if until is None else max(0, until))
    texts = await caller.read(lambda: list(_texts(caller, Instant(max(0, since or 0)), end)))
    headers = {"content-disposition": 'attachment; filename="proofs.jsonl"'}
    text = "".join(f"{each}\n" for each in reversed(texts))
    return Response(text, media_type="application/jsonl; charset=utf-8", headers=headers)


def _texts(caller: Caller, since: Instant, until: Instant) -> Iterator[str]:
    """Own copies, newest first."""
    for own in islice(own_hands(caller).before(until), PROOFS_MAX):
        if not isinstance(own, OwnHand) or own.at < since:
            return
        if (proof := _proof(caller, own)) is not None:
            yield proof_text(proof)


def _proof(caller: Caller, own: OwnHand) -> Proof | None:
    """A player's own copy of a proof; where the key of the deck is no longer here, the public form."""
    house = caller.house
    proof = proof_of(house.store, own.kept.hand)
    if not isinstance(proof, PublishedHand):
        return proof
    try:
        sealed = from_sealed(house.vault.open(own.kept.hand, own.kept.sealed))
    except VaultError:
        return proof
    if sealed.key is not None:
        return own_copy(proof, own.place, sealed.key)
    return copy_with(proof, own.place, sealed.openings)


ROUTES = [read_proof, download_proofs]
