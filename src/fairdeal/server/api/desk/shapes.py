"""Shapes of the desk's answers."""

from collections.abc import Iterable

import msgspec

from fairdeal.bank.accounts import Purpose, parse_account
from fairdeal.kernel import UNITS_PER_CENT, PlayerId, Rejection
from fairdeal.office.deed import Deed
from fairdeal.office.deeds.play import CancelTournament
from fairdeal.office.docket.state import Docket, Request, Stage
from fairdeal.office.figures import Figures
from fairdeal.room.office.listings import Listed
from fairdeal.server.api.shapes import Answer, Explanation
from fairdeal.server.auth.refused import refused
from fairdeal.server.house import ServerHouse
from fairdeal.server.levers.carrying import name_of
from fairdeal.server.levers.results import EventAnswer, MoneyAnswer, PlanAnswer, plan_answer
from fairdeal.server.office.places import subject_of
from fairdeal.tournament.orders import tournament_of_stream


class PersonName(Answer, frozen=True):
    """Somebody by id and name."""

    player: str
    name: str


class BalanceAnswer(Answer, frozen=True):
    """What an account holds before and after, in cents; `holder` is a player, or nobody."""

    account: str
    purpose: str
    currency: str
    money: str
    holder: PersonName | None
    before: int
    after: int


class FiguresAnswer(Answer, frozen=True):
    """What a deed would do now; `figures` is what is signed."""

    figures: str
    events: list[EventAnswer]
    money: list[MoneyAnswer]
    balances: list[BalanceAnswer]
    house: int  # what the house would gain, in cents of the money that moves
    plan: PlanAnswer | None = None  # of a cancellation: every player, part by part


class RequestAnswer(Answer, frozen=True):
    """A request: what is asked, by whom, why, until when, and how far it is."""

    id: str
    kind: str
    deed: dict[str, object]
    about: str  # the tournament, table or lobby, as players read it; empty for a person
    players: list[PersonName]
    edition: str
    clause: str | None
    reason: str
    staff: PersonName
    at: int
    until: int
    status: str
    figures: str
    final: bool
    at_once: bool
    signs: list[str]
    may_sign: bool = False
    may_stop: bool = False  # what was signed and takes effect later
    is_own: bool = False
    by: PersonName | None = None
    why: str = ""
    waived: bool = False
    ended_at: int | None = None
    now: FiguresAnswer | None = None
    refused_now: Explanation | None = None
    changed: bool = False


HOUSE = (Purpose.RAKE, Purpose.FEES, Purpose.PROMOTIONS, Purpose.BANKROLL, Purpose.SEIZED, Purpose.FX, Purpose.ROUNDING)


def person_name(house: ServerHouse, player: str) -> PersonName:
    """Somebody by id and name."""
    return PersonName(player, name_of(house, PlayerId(player)))


def deed_fields(deed: Deed) -> dict[str, object]:
    """The fields of a deed as JSON has them, amounts in cents."""
    plain = msgspec.to_builtins(deed)
    assert isinstance(plain, dict), deed
    return {key: _in_cents(key, value) for key, value in plain.items()}


def _in_cents(key: str, value: object) -> object:
    if isinstance(value, list):
        return [_in_cents(key, each) for each in value]
    if isinstance(value, dict):
        return {inner: _in_cents(inner, each) for inner, each in value.items()}
    is_amount = key in ("amount", "taken", "claimed", "from_house") and isinstance(value, int)
    return value // UNITS_PER_CENT if is_amount and isinstance(value, int) else value


def figures_answer(house: ServerHouse, figures: Figures, deed: Deed) -> FiguresAnswer:
    """Figures as an API answer; a cancellation with its plan."""
    return FiguresAnswer(
        figures.digest.hex(),
        [EventAnswer(each.event, each.rule, each.player) for each in figures.happenings],
        [MoneyAnswer(each.debit, each.credit, each.amount // UNITS_PER_CENT) for each in figures.transfers],
        [_balance(house, each.account, each.before, each.after) for each in figures.balances],
        sum(
            each.after - each.before
            for each in figures.balances
            if (parsed := parse_account(each.account)) is not None and parsed.purpose in HOUSE
        )
        // UNITS_PER_CENT,
        _plan(house, deed),
    )


def _plan(house: ServerHouse, deed: Deed) -> PlanAnswer | None:
    """Who gets what from a tournament that is to be cancelled."""
    if not isinstance(deed, CancelTournament):
        return None
    tournament = tournament_of_stream(deed.place)
    plan = house.room.tournaments.dry_run(tournament, deed.cancelling("", "dry run"))
    return None if isinstance(plan, Rejection) else plan_answer(plan, lambda player: name_of(house, player))


def _balance(house: ServerHouse, account: str, before: int, after: int) -> BalanceAnswer:
    parsed = parse_account(account)
    assert parsed is not None, account
    owner = parsed.holder.rpartition("/")[0] or parsed.holder
    personal = parsed.purpose in (Purpose.SITE, Purpose.POKER, Purpose.HOLD, Purpose.WITHDRAWAL)
    return BalanceAnswer(
        account,
        parsed.purpose.value,
        parsed.tender.currency.value,
        parsed.tender.money.value,
        person_name(house, owner) if personal else None,
        before // UNITS_PER_CENT,
        after // UNITS_PER_CENT,
    )


def request_answer(house: ServerHouse, request: Request, docket: Docket, viewer: str) -> RequestAnswer:
    """An open request as somebody sees it."""
    return _answer(house, request, request.stage.value, docket, viewer)


def listed_answer(house: ServerHouse, row: Listed, docket: Docket, viewer: str) -> RequestAnswer:
    """A request of the list, open or ended."""
    found = docket.find(row.request.id)
    if found is not None:
        return request_answer(house, found, docket, viewer)
    ended = _answer(house, row.request, row.status, docket, viewer)
    by = None if row.by is None else person_name(house, row.by)
    return msgspec.structs.replace(
        ended, by=by, why=row.why, waived=row.waived, ended_at=row.at, may_sign=False, may_stop=False
    )


def _answer(house: ServerHouse, request: Request, status: str, docket: Docket, viewer: str) -> RequestAnswer:
    deed = request.deed
    roles = next((frozenset(each.roles) for each in docket.staff if each.staff == viewer), frozenset())
    is_own = request.staff == viewer
    is_second = bool(roles & deed.signers) and not is_own and PlayerId(viewer) not in deed.players()
    waits = request.stage is Stage.SIGNED
    return RequestAnswer(
        request.id,
        deed.kind,
        deed_fields(deed),
        subject_of(house, deed),
        [person_name(house, each) for each in deed.players()],
        request.edition,
        request.clause,
        request.reason,
        person_name(house, request.staff),
        request.at,
        request.until,
        status,
        request.figures.hex(),
        deed.final,
        deed.at_once,
        sorted(role.value for role in deed.signers),
        is_second and not waits,
        is_second and waits,
        is_own,
        None if request.by is None else person_name(house, request.by),
    )


def with_figures(house: ServerHouse, answer: RequestAnswer, figures: Figures | Rejection, deed: Deed) -> RequestAnswer:
    """A request with what it would do now; what is signed and waits is carried out with the figures of that instant."""
    is_signed = answer.status == Stage.SIGNED.value
    if isinstance(figures, Rejection):
        why = refused(figures)
        told = Explanation(why.code, why.rule, why.numbers)
        return msgspec.structs.replace(answer, refused_now=told, changed=not is_signed)
    now = figures_answer(house, figures, deed)
    return msgspec.structs.replace(answer, now=now, changed=now.figures != answer.figures and not is_signed)


def soonest(requests: Iterable[RequestAnswer]) -> list[RequestAnswer]:
    """Requests sorted by what runs out first."""
    return sorted(requests, key=lambda each: (each.until, each.id))
