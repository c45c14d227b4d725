"""
Opening a played deck for an audit: by two people, each with a share of the audit key.

What comes out is held against what was published: the deck must be the one that the hand's lock fixed, or the opening is refused.
"""

from typing import NamedTuple

from fairdeal.cards import CARD_COUNT
from fairdeal.fair import PublishedHand, make_deck
from fairdeal.fair.mix import cut_by
from fairdeal.fair.values import CARDS
from fairdeal.kernel import HandId
from fairdeal.room.proofs import proof_of
from fairdeal.room.records import SALT_BYTES, from_sealed
from fairdeal.runtime.audit_key import AuditError, open_box
from fairdeal.storage.port import Store
from fairdeal.storage.vault import Vault


class AuditedDeck(NamedTuple):
    """A played deck: its cards in the order in which they came off it, the key it was made from, and what was published."""

    hand: HandId
    cards: tuple[int, ...]
    key: bytes
    proof: PublishedHand


def kept_deck(store: Store, vault: Vault, hand: HandId) -> tuple[int, ...] | None:
    """The played deck of a hand that was sealed with the house's key alone; None: it needs the shares of the audit key."""
    kept = store.hand(hand)
    if kept is None:
        raise AuditError("no_such_hand", f"there is no hand {hand}")
    opened = vault.open(hand, kept.sealed)
    if from_sealed(opened).box is not None:
        return None
    if len(opened) < SALT_BYTES + CARD_COUNT:
        raise AuditError("no_such_hand", f"hand {hand} is void, and no deck was kept")
    return tuple(opened[SALT_BYTES : SALT_BYTES + CARD_COUNT])


def open_deck(store: Store, vault: Vault, hand: HandId, first: bytes, second: bytes) -> AuditedDeck:
    """The played deck of a hand, opened with both shares of the audit key; raises `AuditError` with a code."""
    kept, proof = store.hand(hand), proof_of(store, hand)
    if kept is None:
        raise AuditError("no_such_hand", f"there is no hand {hand}")
    sealed = from_sealed(vault.open(hand, kept.sealed))
    if sealed.box is None or not isinstance(proof, PublishedHand):
        raise AuditError("not_audited", f"hand {hand} was not sealed to an audit key")
    opened = open_box(hand, sealed.box, first, second)
    cards, key = opened[:CARDS], opened[CARDS:]
    deck, places = make_deck(proof.table, proof.hand, proof.deck, key), cut_by(proof.mix).places
    if deck.root != proof.roots[proof.deck] or bytes(deck.cards[place] for place in places) != cards:
        raise AuditError("not_the_deck", f"what was sealed of hand {hand} is not the deck that was locked")
    return AuditedDeck(hand, tuple(cards), key, proof)
