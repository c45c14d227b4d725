"""
Access control: every API request is checked here before its body is read.

In this order: the rate of logins, the origin, the content type, the session, the access rule of the route, the CSRF token, and
whether a session is enough: staff need a second factor for everything but setting one up, and sensitive routes need a recent
proof of identity. The rate of requests and the form of the URL were checked before (`request_filter`).
"""

import asyncio
import hmac
from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any, Final, TypeVar

from litestar import Request
from litestar.di import NamedDependency
from litestar.params import SkipValidation

from fairdeal.kernel import PlayerId
from fairdeal.server.api.library import Library
from fairdeal.server.api.strict import check_numbers
from fairdeal.server.api.tournaments.result_reader import ResultReader
from fairdeal.server.auth.cookies import device_in
from fairdeal.server.auth.lockout import RateLimiter
from fairdeal.server.auth.origin import is_own_page
from fairdeal.server.auth.person import Session
from fairdeal.server.auth.refused import Refused, too_many
from fairdeal.server.auth.roles import STAFF_ACCESS, Access, Proof
from fairdeal.server.auth.sessions import Device
from fairdeal.server.house import ServerHouse

T = TypeVar("T")

AnyRequest = Request[Any, Any, Any]

CSRF_HEADER: Final = "x-csrf-token"
_SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS"})
_OWN_SITES: Final = frozenset({"", "same-origin", "none"})
_KEY: Final = "fairdeal_caller"


@dataclass(frozen=True, slots=True)
class Caller:
    """The caller of a request, with everything a route needs to answer."""

    house: ServerHouse
    library: Library
    results: ResultReader
    reading: Executor  # for long reads, one at a time, so that tables hardly notice
    device: Device
    session: Session | None

    @property
    def current_session(self) -> Session:
        """The session of a signed-in caller; every route but those for anybody has one."""
        assert self.session is not None, "access was checked"
        return self.session

    @property
    def player(self) -> PlayerId:
        """The signed-in player."""
        return self.current_session.person.player

    async def read(self, work: Callable[[], T]) -> T:
        """Run a long read on the reading thread."""
        return await asyncio.get_running_loop().run_in_executor(self.reading, work)


class AccessControl:
    """Checks requests before their handlers run."""

    def __init__(self, house: ServerHouse) -> None:
        self._house = house
        self._library = Library(house.editions)
        self._results = ResultReader(house)
        self._reading = ThreadPoolExecutor(1, thread_name_prefix="history")
        self._entrances = RateLimiter(house.auth.settings.entrances)

    @property
    def library(self) -> Library:
        """The rulebooks in force; made anew after a revision."""
        if self._library.hosted != tuple(self._house.editions):
            self._library = Library(self._house.editions)
        return self._library

    async def admit(self, request: AnyRequest) -> None:
        """Raise `Refused` for a request that is not allowed; otherwise store its `Caller`."""
        opt = request.route_handler.opt
        access: Access = opt["may"]
        cookies, secure = request.headers.get("cookie", ""), self._house.settings.is_secure
        token = device_in(cookies, secure=secure)
        # Behind a proxy that is trusted, the client is whom the proxy names.
        address = "" if request.client is None else request.client.host
        device = Device(request.headers.get("user-agent", ""), address, token)
        if opt.get("entrance"):
            self._check_rate(device.address)
        check_numbers(request)
        if request.method not in _SAFE:
            self._check_origin(request)
            _check_body(request)
        session = self._house.auth.session_in(cookies, secure=secure)
        _check_access(access, session)
        if session is not None and request.method not in _SAFE:
            _check_csrf(request, session)
        if session is not None and access is not Access.ANYBODY:
            if session.person.must_enrol and not opt.get("enrolling"):
                raise Refused("second_factor_needed", HTTPStatus.FORBIDDEN)
            self._check_proof(session, opt.get("proof", Proof.NONE))
        request.scope["state"][_KEY] = Caller(self._house, self.library, self._results, self._reading, device, session)

    def _check_rate(self, address: str) -> None:
        wait = self._entrances.take(address, self._house.clock.now())
        if wait is not None:
            raise too_many(wait)

    def _check_proof(self, session: Session, wanted: Proof) -> None:
        """Raise `Refused` where the route needs a recent proof of identity and there is none."""
        person = session.person
        is_asked = person.second_factor or wanted is Proof.AGAIN
        if wanted is Proof.NONE or person.kind == "guest" or not is_asked:
            return
        if not self._house.auth.is_proved(session):
            raise Refused("reauthentication_needed", HTTPStatus.FORBIDDEN)

    def _check_origin(self, request: AnyRequest) -> None:
        origin = request.headers.get("origin")
        if origin is None:
            same = request.headers.get("sec-fetch-site", "") in _OWN_SITES
        else:
            settings, host = self._house.settings, request.headers.get("host", "")
            same = is_own_page(origin, host, public_url=settings.public_url, origins=settings.origins)
        if not same:
            raise Refused("wrong_origin", HTTPStatus.FORBIDDEN)


def _check_body(request: AnyRequest) -> None:
    """Require JSON: forms of other sites cannot send it without a CORS preflight."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise Refused("not_json", HTTPStatus.UNSUPPORTED_MEDIA_TYPE)


def _check_access(access: Access, session: Session | None) -> None:
    if access is Access.ANYBODY:
        return
    if session is None:
        raise Refused("not_logged_in", HTTPStatus.UNAUTHORIZED)
    if access is Access.PLAYER and session.person.kind != "player":
        raise Refused("account_needed", HTTPStatus.FORBIDDEN)
    if access in STAFF_ACCESS and not STAFF_ACCESS[access] & session.person.roles:
        raise Refused("not_allowed", HTTPStatus.FORBIDDEN)


def _check_csrf(request: AnyRequest, session: Session) -> None:
    given = request.headers.get(CSRF_HEADER, "")
    if not hmac.compare_digest(given.encode(), session.csrf.encode()):
        raise Refused("csrf_token_invalid", HTTPStatus.FORBIDDEN)


def caller_of(request: AnyRequest) -> Caller:
    """The caller that `AccessControl` stored."""
    caller: Caller = request.scope["state"][_KEY]
    return caller


Who = NamedDependency[SkipValidation[Caller]]
"""The type of the `caller` argument of routes."""
