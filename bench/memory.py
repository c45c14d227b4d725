"""
What a table takes in memory as it is played: `python -m bench.memory [--json]`.

Once everybody sits, after 240 acts a table and after 1,000: memory of Python's own objects, which leaves out the database's cache, and
memory of the whole process, which has it. Each is measured in a process of its own on a new SQLite file, without sockets; acts are
those of six players who call or check and sometimes fold. As in a server, a desk sends them their frames and keeps the last as bytes.
"""

import gc
import json
import sys
import tempfile
import tracemalloc
from collections.abc import Callable
from typing import Final

from bench.crowd import Crowd
from bench.interpreter import introduce
from bench.room import asked, memory_bytes, play
from fairdeal.cash.offer import StakeId
from fairdeal.cash.table.events import SatDown
from fairdeal.kernel import Instant, StreamId
from fairdeal.present.seats import Face
from fairdeal.room.room import Room
from fairdeal.runtime.actor import Actor
from fairdeal.server.client import Account, Client
from fairdeal.server.desks.table import TableDesk
from fairdeal.server.serve import settle_process
from fairdeal.storage.opening import open_store

TABLES: Final = 50
ACTS: Final = (0, 240, 1_000)
KINDS: Final = ("objects", "process")


def object_bytes() -> int:
    """Memory of Python's objects."""
    gc.collect()
    return tracemalloc.get_traced_memory()[0]


class Lost:
    """The wire of a follower; nobody listens."""

    def send(self, message: bytes) -> None:
        """Send a message."""

    def close(self, last: bytes, *, reconnect: bool) -> None:
        """Send a last message."""


class Desks:
    """A desk at every table, followed by all who sit there."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._desks: dict[StreamId, TableDesk] = {}
        room.registry.watches.append(self._watch)

    def _watch(self, actor: Actor, events: tuple[object, ...], _now: Instant) -> None:
        for event in events:
            if isinstance(event, SatDown):
                self._desk(actor).follow(Client(Lost(), None, Account(event.player, 10), 10))

    def _desk(self, actor: Actor) -> TableDesk:
        if actor.stream not in self._desks:
            offered = self._room.cash.house.offered[StakeId(actor.state.stake)]
            desk = TableDesk(actor, offered, "", lambda player: Face(player, "fox"), self._room.registry.find)
            self._desks[actor.stream] = desk
        return self._desks[actor.stream]


def worker(kind: str, address: str) -> dict[str, float]:
    """KiB a table after so many acts of each."""
    look: Callable[[], int] = object_bytes if kind == "objects" else memory_bytes
    crowd = Crowd(open_store(address), frames_kept=0)
    Desks(crowd.room)
    settle_process()
    if kind == "objects":
        tracemalloc.start(1)
    before = look()
    crowd.sit_down(TABLES)
    found: dict[str, float] = {}
    done = 0
    for acts in ACTS:
        if acts:
            play(crowd, (acts - done) * TABLES)
            done = acts
        found[str(acts)] = round((look() - before) / TABLES / 1024, 1)
    assert crowd.room.fail_stop_report() == []
    return found


def measure() -> dict[str, dict[str, float]]:
    """Both kinds of memory."""
    found = {}
    for kind in KINDS:
        with tempfile.TemporaryDirectory(prefix="fairdeal-bench-") as folder:
            address = f"sqlite:///{folder}/room.db"
            found[kind] = asked([sys.executable, "-m", "bench.memory", "--worker", kind, address])
    return found


def main(arguments: list[str]) -> None:
    """Measure and print; or be a worker."""
    if arguments[:1] == ["--worker"]:
        print(json.dumps(worker(*arguments[1:])))
        return
    as_json = "--json" in arguments
    introduce(quiet=as_json)
    found = measure()
    if as_json:
        print(json.dumps(found))
        return
    print(f"KiB a table of six, {TABLES} tables" + "".join(f"{acts:>10,} acts" for acts in ACTS))
    for kind, figures in found.items():
        print(f"  {kind:26}" + "".join(f"{figures[str(acts)]:>15,.0f}" for acts in ACTS))


if __name__ == "__main__":
    main(sys.argv[1:])
