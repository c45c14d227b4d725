"""Every state of the card tables as a scripted picture: no control moves between them, and axe finds nothing wrong."""

from typing import Final

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.axe import serious
from tests.browser.people import DESK, PHONE, resize
from tests.browser.storybook import opened_page, tell

SMALL: Final = (1280, 720)
BLACKJACK: Final = ("seats", "bets", "insurance", "turn", "split", "behind", "result", "idle")
BACCARAT: Final = ("bets", "placed", "deal", "result", "natural", "new")
STATES: Final = [f"blackjack-{each}" for each in BLACKJACK] + [f"baccarat-{each}" for each in BACCARAT]
LANGUAGES: Final = ("en", "et", "sv", "ro")
THEMES: Final = ("dark", "light", "contrast")
KEPT: Final = ".dec .cact, .insq button, .tool, .cur, .rack button, .bet3, .seats .pl, .cz-line, .lamp"
"""What never moves: decisions, tools, chips, bets, plates, the line and the clock."""


def places(page: Page) -> dict[str, tuple[int, ...]]:
    """Where everything is that never moves, by what it is and its number."""
    found: dict[str, tuple[int, ...]] = {}
    for place, each in enumerate(page.locator(KEPT).all()):
        box = each.bounding_box()
        assert box is not None, place
        found[str(place)] = tuple(round(box[side]) for side in ("x", "y", "width", "height"))
    return found


@pytest.mark.parametrize("size", [DESK, SMALL, PHONE], ids=["desk", "small", "phone"])
@pytest.mark.parametrize("game", ["blackjack", "baccarat"])
def test_nothing_moves_between_the_states_of_a_table(
    browser: Browser, stories: str, game: str, size: tuple[int, int]
) -> None:
    with opened_page(browser, still=True) as page:
        resize(page, size)
        seen: dict[str, dict[str, tuple[int, ...]]] = {}
        for state in BLACKJACK if game == "blackjack" else BACCARAT:
            tell(page, stories, f"{game}-{state}")
            expect(page.locator(".cz-line")).to_be_visible()
            seen[state] = places(page)
    first = next(iter(seen.values()))
    assert all(each == first for each in seen.values()), [
        (name, at) for name, each in seen.items() for at in first if each.get(at) != first[at]
    ][:6]


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_every_state_is_whole_and_accessible(browser: Browser, stories: str, size: tuple[int, int]) -> None:
    with opened_page(browser, free=True, still=True) as page:
        resize(page, size)
        for place, state in enumerate(STATES):
            tell(page, stories, state, f"&language={LANGUAGES[place % 4]}&theme={THEMES[place % 3]}")
            assert serious(page) == [], state
            assert not page.evaluate("document.documentElement.scrollWidth > innerWidth"), state


@pytest.mark.rule("BJ-69", proves="page")
def test_who_bets_behind_sees_no_message_on_the_picture_nor_in_the_drawer(browser: Browser, stories: str) -> None:
    with opened_page(browser, still=True) as page:
        tell(page, stories, "blackjack-bets")
        expect(page.locator(".says")).to_contain_text("good luck all")
        tell(page, stories, "blackjack-behind")
        expect(page.locator(".says")).to_have_count(0)
        expect(page.locator(".cz .dpanel")).to_contain_text("Nobody has written yet.")
        expect(page.locator(".saybar input")).to_have_count(0)
        expect(page.locator(".saybar")).to_contain_text("BJ-69")
