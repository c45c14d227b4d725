"""The profile: responsible-gaming limits, breaks, and closing the account."""

import asyncio
from enum import StrEnum
from typing import TypeVar

import msgspec
from litestar import Response, get, post
from litestar.params import JSONBody

from fairdeal.bank.accounts import Purpose, Tender, parse_account
from fairdeal.bank.exclusion import Exclusion, ExclusionKind
from fairdeal.bank.limits import Limit, LimitKind, Period
from fairdeal.bank.purse.commands import CloseAccount, ExcludeSelf, SetLimit, TakeTimeOut
from fairdeal.bank.purse.state import Purse
from fairdeal.bank.purse.view import usage
from fairdeal.kernel import UNITS_PER_CENT, Currency, Duration, Instant, MoneyKind
from fairdeal.server.api.caller import Caller, Who
from fairdeal.server.api.cookies import with_session
from fairdeal.server.api.purse import ask_purse, purse_of
from fairdeal.server.api.security import SignedIn, signed_in
from fairdeal.server.api.shapes import Answer, Asked, Done, Number, PersonAnswer, person_answer
from fairdeal.server.auth.refused import invalid
from fairdeal.server.auth.roles import Access, Proof
from fairdeal.server.leaving import leave_tables

E = TypeVar("E", bound=StrEnum)

WHY_MAX = 500


class Waiting(Answer, frozen=True):
    """A looser limit that will come into force after the cooling-off."""

    amount: int | None
    start: int = msgspec.field(name="from")


class LimitAnswer(Answer, frozen=True):
    """A limit in cents or, for time, milliseconds: the amount used, deposits waiting for it, and when it resets."""

    kind: str
    period: str
    currency: str | None
    amount: int | None
    used: int
    resets: int | None
    next: Waiting | None
    waiting: int = 0  # deposits asked for that have not come


class Break(Answer, frozen=True):
    """A time-out or self-exclusion; without `until` it is permanent."""

    kind: str
    until: int | None


class Profile(Answer, frozen=True):
    """An account as its owner sees it."""

    name: str
    email: str
    email_confirmed: bool
    avatar: str
    currency: str
    currencies: list[str]
    second_factor: bool
    limits: list[LimitAnswer]
    pause: Break | None
    closed: bool
    sessions: list[SignedIn]


class AskAvatar(Asked, frozen=True):
    """Change the avatar."""

    avatar: str


class AskLimit(Asked, frozen=True):
    """Set a limit in cents or milliseconds; without an amount the limit is lifted."""

    kind: str
    period: str
    amount: Number | None
    currency: str | None = None


class AskTimeOut(Asked, frozen=True):
    """Take a time-out; `length` in milliseconds."""

    length: Number


class AskExclusion(Asked, frozen=True):
    """Self-exclude for months; without a number permanently."""

    months: Number | None


class AskClose(Asked, frozen=True):
    """Close the account; needs the password, except for guests."""

    password: str = ""
    why: str = ""


@get("/profile", may=Access.PERSON, enrolling=True)
async def read_profile(caller: Who) -> Profile:
    """The caller's account."""
    row = await caller.house.auth.row(caller.player)
    purse, now = purse_of(caller.house, caller.player), caller.house.clock.now()
    currencies = site_currencies(purse)
    return Profile(
        row.name,
        row.email,
        await asyncio.to_thread(caller.house.auth.addresses.is_confirmed, row),
        row.avatar,
        currencies[0] if currencies else Currency.EUR.value,
        currencies,
        bool(row.totp_on),
        limits_of(purse, now),
        _break(purse.exclusion, now),
        purse.closed,
        await signed_in(caller),
    )


@post("/profile", may=Access.PERSON, status_code=200)
async def change_profile(caller: Who, data: JSONBody[AskAvatar]) -> PersonAnswer:
    """Change the avatar."""
    return person_answer(await caller.house.auth.set_avatar(caller.current_session, data.avatar))


@post("/limits", may=Access.PERSON, status_code=200)
async def set_limit(caller: Who, data: JSONBody[AskLimit]) -> list[LimitAnswer]:
    """Set or lift a limit; a looser one takes effect after the cooling-off."""
    kind, period = _member(LimitKind, data.kind), _member(Period, data.period)
    tender, amount = None, data.amount
    if kind is not LimitKind.TIME:
        tender = _tender(caller, data.currency)
        amount = None if amount is None else amount * UNITS_PER_CENT
    await ask_purse(caller.house, caller.player, SetLimit(kind, period, tender, amount))
    return limits_of(purse_of(caller.house, caller.player), caller.house.clock.now())


@post("/time-out", may=Access.PERSON, status_code=200)
async def take_time_out(caller: Who, data: JSONBody[AskTimeOut]) -> Break:
    """Take a time-out of hours to weeks; the player leaves all tables, and it cannot be shortened."""
    await ask_purse(caller.house, caller.player, TakeTimeOut(Duration(data.length)))
    return _begun(caller)


@post("/self-exclusion", may=Access.PERSON, status_code=200)
async def exclude_self(caller: Who, data: JSONBody[AskExclusion]) -> Break:
    """Self-exclude for months or permanently; the player leaves all tables, and it cannot be shortened."""
    await ask_purse(caller.house, caller.player, ExcludeSelf(data.months))
    return _begun(caller)


@post("/account/close", may=Access.PERSON, proof=Proof.FACTOR, entrance=True, status_code=200)
async def close_account(caller: Who, data: JSONBody[AskClose]) -> Response[Done]:
    """Close the account and end all sessions; its money can still be withdrawn."""
    house = caller.house
    if caller.current_session.person.kind == "player":
        await house.auth.check_password(caller.player, data.password)
    await ask_purse(house, caller.player, CloseAccount(data.why[:WHY_MAX]))
    leave_tables(house, caller.player)
    await house.auth.closed(caller.player)
    return with_session(Response(Done()), caller, "")


def limits_of(purse: Purse, now: Instant) -> list[LimitAnswer]:
    """All limits in force or pending."""
    used = {id(each.limit): each for each in usage(purse, now)}
    found = []
    for limit in purse.limits:
        use, waits = used.get(id(limit)), limit.next_from is not None and now < limit.next_from
        held = limit.in_force(now)
        if held is None and not waits:
            continue
        coming = Waiting(_in_cents(limit, limit.next_amount), limit.next_from or 0) if waits else None
        found.append(
            LimitAnswer(
                limit.kind.value,
                limit.period.value,
                None if limit.tender is None else limit.tender.currency.value,
                _in_cents(limit, held),
                0 if use is None else _in_cents(limit, use.used) or 0,
                None if use is None else use.resets,
                coming,
                0 if use is None else _in_cents(limit, use.waiting) or 0,
            )
        )
    return found


def site_currencies(purse: Purse) -> list[str]:
    """The currencies of a player's wallets at the site."""
    parsed = (parse_account(account) for account in purse.accounts)
    sites = (each for each in parsed if each is not None and each.purpose is Purpose.SITE)
    return list(dict.fromkeys(each.tender.currency.value for each in sites))


def _in_cents(limit: Limit, amount: int | None) -> int | None:
    """An amount of money of a limit in cents; that of a limit on time as it is."""
    return amount if amount is None or limit.kind is LimitKind.TIME else amount // UNITS_PER_CENT


def _break(exclusion: Exclusion | None, now: Instant) -> Break | None:
    if exclusion is None or not exclusion.lasts(now):
        return None
    kind = "timeOut" if exclusion.kind is ExclusionKind.TIME_OUT else "selfExclusion"
    return Break(kind, exclusion.until)


def _begun(caller: Caller) -> Break:
    leave_tables(caller.house, caller.player)
    begun = _break(purse_of(caller.house, caller.player).exclusion, caller.house.clock.now())
    assert begun is not None, "the purse has just accepted it"
    return begun


def _tender(caller: Caller, currency: str | None) -> Tender:
    """The money a limit applies to: the kind this room plays for, real money before others."""
    kinds = caller.house.room.settings.money
    kind = MoneyKind.REAL if MoneyKind.REAL in kinds else kinds[0]
    own = site_currencies(purse_of(caller.house, caller.player))
    return Tender(_member(Currency, currency or (own[0] if own else Currency.EUR.value)), kind)


def _member(kind: type[E], value: str) -> E:
    try:
        return kind(value)
    except ValueError:
        raise invalid("malformed") from None


ROUTES = [
    read_profile,
    change_profile,
    set_limit,
    take_time_out,
    exclude_self,
    close_account,
]
