"""What staff do in a simulation: void a hand, exclude a player, close a table, put another revision of a rulebook in force."""

from collections.abc import Sequence
from typing import Any, Final

from fairdeal.cash.banzai import FORMAT
from fairdeal.cash.floor import commands as floor_commands
from fairdeal.cash.player.commands import SetExclusion
from fairdeal.cash.streams import player_stream
from fairdeal.cash.table import commands as table_commands
from fairdeal.kernel import PlayerId, RuleId, TableId
from fairdeal.play.messages import VoidHand
from fairdeal.room.room import Room
from fairdeal.rulebook.catalogue import RULES
from fairdeal.rulebook.clause import PUBLISHED
from fairdeal.runtime.actor import Actor
from fairdeal.testing.network import Network
from fairdeal.testing.plan import Dice

_VOIDING: Final = ("TIME-15", "CASH-20")  # a hand that cannot be finished, a malfunction: editions have one or both
_FAIRNESS: Final = RuleId("CASH-01")
_CHANGE: Final = "CASH-22"  # the operator may change the rules; not every edition says so


class Staff:
    """Simulated staff that acts from time to time."""

    def __init__(self, network: Network, dice: Dice, players: Sequence[PlayerId]) -> None:
        self._network = network
        self._dice = dice
        self._players = players

    def act(self) -> None:
        """Do one thing, if the room is there."""
        room = self._network.room
        if room is not None and not self._network.stands:
            self._dice.choice((self._void, self._void, self._exclude, self._close, self._adopt))(room)

    def _void(self, room: Room) -> None:
        tables = [actor for actor in room.registry if actor.hosted.prefix == "cash" and actor.state.open is not None]
        if tables:
            actor = self._dice.choice(tables)
            edition = room.cash.house.rules[actor.state.stake][actor.state.edition].edition
            rule = next(rule for rule in _VOIDING if edition in RULES[rule].sources)
            self._tell_table(room, actor, VoidHand(actor.state.open.hand, RuleId(rule), "desk", "cannot go on"))

    def _exclude(self, room: Room) -> None:
        player = self._dice.choice(self._players)
        command = SetExclusion(FORMAT, self._dice.random() < 0.5, "desk", "plays unethically")
        room.registry.send(player_stream(player), command, self._network.answered)

    def _close(self, room: Room) -> None:
        tables = [actor for actor in room.registry if actor.hosted.prefix == "cash" and not actor.state.closed]
        if tables:
            self._tell_table(room, self._dice.choice(tables), table_commands.Close(_FAIRNESS))

    def _adopt(self, room: Room) -> None:
        floors = [actor for actor in room.registry if actor.hosted.prefix == "floor" and _may_change(actor)]
        if floors:
            floor = self._dice.choice(floors)
            revision = self._dice.choice(list(room.cash.house.revisions[floor.stream]))
            room.registry.send(floor.stream, floor_commands.AdoptRulebook(revision), self._network.answered)

    def _tell_table(self, room: Room, actor: Actor, command: Any) -> None:
        room.table(TableId(actor.stream.partition(":")[2]), command, self._network.answered)


def _may_change(floor: Actor) -> bool:
    edition = floor.stream.partition(":")[2].partition("/")[0]
    return edition in RULES[_CHANGE].sources or edition not in PUBLISHED
