"""kill -9 for a room in full play: stacks are those of the last boundary, open hands are void with their rule, nobody is charged."""

import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from fairdeal.cash.table.events import HandVoided, Left
from fairdeal.cash.table.state import CashTable
from fairdeal.kernel import Instant, PlayerId, StreamId, seconds
from fairdeal.room.cash.codecs import TABLE_STATES
from fairdeal.room.cash.house import wallet_of
from fairdeal.room.room import Room
from fairdeal.room.wiring import open_room
from fairdeal.rulebook.loader import published_edition
from fairdeal.runtime.actor import Actor
from fairdeal.runtime.entropy import SystemEntropy
from fairdeal.storage.archive import Archive
from fairdeal.storage.opening import open_store
from fairdeal.storage.verify.check import check
from fairdeal.testing.clock import ManualClock
from fairdeal.testing.journal import SimJournal
from tests.faults.servers import RealServer
from tests.room.busy_room import seal, settings, stake_of

pytestmark = pytest.mark.usefixtures("no_secret_is_logged")
OUTAGE = seconds(95)


def play_and_kill(address: str, edition: str, tables: int) -> None:
    """Let a room play until everybody sits and every table can have had two hands, then kill it in the middle of things."""
    command = [sys.executable, "-m", "tests.room.busy_room", address, edition, str(tables)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    for line in process.stdout:
        held, failed = map(int, line.split())
        assert failed == 0, "a table stopped"
        if held:
            break
    process.kill()
    process.wait()
    process.stdout.close()


@dataclass
class Aftermath:
    """What was durable, and what the recovery made of it."""

    before: dict[StreamId, CashTable]
    room: Room
    clock: ManualClock
    events: list[tuple[StreamId, Any]] = field(default_factory=list)

    def of(self, kind: type) -> list[Any]:
        return [event for _, event in self.events if isinstance(event, kind)]


def recover(store: Archive, edition: str) -> Aftermath:
    """Open the room again on what the dead one left behind."""
    before = {
        stream: TABLE_STATES.decode(loaded.snapshot)
        for stream in store.streams("cash")
        if (loaded := store.load(stream)).snapshot is not None
    }
    clock = ManualClock(int(max(open_hand.opened_at for open_hand in opened(before)) + OUTAGE))
    journal = SimJournal(store, clock)
    room = open_room(
        settings(),
        [published_edition(edition)],
        clock=clock,
        entropy=SystemEntropy(),
        journal=journal,
        seal=seal,
        owner="after",
    )
    after = Aftermath(before, room, clock)

    def watch(actor: Actor, events: tuple[Any, ...], _now: Instant) -> None:
        after.events += [(actor.stream, event) for event in events]

    room.registry.watches.append(watch)
    room.recover(Instant(clock.now() - OUTAGE))
    clock.advance(seconds(1))
    return after


def opened(tables: dict[StreamId, CashTable]) -> list[Any]:
    return [table.open for table in tables.values() if table.open is not None]


def stacks(table: CashTable) -> dict[PlayerId, int]:
    return {chair.player: chair.stack for chair in table.chairs if chair is not None}


@pytest.fixture(params=["sqlite", "postgres"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'room.db'}"
        return
    server = RealServer(Path(tempfile.mkdtemp(prefix="fairdeal-room-")))
    yield server.address
    server.close()


def assert_rolled_back(address: str, tables: int) -> None:
    play_and_kill(address, "unibet-2.7", tables)
    store = open_store(address)
    after = recover(store, "unibet-2.7")

    assert opened(after.before), "the kill met no open hand"
    voided = after.of(HandVoided)
    assert {event.hand for event in voided} == {each.hand for each in opened(after.before)}
    assert {event.rule for event in voided} == {"TIME-16"}
    for stream, table in after.before.items():
        actor = after.room.registry.find(stream)
        assert actor is not None
        assert stacks(actor.state) == stacks(table)
        assert actor.state.open is None
        assert all(chair is None or chair.sit_out is None for chair in actor.state.chairs), "nobody was sat out"
    assert after.room.fail_stop_report() == []
    assert check(store) == []

    # Players come back, and play goes on.
    for table in after.before.values():
        for player in stacks(table):
            after.room.presence.connect(player, "device")
    after.clock.advance(seconds(5))
    assert any(actor.state.open is not None for actor in after.room.registry if actor.hosted.prefix == "cash")
    store.close()


@pytest.mark.rule("TIME-16")
def test_a_killed_room_rolls_its_hands_back_and_plays_on(address: str) -> None:
    assert_rolled_back(address, tables=12)


@pytest.mark.soak
def test_two_hundred_busy_tables_survive_a_kill(address: str) -> None:
    assert_rolled_back(address, tables=200)


@pytest.mark.rule("TIME-17", edition="publicwin")
def test_where_the_rules_say_so_a_killed_room_cashes_everybody_out(tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path / 'room.db'}"
    play_and_kill(address, "publicwin", 6)
    store = open_store(address)
    after = recover(store, "publicwin")
    rules = after.room.cash.house.offered[stake_of(after.room)].rules

    seated = [player for table in after.before.values() for player in stacks(table)]
    assert {event.player for event in after.of(Left)} == set(seated)
    assert {event.rule for event in after.of(Left)} == {"TIME-17"}
    wallets = store.balances([wallet_of(rules, player) for player in seated])
    assert len(wallets) == len(set(seated))
    assert store.accounts("seat") == dict.fromkeys(store.accounts("seat"), 0)
    assert check(store) == []
    store.close()
