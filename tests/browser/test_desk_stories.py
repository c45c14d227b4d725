"""Every page of the desk as a story: whole, inside its panels and accessible, in four languages and three themes."""

from typing import Final

import pytest
from playwright.sync_api import Browser

from tests.browser.axe import serious
from tests.browser.people import DESK, PHONE, resize
from tests.browser.storybook import opened_page, tell

STATES: Final = (
    "desk-inbox",
    "desk-quiet",
    "desk-player",
    "desk-suspend",
    "desk-close",
    "desk-request",
    "desk-requests",
    "desk-signed",
    "desk-trail",
    "desk-staff",
    "desk-search",
    "desk-money",
    "desk-rules",
    "desk-schedule",
    "desk-stakes",
    "desk-paper",
    "desk-paper-wrong",
    "desk-announcements",
    "desk-system",
    "desk-statement",
    "desk-player-hands",
    "desk-player-tournaments",
    "desk-player-rounds",
    "desk-sessions",
)
ON_A_PHONE: Final = (
    "desk-inbox",
    "desk-quiet",
    "desk-request",
    "desk-requests",
    "desk-signed",
    "desk-statement",
    "desk-player-hands",
    "desk-sessions",
)
LANGUAGES: Final = ("en", "et", "sv", "ro")
THEMES: Final = ("dark", "light", "contrast")
SMALL: Final = (1280, 720)
OUTSIDE: Final = """
() => [...document.querySelectorAll(".work .panel")].flatMap((panel) => {
  const frame = panel.getBoundingClientRect();
  const isOut = (box) => box.width > 0 && box.height > 0 &&
    (box.left < frame.left - 1 || box.right > frame.right + 1 || box.top < frame.top - 1 || box.bottom > frame.bottom + 1);
  return [...panel.children].filter((each) => isOut(each.getBoundingClientRect())).map((each) => each.className || each.tagName);
})
"""
FIRST_COLUMNS: Final = """
() => [...document.querySelectorAll(".work table.list tr > :first-child")]
  .filter((cell) => !["left", "start"].includes(getComputedStyle(cell).textAlign))
  .map((cell) => cell.textContent.trim())
"""


@pytest.mark.parametrize("theme", THEMES)
def test_every_page_of_the_desk_is_whole_and_inside_its_panels(browser: Browser, stories: str, theme: str) -> None:
    with opened_page(browser, free=True) as page:
        for place, state in enumerate(STATES):
            language = LANGUAGES[(place + THEMES.index(theme)) % len(LANGUAGES)]
            resize(page, DESK)
            tell(page, stories, state, f"&language={language}&theme={theme}")
            assert serious(page) == [], state
            for size in (DESK, SMALL):
                resize(page, size)
                assert not page.evaluate("document.documentElement.scrollWidth > innerWidth"), (
                    f"{state} is wider than {size}"
                )
                assert page.evaluate(OUTSIDE) == [], (state, size, language)
            assert page.evaluate(FIRST_COLUMNS) == [], f"{state}: words stand left"


def test_what_is_read_and_signed_on_a_phone_fits_it(browser: Browser, stories: str) -> None:
    with opened_page(browser, free=True) as page:
        resize(page, PHONE)
        for place, state in enumerate(ON_A_PHONE):
            language = LANGUAGES[place % len(LANGUAGES)]
            tell(page, stories, state, f"&language={language}&theme={THEMES[place % len(THEMES)]}")
            assert not page.evaluate("document.documentElement.scrollWidth > innerWidth"), state
            assert page.evaluate(OUTSIDE) == [], (state, language)
            assert serious(page) == [], state
