"""Turns the changes of a cash table into messages; changes of the hand itself are in `hand`."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

from fairdeal.cash.table import changes as cash
from fairdeal.cash.table.state import CashTable
from fairdeal.kernel import PlayerId
from fairdeal.play import changes as play
from fairdeal.play.fair import changes as fair
from fairdeal.present import fair as fair_to_wire
from fairdeal.present.hand import HandPresenter, TrackedHand, track_new_hand, track_running_hand
from fairdeal.present.seats import Faces, own_to_wire, seat_to_wire, seats_to_wire
from fairdeal.protocol import table as wire


def tracked_hand_of(table: CashTable) -> TrackedHand | None:
    """Start tracking the open hand of a table; None between hands."""
    return None if table.open is None else track_running_hand(table.open.hand, table.open.dealt, table.running)


class CashTablePresenter(HandPresenter[wire.PublicChange, wire.OwnChange]):
    """Presents the frames of one cash table, in order."""

    def __init__(self, table: CashTable, hole_cards: int, faces: Faces) -> None:
        super().__init__(tracked_hand_of(table))
        self._faces = faces
        self._hole_cards = hole_cards

    def _public(self, change: object) -> Iterable[wire.PublicChange]:
        return _TO_WIRE[type(change)](self, change)

    def _own(self, player: PlayerId, change: object) -> wire.OwnChange:
        if isinstance(change, cash.OwnChanged):
            return wire.OwnChanged(own=own_to_wire(change.own, None, 0, ()))
        if isinstance(change, fair.OwnFairChange):
            return fair_to_wire.own_to_wire(change)
        return self._own_hand(player, change)

    # ---- for everybody: the course of the hand

    def _hand_started(self, change: cash.HandStarted) -> Iterator[wire.PublicChange]:
        opened = change.open
        self.tracked = track_new_hand(opened.hand, opened.dealt)
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
        hand = None if self.tracked is None else self.tracked.hand
        self.tracked = None
        yield wire.HandEnded(
            number=change.number,
            hand=hand,
            seats=seats_to_wire(change.seats, self._faces),
            rake=change.rake,
            rake_rule=change.rake_rule,
        )

    def _hand_cancelled(self, change: cash.HandCancelled) -> Iterator[wire.PublicChange]:
        self.tracked = None
        seats = seats_to_wire(change.seats, self._faces)
        yield wire.HandVoided(number=change.number, seats=seats, rule=change.rule, reason=change.reason)

    # ---- for everybody: the players' cut

    def _hand_locked(self, change: fair.LockShown) -> Iterator[wire.PublicChange]:
        yield fair_to_wire.locked_to_wire(change)

    def _hand_cut(self, change: cash.HandCut) -> Iterator[wire.PublicChange]:
        yield fair_to_wire.cut_to_wire(change.cut)
        yield from self._hand_started(change.started)
        yield from self._cards_dealt(change.cards)

    def _proven(self, change: fair.ProofShown | fair.VoidShown) -> Iterator[wire.PublicChange]:
        yield fair_to_wire.proof_to_wire(change)

    # ---- for everybody: the table

    def _seat_changed(self, change: cash.SeatChanged) -> Iterator[wire.PublicChange]:
        yield wire.SeatChanged(at=change.seat.seat, seat=seat_to_wire(change.seat, self._faces), rule=change.rule)

    def _seat_left(self, change: cash.SeatLeft) -> Iterator[wire.PublicChange]:
        yield wire.SeatLeft(at=change.seat, rule=change.rule)

    def _table_changed(self, change: cash.TableChanged) -> Iterator[wire.PublicChange]:
        yield wire.RoomChanged(
            edition=change.edition,
            closing=change.closing,
            closed=change.closed,
            rule=change.rule,
            seats=seats_to_wire(change.seats, self._faces),
        )


_TO_WIRE: Final[dict[type, Callable[[CashTablePresenter, Any], Iterable[wire.PublicChange]]]] = {
    cash.HandStarted: CashTablePresenter._hand_started,
    play.CardsDealt: CashTablePresenter._cards_dealt,
    play.ActShown: CashTablePresenter._act_shown,
    cash.HandFinished: CashTablePresenter._hand_finished,
    cash.HandCancelled: CashTablePresenter._hand_cancelled,
    cash.SeatChanged: CashTablePresenter._seat_changed,
    cash.SeatLeft: CashTablePresenter._seat_left,
    play.ConnectionChanged: CashTablePresenter._connection,
    play.ClocksChanged: CashTablePresenter._clocks,
    cash.TableChanged: CashTablePresenter._table_changed,
    cash.HandCut: CashTablePresenter._hand_cut,
    fair.LockShown: CashTablePresenter._hand_locked,
    fair.ProofShown: CashTablePresenter._proven,
    fair.VoidShown: CashTablePresenter._proven,
}
