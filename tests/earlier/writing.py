"""
Leaves behind what a room of this build has on its disk when it is killed in full play.

`python -m tests.earlier.writing FOLDER` writes into a new folder: `room.db`, `room.backup`, the key of the sealed cards and
`people.json` (who is who, and messages that were answered). What a build wrote is kept beside this file (the database as
`room.db.xz`), and every later build must open it and play on.
"""

import asyncio
import json
import shutil
import sqlite3
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, closing
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import uvloop

from fairdeal.bank.accounts import Tender, site_wallet
from fairdeal.bank.fees import multi_table_price
from fairdeal.bank.house import StaffId
from fairdeal.bank.limits import LimitKind, Period
from fairdeal.bank.purse.commands import AskDeposit, AskWithdrawal, CreditPlayer, OpenPurse, ReceiveDeposit, SetLimit
from fairdeal.casino.games.blackjack import commands as bj
from fairdeal.casino.games.layout import commands as lay
from fairdeal.casino.table import commands as casino
from fairdeal.casino.table.state import Phase
from fairdeal.kernel import (
    HOUR,
    Cents,
    Currency,
    Instant,
    MoneyKind,
    PlayerId,
    Rejection,
    TableId,
    TournamentId,
    units_of,
)
from fairdeal.room.casino.house import CasinoSettings, casino_stream, one_table_of_each
from fairdeal.room.room import Room
from fairdeal.room.settings import RoomSettings
from fairdeal.rulebook.loader import published_edition
from fairdeal.runtime.ports import Answer
from fairdeal.server.api.purse import open_wallets
from fairdeal.server.auth.roles import Role, roles_text
from fairdeal.server.auth.service import Registration
from fairdeal.server.auth.sessions import Device
from fairdeal.server.opening import RunningServer, open_server
from fairdeal.server.settings import ServerSettings
from fairdeal.storage.backup import back_up
from fairdeal.testing.tournaments.plan import TournamentPlan, bill
from fairdeal.tournament.director.state import Status, Tournament
from fairdeal.tournament.setup import Satellite, TournamentSetup
from tests.server.live import (
    HEADS_UP,
    QUICK,
    SIX,
    Guest,
    dial,
    listening,
    new_guest,
    seat_all,
    to_act,
    tournament_options,
)

PASSWORD = "violet harbour lantern"  # noqa: S105 - nobody's
TENDER = Tender(Currency.EUR, MoneyKind.TEST)
RULEBOOKS = ("unibet-2.7", "publicwin", "live-casino")
DEVICE = Device("test", "127.0.0.1")
NAMES = ("Ann", "Bob", "Cid", "Frida")


def settings_of(folder: Path) -> ServerSettings:
    """The server that writes, and any later one that reads."""
    return ServerSettings(
        port=0,
        database=f"sqlite:///{folder / 'room.db'}",
        data=str(folder),
        bots=False,
        rulebooks=RULEBOOKS,
        drain_seconds=0,
    )


def room_settings() -> RoomSettings:
    """A room with a casino table of each game."""
    return RoomSettings(house=QUICK, casino=CasinoSettings(tables=one_table_of_each()))


class Writer:
    """The story that is written."""

    def __init__(self, opened: RunningServer) -> None:
        self.opened = opened
        self.room: Room = opened.house.room
        self.people: dict[str, Guest] = {}
        self.answered: list[dict[str, Any]] = []

    async def ask(self, name: str, kind: str, **fields: Any) -> None:
        """A message over the socket that must be done; it is kept to be sent again."""
        message = {"id": f"{name}-{len(self.answered)}", **fields}
        answer = await self.people[name].wire.ask(kind, **message)
        assert answer["type"] == "done", answer
        self.answered.append({"who": name, "message": {"type": kind, **message}, "answer": answer})

    async def told(self, tell: Callable[..., None], *arguments: Any, key: str | None = None) -> None:
        """A command to the room that must be done."""
        answered: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        tell(*arguments, answered.set_result, *([] if key is None else [key]))
        answer = await answered
        assert answer is None, answer

    async def come_in(self) -> None:
        auth = self.opened.house.auth
        for name in NAMES:
            asked = Registration(name, f"{name.lower()}@club.example", PASSWORD, "1980-02-03", "fox")
            entered = await auth.register(asked, DEVICE)
            assert entered.session is not None
            player = entered.session.person.player
            await open_wallets(self.opened.house, player)
            wire = await dial(self.opened.port, entered.token)
            self.people[name] = Guest(player, entered.token, entered.session.id, wire)
        frida = self.people["Frida"].player  # of the staff, without a second factor
        self.opened.house.people.change_person(frida, roles=roles_text([Role.FLOOR]))
        for name in ("Dot", "Eve", "Fay", "Gus", "Hal", "Ivy"):
            self.people[name] = await new_guest(self.opened, name)

    async def money(self) -> None:
        """Withdrawals and deposits that wait, a limit, and money on an account that nobody owns."""
        for name in ("Ann", "Bob"):
            player = self.people[name].player
            credit = CreditPlayer(site_wallet(TENDER, player), units_of(Cents(50_000)), StaffId("floor"), "welcome")
            await self.told(self.room.purse, player, credit)
            withdraw = AskWithdrawal(f"w-{name}", TENDER, units_of(Cents(2_000)))
            await self.told(self.room.purse, player, withdraw)
            await self.told(self.room.purse, player, AskDeposit(f"d-{name}", TENDER, units_of(Cents(3_000))))
        ghost = PlayerId("Ghost")  # a name where an id belongs, as the till once took it
        wallet = site_wallet(TENDER, ghost)
        await self.told(self.room.purse, ghost, OpenPurse(ghost, (wallet,)))
        await self.told(self.room.purse, ghost, ReceiveDeposit("till", "r-ghost", TENDER, units_of(Cents(1_234))))
        cap = SetLimit(LimitKind.DEPOSIT, Period.DAY, TENDER, units_of(Cents(100_000)))
        await self.told(self.room.purse, self.people["Ann"].player, cap)

    def setup(self, kind: str, entrants: int, **changes: Any) -> TournamentSetup:
        plan = TournamentPlan(
            kind=kind, entrants=entrants, seats=entrants, seed=4, edition=published_edition("unibet-2.7")
        )
        billed = bill(plan, Instant(self.room.clock.now() + HOUR), ())[-1]
        return replace(billed.setup, **changes)

    async def announce(self, name: str, setup: TournamentSetup) -> TournamentId:
        found = TournamentId(name)
        await self.told(self.room.tournaments.announce, setup, found)
        return found

    def state(self, name: str) -> Tournament:
        found = self.room.tournaments.find(TournamentId(name))
        assert found is not None
        return found

    async def tournaments(self) -> None:
        """A ticket won, a tournament in play, one that waits, phases that wait, HexaPro games that wait and one that plays."""
        target = self.setup("freezeout", 9, starts_at=Instant(self.room.clock.now() + 30 * 24 * HOUR))
        await self.announce("TARGET", target)
        feeder = self.setup(
            "sit_and_go", 2, satellite=Satellite(target.price.total, TournamentId("TARGET")), payouts=()
        )
        poker = published_edition("unibet-2.7").poker
        assert poker is not None
        price = multi_table_price(poker.fees, Cents(700))
        assert not isinstance(price, Rejection), price
        feeder = replace(feeder, price=price)
        await self.announce("FEEDER", feeder)
        await self.play_out("FEEDER", ("Ann", "Bob"))
        await self.until(lambda: len(self.state("TARGET").entrants) > 0)
        seated = self.state("TARGET").entrants
        winner = next(name for name in ("Ann", "Bob") if self.people[name].player in seated)
        await self.ask(winner, "unregister", tournament="TARGET")
        await self.announce("WAITS", replace(target, name="It waits"))
        for name in ("Ann", "Cid", "Dot"):
            await self.ask(name, "register", tournament="WAITS")
        await self.announce("PLAYS", self.setup("sit_and_go", 3))
        for name in ("Eve", "Fay", "Gus"):
            await self.ask(name, "register", tournament="PLAYS")
        lobby = next(each for each in self.room.tournaments.house.lobbies if "unibet" in each and "10" in each)
        cost = self.room.tournaments.house.lobbies[lobby].rules.buy_in.value
        await self.ask("Ann", "registerHexaPro", lobby=lobby, games=2, cost=2 * cost)
        for name in ("Hal", "Ivy"):
            await self.ask(name, "registerHexaPro", lobby=lobby, games=1, cost=cost)

    async def play_out(self, name: str, entrants: tuple[str, ...]) -> None:
        """Everybody puts everything in until one is left."""
        for each in entrants:
            await self.ask(each, "register", tournament=name)
        playing = [asyncio.ensure_future(self.all_in(self.people[each], f"{name}/0")) for each in entrants]
        await self.until(lambda: self.state(name).status is Status.FINISHED)
        for task in playing:
            task.cancel()

    async def all_in(self, guest: Guest, table: str) -> None:
        wire, place = guest.wire, 0
        while (await wire.ask("watch", table=table))["type"] != "done":
            await asyncio.sleep(0.1)
        while True:
            message = await wire.until(lambda m: tournament_options(m) is not None, place)
            place = wire.came.index(message) + 1
            options = tournament_options(message)
            assert options is not None
            most = options["raiseMax"]
            choice = {"kind": "raise", "to": most} if most else {"kind": "call" if options["toCall"] else "check"}
            wire.say("act", table=table, hand=options["hand"], turn=options["turn"], choice=choice)

    async def cash(self) -> None:
        """A hand in play in each of the two rulebooks."""
        people = [self.people[name] for name in ("Ann", "Bob", "Cid")]
        await seat_all(people, SIX, 400)
        await to_act(people)
        others = [self.people[name] for name in ("Dot", "Eve")]
        await seat_all(others, HEADS_UP, 200)
        await to_act(others)

    async def casino(self) -> None:
        """A blackjack hand in play, bets on a wheel that has not been spun."""
        table, player = TableId("blackjack-1"), self.people["Fay"].player
        behind = self.people["Gus"].player
        for who in (player, behind):
            site = CreditPlayer(site_wallet(TENDER, who), units_of(Cents(50_000)), StaffId("floor"), "casino")
            await self.told(self.room.purse, who, site)
            self.room.presence.connect(who, "device")
            self.room.registry.actor(casino_stream(table))
            await self.told(self.room.table, table, casino.Join(who))
        await self.told(self.room.table, table, bj.TakeSeat(player, 0))
        actor = self.room.registry.actor(casino_stream(table))
        while actor.state.phase is not Phase.PLAYING:  # a blackjack ends a round before anybody decides
            await self.until(lambda: actor.state.phase is Phase.BETTING)
            number = actor.state.round
            await self.told(self.room.table, table, bj.PlaceBet(player, number, Cents(1_000)))
            await self.told(self.room.table, table, bj.BetBehind(behind, number, 0, Cents(500)))
            await self.until(lambda: actor.state.phase not in (Phase.BETTING, Phase.CLOSED))

    async def wheel(self) -> None:
        table, player = TableId("roulette-1"), self.people["Fay"].player
        self.room.registry.actor(casino_stream(table))
        await self.told(self.room.table, table, casino.Join(player))
        actor = self.room.registry.actor(casino_stream(table))
        await self.until(lambda: actor.state.phase is Phase.BETTING)
        await self.told(self.room.table, table, lay.PlaceChip(player, actor.state.round, "red", Cents(500)))
        await self.told(self.room.table, table, lay.Confirm(player, actor.state.round))

    async def until(self, holds: Callable[[], bool]) -> None:
        async with asyncio.timeout(120):
            while not holds():
                await asyncio.sleep(0.01)

    def about(self) -> dict[str, Any]:
        """Who is who, and what was answered."""
        return {
            "written": datetime.now(UTC).isoformat(timespec="seconds"),
            "build": self.opened.house.build,
            "password": PASSWORD,
            "people": {name: {"player": each.player, "token": each.token} for name, each in self.people.items()},
            "answered": self.answered,
        }


@asynccontextmanager
async def serving(folder: Path) -> AsyncIterator[RunningServer]:
    """The server on the files of a folder."""
    async with listening(await open_server(settings_of(folder), room_settings=room_settings())) as opened:
        yield opened


async def write(folder: Path) -> None:
    """Open a room, let people in, and keep what is on the disk in the middle of everything."""
    work = folder / "work"
    work.mkdir(parents=True)
    async with serving(work) as opened:
        writer = Writer(opened)
        await writer.come_in()
        await writer.money()
        await writer.tournaments()
        await writer.cash()
        await writer.wheel()
        await writer.casino()
        (folder / "people.json").write_text(json.dumps(writer.about(), indent=1, sort_keys=True) + "\n")
        back_up(opened.house.store, folder / "room.backup", opened.house.clock.now())
        killed(work / "room.db", folder / "room.db")
        shutil.copyfile(work / "cards.key", folder / "cards.key")
    shutil.rmtree(work)


def killed(file: Path, copy: Path) -> None:
    """The database as it is at this moment, in one file: what a kill leaves and the next start finds."""
    with closing(sqlite3.connect(file)) as source, closing(sqlite3.connect(copy)) as target:
        source.backup(target)


if __name__ == "__main__":
    uvloop.run(write(Path(sys.argv[1])))
