"""The docket as the room runs it: dry runs are its facts, deeds its joint commands, and every request is listed."""

# ruff: noqa: ARG002 - listings need neither the version nor the instant

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from fairdeal.kernel import Decision, Instant, Rejection, Step, StreamId
from fairdeal.kernel.agenda import JointCommand, Task
from fairdeal.office.deed import Order
from fairdeal.office.docket.commands import Ask, CarryOut, Deny, DocketCommand, Expire, Renew, Sign, Withdraw
from fairdeal.office.docket.events import DocketEvent, Noted
from fairdeal.office.docket.machine import DocketMachine
from fairdeal.office.docket.state import DOCKET, Docket, Request
from fairdeal.office.figures import Figures
from fairdeal.room.codecs import Coded
from fairdeal.room.office.codecs import CODED, LISTED
from fairdeal.room.office.listings import REQUESTS, for_players, listed, lists_of, notes_of
from fairdeal.room.office.rehearsal import Rehearsals
from fairdeal.runtime.hosted import Host, Hosted
from fairdeal.storage.port import Listing

_SNAPSHOT_EVERY: Final = 20  # looks are many, and change nothing


class HostedDocket(Hosted[Docket, DocketCommand, DocketEvent]):
    """The docket of the house; shown to nobody but staff, by the desk."""

    prefix = DOCKET
    snapshot_every = _SNAPSHOT_EVERY

    def __init__(self, stream: StreamId, machine: DocketMachine, rehearsals: Rehearsals) -> None:
        super().__init__(stream)
        self._machine = machine
        self._rehearsals = rehearsals

    @property
    def durable(self) -> Coded[Docket, DocketEvent]:
        """The codec for the events and states of this stream."""
        return CODED

    def open(self) -> Docket:
        """The opening state: no staff."""
        return Docket()

    def supply(self, state: Docket, command: DocketCommand) -> DocketCommand:
        """The command with what the deed would do now, decided on the states that the commit will be decided on."""
        match command:
            case Ask():
                order = Order(
                    command.request, command.staff, command.reason, command.clause, command.edition, Instant(0)
                )
                if command.deed.clauses and command.clause is None:
                    return command  # nothing to rehearse; the machine says what is missing
                return _supplied(command, self._rehearsals.figures(command.deed, order))
            case Sign() | Renew():
                request = state.find(command.request)
                return command if request is None else _supplied(command, self._figures_of(request))
            case CarryOut():
                request = state.find(command.request)
                return command if request is None else replace(command, deed=self._rehearsals.anew(request.deed))
            case _:
                return command

    def _figures_of(self, request: Request) -> Figures | Rejection:
        """What an open request would do now."""
        return self._rehearsals.figures(request.deed, request.order)

    def amend(self, command: DocketCommand, refusal: Rejection) -> DocketCommand | None:
        """A request ends also where it cannot be carried out any more, or where what was frozen cannot be undone, being undone."""
        if isinstance(command, CarryOut) and not command.moot and refusal.code != "busy":
            return replace(command, refused=command.refused or refusal.code, moot=command.refused != "")
        if isinstance(command, Expire | Deny | Withdraw) and not command.moot and refusal.code != "busy":
            return replace(command, moot=True)
        return None

    def decide(self, state: Docket, command: DocketCommand, now: Instant) -> Decision[Docket, DocketEvent]:
        """The steps that the command causes now, or the rejection."""
        return self._machine.decide(state, command, now)

    def evolve(self, state: Docket, event: DocketEvent) -> Docket:
        """The docket after the event."""
        return self._machine.evolve(state, event)

    def agenda(self, state: Docket) -> frozenset[Task[object]]:
        """Requests that expire, duties that fall due, and people to be told."""
        return self._machine.agenda(state)

    def joint_commands(self, step: Step[Docket, DocketEvent]) -> tuple[JointCommand[object], ...]:
        """What a deed asks of other machines, in the commit that records it."""
        return self._machine.joint_commands(step.event)

    def listings(self, steps: Sequence[Step[Docket, DocketEvent]], version: int, now: Instant) -> tuple[Listing, ...]:
        """Every request in the list of all, and of those it concerns."""
        found = []
        for step in steps:
            if isinstance(step.event, Noted):
                found.append(_note(step.event))
            row = listed(step.event)
            if row is not None:
                words = " ".join((row.request.id, row.request.deed.kind, *row.request.deed.players()))
                body, own = LISTED.encode(row), LISTED.encode(for_players(row))
                found += [
                    Listing(name, row.request.id, row.request.at, row.status, words, body if name == REQUESTS else own)
                    for name in lists_of(row)
                ]
        return tuple(found)


def _supplied(command: Ask | Sign | Renew, figures: Figures | Rejection) -> DocketCommand:
    """The command with what a dry run found, and whom the deed touches."""
    if isinstance(figures, Rejection):
        return replace(command, found=figures)
    if isinstance(command, Renew):
        return replace(command, found=figures.digest)
    return replace(command, found=figures.digest, concerned=figures.concerned)


def _note(event: Noted) -> Listing:
    return Listing(notes_of(event.player), event.note, event.at, "", event.words, LISTED.encode(event))


def docket_host(machine: DocketMachine, rehearsals: Rehearsals) -> Host:
    """The host of the docket."""
    return lambda stream: HostedDocket(stream, machine, rehearsals)
