"""Dealing that players can check: the room's keys and rates for everybody, and proofs of a player's own hands."""

import asyncio
from collections.abc import Iterable, Iterator
from http import HTTPStatus
from itertools import islice
from typing import Any, Final

from litestar import Response, get
from litestar.params import FromPath, FromQuery

from fairdeal.fair import Proof, PublishedHand, id16, proof_json, proof_text
from fairdeal.kernel import HandId, Instant
from fairdeal.play.fair.state import FairCounts
from fairdeal.room.proofs import own_copy, proof_of
from fairdeal.room.records import from_sealed
from fairdeal.server.api.caller import Caller, Who
from fairdeal.server.api.hands import own_hands
from fairdeal.server.api.own_hands import OwnHand
from fairdeal.server.api.shapes import Answer
from fairdeal.server.auth.refused import Refused
from fairdeal.server.auth.roles import Access
from fairdeal.server.fair_keys import room_keys
from fairdeal.storage.vault import VaultError

PROOFS_MAX: Final = 1_000


class FairKey(Answer, frozen=True):
    """A public key of the room, as hexadecimal digits; the one with the highest number signs."""

    number: int
    key: str


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
    """How this room deals: whether players cut the decks, with which keys it signs, and its rates."""

    fair_dealing: bool
    keys: list[FairKey]
    rates: FairRates
    tables: list[FairTableRates]


@get("/fair", may=Access.ANYBODY)
async def read_fair(caller: Who) -> FairRoom:
    """The room's keys, oldest first, and the rates of voids and of seeds that were not revealed, by table and together."""
    house = caller.house
    tables = [(actor.hosted.name, actor.state.fair.counts) for actor in house.room.registry if _is_proven(actor.state)]
    tables.sort()
    return FairRoom(
        house.settings.fair_dealing,
        [FairKey(number, key.hex()) for number, key in room_keys(house.vault).publics.items()],
        _together(counts for _, counts in tables),
        [FairTableRates(name, id16(name).hex(), _together([counts])) for name, counts in tables],
    )


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


def _is_proven(state: object) -> bool:
    return getattr(state, "fair", None) is not None and not getattr(state, "closed", False)


def _together(all_counts: Iterable[FairCounts]) -> FairRates:
    found = list(all_counts)
    return FairRates(
        hands=sum(each.hands for each in found),
        restarts=sum(each.restarts for each in found),
        stops=sum(each.stops for each in found),
        called_off=sum(each.called_off for each in found),
        own=sum(each.own for each in found),
        default=sum(each.default for each in found),
        absent=sum(each.absent for each in found),
        uncut=sum(each.uncut for each in found),
    )


def _texts(caller: Caller, since: Instant, until: Instant) -> Iterator[str]:
    """Own copies, newest first."""
    for own in islice(own_hands(caller).before(until), PROOFS_MAX):
        if own.at < since:
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
        key = from_sealed(house.vault.open(own.kept.hand, own.kept.sealed)).key
    except VaultError:
        return proof
    return proof if key is None else own_copy(proof, own.place, key)


ROUTES = [read_fair, read_proof, download_proofs]
