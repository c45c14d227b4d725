"""
How long a room needs from the start of its process until it deals again: `python -m bench.restart ADDRESS STARTED`.

The store is as a killed room left it; STARTED is when this process was started, in seconds since 1970. All players come back at
once. Asked by `bench.room`; prints JSON.
"""

import asyncio
import json
import sys
from time import process_time, time
from typing import Any

from fairdeal.cash.table.events import HandOpened
from fairdeal.room.journal import CommitterJournal
from fairdeal.room.settings import RoomSettings
from fairdeal.room.wiring import open_room
from fairdeal.rulebook.loader import published_edition
from fairdeal.runtime.entropy import SystemEntropy
from fairdeal.runtime.loop import LoopClock
from fairdeal.storage.committer import Committer
from fairdeal.storage.opening import open_store

EDITION = "unibet-2.7"


async def restart(address: str, started: float) -> dict[str, Any]:
    """Open, recover, let everybody come back, and wait for the first hand."""
    imported, imported_cpu = time() - started, process_time()
    loop = asyncio.get_running_loop()
    store = open_store(address)
    settings = RoomSettings()
    room = open_room(
        settings,
        [published_edition(EDITION)],
        clock=LoopClock(loop),
        entropy=SystemEntropy(),
        journal=CommitterJournal(store, Committer(store), loop),
        seal=lambda _, secret: secret,
        owner="bench after",
    )
    dealt: asyncio.Future[float] = loop.create_future()

    def watch(_actor: Any, events: tuple[Any, ...], _now: Any) -> None:
        if not dealt.done() and any(type(event) is HandOpened for event in events):
            dealt.set_result(time() - started)

    room.registry.watches.append(watch)
    room.recover()
    read, read_cpu = time() - started, process_time()
    tables = [actor.state for actor in room.registry if actor.hosted.prefix == "cash"]
    for table in tables:
        for chair in table.chairs:
            if chair is not None:
                room.presence.connect(chair.player, "device")
    first = await asyncio.wait_for(dealt, 300)
    return {
        "tables": len(tables),
        "imported_seconds": imported,
        "read_seconds": read,
        "first_deal_seconds": first,
        "pause_seconds": settings.house.pause_after_hand / 1000,
        "imported_cpu_seconds": imported_cpu,
        "read_cpu_seconds": read_cpu,
        "cpu_seconds": process_time(),
    }


if __name__ == "__main__":
    print(json.dumps(asyncio.run(restart(sys.argv[1], float(sys.argv[2])))))
