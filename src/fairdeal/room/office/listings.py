"""Rows of the lists of requests: all of them, and those that concern a player."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from fairdeal.bank.house import StaffId
from fairdeal.kernel import Instant, PlayerId
from fairdeal.office.docket.events import Asked, Confirmed, DocketEvent, Done, Ended, Frozen, Signed
from fairdeal.office.docket.state import End, Request, Stage

REQUESTS: Final = "requests"
"""The list of all requests; durable."""


@dataclass(frozen=True, slots=True)
class Listed:
    """A request as it is found again: how far it is, who decided and why."""

    request: Request
    status: str  # a stage, or an end
    by: StaffId | None = None
    why: str = ""
    waived: bool = False
    at: Instant = Instant(0)


def notes_of(player: PlayerId) -> str:
    """The list of what staff noted about a player."""
    return f"notes:{player}"


def rulings_of(player: PlayerId) -> str:
    """The list of what the house did to a player."""
    return f"rulings:{player}"


def listed(event: DocketEvent) -> Listed | None:
    """The row that an event changes, if it does."""
    match event:
        case Asked(request):
            return Listed(request, Stage.ASKED, at=request.at)
        case Frozen(request):
            return Listed(request, Stage.FROZEN, at=request.at)
        case Signed(request, at):
            return Listed(request, Stage.SIGNED, request.by, at=at)
        case Done(request, by, waived, at):
            return Listed(request, End.DONE, by, "", waived, at)
        case Confirmed(request, by, at):
            return Listed(request, End.DONE, by, at=at)
        case Ended(request, end, by, why, at):
            return Listed(request, end, by, why, at=at)
        case _:
            return None


def for_players(row: Listed) -> Listed:
    """A row as it stands in the lists of players, who are not told whom else it concerned."""
    return replace(row, request=replace(row.request, concerned=()))


def lists_of(row: Listed) -> Iterator[str]:
    """The lists a row stands in: players see what was done to them, and not what was only asked."""
    yield REQUESTS
    was_done = row.status == End.DONE or row.request.stage is not Stage.ASKED
    if was_done:
        for player in row.request.readers:
            yield rulings_of(player)
