"""What is kept of a blackjack round that is over: its cards, and what the house could expect of its bets."""

from typing import Final

from fairdeal.casino.games.blackjack.engine import engine_of
from fairdeal.casino.games.blackjack.felt import boxes_of
from fairdeal.casino.games.blackjack.play import hand_number, seen_round
from fairdeal.casino.games.blackjack.rules import DEALER
from fairdeal.casino.games.blackjack.view import felt_view
from fairdeal.casino.games.game import Expected, HandCards
from fairdeal.casino.table.facts import TableFacts
from fairdeal.casino.table.state import Table

EDGE: Final = {False: 0.005_090, True: 0.007_225}
"""What the house keeps of an original bet by basic strategy, with a dealer who stands or draws on soft 17."""
VARIANCE: Final = 1.31
"""The variance of a bet of one with doubles and one split."""


def cards_of(facts: TableFacts, table: Table) -> tuple[HandCards, ...]:
    """The hands of all seats in order, then the dealer's without a card that lies face down; of a round without cards none."""
    played = seen_round(facts, table)
    dealer = tuple(card for card in felt_view(facts, table).dealer if card >= 0)
    hands = [HandCards(hand.seat, hand_number(played, hand), tuple(hand.cards)) for hand in played.hands if hand.cards]
    return (*hands, HandCards(DEALER, 0, dealer)) if hands else ()


def expected(facts: TableFacts, table: Table) -> Expected:
    """What the house can expect of the original bets; all bets on one seat win and lose together."""
    by_seat: dict[int, int] = {}
    for wager in boxes_of(table).wagers.values():
        by_seat[wager.seat] = by_seat.get(wager.seat, 0) + wager.original
    edge = EDGE[engine_of(facts).hands.hits_soft]
    return Expected(edge * sum(by_seat.values()), VARIANCE * sum(staked**2 for staked in by_seat.values()))
