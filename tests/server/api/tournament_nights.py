"""Guests who play tournaments in a house without sockets: everybody puts everything in, so that games end after a few hands."""

import asyncio
from dataclasses import replace
from functools import partial
from typing import Any, Final

from fairdeal.bank.fees import multi_table_price
from fairdeal.bank.policy import BankPolicy
from fairdeal.hexapro.lobby import commands as hexapro
from fairdeal.hexapro.rules import HexaRules, Product, hexapro_rules
from fairdeal.kernel import HOUR, Cents, Duration, Instant, MoneyKind, PlayerId, Rejection, StreamId, TournamentId
from fairdeal.play.changes import YourTurn
from fairdeal.play.messages import Act
from fairdeal.poker import Call, Check, Choice, RaiseTo
from fairdeal.room.room import Room
from fairdeal.room.settings import RoomSettings
from fairdeal.room.tournament.house import TournamentSettings
from fairdeal.rulebook.schema.edition import Edition
from fairdeal.runtime.actor import Actor
from fairdeal.runtime.broadcast import Frame
from fairdeal.runtime.ports import Answer
from fairdeal.testing.tournaments.plan import TournamentPlan, bill
from fairdeal.tournament.dealer.facts import DealerSettings
from fairdeal.tournament.director import commands as ms
from fairdeal.tournament.director.state import Tournament
from fairdeal.tournament.orders import director_stream, table_id, table_of_stream
from fairdeal.tournament.setup import Satellite, TournamentSetup

PATIENCE_SECONDS: Final = 20
NO_TIME: Final = Duration(0)


def tournament_room(money: MoneyKind = MoneyKind.TEST) -> RoomSettings:
    """A room whose tables deal without pauses."""
    dealer = DealerSettings(pause_after_showdown=NO_TIME)
    return RoomSettings(
        money=(money,),
        bank=BankPolicy(limits_needed_for=()),
        tournaments=TournamentSettings(dealer=dealer),
    )


def setup_of(room: Room, book: Edition, kind: str, entrants: int, **changes: Any) -> TournamentSetup:
    """The setup of a small tournament of that kind, which starts in an hour or when it is full."""
    plan = TournamentPlan(kind=kind, entrants=entrants, seats=entrants, seed=4, edition=book)
    billed = bill(plan, Instant(room.clock.now() + HOUR), ())[-1]
    return replace(billed.setup, pause=NO_TIME, **changes)


def feeder_of(room: Room, book: Edition, target: TournamentSetup, into: str) -> TournamentSetup:
    """A sit & go for two whose winner is entered to the target."""
    assert book.poker is not None
    price = multi_table_price(book.poker.fees, Cents(700))
    assert not isinstance(price, Rejection)
    satellite = Satellite(target.price.total, TournamentId(into))
    return setup_of(room, book, "sit_and_go", 2, satellite=satellite, payouts=(), price=price, name="Feeder")


class TournamentNight:
    """Everybody in a room who plays tournaments, by their ids; plays whatever is dealt."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.holds = False  # everybody thinks from now on
        self._seen: set[StreamId] = set()
        self._news = asyncio.Event()
        room.registry.watches.append(self._watch)

    def rest(self) -> None:
        """Nobody acts at tables that open from now on."""
        self.room.registry.watches.remove(self._watch)

    async def ask(self, stream: StreamId, command: Any) -> Answer:
        """Send a command and await the answer."""
        answered: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self.room.registry.send(stream, command, answered.set_result)
        return await asyncio.wait_for(answered, PATIENCE_SECONDS)

    async def announce(self, name: str, setup: TournamentSetup) -> TournamentId:
        answered: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self.room.tournaments.announce(setup, TournamentId(name), answered.set_result)
        assert await asyncio.wait_for(answered, PATIENCE_SECONDS) is None
        return TournamentId(name)

    async def register(self, tournament: TournamentId, *players: str, **how: Any) -> None:
        for player in players:
            self.room.presence.connect(PlayerId(player), "device")
            answer = await self.ask(director_stream(tournament), ms.Register(PlayerId(player), **how))
            assert answer is None, answer

    async def tell(self, tournament: TournamentId, command: Any) -> None:
        answer = await self.ask(director_stream(tournament), command)
        assert answer is None, answer

    async def register_hexapro(self, rules: HexaRules, *players: str) -> None:
        for player in players:
            self.room.presence.connect(PlayerId(player), "device")
            answer = await self.ask(rules.stream, hexapro.Register(PlayerId(player), 1, rules.buy_in.value))
            assert answer is None, answer

    async def closed(self, tournament: TournamentId) -> Tournament:
        """Wait until a tournament is closed; its last state."""
        async with asyncio.timeout(PATIENCE_SECONDS):
            while not (state := self.state(tournament)).closed:
                self._news.clear()
                await self._news.wait()
        return state

    async def started(self, tournament: TournamentId) -> None:
        """Wait until a tournament runs."""
        async with asyncio.timeout(PATIENCE_SECONDS):
            while self.state(tournament).started_at is None:
                self._news.clear()
                await self._news.wait()

    async def game_over(self, rules: HexaRules, games: int = 1) -> None:
        """Wait until so many games of a lobby were drawn and none runs any more."""
        async with asyncio.timeout(PATIENCE_SECONDS):
            while (lobby := self.room.registry.actor(rules.stream).state).running or len(lobby.latest) < games:
                self._news.clear()
                await self._news.wait()

    async def drawn(self, rules: HexaRules) -> None:
        """Wait until no full game of a lobby waits for its draw."""
        async with asyncio.timeout(PATIENCE_SECONDS):
            while self.room.registry.actor(rules.stream).state.filling:
                self._news.clear()
                await self._news.wait()

    def state(self, tournament: TournamentId) -> Tournament:
        state = self.room.tournaments.find(tournament)
        assert state is not None
        return state

    def _watch(self, actor: Actor, events: tuple[Any, ...], _now: Instant) -> None:
        self._news.set()
        if actor.hosted.prefix == "deal" and actor.stream not in self._seen:
            self._seen.add(actor.stream)
            actor.feed.watch("night", partial(self._see, actor.stream))

    def _see(self, stream: StreamId, frame: Frame) -> None:
        for player, changes in frame.private.items():
            for change in changes:
                if isinstance(change, YourTurn) and not self.holds:
                    options = change.options
                    choice: Choice = Check() if options.can_check else Call()
                    if options.raise_max:
                        choice = RaiseTo(options.raise_max)
                    table = table_id(*table_of_stream(stream))
                    act = Act(player, change.hand, change.turn, choice)
                    self.room.clock.soon(partial(self.room.table, table, act))


def small_hexapro(book: Edition, buy_in: Cents = Cents(200)) -> HexaRules:
    """The rules of a lobby of HexaPro."""
    return hexapro_rules(book, Product.HEXAPRO, buy_in, MoneyKind.TEST)
