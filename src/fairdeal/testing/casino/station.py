"""A dealer by program at a running server: signs in with the second factor and deals over the same socket as people do."""

import asyncio
import itertools
import json
import time
from base64 import b32decode
from collections.abc import Callable
from http.cookies import SimpleCookie
from typing import Any, Final
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

from picows import WSListener, WSMsgType, ws_connect

from fairdeal.bots.live_dealer import AutomaticDealer, EnterPocket, Finish, Misread, ShowCard
from fairdeal.cards import NAMES
from fairdeal.casino.dealer import StepKind
from fairdeal.kernel import Instant
from fairdeal.server.auth.second_factor.totp import STEP_SECONDS, code_at, step_of

_AWAKE_SECONDS: Final = 60


class NotLetIn(Exception):
    """The server did not let the dealer in."""


def totp(secret: str) -> str:
    """The code of the second factor now."""
    plain = secret.strip().replace(" ", "").upper()
    return code_at(b32decode(plain + "=" * (-len(plain) % 8)), step_of(Instant(time.time_ns() // 1_000_000)))


class RunningHouse:
    """A server at an address: its doors, and the cookie it gives."""

    def __init__(self, url: str, pause: Callable[[float], None] = time.sleep) -> None:
        """`pause` waits so many seconds, for the next code of the second factor."""
        self.url = url
        self._pause = pause
        self.cookie = ""
        self._code: Callable[[], str] = str
        self._csrf = ""

    def sign_in(self, name: str, password: str, code: Callable[[], str]) -> None:
        """Sign in with the password and the second factor."""
        self._code = code
        first = self._post("/api/login", {"name": name, "password": password})
        answer = self._with_code("/api/login/second", {"ticket": first["ticket"]}) if first["ticket"] else first
        self._csrf = answer["csrf"]

    def prove(self) -> None:
        """Show the second factor again."""
        self._with_code("/api/proof", {"password": ""})

    def _with_code(self, path: str, body: dict[str, str]) -> Any:
        """Show a code; each is good once, so one that was used is tried again with the next."""
        try:
            return self._post(path, {**body, "code": self._code()})
        except NotLetIn as refused:
            if "bad_code" not in str(refused):
                raise
        self._pause(STEP_SECONDS - time.time() % STEP_SECONDS)
        return self._post(path, {**body, "code": self._code()})

    def _post(self, path: str, body: dict[str, str]) -> Any:
        headers = {
            "content-type": "application/json",
            "origin": self.url,
            "cookie": self.cookie,
            "x-csrf-token": self._csrf,
        }
        request = Request(self.url + path, json.dumps(body).encode(), headers)  # noqa: S310 - the address that was given
        try:
            with urlopen(request, timeout=30) as answer:  # noqa: S310
                self._keep(answer.headers.get_all("set-cookie") or [])
                return json.load(answer)
        except HTTPError as refused:
            raise NotLetIn(f"{path} was refused: {refused.read().decode(errors='replace')}") from None
        except URLError as error:
            raise NotLetIn(f"no server answers at {self.url}: {error.reason}") from None

    def _keep(self, cookies: list[str]) -> None:
        kept = SimpleCookie(self.cookie)
        for each in cookies:
            kept.load(each)
        self.cookie = "; ".join(f"{name}={morsel.value}" for name, morsel in kept.items())


class SimulatedStation:
    """A station without a page: reads the step, does it, and waits for the next."""

    def __init__(self, house: RunningHouse, table: str, dealer: AutomaticDealer, pace: float) -> None:
        self._house = house
        self._table = table
        self._dealer = dealer
        self._pace = pace
        self._ids = (f"s{time.time_ns():x}{number}" for number in itertools.count())
        self._view: dict[str, Any] | None = None
        self._news = asyncio.Event()
        self._answers: dict[str, asyncio.Future[dict[str, Any]]] = {}
        self._transport: Any = None
        self._is_closed = False

    async def run(self, rounds: int | None) -> int:
        """Deal until so many rounds are paid; how many were. Raises `NotLetIn` if the server goes before."""
        await self._dial()
        for message in ({"type": "watchStation", "on": True}, {"type": "takeTable"}):
            refused = await self._ask(**message)
            if refused is not None and refused != "table_has_dealer":
                raise NotLetIn(f"{message['type']} was refused: {refused}")
        dealt, awake = 0, time.monotonic()
        while not self._is_closed and (rounds is None or dealt < rounds):
            dealt += await self._step()
            if time.monotonic() - awake > _AWAKE_SECONDS:
                awake = time.monotonic()
                await self._ask(type="stationAwake")
        if self._is_closed:
            raise NotLetIn(f"the server is gone, after {dealt} rounds")
        await self._ask(type="handOver")
        self._transport.disconnect()
        return dealt

    async def _step(self) -> int:
        """Do one step; 1 if it paid a round."""
        view = self._view
        deed = None if view is None or not view["mine"] else self._dealer.act(StepKind(view["step"]["kind"]))
        if view is None or deed is None:
            await self._wait()
            return 0
        await asyncio.sleep(self._pace)
        number = view["round"]
        match deed:
            case Finish(step):
                refused = await self._ask(type="finishStep", step=step.value)
                return int(step is StepKind.ANNOUNCE and refused is None)
            case ShowCard(card):
                await self._ask(type="scanCard", round=number, code=NAMES[card].upper())
            case Misread():
                await self._ask(type="cardUnread", round=number)
            case EnterPocket(pocket):
                await self._ask(type="enterPocket", round=number, pocket=pocket)
        return 0

    async def _wait(self) -> None:
        """Wait for another view, for a while."""
        self._news.clear()
        try:
            await asyncio.wait_for(self._news.wait(), 1.0)
        except TimeoutError:
            return

    async def _ask(self, **message: Any) -> str | None:
        """Send a message; the code if it was refused. A station that was locked is unlocked with the second factor."""
        for _ in range(2):
            name = next(self._ids)
            answered = self._answers[name] = asyncio.get_running_loop().create_future()
            self._say({"id": name, "table": self._table, **message})
            answer = await answered
            if answer["type"] != "refused":
                return None
            if answer["told"]["code"] != "station_locked":
                return str(answer["told"]["code"])
            await asyncio.to_thread(self._house.prove)
        return "station_locked"

    # ---- the socket

    async def _dial(self) -> None:
        station = self

        class Ear(WSListener):
            """Hears what the server says."""

            def on_ws_frame(self, transport: Any, frame: Any) -> None:
                """Take a message."""
                if frame.msg_type == WSMsgType.TEXT:
                    station._heard(json.loads(frame.get_payload_as_bytes()))
                elif frame.msg_type == WSMsgType.CLOSE:
                    transport.disconnect()

            def on_ws_disconnected(self, _transport: Any) -> None:
                """The server is gone."""
                station._gone()

        headers = {"Origin": self._house.url, "Cookie": self._house.cookie}
        address = "ws" + self._house.url.removeprefix("http") + "/ws"
        self._transport, _ = await ws_connect(Ear, address, extra_headers=headers, use_aiofastnet=False)

    def _say(self, message: dict[str, Any]) -> None:
        if self._is_closed:
            raise NotLetIn("the server is gone")
        self._transport.send(WSMsgType.TEXT, json.dumps(message).encode())

    def _heard(self, message: dict[str, Any]) -> None:
        if message["type"] == "station":
            self._view = message["station"]
            self._news.set()
        elif message.get("id") in self._answers:
            self._answers.pop(message["id"]).set_result(message)

    def _gone(self) -> None:
        self._is_closed = True
        self._news.set()
        for waiting in self._answers.values():
            if not waiting.done():
                waiting.set_result({"type": "refused", "told": {"code": "server_gone"}})
