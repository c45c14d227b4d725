"""Account security: sessions, the second factor, e-mail confirmation; and accepting rulebooks."""

import asyncio

from litestar import get, post
from litestar.params import FromPath, JSONBody

from fairdeal.server.api.caller import Caller, Who
from fairdeal.server.api.shapes import Answer, Asked, Done, RulebookAnswer, rulebook_answer
from fairdeal.server.auth.refused import Refused
from fairdeal.server.auth.roles import Access
from fairdeal.server.auth.second_factor.qr_code import qr_code_uri
from fairdeal.server.auth.user_agents import device_label
from fairdeal.server.office.in_force import let_back

_DIGESTS_MAX = 100


class SignedIn(Answer, frozen=True):
    """A session of the caller."""

    id: str
    device: str
    place: str
    since: int
    last_seen: int
    current: bool


class Enrolment(Answer, frozen=True):
    """A new TOTP secret: as text, as otpauth:// URI (`address`), and as QR code (`square`)."""

    secret: str
    address: str
    square: str


class RecoveryCodes(Answer, frozen=True):
    """Recovery codes for a lost authenticator; shown once."""

    recovery_codes: list[str]


class ToAccept(Answer, frozen=True):
    """The rulebooks in force that are not accepted yet."""

    to_accept: list[RulebookAnswer]


class AskEnrol(Asked, frozen=True):
    """Start enabling the second factor; needs the password."""

    password: str


class AskCode(Asked, frozen=True):
    """A TOTP or recovery code."""

    code: str


class AskConfirm(Asked, frozen=True):
    """Confirm an e-mail address with the token of its link."""

    token: str


class AskAccept(Asked, frozen=True):
    """Accept rulebooks, by their hashes."""

    digests: list[str]


async def signed_in(caller: Caller) -> list[SignedIn]:
    """The caller's sessions, the latest first."""
    rows = await asyncio.to_thread(caller.house.people.sessions_of, caller.player)
    now = caller.house.clock.now()
    return [
        SignedIn(
            row.id,
            device_label(row.device),
            row.place,
            row.created_at,
            row.seen_at,
            row.id == caller.current_session.id,
        )
        for row in rows
        if row.expires_at > now
    ]


@get("/sessions", may=Access.PERSON, enrolling=True)
async def read_sessions(caller: Who) -> list[SignedIn]:
    """The caller's sessions."""
    return await signed_in(caller)


@post("/sessions/{session:str}/revoke", may=Access.PERSON, enrolling=True, status_code=200)
async def revoke_session(caller: Who, session: FromPath[str]) -> Done:
    """End one of the caller's sessions; its sockets close at once."""
    if not await caller.house.auth.sessions.end(caller.player, only=session):
        raise Refused("no_such_session")
    return Done()


@post("/sessions/revoke-others", may=Access.PERSON, enrolling=True, status_code=200)
async def revoke_others(caller: Who) -> Done:
    """End all of the caller's other sessions."""
    await caller.house.auth.sessions.end(caller.player, but=caller.current_session.id)
    return Done()


@post("/second-factor/enrol", may=Access.PLAYER, entrance=True, enrolling=True, status_code=200)
async def enrol_second_factor(caller: Who, data: JSONBody[AskEnrol]) -> Enrolment:
    """Create a TOTP secret; it takes effect when confirmed with a code."""
    auth = caller.house.auth
    row = await auth.check_password(caller.player, data.password)
    secret, address = await asyncio.to_thread(auth.second_factor.enrol, row)
    return Enrolment(secret, address, await asyncio.to_thread(qr_code_uri, address))


@post("/second-factor/confirm", may=Access.PLAYER, entrance=True, enrolling=True, status_code=200)
async def confirm_second_factor(caller: Who, data: JSONBody[AskCode]) -> RecoveryCodes:
    """Enable the second factor, with a first code."""
    auth = caller.house.auth
    row = await auth.row(caller.player)
    codes = await asyncio.to_thread(auth.second_factor.confirm, row, data.code)
    await auth.refresh(caller.player)
    await auth.log_change(caller.player, "second_factor_on", caller.player)
    return RecoveryCodes(codes)


@post("/second-factor/drop", may=Access.PLAYER, entrance=True, enrolling=True, status_code=200)
async def drop_second_factor(caller: Who, data: JSONBody[AskCode]) -> Done:
    """Disable the second factor, with a code."""
    auth = caller.house.auth
    row = await auth.check_code(caller.player, data.code)
    await asyncio.to_thread(auth.second_factor.drop, row)
    await auth.refresh(caller.player)
    await auth.log_change(caller.player, "second_factor_off", caller.player)
    return Done()


@post("/address/letter", may=Access.PLAYER, entrance=True, enrolling=True, status_code=200)
async def send_confirmation_mail(caller: Who) -> Done:
    """Send the e-mail that confirms the caller's address again, if it is not confirmed yet."""
    await caller.house.auth.ask_to_confirm(caller.player)
    return Done()


@post("/address/confirm", may=Access.ANYBODY, entrance=True, status_code=200)
async def confirm_address(caller: Who, data: JSONBody[AskConfirm]) -> Done:
    """Confirm an e-mail address; needs only the token of the link."""
    house = caller.house
    await asyncio.to_thread(house.auth.addresses.confirm, data.token, house.clock.now())
    return Done()


@post("/acceptance", may=Access.PERSON, enrolling=True, status_code=200)
async def accept_rulebooks(caller: Who, data: JSONBody[AskAccept]) -> ToAccept:
    """Accept rulebooks that are in force."""
    auth = caller.house.auth
    digests = data.digests[:_DIGESTS_MAX]
    await asyncio.to_thread(auth.acceptance.accept, caller.player, digests, caller.house.clock.now())
    let_back(caller.house, caller.player)
    return ToAccept([rulebook_answer(revision) for revision in auth.missing_acceptance(caller.player)])


ROUTES = [
    read_sessions,
    revoke_session,
    revoke_others,
    enrol_second_factor,
    confirm_second_factor,
    drop_second_factor,
    send_confirmation_mail,
    confirm_address,
    accept_rulebooks,
]
