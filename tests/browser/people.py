"""What people do in the browser, in their own words."""

import json
import re
import time
from collections.abc import Callable, Sequence
from typing import Any, Final, Self

from playwright.sync_api import Browser, Page, WebSocketRoute, expect

DESK: Final = (1440, 900)
PHONE: Final = (390, 844)
PATIENCE_MS: Final = 30_000
PATIENCE_S: Final = 90.0
expect.set_options(timeout=PATIENCE_MS)
_DRAWN: Final = """
([width, height]) => new Promise((done) => {
  const is = () => innerWidth === width && innerHeight === height;
  const look = () => requestAnimationFrame(is() ? () => done() : look);
  look();
})
"""
Tamper = Callable[[dict[str, object]], dict[str, object]]


class Line:
    """The wire between a page and the room: it can be cut and mended, and what either says can be changed on it."""

    def __init__(self, page: Page) -> None:
        self.is_cut = False
        self.tamper: Tamper | None = None
        self.lie: Tamper | None = None
        self.said: list[dict[str, Any]] = []  # by the page
        self._routes: list[WebSocketRoute] = []
        page.route_web_socket(re.compile(r"/ws$"), self._dialled)

    def _dialled(self, route: WebSocketRoute) -> None:
        if self.is_cut:
            route.close()
            return
        server = route.connect_to_server()
        self._routes.append(route)
        route.on_message(lambda message: server.send(self._changed(message)))
        server.on_message(lambda message: route.send(self._told(message)))

    def _changed(self, message: str | bytes) -> str | bytes:
        said = json.loads(message)
        self.said.append(said)
        return message if self.tamper is None else json.dumps(self.tamper(said))

    def _told(self, message: str | bytes) -> str | bytes:
        return message if self.lie is None else json.dumps(self.lie(json.loads(message)))

    def cut(self) -> None:
        """Nothing comes through any more."""
        self.is_cut = True
        for route in self._routes:
            route.close()
        self._routes.clear()

    def mend(self) -> None:
        """The next try gets through."""
        self.is_cut = False


class Player:
    """Somebody at a browser of their own."""

    def __init__(
        self,
        browser: Browser,
        at: str,
        size: tuple[int, int] = DESK,
        *,
        language: str = "en",
        still: bool = False,
        lined: bool = False,
        free: bool = False,
        touch: bool = False,
    ) -> None:
        self.context = browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            locale=language,
            color_scheme="dark",
            reduced_motion="reduce" if still else "no-preference",
            timezone_id="UTC",
            has_touch=touch,
            bypass_csp=free,  # axe is put into pages by hand, which the policy forbids
        )
        self.context.set_default_timeout(PATIENCE_MS)
        self.page = self.context.new_page()
        self.faults: list[str] = []
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.line = Line(self.page) if lined else None
        self.at = at

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: object, *_: object) -> None:
        self.context.close()
        if kind is None:
            assert self.faults == [], self.faults

    # ---- coming in

    def enter_as_guest(self, name: str) -> Self:
        """Enter by the guests' door."""
        self.page.goto(f"{self.at}/login")
        self.page.get_by_label("Name at the table").fill(name)
        self.page.get_by_role("button", name="Enter as a guest").click()
        expect(self.page.get_by_role("heading", name="Cash games")).to_be_visible()
        return self

    def register(self, name: str) -> Self:
        """Create an account."""
        page = self.page
        page.goto(f"{self.at}/register")
        page.get_by_label("Player name").fill(name)
        page.get_by_label("E-mail").fill(f"{name.lower()}@example.org")
        page.get_by_label("Password").fill("a long and quiet sentence")
        page.get_by_label("Date of birth").fill("1990-12-31")
        page.get_by_text("I am of age and play by the rulebook").click()
        page.get_by_role("button", name="Create account").click()
        expect(page.get_by_role("heading", name="Cash games")).to_be_visible()
        return self

    def sit_down(self, rulebook: str = "Duel", stake: str = "NL4") -> Self:
        """Pick a stake, and take the seat that is offered with what the dialog proposes."""
        page = self.page
        page.get_by_role("radiogroup", name="Rulebook").get_by_text(rulebook, exact=True).click()
        page.get_by_role("button", name=re.compile(rf"^(Play|Join queue) {stake},")).first.click()
        return self

    def take_seat(self) -> Self:
        """Answer the buy-in dialog."""
        self.page.get_by_role("button", name=re.compile("^Sit down with")).click()
        expect(self.page.locator("section.table")).to_be_visible()
        return self

    def leave_table(self) -> None:
        """Leave, so that nobody waits for somebody who is gone."""
        expect(self.page.locator("section.table")).to_be_visible()
        self.page.get_by_role("button", name="Menu", exact=True).last.click()
        self.page.locator(".menu").get_by_role("button", name="Leave table").click()
        self.page.get_by_role("dialog").get_by_role("button", name="Leave table").click()
        expect(self.page.locator("section.table")).to_have_count(0)

    # ---- at the table

    @property
    def is_asked(self) -> bool:
        """Whether it is this player's turn."""
        return self.page.locator("button.act.call").is_visible()

    @property
    def hand_number(self) -> int:
        """Which hand is on the table."""
        found = re.search(r"Hand ([\d\s]+)", self.page.locator("section.table").inner_text())
        return int(re.sub(r"\s", "", found[1])) if found else 0

    @property
    def told(self) -> str:
        """What the event line says."""
        return self.page.locator(".line").first.inner_text()

    @property
    def log(self) -> str:
        """What the log says."""
        return self.page.locator(".log").inner_text()

    @property
    def saw_an_end(self) -> bool:
        """Whether the log tells of a pot that was won."""
        return re.search(r"wins? [\d.]+", self.log) is not None

    @property
    def cards(self) -> list[str]:
        """One's own cards, in words."""
        found = self.page.locator(".hero .card").all()
        return [each.get_attribute("aria-label") or "" for each in found]

    def press(self, name: str) -> None:
        """Press a button of the bar; within the guard it does nothing, and whoever asked asks again."""
        button = self.page.locator(f"button.act.{name}")
        if button.is_visible():
            button.click()

    def press_until(self, name: str, holds: Callable[[], bool]) -> None:
        """Press a button of the bar until it had its effect."""

        def step() -> bool:
            if not holds():
                self.press(name)
            return holds()

        until(step, f"{name} has no effect", (self,))


def resize(page: Page, size: tuple[int, int]) -> None:
    """Make the window another size, and wait until the page is drawn in it."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.evaluate(_DRAWN, size)


def until(holds: Callable[[], object], what: str, players: Sequence[Player] = ()) -> None:
    """Wait for something that several browsers bring about together."""
    deadline = time.monotonic() + PATIENCE_S
    while not holds():
        assert time.monotonic() < deadline, f"{what}: {[(player.told, player.log[-400:]) for player in players]}"
        for player in players:
            player.page.wait_for_timeout(50)


def play_on(players: Sequence[Player], over: Callable[[], bool]) -> None:
    """Everybody checks and calls until something holds."""

    def step() -> bool:
        if over():
            return True
        for player in players:
            if player.is_asked:
                player.press("call")
        return False

    until(step, "the hand does not come to that", players)
