"""
A decision that writes nothing is adopted at once; through the objects of joint commits it would lead to the same.

The simulator plays the same evening twice. In the second, every decision takes the long way. Every byte that players and watchers are
sent is the same, and so is every state.
"""

from collections.abc import Callable
from hashlib import sha256
from types import SimpleNamespace
from typing import Any

import pytest

from fairdeal.cash.offer import StakeId
from fairdeal.cash.table.events import SatDown
from fairdeal.kernel import MINUTE, Duration, Instant, PlayerId, StreamId
from fairdeal.present.seats import Face
from fairdeal.room.room import Room
from fairdeal.runtime.actor import Actor, Envelope, StreamDecision
from fairdeal.runtime.registry import Registry
from fairdeal.server.client import Account, Client
from fairdeal.server.desks.table import TableDesk
from fairdeal.storage.port import Committed
from fairdeal.testing.plan import Plan
from fairdeal.testing.simulator import Report, Simulation

_WRITTEN = Committed(())
PLAN = Plan(seed=31, players=14, length=Duration(25 * MINUTE), crashes=1, stalls=2)


class Wire:
    """Everything one connection is sent."""

    def __init__(self, everything: Any) -> None:
        self._everything = everything

    def send(self, message: bytes) -> None:
        self._everything.update(message)

    def close(self, last: bytes, *, reconnect: bool) -> None:
        raise AssertionError((last, reconnect))


class Server:
    """Desks at every cash table of a simulated room, with a connection for each player who sits down, and a watcher."""

    def __init__(self, room: Room, everything: Any) -> None:
        self._room = room
        self._everything = everything
        self._desks: dict[StreamId, TableDesk] = {}
        self.acts = 0
        room.registry.watches.append(self._watch)

    def _watch(self, actor: Actor, events: tuple[object, ...], _now: Instant) -> None:
        if actor.hosted.prefix != "cash" or actor.state.closed:
            return
        kinds = [type(event).__name__ for event in events]
        self.acts += "Played" in kinds
        self._everything.update(repr((actor.stream, actor.version, kinds, _plain(actor.state))).encode())
        desk = self._desks.get(actor.stream)
        if desk is None:
            offered = self._room.cash.house.offered[StakeId(actor.state.stake)]
            desk = TableDesk(actor, offered, "", lambda player: Face(player, ""), self._room.registry.find)
            self._desks[actor.stream] = desk
            desk.follow(self._client(None))
        for event in events:
            if isinstance(event, SatDown):
                desk.follow(self._client(event.player))

    def _client(self, player: PlayerId | None) -> Client:
        session: Any = SimpleNamespace(id="")
        return Client(Wire(self._everything), session, None if player is None else Account(player, 10), 10)


def _plain(state: Any) -> Any:
    """A table's state as values: the hand as its acts, bets and cards."""
    running = state.running
    if running is None:
        return state
    hand = running.hand
    return state.edition, state.chairs, running.turn, running.banks, running.drops, hand.acts, hand.bets, hand.board


def evening(monkeypatch: pytest.MonkeyPatch) -> tuple[Report, str, int]:
    """Play the plan; its report, a digest of all bytes and states, and how many acts there were."""
    everything = sha256()
    servers: list[Server] = []
    build: Callable[[Simulation], Room] = Simulation.build

    def with_desks(simulation: Simulation) -> Room:
        room = build(simulation)
        servers.append(Server(room, everything))
        return room

    with monkeypatch.context() as patched:
        patched.setattr(Simulation, "build", with_desks)
        report = Simulation(PLAN).run(None)
    return report, everything.hexdigest(), sum(server.acts for server in servers)


@pytest.mark.interpreted
def test_the_short_way_and_the_long_way_lead_to_the_same_bytes_and_states(monkeypatch: pytest.MonkeyPatch) -> None:
    short, sent, acts = evening(monkeypatch)
    commit = Registry._commit
    long_ways = 0

    def adopt_after_all(registry: Registry, envelope: Envelope, parts: list[StreamDecision]) -> None:
        nonlocal long_ways
        if any(part.durable for part in parts):
            commit(registry, envelope, parts)
            return
        long_ways += 1
        registry._conclude(envelope, parts, _WRITTEN, registry._clock.now())

    monkeypatch.setattr(Registry, "_writes", lambda _registry, _decision: True)
    monkeypatch.setattr(Registry, "_commit", adopt_after_all)
    long, sent_long, _ = evening(monkeypatch)

    assert not short.violations
    assert acts > 500
    assert long_ways > acts / 2
    assert long.hash == short.hash
    assert sent_long == sent
