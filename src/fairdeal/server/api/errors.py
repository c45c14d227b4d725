"""Exception handlers: every failure becomes a status and a code, without internals."""

import logging
import traceback
from http import HTTPStatus
from typing import Any, Final

import msgspec
from litestar import Request, Response
from litestar.exceptions import HTTPException

from fairdeal.server.api.shapes import Explanation
from fairdeal.server.auth.refused import Refused
from fairdeal.storage.port import StoreError

_log: Final = logging.getLogger(__name__)
_CODES: Final[dict[int, str]] = {
    HTTPStatus.BAD_REQUEST: "malformed",
    HTTPStatus.NOT_FOUND: "not_found",
    HTTPStatus.METHOD_NOT_ALLOWED: "no_such_method",
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: "too_large",
    HTTPStatus.UNSUPPORTED_MEDIA_TYPE: "not_json",
}
_AnyRequest = Request[Any, Any, Any]


def _told(status: int, told: Explanation) -> Response[bytes]:
    headers = {"cache-control": "no-store"}
    if "retryAfter" in told.numbers:
        headers["retry-after"] = str(told.numbers["retryAfter"])
    return Response(msgspec.json.encode(told), status_code=status, media_type="application/json", headers=headers)


def _refused(_: _AnyRequest, error: Refused) -> Response[bytes]:
    return _told(error.status, Explanation(error.code, error.rule, error.numbers))


def _unusable(_: _AnyRequest, error: HTTPException) -> Response[bytes]:
    return _told(error.status_code, Explanation(_CODES.get(error.status_code, "refused")))


def _unavailable(_: _AnyRequest, error: StoreError) -> Response[bytes]:
    _log.error("a store failed: %s", error.code)
    return _told(HTTPStatus.SERVICE_UNAVAILABLE, Explanation("unavailable"))


def _failed(request: _AnyRequest, error: Exception) -> Response[bytes]:
    # The text of an error and the address may hold what a client sent; kind and place of the error do not.
    place = "".join(traceback.format_tb(error.__traceback__))
    route = getattr(request.scope.get("route_handler"), "paths", None) or ("?",)
    _log.error("%s %s failed: %s\n%s", request.method, min(route), type(error).__name__, place)
    return _told(HTTPStatus.INTERNAL_SERVER_ERROR, Explanation("internal_error"))


ERROR_HANDLERS: Final[dict[Any, Any]] = {
    Refused: _refused,
    HTTPException: _unusable,
    StoreError: _unavailable,
    TimeoutError: lambda _request, _error: _told(HTTPStatus.SERVICE_UNAVAILABLE, Explanation("unavailable")),
    Exception: _failed,
}
"""The exception handlers of the API and the whole application."""
