"""HexaPro draws of one's own: each number, what it meant, and all of them against the published chances."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from fairdeal.kernel import DAY, Cents, PlayerId
from fairdeal.room.tournament.listings import draws_list
from fairdeal.tournament.director import commands as ms
from tests.server.api.house import Browser, World, editions, open_world
from tests.server.api.tournament_nights import TournamentNight, small_hexapro, tournament_room

BOOK = editions()[0]
Told = Callable[[World, TournamentNight, list[Browser], list[str]], Coroutine[Any, Any, None]]


def at_night(address: str, told: Told) -> None:
    async def play() -> None:
        async with open_world(address, room=tournament_room(), books=(BOOK,)) as world:
            browsers = [world.browser() for _ in range(4)]
            players = [
                await each.guest(name) for each, name in zip(browsers, ("Ann", "Bob", "Cid", "Dot"), strict=True)
            ]
            await told(world, TournamentNight(world.house.room), browsers, players)

    asyncio.run(play())


@pytest.mark.rule("HEXA-07")
def test_a_game_that_was_played_is_found_with_its_draw_place_and_prize(address: str) -> None:
    async def told(world: World, night: TournamentNight, browsers: list[Browser], players: list[str]) -> None:
        rules = small_hexapro(BOOK)
        await night.register_hexapro(rules, *players[:3])
        await night.game_over(rules)

        rows = [(await browser.get("/hexapro/draws"))["rows"] for browser in browsers]

        (drawn,) = night.room.registry.actor(rules.stream).state.latest
        slot = rules.wheel.spin(drawn.draw)
        (own,) = rows[0]
        assert (own["draw"], own["multiplier"], own["isRight"]) == (drawn.draw, slot.multiplier, True)
        assert (own["firstDraw"], own["lastDraw"], own["chancesTotal"]) == (slot.first, slot.last, rules.wheel.total)
        assert (own["lobby"], own["product"], own["game"]) == (rules.stream, "hexapro", 1)
        assert (own["status"], own["undecidedUntil"], own["currency"]) == ("finished", None, "EUR")
        assert sorted(each[0]["place"] for each in rows[:3]) == [1, 2, 3]
        assert sum(each[0]["prize"] for each in rows[:3]) == own["pool"]
        assert rows[3] == []

    at_night(address, told)


@pytest.mark.rule("HEXA-17")
def test_a_game_that_is_not_decided_says_until_when_it_must_be(address: str) -> None:
    async def told(world: World, night: TournamentNight, browsers: list[Browser], players: list[str]) -> None:
        rules = small_hexapro(BOOK)
        night.holds = True
        await night.register_hexapro(rules, *players[:3])
        await night.drawn(rules)

        (row,) = (await browsers[0].get("/hexapro/draws"))["rows"]

        assert (row["status"], row["place"]) == ("running", None)
        assert row["undecidedUntil"] == row["at"] + 90 * DAY
        assert row["undecidedRule"] == rules.undecided_days_max.rule

        await night.tell(row["tournament"], ms.Cancel("floor", "servers"))
        (row,) = (await browsers[0].get("/hexapro/draws"))["rows"]
        assert (row["status"], row["undecidedUntil"]) == ("cancelled", None)
        assert row["returned"] > 0

    at_night(address, told)


@pytest.mark.rule("HEXA-07")
def test_own_draws_are_counted_against_the_published_chances_and_read_page_by_page(address: str) -> None:
    async def told(world: World, night: TournamentNight, browsers: list[Browser], players: list[str]) -> None:
        night.holds = True
        cheap, dear = small_hexapro(BOOK), small_hexapro(BOOK, Cents(500))
        for rules in (cheap, dear, cheap):
            await night.register_hexapro(rules, *players[:3])
            await night.drawn(rules)

        answer = await browsers[0].get("/hexapro/draws", limit=2)
        rest = await browsers[0].get("/hexapro/draws", limit=2, before=answer["next"])
        of_one = await browsers[0].get("/hexapro/draws", lobby=dear.stream)

        assert [len(answer["rows"]), len(rest["rows"]), rest["next"]] == [2, 1, None]
        assert [row["buyIn"] for row in answer["rows"] + rest["rows"]] == [200, 500, 200]
        assert [row["buyIn"] for row in of_one["rows"]] == [500]
        (counts,) = answer["counts"]
        assert (counts["product"], counts["draws"], counts["fits"]) == ("hexapro", 3, True)
        assert (counts["rule"], counts["chancesTotal"]) == (cheap.wheel.rule, cheap.wheel.total)
        assert [slot["chances"] for slot in counts["slots"]] == [slot.chances for slot in cheap.wheel.slots]
        drawn = sorted(row["multiplier"] for row in answer["rows"] + rest["rows"])
        assert sorted(slot["multiplier"] for slot in counts["slots"] for _ in range(slot["drawn"])) == drawn
        assert await browsers[0].refused_get("/hexapro/draws", before="x") == (400, "malformed")
        assert await browsers[0].refused_get("/hexapro/draws", limit=0) == (400, "bad_limit")

    at_night(address, told)


@pytest.mark.rule("HEXA-07")
def test_draws_are_found_without_reading_the_stream_of_their_lobby(address: str) -> None:
    async def told(world: World, night: TournamentNight, browsers: list[Browser], players: list[str]) -> None:
        rules = small_hexapro(BOOK)
        night.holds = True
        await night.register_hexapro(rules, *players[:3])
        await night.drawn(rules)

        listed = world.house.store.listed(draws_list(PlayerId(players[0])), 10)

        assert [row.id for row in listed] == [game.tournament for game in lobby_of(night, rules).running]

    at_night(address, told)


def lobby_of(night: TournamentNight, rules: Any) -> Any:
    return night.room.registry.actor(rules.stream).state
