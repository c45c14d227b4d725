"""
Strict parsing: whole numbers must be written as such.

Litestar converts text to numbers, so that "1e3" would be a thousand; here it is refused.
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
    """A request whose JSON body is decoded strictly."""

    async def json(self) -> Any:
        """The decoded body; raises `Refused` if it is malformed."""
        body = await self.body()
        field = self.route_handler.parsed_data_field
        if _NUL in body:  # no text has it, and not every database takes it
            raise malformed()
        try:
            return msgspec.json.decode(body, type=Any if field is None else field.annotation)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
            raise malformed() from None


def check_numbers(request: Request[Any, Any, Any]) -> None:
    """Raise `Refused` if a query parameter that must be a whole number is not one."""
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
    """The refusal of a malformed request."""
    return Refused("malformed", HTTPStatus.BAD_REQUEST)
