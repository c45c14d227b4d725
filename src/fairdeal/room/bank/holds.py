"""What is kept back from players, as the room runs it."""

from collections.abc import Iterable
from typing import Final

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

HOLDS: Final = "holds"
"""The prefix of their streams; durable."""

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
    """What is kept back from one player under one edition; the player and the desk ask for it."""

    prefix = HOLDS
    is_personal = True

    def __init__(self, stream: StreamId, machine: HoldsMachine) -> None:
        super().__init__(stream)
        self._machine = machine

    @property
    def durable(self) -> Coded[Holds, HoldEvent]:
        """How it is written."""
        return _CODED

    def open(self) -> Holds:
        """Nothing is kept back."""
        return Holds()

    def decide(self, state: Holds, command: HoldCommand, now: Instant) -> Decision[Holds, HoldEvent]:
        """What happens, or why not."""
        return self._machine.decide(state, command, now)

    def evolve(self, state: Holds, event: HoldEvent) -> Holds:
        """The holds after the event."""
        return self._machine.evolve(state, event)

    def agenda(self, state: Holds) -> frozenset[Task[object]]:
        """What they wait for."""
        return self._machine.agenda(state)

    def transfers(self, event: HoldEvent, ref: EventRef) -> tuple[Transfer, ...]:
        """What the event moves."""
        return self._machine.transfers(event, ref)

    def view(self, state: Holds, viewer: PlayerId | None) -> object:
        """The holds, for their player."""
        return self._machine.view(state, viewer)


def owner_of(stream: StreamId) -> tuple[EditionId, PlayerId]:
    """Under which edition something is kept back, and from whom."""
    edition, _, player = stream.removeprefix(f"{HOLDS}:").partition("/")
    return EditionId(edition), PlayerId(player)


def holds_host(editions: Iterable[Edition]) -> Host:
    """What is kept back from players, by edition."""
    rooms = {edition.id: edition.poker for edition in editions if edition.poker is not None}

    def host(stream: StreamId) -> HostedHolds:
        edition, player = owner_of(stream)
        poker = rooms[edition]
        return HostedHolds(stream, HoldsMachine(player, poker.integrity, zone_of(poker)))

    return host
