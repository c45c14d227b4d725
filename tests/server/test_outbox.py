"""Who reads too slowly is cut off, and costs no more than the limits allow."""

import asyncio
import base64
import socket
from contextlib import closing
from pathlib import Path

import pytest

from fairdeal.kernel import Instant
from fairdeal.server.auth.cookies import COOKIE
from fairdeal.server.limits import OUTBOX_BYTES_HIGH, OUTBOX_BYTES_MAX, OUTBOX_FRAMES_MAX, READ_BYTES_MAX
from tests.server.live import PATIENCE, new_guest, run, running, settings_in
from tests.server.outsider import FLOOD_MAX, PING, PONG, TEXT
from tests.server.raw import connect, masked, upgrade


async def deaf(port: int) -> socket.socket:
    """A connection that never reads after the upgrade."""
    loop = asyncio.get_running_loop()
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    line.setblocking(False)
    await loop.sock_connect(line, ("127.0.0.1", port))
    key = base64.b64encode(bytes(16)).decode()
    host = f"127.0.0.1:{port}"
    await loop.sock_sendall(
        line,
        f"GET /ws HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n\r\n".encode(),
    )
    await loop.sock_recv(line, 1024)
    return line


def test_a_connection_that_never_reads_is_cut_off_and_others_are_not(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(settings_in(tmp_path)) as opened:
            line = await deaf(opened.port)
            guest = await new_guest(opened, "Ann")
            assert opened.gateway.connected == 2
            announcements = opened.house.room.announcements
            sent = 0
            async with asyncio.timeout(PATIENCE):
                while opened.gateway.connected == 2:
                    number = announcements.make("operator", Instant(0), None, {"en": "x" * 1000})
                    announcements.call_off(number)
                    sent += 1
                    await asyncio.sleep(0)
            assert sent * 1000 < 50 * (OUTBOX_BYTES_HIGH + OUTBOX_FRAMES_MAX * 1100)
            assert (await guest.wire.ask("ping"))["type"] == "pong"
            assert len([each for each in guest.wire.came if each["type"] == "announcement"]) == sent
            line.close()

    run(story())


def test_a_flood_of_frames_that_are_no_messages_ends_the_connection(tmp_path: Path) -> None:
    """Whoever sends pings and never reads must not fill the server with their answers."""

    async def story() -> None:
        async with running(settings_in(tmp_path)) as opened:
            guest = await new_guest(opened, "Ann")
            cookie = f"Cookie: {COOKIE}={guest.token}"
            for kind, extra in ((PING, ()), (PONG, ()), (PING, (cookie,)), (TEXT, (cookie,))):
                with closing(await connect(opened.port, receive_bytes=4096)) as raw:
                    await raw.send(upgrade(opened.port, *extra))
                    await raw.read()
                    taken = await raw.flood(masked(kind, b"x" * 125) * 500, FLOOD_MAX)
                    assert taken < FLOOD_MAX, kind
                while opened.gateway.connected > 1:
                    await asyncio.sleep(0.01)
            assert (await guest.wire.ask("ping"))["type"] == "pong"

    run(story())


def test_a_ping_is_answered_with_its_own_words_and_at_the_pace_of_messages(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(settings_in(tmp_path)) as opened:
            with closing(await connect(opened.port)) as raw:
                await raw.send(upgrade(opened.port))
                while b"welcome" not in await raw.read():
                    pass
                await raw.send(masked(PING, b"are you there"))
                assert await raw.read() == bytes([0x80 | PONG, 13]) + b"are you there"
                await raw.send(masked(PING) * 1000)
                said = await raw.rest()
            assert said.count(bytes([0x80 | PONG, 0])) < 200
            assert b"goodbye" in said

    run(story())


def test_who_goes_on_after_the_last_word_is_not_read_on(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(settings_in(tmp_path)) as opened:
            guest = await new_guest(opened, "Ann")
            with closing(await connect(opened.port)) as raw:
                await raw.send(upgrade(opened.port, f"Cookie: {COOKIE}={guest.token}"))
                await raw.read()
                opened.gateway.on_session_ended(guest.session)
                assert opened.gateway.connected == 0
                assert await raw.flood(masked(TEXT, b"x" * 125) * 500, FLOOD_MAX) < FLOOD_MAX

    run(story())


@pytest.mark.interpreted
def test_a_flood_makes_no_buffer_grow(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The library doubles its buffer whenever a read fills it; it must never get that much at once."""
    monkeypatch.setattr("fairdeal.server.rate_limit.TokenBucket.take", lambda _self, _now: True)

    async def story() -> None:
        async with running(settings_in(tmp_path)) as opened:
            with closing(await connect(opened.port)) as raw:
                await raw.send(upgrade(opened.port))
                await raw.read()
                (client,) = opened.gateway._clients
                await raw.flood(masked(PONG, b"x" * 125) * 5000, 8 << 20)
                await raw.send(masked(PING, b"done"))
                while not (await raw.read()).endswith(b"done"):
                    pass
                protocol = client.sink._transport.underlying_transport.get_protocol()  # type: ignore[attr-defined]
                assert len(super(type(protocol), protocol).get_buffer(-1)) <= 4 * READ_BYTES_MAX

    run(story())


def test_one_message_too_large_to_wait_ends_the_connection(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(settings_in(tmp_path)) as opened:
            line = await deaf(opened.port)
            (client,) = opened.gateway._clients
            large = b"x" * OUTBOX_BYTES_MAX
            for _ in range(20):
                client.send(large)
            assert opened.gateway.connected == 0
            line.close()

    run(story())


def test_who_reads_nothing_for_long_is_cut_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fairdeal.server.socket.FLUSH_SECONDS", 0.05)

    async def story() -> None:
        async with running(settings_in(tmp_path)) as opened:
            line = await deaf(opened.port)
            (client,) = opened.gateway._clients
            while opened.gateway.connected and not client.sink._is_slow:  # type: ignore[attr-defined]
                client.send(b"x" * 50_000)
            assert opened.gateway.connected == 1
            async with asyncio.timeout(PATIENCE):
                while opened.gateway.connected:
                    await asyncio.sleep(0.01)
            line.close()

    run(story())
