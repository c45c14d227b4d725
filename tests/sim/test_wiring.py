"""The simulated room is the room: only its ports are others."""

import asyncio
from collections import deque
from collections.abc import Iterator, Mapping
from functools import partial
from os import urandom
from random import Random
from types import BuiltinMethodType, FunctionType, MethodType
from typing import Any

import pytest

from fairdeal.kernel import MINUTE, Duration, PlayerId
from fairdeal.room.journal import CommitterJournal
from fairdeal.room.room import Room
from fairdeal.room.wiring import open_room
from fairdeal.runtime.entropy import SystemEntropy
from fairdeal.runtime.loop import LoopClock
from fairdeal.storage.committer import Committer
from fairdeal.storage.memory import MemoryStore
from fairdeal.storage.vault import Vault
from fairdeal.testing.clock import Branch
from fairdeal.testing.journal import SimJournal
from fairdeal.testing.plan import Plan
from fairdeal.testing.simulator import Simulation

PLAIN = (str, int, float, bytes, bool, type(None), type)


def parts(value: Any) -> Iterator[tuple[str, Any]]:
    """What an object is made of, by name."""
    if isinstance(value, Mapping):
        yield from ((repr(key), part) for key, part in value.items())
    elif isinstance(value, list | tuple | deque):
        yield from ((str(number), part) for number, part in enumerate(value))
    elif isinstance(value, FunctionType):
        names = value.__code__.co_freevars
        yield from zip(names, (cell.cell_contents for cell in value.__closure__ or ()), strict=True)
    elif isinstance(value, MethodType):
        yield "__self__", value.__self__
    elif isinstance(value, partial):
        yield from (("func", value.func), ("args", value.args))
    else:
        yield from getattr(value, "__dict__", {}).items()
        slots = [name for kind in type(value).__mro__ for name in getattr(kind, "__slots__", ())]
        yield from ((name, getattr(value, name)) for name in slots if hasattr(value, name))


def same_thing(one: Any, other: Any) -> bool:
    """Whether two things do the same, their parts aside."""
    if type(one) is not type(other):
        return False
    if isinstance(one, FunctionType):
        return one.__code__ is other.__code__
    if isinstance(one, MethodType):
        return one.__func__ is other.__func__
    if isinstance(one, (BuiltinMethodType, frozenset, set, *PLAIN)):
        return bool(one == other)
    return True


def owner(value: Any) -> str:
    """What kind of thing it is, or whose method."""
    return type(value.__self__ if isinstance(value, MethodType) else value).__name__


def differences(one: Any, other: Any, path: str, seen: set[tuple[int, int]]) -> Iterator[tuple[str, str, str]]:
    """Where two things are not made the same way; what differs is not looked into."""
    if one is other or (id(one), id(other)) in seen:
        return
    seen.add((id(one), id(other)))
    if not same_thing(one, other):
        yield path, owner(one), owner(other)
        return
    here, there = dict(parts(one)), dict(parts(other))
    if here.keys() != there.keys():
        yield path, str(sorted(here)), str(sorted(there))
    for name in here.keys() & there.keys():
        yield from differences(here[name], there[name], f"{path}.{name}", seen)


@pytest.fixture
def simulation() -> Simulation:
    return Simulation(Plan(seed=1, players=6, length=Duration(10 * MINUTE), crashes=0))


def real_room(
    simulation: Simulation, loop: asyncio.AbstractEventLoop, store: MemoryStore, committer: Committer
) -> Room:
    """A room as a server opens it, with the same rulebooks and settings."""
    entropy = SystemEntropy()
    return open_room(
        simulation.settings,
        simulation.editions,
        clock=LoopClock(loop),
        entropy=entropy,
        journal=CommitterJournal(store, committer, loop),
        seal=Vault({1: bytes(32)}, entropy.bytes).seal,
        owner="life 1",
        earlier_revisions=simulation.earlier_revisions,
    )


def test_only_ports_are_replaced(simulation: Simulation) -> None:
    loop, store = asyncio.new_event_loop(), MemoryStore()
    committer = Committer(store)
    try:
        real = real_room(simulation, loop, store, committer)
        found = set(differences(real, simulation.build(), "room", set()))
    finally:
        committer.close()
        loop.close()

    # But for when it was opened and the keys it was given.
    own = ("room._down_since", "_opened_at", "_keys.1")
    kinds = {(one, other) for path, one, other in found if not path.endswith(own)}
    assert kinds == {
        (LoopClock.__name__, Branch.__name__),
        (CommitterJournal.__name__, SimJournal.__name__),
        (type(urandom).__name__, Random.__name__),  # where bytes of chance come from
    }, found


def test_people_come_in_by_the_rooms_own_door(simulation: Simulation) -> None:
    """The network is what a server is: connections, sinks and commands; nobody's seat is made up."""
    simulation.run()
    room = simulation.network.room

    assert room is not None
    players = [PlayerId(f"p{number:03}") for number in range(6)]
    assert all(room.registry.find(f"player:{player}") is not None for player in players)  # type: ignore[arg-type]
    assert simulation.checks.hands > 0
