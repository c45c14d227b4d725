"""The casino over the API: one's rounds, a complaint about one, bets in the wallet, and figures for those who may see them."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from fairdeal.casino.games.layout import commands as lay
from fairdeal.casino.table import commands as casino
from fairdeal.casino.table.state import Phase, Table
from fairdeal.kernel import Cents, PlayerId, TableId
from fairdeal.room.casino.house import CasinoSettings, casino_stream, one_table_of_each
from fairdeal.room.settings import RoomSettings
from fairdeal.rulebook.clause import LC, PW
from fairdeal.rulebook.loader import published_edition
from fairdeal.server.auth.roles import STAFF_ACCESS, Access, Role
from tests.server.api.house import Browser, World, open_world

TABLE = TableId("baccarat-1")
WHEEL = TableId("roulette-1")
PATIENCE = 20.0


class Floor:
    """The casino's tables of a world, spoken to as the gateway does."""

    def __init__(self, world: World) -> None:
        self.room = world.house.room

    async def tell(self, table: TableId, command: Any) -> None:
        answered: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self.room.table(table, command, answered.set_result)
        assert await asyncio.wait_for(answered, PATIENCE) is None

    def state(self, table: TableId) -> Table:
        found: Table = self.room.registry.actor(casino_stream(table)).state
        return found

    async def until(self, table: TableId, phase: Phase) -> Table:
        return await self.when(table, lambda state: state.phase is phase)

    async def when(self, table: TableId, holds: Callable[[Table], bool]) -> Table:
        reached = asyncio.Event()
        self.room.registry.watches.append(
            lambda actor, *_: reached.set() if actor.stream == casino_stream(table) else None
        )
        while not holds(self.state(table)):
            reached.clear()
            await asyncio.wait_for(reached.wait(), PATIENCE)
        return self.state(table)

    async def bet(self, table: TableId, player: PlayerId, spot: str) -> int:
        number = (await self.until(table, Phase.BETTING)).round
        await self.tell(table, lay.PlaceChip(player, number, spot, Cents(500)))
        await self.tell(table, lay.Confirm(player, number))
        return number


def evening(address: str, told: Any) -> None:
    async def play() -> None:
        room = RoomSettings(casino=CasinoSettings(tables=one_table_of_each()))
        books = (published_edition(PW), published_edition(LC))
        async with open_world(address, room=room, books=books) as world:
            browser = world.browser()
            player = PlayerId(await browser.guest("Ann"))
            world.house.room.presence.connect(player, "socket")
            await told(world, Floor(world), browser, player)

    asyncio.run(play())


def test_a_round_of_ones_own_is_found_and_can_be_complained_about(address: str) -> None:
    async def told(world: World, floor: Floor, browser: Browser, player: PlayerId) -> None:
        await floor.tell(TABLE, casino.Join(player))
        number = await floor.bet(TABLE, player, "banker")  # alone at the table: it closes at once (BAC-09)
        await floor.until(TABLE, Phase.RESULT)

        (row,) = (await browser.get("/casino/rounds"))["rows"]
        assert (row["id"], row["game"], row["table"]) == (f"{TABLE}#{number}", "baccarat", TABLE)
        assert [bet["spot"] for bet in row["bets"]] == ["banker"]
        assert row["lost"] + row["returned"] == 500
        assert [hand["seat"] for hand in row["hands"]] == [0, 1]
        assert await browser.get(f"/casino/rounds/{TABLE}/{number}") == row
        kept = await browser.post(f"/casino/rounds/{TABLE}/{number}/complaint", text="the card was turned too fast")
        assert (kept["hand"], kept["state"]) == (f"round:{TABLE}#{number}", "open")
        assert (await browser.refused_get(f"/casino/rounds/{TABLE}/{number + 1}"))[1] == "no_such_round"
        other = world.browser()
        await other.guest("Bob")
        assert (await other.get("/casino/rounds"))["rows"] == []
        assert (await other.refused(f"/casino/rounds/{TABLE}/{number}/complaint", text="mine"))[1] == "no_such_round"
        assert (await browser.get(f"/casino/tables/{TABLE}/shoes"))["rows"] == []

    evening(address, told)


def test_bets_in_play_stand_among_the_money_on_tables_until_they_are_settled(address: str) -> None:
    async def told(world: World, floor: Floor, browser: Browser, player: PlayerId) -> None:
        await floor.tell(WHEEL, casino.Join(player))
        await floor.bet(WHEEL, player, "red")

        (held,) = (await browser.get("/wallets"))["onTables"]
        assert (held["table"], held["amount"]) == (WHEEL, 500)
        await browser.post("/time-out", length=24 * 3_600_000)
        await floor.when(WHEEL, lambda state: player not in state.guests)
        assert floor.state(WHEEL).felt.escrow() == {player: 500}
        (held,) = (await browser.get("/wallets"))["onTables"]
        assert held["amount"] == 500

    evening(address, told)


def test_figures_are_for_administrators_auditors_and_finance(address: str) -> None:
    async def told(world: World, floor: Floor, browser: Browser, player: PlayerId) -> None:
        assert (await browser.refused_get("/staff/casino/figures"))[0] in (403, 404)

    assert STAFF_ACCESS[Access.READ_FIGURES] == {Role.ADMIN, Role.AUDITOR, Role.FINANCE}
    evening(address, told)


@pytest.mark.parametrize("days", [0, 99])
def test_rounds_are_asked_for_in_pages_of_bounded_length(address: str, days: int) -> None:
    async def told(world: World, floor: Floor, browser: Browser, player: PlayerId) -> None:
        assert (await browser.refused_get("/casino/rounds", limit=days * 10))[1] == "bad_limit"

    evening(address, told)
