"""Every page of the demo: first click to first hand, readable by everybody, on a desk and on a phone."""

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.axe import serious
from tests.browser.house import House, opened
from tests.browser.people import DESK, PATIENCE_MS, PHONE, Player, resize, until

PAGES: Final = (
    "/", "/lobby/sit-and-go", "/lobby/hexapro", "/lobby/tournaments", "/lobby/casino", "/tables", "/cashier", "/history",
    "/rules", "/rules/BET-13", "/rules/compare/unibet-2.7/publicwin", "/rules/glossary", "/rules/operator", "/account/profile",
    "/account/limits", "/account/security", "/account/sessions", "/settings", "/login", "/register", "/reset", "/confirm", "/no/such",
)  # fmt: skip
SIZES: Final = {"desk": DESK, "phone": PHONE}


@pytest.fixture(scope="module")
def demo(client: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """The room as `make run` opens it."""
    with opened(tmp_path_factory.mktemp("demo"), None, "--bots") as found:
        yield found


def play_now(player: Player) -> Player:
    """One click from the front page to a seat."""
    player.page.goto(player.at)
    player.page.get_by_role("button", name="Play now").click()
    expect(player.page.locator("section.table")).to_be_visible()
    return player


@pytest.mark.parametrize("size", SIZES)
def test_one_click_seats_a_guest_among_practice_partners(
    browser: Browser, demo: House, pictures: Path, size: str
) -> None:
    with Player(browser, demo.at, SIZES[size], still=True) as guest:
        began = time.monotonic()
        play_now(guest)
        # Somebody who was cut off may hold the table up for as long as the rules let them.
        expect(guest.page.locator(".hero .card").first).to_be_visible(timeout=3 * PATIENCE_MS)
        (pictures / f"dealt-in-{size}.txt").write_text(f"{time.monotonic() - began:.1f} s\n", "utf-8")

        def at_the_flop() -> bool:
            if guest.is_asked and guest.page.locator(".board .card[role=img]").count() > 2:
                return True
            if guest.is_asked:
                guest.press("call")
            return False

        until(at_the_flop, "no flop is seen", (guest,))
        # Within the guard buttons are drawn faintly.
        expect(guest.page.locator("button.act.call.guard")).to_have_count(0)
        guest.page.screenshot(path=pictures / f"table-{size}.png")
        wide = guest.page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert wide <= 0
        guest.leave_table()


def test_play_now_works_in_the_other_rulebook_too(browser: Browser, demo: House, pictures: Path) -> None:
    """There newcomers may not post: partners open a table of their own for them."""
    with Player(browser, demo.at, SIZES["phone"], still=True) as guest:
        guest.page.goto(guest.at)
        guest.page.get_by_label("Rulebook").select_option("publicwin")
        guest.page.get_by_role("button", name="Play now").click()
        expect(guest.page.locator(".hero .card").first).to_be_visible(timeout=3 * PATIENCE_MS)
        guest.page.screenshot(path=pictures / "table-other-rulebook.png")
        guest.leave_table()


def test_no_page_has_a_serious_fault_for_those_who_do_not_see_or_point(
    browser: Browser, demo: House, pictures: Path
) -> None:
    faults: list[str] = []
    with Player(browser, demo.at, DESK, still=True, free=True) as player:
        page = player.page
        play_now(player)
        sizes = list(SIZES)  # the one the window has comes first
        for size in sizes:
            resize(page, SIZES[size])
            faults += [f"table, {size}: {fault}" for fault in serious(page)]
        for path in PAGES:
            sizes.reverse()
            page.goto(f"{demo.at}{path}")
            for size in sizes:
                resize(page, SIZES[size])
                expect(page.locator("main :is(h1, h2, h3, nav, section.table):visible").first).to_be_visible()
                expect(page.locator("main .skel")).to_have_count(0)
                faults += [f"{path}, {size}: {fault}" for fault in serious(page)]
                wide = page.evaluate("document.querySelector('main').scrollWidth - innerWidth")
                faults += [f"{path}, {size}: {wide} px too wide"] if wide > 0 else []
                name = path.strip("/").replace("/", "-") or "lobby"
                page.screenshot(path=pictures / f"{name}-{size}.png")
    assert faults == []
