"""Ways into a tournament in the browser: a ticket that was won, a password, a buy-in one chooses; and all of it by keys and by ear."""

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from fairdeal.bank.fees import multi_table_price
from fairdeal.kernel import HOUR, Cents, Chips, Rejection, TournamentId
from fairdeal.rulebook.clause import U27
from fairdeal.rulebook.loader import published_edition
from fairdeal.tournament.director.state import Status
from fairdeal.tournament.password import password_digest
from fairdeal.tournament.setup import MultiBuyIn, ReBuy, Satellite
from tests.browser.axe import serious
from tests.browser.near import ALL_IN, Entered, NearHouse, near
from tests.browser.people import DESK, PHONE, Player, resize, until
from tests.browser.test_tournament_tables import SLOW, cents
from tests.browser.test_tournaments import LINE, press


@pytest.fixture(scope="module")
def room(client: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[NearHouse]:
    """A room in this process."""
    with near(tmp_path_factory.mktemp("near")) as found:
        yield found


def looks(page: Page) -> None:
    """What is on the page is accessible, at the desk and on a phone."""
    for size in (PHONE, DESK):
        resize(page, size)
        assert serious(page) == []


def won_seat(room: NearHouse) -> Entered:
    """Two play a satellite for one entry to "main"; who won it."""
    target = room.setup("Sunday Main", HOUR)
    main = room.announce(target, "main")
    poker = published_edition(U27).poker
    assert poker is not None
    price = multi_table_price(poker.fees, Cents(700))
    assert not isinstance(price, Rejection)
    feeder = room.setup("To Sunday", None, seats=2, stack=Chips(100), blinds=ALL_IN)
    seat = Satellite(target.price.total, TournamentId("main"))
    guests = [room.let_in(name, folds=True) for name in ("Ilmar", "Juta")]
    room.enter(
        room.announce(replace(feeder, entries_max=2, price=price, satellite=seat, payouts=()), "feeder"), *guests
    )
    state = room.until(main, lambda each: len(each.entrants) > 0)
    return next(guest for guest in guests if guest.player in state.entrants)


@pytest.mark.rule("MTT-63", proves="page")
@pytest.mark.rule("MTT-33c", proves="page")
def test_a_seat_won_in_a_satellite_is_given_back_as_a_ticket_and_taken_with_it_again(
    browser: Browser, room: NearHouse
) -> None:
    winner = won_seat(room)
    with winner.at(browser, room, free=True) as player:
        page = player.page
        page.goto(f"{room.at}/tournament/feeder")
        expect(page.locator(".own")).to_contain_text("1st")
        page.goto(f"{room.at}/lobby/tournaments")
        expect(page.locator('[data-row="main"]')).to_contain_text("you are in")
        money = cents(page.locator(".wallet, .money").first.inner_text())
        press(page, "main", "Unregister")
        expect(page.locator(LINE)).to_contain_text("Unregistered from Sunday Main")
        # What was won comes back as a ticket, and no money.
        page.goto(f"{room.at}/cashier/tickets")
        expect(page.get_by_role("heading", name="Entry to Sunday Main")).to_be_visible()
        expect(page.get_by_text("Won in To Sunday.")).to_be_visible()
        looks(page)
        page.get_by_role("link", name="Sunday Main").click()
        expect(page.get_by_role("heading", name="Sunday Main")).to_be_visible()
        expect(page.locator(".guard")).to_have_count(0)
        page.get_by_role("button", name=re.compile("^Register")).first.click()
        dialog = page.get_by_role("dialog")
        dialog.get_by_text("Ticket of €10.00").click()
        looks(page)
        dialog.get_by_role("button", name="Register with this ticket").click()
        expect(page.locator(LINE)).to_contain_text("Registered for Sunday Main with your ticket.")
        page.goto(f"{room.at}/cashier/tickets")
        expect(page.get_by_text("Won in To Sunday.")).to_have_count(0)
        assert cents(page.locator(".wallet, .money").first.inner_text()) == money


@pytest.mark.rule("MTT-38b", proves="page")
@pytest.mark.rule("MTT-64", proves="page")
def test_a_freeroll_for_the_invited_asks_for_its_password_and_takes_nothing(browser: Browser, room: NearHouse) -> None:
    setup = room.setup("For The Invited", HOUR)
    free = replace(setup.price, label=Cents(0), pool=Cents(0), fee=Cents(0))
    secret = password_digest("swordfish", "salt")
    room.announce(replace(setup, price=free, added=Cents(5000), password=secret), "invited")
    with room.let_in("Kalju").at(browser, room, free=True) as player:
        page = player.page
        page.goto(f"{room.at}/lobby/tournaments")
        row = page.locator('[data-row="invited"]')
        expect(row).to_contain_text("no fee")
        expect(row).to_contain_text("50.00added")
        dialog = page.get_by_role("dialog")
        for given, told in (("marlin", "The password is wrong."), ("swordfish", "Registered for For The Invited")):
            press(page, "invited", "Register")
            expect(dialog).to_contain_text("MTT-38b")
            dialog.get_by_label("Password of this tournament").fill(given)
            dialog.get_by_role("button", name="Register", exact=False).last.click()
            expect(page.locator(LINE)).to_contain_text(told)
        expect(row.locator(".abtn")).to_contain_text("Unregister")
        looks(page)


@pytest.mark.rule("MTT-65", proves="page")
@pytest.mark.rule("MTT-35", proves="page")
def test_a_buy_in_of_ones_own_choice_is_quoted_part_by_part_before_it_is_paid(
    browser: Browser, room: NearHouse
) -> None:
    choice = MultiBuyIn(least=Cents(500), most=Cents(2000))
    tournament = room.announce(room.setup("As You Like", HOUR, multi_buy_in=choice), "choice")
    guest = room.let_in("Leida")
    with guest.at(browser, room, free=True) as player:
        page = player.page
        page.goto(f"{room.at}/lobby/tournaments")
        money = cents(page.locator(".wallet, .money").first.inner_text())
        press(page, "choice", "Register")
        dialog = page.get_by_role("dialog")
        expect(dialog).to_contain_text("An entry brings 1,500 chips.")
        field = dialog.get_by_label("Your buy-in").and_(dialog.locator("input[type=text], input:not([type=range])"))
        field.first.fill("20")
        field.first.press("Tab")
        expect(dialog).to_contain_text("An entry brings 3,000 chips.")
        expect(dialog.locator(".parts")).to_contain_text("€18.00")
        expect(dialog.locator(".parts")).to_contain_text("€2.00")
        looks(page)
        dialog.get_by_role("button", name="Register for €20.00").click()
        expect(page.locator(LINE)).to_contain_text("Registered for As You Like: €20.00 taken.")
        state = room.until(tournament, lambda each: guest.player in each.entrants)
        assert state.entrants[guest.player].entry.chips == 3000
        until(
            lambda: cents(page.locator(".wallet, .money").first.inner_text()) == money - 2000,
            "it is not paid",
            (player,),
        )


class Reader:
    """Somebody with a keyboard and a screen reader: no pointer, and what is not told is not there."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.page = player.page
        self.alert = player.page.locator("[role=alert][aria-live=assertive]")

    def walk_to(self, goal: Locator, key: str = "Tab") -> None:
        """Go on by one key until something has the focus."""
        self.page.keyboard.press(key)
        for _ in range(60):
            if goal.and_(self.page.locator(":focus")).count():
                return
            self.page.keyboard.press(key)
        raise AssertionError(f"{goal} cannot be reached")

    def rested(self) -> None:
        """The moment after a change in which no press counts is over."""
        expect(self.page.locator(".guard")).to_have_count(0)


@pytest.mark.rule("MTT-66", proves="page")
@pytest.mark.rule("MTT-28b", proves="page")
def test_by_keys_and_by_ear_one_registers_plays_and_buys_again(browser: Browser, room: NearHouse) -> None:
    other = room.let_in("Maarja", folds=True)
    setup = room.setup("By Ear", HOUR, stack=Chips(1500), blinds=SLOW)
    again = ReBuy(price=setup.price, chips=Chips(5000), until_level=1)
    tournament = room.announce(replace(setup, re_buy=again), "ear")
    room.enter(tournament, other)
    guest = room.let_in("Nora")
    with guest.at(browser, room) as player:
        reader, page = Reader(player), player.page
        page.goto(f"{room.at}/lobby/tournaments")
        row = page.get_by_role("link", name=re.compile(r"^By Ear\. Starts .*\. €10\.00, of which €1\.00 fee\."))
        expect(row).to_be_visible()
        reader.walk_to(row, "ArrowDown")
        reader.rested()
        page.keyboard.press("g")
        dialog = page.get_by_role("dialog", name="Register for By Ear")
        expect(dialog).to_be_visible()
        reader.walk_to(dialog.get_by_role("button", name="Register for €10.00"))
        page.keyboard.press("Enter")
        said = page.get_by_role("status").filter(has_text="Registered for By Ear: €10.00 taken.")
        expect(said.first).to_contain_text("MTT-33a")
        # The room's clock is put to the start.
        starts_at = room.until(tournament, lambda _: True).starts_at
        assert starts_at is not None
        room.put_forward(starts_at - room.now)
        room.until(tournament, lambda each: each.status is Status.RUNNING)
        page.reload()
        reader.walk_to(page.get_by_role("link", name=re.compile(r"^By Ear\.")), "ArrowDown")
        reader.rested()
        page.keyboard.press("g")
        expect(page.locator("section.table")).to_be_visible()
        # My turn is told at once, with what it costs; a call is one key.
        expect(reader.alert).to_contain_text(re.compile(r"Your turn\. (Call|Check)"))
        reader.rested()
        number = player.hand_number
        page.keyboard.press("c")
        until(lambda: player.hand_number > number or not player.is_asked, "the call has no effect", (player,))
        standing = page.get_by_role("status").filter(has_text=re.compile(r"Level 1,.*of 2\."))

        def hears_the_standing() -> bool:
            """Other sentences take the place of this one while hands go on, so it is asked for again."""
            page.keyboard.press("t")
            return bool(standing.count())

        until(hears_the_standing, "the standing is not told", (player,))
        page.keyboard.press("y")
        expect(reader.alert).to_contain_text("Pay €10.00 for 5,000? Enter pays, Escape does not.")
        reader.rested()
        page.keyboard.press("Enter")
        room.until(tournament, lambda each: each.entrants[guest.player].re_buys == 1)
