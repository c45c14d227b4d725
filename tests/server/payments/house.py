"""A house with the sandbox as its payment provider, and the notices it sends."""

import asyncio
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import replace
from typing import Any

import httpx

from fairdeal.bank.house import StaffId
from fairdeal.bank.purse.commands import ApproveWithdrawal
from fairdeal.kernel import Instant, PlayerId
from fairdeal.server.api.purse import ask_purse
from fairdeal.server.http.signed import SIGNATURE_HEADER, signature
from fairdeal.server.payments import wire
from fairdeal.server.payments.opening import open_payments, provider_of
from fairdeal.server.payments.payouts import Payouts
from fairdeal.server.payments.sandbox import Sandbox, serve_sandbox
from tests.server.api.house import BASE, Browser, World, open_world

SECRET = "sixteen characters, and some more"  # noqa: S105 - of nobody
PATH = "/api/payments/sandbox"


@contextmanager
def sandbox_at(now: Any, callback: str = f"{BASE}{PATH}", payouts: str = "wait") -> Iterator[tuple[Sandbox, str]]:
    """A sandbox that listens; its notices are sent by whoever runs it."""
    made = Sandbox(callback, SECRET, now, payouts=payouts)
    server = serve_sandbox(made, 0)
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    try:
        yield made, made.url
    finally:
        made.close()
        server.shutdown()
        server.server_close()
        thread.join()


class PayingWorld:
    """A world whose provider is the sandbox."""

    def __init__(self, world: World, sandbox: Sandbox, payouts: Payouts) -> None:
        self.world = world
        self.house = world.house
        self.sandbox = sandbox
        self.payouts = payouts
        self._front = world.browser()

    async def notice(self, notice: wire.Notice, **changes: Any) -> tuple[int, str]:
        """Status and result or code of a signed notice."""
        return await self.send(wire.encode(notice), **changes)

    async def send(
        self, body: bytes, *, secret: str = SECRET, late: int = 0, header: str | None = None, path: str = PATH
    ) -> tuple[int, str]:
        now = Instant(self.house.clock.now() - late)
        given = signature(secret, now, PATH, body) if header is None else header
        headers = {SIGNATURE_HEADER: given, "content-type": "application/json"}
        answer = await self._front.http.post(path, content=body, headers=headers)
        told = answer.json()
        return answer.status_code, told.get("result", told.get("code"))

    async def deliver(self) -> list[tuple[int, str]]:
        """Carry the sandbox's notices to the room, as its own thread would over the network."""
        told = []
        while self.sandbox._notices:
            told.append(await self.notice(self.sandbox._notices.popleft()))
        return told

    async def approve(self, player: str, withdrawal: str) -> None:
        """Approve a withdrawal, and wait until the provider has it."""
        await ask_purse(self.house, PlayerId(player), ApproveWithdrawal(withdrawal, StaffId("boss")))
        await self.ordered()

    async def ordered(self) -> None:
        """Wait until the provider has every order."""
        await asyncio.sleep(0)
        await asyncio.gather(*self.payouts._sending.values())


@asynccontextmanager
async def paying_world(address: str, payouts: str = "wait") -> AsyncIterator[tuple[PayingWorld, Browser, str]]:
    """A world with the sandbox, and Maria, who has an account."""
    async with open_world(address) as world:
        with sandbox_at(world.house.clock.now, payouts=payouts) as (sandbox, url):
            given: dict[str, Any] = {"payment_provider": "sandbox", "payment_url": url, "payment_secret": SECRET}
            world.house.settings = replace(world.house.settings, **given)
            provider = provider_of(world.house.settings, world.house.clock.now)
            assert provider is not None
            opened = PayingWorld(world, sandbox, open_payments(world.house, provider))
            maria = world.browser()
            player = (await maria.register())["person"]["player"]
            yield opened, maria, player


async def pay_on_page(page: str, event: str) -> httpx.Response:
    """Press a button of the provider's page."""
    async with httpx.AsyncClient() as http:
        shown = await http.get(page)
        assert shown.status_code == 200
        assert f"/{event}'" in shown.text
        return await http.post(f"{page}/{event}")
