"""
Between connections and the room: who may say what, and who hears what.

A message is judged in a fixed order: speed, form, known id, person, then what it asks for. Everything is answered, once for each
time it was asked.
"""

from collections import OrderedDict
from collections.abc import Callable
from functools import partial
from typing import Any

from fairdeal.cash.offer import StakeId
from fairdeal.cash.streams import table_stream
from fairdeal.kernel import PlayerId, Rejection, TableId, reject
from fairdeal.present.explanation import told
from fairdeal.present.table import edition_shown
from fairdeal.protocol import client as said
from fairdeal.protocol import server as protocol
from fairdeal.protocol.base import PROTOCOL, PROTOCOL_OLDEST, Told
from fairdeal.protocol.codec import BadMessage, decode, encode
from fairdeal.protocol.server import (
    Done,
    Person,
    Pong,
    Refused,
    SeatedAt,
    Welcome,
)
from fairdeal.protocol.table import ChatLine
from fairdeal.runtime.announcements import Announced, CalledOff
from fairdeal.runtime.broadcast import Frame
from fairdeal.runtime.keys import Key, client_key
from fairdeal.runtime.ports import Answer, Reply
from fairdeal.server.client import Account, Acting, Client, Outlet
from fairdeal.server.commands import floor_command
from fairdeal.server.desks.following import Following
from fairdeal.server.desks.tournament import TournamentDesk
from fairdeal.server.house import ServerHouse
from fairdeal.server.limits import (
    ACCOUNTS_KEPT_MAX,
    SOCKETS_PER_PLAYER_MAX,
    TOO_FAST_MAX,
)
from fairdeal.server.staff_play import staff_refused
from fairdeal.storage.port import StoreError

Heard = Callable[[str, str], None]
Spoken = Callable[[PlayerId, said.Report, Reply], None]
Command = said.TableCommand | said.FloorCommand | said.TournamentCommand | said.HexaProCommand


class Gateway:
    """All connections of this process, and what they follow."""

    def __init__(self, house: ServerHouse) -> None:
        self._house = house
        self._room = house.room
        self._accounts: OrderedDict[PlayerId, Account] = OrderedDict()
        self._clients: set[Client] = set()
        self.following = Following(house, self._accounts.get)
        self.tournaments = TournamentDesk(house.room, house.auth.check_acceptance)
        self._editions = tuple(edition_shown(each) for each in house.editions)
        self.on_heard: Heard = lambda _kind, _outcome: None
        self.on_report: Spoken = lambda _player, _report, reply: reply(None)
        self.on_first: Callable[[], None] = lambda: None  # somebody connects after nobody was there
        self._room.announcements.feed.watch(self, self._announced)
        house.auth.on_revoked.append(self.revoked)

    @property
    def connected(self) -> int:
        """How many connections there are."""
        return len(self._clients)

    # ---- connections

    def admits(self, player: PlayerId | None) -> bool:
        """Whether one more connection of that player is welcome."""
        account = None if player is None else self._accounts.get(player)
        return account is None or len(account.clients) < SOCKETS_PER_PLAYER_MAX

    def opened(self, outlet: Outlet, session: Any) -> Client:
        """A connection is there; it is welcomed."""
        account = None
        if session is not None:
            account = self._account(session.person.player)
        client = Client(outlet, session, account, self._house.settings.messages_per_second)
        self._clients.add(client)
        if len(self._clients) == 1:
            self.on_first()
        if account is not None:
            account.clients.add(client)
            self._room.presence.connect(account.player, client)
        client.send(encode(self._welcome(client)))
        for each in self._room.announcements.view()[2]:
            client.send(encode(announcement_shown(Announced(each))))
        return client

    def closed(self, client: Client) -> None:
        """A connection is gone."""
        self._clients.discard(client)
        self.following.forget_all(client)
        self.tournaments.forget_all(client)
        account = client.account
        if account is not None:
            account.clients.discard(client)
            self._room.presence.disconnect(account.player, client)
            if not account.clients:
                self.following.lobby.gone(account.player)
                self._tidy()

    def cut_off(self) -> None:
        """A connection was too slow; it is closed already."""
        self.on_heard("outbox", "too_slow")

    def revoked(self, session: str) -> None:
        """A session has ended: its connections end with it."""
        for client in tuple(self._clients):
            if client.session is not None and client.session.id == session:
                client.dismiss("session_ended", again=False)

    def _announced(self, frame: Frame) -> None:
        for change in frame.public:
            self._to_all(encode(announcement_shown(change)))

    def stop(self) -> None:
        """Say goodbye to everybody; they come back by themselves."""
        for client in tuple(self._clients):
            client.dismiss("server_stops", again=True)

    def _to_all(self, message: bytes) -> None:
        for client in tuple(self._clients):
            client.send(message)

    def _account(self, player: PlayerId) -> Account:
        account = self._accounts.get(player)
        if account is None:
            account = self._accounts[player] = Account(player, self._house.settings.messages_per_second)
        self._accounts.move_to_end(player)
        return account

    def _tidy(self) -> None:
        """Forget the answers of those who were away longest."""
        if len(self._accounts) > ACCOUNTS_KEPT_MAX:
            oldest = next((account for account in self._accounts.values() if not account.clients), None)
            if oldest is not None:
                del self._accounts[oldest.player]

    def _welcome(self, client: Client) -> Welcome:
        person = None
        seated: tuple[SeatedAt, ...] = ()
        if client.session is not None:
            who = client.session.person
            roles = tuple(sorted(str(role) for role in who.roles))
            person = Person(player=who.player, name=who.name, avatar=who.avatar, kind=who.kind, roles=roles)
            seated = tuple(SeatedAt(table=table, stake=stake) for table, stake in self._seats(who.player))
        return Welcome(
            build=self._house.build,
            epoch=self._room.registry.lease.epoch,
            now=self._room.clock.now(),
            person=person,
            editions=self._editions,
            seated=seated,
            protocol=PROTOCOL,
        )

    def _seats(self, player: PlayerId) -> list[tuple[TableId, StakeId]]:
        return [(table, self._stake_of(table)) for table in self._room.tables_of(player)]

    def _stake_of(self, table: TableId) -> StakeId:
        return StakeId(self._room.registry.actor(table_stream(table)).state.stake)

    # ---- messages

    def pinged(self, client: Client) -> bool:
        """Whether a frame that is no message may be answered; it is paced like one."""
        if self._is_too_fast(client):
            self._fault(client, Told(code="too_fast"), None)
            return False
        return True

    def _is_too_fast(self, client: Client) -> bool:
        now = self._room.clock.now()
        return not client.bucket.take(now) or not (client.account is None or client.account.bucket.take(now))

    def heard(self, client: Client, data: bytes) -> None:
        """A message came in."""
        is_too_fast = self._is_too_fast(client)
        try:
            message = decode(data)
        except BadMessage as bad:
            self._fault(client, bad.told, bad.message_id)
            return
        if is_too_fast:
            self._fault(client, Told(code="too_fast"), message.id)
            return
        try:
            self._take(client, message)
        except StoreError:
            # Something had to be read that is not in memory; whoever asks again is asked the same.
            refused = self._answered(message, reject("unavailable"))
            if not client.answers.finish(message.id, refused):
                client.send(refused)

    def _take(self, client: Client, message: said.AnyClientMessage) -> None:
        if type(message) is said.Act:  # by far the most frequent
            if client.answers.begin(message.id, client.send):
                self._act(client, message)
        elif isinstance(message, said.ConnectionMessage):
            self._follow(client, message)
        elif client.answers.begin(message.id, client.send):
            self._command(client, message)

    def _fault(self, client: Client, why: Told, command: str | None) -> None:
        """Refuse what was not even looked at; who does nothing else is cut off."""
        client.faults += 1
        self.on_heard("unread", why.code)
        if client.faults > TOO_FAST_MAX:
            client.dismiss(why.code, again=True)
        else:
            client.send(encode(Refused(id=command, told=why)))

    def _follow(self, client: Client, message: said.ConnectionMessage) -> None:
        """What concerns this connection only: asked again, it is done again."""
        refused = None
        match message:
            case said.Ping():
                client.send(encode(Pong(id=message.id, now=self._room.clock.now())))
                return
            case said.Hello() if not PROTOCOL_OLDEST <= message.protocol <= PROTOCOL:
                self.on_heard("Hello", "reload_page")
                client.dismiss("reload_page", again=False)
                return
            case said.Hello():
                self.following.resume(client, message.positions)
                if message.lobby:
                    self.following.lobby.follow(client)
            case said.Watch():
                refused = self.following.follow(client, TableId(message.table))
            case said.Forget():
                self.following.forget(client, TableId(message.table))
            case said.WatchLobby():
                lobby = self.following.lobby
                (lobby.follow if message.on else lobby.forget)(client)
            case _:
                refused = self.tournaments.watch(client, message)
        client.send(self._answered(message, refused))

    def _command(self, client: Client, message: Command) -> None:
        """What only somebody who signed in may ask."""
        player = client.player
        if player is None:
            self._answer(client, message, reject("sign_in_first"))
            return
        refused = staff_refused(self._house.auth.face(player), message)
        if refused is not None:
            self._answer(client, message, refused)
            return
        match message:
            case said.Say():
                self._answer(client, message, self._say(client, player, message))
            case said.Report():
                self._report(player, message, partial(self._answer, client, message))
            case said.Join() | said.LeaveQueue() | said.TakeSeat() | said.GiveUpSeat():
                self._to_floor(client, player, message)
            case said.RegisterHexaPro() | said.UnregisterHexaPro():
                reply = partial(self._answer, client, message)
                self.tournaments.to_hexapro(player, message, reply, self._key(player, message))
            case said.Register() | said.Unregister() | said.ReBuy() | said.DeclineReBuy() | said.AddOn():
                reply = partial(self._answer, client, message)
                self.tournaments.to_director(player, message, reply, self._key(player, message))
            case _:
                self._to_table(player, message, partial(self._answer, client, message), self._key(player, message))

    def _act(self, client: Client, message: said.Act) -> None:
        """A decision in a hand; where it is carried out at once, the step that everybody sees is also its answer."""
        player = client.player
        if player is None:
            self._answer(client, message, reject("sign_in_first"))
            return
        acting = client.acting = Acting(message.table, message.id)
        # Without a key: an act lives no longer than its hand.
        self._to_table(player, message, partial(self._acted, client, message, acting), None)
        client.acting = None

    def _acted(self, client: Client, message: said.Act, acting: Acting, answer: Answer) -> None:
        if acting.is_answered:
            client.answers.note(message.id, self._answered(message, answer))
        else:
            self._answer(client, message, answer)

    def _to_table(self, player: PlayerId, message: said.TableCommand, reply: Reply, key: Key | None) -> None:
        self.following.send(player, message, reply, key)

    def _key(self, player: PlayerId, message: Command) -> Key:
        """Under what a command is remembered for good, and what was said."""
        return client_key(f"socket:{player}:{message.id}", message)

    def _answer(self, client: Client, message: said.AnyClientMessage, answer: Answer) -> None:
        """Say what became of a command, to all who asked."""
        client.answers.finish(message.id, self._answered(message, answer))

    def _answered(self, message: said.AnyClientMessage, answer: Answer) -> bytes:
        self.on_heard(type(message).__name__, "done" if answer is None else answer.code)
        return encode(Done(id=message.id) if answer is None else Refused(id=message.id, told=told(answer)))

    # ---- commands of people

    def _to_floor(self, client: Client, player: PlayerId, message: said.FloorCommand) -> None:
        reply = partial(self._answer, client, message)
        offered = self._room.cash.house.offered.get(StakeId(message.stake))
        if offered is None:
            reply(reject("no_such_stake"))
            return
        is_coming = isinstance(message, said.Join | said.TakeSeat)
        refused = self._house.auth.check_acceptance(player, offered.rules.digest) if is_coming else None
        if refused is not None:
            reply(refused)
            return
        self._room.floor(offered.id, floor_command(player, message), reply, self._key(player, message))

    def _say(self, client: Client, player: PlayerId, message: said.Say) -> Rejection | None:
        desk = self.following.desk(TableId(message.table))
        text = "".join(letter for letter in message.text if letter.isprintable()).strip()
        now = self._room.clock.now()
        if desk is None:
            return reject("no_such_table")
        if not desk.is_seated(player):
            return reject("not_seated")
        if not text:
            return reject("nothing_said")
        if client.account is not None and not client.account.chat.take(now):
            return reject("too_fast")
        desk.say(ChatLine(player=player, name=self.following.face(player).name, text=text, at=now))
        return None

    def _report(self, player: PlayerId, message: said.Report, reply: Reply) -> None:
        if self.following.desk(TableId(message.table)) is None:
            reply(reject("no_such_table"))
        else:
            self.on_report(player, message, reply)


def announcement_shown(change: object) -> protocol.Announcement | protocol.CalledOff:
    """What the house tells everybody, as a message."""
    if isinstance(change, CalledOff):
        return protocol.CalledOff(number=change.number)
    assert isinstance(change, Announced), change
    each = change.announcement
    return protocol.Announcement(
        number=each.number, key=each.key, made_at=each.made_at, at=each.at, texts=dict(each.texts)
    )
