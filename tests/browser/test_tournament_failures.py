"""A server that is killed in mid-tournament: everybody is back at the table, and the hand is played anew."""

from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.house import opened
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


@pytest.mark.rule("MTT-50", proves="page")
def test_after_a_kill_the_hand_is_played_anew_from_the_same_stacks_and_the_page_says_by_which_clause(
    browser: Browser, client: None, tmp_path: Path
) -> None:
    schedule = tmp_path / "games.toml"
    schedule.write_text(GAMES, "utf-8")
    options = ("--rulebook", str(tmp_path / "duel.toml"), "--no-bots", "--schedule", str(schedule))
    with (
        opened(tmp_path, None, *options) as house,
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
        house.kill()
        expect(ann.page.locator(".line").first).to_contain_text("Connection lost")
        house.start()
        for player in (ann, bob):
            line = player.page.locator(".line").first
            expect(line).to_contain_text("is void after a failure. It is played anew from the same stacks.")
        ann.page.get_by_role("button", name="why?").click()
        expect(ann.page.locator(".pop")).to_contain_text("MTT-50")
        until(lambda: ann.is_asked or bob.is_asked, "the hand is not played anew", (ann, bob))
        assert len(ann.cards) == 2
        expect(ann.page.locator(".tcells").first).to_contain_text("10 / 20")
