"""
Replaying a hand from the actions of the PHH notation.

`d dh p1 AsKd`, `d db QhJh2c`, `p1 f`, `p1 cc`, `p1 cbr 600`, `p1 sm AsKd`: p1 is the first player after the button, raises are
to an amount, `??` is an unknown card, `#` starts a comment. `p1 sm` mucks and gives up the pots, `p1 sm -` shows what was dealt.

A raise that nobody left can call is a call in the notation; the comment that our own files put beside it says what it was.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from fairdeal.cards import BadCards, parse_card
from fairdeal.poker.hand import CALL, FOLD, Hand, IllegalAct
from fairdeal.poker.history.settle import BadHistory, rehearsal, settled
from fairdeal.poker.order import HandOrder

UNKNOWN: Final = -1
AMOUNT_MAX: Final = 10**15  # in the smallest unit; more than all money there is, less than any overflow
DECIMALS_MAX: Final = 8
ACTIONS_MAX: Final = 10_000

_AMOUNT: Final = re.compile(r"([0-9]{1,15})(?:\.([0-9]{1,8}))?")
UNCALLABLE: Final = re.compile(r"raises to ([0-9.]+), which nobody left can call")
_PLAYER: Final = re.compile(r"p([1-9][0-9]?)")


@dataclass
class Script:
    """The parsed actions of one hand: cards, acts with their players, and when board cards were dealt."""

    count: int
    hole_cards: int
    decimals: int = 0  # digits of amounts after the point
    hole: list[list[int]] = field(default_factory=list)
    board: list[int] = field(default_factory=list)
    acts: list[tuple[int, int]] = field(default_factory=list)  # place, act
    dealt: list[tuple[int, int]] = field(default_factory=list)  # acts before, board cards then
    given_up: int = 0  # bits: mucked when asked to show

    def __post_init__(self) -> None:
        self.hole = [[] for _ in range(self.count)]

    def read(self, action: str) -> None:
        """Parse one action."""
        told, _, remark = action.partition("#")
        words = told.split()
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
                raised = UNCALLABLE.fullmatch(remark.strip())
                act = CALL if raised is None else read_amount(raised[1], self.decimals)
                self.acts.append((self._place(player), act))
            case [player, "cbr", amount]:
                self.acts.append((self._place(player), read_amount(amount, self.decimals)))
            case [player, "sm" | "sd"]:
                self.given_up |= 1 << self._place(player)
            case [player, "sm" | "sd", cards]:
                self._show(self._place(player), cards)
            case _:
                raise BadHistory("bad_action", f"{quoted(action)} is not an action")

    def _place(self, player: str) -> int:
        found = _PLAYER.fullmatch(player)
        if found is None or int(found[1]) > self.count:
            raise BadHistory("bad_player", f"{quoted(player)} is not one of p1 to p{self.count}")
        return int(found[1]) - 1

    def _deal(self, place: int, cards: str) -> None:
        self.hole[place] += read_cards(cards)
        if len(self.hole[place]) > self.hole_cards:
            raise BadHistory("bad_deal", f"p{place + 1} was dealt more than {self.hole_cards} hole cards")

    def _show(self, place: int, cards: str) -> None:
        if cards == "-":
            return
        shown = read_cards(cards)
        known = [card for card in self.hole[place] if card != UNKNOWN]
        if UNKNOWN in shown:
            return
        if len(shown) != self.hole_cards or not set(known) <= set(shown):
            raise BadHistory("bad_show", f"p{place + 1} shows other cards than were dealt")
        self.hole[place] = shown

    def deck(self, *, misprints: bool = False) -> list[int]:
        """The deck in dealing order, with unknown cards; a duplicate card raises `BadHistory` unless misprints are allowed."""
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
        """The number of board cards dealt before that many acts."""
        return max((cards for before, cards in self.dealt if before <= acts), default=0)

    def mucked(self) -> int:
        """The places that gave up the pots, as bits: mucked, or with unknown cards."""
        unknown = sum(1 << place for place, hole in enumerate(self.hole) if not hole or UNKNOWN in hole)
        return unknown | self.given_up


def quoted(text: str) -> str:
    """External text for an error message: short, and on one line."""
    shown = text if len(text) <= 40 else text[:40] + "…"
    return '"' + "".join(letter if letter.isprintable() else "?" for letter in shown) + '"'


def read_cards(text: str) -> list[int]:
    """Cards of an action; "??" is unknown."""
    if len(text) % 2:
        raise BadHistory("bad_card", f"{quoted(text)} is not a row of cards")
    pairs = [text[at : at + 2] for at in range(0, len(text), 2)]
    try:
        return [UNKNOWN if "?" in pair else parse_card(pair) for pair in pairs]
    except BadCards as bad:
        raise BadHistory(bad.code, str(bad)) from None


def read_amount(text: str, decimals: int = 0) -> int:
    """An amount above zero as an integer of the smallest unit."""
    found = _AMOUNT.fullmatch(text)
    if found is None or len(found[2] or "") > decimals:
        whole = "an" if decimals else "a whole"
        raise BadHistory("bad_amount", f"{quoted(text)} is not {whole} amount above zero")
    amount = int(found[1] + (found[2] or "").ljust(decimals, "0"))
    if not 0 < amount <= AMOUNT_MAX:
        raise BadHistory("bad_amount", f"{quoted(text)} is not an amount anybody bets")
    return amount


def read_script(actions: Iterable[str], count: int, hole_cards: int, decimals: int = 0) -> Script:
    """Parse all actions of a hand."""
    script = Script(count, hole_cards, decimals)
    for number, action in enumerate(actions):
        if number >= ACTIONS_MAX:
            raise BadHistory("too_large", f"a hand has at most {ACTIONS_MAX} actions")
        script.read(action)
    return script


def perform(order: HandOrder, script: Script) -> Hand:
    """Play a script to its end; raises `BadHistory` for illegal acts or an unfinished hand."""
    mucked = script.mucked()
    hand = rehearsal(order)
    for number, (place, act) in enumerate(script.acts):
        if act == CALL and hand.result is not None and place in hand.result.shown:
            continue  # a check that some rooms still ask for when nobody is left to bet
        if len(hand.board) != script.board_after(number):
            raise BadHistory("bad_deal", f"the board does not fit the betting before action {number + 1}")
        if act == FOLD and hand.is_all_in(place):  # some rooms let a player go who is all-in from an ante
            mucked |= 1 << place
            continue
        if hand.turn != place:
            raise BadHistory("out_of_turn", f"p{place + 1} acts, but it is not that player's turn")
        try:
            hand.act(act)
        except IllegalAct as bad:
            raise BadHistory(bad.code, f"p{place + 1}: {bad}") from None
    if hand.result is None:
        raise BadHistory("unfinished", "the hand is not over after the last action")
    if len(hand.result.board) != len(script.board):
        raise BadHistory("bad_deal", "the board does not fit the betting")
    return settled(order, hand, mucked)
