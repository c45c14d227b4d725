"""
Tournaments for their followers: the tournament lobby, single tournaments, and commands of players.

Changes are sent a few times a second, however much was decided. Clients can only name streams that are in memory, so that
invented names cost nothing.
"""

from collections.abc import Callable

from fairdeal.bank.accounts import Tender
from fairdeal.hexapro.lobby import commands as hexapro
from fairdeal.kernel import Cents, Instant, MoneyKind, PlayerId, Rejection, RuleId, StreamId, TournamentId, reject
from fairdeal.present.tournament import (
    hexapro_lobby_to_wire,
    hexapro_row_to_wire,
    tournament_row_to_wire,
    tournament_to_wire,
)
from fairdeal.protocol import client as inbound
from fairdeal.protocol.codec import encode
from fairdeal.protocol.server import HexaProShown, TournamentsChanged, TournamentShown, TournamentsShown
from fairdeal.protocol.tournament import HexaProRow, TournamentRow
from fairdeal.room.room import Room
from fairdeal.room.tournament import lobby as room_lobby
from fairdeal.runtime.actor import Actor
from fairdeal.runtime.keys import Key
from fairdeal.runtime.ports import Reply
from fairdeal.server.auth.acceptance import TOURNAMENT_ACCEPTANCE
from fairdeal.server.client import Client
from fairdeal.server.limits import LOBBY_PAUSE_MS, TOURNAMENTS_FOLLOWED_MAX
from fairdeal.tournament.director import commands as ms
from fairdeal.tournament.orders import director_stream
from fairdeal.tournament.password import answer_to

Acceptance = Callable[[PlayerId, str, RuleId], Rejection | None]
"""Checks whether a player has accepted the rulebook revision with that hash; returns why not, or None."""


class TournamentDesk:
    """Sends the tournament lobby and single tournaments to their followers."""

    def __init__(
        self,
        room: Room,
        check_acceptance: Acceptance,
        has_partners: Callable[[MoneyKind], bool] = lambda _: False,
    ) -> None:
        self._room = room
        self._has_partners = has_partners
        self._house = room.tournaments.house
        self._check_acceptance = check_acceptance
        self._lobby: set[Client] = set()
        self._followed: dict[Client, set[StreamId]] = {}
        self._rows: dict[str, TournamentRow] = {}
        self._hexapro: dict[str, HexaProRow] = {}
        self._read = -1  # version of the lobby
        self._sent: dict[StreamId, int] = {}  # version of each stream that is followed
        self._is_due = False

    # ---- following

    def watch(self, client: Client, message: inbound.TournamentWatch) -> Rejection | None:
        """Start or stop sending what a message names; returns why not, or None."""
        match message:
            case inbound.WatchTournaments(on=True):
                self._show_lobby(client)
            case inbound.WatchTournaments():
                self._lobby.discard(client)
            case inbound.WatchTournament():
                stream = director_stream(TournamentId(message.tournament))
                return self._follow(client, stream, "no_such_tournament", on=message.on)
            case inbound.WatchHexaPro():
                stream = StreamId(message.lobby)
                if stream not in self._house.lobbies:
                    return reject("no_such_lobby")
                self._room.registry.actor(stream)
                return self._follow(client, stream, "no_such_lobby", on=message.on)
        return None

    def forget_all(self, client: Client) -> None:
        """Forget a disconnected client."""
        self._lobby.discard(client)
        self._followed.pop(client, None)

    def _show_lobby(self, client: Client) -> None:
        self._refresh()
        self._lobby.add(client)
        rows, hexapro_rows = tuple(self._rows.values()), tuple(self._hexapro.values())
        client.send(encode(TournamentsShown(at=self._room.clock.now(), tournaments=rows, hexapro=hexapro_rows)))
        self._plan()

    def _follow(self, client: Client, stream: StreamId, unknown: str, *, on: bool) -> Rejection | None:
        followed = self._followed.setdefault(client, set())
        if not on:
            followed.discard(stream)
            return None
        actor = self._find(stream)
        if actor is None:
            return reject(unknown)
        if stream not in followed and len(followed) >= TOURNAMENTS_FOLLOWED_MAX:
            return reject("too_many_tournaments", most=TOURNAMENTS_FOLLOWED_MAX)
        followed.add(stream)
        self._sent.setdefault(stream, actor.version)
        client.send(self._encoded_view(actor, client.player))
        self._plan()
        return None

    def _find(self, stream: StreamId) -> Actor | None:
        actor = self._room.registry.find(stream)
        return None if actor is None or actor.state is None else actor

    # ---- what changed

    def _plan(self) -> None:
        if not self._is_due and (self._lobby or any(self._followed.values())):
            self._is_due = True
            clock = self._room.clock
            clock.at(Instant(clock.now() + LOBBY_PAUSE_MS), self._publish)

    def _publish(self) -> None:
        self._is_due = False
        changed = self._refresh()
        if changed is not None:
            message = encode(changed)
            for client in tuple(self._lobby):
                client.send(message)
        self._publish_followed()
        self._plan()

    def _publish_followed(self) -> None:
        streams = {stream for followed in self._followed.values() for stream in followed}
        news: dict[StreamId, Actor] = {}
        sent: dict[StreamId, int] = {}
        for stream in streams:
            actor = self._find(stream)
            if actor is not None:
                sent[stream] = actor.version
                if self._sent.get(stream) != actor.version:
                    news[stream] = actor
        self._sent = sent
        for client, followed in tuple(self._followed.items()):
            followed.intersection_update(sent)  # what was over long ago is forgotten
            for stream in followed & news.keys():
                client.send(self._encoded_view(news[stream], client.player))

    def _encoded_view(self, actor: Actor, viewer: PlayerId | None) -> bytes:
        now, view = self._room.clock.now(), actor.hosted.view(actor.state, viewer)
        lobby = self._house.lobbies.get(actor.stream)
        if lobby is not None:
            return encode(HexaProShown(at=now, lobby=hexapro_lobby_to_wire(view, lobby.rules)))
        rules = self._house.rules_of(actor.state.setup)
        return encode(TournamentShown(at=now, tournament=tournament_to_wire(actor.state.id, view, rules)))

    def _refresh(self) -> TournamentsChanged | None:
        """Read the rows again if anything may have changed; return the changed ones."""
        lobby, now = self._room.tournaments.lobby, self._room.clock.now()
        found = lobby.rows(now)  # what is over goes by time
        if lobby.version == self._read and len(found) == len(self._rows):
            return None
        self._read = lobby.version
        rows: dict[str, TournamentRow] = {
            row.tournament: tournament_row_to_wire(row, self._tender(row), partners=self._has_partners(row.money))
            for row in found
        }
        games: dict[str, HexaProRow] = {row.lobby: self._hexapro_row(row) for row in lobby.hexapro()}
        changed = TournamentsChanged(
            at=now,
            tournaments=tuple(row for name, row in rows.items() if self._rows.get(name) != row),
            gone=tuple(name for name in self._rows if name not in rows),
            hexapro=tuple(row for name, row in games.items() if self._hexapro.get(name) != row),
        )
        self._rows, self._hexapro = rows, games
        return changed if changed.tournaments or changed.gone or changed.hexapro else None

    def _hexapro_row(self, row: room_lobby.HexaProRow) -> HexaProRow:
        rules = self._house.lobbies[row.lobby].rules
        return hexapro_row_to_wire(row, rules, partners=self._has_partners(rules.money))

    def _tender(self, row: room_lobby.TournamentRow) -> Tender:
        state = self._room.tournaments.find(row.tournament)
        assert state is not None, "what is in the lobby was announced"
        return self._house.rules_of(state.setup).tender

    # ---- commands of people

    def to_director(self, player: PlayerId, message: inbound.TournamentCommand, reply: Reply, key: Key | None) -> None:
        """Pass a command to a tournament director; registering needs acceptance of the rulebook (MTT-51a)."""
        tournament = TournamentId(message.tournament)
        actor = self._find(director_stream(tournament))
        if actor is None:
            reply(reject("no_such_tournament"))
            return
        refused = None
        if isinstance(message, inbound.Register):
            refused = self._check_acceptance(player, actor.state.setup.edition, TOURNAMENT_ACCEPTANCE)
        if refused is not None:
            reply(refused)
            return
        self._room.tournaments.send(tournament, _command(player, message, actor.state.setup.password), reply, key)

    def to_hexapro(self, player: PlayerId, message: inbound.HexaProCommand, reply: Reply, key: Key | None) -> None:
        """Pass a registration to a HexaPro lobby."""
        stream = StreamId(message.lobby)
        lobby = self._house.lobbies.get(stream)
        if lobby is None:
            reply(reject("no_such_lobby"))
            return
        command: hexapro.Register | hexapro.Unregister
        if isinstance(message, inbound.RegisterHexaPro):
            refused = self._check_acceptance(player, lobby.rules.digest, TOURNAMENT_ACCEPTANCE)
            if refused is not None:
                reply(refused)
                return
            command = hexapro.Register(player, message.games, Cents(message.cost))
        else:
            command = hexapro.Unregister(player, message.game)
        self._room.registry.send(stream, command, reply, key)


def _command(player: PlayerId, message: inbound.TournamentCommand, password: str) -> ms.PlayerCommand:
    """A player's message as a command; `password` is the digest that the tournament keeps."""
    match message:
        case inbound.Register():
            amount = None if message.amount is None else Cents(message.amount)
            given = None if message.password is None or not password else answer_to(password, message.password)
            return ms.Register(player, amount, message.ticket, password=given)
        case inbound.Unregister():
            return ms.Unregister(player)
        case inbound.ReBuy():
            return ms.BuyAgain(player)
        case inbound.DeclineReBuy():
            return ms.DeclineReBuy(player)
        case inbound.AddOn():
            return ms.TakeAddOn(player)
