"""Proofs of a player's own hands: one as verifiers read it, and a file of all of them."""

import asyncio
from collections.abc import AsyncIterator, Iterator, Sequence
from functools import partial
from http import HTTPStatus
from itertools import islice
from typing import Any, Final

from litestar import get
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath, FromQuery
from litestar.response import Stream

from fairdeal.fair import Proof, PublishedHand, proof_json, proof_text
from fairdeal.kernel import HandId, Instant
from fairdeal.room.proofs import copy_with, own_copy, proof_of
from fairdeal.room.records import from_sealed
from fairdeal.server.api.caller import Caller, Who
from fairdeal.server.api.hands import own_hands
from fairdeal.server.api.own_hands import OwnHand
from fairdeal.server.auth.refused import Refused, invalid
from fairdeal.server.auth.roles import Access
from fairdeal.storage.port import HandRecord
from fairdeal.storage.vault import VaultError

AT_ONCE: Final = 50
"""So many hands of a file are read at a time, and others' reads come between."""
HANDS_MAX: Final = 1_000_000
JSON_LINES: Final = "application/jsonl; charset=utf-8"
_FILE: Final = ResponseSpec(str, generate_examples=False, description="The file", media_type=JSON_LINES)


@get("/hands/{hand:str}/proof", may=Access.PERSON)
async def read_proof(caller: Who, hand: FromPath[str]) -> dict[str, Any]:
    """The caller's own copy of the proof of a hand, exactly as verifiers read it."""
    own = await asyncio.to_thread(own_hands(caller).find, HandId(hand))
    proof = None if own is None else await asyncio.to_thread(_proof, caller, own)
    if proof is None:
        raise Refused("no_such_proof", HTTPStatus.NOT_FOUND)
    return proof_json(proof)


@get("/hands/proofs.jsonl", may=Access.PERSON, responses={200: _FILE})
async def download_proofs(
    caller: Who,
    since: FromQuery[int | None] = None,
    until: FromQuery[int | None] = None,
    limit: FromQuery[int] = HANDS_MAX,
) -> Stream:
    """
    The caller's own copies of proofs, oldest first, one a line: a file for the offline verifiers.

    All of them, or those of a period; with `limit` the newest so many.
    """
    if not 1 <= limit <= HANDS_MAX:
        raise invalid("bad_limit", least=1, most=HANDS_MAX)
    end = Instant(caller.house.clock.now() + 1 if until is None else max(0, until))
    headers = {"content-disposition": 'attachment; filename="proofs.jsonl"'}
    lines = _lines(caller, Instant(max(0, since or 0)), end, limit)
    return Stream(lines, media_type=JSON_LINES, headers=headers)


async def _lines(caller: Caller, since: Instant, until: Instant, limit: int) -> AsyncIterator[str]:
    """The file, some hands at a time: it may be of years, and whoever else reads waits for no more than one part of it."""
    hands: list[HandId] = []
    newest_first = islice(_since(caller, since, until), limit)
    while part := await caller.read(lambda: list(islice(newest_first, AT_ONCE))):
        hands += part
    hands.reverse()
    for start in range(0, len(hands), AT_ONCE):
        yield await caller.read(partial(_texts, caller, hands[start : start + AT_ONCE]))


def _since(caller: Caller, since: Instant, until: Instant) -> Iterator[HandId]:
    """The caller's hands of a period, newest first; none of them is opened."""
    seen: list[HandId] = []

    def note(kept: HandRecord) -> bool:
        seen.append(kept.hand)
        return False

    for at in own_hands(caller).before(until, wanted=note):
        assert not isinstance(at, OwnHand), "a hand that is not wanted is not opened"
        if at < since:
            return
        yield seen[-1]


def _texts(caller: Caller, hands: Sequence[HandId]) -> str:
    found = own_hands(caller)
    owns = [own for hand in hands if (own := found.find(hand)) is not None]
    proofs = [proof for own in owns if (proof := _proof(caller, own)) is not None]
    return "".join(f"{proof_text(each)}\n" for each in proofs)


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
