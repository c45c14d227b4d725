"""What the gate refuses, and that everything it refuses has a code."""

import asyncio

import pytest
from litestar import Litestar

from fairdeal.kernel import Duration
from fairdeal.server.api.routes import BODY_BYTES_MAX, HANDLERS
from fairdeal.server.auth.lockout import RateLimit
from fairdeal.server.auth.roles import STAFF_ACCESS, Access
from fairdeal.server.auth.settings import AuthSettings
from fairdeal.server.settings import ServerSettings
from tests.server.api.house import BASE, CHEAP, WORDS, World, open_world, story, told


@story
async def test_a_change_needs_the_word_that_only_our_page_knows(world: World) -> None:
    ann = world.browser()
    await ann.guest("Ann")

    for word in ("", "x" * 40, ann.csrf[:-1]):
        headers = {"x-csrf-token": word} if word else {}
        assert told(await ann.http.post("/api/refill", json={}, headers=headers)) == (403, "csrf_token_invalid")
    assert told(await ann.http.post("/api/logout", json={})) == (403, "csrf_token_invalid")
    assert (await ann.get("/session"))["person"] is not None


@story
async def test_pages_of_others_are_not_answered(world: World) -> None:
    ann = world.browser()
    await ann.guest("Ann")
    mine = {"x-csrf-token": ann.csrf}

    for origin in ("https://evil.test", "null", "http://room.test.evil.test", "http://room.test:81", "ftp://room.test"):
        answer = await ann.http.post("/api/refill", json={}, headers={**mine, "origin": origin})
        assert told(answer) == (403, "wrong_origin")
    answer = await ann.http.post("/api/refill", json={}, headers={**mine, "sec-fetch-site": "cross-site"})
    assert told(answer) == (403, "wrong_origin")
    for door in ("/api/guest", "/api/login", "/api/register"):
        answer = await ann.http.post(door, json={}, headers={"origin": "https://evil.test"})
        assert told(answer) == (403, "wrong_origin")


def test_where_the_house_has_an_address_only_its_pages_are_answered(address: str) -> None:
    async def play() -> None:
        settings = ServerSettings(database=address, public_url="https://club.example")
        async with open_world(address, settings=settings, own_app=True) as world:
            eve = world.browser()
            for host, origin, code in (
                ("evil.test", "https://evil.test", "wrong_origin"),
                ("club.example", "http://club.example", "wrong_origin"),
                ("club.example", "https://club.example", "acceptance_needed"),
                ("localhost:8000", "http://localhost:8000", "acceptance_needed"),
                ("localhost:8000", "http://localhost:8001", "wrong_origin"),
            ):
                answer = await eve.http.post("/api/guest", json={}, headers={"host": host, "origin": origin})
                assert told(answer)[1] == code, origin

    asyncio.run(play())


@story
async def test_bodies_that_are_none_are_refused_with_a_code(world: World) -> None:
    eve = world.browser()
    kind = {"content-type": "application/json", "origin": BASE}

    for body in (b"", b"{", b"[]", b'"x"', b"null", b"\xff\xfe", b"1" * 400, b'{"name":{}}', b'{"name":1}'):
        assert told(await eve.http.post("/api/login", content=body, headers=kind)) == (400, "malformed")
    unknown = {"name": "a", "password": "b", "admin": True}
    assert told(await eve.http.post("/api/login", json=unknown)) == (400, "malformed")
    large = {"name": "a" * BODY_BYTES_MAX, "password": "b"}
    assert told(await eve.http.post("/api/login", json=large)) == (413, "too_large")
    form = {"name": "a", "password": "b"}
    assert told(await eve.http.post("/api/login", data=form)) == (415, "not_json")


@story
async def test_strangers_and_guests_get_no_further_than_they_may(world: World) -> None:
    stranger, guest = world.browser(), world.browser()
    await guest.guest("Ann")

    for path in ("/wallets", "/profile", "/hands", "/statement", "/sessions", "/staff/people"):
        assert await stranger.refused_get(path) == (401, "not_logged_in")
    assert await stranger.refused("/refill") == (401, "not_logged_in")
    assert await guest.refused("/password", current="x", new="y") == (403, "account_needed")
    assert await guest.refused("/deposits", id="d1", amount=100) == (403, "account_needed")
    assert await guest.refused_get("/staff/people") == (403, "not_allowed")


def test_every_route_says_who_may_use_it() -> None:
    for handler in HANDLERS:
        assert isinstance(handler.opt["may"], Access), handler
        path = next(iter(handler.paths))
        assert path.startswith(("/staff/", "/desk/")) == (handler.opt["may"] in STAFF_ACCESS), path
    assert set(STAFF_ACCESS) | {Access.ANYBODY, Access.PERSON, Access.PLAYER} == set(Access)


@story
async def test_a_forged_session_is_nobody(world: World) -> None:
    ann, eve = world.browser(), world.browser()
    await ann.guest("Ann")
    token = ann.http.cookies["fairdeal_session"]
    session, _, secret = token.partition(".")

    for forged in (session, f"{session}.", f"{session}.{secret[:-1]}", f"{session}.{secret[::-1]}", "a.b", "."):
        eve.http.cookies.clear()
        eve.http.cookies.set("fairdeal_session", forged)
        assert (await eve.get("/session"))["person"] is None


def test_too_many_requests_and_too_many_doors_are_refused_for_a_while(address: str) -> None:
    paces = AuthSettings(cost=CHEAP, requests=RateLimit(20, Duration(60_000)), entrances=RateLimit(3, Duration(60_000)))

    async def play() -> None:
        async with open_world(address, auth=paces, own_app=True) as world:
            eve = world.browser()
            doors = [(await eve.refused("/login", name="a", password=WORDS))[1] for _ in range(4)]
            assert doors == ["bad_credentials"] * 3 + ["too_many_requests"]
            others = [(await eve.http.get("/api/session")).status_code for _ in range(17)]
            assert others == [200] * 16 + [429]
            answer = await eve.http.get("/api/session")
            assert int(answer.headers["retry-after"]) == answer.json()["numbers"]["retryAfter"] > 0

    asyncio.run(play())


@story
async def test_a_proxy_that_is_not_trusted_cannot_change_the_address(world: World) -> None:
    ann = world.browser()
    ann.http.headers["x-forwarded-for"] = "1.2.3.4"
    await ann.guest("Ann")

    assert (await ann.get("/sessions"))[0]["place"] == "127.0.0.1"


@story
async def test_a_failure_inside_tells_nothing_of_the_inside(world: World) -> None:
    ann = world.browser()
    await ann.guest("Ann")
    world.house.people.close()
    world.house.store.close()

    status, code = await ann.refused_get("/statement")

    assert (status, code) == (503, "unavailable")


@story
async def test_the_description_of_the_api_is_complete(world: World) -> None:
    app: Litestar = world.app
    paths = app.openapi_schema.to_schema()["paths"]

    operations = [(path, method, operation) for path, methods in paths.items() for method, operation in methods.items()]
    assert len(operations) == len(HANDLERS)
    for path, method, operation in operations:
        assert operation["description"], path
        content = operation["responses"]["200"]["content"]
        assert all(answer["schema"] for answer in content.values()), path
        if method == "post" and not path.endswith(
            ("/logout", "/revoke", "/revoke-others", "/cancel", "/address/letter", "/withdraw")
        ):
            assert "$ref" in operation["requestBody"]["content"]["application/json"]["schema"], path


@pytest.mark.parametrize("path", ["/api/wallets", "/api/session", "/api/hands"])
def test_private_answers_are_never_kept_by_caches(address: str, path: str) -> None:
    async def play() -> None:
        async with open_world(address) as world:
            ann = world.browser()
            await ann.guest("Ann")
            assert (await ann.http.get(path)).headers["cache-control"] == "no-store"

    asyncio.run(play())


def test_nothing_somebody_sent_comes_into_the_log(address: str, caplog: pytest.LogCaptureFixture) -> None:
    async def play() -> None:
        async with open_world(address) as world:
            maria = world.browser()
            await maria.register()
            await maria.refused("/login", name="Maria", password=WORDS[::-1])
            world.house.room.settings = None  # type: ignore[assignment]
            broken = await maria.refused_get("/operator")
            assert broken == (500, "internal_error")
            token = maria.http.cookies["fairdeal_session"].partition(".")[2]
            for secret in (WORDS, WORDS[::-1], token, maria.csrf):
                assert secret not in caplog.text
            assert "AttributeError" in caplog.text

    with caplog.at_level("DEBUG"):
        asyncio.run(play())
