"""
A casino made to be killed: three tables of players who bet in every round, on a real database.

`python -m tests.room.busy_casino ADDRESS` says now and then how many rounds were settled, where the blackjack table stands and
how many streams failed; it never ends by itself.
"""

import asyncio
import os
import sys
from dataclasses import replace
from functools import partial
from typing import Any

from fairdeal.bank.accounts import Tender, site_wallet
from fairdeal.bank.house import StaffId
from fairdeal.bank.purse.commands import CreditPlayer
from fairdeal.casino.games import catalogue
from fairdeal.casino.games.blackjack import commands as bj
from fairdeal.casino.games.blackjack.commands import Choice
from fairdeal.casino.games.blackjack.events import TurnBegan
from fairdeal.casino.games.blackjack.felt import boxes_of
from fairdeal.casino.games.layout import commands as lay
from fairdeal.casino.table import commands as c
from fairdeal.casino.table.events import BettingOpened, RoundSettled
from fairdeal.kernel import Cents, Currency, Duration, HandId, Instant, MoneyKind, PlayerId, TableId, units_of
from fairdeal.room.casino.house import CasinoSettings, casino_stream, one_table_of_each, table_of
from fairdeal.room.journal import CommitterJournal
from fairdeal.room.room import Room
from fairdeal.room.settings import RoomSettings
from fairdeal.room.wiring import open_room
from fairdeal.rulebook.clause import LC
from fairdeal.rulebook.loader import published_edition
from fairdeal.rulebook.schema.casino import Limits
from fairdeal.rulebook.schema.edition import Edition
from fairdeal.runtime.actor import Actor
from fairdeal.runtime.entropy import SystemEntropy
from fairdeal.runtime.loop import LoopClock
from fairdeal.runtime.ports import Answer, Clock, Entropy, Journal
from fairdeal.storage.committer import Committer
from fairdeal.storage.opening import open_store
from fairdeal.storage.vault import Vault

TENDER = Tender(Currency.EUR, MoneyKind.TEST)
TABLES = one_table_of_each()
BLACKJACK = next(setup.table for setup in TABLES if setup.game is catalogue.BLACKJACK)
VAULT = Vault({1: bytes(32)})
FUNDS = Cents(10_000_000)
THINKING = Duration(400)
PEOPLE = {setup.table: tuple(PlayerId(f"{setup.game.name}{number}") for number in range(3)) for setup in TABLES}


def seal(label: str, secret: bytes) -> bytes:
    return VAULT.seal(HandId(label), secret)


def unseal(label: str, sealed: bytes) -> bytes:
    return VAULT.open(HandId(label), sealed)


def quick_edition() -> Edition:
    """The rules of the house at tables that hardly wait."""
    edition = published_edition(LC)
    casino = edition.casino
    assert casino is not None

    def quick(limits: Limits) -> Limits:
        betting = replace(limits.betting_seconds, value=Duration(150))
        return replace(limits, betting_seconds=betting, pause_seconds=replace(limits.pause_seconds, value=Duration(20)))

    return replace(
        edition,
        casino=replace(
            casino,
            roulette=replace(casino.roulette, limits=quick(casino.roulette.limits)),
            blackjack=replace(casino.blackjack, limits=quick(casino.blackjack.limits)),
            baccarat=replace(casino.baccarat, limits=quick(casino.baccarat.limits)),
        ),
    )


def casino_room(clock: Clock, journal: Journal, owner: str, entropy: Entropy | None = None) -> Room:
    return open_room(
        RoomSettings(casino=CasinoSettings(tables=TABLES)),
        [quick_edition()],
        clock=clock,
        entropy=entropy or SystemEntropy(),
        journal=journal,
        seal=seal,
        unseal=unseal,
        owner=owner,
    )


class Crowd:
    """Three people a table: everybody bets in every round, and whoever is asked hits once and thinks a while first."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self.settled = 0
        room.registry.watches.append(self._watch)

    def enter(self) -> None:
        for table, people in PEOPLE.items():
            for place, player in enumerate(people):
                self._room.presence.connect(player, "device")
                self._room.open_purse(player)
                credit = CreditPlayer(site_wallet(TENDER, player), units_of(FUNDS), StaffId("test"), "to play")
                self._room.purse(player, credit, partial(self._come, table, player, place))

    def _come(self, table: TableId, player: PlayerId, place: int, answer: Answer) -> None:
        assert answer is None, answer
        self._room.registry.actor(casino_stream(table))
        self._room.table(table, c.Join(player))
        if table == BLACKJACK and place < 2:
            self._room.table(table, bj.TakeSeat(player, place))

    def _watch(self, actor: Actor, events: tuple[Any, ...], _now: Instant) -> None:
        for event in events:
            if isinstance(event, RoundSettled):
                self.settled += 1
            elif isinstance(event, BettingOpened):
                self._room.clock.soon(partial(self._bet, table_of(actor.stream), event.round))
            elif isinstance(event, TurnBegan):
                player = boxes_of(actor.state).seats[event.seat]
                assert player is not None
                choice = Choice.HIT if event.turn % 2 else Choice.STAND
                decide = bj.Decide(player, event.round, event.turn, choice)
                later = Instant(self._room.clock.now() + THINKING)
                self._room.clock.at(later, partial(self._room.table, table_of(actor.stream), decide))

    def _bet(self, table: TableId, number: int) -> None:
        for place, player in enumerate(PEOPLE[table]):
            if table != BLACKJACK:
                spot = "red" if "roulette" in table else ("player", "banker", "tie")[place]
                self._room.table(table, lay.PlaceChip(player, number, spot, Cents(500)))
                self._room.table(table, lay.Confirm(player, number))
            elif place < 2:
                self._room.table(table, bj.PlaceBet(player, number, Cents(1_000)))
            else:
                self._room.table(table, bj.BetBehind(player, number, 0, Cents(500)))


async def play(address: str) -> None:
    """Open, let everybody in, and play for ever."""
    loop = asyncio.get_running_loop()
    store = open_store(address)
    clock = LoopClock(loop)
    room = casino_room(clock, CommitterJournal(store, Committer(store), loop), f"busy {os.getpid()}")
    room.recover(clock.now())
    crowd = Crowd(room)
    crowd.enter()
    while True:
        await asyncio.sleep(0.02)
        phase = room.registry.actor(casino_stream(BLACKJACK)).state.phase
        os.write(1, f"{crowd.settled} {phase.value} {len(room.fail_stop_report())}\n".encode())


if __name__ == "__main__":
    asyncio.run(play(sys.argv[1]))
