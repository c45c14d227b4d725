"""A room on every kind of database: a hand to the showdown, and a killed server after which nobody has lost anything."""

import re
from pathlib import Path

from playwright.sync_api import Browser, expect

from tests.browser.house import House
from tests.browser.people import Player, play_on, until


def test_a_registered_player_and_a_guest_play_a_hand_to_the_showdown(
    browser: Browser, every_house: House, pictures: Path
) -> None:
    with Player(browser, every_house.at) as ann, Player(browser, every_house.at) as ben:
        ann.register("Annika").sit_down(stake="NL10")
        ben.enter_as_guest("Bengt").sit_down(stake="NL10")
        ann.take_seat()
        ben.take_seat()
        play_on((ann, ben), lambda: ann.saw_an_end)
        for player in (ann, ben):
            expect(player.page.locator(".log")).to_contain_text(
                re.compile(r"(You win|(Annika|Bengt) wins) [\d.]+ with ")
            )
            expect(player.page.locator(".log")).to_contain_text("Pot 0.20, rake 0.01")
        ann.page.screenshot(path=pictures / "showdown.png")


def test_after_kill_9_browsers_come_back_by_themselves_and_the_hand_is_rolled_back(
    browser: Browser, every_house: House, pictures: Path
) -> None:
    house = every_house
    with Player(browser, house.at) as ann, Player(browser, house.at) as ben:
        pair = (ann.enter_as_guest("Anneli"), ben.enter_as_guest("Bosse"))
        for player in pair:
            player.sit_down()
        for player in pair:
            player.take_seat()
        until(lambda: any(player.is_asked for player in pair), "nobody is dealt in", pair)
        asked, other = sorted(pair, key=lambda player: not player.is_asked)
        asked.press_until("call", lambda: not asked.is_asked)
        # What was not answered before the end is asked again after it, and the line tells what came of that.
        until(lambda: other.is_asked and re.search(r"calls? 0\.02", asked.log), "the call is not answered", pair)
        house.kill()
        for player in pair:
            expect(player.page.locator(".line").first).to_contain_text("Connection lost")
        house.start()
        for player in pair:
            line = player.page.locator(".line").first
            expect(line).to_contain_text("is void and every stack is as it was")
            expect(line).to_contain_text("yours is 4.00")
        ann.page.screenshot(path=pictures / "rolled-back.png")
        ann.page.get_by_role("button", name="why?").click()
        expect(ann.page.locator(".pop")).to_contain_text("TIME-16")
        play_on(pair, lambda: ann.saw_an_end)
