"""
Numbers and bodies as they are meant: a whole number is written as one.

Litestar reads a text as a number wherever a number is wanted, so that "1e3" would be a thousand; here it is a mistake.
"""

import re
from functools import cache
from http import HTTPStatus
from typing import Any, Final, get_args

import msgspec
from litestar import Request
from litestar.handlers import BaseRouteHandler

from fairdeal.server.auth.refused import Refused

_WHOLE: Final = re.compile(r"-?[0-9]{1,15}", re.ASCII)
_NUL: Final = b"\\u0000"


class StrictRequest(Request[Any, Any, Any]):
    """A request whose body is read as exactly what its route takes."""

    async def json(self) -> Any:
        """The body; one that is anything else is refused."""
        body = await self.body()
        field = self.route_handler.parsed_data_field
        if _NUL in body:  # no text has it, and not every database takes it
            raise malformed()
        try:
            return msgspec.json.decode(body, type=Any if field is None else field.annotation)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
            raise malformed() from None


def check_numbers(request: Request[Any, Any, Any]) -> None:
    """Refuse a query with something else where a whole number is wanted."""
    for name in _numbers_of(request.route_handler):
        for value in request.query_params.getall(name, []):
            if not _WHOLE.fullmatch(value):
                raise malformed()


@cache
def _numbers_of(handler: BaseRouteHandler) -> tuple[str, ...]:
    """The names of a route's parameters that are whole numbers."""
    fields = handler.parsed_fn_signature.parameters
    return tuple(name for name, field in fields.items() if int in (field.annotation, *get_args(field.annotation)))


def malformed() -> Refused:
    """What was sent cannot be read as what was wanted."""
    return Refused("malformed", HTTPStatus.BAD_REQUEST)
