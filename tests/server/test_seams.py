"""What is used of libraries beyond what they promise: an upgrade that changes it is found here, and not by players."""

import asyncio
import inspect
import tomllib
from contextlib import closing
from importlib.metadata import version
from pathlib import Path

import pytest
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from fairdeal.server.limits import MESSAGE_BYTES_MAX
from fairdeal.server.socket import LibraryChanged, check_library, socket_protocol
from tests.server.live import run, running, settings_in
from tests.server.raw import Raw, connect, masked, upgrade

PROJECT = Path(__file__).parents[2]
PING, CLOSE = 0x89, 0x88


@pytest.mark.parametrize("name", ["picows", "uvicorn"])
def test_a_library_whose_inside_we_use_is_held_to_one_line_of_versions(name: str) -> None:
    wanted = tomllib.loads((PROJECT / "pyproject.toml").read_text())["project"]["dependencies"]
    (bounds,) = [each.removeprefix(name) for each in wanted if each.startswith(f"{name}>")]
    least, most = (tuple(map(int, each.strip("<>=").split("."))) for each in bounds.split(","))

    assert least <= tuple(map(int, version(name).split("."))) < most
    assert (most[0], most[1]) == (least[0], least[1] + 1)


def test_a_library_that_has_changed_is_told_at_the_start() -> None:
    class Changed:
        def __init__(self, *args: object) -> None:
            raise TypeError("takes exactly 16 positional arguments (15 given)")

    async def story() -> None:
        check_library(socket_protocol(lambda _request: None))
        with pytest.raises(LibraryChanged, match="in another way"):
            check_library(Changed)

    run(story())


def test_what_is_overridden_of_the_http_server_is_there() -> None:
    for name in (
        *("connection_made", "connection_lost", "data_received", "on_message_begin", "on_url", "on_header"),
        *("on_headers_complete", "on_message_complete", "on_response_complete", "handle_websocket_upgrade"),
        *("pause_writing", "resume_writing", "_should_upgrade", "_unset_keepalive_if_required"),
    ):
        assert callable(getattr(HttpToolsProtocol, name)), name
    source = inspect.getsource(HttpToolsProtocol)
    for name in ("self.pipeline", "self.cycle", "self.flow", "self.headers", "self.ws_protocol_class", "self.scope"):
        assert name in source, name
    assert "response_complete" in inspect.getsource(RequestResponseCycle)


async def opened_raw(port: int) -> Raw:
    raw = await connect(port)
    await raw.send(upgrade(port))
    while b"welcome" not in await raw.read():
        pass
    return raw


def test_a_message_may_be_as_large_as_we_say_and_no_larger(tmp_path: Path) -> None:
    def text(size: int) -> bytes:
        return bytes([0x81, 0x80 | 126]) + size.to_bytes(2, "big") + bytes(4) + b"x" * size

    async def story() -> None:
        async with running(settings_in(tmp_path)) as opened:
            with closing(await opened_raw(opened.port)) as raw:
                await raw.send(text(MESSAGE_BYTES_MAX))
                assert b"not_a_message" in await raw.read()
                await raw.send(text(MESSAGE_BYTES_MAX + 1))
                assert (await raw.rest())[:1] == bytes([CLOSE])

    run(story())


def test_who_is_silent_is_asked_and_who_does_not_answer_is_gone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fairdeal.server.socket._PING_AFTER_SECONDS", 0.2)
    monkeypatch.setattr("fairdeal.server.socket._PONG_WITHIN_SECONDS", 0.2)

    async def story() -> None:
        async with running(settings_in(tmp_path)) as opened:
            with closing(await opened_raw(opened.port)) as raw:
                assert (await raw.read())[:1] == bytes([PING])
                await raw.send(masked(0xA))
                assert (await raw.read())[:1] == bytes([PING])
                await raw.rest()
            while opened.gateway.connected:
                await asyncio.sleep(0.01)

    run(story())
