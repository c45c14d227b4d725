"""
Checks that nobody is sent a card they may not see (CASH-15).

Everything that is sent is searched: a tuple of numbers counts as cards unless its name is known to mean something else, and an
object that is not plain data is never allowed. The checks learn hole cards from the private changes of their owners.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import fields, is_dataclass, replace
from enum import Enum
from typing import Any, Final

from fairdeal.cash.table.changes import HandCut, OwnChanged
from fairdeal.cash.table.view import TableView
from fairdeal.fair import Opening
from fairdeal.kernel import PlayerId, StreamId
from fairdeal.play.changes import ActShown, CardsDealt, OwnCards, YourTurn
from fairdeal.play.fair.changes import LockShown, OwnOpenings, PartOffered, ProofShown, VoidShown
from fairdeal.poker.events import (
    Acted,
    AntePosted,
    BlindPosted,
    BoardDealt,
    HandShown,
    PotAwarded,
    RakeTaken,
    UncalledReturned,
)
from fairdeal.runtime.broadcast import Frame
from fairdeal.testing.checks.violated import fail

_NOT_CARDS: Final = frozenset({"seats", "posts", "missed", "stacks", "winners", "pots"})
"""Names of fields whose numbers are seats or money, not cards."""
_PLAIN: Final = (str, int, bytes, Enum, type(None))
_TOLD: Final = frozenset({Acted, AntePosted, BlindPosted, UncalledReturned, PotAwarded, RakeTaken})
"""Public events of a hand that contain no card."""

_FIELDS: Final[dict[type, tuple[str, ...]]] = {}


class Cards:
    """The cards of the hand at one table: whose they are, and which are public."""

    def __init__(self, stream: StreamId) -> None:
        self._stream = stream
        self.hands: dict[PlayerId, tuple[int, ...]] = {}
        self.seen: set[int] = set()  # board and shown hands, of this hand or of the last one
        self._players: tuple[PlayerId, ...] = ()
        self._folded: set[int] = set()
        self._openings: dict[PlayerId, tuple[Opening, ...]] = {}

    def opened(self, players: Sequence[PlayerId]) -> None:
        """Begin a new hand; `players` are in its order of play."""
        self._players = tuple(players)
        self._folded.clear()
        self.hands.clear()
        self.seen.clear()

    def over(self) -> None:
        """End the hand; cards that were public stay so until the next one."""
        self.hands.clear()

    def sent(self, frame: Frame) -> None:
        """Fail if a frame shows anybody a card they may not see; learn the cards it may show."""
        for player, changes in frame.private.items():
            for change in changes:
                self._private(player, change)
        for shown in frame.public:
            kind = type(shown)
            if kind is ActShown or kind is CardsDealt:
                self._told(shown)
            elif isinstance(shown, HandCut):
                self._told(shown.cards)
            elif isinstance(shown, ProofShown):
                self._opened("everybody", shown.proof.openings, self.seen)
            elif kind is not LockShown and kind is not VoidShown:  # these open no card
                self._allow(f"a public {kind.__name__}", shown, ())

    def viewed(self, viewer: PlayerId | None, view: object) -> None:
        """Fail if a full view holds a card that its viewer may not see."""
        own = () if viewer is None else self.hands.get(viewer, ())
        if isinstance(view, TableView) and view.fair is not None:
            self._opened(str(viewer), view.fair.openings, own)
            view = replace(view, fair=None)
        self._allow(f"the view of {viewer}", view, own)

    def _private(self, player: PlayerId, change: Any) -> None:
        kind = type(change)
        if kind is OwnCards:
            others = {card for other, cards in self.hands.items() if other != player for card in cards}
            if player not in self._players or others & set(change.cards) or len(set(change.cards)) < len(change.cards):
                fail("cards", f"{player} was dealt {change.cards}", self._stream)
            self.hands[player] = change.cards
            self._opened(player, self._openings.pop(player, ()), change.cards)
        elif kind is OwnOpenings:
            self._openings[player] = change.openings
        elif kind is OwnChanged:
            self._allow(f"{player}'s own {kind.__name__}", change, self.hands.get(player, ()))
        elif kind is not YourTurn and kind is not PartOffered:
            fail("cards", f"{player} was told {kind.__name__}", self._stream)

    def _opened(self, who: str, openings: Iterable[Opening], allowed: Collection[int]) -> None:
        """Fail if a card is opened to somebody who may not see it."""
        wrong = [each.card for each in openings if each.card not in allowed]
        if wrong:
            fail("cards", f"{wrong} were opened to {who}", self._stream)

    def _told(self, change: Any) -> None:
        for event in change.told:
            kind = type(event)
            if kind in _TOLD:
                if kind is Acted and event.kind == "fold":
                    self._folded.add(event.place)
            elif kind is BoardDealt:
                hidden = {card for cards in self.hands.values() for card in cards}
                if hidden & set(event.board) or len(set(event.board)) < len(event.board):
                    fail("cards", f"the board {event.board} shares cards with hands", self._stream)
                self.seen.update(event.board)
            elif kind is HandShown:
                self._shown(event, is_over=change.turn is None)
            else:
                fail("cards", f"everybody was told {kind.__name__}", self._stream)

    def _shown(self, event: HandShown, *, is_over: bool) -> None:
        player = self._players[event.place]
        contested = len(self._players) - len(self._folded) > 1
        if event.place in self._folded or not contested or not is_over or self.hands.get(player) != event.cards:
            fail("cards", f"{player} was made to show {event.cards}", self._stream)
        self.seen.update(event.cards)

    def _allow(self, where: str, value: object, own: Collection[int]) -> None:
        for card in cards_in(value):
            if card not in self.seen and card not in own:
                fail("cards", f"{where} holds the card {card}", self._stream)


def cards_in(value: object) -> Iterator[int]:
    """Every number in a value that may be a card; fails for an object that is not plain data."""
    for name in _names(type(value)):
        part = getattr(value, name)
        if isinstance(part, _PLAIN):
            continue
        if isinstance(part, tuple):
            yield from _in_row(name, part)
        else:
            yield from cards_in(part)


def _in_row(name: str, row: tuple[Any, ...]) -> Iterator[int]:
    for part in row:
        if isinstance(part, int) and not isinstance(part, bool):
            if name not in _NOT_CARDS:
                yield part
        elif isinstance(part, tuple):
            yield from _in_row(name, part)
        elif not isinstance(part, _PLAIN):
            yield from cards_in(part)


def _names(kind: type) -> tuple[str, ...]:
    found = _FIELDS.get(kind)
    if found is None:
        if not is_dataclass(kind):
            fail("cards", f"a {kind.__name__} is not plain data and was shown")
        found = _FIELDS[kind] = tuple(field.name for field in fields(kind))
    return found
