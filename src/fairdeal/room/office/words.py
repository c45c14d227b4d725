"""Events of the docket as lines of the trail: who did what, about whom, by which clause."""

from dataclasses import dataclass

from fairdeal.kernel import RuleId
from fairdeal.office.docket import events
from fairdeal.office.docket.events import DocketEvent
from fairdeal.office.docket.state import Request


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the trail; `staff` is nobody where a timer acted."""

    what: str
    staff: str | None
    request: str | None
    kind: str | None
    about: tuple[str, ...]
    clause: RuleId | None
    words: str


def line_of(event: DocketEvent) -> Line:
    """An event as a line."""
    match event:
        case events.Asked(request) | events.Frozen(request):
            return _line(type(event).__name__.lower(), request.staff, request, request.reason)
        case events.Done(request, by, waived):
            return _line("waived" if waived else "done", by or request.staff, request, request.reason)
        case events.Signed() | events.Confirmed():
            return _signed(event)
        case events.Ended(request, end, by, why):
            return _line(end.value, by, request, why or request.reason)
        case events.RolesSet():
            words = " ".join(role.value for role in event.roles)
            return Line("roles", event.by, None, None, (event.staff,), None, words)
        case events.Looked() | events.Noted():
            return _about(event)
        case events.Changed():
            return Line(
                "changed", event.by, None, None, _named(event.about), None, f"{event.what} {event.words}".strip()
            )
        case events.DutyEnded():
            return Line("duty_ended", event.staff, event.request, None, (), None, event.why)
        case events.Renewed() | events.DutyOverdue() | events.Told():
            what = {"DutyOverdue": "duty_overdue"}.get(type(event).__name__, type(event).__name__.lower())
            return Line(what, None, event.request, None, (), None, "")


def _signed(event: events.Signed | events.Confirmed) -> Line:
    request = event.request
    if isinstance(event, events.Signed):
        return _line("signed", request.by, request, request.reason)
    return _line("confirmed", event.by, request, request.reason)


def _about(event: events.Looked | events.Noted) -> Line:
    if isinstance(event, events.Noted):
        return Line("noted", event.staff, None, None, (event.player,), None, event.words)
    return Line("looked", event.staff, None, None, _named(event.about), None, event.what)


def _line(what: str, staff: str | None, request: Request, words: str) -> Line:
    deed = request.deed
    return Line(what, staff, request.id, deed.kind, tuple(deed.players()), request.clause, words)


def _named(about: str) -> tuple[str, ...]:
    return (about,) if about else ()
