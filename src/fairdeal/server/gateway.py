"""
The gateway between connections and the room: checks messages, passes on commands, sends answers.

A message is checked in a fixed order: rate, form, repeated id, person, then what it asks for. Every message is answered once.
"""

from collections import OrderedDict
from collections.abc import Callable
from functools import partial
from typing import Any

import msgspec

from fairdeal.cash.offer import StakeId
from fairdeal.cash.streams import table_stream
from fairdeal.kernel import PlayerId, Rejection, TableId, reject
from fairdeal.present.explanation import explanation_to_wire
from fairdeal.present.table import edition_to_wire
from fairdeal.protocol import client as inbound
from fairdeal.protocol import server as protocol
from fairdeal.protocol.base import PROTOCOL, PROTOCOL_OLDEST, Explanation
from fairdeal.protocol.casino_client import CasinoCommand, WatchCasino
from fairdeal.protocol.codec import encode
from fairdeal.protocol.server import (
    Done,
    Person,
    Pong,
    Refused,
    SeatedAt,
    Welcome,
)
from fairdeal.protocol.station_client import StationCommand, StationWatch
from fairdeal.protocol.table import ChatLine
from fairdeal.protocol.tournament import OwnPlay
from fairdeal.runtime.announcements import Announced, CalledOff
from fairdeal.runtime.broadcast import Frame
from fairdeal.runtime.keys import Key, client_key
from fairdeal.runtime.ports import Answer, Reply
from fairdeal.server.client import Account, Client, MessageSink, PendingAct
from fairdeal.server.commands import floor_command
from fairdeal.server.desks.casino import CasinoDesk
from fairdeal.server.desks.registry import DeskRegistry
from fairdeal.server.desks.station import StationDesk
from fairdeal.server.desks.table import Desk
from fairdeal.server.desks.tournament import TournamentDesk
from fairdeal.server.house import ServerHouse
from fairdeal.server.intake import Intake, OnOutcome
from fairdeal.server.limits import ACCOUNTS_KEPT_MAX, SOCKETS_PER_PLAYER_MAX
from fairdeal.server.office.in_force import not_accepted
from fairdeal.server.staff_play import staff_refused
from fairdeal.storage.port import StoreError

OnReport = Callable[[PlayerId, inbound.Report, Reply], None]
Command = (
    inbound.TableCommand
    | inbound.FloorCommand
    | inbound.TournamentCommand
    | inbound.HexaProCommand
    | inbound.UnregisterAll
    | CasinoCommand
    | StationCommand
)


class Gateway:
    """All game connections of this server, in this process or in gateway processes."""

    def __init__(self, house: ServerHouse) -> None:
        self._house = house
        self._room = house.room
        self._intake = Intake(house.room.clock.now, self._on_refused)
        self._accounts: OrderedDict[PlayerId, Account] = OrderedDict()
        self._clients: set[Client] = set()
        self.desks = DeskRegistry(house, self._accounts.get)
        pages, has_partners = self.desks.pages, house.has_tournament_partners
        self.tournaments = TournamentDesk(house.room, house.auth.check_acceptance, pages, has_partners)
        self.desks.on_followed = self.tournaments.plan
        self.casino = CasinoDesk(house.room, house.auth.check_acceptance)
        self.stations = StationDesk(house, self.desks.face)
        self._note_rulebooks()
        house.room.shelves.on_revised.append(lambda _: self._note_rulebooks())
        self.on_outcome: OnOutcome = lambda _kind, _outcome: None
        self.on_report: OnReport = lambda _player, _report, reply: reply(None)
        self.on_first: Callable[[], None] = lambda: None  # the first client connects
        self._room.announcements.feed.watch(self, self._announced)
        house.auth.on_revoked.append(self.on_session_ended)

    def _note_rulebooks(self) -> None:
        """Tell clients of the rulebooks in force from now on."""
        self._editions = tuple(edition_to_wire(each) for each in self._house.editions)

    @property
    def connected(self) -> int:
        """How many connections there are."""
        return len(self._clients)

    # ---- connections

    def admits(self, player: PlayerId | None) -> bool:
        """Whether that player may open one more connection."""
        account = None if player is None else self._accounts.get(player)
        return account is None or len(account.clients) < SOCKETS_PER_PLAYER_MAX

    def on_connected(self, sink: MessageSink, session: Any) -> Client:
        """Register a new connection and send its welcome."""
        account = None
        if session is not None:
            account = self._account(session.person.player)
        client = Client(sink, session, account, self._house.settings.messages_per_second)
        self._clients.add(client)
        if len(self._clients) == 1:
            self.on_first()
        if account is not None:
            account.clients.add(client)
            self._room.presence.connect(account.player, client)
        client.send(encode(self._welcome(client)))
        for each in self._room.announcements.view()[2]:
            client.send(encode(announcement_to_wire(Announced(each))))
        return client

    def on_disconnected(self, client: Client) -> None:
        """Forget a closed connection."""
        self._clients.discard(client)
        self.desks.forget_all(client)
        self.tournaments.forget_all(client)
        self.casino.forget(client)
        self.stations.forget(client)
        account = client.account
        if account is not None:
            account.clients.discard(client)
            self._room.presence.disconnect(account.player, client)
            if not account.clients:
                self.desks.lobby.forget_player(account.player)
                self.desks.own.forget_player(account.player)
                self._tidy()

    def tell(self, player: PlayerId, message: bytes) -> None:
        """Send a message to every connection of a player; who is not connected misses it."""
        account = self._accounts.get(player)
        for client in () if account is None else tuple(account.clients):
            client.send(message)

    def on_cut_off(self) -> None:
        """Count a connection that was closed because it was too slow."""
        self.on_outcome("outbox", "too_slow")

    def on_session_ended(self, session: str) -> None:
        """Disconnect all connections of an ended session."""
        for client in tuple(self._clients):
            if client.session is not None and client.session.id == session:
                client.disconnect("session_ended", reconnect=False)

    def _announced(self, frame: Frame) -> None:
        for change in frame.public:
            self._to_all(encode(announcement_to_wire(change)))

    def stop(self) -> None:
        """Disconnect everybody; clients reconnect automatically."""
        for client in tuple(self._clients):
            client.disconnect("server_stopping", reconnect=True)

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
        """Forget the account that was disconnected longest, if too many are kept."""
        if len(self._accounts) > ACCOUNTS_KEPT_MAX:
            oldest = next((account for account in self._accounts.values() if not account.clients), None)
            if oldest is not None:
                del self._accounts[oldest.player]

    def _welcome(self, client: Client) -> Welcome:
        person = None
        seated: tuple[SeatedAt, ...] = ()
        visits: tuple[TableId, ...] = ()
        own_play = OwnPlay()
        if client.session is not None:
            who = client.session.person
            roles = tuple(sorted(str(role) for role in who.roles))
            person = Person(player=who.player, name=who.name, avatar=who.avatar, kind=who.kind, roles=roles)
            seated = tuple(SeatedAt(table=table, stake=stake) for table, stake in self._seats(who.player))
            visits = self._room.casino.visits_of(who.player)
            own_play = self.desks.own.welcome(who.player)
        return Welcome(
            build=self._house.build,
            epoch=self._room.registry.lease.epoch,
            now=self._room.clock.now(),
            person=person,
            editions=self._editions,
            seated=seated,
            own_play=own_play,
            protocol=PROTOCOL,
            visits=visits,
        )

    def _seats(self, player: PlayerId) -> list[tuple[TableId, StakeId]]:
        return [(table, self._stake_of(table)) for table in self._room.tables_of(player)]

    def _stake_of(self, table: TableId) -> StakeId:
        return StakeId(self._room.registry.actor(table_stream(table)).state.stake)

    # ---- messages

    def may_answer_ping(self, client: Client) -> bool:
        """Whether a ping may be answered; pings count against the message rate."""
        return self._intake.may_answer_ping(client)

    def on_message(self, client: Client, data: bytes) -> None:
        """Handle one message of a client."""
        message = self._intake.read(client, data)
        if message is not None:
            self._handle(client, message)

    def on_read_message(self, client: Client, message: inbound.AnyClientMessage) -> None:
        """Handle one message that a gateway process has read; a player's connections may be at several of them."""
        if self._intake.is_player_too_fast(client):
            self._intake.refuse(client, Explanation(code="too_fast"), message.id)
        else:
            self._handle(client, message)

    def _on_refused(self, kind: str, outcome: str) -> None:
        self.on_outcome(kind, outcome)

    def _handle(self, client: Client, message: inbound.AnyClientMessage) -> None:
        try:
            self._take(client, message)
        except StoreError:
            # Something had to be read that is not in memory; the same command may be sent again.
            refused = self._answered(message, reject("unavailable"))
            if not client.answers.finish(message.id, refused):
                client.send(refused)

    def _take(self, client: Client, message: inbound.AnyClientMessage) -> None:
        if type(message) is inbound.Act:  # by far the most frequent
            if client.answers.begin(message.id, client.send):
                self._act(client, message)
        elif isinstance(message, inbound.ConnectionMessage):
            self._follow(client, message)
        elif client.answers.begin(message.id, client.send):
            self._command(client, message)

    def _follow(self, client: Client, message: inbound.ConnectionMessage) -> None:
        """Handle messages that concern this connection only; they are executed again when repeated."""
        refused = None
        match message:
            case inbound.Ping():
                client.send(encode(Pong(id=message.id, now=self._room.clock.now())))
                return
            case inbound.Hello() if not PROTOCOL_OLDEST <= message.protocol <= PROTOCOL:
                self.on_outcome("Hello", "reload_page")
                client.disconnect("reload_page", reconnect=False)
                return
            case inbound.Hello():
                self.desks.resume(client, message.positions)
                if client.player is not None:
                    self.desks.own.show_draws(client.player)
                if message.lobby:
                    self.desks.lobby.follow(client)
            case inbound.Watch():
                refused = self.desks.watch(client, TableId(message.table))
            case inbound.Forget():
                self.desks.forget(client, TableId(message.table))
            case inbound.WatchLobby():
                lobby = self.desks.lobby
                (lobby.follow if message.on else lobby.forget)(client)
            case WatchCasino():
                (self.casino.follow if message.on else self.casino.forget)(client)
            case _:
                desk: Any = self.stations if isinstance(message, StationWatch) else self.tournaments
                refused = desk.watch(client, message)
        client.send(self._answered(message, refused))

    def _unanswered(self, player: PlayerId, message: Command) -> Rejection | None:
        """Why a player who has not answered a reality check may not send that message, or None."""
        checks = self._house.reality
        return None if checks is None else checks.refused(player, message, self._house.clock.now())

    def _command(self, client: Client, message: Command) -> None:
        """Handle commands, which need a signed-in player."""
        player = client.player
        if player is None:
            self._answer(client, message, reject("sign_in_first"))
            return
        refused = staff_refused(self._house.auth.face(player), message) or self._unanswered(player, message)
        if refused is not None:
            self._answer(client, message, refused)
            return
        match message:
            case inbound.Say():
                self._answer(client, message, self._say(client, player, message))
            case inbound.Report():
                self._report(player, message, partial(self._answer, client, message))
            case inbound.Join() | inbound.LeaveQueue() | inbound.TakeSeat() | inbound.GiveUpSeat():
                self._to_floor(client, player, message)
            case _ if isinstance(message, inbound.HexaProCommand):
                reply = partial(self._answer, client, message)
                self.tournaments.to_hexapro(player, message, reply, self._key(player, message))
            case inbound.UnregisterAll():
                reply = partial(self._answer, client, message)
                self.tournaments.unregister_all(player, reply, self._key(player, message))
            case inbound.Register() | inbound.Unregister() | inbound.ReBuy() | inbound.DeclineReBuy() | inbound.AddOn():
                reply = partial(self._answer, client, message)
                self.tournaments.to_director(player, message, reply, self._key(player, message))
            case _:
                self._to_table(client, player, message)

    def _to_table(self, client: Client, player: PlayerId, message: Command) -> None:
        """Pass a command to a table, of whatever game."""
        reply, key = partial(self._answer, client, message), self._key(player, message)
        refused = self._not_accepted(player, message)
        if refused is not None:
            reply(refused)
        elif isinstance(message, CasinoCommand):
            self.casino.to_table(player, message, reply, key)
        elif isinstance(message, StationCommand):
            self.stations.take(client, message, reply, key)
        else:
            assert isinstance(message, inbound.TableCommand), message
            self.desks.send(player, message, reply, key)

    def _not_accepted(self, player: PlayerId, message: Command) -> Rejection | None:
        """Why a player who sat out while their table took up a new revision may not come back yet (CASH-21), or None."""
        if not isinstance(message, inbound.ComeBack):
            return None
        return not_accepted(self._house, player, TableId(message.table))

    def _act(self, client: Client, message: inbound.Act) -> None:
        """Handle an act in a hand; where it is carried out at once, the frame that everybody sees is also its answer."""
        player = client.player
        if player is None:
            self._answer(client, message, reject("sign_in_first"))
            return
        pending_act = client.pending_act = PendingAct(message.table, message.id)
        # Without a key: an act lives no longer than its hand.
        self.desks.send(player, message, partial(self._acted, client, message, pending_act), None)
        client.pending_act = None

    def _acted(self, client: Client, message: inbound.Act, pending_act: PendingAct, answer: Answer) -> None:
        if pending_act.is_answered and answer is None:
            self.on_outcome("Act", "done")
            client.answers.remember_done(message.id)
        else:
            self._answer(client, message, answer)

    def _key(self, player: PlayerId, message: Command) -> Key:
        """The durable idempotency key of a command, with the message it stands for; passwords are not kept."""
        if isinstance(message, inbound.Register) and message.password is not None:
            message = msgspec.structs.replace(message, password=None)
        return client_key(f"socket:{player}:{message.id}", message)

    def _answer(self, client: Client, message: inbound.AnyClientMessage, answer: Answer) -> None:
        """Send the answer of a command to all who asked."""
        client.answers.finish(message.id, self._answered(message, answer))

    def _answered(self, message: inbound.AnyClientMessage, answer: Answer) -> bytes:
        self.on_outcome(type(message).__name__, "done" if answer is None else answer.code)
        return encode(
            Done(id=message.id) if answer is None else Refused(id=message.id, told=explanation_to_wire(answer))
        )

    # ---- commands of people

    def _to_floor(self, client: Client, player: PlayerId, message: inbound.FloorCommand) -> None:
        reply = partial(self._answer, client, message)
        offered = self._room.cash.house.offered.get(StakeId(message.stake))
        if offered is None:
            reply(reject("no_such_stake"))
            return
        is_coming = isinstance(message, inbound.Join | inbound.TakeSeat)
        refused = self._house.auth.check_acceptance(player, offered.rules.digest) if is_coming else None
        if refused is not None:
            reply(refused)
            return
        self._room.floor(offered.id, floor_command(player, message), reply, self._key(player, message))

    def _say(self, client: Client, player: PlayerId, message: inbound.Say) -> Rejection | None:
        desk = self.desks.desk(TableId(message.table))
        text = "".join(letter for letter in message.text if letter.isprintable()).strip()
        now = self._room.clock.now()
        if not isinstance(desk, Desk):
            return reject("no_such_table")
        if not desk.is_seated(player):
            return reject("not_seated")
        if not text:
            return reject("text_missing")
        if client.account is not None and not client.account.chat.take(now):
            return reject("too_fast")
        desk.say(ChatLine(player=player, name=self.desks.face(player).name, text=text, at=now))
        return None

    def _report(self, player: PlayerId, message: inbound.Report, reply: Reply) -> None:
        if self.desks.desk(TableId(message.table)) is None:
            reply(reject("no_such_table"))
        else:
            self.on_report(player, message, reply)


def announcement_to_wire(change: object) -> protocol.Announcement | protocol.CalledOff:
    """An announcement, or its withdrawal, as a message."""
    if isinstance(change, CalledOff):
        return protocol.CalledOff(number=change.number)
    assert isinstance(change, Announced), change
    each = change.announcement
    return protocol.Announcement(
        number=each.number, key=each.key, made_at=each.made_at, at=each.at, texts=dict(each.texts)
    )
