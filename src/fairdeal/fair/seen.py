"""
What a table showed of a hand, in words of the game, held against what is proven of it.

A proof that fits says nothing about the picture: cards could be shown that no proof names, and dealt from another seat than the first
after the button. Only who was there can tell.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from fairdeal.fair.dealing import seat_of_card
from fairdeal.fair.device import Dispute
from fairdeal.fair.hand import Lock
from fairdeal.fair.published import PublishedHand

_RANKS, _SUITS = "23456789TJQKA", "cdhs"
_SEATS = 256


def card_name(card: int) -> str:
    """A card as the table names it, such as Ah."""
    return _RANKS[card >> 2] + _SUITS[card & 3]


class Seen:
    """One hand as it was seen at the table."""

    def __init__(self, lock: Lock) -> None:
        self._lock = lock
        self._own: Sequence[str] | None = None
        self._board: Sequence[str] = ()
        self._shown: dict[int, Sequence[str]] = {}

    def take(self, change: Mapping[str, Any]) -> None:
        """Take what the table shows; raises `Dispute` where the hand is not dealt in turn from its button."""
        match change["kind"]:
            case "handOpened":
                self._check_order(change["button"])
            case "board":
                self._board = change["board"]
            case "shown":
                self._shown[change["at"]] = change["cards"]
            case "dealt":
                self._own = change["cards"]

    def _check_order(self, button: int) -> None:
        places = [(seat - button - 1) % _SEATS for seat in self._lock.order]
        if places != sorted(places):
            raise Dispute("order", "the cards are not dealt in turn from the first seat after the button")

    def check(self, proof: PublishedHand, seat: int) -> None:
        """Raise `Dispute` where cards that were seen are not those of the proof; `seat` is the own one."""
        board = self._of(proof, None)
        if list(self._board) != board[: len(self._board)]:
            raise Dispute("cards_seen", "the board that was seen is not that of the proof")
        for owner, cards in self._shown.items():
            if not _same(cards, self._of(proof, owner)):
                raise Dispute("cards_seen", f"the cards that seat {owner} showed are not those of the proof")
        if self._own is not None and not _same(self._own, self._of(proof, seat)):
            raise Dispute("cards_seen", "the own cards that were seen are not those of the proof")

    def _of(self, proof: PublishedHand, owner: int | None) -> list[str]:
        lock = self._lock
        return [card_name(each.card) for each in proof.openings if seat_of_card(each.k, lock.order, lock.hole) == owner]


def _same(one: Iterable[str], other: Iterable[str]) -> bool:
    return sorted(one) == sorted(other)
