"""
What an event shows: to everybody, and to single players.

Listed is what may be shown. A card that lies face down shows no value; the order of a shoe shows nothing but its
commitment; chips, bets on a layout and payments concern their player only.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from fairdeal.casino.chat import Said, reads
from fairdeal.casino.table import box_events, events, station_events
from fairdeal.casino.table.evolve import HIDDEN
from fairdeal.casino.table.facts import TableFacts
from fairdeal.casino.table.people import may_read
from fairdeal.casino.table.state import Payment, Table
from fairdeal.kernel import PlayerId, Step
from fairdeal.kernel.values import dataclass

SOMEBODY: Final = PlayerId("")
"""Instead of a name: those who bet behind are counted, not named."""


@dataclass(frozen=True, slots=True)
class ShoeShown:
    """A new shoe, as everybody sees it."""

    number: int
    cards: int
    commitment: str


PublicChange = events.TableEvent | ShoeShown
PrivateChange = events.TableEvent | Payment

_OPEN: Final = frozenset(
    {
        events.BettingOpened,
        events.BettingClosed,
        events.WindowLapsed,
        events.Burned,
        events.Spun,
        events.OutcomeKnown,
        box_events.SeatTaken,
        box_events.SeatLeft,
        box_events.QueueChanged,
        box_events.InsuranceOffered,
        box_events.TurnBegan,
        box_events.HandEnded,
        box_events.HoleShown,
        station_events.Held,
        station_events.Released,
        station_events.DealerChanged,
        station_events.Recovered,
        station_events.TimeGivenBack,
    }
)


TableStep = Step[Table, events.TableEvent]


def public_change(before: Table, event: events.TableEvent) -> PublicChange | None:
    """What everybody is told."""
    kind = type(event)
    if kind in _OPEN:
        return event
    if isinstance(event, box_events.BetPlaced | box_events.BetReturned):
        seated = before.boxes.seat_of(event.player) >= 0
        return event if seated else replace(event, player=SOMEBODY)
    mask = _MASKED.get(kind)
    return None if mask is None else mask(event)


def private_changes(
    facts: TableFacts, before: Table, event: events.TableEvent
) -> dict[PlayerId, tuple[PrivateChange, ...]]:
    """What single players are told besides."""
    match event:
        case events.ChipsPlaced() | events.ChipsTaken() | events.BetsConfirmed() | box_events.FollowAnswered():
            return {event.player: (event,)}
        case box_events.InsuranceAnswered() | box_events.BetPlaced() | box_events.BetReturned():
            return {event.player: (event,)}
        case events.RoundSettled() | events.RoundVoided() | box_events.HoleChecked():
            return {each.player: (each,) for each in event.payments}
        case box_events.Decided():
            return {player: (_own_part(event, player),) for player in _concerned(event)}
        case Said(message):
            readers = (player for player in before.guests if may_read(facts, before, player) is None)
            return dict.fromkeys((each for each in readers if reads(before.chat, each, message)), (event,))
        case _:
            return {}


def _concerned(event: box_events.Decided) -> tuple[PlayerId, ...]:
    """Whose bets a decision concerns."""
    return (*event.short, *event.capped, *dict(event.extras))


def _own_part(event: box_events.Decided, player: PlayerId) -> box_events.Decided:
    """A decision with the additional bet of one player."""
    extras = tuple(each for each in event.extras if each[0] == player)
    short, capped = (tuple(each for each in those if each == player) for those in (event.short, event.capped))
    return replace(event, extras=extras, short=short, capped=capped)


def _shoe(event: events.ShoeShuffled) -> ShoeShown:
    return ShoeShown(event.shoe.number, event.shoe.size, event.shoe.commitment)


def _card(event: events.CardDealt) -> events.CardDealt:
    return event if event.face_up else replace(event, card=HIDDEN)


def _correction(event: station_events.Corrected) -> station_events.Corrected:
    if event.face_up:
        return event
    return replace(event, correction=replace(event.correction, value=HIDDEN), replaced=HIDDEN)


def _without_payments(event: Any) -> Any:
    return replace(event, payments=())


def _decision(event: box_events.Decided) -> box_events.Decided:
    return replace(event, extras=(), short=(), capped=())


_MASKED: Final[dict[type[Any], Callable[[Any], PublicChange]]] = {
    events.ShoeShuffled: _shoe,
    events.CardDealt: _card,
    station_events.Corrected: _correction,
    events.RoundSettled: _without_payments,
    events.RoundVoided: _without_payments,
    box_events.HoleChecked: _without_payments,
    box_events.Decided: _decision,
}
