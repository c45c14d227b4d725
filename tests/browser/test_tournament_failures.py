"""A server that is killed in mid-tournament: everybody is back at the table, or has the money back, by the clause of the rulebook."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser, Page, expect

from fairdeal.rulebook.clause import PW
from tests.browser.house import House, opened
from tests.browser.people import PHONE, Player, until

GAMES: Final = """
[sit_and_go]
structure = "sit-and-go"
game = "texas"
stack = 1500
"""


def enters(player: Player) -> None:
    """Take a seat in the cheapest game of two."""
    page: Page = player.page
    page.goto(f"{player.at}/lobby/sit-and-go")
    row = page.locator("section.size", has_text="2 players").locator("[data-row]").first
    expect(row.locator(".abtn")).to_contain_text("Register")
    expect(page.locator(".guard")).to_have_count(0)
    row.locator(".abtn").click()
    page.get_by_role("dialog").get_by_role("button", name="Register for").click()
    expect(page.get_by_role("dialog")).to_have_count(0)


@contextmanager
def mid_hand(
    browser: Browser, folder: Path, rulebook: str, games: str = GAMES
) -> Iterator[tuple[House, Player, Player]]:
    """Two people in the middle of a hand of a game of two."""
    schedule = folder / "games.toml"
    schedule.write_text(games, "utf-8")
    options = ("--rulebook", rulebook, "--no-bots", "--schedule", str(schedule))
    with (
        opened(folder, None, *options) as house,
        Player(browser, house.at) as ann,
        Player(browser, house.at, size=PHONE) as bob,
    ):
        for player, name in ((ann, "Ann"), (bob, "Bob")):
            player.enter_as_guest(name)
            enters(player)
        for player in (ann, bob):
            player.page.get_by_role("link", name="Go to the table").first.click()
        until(lambda: ann.is_asked or bob.is_asked, "nobody is dealt in", (ann, bob))
        asked, other = sorted((ann, bob), key=lambda player: not player.is_asked)
        asked.press_until("call", lambda: not asked.is_asked)
        until(lambda: other.is_asked, "the call is not answered", (ann, bob))
        yield house, ann, bob


def fails(house: House, ann: Player) -> None:
    """The power is cut, and comes back."""
    house.kill()
    expect(ann.page.locator(".line").first).to_contain_text("Connection lost")
    house.start()


def is_played_anew(ann: Player, bob: Player, rule: str) -> None:
    """Both are told that the hand is void, by that clause, and it is dealt again from the same stacks."""
    for player in (ann, bob):
        line = player.page.locator(".line").first
        expect(line).to_contain_text("is void after a failure. It is played anew from the same stacks.")
    ann.page.get_by_role("button", name="why?").click()
    expect(ann.page.locator(".pop")).to_contain_text(rule)
    until(lambda: ann.is_asked or bob.is_asked, "the hand is not played anew", (ann, bob))
    assert len(ann.cards) == 2
    expect(ann.page.locator(".tcells").first).to_contain_text("10 / 20")


@pytest.mark.rule("MTT-50", proves="page")
def test_after_a_kill_the_hand_is_played_anew_from_the_same_stacks_and_the_page_says_by_which_clause(
    browser: Browser, client: None, tmp_path: Path
) -> None:
    with mid_hand(browser, tmp_path, str(tmp_path / "duel.toml")) as (house, ann, bob):
        fails(house, ann)
        is_played_anew(ann, bob, "MTT-50")


def lobby_tells(player: Player, words: str) -> None:
    """The rules of the game that is played say beforehand what a failure does."""
    page = player.page
    table = page.url
    tournament = re.sub(r"%2F\d+$", "", table.rpartition("/table/")[2])
    page.goto(f"{player.at}/tournament/{tournament}/rules")
    expect(page.get_by_role("tabpanel")).to_contain_text(re.compile(rf"CANC-61\s*If the server fails {words}"))
    page.goto(table)
    expect(page.locator("section.table")).to_be_visible()


@pytest.mark.rule("CANC-61", proves="page")
@pytest.mark.rule("CANC-62", proves="page")
def test_where_the_lobby_said_that_play_goes_on_hands_are_annulled_and_dealt_anew(
    browser: Browser, client: None, tmp_path: Path
) -> None:
    with mid_hand(browser, tmp_path, PW, GAMES + 'seats = 2\non_failure = "resume"\n') as (house, ann, bob):
        lobby_tells(ann, "play goes on later from the interrupted hand, dealt anew\\.")
        fails(house, ann)
        is_played_anew(ann, bob, "CANC-62")


@pytest.mark.rule("CANC-61", proves="page")
def test_where_the_lobby_said_so_a_failure_gives_everybody_everything_back(
    browser: Browser, client: None, tmp_path: Path
) -> None:
    with mid_hand(browser, tmp_path, PW, GAMES + 'seats = 2\non_failure = "cancel_and_refund"\n') as (house, ann, bob):
        lobby_tells(ann, "the tournament is cancelled and what was paid in is returned\\.")
        fails(house, ann)
        for player in (ann, bob):
            page = player.page
            tournament = re.sub(r"%2F\d+$", "", page.url.rpartition("/table/")[2])
            page.goto(f"{player.at}/tournament/{tournament}")
            expect(page.locator("main")).to_contain_text("server failure")
            expect(page.locator("main")).to_contain_text("CANC-61")
            expect(page.get_by_role("row").filter(has_text="(you)")).to_be_visible()
