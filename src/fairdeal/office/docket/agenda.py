"""What the docket waits for: requests that expire, duties that fall due, and people who were not told yet."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from fairdeal.kernel import Message, StreamId, Task, Timer
from fairdeal.office.docket.commands import CallDuty, CarryOut, DocketCommand, Expire
from fairdeal.office.docket.state import Docket, Request, Stage

CONSEQUENCES: Final = StreamId("outside:office")
"""The address of what follows a deed outside its commit."""


@dataclass(frozen=True, slots=True)
class Consequence:
    """A deed that was signed, carried out or undone, and of which those concerned are to be told."""

    request: Request


def tasks(state: Docket) -> Iterator[Task[DocketCommand | Consequence]]:
    """All timers and messages of a docket."""
    for request in state.open:
        due = CarryOut if request.stage is Stage.SIGNED else Expire
        yield Timer(request.until, due(request.id, request.until))
    for duty in state.duties:
        if not duty.overdue:
            yield Timer(duty.deadline, CallDuty(duty.request, duty.deadline))
    for request in state.untold:
        yield Message(CONSEQUENCES, Consequence(request))
