"""What each event makes of the docket."""

from dataclasses import replace
from typing import Final

from fairdeal.kernel import Instant
from fairdeal.office.deeds.evidence import Unseal
from fairdeal.office.deeds.house import GiveRoles
from fairdeal.office.deeds.people import DemandRecording
from fairdeal.office.docket.events import (
    Asked,
    Changed,
    Confirmed,
    DocketEvent,
    Done,
    DutyEnded,
    DutyOverdue,
    Ended,
    Frozen,
    Looked,
    Noted,
    Renewed,
    RolesSet,
    Signed,
    Told,
)
from fairdeal.office.docket.state import Docket, Duty, Request, Unsealing
from fairdeal.office.roles import Member

UNSEALING_MAX: Final = 20
"""So many decks may be open at once."""


def evolve(state: Docket, event: DocketEvent) -> Docket:
    """The docket after the event."""
    match event:
        case Looked() | Changed() | Noted():
            return state
        case RolesSet():
            return replace(state, staff=_staff_after(state.staff, Member(event.staff, event.roles)))
        case DutyOverdue() | DutyEnded():
            return replace(state, duties=_duties_after(state.duties, event))
        case Told():
            return replace(state, untold=_without(state.untold, event.request))
        case _:
            return _with_request(state, event)


def _with_request(state: Docket, event: Asked | Frozen | Renewed | Signed | Done | Confirmed | Ended) -> Docket:
    match event:
        case Asked():
            return replace(state, open=(*state.open, event.request))
        case Frozen() | Signed():
            return replace(state, open=_with(state.open, event.request), untold=_with(state.untold, event.request))
        case Renewed():
            renewed = tuple(
                replace(each, figures=event.figures) if each.id == event.request else each for each in state.open
            )
            return replace(state, open=renewed)
        case Done():
            duties = state.duties
            if isinstance(deed := event.request.deed, DemandRecording):
                duties = (*duties, Duty(event.request.id, deed.player, deed.kind, deed.deadline))
            if isinstance(deed, Unseal):
                people = (event.request.staff, *(() if event.by is None else (event.by,)))
                opened = Unsealing(event.request.id, deed, people, event.at)
                state = replace(state, unsealing=(*state.unsealing[1 - UNSEALING_MAX :], opened))
            staff = _staff_after(state.staff, deed.member) if isinstance(deed, GiveRoles) else state.staff
            return _ended(replace(state, duties=duties, staff=staff), event.request, event.at, tell=True)
        case Confirmed():
            return _ended(state, event.request, event.at, tell=False)
        case Ended():
            return _ended(state, event.request, event.at, tell=False)


def _ended(state: Docket, request: Request, at: Instant, *, tell: bool) -> Docket:
    untold = _with(state.untold, request) if tell else state.untold
    return replace(state, open=_without(state.open, request.id), untold=untold, ended=state.ended + 1, last_end=at)


def _with(requests: tuple[Request, ...], request: Request) -> tuple[Request, ...]:
    return (*_without(requests, request.id), request)


def _without(requests: tuple[Request, ...], request: str) -> tuple[Request, ...]:
    return tuple(each for each in requests if each.id != request)


def _staff_after(staff: tuple[Member, ...], member: Member) -> tuple[Member, ...]:
    rest = tuple(each for each in staff if each.staff != member.staff)
    return (*rest, member) if member.roles else rest


def _duties_after(duties: tuple[Duty, ...], event: DutyOverdue | DutyEnded) -> tuple[Duty, ...]:
    if isinstance(event, DutyEnded):
        return tuple(each for each in duties if each.request != event.request)
    return tuple(replace(each, overdue=True) if each.request == event.request else each for each in duties)
