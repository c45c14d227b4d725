"""
A client of one player: its connection, the tables it follows, and commands that must be done once.

How the player reacts to what the client receives is in `people`.
"""

from collections.abc import Callable
from functools import partial
from typing import Final

from fairdeal.cash.floor.view import QuestionView
from fairdeal.cash.offer import StakeId
from fairdeal.cash.table.view import TableView
from fairdeal.kernel import Instant, PlayerId, TableId
from fairdeal.room.room import Room
from fairdeal.runtime.broadcast import Frame
from fairdeal.runtime.ports import Answer
from fairdeal.testing.clock import ManualClock
from fairdeal.testing.network import Network

DESK: Final = "desk"
PHONE: Final = "phone"


class Place:
    """A table as one client knows it."""

    __slots__ = ("epoch", "number", "out", "seat", "stack", "stake", "table")

    def __init__(self, table: TableId, stake: StakeId) -> None:
        self.table = table
        self.stake = stake
        self.epoch = 0
        self.number = 0
        self.seat = -1
        self.stack = 0
        self.out = False  # sits out


class Client:
    """One player's client of a room that may crash and come back."""

    def __init__(self, player: PlayerId, network: Network, clock: ManualClock) -> None:
        self.player = player
        self.network = network
        self.clock = clock
        self.places: dict[TableId, Place] = {}
        self.waiting: dict[StakeId, None] = {}  # asked for a seat there
        self.in_session = False
        self.device: str | None = None  # where frames are acted on
        self.spare: str | None = None  # another one that only looks on
        self.session = 0
        self._key = 0
        self._unanswered: dict[str, Callable[[], None]] = {}

    @property
    def online(self) -> bool:
        """Whether a device is connected."""
        return self.device is not None

    def later(self, delay: int, call: Callable[[], None]) -> None:
        """Call back after a delay, unless the player has left by then."""
        session = self.session

        def then() -> None:
            if self.session == session:
                call()

        self.clock.at(Instant(self.clock.now() + delay), then)

    # ---- what the player does

    def hear(self, place: Place, frame: Frame) -> None:
        """Handle a frame of a table where the player sits."""
        raise NotImplementedError

    def see(self, place: Place, view: TableView) -> None:
        """Handle a full view of a table where the player sits."""
        raise NotImplementedError

    def asked(self, question: QuestionView) -> None:
        """Handle the floor's question for the buy-in of a reserved seat."""
        raise NotImplementedError

    # ---- the line

    def come_online(self) -> None:
        """Connect and catch up; if the room does not answer, the network tries again later."""
        if self.online or not self.in_session or not self.network.connect(self.player, DESK):
            return
        self.device = DESK
        self.resync()
        for send in tuple(self._unanswered.values()):
            send()

    def drop_line(self) -> None:
        """Disconnect every device."""
        for device in (self.device, self.spare):
            if device is not None:
                self.network.disconnect(self.player, device)
        self.line_lost()

    def line_lost(self) -> None:
        """Note that the connection is lost; the client keeps what it knows."""
        self.device = self.spare = None

    def take_spare(self) -> None:
        """Connect a second device that only watches."""
        spare = PHONE if self.device == DESK else DESK
        if self.online and self.spare is None and self.network.connect(self.player, spare):
            self.spare = spare
            self.resync()

    def lose_device(self) -> None:
        """Disconnect the device in use; the other one takes over, if there is one."""
        if self.device is not None and self.spare is not None:
            self.network.disconnect(self.player, self.device)
            self.device, self.spare = self.spare, None
            self.resync()

    def resync(self) -> None:
        """Catch up at every seat from the client's position, or by a full view."""
        room = self.network.room
        assert room is not None
        sittings = self.network.sittings(self.player)
        for table in [each for each in self.places if each not in sittings]:
            del self.places[table]
        for table, stake in sittings.items():
            self._follow(room, table, stake)
        for stake in list(self.waiting):
            standing = self.network.standing(self.player, stake)
            if standing is None:
                self.waiting.pop(stake, None)
            elif isinstance(standing, QuestionView):
                self.asked(standing)

    def _follow(self, room: Room, table: TableId, stake: StakeId) -> None:
        place = self.places.get(table)
        frames = None if place is None else room.catch_up(table, place.epoch, place.number)
        if place is not None and frames is not None:
            for frame in frames:
                self.hear(place, frame)
        else:
            found = room.view(table, self.player)
            if found is None:
                self.places.pop(table, None)
                return
            place = self.places[table] = Place(table, stake)
            place.epoch, place.number, view = found
            self.see(place, view)
        if table in self.places and self.device is not None:
            room.watch(table, (self.player, self.device), partial(self.hear, place))
            if self.spare is not None:
                room.watch(table, (self.player, self.spare), _look_on)

    # ---- commands that must be done once

    def keyed(
        self,
        send: Callable[[Room, Callable[[Answer], None], str], None],
        then: Callable[[Answer], None] | None = None,
    ) -> None:
        """Send a command with an idempotency key, and again after every disconnection until it is answered."""
        self._key += 1
        key = f"{self.player}.{self._key}"

        def reply(answer: Answer) -> None:
            self._unanswered.pop(key, None)
            self.network.answered(answer)
            if then is not None:
                then(answer)

        def send_it() -> None:
            self.network.send(self.player, lambda room: send(room, reply, key))

        self._unanswered[key] = send_it
        send_it()


def _look_on(_frame: Frame) -> None:
    """Ignore a frame, as the second device does."""
