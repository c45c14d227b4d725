"""Tournaments that are over: found for ever, by date and name, with everybody's place and money."""

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import replace
from typing import Any

import pytest

from fairdeal.kernel import Instant, PlayerId, StreamId, TournamentId
from fairdeal.room.tournament.listings import RESULTS
from fairdeal.rulebook.clause import U27
from fairdeal.storage.opening import open_store
from fairdeal.storage.port import Append, Listing, Unit
from fairdeal.tournament.director import commands as ms
from fairdeal.tournament.orders import director_stream
from tests.contracts.postgres import clean_database
from tests.server.api.house import Browser, World, editions, open_world
from tests.server.api.tournament_nights import TournamentNight, setup_of, small_hexapro, tournament_room

BOOK = editions()[0]
NAMES = ("Ann", "Bob", "Cid")
Told = Callable[[World, TournamentNight, list[Browser], list[str]], Coroutine[Any, Any, None]]


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest, address: str) -> str:
    if request.param == "sqlite":
        return address
    found = clean_database()
    open_store(found).close()
    return found


async def evening(address: str, told: Told) -> None:
    async with open_world(address, room=tournament_room(), books=(BOOK,), own_app=True) as world:
        browsers = [world.browser() for _ in NAMES]
        players = [await each.guest(name) for each, name in zip(browsers, NAMES, strict=True)]
        await told(world, TournamentNight(world.house.room), browsers, players)


def played(address: str, told: Told) -> None:
    asyncio.run(evening(address, told))


async def sit_and_go(night: TournamentNight, players: list[str], name: str = "Quick Three") -> TournamentId:
    """A sit & go that is played out and has left memory."""
    tournament = TournamentId(name.upper().replace(" ", "-"))
    await night.announce(tournament, setup_of(night.room, BOOK, "sit_and_go", len(players), name=name))
    await night.register(tournament, *players)
    await night.closed(tournament)
    night.room.registry.forget(director_stream(tournament))
    return tournament


def test_a_result_is_found_after_the_tournament_left_memory_and_after_a_restart(database: str) -> None:
    cookies: list[str] = []

    async def first(world: World, night: TournamentNight, browsers: list[Browser], players: list[str]) -> None:
        tournament = await sit_and_go(night, players)
        assert world.house.room.registry.find(director_stream(tournament)) is None
        await checked(browsers[0], tournament)
        assert world.house.room.registry.find(director_stream(tournament)) is None  # reading does not bring it back
        cookies.append(browsers[0].http.cookies["fairdeal_session"])

    async def second(world: World, night: TournamentNight, browsers: list[Browser], players: list[str]) -> None:
        ann = world.browser()
        ann.http.cookies.set("fairdeal_session", cookies[0])
        await checked(ann, TournamentId("QUICK-THREE"))
        nobody = world.browser()
        assert (await nobody.get("/tournaments/QUICK-THREE"))["own"] is None

    played(database, first)
    played(database, second)


async def checked(ann: Browser, tournament: TournamentId) -> None:
    past = await ann.get("/tournaments/past")
    result = await ann.get(f"/tournaments/{tournament}")
    everybody = await ann.get(f"/tournaments/{tournament}/players")
    mine = await ann.get("/tournaments/mine")

    (row,) = past["rows"]
    assert (row["id"], row["name"], row["status"]) == (tournament, "Quick Three", "finished")
    assert (row["rulebook"], row["players"], row["entries"]) == (U27, 3, 3)
    assert result["tournament"] == row
    assert result["cancelled"] is None
    assert [each["place"] for each in everybody["rows"]] == [1, 2, 3]
    assert row["winner"] == everybody["rows"][0]["name"]
    assert sum(each["prize"] for each in everybody["rows"]) == row["pool"]
    assert [each["money"] for each in result["prizes"]] == [
        each["prize"] for each in everybody["rows"] if each["prize"]
    ]
    (own,) = [each for each in everybody["rows"] if each["isOwn"]]
    assert own == result["own"]
    assert own["name"] == "Ann"
    (part,) = [each["part"] for each in mine["rows"]]
    assert (part["place"], part["prize"], part["paid"]) == (own["place"], own["prize"], row["price"])
    assert result["terms"]["poolPart"] + result["terms"]["fee"] == row["price"]


def test_past_tournaments_are_searched_by_name_and_rulebook_page_by_page(address: str) -> None:
    async def told(world: World, night: TournamentNight, browsers: list[Browser], players: list[str]) -> None:
        for name in ("Dawn Öö", "Noon", "Dusk öö"):
            await sit_and_go(night, players[:2], name)
        ann = browsers[0]

        first = await ann.get("/tournaments/past", limit=2)
        second = await ann.get("/tournaments/past", limit=2, before=first["next"])

        assert names(first) + names(second) == ["Dusk öö", "Noon", "Dawn Öö"]
        assert names(await ann.get("/tournaments/past", search="ÖÖ")) == ["Dusk öö", "Dawn Öö"]
        assert names(await ann.get("/tournaments/past", rulebook="publicwin")) == []
        assert names(await ann.get("/tournaments/past", rulebook=U27, search="no")) == ["Noon"]
        assert names(await ann.get("/tournaments/past", search="nothing like it")) == []

    played(address, told)


def names(page: Any) -> list[str]:
    return [row["name"] for row in page["rows"]]


def test_players_of_a_result_are_found_by_name_and_read_page_by_page(address: str) -> None:
    async def told(world: World, night: TournamentNight, browsers: list[Browser], players: list[str]) -> None:
        tournament = await sit_and_go(night, players)
        where = f"/tournaments/{tournament}/players"

        first = await browsers[0].get(where, limit=2)
        second = await browsers[0].get(where, limit=2, after=first["next"])

        assert (first["total"], first["next"], second["next"]) == (3, 2, None)
        assert sorted(names(first) + names(second)) == list(NAMES)
        assert names(await browsers[0].get(where, search="bO")) == ["Bob"]
        assert await browsers[0].refused_get(where, after=-1) == (400, "malformed")

    played(address, told)


@pytest.mark.rule("CANC-52")
def test_a_cancelled_tournament_tells_why_and_every_part_of_every_payout(address: str) -> None:
    async def told(world: World, night: TournamentNight, browsers: list[Browser], players: list[str]) -> None:
        setup = setup_of(night.room, BOOK, "freezeout", 9, name="Never Played")
        tournament = await night.announce("NEVER", setup)
        await night.register(tournament, *players[:2])
        assert await browsers[0].refused_get("/tournaments/NEVER") == (409, "tournament_not_over")
        await night.tell(tournament, ms.Cancel("floor", "the hall is closed"))

        result = await browsers[0].get("/tournaments/NEVER")
        everybody = await browsers[0].get("/tournaments/NEVER/players")

        cancelled = result["cancelled"]
        assert (cancelled["cause"], cancelled["reason"]) == ("house", "the hall is closed")
        assert (cancelled["stage"], cancelled["settledBy"]) == ("before_start", "CANC-52")
        assert cancelled["total"] == 2 * setup.price.total
        for row in everybody["rows"]:
            assert (row["place"], row["payout"]["amount"]) == (None, setup.price.total)
            assert {(part["what"], part["rule"]) for part in row["payout"]["parts"]} == {
                ("entry", "CANC-52"),
                ("fee", "CANC-52"),
            }
        assert result["own"]["payout"] == everybody["rows"][0]["payout"]
        (mine,) = (await browsers[0].get("/tournaments/mine"))["rows"]
        assert (mine["part"]["returned"], mine["part"]["place"]) == (setup.price.total, None)

    played(address, told)


def test_own_tournaments_have_hexapro_games_and_not_those_that_were_left(address: str) -> None:
    async def told(world: World, night: TournamentNight, browsers: list[Browser], players: list[str]) -> None:
        night.holds = True
        setup = setup_of(night.room, BOOK, "freezeout", 9)
        for name in ("LEFT", "STAYED"):
            await night.announce(name, replace(setup, name=name.title()))
            await night.register(TournamentId(name), players[0])
        await night.tell(TournamentId("LEFT"), ms.Unregister(PlayerId(players[0])))
        rules = small_hexapro(BOOK)
        await night.register_hexapro(rules, *players)
        await night.drawn(rules)
        (game,) = night.room.registry.actor(rules.stream).state.running
        await night.started(game.tournament)

        rows = (await browsers[0].get("/tournaments/mine"))["rows"]
        games = (await browsers[0].get("/tournaments/mine", product="hexapro"))["rows"]

        assert [row["tournament"]["product"] for row in rows] == ["hexapro", "multi_table"]
        assert [row["tournament"]["status"] for row in rows] == ["running", "announced"]
        assert games == rows[:1]
        assert (await browsers[0].get("/tournaments/past"))["rows"] == []
        assert await browsers[0].refused_get("/tournaments/NOWHERE") == (404, "no_such_tournament")

    played(address, told)


def test_a_search_that_finds_little_reads_a_bounded_number_of_rows_and_goes_on(address: str) -> None:
    async def told(world: World, night: TournamentNight, browsers: list[Browser], players: list[str]) -> None:
        await sit_and_go(night, players[:2], "Needle")
        store, lease = world.house.store, world.house.room.registry.lease
        body = store.listed(RESULTS, 1)[0].body
        later = world.house.clock.now() + 1_000_000
        rows = tuple(
            Listing(RESULTS, f"H{number:05}", Instant(later + number), "", "hay", body) for number in range(2_500)
        )
        store.commit([Unit(lease, Instant(later), (Append(StreamId("log:hay"), None, (b"e",), listings=rows),))])

        first = await browsers[0].get("/tournaments/past", search="needle")
        second = await browsers[0].get("/tournaments/past", search="needle", before=first["next"])

        assert (first["rows"], names(second), second["next"]) == ([], ["Needle"], None)

    played(address, told)
