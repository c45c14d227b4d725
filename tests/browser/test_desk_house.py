"""The house at its desk, in browsers: a rulebook from a draft to the next hand, an announcement, and money that adds up."""

import asyncio
from collections.abc import Iterator
from typing import Any, Final, Self

import pytest
from playwright.sync_api import Browser, expect

from fairdeal.bank.accounts import Purpose
from fairdeal.bank.house import StaffId
from fairdeal.cash.offer import StakeId
from fairdeal.cash.streams import table_stream
from fairdeal.kernel import TableId, seconds
from fairdeal.office.docket.commands import SetRoles
from fairdeal.office.roles import Role
from fairdeal.rulebook.clause import U27
from fairdeal.rulebook.export import content_hash
from fairdeal.server.house import answered
from fairdeal.server.office.in_force import let_back
from tests.browser.axe import serious
from tests.browser.near import NearHouse, near
from tests.browser.people import Player
from tests.server.dealers import PASSWORD, StaffAccount, employ
from tests.server.live import Guest, new_guest, play_passively, seat_all

STAKE: Final = StakeId(f"{U27}/test/texas/0.02-0.04/6")
PERCENT: Final = "Texas hold’em 0.02/0.04: part of the pot"


class Clerk(Player):
    """Somebody at the desk."""

    def __init__(self, browser: Browser, house: NearHouse, account: StaffAccount, **how: Any) -> None:
        super().__init__(browser, house.at, **how)
        self.house, self.account = house, account

    def come_in(self, path: str) -> Self:
        """By name, password and the next code of the second factor, each of which is good once."""
        page = self.page
        page.goto(f"{self.at}{path}")
        page.locator("input[autocomplete=username]").fill(self.account.name)
        page.locator("input[autocomplete=current-password]").fill(PASSWORD)
        page.keyboard.press("Enter")
        self.house.put_forward(seconds(30))
        code = self.house.read(lambda: self.account.code(self.house.opened))
        page.locator("input[autocomplete=one-time-code]").fill(code)
        page.keyboard.press("Enter")
        expect(page.locator(".office")).to_be_visible()
        return self

    def ask(self, why: str, button: str, clause: str | None = None) -> None:
        """Choose the clause, say why, and press the button once the dry run is there."""
        deed = self.page.locator(".deed")
        if clause is not None:
            deed.locator(".radio label").filter(has_text=clause).locator("input").check(force=True)
        deed.get_by_label("Why").fill(why)
        asks = deed.get_by_role("button", name=button)
        expect(asks).to_have_attribute("aria-disabled", "false")
        asks.click()


@pytest.fixture(scope="module")
def house(client: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[NearHouse]:
    """The room."""
    with near(tmp_path_factory.mktemp("house")) as found:
        yield found


@pytest.fixture
def own_house(client: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[NearHouse]:
    """A room whose rulebook is not that of the others any more."""
    with near(tmp_path_factory.mktemp("revised")) as found:
        yield found


@pytest.fixture(scope="module")
def rita(house: NearHouse) -> StaffAccount:
    """The floor."""
    return staffed(house, "Rita", Role.FLOOR)


@pytest.fixture(scope="module")
def frank(house: NearHouse) -> StaffAccount:
    """Finance."""
    return staffed(house, "Frank", Role.FINANCE)


def staffed(house: NearHouse, name: str, role: Role) -> StaffAccount:
    async def giving() -> StaffAccount:
        account = await employ(house.opened, name, role)
        given = SetRoles(StaffId(account.player), (role,), "test")
        await answered(lambda reply: house.opened.house.room.office(given, reply))
        return account

    return house.do(giving())


def table_state(house: NearHouse, table: str) -> Any:
    actor = house.opened.house.room.registry.find(table_stream(TableId(table)))
    assert actor is not None
    return actor.state


async def playing(house: NearHouse) -> tuple[list[Guest], str]:
    """Three guests who check and call, hand after hand."""
    guests = [await new_guest(house.opened, name) for name in ("Bob", "Cid", "Dag")]
    table = await seat_all(guests, STAKE, 2_00)
    for guest in guests:
        house.keep_playing(asyncio.ensure_future(play_passively(guest, table, thinks=0.2)))
    return guests, table


async def next_hand(house: NearHouse, guests: list[Guest], table: str, digest: str) -> Any:
    """The first hand by the revision, once two of them have accepted it."""
    server = house.opened.house
    for guest in guests[:2]:
        server.auth.acceptance.accept(guest.player, [digest], server.clock.now())
    while (found := table_state(house, table).open) is None or found.edition != digest:
        for guest in guests[:2]:
            let_back(server, guest.player)  # their break may come only now, with the end of the hand before
        await asyncio.sleep(0.05)
    for guest in guests:
        guest.wire.say("leave", table=table)
    return found


def in_ledger(house: NearHouse) -> int:
    """What the accounts that hold something hold together, by purpose; all of them add up to nothing."""
    store = house.opened.house.store
    held = [
        sum(balance for account, balance in store.accounts(purpose).items() if account.endswith(":EUR:test"))
        for purpose in Purpose
    ]
    assert sum(held) == 0
    return sum(each for each in held if each > 0)


@pytest.mark.rule("CASH-22", proves="page")
@pytest.mark.rule("MTT-51b", proves="page")
def test_a_rulebook_is_edited_checked_signed_and_in_force_at_the_next_hand(
    browser: Browser, own_house: NearHouse
) -> None:
    house = own_house
    rita, frank = staffed(house, "Rita", Role.FLOOR), staffed(house, "Frank", Role.FINANCE)
    with (
        Player(browser, house.at) as ann,
        Clerk(browser, house, rita, free=True) as floor,
        Clerk(browser, house, frank, free=True) as finance,
    ):
        ann.enter_as_guest("Ann")
        finance.come_in("/desk")
        page = floor.come_in("/desk").page
        guests, table = house.do(playing(house))
        before = table_state(house, table).edition
        page.goto(f"{house.at}/desk/rules/{U27}")
        field = page.get_by_label(PERCENT)
        field.fill("101")
        expect(page.get_by_text("1 fault").first).to_be_visible()
        field.fill("1")
        expect(page.get_by_text("passed", exact=True)).to_be_visible()
        expect(page.get_by_text("1 of 1 open table changes at its next hand")).to_be_visible()
        assert serious(page) == []
        page.get_by_role("button", name="Put in force…").click()
        floor.ask("Dear beside its neighbours.", "Ask for the second signature", "CASH-22")
        expect(page.get_by_text("waits for the second signature").first).to_be_visible()
        assert table_state(house, table).edition == before

        page = finance.page
        page.goto(f"{house.at}/desk/rules/{U27}")
        expect(page.locator(".panel").filter(has_text="Check").get_by_text("1 %")).to_be_visible()
        page.get_by_role("button", name="Sign", exact=True).click()
        expect(page.get_by_role("heading", name="house rules")).to_be_visible()
        expect(ann.page.locator(".notice")).to_contain_text("house rules is in force")

        digest = house.read(lambda: content_hash(house.opened.house.room.shelves.in_force[U27]))
        dealt = house.do(next_hand(house, guests, table, digest))
        assert (dealt.edition, len(dealt.dealt.seats)) == (digest, 2), "who has not accepted it sits out"


def test_an_announcement_is_read_by_players_and_ended(browser: Browser, house: NearHouse, rita: StaffAccount) -> None:
    eve, announced = house.let_in("Eve"), house.opened.house.room.announcements
    house.read(lambda: [announced.call_off(each.number) for each in announced.view()[2]])
    with eve.at(browser, house, language="et") as ann, Clerk(browser, house, rita, free=True) as floor:
        ann.page.goto(house.at)
        page = floor.come_in("/desk/announcements").page
        page.get_by_label("English").fill("We close at ten tonight.")
        page.get_by_label("Eesti").fill("Täna sulgeme kell kümme.")
        floor.ask("The lights are repaired.", "Do it")
        expect(ann.page.locator(".notice")).to_contain_text("Täna sulgeme kell kümme.")
        expect(page.locator(".lines li").filter(has_text="We close at ten tonight.")).to_contain_text("shown")
        assert serious(page) == []

        page.get_by_role("button", name="End…").first.click()
        floor.ask("They are repaired.", "Do it")
        expect(ann.page.locator(".notice")).to_have_count(0)


def test_money_adds_up_with_the_ledger_and_the_system_says_how_it_is(
    browser: Browser, house: NearHouse, frank: StaffAccount
) -> None:
    with Clerk(browser, house, frank, free=True) as finance:
        page = finance.come_in("/desk/money").page
        credit = page.locator("[data-sum=credit]")
        expect(credit).to_be_visible()
        before, shown = in_ledger(house), ""
        while (now := in_ledger(house)) != before or not shown:  # guests of other tests may be playing
            before = now
            page.reload()
            expect(credit).to_be_visible()
            shown = credit.inner_text()
        places = 4 if before % 100 else 2
        assert (shown, page.locator("[data-sum=debit]").inner_text()) == ((f"{before / 10_000:,.{places}f}",) * 2)
        expect(page.get_by_text("0.00 off")).to_be_visible()
        assert serious(page) == []
        with page.expect_download() as kept:
            page.get_by_role("link", name="Trial balance").click()
        assert kept.value.suggested_filename == "trial-balance.csv"

        page.goto(f"{finance.at}/desk/system")
        expect(page.get_by_text("Everything runs and the database answers.")).to_be_visible()
        assert serious(page) == []
