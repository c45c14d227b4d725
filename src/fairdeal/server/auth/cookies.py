"""
The cookies of a browser: the session token, and the known-device token.

Over https only cookies with the `__Host-` prefix count: sibling domains cannot set them, and they were never sent in clear. Over
http, where browsers reject that prefix, only those without it count.
"""

from collections.abc import Iterator
from typing import Final

COOKIE: Final = "fairdeal_session"
DEVICE_COOKIE: Final = "fairdeal_device"
_PREFIX: Final = "__Host-"


def tokens_in(header: str, *, secure: bool) -> Iterator[str]:
    """All session tokens in a `Cookie` header; a sibling domain may have added one."""
    return _values(header, COOKIE, secure=secure)


def device_in(header: str, *, secure: bool) -> str:
    """The known-device token in a `Cookie` header; empty if there is none."""
    return next(_values(header, DEVICE_COOKIE, secure=secure), "")


def cookie_name(name: str, *, secure: bool) -> str:
    """The full name of a cookie over https or http."""
    return (_PREFIX if secure else "") + name


def _values(header: str, name: str, *, secure: bool) -> Iterator[str]:
    """All values of a cookie in a header; malformed parts are skipped."""
    wanted = cookie_name(name, secure=secure)
    for part in header.split(";"):
        found, equals, value = part.strip().partition("=")
        if equals and found == wanted and value:
            yield value
