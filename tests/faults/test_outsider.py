"""Somebody outside does what harm they can; at the table nobody notices."""

import asyncio
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Final

from tests.server.live import Guest, changes_of, dial, options_in, run
from tests.server.outsider import FLOOD_MAX, ask_oddly, floods
from tests.server.processes import Process, start
from tests.server.raw import connect

MEMORY_MAX: Final = 64 << 20
SOURCES: Final = ["127.0.0.2", "127.0.0.3"]
HUNGRY: Final = "127.0.0.9"
PATIENT: Final = """
[edition]
id = "patient"
title = "Patient"
extends = "publicwin"

[poker.connection]
decision_seconds = 120
"""
"""On a slow machine, too, only a server that stands still decides for somebody."""
STAKE: Final = "patient/test/texas/0.01-0.02/2"


async def sit_down(server: Process) -> tuple[list[Guest], str]:
    """Two players at a table."""
    wires = [await dial(server.port, token) for token in server.tokens]
    for wire in wires:
        wire.say("join", stake=STAKE, buyIn=200)
    shown = [await wire.until(lambda each: each["type"] == "table") for wire in wires]
    guests = [Guest(None, token, "", wire) for token, wire in zip(server.tokens, wires, strict=True)]  # type: ignore[arg-type]
    return guests, str(shown[0]["table"]["id"])


THINKING_SECONDS: Final = 0.1
"""Without it they would speak faster than anybody may."""


class Player:
    """Somebody who checks or calls whenever asked, and waits for the answer to every act."""

    def __init__(self, guest: Guest, table: str) -> None:
        self.wire = guest.wire
        self._table = table
        self.acts = 0

    async def play(self) -> None:
        """Play for ever."""
        place = 0
        while True:
            options = None
            await self.wire.until(lambda each: options_in(each) is not None, place)
            while place < len(self.wire.came):  # the latest is what is asked now
                options = options_in(self.wire.came[place]) or options
                place += 1
            assert options is not None
            await asyncio.sleep(THINKING_SECONDS)
            choice = {"kind": "check" if options["toCall"] == 0 else "call"}
            about = {"table": self._table, "hand": options["hand"], "turn": options["turn"], "choice": choice}
            name = self.wire.say("act", **about)
            await self.wire.until(lambda each, name=name: each.get("done") == name or each.get("id") == name, place)  # type: ignore[misc]
            self.acts += 1


async def acted(players: list[Player], more: int) -> None:
    """Wait until everybody has acted so many times more, and was answered."""
    wanted = [player.acts + more for player in players]
    while any(player.acts < each for player, each in zip(players, wanted, strict=True)):
        await asyncio.sleep(0.01)  # what they hear comes on this loop


async def attack(server: Process) -> None:
    """All of it; every connection is closed by the server, and no more than a little is taken of each."""
    with ExitStack() as stack:
        for _ in range(250):  # more than this server lets one address have
            raw = stack.enter_context(closing(await connect(server.port, HUNGRY)))
        assert (await raw.rest()).startswith(b"HTTP/1.1 429")
        taken = [each async for each in floods(server.port, SOURCES)]
        assert max(taken) < FLOOD_MAX
        failures = await asyncio.gather(*(ask_oddly(server.port, source) for source in SOURCES))
        assert failures == [0] * len(SOURCES)


def test_an_outsider_costs_nobody_at_the_table_anything(tmp_path: Path) -> None:
    async def story() -> None:
        rulebook = tmp_path / "patient.toml"
        rulebook.write_text(PATIENT)
        server = await start(f"sqlite:///{tmp_path / 'room.db'}", tmp_path, 2, str(rulebook))
        try:
            guests, table = await sit_down(server)
            players = [Player(guest, table) for guest in guests]
            playing = [asyncio.ensure_future(player.play()) for player in players]
            await acted(players, 10)
            before = server.memory
            await attack(server)
            grown = server.memory - before
            await acted(players, 10)
            for each in playing:
                assert not each.done(), each
                each.cancel()
            await asyncio.gather(*playing, return_exceptions=True)
            for guest in guests:
                came = guest.wire.came
                assert [each for each in changes_of(came, "acted") if each["rule"] is not None] == []
                assert not changes_of(came, "sitsOutNext")
                assert [each for each in came if each["type"] == "refused"] == []
            print(f"memory grew by {grown >> 20} MB")  # noqa: T201 - shown when it fails
            assert grown < MEMORY_MAX
        finally:
            await server.kill()

    run(story())
