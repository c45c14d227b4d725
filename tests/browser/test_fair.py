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
from tests.browser.house import DUEL
from tests.browser.near import NearHouse, near
from tests.browser.people import PHONE, Player, play_on, resize, until
from tests.browser.storybook import opened_page, tell
from tests.chromium import launch

_numbers = count(1)
Lie = Callable[[dict[str, Any]], dict[str, Any]]


STAKES = ("NL4", "NL10", "NL25", "NL50", "NL200", "NL400")


@pytest.fixture(scope="module")
def house(client: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[NearHouse]:
    """A room where two players are a table, by two rulebooks that differ in name alone."""
    folder = tmp_path_factory.mktemp("fair")
    files = []
    for name in ("Duel", "Duet"):
        file = folder / f"{name.lower()}.toml"
        file.write_text(DUEL.replace('id = "duel"', f'id = "{name.lower()}"').replace('"Duel"', f'"{name}"'), "utf-8")
        files.append(str(file))
    with near(folder, rulebooks=tuple(files)) as found:
        yield found


def sit(player: Player, name: str, number: int) -> None:
    """Come in, and ask for a seat at a stake that nobody else of these tests plays: who was lied to may still sit at another."""
    rulebook, stake = ("Duel", "Duet")[number // len(STAKES) % 2], STAKES[number % len(STAKES)]
    player.enter_as_guest(f"{name}{number}").sit_down(rulebook, stake)


@pytest.fixture
def pair(browser: Browser, house: NearHouse) -> Iterator[tuple[Player, Player]]:
    """Two players at one table, with a hand dealt; what they are told can be changed on the way."""
    number = next(_numbers)
    with Player(browser, house.at, lined=True, free=True) as one, Player(browser, house.at, lined=True) as other:
        for player, name in ((one, "Cut"), (other, "Deal")):
            sit(player, name, number)
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


def test_a_page_loaded_anew_between_lock_and_reveal_tells_the_seed_it_had_promised(pair: tuple[Player, Player]) -> None:
    """What the page says is held back on the line until it is loaded anew; the new page finds the lock open and answers it."""
    one, other = pair
    line = one.line
    assert line is not None
    held: list[dict[str, Any]] = []

    def hold(message: dict[str, Any]) -> dict[str, Any]:
        if message.get("type") != "revealSeed":
            return message
        held.append(message)
        return {"type": "ping", "id": message["id"]}

    line.tamper = hold
    play_on(pair, lambda: bool(held))
    line.tamper = None
    one.page.reload()
    hand, seed = held[0]["hand"], held[0]["seed"]
    until(lambda: [each for each in said(one, "revealSeed")[1:] if each["hand"] == hand], "the seed is not told", pair)
    assert next(each["seed"] for each in said(one, "revealSeed")[1:] if each["hand"] == hand) == seed
    play_on(pair, lambda: has(one, "checked") and has(other, "checked"))
    assert not has(one, "failed")


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


class LateRoot:
    """Locks the hand a second time, with another deck, when all seeds are known."""

    def __init__(self) -> None:
        self._locked: dict[str, Any] = {}

    def __call__(self, message: dict[str, Any]) -> dict[str, Any]:
        changes = message.get("changes", [])
        for change in changes:
            if change["kind"] == "fairLocked":
                self._locked = change
        if self._locked and any(change["kind"] == "fairDealt" for change in changes):
            late = {**self._locked, "roots": ["cd" * 32, self._locked["roots"][1]], "lock": "ef" * 32}
            message["changes"] = [late, *changes]
        return message


def with_a_swapped_card(message: dict[str, Any]) -> dict[str, Any]:
    for change in message.get("own", []):
        if change["kind"] == "fairOpened":
            first, second = change["openings"][:2]
            first["card"], second["card"] = second["card"], first["card"]
    return message


@pytest.mark.parametrize(
    ("lie", "step", "words"),
    [
        (without_my_seed, "seeds", "your own was left out"),
        (with_a_false_unused_key, "unused_deck", "does not have the locked fingerprint"),
        (LateRoot(), "order_in_time", "What came later is not what was sent first"),
        (with_a_swapped_card, "cards", "A card was not in the locked deck where the cut took it"),
    ],
    ids=["a seed left out", "another unused deck", "a late root", "a swapped card"],
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
    for note in page.locator("li.step.missing p").all():  # the felt has notes in the middle, and their look stays there
        expect(note).to_have_css("text-align", "start")
    (complaint,) = page.request.get(f"{one.at}/api/complaints").json()
    assert f"Check failed at “{step}”" in complaint["text"]
    assert complaint["state"] == "open"
    assert any(message["type"] == "sitOut" for message in one.line.said)
    assert serious(page) == []
    other.leave_table()


def test_a_page_over_plain_http_has_no_subtle_cryptography_and_cuts_all_the_same(
    browser: Browser, house: NearHouse
) -> None:
    plain = launch(browser.browser_type, "--host-resolver-rules=MAP room.test 127.0.0.1")
    at = house.at.replace("127.0.0.1", "room.test")
    number = next(_numbers)
    try:
        with Player(plain, at, lined=True) as one, Player(browser, house.at, lined=True) as other:
            for player, name in ((one, "Plain"), (other, "Safe")):
                sit(player, name, number)
            assert one.page.evaluate("isSecureContext || 'subtle' in crypto") is False
            for player in (one, other):
                player.take_seat()
            play_on((one, other), lambda: has(one, "checked") and has(other, "checked"))
    finally:
        plain.close()


@pytest.mark.parametrize(
    ("language", "title", "failed", "withheld", "uncut"),
    [
        (
            "en", "You can check every deal", "Check failed",
            "One number was promised and not told", "so this does not show that nobody chose it",
        ),
        (
            "et", "Iga jagamist saab kontrollida", "Kontroll ebaõnnestus",
            "Üht lubatud arvu ei öeldud", "nii et see ei näita, et keegi seda ei valinud",
        ),
        (
            "sv", "Du kan kontrollera varje giv", "Kontrollen misslyckades",
            "Ett utlovat tal kom aldrig", "så detta visar inte att ingen valde det",
        ),
        (
            "ro", "Puteți verifica fiecare împărțire", "Verificarea a eșuat",
            "Un număr promis nu a fost spus", "deci asta nu arată că nu a ales-o nimeni",
        ),
    ],
)  # fmt: skip
def test_the_pages_speak_every_language_and_fit_a_phone(
    browser: Browser, stories: str, language: str, title: str, failed: str, withheld: str, uncut: str
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
        # No page says more than its proof shows.
        tell(page, stories, "proof-withheld", f"&language={language}")
        expect(page.locator(".sub1")).to_contain_text(withheld)
        tell(page, stories, "proof-uncut", f"&language={language}")
        expect(page.locator("li.step", has_text=uncut)).to_have_count(1)
        tell(page, stories, "proof-failed", f"&language={language}")
        expect(page.locator(".pill")).to_contain_text(failed)
        for story in ("fair", "proof-failed"):
            tell(page, stories, story, f"&language={language}")
            resize(page, PHONE)
            assert_fits(page)
            assert serious(page) == []


def assert_fits(page: Page) -> None:
    """Nothing is wider than the window."""
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
