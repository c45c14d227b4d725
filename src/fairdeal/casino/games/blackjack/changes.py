"""
What the events of a blackjack table show: to everybody, and to single players.

Listed is what may be shown. Those who bet behind are counted, not named; insurance, additional bets and payments concern
their player only.
"""

from dataclasses import replace
from typing import Final

from fairdeal.casino.games.blackjack import events
from fairdeal.casino.games.blackjack.felt import boxes_of
from fairdeal.casino.table.changes import PrivateChanges
from fairdeal.casino.table.events import GameEvent
from fairdeal.casino.table.state import Table
from fairdeal.kernel import PlayerId

UNNAMED: Final = PlayerId("")
"""Shown instead of the name of a player who bets behind: they are counted, not named."""

_OPEN: Final = frozenset(
    {
        events.SeatTaken,
        events.SeatLeft,
        events.QueueChanged,
        events.InsuranceOffered,
        events.TurnBegan,
        events.HandEnded,
        events.HoleShown,
    }
)


def public_change(before: Table, event: GameEvent) -> GameEvent | None:
    """The change that an event shows to every watcher, or None."""
    if type(event) in _OPEN:
        return event
    match event:
        case events.BetPlaced() | events.BetReturned():
            seated = boxes_of(before).seat_of(event.player) >= 0
            return event if seated else replace(event, player=UNNAMED)
        case events.HoleChecked():
            return replace(event, payments=())
        case events.Decided():
            return replace(event, extras=(), short=(), capped=())
        case _:
            return None


def private_changes(event: GameEvent) -> PrivateChanges:
    """The changes that an event shows to single players, by player."""
    match event:
        case events.FollowAnswered() | events.InsuranceAnswered() | events.BetPlaced() | events.BetReturned():
            return {event.player: (event,)}
        case events.HoleChecked():
            return {each.player: (each,) for each in event.payments}
        case events.Decided():
            return {player: (_own_part(event, player),) for player in _concerned(event)}
        case _:
            return {}


def _concerned(event: events.Decided) -> tuple[PlayerId, ...]:
    """The players whose bets a decision concerns."""
    return (*event.short, *event.capped, *dict(event.extras))


def _own_part(event: events.Decided, player: PlayerId) -> events.Decided:
    """A decision with the additional bet of one player."""
    extras = tuple(each for each in event.extras if each[0] == player)
    short, capped = (tuple(each for each in those if each == player) for those in (event.short, event.capped))
    return replace(event, extras=extras, short=short, capped=capped)
