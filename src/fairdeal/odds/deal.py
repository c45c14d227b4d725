"""The input of an equity calculation: hands of one game, the board so far, and the cards still to come."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from fairdeal.cards import CARD_COUNT, BadCards, Card, check_distinct, full_deck

HANDS_MIN: Final = 2
HANDS_MAX: Final = 10
BOARD_FULL: Final = 5
BOARD_SIZES: Final = (0, 3, 4, BOARD_FULL)


class Game(StrEnum):
    """The supported games."""

    HOLDEM = "holdem"
    OMAHA = "omaha"

    @property
    def hole_cards(self) -> int:
        """Cards in each hand."""
        return _HOLE_CARDS[self]


_HOLE_CARDS: Final = {Game.HOLDEM: 2, Game.OMAHA: 4}
_GAMES: Final = {count: game for game, count in _HOLE_CARDS.items()}


@dataclass(frozen=True, slots=True)
class Deal:
    """A checked deal: hands and board without duplicates; `live` are the cards that may still come, in order."""

    game: Game
    hands: tuple[tuple[Card, ...], ...]
    board: tuple[Card, ...]
    live: tuple[Card, ...]

    @property
    def to_come(self) -> int:
        """The number of board cards still to come."""
        return BOARD_FULL - len(self.board)


def deal_of(
    hands: Sequence[Sequence[Card]], board: Sequence[Card], dead: Sequence[Card] = (), game: Game | None = None
) -> Deal:
    """Check cards and make a deal; the game follows from the number of hole cards unless named."""
    if not HANDS_MIN <= len(hands) <= HANDS_MAX:
        code = "too_few_hands" if len(hands) < HANDS_MIN else "too_many_hands"
        raise BadCards(code, f"{HANDS_MIN} to {HANDS_MAX} hands can be compared, not {len(hands)}")
    played = _game_of([len(hand) for hand in hands], game)
    if len(board) not in BOARD_SIZES:
        raise BadCards("bad_board", f"a board has 0, 3, 4 or 5 cards, not {len(board)}")
    used = [*board, *dead, *(card for hand in hands for card in hand)]
    _check_cards(used)
    live = tuple(sorted(set(full_deck()).difference(used)))
    deal = Deal(played, tuple(tuple(hand) for hand in hands), tuple(board), live)
    if len(live) < deal.to_come:
        raise BadCards("too_few_cards", f"{deal.to_come} cards are to come and only {len(live)} are left")
    return deal


def _game_of(counts: Sequence[int], named: Game | None) -> Game:
    if named is None:
        if any(count not in _GAMES for count in counts):
            raise BadCards("bad_hole_cards", "a hand has two cards in hold'em and four in Omaha")
        if len(set(counts)) > 1:
            raise BadCards("mixed_games", "hands of hold'em and of Omaha cannot be compared")
        return _GAMES[counts[0]]
    if any(count != named.hole_cards for count in counts):
        raise BadCards("bad_hole_cards", f"a hand of {named} has {named.hole_cards} cards")
    return named


def _check_cards(cards: Sequence[Card]) -> None:
    for card in cards:
        if not 0 <= card < CARD_COUNT:
            raise BadCards("bad_card", f"cards are numbered from 0 to {CARD_COUNT - 1}, not {card}")
    check_distinct(cards)
