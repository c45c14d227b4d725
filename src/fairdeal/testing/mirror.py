"""
A table as a client keeps it: one full view, and after it nothing but frames.

Checks that a client that follows frames from any position sees exactly what a full view shows.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from fairdeal.cash.table.changes import (
    HandCancelled,
    HandCut,
    HandFinished,
    HandStarted,
    SeatChanged,
    SeatLeft,
    TableChanged,
)
from fairdeal.cash.table.view import HandView, SeatView, TableView
from fairdeal.kernel import Cents
from fairdeal.play.changes import ActShown, CardsDealt, ClocksChanged, ConnectionChanged
from fairdeal.play.fair.changes import LockShown, ProofShown, VoidShown
from fairdeal.play.state import Outcome, Shown
from fairdeal.poker.events import (
    Acted,
    AntePosted,
    BlindPosted,
    BoardDealt,
    HandShown,
    PotAwarded,
    UncalledReturned,
)
from fairdeal.runtime.broadcast import Frame

DERIVED: Final = {"deals_at", "players_needed", "players_ready", "top_up_limit", "own", "fair"}
"""Fields of a view that frames do not carry: derived from the rules, or private."""


class Chips:
    """The fields of a seat that change with every act."""

    __slots__ = ("all_in", "bet", "has_cards", "stack")

    def __init__(self, seat: SeatView) -> None:
        self.stack: int = seat.stack
        self.bet: int = seat.bet
        self.has_cards = seat.has_cards
        self.all_in = seat.all_in


class Mirror:
    """The public state of one table as a client keeps it."""

    def __init__(self, epoch: int, number: int, view: TableView) -> None:
        self.epoch = epoch
        self.number = number
        self.table = view.table
        self.edition = view.edition
        self.seats: list[SeatView | None] = list(view.seats)
        self.chips = [None if seat is None else Chips(seat) for seat in view.seats]
        self.hand = view.hand
        self.pot: int = 0 if view.hand is None else view.hand.pot
        self.board = () if view.hand is None else view.hand.board
        self.turn = None if view.hand is None else view.hand.turn
        self.outcome = view.outcome
        self.last = view.last
        self.stand = view.clocks_stand
        self.closing = view.closing
        self.shown: list[Shown] = []
        self.pots: list[tuple[int, tuple[int, ...]]] = []

    # ---- comparing

    def view(self) -> dict[str, Any]:
        """The public fields of the table as frames have made them, by the names of a full view."""
        hand = self.hand
        if hand is not None:
            hand = replace(hand, pot=Cents(self.pot), board=self.board, turn=self.turn)
        seats = [
            seat
            and chips
            and replace(
                seat, stack=Cents(chips.stack), bet=Cents(chips.bet), has_cards=chips.has_cards, all_in=chips.all_in
            )
            for seat, chips in zip(self.seats, self.chips, strict=True)
        ]
        return {
            "table": self.table,
            "edition": self.edition,
            "seats": tuple(seats),
            "hand": hand,
            "outcome": self.outcome,
            "last": self.last,
            "clocks_stand": self.stand,
            "closing": self.closing,
        }

    def differences(self, view: TableView) -> list[str]:
        """Every field in which this table and a full view of the same position differ, as text."""
        return [
            f"{name}: {value}, the view says {getattr(view, name)}"
            for name, value in self.view().items()
            if value != getattr(view, name)
        ]

    # ---- following

    def fold(self, frame: Frame) -> None:
        """Apply the public changes of the next frame; frames must come in order and without gaps."""
        assert (frame.epoch, frame.number) == (self.epoch, self.number + 1), (frame.number, self.number)
        self.number = frame.number
        for change in frame.public:
            _FOLD[type(change)](self, change)

    def _act_shown(self, change: ActShown) -> None:
        self._told(change.told)
        self.turn = change.turn
        if change.sits_out is not None:
            self._change(change.seat, sits_out_next=True)

    def _cards_dealt(self, change: CardsDealt) -> None:
        assert self.hand is not None
        for place in self.hand.dealt.seats:
            self._chips(place).has_cards = True
        self._told(change.told)
        self.turn = change.turn

    def _hand_started(self, change: HandStarted) -> None:
        opened = change.open
        self.hand = HandView(
            opened.hand, opened.number, opened.dealt, (), Cents(0), None, opened.commitment, opened.edition
        )
        self.pot, self.board, self.turn, self.outcome = 0, (), None, None
        self.shown, self.pots = [], []

    def _hand_cut(self, change: HandCut) -> None:
        self._hand_started(change.started)
        self._cards_dealt(change.cards)

    def _nothing(self, change: object) -> None:
        """What is shown of the players' cut changes nothing of the table."""

    def _hand_finished(self, change: HandFinished) -> None:
        assert self.hand is not None
        self.outcome = Outcome(change.number, self.board, tuple(self.shown), tuple(self.pots))
        self.last = self.hand.dealt
        self.hand = None
        self._take(change.seats)

    def _hand_cancelled(self, change: HandCancelled) -> None:
        self.hand = self.outcome = None
        self._take(change.seats)

    def _seat_changed(self, change: SeatChanged) -> None:
        self._take((change.seat,))

    def _seat_left(self, change: SeatLeft) -> None:
        self.seats[change.seat] = self.chips[change.seat] = None

    def _connection_changed(self, change: ConnectionChanged) -> None:
        self._change(change.seat, connected=change.connected)
        if change.sits_out_next is not None:
            self._change(change.seat, sits_out_next=change.sits_out_next)
        if change.turn is not None:
            self.turn = change.turn

    def _clocks_changed(self, change: ClocksChanged) -> None:
        self.stand = change.stand
        self.turn = change.turn

    def _table_changed(self, change: TableChanged) -> None:
        self.edition = change.edition
        self.closing = change.closing
        self._take(change.seats)
        if change.closed:
            self.outcome = None

    # ---- events of the hand

    def _told(self, told: tuple[Any, ...]) -> None:
        for event in told:
            tell = _TOLD.get(type(event))
            if tell is not None:
                tell(self, event)

    def _acted(self, event: Acted) -> None:
        chips = self._at(event.place)
        if event.kind == "fold":
            chips.has_cards = False
            return
        added = event.bet - chips.bet
        chips.stack -= added
        chips.bet = event.bet
        chips.all_in = event.all_in
        self.pot += added

    def _posted(self, event: BlindPosted | AntePosted) -> None:
        chips = self._at(event.place)
        chips.stack -= event.amount
        chips.bet += event.amount
        chips.all_in = chips.stack == 0
        self.pot += event.amount

    def _board_dealt(self, event: BoardDealt) -> None:
        self.board = event.board
        for chips in self.chips:
            if chips is not None:
                chips.bet = 0

    def _returned(self, event: UncalledReturned) -> None:
        self._at(event.place).stack += event.amount
        self.pot -= event.amount

    def _hand_shown(self, event: HandShown) -> None:
        assert self.hand is not None
        self.shown.append(Shown(self.hand.dealt.seats[event.place], event.cards, event.rank))

    def _awarded(self, event: PotAwarded) -> None:
        assert self.hand is not None
        seats = self.hand.dealt.seats
        self.pots.append((event.amount, tuple(seats[place] for place in event.winners)))

    def _at(self, place: int) -> Chips:
        assert self.hand is not None
        return self._chips(self.hand.dealt.seats[place])

    def _chips(self, seat: int) -> Chips:
        chips = self.chips[seat]
        assert chips is not None, seat
        return chips

    def _take(self, seats: tuple[SeatView, ...]) -> None:
        for seat in seats:
            self.seats[seat.seat] = seat
            self.chips[seat.seat] = Chips(seat)

    def _change(self, number: int, **changes: Any) -> None:
        seat = self.seats[number]
        assert seat is not None, number
        self.seats[number] = replace(seat, **changes)


_FOLD: Final[dict[type, Callable[[Mirror, Any], None]]] = {
    ActShown: Mirror._act_shown,
    CardsDealt: Mirror._cards_dealt,
    HandStarted: Mirror._hand_started,
    HandFinished: Mirror._hand_finished,
    HandCancelled: Mirror._hand_cancelled,
    SeatChanged: Mirror._seat_changed,
    SeatLeft: Mirror._seat_left,
    ConnectionChanged: Mirror._connection_changed,
    ClocksChanged: Mirror._clocks_changed,
    TableChanged: Mirror._table_changed,
    HandCut: Mirror._hand_cut,
    LockShown: Mirror._nothing,
    ProofShown: Mirror._nothing,
    VoidShown: Mirror._nothing,
}
_TOLD: Final[dict[type, Callable[[Mirror, Any], None]]] = {
    Acted: Mirror._acted,
    AntePosted: Mirror._posted,
    BlindPosted: Mirror._posted,
    BoardDealt: Mirror._board_dealt,
    UncalledReturned: Mirror._returned,
    HandShown: Mirror._hand_shown,
    PotAwarded: Mirror._awarded,
}
