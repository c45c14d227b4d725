"""Fair dealing at the desk: a lie at a table becomes a case with evidence that is answered, and the system page tells alarms."""

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from fairdeal.fair import OWN, TABLE_STOPPED, UNREVEALED, publish_void, void_hand
from fairdeal.kernel import Instant
from fairdeal.office.roles import Role
from fairdeal.play.fair.events import VoidProven
from fairdeal.server.watch.fair_watch import LEAST, SEEDS_LEAST, VOIDS_MAX
from tests.browser.axe import serious
from tests.browser.house import DUEL
from tests.browser.near import NearHouse, near
from tests.browser.people import PHONE, Player, play_on, resize, until
from tests.browser.test_desk_house import Clerk, staffed
from tests.browser.test_desk_play import ask, go_to, is_told
from tests.browser.test_fair import with_a_false_unused_key
from tests.fair.hands import example_locked
from tests.server.test_fair_watch import at, round_of


@pytest.fixture(scope="module")
def house(client: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[NearHouse]:
    """A room where two players are a table, and another rulebook promises an answer to complaints."""
    folder = tmp_path_factory.mktemp("fair-desk")
    rules = folder / "duel.toml"
    rules.write_text(DUEL, "utf-8")
    with near(folder, rulebooks=(str(rules), "publicwin")) as found:
        yield found


def test_a_lie_reaches_the_desk_with_its_evidence_and_is_answered(browser: Browser, house: NearHouse) -> None:
    with (
        Player(browser, house.at, lined=True) as one,
        Player(browser, house.at, lined=True) as other,
        Clerk(browser, house, staffed(house, "Olga", Role.FLOOR), free=True) as olga,
    ):
        for player, name in ((one, "Cut"), (other, "Deal")):
            player.enter_as_guest(name).sit_down()
        for player in (one, other):
            player.take_seat()
        until(lambda: one.is_asked or other.is_asked, "nobody is dealt in", (one, other))
        assert one.line is not None
        one.line.lie = with_a_false_unused_key
        play_on((one, other), lambda: "/fair/" in one.page.url)
        expect(one.page.get_by_text(re.compile("Your device sent a dispute at"))).to_be_visible()
        other.leave_table()

        page = olga.come_in("/desk").page
        go_to(page, "Complaints and reports")
        page.get_by_role("link", name=re.compile("Check failed at “unused_deck”")).click()
        expect(page.get_by_role("heading", level=1)).to_contain_text("Cut: a check failed")
        evidence = page.locator("section", has=page.get_by_role("heading", name="Evidence"))
        expect(evidence).to_contain_text("The device’s check failed at “unused_deck”.")
        # The lie was told on the way to the page: the room never signed it, and says so.
        expect(evidence).to_contain_text("The room did not sign it as it stands here")
        expect(evidence).to_contain_text("Our own check of what the device sent fails too: unused_deck, end.")
        assert serious(page) == []
        evidence.locator("summary").click()
        expect(evidence.locator("li b").first).to_have_text("fairLocked")
        with page.expect_download() as kept:
            evidence.get_by_role("link", name="All of it as a file").click()
        received = json.loads(kept.value.path().read_text("utf-8"))["received"]
        assert [each["unusedKey"] for each in received if each["kind"] == "fairEnded"] == ["ab" * 32]
        assert serious(page) == []
        resize(page, PHONE)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        resize(page, (1440, 900))

        ask(page, "Answer the complaint", "INT-38", Answer="The hand is void, and your chips are back.")
        is_told(one, "Your complaint was answered.", "INT-38")
        page.reload()
        expect(page.locator(".stat").first).to_contain_text("answered")
        expect(page.locator("blockquote").last).to_contain_text("your chips are back")
        (complaint,) = one.page.request.get(f"{one.at}/api/complaints").json()
        assert (complaint["state"], complaint["answer"]) == ("answered", "The hand is void, and your chips are back.")


def test_alarms_are_told_on_the_system_page(browser: Browser, house: NearHouse) -> None:
    watch, now = house.opened.house.fair, Instant(0)

    def happens(stream: str, *events: Any) -> None:
        house.read(lambda: watch.watch(at(stream), events, now))

    with Clerk(browser, house, staffed(house, "Frida", Role.FINANCE), free=True) as frida:
        page = frida.come_in("/desk/system").page
        panel = page.locator("section", has=page.get_by_role("heading", name="Fair dealing"))
        expect(panel).to_contain_text("no alarm")
        expect(page.get_by_text("Everything runs and the database answers.")).to_be_visible()
        void = publish_void(void_hand(example_locked().public(), TABLE_STOPPED), (bytes(64), bytes(64)), bytes(32))
        happens("cash:Tallinn", *[VoidProven(replace(void, reason=TABLE_STOPPED))] * (VOIDS_MAX + 1))
        happens("casino:wheel", *[round_of(number % 37, UNREVEALED) for number in range(SEEDS_LEAST)])
        happens("casino:wheel", *[round_of(0, OWN)] * LEAST)
        house.read(lambda: watch.contradicted("table:Tallinn"))
        page.reload()
        alarms = panel.get_by_role("list", name="Alarms").get_by_role("listitem")
        expect(alarms).to_have_text(
            [
                re.compile("What the room signed proves a deal wrong at table:Tallinn"),
                re.compile("Uneven results: pockets of wheels"),
                re.compile("Too many hands void at cash:Tallinn alone"),
            ]
        )
        expect(panel).to_contain_text("3 alarms")
        expect(page.get_by_text("Everything runs and the database answers.")).to_have_count(0)
        assert serious(page) == []
        resize(page, PHONE)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
