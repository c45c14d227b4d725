"""Tickets: what a player holds, where it was won, and what it pays for now."""

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import replace
from typing import Any

import pytest

from fairdeal.kernel import PlayerId, TournamentId
from fairdeal.tournament.director import commands as ms
from tests.server.api.house import Browser, World, editions, open_world
from tests.server.api.tournament_nights import TournamentNight, feeder_of, setup_of, small_hexapro, tournament_room

BOOK = editions()[0]
TARGET = TournamentId("TARGET")
Told = Callable[[World, TournamentNight, Browser, Browser], Coroutine[Any, Any, None]]


def at_night(address: str, told: Told) -> None:
    """Ann and Bob come to a room that has a tournament at a price, and another one."""

    async def play() -> None:
        async with open_world(address, room=tournament_room(), books=(BOOK,)) as world:
            night = TournamentNight(world.house.room)
            target = setup_of(world.house.room, BOOK, "freezeout", 9, name="Sunday Main")
            await night.announce(TARGET, target)
            await night.announce("OTHER", replace(target, name="Monday Main"))
            await told(world, night, world.browser(), world.browser())

    asyncio.run(play())


async def won_by(night: TournamentNight, ann: Browser, bob: Browser) -> tuple[Browser, str]:
    """A satellite is played out, and its winner takes the seat in the target back: the ticket stays."""
    players = {await ann.guest("Ann"): ann, await bob.guest("Bob"): bob}
    feeder = await night.announce("FEEDER", feeder_of(night.room, BOOK, night.state(TARGET).setup, TARGET))
    await night.register(feeder, *players)
    await night.closed(feeder)
    (winner,) = night.state(TARGET).entrants
    await night.tell(TARGET, ms.Unregister(PlayerId(winner)))
    return players[winner], winner


@pytest.mark.rule("MTT-33c")
def test_a_ticket_names_the_satellite_its_target_and_nothing_else_as_long_as_the_target_is_open(address: str) -> None:
    async def told(world: World, night: TournamentNight, ann: Browser, bob: Browser) -> None:
        browser, _ = await won_by(night, ann, bob)
        loser = bob if browser is ann else ann

        (ticket,) = (await browser.get("/tickets"))["tickets"]

        worth = night.state(TARGET).setup.price.total
        assert (ticket["id"], ticket["kind"], ticket["worth"]) == ("FEEDER.1", "entry", worth)
        assert (ticket["currency"], ticket["label"]) == ("EUR", "test")
        assert (ticket["source"]["name"], ticket["target"]["name"]) == ("Feeder", "Sunday Main")
        assert [each["id"] for each in ticket["validFor"]] == [TARGET]
        assert (await browser.get("/tickets", tournament="OTHER"))["tickets"] == []
        assert (await browser.get("/tickets", tournament=TARGET))["tickets"] == [ticket]
        assert (await loser.get("/tickets"))["tickets"] == []

    at_night(address, told)


@pytest.mark.rule("CANC-52")
def test_once_the_target_is_gone_a_ticket_is_good_for_every_tournament_at_its_price(address: str) -> None:
    async def told(world: World, night: TournamentNight, ann: Browser, bob: Browser) -> None:
        browser, _ = await won_by(night, ann, bob)
        await night.tell(TARGET, ms.Cancel("floor", "nobody came"))

        (ticket,) = (await browser.get("/tickets"))["tickets"]

        assert [each["name"] for each in ticket["validFor"]] == ["Monday Main"]
        assert ticket["target"]["status"] == "cancelled"

    at_night(address, told)


@pytest.mark.rule("MTT-33c")
def test_a_ticket_that_was_used_is_gone_from_the_list(address: str) -> None:
    async def told(world: World, night: TournamentNight, ann: Browser, bob: Browser) -> None:
        browser, winner = await won_by(night, ann, bob)
        await night.register(TARGET, winner, ticket="FEEDER.1")

        assert (await browser.get("/tickets"))["tickets"] == []

    at_night(address, told)


@pytest.mark.rule("HEXA-03")
def test_a_registration_for_a_hexapro_game_is_shown_with_its_lobby_and_pays_for_nothing_else(address: str) -> None:
    async def told(world: World, night: TournamentNight, ann: Browser, bob: Browser) -> None:
        rules = small_hexapro(BOOK)
        await night.register_hexapro(rules, await ann.guest("Ann"))

        (ticket,) = (await ann.get("/tickets"))["tickets"]

        assert (ticket["kind"], ticket["worth"]) == ("game", rules.buy_in.value)
        assert (ticket["lobby"], ticket["game"], ticket["validFor"]) == (rules.stream, 1, [])

    at_night(address, told)
