"""A room that fails while a round is played: what was not dealt or spun is void, all else goes on, and the page says so by clause."""

import re
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser, Page, expect

from fairdeal.casino.table.state import Phase
from tests.browser.house import free_port
from tests.browser.people import Player
from tests.browser.stations import Croupier, LiveHouse, live_house
from tests.browser.test_casino_cards import Table

TABLES: Final = {"boxes": "blackjack", "wheel": "roulette", "coup": "baccarat"}
CARDS: Final = ("inspect", "shuffle", "cut")


class Evening:
    """One player with a page at each of three live tables, and their dealers."""

    def __init__(self, house: LiveHouse, ruth: Player) -> None:
        self.house = house
        self.boxes, self.wheel, self.coup = (Croupier(house, table) for table in TABLES)
        self.boxes.finish(*CARDS, "burn")
        self.coup.finish(*CARDS)
        self.blackjack = Table(ruth, "boxes")
        self.blackjack.sit(1)
        self.roulette = sit_at(ruth, "wheel")
        self.baccarat = sit_at(ruth, "coup")

    def fail(self) -> None:
        """The room is away for a moment; dealers come back, and pages by themselves."""
        self.house.near.restart()
        for each in (self.boxes, self.wheel, self.coup):
            each.connect()

    def bet_on_red(self) -> None:
        """Bet at the wheel."""
        self.house.until_phase("wheel", Phase.BETTING)
        self.roulette.locator('[data-spot="red"]').click()
        self.roulette.locator(".cact.raise").click()
        expect(self.roulette.locator(".cact.done")).to_be_visible()

    def bet_on_player(self) -> None:
        """Bet at baccarat."""
        self.house.open_bets("coup")
        self.baccarat.locator(".bet3.player").click()
        self.baccarat.get_by_role("button", name=re.compile("Place bet")).click()
        expect(self.baccarat.locator(".cur")).to_contain_text("1.00")


def sit_at(player: Player, table: str) -> Page:
    """Another page of somebody, at that table."""
    page = player.context.new_page()
    page.goto(f"{player.at}/casino/{table}")
    page.get_by_role("button", name="Play here").first.click()
    return page


def told_void(page: Page, amount: str) -> None:
    """The bets came back, by the clause."""
    line = page.locator(".cz-line").first
    expect(line).to_contain_text(re.compile(rf"void.*{amount}", re.IGNORECASE))
    if "X-141" not in line.inner_text():
        line.get_by_role("button", name="why?").click()
        expect(page.locator(".pop")).to_contain_text("X-141")
        page.keyboard.press("Escape")


@pytest.mark.rule("BAC-10", proves="page")
@pytest.mark.rule("BJ-18", proves="page")
def test_a_room_that_fails_voids_what_was_not_dealt_and_goes_on_with_the_rest(
    browser: Browser, client: None, tmp_path: Path
) -> None:
    where = {"port": free_port(), "database": f"sqlite:///{tmp_path / 'room.db'}"}
    with (
        live_house(tmp_path, TABLES, **where) as house,
        house.near.let_in("Ruth").at(browser, house.near) as ruth,
        house.near.let_in("Otto").at(browser, house.near) as otto,
    ):
        sit_at(otto, "coup")  # he places nothing, so that bets stay open at baccarat until their time is over
        evening = Evening(house, ruth)
        bets_are_open_or_closed_or_the_ball_has_fallen(house, evening)
        insurance_is_asked_and_cards_are_being_dealt(house, evening)
        rounds_are_paid(house, evening, ruth)


def bets_are_open_or_closed_or_the_ball_has_fallen(house: LiveHouse, evening: Evening) -> None:
    """Bets of cards that were not dealt are void, also after "no more bets"; the ball that had fallen is paid."""
    evening.bet_on_red()
    house.pass_time("wheel", Phase.CLOSED)
    evening.wheel.finish("call_no_more_bets")
    evening.wheel.does("enterPocket", round=house.state("wheel").round, pocket=1)
    house.open_bets("boxes")
    evening.blackjack.bet()
    evening.boxes.does("stationAwake")
    house.pass_time("boxes", Phase.CLOSED)
    evening.boxes.finish("call_no_more_bets")
    evening.bet_on_player()
    assert [house.state(table).phase for table in TABLES] == [Phase.CLOSED, Phase.DECIDED, Phase.BETTING]
    evening.fail()
    told_void(evening.baccarat, "1.00")
    told_void(evening.blackjack.page, "1.00")
    expect(evening.roulette.locator(".cur")).to_contain_text("0.50")
    evening.roulette.reload()
    expect(evening.roulette.locator(".cur")).to_contain_text("0.50")
    evening.wheel.finish("announce")
    expect(evening.roulette.locator(".cz-line")).to_contain_text("You are paid 1.00")


def insurance_is_asked_and_cards_are_being_dealt(house: LiveHouse, evening: Evening) -> None:
    """A question that was asked is asked again, and the same cards lie on the tables; a ball that was not thrown is void."""
    for page in (evening.baccarat, evening.blackjack.page):
        page.locator(".cz-line").get_by_role("button", name="Understood").click()
        page.locator("aside.notice").get_by_role(
            "button", name="Understood"
        ).click()  # the room had said that it closes
    evening.bet_on_player()
    house.open_bets("boxes")
    evening.blackjack.bet()
    house.pass_time("boxes", Phase.CLOSED)
    evening.boxes.finish("call_no_more_bets")
    evening.boxes.scan("1-9C", "1-AC", "1-8D", "1-KH")
    evening.coup.finish("call_no_more_bets")
    evening.coup.scan("2-4S", "2-KD")
    line = evening.blackjack.line
    expect(line).to_contain_text("Insurance?")
    evening.fail()
    for _ in range(2):
        expect(line).to_contain_text("Insurance?")
        expect(evening.blackjack.seat(1).locator(".cs .card")).to_have_count(2)
        expect(evening.baccarat.locator(".bhand.player .card:not(.slot)")).to_have_count(1)
        evening.blackjack.page.reload()
        evening.baccarat.reload()
    evening.blackjack.press("No insurance")
    evening.boxes.finish("check_hole", "announce")
    evening.blackjack.wait_for_result(r"Dealer: blackjack\. You have 17: .1\.00\.")
    evening.coup.scan("2-5H", "2-6C")


def rounds_are_paid(house: LiveHouse, evening: Evening, ruth: Player) -> None:
    """Rounds that were paid stay paid, one that is decided is paid once, and void ones stand beside them."""
    assert [house.state(table).phase for table in ("boxes", "coup")] == [Phase.RESULT, Phase.DECIDED]
    evening.fail()
    evening.baccarat.reload()
    expect(evening.baccarat.locator(".cur")).to_contain_text("1.00")
    evening.coup.finish("announce")
    expect(evening.baccarat.locator(".cz-line")).to_contain_text("You are paid 2.00 for 1.00: +1.00.")
    evening.baccarat.reload()
    expect(evening.baccarat.locator(".cz-line")).to_contain_text("Player 9, Banker 6")
    expect(evening.baccarat.locator(".cur")).to_contain_text("1.00")
    page = evening.blackjack.page
    page.goto(f"{ruth.at}/rounds")
    for told in ("+1.00", "−1.00", "+0.50", "void"):
        expect(page.locator("details").filter(has_text=told).first).to_be_visible()
