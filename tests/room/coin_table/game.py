"""Coin tables as a game of the room."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from fairdeal.bank.accounts import Purpose
from fairdeal.bank.transfer import Transfer
from fairdeal.kernel import Decision, EventRef, Instant, PlayerId, Step, StreamId, TableId, units_of
from fairdeal.kernel.agenda import JointCommand, Task
from fairdeal.room.codecs import Coded
from fairdeal.room.game import Expect, GamePorts
from fairdeal.runtime.actor import Actor
from fairdeal.runtime.hosted import Balances, Changes, Host, Hosted
from fairdeal.runtime.ports import Entropy, Reply
from fairdeal.runtime.registry import Watch
from fairdeal.storage.codec import Codec
from tests.room.coin_table import machine
from tests.room.coin_table.machine import (
    CoinTable,
    Command,
    Event,
    NoteAbsence,
    Recover,
    SatDown,
    StoodUp,
    Toss,
    Tossed,
)

COINS: Final = "coin"
EVENTS: Final = Codec(
    "coin events",
    1,
    {
        "sat_down": machine.SatDown,
        "stood_up": machine.StoodUp,
        "tossed": machine.Tossed,
        "toss_moved": machine.TossMoved,
    },
)
STATES: Final = Codec("coin table", 1, {"table": CoinTable}, leave_out={CoinTable: ("absent",)})
CODED: Final = Coded[CoinTable, Event](EVENTS, STATES)


class HostedCoinTable(Hosted[CoinTable, Command, Event]):
    """A coin table as the room runs it."""

    prefix = COINS
    is_audited = True
    is_place = True
    is_table = True

    def __init__(self, stream: StreamId, entropy: Entropy) -> None:
        super().__init__(stream)
        self._entropy = entropy

    @property
    def durable(self) -> Coded[CoinTable, Event]:
        return CODED

    def open(self) -> CoinTable:
        return CoinTable()

    def decide(self, state: CoinTable, command: Command, now: Instant) -> Decision[CoinTable, Event]:
        return machine.decide(state, command, now)

    def evolve(self, state: CoinTable, event: Event) -> CoinTable:
        return machine.evolve(state, event)

    def agenda(self, state: CoinTable) -> frozenset[Task[object]]:
        return machine.agenda(state)

    def supply(self, _state: CoinTable, command: Command) -> Command:
        return replace(command, side=self._entropy.below(2)) if isinstance(command, Toss) else command

    def transfers(self, event: Event, ref: EventRef) -> tuple[Transfer, ...]:
        return machine.transfers(self.name, event, ref)

    def show(self, step: Step[CoinTable, Event]) -> Changes:
        return Changes(public=step.event)

    def view(self, state: CoinTable, _viewer: PlayerId | None) -> CoinTable:
        return state

    def audit(self, state: CoinTable, balances: Balances) -> None:
        pot = machine.TENDER.account(Purpose.POT, f"coin-{self.name}")
        assert balances([pot]).get(pot, 0) == units_of(machine.STAKE) * len(state.seated)

    def is_under_way(self, state: CoinTable) -> bool:
        return state.toss_at is not None

    def disconnected(self, player: PlayerId, _at: Instant) -> tuple[JointCommand[object], ...]:
        return (JointCommand(self.stream, NoteAbsence(player, absent=True)),)

    def reconnected(self, player: PlayerId) -> tuple[JointCommand[object], ...]:
        return (JointCommand(self.stream, NoteAbsence(player, absent=False)),)


class CoinGame:
    """All coin tables of a room."""

    beginnings = (Toss,)

    def __init__(self, ports: GamePorts) -> None:
        self._ports = ports
        self.heard: list[StreamId] = []
        self.adopted: Mapping[str, Watch] = {}
        self.written: Mapping[str, Watch] = {COINS: self._written}
        self.hosts: Mapping[str, Host] = {COINS: lambda stream: HostedCoinTable(stream, ports.entropy)}

    def table_stream(self, table: TableId) -> StreamId | None:
        return StreamId(f"{COINS}:{table.removeprefix('coin-')}") if table.startswith("coin-") else None

    def _written(self, actor: Actor, events: tuple[object, ...], _now: Instant) -> None:
        presence = self._ports.presence
        self.heard.append(actor.stream)
        for event in events:
            match event:
                case SatDown(player):
                    presence.seated(player, actor.stream)
                case StoodUp(player):
                    presence.left(player, actor.stream)
                case Tossed(_, players):
                    for player in players:
                        presence.left(player, actor.stream)

    def stood_still(self, since: Instant) -> None:
        pass

    def recover(self, down_since: Instant, expect: Expect, *, planned: bool) -> None:
        assert not planned
        for actor in self._ports.registry.actors(self._ports.journal.streams(COINS)):
            for player in actor.state.seated:
                self._ports.presence.seated(player, actor.stream)
            self.bring_back(actor, down_since, expect())

    def bring_back(self, actor: Actor, since: Instant, reply: Reply) -> None:
        self._ports.registry.send(actor.stream, Recover(max(since, actor.last_written)), reply)
