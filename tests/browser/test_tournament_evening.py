"""
One evening of a tournament of sixty, lived through in a browser.

Fifty-nine others have sockets and fold. Nothing here hangs on the speed of the machine: where the player needs time the house pauses
play, or a break is on, and the room's clock is put forward only then.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

import pytest
from playwright.sync_api import Browser, Page, expect

from fairdeal.kernel import HOUR, Chips, Duration, Instant, PlayerId, TournamentId, seconds
from fairdeal.tournament.director import commands as ms
from fairdeal.tournament.director.seating.floor import numbers
from fairdeal.tournament.director.state import PauseKind, Status, Tournament
from fairdeal.tournament.orders import table_id
from fairdeal.tournament.setup import AddOn, ReBuy
from fairdeal.tournament.structure import BlindStructure, Level
from tests.browser.axe import serious
from tests.browser.near import Entered, NearHouse, near
from tests.browser.people import DESK, PHONE, Player, resize, until
from tests.browser.test_tournament_tables import cents

EVENING: Final = TournamentId("evening")
OTHERS: Final = 59
SEATS: Final = 6
STACK: Final = Chips(1000)
HUGE: Final = Chips(200_000)
"""What a re-buy and the add-on give: more than all others have together, so that the player is there at the end."""
BLINDS: Final = BlindStructure(
    tuple(Level(Chips(big // 2), Chips(big)) for big in (20, 20, 4000, 40_000, 80_000)), seconds(10)
)
"""Levels of ten seconds: in two of them nobody can go out, after that nearly everybody who posts a blind is all-in."""
BUBBLE: Final = 8
"""Places before the money at which tables begin to wait for each other: more than one round of three tables can bring to an end."""
STAFF: Final = ("floor", "for the story")
FITS: Final = """
(button) => {
  const box = button.getBoundingClientRect();
  const inside = (each) => { const { left, right, top, bottom } = each.getBoundingClientRect();
    return left >= box.left && right <= box.right && top >= box.top && bottom <= box.bottom; };
  const [name, , price] = [...button.children].map((each) => each.getBoundingClientRect());
  return [...button.children].every(inside) && (!price || price.width === 0 || name.right <= price.left
    || name.bottom <= price.top) && button.firstElementChild.scrollWidth <= button.firstElementChild.clientWidth + 1;
}
"""
"""Whether all that a rectangle says stands inside it, and nothing over anything else."""


@pytest.fixture
def room(client: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[NearHouse]:
    """A room in this process."""
    with near(tmp_path_factory.mktemp("evening")) as found:
        yield found


class Evening:
    """The tournament, and the one who plays it in a browser."""

    def __init__(self, room: NearHouse, guest: Entered, player: Player) -> None:
        self.room = room
        self.guest = guest
        self.player = player
        self.page: Page = player.page
        self.line = player.page.locator(".line").first

    # ---- the house

    def state(self) -> Tournament:
        """The tournament as it is."""
        return self.room.until(EVENING, lambda _: True)

    def pause(self) -> None:
        """The house pauses play, and all hands are finished."""
        self.room.send(EVENING, ms.HaltPlay(*STAFF))
        self.room.until(EVENING, lambda each: each.floor.busy == 0)

    def resume(self) -> None:
        """Play goes on."""
        self.room.send(EVENING, ms.ResumePlay(*STAFF))

    def own_table(self, state: Tournament) -> int:
        """The number of the player's table."""
        table = state.entrants[self.guest.player].table
        assert table is not None
        return table

    def disqualify_at(self, table: int) -> None:
        """The house takes somebody out, who sits at that table."""
        seated = self.state().floor.tables[table].seated
        victim: PlayerId = next(chair.player for _, chair in seated if chair.player != self.guest.player)
        self.room.send(EVENING, ms.Disqualify(victim, *STAFF))

    def break_own_table(self) -> None:
        """Take players out until the player's table is the smallest and all fit without it."""
        state = self.state()
        own, count = self.own_table(state), state.floor.count
        self.disqualify_at(own)
        others = [number for number in numbers(state.floor.open) if number != own]
        for number in others[: state.remaining - 1 - (count - 1) * SEATS - 1]:
            self.disqualify_at(number)
        self.disqualify_at(own)
        assert self.state().floor.count == count - 1

    # ---- the player

    def looks(self) -> None:
        """What is on the page is accessible, at the desk and on a phone."""
        for size in (PHONE, DESK):
            resize(self.page, size)
            assert serious(self.page) == []

    def why(self, rule: str) -> None:
        """What the line says rests on that clause."""
        self.page.keyboard.press("w")
        expect(self.page.locator(".pop")).to_contain_text(rule)
        self.page.keyboard.press("Escape")
        expect(self.page.locator(".pop")).to_have_count(0)

    def buys(self, slot: str) -> None:
        """By keyboard: asked for, and paid."""
        button = self.page.locator(f"[id^={slot}-]")
        expect(button).to_be_enabled()
        assert button.evaluate(FITS), "what it says is wider than its rectangle"
        expect(self.page.locator(".guard")).to_have_count(0)
        self.page.keyboard.press("y")
        expect(button).to_contain_text(re.compile("Pay €"))
        expect(self.page.locator(".guard")).to_have_count(0)
        self.page.keyboard.press("Enter")

    def plays(self, over: str) -> None:
        """Call whatever it costs until the page shows something."""
        shown = self.page.locator(over)

        def step() -> bool:
            if self.player.is_asked:
                self.page.keyboard.press("c")
            return shown.count() > 0

        until(step, f"{over} is never there", (self.player,))

    def wallet(self) -> int:
        """What the page says is in the wallet."""
        return cents(self.page.locator(".wallet, .money").first.inner_text())


def announced(room: NearHouse) -> None:
    """The tournament with its fifty-nine, who are connected."""
    setup = room.setup(
        "Whole Evening",
        HOUR,
        seats=SEATS,
        stack=STACK,
        blinds=BLINDS,
        late_levels=2,
        pause=Duration(100),
        hand_for_hand_places=BUBBLE,
    )
    re_buy = ReBuy(price=setup.price, chips=HUGE, until_level=2)
    add_on = AddOn(price=setup.price, chips=HUGE, after_level=2, window=seconds(120))
    room.announce(replace(setup, re_buy=re_buy, add_on=add_on), EVENING)
    room.enter(EVENING, *(room.let_in(f"Fold{number:02}", folds=True) for number in range(OTHERS)))


def enters_late_and_buys_again(evening: Evening) -> None:
    page = evening.page
    page.goto(f"{evening.room.at}/lobby/tournaments")
    row = page.locator(f'[data-row="{EVENING}"]')
    expect(row).to_contain_text("paused by the house")
    expect(row.locator(".abtn")).to_contain_text("Late entry")
    expect(page.locator(".guard")).to_have_count(0)
    row.locator(".abtn").click()
    page.get_by_role("button", name=re.compile("^Register for")).click()
    expect(page.locator(".tline")).to_contain_text("Your seat is drawn now.")
    expect(row.locator(".abtn")).to_contain_text("Go to table")
    expect(page.locator(".guard")).to_have_count(0)
    row.locator(".abtn").click()
    expect(evening.line).to_contain_text("The house has paused the tournament.")
    evening.why("MTT-45")
    paid = evening.wallet()
    evening.buys("reBuy")
    expect(page.locator(".wait")).to_contain_text(re.compile(r"Seat \d is yours, with 201,000\."))
    until(lambda: evening.wallet() == paid - 1000, "the re-buy is not paid", (evening.player,))
    evening.looks()


def is_moved_twice(evening: Evening) -> None:
    for _ in range(2):
        before = evening.page.url
        evening.break_own_table()
        expect(evening.line).to_contain_text("You were moved from table")
        expect(evening.line).to_contain_text(re.compile(r"Hands to the big blind: \d\."))
        evening.why("MTT-42a")
        expect(evening.page).not_to_have_url(before)
        expect(evening.page.locator(".wait")).to_contain_text("with 201,000.")
    evening.looks()


def is_moved_while_away(evening: Evening) -> None:
    """Whoever comes back by the address of the table they had finds the one they have now."""
    before = evening.page.url
    evening.page.goto("about:blank")
    evening.break_own_table()
    evening.page.goto(before)
    expect(evening.page).not_to_have_url(before)
    expect(evening.page.locator(".wait")).to_contain_text("with 201,000.")
    assert evening.page.locator(".notice").count() == 0, "there is nothing to excuse"


def sits_through_a_break(evening: Evening) -> None:
    room, page = evening.room, evening.page
    # Breaks go by the wall: the clock is put to just before the minute.
    due = evening.state().clock.break_due
    assert due is not None
    room.put_forward(due - room.now - 500)
    room.let_fold(table_id(EVENING, evening.own_table(evening.state())))
    evening.resume()
    expect(page.locator(".log")).to_contain_text(re.compile(r"The tournament goes on\. *MTT-45"))
    # The minute has come, and other tables still play.
    evening.plays(".line:has-text('the break begins when all tables are done')")
    expect(evening.line).to_contain_text("MTT-47b")
    room.let_fold(None)
    evening.plays(".onfelt:has-text('Break')")
    expect(evening.line).to_contain_text("Break until")
    expect(evening.line).to_contain_text("MTT-47a")
    evening.looks()
    stacks = page.locator(".seat .stack").all_inner_texts()
    page.reload()
    expect(page.locator(".onfelt")).to_contain_text("Break")
    assert page.locator(".seat .stack").all_inner_texts() == stacks
    put_to_the_end_of_the_pause(evening)


def put_to_the_end_of_the_pause(evening: Evening) -> None:
    pause = evening.room.until(EVENING, lambda each: each.clock.pause is not None and bool(each.clock.pause.until))
    assert pause.clock.pause is not None
    assert pause.clock.pause.until is not None
    evening.room.put_forward(Instant(pause.clock.pause.until) - evening.room.now)
    evening.page.reload()  # the page learns the room's clock anew


def takes_the_add_on(evening: Evening) -> None:
    evening.plays("[id^=addOn-].on")
    state = evening.room.until(EVENING, lambda each: each.clock.pause is not None)
    assert state.clock.pause is not None
    assert state.clock.pause.kind is PauseKind.ADD_ON
    before = cents(evening.page.locator(".hero .stack").inner_text())
    paid = evening.wallet()
    evening.buys("addOn")
    expect(evening.page.locator(".hero .stack")).to_have_text(f"{before + HUGE:,}")
    until(lambda: evening.wallet() == paid - 1000, "the add-on is not paid", (evening.player,))
    expect(evening.page.locator("[id^=addOn-].on")).to_have_count(0)
    evening.looks()
    put_to_the_end_of_the_pause(evening)


def waits_hand_for_hand(evening: Evening) -> None:
    room = evening.room

    def begun() -> bool:
        if evening.player.is_asked:
            evening.page.keyboard.press("c")
        return evening.state().hand_for_hand

    until(begun, "tables never wait for each other", (evening.player,))
    room.let_fold(table_id(EVENING, evening.own_table(evening.state())))
    evening.plays(".onfelt:has-text('Hand for hand')")
    expect(evening.line).to_contain_text(re.compile(r"Hand for hand: \d+ left, \d+ paid\. Your table waits"))
    evening.why("MTT-43")
    evening.looks()
    room.let_fold(None)


def plays_the_final_table_to_a_prize(evening: Evening) -> None:
    page = evening.page
    evening.plays("section.table:has-text('Final table')")
    paid = evening.wallet()
    evening.plays(".result")
    evening.looks()
    prize = cents(page.locator(".result dd").first.inner_text())
    assert prize > 0
    expect(evening.line).to_contain_text("is in your wallet")
    until(lambda: evening.wallet() == paid + prize, "the prize is not in the wallet", (evening.player,))


@pytest.mark.rule("MTT-26a", proves="page")
@pytest.mark.rule("MTT-32a", proves="page")
@pytest.mark.rule("MTT-41a", proves="page")
@pytest.mark.rule("MTT-42a", proves="page")
@pytest.mark.rule("MTT-42c", proves="page")
@pytest.mark.rule("MTT-43", proves="page")
@pytest.mark.rule("MTT-44", proves="page")
@pytest.mark.rule("MTT-45", proves="page")
@pytest.mark.rule("MTT-47a", proves="page")
@pytest.mark.rule("MTT-47b", proves="page")
@pytest.mark.rule("MTT-66", proves="page")
@pytest.mark.rule("MTT-67", proves="page")
def test_an_evening_of_sixty_from_a_late_entry_to_a_prize(browser: Browser, room: NearHouse) -> None:
    announced(room)
    guest = room.let_in("Astrid")
    with guest.at(browser, room, free=True, still=True) as player:
        evening = Evening(room, guest, player)
        room.put_forward(HOUR)
        room.until(EVENING, lambda each: each.clock.level == 2)
        evening.pause()
        enters_late_and_buys_again(evening)
        is_moved_twice(evening)
        is_moved_while_away(evening)
        sits_through_a_break(evening)
        takes_the_add_on(evening)
        waits_hand_for_hand(evening)
        plays_the_final_table_to_a_prize(evening)
        room.until(EVENING, lambda each: each.status is Status.FINISHED)
