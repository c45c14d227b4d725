"""Every route, every method, values nobody means: always an answer with a code, never a failure, nothing forged in the log."""

import asyncio
import itertools
import logging
from collections.abc import Iterator
from functools import cache
from typing import Any

import httpx
import msgspec
import pytest
from litestar import Litestar

from fairdeal.kernel import Duration, PlayerId
from fairdeal.server.api.routes import HANDLERS
from fairdeal.server.api.shapes import NUMBER_MAX
from fairdeal.server.auth.lockout import RateLimit
from fairdeal.server.auth.roles import Role, roles_text
from fairdeal.server.auth.settings import AuthSettings
from tests.server.api.house import BASE, CHEAP, NEVER_TOO_FAST, Browser, World, open_world, story, told

METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND")
IN_PATHS = (
    "x",
    "x%0aFAKE",
    "x%0d%0aFAKE",
    "%00",
    "%ff",
    "%e2%80%a8",
    "..%2f..",
    "9" * 400,
    "%F0%9F%98%80",
    "-1",
    "%25",
)
NUMBERS = ("0", "-1", str(2**31), str(2**53), str(2**63 - 1), str(2**63), str(-(2**63) - 1), "9" * 5000, "1e3", "1.0")
IN_QUERIES = (*NUMBERS, "", "x", "NaN", "true", "%00", "%0aFAKE", "%ff", "x" * 5000, "%F0%9F%98%80", "a%2e.b")
IN_BODIES: tuple[Any, ...] = (
    *(None, True, 0, -1, 1, 2**31, 2**53, 2**63 - 1, 2**63, -(2**63) - 1, 1.5, 1e300),
    *("", "x", "1e3", "1000", "\u0000", "a\nFAKE", "x" * 5000, "😀" * 50, "\u202e", [], ["x"], {}, {"a": {}}),
)
RAW_BODIES = (
    *(b"", b"{", b"null", b"[]", b'"x"', b"\xff", b"[" * 10_000, b"{}" * 100, b'{"a":' * 2000),
    *(b'{"amount":1e3,"id":"x"}', b'{"amount":1e999,"id":"x"}', b'{"id":"\\ud800","amount":1}', b"9" * 10_000),
)


@cache
def description(app: Litestar) -> dict[str, Any]:
    """What the server says of itself; writing it down takes long."""
    return app.openapi_schema.to_schema()


def routes(app: Litestar) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every path that is described, with its operations."""
    yield from description(app)["paths"].items()


def resolve(app: Litestar, schema: dict[str, Any]) -> dict[str, Any]:
    """What a reference of the description refers to."""
    reference = schema.get("$ref")
    if reference is None:
        return schema
    found: dict[str, Any] = description(app)["components"]["schemas"][reference.rpartition("/")[2]]
    return found


def usual(schema: dict[str, Any]) -> Any:
    """A value of the kind that a field takes."""
    kinds = [schema.get("type"), *(each.get("type") for each in schema.get("oneOf", ()))]
    if "enum" in schema:
        return schema["enum"][0]
    return 1 if "integer" in kinds else True if "boolean" in kinds else ["x"] if "array" in kinds else "x"


def filled(path: str, value: str) -> str:
    """A path with its holes filled."""
    head, *rest = path.split("{")
    return head + "".join(value + each.partition("}")[2] for each in rest)


def asked(app: Litestar) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Everything that is tried: method, address, what else is sent."""
    for path, operations in routes(app):
        for method, value in itertools.product(METHODS, IN_PATHS[:2]):
            yield method, filled(path, value), {"content": b"{}"} if method not in ("GET", "HEAD") else {}
        if "{" in path:
            for value in IN_PATHS:
                yield from ((method.upper(), filled(path, value), {"content": b"{}"}) for method in operations)
        for method, operation in operations.items():
            yield from _queries(method.upper(), filled(path, "x"), operation)
            yield from _bodies(app, method.upper(), filled(path, "x"), operation)


def _queries(method: str, path: str, operation: dict[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    names = [each["name"] for each in operation.get("parameters", ()) if each["in"] == "query"]
    for name, value in itertools.product(names, IN_QUERIES):
        yield method, f"{path}?{name}={value}", {}
    if names:
        yield method, f"{path}?{names[0]}=1&{names[0]}=x", {}
    if "from" in names:  # it is looked at before the others
        yield from ((method, f"{path}?from=site&amount={value}", {}) for value in IN_QUERIES)


def _bodies(
    app: Litestar, method: str, path: str, operation: dict[str, Any]
) -> Iterator[tuple[str, str, dict[str, Any]]]:
    if "requestBody" not in operation:
        return
    schema = resolve(app, operation["requestBody"]["content"]["application/json"]["schema"])
    fields = {name: usual(each) for name, each in schema.get("properties", {}).items()}
    for name, value in itertools.product(fields, IN_BODIES):
        yield method, path, {"content": msgspec.json.encode({**fields, name: value})}
    yield from ((method, path, {"content": body}) for body in RAW_BODIES)


DOORS = ("/api/guest", "/api/register", "/api/login", "/api/password/forgot", "/api/password/reset")
"""Who comes in anew ends the session they had; a stranger tries them."""
ENDS = ("/api/account/close", "/api/logout", "/api/sessions/revoke-others", "/api/self-exclusion", "/api/time-out")
"""They end what the others need, and are tried last."""


async def boss_of(world: World) -> Browser:
    """Somebody who may do everything."""
    boss = world.browser()
    player = PlayerId((await boss.register("Maria"))["person"]["player"])
    world.house.people.change_person(player, roles=roles_text(Role))
    await world.house.auth.refresh(player)
    return boss


async def send(browser: Browser, method: str, path: str, given: dict[str, Any]) -> httpx.Response:
    headers = {"x-csrf-token": browser.csrf, "origin": BASE, "content-type": "application/json"}
    request = browser.http.build_request(method, "/", headers=headers, **given)
    request.url = request.url.copy_with(raw_path=path.encode())
    return await browser.http.send(request)


def check(answer: httpx.Response, said: str) -> None:
    """Done, or refused with a code; nothing else."""
    assert answer.status_code < 500, said
    if answer.status_code >= 400 and answer.request.method != "HEAD":
        _, code = told(answer)
        assert code, said


@story
async def test_nothing_that_can_be_sent_makes_a_route_fail(world: World) -> None:
    stranger, guest, boss = world.browser(), world.browser(), await boss_of(world)
    await guest.guest("Ann")
    tries = list(asked(world.app))
    assert len(tries) > 2000
    for method, path, given in sorted(tries, key=lambda each: each[1].startswith(ENDS)):
        browser = stranger if path.startswith(DOORS) else boss
        check(await send(browser, method, path, given), f"{method} {path[:200]} {given}"[:600])
        stranger.http.cookies.clear()
    for browser in (stranger, guest):
        for method, path, given in tries[:: len(tries) // 200]:
            check(await send(browser, method, path, given), f"{method} {path[:200]} {given}"[:600])


def test_a_whole_number_is_written_as_one(address: str) -> None:
    async def play() -> None:
        async with open_world(address) as world:
            ann = world.browser()
            await ann.guest("Ann")
            for amount in ('"1000"', '"1e3"', "1e3", "1.0", "1000.0", "true", str(2**63), str(NUMBER_MAX + 1)):
                body = f'{{"id":"x","amount":{amount}}}'.encode()
                assert told(await send(ann, "POST", "/api/withdrawals", {"content": body})) == (400, "malformed")
            for amount in ("1e3", "1.0", "+1", " 1", "1_000", "\u0661", "9" * 16):
                answer = await ann.http.get("/api/transfer/quote", params={"from": "site", "amount": amount})
                assert told(answer) == (400, "malformed"), amount

    asyncio.run(play())


def test_every_number_of_a_request_is_bounded() -> None:
    """So that the next one is too: no database takes more than 64 bits, and no browser means more than 53."""
    unbounded = [
        f"{handler.handler_name}: {field.name}"
        for handler in HANDLERS
        if handler.parsed_fn_signature.parameters.get("data") is not None
        for field in msgspec.inspect.type_info(handler.parsed_fn_signature.parameters["data"].annotation).fields  # type: ignore[attr-defined]
        for kind in (field.type, *getattr(field.type, "types", ()))
        if isinstance(kind, msgspec.inspect.IntType) and (kind.le is None or kind.ge is None)
    ]

    assert unbounded == []


def test_what_no_route_answers_is_paced_too(address: str) -> None:
    paces = AuthSettings(cost=CHEAP, requests=RateLimit(4, Duration(60_000)), entrances=NEVER_TOO_FAST)

    async def play() -> None:
        async with open_world(address, auth=paces, own_app=True) as world:
            eve = world.browser()
            tries = (
                ("OPTIONS", "/api/hands/x%0aFAKE"),
                ("GET", "/api/nothing"),
                ("PUT", "/api/login"),
                ("GET", "/api/%0a"),
            )
            codes = [told(await send(eve, method, path, {})) for method, path in tries]
            assert codes == [(405, "no_such_method"), (404, "not_found"), (405, "no_such_method"), (404, "not_found")]
            for method, path in tries:
                assert told(await send(eve, method, path, {})) == (429, "too_many_requests")

    asyncio.run(play())


def test_no_address_writes_a_line_of_its_own(address: str, caplog: pytest.LogCaptureFixture) -> None:
    async def play() -> None:
        async with open_world(address) as world:
            maria = world.browser()
            await maria.register()
            world.house.room.settings = None  # type: ignore[assignment]
            for path in ("/api/operator", "/api/operator?x=%0aFAKE", "/api/hands/x%0aFAKE", "/api/hands/FAKE"):
                await send(maria, "GET", path, {})
            said = [each.getMessage() for each in caplog.records if each.name.startswith("fairdeal")]
            assert any(each.startswith("GET /hands/{hand:str} failed: AttributeError") for each in said)
            assert not any("FAKE" in each for each in said)

    with caplog.at_level(logging.DEBUG):
        asyncio.run(play())
