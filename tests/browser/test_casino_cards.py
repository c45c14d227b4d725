"""Blackjack and baccarat in the browser, against a room whose shoe a test has laid: what is dealt is known, and so is what it pays."""

import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser, Locator, expect

from fairdeal.casino.table.state import Phase
from tests.browser.axe import serious
from tests.browser.cardroom import CardRoom, cardroom, write_house
from tests.browser.house import House, opened
from tests.browser.people import PHONE, Player, until

BLACKJACK: Final = ("quick", "split", "three", "insured", "behind", "queue", "talk", "reload", "help")
BACCARAT: Final = ("natural", "thirds", "tie", "coup-reload", "limits")
TABLES: Final = dict.fromkeys(BLACKJACK, "blackjack") | dict.fromkeys(BACCARAT, "baccarat")
LANGUAGES: Final = ("en", "et", "sv", "ro")


@pytest.fixture(scope="module")
def room(client: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[CardRoom]:
    """A casino in this process, with time to decide."""
    with cardroom(tmp_path_factory.mktemp("cards"), TABLES, betting=6, decision=60) as found:
        yield found


@pytest.fixture(scope="module")
def hasty(client: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[CardRoom]:
    """The same with hardly any time to decide."""
    tables = {"late": "blackjack", "uninsured": "blackjack"}
    with cardroom(tmp_path_factory.mktemp("hasty"), tables, betting=6, decision=2) as found:
        yield found


class Table:
    """A card table in somebody's browser."""

    def __init__(self, player: Player, name: str) -> None:
        self.page = player.page
        self.page.goto(f"{player.at}/casino")
        self.page.locator(f"button[aria-label$=', {name.title()}']").click()
        expect(self.page.locator(".cz-table")).to_be_visible()

    @property
    def line(self) -> Locator:
        """The event line."""
        return self.page.locator(".cz-line")

    def button(self, name: str) -> Locator:
        """A decision by its name."""
        return self.page.get_by_role("group", name="Decisions").get_by_role("button", name=re.compile(rf"^{name}\b"))

    def seat(self, number: int) -> Locator:
        """A seat, counted from 1 as people do."""
        return self.page.locator(".seats > li").nth(number - 1)

    def sit(self, number: int) -> None:
        """Take a seat."""
        self.page.get_by_role("button", name=f"Sit at seat {number}").click()
        expect(self.seat(number)).to_have_class(re.compile(r"\bme\b"))

    def bet(self, number: int = 1) -> None:
        """Press the own seat in the first round that takes bets, until a bet lies there."""
        own = self.seat(number).locator("button").first
        current = self.page.locator(".cur b")

        def step() -> bool:
            if current.inner_text() == "0.00":
                own.click()
                self.page.wait_for_timeout(100)
            return current.inner_text() != "0.00"

        until(step, "no bet is taken")

    def press(self, name: str) -> None:
        """Press a decision that is open."""
        expect(self.button(name)).to_have_attribute("aria-disabled", "false")
        self.button(name).click()

    def lay(self, spot: str) -> None:
        """Lay a chip at baccarat, in the first round that takes it."""
        field = self.page.locator(f".bet3.{spot}")
        expect(field).to_have_attribute("aria-disabled", "false")
        field.click()

    def wait_for_result(self, told: str) -> None:
        """Wait until the line tells a result."""
        expect(self.line).to_contain_text(re.compile(told))


@pytest.mark.rule("BJ-11", proves="page")
@pytest.mark.rule("BJ-12", proves="page")
@pytest.mark.rule("BJ-42", proves="page")
@pytest.mark.rule("BJ-53", proves="page")
@pytest.mark.rule("BJ-13", proves="page")
@pytest.mark.rule("BJ-65", proves="page")
@pytest.mark.rule("BJ-18", proves="page")
@pytest.mark.rule("BJ-06", proves="page")
@pytest.mark.rule("BJ-08", proves="page")
@pytest.mark.rule("BJ-19", proves="page")
def test_from_the_lobby_to_a_settled_round_in_three_presses(browser: Browser, room: CardRoom) -> None:
    room.lay("Ks 9h Qd 7c 2c")  # 20 against 16, which draws a two
    with room.let_in("Ann").at(browser, room) as ann:
        page = ann.page
        page.goto(f"{ann.at}/casino")
        page.get_by_role("button", name=re.compile("Play.*Quick")).click()
        expect(page.locator(".seats > li")).to_have_count(7)
        expect(page.locator(".bjt")).to_contain_text("Limits")
        expect(page.get_by_role("img", name=re.compile("Blackjack pays 3 to 2"))).to_be_visible()
        page.get_by_role("button", name="Sit at seat 1").click()
        page.get_by_role("button", name=re.compile("Bet .* on your hand")).click()
        expect(page.locator(".cz-line")).to_contain_text("is sent")
        expect(page.locator(".shoe")).to_contain_text("Shoe, 8 decks")
        expect(page.locator(".shoe")).to_contain_text("cut 364")
        expect(page.locator(".cur b")).to_have_text("1.00")
        until(lambda: room.table("quick").phase is Phase.PLAYING, "no card comes")
        expect(page.locator(".cz-line")).to_contain_text("Your turn")
        page.keyboard.press("s")
        expect(page.locator(".cz-line")).to_contain_text("Dealer 18. You have 20: +1.00.")
        expect(page.locator(".cz-line")).to_contain_text("BJ-18")


@pytest.mark.rule("BJ-17", proves="page")
@pytest.mark.rule("BJ-16", proves="page")
@pytest.mark.rule("BJ-21", proves="page")
@pytest.mark.rule("BJ-64", proves="page")
@pytest.mark.rule("BJ-63", proves="page")
@pytest.mark.rule("BJ-55", proves="page")
@pytest.mark.rule("BJ-33", proves="page")
@pytest.mark.rule("BJ-34", proves="page")
@pytest.mark.rule("BJ-36", proves="page")
@pytest.mark.rule("BJ-35", proves="page")
@pytest.mark.rule("BJ-31", proves="page")
@pytest.mark.rule("BJ-43", proves="page")
@pytest.mark.rule("BJ-45", proves="page")
@pytest.mark.rule("BJ-03", proves="page")
@pytest.mark.rule("BJ-72", proves="page")
def test_eights_are_split_the_right_hand_plays_first_and_is_doubled(browser: Browser, room: CardRoom) -> None:
    # 8-8 against a nine; hand 1 gets a three, is doubled with a queen: 21. Hand 2 gets a ten: 18. The dealer has 19.
    room.lay("8s 9h 8d Ts 3h Qs Tc")
    with room.let_in("Bea").at(browser, room) as bea:
        table = Table(bea, "split")
        table.sit(1)
        table.bet()
        table.page.keyboard.press("z")
        expect(table.page.locator(".cur b")).to_have_text("0.00")
        table.bet()
        expect(table.button("Split")).to_have_attribute("aria-disabled", "false")
        expect(table.page.locator(".dealerh .card.back")).to_have_count(1)
        expect(table.line).to_contain_text("Eight, eight: 16. The dealer shows nine.")
        table.seat(2).locator("button").first.focus()
        table.page.keyboard.press("Enter")  # one hand per account: what is off opens its clause
        expect(table.page.locator(".rulebox, .pop")).to_contain_text("BJ-55")
        table.page.keyboard.press("Escape")
        before = table.page.locator(".cur b").inner_text()
        table.page.keyboard.press("z")  # no more bets: nothing is taken back
        table.page.keyboard.press("p")
        expect(table.line).to_contain_text("Hand 1, on the right: 11.")
        assert before == "1.00"
        expect(table.page.locator(".cur b")).to_have_text("2.00")
        boxes = [each.bounding_box() for each in table.seat(1).locator(".hnd").all()]
        assert boxes[0] is not None
        assert boxes[1] is not None
        assert boxes[0]["x"] > boxes[1]["x"], "hand 0 stands on the right"
        expect(table.seat(1).locator(".hnd").nth(1)).to_contain_text("next")
        expect(table.page.locator(".dslot.split")).to_contain_text("BJ-36")
        table.page.keyboard.press("d")
        expect(table.line).to_contain_text("Hand 2, on the left: 18.")
        table.page.keyboard.press("s")
        table.wait_for_result(r"Dealer 19\. Hand 1: 21, \+2\.00\. Hand 2: 18, .1\.00\.")
        expect(table.line).to_contain_text("Round: +1.00.")
        expect(table.seat(1)).to_contain_text("you +1.00")


@pytest.mark.rule("BJ-01", proves="page")
@pytest.mark.rule("BJ-02", proves="page")
@pytest.mark.rule("BJ-05", proves="page")
@pytest.mark.rule("BJ-14", proves="page")
@pytest.mark.rule("BJ-15", proves="page")
@pytest.mark.rule("BJ-22", proves="page")
@pytest.mark.rule("BJ-24", proves="page")
@pytest.mark.rule("BJ-25", proves="page")
@pytest.mark.rule("BJ-52", proves="page")
def test_a_blackjack_a_soft_hand_that_pushes_and_a_bust_side_by_side(browser: Browser, room: CardRoom) -> None:
    # Seats 1 to 3: ace-king; ace-six, which takes a ten; king-six, which takes a queen. The dealer has 17.
    room.lay("As Ac Kd Th Kh 6d 6c 7h Tc Qs")
    others = [room.guest(name, "three") for name in ("Otto", "Pia")]
    with room.let_in("Olga").at(browser, room) as olga:
        table = Table(olga, "three")
        table.sit(1)
        for seat, guest in enumerate(others, 1):
            guest.does("takeBox", seat=seat)
        table.page.keyboard.press("2")
        table.bet()
        number, _ = (guest.bets("placeBet", amount=500) for guest in others)
        expect(table.seat(1).locator(".sumb")).to_contain_text("BJ")
        expect(table.seat(2).locator(".sumb")).to_contain_text("soft")
        for turn, (guest, choice) in enumerate(((others[0], "hit"), (others[0], "stand"), (others[1], "hit")), 1):
            until(lambda: _asked(room, "three"), "nobody is asked")
            guest.does("decideBox", round=number, turn=turn, choice=choice)
        table.wait_for_result(r"Dealer 17\. You have 21: \+7\.50\.")
        expect(table.seat(1)).to_contain_text("you +7.50")
        expect(table.seat(2)).to_contain_text("push")
        expect(table.seat(2).locator(".sumb")).not_to_contain_text("soft")
        expect(table.seat(3).locator(".sumb")).to_contain_text("bust")
        expect(table.seat(3)).to_contain_text("loses")


@pytest.mark.rule("BJ-27", proves="page")
@pytest.mark.rule("BJ-28", proves="page")
@pytest.mark.rule("BJ-29", proves="page")
@pytest.mark.rule("BJ-30", proves="page")
@pytest.mark.rule("BJ-48", proves="page")
@pytest.mark.rule("BJ-68", proves="page")
@pytest.mark.rule("BJ-26", proves="page")
def test_insurance_is_asked_under_an_ace_and_pays_two_to_one(browser: Browser, room: CardRoom) -> None:
    # 17 against an ace with a king below: blackjack. Cat behind declines, Bea insures.
    room.lay("9c Ac 8d Kh")
    with room.let_in("Bess").at(browser, room) as bess:
        table = Table(bess, "insured")
        table.page.get_by_role("radio", name=re.compile("Chip .*25")).click()
        table.sit(1)
        cat = room.guest("Cat", "insured")
        table.bet()
        number = cat.bets("betBehind", seat=0, amount=1000)
        expect(table.line).to_contain_text("Insurance? Up to 13.00. It pays 2 to 1")
        yes, no = table.button("Insurance"), table.button("No insurance")
        expect(yes).to_contain_text("13.00")
        tops = [each.bounding_box() for each in (yes, no)]
        assert tops[0] is not None
        assert tops[1] is not None
        assert tops[0]["y"] < tops[1]["y"], "yes over no"
        # Chips choose less, no more than there may be; undo takes the whole again.
        table.page.keyboard.press("2")
        expect(yes).to_contain_text("5.00")
        table.page.get_by_role("radio", name=re.compile("Chip .*25")).click()
        expect(yes).to_contain_text("13.00")
        table.page.keyboard.press("z")
        expect(yes).to_contain_text("13.00")
        table.page.keyboard.press("2")
        table.page.keyboard.press("2")
        expect(yes).to_contain_text("10.00")
        assert [each.bounding_box() for each in (yes, no)] == tops
        table.page.keyboard.press("y")
        expect(table.line).to_contain_text("You are insured for 10.00")
        cat.does("insure", round=number, amount=0)
        table.wait_for_result(r"Dealer: blackjack\. You have 17: .25\.00\. Insurance \+20\.00\.")
        expect(table.line).to_contain_text("Round: −5.00.")


@pytest.mark.rule("BJ-46", proves="page")
def test_time_that_is_over_stands_and_says_so(browser: Browser, hasty: CardRoom) -> None:
    hasty.lay("9c 7h 4d Ts 5d")
    with hasty.let_in("Dora").at(browser, hasty) as dora:
        table = Table(dora, "late")
        table.sit(1)
        table.bet()
        expect(table.line).to_contain_text("then you stand")
        table.page.get_by_role("tab", name="Log").click()
        expect(table.page.locator(".cz .dpanel")).to_contain_text("Time is over: you stand")
        table.wait_for_result("You have 13")


@pytest.mark.rule("BJ-46", proves="page")
def test_insurance_that_is_not_answered_is_declined_by_its_clause(browser: Browser, hasty: CardRoom) -> None:
    hasty.lay("9c Ac Td 7h")
    with hasty.let_in("Dana").at(browser, hasty) as dana:
        table = Table(dana, "uninsured")
        table.sit(1)
        table.bet()
        expect(table.line).to_contain_text("Insurance?")
        expect(table.line).to_contain_text("not insured: no answer came in time")
        table.wait_for_result("You have 19")


@pytest.mark.rule("BJ-60", proves="page")
@pytest.mark.rule("BJ-61", proves="page")
@pytest.mark.rule("BJ-62", proves="page")
@pytest.mark.rule("BJ-66", proves="page")
@pytest.mark.rule("BJ-67", proves="page")
@pytest.mark.rule("BJ-70", proves="page")
@pytest.mark.rule("BJ-71", proves="page")
@pytest.mark.rule("BJ-73", proves="page")
@pytest.mark.rule("BJ-69", proves="page")
@pytest.mark.rule("CHAT-06", proves="page")
def test_behind_one_follows_the_split_and_one_stays_on_the_right_hand(browser: Browser, room: CardRoom) -> None:
    room.lay("8s 9h 8d Ts Kc Tc")  # split eights: 18 and 18 against 19
    eve = room.guest("Eve", "behind")
    eve.does("takeBox", seat=0)
    with room.let_in("Fay").at(browser, room) as fay, room.let_in("Gil").at(browser, room, size=PHONE) as gil:
        first, second = Table(fay, "behind"), Table(gil, "behind")
        eve.does("casinoSay", text="before the bets")
        expect(first.page.locator(".says")).to_contain_text("before the bets")
        for table in (first, second):
            behind = table.page.get_by_role("button", name=re.compile("Bet 1.00 behind Eve")).first
            expect(behind).to_be_visible()
            until(partial(_staked, table, behind), "no bet behind is taken")
        eve.bets("placeBet", amount=500)
        expect(first.page.get_by_role("heading", name="When Eve doubles or splits, do you follow?")).to_be_visible()
        first.page.get_by_role("button", name=re.compile("^Yes, follow")).click()
        second.page.get_by_role("button", name=re.compile("^No, keep 1.00")).click()
        expect(first.page.locator(".queue")).to_contain_text("You follow doubles and splits")
        expect(first.page.locator(".saybar")).to_contain_text("No chat for bets behind")
        expect(first.page.locator(".says")).to_have_count(0)
        eve.does("casinoSay", text="nobody behind reads this")
        until(lambda: room.table("behind").phase is Phase.PLAYING, "no card comes")
        expect(first.page.locator(".dslot.stand")).to_contain_text("BJ-67")
        until(lambda: room.table("behind").felt.asked, "nobody is asked")  # type: ignore[attr-defined]
        for turn, choice in ((1, "split"), (2, "stand"), (3, "stand")):
            eve.does("decideBox", round=room.table("behind").round, turn=turn, choice=choice)
            until(lambda: _asked(room, "behind"), "nothing more is asked")
        first.wait_for_result(r"Hand 1: 18, .1\.00\. Hand 2: 18, .1\.00\.")
        second.wait_for_result(r"Hand 1: 18, .1\.00\.")
        expect(second.line).to_contain_text(re.compile(r"Round: .1\.00"))
        assert "nobody behind reads this" not in first.page.locator("body").inner_text()


def _staked(table: Table, behind: Locator) -> bool:
    current = table.page.locator(".cur b")
    if current.inner_text() == "0.00":
        behind.click()
        table.page.wait_for_timeout(100)
    return current.inner_text() != "0.00"


def _asked(room: CardRoom, table: str) -> bool:
    """Whether the next decision is asked for, or the round is over."""
    state = room.table(table)
    return state.phase is not Phase.PLAYING or bool(state.felt.asked)  # type: ignore[attr-defined]


@pytest.mark.rule("BJ-60", proves="page")
def test_a_full_table_has_a_queue_and_a_seat_goes_to_whoever_waits_longest(browser: Browser, room: CardRoom) -> None:
    seated = [room.guest(f"Guest{seat}", "queue") for seat in range(7)]
    for seat, guest in enumerate(seated):
        guest.does("takeBox", seat=seat)
    with room.let_in("Hilda").at(browser, room) as hilda:
        table = Table(hilda, "queue")
        table.page.get_by_role("button", name="Wait for a seat").click()
        expect(table.page.locator(".queue")).to_contain_text("you are number 1")
        seated[3].does("leaveBox")
        expect(table.seat(4)).to_have_class(re.compile(r"\bme\b"))
        table.page.get_by_role("tab", name="Log").click()
        expect(table.page.locator(".cz .dpanel")).to_contain_text("Hilda gets seat 4 from the queue")
        table.page.get_by_role("button", name="Leave the seat").click()
        expect(table.page.get_by_role("button", name="Sit at seat 4")).to_be_visible()


@pytest.mark.rule("BJ-09", proves="page")
@pytest.mark.rule("BJ-10", proves="page")
@pytest.mark.rule("BJ-38", proves="page")
@pytest.mark.rule("BJ-39", proves="page")
@pytest.mark.rule("BJ-44", proves="page")
@pytest.mark.rule("BJ-51", proves="page")
@pytest.mark.rule("CHAT-05", proves="page")
def test_the_table_says_its_rules_and_where_to_complain_and_gives_no_hints(browser: Browser, room: CardRoom) -> None:
    with room.let_in("Ida").at(browser, room) as ida:
        table = Table(ida, "help")
        table.sit(1)
        table.page.get_by_role("tab", name="Rules").click()
        panel = table.page.locator(".cz .dpanel")
        for clause in ("BJ-09", "BJ-10", "BJ-38", "BJ-39", "BJ-44", "BJ-51", "BJ-31", "BJ-36", "BJ-37"):
            expect(panel.get_by_role("button", name=clause).first).to_be_visible()
        expect(panel.get_by_role("link", name="My rounds").first).to_have_attribute("href", re.compile("rounds"))
        panel.get_by_role("button", name="Show the burnt cards").click()
        expect(panel).to_contain_text("No shoe has been dealt out yet.")
        table.page.get_by_role("tab", name="Chat").click()
        expect(panel.get_by_role("button", name="CHAT-05")).to_be_visible()


def test_a_reload_and_a_lost_line_come_back_to_the_same_hand(browser: Browser, room: CardRoom) -> None:
    room.lay("8s 9h 5d Ts 4h 2c")
    with room.let_in("Joan").at(browser, room, lined=True) as jo:
        table = Table(jo, "reload")
        table.sit(1)
        table.bet()
        table.page.reload()  # while bets are open, or the cards come
        expect(table.page.locator(".cur b")).to_have_text("1.00")
        expect(table.line).to_contain_text("Eight, five: 13")
        table.page.reload()  # in turn
        expect(table.line).to_contain_text("Eight, five: 13")
        assert jo.line is not None
        jo.line.cut()
        expect(table.line).to_contain_text(re.compile("[Cc]onnection"))
        expect(table.button("Hit")).to_have_attribute("aria-disabled", "true")
        jo.line.mend()
        table.press("Hit")
        expect(table.line).to_contain_text("17")
        table.press("Stand")
        table.wait_for_result("You have 17")
        table.page.reload()  # with the result
        expect(table.line).to_contain_text(re.compile("You have 17|Bets open"))
        again = table.page.get_by_role("button", name="Last bet")
        expect(again).to_have_attribute("aria-disabled", "false")
        again.click()
        expect(table.page.locator(".cur b")).to_have_text("1.00")


# ---- baccarat


@pytest.mark.rule("BAC-01", proves="page")
@pytest.mark.rule("BAC-03", proves="page")
@pytest.mark.rule("BAC-05", proves="page")
@pytest.mark.rule("BAC-07", proves="page")
@pytest.mark.rule("BAC-09", proves="page")
@pytest.mark.rule("BAC-10", proves="page")
@pytest.mark.rule("BAC-12", proves="page")
@pytest.mark.rule("BAC-13", proves="page")
@pytest.mark.rule("BAC-20", proves="page")
def test_a_natural_from_the_lobby_in_three_presses(browser: Browser, room: CardRoom) -> None:
    room.lay("4s Kd 5h 6c", burnt=0)  # Player 9, Banker 6
    with room.let_in("Kim").at(browser, room) as kim:
        page = kim.page
        page.goto(f"{kim.at}/casino")
        page.get_by_role("button", name=re.compile("Play.*Natural")).click()
        field = page.locator(".bet3.player")
        expect(field).to_have_attribute("aria-disabled", "false")
        field.click()
        expect(page.locator(".cz-line")).to_contain_text("BAC-07")
        page.get_by_role("button", name=re.compile("Place bet")).click()
        expect(page.locator(".bwhy.player")).to_contain_text("A natural: Player 9, Banker 6. Nobody draws.")
        expect(page.locator(".cz-line")).to_contain_text("Player wins. You are paid 2.00 for 1.00: +1.00.")
        expect(page.locator(".road.bead g.P")).to_have_count(1)
        expect(page.locator(".bet3.player")).to_have_class(re.compile(r"\bwin\b"))


@pytest.mark.rule("BAC-04", proves="page")
@pytest.mark.rule("BAC-06", proves="page")
@pytest.mark.rule("BAC-11", proves="page")
@pytest.mark.rule("BAC-14", proves="page")
@pytest.mark.rule("BAC-15", proves="page")
@pytest.mark.rule("BAC-16", proves="page")
@pytest.mark.rule("BAC-17", proves="page")
@pytest.mark.rule("BAC-18", proves="page")
@pytest.mark.rule("BAC-02", proves="page")
def test_third_cards_are_drawn_by_their_clause_and_roads_keep_their_marks(browser: Browser, room: CardRoom) -> None:
    # Ace-four draws a six: 1. King-six draws because of it, a two: 8. Then Player stands on six, and Banker draws with five.
    room.lay("As Kd 4h 6c 6d 2s 6h 2c Ks 3d 4d", burnt=0)
    with room.let_in("Lea").at(browser, room) as lea:
        table = Table(lea, "thirds")
        table.page.get_by_role("radio", name=re.compile("Chip .*25")).click()
        table.lay("banker")
        table.page.keyboard.press("2")
        table.page.keyboard.press("b")
        expect(table.page.locator(".bet3.banker")).to_contain_text("30.00")
        table.page.keyboard.press("Shift+Enter")
        felt = table.page.locator(".bfelt")
        expect(felt.locator(".bwhy.player")).to_contain_text("Player has 5 and draws. Third card 6: 11 counts as 1.")
        expect(felt.locator(".bwhy.player")).to_contain_text("BAC-14")
        expect(felt.locator(".bwhy.banker")).to_contain_text("Banker has 6 and draws: Player's third card counts 6.")
        expect(felt.locator(".bwhy.banker")).to_contain_text("BAC-16")
        table.wait_for_result(r"Player 1, Banker 8\. Banker wins\. You are paid 58\.50 for 30\.00: \+28\.50\.")
        mark = table.page.locator(".road.big g").first
        node = mark.element_handle()
        expect(table.page.locator(".stt li").first).to_have_attribute("aria-label", re.compile("expected 45.9"))

        table.page.get_by_role("button", name=re.compile("^Last bet")).click()
        expect(table.page.locator(".bet3.banker")).to_contain_text("30.00")
        table.page.get_by_role("button", name=re.compile("Place bet")).click()
        expect(felt.locator(".bwhy.banker")).to_contain_text("Player stands, Banker has 5 and draws.")
        expect(felt.locator(".bwhy.banker")).to_contain_text("BAC-17")
        table.wait_for_result("Player 6, Banker 9")
        expect(table.page.locator(".road.big g")).to_have_count(2)
        assert node is not None
        assert node.evaluate("node => node.isConnected"), "a new mark draws nothing else anew"


@pytest.mark.rule("BAC-19", proves="page")
@pytest.mark.rule("BAC-08", proves="page")
@pytest.mark.rule("BAC-21", proves="page")
def test_a_tie_gives_the_hands_bets_back_and_pays_eight_to_one(browser: Browser, room: CardRoom) -> None:
    room.lay("2s 3d 3h Kc 8d", burnt=0)  # Player 5 draws an eight: 3; Banker stands on 3 against it
    with room.let_in("Mia").at(browser, room) as mia:
        table = Table(mia, "tie")
        expect(table.page.locator(".cz-dock")).to_contain_text("BAC-08")
        table.lay("player")
        table.lay("tie")
        table.page.get_by_role("button", name=re.compile("Place bet")).click()
        table.wait_for_result(r"Player 3, Banker 3\. A tie")
        expect(table.line).to_contain_text("You are paid 10.00 for 2.00: +8.00.")
        expect(table.line).to_contain_text("BAC-19")
        expect(table.page.locator(".road.bead g.T")).to_have_count(1)
        table.page.get_by_label("Say something").fill("a tie")
        table.page.keyboard.press("Enter")
        expect(table.page.locator(".says")).to_contain_text("a tie")


def test_a_coup_goes_on_over_a_reload(browser: Browser, room: CardRoom) -> None:
    room.lay("2s 3d 5h 4c", burnt=0)  # 7 stands against 7
    with room.let_in("Nia").at(browser, room) as nia:
        table = Table(nia, "coup-reload")
        table.lay("player")
        table.page.reload()
        expect(table.page.locator(".bet3.player")).to_contain_text("1.00")
        table.page.get_by_role("button", name=re.compile("Place bet")).click()
        until(lambda: room.table("coup-reload").phase is not Phase.BETTING, "the coup is not dealt")
        table.page.reload()
        table.wait_for_result("Player 7, Banker 7")


# ---- a server that is killed


@pytest.fixture
def killable(client: None, tmp_path: Path) -> Iterator[House]:
    """A real server with two card tables that deals slowly, and that a test may kill."""
    write_house(tmp_path, {"boxes": "blackjack", "coup": "baccarat"}, betting=6, decision=60, pause=4, card=1500)
    books = ("--rulebook", str(tmp_path / "evening.toml"), "--rulebook", "unibet-2.7")
    with opened(tmp_path, None, *books, "--casino", str(tmp_path / "tables.toml"), "--no-bots") as house:
        yield house


@pytest.mark.rule("BJ-18", proves="page")
@pytest.mark.rule("BAC-10", proves="page")
def test_a_killed_server_gives_bets_back_before_the_first_card_and_plays_on_after_it(
    browser: Browser, killable: House
) -> None:
    with Player(browser, killable.at) as ruth:
        ruth.enter_as_guest("Ruth")
        table = Table(ruth, "boxes")
        table.sit(1)
        table.bet()
        killable.kill()  # while bets are open: nothing was dealt
        killable.start()
        expect(table.line).to_contain_text(re.compile("void|went back|back to your wallet"))
        expect(table.page.locator(".cur b")).to_have_text("0.00")
        table.bet()
        expect(table.line).to_contain_text(re.compile("Your turn|Insurance|decides|The cards are dealt"))
        cards = table.seat(1).locator(".cs .card")
        until(lambda: cards.count() >= 1, "no card comes")
        first = cards.first.get_attribute("aria-label")
        killable.kill()  # after the first card: the same hand goes on
        killable.start()
        expect(cards.first).to_have_attribute("aria-label", first or "")
        expect(table.page.locator(".cur b")).to_have_text("1.00")

        coup = Table(ruth, "coup")
        coup.lay("player")
        coup.page.get_by_role("button", name=re.compile("Place bet")).click()
        dealt = coup.page.locator(".bhand.player .card:not(.slot)")
        until(lambda: dealt.count() >= 1, "no card comes")
        first = dealt.first.get_attribute("aria-label")
        killable.kill()
        killable.start()
        expect(dealt.first).to_have_attribute("aria-label", first or "")
        coup.wait_for_result(r"Player \d, Banker \d")


# ---- pages


@pytest.mark.parametrize("size", [None, PHONE], ids=["desk", "phone"])
def test_card_tables_have_no_fault_that_axe_finds_in_any_language(
    browser: Browser, room: CardRoom, size: tuple[int, int] | None
) -> None:
    for language, name in zip(LANGUAGES, ("talk", "limits", "talk", "limits"), strict=True):
        how = {"language": language, "free": True}
        with room.let_in(f"Axe{language}").at(browser, room, **({"size": size} if size else {}), **how) as reader:
            table = Table(reader, name)
            expect(table.page.locator(".seats > li, .bet3").first).to_be_visible()
            assert serious(table.page) == []
