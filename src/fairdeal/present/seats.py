"""Seats, turns and betting options as protocol messages."""

from collections.abc import Callable, Iterable
from typing import NamedTuple

from fairdeal.cash.table.view import OwnView, SeatView
from fairdeal.kernel import HandId, PlayerId
from fairdeal.play import state
from fairdeal.poker import Options as HandOptions
from fairdeal.present.strength import cards_to_wire, strength_with
from fairdeal.protocol.table import Away, Options, Own, Seat, Turn


class Face(NamedTuple):
    """A player's public name and avatar, and whether it is a practice partner (X-144)."""

    name: str
    avatar: str
    bot: bool = False


Faces = Callable[[PlayerId], Face]
"""Looks up the public name and avatar of any player."""


def seat_to_wire(view: SeatView, faces: Faces) -> Seat:
    """A seat as everybody at the table sees it."""
    face = faces(view.player)
    return Seat(
        player=view.player,
        name=face.name,
        avatar=face.avatar,
        stack=view.stack,
        bet=view.bet,
        pending=view.pending,
        has_cards=view.has_cards,
        all_in=view.all_in,
        entry=view.entry.value,
        away=None if view.sits_out is None else Away(rule=view.sits_out, until=view.removal_at),
        sits_out_next=view.sits_out_next,
        leaves=view.leaves,
        connected=view.connected,
        bot=view.bot,
    )


def seats_to_wire(views: Iterable[SeatView], faces: Faces) -> dict[int, Seat]:
    """Seats by their number."""
    return {view.seat: seat_to_wire(view, faces) for view in views}


def turn_to_wire(turn: state.Turn | None) -> Turn | None:
    """Whose turn it is, and the clock of that turn."""
    if turn is None:
        return None
    return Turn(
        number=turn.number,
        seat=turn.seat,
        started=turn.started,
        thinks_until=turn.base_time_ends,
        bank=turn.bank,
        bank_runs=turn.bank_runs,
    )


def options_to_wire(hand: HandId, turn: int, options: HandOptions) -> Options:
    """The betting options of the player to act."""
    return Options(
        hand=hand,
        turn=turn,
        to_call=options.to_call,
        raise_min=options.raise_min,
        raise_max=options.raise_max,
        closed_by=options.closed_by or None,
    )


def own_to_wire(view: OwnView, hand: HandId | None, turn: int, board: tuple[int, ...]) -> Own:
    """The private part of a table for the player in that seat."""
    return Own(
        seat=view.seat,
        cards=cards_to_wire(view.cards),
        strength=strength_with(view.cards, board) if view.cards else None,
        options=None if view.options is None or hand is None else options_to_wire(hand, turn, view.options),
        may_post=view.may_post,
        missed_blind=view.missed_blind,
        sits_out_at_big_blind=view.sits_out_at_big_blind,
        auto_top_up=view.auto_top_up,
    )
