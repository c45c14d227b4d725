"""Lots of a tournament and the scanner log of a live table in the browser: found, checked step by step, and a changed one caught."""

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from click.testing import CliRunner
from playwright.sync_api import Browser, Page, Route, expect

from fairdeal.casino.table.state import Phase
from fairdeal.cli.main import main
from fairdeal.kernel import Chips, Duration, TournamentId, seconds
from tests.browser.axe import serious
from tests.browser.near import ALL_IN, NearHouse, near
from tests.browser.people import PHONE, Player, resize, until
from tests.browser.stations import Croupier, LiveHouse, live_house
from tests.browser.storybook import opened_page, tell
from tests.browser.test_casino_failures import CARDS, sit_at
from tests.browser.test_fair import assert_fits

LANGUAGES: Final = ("en", "et", "sv", "ro")
Json = dict[str, Any]


def lie(page: Page, address: str, change: Callable[[Json], None]) -> None:
    """The room gives another last line of a file than it published."""

    def answer(route: Route) -> None:
        *lines, last = route.fetch().text().splitlines()
        found = json.loads(last)
        change(found)
        route.fulfill(body="\n".join([*lines, json.dumps(found)]))

    page.context.route(address, answer)


def record_is_right(page: Page, folder: Path) -> Json:
    """The record that can be taken away is right by the offline verifier too."""
    with page.expect_download() as found:
        page.get_by_role("link", name="Record of the draw").click()
    file = folder / "record.json"
    found.value.save_as(file)
    assert CliRunner().invoke(main, ["fair", "verify", str(file)]).exit_code == 0
    proof: Json = json.loads(file.read_text("utf-8"))
    return proof


def is_caught(player: Player, step: int, words: str, check: str) -> None:
    """The page tells what does not fit, the desk has it, and what was received can be taken away."""
    page = player.page
    expect(page.get_by_text(f"Check failed at step {step}")).to_be_visible()
    expect(page.locator("li.step.wrong")).to_contain_text(words)
    expect(page.get_by_text(re.compile("Your device sent a dispute at"))).to_be_visible()
    expect(page.get_by_role("link", name="Everything this device received")).to_be_visible()
    (complaint,) = page.request.get(f"{player.at}/api/complaints").json()
    assert f"Check failed at “{check}”" in complaint["text"]
    assert f"fails here: {check}" in complaint["text"]
    assert serious(page) == []


# ---- lots


@pytest.fixture(scope="module")
def house(client: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[NearHouse]:
    """A room in which tournaments are announced."""
    with near(tmp_path_factory.mktemp("lots"), messages_per_second=400) as found:
        yield found


def announced(house: NearHouse, name: str) -> TournamentId:
    """A tournament at tables of two that three have entered already."""
    setup = house.setup(name, Duration(seconds(120)), seats=2, stack=Chips(100), blinds=ALL_IN)
    tournament = house.announce(setup, name.lower())
    house.enter(tournament, *(house.let_in(f"{name}{number}", folds=True) for number in range(3)))
    return tournament


def test_lots_are_found_from_the_tournament_and_proved_step_by_step(
    browser: Browser, house: NearHouse, tmp_path: Path
) -> None:
    tournament = announced(house, "Sorts")
    ada = house.let_in("Ada")
    house.enter(tournament, ada)
    with ada.at(browser, house, free=True) as player:
        page = player.page
        with page.expect_response(re.compile(rf"/api/tournaments/{tournament}/lots$")):
            page.goto(f"{player.at}/tournament/{tournament}/tables")
        page.get_by_role("link", name="Check how seats, moves and ties were drawn").click()
        expect(page.get_by_text("No lots have been drawn yet")).to_be_visible()
        assert serious(page) == []
        house.put_forward(120_000)
        house.until(tournament, lambda state: state.started_at is not None)
        page.goto(f"{player.at}/fair/lots/{tournament}")
        expect(page.get_by_role("heading", name=re.compile("everything fits"))).to_be_visible()
        assert serious(page) == []
        page.get_by_role("link", name="Lots 1", exact=True).click()
        expect(page.get_by_text("Checked by your device")).to_be_visible()
        expect(page.locator("li.step.fits")).to_have_count(3)
        expect(page.get_by_text("This device knew the fingerprint before these lots were drawn.")).to_be_visible()
        expect(page.get_by_text("No hand had been played yet.")).to_be_visible()
        assert serious(page) == []
        proof = record_is_right(page, tmp_path)
        assert proof["kind"] == "lots"
        assert proof["draws"][0]["what"] == "entrants"
        resize(page, PHONE)
        assert_fits(page)
        # They can be checked when it is over, too.
        house.until(tournament, lambda state: state.over)
        page.goto(f"{player.at}/tournament/{tournament}/tables")
        page.get_by_role("link", name="Check how seats, moves and ties were drawn").click()
        expect(page.locator(".chk.checked").first).to_be_visible()


def test_lots_that_were_drawn_otherwise_are_caught(browser: Browser, house: NearHouse) -> None:
    tournament = announced(house, "Tours")
    bob = house.let_in("Bob")
    house.enter(tournament, bob)
    house.put_forward(120_000)
    house.until(tournament, lambda state: state.started_at is not None)
    with bob.at(browser, house, free=True) as player:
        page = player.page

        def swapped(found: Json) -> None:
            draw = found["draws"][0]
            one = [(draw["drawn"][0] + 1) % draw["of"]]
            draw["drawn"] = one if len(draw["drawn"]) == 1 else draw["drawn"][::-1]

        lie(page, f"**/api/tournaments/{tournament}/lots.jsonl", swapped)
        page.goto(f"{player.at}/fair/lots/{tournament}")
        expect(page.get_by_role("heading", name="One check failed")).to_be_visible()
        page.locator(".chk.failed").click()
        is_caught(player, 3, "A draw does not follow from secret and logs.", "draws")


# ---- a scanner's log


@pytest.fixture(scope="module")
def live(client: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveHouse]:
    """A live table of baccarat."""
    with live_house(tmp_path_factory.mktemp("scans"), {"coup": "baccarat"}) as found:
        yield found


def coup(house: LiveHouse, croupier: Croupier, page: Page, deck: int) -> None:
    """A bet on Player, and a coup of four cards that Player wins."""
    house.open_bets("coup")
    page.locator(".bet3.player").click()
    page.get_by_role("button", name=re.compile("Place bet")).click()
    house.until_phase("coup", Phase.CLOSED)  # everybody has bet
    croupier.finish("call_no_more_bets")
    croupier.scan(f"{deck}-9H", f"{deck}-7S", f"{deck}-KC", f"{deck}-TD")
    croupier.finish("announce", "pick_up")


def test_what_a_scanner_read_is_found_from_the_round_and_a_change_is_caught(
    browser: Browser, live: LiveHouse, tmp_path: Path
) -> None:
    croupier = Croupier(live, "coup")
    croupier.finish(*CARDS)
    with live.near.let_in("Ruth").at(browser, live.near, free=True) as ruth:
        page = sit_at(ruth, "coup")
        live.until_phase("coup", Phase.BETTING)
        for deck in (1, 2):
            coup(live, croupier, page, deck)
        page.close()
        page = ruth.page
        page.goto(f"{ruth.at}/rounds/coup")
        page.locator("summary").first.click()
        page.get_by_role("link", name="Check what the scanner read").click()
        expect(page.get_by_text("Checked by your device")).to_be_visible()
        expect(page.locator("li.step.fits")).to_have_count(3)
        expect(page.get_by_role("row")).to_have_count(5)
        assert serious(page) == []
        assert [each["card"] for each in record_is_right(page, tmp_path)["entries"]] == [30, 23, 44, 33]
        resize(page, PHONE)
        assert_fits(page)
        resize(page, (1280, 800))
        page.goto(f"{ruth.at}/casino/coup/check")
        page.get_by_role("link", name="Check the scanner log").click()
        expect(page.get_by_role("heading", name="2 rounds, and everything fits")).to_be_visible()
        assert serious(page) == []

        def another_card(found: Json) -> None:
            found["entries"][0]["card"] = 51

        lie(page, "**/api/casino/tables/coup/scans.jsonl", another_card)
        page.reload()
        expect(page.get_by_role("heading", name="One check failed")).to_be_visible()
        page.locator(".chk.failed").click()
        is_caught(ruth, 1, "An entry is not what was written when the card was read.", "entries")
        until(lambda: page.request.get(f"{ruth.at}/api/complaints").json(), "the desk has nothing", (ruth,))


# ---- languages


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_pages_speak_every_language_and_fit_a_phone(browser: Browser, stories: str, language: str) -> None:
    titles: list[str] = []
    with opened_page(browser, still=True, free=True) as page:
        for story, sight in (
            ("lots", ".chk.checked"),
            ("lots-none", ".page h1"),
            ("lots-failed", ".chk.failed"),
            ("lots-one", "li.step.fits"),
            ("lots-one-failed", "li.step.wrong"),
            ("scans", ".chk.checked"),
            ("scans-one", "li.step.fits"),
            ("past-tournament", 'a[href="/fair/lots/t-sunday"]'),
        ):
            tell(page, stories, story, f"&language={language}")
            expect(page.locator(sight).first).to_be_visible()
            titles.append(page.get_by_role("heading", level=1).inner_text())
            assert serious(page) == []
            resize(page, PHONE)
            assert_fits(page)
            resize(page, (1440, 900))
    assert titles[0] != titles[5]
    assert language == "en" or "Lots" not in titles[0]
