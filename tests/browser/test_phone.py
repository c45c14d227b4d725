"""One scroller on a phone: whatever is swiped, the page fills the screen and nothing lies beside it, in every language."""

from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.house import House
from tests.browser.people import PHONE, Player, resize

NARROW: Final = (360, 740)
SLACK_PX: Final = 2  # heights are broken numbers, scroll positions are not
LANGUAGES: Final = ("en", "et", "sv", "ro")
PAGES: Final = ("/", "/settings", "/cashier", "/history", "/rules", "/rules/BET-13", "/account/limits")

# Elements that a finger could move apart from the page, and what can be seen outside of the window's width.
LOOK: Final = """
() => {
  const root = document.scrollingElement;
  const shown = [...document.querySelectorAll("body *")].filter((each) => each.checkVisibility());
  const moves = (each) => each.scrollHeight > each.clientHeight + 1
    && ["auto", "scroll"].includes(getComputedStyle(each).overflowY);
  const inside = (each) => each.closest(".wide, .scroll, .tabs, .unseen, .skip, .sprite") !== null;
  const name = (each) => `${each.tagName}.${each.className}`;
  const beside = shown.filter((each) => !inside(each)).filter((each) => {
    const { left, right, width } = each.getBoundingClientRect();
    return width > 0 && (right > innerWidth + 1 || left < -1);
  });
  const box = (each) => document.querySelector(each).getBoundingClientRect();
  return {
    scrollers: shown.filter((each) => each !== root && moves(each)).map(name),
    beside: beside.map(name),
    wide: root.scrollWidth - innerWidth,
    head: box("header.top").top,
    gap: box("nav.foot").top - box("main").bottom,
    foot: box("nav.foot").bottom - innerHeight,
    left: root.scrollHeight - innerHeight - root.scrollTop,
  };
}
"""


def swipe(page: Page) -> None:
    """Two flicks of a thumb: they move whatever under it can be moved."""
    page.mouse.move(180, 500)
    for _ in range(2):
        page.mouse.wheel(0, 420)
    page.wait_for_function("scrollY > 0 || document.scrollingElement.scrollHeight <= innerHeight")


def faults_of(page: Page) -> list[str]:
    """What is wrong with a page as it is scrolled now."""
    seen: dict[str, Any] = page.evaluate(LOOK)
    found = [f"{each} scrolls by itself" for each in seen["scrollers"]]
    found += [f"{each} lies beside the window" for each in seen["beside"]]
    found += [f"{seen['wide']} px too wide"] if seen["wide"] > 0 else []
    found += [f"the head is at {seen['head']}"] if abs(seen["head"]) > SLACK_PX else []
    found += [f"the foot is {seen['foot']} px off"] if abs(seen["foot"]) > SLACK_PX else []
    found += [f"{seen['gap']} px of nothing above the foot"] if seen["gap"] > SLACK_PX else []
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_fills_the_screen_however_it_is_swiped(
    browser: Browser, house: House, pictures: Path, language: str
) -> None:
    faults: list[str] = []
    with Player(browser, house.at, PHONE, still=True, touch=True) as guest:
        page = guest.enter_as_guest(f"Thumb-{language}").page
        page.evaluate("language => localStorage.setItem('fairdeal.settings', JSON.stringify({ language }))", language)
        for path in PAGES:
            page.goto(f"{house.at}{path}")
            expect(page.locator("html")).to_have_attribute("lang", language)
            expect(page.locator("main :is(h1, h2, h3, nav):visible").first).to_be_visible()
            expect(page.locator("main .skel")).to_have_count(0)
            swipe(page)
            for size in (PHONE, NARROW):
                resize(page, size)
                faults += [f"{path} {size[0]}: {each}" for each in faults_of(page)]
            page.screenshot(path=pictures / f"swiped-{language}-{path.strip('/').replace('/', '-') or 'lobby'}.png")
            page.evaluate("scrollTo(0, document.scrollingElement.scrollHeight)")
            faults += [f"{path}, at its end: {each}" for each in faults_of(page)]
            page.locator("header.top .ibtn").last.click()
            menu = page.locator(".menu").bounding_box()
            assert menu is not None
            seen = menu["x"] >= 0 and menu["x"] + menu["width"] <= NARROW[0] and menu["y"] + menu["height"] <= NARROW[1]
            faults += [] if seen else [f"{path}: the menu is at {menu}"]
            resize(page, PHONE)
    assert faults == []
