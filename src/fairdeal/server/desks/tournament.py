"""
Tournaments for their followers, and commands of players.

Changes are sent every two seconds, however much was decided. Clients can only name streams that are in memory, so that
invented names cost nothing.
"""

from collections.abc import Callable
from functools import partial

from fairdeal.hexapro.lobby import commands as hexapro
from fairdeal.kernel import Cents, Instant, MoneyKind, PlayerId, Rejection, RuleId, StreamId, TournamentId, reject
from fairdeal.present.tournament import price_to_wire, prize_bands
from fairdeal.protocol import client as inbound
from fairdeal.protocol.codec import encode
from fairdeal.protocol.fair_client import PromiseDraw, RevealDraw
from fairdeal.protocol.server import PriceIf, PrizesIf
from fairdeal.room.room import Room
from fairdeal.runtime.actor import Actor
from fairdeal.runtime.keys import Key
from fairdeal.runtime.ports import Answer, Reply
from fairdeal.server.auth.acceptance import TOURNAMENT_ACCEPTANCE
from fairdeal.server.client import Client
from fairdeal.server.desks.tournament_lobby import TournamentLobbyDesk
from fairdeal.server.desks.tournament_pages import TournamentPages
from fairdeal.server.limits import TOURNAMENTS_FOLLOWED_MAX, TOURNAMENTS_PAUSE_MS
from fairdeal.tournament.director import commands as ms
from fairdeal.tournament.director.registration import price_of
from fairdeal.tournament.forecast import forecast, prizes_if
from fairdeal.tournament.orders import director_stream
from fairdeal.tournament.password import answer_to
from fairdeal.tournament.timetable import may_take_back

Acceptance = Callable[[PlayerId, str, RuleId], Rejection | None]
"""Checks whether a player has accepted the rulebook revision with that hash; returns why not, or None."""


class TournamentDesk:
    """Sends the tournament lobby and single tournaments to their followers, and passes on what players ask for."""

    def __init__(
        self,
        room: Room,
        check_acceptance: Acceptance,
        pages: TournamentPages,
        has_partners: Callable[[MoneyKind], bool] = lambda _: False,
    ) -> None:
        self._room = room
        self._house = room.tournaments.house
        self._check_acceptance = check_acceptance
        self.pages = pages
        self._lobby = TournamentLobbyDesk(room, self.pages.name_of, self.pages.player_name, has_partners)
        self._is_due = False

    # ---- following

    def watch(self, client: Client, message: inbound.TournamentWatch) -> Rejection | None:
        """Start or stop sending what a message names, or answer its question; returns why not, or None."""
        refused = None
        match message:
            case inbound.WatchTournaments():
                (self._lobby.follow if message.on else self._lobby.forget)(client)
            case inbound.WatchTournament():
                refused = self._watch_one(client, TournamentId(message.tournament), on=message.on)
            case inbound.WatchHexaPro():
                refused = self._watch_hexapro(client, StreamId(message.lobby), on=message.on)
            case inbound.WatchList():
                refused = self.pages.watch_list(client, message)
            case inbound.AskPrizes():
                refused = self._tell_prizes(client, message)
            case inbound.AskPrice():
                refused = self._tell_price(client, message)
        self.plan()
        return refused

    def forget_all(self, client: Client) -> None:
        """Forget a disconnected client."""
        self._lobby.forget_all(client)
        self.pages.forget_all(client)

    def _watch_one(self, client: Client, tournament: TournamentId, *, on: bool) -> Rejection | None:
        if not on:
            self.pages.forget(client, tournament)
            return None
        if self._find(tournament) is None:
            return reject("no_such_tournament")
        refused = self._too_many(client)
        if refused is None:
            self.pages.follow(client, tournament)
        return refused

    def _watch_hexapro(self, client: Client, stream: StreamId, *, on: bool) -> Rejection | None:
        if stream not in self._house.lobbies:
            return reject("no_such_lobby")
        if not on:
            self._lobby.forget_hexapro(client, stream)
            return None
        refused = self._too_many(client)
        if refused is None:
            self._lobby.follow_hexapro(client, stream)
        return refused

    def _too_many(self, client: Client) -> Rejection | None:
        followed = self.pages.followed_by(client) + self._lobby.followed_by(client)
        if followed >= TOURNAMENTS_FOLLOWED_MAX:
            return reject("too_many_tournaments", most=TOURNAMENTS_FOLLOWED_MAX)
        return None

    def _find(self, tournament: TournamentId) -> Actor | None:
        actor = self._room.registry.find(director_stream(tournament))
        return None if actor is None or actor.state is None else actor

    # ---- what changed

    def plan(self) -> None:
        """See to it that what changes is sent, as long as anybody follows anything."""
        if not self._is_due and (self._lobby.is_followed or self.pages.is_followed):
            self._is_due = True
            clock = self._room.clock
            clock.at(Instant(clock.now() + TOURNAMENTS_PAUSE_MS), self._publish)

    def _publish(self) -> None:
        self._is_due = False
        self._lobby.publish()
        self.pages.publish()
        self.plan()

    # ---- questions

    def _tell_prizes(self, client: Client, message: inbound.AskPrizes) -> Rejection | None:
        seen = self.pages.seen(TournamentId(message.tournament))
        if seen is None:
            return reject("no_such_tournament")
        setup = seen.state.setup
        pool, prizes = prizes_if(setup, message.entries)
        after_last = seen.rules.poker.tournament.after_last_level.value
        length = forecast(setup.blinds, after_last, message.entries, setup.stack)
        told = PrizesIf(
            tournament=message.tournament,
            entries=message.entries,
            pool=pool,
            prizes=prize_bands(prizes),
            level=None if length is None else length.level,
            length=None if length is None else length.length,
        )
        client.send(encode(told))
        return None

    def _tell_price(self, client: Client, message: inbound.AskPrice) -> Rejection | None:
        seen = self.pages.seen(TournamentId(message.tournament))
        if seen is None:
            return reject("no_such_tournament")
        priced = price_of(seen.state.setup, Cents(message.amount))
        if isinstance(priced, Rejection):
            return priced
        price, chips, bounty = priced
        told = PriceIf(
            tournament=message.tournament, amount=message.amount, price=price_to_wire(price, bounty), chips=chips
        )
        client.send(encode(told))
        return None

    # ---- commands of people

    def to_director(self, player: PlayerId, message: inbound.TournamentCommand, reply: Reply, key: Key | None) -> None:
        """Pass a command to a tournament director; registering needs acceptance of the rulebook (MTT-51a)."""
        tournament = TournamentId(message.tournament)
        actor = self._find(tournament)
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
        if isinstance(message, inbound.RegisterHexaPro):
            refused = self._check_acceptance(player, lobby.rules.digest, TOURNAMENT_ACCEPTANCE)
            if refused is not None:
                reply(refused)
                return
        self._room.registry.send(stream, _hexapro_command(player, message), reply, key)

    def unregister_all(self, player: PlayerId, reply: Reply, key: Key | None) -> None:
        """Take back every entry that can be taken back; the answer is the first refusal, if there is one."""
        tournaments, whereabouts = self._room.tournaments, self._room.tournaments.whereabouts
        sending: dict[str, Callable[[Reply, Key | None], None]] = {}
        for tournament in whereabouts.tournaments(player):
            state = tournaments.find(tournament)
            entrant = None if state is None else state.entrants.get(player)
            if state is not None and entrant is not None and entrant.playing and may_take_back(state, entrant.entry):
                sending[tournament] = partial(tournaments.send, tournament, ms.Unregister(player))
        for lobby in whereabouts.lobbies(player):
            games = self._room.registry.actor(lobby).state.filling
            if any(game.filled_at is None and player in game.players for game in games):
                sending[lobby] = partial(self._room.registry.send, lobby, hexapro.Unregister(player, None))
        answers = _FirstRefusal(len(sending), reply)
        for place, send in sending.items():
            send(answers.one, None if key is None else Key(f"{key.name}/{place}", key.payload))


class _FirstRefusal:
    """Answers once for several commands: with the first refusal, or with none when all are done."""

    def __init__(self, expected: int, reply: Reply) -> None:
        self._expected = expected
        self._reply = reply
        self._refused: Answer = None
        if not expected:
            reply(None)

    def one(self, answer: Answer) -> None:
        """Take the answer of one command."""
        self._refused = self._refused or answer
        self._expected -= 1
        if self._expected == 0:
            self._reply(self._refused)


def _hexapro_command(player: PlayerId, message: inbound.HexaProCommand) -> hexapro.LobbyCommand:
    match message:
        case inbound.RegisterHexaPro():
            return hexapro.Register(player, message.games, Cents(message.cost), promises=message.fair)
        case inbound.UnregisterHexaPro():
            return hexapro.Unregister(player, message.game)
        case PromiseDraw():
            return hexapro.PromiseDrawSeed(player, message.game, bytes.fromhex(message.commitment))
        case RevealDraw():
            return hexapro.RevealDrawSeed(player, message.game, bytes.fromhex(message.seed))


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
