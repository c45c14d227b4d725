"""Floor, players' streams, real tables and the ledger together: every seat and departure is one commit over all of them."""

from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

import pytest

from fairdeal.bank.accounts import Tender, site_wallet
from fairdeal.bank.ledger import Book
from fairdeal.bank.transfer import Transfer
from fairdeal.cash.draw import DRAW_BITS
from fairdeal.cash.floor.commands import Join, OpenNext, ServeQueue
from fairdeal.cash.floor.machine import FloorMachine
from fairdeal.cash.floor.state import Floor, Pool
from fairdeal.cash.guest import guest_facts
from fairdeal.cash.player.machine import PlayerMachine
from fairdeal.cash.player.state import CashPlayer
from fairdeal.cash.settings import HouseSettings
from fairdeal.cash.streams import floor_stream, player_stream, table_stream
from fairdeal.cash.table.commands import Close, ComeBack, Leave, RemoveAbsent, Seat, TakeBreak
from fairdeal.cash.table.machine import UNOPENED, TableMachine
from fairdeal.cash.table.state import CashTable
from fairdeal.kernel import (
    Cents,
    Currency,
    EventRef,
    Instant,
    Message,
    MoneyKind,
    PlayerId,
    Rejection,
    StreamId,
    TableId,
    Timer,
    Units,
    events_of,
    seconds,
)
from fairdeal.rulebook.clause import U26
from tests.cash.lobby import NOON, stake_named, stakes_of

STAKE = stake_named(U26, "texas", 100)
RULES = stakes_of(U26)[STAKE].rules
EUROS = Tender(Currency.EUR, MoneyKind.REAL)
WEALTH = Units(1_000_00 * 100)


@dataclass
class Unit:
    """What one decision and everything joint with it would write."""

    states: dict[StreamId, Any]
    versions: dict[StreamId, int]
    transfers: list[Transfer] = field(default_factory=list)


class Room:
    """The smallest runtime: joint commands are decided together, and either all of a unit happens or nothing."""

    def __init__(self, *players: str) -> None:
        self.floor = floor_stream(RULES)
        self.machines: dict[StreamId, Any] = {self.floor: FloorMachine({RULES.digest: stakes_of(U26)})}
        self.states: dict[StreamId, Any] = {self.floor: Floor(RULES.digest)}
        self.versions: dict[StreamId, int] = {}
        self.book = Book({site_wallet(EUROS, PlayerId(player)): WEALTH for player in players})
        for player in players:
            self.machines[player_stream(PlayerId(player))] = PlayerMachine(stakes_of(U26))
            self.states[player_stream(PlayerId(player))] = CashPlayer(PlayerId(player))
        self.now = NOON
        self.chance = Random(1)  # noqa: S311

    @property
    def pool(self) -> Pool:
        pool = self.states[self.floor].pools[STAKE]
        assert isinstance(pool, Pool)
        return pool

    def table(self, table: TableId) -> CashTable:
        state = self.states[table_stream(table)]
        assert isinstance(state, CashTable)
        return state

    def wallet(self, player: str) -> int:
        return self.book.balances[site_wallet(EUROS, PlayerId(player))] // 100

    def send(self, stream: StreamId, command: Any) -> Rejection | None:
        unit = Unit(dict(self.states), dict(self.versions))
        refused = self._decide(unit, stream, command, depth=0) or self.book.post(unit.transfers)
        if refused is None:
            self.states, self.versions = unit.states, unit.versions
        return refused

    def settle(self) -> None:
        """Pursue what floor and players wait for; tables deal no hands here."""
        for _ in range(200):
            due = self._due()
            if not due:
                return
            stream, command = min(due, key=repr)
            assert self.send(stream, command) is None, command
        raise AssertionError("the agenda never empties")

    def wait(self, count: int) -> None:
        self.now = Instant(self.now + seconds(count))
        self.settle()

    def join(self, *players: str) -> None:
        for player in players:
            assert self.send(self.floor, Join(PlayerId(player), STAKE, Cents(100_00))) is None
            self.settle()

    def _due(self) -> list[tuple[StreamId, Any]]:
        found = []
        for stream, machine in self.machines.items():
            if isinstance(machine, TableMachine):
                continue
            for task in machine.agenda(self.states[stream]):
                if isinstance(task, Message):
                    found.append((task.to, task.command))
                elif isinstance(task, Timer) and task.at <= self.now:
                    found.append((stream, task.command))
        return found

    def _decide(self, unit: Unit, stream: StreamId, command: Any, depth: int) -> Rejection | None:
        assert depth < 3, "joint commands lead nowhere deep"
        if stream not in self.machines:
            table = TableId(stream.removeprefix("cash:"))
            self.machines[stream] = TableMachine(table, EUROS, {RULES.digest: RULES}, HouseSettings())
        machine = self.machines[stream]
        decision = events_of(machine.decide(unit.states.get(stream, UNOPENED), self._supplied(command), self.now))
        if isinstance(decision, Rejection):
            return decision
        for event in decision:
            unit.states[stream] = machine.evolve(unit.states.get(stream, UNOPENED), event)
            unit.versions[stream] = unit.versions.get(stream, 0) + 1
            unit.transfers += machine.transfers(event, EventRef(stream, unit.versions[stream]))
            for joint in machine.joint_commands(event):
                refused = self._decide(unit, joint.to, joint.command, depth + 1)
                if refused is not None:
                    return refused
        return None

    def _supplied(self, command: Any) -> Any:
        if isinstance(command, Join | ServeQueue) and command.guest is None:
            facts = self.states[player_stream(command.player)]
            guest = guest_facts(facts, STAKE, self.now, wallet=Cents(self.wallet(command.player)))
            command = replace(command, guest=guest)
        if isinstance(command, Join | ServeQueue | OpenNext | Seat):
            command = replace(command, draw=self.chance.getrandbits(DRAW_BITS))
        return command


@pytest.fixture
def room() -> Room:
    return Room("ann", "bob", "cid", "dan", "eve", "fay", "gil", "hal", "ida")


def tables(room: Room) -> list[TableId]:
    return list(room.pool.tables)


def seated(room: Room, table: TableId) -> dict[str, int]:
    return {chair.player: chair.stack for chair in room.table(table).chairs if chair is not None}


def check(room: Room) -> None:
    """Tables, floor and players tell the same story, and no cent is missing."""
    for table, entry in room.pool.tables.items():
        assert set(seated(room, table)) == set(entry.players)
    for stream, state in room.states.items():
        if isinstance(state, CashPlayer):
            assert set(state.tables) == {table for table in tables(room) if state.player in seated(room, table)}, stream
    assert sum(room.book.balances.values()) == 9 * WEALTH


def test_the_third_player_opens_a_table_and_all_sit_there_with_their_money(room: Room) -> None:
    room.join("ann", "bob")
    assert tables(room) == []
    room.join("cid")
    check(room)
    (table,) = tables(room)

    assert seated(room, table) == {"ann": 100_00, "bob": 100_00, "cid": 100_00}
    assert [room.wallet(player) for player in ("ann", "bob", "cid")] == [900_00] * 3


def test_leaving_at_the_table_frees_the_seat_everywhere(room: Room) -> None:
    room.join("ann", "bob", "cid")
    (table,) = tables(room)
    assert room.send(table_stream(table), Leave(PlayerId("bob"))) is None
    room.settle()
    check(room)

    assert room.wallet("bob") == 1_000_00
    departures = room.states[player_stream(PlayerId("bob"))].departures
    assert [(left.table, left.stack) for left in departures] == [(table, 100_00)]


def test_a_wallet_that_is_emptied_meanwhile_refuses_the_whole_seat(room: Room) -> None:
    room.join("ann", "bob", "cid")
    (table,) = tables(room)
    guest = guest_facts(CashPlayer(PlayerId("dan")), STAKE, room.now, wallet=Cents(1_000_00))
    room.book.balances[site_wallet(EUROS, PlayerId("dan"))] = 0

    refused = room.send(room.floor, Join(PlayerId("dan"), STAKE, Cents(100_00), guest=guest))

    assert refused is not None
    assert refused.code == "insufficient_funds"
    assert "dan" not in room.pool.tables[table].players
    assert not room.states[player_stream(PlayerId("dan"))].tables


@pytest.mark.rule("TIME-03")
@pytest.mark.rule("TIME-05")
def test_sitting_out_at_one_table_reaches_the_other_and_ends_in_removal_from_both(room: Room) -> None:
    room.join("ann", "bob", "cid", "dan", "eve", "fay", "ann", "bob", "cid")
    first, second = tables(room)
    assert room.send(table_stream(first), TakeBreak(PlayerId("ann"))) is None
    room.settle()

    def out(table: TableId) -> str | None:
        chair = next(chair for chair in room.table(table).chairs if chair is not None and chair.player == "ann")
        return None if chair.sit_out is None else chair.sit_out.rule

    assert (out(first), out(second)) == ("TIME-01", "TIME-03")
    assert all("ann" in room.pool.tables[table].away for table in (first, second))
    room.wait(499)
    assert all("ann" in seated(room, table) for table in (first, second))
    room.wait(1)
    check(room)

    assert all("ann" not in seated(room, table) for table in tables(room))
    assert room.wallet("ann") == 1_000_00
    assert room.states[player_stream(PlayerId("ann"))].absences == ()


@pytest.mark.rule("TIME-05")
def test_coming_back_at_one_table_saves_that_seat_only(room: Room) -> None:
    room.join("ann", "bob", "cid", "dan", "eve", "fay", "ann", "bob", "cid")
    first, second = tables(room)
    room.send(table_stream(first), TakeBreak(PlayerId("ann")))
    room.settle()
    assert room.send(table_stream(second), ComeBack(PlayerId("ann"))) is None
    room.wait(500)
    check(room)

    assert "ann" in seated(room, second)
    assert first not in tables(room) or "ann" not in seated(room, first)


def test_a_short_table_is_broken_and_its_players_go_on_elsewhere_with_the_same_stacks(room: Room) -> None:
    room.join("ann", "bob", "cid", "dan", "eve", "fay", "gil", "hal", "ida")
    first, second = tables(room)
    for player in ("ann", "bob", "gil"):
        table = first if player in seated(room, first) else second
        assert room.send(table_stream(table), Leave(PlayerId(player))) is None
    room.settle()
    assert {"hal", "ida"} == set(seated(room, second))
    room.wait(59)
    assert len(tables(room)) == 2
    room.wait(1)
    check(room)

    assert tables(room) == [first]
    assert set(seated(room, first)) == {"cid", "dan", "eve", "fay", "hal", "ida"}
    assert seated(room, first)["hal"] == 100_00
    assert room.table(second).closed


def test_letters_may_come_twice(room: Room) -> None:
    room.join("ann", "bob", "cid")
    (table,) = tables(room)
    stream = table_stream(table)
    assert room.send(stream, TakeBreak(PlayerId("ann"), RULES.sit_out_max.rule)) is None
    before = room.states
    assert room.send(stream, TakeBreak(PlayerId("ann"), RULES.sit_out_max.rule)) is None
    assert room.states == before
    for _ in range(2):
        assert room.send(stream, Close(RULES.players_min.rule)) is None
    assert room.send(stream, RemoveAbsent(PlayerId("ann"), room.now, RULES.sit_out_max.rule)) is None

    assert tables(room) == []
