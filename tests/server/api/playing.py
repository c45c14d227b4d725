"""Guests who play hands in a house without sockets: everybody calls and checks, so every hand goes to the showdown."""

import asyncio
from functools import partial
from typing import Any

from fairdeal.bank.policy import BankPolicy
from fairdeal.cash.floor.commands import Join
from fairdeal.cash.offer import StakeId
from fairdeal.cash.settings import HouseSettings
from fairdeal.cash.table.events import HandEnded, SatDown
from fairdeal.kernel import Duration, Instant, MoneyKind, PlayerId, TableId
from fairdeal.play.changes import YourTurn
from fairdeal.play.messages import Act
from fairdeal.poker import Call, Check, Fold
from fairdeal.room.room import Room
from fairdeal.room.settings import RoomSettings
from fairdeal.runtime.actor import Actor
from fairdeal.runtime.broadcast import Frame

PATIENCE_SECONDS = 10


def quick_room(money: MoneyKind = MoneyKind.TEST) -> RoomSettings:
    """A room that deals without pauses."""
    return RoomSettings(
        money=(money,),
        bank=BankPolicy(limits_needed_for=()),
        house=HouseSettings(
            pause_after_hand=Duration(0), pause_after_showdown=Duration(0), pause_before_first_hand=Duration(0)
        ),
    )


def stake_of(room: Room, edition: str) -> StakeId:
    """The first hold'em stake of a rulebook."""
    return next(stake for stake in room.cash.house.offered if stake.startswith(edition) and "/texas/" in stake)


class Evening:
    """Players at one stake, until so many hands were played; `folder` folds whenever it is their turn."""

    def __init__(
        self, room: Room, players: list[str], hands: int, folder: str | None = None, *, goes_on: bool = False
    ) -> None:
        self._room = room
        self._players = [PlayerId(player) for player in players]
        self._left = hands
        self._folder = folder
        self._goes_on = goes_on  # after those hands too
        self.over = asyncio.get_running_loop().create_future()
        self.hands: list[str] = []
        room.registry.watches.append(self._watch)

    async def play(self, stake: StakeId) -> list[str]:
        """Sit down and play; the ids of the hands."""
        buy_in = self._room.cash.house.offered[stake].rules.buy_in_max.value
        for player in self._players:
            self._room.presence.connect(player, "device")
            self._room.join(Join(player, stake, buy_in), self._joined)
        await asyncio.wait_for(self.over, PATIENCE_SECONDS)
        return self.hands

    def _joined(self, answer: Any) -> None:
        assert answer is None, answer

    def _watch(self, actor: Actor, events: tuple[Any, ...], _now: Instant) -> None:
        for event in events:
            if isinstance(event, SatDown):
                table = TableId(actor.stream.partition(":")[2])
                actor.feed.watch(event.player, partial(self._see, event.player, table))
            elif isinstance(event, HandEnded):
                self.hands.append(event.hand)
                self._left -= 1
                if self._left == 0:
                    self.over.set_result(None)

    def _see(self, player: PlayerId, table: TableId, frame: Frame) -> None:
        if self._left <= 0 and not self._goes_on:
            return
        for change in frame.private.get(player, ()):
            if isinstance(change, YourTurn):
                choice = Check() if change.options.can_check else Call()
                act = Act(player, change.hand, change.turn, Fold() if player == self._folder else choice)
                self._room.clock.soon(partial(self._room.table, table, act))
