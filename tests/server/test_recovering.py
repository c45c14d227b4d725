"""Nobody is let in before the last answer of a recovery: not by the socket, not by the API, not by a load balancer."""

import asyncio
import json
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from picows import WSHandshakeError

from fairdeal.room.settings import RoomSettings
from fairdeal.server.opening import assemble
from tests.server.live import HEADS_UP, QUICK, dial, listening, new_guest, run, running, seat_all, settings_in, to_act
from tests.server.test_pages import fetch


@contextmanager
def writing(file: Path) -> Iterator[None]:
    """Somebody else writes the file, and nobody can meanwhile."""
    connection = sqlite3.connect(file, isolation_level=None)
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
    finally:
        connection.close()


@pytest.mark.rule("TIME-17")
def test_players_see_nothing_from_before_an_outage_until_everybody_has_answered(tmp_path: Path) -> None:
    async def story() -> None:
        file = tmp_path / "room.db"
        settings = settings_in(tmp_path, database=f"sqlite:///{file}")
        async with running(settings) as first:
            guests = [await new_guest(first, name) for name in ("Ann", "Bob")]
            await seat_all(guests, HEADS_UP, 200)
            await to_act(guests)

        second = assemble(settings, room_settings=RoomSettings(house=QUICK))
        async with listening(second):
            with writing(file):
                recovering = asyncio.ensure_future(second.recover())
                await asyncio.sleep(0)
                status, body = await fetch(second.port, "/readyz")
                assert (status, json.loads(body)["status"]) == (503, "not ready")
                assert (await fetch(second.port, "/healthz"))[0] == 200
                status, body = await fetch(second.port, "/api/me")
                assert (status, json.loads(body)["code"]) == (503, "restarting")
                with pytest.raises(WSHandshakeError):
                    await dial(second.port, guests[0].token)
                assert not recovering.done()
            await recovering

            assert (await fetch(second.port, "/readyz"))[0] == 200
            wire = await dial(second.port, guests[0].token)
            welcome = await wire.until(lambda each: each["type"] == "welcome")
            assert welcome["seated"] == []

    run(story())
