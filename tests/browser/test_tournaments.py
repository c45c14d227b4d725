"""Tournaments in the browser: entering and leaving in time and too late, entering late, what is accepted, what a cancellation pays."""

import re
from collections.abc import Iterator
from typing import Final

import pytest
from playwright.sync_api import Browser, Page, expect

from fairdeal.kernel import HOUR, MINUTE, Chips, Duration, Instant, seconds
from fairdeal.rulebook.clause import U27
from fairdeal.tournament.director import commands as ms
from fairdeal.tournament.director.state import Status
from tests.browser.axe import serious
from tests.browser.near import ALL_IN, NearHouse, near
from tests.browser.people import DESK, PHONE, resize

LINE: Final = ".tline"


def press(page: Page, row: str, says: str) -> None:
    """Press the button of a row once it says something, and its guard is over."""
    button = page.locator(f'[data-row="{row}"] .abtn')
    expect(button).to_contain_text(says)
    expect(page.locator(".guard")).to_have_count(0)
    button.click()


def confirm(page: Page) -> None:
    """Pay in the dialogue."""
    page.get_by_role("button", name=re.compile("^Register for")).click()


@pytest.fixture(scope="module")
def room(client: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[NearHouse]:
    """A room in this process."""
    with near(tmp_path_factory.mktemp("near")) as found:
        yield found


@pytest.mark.rule("MTT-33a", proves="page")
@pytest.mark.rule("MTT-33b", proves="page")
@pytest.mark.rule("MTT-36", proves="page")
@pytest.mark.rule("MTT-27a", proves="page")
def test_who_registers_may_leave_in_time_and_is_told_by_which_clause_not_later(
    browser: Browser, room: NearHouse
) -> None:
    room.announce(room.setup("Evening Cup", HOUR), "evening")
    room.announce(room.setup("Next Up", Duration(4 * MINUTE)), "next")
    with room.let_in("Lembit").at(browser, room, free=True) as lembit:
        page = lembit.page
        page.goto(f"{room.at}/lobby/tournaments")
        # By keys alone: to the row, its button, and through the dialogue.
        expect(page.locator('[data-row="evening"]')).to_contain_text("Registering")
        page.keyboard.press("ArrowDown")
        while page.locator('[data-row="evening"] [data-open]:focus').count() == 0:
            page.keyboard.press("ArrowDown")
        page.keyboard.press("g")
        dialog = page.get_by_role("dialog")
        expect(dialog).to_contain_text("You may unregister until")
        expect(dialog.locator(".parts")).to_contain_text("Fee")
        assert serious(page) == []
        dialog.get_by_role("button", name=re.compile("^Register for")).focus()
        page.keyboard.press("Enter")
        expect(page.locator(LINE)).to_contain_text("Registered for Evening Cup: €10.00 taken. You can unregister until")
        expect(page.locator(LINE)).to_contain_text("MTT-33a")
        expect(page.locator('[data-row="evening"] .abtn')).to_contain_text("Unregister")
        expect(page.locator(".strip").first).to_contain_text("Evening Cup")
        box = page.locator('[data-row="evening"] .abtn').bounding_box()
        press(page, "evening", "Unregister")
        expect(page.locator(LINE)).to_contain_text("Unregistered from Evening Cup: €10.00 is back where it came from.")
        expect(page.locator('[data-row="evening"] .abtn')).to_contain_text("Register")
        assert page.locator('[data-row="evening"] .abtn').bounding_box() == box
        # Four minutes before the start nobody can take an entry back, and everybody is told so before paying.
        press(page, "next", "Register")
        confirm(page)
        expect(page.locator('[data-row="next"] .abtn')).to_have_attribute("aria-disabled", "true")
        expect(page.locator(".guard")).to_have_count(0)
        page.locator('[data-row="next"] .abtn').focus()  # off, and can be asked why
        page.keyboard.press("Enter")
        expect(page.locator(LINE)).to_contain_text("The entry cannot be taken back.")
        expect(page.locator(LINE)).to_contain_text("MTT-36")
        assert serious(page) == []
        # The page of the tournament, tab by tab, at every size.
        page.locator('[data-row="next"] [data-open]').click()
        expect(page.get_by_role("heading", name="Next Up")).to_be_visible()
        for size in (DESK, (1280, 720), PHONE):
            resize(page, size)
            for key, words in (("1", "Lembit (you)"), ("2", "drawn"), ("3", "place"), ("4", "Blinds"), ("5", "MTT-37")):
                page.keyboard.press(key)
                expect(page.get_by_role("tabpanel")).to_contain_text(words)
            assert serious(page) == []
            assert page.evaluate("document.scrollingElement.scrollWidth <= innerWidth")
        # The lobby on a phone, in the other languages.
        for language, words in (
            ("et", "Minu registreerimised"),
            ("sv", "Mina anmälningar"),
            ("ro", "Înscrierile mele"),
        ):
            page.evaluate(
                "chosen => localStorage.setItem('fairdeal.settings', JSON.stringify({ language: chosen }))", language
            )
            page.goto(f"{room.at}/lobby/tournaments")
            expect(page.locator(".strip").first).to_contain_text(words)
            expect(page.locator('[data-row="next"]')).to_be_visible()
            assert serious(page) == []
            assert page.evaluate("document.scrollingElement.scrollWidth <= innerWidth")


@pytest.mark.rule("MTT-32a", proves="page")
@pytest.mark.rule("MTT-28b", proves="page")
def test_a_start_is_told_wherever_one_is_and_others_may_still_enter(browser: Browser, room: NearHouse) -> None:
    here, there, late = (room.let_in(name) for name in ("Astrid", "Bengt", "Cecilia"))
    tournament = room.announce(room.setup("Quick Start", seconds(6), late_levels=4), "quick")
    room.enter(tournament, here, there)
    with here.at(browser, room) as astrid, late.at(browser, room, size=PHONE, touch=True) as cecilia:
        astrid.page.goto(f"{room.at}/rules/MTT-28b")
        cecilia.page.goto(f"{room.at}/lobby/tournaments")
        notice = astrid.page.locator(".notice")
        expect(notice).to_contain_text(re.compile(r"Quick Start starts\. Table \d+, seat \d+, 1,500 chips\."))
        row = cecilia.page.locator('[data-row="quick"]')
        expect(row).to_contain_text("Late registration")
        expect(row.locator(".abtn")).to_contain_text("Late entry")
        expect(cecilia.page.locator(".guard")).to_have_count(0)
        row.locator(".abtn").tap()
        expect(cecilia.page.get_by_role("dialog")).to_contain_text("buy-in and fee stay")
        cecilia.page.get_by_role("button", name=re.compile("^Register for")).tap()
        expect(cecilia.page.locator(LINE)).to_contain_text("Your seat is drawn now.")
        expect(row.locator(".abtn")).to_contain_text("Go to table")
        notice.get_by_role("link", name="Go to the table").click()
        expect(astrid.page).to_have_url(re.compile("/table/"))
        # Bengt never came: he has a seat and chips all the same, and pays for them.
        absent = astrid.page.locator(".seat", has_text="Bengt")
        expect(absent).to_contain_text("Sitting out")
        expect(astrid.page.locator(".log")).to_contain_text(re.compile(r"Bengt posts the (small|big) blind"))
    room.send(tournament, ms.Cancel("test", "the story is told"))


@pytest.mark.rule("MTT-51a", proves="page")
def test_a_new_revision_is_accepted_before_one_enters(browser: Browser, room: NearHouse) -> None:
    acceptance = room.opened.house.auth.acceptance
    offered = acceptance.revisions
    editions = room.opened.house.editions
    others = [each for each in editions if each.id != U27]
    room.read(lambda: acceptance.offer(others))
    guest = room.let_in("Katrin")
    room.announce(room.setup("New Rules", HOUR), "rules")
    with guest.at(browser, room) as katrin:
        page = katrin.page
        page.goto(f"{room.at}/lobby/tournaments")
        expect(page.locator('[data-row="rules"]')).to_be_visible()
        # It comes into force while the page is open.
        room.read(lambda: acceptance.offer(editions))
        press(page, "rules", "Register")
        confirm(page)
        expect(page.locator(LINE)).to_contain_text("MTT-51a")
        asked = page.get_by_role("dialog", name="A rulebook to accept")
        expect(asked).to_contain_text("Unibet")
        asked.get_by_role("button", name="Close").click()
        press(page, "rules", "Register")
        confirm(page)
        asked.get_by_role("button", name="I accept").click()
        expect(asked).to_have_count(0)
        press(page, "rules", "Register")
        confirm(page)
        expect(page.locator('[data-row="rules"] .abtn')).to_contain_text("Unregister")
    assert {each.digest for each in acceptance.revisions} == {each.digest for each in offered}


@pytest.mark.rule("CANC-53a", proves="page")
@pytest.mark.rule("CANC-53b", proves="page")
def test_a_cancellation_is_told_part_by_part_to_who_was_in_and_to_who_was_out(
    browser: Browser, room: NearHouse
) -> None:
    guests = [room.let_in(name, folds=True) for name in ("Doina", "Emil", "Florin", "Gabi")]
    setup = room.setup("Short Story", seconds(1), stack=Chips(100), blinds=ALL_IN, pause=seconds(30))
    tournament = room.announce(setup, "short")
    room.enter(tournament, *guests)
    with guests[0].at(browser, room, language="ro") as watcher:
        watcher.page.goto(f"{room.at}/rules")  # whoever is connected is told where they are
        state = room.until(tournament, lambda each: each.remaining < each.entries)
        assert state.status is Status.RUNNING
        room.send(tournament, ms.Cancel("test", "the story is told"))
        expect(watcher.page.locator(".notice")).to_contain_text("Short Story este anulat.")
    out = {player for player, entrant in state.entrants.items() if not entrant.playing}
    still = next(guest for guest in guests if guest.player not in out)
    gone = next(guest for guest in guests if guest.player in out)
    with still.at(browser, room, free=True) as one:
        page = one.page
        page.goto(f"{room.at}/tournament/short")
        expect(page.locator(".own")).to_contain_text("What you got, part by part")
        for rule in ("CANC-53a", "CANC-53b"):
            expect(page.locator(".own .parts")).to_contain_text(rule)
        expect(page.get_by_role("tabpanel").locator("tbody tr")).to_have_count(4)
        for size in (DESK, PHONE):
            resize(page, size)
            assert serious(page) == []
        got = page.locator(".own dd.sum").last.inner_text()
        expect(page.locator(LINE)).to_contain_text(f"You received {got}.")
    with gone.at(browser, room) as other:
        other.page.goto(f"{room.at}/tournament/short")
        expect(other.page.locator(".own")).to_contain_text("You were already out, so nothing comes back.")
        expect(other.page.locator(".own")).to_contain_text("CANC-53")


@pytest.mark.rule("MTT-26b", proves="page")
@pytest.mark.rule("MTT-27b", proves="page")
@pytest.mark.rule("MTT-34b", proves="page")
def test_who_registered_before_a_change_is_told_and_may_leave(browser: Browser, room: NearHouse) -> None:
    guest = room.let_in("Henrik")
    tournament = room.announce(room.setup("Changed Mind", HOUR), "changed")
    room.enter(tournament, guest)
    with guest.at(browser, room, language="sv") as henrik:
        page = henrik.page
        page.goto(f"{room.at}/settings")
        expect(page.locator("h1")).to_be_visible()
        room.send(tournament, ms.DelayStart(Instant(room.now + 2 * HOUR), "test", "later"))
        notice = page.locator(".notice")
        expect(notice).to_contain_text("Changed Mind startar senare")
        expect(notice).to_contain_text("MTT-26b")
        notice.get_by_role("link", name="Öppna turneringen").click()
        expect(page.locator(".own")).to_contain_text("Huset ändrade turneringen")
        page.get_by_role("button", name=re.compile("^Avanmäl dig")).first.click()
        expect(page.locator(LINE)).to_contain_text("Avanmäld från Changed Mind")
