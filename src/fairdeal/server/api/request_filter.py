"""
A filter in front of the API, for all requests, whether a route exists or not.

It checks the rate of the client address, the method, and control characters in the URL. Refusals have a code.
"""

import re
from collections.abc import Awaitable, Callable, MutableMapping
from http import HTTPStatus
from typing import Any, Final

import msgspec

from fairdeal.runtime.ports import Clock
from fairdeal.server.api.shapes import Explanation
from fairdeal.server.auth.lockout import RateLimit, RateLimiter
from fairdeal.server.auth.refused import Refused, too_many

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Any]]
Send = Callable[[Any], Awaitable[None]]
App = Callable[[Any, Any, Any], Awaitable[None]]

_METHODS: Final = frozenset({"GET", "POST", "PUT", "PATCH", "DELETE", "HEAD"})
_CONTROL_IN_PATH: Final = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ufffd]")
_CONTROL_IN_QUERY: Final = re.compile(rb"%(?:[01][0-9a-f]|7f)", re.IGNORECASE)


class RequestFilter:
    """ASGI middleware that refuses requests before routing."""

    def __init__(self, app: App, limit: RateLimit, clock: Clock) -> None:
        self._app = app
        self._requests = RateLimiter(limit)
        self._clock = clock

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one ASGI request."""
        refused = self._refused(scope) if scope["type"] == "http" else None
        if refused is None:
            await self._app(scope, receive, send)
        else:
            await _say(send, refused)

    def _refused(self, scope: Scope) -> Refused | None:
        address = scope["client"][0] if scope.get("client") else ""
        wait = self._requests.take(address, self._clock.now())
        if wait is not None:
            return too_many(wait)
        if scope["method"] not in _METHODS:
            return Refused("no_such_method", HTTPStatus.METHOD_NOT_ALLOWED)
        if _CONTROL_IN_PATH.search(scope["path"]):
            return Refused("not_found", HTTPStatus.NOT_FOUND)
        if _CONTROL_IN_QUERY.search(scope.get("query_string", b"")):
            return Refused("malformed", HTTPStatus.BAD_REQUEST)
        return None


async def _say(send: Send, refused: Refused) -> None:
    body = msgspec.json.encode(Explanation(refused.code, refused.rule, refused.numbers))
    headers = [
        (b"content-type", b"application/json"),
        (b"content-length", b"%d" % len(body)),
        (b"cache-control", b"no-store"),
    ]
    if "retryAfter" in refused.numbers:
        headers.append((b"retry-after", b"%d" % refused.numbers["retryAfter"]))
    await send({"type": "http.response.start", "status": int(refused.status), "headers": headers})
    await send({"type": "http.response.body", "body": body})
