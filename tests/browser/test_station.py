"""A live evening at the dealer's station: by scanner, with what goes wrong on the way, and with what players are told of it."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import pytest
from playwright.sync_api import Browser, Page, expect

from fairdeal.casino.table.state import Phase
from fairdeal.kernel import MINUTE
from fairdeal.rulebook.clause import U27
from fairdeal.server.auth.roles import Role
from tests.browser.axe import serious
from tests.browser.stations import Croupier, LiveHouse, Staff, live_house
from tests.browser.test_casino_cards import Table

TABLES: Final = {
    "kadriorg": "blackjack",
    "pirita": "roulette",
    "kopli": "roulette",
    "kalamaja": "baccarat",
    "nomme": "baccarat",
}


@pytest.fixture(scope="module")
def house(client: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveHouse]:
    """A room with live tables of each game."""
    with live_house(tmp_path_factory.mktemp("live"), TABLES) as found:
        yield found


@contextmanager
def pit_boss(browser: Browser, house: LiveHouse, name: str) -> Iterator[Staff]:
    """A pit boss, who reads Romanian and has just come in."""
    with Staff(browser, house, house.employ(name, Role.PIT), language="ro", free=True) as found:
        yield found.come_in()


def told(page: Page, words: str, rule: str) -> None:
    """The event line of a player's table says something, with its clause."""
    line = page.locator(".cz-line, .line").first
    expect(line).to_contain_text(words)
    if rule not in line.inner_text():
        line.get_by_role("button", name="why?").click()
        expect(page.locator(".pop")).to_contain_text(rule)
        page.keyboard.press("Escape")


# ---- coming in, and staying away


def test_staff_come_in_with_a_second_factor_and_a_station_that_is_left_alone_locks(
    browser: Browser, house: LiveHouse
) -> None:
    opened = house.near.opened.house
    house.near.read(lambda: opened.auth.acceptance.offer([each for each in opened.editions if each.id != U27]))
    eva = house.employ("Eva", Role.DEALER)
    house.near.read(
        lambda: opened.auth.acceptance.offer(opened.editions)
    )  # there is a rulebook that she never accepted
    with Staff(browser, house, house.employ("Clerk", Role.SUPPORT)) as clerk:
        clerk.sign_in()
        expect(clerk.page.get_by_text("This page is for dealers and pit bosses.")).to_be_visible()
        expect(clerk.page.locator(".list")).to_have_count(0)
    with Staff(browser, house, eva, free=True) as dealer:
        page = dealer.page
        page.goto(f"{dealer.at}/station")
        page.get_by_label("Password").fill("not the password")
        page.get_by_label("Player name").fill("Eva")
        page.keyboard.press("Enter")
        expect(page.locator(".door .bad, .door [role=alert]").first).to_be_visible()
        assert serious(page) == []
        dealer.sign_in()
        expect(page.get_by_role("dialog")).to_have_count(0)  # staff do not play
        assert serious(page) == []
        dealer.take("nomme")
        house.near.put_forward(5 * MINUTE)
        dealer.go_on()  # somebody is there again, and the room asks who
        lock = page.get_by_role("dialog", name="The station is locked")
        expect(lock).to_be_visible()
        assert serious(page) == []
        page.keyboard.press("Escape")
        expect(lock).to_be_visible()
        lock.get_by_role("textbox").fill("000000")
        page.keyboard.press("Enter")
        expect(lock.locator(".bad, [role=alert], .err").first).to_be_visible()
        lock.get_by_role("textbox").fill(house.code(eva))
        page.keyboard.press("Enter")
        expect(lock).to_be_hidden()
        dealer.step("Check and show the new cards")


# ---- blackjack


@pytest.mark.rule("BJ-17", proves="page")
@pytest.mark.rule("BJ-23", proves="page")
@pytest.mark.rule("BJ-32", proves="page")
@pytest.mark.rule("BJ-37", proves="page")
@pytest.mark.rule("BJ-41", proves="page")
@pytest.mark.rule("BJ-43", proves="page")
@pytest.mark.rule("BJ-44", proves="page")
@pytest.mark.rule("BJ-54", proves="page")
@pytest.mark.rule("CHAT-02", proves="page")
@pytest.mark.rule("CHAT-03", proves="page")
@pytest.mark.rule("CHAT-04", proves="page")
def test_an_evening_of_blackjack_by_scanner(browser: Browser, house: LiveHouse) -> None:
    mia, liis = house.employ("Mia", Role.DEALER), house.employ("Liis", Role.DEALER)
    with (
        Staff(browser, house, mia, free=True) as dealer,
        Staff(browser, house, liis, free=True) as relief,
        house.near.let_in("Ann").at(browser, house.near) as ann,
    ):
        dealer.come_in().take("kadriorg")
        table = Table(ann, "kadriorg")
        table.sit(1)
        for title in ("Check and show the new cards", "Wash and shuffle", re.compile("^Cut"), "Burn 6 cards"):
            dealer.step(title)
        with pit_boss(browser, house, "Jan") as pit:
            misreads_hold_the_table(house, dealer, table, pit)
            a_card_is_put_right(dealer, table, pit)
        split_aces(house, dealer, table)
        somebody_is_kept_from_the_chat(dealer, table)
        a_dealer_is_relieved(dealer, relief, table)
        a_doubled_bet_against_a_blackjack(house, relief, table)
        a_bust_and_new_cards(house, relief, table)


def bets_are_closed(house: LiveHouse, dealer: Staff, table: Table) -> None:
    """Ann bets, her time is over, and the dealer says so."""
    house.until_phase("kadriorg", Phase.BETTING)
    table.bet()
    house.pass_time("kadriorg", Phase.CLOSED)
    dealer.step("Say “No more bets”")


def paid(house: LiveHouse, dealer: Staff, table: Table, told_ann: str) -> None:
    """The dealer says the result, the system pays, and the table is cleared."""
    dealer.step("Say the result")
    table.wait_for_result(told_ann)
    dealer.step("Clear the table")
    house.pass_time("kadriorg", Phase.BETTING)


def misreads_hold_the_table(house: LiveHouse, dealer: Staff, table: Table, pit: Staff) -> None:
    """Three scans fail, each another way; nothing lies on the table by them, and only the pit boss lets it go on."""
    bets_are_closed(house, dealer, table)
    expect(dealer.title).to_have_text("Card to seat 1")
    expect(dealer.page.locator(".step")).to_contain_text("Card 1 of 4 · first round")
    expect(dealer.page.locator(".nx")).to_contain_text("your own card, then seat 1")
    dealer.page.locator(".step .clause").click()  # a clause opens beside the step: the dealer still stands here
    expect(dealer.page.locator(".pop")).to_contain_text("BJ-43")
    expect(dealer.page.locator(".pop a")).to_have_count(0)
    dealer.deal("1-AS")
    dealer.page.locator(".pop button").click()
    expect(dealer.page.locator(".pop")).to_have_count(0)
    expect(dealer.title).to_have_text("Your own card")
    dealer.scan("LABEL")
    expect(dealer.words).to_contain_text("Not applied: no card has this code.")
    expect(dealer.title).to_have_text("Scan again: your own card")
    dealer.scan("1-AS")
    expect(dealer.words).to_contain_text("Not applied: this card was read before.")
    expect(dealer.page.locator(".step")).to_contain_text("2 / 3")
    assert serious(dealer.page) == []
    dealer.page.get_by_role("button", name="The card cannot be read").click()
    expect(dealer.title).to_have_text("Table on hold")
    expect(table.page.locator(".dealerh .card[role=img]")).to_have_count(0)
    told(table.page, "The table is on hold while a card is read again.", "X-141")
    dealer.press_off(0)
    expect(dealer.words).to_contain_text("Only the pit boss may do this.")
    pit.open("kadriorg")
    expect(pit.title).to_have_text("Masa este oprită")
    assert serious(pit.page) == []
    pit.go_on()
    expect(dealer.title).to_have_text("Scan again: your own card")


def a_card_is_put_right(dealer: Staff, table: Table, pit: Staff) -> None:
    """A card was pressed wrongly: the dealer proposes, cannot agree with herself, and the pit boss agrees; players are told."""
    dealer.page.get_by_role("button", name="Card on the screen").click()
    dealer.page.get_by_role("dialog").get_by_role("button", name="Nine of clubs").click()
    expect(dealer.title).to_have_text("Card to seat 1")
    dealer.slot(1).click()
    dialog = dealer.page.get_by_role("dialog")
    dialog.get_by_role("radio", name="The last card was another").click()
    dialog.get_by_role("button", name="Nine of hearts").click()
    dialog.get_by_label("Reason").fill("pressed beside it")
    dialog.get_by_role("button", name="Propose").click()
    expect(dealer.title).to_contain_text("nine of hearts, not nine of clubs")
    assert serious(dealer.page) == []
    dealer.press_off(0)
    expect(dealer.words).to_contain_text("The second signature must be another person’s.")
    expect(dealer.words).to_contain_text("X-141")
    expect(table.page.locator(".dealerh .card").first).to_have_attribute("aria-label", re.compile("clubs"))
    pit.go_on()
    told(table.page, "Corrected by two people: 9♥, not 9♣.", "X-141")
    expect(table.page.locator(".dealerh .card").first).to_have_attribute("aria-label", re.compile("hearts"))


def split_aces(house: LiveHouse, dealer: Staff, table: Table) -> None:
    """Aces are split against a nine: one card each, and ace with ten is twenty-one, paid one to one."""
    dealer.deal("1-AD", "1-TS")
    table.press("Split")
    expect(dealer.title).to_have_text("Card to seat 1, hand 1")
    dealer.deal("1-KH")
    expect(dealer.title).to_have_text("Card to seat 1, hand 2")
    dealer.deal("1-QC")
    dealer.step("Turn your card over")
    paid(house, dealer, table, r"Dealer 19\. Hand 1: 21, \+1\.00\. Hand 2: 21, \+1\.00\.")


def somebody_is_kept_from_the_chat(dealer: Staff, table: Table) -> None:
    """Words are taken away, and who wrote them may not write; the player is told by the clause."""
    say = table.page.get_by_placeholder("Say something…")
    say.fill("you bastard")
    say.press("Enter")
    told(table.page, "That message was not sent: be civil.", "CHAT-03")
    expect(dealer.page.locator(".mod")).to_contain_text("Nobody has written.")
    say.fill("call me at 555 01 23")
    say.press("Enter")
    line = dealer.page.locator(".mod > div").first
    expect(line).to_contain_text("call me at")
    expect(table.page.locator(".says")).to_contain_text("call me at")
    top, felt = table.page.locator(".says").bounding_box(), table.page.locator(".cz-table").bounding_box()
    assert top is not None
    assert felt is not None
    assert top["y"] < felt["y"] + felt["height"] / 2, "above the middle of the table"
    line.get_by_role("button", name="Block: Ann").click()
    expect(line).to_contain_text("may not write")
    line.get_by_role("button", name="Hide: Ann").click()
    expect(dealer.page.locator(".mod > div")).to_have_count(1)
    expect(line).to_contain_text("Ann may not write")
    expect(line.get_by_role("button", name="Allow: Ann")).to_be_enabled()
    expect(table.page.locator(".cz .dpanel")).not_to_contain_text("call me at")
    expect(table.page.locator(".saybar")).to_contain_text("Chat is closed to you")
    expect(table.page.locator(".saybar")).to_contain_text("CHAT-04")


def a_dealer_is_relieved(dealer: Staff, relief: Staff, table: Table) -> None:
    """The table is handed over, the next dealer begins, and players are told who deals."""
    dealer.page.get_by_role("button", name="Procedures").click()
    dealer.page.get_by_role("button", name="Hand the table over").click()
    expect(dealer.page.locator(".tables")).to_be_visible()
    relief.come_in().take("kadriorg")
    expect(relief.page.locator(".relief")).to_contain_text("Break in 40 min")
    table.page.get_by_role("tab", name="Log").click()
    expect(table.page.locator(".cz .dpanel")).to_contain_text("Liis deals now.")


def a_doubled_bet_against_a_blackjack(house: LiveHouse, dealer: Staff, table: Table) -> None:
    """Eleven is doubled to twenty-one against a king with an ace below: the blackjack beats it, and takes the first bet only."""
    bets_are_closed(house, dealer, table)
    dealer.deal("2-5S", "2-KS", "2-6H", "2-AC")
    table.press("Double")
    dealer.deal("2-TD")
    expect(table.page.locator(".cur b")).to_have_text("2.00")
    dealer.step("Turn your card over")
    paid(house, dealer, table, r"Dealer: blackjack\. You have 21: .1\.00\.")


def a_bust_and_new_cards(house: LiveHouse, dealer: Staff, table: Table) -> None:
    """Nobody is left to draw for, so the dealer does not; new cards were asked for, and come after the round."""
    dealer.page.get_by_role("button", name="Procedures").click()
    dealer.page.get_by_role("button", name="New cards after this round").click()
    bets_are_closed(house, dealer, table)
    dealer.deal("3-TS", "3-6S", "3-6H", "3-TC")
    table.press("Hit")
    dealer.deal("3-KD")
    dealer.step("Turn your card over")
    expect(dealer.title).to_have_text("Say the result")  # sixteen, and no card is drawn
    dealer.step("Say the result")
    table.wait_for_result(r"You have 26: .1\.00\.")
    dealer.step("Clear the table")
    for title in ("Check and show the new cards", "Wash and shuffle", re.compile("^Cut"), "Burn 6 cards"):
        dealer.step(title)
    expect(table.page.locator(".cz .dpanel")).to_contain_text("shuffled")


# ---- roulette


BACK: Final = {
    "straight-17": "+17.50", "split-16-17": "+8.50", "street-16": "+5.50", "corner-13": "+4.00", "line-13": "+2.50",
    "column-2": "+1.00", "dozen-2": "+1.00", "black": "+0.50", "red": "−0.50",
}  # fmt: skip
"""What half a euro wins or loses on each kind of field when seventeen comes."""


@pytest.mark.rule("RLT-01", proves="page")
@pytest.mark.rule("RLT-05", proves="page")
@pytest.mark.rule("RLT-09", proves="page")
@pytest.mark.rule("RLT-10", proves="page")
@pytest.mark.rule("RLT-11", proves="page")
@pytest.mark.rule("RLT-12", proves="page")
@pytest.mark.rule("RLT-13", proves="page")
@pytest.mark.rule("RLT-14", proves="page")
@pytest.mark.rule("RLT-15", proves="page")
@pytest.mark.rule("RLT-16", proves="page")
@pytest.mark.rule("RLT-17", proves="page")
def test_an_evening_of_roulette_whose_dealer_keys_the_number(browser: Browser, house: LiveHouse) -> None:
    kadri = house.employ("Kadri", Role.DEALER)
    with (
        Staff(browser, house, kadri, language="et", free=True) as dealer,
        house.near.let_in("Bob").at(browser, house.near) as bob,
    ):
        dealer.come_in().take("pirita")
        page = bob.page
        page.goto(f"{bob.at}/casino")
        page.get_by_role("button", name="Play, Pirita").click()
        chips_are_placed(house, page, *BACK)
        expect(page.locator(".cact.done")).to_contain_text("4.50")
        expect(page.locator(".cur")).to_have_text(re.compile("^Current bet *4.50$"))
        inside_on_the_grid_and_outside_below_and_beside_it(page)
        house.pass_time("pirita", Phase.CLOSED)
        dealer.step("Ütle „Panused suletud“")
        expect(dealer.page.locator(".ts")).to_contain_text("Must")
        dealer.page.get_by_role("button", name="17", exact=True).click()
        expect(dealer.slot(0)).to_have_text("Kinnita 17, must")
        assert serious(dealer.page) == []
        dealer.go_on()
        dealer.step("Ütle tulemus")
        expect(page.locator(".bl tbody tr")).to_contain_text(list(BACK.values()))
        expect(page.get_by_text("Staked 4.50 · back 44.50")).to_be_visible()
        spun_again(house, dealer, page)
        with pit_boss(browser, house, "Joon") as pit:
            a_spin_that_does_not_count(dealer, page, pit)


def inside_on_the_grid_and_outside_below_and_beside_it(page: Page) -> None:
    """Bets on numbers lie among the numbers; columns beside them, dozens and even chances below."""
    boxes = {
        spot: page.locator(f'[data-spot="{spot}"]').bounding_box() for spot in (*BACK, "straight-36", "straight-1")
    }
    grid, foot = boxes["straight-36"], boxes["straight-1"]
    assert grid is not None
    assert foot is not None
    right, bottom = grid["x"] + grid["width"], foot["y"] + foot["height"]
    for spot in ("straight-17", "split-16-17", "corner-13"):
        box = boxes[spot]
        assert box is not None
        assert box["x"] < right
        assert box["y"] < bottom
    assert boxes["column-2"] is not None
    assert boxes["column-2"]["x"] >= right - 1
    for spot in ("dozen-2", "black", "red"):
        box = boxes[spot]
        assert box is not None
        assert box["y"] >= bottom - 1


def chips_are_placed(house: LiveHouse, page: Page, *spots: str, table: str = "pirita") -> None:
    """A chip lies on each of these fields, and all are bets."""
    house.until_phase(table, Phase.BETTING)
    expect(page.locator(".cact.off")).to_be_visible()
    for spot in spots:
        page.locator(f'[data-spot="{spot}"]').click()
    page.locator(".cact.raise").click()
    expect(page.locator(".cact.done")).to_be_visible()


def spun_again(house: LiveHouse, dealer: Staff, page: Page) -> None:
    """Bets of the next round lie, and the ball is thrown."""
    house.pass_time("pirita", Phase.BETTING)
    chips_are_placed(house, page, "red")
    house.pass_time("pirita", Phase.CLOSED)
    dealer.step("Ütle „Panused suletud“")


def a_spin_that_does_not_count(dealer: Staff, page: Page, pit: Staff) -> None:
    """The ball jumped out: the pit boss proposes that the round is void, the dealer agrees, and bets go back by the clause."""
    pit.open("pirita")
    pit.slot(1).click()
    dialog = pit.page.get_by_role("dialog")
    dialog.get_by_role("radio", name="Anulează runda").click()
    dialog.get_by_role("textbox").fill("bila a sărit")
    dialog.get_by_role("button", name="Propune").click()
    expect(pit.title).to_have_text("Runda este anulată")
    pit.press_off(0)
    expect(pit.words).to_contain_text("A doua semnătură trebuie să fie a altei persoane.")
    expect(dealer.title).to_have_text("Voor on tühine")
    dealer.go_on()
    told(page, "The round is void: your bets of 0.50 are back in your wallet.", "X-141")
    page.get_by_role("tab", name="Log").click()
    expect(page.locator(".log")).to_contain_text("Two people declared the round void. All bets went back.")
    expect(page.locator(".cur")).to_contain_text("0.00")


@pytest.mark.rule("RLT-01", proves="page")
def test_a_sensor_that_saw_another_number_holds_the_wheel_until_the_pit_boss_has_looked(
    browser: Browser, house: LiveHouse
) -> None:
    with (
        Staff(browser, house, house.employ("Tiiu", Role.DEALER), free=True) as dealer,
        house.near.let_in("Dee").at(browser, house.near, free=True) as dee,
    ):
        dealer.come_in().take("kopli")
        eye = Croupier(house, "kopli", deals=False)
        page = dee.page
        page.goto(f"{dee.at}/casino")
        page.get_by_role("button", name="Play, Kopli").click()
        # The test pattern stands in for a camera.
        expect(page.locator(".video .live:not(.off) img")).to_be_visible()
        expect(page.locator(".video figcaption")).to_contain_text("Dealer Tiiu")
        chips_are_placed(house, page, "black", table="kopli")
        house.pass_time("kopli", Phase.CLOSED)
        dealer.step("Say “No more bets”")
        eye.does("senseBall", round=house.state("kopli").round, pocket=17)
        dealer.page.get_by_role("button", name="18", exact=True).click()
        dealer.go_on()
        expect(dealer.title).to_have_text("Table on hold")
        expect(dealer.page.locator(".step")).to_contain_text("Leave ball and wheel as they are")
        expect(dealer.words).to_contain_text("the number differs from the sensor’s")
        expect(dealer.page.locator(".stn")).not_to_contain_text("17, black")  # it must be read from the wheel
        told(page, "The table is on hold while the number is checked.", "RLT-01")
        expect(page.locator(".bl tbody tr")).not_to_contain_text("+")
        dealer.press_off(0)
        expect(dealer.words).to_contain_text("Only the pit boss may do this.")
        assert serious(dealer.page) == []
        with pit_boss(browser, house, "Ott") as pit:
            pit.open("kopli")
            expect(pit.words).to_contain_text("numărul diferă de al senzorului")
            pit.go_on()
        dealer.page.get_by_role("button", name="17", exact=True).click()
        expect(dealer.slot(0)).to_have_text("Confirm 17, black")
        dealer.go_on()
        dealer.step("Say the result")
        expect(page.locator(".bl tbody tr")).to_contain_text("+0.50")
        # The history says where the recording shows it, by its own clock.
        page.goto(f"{dee.at}/rounds/kopli")
        card = page.locator("details").first
        card.locator("summary").click()
        expect(card).to_contain_text(re.compile(r"recording at \d+:\d\d:\d\d\.\d"))
        shown = page.request.get(f"{dee.at}/api/casino/rounds").json()["rows"][0]
        assert shown["result"] == "17"
        assert shown["video"] is not None
        assert serious(page) == []


# ---- baccarat


@pytest.mark.rule("BAC-10", proves="page")
def test_an_evening_of_baccarat_with_a_hold(browser: Browser, house: LiveHouse) -> None:
    sven = house.employ("Sven", Role.DEALER)
    with (
        Staff(browser, house, sven, language="sv", free=True) as dealer,
        house.near.let_in("Cat").at(browser, house.near) as cat,
    ):
        dealer.come_in().take("kalamaja")
        table = Table(cat, "kalamaja")
        for title in ("Granska och visa de nya korten", "Tvätta och blanda", re.compile("^Kupera")):
            dealer.step(title)
        house.until_phase("kalamaja", Phase.BETTING)
        table.lay("player")
        table.page.get_by_role("button", name=re.compile("Place bet")).click()
        dealer.step("Säg ”Inga fler insatser”")
        expect(dealer.page.locator(".step")).to_contain_text("Kort 1 av 4 · första varvet")
        expect(dealer.page.locator(".nx")).to_contain_text("Banker, sedan Player")
        dealer.deal("1-4S", "1-2D", "1-AH", "1-3C")  # 5 draws; 5 draws against a four
        expect(dealer.title).to_have_text("Kort till Player")
        expect(dealer.page.locator(".step")).to_contain_text("Kort 5")
        dealer.deal("1-4C")
        expect(dealer.title).to_have_text("Kort till Banker")
        assert serious(dealer.page) == []
        dealer.hold("kort på golvet")
        told(table.page, "The table is on hold while something is checked.", "X-141")
        with pit_boss(browser, house, "Jaan") as pit:
            pit.open("kalamaja").go_on()
        dealer.deal("1-KS")
        dealer.step("Säg resultatet")
        table.wait_for_result(r"Player 9, Banker 5\. Player wins\. You are paid 2\.00 for 1\.00: \+1\.00\.")
        page = table.page
        page.goto(f"{cat.at}/rounds/kalamaja")
        card = page.locator("details").first
        card.click()
        expect(card).to_contain_text("+1.00")
