"""What a connection may send, how long it may take over it, and how many connections there may be."""

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import pytest

from fairdeal.server.http.bounded_protocol import Bounds
from fairdeal.server.http.connections import ConnectionCounter, Proxies, counted_address
from fairdeal.server.limits import BODY_WIRE_BYTES_MAX, HEAD_BYTES_MAX, HEAD_LINES_MAX
from fairdeal.server.opening import RunningServer
from tests.server.live import run, running, settings_in
from tests.server.outsider import FLOOD_MAX, FLOODS, POST, flood
from tests.server.outsider import HEAD as START
from tests.server.raw import Raw, connect, upgrade


@pytest.fixture(autouse=True)
def _short_goodbyes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fairdeal.server.http.bounded_protocol.LINGER_SECONDS", 0.1)


def at_a_server(folder: Path, story: Callable[[RunningServer], Coroutine[Any, Any, None]], **settings: Any) -> None:
    async def play() -> None:
        async with running(settings_in(folder, **settings)) as opened:
            await story(opened)

    run(play())


async def answer_to(opened: RunningServer, *parts: bytes) -> bytes:
    """Everything that is said to a request until the connection is closed."""
    with closing(await connect(opened.port)) as raw:
        for part in parts:
            await raw.send(part)
        return await raw.rest()


def head_of(size: int) -> bytes:
    """A request with a head of so many bytes of names and values."""
    head = START + b"Connection: close\r\nX-Long: "
    spent = len(b"/healthz") + len(b"HostxConnectioncloseX-Long")
    return head + b"a" * (size - spent) + b"\r\n\r\n"


def test_a_head_within_the_limits_is_answered_and_a_larger_one_is_not(tmp_path: Path) -> None:
    async def story(opened: RunningServer) -> None:
        lines = b"Connection: close\r\n" + b"a: b\r\n" * (HEAD_LINES_MAX - 2)
        assert (await answer_to(opened, head_of(HEAD_BYTES_MAX))).startswith(b"HTTP/1.1 200")
        assert (await answer_to(opened, START + lines + b"\r\n")).startswith(b"HTTP/1.1 200")
        large = await answer_to(opened, head_of(HEAD_BYTES_MAX + 1))
        many = await answer_to(opened, START + lines + b"a: b\r\n\r\n")
        path = await answer_to(opened, b"GET /" + b"a" * HEAD_BYTES_MAX + b" HTTP/1.1\r\nHost: x\r\n\r\n")
        for refused in (large, many, path):
            assert refused.startswith(b"HTTP/1.1 431")
            assert b'{"code":"too_large"' in refused

    at_a_server(tmp_path, story)


def test_a_head_that_comes_byte_by_byte_is_read(tmp_path: Path) -> None:
    async def story(opened: RunningServer) -> None:
        whole = START + b"Connection: close\r\n\r\n"
        said = await answer_to(opened, *(whole[place : place + 1] for place in range(len(whole))))
        assert said.startswith(b"HTTP/1.1 200")

    at_a_server(tmp_path, story)


def test_a_flood_of_any_kind_ends_the_connection_soon(tmp_path: Path) -> None:
    async def story(opened: RunningServer) -> None:
        for kind, (start, piece) in FLOODS.items():
            assert await flood(opened.port, "127.0.0.1", start, piece) < FLOOD_MAX, kind
        assert (await answer_to(opened, START + b"Connection: close\r\n\r\n")).startswith(b"HTTP/1.1 200")

    at_a_server(tmp_path, story)


def test_a_body_larger_than_any_route_takes_is_refused_while_it_is_read(tmp_path: Path) -> None:
    async def story(opened: RunningServer) -> None:
        length = b"Content-Length: %d\r\n\r\n" % (4 * BODY_WIRE_BYTES_MAX)
        said = await answer_to(opened, POST + length, b"a" * (2 * BODY_WIRE_BYTES_MAX))
        assert said.startswith(b"HTTP/1.1 413")
        assert b'"code":"too_large"' in said

    at_a_server(tmp_path, story)


SLOW = {
    "nothing": b"",
    "newline": b"\r\n",
    "line": b"GET /healthz HTT",
    "head": START,
    "value": START + b"X-Slow: ",
    "body": POST + b"Content-Length: 20\r\n\r\n{",
    "idle": START + b"\r\n",
    "newline after an answer": START + b"\r\n\r\n",
    "a second request": START + b"\r\n" + START,
    "a body that is refused and never comes": POST + b"Content-Length: 40000\r\n\r\n{",
}


def test_who_takes_too_long_is_closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HEAD_SECONDS", "BODY_SECONDS", "IDLE_SECONDS"):
        monkeypatch.setattr(f"fairdeal.server.http.bounded_protocol.{name}", 0.05)
    monkeypatch.setattr("fairdeal.server.serve.IDLE_SECONDS", 10**6)  # the library's own wait is not what ends it

    async def story(opened: RunningServer) -> None:
        # Each ends, because its connection does.
        await asyncio.gather(*(answer_to(opened, start) for start in SLOW.values()))

    at_a_server(tmp_path, story)


def test_who_never_reads_an_answer_is_closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fairdeal.server.http.bounded_protocol.FLUSH_SECONDS", 0.05)
    monkeypatch.setattr("fairdeal.server.http.bounded_protocol.IDLE_SECONDS", 0.05)

    async def story(opened: RunningServer) -> None:
        with closing(await connect(opened.port, receive_bytes=4096)) as raw:
            for _ in range(8):  # each answer is far larger than what the client's side takes
                await raw.send(b"GET /api/schema/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n")
            while opened.metrics.connections.total:
                await asyncio.sleep(0.01)

    at_a_server(tmp_path, story)


def test_an_address_has_so_many_connections_and_no_more(tmp_path: Path) -> None:
    async def story(opened: RunningServer) -> None:
        with ExitStack() as stack:
            held = [stack.enter_context(closing(await connect(opened.port))) for _ in range(2)]
            held.append(stack.enter_context(closing(await connect(opened.port))))
            await held[-1].send(upgrade(opened.port))
            assert (await held[-1].read()).startswith(b"HTTP/1.1 101")
            assert await _is_refused(stack, opened, "127.0.0.1")
            other = stack.enter_context(closing(await connect(opened.port, "127.0.0.2")))
            await other.send(START + b"\r\n")
            assert (await other.read()).startswith(b"HTTP/1.1 200")
            held[-1].close()
            while opened.metrics.connections.total > 3:
                await asyncio.sleep(0.01)
            assert await _is_answered(stack, opened)

    at_a_server(tmp_path, story, connections_per_address=3)


async def _is_refused(stack: ExitStack, opened: RunningServer, source: str) -> bool:
    raw = stack.enter_context(closing(await connect(opened.port, source)))
    said = await raw.rest()
    return said.startswith(b"HTTP/1.1 429") and b"too_many_connections" in said


async def _is_answered(stack: ExitStack, opened: RunningServer) -> bool:
    raw = stack.enter_context(closing(await connect(opened.port)))
    await raw.send(START + b"\r\n")
    return (await raw.read()).startswith(b"HTTP/1.1 200")


def test_behind_a_proxy_the_address_it_names_counts(tmp_path: Path) -> None:
    async def story(opened: RunningServer) -> None:
        with ExitStack() as stack:

            async def open_for(client: str) -> bytes:
                raw: Raw = stack.enter_context(closing(await connect(opened.port)))
                await raw.send(upgrade(opened.port, f"X-Forwarded-For: 6.6.6.6, {client}"))
                return await raw.read()

            for client in ("198.51.100.1", "198.51.100.1", "198.51.100.2"):
                assert (await open_for(client)).startswith(b"HTTP/1.1 101")
            assert (await open_for("198.51.100.1")).startswith(b"HTTP/1.1 429")
            # Many requests on one connection of the proxy are nobody's connections once they are answered.
            raw = stack.enter_context(closing(await connect(opened.port)))
            for number in range(5):
                await raw.send(START + b"X-Forwarded-For: 198.51.100.3%d\r\n\r\n" % number)
                assert (await raw.read()).startswith(b"HTTP/1.1 200")
            assert opened.metrics.connections.total == 3

    at_a_server(tmp_path, story, connections_per_address=2, trusted_proxies=("127.0.0.0/8",))


def test_new_connections_of_an_address_are_paced() -> None:
    bounds = Bounds(ConnectionCounter(most=100, most_per_address=5), Proxies(()), per_address=5)
    for _ in range(10):
        line = bounds.admit("198.51.100.1", 1.0)
        assert line is not None
        line.close()

    assert bounds.admit("198.51.100.1", 1.0) is None
    assert bounds.admit("198.51.100.2", 1.0) is not None
    assert bounds.admit("198.51.100.1", 3.0) is not None
    assert bounds.connections.refused == 1


def test_all_connections_together_are_bounded() -> None:
    lines = ConnectionCounter(most=2, most_per_address=2)
    first = lines.take("198.51.100.1")
    assert first is not None
    assert lines.take("198.51.100.2") is not None

    assert lines.take("198.51.100.3") is None
    first.close()
    first.close()
    assert lines.total == 1
    assert lines.take("198.51.100.3") is not None


def test_a_household_has_half_of_an_address_to_itself() -> None:
    assert counted_address("2001:db8::1") == counted_address("2001:db8::ffff:2") != counted_address("2001:db8:0:1::1")
    assert counted_address("::ffff:198.51.100.1") == counted_address("198.51.100.1") == "198.51.100.1"
    assert counted_address("fe80::1%eth0") == counted_address("fe80::2")
    assert counted_address("") == counted_address("unknown")


def test_only_proxies_that_are_trusted_name_others() -> None:
    proxies = Proxies(("10.0.0.0/8", "192.0.2.7", "::1"))

    assert proxies.client_of("198.51.100.1", "1.2.3.4") == "198.51.100.1"
    assert proxies.client_of("10.1.1.1", "1.2.3.4, 198.51.100.9, 192.0.2.7") == "198.51.100.9"
    assert proxies.client_of("::1", "") == "::1"
    assert proxies.client_of("::1", "10.0.0.1") == "10.0.0.1"
    assert Proxies("*").client_of("198.51.100.1", "1.2.3.4") == "1.2.3.4"
    assert not Proxies(()).trusts("127.0.0.1")
