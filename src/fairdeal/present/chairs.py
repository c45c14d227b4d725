"""Chairs, turns and options of the core as they go over the wire."""

from collections.abc import Callable, Iterable
from typing import NamedTuple

from fairdeal.cash.table.view import OwnView, SeatView
from fairdeal.kernel import HandId, PlayerId
from fairdeal.play import state
from fairdeal.poker import Options as HandOptions
from fairdeal.present.strength import cards_shown, strength_with
from fairdeal.protocol.table import Away, Options, Own, Seat, Turn


class Face(NamedTuple):
    """How a player is known to others."""

    name: str
    avatar: str


Faces = Callable[[PlayerId], Face]
"""Who somebody is; knows everybody."""


def seat_shown(view: SeatView, faces: Faces) -> Seat:
    """A chair as everybody sees it."""
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


def seats_shown(views: Iterable[SeatView], faces: Faces) -> dict[int, Seat]:
    """Chairs by their number."""
    return {view.seat: seat_shown(view, faces) for view in views}


def turn_shown(turn: state.Turn | None) -> Turn | None:
    """A decision and its clock."""
    if turn is None:
        return None
    return Turn(
        number=turn.number,
        seat=turn.seat,
        started=turn.started,
        thinks_until=turn.thinks_until,
        bank=turn.bank,
        bank_runs=turn.bank_runs,
    )


def options_shown(hand: HandId, turn: int, options: HandOptions) -> Options:
    """What the player to act may do."""
    return Options(
        hand=hand,
        turn=turn,
        to_call=options.to_call,
        raise_min=options.raise_min,
        raise_max=options.raise_max,
        closed_by=options.closed_by or None,
    )


def own_shown(view: OwnView, hand: HandId | None, turn: int, board: tuple[int, ...]) -> Own:
    """What only the player in that seat sees."""
    return Own(
        seat=view.seat,
        cards=cards_shown(view.cards),
        strength=strength_with(view.cards, board) if view.cards else None,
        options=None if view.options is None or hand is None else options_shown(hand, turn, view.options),
        may_post=view.may_post,
        missed_blind=view.missed_blind,
        sits_out_at_big_blind=view.sits_out_at_big_blind,
        auto_top_up=view.auto_top_up,
    )
