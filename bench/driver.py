"""
Players at the game socket, in a process of their own: `python -m bench.driver`, started by `bench.sockets`.

It hears a line of JSON: `kind` (room or bare), `port`, `tokens` (six a table), `first` (number of the first table), `stake`, `buyIn`
and `rate` (acts a second, or null for as fast as possible). Then it says `dialled`, hears `seat`, says `seated`, hears
`count FROM UNTIL` in seconds of the monotonic clock, says in JSON what it saw between them, and stays until it is ended.

It is made to be cheap. Of each table's six sockets one is listened to, that of whoever sat down last and so hears last; the others are
read when it is their turn, several messages at once. Nothing is parsed but the turn and what there is to call.
"""

import heapq
import json
import os
import random
import select
from collections import deque
from time import monotonic
from typing import Any, Final

from bench.wire import CHUNK, PONG, Wire, dial, take_frames, text_frame

SEATS: Final = 6
GRACE_SECONDS: Final = 5.0
LATE_SECONDS: Final = 0.0005
ALIVE_SECONDS: Final = 5.0
DRAIN_EVERY: Final = 64  # acts of a table, for those whose turn does not come
_TURN: Final = b'"kind":"turn","turn":{"number":'
_SEAT: Final = b'"seat":'
_HAND: Final = b'"hand":"'
_PADDING: Final = b"x" * 330


class Tally:
    """What is counted between two instants."""

    def __init__(self) -> None:
        self.begin = self.end = float("inf")
        self.acts = 0
        self.due = 0
        self.waits: list[float] = []

    def sent(self, due: float) -> None:
        """An act was due."""
        if self.begin <= due < self.end:
            self.due += 1

    def echoed(self, due: float, now: float) -> None:
        """An act came back."""
        if self.begin <= now < self.end:
            self.acts += 1
        if self.begin <= due < self.end:
            self.waits.append(now - due)


class Table:
    """Six sockets; knows whose turn it is, and when an act is due."""

    def __init__(self, wires: list[Wire], tally: Tally, gap: float | None) -> None:
        self.wires = wires
        self.leader = wires[-1]
        self.tally = tally
        self.gap = gap
        self.dues: deque[float] = deque()
        self.asked = False  # somebody is to act
        self.acting = 0.0  # when the act on its way was due; 0: none is
        self.acts = 0

    def seat(self) -> None:
        """Sit down and begin."""
        for wire in self.wires:
            wire.serve()

    def fall_due(self, now: float) -> None:
        """An act is wanted: now, or when somebody's turn comes. Nothing piles up before the counting begins."""
        self.tally.sent(now)
        if now < self.tally.begin:
            self.dues.clear()
        self.dues.append(now)

    def ready(self, now: float) -> bool:
        """Act if somebody can and should; False to be asked again soon."""
        if not self.asked:
            return True
        if self.gap is None:
            due = now
        elif self.dues:
            due = self.dues[0]
        else:
            return True
        if not self.act():
            return False
        if self.gap is not None:
            self.dues.popleft()
        self.asked = False
        self.acting = due
        self.acts += 1
        if self.acts % DRAIN_EVERY == 0:
            self.drain()
        return True

    def act(self) -> bool:
        """Send an act; False if what is needed for it has not come yet."""
        raise NotImplementedError

    def hear(self, payload: bytes) -> bool:
        """Take in a message; true if it is the echo of an act."""
        raise NotImplementedError

    def drain(self) -> None:
        """Read what has come for those who are not asked."""

    def readable(self, now: float) -> bool:
        """The leader has heard something; False if an act could not be sent yet."""
        leader = self.leader
        data = leader.recv(CHUNK)
        if not data:
            raise ConnectionError("the server closed a socket")
        payloads, leader.rest = take_frames(leader.rest + data if leader.rest else data)
        for payload in payloads:
            if self.hear(payload) and self.acting:
                self.tally.echoed(self.acting, now)
                self.acting = 0.0
        return self.ready(now)


class BareTable(Table):
    """Six that pass a message on in turn; it is as long as a frame of ours."""

    FRAMES: Final = [
        text_frame(b'{"type":"frame","padding":"%b","turn":%d}' % (_PADDING, number)) for number in range(SEATS)
    ]

    def __init__(self, wires: list[Wire], tally: Tally, gap: float | None) -> None:
        super().__init__(wires, tally, gap)
        self.turn = 0

    def seat(self) -> None:
        """Begin the round."""
        super().seat()
        self.asked = True

    def act(self) -> bool:
        """Pass it on to the next."""
        wire = self.wires[self.turn]
        if wire is not self.leader:
            wire.drain()
        self.turn = (self.turn + 1) % SEATS
        wire.send(self.FRAMES[self.turn])
        return True

    def hear(self, payload: bytes) -> bool:
        """Every message is an echo."""
        self.asked = payload.endswith(b"}")
        return self.asked


class RoomTable(Table):
    """Six guests at a table of ours who check or call."""

    def __init__(self, wires: list[Wire], tally: Tally, gap: float | None, stake: str, buy_in: int) -> None:
        super().__init__(wires, tally, gap)
        self.stake, self.buy_in = stake, buy_in
        self.seats: dict[int, Wire] = {}
        self.kept: dict[Wire, bytes] = {}
        self.id = b""
        self.turn = self.at = 0
        self.said = 0

    def seat(self) -> None:
        """Everybody joins, in order, so that the last hears last."""
        for wire in self.wires:
            wire.player = wire.until("welcome")["person"]["player"]
            wire.say(type="join", id="join", stake=self.stake, buyIn=self.buy_in)
        for wire in self.wires:
            view = wire.until("table")["table"]
            self.seats[
                next(at for at, chair in enumerate(view["seats"]) if chair and chair["player"] == wire.player)
            ] = wire
            self.id = view["id"].encode()
        if view["hand"] and view["hand"]["turn"]:
            self.turn, self.at = view["hand"]["turn"]["number"], view["hand"]["turn"]["seat"]
            self.asked = True
        for wire in self.wires[:-1]:
            self.kept[wire], wire.rest = wire.rest, b""
        payloads, self.leader.rest = take_frames(self.leader.rest)
        super().seat()
        for payload in payloads:
            self.hear(payload)

    def hear(self, payload: bytes) -> bool:
        """Whose turn it is now; for the leader also what there is to call."""
        found = payload.rfind(_TURN)
        if found >= 0:
            start = found + len(_TURN)
            comma = payload.index(b",", start)
            self.turn = int(payload[start:comma])
            start = comma + 1 + len(_SEAT)
            self.at = int(payload[start : payload.index(b",", start)])
            self.asked = True
            if self.seats.get(self.at) is self.leader:
                self.kept[self.leader] = payload
        return b'"kind":"acted"' in payload

    def act(self) -> bool:
        """Check or call, once the options have come."""
        wire = self.seats[self.at]
        data = self.kept.get(wire, b"")
        if wire is not self.leader:
            data += wire.drain()
        mark = b'"turn":%d,"toCall":' % self.turn
        found = data.rfind(mark)
        if found < 0 or len(data) < found + len(mark) + 2:
            self.kept[wire] = data
            return False
        self.kept[wire] = b""
        hand = data.rfind(_HAND, 0, found) + len(_HAND)
        name = data[hand : data.index(b'"', hand)]
        to_call = data[found + len(mark) : found + len(mark) + 2]
        kind = b"check" if to_call == b"0," else b"call"
        self.said += 1
        wire.send(
            text_frame(
                b'{"type":"act","id":"%d","table":"%b","hand":"%b","turn":%d,"choice":{"kind":"%b"}}'
                % (self.said, self.id, name, self.turn, kind)
            )
        )
        return True

    def drain(self) -> None:
        """Keep only the end, where options would be."""
        for wire in self.wires[:-1]:
            self.kept[wire] = (self.kept.get(wire, b"") + wire.drain())[-CHUNK:]


class Driver:
    """All tables of this process, in one loop without a library."""

    def __init__(self, spec: dict[str, Any]) -> None:
        self.tally = Tally()
        tokens, first = spec["tokens"], spec["first"]
        count = len(tokens) // SEATS
        rate = spec["rate"]
        self.gap = None if rate is None else count / rate
        room = spec["kind"] == "room"
        paths = ["/ws" if room else f"/{first + number // SEATS}" for number in range(len(tokens))]
        wires = dial(spec["port"], tokens, paths, stay)
        groups = [wires[start : start + SEATS] for start in range(0, len(wires), SEATS)]
        self.tables: list[Table] = [
            RoomTable(group, self.tally, self.gap, spec["stake"], spec["buyIn"])
            if room
            else BareTable(group, self.tally, self.gap)
            for group in groups
        ]
        self.dice = random.Random(first)  # noqa: S311 - not for cards
        self.epoll = select.epoll()
        self.by_socket: dict[int, Table] = {}
        self.agenda: list[tuple[float, int]] = []
        self.late: list[Table] = []
        self.told = b""
        self.alive_at = monotonic()

    def seat(self) -> None:
        """Everybody sits down, table after table; those who sit already play meanwhile."""
        for number, table in enumerate(self.tables):
            table.seat()
            self.by_socket[table.leader.fileno] = table
            self.epoll.register(table.leader.fileno, select.EPOLLIN)
            if self.gap is not None:
                heapq.heappush(self.agenda, (monotonic() + self.dice.random() * self.gap, number))
            self._ask(table, monotonic())
            self.turn(0)

    def _ask(self, table: Table, now: float) -> None:
        if not table.ready(now):
            self.late.append(table)

    def turn(self, most: float) -> None:
        """Wait at most so long for something, and answer everything that has come or is due."""
        if self.late:
            most = min(most, LATE_SECONDS)
        elif self.agenda:
            most = max(0.0, min(most, self.agenda[0][0] - monotonic()))
        events = self.epoll.poll(most)
        now = monotonic()
        late, self.late = self.late, []
        for table in late:
            self._ask(table, now)
        for number, _ in events:
            if number == 0:
                self.told += os.read(0, CHUNK)
            elif not (table := self.by_socket[number]).readable(now):
                self.late.append(table)
        if now - self.alive_at > ALIVE_SECONDS:
            self.alive_at = now
            self.show_life()
        agenda, gap = self.agenda, self.gap
        while agenda and agenda[0][0] <= now and gap is not None:
            due, place = agenda[0]
            heapq.heapreplace(agenda, (due + gap, place))
            self.tables[place].fall_due(due)
            self._ask(self.tables[place], now)

    def show_life(self) -> None:
        """Tell a server that asks silent players for a sign of life, where they are silent for long."""
        seated = len(self.by_socket)
        slow = self.gap is not None and self.gap * SEATS > ALIVE_SECONDS
        stay([wire for table in (self.tables if slow else self.tables[seated:]) for wire in table.wires])

    def count(self) -> dict[str, Any]:
        """Play until told from when until when to count; what was seen then."""
        self.epoll.register(0, select.EPOLLIN)
        while not self.told.endswith(b"\n"):
            self.turn(1.0)
        tally = self.tally
        begin, until = map(float, self.told.split()[1:])
        tally.begin, tally.end = begin, until
        while monotonic() < until:
            self.turn(0.1)
        while len(tally.waits) < tally.due and monotonic() < until + GRACE_SECONDS:
            self.turn(0.1)
        return {"acts": tally.acts, "due": tally.due, "waits": tally.waits if self.gap is not None else []}


def stay(wires: list[Wire]) -> None:
    """Give a sign of life on sockets on which nothing else is said."""
    for wire in wires:
        wire.send(PONG)


def heard(wires: list[Wire] | None = None) -> bytes:
    """A line of input; nothing after it is read. Meanwhile these sockets stay."""
    while wires and not select.select([0], [], [], ALIVE_SECONDS)[0]:
        stay(wires)
    line = b""
    while not line.endswith(b"\n"):
        if not (more := os.read(0, 1)):
            raise SystemExit("nobody asks any more")
        line += more
    return line


def main() -> None:
    """Do as told."""
    driver = Driver(json.loads(heard()))
    print("dialled", flush=True)
    heard([wire for table in driver.tables for wire in table.wires])
    driver.seat()
    print("seated", flush=True)
    print(json.dumps(driver.count()), flush=True)
    heard()  # its sockets stay open until it is ended


if __name__ == "__main__":
    main()
