"""Tokens of the operator's own systems, and the webhooks that tell them what happens."""

import asyncio
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner

from fairdeal.cli.main import main
from fairdeal.kernel import Instant
from fairdeal.runtime.ports import Clock
from fairdeal.server.http.signed import SIGNATURE_HEADER, SignatureCheck
from fairdeal.server.integrations import webhooks
from fairdeal.server.integrations.webhooks import Message, Webhook, check_webhooks
from fairdeal.server.settings import BadSettings, ServerSettings
from tests.server.api.house import World, open_world, story

SECRET = "sixteen characters, and some more"  # noqa: S105 - of nobody


class Listener:
    """A system of the operator: keeps what it is told, and answers as it is set to."""

    def __init__(self) -> None:
        self.told: list[Message] = []
        self.faults: list[str | None] = []
        self.answers: list[int] = []
        self.now = Instant(0)
        self.url = ""
        self._check = SignatureCheck(SECRET)

    def take(self, path: str, given: str, body: bytes) -> int:
        self.faults.append(self._check.fault(given, path, body, self.now))
        status = self.answers.pop(0) if self.answers else 204
        if status == 204:
            self.told.append(msgspec.json.decode(body, type=Message))
        return status


@contextmanager
def listening() -> Iterator[Listener]:
    found = Listener()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            self.send_response(found.take(self.path, self.headers[SIGNATURE_HEADER], body))
            self.end_headers()

        def log_message(self, *_: Any) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    found.url = f"http://127.0.0.1:{server.server_address[1]}/fairdeal?from=room"
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    yield found
    server.shutdown()
    server.server_close()
    thread.join()


class QuickClock:
    """A house's clock on which every pause is over at once; keeps how long each would have been, in milliseconds."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._told = clock.now()
        self.pauses: list[int] = []

    def now(self) -> Instant:
        self._told = self._clock.now()
        return self._told

    def at(self, instant: Instant, call: Callable[[], None]) -> Callable[[], None]:
        self.pauses.append(instant - self._told)  # from what its caller was told: a machine may halt in between
        return self._clock.at(self._clock.now(), call)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._clock, name)


def test_a_system_is_told_in_order_again_until_it_answers_and_after_a_restart(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(webhooks, "_SETTLED_AFTER", 0)

    async def first(listener: Listener) -> None:
        async with open_world(address) as world:
            listener.now = world.house.clock.now()
            early = world.browser()
            await early.register("Early")
            await early.post("/deposits", id="d0", amount=50_00)
            hook = Webhook(world.house, listener.url, SECRET)  # what was before is not told
            maria = world.browser()
            await maria.register()
            await maria.post("/deposits", id="d1", amount=50_00)
            await maria.post("/withdrawals", id="w1", amount=100_00)
            listener.answers = [500, 302]
            world.house.clock = QuickClock(world.house.clock)
            await hook.tell_purses()
            await hook.tell_rows()
            assert (await hook.tell_purses(), await hook.tell_rows()) == (0, 0)
            await maria.post("/withdrawals/w1/cancel")

    async def second(listener: Listener) -> None:
        async with open_world(address) as world:
            listener.now = world.house.clock.now()
            hook = Webhook(world.house, listener.url, SECRET)
            await hook.tell_purses()
            await hook.tell_rows()

    with listening() as listener:
        asyncio.run(first(listener))
        kinds = [each.kind for each in listener.told]
        assert kinds == ["deposit.asked", "withdrawal.asked", "player.registered"]
        assert listener.told[0].data == {"deposit": "d1", "amount": 50_00, "currency": "EUR", "money": "test"}
        assert len({each.subject for each in listener.told}) == 1
        asyncio.run(second(listener))
        assert [each.kind for each in listener.told[3:]] == ["withdrawal.returned"]
        assert len({each.id for each in listener.told}) == 4
        assert set(listener.faults) == {None}, "every try is signed anew"


def test_the_loop_tells_what_happens_while_it_runs_and_goes_on_after_it_was_ended_in_between(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ended while the third message is refused: what was answered is not told again, what was not is."""
    monkeypatch.setattr(webhooks, "_SETTLED_AFTER", 0)
    pauses: list[int] = []

    async def until(running: asyncio.Task[None], holds: Callable[[], bool]) -> None:
        async with asyncio.timeout(60):
            while not holds():
                assert not running.done(), running
                await asyncio.sleep(0)

    async def ended(running: asyncio.Task[None]) -> None:
        running.cancel()
        with suppress(asyncio.CancelledError):
            await running

    async def first(listener: Listener) -> None:
        async with open_world(address) as world:
            listener.now = world.house.clock.now()
            clock = QuickClock(world.house.clock)
            hook = Webhook(world.house, listener.url, SECRET)
            world.house.clock = clock
            maria = world.browser()
            await maria.register()
            running = asyncio.create_task(hook.run())
            await until(running, lambda: len(listener.told) == 1)
            await maria.post("/deposits", id="d1", amount=50_00)
            await until(running, lambda: len(listener.told) == 2)
            clock.pauses.clear()
            listener.answers = [503] * 1_000
            await maria.post("/deposits/d1/cancel")
            await maria.post("/withdrawals", id="w1", amount=100_00)
            await until(running, lambda: len(listener.answers) < 985)
            await ended(running)
            pauses.extend(each for each in clock.pauses if each != 500)  # without those of an idle loop

    async def second(listener: Listener) -> None:
        async with open_world(address) as world:
            listener.now = world.house.clock.now()
            listener.answers = []
            running = asyncio.create_task(Webhook(world.house, listener.url, SECRET).run())
            await until(running, lambda: len(listener.told) == 3)
            await ended(running)

    with listening() as listener:
        asyncio.run(first(listener))
        assert [each.kind for each in listener.told] == ["player.registered", "deposit.asked"]
        assert pauses[:10] == [1000 * 2**n for n in range(9)] + [300_000], "longer each time, five minutes at most"
        asyncio.run(second(listener))
        assert [each.kind for each in listener.told] == ["player.registered", "deposit.asked", "withdrawal.asked"]
        assert len({each.id for each in listener.told}) == 3, "nothing that was answered is told again"
        assert set(listener.faults) == {None}, "every try is signed anew"


def test_addresses_need_a_secret() -> None:
    with pytest.raises(BadSettings, match="webhook_secret"):
        check_webhooks(ServerSettings(webhook_urls=("https://crm.example/x",)))
    check_webhooks(ServerSettings())


def test_the_command_line_tries_the_addresses_out(address: str) -> None:
    with listening() as listener:
        listener.now = Instant(0)
        env = {"FAIRDEAL_WEBHOOK_URLS": listener.url, "FAIRDEAL_WEBHOOK_SECRET": SECRET}
        good = CliRunner().invoke(main, ["webhooks", "test"], env=env)
        listener.answers = [404]
        bad = CliRunner().invoke(main, ["webhooks", "test"], env=env)
        listed = CliRunner().invoke(main, ["webhooks", "list", "--database", address], env=env)

    assert (good.exit_code, good.output) == (0, f"{listener.url}: 204\n")
    assert (bad.exit_code, "webhook_unanswered" in bad.output) == (1, True)
    assert listed.output == f"{listener.url}: 0\n"


def tokens(address: str, *words: str) -> tuple[int, str]:
    done = CliRunner().invoke(main, ["tokens", *words, "--database", address])
    return done.exit_code, done.output.strip()


def test_a_token_reads_what_it_may_until_it_is_revoked(address: str) -> None:
    async def told(world: World) -> None:
        maria = world.browser()
        player = (await maria.register())["person"]["player"]
        await maria.post("/deposits", id="d1", amount=50_00)
        await maria.post("/withdrawals", id="w1", amount=100_00)
        _, token = await asyncio.to_thread(
            tokens, address, "create", "crm", "--right", "payments", "--right", "players"
        )
        http = world.browser().http

        async def ask(path: str, given: str = f"Bearer {token}") -> tuple[int, Any]:
            answer = await http.get(f"/api/house{path}", headers={"authorization": given} if given else {})
            return answer.status_code, answer.json()

        status, seen = await ask(f"/players/{player}")
        assert (status, seen["name"], seen["isExcluded"]) == (200, "Maria", False)
        assert not {"password", "email", "totp"} & set(seen)
        status, payments = await ask(f"/players/{player}/payments")
        assert [(each["way"], each["state"], each["amount"]) for each in payments] == [
            ("in", "pending", 50_00),
            ("out", "asked", 100_00),
        ]
        assert (await ask("/withdrawals"))[1]["code"] == "not_allowed"
        assert (await ask("/players/nobody"))[0] == 404
        assert (await ask("/players/nobody/payments"))[0] == 404
        for bad in ("", "Bearer ", f"Bearer {token}x", f"Basic {token}", token, "Bearer fdt_a.b"):
            assert (await ask(f"/players/{player}", bad))[1]["code"] == "bad_token"
        _, other = await asyncio.to_thread(tokens, address, "create", "bank", "--right", "withdrawals")
        _, waiting = await ask("/withdrawals", f"Bearer {other}")
        assert [(each["player"], each["id"], each["stage"]) for each in waiting] == [(player, "w1", "asked")]
        assert await asyncio.to_thread(tokens, address, "revoke", "crm") == (0, "crm: revoked")
        assert (await ask(f"/players/{player}"))[0] == 401

    story(told)(address)


def test_tokens_are_listed_without_their_secret(address: str) -> None:
    _, token = tokens(address, "create", "crm", "--right", "players")

    assert token.startswith("fdt_")
    assert tokens(address, "create", "crm", "--right", "players")[0] == 1
    assert tokens(address, "create", "a b", "--right", "players")[0] == 1
    assert tokens(address, "revoke", "other")[0] == 1
    code, listed = tokens(address, "list")
    assert (code, "crm" in listed, token.partition(".")[2] in listed) == (0, True, False)
