"""
`fairdeal casino station --simulate`: a dealer who signs in at a running server and deals over the same socket as people do.

The password and the secret of the second factor come from the environment or are asked for; they are never options, which others can
read in the list of processes.
"""

import asyncio
import itertools
import json
import os
import random
import time
from base64 import b32decode
from collections.abc import Callable
from http.cookies import SimpleCookie
from typing import Any, Final
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

import click

PASSWORD: Final = "FAIRDEAL_STATION_PASSWORD"  # noqa: S105 - the name of a variable
SECRET: Final = "FAIRDEAL_STATION_SECRET"  # noqa: S105
_AWAKE_SECONDS: Final = 60


class NotLetIn(click.ClickException):
    """The server did not let the dealer in."""


@click.command()
@click.option("--simulate", is_flag=True, required=True, help="Deal by itself; people use the page /station.")
@click.option("--url", default="http://127.0.0.1:8000", show_default=True, help="The server.")
@click.option("--name", required=True, help="An account with the role dealer and a second factor.")
@click.option("--table", required=True, help="The id of a live table.")
@click.option("--seed", type=int, default=0, show_default=True, help="The same seed deals the same cards.")
@click.option(
    "--misreads", type=click.FloatRange(0, 0.5), default=0.0, show_default=True, help="Chance of a failed scan."
)
@click.option("--pace", type=click.IntRange(0, 60_000), default=900, show_default=True, help="Milliseconds for a step.")
@click.option("--rounds", type=click.IntRange(1), help="Stop after so many rounds.  [default: never]")
def station(
    url: str, name: str, table: str, seed: int, misreads: float, pace: int, rounds: int | None, *, simulate: bool
) -> None:
    """Deal at a live table of a running server, as a signed-in dealer."""
    from fairdeal.bots.live_dealer import AutomaticDealer

    assert simulate
    password = os.environ.get(PASSWORD) or click.prompt("Password", hide_input=True)
    secret = os.environ.get(SECRET) or click.prompt("Secret of the second factor", hide_input=True)
    dealer = AutomaticDealer(random.Random(seed), misreads)  # noqa: S311 - a simulation that can be repeated
    house = RunningHouse(url.rstrip("/"))
    house.sign_in(name, password, lambda: totp(secret))
    dealt = asyncio.run(SimulatedStation(house, table, dealer, pace / 1000).run(rounds))
    click.echo(f"{dealt} rounds dealt at {table}")


def totp(secret: str) -> str:
    """The code of the second factor now."""
    from fairdeal.kernel import Instant
    from fairdeal.server.auth.second_factor.totp import code_at, step_of

    plain = secret.strip().replace(" ", "").upper()
    return code_at(b32decode(plain + "=" * (-len(plain) % 8)), step_of(Instant(time.time_ns() // 1_000_000)))


class RunningHouse:
    """A server at an address: its doors, and the cookie it gives."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.cookie = ""
        self._code: Callable[[], str] = str
        self._csrf = ""

    def sign_in(self, name: str, password: str, code: Callable[[], str]) -> None:
        """Sign in with the password and the second factor."""
        self._code = code
        first = self._post("/api/login", {"name": name, "password": password})
        answer = (
            self._post("/api/login/second", {"ticket": first["ticket"], "code": code()}) if first["ticket"] else first
        )
        self._csrf = answer["csrf"]

    def prove(self) -> None:
        """Show the second factor again."""
        self._post("/api/proof", {"password": "", "code": self._code()})

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

    def __init__(self, house: RunningHouse, table: str, dealer: Any, pace: float) -> None:
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
        """Deal until so many rounds are paid, or until the server goes; how many were."""
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
        if self._transport is not None and not self._is_closed:
            await self._ask(type="handOver")
            self._transport.disconnect()
        return dealt

    async def _step(self) -> int:
        """Do one step; 1 if it paid a round."""
        from fairdeal.bots.live_dealer import EnterPocket, Finish, Misread, ShowCard
        from fairdeal.cards import NAMES
        from fairdeal.casino.dealer import StepKind

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
        from picows import WSListener, WSMsgType, ws_connect

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
        from picows import WSMsgType

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
