"""A room with a schedule and practice partners, on a clock in hand: for tests of what a visitor of the demo finds."""

import random
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, Final

from fairdeal.bank.house import StaffId
from fairdeal.bank.purse.commands import CreditPlayer
from fairdeal.bank.wallet import table_wallet
from fairdeal.hexapro.lobby import commands as hexapro
from fairdeal.hexapro.rules import Product, hexapro_rules
from fairdeal.kernel import (
    HOUR,
    SECOND,
    Cents,
    Duration,
    Instant,
    MoneyKind,
    PlayerId,
    StreamId,
    TournamentId,
    units_of,
)
from fairdeal.play.changes import YourTurn
from fairdeal.play.messages import Act
from fairdeal.poker import Check, Fold
from fairdeal.room.room import Room
from fairdeal.room.settings import RoomSettings
from fairdeal.room.tournament.house import TournamentSettings
from fairdeal.room.tournament.offer import demo_schedule
from fairdeal.room.tournament.practice.partners import TournamentPractice, TournamentPracticeSettings
from fairdeal.room.wiring import open_room
from fairdeal.rulebook.clause import EditionId
from fairdeal.rulebook.loader import published_edition
from fairdeal.rulebook.schema.edition import Edition
from fairdeal.runtime.actor import Actor
from fairdeal.runtime.broadcast import Frame
from fairdeal.runtime.entropy import SystemEntropy
from fairdeal.runtime.ports import Answer
from fairdeal.storage.memory import MemoryStore
from fairdeal.storage.opening import open_store
from fairdeal.storage.port import Store
from fairdeal.testing.clock import ManualClock
from fairdeal.testing.journal import SimJournal
from fairdeal.testing.tournaments.checks import TournamentChecks
from fairdeal.tournament.director import commands as ms
from fairdeal.tournament.director.state import Status, Tournament
from fairdeal.tournament.programme.schedule import Schedule

NOON: Final = 1_700_000_000_000 - 1_700_000_000_000 % (24 * HOUR) + 12 * HOUR
MONEY: Final = units_of(Cents(100_000))
THINKS: Final = SECOND


class DemoDay:
    """One room after another on the same store, with partners; people check or fold a second after they are asked."""

    def __init__(
        self,
        edition: EditionId,
        schedule: Callable[[Edition, MoneyKind], Schedule | None] = demo_schedule,
        *,
        start: int = NOON,
        file: Path | None = None,
        **practice: Any,
    ) -> None:
        """With a file it keeps nothing in memory: neither what is written nor what happened."""
        self.clock = ManualClock(start)
        memory = MemoryStore()
        self.store: Store = memory if file is None else open_store(f"sqlite:///{file}")
        self.checks = TournamentChecks(memory)
        self._notes = file is None
        self.edition = published_edition(edition)
        self.watched = True  # whether somebody is connected
        self.events: list[tuple[Instant, StreamId, Any]] = []
        self.people: set[PlayerId] = set()
        self._schedule = schedule
        self._settings = TournamentPracticeSettings(seed=5, **practice)
        self._chance = random.Random(11)  # noqa: S311
        self.open()

    def open(self) -> None:
        """A room on what is durable, and partners in it."""
        self._branch = branch = self.clock.branch()
        journal = SimJournal(self.store, branch, lambda: Duration(3))
        if self._notes:
            journal.heard = self.checks.written
        self.room: Room = open_room(
            RoomSettings(tournaments=TournamentSettings(schedule=self._schedule)),
            [self.edition],
            clock=branch,
            entropy=SystemEntropy(self._chance.randbytes),
            journal=journal,
            seal=lambda _, secret: secret,
            owner="demo",
            frames_kept=0,  # as in a server, whose desks keep them
        )
        if self._notes:
            self.checks.attach(self.room)
        self.room.registry.watches.append(self._note)
        self.room.recover()
        self.clock.settle()
        for player in self.people:
            self.room.presence.connect(player, "device")
        self.practice = TournamentPractice(self.room, self._settings, lambda: self.watched)
        self.practice.start()
        self.wait()

    def crash(self, outage: int) -> None:
        """The process dies, and another starts after the outage."""
        self._branch.cut()
        self.wait(outage)
        self.open()

    def wait(self, duration: int = SECOND) -> None:
        self.clock.advance(duration)

    # ---- people

    def arrive(self, *names: str) -> None:
        """People with money, who are connected."""
        for player in map(PlayerId, names):
            self.people.add(player)
            self.room.presence.connect(player, "device")
            self.room.open_purse(player)
            self.wait(50)
            assert self.edition.poker is not None
            wallet = table_wallet(self.edition.poker.wallet, MoneyKind.TEST, player)
            self.room.purse(player, CreditPlayer(wallet, MONEY, StaffId("cashier"), "to play"))
        self.wait(50)

    def register(self, tournament: TournamentId, name: str, **more: Any) -> Answer:
        """Register somebody for a tournament and hear what came of it."""
        answers: list[Answer] = []
        self.room.tournaments.send(tournament, ms.Register(PlayerId(name), **more), answers.append)
        self.wait(20)
        (answer,) = answers
        return answer

    def hexapro_rules(self, buy_in: int = 100) -> Any:
        return hexapro_rules(self.edition, Product.HEXAPRO, Cents(buy_in), MoneyKind.TEST)

    def register_hexapro(self, name: str, games: int = 1) -> StreamId:
        """Register somebody for HexaPro games of one euro."""
        rules = self.hexapro_rules()
        command = hexapro.Register(PlayerId(name), games, Cents(games * rules.buy_in.value))
        self.room.registry.send(rules.stream, command)
        return StreamId(rules.stream)

    def _note(self, actor: Actor, events: tuple[Any, ...], now: Instant) -> None:
        if self._notes:
            self.events += [(now, actor.stream, event) for event in events]
        if actor.hosted.prefix == "deal" and "people" not in actor.feed.sinks:
            actor.feed.watch("people", partial(self._see, actor))

    def _see(self, actor: Actor, frame: Frame) -> None:
        for player, changes in frame.private.items():
            for change in changes:
                if isinstance(change, YourTurn) and player in self.people:
                    act = Act(player, change.hand, change.turn, Check() if change.options.can_check else Fold())
                    self._branch.at(Instant(self.clock.now() + THINKS), partial(self.room.registry.post, actor, act))

    # ---- what is there

    def all(self, kind: type) -> list[tuple[Instant, StreamId, Any]]:
        return [each for each in self.events if isinstance(each[2], kind)]

    def tournaments(self, status: Status | None = None) -> list[Tournament]:
        found = [actor.state for actor in self.room.registry.those("tournament") if actor.state is not None]
        return [state for state in found if status is None or state.status is status]

    def state(self, tournament: TournamentId) -> Tournament:
        found = self.room.tournaments.find(tournament)
        assert found is not None
        return found
