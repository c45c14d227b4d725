"""A room that plays for a week takes no more memory than after two days."""

import gc
import tracemalloc
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any, Final

import pytest

from fairdeal.bank.accounts import Tender, parse_account, site_wallet
from fairdeal.bank.house import StaffId
from fairdeal.bank.purse.commands import CreditPlayer
from fairdeal.cash.floor.commands import Join
from fairdeal.cash.table.commands import Leave
from fairdeal.cash.table.events import HandEnded, Left, SatDown
from fairdeal.kernel import (
    DAY,
    HOUR,
    MINUTE,
    SECOND,
    Cents,
    Currency,
    HandId,
    Instant,
    MoneyKind,
    PlayerId,
    TableId,
    TournamentId,
    units_of,
)
from fairdeal.play.changes import YourTurn
from fairdeal.play.messages import Act
from fairdeal.poker import Call, Check, Fold
from fairdeal.present.strength import strength_of
from fairdeal.room.cash.house import wallet_of
from fairdeal.room.room import Room
from fairdeal.room.settings import RoomSettings
from fairdeal.room.tournament.house import TournamentSettings
from fairdeal.room.wiring import open_room
from fairdeal.rulebook.clause import U27
from fairdeal.rulebook.loader import published_edition
from fairdeal.runtime.actor import Actor
from fairdeal.runtime.broadcast import Frame
from fairdeal.runtime.entropy import SystemEntropy
from fairdeal.storage.opening import open_store
from fairdeal.storage.vault import Vault
from fairdeal.testing.clock import ManualClock
from fairdeal.testing.journal import SimJournal
from fairdeal.testing.tournaments.people import People
from fairdeal.testing.tournaments.plan import Dice, TournamentPlan, bill
from fairdeal.tournament.director.state import Status
from tests.room.demo_days import DemoDay

EDITION: Final = "unibet-2.7"
PLAYERS: Final = tuple(PlayerId(f"p{number:05}") for number in range(12))
STAKES: Final = 2
MONEY: Final = units_of(Cents(10**9))
THINKS: Final = 4 * SECOND
GROWTH_MAX: Final = 64 * 1024
"""Bytes in five days; a byte kept for every act, or a few dozen for every hand, would be more."""

DEMO_GROWTH_MAX: Final = 1024 * 1024
"""Bytes in five days of the demo, which ends each day with other tournaments under way."""


class Week:
    """People who play cash games and a tournament every day, and go home in between."""

    def __init__(self, folder: Path) -> None:
        self.clock = ManualClock()
        self.hands = 0
        self.tournaments = 0
        self._dice = Dice("week")
        self._edition = published_edition(EDITION)
        vault, entropy = Vault({1: bytes(32)}), SystemEntropy(self._dice.randbytes)
        self._store = open_store(f"sqlite:///{folder}/room.db")
        self.room: Room = open_room(
            RoomSettings(
                money=(MoneyKind.TEST,),
                tournaments=TournamentSettings(meets=lambda _player, _condition: True),
            ),
            [self._edition],
            clock=self.clock,
            entropy=entropy,
            journal=SimJournal(self._store, self.clock),
            seal=lambda label, secret: vault.seal(HandId(label), secret),
            unseal=lambda label, sealed: vault.open(HandId(label), sealed),
            owner="week",
            frames_kept=0,  # as in a server, whose desks keep them
        )
        self.room.registry.watches.append(self._watch)
        self._people = People(PLAYERS, self._dice, self.clock, 0)
        offered = [row for row in self.room.cash.house.offered.values() if row.rules.seats.value == 6]
        self._stakes = [row for row in offered if row.rules.banzai is None][:STAKES]

    def begin(self) -> None:
        """Open purses, fill them, and let everybody in."""
        self.room.recover()
        for player in PLAYERS:
            self.room.open_purse(player)
        self.clock.settle()
        wallets = {wallet_of(row.rules, player): player for row in self._stakes for player in PLAYERS}
        wallets |= {site_wallet(Tender(Currency.EUR, MoneyKind.TEST), player): player for player in PLAYERS}
        for wallet, player in wallets.items():
            self.room.purse(player, CreditPlayer(wallet, MONEY, StaffId("cashier"), "to play"))
        self.clock.settle()
        self._people.attach(self.room, self.clock)
        self.clock.advance(2 * MINUTE)

    # ---- a day

    def day(self, number: int) -> None:
        """Two evenings of cash games, and a tournament between them."""
        until = Instant(self.clock.now() + DAY)
        self._evening()
        self._tournament(number)
        self._evening()
        self.clock.run_until(until)

    def _evening(self) -> None:
        for index, player in enumerate(PLAYERS):
            row = self._stakes[index % STAKES]
            self.room.join(Join(player, row.id, row.rules.buy_in_max.value))
        self.clock.advance(50 * MINUTE)
        for actor in self.room.registry.those("cash"):
            for chair in actor.state.chairs:
                if chair is not None:
                    self.room.table(TableId(actor.hosted.name), Leave(chair.player))
        self.clock.advance(30 * MINUTE)

    def _tournament(self, number: int) -> None:
        plan = TournamentPlan(kind="freezeout", entrants=len(PLAYERS), seed=number, edition=self._edition, seats=6)
        for billed in bill(plan, self.clock.now(), PLAYERS):
            tournament = TournamentId(f"{billed.tournament}-{number}")
            self.room.tournaments.announce(billed.setup, tournament)
            self.clock.settle()
            assert billed.setup.starts_at is not None
            self._people.enter(type(billed)(tournament, billed.setup, billed.entrants), billed.setup.starts_at)
            self.tournaments += 1
        self.clock.advance(8 * HOUR)

    # ---- what people do

    def _watch(self, actor: Actor, events: tuple[Any, ...], _now: Instant) -> None:
        for event in events:
            if isinstance(event, SatDown):
                actor.feed.watch(event.player, partial(self._at_cash, event.player, TableId(actor.hosted.name)))
            elif isinstance(event, Left):
                actor.feed.forget(event.player)
            self.hands += isinstance(event, HandEnded)

    def _at_cash(self, player: PlayerId, table: TableId, frame: Frame) -> None:
        for change in frame.private.get(player, ()):
            if isinstance(change, YourTurn):
                options = change.options
                choice = Check() if options.can_check else Fold() if self._dice.random() < 0.4 else Call()
                act = Act(player, change.hand, change.turn, choice)
                self.clock.at(Instant(self.clock.now() + THINKS), partial(self.room.table, table, act))

    def close(self) -> None:
        """End the room."""
        self.room.registry.close()
        self._store.close()


@pytest.fixture
def week(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Week]:
    monkeypatch.setattr(
        "fairdeal.storage.sql.sqlite.REMEMBERED_MAX", 0
    )  # what is remembered of the database is bounded
    for rank in range(1, 7_463):  # cached for ever, but there are only so many
        strength_of(rank)
    made = Week(tmp_path)
    yield made
    made.close()


def in_use() -> int:
    """Bytes of Python's objects; the database's own memory is not among them."""
    parse_account.cache_clear()  # bounded, too
    gc.collect()
    return tracemalloc.get_traced_memory()[0]


@pytest.mark.soak
def test_a_week_of_play_takes_no_more_memory_than_two_days(week: Week) -> None:
    tracemalloc.start(1)
    try:
        week.begin()
        used, streams = [], []
        for number in range(7):
            week.day(number)
            used.append(in_use())
            streams.append(len(week.room.registry))
    finally:
        tracemalloc.stop()
    told = f"KiB {[each // 1024 for each in used]}, streams {streams}, {week.hands} hands"

    assert week.room.fail_stop_report() == []
    assert week.hands > 500, told
    assert week.tournaments == 7
    assert streams[6] == streams[1], told
    assert used[6] - used[1] < GROWTH_MAX, told


@pytest.mark.soak
@pytest.mark.timeout(1_800)
def test_a_week_of_the_demo_takes_no_more_memory_than_two_days(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody comes for an hour a day, plays a HexaPro game and a sit & go, and leaves; the rest of the day is quiet."""
    monkeypatch.setattr("fairdeal.storage.sql.sqlite.REMEMBERED_MAX", 0)
    day = DemoDay(U27, file=tmp_path / "room.db", field=(8, 14), partners_max=40)
    day.arrive("ann")
    used, streams, partners = [], [], []
    tracemalloc.start(1)
    try:
        for _ in range(7):
            day.watched = True
            day.practice.wake()
            day.register_hexapro("ann")
            open_ones = [state for state in day.tournaments(Status.ANNOUNCED) if state.setup.sit_and_go]
            assert day.register(open_ones[0].id, "ann") is None
            day.wait(HOUR)
            day.watched = False
            day.wait(23 * HOUR)
            used.append(in_use())
            streams.append(len(day.room.registry))
            partners.append(len(day.practice.pool))
    finally:
        tracemalloc.stop()
    told = f"KiB {[each // 1024 for each in used]}, streams {streams}, partners {partners}"

    assert day.room.fail_stop_report() == []
    assert partners[6] <= 40, told
    assert streams[6] <= streams[1] + (partners[6] - partners[1]) + 40, told
    assert used[6] - used[1] < DEMO_GROWTH_MAX, told
    assert day.practice.company.planned <= 20, told
