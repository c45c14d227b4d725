"""The back office in browsers: one person asks, another signs, on a screen or on a phone, and players see nothing of it."""

import re
from collections.abc import Iterator
from typing import Any, Final, Self

import pytest
from playwright.sync_api import Browser, Locator, expect

from fairdeal.bank.accounts import Tender, site_wallet
from fairdeal.bank.house import StaffId
from fairdeal.bank.purse.commands import AskWithdrawal, OpenPurse, ReceiveDeposit
from fairdeal.kernel import DAY, Cents, Currency, PlayerId, seconds, units_of
from fairdeal.office.docket.commands import SetRoles
from fairdeal.office.roles import Role
from fairdeal.server.api.purse import ask_purse, balances_of, purse_of
from fairdeal.server.auth.service import Registration
from fairdeal.server.auth.sessions import Device
from fairdeal.server.house import answered, playing_kind
from tests.browser.axe import serious
from tests.browser.near import NearHouse, near
from tests.browser.people import DESK, PHONE, Player
from tests.server.dealers import PASSWORD, StaffAccount, employ

WHY: Final = "The deposit of Tuesday was counted for somebody else."


class Office:
    """A room with people who work at its desk."""

    def __init__(self, house: NearHouse) -> None:
        self.house = house
        self.tender = Tender(Currency.EUR, playing_kind(house.opened.house))

    def employ(self, name: str, *roles: Role) -> StaffAccount:
        """Give somebody an account, a second factor and these roles, in the docket too."""

        async def giving() -> StaffAccount:
            opened = self.house.opened
            account = await employ(opened, name, *roles)
            given = SetRoles(StaffId(account.player), roles, "test")
            await answered(lambda reply: opened.house.room.office(given, reply))
            return account

        return self.house.do(giving())

    def player(self, name: str, cents: int) -> PlayerId:
        """Somebody with an account and that much money."""

        async def making() -> PlayerId:
            house = self.house.opened.house
            asked = Registration(name, f"{name.lower()}@post.test", PASSWORD, "1990-05-17", "owl")
            entered = await house.auth.register(asked, Device("test", "127.0.0.1"))
            assert entered.session is not None
            player = entered.session.person.player
            await ask_purse(house, player, OpenPurse(player, (site_wallet(self.tender, player),)))
            paid = ReceiveDeposit("bank", f"r-{name}", self.tender, units_of(Cents(cents)))
            await ask_purse(house, player, paid)
            return player

        return self.house.do(making())

    def asks_to_withdraw(self, player: PlayerId, name: str, cents: int) -> None:
        """A player asks for money."""
        house = self.house.opened.house
        self.house.do(ask_purse(house, player, AskWithdrawal(name, self.tender, units_of(Cents(cents)))))

    def held(self, player: PlayerId) -> int:
        """What the wallet holds, in cents."""
        account = site_wallet(self.tender, player)
        return self.house.read(lambda: balances_of(self.house.opened.house, [account])[account]) // units_of(Cents(1))


class Clerk(Player):
    """Somebody at the desk."""

    def __init__(self, browser: Browser, office: Office, account: StaffAccount, **how: Any) -> None:
        super().__init__(browser, office.house.at, **how)
        self.office = office
        self.account = account
        self.codes = 0

    def code(self) -> str:
        """The next code of the second factor; each is good once."""
        self.office.house.put_forward(seconds(30))
        return self.office.house.read(lambda: self.account.code(self.office.house.opened))

    def come_in(self, path: str = "/desk") -> Self:
        """By name, password and second factor; other languages have the same fields."""
        page = self.page
        page.goto(f"{self.at}{path}")
        page.locator("input[autocomplete=username]").fill(self.account.name)
        page.locator("input[autocomplete=current-password]").fill(PASSWORD)
        page.keyboard.press("Enter")
        page.locator("input[autocomplete=one-time-code]").fill(self.code())
        page.keyboard.press("Enter")
        expect(page.locator(".office")).to_be_visible()
        return self

    @property
    def deed(self) -> Locator:
        """The deed that is open."""
        return self.page.locator(".deed")

    def ask(self, why: str = WHY, clause: str | None = None, rulebook: str | None = None) -> None:
        """Choose the clause, say why, and ask for the second signature once the dry run is there."""
        deed = self.deed
        if rulebook is not None:
            deed.get_by_label("Rulebook").select_option(label=rulebook)
        if clause is not None:
            deed.locator(".radio label").filter(has_text=clause).locator("input").check(force=True)
        deed.get_by_label("Why").fill(why)
        button = deed.get_by_role("button", name="Ask for the second signature")
        expect(button).to_have_attribute("aria-disabled", "false")
        button.click()
        expect(deed.get_by_text("waits for the second signature").first).to_be_visible()

    def sign(self) -> None:
        """Sign the first thing that waits."""
        self.page.goto(f"{self.at}/desk")
        self.page.get_by_role("link", name=re.compile("^Read")).first.click()
        self.page.get_by_role("button", name="Sign", exact=True).click()
        expect(self.deed.get_by_text("Signed and done").first).to_be_visible()


@pytest.fixture(scope="module")
def office(client: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Office]:
    """The room."""
    with near(tmp_path_factory.mktemp("office")) as found:
        yield Office(found)


@pytest.fixture(scope="module")
def staff(office: Office) -> dict[str, StaffAccount]:
    """Who works here."""
    return {
        "Sigrid": office.employ("Sigrid", Role.SUPPORT),
        "Frank": office.employ("Frank", Role.FINANCE),
        "Sam": office.employ("Sam", Role.SECURITY),
        "Dora": office.employ("Dora", Role.DEALER),
    }


@pytest.mark.rule("CASH-01", proves="page")
def test_money_comes_in_and_goes_out_by_two_people(
    browser: Browser, office: Office, staff: dict[str, StaffAccount]
) -> None:
    maria = office.player("Maria", 50_00)
    with (
        Clerk(browser, office, staff["Sigrid"], free=True) as sigrid,
        Clerk(browser, office, staff["Frank"]) as frank,
    ):
        sigrid.come_in(f"/desk/players/{maria}/credit")
        expect(sigrid.page.get_by_role("heading", name="Maria")).to_be_visible()
        assert serious(sigrid.page) == []
        sigrid.deed.get_by_label("Wallet").select_option(index=1)
        sigrid.deed.get_by_label("Amount").fill("12.50")
        sigrid.ask(clause="CASH-01")
        assert office.held(maria) == 50_00

        frank.come_in()
        frank.sign()
        assert office.held(maria) == 62_50

        office.asks_to_withdraw(maria, "w-1", 20_00)
        for deed, reference in (("Approve the withdrawal", None), ("Note the withdrawal as sent", "bank-77")):
            sigrid.page.goto(f"{sigrid.at}/desk/players/{maria}")
            sigrid.page.get_by_role("button", name=deed).first.click()
            if reference is not None:
                sigrid.deed.get_by_label("Reference of the payment").fill(reference)
            sigrid.ask()
            frank.sign()
        (sent,) = office.house.read(lambda: purse_of(office.house.opened.house, maria).withdrawals)
        assert (sent.stage, sent.reference, office.held(maria)) == ("sent", "bank-77", 42_50)


@pytest.mark.rule("INT-32", proves="page")
def test_an_account_is_closed_and_its_balance_returned_by_a_signature_on_a_phone_in_estonian(
    browser: Browser, office: Office, staff: dict[str, StaffAccount]
) -> None:
    kaspar = office.player("Kaspar", 30_00)
    with (
        Clerk(browser, office, staff["Sigrid"]) as sigrid,
        Clerk(browser, office, staff["Frank"], size=PHONE, language="et", touch=True, free=True) as frank,
    ):
        sigrid.come_in(f"/desk/players/{kaspar}/close_returning")
        expect(sigrid.deed.get_by_text("It takes effect 24 hours after the second signature")).to_be_visible()
        sigrid.ask(clause="INT-32")

        frank.come_in()
        assert serious(frank.page) == []
        frank.page.get_by_text("Sigrid palub sinu allkirja: Sulge, tagasta jääk: Kaspar").click()
        knob = frank.page.get_by_role("button", name=re.compile("^Allkirjasta: hoia sekund"))
        knob.click()
        expect(frank.deed.get_by_text("sina oled teine inimene").first).to_be_visible()
        assert serious(frank.page) == []
        at = knob.bounding_box()
        assert at is not None
        frank.page.mouse.move(at["x"] + 24, at["y"] + 24)
        frank.page.mouse.down()
        frank.page.mouse.move(at["x"] + 360, at["y"] + 24, steps=4)
        frank.page.mouse.up()
        expect(frank.deed.get_by_text("Allkirjastatud, jõustub 24 tunni pärast").first).to_be_visible()
        expect(frank.deed.get_by_role("button", name="Peata, põhjusega")).to_be_visible()
        assert serious(frank.page) == []

        sigrid.page.goto(f"{sigrid.at}/desk")
        waiting = sigrid.page.get_by_text("Takes effect unless somebody stops it: Close, return the balance: Kaspar")
        expect(waiting).to_be_visible()
        assert (office.held(kaspar), office.house.read(lambda: purse_of(office.house.opened.house, kaspar).closed)) == (
            30_00,
            False,
        )
        office.house.put_forward(DAY)
        expect(waiting).to_be_hidden(timeout=30_000)
        (payout,) = office.house.read(lambda: purse_of(office.house.opened.house, kaspar).withdrawals)
        assert (payout.stage, payout.amount, office.held(kaspar)) == ("approved", units_of(Cents(30_00)), 0)
        sigrid.page.goto(f"{sigrid.at}/desk/players/{kaspar}")
        expect(sigrid.page.get_by_text("the account is closed").first).to_be_visible()


@pytest.mark.rule("INT-17", proves="page")
def test_what_cannot_wait_is_done_at_once_and_a_denial_undoes_it(
    browser: Browser, office: Office, staff: dict[str, StaffAccount]
) -> None:
    lena, boss = office.player("Lena", 10_00), office.employ("Boss", Role.ADMIN)
    with Clerk(browser, office, staff["Sam"]) as sam, Clerk(browser, office, boss) as second:
        sam.come_in(f"/desk/players/{lena}/suspend")
        sam.deed.get_by_role("button", name="30 days").click()
        sam.deed.get_by_text("At once, because it cannot wait").click()
        sam.deed.locator(".radio label").filter(has_text="INT-17").locator("input").check(force=True)
        sam.deed.get_by_label("Why").fill("Detection was masked.")
        office.house.put_forward(seconds(600))  # a session alone is not enough any more
        sam.deed.get_by_role("button", name="Do it at once").click()
        sam.page.get_by_role("dialog").locator("input").fill(sam.code())
        sam.page.keyboard.press("Enter")
        expect(sam.deed.get_by_text("It is in force already")).to_be_visible()
        assert [bar.rule for bar in office.house.read(lambda: purse_of(office.house.opened.house, lena).bars)] == [
            "INT-17"
        ]

        second.come_in()
        second.page.get_by_role("link", name=re.compile("^Read")).first.click()
        second.page.get_by_role("button", name="Deny, with a reason").click()
        second.page.get_by_label("Why it is denied").fill("That was a screen reader.")
        second.page.get_by_role("button", name="Deny", exact=True).click()
        expect(second.deed.get_by_text("That was a screen reader.")).to_be_visible()
        assert office.house.read(lambda: purse_of(office.house.opened.house, lena).bars) == ()

        second.page.goto(f"{second.at}/desk/trail")
        expect(second.page.get_by_text("looked at").first).to_be_visible()
        second.page.keyboard.press("g")
        second.page.keyboard.press("p")
        expect(second.page.get_by_role("heading", name="Players")).to_be_visible()
        second.page.keyboard.press("/")
        second.page.keyboard.type("lena")
        second.page.keyboard.press("Enter")
        second.page.get_by_role("link", name="Lena").click()
        expect(second.page.get_by_role("heading", name="Lena")).to_be_visible()


def test_roles_see_what_they_may_and_dealers_and_players_no_desk(
    browser: Browser, office: Office, staff: dict[str, StaffAccount]
) -> None:
    with Clerk(browser, office, staff["Dora"], size=DESK, free=True) as dora:
        page = dora.page
        page.goto(f"{dora.at}/desk")
        page.locator("input[autocomplete=username]").fill("Dora")
        page.locator("input[autocomplete=current-password]").fill(PASSWORD)
        page.keyboard.press("Enter")
        page.locator("input[autocomplete=one-time-code]").fill(dora.code())
        page.keyboard.press("Enter")
        expect(page.get_by_text("The desk is not open to you")).to_be_visible()
        assert serious(page) == []
        assert page.request.get(f"{dora.at}/api/desk/inbox").status == 403
    with Clerk(browser, office, staff["Frank"]) as frank:
        frank.come_in()
        nav = frank.page.get_by_role("navigation", name="Desk")
        expect(nav.get_by_role("link", name="Players")).to_be_visible()
        expect(nav.get_by_role("link", name="Audit trail")).to_have_count(0)
        maria = office.player("Mart", 5_00)
        frank.page.goto(f"{frank.at}/desk/players/{maria}")
        expect(frank.page.get_by_role("button", name="Suspend the account")).to_have_attribute("aria-disabled", "true")
