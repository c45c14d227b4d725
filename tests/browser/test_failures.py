"""Lost connections: nobody loses anything, and every page says what happened and by which clause."""

import re

from playwright.sync_api import Browser, expect

from tests.browser.house import House
from tests.browser.people import Player, until


def test_who_loses_the_connection_is_folded_in_time_and_finds_the_table_again(browser: Browser, house: House) -> None:
    with Player(browser, house.at, lined=True) as ann, Player(browser, house.at, lined=True) as ben:
        pair = (ann.enter_as_guest("Anneli"), ben.enter_as_guest("Bosse"))
        for player in pair:
            player.sit_down("Hasty")
        for player in pair:
            player.take_seat()
        until(lambda: any(player.is_asked for player in pair), "nobody is dealt in", pair)
        gone, other = sorted(pair, key=lambda player: not player.is_asked)
        name = "Anneli" if gone is ann else "Bosse"
        assert gone.line is not None
        gone.line.cut()
        expect(gone.page.locator(".line")).to_contain_text("Connection lost")
        expect(other.page.locator(".log")).to_contain_text(f"{name} lost the connection")
        decided = re.compile(f"{name} did not act in time and (folds|checks)")
        expect(other.page.locator(".log")).to_contain_text(decided)
        expect(other.page.locator(".log")).to_contain_text("TIME-12")
        gone.line.mend()
        expect(gone.page.locator(".line").first).not_to_contain_text("Connection lost")
        expect(other.page.locator(".log")).to_contain_text(f"{name} is connected again")
