"""
A player's own tournaments and HexaPro games: told on every connection whenever they change, whether or not anything is followed.

Players are also told what the director did, and follow the tables where they are seated and moved to without asking.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

from fairdeal.hexapro.game import is_hexapro, lobby_of
from fairdeal.hexapro.lobby import events as hexapro
from fairdeal.hexapro.lobby.state import Lobby, game_numbered
from fairdeal.kernel import Duration, Instant, PlayerId, StreamId, TableId, TournamentId
from fairdeal.present.hexapro import locked_draw_to_wire, own_draw_to_wire, part_to_wire
from fairdeal.present.seats import Faces
from fairdeal.present.tournament import money_unit
from fairdeal.present.tournament_notice import notice_to_wire
from fairdeal.protocol import tournament as wire
from fairdeal.protocol.codec import encode
from fairdeal.protocol.server import HexaProDrawShown, OwnTournaments, TournamentTold
from fairdeal.protocol.tournament_notice import NoticeCode, NoticeTold, TournamentNotice
from fairdeal.room.room import Room
from fairdeal.room.tournament.hexapro_lobby import LOBBIES
from fairdeal.room.tournament.whereabouts import players_in
from fairdeal.runtime.actor import Actor
from fairdeal.runtime.hosted import Changes
from fairdeal.server.client import Account, Client
from fairdeal.server.desks.tournament_pages import TournamentPages
from fairdeal.tournament.director import events as ev
from fairdeal.tournament.director import outcomes as oc
from fairdeal.tournament.director.notices import Notice
from fairdeal.tournament.director.state import Status, Tournament
from fairdeal.tournament.director.view import Own, Stacks, own_of
from fairdeal.tournament.orders import DIRECTORS, director_stream, table_id

_CONCERN_ALL: Final = frozenset(
    {
        ev.SetupChanged, ev.StartDelayed, ev.Filled, ev.Started, ev.RegistrationClosed, oc.Finished, oc.PhaseEnded,
        oc.PhaseReceived, oc.Cancelled,
    }
)  # fmt: skip
"""Events after which everybody's own part of a tournament may be another."""

_NO_STACKS: Final = Stacks()
_FIRST_PAUSE: Final = Duration(100)
_LONGEST_PAUSE: Final = Duration(2_000)
"""A table is open when its dealer has the first order: a moment after its players were seated, or when a break is over."""


class OwnTournamentsDesk:
    """Tells players about their own tournaments and games."""

    def __init__(
        self,
        room: Room,
        pages: TournamentPages,
        faces: Faces,
        account: Callable[[PlayerId], Account | None],
        follow: Callable[[Client, TableId], object],
        forget: Callable[[Client, TableId], None],
    ) -> None:
        self._room = room
        self._tournaments = room.tournaments
        self._pages = pages
        self._faces = faces
        self._account = account
        self._follow = follow
        self._forget = forget
        self._sent: dict[PlayerId, wire.OwnPlay] = {}
        room.registry.shown[DIRECTORS] = self._at_director
        room.registry.shown[LOBBIES] = self._at_lobby

    # ---- one's own

    def play_of(self, player: PlayerId) -> wire.OwnPlay:
        """All tournaments and games that a player is in, or was in until they leave memory."""
        whereabouts = self._tournaments.whereabouts
        entries = (self._one(player, tournament) for tournament in whereabouts.tournaments(player))
        games = (game for lobby in whereabouts.lobbies(player) for game in self._games(player, lobby))
        return wire.OwnPlay(tournaments=tuple(each for each in entries if each is not None), games=tuple(games))

    def welcome(self, player: PlayerId) -> wire.OwnPlay:
        """The same, for a new connection, which is told of changes from now on."""
        play = self._sent[player] = self.play_of(player)
        return play

    def forget_player(self, player: PlayerId) -> None:
        """Forget what was sent to a player whose last connection is gone."""
        self._sent.pop(player, None)

    def _one(self, player: PlayerId, tournament: TournamentId) -> wire.OwnTournament | None:
        actor = self._room.registry.find(director_stream(tournament))
        state: Tournament | None = None if actor is None else actor.state
        own = None if state is None else own_of(state, player, _NO_STACKS)
        return None if state is None or own is None else self._own_to_wire(player, state, own)

    def _own_to_wire(self, player: PlayerId, state: Tournament, own: Own) -> wire.OwnTournament:
        setup, rules = state.setup, self._pages.rules_of(state)
        is_waiting = state.status is Status.ANNOUNCED
        table = None if own.table is None or state.over else table_id(state.id, own.table)
        prizes = state.prizes or ()
        won = prizes[own.place - 1].ticket if own.place and own.place <= len(prizes) else 0
        ended = self._tournaments.cancellation(state.id)
        payout = self._pages.payout(state.id, player)
        return wire.OwnTournament(
            tournament=state.id,
            name=setup.name,
            edition=rules.edition,
            unit=money_unit(rules.tender),
            state="waiting" if is_waiting else "out" if table is None else "seated",
            status=state.status.value,
            starts_at=state.starts_at,
            entries=own.entries,
            table=table,
            seat=None if table is None else own.seat,
            place=own.place if table is None else None,
            prizes=own.prizes,
            bounties=own.bounties,
            held=player in self._tournaments.held(setup),
            ticket=won,
            target=self._pages.other(setup.satellite.target) if won and setup.satellite is not None else None,
            refunded=None if payout is None else payout.amount,
            rule=None if ended is None else ended.plan.rule,
            may_unregister=own.may_unregister,
            unregister_until=own.unregister_until,
            may_re_enter=own.may_re_enter,
            may_buy_until=own.may_buy_until,
            changed=own.changed,
            disqualified=own.disqualified,
            hexapro=lobby_of(rules, setup) if is_hexapro(setup) else None,
        )

    def _games(self, player: PlayerId, lobby: StreamId) -> Iterable[wire.OwnGame]:
        actor = self._room.registry.find(lobby)
        state: Lobby = Lobby() if actor is None else actor.state
        for filling in state.filling:
            if player in filling.players:
                yield wire.OwnGame(lobby=lobby, game=filling.number)
        for running in state.running:
            if player in running.players:
                game, multiplier = running.number, running.multiplier
                yield wire.OwnGame(lobby=lobby, game=game, tournament=running.tournament, multiplier=multiplier)

    def _clients(self, player: PlayerId) -> tuple[Client, ...]:
        account = self._account(player)
        return () if account is None else tuple(account.clients)

    def _send(self, player: PlayerId, message: Any) -> None:
        clients = self._clients(player)
        if clients:
            data = encode(message)
            for client in clients:
                client.send(data)

    def _update(self, players: Iterable[PlayerId]) -> None:
        """Send their own play to the connected ones of these players, if it changed."""
        now = self._room.clock.now()
        for player in players:
            if not self._clients(player):
                continue
            play = self.play_of(player)
            if self._sent.get(player) != play:
                self._sent[player] = play
                self._send(player, OwnTournaments(at=now, play=play))

    # ---- what directors decide

    def _at_director(self, actor: Actor, events: tuple[object, ...], shown: Sequence[Changes]) -> None:
        state: Tournament | None = actor.state
        if state is None:
            return
        told = [(player, notice) for each in shown for player, some in each.private.items() for notice in some]
        concerned = {player: None for player, _ in told}
        for event in events:
            concerned.update(dict.fromkeys(_players_of(state, event)))
        self._update(concerned)
        now = self._room.clock.now()
        for player, notice in told:
            if isinstance(notice, Notice) and self._clients(player):
                self._tell(state, player, notice, now)

    def _tell(self, state: Tournament, player: PlayerId, notice: Notice, now: Instant) -> None:
        payout = None if notice.payout is None else self._pages.payout(state.id, player)
        message = notice_to_wire(state.id, notice, self._pages.name_of, self._name, payout)
        self._send(player, TournamentTold(at=now, notice=message))
        if notice.table is not None:
            table = table_id(state.id, notice.table)
            left = None if notice.left is None else table_id(state.id, notice.left)
            self._room.clock.soon(lambda: self.bring(player, table, left))

    def _name(self, player: PlayerId) -> str:
        return self._faces(player).name

    def bring(
        self, player: PlayerId, table: TableId, left: TableId | None = None, pause: Duration = _FIRST_PAUSE
    ) -> None:
        """Let a player's connections follow the table where they sit, as soon as it is open, and no longer the one they left."""
        clients = self._clients(player)
        if not clients or table not in self._tournaments.tables_of(player):
            return
        if self._room.find_table(table) is None:
            clock, longer = self._room.clock, min(Duration(2 * pause), _LONGEST_PAUSE)
            clock.at(Instant(clock.now() + pause), lambda: self.bring(player, table, left, longer))
            return
        for client in clients:
            if left is not None:
                self._forget(client, left)
            if table not in client.tables:
                self._follow(client, table)

    # ---- HexaPro

    def _at_lobby(self, actor: Actor, events: tuple[object, ...], _shown: Sequence[Changes]) -> None:
        self._update({player: None for event in events for player in players_in(event)})
        for event in events:
            match event:
                case hexapro.PlaceGiven():
                    self._offer_part(event.player, actor.stream, event.number)
                case hexapro.DrawLocked() | hexapro.DrawWaited():
                    self._show_lock(actor.stream, event.number)
                case hexapro.GameStarted():
                    for player in event.players:
                        self._show_draw(player, actor.stream, event.number)
                case hexapro.GameVoided():
                    for player in event.refunded:
                        self._tell_refund(player, actor.stream, "game_voided", event.number, event)
                case hexapro.LobbyClosed():
                    for number, player in event.refunded:
                        self._tell_refund(player, actor.stream, "game_unregistered", number, event)

    def _offer_part(self, player: PlayerId, lobby: StreamId, number: int) -> None:
        """Tell a player how to take part in the draw of a game."""
        game = game_numbered(self._room.registry.actor(lobby).state, number)
        part = None if game is None else part_to_wire(lobby, game, player, self._room.clock.now())
        if part is not None:
            self._send(player, part)

    def _show_lock(self, lobby: StreamId, number: int) -> None:
        """Ask the players of a game for the seeds of its locked draw."""
        game = game_numbered(self._room.registry.actor(lobby).state, number)
        locked = None if game is None else locked_draw_to_wire(lobby, game, self._room.clock.now())
        if game is not None and locked is not None:
            for player in game.players:
                self._send(player, locked)

    def show_draws(self, player: PlayerId) -> None:
        """Show a player who comes back the draws of their games: those to come, and what is played for."""
        for lobby in self._tournaments.whereabouts.lobbies(player):
            actor = self._room.registry.find(lobby)
            for game in () if actor is None else actor.state.filling:
                if player in game.players:
                    self._offer_part(player, lobby, game.number)
                    if locked := locked_draw_to_wire(lobby, game, self._room.clock.now()):
                        self._send(player, locked)
            for running in () if actor is None else actor.state.running:
                if player in running.players:
                    self._show_draw(player, lobby, running.number)

    def _show_draw(self, player: PlayerId, lobby: StreamId, number: int) -> None:
        house, now = self._tournaments.house, self._room.clock.now()
        state: Lobby = self._room.registry.actor(lobby).state
        running = next((each for each in state.running if each.number == number), None)
        draw = next((each for each in state.latest if each.number == number), None)
        if running is None or draw is None:
            return
        shown_until = Instant(draw.at + house.settings.lobby.draw_shown)
        deals_at = shown_until if now < shown_until else None
        rules, table = house.lobbies[lobby].rules, table_id(running.tournament, 0)
        drawn = own_draw_to_wire(rules, draw, running.tournament, table, deals_at, running.proof)
        self._send(player, HexaProDrawShown(at=now, drawn=drawn))

    def _tell_refund(
        self,
        player: PlayerId,
        lobby: StreamId,
        code: NoticeCode,
        number: int,
        event: hexapro.GameVoided | hexapro.LobbyClosed,
    ) -> None:
        told = NoticeTold(code=code, rule=event.rule, numbers={"game": number, "price": event.buy_in})
        notice = TournamentNotice(tournament=lobby, name=str(lobby), told=told)
        self._send(player, TournamentTold(at=self._room.clock.now(), notice=notice))


def _players_of(state: Tournament, event: object) -> Iterable[PlayerId]:
    """The players whose own part of a tournament an event may change."""
    if type(event) in _CONCERN_ALL:
        return state.entrants
    player: PlayerId | None = getattr(event, "player", None)
    if player is not None:
        return (player,)
    players: tuple[PlayerId, ...] = getattr(event, "players", ())
    return players
