"""Every form of the cashier and of the limits, filled in right, wrong, refused and twice; and refusals where people look."""

import re
from pathlib import Path

from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.house import House
from tests.browser.people import DESK, PHONE, Player, resize


def in_sight(page: Page, what: Locator) -> None:
    """Whether all of it can be seen without scrolling, and nothing lies over it."""
    expect(what).to_be_visible()
    box, size = what.bounding_box(), page.viewport_size
    assert box is not None
    assert size is not None
    assert box["x"] >= 0
    assert box["y"] >= 0
    assert box["x"] + box["width"] <= size["width"] + 1
    assert box["y"] + box["height"] <= size["height"] + 1
    assert what.evaluate(
        "each => { const { x, y, width, height } = each.getBoundingClientRect();"
        " return each.contains(document.elementFromPoint(x + width / 2, y + height / 2)); }"
    )


def refused(page: Page, why: str) -> None:
    """A refusal is told in sight as an alert; then it is read and gone."""
    told = page.get_by_role("alert").filter(has_text=re.compile(why))
    in_sight(page, told)
    told.get_by_role("button", name="Understood").click()
    expect(told).to_have_count(0)


def test_the_cashier_says_what_is_so(browser: Browser, house: House, pictures: Path) -> None:
    with Player(browser, house.at, DESK) as player:
        page = player.register("Forms.cashier").page
        page.goto(f"{house.at}/cashier")
        amount = page.get_by_label(re.compile("^Amount, in"))

        # A deposit: wrong in several ways, then right, then asked for once only.
        page.get_by_text("Deposit", exact=True).first.click()
        ask = page.get_by_role("button", name=re.compile("^Ask to pay in"))
        for text in ("5.123", "-5", "abc", "1e3", "0.001", "1"):
            amount.fill(text)
            expect(page.locator(".wrong")).to_be_visible()
            expect(ask).to_be_disabled()
        amount.fill("50,00")
        expect(page.locator(".wrong")).to_have_count(0)
        ask.click()
        expect(page.get_by_text("Nothing has been paid yet")).to_be_visible()
        expect(page.get_by_text("asked for, not paid yet")).to_be_visible()
        expect(ask).to_be_disabled()
        page.screenshot(path=pictures / "cashier-asked.png")

        # It is taken back, and a limit then refuses another.
        page.get_by_role("button", name=re.compile("^Take this request back")).click()
        expect(page.get_by_text("asked for, not paid yet")).to_have_count(0)

        # A withdrawal leaves the form disarmed, waits in the list, and comes back.
        page.get_by_text("Withdraw", exact=True).first.click()
        take = page.get_by_role("button", name=re.compile("^Withdraw €"))
        amount.fill("5.123")
        expect(take).to_be_disabled()
        amount.fill("40")
        take.click()
        expect(page.get_by_text("has left your wallet")).to_be_visible()
        expect(amount).to_have_value("0.00")
        expect(take).to_be_disabled()
        expect(page.get_by_text("waits for the house", exact=True)).to_be_visible()
        page.get_by_role("button", name=re.compile("^Cancel this withdrawal")).click()
        expect(page.get_by_text("back in your wallet")).to_be_visible()


def test_limits_are_refused_beside_the_field_and_refusals_are_seen(
    browser: Browser, house: House, pictures: Path
) -> None:
    with Player(browser, house.at, PHONE) as player:
        page = player.register("Forms.limits").page
        page.goto(f"{house.at}/account/limits")
        page.get_by_role("button", name="Change Deposits Day").click()
        field = page.get_by_label("New limit; empty: no limit")
        for text in ("-5", "abc", "5.123"):
            field.fill(text)
            page.get_by_role("button", name="Save").click()
            expect(page.locator(".wrong")).to_contain_text(text)
        field.fill("20")
        page.get_by_role("button", name="Save").click()
        expect(page.get_by_text("0.00 of 20.00 used")).to_be_visible()

        # The cashier refuses what the limit does not take, in sight on a phone and on a desk.
        page.goto(f"{house.at}/cashier")
        page.get_by_text("Deposit", exact=True).first.click()
        amount = page.get_by_label(re.compile("^Amount, in"))
        for size in (PHONE, DESK):
            resize(page, size)
            amount.fill("30")
            page.get_by_role("button", name=re.compile("^Ask to pay in")).click()
            expect(page.locator("aside.notice")).to_be_visible()
            page.screenshot(path=pictures / f"cashier-refused-{size[0]}.png")
            refused(page, r"deposit limit is 20\.00; 0\.00 of it is used")
        expect(amount).to_have_value("30.00")

        # In a break the lobby refuses, and says so where the thumb is.
        page.goto(f"{house.at}/account/limits")
        page.get_by_role("button", name=re.compile("^Start")).first.click()
        page.get_by_role("button", name="Yes, start").click()
        expect(page.get_by_text("Your break lasts until").first).to_be_visible()
        page.goto(house.at)
        for size in (PHONE, DESK):
            resize(page, size)
            page.get_by_role("button", name=re.compile("^(Play|Join queue)")).first.click()
            expect(page.locator("aside.notice")).to_be_visible()
            page.screenshot(path=pictures / f"lobby-refused-{size[0]}.png")
            refused(page, "You are taking a break")
