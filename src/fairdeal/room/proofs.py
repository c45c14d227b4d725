"""
Published proofs of the room's hands, draws and rounds, from what was written: the public form, and of hands a player's own copy.

The public form is an event beside the end of its hand. The openings of a player's own cards are made again from the key of the played
deck, which lies sealed with the hand's record.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final

from fairdeal.cash.streams import TABLES
from fairdeal.casino.table.fair.events import ChanceProven, ScansProven
from fairdeal.fair import Opening, Proof, PublishedHand, PublishedVoid, make_deck
from fairdeal.fair.dealing import cards_of_place
from fairdeal.fair.mix import cut_by
from fairdeal.hexapro.lobby.events import DrawProven
from fairdeal.kernel import HandId, StreamId
from fairdeal.play.fair.events import HandProven, VoidProven
from fairdeal.room import tags
from fairdeal.room.casino.house import CASINO
from fairdeal.room.tournament.hexapro_lobby import LOBBIES
from fairdeal.runtime.signing import RoomKeys
from fairdeal.storage.codec import Codec, CodecError
from fairdeal.storage.port import Store
from fairdeal.storage.vault import Vault
from fairdeal.tournament.director.events import LotsDrawn
from fairdeal.tournament.orders import DEALERS, DIRECTORS

_FAIR_EVENTS: Final = Codec(
    "proofs", 1, {**tags.FAIR, **tags.CASINO_FAIR, "draw_proven": DrawProven, "lots_drawn": LotsDrawn}
)


_PROVEN: Final = (TABLES, DEALERS, LOBBIES, CASINO, DIRECTORS)
"""The kinds of streams that proofs are written to."""


def proof_of(store: Store, hand: HandId) -> PublishedHand | PublishedVoid | None:
    """The public proof of a hand; None: it was dealt without, or there is no such hand."""
    found = next(_proofs(store.events_that_ended(hand)), None)
    return found if isinstance(found, PublishedHand | PublishedVoid) else None


def proofs_at(store: Store, stream: StreamId) -> Iterator[Proof]:
    """The public proofs of a table's hands or of a lobby's draws, oldest first."""
    return _proofs(data for _, _, data in store.entries(stream))


def proven_tables(store: Store, table: str | None = None) -> list[StreamId]:
    """The streams of all tables and lobbies there ever were, or of one by its id."""
    streams = [stream for kind in _PROVEN for stream in store.streams(kind)]
    return streams if table is None else [stream for stream in streams if stream in _streams_of(table)]


def _streams_of(table: str) -> tuple[str, ...]:
    return (table, *(f"{kind}:{table}" for kind in _PROVEN))


def _proofs(events: Iterable[bytes]) -> Iterator[Proof]:
    for data in events:
        try:
            event = _FAIR_EVENTS.decode(data)
        except CodecError:  # an event of the table itself
            continue
        if isinstance(event, HandProven | VoidProven | DrawProven | ChanceProven | LotsDrawn | ScansProven):
            yield event.proof


def own_copy(proof: PublishedHand, place: int, key: bytes) -> PublishedHand:
    """The copy of the player at a place in the order of play, with that player's cards opened; `key` is the played deck's."""
    deck, places = make_deck(proof.table, proof.hand, proof.deck, key), cut_by(proof.mix).places
    own = {k: deck.opening(k, places[k]) for k in cards_of_place(place, len(proof.order), proof.hole)}
    own.update((each.k, each) for each in proof.openings)
    return replace(proof, openings=tuple(own[k] for k in sorted(own)))


def copy_with(proof: PublishedHand, place: int, openings: Iterable[Opening]) -> PublishedHand:
    """The same from openings that were kept: those of the player's cards are added to the public ones."""
    wanted = set(cards_of_place(place, len(proof.order), proof.hole))
    own = {each.k: each for each in (*(each for each in openings if each.k in wanted), *proof.openings)}
    return replace(proof, openings=tuple(own[k] for k in sorted(own)))


def room_keys(vault: Vault) -> RoomKeys:
    """The keys by which the room signs proofs: one for each key of the operator's vault, so that a new one there is a new one here."""
    return RoomKeys(vault.derive("fair"))
