"""
A room made to be killed: many tables of players who act at once, on a real database.

`python -m tests.room.busy_room ADDRESS EDITION TABLES` says now and then whether it has played enough and a hand is open, and
how many streams failed; it never ends by itself.
"""

import asyncio
import os
import sys
from functools import partial
from typing import Any

from fairdeal.bank.house import StaffId
from fairdeal.bank.purse.commands import CreditPlayer
from fairdeal.cash.floor.commands import Join
from fairdeal.cash.offer import StakeId
from fairdeal.cash.settings import HouseSettings
from fairdeal.cash.table.events import HandEnded, SatDown
from fairdeal.kernel import Duration, HandId, Instant, PlayerId, TableId, Units, units_of
from fairdeal.play.changes import YourTurn
from fairdeal.play.messages import Act
from fairdeal.poker import Call, Check, Fold
from fairdeal.room.cash.house import wallet_of
from fairdeal.room.journal import CommitterJournal
from fairdeal.room.room import Room
from fairdeal.room.settings import RoomSettings
from fairdeal.room.wiring import open_room
from fairdeal.rulebook.loader import published_edition
from fairdeal.runtime.actor import Actor
from fairdeal.runtime.broadcast import Frame
from fairdeal.runtime.entropy import SystemEntropy
from fairdeal.runtime.loop import LoopClock
from fairdeal.runtime.ports import Answer
from fairdeal.storage.committer import Committer
from fairdeal.storage.opening import open_store
from fairdeal.storage.vault import Vault

NO_PAUSE = HouseSettings(
    pause_after_hand=Duration(0), pause_after_showdown=Duration(0), pause_before_first_hand=Duration(0)
)
UNHURRIED = 2_000
VAULT = Vault({1: bytes(32)})


def settings() -> RoomSettings:
    return RoomSettings(house=NO_PAUSE)


def seal(hand: str, secret: bytes) -> bytes:
    return VAULT.seal(HandId(hand), secret)


def stake_of(room: Room) -> StakeId:
    """The first hold'em stake with six seats."""
    return next(stake for stake in room.cash.house.offered if "/texas/" in stake and stake.endswith("/6"))


class Crowd:
    """Everybody calls or checks, and folds one hand in four."""

    def __init__(self, room: Room, players: int) -> None:
        self._room = room
        self._players = [PlayerId(f"p{number:04}") for number in range(players)]
        self._dice = os.urandom
        self.hands = 0
        self.seated = 0
        self.held: TableId | None = None  # where everybody thinks from now on: a kill will meet an open hand there
        room.registry.watches.append(self._watch)

    @property
    def has_played(self) -> bool:
        """Whether everybody sits, and every table can have had two hands."""
        return self.seated == len(self._players) and 3 * self.hands >= len(self._players)

    def enter(self) -> None:
        room, stake = self._room, stake_of(self._room)
        rules = room.cash.house.offered[stake].rules
        money = Units(units_of(rules.buy_in_max.value) * 100)
        for player in self._players:
            credit = CreditPlayer(wallet_of(rules, player), money, StaffId("test"), "to play")
            join = Join(player, stake, rules.buy_in_max.value)
            room.presence.connect(player, "device")
            room.open_purse(player)
            room.purse(player, credit, partial(self._come_in, join))

    def _come_in(self, join: Join, answer: Answer) -> None:
        assert answer is None, answer
        self._ask(join)

    def _ask(self, join: Join) -> None:
        """Ask for a seat, and again while too many ask at once."""

        def answered(answer: Answer) -> None:
            assert answer is None or answer.code == "busy", answer
            if answer is not None:
                clock = self._room.clock
                clock.at(Instant(clock.now() + 200), partial(self._ask, join))

        self._room.join(join, answered)

    def _watch(self, actor: Actor, events: tuple[Any, ...], _now: Instant) -> None:
        for event in events:
            if isinstance(event, SatDown):
                self.seated += 1
                table = TableId(actor.stream.partition(":")[2])
                actor.feed.watch(event.player, partial(self._see, event.player, table))
            elif isinstance(event, HandEnded):
                self.hands += 1

    def _see(self, player: PlayerId, table: TableId, frame: Frame) -> None:
        for change in frame.private.get(player, ()):
            if isinstance(change, YourTurn):
                if self.held in (None, table) and self.has_played:
                    self.held = table
                    continue
                choice = Check() if change.options.can_check else Fold() if self._dice(1) < b"\x40" else Call()
                act = Act(player, change.hand, change.turn, choice)
                # Until everybody sits, nobody hurries: seats come one after the other, and play would take their time.
                clock = self._room.clock
                pause = UNHURRIED if self.seated < len(self._players) else 0
                clock.at(Instant(clock.now() + pause), partial(self._room.table, table, act))


async def play(address: str, edition: str, tables: int) -> None:
    """Open, seat everybody, and play for ever."""
    loop = asyncio.get_running_loop()
    store = open_store(address)
    clock = LoopClock(loop)
    room = open_room(
        settings(),
        [published_edition(edition)],
        clock=clock,
        entropy=SystemEntropy(),
        journal=CommitterJournal(store, Committer(store), loop),
        seal=seal,
        owner=f"busy {os.getpid()}",
    )
    room.recover(clock.now())
    crowd = Crowd(room, tables * 6)
    crowd.enter()
    while True:
        await asyncio.sleep(0.1)
        os.write(1, f"{int(crowd.held is not None)} {len(room.fail_stop_report())}\n".encode())


if __name__ == "__main__":
    asyncio.run(play(sys.argv[1], sys.argv[2], int(sys.argv[3])))
