"""Hands and money of tournaments: found by tournament, replayed in chips, named in statements."""

import asyncio
import csv
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from fairdeal.kernel import MoneyKind, TournamentId
from fairdeal.poker.history.phh_text import hands_of
from tests.server.api.house import Browser, World, editions, open_world
from tests.server.api.tournament_nights import TournamentNight, setup_of, small_hexapro, tournament_room

NAMES = ("Ann", "Bob", "Cid")
Told = Callable[[World, TournamentNight, list[Browser], list[str]], Coroutine[Any, Any, None]]
SIT_AND_GO = TournamentId("SNG")


def played(address: str, told: Told, book: int = 0, money: MoneyKind = MoneyKind.TEST) -> None:
    """Three people play a sit & go to its end."""

    async def play() -> None:
        edition = editions()[book]
        async with open_world(address, room=tournament_room(money), books=(edition,)) as world:
            browsers = [world.browser() for _ in NAMES]
            players = [await each.guest(name) for each, name in zip(browsers, NAMES, strict=True)]
            night = TournamentNight(world.house.room)
            setup = setup_of(night.room, edition, "sit_and_go", 3, name="Quick Three", money=money)
            await night.announce(SIT_AND_GO, setup)
            await night.register(SIT_AND_GO, *players)
            await night.closed(SIT_AND_GO)
            await told(world, night, browsers, players)

    asyncio.run(play())


def test_hands_are_found_by_their_tournament_in_chips_with_level_and_name(address: str) -> None:
    async def told(world: World, night: TournamentNight, browsers: list[Browser], players: list[str]) -> None:
        ann = browsers[0]
        everything = (await ann.get("/hands"))["rows"]

        rows = (await ann.get("/hands", tournament=SIT_AND_GO))["rows"]

        assert rows
        assert rows == everything
        for row in rows:
            assert row["tournament"] == {"id": SIT_AND_GO, "name": "Quick Three", "product": "multi_table"}
            assert (row["currency"], row["label"], row["level"]) == (None, "test", 1)
            assert len(row["hole"]) == 2
        assert await ann.refused_get("/hands", tournament="OTHER") == (404, "no_such_tournament")

    played(address, told)


def test_the_hands_of_one_tournament_leave_out_those_of_another(address: str) -> None:
    async def told(world: World, night: TournamentNight, browsers: list[Browser], players: list[str]) -> None:
        await night.announce("SECOND", setup_of(night.room, editions()[0], "sit_and_go", 2, name="Two"))
        await night.register(TournamentId("SECOND"), *players[:2])
        await night.closed(TournamentId("SECOND"))
        ann = browsers[0]

        first = (await ann.get("/hands", tournament=SIT_AND_GO))["rows"]
        second = (await ann.get("/hands", tournament="SECOND"))["rows"]
        page = await ann.get("/hands", tournament=SIT_AND_GO, limit=1)

        assert {row["tournament"]["id"] for row in first} == {SIT_AND_GO}
        assert {row["tournament"]["id"] for row in second} == {"SECOND"}
        assert [row["id"] for row in second + first] == [row["id"] for row in (await ann.get("/hands"))["rows"]]
        assert page["rows"] == first[:1]

    played(address, told)


def test_a_hand_is_told_in_chips_with_its_level_and_can_be_complained_about(address: str) -> None:
    async def told(world: World, night: TournamentNight, browsers: list[Browser], players: list[str]) -> None:
        ann = browsers[0]
        (*_, first) = (await ann.get("/hands", tournament=SIT_AND_GO))["rows"]

        detail = await ann.get(f"/hands/{first['id']}")
        complaint = await ann.post(f"/hands/{first['id']}/complaint", text="The river was late.")

        setup = night.state(SIT_AND_GO).setup
        assert (detail["tournament"]["name"], detail["level"], detail["currency"]) == ("Quick Three", 1, None)
        assert detail["blinds"]["big"] == setup.blinds.levels[0].big_blind
        assert sum(player["stack"] for player in detail["players"]) == 3 * setup.stack
        assert (complaint["hand"], complaint["text"]) == (first["id"], "The river was late.")

    played(address, told)


@pytest.mark.rule("INT-16")
@pytest.mark.parametrize(("book", "money"), [(0, MoneyKind.TEST), (1, MoneyKind.PLAY)], ids=["refused", "allowed"])
def test_hands_of_tournaments_are_downloaded_where_the_rulebook_allows_it(
    address: str, book: int, money: MoneyKind
) -> None:
    async def told(world: World, night: TournamentNight, browsers: list[Browser], players: list[str]) -> None:
        ann = browsers[0]
        poker = editions()[book].poker
        assert poker is not None
        page = await ann.get("/hands", tournament=SIT_AND_GO)
        hand = page["rows"][0]["id"]
        assert (money is MoneyKind.PLAY) == (money in poker.integrity.history_download_for.value)
        if money is MoneyKind.PLAY:
            text = await ann.get(f"/hands/{hand}/text")
            assert "Tournament #" in text
            assert "Level I " in text
            phh = await ann.get(f"/hands/{hand}/phh")
            assert len(list(hands_of(phh))) == 1
            assert "level = 1" in phh
            whole = await ann.get("/hands.txt", tournament=SIT_AND_GO)
            assert whole.count("Tournament #") == len(page["rows"])
        else:
            rule = poker.integrity.history_download_for.rule
            assert (page["downloads"], page["downloadRule"]) == (False, rule)
            for path in (f"/hands/{hand}/text", f"/hands/{hand}/phh"):
                assert await ann.refused_get(path) == (409, "download_not_allowed")
            assert await ann.refused_get("/hands.txt", tournament=SIT_AND_GO) == (409, "download_not_allowed")

    played(address, told, book, money)


def test_lines_of_statements_name_the_tournament_and_say_by_which_clause(address: str) -> None:
    async def told(world: World, night: TournamentNight, browsers: list[Browser], players: list[str]) -> None:
        rules = small_hexapro(editions()[0])
        await night.register_hexapro(rules, players[0])
        everybody = [await browser.get("/statement", wallet=await wallet(browser)) for browser in browsers]
        lines = [line for statement in everybody for line in statement["lines"]]

        named = {(line["key"], line["tournament"]["name"]) for line in lines if line["tournament"] is not None}

        assert named == {
            ("entry_out", "Quick Three"),
            ("fee_out", "Quick Three"),
            ("prize_in", "Quick Three"),
            ("entry_out", "HexaPro 2.00"),
        }
        assert all(line["rule"] for line in lines if line["tournament"] is not None)
        text = await browsers[0].get("/statement.csv", wallet=await wallet(browsers[0]))
        rows = list(csv.DictReader(text.splitlines()))
        assert {row["name"] for row in rows if row["key"] == "fee_out"} == {"Quick Three"}
        assert {row["name"] for row in rows if row["key"] == "grant_in"} <= {""}

    played(address, told)


async def wallet(browser: Browser) -> str:
    """The wallet that tournaments are paid from: poker's own, where there is one."""
    found: list[str] = [each["id"] for each in (await browser.get("/wallets"))["wallets"]]
    return next((each for each in found if each.startswith("poker:")), found[0])
