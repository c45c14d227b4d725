"""
Replaying known betting with incomplete cards.

Hands from other sources lack cards or have duplicates. Betting does not depend on cards, so it is rehearsed with a deck of
stand-ins; the real cards are only put in when they can decide the showdown.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Final

from fairdeal.cards import CARD_COUNT
from fairdeal.poker.events import HandEvent
from fairdeal.poker.hand import Hand, IllegalAct
from fairdeal.poker.order import BadOrder, HandOrder

_STAND_INS: Final = tuple(range(CARD_COUNT))


class BadHistory(ValueError):
    """A history is impossible or invalid; `code` is stable."""

    def __init__(self, code: str, told: str) -> None:
        self.code = code
        super().__init__(told)

    def __reduce__(self) -> tuple[Any, ...]:
        """Make it picklable: a process pool whose worker raises it would hang otherwise."""
        return BadHistory, (self.code, str(self))


def rehearsal(order: HandOrder) -> Hand:
    """A hand for the betting of an order, with stand-ins for its cards."""
    try:
        return Hand(replace(order, deck=_STAND_INS))
    except BadOrder as bad:
        raise BadHistory(bad.code, str(bad)) from None


def rehearsed(order: HandOrder, acts: Sequence[int]) -> Hand:
    """The betting of an order played to its end."""
    hand = rehearsal(order)
    try:
        for act in acts:
            hand.act(act)
    except IllegalAct as bad:
        raise BadHistory(bad.code, str(bad)) from None
    if hand.result is None:
        raise BadHistory("unfinished", "the hand is not over after the last act")
    return hand


def settled(
    order: HandOrder, rehearsed_hand: Hand, mucked: int, listener: Callable[[HandEvent], None] | None = None
) -> Hand:
    """The finished hand with its real cards; those who mucked win nothing."""
    assert rehearsed_hand.result is not None, "the rehearsal goes to the end"
    try:
        if rehearsed_hand.result.shown:
            _check_showdown(order, rehearsed_hand.result.shown, mucked)
        hand = Hand(order, listener, mucked)
    except BadOrder as bad:
        raise BadHistory(bad.code, str(bad)) from None
    for act in rehearsed_hand.acts:
        hand.act(act)
    return hand


def _check_showdown(order: HandOrder, live: Sequence[int], mucked: int) -> None:
    """Refuse a showdown that the cards cannot decide."""
    count = len(order.stacks)
    start = count * order.rules.hole_cards
    if len(order.deck) < start + 5:
        raise BadHistory("bad_deck", "the deck is too short for the board")
    board = list(order.deck[start : start + 5])
    contenders = [place for place in live if not mucked >> place & 1]
    if not contenders:
        raise BadHistory("unknown_cards", "nobody shows a hand at the showdown")
    for place in contenders:
        cards = [*(order.deck[place + count * number] for number in range(order.rules.hole_cards)), *board]
        if not all(0 <= card < CARD_COUNT for card in cards):
            raise BadHistory("unknown_cards", "a card that decides the showdown is unknown")
        if not _has_a_rank(cards):
            raise BadHistory("duplicate_card", "a card is there twice, and the hand has no value")


def _has_a_rank(cards: Sequence[int]) -> bool:
    """Whether cards with a duplicate can still be ranked: not if they make five of a kind or complete a flush."""
    ranks = Counter(card >> 2 for card in cards)
    suits = Counter(card & 3 for card in cards)
    distinct = Counter(card & 3 for card in set(cards))
    return max(ranks.values()) <= 4 and all(count < 5 or distinct[suit] == count for suit, count in suits.items())
