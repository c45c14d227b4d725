"""
Between the people and the room: connections, and what a server does for its clients.

Commands go through the room's own door and count only while a device of the player is connected. A player hears frames
of tables through sinks, and of seats through what the floor tells about the player; everything else the client asks for
when it connects.
"""

from collections import Counter, defaultdict
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from fairdeal.cash.floor.events import BuyInAsked, QueueLeft, ReservationEnded, SeatGiven, TurnedAway
from fairdeal.cash.floor.view import QuestionView, QueueView
from fairdeal.cash.offer import StakeId
from fairdeal.cash.streams import floor_stream, player_stream
from fairdeal.cash.table.commands import Leave
from fairdeal.kernel import Instant, PlayerId, TableId
from fairdeal.play.messages import Act
from fairdeal.room.room import Room
from fairdeal.runtime.actor import Actor
from fairdeal.runtime.ports import Answer
from fairdeal.testing.clock import ManualClock
from fairdeal.testing.plan import Dice

if TYPE_CHECKING:
    from fairdeal.testing.people import Person

_DELAY: Final = 40  # milliseconds from the room to a client


class Network:
    """All lines between clients and the room; the room may be gone for a while."""

    def __init__(self, clock: ManualClock, dice: Dice) -> None:
        self._clock = clock
        self._dice = dice
        self._lines: dict[PlayerId, list[str]] = {}  # connected devices
        self.room: Room | None = None
        self.people: dict[PlayerId, Person] = {}
        self.refusals: Counter[str] = Counter()  # by code
        self.refused_by: Counter[str] = Counter()  # by rule
        self.commands = 0
        # What players asked for, so that nothing can be done in their name without a rule.
        self.acts: dict[tuple[TableId, str, int], PlayerId] = {}
        self.leavers: set[tuple[TableId, PlayerId]] = set()
        self.unanswered: defaultdict[tuple[TableId, str, int], list[Instant]] = defaultdict(list)  # when acts were sent
        # How the room answers connections, which only the network knows for sure.
        self.lost_at: dict[PlayerId, Instant] = {}  # when the room could know that a player has no line
        self._goes_on = Instant(0)  # when a room that stands still reads again

    # ---- the room comes and goes

    def open(self, room: Room) -> None:
        """Let a room answer from now on; clients notice one after another."""
        self.room = room
        room.registry.watches.append(self._hear)
        dice = self._dice
        for person in self.people.values():
            if person.in_session:
                # Most are back within seconds, some only after the room has stopped waiting for them.
                late = dice.random() < 0.06
                self._clock.at(
                    Instant(self._clock.now() + dice.randrange(200, 60_000 if late else 8_000)), person.come_online
                )

    def close(self) -> None:
        """The process is gone, and every connection with it."""
        self.room = None
        self._lines.clear()
        self.acts.clear()
        self.unanswered.clear()
        self.lost_at.clear()
        for person in self.people.values():
            person.line_lost()

    # ---- a room that stands still

    def stands_until(self, instant: Instant) -> None:
        """The room reads nothing until then; what is sent stays on the wire."""
        self._goes_on = instant

    @property
    def stands(self) -> bool:
        """Whether the room stands still."""
        return self._clock.now() < self._goes_on

    def _arrive(self, call: Callable[[Room], None]) -> None:
        """Let something reach the room: now, or as soon as it reads again; what a dead process had not read is lost."""
        room = self.room
        assert room is not None
        if self.stands:
            self._clock.at(self._goes_on, lambda: call(room) if self.room is room else None)
        else:
            call(room)

    # ---- lines

    def is_online(self, player: PlayerId) -> bool:
        """Whether a device of the player is connected."""
        return player in self._lines

    def connect(self, player: PlayerId, device: str) -> bool:
        """Connect a device; False if nobody answers."""
        if self.room is None:
            return False
        if self.stands:
            self._clock.at(self._goes_on, self.people[player].come_online)
            return False
        devices = self._lines.setdefault(player, [])
        if device not in devices:
            devices.append(device)
        self.lost_at.pop(player, None)
        self.room.presence.connect(player, device)
        return True

    def disconnect(self, player: PlayerId, device: str) -> None:
        """A device is gone."""
        devices = self._lines.get(player, [])
        if self.room is None or device not in devices:
            return
        devices.remove(device)
        if not devices:
            del self._lines[player]
        tables = tuple(self.people[player].places)
        is_last = not devices

        def gone(room: Room) -> None:
            for table in tables:
                room.forget(table, (player, device))
            if is_last:
                self.lost_at[player] = self._clock.now()
            room.presence.disconnect(player, device)

        self._arrive(gone)

    # ---- commands

    def send(self, player: PlayerId, call: Callable[[Room], None]) -> bool:
        """Let a client use the room's door; False if it has no line."""
        room = self.room
        if room is None or player not in self._lines:
            return False
        self.commands += 1
        self._arrive(call)
        return True

    def act(self, table: TableId, command: Act) -> None:
        """A decision at a table."""
        room = self.room
        if room is None or command.player not in self._lines:
            return
        self.commands += 1
        key = (table, command.hand, command.turn)
        self.acts[key] = command.player
        sent, waiting = self._clock.now(), self.unanswered[key]
        waiting.append(sent)

        def reply(answer: Answer) -> None:
            waiting.remove(sent)
            self.answered(answer)

        self._arrive(lambda room: room.table(table, command, reply))

    def leave(self, table: TableId, player: PlayerId, reply: Callable[[Answer], None], key: str) -> None:
        """Go home from a table."""

        def call(room: Room) -> None:
            self.leavers.add((table, player))
            room.table(table, Leave(player), reply, key)

        self.send(player, call)

    def answered(self, answer: Answer) -> None:
        """Count refusals."""
        if answer is not None:
            self.refusals[str(answer.code)] += 1
            if answer.rule is not None:
                self.refused_by[answer.rule] += 1

    # ---- what clients are told of seats

    def standing(self, player: PlayerId, stake: StakeId) -> QueueView | QuestionView | None:
        """What became of a request for a seat, as the floor shows it to its player."""
        if self.room is None:
            return None
        floor = self.room.registry.find(floor_stream(self.room.cash.house.offered[stake].rules))
        if floor is None:
            return None
        view = floor.hosted.view(floor.state, player)
        own: list[QueueView | QuestionView] = [*view.questions, *view.queues]
        return next((each for each in own if each.stake == stake), None)

    def sittings(self, player: PlayerId) -> dict[TableId, StakeId]:
        """Where the player sits, as the player's own stream shows it."""
        assert self.room is not None
        own = self.room.registry.actor(player_stream(player))
        return {each.table: each.stake for each in own.hosted.view(own.state, player).tables}

    def _hear(self, actor: Actor, events: tuple[Any, ...], now: Instant) -> None:
        if actor.hosted.prefix != "floor":
            return
        for event in events:
            player = getattr(event, "player", None)
            if player is not None and player in self._lines:
                call = _notice(self.people[player], event)
                if call is not None:
                    self._clock.at(Instant(now + _DELAY), call)

    # ---- bad weather

    def outage(self, share: float) -> None:
        """Disconnect that share of all seated players within seconds, through no fault of theirs."""
        dice = self._dice
        seated = [person for person in self.people.values() if person.places and self.is_online(person.player)]
        for person in dice.sample(seated, int(len(seated) * share)):
            now = self._clock.now()
            self._clock.at(Instant(now + dice.randrange(3_000)), person.drop_line)
            self._clock.at(Instant(now + dice.randrange(6_000, 150_000)), person.come_online)


def _notice(person: "Person", event: Any) -> Callable[[], None] | None:
    """What the client does when it is told of the event."""
    match event:
        case BuyInAsked():
            limits = (event.minimum, event.maximum, event.amounts, event.why)
            return partial(person.asked, QuestionView(event.stake, event.until, *limits))
        case SeatGiven():
            return partial(person.seated, event.stake, event.table)
        case TurnedAway() | ReservationEnded() | QueueLeft():
            return partial(person.unseated, event.stake)
        case _:
            return None
