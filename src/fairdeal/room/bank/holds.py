"""Holds: money of players that staff set aside during a review, as the room runs them."""

from collections.abc import Iterable
from typing import Final

from fairdeal.bank import streams
from fairdeal.bank.holds import events
from fairdeal.bank.holds.commands import HoldCommand
from fairdeal.bank.holds.events import HoldEvent
from fairdeal.bank.holds.machine import HoldsMachine
from fairdeal.bank.holds.state import Holds
from fairdeal.bank.house import zone_of
from fairdeal.bank.transfer import Transfer
from fairdeal.kernel import Decision, EventRef, Instant, PlayerId, StreamId
from fairdeal.kernel.agenda import Task
from fairdeal.room.codecs import Coded
from fairdeal.rulebook.clause import EditionId
from fairdeal.rulebook.schema.edition import Edition
from fairdeal.runtime.hosted import Host, Hosted
from fairdeal.storage.codec import Codec

HOLDS: Final = streams.HOLDS

HOLD_EVENTS: Final = Codec(
    "hold events",
    1,
    {
        "placed": events.HoldPlaced,
        "winnings_paid": events.WinningsPaid,
        "winnings_withheld": events.WinningsWithheld,
        "extended": events.HoldExtended,
        "released": events.HoldReleased,
        "forfeited": events.HoldForfeited,
        "lapsed": events.HoldLapsed,
    },
)
HOLD_STATES: Final = Codec("holds", 1, {"holds": Holds})
_CODED: Final = Coded[Holds, HoldEvent](HOLD_EVENTS, HOLD_STATES)


class HostedHolds(Hosted[Holds, HoldCommand, HoldEvent]):
    """The holds on one player's money under one edition; read by the player and by staff."""

    prefix = HOLDS
    is_personal = True

    def __init__(self, stream: StreamId, machine: HoldsMachine) -> None:
        super().__init__(stream)
        self._machine = machine

    @property
    def durable(self) -> Coded[Holds, HoldEvent]:
        """The codec for the events and states of this stream."""
        return _CODED

    def open(self) -> Holds:
        """The opening state: no holds."""
        return Holds()

    def decide(self, state: Holds, command: HoldCommand, now: Instant) -> Decision[Holds, HoldEvent]:
        """The steps that the command causes now, or the rejection."""
        return self._machine.decide(state, command, now)

    def evolve(self, state: Holds, event: HoldEvent) -> Holds:
        """The holds after the event."""
        return self._machine.evolve(state, event)

    def agenda(self, state: Holds) -> frozenset[Task[object]]:
        """The tasks the holds wait for."""
        return self._machine.agenda(state)

    def transfers(self, event: HoldEvent, ref: EventRef) -> tuple[Transfer, ...]:
        """The ledger transfers that the event causes."""
        return self._machine.transfers(event, ref)

    def view(self, state: Holds, viewer: PlayerId | None) -> object:
        """The holds, for their player."""
        return self._machine.view(state, viewer)


def owner_of(stream: StreamId) -> tuple[EditionId, PlayerId]:
    """The edition and the player of a stream of holds."""
    edition, _, player = stream.removeprefix(f"{HOLDS}:").partition("/")
    return EditionId(edition), PlayerId(player)


def holds_host(editions: Iterable[Edition]) -> Host:
    """The host of all streams of holds, with the rules of each edition."""
    rooms = {edition.id: edition.poker for edition in editions if edition.poker is not None}

    def host(stream: StreamId) -> HostedHolds:
        edition, player = owner_of(stream)
        poker = rooms[edition]
        return HostedHolds(stream, HoldsMachine(player, poker.integrity, zone_of(poker)))

    return host
