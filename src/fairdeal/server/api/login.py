"""Routes for login and logout: sessions, guests, registration, passwords."""

from typing import Literal

from litestar import Response, get, post
from litestar.params import JSONBody

from fairdeal.bank.accounts import Tender
from fairdeal.bank.limits import LimitKind, Period
from fairdeal.bank.purse.commands import SetLimit
from fairdeal.kernel import UNITS_PER_CENT, Currency, MoneyKind, PlayerId
from fairdeal.rulebook.wording import LANGUAGES
from fairdeal.server.api.caller import Caller, Who
from fairdeal.server.api.cookies import with_device, with_device_token, with_session
from fairdeal.server.api.profile import site_currencies
from fairdeal.server.api.purse import ask_purse, limit_currencies, open_wallets, purse_of
from fairdeal.server.api.shapes import (
    Answer,
    Asked,
    Done,
    Number,
    PersonAnswer,
    RulebookAnswer,
    person_answer,
    rulebook_answer,
)
from fairdeal.server.auth.acceptance import CASH_ACCEPTANCE
from fairdeal.server.auth.names import NAME_MAX, NAME_MIN
from fairdeal.server.auth.passwords import PASSWORD_MAX, PASSWORD_MIN
from fairdeal.server.auth.person import AVATARS
from fairdeal.server.auth.refused import Refused, invalid
from fairdeal.server.auth.roles import Access, Proof
from fairdeal.server.auth.service import LoginResult, Registration
from fairdeal.server.house import ServerHouse, playing_kind


class AccountRules(Answer, frozen=True):
    """Requirements of names, passwords and age, for the hints of the page."""

    name_min: int
    name_max: int
    password_min: int
    password_max: int
    age_min: int
    limits: bool = False  # a deposit limit is set in the same form
    currency: str = ""  # of that limit
    reality_minutes: int = 0


class SessionAnswer(Answer, frozen=True):
    """The current session, and what a page needs first."""

    person: PersonAnswer | None
    csrf: str | None
    now: int
    to_accept: list[RulebookAnswer]
    money: list[str]
    real_money: bool
    languages: list[str]
    asking: AccountRules


class LoginAnswer(Answer, frozen=True):
    """The result of a login: signed in, or a ticket for the second factor."""

    step: str
    person: PersonAnswer | None
    csrf: str | None
    ticket: str | None


class AskGuest(Asked, frozen=True):
    """Play as a guest with free money; `accept` says that the rulebooks are accepted."""

    name: str = ""
    avatar: str = AVATARS[0]
    accept: bool = False


class SignUpLimits(Asked, frozen=True):
    """The limits a newcomer sets: deposits in a period, perhaps losses in the same, both in cents, and play time a day in ms."""

    period: Literal["day", "week", "month"]
    deposit: Number
    loss: Number | None = None
    time: Number | None = None


class AskRegister(Asked, frozen=True):
    """Register an account; for real money with limits."""

    name: str
    email: str
    password: str
    born: str
    avatar: str = AVATARS[0]
    accept: bool = False
    limits: SignUpLimits | None = None


class AskLogIn(Asked, frozen=True):
    """Log in with a name or e-mail address and the password."""

    name: str
    password: str
    code: str = ""  # of the second factor, where the door is locked because others guessed


class AskProof(Asked, frozen=True):
    """Proof of identity: a TOTP or recovery code; the password where there is no second factor."""

    password: str = ""
    code: str = ""


class AskSecond(Asked, frozen=True):
    """The second step of a login: a TOTP or recovery code."""

    ticket: str
    code: str


class AskPassword(Asked, frozen=True):
    """Change the password."""

    current: str
    new: str


class AskForgot(Asked, frozen=True):
    """Ask for a password-reset link."""

    email: str


class AskReset(Asked, frozen=True):
    """Set a new password with the token of a reset link."""

    token: str
    new: str


@get("/session", may=Access.ANYBODY)
async def read_session(caller: Who) -> Response[SessionAnswer]:
    """The current session; the first request of a page."""
    auth, session = caller.house.auth, caller.session
    revisions = auth.acceptance.revisions if session is None else auth.missing_acceptance(session.person.player)
    money = caller.house.room.settings.money
    here = SessionAnswer(
        None if session is None else person_answer(session.person),
        None if session is None else session.csrf,
        caller.house.clock.now(),
        [rulebook_answer(each) for each in revisions],
        [kind.value for kind in money],
        MoneyKind.REAL in money,
        list(LANGUAGES),
        AccountRules(
            NAME_MIN,
            NAME_MAX,
            PASSWORD_MIN,
            PASSWORD_MAX,
            auth.settings.age_min,
            _needs_limits(caller),
            limit_currencies(caller.house)[0],
            caller.house.settings.reality_check_minutes if caller.house.reality is not None else 0,
        ),
    )
    if session is None or session.person.kind == "guest" or caller.device.token:
        return Response(here)
    return with_device(Response(here), caller, session.person.player)


@post("/guest", may=Access.ANYBODY, entrance=True, status_code=200)
async def enter_as_guest(caller: Who, data: JSONBody[AskGuest]) -> Response[LoginAnswer]:
    """Log in as a guest: an account without a password, with wallets and free money."""
    _check_accepted(accept=data.accept)
    entered = await caller.house.auth.guest(data.name, data.avatar, caller.device)
    return await _welcome(caller, entered)


@post("/register", may=Access.ANYBODY, entrance=True, status_code=200)
async def register(caller: Who, data: JSONBody[AskRegister]) -> Response[LoginAnswer]:
    """Register an account; a guest keeps their account and wallets."""
    _check_accepted(accept=data.accept)
    if data.limits is None and _needs_limits(caller):
        raise invalid("limits_needed")
    asked = Registration(data.name, data.email, data.password, data.born, data.avatar)
    entered = await caller.house.auth.register(asked, caller.device, caller.session)
    answer = await _welcome(caller, entered)
    if data.limits is not None and entered.session is not None:
        await _set_limits(caller.house, entered.session.person.player, data.limits)
    return answer


def _needs_limits(caller: Caller) -> bool:
    settings = caller.house.settings
    return settings.sign_up_limits and MoneyKind.REAL in caller.house.room.settings.money


async def _set_limits(house: ServerHouse, player: PlayerId, limits: SignUpLimits) -> None:
    """Set the limits of a newcomer, in every currency of their wallets at the site."""
    period = Period(limits.period)
    for currency in site_currencies(purse_of(house, player)):
        tender = Tender(Currency(currency), playing_kind(house))
        for kind, cents in ((LimitKind.DEPOSIT, limits.deposit), (LimitKind.LOSS, limits.loss)):
            if cents is not None:
                await ask_purse(house, player, SetLimit(kind, period, tender, cents * UNITS_PER_CENT))
    if limits.time is not None:
        await ask_purse(house, player, SetLimit(LimitKind.TIME, Period.DAY, None, limits.time))


@post("/login", may=Access.ANYBODY, entrance=True, status_code=200)
async def log_in(caller: Who, data: JSONBody[AskLogIn]) -> Response[LoginAnswer]:
    """Log in with a password."""
    entered = await caller.house.auth.log_in(data.name, data.password, caller.device, data.code)
    return await _welcome(caller, entered)


@post("/login/second", may=Access.ANYBODY, entrance=True, status_code=200)
async def log_in_second(caller: Who, data: JSONBody[AskSecond]) -> Response[LoginAnswer]:
    """Complete a login with the second factor."""
    return await _welcome(caller, await caller.house.auth.second_step(data.ticket, data.code, caller.device))


@post("/proof", may=Access.PLAYER, entrance=True, enrolling=True, status_code=200)
async def prove(caller: Who, data: JSONBody[AskProof]) -> Done:
    """Prove identity again; for some minutes this session may use sensitive routes."""
    await caller.house.auth.prove(caller.current_session, data.password, data.code)
    return Done()


@post("/logout", may=Access.PERSON, enrolling=True, status_code=200)
async def log_out(caller: Who) -> Response[Done]:
    """End this session."""
    await caller.house.auth.sessions.end(caller.player, only=caller.current_session.id)
    return with_session(Response(Done()), caller, "")


@post("/password", may=Access.PLAYER, proof=Proof.FACTOR, entrance=True, enrolling=True, status_code=200)
async def change_password(caller: Who, data: JSONBody[AskPassword]) -> Response[LoginAnswer]:
    """Change the password; all other sessions end."""
    entered = await caller.house.auth.change_password(caller.current_session, data.current, data.new, caller.device)
    return _answer(caller, entered)


@post("/password/forgot", may=Access.ANYBODY, entrance=True, status_code=200)
async def forgot_password(caller: Who, data: JSONBody[AskForgot]) -> Done:
    """Send a reset link if the address is known; the answer is always the same."""
    await caller.house.auth.forgot(data.email)
    return Done()


@post("/password/reset", may=Access.ANYBODY, entrance=True, status_code=200)
async def reset_password(caller: Who, data: JSONBody[AskReset]) -> Response[Done]:
    """Set a new password with a reset link; all sessions end, and this device becomes a known one."""
    token = await caller.house.auth.reset(data.token, data.new)
    return with_device_token(Response(Done()), caller, token)


def _check_accepted(*, accept: bool) -> None:
    if not accept:
        raise Refused("acceptance_needed", rule=CASH_ACCEPTANCE)


async def _welcome(caller: Caller, entered: LoginResult) -> Response[LoginAnswer]:
    """Answer a login; an account without wallets gets them, with free money."""
    house = caller.house
    if entered.session is not None and not purse_of(house, entered.session.person.player).accounts:
        await open_wallets(house, entered.session.person.player)
    return await _changed(caller, entered)


async def _changed(caller: Caller, entered: LoginResult) -> Response[LoginAnswer]:
    """Answer a login, and end the session the device had before (against session fixation)."""
    old = caller.session
    if old is not None and entered.session is not None:
        await caller.house.auth.sessions.end(old.person.player, only=old.id)
    return _answer(caller, entered)


def _answer(caller: Caller, entered: LoginResult) -> Response[LoginAnswer]:
    session = entered.session
    if session is None:
        return Response(LoginAnswer("secondFactor", None, None, entered.ticket))
    answer = LoginAnswer("entered", person_answer(session.person), session.csrf, None)
    response = with_session(Response(answer), caller, entered.token)
    return response if session.person.kind == "guest" else with_device(response, caller, session.person.player)


ROUTES = [
    read_session,
    enter_as_guest,
    register,
    log_in,
    log_in_second,
    prove,
    log_out,
    change_password,
    forgot_password,
    reset_password,
]
