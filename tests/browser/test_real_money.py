"""A room for real money in a browser: a limit before the first cent, and a reminder of time and money that has to be answered."""

from collections.abc import Iterator
from typing import Final

import pytest
from playwright.sync_api import Browser, expect

from fairdeal.bank.accounts import Tender, site_wallet
from fairdeal.bank.house import StaffId
from fairdeal.bank.purse.commands import CreditPlayer, RiskMoney, StartPlay
from fairdeal.kernel import MINUTE, SECOND, Cents, Currency, MoneyKind, PlayerId, units_of
from fairdeal.server.api.purse import ask_purse, purse_of
from fairdeal.server.settings import Operator
from fairdeal.storage.opening import open_store
from fairdeal.storage.people import PLAYER, PersonRow, open_people
from tests.browser.axe import serious
from tests.browser.near import NearHouse, near
from tests.browser.people import DESK, PHONE, Player, resize

EURO: Final = Tender(Currency.EUR, MoneyKind.REAL)
TABLE: Final = "cash:T1"


@pytest.fixture(scope="module")
def house(client: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[NearHouse]:
    """A room that meets every condition."""
    folder = tmp_path_factory.mktemp("real")
    database = f"sqlite:///{folder / 'room.db'}"
    open_store(database).close()
    people = open_people(database)
    people.add_person(PersonRow("boss", PLAYER, "Boss", "boss", "", "", "moon", "", "", b"x", 1, 0, "admin", 0, 0))
    people.close()
    with near(
        folder,
        database=database,
        money=("real",),
        real_money=True,
        rulebooks=("unibet-2.7",),
        operator=Operator("Card Club", "Licence 12345", "help@club.example"),
        payment_provider="sandbox",
        payment_url="http://127.0.0.1:9",
        payment_secret="sixteen characters, and some more",  # noqa: S106 - of nobody
        reality_check_minutes=60,
    ) as found:
        yield found


def sign_up(player: Player, house: NearHouse) -> PlayerId:
    """The form with a limit, which cannot be left out."""
    page = player.page
    page.goto(f"{house.at}/register")
    for label, value in (
        ("Player name", "Maria"),
        ("E-mail", "maria@post.test"),
        ("Password", "a long and quiet sentence"),
        ("Date of birth", "1990-12-31"),
    ):
        page.get_by_label(label, exact=True).fill(value)
    page.get_by_text("I am of age and play by the rulebook").click()
    create = page.get_by_role("button", name="Create account")
    expect(create).to_have_attribute("aria-disabled", "true")
    assert serious(page) == []
    limit = page.get_by_role("group", name="Your deposit limit").first
    limit.get_by_text("Week", exact=True).click()
    limit.get_by_role("textbox").fill("200")
    create.click()
    expect(page.get_by_role("heading", name="Cash games")).to_be_visible()
    row = house.opened.house.people.person_named("maria")
    assert row is not None
    return PlayerId(row.id)


def test_a_newcomer_sets_a_limit_and_is_told_how_long_and_how_much(browser: Browser, house: NearHouse) -> None:
    with Player(browser, house.at, DESK, free=True) as maria:
        page, room = maria.page, house.opened.house
        player = sign_up(maria, house)
        (limit,) = house.read(lambda: purse_of(room, player).limits)
        assert (limit.kind.value, limit.period.value, limit.amount) == ("deposit", "week", units_of(Cents(200_00)))
        page.goto(f"{house.at}/account/limits")
        expect(page.get_by_text("200.00").first).to_be_visible()

        wallet = site_wallet(EURO, player)
        house.do(ask_purse(room, player, CreditPlayer(wallet, units_of(Cents(100_00)), StaffId("boss"), "gift")))
        house.do(ask_purse(room, player, StartPlay(TABLE, MoneyKind.REAL)))
        house.do(ask_purse(room, player, RiskMoney(EURO, units_of(Cents(12_50)), TABLE)))
        house.put_forward(60 * MINUTE + 2 * SECOND)
        page.reload()

        told = page.get_by_role("dialog", name="A moment, please")
        expect(told.get_by_text("You have been playing for")).to_be_visible()
        expect(told.get_by_text("1:00:0")).to_be_visible()
        assert serious(page) == []
        page.keyboard.press("Escape")
        resize(page, PHONE)
        expect(told).to_be_in_viewport(ratio=1)
        assert not page.evaluate("document.documentElement.scrollWidth > innerWidth")
        told.get_by_role("button", name="Play on").click()
        expect(told).to_have_count(0)
        page.reload()
        expect(page.get_by_role("heading", level=1).first).to_be_visible()
        expect(told).to_have_count(0)
        log = house.read(lambda: room.people.log(person=player))
        assert [row.about for row in log if row.what == "reality_check"] == ["continue"]
