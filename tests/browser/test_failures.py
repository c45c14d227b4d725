"""Lost connections and killed servers: nobody loses anything, and every page says what happened and by which clause."""

import re
from pathlib import Path

from playwright.sync_api import Browser, expect

from tests.browser.house import House, opened
from tests.browser.people import Player, play_on, until


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


def test_after_kill_9_browsers_come_back_by_themselves_and_the_hand_is_rolled_back(
    browser: Browser, client: None, tmp_path: Path, database: str, pictures: Path
) -> None:
    with opened(tmp_path, database) as house, Player(browser, house.at) as ann, Player(browser, house.at) as ben:
        pair = (ann.enter_as_guest("Anneli"), ben.enter_as_guest("Bosse"))
        for player in pair:
            player.sit_down()
        for player in pair:
            player.take_seat()
        until(lambda: any(player.is_asked for player in pair), "nobody is dealt in", pair)
        asked, _ = sorted(pair, key=lambda player: not player.is_asked)
        asked.press_until("call", lambda: not asked.is_asked)
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
