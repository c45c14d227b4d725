"""What is findable afterwards: results, hands, money and tickets of tournaments, after a restart and in a browser."""

import asyncio
import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final, NamedTuple

import pytest
from playwright.sync_api import Browser, expect

from fairdeal.kernel import PlayerId, TournamentId
from fairdeal.rulebook.loader import published_edition
from fairdeal.server.auth.cookies import COOKIE
from fairdeal.tournament.director import commands as ms
from tests.browser.axe import serious
from tests.browser.house import House, opened
from tests.browser.people import DESK, PHONE, Player
from tests.earlier.writing import RULEBOOKS, serving
from tests.server.api.tournament_nights import TournamentNight, feeder_of, setup_of
from tests.server.live import new_guest

SNG, TARGET, FEEDER, OFF = (TournamentId(each) for each in ("QUICK", "TARGET", "FEEDER", "OFF"))
OPTIONS: Final = tuple(word for book in RULEBOOKS for word in ("--rulebook", book))


class Evening(NamedTuple):
    """A server that was started again after an evening, and the session of somebody who played."""

    house: House
    token: str


@pytest.fixture(scope="module")
def evening(client: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Evening]:
    """Three people play a sit & go, two a satellite, one tournament is cancelled; then the server is another process."""
    folder = tmp_path_factory.mktemp("afterwards")
    with ThreadPoolExecutor(1) as aside:  # the browser has a loop in this thread
        token = aside.submit(asyncio.run, play(folder)).result()
    with opened(folder, None, *OPTIONS, "--no-bots", "--data", str(folder)) as house:
        yield Evening(house, token)


async def play(folder: Path) -> str:
    book = published_edition("unibet-2.7")
    async with serving(folder) as server:
        night = TournamentNight(server.house.room)
        guests = [await new_guest(server, name) for name in ("Ann", "Bob", "Cid")]
        players = [guest.player for guest in guests]
        target = setup_of(night.room, book, "freezeout", 9, name="Sunday Main")
        await night.announce(TARGET, target)
        await night.announce(SNG, setup_of(night.room, book, "sit_and_go", 3, name="Quick Three"))
        await night.register(SNG, *players)
        await night.closed(SNG)
        await night.announce(OFF, setup_of(night.room, book, "freezeout", 9, name="Called Off"))
        await night.register(OFF, players[0])
        await night.tell(OFF, ms.Cancel("floor", "the hall is closed"))
        winner = ""
        for number in range(20):  # until Ann wins one
            feeder = TournamentId(f"{FEEDER}{number}")
            await night.announce(feeder, feeder_of(night.room, book, target, TARGET))
            await night.register(feeder, *players[:2])
            await night.closed(feeder)
            (winner,) = night.state(TARGET).entrants
            await night.tell(TARGET, ms.Unregister(PlayerId(winner)))
            if winner == players[0]:
                break
        assert winner == players[0]
        return guests[0].token


def ann_at(browser: Browser, evening: Evening, size: tuple[int, int] = DESK) -> Player:
    player = Player(browser, evening.house.at, size)
    player.context.add_cookies([{"name": COOKIE, "value": evening.token, "url": evening.house.at}])
    return player


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_a_result_is_found_by_name_after_a_restart(browser: Browser, evening: Evening, size: tuple[int, int]) -> None:
    with ann_at(browser, evening, size) as ann:
        page = ann.page
        page.goto(f"{evening.house.at}/lobby/tournaments")
        page.get_by_role("link", name="Past tournaments").click()
        expect(page.get_by_role("link", name="Called Off")).to_be_visible()
        page.get_by_role("searchbox", name="Find by name").fill("quick")
        expect(page.get_by_role("link", name="Called Off")).to_have_count(0)
        assert serious(page) == []
        page.get_by_role("link", name="Quick Three").click()
        expect(page.get_by_role("heading", name="Quick Three")).to_be_visible()
        for name in ("Ann (you)", "Bob", "Cid"):
            expect(page.get_by_role("cell", name=name)).to_be_visible()
        expect(page.locator(".mine")).to_contain_text("You finished")
        page.get_by_role("searchbox", name="Player").fill("ci")
        expect(page.get_by_role("cell", name="Bob")).to_have_count(0)
        assert serious(page) == []


@pytest.mark.rule("CANC-52", proves="page")
def test_a_cancelled_tournament_says_why_and_every_part_with_its_clause(browser: Browser, evening: Evening) -> None:
    with ann_at(browser, evening) as ann:
        page = ann.page
        page.goto(f"{evening.house.at}/tournament/{OFF}")
        told = page.locator(".note-box")
        expect(told).to_contain_text("by the house")
        expect(told).to_contain_text("the hall is closed")
        expect(told).to_contain_text("CANC-52")
        row = page.get_by_role("row").filter(has_text="Ann (you)")
        expect(row).to_be_visible()
        expect(page.get_by_role("columnheader", name="Buy-in back CANC-52")).to_be_visible()
        expect(page.get_by_role("columnheader", name="Fee CANC-52")).to_be_visible()
        assert serious(page) == []


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_hands_are_chosen_by_tournament_and_replayed_in_chips(
    browser: Browser, evening: Evening, size: tuple[int, int]
) -> None:
    with ann_at(browser, evening, size) as ann:
        page = ann.page
        page.goto(f"{evening.house.at}/history")
        choice = page.get_by_role("combobox", name="Where it was played")
        label = choice.locator("option").filter(has_text="Quick Three").inner_text()
        choice.select_option(label=label)
        expect(page.get_by_role("link", name="Quick Three")).to_be_visible()
        assert serious(page) == []
        page.get_by_role("list", name="Hands").get_by_role("link").first.click()
        expect(page.get_by_role("heading", name=re.compile(r"^Hand \d"))).to_be_visible()
        expect(page.locator(".about")).to_contain_text("level 1, ")
        assert "€" not in page.locator(".replayer .stage").inner_text()
        page.get_by_role("button", name="Complain about this hand").click()
        expect(page.get_by_role("dialog")).to_be_visible()
        assert serious(page) == []


def test_tickets_and_lines_of_the_statement_have_names(browser: Browser, evening: Evening) -> None:
    with ann_at(browser, evening) as ann:
        page = ann.page
        page.goto(f"{evening.house.at}/cashier")
        for line in ("Entry: Quick Three", "Fee: Quick Three", "Refund: Called Off"):
            expect(page.get_by_role("link", name=line).first).to_be_visible()
        page.get_by_role("link", name="Tickets").click()
        expect(page.get_by_role("heading", name="Entry to Sunday Main")).to_be_visible()
        expect(page.get_by_text("Won in Feeder.")).to_be_visible()
        expect(page.get_by_role("link", name="Sunday Main")).to_be_visible()
        assert serious(page) == []
