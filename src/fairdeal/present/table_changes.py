"""What happens at a cash table, told as messages; what concerns a hand is told as at every table (`course`)."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

from fairdeal.cash.table import changes as cash
from fairdeal.cash.table.state import CashTable
from fairdeal.kernel import PlayerId
from fairdeal.play import changes as play
from fairdeal.present.chairs import Faces, own_shown, seat_shown, seats_shown
from fairdeal.present.course import Course, HandTeller, new_course, running_course
from fairdeal.protocol import table as wire


def course_of(table: CashTable) -> Course | None:
    """The running hand of a table as it stands."""
    return None if table.open is None else running_course(table.open.hand, table.open.dealt, table.running)


class Teller(HandTeller[wire.PublicChange, wire.OwnChange]):
    """Tells the frames of one cash table, in order."""

    def __init__(self, table: CashTable, hole_cards: int, faces: Faces) -> None:
        super().__init__(course_of(table))
        self._faces = faces
        self._hole_cards = hole_cards

    def _public(self, change: object) -> Iterable[wire.PublicChange]:
        return _TELL[type(change)](self, change)

    def _own(self, player: PlayerId, change: object) -> wire.OwnChange:
        if isinstance(change, cash.OwnChanged):
            return wire.OwnChanged(own=own_shown(change.own, None, 0, ()))
        return self._own_hand(player, change)

    # ---- for everybody: the course of the hand

    def _hand_started(self, change: cash.HandStarted) -> Iterator[wire.PublicChange]:
        opened = change.open
        self.course = new_course(opened.hand, opened.dealt)
        yield wire.HandOpened(
            hand=opened.hand,
            number=opened.number,
            button=opened.dealt.button,
            small_blind=opened.dealt.small_blind,
            big_blind=opened.dealt.big_blind,
            seats=opened.dealt.seats,
            hole_cards=self._hole_cards,
            commitment=opened.commitment.hex(),
            rule=change.rule,
        )

    def _hand_finished(self, change: cash.HandFinished) -> Iterator[wire.PublicChange]:
        hand = None if self.course is None else self.course.hand
        self.course = None
        yield wire.HandEnded(
            number=change.number,
            hand=hand,
            seats=seats_shown(change.seats, self._faces),
            rake=change.rake,
            rake_rule=change.rake_rule,
        )

    def _hand_cancelled(self, change: cash.HandCancelled) -> Iterator[wire.PublicChange]:
        self.course = None
        seats = seats_shown(change.seats, self._faces)
        yield wire.HandVoided(number=change.number, seats=seats, rule=change.rule, reason=change.reason)

    # ---- for everybody: the table

    def _seat_changed(self, change: cash.SeatChanged) -> Iterator[wire.PublicChange]:
        yield wire.SeatChanged(at=change.seat.seat, seat=seat_shown(change.seat, self._faces), rule=change.rule)

    def _seat_left(self, change: cash.SeatLeft) -> Iterator[wire.PublicChange]:
        yield wire.SeatLeft(at=change.seat, rule=change.rule)

    def _table_changed(self, change: cash.TableChanged) -> Iterator[wire.PublicChange]:
        yield wire.RoomChanged(
            edition=change.edition,
            closing=change.closing,
            closed=change.closed,
            rule=change.rule,
            seats=seats_shown(change.seats, self._faces),
        )


_TELL: Final[dict[type, Callable[[Teller, Any], Iterable[wire.PublicChange]]]] = {
    cash.HandStarted: Teller._hand_started,
    play.CardsDealt: Teller._cards_dealt,
    play.ActShown: Teller._act_shown,
    cash.HandFinished: Teller._hand_finished,
    cash.HandCancelled: Teller._hand_cancelled,
    cash.SeatChanged: Teller._seat_changed,
    cash.SeatLeft: Teller._seat_left,
    play.ConnectionChanged: Teller._connection,
    play.ClocksChanged: Teller._clocks,
    cash.TableChanged: Teller._table_changed,
}
