"""A whole house on a loop and a database, and browsers that come to it."""

import asyncio
from base64 import b32decode
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager
from functools import cache
from typing import Any

import httpx
from litestar import Litestar, Router
from litestar.openapi.config import OpenAPIConfig

from fairdeal.bank.policy import BankPolicy
from fairdeal.kernel import Duration, HandId, Instant
from fairdeal.room.journal import CommitterJournal
from fairdeal.room.settings import RoomSettings
from fairdeal.room.wiring import open_room
from fairdeal.rulebook.clause import PW, U27
from fairdeal.rulebook.loader import published_edition
from fairdeal.rulebook.schema.edition import Edition
from fairdeal.runtime.entropy import SystemEntropy
from fairdeal.runtime.loop import LoopClock
from fairdeal.server.api.errors import ERROR_HANDLERS
from fairdeal.server.api.request_filter import RequestFilter
from fairdeal.server.api.routes import api_routes
from fairdeal.server.auth.lockout import RateLimit
from fairdeal.server.auth.mail.port import Mail
from fairdeal.server.auth.passwords import Cost
from fairdeal.server.auth.second_factor.switching import VaultSealer
from fairdeal.server.auth.second_factor.totp import code_at, step_of
from fairdeal.server.auth.service import Auth
from fairdeal.server.auth.settings import AuthSettings
from fairdeal.server.house import ServerHouse
from fairdeal.server.settings import ServerSettings
from fairdeal.storage.committer import Committer
from fairdeal.storage.opening import open_store
from fairdeal.storage.people import open_people
from fairdeal.storage.vault import Vault

BASE = "http://room.test"
WORDS = "correct horse battery"
CHEAP = Cost(1, 64)
NEVER_TOO_FAST = RateLimit(1_000_000, Duration(1))
NO_LIMITS = RoomSettings(bank=BankPolicy(limits_needed_for=()))
VAULT = Vault({1: bytes(32)})


class Letters:
    """Mail that arrives at once."""

    def __init__(self) -> None:
        self.sent: list[Mail] = []

    async def send(self, letter: Mail) -> None:
        self.sent.append(letter)


def editions() -> tuple[Edition, ...]:
    return published_edition(U27), published_edition(PW)


class Browser:
    """Somebody's browser: keeps cookies, and the word that comes with every change."""

    def __init__(self, asgi: Any) -> None:
        transport = httpx.ASGITransport(app=asgi, raise_app_exceptions=False)
        self.http = httpx.AsyncClient(transport=transport, base_url=BASE)
        self.csrf = ""

    async def get(self, path: str, **query: Any) -> Any:
        return await self._answer(self.http.get(f"/api{path}", params=query))

    async def post(self, path: str, **body: Any) -> Any:
        answer = await self._answer(
            self.http.post(f"/api{path}", json=body, headers={"x-csrf-token": self.csrf, "origin": BASE})
        )
        if isinstance(answer, dict) and answer.get("csrf"):
            self.csrf = answer["csrf"]
        return answer

    async def refused(self, path: str, **body: Any) -> tuple[int, str]:
        """Status and code of a change that is refused."""
        headers = {"x-csrf-token": self.csrf, "origin": BASE}
        return told(await self.http.post(f"/api{path}", json=body, headers=headers))

    async def refused_get(self, path: str, **query: Any) -> tuple[int, str]:
        """Status and code of a question that is refused."""
        return told(await self.http.get(f"/api{path}", params=query))

    async def guest(self, name: str = "Ann") -> str:
        """Come in as a guest; the player's id."""
        answer = await self.post("/guest", name=name, accept=True)
        player: str = answer["person"]["player"]
        return player

    async def register(self, name: str = "Maria", **changes: Any) -> Any:
        """Make an account."""
        usual = {
            "name": name,
            "email": f"{name.lower()}@post.test",
            "password": WORDS,
            "born": "1990-05-17",
            "avatar": "owl",
            "accept": True,
        }
        return await self.post("/register", **{**usual, **changes})

    async def enrol(self, now: Instant) -> bytes:
        """Switch the second factor on, with the code of an earlier step, so that the present one is still good; its secret."""
        text = (await self.post("/second-factor/enrol", password=WORDS))["secret"]
        secret = b32decode(text + "=" * (-len(text) % 8))
        for step in (step_of(now) - 1, step_of(now)):  # the next one begins while a slow machine answers
            headers = {"x-csrf-token": self.csrf, "origin": BASE}
            body = {"code": code_at(secret, step)}
            answer = await self.http.post("/api/second-factor/confirm", json=body, headers=headers)
            if answer.is_success:
                break
        assert answer.is_success, answer.text
        return secret

    async def _answer(self, asked: Awaitable[httpx.Response]) -> Any:
        answer = await asked
        assert answer.is_success, (answer.status_code, answer.text)
        return answer.json() if "json" in answer.headers["content-type"] else answer.text


def told(answer: httpx.Response) -> tuple[int, str]:
    """Status and code of an answer that refuses; every refusal has the same shape."""
    body = answer.json()
    assert set(body) == {"code", "rule", "numbers"}, body
    return answer.status_code, body["code"]


def make_app(house: Any) -> Litestar:
    """An application with nothing but the API."""
    description = OpenAPIConfig("Fairdeal", "test", use_handler_docstrings=True)
    routes = [Router(path="/api", route_handlers=api_routes(house))]
    return Litestar(routes, openapi_config=description, exception_handlers=ERROR_HANDLERS)


class _Current:
    """Whichever house is open: making an application takes longer than most stories."""

    house: ServerHouse

    def __getattr__(self, name: str) -> Any:
        return getattr(self.house, name)


_current = _Current()


@cache
def _application() -> Litestar:
    return make_app(_current)


def _common_app(house: ServerHouse) -> Litestar:
    _current.house = house
    house.auth.offer(house.editions)
    return _application()


class World:
    """A house, and whoever comes."""

    def __init__(self, house: ServerHouse, app: Litestar, letters: Letters) -> None:
        self.house = house
        self.app = app
        self._front = RequestFilter(app, house.auth.settings.requests, house.clock)
        self.letters = letters
        self._browsers: list[Browser] = []

    def browser(self) -> Browser:
        self._browsers.append(Browser(self._front))
        return self._browsers[-1]

    async def close(self) -> None:
        for browser in self._browsers:
            await browser.http.aclose()


@asynccontextmanager
async def open_world(
    address: str,
    *,
    room: RoomSettings = NO_LIMITS,
    settings: ServerSettings | None = None,
    auth: AuthSettings | None = None,
    books: tuple[Edition, ...] | None = None,
    own_app: bool = False,
) -> AsyncIterator[World]:
    """A house at an address, until the block ends; paces that are meant to be felt need an application of their own."""
    loop = asyncio.get_running_loop()
    store, letters = open_store(address), Letters()
    committer = Committer(store)
    clock, journal = LoopClock(loop), CommitterJournal(store, committer, loop)
    hosted = editions() if books is None else books
    opened = open_room(
        room,
        list(hosted),
        clock=clock,
        entropy=SystemEntropy(),
        journal=journal,
        seal=lambda hand, secret: VAULT.seal(HandId(hand), secret),
        owner="test",
    )
    opened.recover()
    people = open_people(address)
    usual = auth or AuthSettings(cost=CHEAP, public_url=BASE, requests=NEVER_TOO_FAST, entrances=NEVER_TOO_FAST)
    door = Auth(people, clock, usual, mail=letters, sealer=VaultSealer(VAULT))
    house = ServerHouse(
        room=opened,
        store=store,
        journal=journal,
        clock=clock,
        loop=loop,
        settings=settings or ServerSettings(database=address),
        editions=hosted,
        vault=VAULT,
        auth=door,
        people=people,
    )
    world = World(house, make_app(house) if own_app else _common_app(house), letters)
    try:
        yield world
    finally:
        await world.close()
        door.close()
        committer.close()
        store.close()


Scenario = Callable[..., Coroutine[Any, Any, None]]


def story(scenario: Scenario, *, own_app: bool = False) -> Callable[..., None]:
    """A test that runs on a loop; it gets a world on the database of its `address` fixture."""

    def run(address: str) -> None:
        async def play() -> None:
            async with open_world(address, own_app=own_app) as world:
                await scenario(world)

        asyncio.run(play())

    run.__name__, run.__doc__ = scenario.__name__, scenario.__doc__
    return run
