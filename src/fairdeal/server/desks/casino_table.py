"""
One casino table and its followers, of which there may be hundreds.

The public part is made and encoded once. What happened is sent at once; the sums of what others bet change with every chip of
everybody, so they are sent a few times a second. Own parts are made only for those who visit the table, and sent where they differ
from what was sent last. Frames are numbered here, not by the table's feed: a chip that one player lays is no frame for the others.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Final

import msgspec

from fairdeal.bank.accounts import site_wallet
from fairdeal.casino.chat import MessageRemoved, Said, messages_for
from fairdeal.casino.games.blackjack.felt import BoxesFelt
from fairdeal.casino.table.events import GameEvent
from fairdeal.casino.table.facts import TableFacts
from fairdeal.casino.table.people import may_read
from fairdeal.casino.table.state import Payment, Table
from fairdeal.casino.table.view import TableView
from fairdeal.kernel import UNITS_PER_CENT, AccountId, Instant, PlayerId, StreamId, TableId
from fairdeal.present.casino import (
    crowd_to_wire,
    line_to_wire,
    lines_to_wire,
    moment_to_wire,
    rules_to_wire,
    shoe_to_wire,
)
from fairdeal.present.casino_changes import change_to_wire, is_crowd
from fairdeal.present.casino_fair import fair_to_wire, own_fair_to_wire
from fairdeal.present.casino_felt import board_to_wire, felt_to_wire
from fairdeal.present.casino_own import own_to_wire, told_to
from fairdeal.present.seats import Faces
from fairdeal.protocol.base import Explanation
from fairdeal.protocol.casino import (
    CasinoBoard,
    CasinoCrowd,
    CasinoFelt,
    CasinoMoment,
    CasinoOwn,
    CasinoShoe,
    CasinoTable,
)
from fairdeal.protocol.casino_changes import CasinoChange
from fairdeal.protocol.casino_fair import CasinoFair
from fairdeal.protocol.casino_server import CasinoOwnChanged, CasinoSaid, CasinoTableShown, CasinoUnsaid
from fairdeal.protocol.codec import encode
from fairdeal.room.casino.house import CasinoTableSetup
from fairdeal.room.casino.table import HostedCasinoTable
from fairdeal.runtime.actor import Actor
from fairdeal.runtime.broadcast import Frame
from fairdeal.runtime.ports import Clock
from fairdeal.server.client import Client
from fairdeal.server.desks.sent_frames import SentFrames
from fairdeal.server.limits import CROWD_PAUSE_MS
from fairdeal.storage.port import PASSING

Find = Callable[[StreamId], Actor | None]
Balances = Callable[[list[AccountId]], dict[AccountId, int]]

_NOTHING_OWN: Final = b',"own":null,"told":[]}'


class Parts(msgspec.Struct, frozen=True, kw_only=True):
    """The public parts of a table, as they were sent last."""

    moment: CasinoMoment
    felt: CasinoFelt
    board: CasinoBoard | None
    shoe: CasinoShoe | None
    crowd: CasinoCrowd
    fair: CasinoFair | None


class CasinoTableDesk:
    """Sends one casino table to its followers."""

    def __init__(
        self,
        actor: Actor,
        setup: Callable[[], CasinoTableSetup],
        faces: Faces,
        find: Find,
        balances: Balances,
        clock: Clock,
    ) -> None:
        """`setup` gives the table's settings, which may change between two rounds."""
        self._actor = actor
        self._setup = setup
        self._faces = faces
        self._find = find
        self._balances = balances
        self._clock = clock
        self._id = TableId(actor.hosted.name)
        self._followers: dict[Client, PlayerId | None] = {}
        self._own: dict[PlayerId, CasinoOwn] = {}  # as sent last, of visitors who follow
        self._purses: dict[PlayerId, int] = {}
        self._poorer: set[PlayerId] = set()  # players whose wallets have to be read again
        self._head = b""
        self._number = 0
        self._sent = SentFrames(0)
        self._parts = self._read_parts()
        self._seen: Table = actor.state
        self._is_due = False
        self.on_sent: Callable[[int], None] = lambda _: None
        self._start()

    def _start(self) -> None:
        feed = self._actor.feed
        self._head = b'{"type":"casinoFrame","table":%b,"epoch":%d,"number":' % (encode(self._id), feed.epoch)
        self._shown = self._setup(), self._facts
        self._rules = rules_to_wire(*self._shown, self._view(None))
        feed.watch(self, self._take)

    # ---- what a desk is asked

    @property
    def stream(self) -> StreamId:
        """The stream of the table."""
        return self._actor.stream

    @property
    def clients(self) -> tuple[Client, ...]:
        """The connections that follow the table."""
        return tuple(self._followers)

    def close(self) -> None:
        """Stop following the table."""
        self._actor.feed.forget(self)

    def follow(self, client: Client, after: tuple[int, int] | None = None) -> None:
        """Send frames from now on; first those missing after a position, or else the whole table."""
        if not self._followers:
            self._publish(())  # what changed while nobody looked
        self._followers[client] = client.player
        before = None if client.player is None else self._own.get(client.player)
        own = self._own_of(client.player)
        if own is not None and own != before:
            self._tell_others(client, own)
        if after is None or not self._catch_up(client, *after):
            client.send(encode(self._whole(client.player, own)))
        else:
            client.send(encode(CasinoOwnChanged(table=self._id, own=own)))
        self._plan()

    def _tell_others(self, client: Client, own: CasinoOwn) -> None:
        """Send an own part that was made for one connection to the player's others, which would not be told of it again."""
        for other, player in tuple(self._followers.items()):
            if player == client.player and other is not client:
                other.send(encode(CasinoOwnChanged(table=self._id, own=own)))

    def money_moved(self, player: PlayerId) -> None:
        """A player's money has moved; the wallet is read again with the next breath."""
        if player in self._own:
            self._poorer.add(player)
            self._plan()

    def forget(self, client: Client) -> None:
        """Stop sending to a client."""
        player = self._followers.pop(client, None)
        if player is not None and player not in self._followers.values():
            self._own.pop(player, None)
            self._purses.pop(player, None)

    def show_anew(self) -> None:
        """Send the whole table after it was stopped and reloaded, unless a frame has done so already, or has other settings."""
        is_same = self._find(self._actor.stream) is self._actor
        if not is_same or self._shown != (self._setup(), self._facts):
            self._start_anew()

    def _start_anew(self) -> None:
        actor = self._find(self._actor.stream)
        assert actor is not None, "a table with a frame has an actor"
        self._actor = actor
        self._number += 1
        self._sent = SentFrames(self._number)
        self._parts = self._read_parts()
        self._seen = actor.state
        self._start()
        for client, player in self._followers.items():
            client.send(encode(self._whole(player, self._own_of(player))))

    def _catch_up(self, client: Client, epoch: int, number: int) -> bool:
        frames = self._sent.after(number) if epoch == self._actor.feed.epoch else None
        if frames is None:
            return False
        for frame in frames:
            client.send(self._head + frame.public + _NOTHING_OWN)
        return True

    # ---- the public part

    @property
    def _hosted(self) -> HostedCasinoTable:
        hosted = self._actor.hosted
        assert isinstance(hosted, HostedCasinoTable), hosted
        return hosted

    @property
    def _facts(self) -> TableFacts:
        return self._hosted.machine.facts_of(self._actor.state)

    def _view(self, viewer: PlayerId | None) -> TableView:
        view: TableView = self._hosted.machine.view(self._actor.state, viewer)
        return view

    def _read_parts(self) -> Parts:
        state, facts, view = self._actor.state, self._facts, self._view(None)
        felt = felt_to_wire(facts, view.felt, self._faces)
        asks = isinstance(state.felt, BoxesFelt) and state.felt.asked
        return Parts(
            moment=moment_to_wire(facts, state, asks=asks),
            felt=felt,
            board=board_to_wire(view.felt),
            shoe=shoe_to_wire(facts, view.shoe, state),
            crowd=crowd_to_wire(state),
            fair=fair_to_wire(state),
        )

    def _whole(self, viewer: PlayerId | None, own: CasinoOwn | None) -> CasinoTableShown:
        state, parts = self._actor.state, self._parts
        reads = may_read(self._facts, state, viewer) is None
        chat = lines_to_wire(messages_for(state.chat, viewer), self._faces) if reads else ()
        table = CasinoTable(
            id=self._id,
            name=self._setup().name,
            rules=self._rules,
            moment=parts.moment,
            felt=parts.felt,
            crowd=parts.crowd,
            board=parts.board,
            shoe=parts.shoe,
            own=own,
            chat=chat,
            fair=parts.fair,
        )
        return CasinoTableShown(at=self._clock.now(), epoch=self._actor.feed.epoch, number=self._number, table=table)

    # ---- frames

    def _take(self, frame: Frame) -> None:
        """Send what a decision of the table shows: at once what happened, a little later what others bet."""
        if self._find(self._actor.stream) is not self._actor:
            self._start_anew()
            return
        happened = [change for change in frame.public if not is_crowd(change)]
        self._say(frame.private)
        told = {player: told_to(player, changes) for player, changes in frame.private.items()}
        self._poorer.update(player for player, changes in frame.private.items() if any(map(_is_money, changes)))
        if happened:
            facts = self._facts
            wired = (change_to_wire(facts, change, self._faces) for change in happened)
            self._publish(tuple(change for change in wired if change is not None), told, everybody=True)
        elif frame.private:
            self._send_own(frame.private.keys(), told)
        self._plan()

    def _publish(
        self,
        changes: tuple[CasinoChange, ...],
        told: Mapping[PlayerId, tuple[Explanation, ...]] | None = None,
        *,
        everybody: bool = False,
    ) -> None:
        """Send the parts that are another now, each follower's own part with them where that is another too."""
        before, now = self._parts, self._read_parts()
        self._seen = self._actor.state
        news = [name for name in Parts.__struct_fields__ if getattr(before, name) != getattr(now, name)]
        owners = self._visitors() if everybody else set(told or ())
        if not news and not changes:
            self._send_own(owners, told or {})
            return
        self._parts = now
        self._number += 1
        numbered = b'%d,"at":%d,"changes":%b' % (self._number, self._clock.now(), encode(changes))
        for name in Parts.__struct_fields__:
            part = encode(getattr(now, name)) if name in news else b"null"
            numbered += b',"%b":%b' % (name.encode(), part)
        self._sent.add(self._number, numbered, {})
        public = self._head + numbered
        own = self._changed_own(owners, told or {})
        without_own = public + _NOTHING_OWN
        for client, player in tuple(self._followers.items()):
            mine = None if player is None else own.get(player)
            client.send(without_own if mine is None else public + mine)
        self.on_sent(len(self._followers))

    # ---- own parts

    def _visitors(self) -> set[PlayerId]:
        """The followers who visit the table, or did when their own part was sent."""
        guests = self._actor.state.guests
        return {each for each in self._followers.values() if each is not None and (each in guests or each in self._own)}

    def _own_of(self, player: PlayerId | None) -> CasinoOwn | None:
        """A player's own part as it is now, to be sent whole."""
        if player is None:
            return None
        self._read_purses({player})
        self._changed_own((player,), {})
        return self._own.get(player)

    def _changed_own(
        self, players: Collection[PlayerId], told: Mapping[PlayerId, tuple[Explanation, ...]]
    ) -> dict[PlayerId, bytes]:
        """The own parts that differ from what was sent last, and what is told, as they follow the public part of a frame."""
        state, facts = self._actor.state, self._facts
        followed = set(self._followers.values())
        wanted = [player for player in players if player in followed]
        views = self._hosted.own_views(state, wanted)
        self._read_purses({player for player in views if player not in self._purses})
        fair = own_fair_to_wire(state, views)
        found: dict[PlayerId, bytes] = {}
        for player in wanted:
            view, before, purse = views.get(player), self._own.get(player), self._purses.get(player, 0)
            own = None if view is None else own_to_wire(facts, state, player, view, purse, fair.get(player))
            if own is None:
                self._own.pop(player, None)
            else:
                self._own[player] = own
            if own != before or told.get(player):
                found[player] = b',"own":%b,"told":%b}' % (encode(own), encode(told.get(player, ())))
        return found

    def _send_own(self, players: Collection[PlayerId], told: Mapping[PlayerId, tuple[Explanation, ...]]) -> None:
        """Send own parts between two frames."""
        changed = self._changed_own(players, told)
        if not changed:
            return
        head = b'{"type":"casinoOwn","table":%b' % encode(self._id)
        for client, player in tuple(self._followers.items()):
            mine = None if player is None else changed.get(player)
            if mine is not None:
                client.send(head + mine)

    def _read_purses(self, players: Collection[PlayerId]) -> None:
        """Read wallets, all at once; while the journal is away, what was read last stays."""
        if not players:
            return
        wallets = {player: site_wallet(self._facts.tender, player) for player in players}
        try:
            held = self._balances(list(wallets.values()))
        except PASSING:
            return
        for player, wallet in wallets.items():
            self._purses[player] = held.get(wallet, 0) // UNITS_PER_CENT

    # ---- a few times a second

    def _plan(self) -> None:
        if self._followers and not self._is_due:
            self._is_due = True
            self._clock.at(Instant(self._clock.now() + CROWD_PAUSE_MS), self._catch_breath)

    def _catch_breath(self) -> None:
        """Send what changed since the last frame without being told at once: sums, guests, wallets."""
        self._is_due = False
        if not self._followers or self._find(self._actor.stream) is not self._actor:
            return
        poorer, self._poorer = self._poorer & set(self._followers.values()), set()
        before = {player: self._purses.get(player) for player in poorer}
        self._read_purses(poorer)
        if self._seen is not self._actor.state:
            self._publish(())
        self._send_own([player for player, held in before.items() if self._purses.get(player) != held], {})
        self._plan()

    # ---- chat

    def _say(self, private: Mapping[PlayerId, Iterable[object]]) -> None:
        """Send a chat message to those who may read it, or take one away from them."""
        readers: dict[Said | MessageRemoved, set[PlayerId]] = {}
        for player, changes in private.items():
            for change in changes:
                if isinstance(change, Said | MessageRemoved):
                    readers.setdefault(change, set()).add(player)
        for said, players in readers.items():
            if isinstance(said, Said):
                message = encode(CasinoSaid(table=self._id, line=line_to_wire(said.message, self._faces)))
            else:
                message = encode(CasinoUnsaid(table=self._id, number=said.message.number))
            for client, who in tuple(self._followers.items()):
                if who in players:
                    client.send(message)


def _is_money(change: object) -> bool:
    """Whether a private change may have moved money of its player."""
    return isinstance(change, Payment) or (isinstance(change, GameEvent) and change.durable)
