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


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", [DESK, SMALL, PHONE], ids=["desk", "small", "phone"])
def test_every_word_of_the_casino_can_be_read(
    browser: Browser, stories: str, size: tuple[int, int], language: str
) -> None:
    with opened_page(browser, still=True) as page:
        resize(page, size)
        # Dealers stand before a screen; a phone is no station.
        for story in (*PAGES, *WHEEL, *BOXES, *ROADS, *(() if size == PHONE else STATION)):
            tell(page, stories, story, f"&language={language}")
            assert illegible(page) == [], story
