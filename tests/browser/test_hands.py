"""Hands between two browsers: refused, resumed, by ear, and in every language."""

import re
from collections.abc import Iterator
from itertools import count
from pathlib import Path

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
    # The words of the clause, and the sum of this case: 0.04 to face, 0.04 more at least.
    expect(asked.page.locator(".pop .sum")).to_contain_text("The least raise is to")
    expect(asked.page.locator(".pop .sum b").last).to_have_text("0.08")
    assert "/table" in asked.page.url


def test_an_amount_that_cannot_be_read_raises_nothing(pair: tuple[Player, Player]) -> None:
    asked, _ = sorted(pair, key=lambda player: not player.is_asked)
    page = asked.page
    field = page.locator(".sizing .amount input")
    for text in ("0.213", "1e3", "-5", "abc"):
        field.fill(text)
        field.press("Tab")
        expect(page.locator(".line")).to_contain_text(text)
        expect(page.locator(".acts")).to_contain_text("The amount cannot be read")
        expect(page.locator("button.act.raise")).to_have_count(0)
    field.fill("0,12")
    field.press("Tab")
    expect(page.locator("button.act.raise")).to_contain_text("0.12")
    assert asked.is_asked


def test_a_refresh_in_the_middle_of_a_hand_resumes_it(pair: tuple[Player, Player]) -> None:
    asked, other = sorted(pair, key=lambda player: not player.is_asked)
    cards, number = asked.cards, asked.hand_number
    assert len(cards) == 2
    said = asked.log
    asked.page.reload()
    expect(asked.page.locator("button.act.call")).to_be_visible()
    assert (asked.cards, asked.hand_number) == (cards, number)
    # The log is what it was, here and in a second tab.
    expect(asked.page.locator(".log")).to_contain_text(said.splitlines()[-1])
    second = asked.context.new_page()
    second.goto(asked.page.url)
    expect(second.locator(".log")).to_contain_text(said.splitlines()[-1])
    second.close()
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


def test_the_fold_key_checks_where_checking_is_free_and_who_is_bust_buys_in_again(
    pair: tuple[Player, Player], pictures: Path
) -> None:
    checked = False

    def shove(player: Player) -> None:
        nonlocal checked
        page = player.page
        free = page.locator("button.act.call").inner_text().startswith("Check")
        if free and not checked:
            page.keyboard.press("f")
            checked = bool(re.search(r"checks", player.log))
        elif page.locator("button.act.raise").is_visible():
            page.keyboard.press("5")
            player.press("raise")
        else:
            player.press("call")

    def bust() -> Player | None:
        return next((each for each in pair if each.page.get_by_text("Your chips are gone").is_visible()), None)

    def step() -> bool:
        if bust() is not None:
            return True
        for player in pair:
            if player.is_asked and not player.page.locator("button.act.guard").count():
                # The first call brings a free check for the other; then everything goes in.
                if checked or player.page.locator("button.act.call").inner_text().startswith("Check"):
                    shove(player)
                else:
                    player.press("call")
        return False

    until(step, "nobody is bust", pair)
    loser = bust()
    assert loser is not None
    assert checked
    loser.page.screenshot(path=pictures / "bust.png")
    loser.page.get_by_role("button", name=re.compile(r"^Buy in again \d")).click()
    expect(loser.page.get_by_text("Your chips are gone")).to_have_count(0)
    until(lambda: any(player.is_asked for player in pair), "no hand is dealt after it", pair)
