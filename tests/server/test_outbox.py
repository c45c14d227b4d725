"""Who reads too slowly is cut off, and costs no more than the limits allow."""

import asyncio
import base64
import socket
from pathlib import Path

from fairdeal.kernel import Instant
from fairdeal.server.limits import OUTBOX_BYTES_HIGH, OUTBOX_FRAMES_MAX
from tests.server.live import PATIENCE, new_guest, run, running, settings_in


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
