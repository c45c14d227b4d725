"""
Who gets which card: hole cards round by round in the dealing order, then the board; nothing is burnt.

The dealing order is that of play: the dealt-in seats clockwise from the first after the button; heads-up, the big blind first.
"""

from collections.abc import Sequence
from itertools import pairwise

from fairdeal.fair.values import BOARD_CARDS


def cards_of_place(place: int, players: int, hole: int) -> range:
    """The numbers k of the hole cards of a place in the dealing order."""
    return range(place, players * hole, players)


def board_cards(players: int, hole: int) -> range:
    """The numbers k of the board's cards, the flop first."""
    return range(players * hole, players * hole + BOARD_CARDS)


def seat_of_card(k: int, order: Sequence[int], hole: int) -> int | None:
    """The seat whose hole card the k-th card is; None: it lies on the board, or was not dealt."""
    return order[k % len(order)] if k < len(order) * hole else None


def is_clockwise(order: Sequence[int]) -> bool:
    """Whether seats are in an order in which they could be dealt: clockwise from some seat, each once."""
    if not order:
        return False
    start = order.index(min(order))
    turned = [*order[start:], *order[:start]]
    return all(one < other for one, other in pairwise(turned))
