"""Roulette in the browser: from the lobby to a paid round, every field by pointer and by key, and what goes wrong on the way."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser, Page, expect

from fairdeal.rulebook.clause import U27
from tests.browser.axe import serious
from tests.browser.house import House, opened
from tests.browser.near import NearHouse
from tests.browser.near_casino import casino_files, near_wheel
from tests.browser.people import DESK, PHONE, Player, until

FIELDS: Final = 151
CENTRES: Final = """
() => [...document.querySelectorAll("[data-spot]")].map((field) => {
  const { x, y, width, height } = field.getBoundingClientRect();
  return [field.dataset.spot, x + width / 2, y + height / 2];
})
"""
FOCUSED: Final = "() => document.activeElement?.dataset?.spot ?? null"


@pytest.fixture(scope="module")
def calm(client: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[NearHouse]:
    """A wheel whose bets stay open for longer than any test looks at it."""
    with near_wheel(tmp_path_factory.mktemp("calm"), betting=3600) as found:
        yield found


@pytest.fixture(scope="module")
def swift(client: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[NearHouse]:
    """A wheel that turns every few seconds."""
    with near_wheel(tmp_path_factory.mktemp("swift"), betting=6, spin=1500, pause=2) as found:
        yield found


def sit(player: Player) -> Page:
    """Go to the casino, and play at its wheel."""
    page = player.page
    page.goto(f"{player.at}/casino")
    page.get_by_role("button", name="Play, Pirita 1").click()
    expect(page.locator(".cz")).to_be_visible()
    expect(page.locator(".cact.go")).to_have_count(0)
    return page


def field(page: Page, spot: str) -> None:
    """Lay the chip in the hand on a field."""
    page.locator(f'[data-spot="{spot}"]').click()


def fresh(page: Page) -> None:
    """Wait until bets are open for more than five seconds yet."""
    expect(page.locator(".lamp.g")).to_be_visible()


def place(page: Page, spot: str = "red") -> None:
    """Bet on a field, in a round that has just opened."""
    fresh(page)
    field(page, spot)
    page.locator(".cact.raise").click()
    expect(page.locator(".cact.done")).to_be_visible()


@pytest.mark.rule("RLT-01", proves="page")
@pytest.mark.rule("RLT-03", proves="page")
@pytest.mark.rule("RLT-06", proves="page")
@pytest.mark.rule("RLT-19", proves="page")
def test_three_clicks_from_the_lobby_to_a_paid_round_that_stands_in_the_history(
    browser: Browser, swift: NearHouse
) -> None:
    with swift.let_in("Anna").at(browser, swift) as anna:
        page = anna.page
        page.goto(f"{anna.at}/casino")
        page.get_by_role("button", name="Play, Pirita 1").click()
        fresh(page)
        field(page, "red")
        expect(page.locator(".cact.raise")).to_contain_text("+ 0.50")
        page.locator(".cact.raise").click()
        expect(page.locator(".cact.done")).to_contain_text("Placed 0.50")
        expect(page.locator(".cur")).to_contain_text("0.50")
        expect(page.locator(".line").first).to_contain_text(re.compile("You are paid 1.00|bets of 0.50 are lost"))
        number = page.locator(".res .big").inner_text()
        won = "You are paid" in page.locator(".line").first.inner_text()
        page.get_by_role("tab", name="Log").click()
        expect(page.locator(".log")).to_contain_text(f"{number}, ")
        # What was bet can be laid again, and is no bet before it is placed.
        fresh(page)
        page.keyboard.press("l")
        expect(page.locator(".cact.raise")).to_contain_text("+ 0.50")
        page.goto(f"{anna.at}/rounds/wheel")
        card = page.locator("details").first
        card.click()
        expect(card).to_contain_text("+0.50" if won else "−0.50")
        expect(card).to_contain_text("Red")
        expect(card.locator(".nb")).to_have_text(number)
        card.get_by_role("button", name="Complain").click()
        page.get_by_role("dialog").get_by_role("textbox").fill("The ball jumped out.")
        page.get_by_role("dialog").get_by_role("button", name="Send").click()
        expect(page.get_by_text("Your complaint is with the floor")).to_be_visible()


@pytest.mark.parametrize("rule", ["RLT-10", "RLT-11", "RLT-12", "RLT-13", "RLT-14", "RLT-15", "RLT-16", "RLT-17"])
def test_the_layout_tells_what_each_kind_of_bet_pays(rule: str, laid: dict[str, str]) -> None:
    pays = {
        "RLT-10": ("straight-17", "35 to 1"), "RLT-11": ("split-16-17", "17 to 1"), "RLT-12": ("street-16", "11 to 1"),
        "RLT-13": ("corner-13", "8 to 1"), "RLT-14": ("line-13", "5 to 1"), "RLT-15": ("column-2", "2 to 1"),
        "RLT-16": ("dozen-2", "2 to 1"), "RLT-17": ("red", "1 to 1"),
    }  # fmt: skip
    spot, odds = pays[rule]
    assert f"pays {odds}" in laid[spot]


@pytest.fixture(scope="module")
def laid(browser: Browser, calm: NearHouse) -> dict[str, str]:
    """Every field with what is said of it, after a chip was laid on each: first by pointer, then by keys alone."""
    with calm.let_in("Fields").at(browser, calm, still=True) as player:
        page = sit(player)
        expect(page.locator("[data-spot]")).to_have_count(FIELDS)
        for _, x, y in page.evaluate(CENTRES):
            page.mouse.click(x, y)
        expect(page.locator(".bl tbody tr")).to_have_count(FIELDS)
        by_pointer = labels(page)
        assert all("You have 0.50, not placed." in text for text in by_pointer.values())
        page.keyboard.press("x")
        expect(page.locator(".bl tbody tr")).to_have_count(0)
        walked = walk(page)
        assert set(walked) == set(by_pointer)
        expect(page.locator(".bl tbody tr")).to_have_count(FIELDS)
        page.keyboard.press("Shift+Enter")
        expect(page.locator(".cact.done")).to_contain_text("75.50")
        return by_pointer


def labels(page: Page) -> dict[str, str]:
    """What readers are told of each field."""
    found: dict[str, str] = page.evaluate(
        "() => Object.fromEntries([...document.querySelectorAll('[data-spot]')]"
        ".map((field) => [field.dataset.spot, field.getAttribute('aria-label')]))"
    )
    return found


def walk(page: Page) -> list[str]:
    """Reach every field by arrows from the first one, and lay a chip there with Enter or Space."""
    seen: list[str] = []

    def lay() -> None:
        spot = page.evaluate(FOCUSED)
        if spot not in seen:
            page.keyboard.press("Enter" if len(seen) % 2 else " ")
            seen.append(spot)

    def go(key: str, times: int) -> None:
        for _ in range(times):
            lay()
            page.keyboard.press(key)
        lay()

    page.locator('[data-spot="straight-3"]').focus()
    page.keyboard.press("ArrowUp")
    for row in range(6):
        # Numbers lie between the zero and the columns: rows of numbers begin at the columns, and end at the zero.
        if row % 2:
            go("ArrowRight", 1)
            go("ArrowLeft", 24)
            page.keyboard.press("ArrowRight")
        else:
            go("ArrowRight", 22)
        page.keyboard.press("ArrowDown")
    go("ArrowRight", 2)
    page.keyboard.press("ArrowDown")
    go("ArrowRight", 5)
    go("ArrowLeft", 5)
    return seen


@pytest.mark.rule("RLT-11", proves="page")
def test_every_field_of_the_rules_is_laid_by_pointer_and_by_keys_and_none_joins_the_zero(laid: dict[str, str]) -> None:
    assert len(laid) == FIELDS
    kinds = [spot.split("-")[0] for spot in laid]
    counts = {kind: kinds.count(kind) for kind in ("straight", "split", "street", "corner", "line", "column", "dozen")}
    assert counts == {"straight": 37, "split": 57, "street": 12, "corner": 22, "line": 11, "column": 3, "dozen": 3}
    assert not [spot for spot in laid if "-0" in spot and not spot.startswith("straight")]


@pytest.mark.rule("RLT-03", proves="page")
@pytest.mark.rule("RLT-04", proves="page")
@pytest.mark.rule("RLT-07", proves="page")
@pytest.mark.rule("RLT-08", proves="page")
def test_chips_are_combined_doubled_taken_off_and_limits_are_said_before_they_refuse(
    browser: Browser, calm: NearHouse
) -> None:
    with calm.let_in("Chips").at(browser, calm, still=True) as player:
        page = sit(player)
        rows = page.locator(".bl tbody tr")
        page.keyboard.press("t")
        page.keyboard.type("17 x30")
        page.keyboard.press("Enter")
        expect(rows).to_have_count(1)
        expect(rows.first).to_contain_text("30.00")
        page.locator(".typebet input").fill("0/1")
        page.keyboard.press("Enter")
        expect(page.locator(".line").first).to_contain_text("“0/1” is no field")
        page.keyboard.press("Escape")
        page.keyboard.press("d")
        expect(rows.first).to_contain_text("60.00")
        page.keyboard.press("z")
        expect(rows.first).to_contain_text("30.00")
        page.get_by_role("radio", name="Chip 1.00").drag_to(page.locator('[data-spot="red"]'))
        expect(rows).to_have_count(2)
        expect(rows.last).to_contain_text("1.00")
        page.locator('[data-spot="red"]').click(button="right")
        expect(rows).to_have_count(1)
        page.locator('[data-spot="straight-17"]').focus()
        page.keyboard.press("Backspace")
        expect(rows.first).to_contain_text("25.00")
        page.keyboard.press("x")
        expect(rows).to_have_count(0)
        expect(page.locator(".cact.off")).to_contain_text("lay chips first")
        page.locator(".typebet input").fill("red x600")
        page.keyboard.press("Enter")
        expect(page.locator(".cact.off")).to_contain_text(re.compile("most 500.00.*RLT-08|is missing in the wallet"))
        page.keyboard.press("Escape")
        page.locator(".cz").press("x")


@pytest.mark.rule("RLT-07", proves="page")
def test_chips_that_were_not_placed_go_back_and_a_late_bet_is_refused_with_its_clause(
    browser: Browser, swift: NearHouse
) -> None:
    with swift.let_in("Late").at(browser, swift) as player:
        page = sit(player)
        place(page, "black")
        field(page, "dozen-1")
        line = page.locator(".line").first
        expect(line).to_contain_text("0.50 on 1st 12 was not placed in time and is returned")
        page.keyboard.press("w")
        expect(page.locator(".pop")).to_contain_text("RLT-07")
        page.keyboard.press("Escape")
        field(page, "red")
        expect(line).to_contain_text("No more bets: that came after the bets had closed. Nothing was placed.")
        line.get_by_role("button", name="why?").click()
        expect(page.locator(".pop")).to_contain_text("RLT-0")
        expect(page.locator(".cur")).to_contain_text("0.50")


@pytest.mark.rule("RLT-20", proves="page")
@pytest.mark.rule("RLT-18", proves="page")
def test_bets_and_phase_are_there_again_after_a_reload_and_a_cut_line_in_every_phase(
    browser: Browser, swift: NearHouse
) -> None:
    with swift.let_in("Back").at(browser, swift, lined=True) as player:
        page = sit(player)
        assert player.line is not None
        place(page)
        page.reload()
        expect(page.locator(".bl tbody tr")).to_contain_text("Red")
        expect(page.locator(".lamp.r")).to_be_visible()
        page.reload()
        expect(page.locator(".bl tbody tr")).to_contain_text("Red")
        player.line.cut()
        expect(page.locator(".line").first).to_contain_text("Connection lost")
        player.line.mend()
        expect(page.locator(".line").first).to_contain_text(re.compile("You are paid 1.00|bets of 0.50 are lost"))
        number = int(page.locator(".res .big").inner_text())
        spots = {each.get_attribute("class") for each in page.locator(".lay rect.win").all()}
        assert spots, "the number that came is marked on the layout"
        if number == 0:
            expect(page.locator(".line").first).to_contain_text("lost")
        page.reload()
        expect(page.locator(".cz")).to_be_visible()
        expect(page.locator("nav.tabs a[aria-current=page]")).to_contain_text("Pirita 1")


@pytest.mark.rule("CHAT-01", proves="page")
@pytest.mark.rule("CHAT-06", proves="page")
@pytest.mark.rule("RLT-21", proves="page")
def test_those_at_the_table_write_to_each_other_mute_and_report(browser: Browser, calm: NearHouse) -> None:
    with (
        calm.let_in("Kaspar").at(browser, calm) as kaspar,
        calm.let_in("Doina").at(browser, calm) as doina,
    ):
        sit(kaspar)
        doina.page.goto(f"{doina.at}/casino/wheel")
        expect(doina.page.get_by_placeholder("Play here to write")).to_be_visible()
        doina.page.get_by_role("button", name="Play here").click()
        kaspar.page.keyboard.press("/")
        kaspar.page.keyboard.type("tere kõigile")
        kaspar.page.keyboard.press("Enter")
        said = doina.page.locator(".log .say")
        expect(said.last).to_contain_text("tere kõigile")
        expect(doina.page.locator(".says")).to_contain_text("tere kõigile")
        said.last.get_by_role("button", name="Kaspar").click()
        doina.page.get_by_role("button", name="Report").click()
        doina.page.get_by_role("dialog").get_by_role("textbox").fill("spam")
        doina.page.get_by_role("dialog").get_by_role("button", name="Report it").click()
        said.last.get_by_role("button", name="Kaspar").click()
        doina.page.get_by_role("button", name="Mute Kaspar").click()
        expect(said.last).to_contain_text("muted")
        expect(doina.page.locator(".says")).to_have_count(0)


@pytest.mark.parametrize(
    ("language", "size"), [("en", DESK), ("et", PHONE), ("sv", DESK), ("ro", PHONE)], ids=["en", "et", "sv", "ro"]
)
def test_lobby_table_and_rounds_have_no_barriers(
    browser: Browser, calm: NearHouse, language: str, size: tuple[int, int]
) -> None:
    with calm.let_in(f"Axe {language}").at(
        browser, calm, size=size, language=language, free=True, still=True
    ) as player:
        page = player.page
        page.goto(f"{player.at}/casino")
        page.locator(".clist .btn.go, .clobby .btn").first.click()
        expect(page.locator(".cz")).to_be_visible()
        if size == PHONE:
            page.get_by_role("tab").nth(3).click()
        field(page, "red")
        expect(page.locator(".cact.raise")).to_be_visible()
        assert serious(page) == []
        for path in ("/casino", "/rounds", "/casino/wheel/check"):
            page.goto(f"{player.at}{path}")
            expect(page.locator("main > :not([aria-busy])").first).to_be_visible()
            assert serious(page) == []


def test_on_a_phone_every_field_is_reached_by_sectors(browser: Browser, calm: NearHouse) -> None:
    with calm.let_in("Phone").at(browser, calm, size=PHONE, touch=True, still=True) as player:
        page = sit(player)
        found: set[str] = set()
        for sector in range(4):
            page.get_by_role("tab").nth(sector).click()
            fields = page.evaluate(CENTRES)
            found |= {spot for spot, _, _ in fields}
            _, x, y = fields[0]
            page.touchscreen.tap(x, y)
            expect(page.locator("[role=tab][aria-selected=true] small")).to_have_text("+ 0.50")
        assert len(found) == FIELDS


def test_a_killed_server_voids_what_was_not_spun_and_says_so_and_keeps_what_was(
    browser: Browser, client: None, tmp_path: Path
) -> None:
    rulebook, tables = casino_files(tmp_path, betting=6, spin=2500, pause=3)
    options = ("--no-bots", "--rulebook", U27, "--rulebook", rulebook, "--casino", tables)
    with opened(tmp_path, None, *options) as house, Player(browser, house.at) as player:
        player.enter_as_guest("Storm")
        page, line = sit(player), player.page.locator(".line").first
        for phase in ("betting", "closed"):
            place(page)
            if phase == "closed":
                expect(page.locator(".lamp.r")).to_be_visible()
            restart(house, page)
            expect(line).to_contain_text("The round is void: your bets of 0.50 are back in your wallet.")
            line.get_by_role("button", name="why?").click()
            expect(page.locator(".pop")).to_contain_text("X-141")
            page.keyboard.press("Escape")
            line.get_by_role("button", name="Understood").click()
        place(page)
        expect(line).to_contain_text(re.compile("You are paid 1.00|bets of 0.50 are lost"))
        told = line.inner_text()
        restart(house, page)
        until(lambda: "void" not in line.inner_text(), "a paid round is not void", (player,))
        page.goto(f"{house.at}/rounds")
        expect(page.locator("details")).to_have_count(3)
        expect(page.locator("details").first).to_contain_text("+0.50" if "paid" in told else "−0.50")
        expect(page.locator("details").last).to_contain_text("void")


def restart(house: House, page: Page) -> None:
    """Pull the plug, and start the server again with what it has written."""
    house.kill()
    expect(page.locator(".line").first).to_contain_text("Connection lost")
    house.start()
    expect(page.locator(".line").first).not_to_contain_text("Connection lost")
