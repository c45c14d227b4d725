"""Draws that players can check, in the browser: a wheel, a shoe and HexaPro with the page's own number, and a lie that is caught."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from click.testing import CliRunner
from playwright.sync_api import Browser, Page, Route, expect

from fairdeal.cli.main import main
from fairdeal.fair import DEFAULT, OWN, PublishedRound, read_proof
from fairdeal.rulebook.clause import U27
from tests.browser.axe import serious
from tests.browser.near import NearHouse, near
from tests.browser.people import PHONE, Player, resize, until
from tests.server.live import dial

BETTING: Final = 60
RULES: Final = f"""
[edition]
id = "drawn"
title = "Drawn"
extends = "live-casino"

[casino.roulette.limits]
betting_seconds = {BETTING}
pause_seconds = 1

[casino.baccarat.limits]
betting_seconds = {BETTING}
pause_seconds = 1

[casino.baccarat]
cut_card_from_back = 412
"""
TABLES: Final = """
[[table]]
id = "wheel"
name = "Pirita 1"
game = "roulette"
spin_time = 300

[[table]]
id = "lied"
name = "Pirita 2"
game = "roulette"
spin_time = 300

[[table]]
id = "shoe"
name = "Kadriorg"
game = "baccarat"
card_time = 20
first_card_time = 20
"""


@pytest.fixture(scope="module")
def house(client: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[NearHouse]:
    """A casino whose shoe is over after one round, and HexaPro."""
    folder = tmp_path_factory.mktemp("draws")
    rules, tables = folder / "drawn.toml", folder / "tables.toml"
    rules.write_text(RULES, "utf-8")
    tables.write_text(TABLES, "utf-8")
    with near(folder, rulebooks=(U27, str(rules)), casino=str(tables), messages_per_second=400) as found:
        yield found


def enter(player: Player, name: str) -> Page:
    """Go to the casino, and to one of its tables."""
    page = player.page
    page.goto(f"{player.at}/casino")
    page.get_by_role("button", name=f"Play, {name}").click()
    expect(page.locator(".cz-table")).to_be_visible()
    return page


def spin(page: Page, house: NearHouse) -> None:
    """Bet on red, and let the time for bets go by."""
    expect(page.locator(".lamp.g")).to_be_visible()
    page.locator('[data-spot="red"]').click()
    page.locator(".cact.raise").click()
    expect(page.locator(".cact.done")).to_be_visible()
    house.put_forward(BETTING * 1000)


def coup(page: Page) -> None:
    """Bet on Player, at a table that closes its bets when everybody has bet."""
    field = page.locator(".bet3.player")
    expect(field).to_have_attribute("aria-disabled", "false")
    field.click()
    page.locator(".cact.raise").click()


def marked(page: Page, state: str) -> Any:
    """The mark of the last draw at the table."""
    return page.locator(f".cz-mark .chk.{state}")


def said(player: Player, kind: str) -> list[dict[str, Any]]:
    """What the page said to the room."""
    assert player.line is not None
    return [message for message in player.line.said if message.get("type") == kind]


def proven(page: Page, folder: Path) -> PublishedRound:
    """Every step of the proof on the page fits; the record that can be taken away is right by the offline verifier too."""
    expect(page.get_by_text("Checked by your device")).to_be_visible()
    expect(page.locator("li.step.fits")).to_have_count(3)
    expect(page.get_by_text("Your device received this before it told its number.")).to_be_visible()
    expect(page.get_by_text("This device knew the fingerprint before the draw.")).to_be_visible()
    with page.expect_download() as found:
        page.get_by_role("link", name="Record of the draw").click()
    record = folder / "draw.json"
    found.value.save_as(record)
    assert CliRunner().invoke(main, ["fair", "verify", str(record)]).exit_code == 0
    proof = read_proof(record.read_text("utf-8"))
    assert isinstance(proof, PublishedRound)
    return proof


def test_a_pocket_is_drawn_with_my_number_and_proved_step_by_step(
    browser: Browser, house: NearHouse, tmp_path: Path
) -> None:
    with house.let_in("Ada").at(browser, house, lined=True, free=True) as ada:
        page = enter(ada, "Pirita 1")
        until(lambda: said(ada, "promiseSeeds"), "nothing is promised", (ada,))
        assert said(ada, "revealSeed") == []
        spin(page, house)
        expect(marked(page, "checked")).to_be_visible()
        (told,) = said(ada, "revealSeed")
        promised = [each["commitment"] for message in said(ada, "promiseSeeds") for each in message["promises"]]
        expect(page.locator(".cz-line")).to_contain_text(re.compile(r"\d"))
        marked(page, "checked").click()
        proof = proven(page, tmp_path)
        assert [(each.flag, each.seed.hex(), each.commitment.hex()) for each in proof.players] == [
            (OWN, told["seed"], promised[0])
        ]
        assert serious(page) == []
        # The same round in the history, after the page was loaded anew, and the anchor on the page of the table.
        page.goto(f"{ada.at}/rounds/wheel")
        page.locator("summary").first.click()
        expect(page.locator(".chk.checked")).to_be_visible()
        page.get_by_role("link", name="Check this round").click()
        expect(page.locator("li.step.fits")).to_have_count(3)
        page.goto(f"{ada.at}/casino/wheel")
        expect(page.locator(".cz-table")).to_be_visible()
        page.goto(f"{ada.at}/casino/wheel/check")
        expect(page.get_by_role("link", name="Draw 1", exact=True)).to_be_visible()
        assert serious(page) == []
        resize(page, PHONE)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_wheel_that_lies_is_caught_and_the_desk_is_told(browser: Browser, house: NearHouse) -> None:
    with house.let_in("Bob").at(browser, house, lined=True, free=True) as bob:
        page = enter(bob, "Pirita 2")
        assert bob.line is not None
        bob.line.lie = with_another_pocket
        page.context.route("**/api/casino/tables/lied/proofs/*", published_so)
        spin(page, house)
        expect(page.get_by_text(re.compile("Check failed at step 3"))).to_be_visible()
        expect(page.get_by_text("The result does not follow from secret and numbers.")).to_be_visible()
        expect(page.get_by_text(re.compile("Your device sent a dispute at"))).to_be_visible()
        expect(page.get_by_role("link", name="Everything this device received")).to_be_visible()
        (complaint,) = page.request.get(f"{bob.at}/api/complaints").json()
        assert "Check failed at “result”" in complaint["text"]
        assert "fails here: result" in complaint["text"]
        assert serious(page) == []


def with_another_pocket(message: dict[str, Any]) -> dict[str, Any]:
    """The ball fell elsewhere."""
    for change in message.get("changes", []):
        if change["kind"] == "ballFell":
            change["pocket"] = (change["pocket"] + 1) % 37
    return message


def published_so(route: Route) -> None:
    """The proof says so too."""
    answer = route.fetch()
    proof = answer.json()
    route.fulfill(response=answer, json={**proof, "result": (proof["result"] + 1) % 37})


def test_a_shoe_is_shuffled_with_my_number_and_proved_when_it_is_over(
    browser: Browser, house: NearHouse, tmp_path: Path
) -> None:
    with house.let_in("Cleo").at(browser, house, lined=True, free=True) as cleo:
        page = enter(cleo, "Kadriorg")
        # The first shoe is shuffled for whoever comes first, before any device could promise: the next one has my number.
        page.get_by_role("tab", name="Rules").click()
        expect(page.get_by_text(re.compile("You were not among the seeds of this shoe"))).to_be_visible()
        coup(page)
        expect(marked(page, "uncut")).to_be_visible()
        until(lambda: len(said(cleo, "revealSeed")) == 1, "the shoe is not locked", (cleo,))
        expect(
            page.get_by_text("Your number is among the seeds of this shoe: 1 of 1 players added one.")
        ).to_be_visible()
        coup(page)
        expect(marked(page, "checked")).to_be_visible()
        marked(page, "checked").click()
        proof = proven(page, tmp_path)
        assert [each.flag for each in proof.players] == [OWN]
        assert proof.number == 2
        assert 4 <= len(proof.cards) <= 6


def test_hexapros_multiplier_is_drawn_with_my_number(browser: Browser, house: NearHouse, tmp_path: Path) -> None:
    others = [house.let_in(name) for name in ("Dan", "Eve")]
    with house.let_in("Fay").at(browser, house, lined=True, free=True) as fay:
        page = fay.page
        page.goto(f"{fay.at}/lobby/hexapro")
        page.get_by_role("button", name="Play €1.00", exact=True).click()
        page.get_by_role("button", name="Register for 1 game").click()
        until(lambda: said(fay, "promiseDraw"), "nothing is promised", (fay,))
        (entered,) = said(fay, "registerHexaPro")
        assert entered["fair"] is True
        for other in others:
            wire = house.do(dial(house.opened.port, other.token))
            asked = {"lobby": entered["lobby"], "games": 1, "cost": entered["cost"], "fair": False}
            assert house.do(wire.ask("registerHexaPro", **asked))["type"] == "done"
        until(lambda: said(fay, "revealDraw"), "the draw is not locked", (fay,))
        expect(page.locator("section.table")).to_be_visible()
        page.goto(f"{fay.at}/hexapro/draws")
        page.locator(".rows .chk.checked").click()
        proof = proven(page, tmp_path)
        assert sorted(each.flag for each in proof.players) == [OWN, DEFAULT, DEFAULT]
        (told,) = said(fay, "revealDraw")
        assert told["seed"] in [each.seed.hex() for each in proof.players]
        assert serious(page) == []
