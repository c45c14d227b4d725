"""The back office over play: a void hand, a cancelled tournament and a complaint, from the desk to what the players read."""

import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, Page, expect

from fairdeal.bank.house import StaffId
from fairdeal.cash.floor.commands import Join
from fairdeal.kernel import HOUR, Duration, HandId, PlayerId, TableId
from fairdeal.office.docket.commands import SetRoles
from fairdeal.office.roles import Role
from fairdeal.play.messages import Act
from fairdeal.poker import Fold
from fairdeal.present.table import table_name
from fairdeal.rulebook.clause import U27
from fairdeal.server.api.purse import open_wallets
from fairdeal.server.auth.cookies import COOKIE
from fairdeal.server.auth.service import Registration
from fairdeal.server.auth.sessions import Device
from fairdeal.server.house import answered
from fairdeal.tournament.director import commands as director
from tests.browser.axe import serious
from tests.browser.near import NearHouse, near
from tests.browser.people import Player, until
from tests.server.dealers import PASSWORD, StaffAccount, employ

CALM: Final = """
[edition]
id = "calm"
title = "Calm"
extends = "publicwin"

[poker.seating]
seats = [2]
players_min = 2

[poker.connection]
decision_seconds = 300
"""
"""Two are a table, complaints have a term, and nobody has to decide before the test is over."""
WHY: Final = "The screen of one player showed a button that was not there."


class Company:
    """A room with two players who are looking at the lobby, and two people at its desk."""

    def __init__(self, house: NearHouse, browser: Browser) -> None:
        self.house = house
        self.players = {name: self._player(name) for name in ("Ann", "Bob")}
        self.ann, self.bob = (self._at(browser, token, "/") for _, token in self.players.values())
        olga, frank = self._employ("Olga", Role.FLOOR), self._employ("Frank", Role.FINANCE)
        self.olga, self.frank = (self._at(browser, each.token, "/desk", free=True) for each in (olga, frank))
        for each in (self.olga, self.frank):
            expect(each.page.get_by_role("navigation", name="Desk")).to_be_visible()

    def _at(self, browser: Browser, token: str, path: str, **how: Any) -> Player:
        found = Player(browser, self.house.at, **how)
        found.context.add_cookies([{"name": COOKIE, "value": token, "url": self.house.at}])
        found.page.goto(f"{self.house.at}{path}")
        return found

    def _player(self, name: str) -> tuple[PlayerId, str]:
        async def making() -> tuple[PlayerId, str]:
            house = self.house.opened.house
            asked = Registration(name, f"{name.lower()}@post.test", PASSWORD, "1990-05-17", "owl")
            entered = await house.auth.register(asked, Device("test", "127.0.0.1"))
            assert entered.session is not None
            await open_wallets(house, entered.session.person.player)
            return entered.session.person.player, entered.token

        return self.house.do(making())

    def _employ(self, name: str, *roles: Role) -> StaffAccount:
        async def giving() -> StaffAccount:
            account = await employ(self.house.opened, name, *roles)
            given = SetRoles(StaffId(account.player), roles, "test")
            await answered(lambda reply: self.house.opened.house.room.office(given, reply))
            return account

        return self.house.do(giving())

    @property
    def ids(self) -> list[PlayerId]:
        """The players' ids."""
        return [player for player, _ in self.players.values()]

    def sit_down(self) -> TableId:
        """Both take a seat at one cash table, and a hand is dealt that waits for the first of them."""
        room = self.house.opened.house.room
        stake = next(
            each for each in room.cash.house.offered if each.startswith("calm/") and "/texas/0.25-0.50" in each
        )
        buy_in = room.cash.house.offered[stake].rules.buy_in_max.value
        for player in self.ids:
            if not self.house.read(partial(room.cash.tables_of, player)):  # an earlier test may have seated them
                self.house.do(answered(partial(room.join, Join(player, stake, buy_in))))
        until(lambda: self.hand != "", "no hand is dealt")
        (table,) = self.house.read(lambda: room.cash.tables_of(self.ids[0]))
        return table

    @property
    def hand(self) -> str:
        """The hand that is played; none: empty."""
        room = self.house.opened.house.room

        def looking() -> str:
            tables = room.cash.tables_of(self.ids[0])
            actor = room.find_table(tables[0]) if tables else None
            state = None if actor is None else actor.state
            return "" if state is None or state.open is None or state.running is None else str(state.open.hand)

        return self.house.read(looking)

    def fold(self, table: TableId) -> str:
        """Whoever has to decide folds, and the other wins; the hand that is over by it."""
        room, hand = self.house.opened.house.room, self.hand
        actor = room.find_table(table)
        assert actor is not None
        turn = actor.state.running.turn
        player = actor.state.chair_at(turn.seat).player
        act = Act(player, HandId(hand), turn.number, Fold())
        self.house.do(answered(lambda reply: room.table(table, act, reply)))
        self.winner = self.bob if player == self.players["Ann"][0] else self.ann
        return hand

    def close(self) -> None:
        """Everybody goes; no page had a fault."""
        for each in (self.ann, self.bob, self.olga, self.frank):
            each.__exit__(None)


@pytest.fixture(scope="module")
def company(browser: Browser, client: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Company]:
    """The room and its people."""
    folder: Path = tmp_path_factory.mktemp("desk-play")
    (folder / "calm.toml").write_text(CALM, "utf-8")
    with near(folder, rulebooks=(U27, str(folder / "calm.toml"))) as house:
        found = Company(house, browser)
        yield found
        found.close()


def go_to(page: Page, name: str) -> None:
    """Choose a page in the desk's navigation."""
    page.get_by_role("navigation", name="Desk").get_by_role("link", name=name, exact=True).click()


def ask(page: Page, deed: str, clause: str, **fields: str) -> None:
    """Open a deed of a page, fill it in with its clause and a reason, and ask for it once its dry run is there."""
    page.get_by_role("button", name=re.compile(f"^{deed}")).click()
    panel = page.locator("section.deed")
    for label, words in fields.items():
        panel.get_by_label(label).fill(words)
    panel.locator("label", has_text=clause).first.click()
    panel.get_by_label("Why", exact=True).fill(WHY)
    button = panel.locator("button[type=submit]")
    expect(button).to_have_attribute("aria-disabled", "false")
    button.click()


def sign_first(page: Page, deed: str) -> None:
    """Open what waits in the inbox, and sign it."""
    go_to(page, "Today")
    page.reload()
    page.get_by_role("link", name="Read").first.click()
    expect(page.get_by_role("heading", level=1)).to_have_text(deed)
    page.get_by_role("button", name="Sign", exact=True).click()
    expect(page.locator("section.deed")).to_contain_text("done", ignore_case=True)


def is_told(player: Player, words: str, rule: str) -> None:
    """The page says what was decided, by which clause, and why."""
    notice = player.page.get_by_label("Messages of the room")
    expect(notice).to_contain_text(words)
    expect(notice).to_contain_text(rule)
    expect(notice).to_contain_text(WHY)


@pytest.mark.rule("CASH-20", proves="page")
def test_a_void_hand_goes_from_the_table_over_two_people_to_both_players(company: Company) -> None:
    table = company.sit_down()
    olga, hand = company.olga.page, company.hand
    go_to(olga, "Tables")
    olga.get_by_role("link", name=table_name(table), exact=True).click()
    expect(olga.get_by_role("heading", level=1)).to_contain_text(table_name(table))
    expect(olga.locator("table.list tbody tr")).to_have_count(2)
    assert serious(olga) == []
    olga.get_by_role("link", name="Open the hand").click()
    expect(olga.locator(".stat").first).to_contain_text("Being played")
    sealed = olga.get_by_role("img", name="sealed")
    expect(sealed.first).to_be_visible()
    expect(olga.locator(".mc")).to_have_count(0)  # no card is shown to anybody at the desk

    ask(olga, "Void the hand", "CASH-20")
    expect(olga.locator(".deed")).to_contain_text("Asked", ignore_case=True)
    sign_first(company.frank.page, "Void the hand")

    for player in (company.ann, company.bob):
        is_told(player, "Your hand was made void: every bet went back.", "CASH-20")
    company.ann.page.get_by_role("link", name="All decisions").click()
    panel = company.ann.page.locator("section.panel", has_text="Decisions")
    expect(panel.locator("li").first).to_contain_text("Your hand was made void")
    expect(panel.locator("li").first).to_contain_text(WHY)
    olga.reload()
    expect(olga.locator(".stat").first).to_contain_text("Void")
    assert company.hand != hand
    assert serious(olga) == []


def test_a_cancelled_tournament_is_shown_part_by_part_and_read_by_both_players(company: Company) -> None:
    house = company.house
    setup = house.setup("Sunday Twenty", Duration(HOUR))
    sunday = house.announce(setup, "SUNDAY")
    for player in company.ids:
        house.send(sunday, director.Register(player))
    olga = company.olga.page
    go_to(olga, "Tournaments")
    olga.get_by_role("link", name="Sunday Twenty").click()
    expect(olga.get_by_role("heading", level=1)).to_contain_text("Sunday Twenty")
    expect(olga.locator("table.list tbody tr")).to_have_count(2)

    ask(olga, "Cancel the tournament", "CANC-58")

    plan = olga.locator("section.panel", has_text="If cancelled now").locator("table")
    expect(plan.locator("tbody tr")).to_have_count(2)
    price = f"{setup.price.total / 100:.2f}"
    expect(plan.locator("tbody tr").first).to_contain_text(price)
    expect(plan.locator("tfoot")).to_contain_text(f"{2 * setup.price.total / 100:.2f}")
    assert serious(olga) == []
    sign_first(company.frank.page, "Cancel the tournament")

    for reader in (company.ann, company.bob):
        reader.page.goto(f"{reader.at}/account/decisions")
        latest = reader.page.locator("section.panel li").first
        expect(latest).to_contain_text("Your tournament was cancelled")
        expect(latest).to_contain_text("Sunday Twenty")
        expect(latest).to_contain_text("CANC-58")
        expect(latest).to_contain_text(WHY)


@pytest.mark.rule("INT-38", proves="page")
def test_a_complaint_has_its_day_and_is_answered_to_the_player(company: Company) -> None:
    hand = company.fold(company.sit_down())
    winner, olga = company.winner, company.olga.page
    winner.page.goto(f"{winner.at}/history/{hand}")
    winner.page.get_by_role("button", name="Complain about this hand").click()
    winner.page.get_by_role("dialog").get_by_role("textbox").fill("I wanted to call.")
    winner.page.get_by_role("dialog").get_by_role("button", name="Send report").click()
    expect(winner.page.get_by_role("dialog")).to_have_count(0)
    winner.page.goto(f"{winner.at}/account/decisions")
    latest = winner.page.locator("section.panel li").first  # what the hand brought waits by itself
    expect(latest).to_contain_text("Money of yours is kept back for now.")
    expect(latest).to_contain_text("INT-38")

    go_to(olga, "Complaints and reports")
    expect(olga.locator(".lines")).to_contain_text("INT-38")
    assert serious(olga) == []
    olga.get_by_role("link", name="I wanted to call.").click()
    expect(olga.locator("section", has_text="By when")).to_contain_text("ten working days")
    assert serious(olga) == []
    case = olga.url
    ask(olga, "Answer the complaint", "INT-38", Answer="Your time was over; the clock says so.")

    sign_first(company.frank.page, "Answer the complaint")
    is_told(winner, "Your complaint was answered.", "INT-38")
    olga.goto(case)
    expect(olga.locator(".stat").first).to_contain_text("answered")
    expect(olga.locator("blockquote").last).to_contain_text("the clock says so")
