"""
Replaying a hand from the actions of the PHH notation.

`d dh p1 AsKd`, `d db QhJh2c`, `p1 f`, `p1 cc`, `p1 cbr 600`, `p1 sm AsKd`: p1 is the first player after the button, raises are
to an amount, `?` is an unknown card.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

from fairdeal.cards import BadCards, parse_card
from fairdeal.poker.hand import CALL, FOLD, Hand, IllegalAct
from fairdeal.poker.order import BadOrder, HandOrder

UNKNOWN = -1


class BadHistory(ValueError):
    """A history that no hand can have; `code` is stable."""

    def __init__(self, code: str, told: str) -> None:
        self.code = code
        super().__init__(told)


@dataclass
class Script:
    """What the actions of one hand say: cards, acts with their players, and where the board was dealt."""

    count: int
    hole_cards: int
    hole: list[list[int]] = field(default_factory=list)
    board: list[int] = field(default_factory=list)
    acts: list[tuple[int, int]] = field(default_factory=list)  # place, act
    dealt: list[tuple[int, int]] = field(default_factory=list)  # acts before, board cards then

    def __post_init__(self) -> None:
        self.hole = [[] for _ in range(self.count)]

    def read(self, action: str) -> None:
        """Take in one action."""
        words = action.split("#", maxsplit=1)[0].split()
        match words:
            case []:
                return
            case ["d", "dh", player, cards]:
                self._deal(self._place(player), cards)
            case ["d", "db", cards]:
                self.board += read_cards(cards)
                self.dealt.append((len(self.acts), len(self.board)))
            case [player, "f"]:
                self.acts.append((self._place(player), FOLD))
            case [player, "cc"]:
                self.acts.append((self._place(player), CALL))
            case [player, "cbr", amount]:
                self.acts.append((self._place(player), read_amount(amount)))
            case [player, "sm" | "sd"]:
                self._place(player)
            case [player, "sm" | "sd", cards]:
                self._show(self._place(player), cards)
            case _:
                raise BadHistory("bad_action", f'"{action}" is not an action')

    def _place(self, player: str) -> int:
        if not (player[:1] == "p" and player[1:].isdigit() and 1 <= int(player[1:]) <= self.count):
            raise BadHistory("bad_player", f'"{player}" is not one of p1 to p{self.count}')
        return int(player[1:]) - 1

    def _deal(self, place: int, cards: str) -> None:
        self.hole[place] += read_cards(cards)
        if len(self.hole[place]) > self.hole_cards:
            raise BadHistory("bad_deal", f"p{place + 1} was dealt more than {self.hole_cards} hole cards")

    def _show(self, place: int, cards: str) -> None:
        shown = read_cards(cards)
        known = [card for card in self.hole[place] if card != UNKNOWN]
        if len(shown) != self.hole_cards or not set(known) <= set(shown):
            if UNKNOWN in shown:
                return
            raise BadHistory("bad_show", f"p{place + 1} shows other cards than were dealt")
        if UNKNOWN not in shown:
            self.hole[place] = shown

    def deck(self, *, misprints: bool = False) -> list[int]:
        """The cards in the order the engine deals them; what nobody saw is unknown, a card twice is a misprint."""
        hands = [hole or [UNKNOWN] * self.hole_cards for hole in self.hole]
        if any(len(hole) != self.hole_cards for hole in hands):
            raise BadHistory("bad_deal", f"every player gets {self.hole_cards} hole cards")
        board = self.board + [UNKNOWN] * (5 - len(self.board))
        if len(board) > 5:
            raise BadHistory("bad_deal", "a board has at most five cards")
        deck = [hands[place][number] for number in range(self.hole_cards) for place in range(self.count)] + board
        known = [card for card in deck if card != UNKNOWN]
        if len(set(known)) != len(known) and not misprints:
            raise BadHistory("duplicate_card", "a card is there twice")
        return deck

    def board_after(self, acts: int) -> int:
        """How many board cards were out before that many acts were made."""
        return max((cards for before, cards in self.dealt if before <= acts), default=0)

    def mucked(self) -> int:
        """Players whose cards stayed unknown have given up the pots, as bits."""
        return sum(1 << place for place, hole in enumerate(self.hole) if not hole or UNKNOWN in hole)


def read_cards(text: str) -> list[int]:
    """Cards of an action; "?" and "??" are unknown."""
    if len(text) % 2:
        raise BadHistory("bad_card", f'"{text}" is not a row of cards')
    pairs = [text[at : at + 2] for at in range(0, len(text), 2)]
    try:
        return [UNKNOWN if "?" in pair else parse_card(pair) for pair in pairs]
    except BadCards as bad:
        raise BadHistory(bad.code, str(bad)) from None


def read_amount(text: str) -> int:
    """A whole, positive amount."""
    if not text.isdigit() or int(text[:20]) == 0 or len(text) > 18:
        raise BadHistory("bad_amount", f'"{text}" is not a whole amount above zero')
    return int(text)


def read_script(actions: Iterable[str], count: int, hole_cards: int) -> Script:
    """All actions of a hand."""
    script = Script(count, hole_cards)
    for action in actions:
        script.read(action)
    return script


def perform(order: HandOrder, script: Script) -> Hand:
    """Play a script to its end; anything the rules refuse, or a hand that is not finished, is refused here."""
    try:
        hand = Hand(order, mucked=script.mucked())
        for number, (place, act) in enumerate(script.acts):
            if act == CALL and hand.result is not None and place in hand.result.shown:
                continue  # a check that some rooms still ask for when nobody is left to bet
            if len(hand.board) != script.board_after(number):
                raise BadHistory("bad_deal", f"the board does not fit the betting before action {number + 1}")
            if act == FOLD and hand.is_all_in(place):  # some rooms let a player go who is all-in from an ante
                hand.mucked |= 1 << place
                continue
            if hand.turn != place:
                raise BadHistory("out_of_turn", f"p{place + 1} acts, but it is not that player's turn")
            hand.act(act)
    except (IllegalAct, BadOrder) as bad:
        raise BadHistory(bad.code, str(bad)) from None
    if hand.result is None:
        raise BadHistory("unfinished", "the hand is not over after the last action")
    if len(hand.result.board) != len(script.board):
        raise BadHistory("bad_deal", "the board does not fit the betting")
    return hand
