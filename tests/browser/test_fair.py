"""Dealing that players can check, in the browser: two devices cut, every hand is checked, and a room that lies is caught."""

import json
import re
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from playwright.sync_api import Browser, Page, expect

from fairdeal.cli.main import main
from tests.browser.axe import serious
from tests.browser.house import House, opened
from tests.browser.people import PHONE, Player, play_on, resize, until
from tests.browser.storybook import opened_page, tell
from tests.chromium import launch

_numbers = count(1)
Lie = Callable[[dict[str, Any]], dict[str, Any]]


@pytest.fixture
def house(client: None, tmp_path: Path) -> Iterator[House]:
    """A room for each test: whoever was lied to sits out, and must not wait at a table for the next two."""
    with opened(tmp_path) as found:
        yield found


@pytest.fixture
def pair(browser: Browser, house: House) -> Iterator[tuple[Player, Player]]:
    """Two players at one table, with a hand dealt; what they are told can be changed on the way."""
    number = next(_numbers)
    with Player(browser, house.at, lined=True, free=True) as one, Player(browser, house.at, lined=True) as other:
        for player, name in ((one, f"Cut{number}"), (other, f"Deal{number}")):
            player.enter_as_guest(name).sit_down()
        for player in (one, other):
            player.take_seat()
        until(lambda: one.is_asked or other.is_asked, "nobody is dealt in", (one, other))
        yield one, other


def mark(player: Player, state: str) -> Any:
    return player.page.locator(f".chk.{state}")


def has(player: Player, state: str) -> bool:
    return bool(mark(player, state).count())


def said(player: Player, kind: str) -> list[dict[str, Any]]:
    """What the page said to the room."""
    assert player.line is not None
    return [message for message in player.line.said if message.get("type") == kind]


def test_both_devices_cut_and_the_proof_is_told_step_by_step(pair: tuple[Player, Player], tmp_path: Path) -> None:
    one, other = pair
    play_on(pair, lambda: has(one, "checked") and has(other, "checked"))
    seeds = [message["seed"] for player in pair for message in said(player, "revealSeed")]
    assert len(seeds) == len(set(seeds)) >= 2, "no seed is told twice"
    page = one.page
    mark(one, "checked").first.click()
    expect(page.get_by_text("Checked by your device")).to_be_visible()
    expect(page.locator("li.step.fits")).to_have_count(6)
    expect(page.get_by_text("Your device received this before it told its number.")).to_be_visible()
    with page.expect_download() as found:
        page.get_by_role("link", name="Record of the hand").click()
    record = tmp_path / "hand.json"
    found.value.save_as(record)
    proof = json.loads(record.read_text())
    assert [seat["flag"] for seat in proof["seats"]] == [1, 1]
    assert CliRunner().invoke(main, ["fair", "verify", str(record)]).exit_code == 0
    assert serious(page) == []
    page.get_by_role("link", name="History").last.click()
    expect(page.locator(".hands .chk").first).to_be_visible()
    other.leave_table()


def test_seeds_outlast_a_reload_and_a_text_of_ones_own_is_mixed_in(pair: tuple[Player, Player]) -> None:
    one, _ = pair
    until(lambda: said(one, "promiseSeeds"), "nothing was promised", pair)
    before = {each["hand"]: each["commitment"] for message in one.line.said for each in message.get("promises", [])}  # type: ignore[union-attr]
    one.page.reload()
    play_on(pair, lambda: len(said(one, "revealSeed")) >= 2 and has(one, "checked"))
    after = {each["hand"]: each["commitment"] for message in one.line.said for each in message.get("promises", [])}  # type: ignore[union-attr]
    assert all(after[hand] == commitment for hand, commitment in before.items())
    one.page.goto(f"{one.at}/settings")
    one.page.get_by_label("A text of your own").fill("öö on pikk")
    one.page.get_by_label("A text of your own").blur()
    one.page.reload()
    expect(one.page.get_by_label("A text of your own")).to_have_value("öö on pikk")


def without_my_seed(message: dict[str, Any]) -> dict[str, Any]:
    for change in message.get("changes", []):
        if change["kind"] == "fairDealt":
            for seat in change["seats"]:
                seat.update(flag=0, seed="00" * 32)
    return message


def with_a_false_unused_key(message: dict[str, Any]) -> dict[str, Any]:
    for change in message.get("changes", []):
        if change["kind"] == "fairEnded":
            change["unusedKey"] = "ab" * 32
    return message


@pytest.mark.parametrize(
    ("lie", "step", "words"),
    [
        (without_my_seed, "seeds", "your own was left out"),
        (with_a_false_unused_key, "unused_deck", "does not have the locked fingerprint"),
    ],
)
def test_a_room_that_lies_is_caught_and_the_desk_is_told(
    pair: tuple[Player, Player], lie: Lie, step: str, words: str
) -> None:
    one, other = pair
    assert one.line is not None
    one.line.lie = lie
    play_on(pair, lambda: "/fair/" in one.page.url)
    page = one.page
    expect(page.get_by_text(re.compile("Check failed at step"))).to_be_visible()
    expect(page.get_by_text(re.compile(words))).to_be_visible()
    expect(page.get_by_text("Your stack is safe")).to_be_visible()
    expect(page.get_by_text(re.compile("Your device sent a dispute at"))).to_be_visible()
    expect(page.get_by_role("link", name="Everything this device received")).to_be_visible()
    (complaint,) = page.request.get(f"{one.at}/api/complaints").json()
    assert f"Check failed at “{step}”" in complaint["text"]
    assert complaint["state"] == "open"
    assert any(message["type"] == "sitOut" for message in one.line.said)
    assert serious(page) == []
    other.leave_table()


def test_a_page_over_plain_http_has_no_subtle_cryptography_and_cuts_all_the_same(
    browser: Browser, house: House
) -> None:
    plain = launch(browser.browser_type, "--host-resolver-rules=MAP room.test 127.0.0.1")
    at = house.at.replace("127.0.0.1", "room.test")
    number = next(_numbers)
    try:
        with Player(plain, at, lined=True) as one, Player(browser, house.at, lined=True) as other:
            for player, name in ((one, f"Plain{number}"), (other, f"Safe{number}")):
                player.enter_as_guest(name).sit_down()
            assert one.page.evaluate("isSecureContext || 'subtle' in crypto") is False
            for player in (one, other):
                player.take_seat()
            play_on((one, other), lambda: has(one, "checked") and has(other, "checked"))
    finally:
        plain.close()


@pytest.mark.parametrize(
    ("language", "title", "failed"),
    [
        ("en", "You can check every deal", "Check failed"),
        ("et", "Iga jagamist saab kontrollida", "Kontroll ebaõnnestus"),
        ("sv", "Du kan kontrollera varje giv", "Kontrollen misslyckades"),
        ("ro", "Poți verifica fiecare împărțire", "Verificarea a eșuat"),
    ],
)
def test_the_pages_speak_every_language_and_fit_a_phone(
    browser: Browser, stories: str, language: str, title: str, failed: str
) -> None:
    with opened_page(browser, still=True, free=True) as page:
        tell(page, stories, "fair", f"&language={language}")
        expect(page.get_by_role("heading", level=1)).to_have_text(title)
        assert serious(page) == []
        for story, sight in (
            ("proof", "li.step.fits"),
            ("proof-void", "li.step.fits"),
            ("proof-failed", "li.step.wrong"),
        ):
            tell(page, stories, story, f"&language={language}")
            expect(page.locator(sight).first).to_be_visible()
            assert serious(page) == []
        expect(page.locator(".pill")).to_contain_text(failed)
        for story in ("fair", "proof-failed"):
            tell(page, stories, story, f"&language={language}")
            resize(page, PHONE)
            assert_fits(page)
            assert serious(page) == []


def assert_fits(page: Page) -> None:
    """Nothing is wider than the window."""
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
