"""Tables of tournaments in the browser: a duel to its prize, a re-buy by keyboard, HexaPro from `/` to the first card."""

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, Page, WebSocket, expect

from fairdeal.kernel import Chips, seconds
from fairdeal.tournament.director.state import Status
from fairdeal.tournament.setup import ReBuy
from fairdeal.tournament.structure import BlindStructure, Level
from tests.browser.house import House, opened
from tests.browser.near import ALL_IN, NearHouse, near
from tests.browser.people import DESK, PHONE, Player, until

SLOW: Final = BlindStructure((Level(Chips(10), Chips(20)), Level(Chips(15), Chips(30))), seconds(600))
"""Levels that nobody in a test will see the end of."""
PRESSES_MAX: Final = 4
FIRST_CARD_MS: Final = 20_000


@pytest.fixture(scope="module")
def room(client: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[NearHouse]:
    """A room in this process."""
    with near(tmp_path_factory.mktemp("near")) as found:
        yield found


@pytest.fixture(scope="module")
def demo(client: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """The demo, with its practice partners."""
    with opened(Path(tmp_path_factory.mktemp("demo")), None, "--bots") as found:
        yield found


def go_to_table(player: Player) -> None:
    """Open the one table that the player sits at."""
    page = player.page
    page.goto(f"{player.at}/tables")
    expect(page.locator("section.table")).to_be_visible()
    page.locator("nav.tabs a", has_text=re.compile("Duel|Again")).first.click()
    expect(page).to_have_url(re.compile("/table/"))


def shove(player: Player) -> None:
    """Put everything in, or call what the other put in, if asked."""
    page = player.page
    if page.locator("button.act.raise").is_visible():
        page.keyboard.press("5")
        page.keyboard.press("r")
    elif page.locator("button.act.call").is_visible():
        page.keyboard.press("c")


def cents(text: str) -> int:
    """An amount as the page writes it."""
    return int(re.sub(r"[^\d]", "", text))


@pytest.mark.rule("MTT-41a", proves="page")
@pytest.mark.rule("MTT-61", proves="page")
@pytest.mark.rule("MTT-44", proves="page")
def test_a_sit_and_go_is_played_to_its_end_over_a_reload_and_its_prize_is_in_the_wallet(
    browser: Browser, room: NearHouse
) -> None:
    one, other = (room.let_in(name) for name in ("Anna", "Boris"))
    tournament = room.announce(room.setup("Duel Cup", None, seats=2, stack=Chips(500), blinds=SLOW), "duel")
    with one.at(browser, room) as anna, other.at(browser, room) as boris:
        room.enter(tournament, one, other)
        for player in (anna, boris):
            go_to_table(player)
        until(lambda: anna.is_asked or boris.is_asked, "nobody is dealt in", (anna, boris))
        # In the middle of the hand: the same cards and the same hand are there again.
        cards, hand = anna.cards, anna.hand_number
        assert len(cards) == 2
        anna.page.reload()
        until(lambda: anna.cards == cards and anna.hand_number == hand, "the hand is lost", (anna, boris))
        expect(anna.page.locator(".tcells").first).to_contain_text("10 / 20")
        wallets = {player: cents(player.page.locator(".wallet, .money").first.inner_text()) for player in (anna, boris)}

        def over() -> bool:
            for player in (anna, boris):
                shove(player)
            return all(player.page.locator(".result").is_visible() for player in (anna, boris))

        until(over, "the duel does not end", (anna, boris))
        winner, loser = sorted(
            (anna, boris), key=lambda player: "1st" not in player.page.locator(".result").inner_text()
        )
        expect(winner.page.locator(".result")).to_contain_text("1st")
        expect(loser.page.locator(".result")).to_contain_text("2nd")
        prize = cents(winner.page.locator(".result dd").first.inner_text())
        assert prize > 0
        expect(winner.page.locator(".line")).to_contain_text("is in your wallet")
        until(
            lambda: cents(winner.page.locator(".wallet, .money").first.inner_text()) == wallets[winner] + prize,
            "the prize is not in the wallet",
            (winner,),
        )
        loser.page.get_by_role("button", name="Lobby").click()
        expect(loser.page.locator("section.table")).to_have_count(0)


@pytest.mark.rule("MTT-66", proves="page")
def test_who_lost_everything_buys_in_again_by_keyboard_and_plays_on(browser: Browser, room: NearHouse) -> None:
    one, other = (room.let_in(name) for name in ("Carl", "Disa"))
    setup = room.setup("Again Cup", seconds(3), stack=Chips(100), blinds=ALL_IN)
    again = ReBuy(price=setup.price, chips=Chips(5000), until_level=1, below=None, times=None, window=seconds(60))
    tournament = room.announce(replace(setup, re_buy=again), "again")
    room.enter(tournament, one, other)
    with one.at(browser, room) as carl, other.at(browser, room, size=PHONE) as disa:
        room.until(tournament, lambda each: each.status is Status.RUNNING)
        for player in (carl, disa):
            player.page.goto(f"{room.at}/table/again%2F0")
        slots = {player: player.page.locator("[id^=reBuy-]") for player in (carl, disa)}

        def offered() -> Player | None:
            ends = [player for player in slots if player.page.get_by_role("button", name="Finish now").is_visible()]
            return ends[0] if ends else None

        until(lambda: offered() is not None, "nobody is offered chips", (carl, disa))
        broke = offered()
        assert broke is not None
        page = broke.page
        expect(page.locator(".line")).to_contain_text("You have no chips")
        expect(page.locator(".guard")).to_have_count(0)
        page.keyboard.press("y")
        expect(slots[broke]).to_contain_text(re.compile("Pay €"))
        expect(page.locator(".guard")).to_have_count(0)
        page.keyboard.press("Enter")
        room.until(tournament, lambda each: each.entrants[one.player if broke is carl else other.player].re_buys == 1)
        expect(page.get_by_role("button", name="Finish now")).to_have_count(0)


class Heard:
    """The messages of a page's socket, by type."""

    def __init__(self, page: Page) -> None:
        self.messages: list[dict[str, Any]] = []
        page.on("websocket", self._opened)

    def _opened(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda text: self.messages.append(json.loads(text)))

    def first(self, kind: str) -> dict[str, Any] | None:
        """The first message of a type."""
        return next((each for each in self.messages if each["type"] == kind), None)


def to_the_first_card(guest: Player, play: str, register: str) -> None:
    """Go from the front page to the first card; the draw means what the published band of its number says."""
    page = guest.page
    heard = Heard(page)
    page.goto(guest.at)
    presses = [
        page.get_by_role("link", name="HexaPro", exact=True),
        page.get_by_role("button", name=play, exact=True),
        page.get_by_role("button", name=register),
    ]
    for press in presses:
        press.click()
    assert len(presses) <= PRESSES_MAX
    expect(page.locator("section.table")).to_be_visible()
    expect(page.locator(".drawbox, .hero .card").first).to_be_visible()
    until(lambda: len(guest.cards) == 2, "no card is dealt", (guest,))
    drawn = heard.first("hexaproDrawn")
    assert drawn is not None
    registered = next(each for each in heard.messages if each["type"] == "ownTournaments" and each["play"]["games"])
    assert drawn["drawn"]["dealsAt"] - registered["at"] <= FIRST_CARD_MS
    number = drawn["drawn"]["draw"]["draw"]
    band = drawn["drawn"]["odds"][drawn["drawn"]["slot"]]
    assert band["firstDraw"] <= number <= band["lastDraw"]


@pytest.mark.rule("HEXA-03", proves="page")
@pytest.mark.parametrize(
    ("language", "size", "play", "register"),
    [
        ("et", PHONE, "Mängi 1,00 €", "Registreeru 1 mängule"),
        ("sv", DESK, "Spela 1,00 €", "Anmäl till 1 spel"),
        ("ro", PHONE, "Joacă 1,00 €", "Înscrieți-vă la 1 joc"),
    ],
)
def test_hexapro_in_three_presses_in_other_languages_and_on_a_phone(
    browser: Browser, demo: House, language: str, size: tuple[int, int], play: str, register: str
) -> None:
    with Player(browser, demo.at, size, language=language) as guest:
        to_the_first_card(guest, play, register)


@pytest.mark.rule("HEXA-03", proves="page")
@pytest.mark.rule("HEXA-04", proves="page")
@pytest.mark.rule("HEXA-08", proves="page")
@pytest.mark.rule("HEXA-09", proves="page")
def test_hexapro_from_the_front_page_to_the_first_card_in_three_presses(browser: Browser, demo: House) -> None:
    with Player(browser, demo.at) as guest:
        page = guest.page
        to_the_first_card(guest, "Play €1.00", "Register for 1 game")
        until(lambda: "Drawn:" in guest.log, "the draw is not in the log", (guest,))
        expect(page.locator(".tcells").first).to_contain_text("10 / 20")
        expect(page.locator("section.table")).to_contain_text("500")
