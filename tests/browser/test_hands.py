"""Hands between two browsers: refused, resumed, by ear, and in every language."""

import re
from collections.abc import Iterator
from itertools import count

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.house import House
from tests.browser.people import Player, play_on, until

_numbers = count(1)


@pytest.fixture
def pair(browser: Browser, house: House) -> Iterator[tuple[Player, Player]]:
    """Two players at one table, with a hand dealt."""
    number = next(_numbers)
    with (
        Player(browser, house.at, lined=True) as one,
        Player(browser, house.at, lined=True) as other,
    ):
        for player, name in ((one, f"Ann{number}"), (other, f"Ben{number}")):
            player.enter_as_guest(name).sit_down()
        for player in (one, other):
            player.take_seat()
        until(lambda: one.is_asked or other.is_asked, "nobody is dealt in", (one, other))
        yield one, other


def test_a_refused_raise_says_why_and_leaves_the_turn(pair: tuple[Player, Player]) -> None:
    asked, _ = sorted(pair, key=lambda player: not player.is_asked)
    assert asked.line is not None

    def too_small(message: dict[str, object]) -> dict[str, object]:
        return {**message, "choice": {"kind": "raise", "to": 5}} if message.get("type") == "act" else message

    asked.line.tamper = too_small
    asked.press_until("raise", lambda: "too small" in asked.told)
    asked.line.tamper = None
    assert asked.is_asked
    asked.page.get_by_role("button", name="why?").click()
    expect(asked.page.locator(".pop")).to_contain_text("BET-08")
    expect(asked.page.locator(".pop h3")).not_to_have_text("BET-08")


def test_a_refresh_in_the_middle_of_a_hand_resumes_it(pair: tuple[Player, Player]) -> None:
    asked, other = sorted(pair, key=lambda player: not player.is_asked)
    cards, number = asked.cards, asked.hand_number
    assert len(cards) == 2
    asked.page.reload()
    expect(asked.page.locator("button.act.call")).to_be_visible()
    assert (asked.cards, asked.hand_number) == (cards, number)
    play_on((asked, other), lambda: other.saw_an_end)


def test_a_whole_hand_by_ear_and_keys_only(pair: tuple[Player, Player]) -> None:
    listener, other = pair
    page = listener.page
    heard: list[str] = []

    def listens() -> str:
        # The polite regions and the assertive one are all a screen reader has.
        said = " ".join(page.locator("[role=status], [role=alert]").all_inner_texts()).replace("\u00a0", " ")
        if said and (not heard or heard[-1] != said):
            heard.append(said)
        return " ".join(heard)

    def step() -> bool:
        said = listens()
        if re.search(r"wins? [\d.]+", said):
            return True
        if heard and "Your turn." in heard[-1]:
            page.keyboard.press("c")
        if other.is_asked:
            other.press("call")
        return False

    page.keyboard.press("i")
    until(step, "the hand is not heard to its end", (listener, other))
    said = " ".join(heard)
    assert re.search(r"You have (\w+ of \w+), (\w+ of \w+)", said), said
    assert re.search(r"River: \w+ of \w+", said), said


def test_words_change_language_in_the_middle_of_a_hand(pair: tuple[Player, Player]) -> None:
    player, _ = pair
    page = player.page
    words = {"et": "Logi", "sv": "Logg", "ro": "Jurnal", "en": "Log"}
    for language in ("et", "sv", "ro", "en"):
        page.locator(".top button[aria-expanded]").last.click()
        page.locator(".top .menu select").first.select_option(language)
        expect(page.locator(f"html[lang={language}]")).to_have_count(1)
        page.keyboard.press("Escape")
        expect(page.locator(".drawer")).to_contain_text(words[language])
