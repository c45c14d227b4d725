"""
The cookies of a browser: one carries a session's token, one says that its owner has come in here before.

Over https only cookies with the `__Host-` prefix count: a page on a neighbouring host cannot set them, and they were never sent in
clear. Over http, where no browser would keep that prefix, only those without it do.
"""

from collections.abc import Iterator
from typing import Final

COOKIE: Final = "fairdeal_session"
DEVICE_COOKIE: Final = "fairdeal_device"
_PREFIX: Final = "__Host-"


def tokens_in(header: str, *, secure: bool) -> Iterator[str]:
    """What a `Cookie` header has as a session's token; a neighbour may have left another one beside it."""
    return _values(header, COOKIE, secure=secure)


def device_in(header: str, *, secure: bool) -> str:
    """What the browser brings to show that its owner was here before; empty: nothing."""
    return next(_values(header, DEVICE_COOKIE, secure=secure), "")


def cookie_name(name: str, *, secure: bool) -> str:
    """What a cookie is called where browsers come by https, or by http."""
    return (_PREFIX if secure else "") + name


def _values(header: str, name: str, *, secure: bool) -> Iterator[str]:
    """The values a header has under a name; parts that are no cookies are passed over, one by one."""
    wanted = cookie_name(name, secure=secure)
    for part in header.split(";"):
        found, equals, value = part.strip().partition("=")
        if equals and found == wanted and value:
            yield value
