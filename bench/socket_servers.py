"""
The two servers that `bench.sockets` compares, each in a process of its own.

`python -m bench.socket_servers room PEOPLE [GATEWAYS]` is ours, with so many guests and gateway processes; `… bare` is picows alone,
which sends what it gets to all six of a group. Both say, as JSON, at which port they listen.
"""

import asyncio
import os
import sys
import tempfile
from typing import Any

import msgspec
import uvloop
from picows import WSFrame, WSListener, WSMsgType, WSTransport, WSUpgradeRequest, ws_create_server

AT_ONCE = 8
PACE: dict[str, Any] = {"messages_per_second": 1_000_000, "connections_per_address": 1_000_000}
"""Settings that hold nobody back."""


def say(told: Any) -> None:
    """Tell whoever started this process."""
    os.write(1, msgspec.json.encode(told) + b"\n")


class Echo(WSListener):
    """One of a group of six."""

    groups: dict[bytes, list[WSTransport]] = {}  # noqa: RUF012 - one process, one table of groups

    def __init__(self, group: bytes) -> None:
        super().__init__()
        self._group = self.groups.setdefault(group, [])

    def on_ws_connected(self, transport: WSTransport) -> None:
        """Join the group."""
        self._group.append(transport)

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        """Send it to all of the group."""
        if frame.msg_type == WSMsgType.TEXT:
            data = frame.get_payload_as_bytes()
            for each in self._group:
                each.send(WSMsgType.TEXT, data)
        elif frame.msg_type == WSMsgType.CLOSE:
            self._group.remove(transport)
            transport.disconnect()


async def bare() -> None:
    """Only the fan-out."""

    def enter(request: WSUpgradeRequest) -> WSListener:
        return Echo(request.path)

    server = await ws_create_server(enter, "127.0.0.1", 0, use_aiofastnet=False, read_buffer_init_size=2048)
    say({"port": server.sockets[0].getsockname()[1], "tokens": []})
    await asyncio.Event().wait()


async def room(people: int, gateways: int = 0) -> None:
    """The whole server, as `fairdeal serve` builds it, with a writer process and its data in a new SQLite file."""
    from bench.gateway import start_gateways
    from bench.writer import StartedWriters
    from fairdeal.cash.settings import HouseSettings
    from fairdeal.kernel import Duration
    from fairdeal.room.settings import RoomSettings
    from fairdeal.server.api.purse import open_wallets
    from fairdeal.server.auth.sessions import Device
    from fairdeal.server.gateways.meeting import Meeting
    from fairdeal.server.opening import assemble, open_vault
    from fairdeal.server.serve import make_server, settle_process
    from fairdeal.server.settings import ServerSettings
    from fairdeal.storage.writer.link import WriterLink

    no_pause = HouseSettings(
        pause_after_hand=Duration(0), pause_after_showdown=Duration(0), pause_before_first_hand=Duration(0)
    )
    with tempfile.TemporaryDirectory() as folder:
        settings = ServerSettings(
            port=0,
            database=os.environ.get("BENCH_DATABASE", f"sqlite:///{folder}/room.db"),
            data=folder,
            bots=False,
            gateways=gateways,
            **PACE,
        )
        loop = asyncio.get_running_loop()
        writers = StartedWriters(loop, settings.database, open_vault(settings).derive("chain"))
        rooms = RoomSettings(house=no_pause)
        opened = assemble(settings, room_settings=rooms, make_queue=lambda: WriterLink(loop, writers))
        await opened.recover()
        started = []
        if gateways:
            meeting = Meeting(settings)
            opened.port = meeting.port
            started = start_gateways(meeting)
            server = make_server(opened, links=meeting.links)
            serving = asyncio.ensure_future(server._serve([meeting.pages]))
        else:
            server = make_server(opened)
            serving = asyncio.ensure_future(server._serve())

        async def enter(number: int) -> str:
            entered = await opened.house.auth.guest(f"Guest{number}", "fox", Device("bench", "127.0.0.1"))
            assert entered.session is not None
            await open_wallets(opened.house, entered.session.person.player)
            return entered.token

        tokens: list[str] = []
        for start in range(0, people, AT_ONCE):
            tokens += await asyncio.gather(*map(enter, range(start, min(people, start + AT_ONCE))))
        settle_process()
        while opened.links is not None and len(opened.links.links) < gateways:
            await asyncio.sleep(0.01)
        say({"port": opened.port, "tokens": tokens, "gateways": [each.pid for each in started]})
        await serving


if __name__ == "__main__":
    uvloop.run(bare() if sys.argv[1] == "bare" else room(*map(int, sys.argv[2:])))
