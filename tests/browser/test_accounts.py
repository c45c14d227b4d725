"""Every form of the account: wrong, refused, right and twice; what it says is so, beside the field and in the page's language."""

import re
import time
from base64 import b32decode
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from fairdeal.kernel import Instant
from fairdeal.server.auth.second_factor.totp import code_at, step_of
from tests.browser.house import House, opened
from tests.browser.people import DESK, PHONE, Player, resize, until

WORDS: Final = "a long and quiet sentence"
NEW_WORDS: Final = "another quiet sentence"
_WHILE_S: Final = 8.0  # to type a code


@pytest.fixture(scope="module")
def room(client: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with opened(tmp_path_factory.mktemp("accounts")) as found:
        yield found


class Authenticator:
    """A telephone; each of its codes counts once, so it gives the next one that is good for a while yet."""

    def __init__(self, secret: str) -> None:
        self._secret = b32decode(secret + "=" * (-len(secret) % 8))
        self._last = 0

    def code(self) -> str:
        until(lambda: self._last <= _step(), "three steps have no more codes")
        self._last = max(self._last + 1, _step(later=_WHILE_S) - 1)
        return code_at(self._secret, self._last)


def _step(later: float = 0.0) -> int:
    return step_of(Instant(int((time.time() + later) * 1000)))


def beside(page: Page, label: str) -> Locator:
    """What stands beside a field as wrong about it."""
    return page.locator(".text-field", has=page.get_by_label(label, exact=True)).get_by_role("alert")


def link_in(house: House, kind: str) -> str:
    """
    The link of the last letter of a kind; a room without a mail server shows it on its console.

    Letters are sent beside everything else, so one may have to be waited for.
    """
    sought = re.compile(rf"{kind} for .*: (http\S+)")
    until(lambda: sought.search(house.log), f"no letter {kind}")
    return str(sought.findall(house.log)[-1])


def fill_registration(page: Page, **given: str) -> None:
    entry = {"Player name": "Helve", "E-mail": "helve@example.org", "Password": WORDS, "Date of birth": "1990-12-31"}
    for label, value in {**entry, **given}.items():
        page.get_by_label(label, exact=True).fill(value)


def test_an_accounts_life_form_by_form(browser: Browser, room: House, pictures: Path) -> None:
    with Player(browser, room.at, DESK) as helve:
        page = helve.page
        register(page, room)
        confirm_address(page, room)
        phone = enrol(page, pictures)
        change_password(page)
        withdraw_and_leave(helve, room, phone, pictures)
        log_in_again(page, room, phone)
        close(page)


def test_staff_without_a_second_factor_are_led_to_it_and_do_not_play(browser: Browser, room: House) -> None:
    room.admin("create-user", "Sigrid", "--role", "support", "--password-stdin", told=WORDS)
    with Player(browser, room.at, PHONE, language="et") as sigrid:
        page = sigrid.page
        page.goto(f"{room.at}/login")
        page.get_by_label("Mängijanimi").fill("Sigrid")
        page.get_by_label("Parool", exact=True).fill(WORDS)
        page.get_by_role("button", name="Logi sisse").click()
        expect(page.get_by_text("Töötajal peab olema teine tegur.")).to_be_visible()
        expect(page.get_by_role("dialog")).to_have_count(0)  # who never plays is asked to accept no rulebook
        page.goto(f"{room.at}/cashier")
        expect(page.get_by_text("Töötajal peab olema teine tegur.")).to_be_visible()
        page.get_by_label("Parool", exact=True).fill(WORDS)
        page.get_by_role("button", name="Lülita sisse…").click()
        phone = Authenticator(page.locator("code").inner_text())
        page.get_by_label("Kuus numbrit").fill(phone.code())
        page.get_by_role("button", name="Kinnita").click()
        expect(page.get_by_text("Teine tegur on sees.")).to_be_visible()
        page.goto(f"{room.at}/")
        page.get_by_role("button", name=re.compile("^(Mängi|Järjekorda) NL4,")).first.click()
        expect(page.get_by_text("Töötajad siin ei mängi.").first).to_be_attached()


def register(page: Page, room: House) -> None:
    page.goto(f"{room.at}/register")
    expect(page.get_by_text("At least 10 characters.")).to_be_visible()
    page.get_by_text("I am of age and play by the rulebook").click()
    page.get_by_role("button", name="Create account").click()
    for label, words in {
        "Player name": "It must have 3 to 20 characters.",
        "E-mail": "That is no e-mail address.",
        "Password": "It must have 10 to 200 characters.",
        "Date of birth": "That is no date of birth.",
    }.items():
        expect(beside(page, label)).to_have_text(words)
    for changes, label, words in (
        ({"Player name": "Support"}, "Player name", "That name is kept for the house."),
        ({"Player name": "Hеlve"}, "Player name", "That name could be taken for another. Use letters of one alphabet."),
        ({"Password": "password1234"}, "Password", "That password is among the first to be guessed. Choose another."),
        ({"Password": "helve12345"}, "Password", "That password is too easy to guess."),
        ({"Date of birth": "2020-01-01"}, "Date of birth", "You must be at least 18 years old."),
    ):
        fill_registration(page, **changes)
        page.get_by_role("button", name="Create account").click()
        expect(beside(page, label)).to_have_text(words)
        expect(page.get_by_role("alert")).to_have_count(2)  # this one, and the region for readers
    fill_registration(page)
    page.get_by_role("button", name="Create account").dblclick()
    expect(page.get_by_role("heading", name="Cash games")).to_be_visible()


def confirm_address(page: Page, room: House) -> None:
    page.goto(f"{room.at}/account/profile")
    expect(page.locator("dl")).to_contain_text("not confirmed")
    page.get_by_role("button", name="Send the letter again").click()
    expect(page.get_by_text("The letter is on its way.")).to_be_visible()
    page.goto(f"{room.at}/confirm#forged")
    expect(page.get_by_text("This link was used or is too old.")).to_be_visible()
    page.goto("about:blank")
    page.goto(link_in(room, "confirm_address"))
    expect(page.get_by_text("Your e-mail address is confirmed.")).to_be_visible()
    page.goto(f"{room.at}/account/profile")
    expect(page.locator("dl")).to_contain_text("· confirmed")


def enrol(page: Page, pictures: Path) -> Authenticator:
    page.get_by_role("link", name="Switch on…").click()
    start = page.get_by_role("button", name="Switch on…")
    start.click()
    expect(beside(page, "Password")).to_have_text("The password is wrong.")
    page.get_by_label("Password", exact=True).fill("wrong words")
    start.click()
    expect(beside(page, "Password")).to_have_text("The password is wrong.")
    page.get_by_label("Password", exact=True).fill(WORDS)
    start.click()
    square = page.get_by_role("img", name="Square to scan")
    expect(square).to_be_visible()
    assert square.evaluate("image => image.complete && image.naturalWidth > 100")
    page.screenshot(path=pictures / "enrolment.png")
    phone = Authenticator(page.locator("code").inner_text())
    page.get_by_label("Six digits").fill("000000")
    page.get_by_role("button", name="Confirm").click()
    expect(beside(page, "Six digits")).to_have_text("This code is wrong, used or too old.")
    page.get_by_label("Six digits").fill(phone.code())
    page.get_by_role("button", name="Confirm").click()
    expect(page.get_by_text("The second factor is on.")).to_be_visible()
    expect(page.locator("li code")).to_have_count(10)
    page.get_by_role("link", name="Where you are signed in").click()
    expect(page.get_by_text("Chrome, Linux")).to_be_visible()
    page.get_by_role("link", name="Second factor").click()
    expect(page.locator("li code")).to_have_count(0)
    return phone


def change_password(page: Page) -> None:
    change = page.get_by_role("button", name="Change password")
    for current, wanted, label, words in (
        ("", "", "New password", "It must have 10 to 200 characters."),
        ("wrong words", NEW_WORDS, "Password now", "The password is wrong."),
        (WORDS, "qwertyuiop", "New password", "That password is among the first to be guessed. Choose another."),
    ):
        page.get_by_label("Password now").fill(current)
        page.get_by_label("New password").fill(wanted)
        change.click()
        expect(beside(page, label)).to_have_text(words)
        expect(page.get_by_text("The password is changed.")).to_have_count(0)
    page.get_by_label("New password").fill(NEW_WORDS)
    change.dblclick()
    expect(page.get_by_text("The password is changed.")).to_be_visible()
    expect(page.get_by_label("New password")).to_have_value("")
    change.click()
    expect(page.get_by_text("The password is changed.")).to_be_visible()
    expect(beside(page, "Password now")).to_have_text("The password is wrong.")


def withdraw_and_leave(helve: Player, room: House, phone: Authenticator, pictures: Path) -> None:
    page = helve.page
    room.kill()
    room.start()  # nobody remembers who was shown to be there
    page.goto(f"{room.at}/cashier")
    page.get_by_text("Withdraw", exact=True).first.click()
    page.get_by_label(re.compile("^Amount")).fill("50")
    page.keyboard.press("Tab")
    page.get_by_role("button", name=re.compile("^Withdraw .*50")).click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("show once more that it is you")
    resize(page, PHONE)
    page.screenshot(path=pictures / "proof-phone.png")
    resize(page, DESK)
    dialog.get_by_label("Six digits").fill("000000")
    dialog.get_by_role("button", name="Confirm").click()
    expect(dialog.get_by_role("alert")).to_have_text("This code is wrong, used or too old.")
    dialog.get_by_label("Six digits").fill(phone.code())
    with page.expect_response(lambda answer: answer.url.endswith("/api/withdrawals") and answer.ok):
        dialog.get_by_role("button", name="Confirm").click()
    expect(dialog).to_have_count(0)
    pending = page.evaluate("fetch('/api/cashier').then((answer) => answer.json()).then(({ pending }) => pending)")
    assert [each["amount"] for each in pending] == [5000]
    page.get_by_role("button", name="Menu", exact=True).first.click()
    page.get_by_role("button", name="Log out").click()
    expect(page.get_by_role("heading", name="Cash games")).to_be_visible()
    assert page.url == f"{room.at}/"


def log_in_again(page: Page, room: House, phone: Authenticator) -> None:
    page.goto(f"{room.at}/reset")
    page.get_by_label("E-mail").fill("nothing")
    page.get_by_role("button", name="Send the link").click()
    expect(beside(page, "E-mail")).to_have_text("That is no e-mail address.")
    page.get_by_label("E-mail").fill("helve@example.org")
    page.get_by_role("button", name="Send the link").click()
    expect(page.get_by_text("If there is such an account, the link is on its way.")).to_be_visible()
    page.goto("about:blank")
    page.goto(link_in(room, "password_reset"))
    for wanted in ("1234567890", WORDS):
        page.get_by_label("New password").fill(wanted)
        page.get_by_role("button", name="Set the password").click()
        if wanted != WORDS:
            expect(beside(page, "New password")).to_contain_text("among the first to be guessed")
    expect(page.get_by_text("The new password holds.")).to_be_visible()
    page.get_by_role("main").get_by_role("link", name="Log in").click()
    page.get_by_label("Player name").fill("Helve")
    for words in ("", NEW_WORDS):
        page.get_by_label("Password", exact=True).fill(words)
        page.get_by_role("button", name="Log in").click()
        expect(page.get_by_text("This name and this password do not belong together.")).to_be_visible()
    page.get_by_label("Name at the table").fill("Admin")
    page.get_by_role("button", name="Enter as a guest").click()
    expect(beside(page, "Name at the table")).to_have_text("That name is kept for the house.")
    expect(page.get_by_text("This name and this password do not belong together.")).to_have_count(0)
    page.get_by_label("Password", exact=True).fill(WORDS)
    page.get_by_role("button", name="Log in").click()
    page.get_by_role("button", name="Confirm").click()
    expect(beside(page, "Six digits")).to_have_text("This code is wrong, used or too old.")
    page.get_by_label("Six digits").fill(phone.code())
    page.get_by_role("button", name="Confirm").click()
    expect(page.get_by_role("heading", name="Cash games")).to_be_visible()


def take_a_break(page: Page) -> None:
    page.get_by_role("link", name="Limits and breaks").click()
    for days, words in (("7", "Your break lasts until"), ("1", "A break or an exclusion can only be made longer.")):
        page.get_by_label("Time-out").select_option(days)
        page.get_by_role("button", name="Start…").first.click()
        page.get_by_role("dialog").get_by_role("button").last.click()
        expect(page.get_by_text(words)).to_be_visible()


def close(page: Page) -> None:
    page.get_by_role("button", name="Menu", exact=True).first.click()
    page.get_by_role("link", name=re.compile("^Account")).click()
    take_a_break(page)
    page.get_by_role("link", name="Profile").click()
    page.get_by_text("Close the account").first.click()
    shut = page.get_by_role("button", name="Close the account")
    page.get_by_label("Password", exact=True).fill("wrong words")
    shut.click()
    expect(beside(page, "Password")).to_have_text("The password is wrong.")
    page.get_by_label("Password", exact=True).fill(WORDS)
    shut.click()
    expect(page.get_by_role("heading", name="Cash games")).to_be_visible()
