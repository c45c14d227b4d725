"""
One table and its followers.

Seated players get every frame at once: the public part encoded once for all, with the private part of its owner. Watchers
get the frames of a hand when it is over.
"""

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable
from dataclasses import replace
from typing import Any, ClassVar, Final

import msgspec

from fairdeal.cash.offer import Offered
from fairdeal.cash.table.changes import HandCancelled
from fairdeal.cash.table.state import CashTable
from fairdeal.cash.table.view import TableView
from fairdeal.kernel import PlayerId, RuleId, StreamId, TableId
from fairdeal.play.changes import ActShown
from fairdeal.present.hand import HandPresenter
from fairdeal.present.seats import Faces
from fairdeal.present.table import table_to_wire
from fairdeal.present.table_changes import CashTablePresenter
from fairdeal.protocol.base import Explanation
from fairdeal.protocol.codec import encode
from fairdeal.protocol.server import RolledBack, Said, ServerMessage, TableShown
from fairdeal.protocol.table import ChatLine, PublicChange, Waiting
from fairdeal.runtime.actor import Actor
from fairdeal.runtime.broadcast import Frame
from fairdeal.runtime.limits import HISTORY_FRAMES_MAX
from fairdeal.server.client import Client
from fairdeal.server.desks.sent_frames import SentFrames
from fairdeal.server.limits import CHAT_LINES_KEPT
from fairdeal.tournament.dealer.changes import DealCancelled

_NOTHING_OWN: Final = b',"own":[]'
_NO_ANSWER: Final = b',"done":null}'


Find = Callable[[StreamId], Actor | None]


class Follower:
    """A connection that follows one table."""

    __slots__ = ("backlog", "client", "is_stale", "player", "send")

    def __init__(self, client: Client) -> None:
        self.client = client
        self.player = client.player
        self.send = client.sink.send
        self.backlog: list[bytes] = []  # of the running hand, for those who only watch
        self.is_stale = False  # came during the hand: sees the whole table when it is over


class Desk(ABC):
    """Sends the frames of one table to its followers."""

    frame_type: ClassVar[str]

    def __init__(self, actor: Actor, find: Find) -> None:
        self._actor = actor
        self._find = find
        self._id = TableId(actor.hosted.name)
        kind = encode(self.frame_type)
        self._head = b'{"type":%b,"table":%b,"epoch":%d,"number":' % (kind, encode(self._id), actor.feed.epoch)
        self._presenter = self._new_presenter()
        self._followers: dict[Client, Follower] = {}
        self._seated = self._players()
        self._last = actor.feed.number
        self._sent = SentFrames(self._last)
        self._chat: deque[ChatLine] = deque(maxlen=CHAT_LINES_KEPT)
        self.on_sent: Callable[[int], None] = lambda _: None
        actor.feed.watch(self, self._take)

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

    # ---- coming and going

    def follow(self, client: Client, after: tuple[int, int] | None = None) -> None:
        """Send frames from now on; first those missing after a position, or else the whole table."""
        known = self._followers.setdefault(client, Follower(client))
        if after is None or not self._is_live(client) or not self._catch_up(client, *after):
            self._show(known)

    def forget(self, client: Client) -> None:
        """Stop sending to a client."""
        self._followers.pop(client, None)

    def is_seated(self, player: PlayerId | None) -> bool:
        """Whether a player sits at the table."""
        return player in self._seated

    def _is_live(self, client: Client) -> bool:
        return client.player in self._seated

    def _catch_up(self, client: Client, epoch: int, number: int) -> bool:
        frames = self._sent.after(number) if epoch == self._actor.feed.epoch else None
        if frames is None:
            return False
        for frame in frames:
            client.send(self._head + frame.public + (frame.own_of(client.player) or _NOTHING_OWN) + _NO_ANSWER)
        return True

    def _show(self, follower: Follower) -> None:
        client = follower.client
        is_live = self._is_live(client)
        state = self._actor.state
        follower.backlog.clear()
        follower.is_stale = not is_live and state.open is not None
        client.send(encode(self._between_hands() if follower.is_stale else self._whole(client.player)))

    # ---- what is different from one kind of table to another

    @abstractmethod
    def _new_presenter(self) -> HandPresenter[Any, Any]:
        """A presenter that starts from the present state of the table."""

    @abstractmethod
    def _whole(self, viewer: PlayerId | None) -> ServerMessage:
        """The whole table as one viewer sees it."""

    @abstractmethod
    def _between_hands(self) -> ServerMessage:
        """The table without the running hand, for watchers."""

    @abstractmethod
    def _players(self) -> frozenset[PlayerId]:
        """The players seated at the table."""

    @abstractmethod
    def _waiting(self) -> list[Any]:
        """Changes to add to a frame that the machine does not report."""

    # ---- frames

    def _take(self, frame: Frame) -> None:
        """Encode a frame of the table once and send it to all followers."""
        if frame.number != self._last + 1:
            self._tell_rollback(frame)
            self._start_anew()
            return
        self._last = frame.number
        shown, private = self._presenter.frame_to_wire(frame.public, frame.private)
        first = frame.public[0] if frame.public else None
        # An act that is being decided is answered by its own frame only: time given back may be shown before it.
        is_act = type(first) is ActShown and first.rule is None
        if len(frame.public) != 1 or type(first) is not ActShown:
            self._seated = self._players()
            shown += self._waiting()
        numbered = b'%d,"changes":' % frame.number + encode(shown)
        own = {player: b',"own":' + encode(changes) for player, changes in private.items()}
        self._sent.add(frame.number, numbered, own)
        public = self._head + numbered
        without_own = public + _NOTHING_OWN + _NO_ANSWER
        is_between = self._presenter.tracked is None
        for follower in tuple(self._followers.values()):
            player = follower.player
            if player not in self._seated:
                self._to_watcher(follower, without_own, is_between=is_between)
            elif follower.is_stale or follower.backlog:
                self._show(follower)  # has just sat down, and has not seen this hand
            elif is_act and (pending_act := follower.client.pending_act) is not None and pending_act.table == self._id:
                pending_act.is_answered = True
                answer = b',"done":"%b"}' % pending_act.id.encode()  # ids need no escaping
                follower.send(public + own.get(player, _NOTHING_OWN) + answer)
            else:
                mine = own.get(player)
                follower.send(without_own if mine is None else public + mine + _NO_ANSWER)
        self.on_sent(len(self._followers))

    def show_anew(self) -> None:
        """Send the whole table after it was stopped and reloaded, unless a frame has done so already."""
        if self._find(self._actor.stream) is not self._actor:
            self._start_anew()

    def _tell_rollback(self, frame: Frame) -> None:
        """Tell followers why the running hand is gone, before the table is shown without it."""
        for change in frame.public:
            if isinstance(change, HandCancelled | DealCancelled):
                message = encode(rolled_back(self._id, change.number, change.rule))
                for follower in tuple(self._followers.values()):
                    follower.send(message)

    def _start_anew(self) -> None:
        """Start from the reloaded table, whose frames do not continue the earlier ones, and send the whole of it."""
        actor = self._find(self._actor.stream)
        assert actor is not None, "a table with a frame has an actor"
        self._actor = actor
        self._presenter = self._new_presenter()
        self._seated = self._players()
        self._last = actor.feed.number
        self._sent = SentFrames(self._last)
        for follower in self._followers.values():
            self._show(follower)

    def _to_watcher(self, follower: Follower, public: bytes, *, is_between: bool) -> None:
        if follower.is_stale:
            if is_between:
                self._show(follower)
            return
        follower.backlog.append(public)
        if is_between:
            for message in follower.backlog:
                follower.send(message)
            follower.backlog.clear()
        elif len(follower.backlog) > HISTORY_FRAMES_MAX:
            follower.backlog.clear()
            follower.is_stale = True

    # ---- chat

    def say(self, line: ChatLine) -> None:
        """Send a chat line to all followers."""
        self._chat.append(line)
        message = encode(Said(table=self._id, line=line))
        for client in tuple(self._followers):
            client.send(message)


def rolled_back(table: TableId, number: int, rule: RuleId) -> RolledBack:
    """The message that a hand became void because of an outage."""
    return RolledBack(
        table=table, number=number, told=Explanation(code="hand_rolled_back", rule=rule, numbers={"number": number})
    )


class TableDesk(Desk):
    """The desk of a cash table."""

    frame_type = "frame"

    def __init__(self, actor: Actor, offered: Offered, edition_name: str, faces: Faces, find: Find) -> None:
        self._offered = offered
        self._edition_name = edition_name
        self._faces = faces
        super().__init__(actor, find)

    def _new_presenter(self) -> CashTablePresenter:
        return CashTablePresenter(self._actor.state, self._offered.rules.hand.hole_cards, self._faces)

    def _whole(self, viewer: PlayerId | None) -> TableShown:
        view = self._actor.hosted.view(self._actor.state, viewer)
        pots = () if self._presenter.tracked is None else self._presenter.tracked.pots
        return self._message(view, pots, after_hands_only=False)

    def _between_hands(self) -> TableShown:
        state: CashTable = replace(self._actor.state, open=None, running=None, outcome=None)
        view = replace(self._actor.hosted.view(state, None), deals_at=None)
        return self._message(view, (), after_hands_only=True)

    def _message(self, view: TableView, pots: tuple[int, ...], *, after_hands_only: bool) -> TableShown:
        shown = table_to_wire(view, self._offered, self._edition_name, pots, self._faces, tuple(self._chat))
        if after_hands_only:
            shown = msgspec.structs.replace(shown, after_hands_only=True)
        feed = self._actor.feed
        return TableShown(epoch=feed.epoch, number=feed.number, table=shown)

    def _players(self) -> frozenset[PlayerId]:
        return frozenset(chair.player for chair in self._actor.state.chairs if chair is not None)

    def _waiting(self) -> list[PublicChange]:
        """When the next hand is dealt, and how many players are missing; empty during a hand."""
        state: Any = self._actor.state
        if state.open is not None or state.closed:
            return []
        view = self._actor.hosted.view(state, None)
        missing = max(0, view.players_needed - view.players_ready)
        return [Waiting(next_hand_at=view.deals_at, missing=missing)]
