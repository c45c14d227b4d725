"""Notices of the payment provider; they prove themselves by a signature, not by a session."""

from http import HTTPStatus
from typing import Any

from litestar import Request, post
from litestar.params import FromPath, JSONBody

from fairdeal.server.api.caller import Who
from fairdeal.server.api.shapes import Answer
from fairdeal.server.auth.refused import Refused
from fairdeal.server.auth.roles import Access
from fairdeal.server.http.signed import SIGNATURE_HEADER
from fairdeal.server.payments.wire import Notice


class NoticeTaken(Answer, frozen=True):
    """What became of a notice: `booked`, `known` before, or `returned` to the payer."""

    result: str


@post("/payments/{provider:str}", may=Access.ANYBODY, status_code=200)
async def take_notice(
    caller: Who, provider: FromPath[str], data: JSONBody[Notice], request: Request[Any, Any, Any]
) -> NoticeTaken:
    """A payment provider tells what became of a payment; signed, and harmless when it comes again."""
    notices = caller.house.notices
    if notices is None or notices.provider != provider:
        raise Refused("no_such_provider", HTTPStatus.NOT_FOUND)
    given = request.headers.get(SIGNATURE_HEADER, "")
    return NoticeTaken(await notices.take(data, given, request.scope["path"], await request.body()))


ROUTES = [take_notice]
