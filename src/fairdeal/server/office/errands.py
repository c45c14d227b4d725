"""Errands at the desk: what the command line asks for and signs, carried out by the running server."""

from http import HTTPStatus

import msgspec

from fairdeal.kernel import UNITS_PER_CENT, PlayerId, Rejection, RuleId
from fairdeal.office.docket.commands import Ask, Deny, DocketCommand, Renew, Sign, Withdraw
from fairdeal.office.docket.state import Request
from fairdeal.office.figures import Figures
from fairdeal.runtime.keys import Key
from fairdeal.server.auth.refused import Refused, refused
from fairdeal.server.auth.tokens import new_id
from fairdeal.server.house import ServerHouse
from fairdeal.server.levers import acts
from fairdeal.server.levers.results import ActAnswer, EventAnswer, MoneyAnswer
from fairdeal.server.office.forms.catalogue import DeedForm
from fairdeal.server.office.service import Office


async def at_desk(house: ServerHouse, staff: PlayerId, about: str, act: acts.DeskAct, key: Key | None) -> ActAnswer:
    """Carry an errand at the desk out, or tell what it would do; raises `Refused`."""
    office = Office(house, staff)
    if isinstance(act, acts.AskDeed):
        return await _ask(house, office, act, key)
    request = house.room.docket.find(about)
    if request is None and not act.dry_run:
        await office.send(_decision(office, about, act), key)  # the docket, or its memory of the key, says why not
        return ActAnswer(done=True, about=about)
    if request is None:
        raise Refused("no_such_request")
    told = _told(about, office.figures_of(request)) if isinstance(act, acts.SignRequest | acts.RenewRequest) else None
    if not act.dry_run:
        await office.send(_decision(office, about, act), key)
    answer = told or ActAnswer(done=False, about=about, rule=request.clause)
    waits = house.room.docket.find(about) if isinstance(act, acts.SignRequest) and not act.dry_run else None
    return msgspec.structs.replace(
        answer,
        done=not act.dry_run and waits is None,
        about=_named(request),
        takes_effect=0 if waits is None else waits.until,
    )


def _decision(office: Office, about: str, act: acts.DeskAct) -> DocketCommand:
    match act:
        case acts.SignRequest():
            return Sign(about, office.staff, _digest(act.figures))
        case acts.RenewRequest():
            return Renew(about, office.staff, _digest(act.figures))
        case acts.DenyRequest():
            return Deny(about, office.staff, act.reason)
        case _:
            return Withdraw(about, office.staff)


async def _ask(house: ServerHouse, office: Office, act: acts.AskDeed, key: Key | None) -> ActAnswer:
    try:
        form = msgspec.convert(act.deed, DeedForm)
    except msgspec.ValidationError:
        raise Refused("malformed", HTTPStatus.BAD_REQUEST) from None
    deed, edition = office.prepared(form, act.clause, act.edition)
    request = new_id(house.clock.now())
    if act.dry_run:
        return _told(f"{deed.kind} [{edition}]", office.dry_run(deed, edition, act.clause))
    clause = None if act.clause is None else RuleId(act.clause)
    seen = _digest(act.figures)
    asked = Ask(request, office.staff, deed, edition, clause, act.reason, seen, act.at_once)
    await office.send(asked, key)
    is_open = house.room.docket.find(request) is not None
    return ActAnswer(done=not is_open, about=request, rule=act.clause)


def _told(about: str, figures: Figures | Rejection) -> ActAnswer:
    if isinstance(figures, Rejection):
        raise refused(figures)
    return ActAnswer(
        done=False,
        about=about,
        events=[EventAnswer(each.event, each.rule, each.player) for each in figures.happenings],
        money=[MoneyAnswer(each.debit, each.credit, each.amount // UNITS_PER_CENT) for each in figures.transfers],
        figures=figures.digest.hex(),
    )


def _named(request: Request) -> str:
    return f"{request.id} {request.deed.kind}"


def _digest(text: str | None) -> bytes:
    try:
        return bytes.fromhex(text or "")
    except ValueError:
        raise Refused("malformed", HTTPStatus.BAD_REQUEST) from None
