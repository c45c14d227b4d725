"""
The stations of live tables: for dealers and pit bosses who are signed in with a second factor.

A station is sent whole whenever it is another: at once after a decision of its table, and a few times a second for what others bet and
write. It goes to who deals there, to the pit boss, and to a dealer who finds the table free; to nobody else.
"""

from collections import deque
from collections.abc import Callable
from typing import Any, Final, Literal

import msgspec

from fairdeal.casino.table import commands as table_commands
from fairdeal.casino.table.events import CardDealt, ShoeShuffled
from fairdeal.casino.table.facts import Dealing, TableFacts
from fairdeal.casino.table.state import Table
from fairdeal.casino.table.station import person_key
from fairdeal.casino.table.station_events import CardRefused, CardUnread, DealerChanged
from fairdeal.kernel import MINUTE, Duration, Instant, Rejection, StreamId, TableId, reject
from fairdeal.present.casino_felt import card_to_wire, is_shown
from fairdeal.present.seats import Faces
from fairdeal.present.station import Reader, StationParts, row_to_wire, station_to_wire
from fairdeal.protocol import station_client as said
from fairdeal.protocol.codec import encode
from fairdeal.protocol.station import StationRead, StationRow, StationShown, StationsShown
from fairdeal.room.casino.house import CasinoTableSetup, casino_stream
from fairdeal.runtime.actor import Actor
from fairdeal.runtime.keys import Key
from fairdeal.runtime.ports import Answer, Reply
from fairdeal.server.auth.person import Person
from fairdeal.server.client import Client
from fairdeal.server.desks.station_commands import station_command
from fairdeal.server.desks.station_rights import Standing, right_refused, standing_of, station_refused
from fairdeal.server.house import ServerHouse
from fairdeal.server.limits import CROWD_PAUSE_MS

LOCKS_AFTER: Final = Duration(5 * MINUTE)
"""How long a station may be left alone before its person has to prove again who they are."""
READS_KEPT: Final = 6
_COMMANDS: Final = said.StationCommand.__args__


class Post:
    """One live table and those who stand at it."""

    def __init__(self, parts: StationParts) -> None:
        self.parts = parts
        self.followers: set[Client] = set()
        self.is_handed = False  # who deals has left the table to the next
        self.reads: deque[StationRead] = deque(maxlen=READS_KEPT)
        self.codes: dict[str, bool] = {}  # codes read since the shuffle, and whether their card lay face up
        self.misread: StationRead | None = None  # why the next failed scan failed
        self.sent: dict[Client, bytes] = {}


class StationDesk:
    """Sends live tables to dealers and pit bosses, and takes what they do there."""

    def __init__(self, house: ServerHouse, faces: Faces) -> None:
        self._house = house
        self._room = house.room
        self._clock = house.room.clock
        self._faces = faces
        self._posts: dict[TableId, Post] = {}
        self._by_stream: dict[StreamId, Post] = {}
        self._lookers: dict[Client, tuple[StationRow, ...]] = {}  # at the list, with the rows they have
        self._active: dict[str, Instant] = {}  # when a session was last heard at a station
        self._is_due = False
        for table in house.room.casino.house.setups:
            self._open(table)
        house.room.casino.on_changed.append(self._open)
        self._room.registry.watches_of_written.append(self._written)

    def _open(self, table: TableId) -> None:
        """Have a post for a live table, or other settings at the one there is; one that is closed has none."""
        casino = self._room.casino.house
        setup, machine = casino.setups[table], casino.machines[table]
        if not _is_live(setup) or not is_shown(machine.view(machine.initial, None).felt):
            self._posts.pop(table, None)
            self._by_stream.pop(casino_stream(table), None)
            return
        parts = StationParts(setup, machine, casino.settings.scanner, self._faces)
        post = self._posts.setdefault(table, Post(parts))
        post.parts = parts
        self._by_stream[casino_stream(table)] = post

    # ---- following

    def watch(self, client: Client, message: said.StationWatch) -> Rejection | None:
        """Send the list of stations or one station from now on, or stop; returns why not, or None."""
        person = self._person(client)
        if (refused := station_refused(person)) is not None:
            return refused
        assert person is not None
        if isinstance(message, said.WatchStations):
            self._lookers.pop(client, None)
            if message.on:
                self._lookers[client] = rows = self._rows(person)
                client.send(encode(StationsShown(at=self._clock.now(), tables=rows)))
                self._plan()
            return None
        post = self._posts.get(TableId(message.table))
        if post is None:
            return reject("no_such_table")
        if not message.on:
            post.followers.discard(client)
            post.sent.pop(client, None)
            return None
        if not self._standing(post, person).may_follow:
            return reject("table_has_dealer", self._facts(post).game.dealing_rule)
        post.followers.add(client)
        post.sent.pop(client, None)
        self._show(post)
        self._plan()
        return None

    def forget(self, client: Client) -> None:
        """Forget a closed connection."""
        self._lookers.pop(client, None)
        for post in self._posts.values():
            post.followers.discard(client)
            post.sent.pop(client, None)

    def is_left(self, table: TableId) -> bool:
        """Whether who deals at a live table has handed it over, or has no station open there."""
        post = self._posts.get(table)
        return post is not None and self._is_left(post)

    # ---- what people do

    def take(self, client: Client, message: said.StationCommand, reply: Reply, key: Key | None) -> None:
        """Pass what a person does at a station to its table, if it is theirs to do."""
        person, post = self._person(client), self._posts.get(TableId(message.table))
        refused = station_refused(person)
        if refused is None and post is None:
            refused = reject("no_such_table")
        is_sensor = isinstance(message, said.SenseBall)  # a device, which nobody leaves alone
        if refused is None and not is_sensor and client.session is not None and self._is_locked(client.session.id):
            refused = reject("station_locked")
        if refused is not None or person is None or post is None:
            reply(refused)
            return
        standing = self._standing(post, person)
        refused = right_refused(self._facts(post), self._state(post), standing, type(message))
        if refused is not None or isinstance(message, said.StationAwake):
            reply(refused)
        elif isinstance(message, said.HandOver):
            self._hand_over(post, reply)
        elif isinstance(message, said.ScanCard):
            self._scan(post, message, reply, key)
        else:
            self._post(post, station_command(self._facts(post), person.name, message, self._video(post)), reply, key)

    def _is_locked(self, session: str) -> bool:
        """Whether a session was left alone too long and has not proved itself since; being heard counts from now on."""
        now, last = self._clock.now(), self._active.get(session)
        alone = LOCKS_AFTER if last is None else Duration(now - last)
        if alone >= LOCKS_AFTER and not self._house.auth.sessions.is_proved(session, alone):
            return True
        self._active[session] = now
        return False

    def _hand_over(self, post: Post, reply: Reply) -> None:
        post.is_handed = True
        reply(None)
        self._show(post)

    def _scan(self, post: Post, message: said.ScanCard, reply: Reply, key: Key | None) -> None:
        """Look up what the scanner read; what stands for no card, or was read before, counts as a failed scan."""
        scanner, code = post.parts.scanner, message.code.strip().upper()
        card, video = scanner.card_of(code), self._video(post)
        if card is not None and not (scanner.marks_each_card and code in post.codes):
            read = post.codes.setdefault(code, True) if scanner.marks_each_card else None
            self._post(
                post, table_commands.Scan(message.round, card, video), _forgetting(post, code, reply, read=read), key
            )
            return
        step = post.parts.machine.step(self._state(post))
        shown = card_to_wire(card) if card is not None and post.codes.get(code) else None
        outcome: Literal["unread", "twice"] = "unread" if card is None else "twice"
        post.misread = StationRead(
            at=self._clock.now(), seat=step.seat, hand=step.hand, outcome=outcome, card=shown, video=video
        )
        rule = self._facts(post).casino.station.scan_attempts_max.rule
        told = reject("card_unread" if card is None else "card_read_twice", rule)

        def answer(refused: Answer) -> None:
            reply(told if refused is None else refused)

        self._post(post, table_commands.ScanFailed(message.round, video), answer, key)

    def _post(self, post: Post, command: Any, reply: Reply, key: Key | None) -> None:
        actor = self._room.registry.actor(casino_stream(post.parts.setup.table))
        self._room.registry.post(actor, command, reply, key)

    # ---- who, where, when

    def _person(self, client: Client) -> Person | None:
        return None if client.player is None else self._house.auth.face(client.player)

    def _state(self, post: Post) -> Table:
        state: Table = self._room.registry.actor(casino_stream(post.parts.setup.table)).state
        return state

    def _facts(self, post: Post) -> TableFacts:
        return post.parts.machine.facts_of(self._state(post))

    def _video(self, post: Post) -> int | None:
        """The time code of the recording now."""
        video = post.parts.setup.video
        return None if video is None else max(0, self._clock.now() - video.clock_at)

    def _standing(self, post: Post, person: Person) -> Standing:
        return standing_of(person, self._state(post), is_handed=post.is_handed, is_manned=self._is_manned(post))

    def _is_left(self, post: Post) -> bool:
        return post.is_handed or not self._is_manned(post)

    def _is_manned(self, post: Post) -> bool:
        """Whether who deals has a station open there."""
        dealer = person_key(self._state(post).station.dealer)
        there = (self._person(client) for client in post.followers)
        return any(each is not None and person_key(each.name) == dealer for each in there)

    # ---- what is sent

    def _written(self, actor: Actor, events: tuple[object, ...], now: Instant) -> None:
        """Note what was read and who deals, and send the station at once."""
        post = self._by_stream.get(actor.stream)
        if post is None:
            return
        for event in events:
            self._note(post, event, now)
        self._show(post)

    def _note(self, post: Post, event: object, now: Instant) -> None:
        match event:
            case CardDealt():
                card = card_to_wire(event.card) if event.face_up else None
                post.reads.appendleft(_read(now, event, "accepted", card))
                _mark(post, face_up=event.face_up)
            case CardUnread():
                step = post.parts.machine.step(self._state(post))
                plain = StationRead(at=now, seat=step.seat, hand=step.hand, outcome="unread", video=event.video)
                post.reads.appendleft(post.misread or plain)
                post.misread = None
            case CardRefused():
                card = card_to_wire(event.card)
                post.reads.appendleft(
                    StationRead(at=now, seat=-1, hand=0, outcome="impossible", card=card, video=event.video)
                )
            case ShoeShuffled():
                post.codes.clear()
                post.reads.clear()
            case DealerChanged():
                post.is_handed = False

    def _show(self, post: Post) -> None:
        """Send the station to those who may see it, where it is another."""
        for client in tuple(post.followers):
            person = self._person(client)
            standing = None if person is None or station_refused(person) else self._standing(post, person)
            if standing is None or not standing.may_follow:
                post.followers.discard(client)
                post.sent.pop(client, None)
                continue
            view = station_to_wire(post.parts, self._state(post), self._reader(post, standing), post.reads)
            made = encode(view)
            if post.sent.get(client) != made:
                post.sent[client] = made
                client.send(encode(StationShown(at=self._clock.now(), station=view)))

    def _reader(self, post: Post, standing: Standing) -> Reader:
        facts, state = self._facts(post), self._state(post)
        may = tuple(_tag(kind) for kind in _COMMANDS if right_refused(facts, state, standing, kind) is None)
        return Reader(standing.name, standing.deals, standing.pit, may)

    def _rows(self, person: Person) -> tuple[StationRow, ...]:
        rows = []
        for post in self._posts.values():
            standing, manned = self._standing(post, person), not self._is_left(post)
            rows.append(
                row_to_wire(post.parts.setup, self._state(post), mine=standing.deals, free=standing.free, manned=manned)
            )
        return tuple(rows)

    # ---- a few times a second

    def _plan(self) -> None:
        is_followed = self._lookers or any(post.followers for post in self._posts.values())
        if is_followed and not self._is_due:
            self._is_due = True
            self._clock.at(Instant(self._clock.now() + CROWD_PAUSE_MS), self._catch_breath)

    def _catch_breath(self) -> None:
        self._is_due = False
        for post in self._posts.values():
            self._show(post)
        for client, known in tuple(self._lookers.items()):
            person = self._person(client)
            if person is None or station_refused(person) is not None:
                del self._lookers[client]
                continue
            rows = self._rows(person)
            if rows != known:
                self._lookers[client] = rows
                client.send(encode(StationsShown(at=self._clock.now(), tables=rows)))
        self._plan()


def _is_live(setup: CasinoTableSetup) -> bool:
    return setup.dealing is Dealing.LIVE and not setup.closed


def _tag(kind: type[msgspec.Struct]) -> str:
    return str(kind.__struct_config__.tag)


def _read(now: Instant, event: CardDealt, outcome: Any, card: str | None) -> StationRead:
    return StationRead(at=now, seat=event.seat, hand=event.hand, outcome=outcome, card=card, video=event.video)


def _mark(post: Post, *, face_up: bool) -> None:
    """Keep whether the card that was read last lies face up."""
    if post.codes:
        post.codes[next(reversed(post.codes))] = face_up


def _forgetting(post: Post, code: str, reply: Reply, *, read: bool | None) -> Callable[[Answer], None]:
    """A reply that forgets the code of a card that was not accepted, so that it can be read again."""

    def answer(refused: Answer) -> None:
        if refused is not None and read is not None:
            post.codes.pop(code, None)
        reply(refused)

    return answer
