"""Cookies that API responses set."""

from typing import TypeVar

from litestar import Response
from litestar.datastructures import Cookie

from fairdeal.kernel import PlayerId
from fairdeal.server.api.caller import Caller
from fairdeal.server.auth.cookies import COOKIE, DEVICE_COOKIE, cookie_name
from fairdeal.server.auth.devices import LASTS

T = TypeVar("T")


def with_session(answer: Response[T], caller: Caller, token: str) -> Response[T]:
    """Set the session cookie on a response; an empty token deletes it."""
    lasts = caller.house.auth.settings.session_lasts
    answer.set_cookie(_cookie(caller, COOKIE, token, lasts if token else 0))
    return answer


def with_device(answer: Response[T], caller: Caller, player: PlayerId) -> Response[T]:
    """Set the cookie that marks this device as one the player has logged in on."""
    auth = caller.house.auth
    return with_device_token(answer, caller, auth.devices.make_token(player, auth.clock.now()))


def with_device_token(answer: Response[T], caller: Caller, token: str) -> Response[T]:
    """Set the known-device cookie on a response, if there is a token."""
    if token:
        answer.set_cookie(_cookie(caller, DEVICE_COOKIE, token, LASTS))
    return answer


def _cookie(caller: Caller, name: str, value: str, lasts: int) -> Cookie:
    secure = caller.house.settings.is_secure
    return Cookie(
        cookie_name(name, secure=secure),
        value=value,
        max_age=lasts // 1000,
        secure=secure,
        httponly=True,
        samesite="lax",
    )
