"""
The public and private changes that an event of a casino table shows.

Only what is listed here is shown. A card face down shows no value; the order of a shoe shows only its commitment; payments are
shown to their player only. Each game has the changes of its own events.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from fairdeal.casino.chat import ChatBlocked, MessageRemoved, Muted, Said, reads
from fairdeal.casino.table import events, station_events
from fairdeal.casino.table.evolve import HIDDEN
from fairdeal.casino.table.facts import TableFacts
from fairdeal.casino.table.fair import events as fair_events
from fairdeal.casino.table.people import may_read
from fairdeal.casino.table.state import Payment, Table
from fairdeal.kernel import PlayerId, Step
from fairdeal.kernel.values import changed, dataclass


@dataclass(frozen=True, slots=True)
class ShoeShown:
    """The public change for a new shoe: its commitment, not its order."""

    number: int
    cards: int
    commitment: str


PublicChange = events.TableEvent | ShoeShown
PrivateChange = events.TableEvent | Payment
PrivateChanges = dict[PlayerId, tuple[PrivateChange, ...]]

_OPEN: Final = frozenset(
    {
        events.BettingOpened,
        events.BettingClosed,
        events.WindowLapsed,
        events.Burned,
        events.OutcomeKnown,
        station_events.Held,
        station_events.Released,
        station_events.DealerChanged,
        station_events.Recovered,
        station_events.TimeGivenBack,
        fair_events.ChainOpened,
        fair_events.ChanceLocked,
        fair_events.ShoeKeyed,
        fair_events.ChanceProven,
    }
)


TableStep = Step[Table, events.TableEvent]


def public_change(facts: TableFacts, before: Table, event: events.TableEvent) -> PublicChange | None:
    """The change that an event shows to every watcher, or None."""
    if isinstance(event, events.GameEvent):
        return facts.game.public_change(before, event)
    kind = type(event)
    if kind in _OPEN:
        return event
    mask = _MASKED.get(kind)
    return None if mask is None else mask(event)


def private_changes(facts: TableFacts, before: Table, event: events.TableEvent) -> PrivateChanges:
    """The changes that an event shows to single players, by player."""
    match event:
        case events.GameEvent():
            return facts.game.private_changes(before, event)
        case events.RoundSettled() | events.RoundVoided():
            return {each.player: (each,) for each in event.payments}
        case Said(message) | MessageRemoved(message):
            readers = (player for player in before.guests if may_read(facts, before, player) is None)
            return dict.fromkeys((each for each in readers if reads(before.chat, each, message)), (event,))
        case events.Joined() | events.Left() | Muted() | ChatBlocked() | fair_events.CasinoSeedsPromised():
            return {event.player: (event,)}
        case fair_events.CasinoPidsGiven():
            return {each.player: (event,) for each in event.pids}
        case _:
            return {}


def _shoe(event: events.ShoeShuffled) -> ShoeShown:
    return ShoeShown(event.shoe.number, event.shoe.size, event.shoe.commitment)


def _card(event: events.CardDealt) -> events.CardDealt:
    return event if event.face_up else replace(event, card=HIDDEN)


def _correction(event: station_events.Corrected) -> station_events.Corrected:
    if event.face_up:
        return event
    return replace(event, correction=replace(event.correction, value=HIDDEN), replaced=HIDDEN)


def _without_payments(event: Any) -> Any:
    return changed(event, payments=())


_MASKED: Final[dict[type[Any], Callable[[Any], PublicChange]]] = {
    events.ShoeShuffled: _shoe,
    events.CardDealt: _card,
    station_events.Corrected: _correction,
    events.RoundSettled: _without_payments,
    events.RoundVoided: _without_payments,
}
