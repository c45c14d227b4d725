"""Live tables of a room in the test's own process: staff with accounts and second factors, and their stations in browsers."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, Self

from playwright.sync_api import Browser, Locator, expect

from fairdeal.cards import NAMES
from fairdeal.casino.table.state import Phase, Table
from fairdeal.kernel import TableId
from fairdeal.room.casino.house import casino_stream
from fairdeal.rulebook.clause import U27
from fairdeal.server.auth.cookies import COOKIE
from fairdeal.server.auth.roles import Role
from tests.browser.near import NearHouse, near
from tests.browser.people import Player, until
from tests.server.dealers import PASSWORD, StaffAccount, employ
from tests.server.live import Wire, dial

DECKS: Final = 8
STATION_SIZE: Final = (1280, 800)
TABLE: Final = """
[[table]]
id = "{id}"
name = "{name}"
game = "{game}"
dealer = "live"
dealer_minutes = 40
video = {{ kind = "image", address = "/api/casino/tables/{id}/pattern.svg" }}
"""
# A machine that stands still for a moment while it types is still a scanner.
# Bets and pauses end when a test says so; two of them together are shorter than what locks a station.
RULES: Final = """
[edition]
id = "unhurried"
title = "Unhurried"
extends = "live-casino"

[casino.roulette.limits]
betting_seconds = 120
pause_seconds = 120

[casino.blackjack.limits]
betting_seconds = 120
pause_seconds = 120
decision_seconds = 120

[casino.baccarat.limits]
betting_seconds = 120
pause_seconds = 120
"""
SCANNER: Final = '[scanner]\nprefix = "~"\ngap = 1000\n\n[scanner.codes]\n'


def write_tables(folder: Path, tables: dict[str, str]) -> str:
    """Write live tables (game by id), and a scanner that knows each card of the shoe by a code of its own; the file's name."""
    rows = [TABLE.format(id=table, name=table.title(), game=game) for table, game in tables.items()]
    codes = [f'"{deck}-{name.upper()}" = "{name}"' for deck in range(1, DECKS + 1) for name in NAMES]
    file = folder / "tables.toml"
    file.write_text("\n".join([*rows, SCANNER, *codes]), "utf-8")
    return str(file)


class LiveHouse:
    """A room with live tables, and the people who work there."""

    def __init__(self, near_house: NearHouse) -> None:
        self.near = near_house

    def employ(self, name: str, *roles: Role) -> StaffAccount:
        """Give somebody an account with a second factor and these roles."""
        return self.near.do(employ(self.near.opened, name, *roles))

    def code(self, account: StaffAccount, ahead: int = 0) -> str:
        """A code of their second factor; each is good once."""
        return self.near.read(lambda: account.code(self.near.opened, ahead))

    def state(self, table: str) -> Table:
        """A table as the room has it."""
        registry = self.near.opened.house.room.registry
        found: Table = self.near.read(lambda: registry.actor(casino_stream(TableId(table))).state)
        return found

    def until_phase(self, table: str, phase: Phase) -> None:
        """Wait until a table is in a phase."""
        until(lambda: self.state(table).phase is phase, f"{table} is not {phase}")

    def open_bets(self, table: str) -> None:
        """Bets of the next round are open, or are opened by letting time pass."""
        if self.state(table).phase is not Phase.BETTING:
            self.pass_time(table, Phase.BETTING)

    def pass_time(self, table: str, phase: Phase) -> None:
        """Put the clock forward to the end of what a table waits for now; it is in that phase then."""
        state = self.state(table)
        self.near.put_forward(state.deadline - self.near.now + 1)
        self.until_phase(table, phase)


@contextmanager
def live_house(folder: Path, tables: dict[str, str], **settings: Any) -> Iterator[LiveHouse]:
    """Such a room, until the block ends."""
    casino, rules = write_tables(folder, tables), folder / "unhurried.toml"
    rules.write_text(RULES, "utf-8")
    how = {"rulebooks": (U27, str(rules)), "casino": casino, "messages_per_second": 400, **settings}
    with near(folder, **how) as found:
        yield LiveHouse(found)


class Staff(Player):
    """Somebody who works at live tables, at the screen of a station."""

    def __init__(self, browser: Browser, house: LiveHouse, account: StaffAccount, **how: Any) -> None:
        super().__init__(browser, house.near.at, STATION_SIZE, **how)
        self.house = house
        self.account = account

    def sign_in(self) -> Self:
        """Come in by name, password and second factor; languages have other words, and the same order of fields."""
        page = self.page
        page.goto(f"{self.at}/station")
        page.locator("input[autocomplete=username]").fill(self.account.name)
        page.locator("input[autocomplete=current-password]").fill(PASSWORD)
        page.keyboard.press("Enter")
        page.locator("input[autocomplete=one-time-code]").fill(self.house.code(self.account))
        page.keyboard.press("Enter")
        expect(page.locator(".tables")).to_be_visible()
        return self

    def come_in(self) -> Self:
        """Come in by the session in which the account was made."""
        self.context.add_cookies([{"name": COOKIE, "value": self.account.token, "url": self.at}])
        self.page.goto(f"{self.at}/station")
        expect(self.page.locator(".tables")).to_be_visible()
        return self

    def open(self, table: str) -> Self:
        """Go to the station of a table."""
        self.page.locator(f'a[href="/station/{table}"]').click()
        expect(self.page.locator(".stn")).to_be_visible()
        return self

    def leave_station(self) -> None:
        """Go back to the list of tables."""
        self.page.locator(".head1 .brand").click()
        expect(self.page.locator(".tables")).to_be_visible()

    def hold(self, words: str) -> None:
        """Hold the table, with what was seen."""
        self.slot(3).click()
        dialog = self.page.get_by_role("dialog")
        dialog.get_by_role("textbox").fill(words)
        dialog.locator("button[type=submit]").click()
        expect(self.slot(3)).to_have_attribute("aria-disabled", "true")

    def take(self, table: str) -> Self:
        """Go to a station, and begin to deal."""
        self.open(table)
        self.go_on()
        expect(self.page.locator(".head1")).to_contain_text(self.account.name)
        return self

    @property
    def title(self) -> Locator:
        """The one thing to do next."""
        return self.page.locator(".step h1")

    @property
    def words(self) -> Locator:
        """The line below."""
        return self.page.locator(".stn .line")

    @property
    def reads(self) -> Locator:
        """What the scanner read."""
        return self.page.locator(".reads li")

    def slot(self, number: int) -> Locator:
        """One of the four slots: go on, put right, pit boss, hold."""
        return self.page.locator(".pad4 .act").nth(number)

    def go_on(self) -> None:
        """Press the first slot, as soon as it can be pressed."""
        expect(self.slot(0)).to_have_attribute("aria-disabled", "false")
        self.slot(0).click()

    def press_off(self, number: int) -> None:
        """Press a slot that is off, to be told why."""
        expect(self.slot(number)).to_have_attribute("aria-disabled", "true")
        self.slot(number).click(force=True)

    def step(self, title: str | re.Pattern[str]) -> None:
        """Do what has to be done next, which is this."""
        expect(self.title).to_have_text(title)
        self.go_on()
        expect(self.title).not_to_have_text(title)

    def scan(self, *codes: str) -> None:
        """Draw cards over the scanner, which types like a keyboard."""
        for code in codes:
            self.page.keyboard.type(f"~{code}")
            self.page.keyboard.press("Enter")

    def deal(self, *codes: str) -> None:
        """Draw cards over the scanner, each of which is accepted."""
        for code in codes:
            # Two cards can be read within the tenth of a second that a row shows: rows are told apart, not their words.
            self.reads.evaluate_all("rows => rows.forEach(row => (row.dataset.seen = 'true'))")
            self.scan(code)
            expect(self.page.locator(".reads li:first-child:not([data-seen])")).to_contain_text("✓")


class Croupier:
    """Somebody who deals without a browser, or else a wheel's sensor; comes back when the room was away."""

    def __init__(self, house: LiveHouse, table: str, *, deals: bool = True) -> None:
        self.house, self.table, self._deals = house, table, deals
        self._account = house.employ(f"{'Mia' if deals else 'Eye'}.{table}", Role.DEALER)
        self.connect()
        if deals:
            self.does("takeTable")

    def connect(self) -> None:
        """Come to the table and show who one is, again if need be: a room that was away knows of nobody who is at a station."""
        near_house = self.house.near
        near_house.read(self._prove)
        self._wire: Wire = near_house.do(dial(near_house.opened.port, self._account.token))
        if self._deals:
            self.does("watchStation", on=True)

    def _prove(self) -> None:
        auth = self.house.near.opened.house.auth
        session = auth.session(self._account.token)
        assert session is not None
        auth.sessions.prove(session.id)

    def does(self, kind: str, **fields: Any) -> None:
        """Say something at the station that is done."""
        answer = self.house.near.do(self._wire.ask(kind, table=self.table, **fields))
        assert answer["type"] == "done", answer

    def finish(self, *steps: str) -> None:
        """End steps, each of which is due."""
        for step in steps:
            self.does("finishStep", step=step)

    def scan(self, *codes: str) -> None:
        """Draw cards over the scanner."""
        for code in codes:
            self.does("scanCard", round=self.house.state(self.table).round, code=code)
