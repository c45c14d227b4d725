"""Every state of the casino can be read whole, in four languages, on desks and phones: no word is cut or lies across another."""

from typing import Final

import pytest
from playwright.sync_api import Browser

from tests.browser.legible import illegible
from tests.browser.people import DESK, PHONE, resize
from tests.browser.storybook import opened_page, tell

SMALL: Final = (1280, 720)
LANGUAGES: Final = ("en", "et", "sv", "ro")
PAGES: Final = ("casino", "casino-none", "casino-gone", "rounds", "rounds-none", "casino-check", "casino-check-wheel")
WHEEL: Final = tuple(
    f"roulette-{each}"
    for each in ("bets", "placed", "closed", "spin", "result", "held", "watching", "refused", "void", "lost", "checked")
)
BOXES: Final = tuple(
    f"blackjack-{each}" for each in ("seats", "bets", "insurance", "turn", "split", "behind", "result", "idle")
)
ROADS: Final = tuple(f"baccarat-{each}" for each in ("bets", "placed", "deal", "result", "natural", "new"))
STATION: Final = tuple(
    f"station-{each}" for each in ("scan", "wrong", "spin", "hold", "correct", "bets", "shuffle", "tables", "empty")
)


SIZES: Final = {"desk": DESK, "small": SMALL, "phone": PHONE}


def stories_on(size: str) -> tuple[str, ...]:
    """The states that are shown on a screen; dealers stand before a desk, a phone is no station."""
    return *PAGES, *WHEEL, *BOXES, *ROADS, *(() if size == "phone" else STATION)


@pytest.mark.parametrize("size", SIZES)
def test_every_word_of_the_casino_can_be_read(browser: Browser, stories: str, size: str) -> None:
    """Each state in one language a screen, in turn; all four on every screen are a long campaign."""
    turn = list(SIZES).index(size)
    with opened_page(browser, still=True) as page:
        resize(page, SIZES[size])
        for number, story in enumerate(stories_on(size), turn):
            tell(page, stories, story, f"&language={LANGUAGES[number % len(LANGUAGES)]}")
            assert illegible(page) == [], story


@pytest.mark.soak
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", SIZES)
def test_every_word_of_the_casino_can_be_read_in_every_language(
    browser: Browser, stories: str, size: str, language: str
) -> None:
    with opened_page(browser, still=True) as page:
        resize(page, SIZES[size])
        for story in stories_on(size):
            tell(page, stories, story, f"&language={language}")
            assert illegible(page) == [], story
