"""Rules of tournaments that are seen at the tables: button and blinds, raises, time, who is out in which place, who moves where."""

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, Page, expect

from fairdeal.kernel import HOUR, MINUTE, Chips, Duration, PlayerId, Ppm, TournamentId, seconds
from fairdeal.tournament.dealer.hands import in_order_of_play
from fairdeal.tournament.director import commands as ms
from fairdeal.tournament.director.state import Status, Tournament
from fairdeal.tournament.orders import PlayHand
from fairdeal.tournament.setup import ReBuy
from fairdeal.tournament.structure import BlindStructure, Level, PayoutBand, PayoutRow
from tests.browser.laid_room import LaidRoom, Opponent, laid_room
from tests.browser.near import ALL_IN, Entered
from tests.browser.people import Player, until
from tests.browser.test_tournament_tables import SLOW

STAFF: Final = ("floor", "for the story")
PAUSE: Final = seconds(60)
"""Between hands: as long as a test needs to look, since the clock is put forward when it has."""
THEN_ALL_IN: Final = BlindStructure(
    (Level(Chips(10), Chips(20)), Level(Chips(50_000), Chips(100_000), Chips(100_000))), seconds(45)
)
"""From the second level on every stack is in by its ante."""

TWO_PAID: Final = (PayoutRow(2, (PayoutBand(1, Ppm(600_000)), PayoutBand(1, Ppm(400_000)))),)


@pytest.fixture(scope="module")
def room(client: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[LaidRoom]:
    """A room whose cards the tests lay."""
    with laid_room(tmp_path_factory.mktemp("laid")) as found:
        yield found


class Story:
    """One tournament, and the one who plays it in a browser."""

    def __init__(self, room: LaidRoom, name: str, hero: Entered, player: Player, **changes: Any) -> None:
        self.room = room
        self.hero = hero
        self.player = player
        self.page: Page = player.page
        self.id = TournamentId(name.lower().replace(" ", "-"))
        changes = {"stack": Chips(1500), "blinds": SLOW, "pause": PAUSE, "opening": PAUSE} | changes
        room.announce(room.setup(name, HOUR, **changes), self.id)

    def start(self, *others: Entered) -> None:
        """Everybody enters, the clock is put to the start, and the page shows the table."""
        room = self.room
        room.enter(self.id, self.hero, *others)
        starts_at = self.state().starts_at
        assert starts_at is not None
        self.page.goto(f"{room.at}/rules")
        room.put_forward(starts_at - room.now)
        table = room.until(self.id, lambda each: each.status is Status.RUNNING).entrants[self.hero.player].table
        self.page.goto(f"{room.at}/table/{self.id}%2F{table}")
        expect(self.page.locator("section.table")).to_be_visible()

    def state(self) -> Tournament:
        """The tournament as it is."""
        return self.room.until(self.id, lambda _: True)

    def deal(self, order: PlayHand) -> None:
        """The clock is put to the deal of an ordered hand."""
        self.room.put_forward(order.deals_from - self.room.now)

    def halted(self) -> None:
        """The house pauses play: what was ordered is finished, and nothing more is dealt."""
        self.room.send(self.id, ms.HaltPlay(*STAFF))

    def without(self, *players: PlayerId) -> None:
        """While play is paused the house takes players out, then it goes on."""
        self.room.until(self.id, lambda each: each.floor.busy == 0)
        for player in players:
            self.room.send(self.id, ms.Disqualify(player, *STAFF))
        self.room.send(self.id, ms.ResumePlay(*STAFF))

    def over(self) -> None:
        """Nothing of it is in the way of the next story."""
        self.room.send(self.id, ms.Cancel(*STAFF))

    # ---- the page

    def has_button(self, name: str) -> None:
        """The button lies before somebody."""
        expect(self.page.locator(".dealer")).to_have_attribute("aria-label", f"Dealer button, {name}")

    def logs(self, *lines: str | re.Pattern[str]) -> None:
        """The log tells these."""
        for line in lines:
            expect(self.page.locator(".log")).to_contain_text(line)

    def hand(self, number: int) -> str:
        """What the log tells of one hand, once it is dealt."""
        until(lambda: self.player.hand_number == number, f"hand {number} is not on the page", (self.player,))
        return self.player.log.rpartition(f"Hand {number}")[2]

    def next_hand(self) -> PlayHand:
        """The hand after the one on the page, dealt."""
        order = self.room.ordered(self.id, self.player.hand_number + 1)
        self.deal(order)
        self.hand(order.number)
        return order


class Table(Story):
    """A story with one table, whose others act as the test says."""

    def gather(self, *others: Opponent) -> None:
        """Start with these at the table."""
        self.others = {each.player: each for each in others}
        self.start(*(each.entered for each in others))
        for each in others:
            each.sits_at(f"{self.id}/0")

    def name(self, order: PlayHand, seat: int | None) -> str:
        """Who sits there."""
        player = next(place.player for place in order.places if place.seat == seat)
        return self.hero.name if player == self.hero.player else self.others[player].name

    def folded_round(self, order: PlayHand) -> None:
        """Everybody folds to the big blind."""
        places = in_order_of_play(order)
        last = next(index for index, place in enumerate(places) if place.seat == order.big_blind)
        for place in (*places[last + 1 :], *places[:last]):
            if place.player == self.hero.player:
                self.player.press_until("fold", lambda: not self.player.is_asked)
            else:
                self.others[place.player].acts("fold")


@pytest.mark.rule("MTT-29", proves="page")
@pytest.mark.rule("MTT-46a", proves="page")
@pytest.mark.rule("MTT-46b", proves="page")
@pytest.mark.rule("MTT-30", proves="page")
@pytest.mark.rule("MTT-48b", proves="page")
@pytest.mark.rule("MTT-48c", proves="page")
@pytest.mark.rule("MTT-48d", proves="page")
def test_button_blinds_raises_and_time_from_the_first_hand_to_a_duel(browser: Browser, room: LaidRoom) -> None:
    hero = room.let_in("Aino")
    with hero.at(browser, room) as player:
        story = Table(room, "Buttons", hero, player, seats=6)
        others = [Opponent(room, name) for name in ("Bruno", "Carla", "Dmitri")]
        story.gather(*others)
        after_the_big_blind_went_out(story)
        rival = in_a_duel(story)
        raises_have_no_end(story, rival)
        time_runs_out(story, rival)
        connection_is_lost(story, rival)
        story.over()


def after_the_big_blind_went_out(story: Table) -> None:
    first = story.room.ordered(story.id, 1)
    story.deal(first)
    told = story.hand(1)
    # The first button: the highest seat that is taken (MTT-29).
    story.has_button(story.name(first, max(place.seat for place in first.places)))
    assert f"{story.name(first, min(place.seat for place in first.places))} posts the small blind, 10" in told
    story.halted()
    story.folded_round(first)
    gone = next(place.player for place in first.places if place.seat == first.big_blind)
    if gone == story.hero.player:  # the hero stays for the rest of the story: another hand is played first
        story.room.until(story.id, lambda each: each.floor.busy == 0)
        story.room.send(story.id, ms.ResumePlay(*STAFF))
        first = story.room.ordered(story.id, 2)
        story.deal(first)
        story.hand(2)
        story.halted()
        story.folded_round(first)
        gone = next(place.player for place in first.places if place.seat == first.big_blind)
    story.without(gone)
    second = story.room.ordered(story.id, first.number + 1)
    # Nobody is skipped by the big blind, so nobody posts a small one, and the button goes to the last small blind.
    button = story.name(first, first.small_blind)
    story.has_button(button)
    story.logs(f"Next button: {button}; nobody posts the small blind.", "MTT-46a")
    story.deal(second)
    told = story.hand(second.number)
    places = [place.seat for place in in_order_of_play(first)]
    following = places[(places.index(first.big_blind) + 1) % len(places)]
    assert f"{story.name(first, following)} posts the big blind, 20" in told
    assert "posts the small blind" not in told


def in_a_duel(story: Table) -> Opponent:
    """Two are left: the button posts the small blind and acts first."""
    order = story.room.ordered(story.id, story.player.hand_number)
    story.halted()
    story.folded_round(order)
    left = [place.player for place in order.places if place.player != story.hero.player]
    story.without(*left[1:])
    duel = story.room.ordered(story.id, order.number + 1)
    button = story.name(duel, duel.button)
    assert duel.button == duel.small_blind
    story.has_button(button)
    story.logs(f"Next button: {button}.", "MTT-46b")
    story.deal(duel)
    told = story.hand(duel.number)
    assert f"{button} posts the small blind, 10" in told
    rival = story.others[left[0]]
    first = story.player.is_asked
    if button == story.hero.name:
        until(lambda: story.player.is_asked, "the button is not asked first", (story.player,))
    else:
        assert not first
        expect(story.page.locator(".seat.turn")).to_contain_text(rival.name)
    return rival


def raises_have_no_end(story: Table, rival: Opponent) -> None:
    """Both raise by the least in turn, seven times in one betting round, and could go on."""
    page, player = story.page, story.player
    log = page.locator(".log p", has_text="raises to")
    before = log.count()
    # The big blind is 20, and every raise adds 20 at least.
    for number in range(1, 8):
        to = 20 + 20 * number
        expect(log).to_have_count(before + number - 1)
        if player.is_asked:
            page.keyboard.press("1")
            player.press_until("raise", lambda: not player.is_asked)
        else:
            rival.acts("raise", to=to)
        expect(log).to_have_count(before + number)
        expect(log.last).to_contain_text(f"raises to {to}")


def time_runs_out(story: Table, rival: Opponent) -> None:
    """Whoever is there and does nothing folds to a bet, and checks where that is free."""
    player = story.player
    if player.is_asked:
        player.press_until("raise", lambda: not player.is_asked)
    story.room.put_forward(Duration(2 * MINUTE))
    story.logs(f"{rival.name} did not act in time and folds.", "MTT-48c")
    duel = story.next_hand()
    if story.name(duel, duel.button) == rival.name:
        rival.acts("call")
        player.press_until("call", lambda: not player.is_asked)  # the big blind checks, and again on the flop
        until(lambda: player.is_asked, "there is no flop", (player,))
    player.press_until("call", lambda: not player.is_asked)
    story.room.put_forward(Duration(2 * MINUTE))
    story.logs(f"{rival.name} did not act in time and checks.")


def connection_is_lost(story: Table, rival: Opponent) -> None:
    """At the final table there is more time to come back; whoever is gone before a hand is dealt in and posts."""
    page, player = story.page, story.player
    page.reload()  # the page learns the room's clock anew
    turn = page.locator(".seat.turn", has_text=rival.name)

    def is_rivals_turn() -> bool:
        if player.is_asked:
            player.press("call")
        return turn.count() > 0

    until(is_rivals_turn, "the other is never in turn", (player,))
    rival.go()
    story.room.put_forward(seconds(3))
    # The decision time of this rulebook, and twenty seconds more.
    story.logs(
        re.compile(rf"{rival.name} lost the connection: (2\d|30) seconds to return, then check or fold\.\s*MTT-48b")
    )
    expect(page.locator(".seat", has_text=rival.name)).to_contain_text("Reconnecting")
    checked = page.locator(".log p", has_text=f"{rival.name} did not act in time")
    count = checked.count()
    story.room.put_forward(Duration(MINUTE))
    expect(checked).to_have_count(count + 1)
    until_over(story, rival)
    order = story.next_hand()
    told = story.hand(order.number)
    blind = "small" if story.name(order, order.small_blind) == rival.name else "big"
    assert f"{rival.name} posts the {blind} blind" in told  # cards are dealt and blinds posted all the same (MTT-48d)
    expect(page.locator(".seat", has_text=rival.name)).to_contain_text("Reconnecting")
    expect(page.locator(".seat", has_text=rival.name).locator(".hand .card")).to_have_count(2)
    look = story.page
    look.goto(f"{story.room.at}/tournament/{story.id}/rules")
    for rule in ("MTT-29", "MTT-30", "MTT-46a", "MTT-46b", "MTT-48b", "MTT-48c", "MTT-48d"):
        expect(look.get_by_role("tabpanel")).to_contain_text(rule)


def until_over(story: Table, rival: Opponent) -> None:
    """The hand is checked to its end: by the player, and by the clock for the other."""
    player = story.player
    turn = story.page.locator(".seat.turn", has_text=rival.name)

    def step() -> bool:
        if player.is_asked:
            player.press("call")
        elif turn.count():
            story.room.put_forward(Duration(MINUTE))
        return "Next hand in" in story.page.locator("section.table").inner_text()

    until(step, "the hand does not end", (player,))


# ---- places


def folds_to_the_all_in(story: Table) -> PlayHand:
    """Two hands are folded to the big blind; the third, whose antes take every stack, is ordered."""
    for number in (1, 2):
        order = story.room.ordered(story.id, number)
        story.deal(order)
        story.hand(number)
        story.folded_round(order)
    return story.room.ordered(story.id, 3)


@pytest.mark.rule("MTT-41b", proves="page")
def test_of_two_out_in_one_hand_the_one_with_more_chips_at_its_start_has_the_better_place(
    browser: Browser, room: LaidRoom
) -> None:
    hero = room.let_in("Eerik")
    with hero.at(browser, room) as player:
        story = Table(room, "Two Out", hero, player, blinds=THEN_ALL_IN)
        story.gather(*(Opponent(room, name) for name in ("Feliks", "Greta")))
        third = folds_to_the_all_in(story)
        stacks = {place.player: place.stack for place in third.places}
        assert len(set(stacks.values())) == len(stacks) == 3
        most, more, least = sorted(stacks, key=lambda each: -stacks[each])
        room.wins_next(third, most)
        story.deal(third)
        room.until(story.id, lambda each: each.status is Status.FINISHED)
        names = {hero.player: f"{hero.name} (you)"} | {each.player: each.name for each in story.others.values()}
        page = story.page
        page.goto(f"{room.at}/tournament/{story.id}")
        rows = page.get_by_role("tabpanel").locator("tbody tr")
        for row, (place, who) in enumerate((("1st", most), ("2nd", more), ("3rd", least))):
            expect(rows.nth(row)).to_contain_text(f"{place} {names[who]}")
        if hero.player != most:
            expect(page.locator(".own")).to_contain_text("MTT-41b")
        page.keyboard.press("5")
        expect(page.get_by_role("tabpanel")).to_contain_text(
            re.compile(r"MTT-41b\s*Two out in one hand More chips at its start, better place\.")
        )


@pytest.mark.rule("MTT-41d", proves="page")
def test_who_goes_out_at_another_table_in_the_same_synchronised_hand_is_ranked_together(
    browser: Browser, room: LaidRoom
) -> None:
    guests = [room.let_in(name, folds=True) for name in ("Hanno", "Ilse", "Jaak", "Kadri")]
    setup = room.setup(
        "Same Hand", HOUR, seats=2, stack=Chips(1000), blinds=THEN_ALL_IN, pause=PAUSE, hand_for_hand_places=8
    )
    again = ReBuy(price=setup.price, chips=Chips(2000), until_level=1)
    tournament = room.announce(replace(setup, re_buy=again, payouts=TWO_PAID), "same-hand")
    room.enter(tournament, *guests)
    room.put_forward(HOUR)
    state = room.until(tournament, lambda each: hands_played(each) == 1)
    rich = [chair.player for _, chair in state.floor.tables[1].seated]
    for player in rich:
        room.send(tournament, ms.BuyAgain(player))
    # After the second hand the two of each table have the same again: at one 1,000 each, at the other 3,000.
    room.put_forward(PAUSE)
    state = room.until(tournament, lambda each: hands_played(each) == 2)
    orders = [room.ordered(tournament, 3, table) for table in (0, 1)]
    assert [{place.stack for place in order.places} for order in orders] == [{1000}, {3000}]
    for order in orders:  # by the place, so that it does not matter at which table is dealt first
        room.wins_next(order, in_order_of_play(order)[0].player)
    room.put_forward(PAUSE)
    state = room.until(tournament, lambda each: each.remaining == 2)
    out = {guest.player: guest for guest in guests if not state.entrants[guest.player].playing}
    third, fourth = sorted(out, key=lambda player: player not in rich)
    for player, place in ((third, "3rd"), (fourth, "4th")):
        with out[player].at(browser, room) as one:
            one.page.goto(f"{room.at}/tournament/same-hand")
            expect(one.page.locator(".own .rank")).to_contain_text(re.compile(rf"{place}\s*of 4 entries\s*MTT-41d"))
    room.send(tournament, ms.Cancel(*STAFF))


def hands_played(state: Tournament) -> int:
    """How many hands every table has played."""
    return min((table.hands - (table.order is not None) for table in state.floor.tables.values()), default=0)


@pytest.mark.rule("MTT-62", proves="page")
def test_a_freezeout_gives_everybody_the_same_and_who_has_nothing_is_out(browser: Browser, room: LaidRoom) -> None:
    guests = [room.let_in(name, folds=True) for name in ("Laur", "Mirja", "Nils", "Olga")]
    paced: dict[str, Any] = {"stack": Chips(100), "blinds": ALL_IN, "pause": PAUSE, "opening": PAUSE}
    tournament = room.announce(room.setup("Freeze", HOUR, seats=2, payouts=TWO_PAID, **paced), "freeze")
    room.enter(tournament, *guests)
    with room.let_in("Piret").at(browser, room) as watcher:
        page = watcher.page
        page.goto(f"{room.at}/tournament/freeze/rules")
        panel = page.get_by_role("tabpanel")
        expect(panel).to_contain_text(
            re.compile(
                r"MTT-62\s*Freezeout everybody starts with 100 chips; whoever has none left is out\. .*"
                r"MTT-32c\s*Re-entry not allowed: one entry a player\.|"
                r"MTT-32c\s*Re-entry not allowed: one entry a player\..*"
                r"MTT-62\s*Freezeout everybody starts with 100 chips; whoever has none left is out\."
            )
        )
        page.keyboard.press("1")
        room.put_forward(HOUR)
        rows = panel.locator("tbody tr")
        for row in range(4):
            expect(rows.nth(row)).to_contain_text(re.compile(r"1st .*\b100\b"))
        orders = [room.ordered(tournament, 1, table) for table in (0, 1)]
        for order in orders:
            room.wins_next(order, in_order_of_play(order)[0].player)
        room.put_forward(PAUSE)
        room.until(tournament, lambda each: each.remaining == 2 and each.floor.count == 1)
        for row in (0, 1):
            expect(rows.nth(row)).to_contain_text(re.compile(r"1st .*\b200\b"))
        for row in (2, 3):
            expect(rows.nth(row)).to_contain_text("out")
        page.keyboard.press("2")
        expect(panel.locator("tbody tr")).to_have_count(1)  # one table was broken: the final table
        room.play_on(tournament, lambda each: each.status is Status.FINISHED)
        page.keyboard.press("1")
        expect(rows.nth(0)).to_contain_text(re.compile(r"1st .*€21\.60"))
        expect(rows.nth(1)).to_contain_text(re.compile(r"2nd .*€14\.40"))
        expect(rows.nth(2)).to_contain_text(re.compile(r"3rd .*€0\.00"))


# ---- who moves where, and when there is no break


@pytest.mark.rule("MTT-42b", proves="page")
def test_who_is_drawn_from_the_largest_table_is_told_how_many_sat_at_both(browser: Browser, room: LaidRoom) -> None:
    hero = room.let_in("Raivo")
    with hero.at(browser, room) as player:
        story = Story(room, "Uneven", hero, player, seats=4)
        story.start(*(room.let_in(f"Uneven{number}", folds=True) for number in range(7)))
        story.halted()
        room.put_forward(PAUSE)

        def is_between_hands() -> bool:
            player.press("fold")
            return story.state().floor.busy == 0

        until(is_between_hands, "the hands do not end", (player,))
        state = story.state()
        own = state.entrants[hero.player].table
        assert own is not None
        (other,) = set(state.floor.tables) - {own}
        victims = [chair.player for _, chair in state.floor.tables[other].seated][:2]
        place = [chair.player for _, chair in state.floor.tables[own].seated].index(hero.player)
        room.send(story.id, ms.Disqualify(victims[0], *STAFF))
        room.draws_lot(place, 4)
        room.send(story.id, ms.Disqualify(victims[1], *STAFF))
        line = story.page.locator(".line").first
        expect(line).to_contain_text(f"You were moved from table {own + 1} (4 players) to table {other + 1} (2).")
        story.page.keyboard.press("w")
        expect(story.page.locator(".pop")).to_contain_text("MTT-42b")
        expect(story.page).to_have_url(re.compile(rf"/table/uneven%2F{other}$"))
        story.page.goto(f"{room.at}/tournament/{story.id}/tables")
        rows = story.page.get_by_role("tabpanel").locator("tbody tr")
        expect(rows).to_have_count(2)
        for row in (0, 1):
            expect(rows.nth(row)).to_contain_text("3 of 4")
        expect(rows.filter(has_text="(yours)")).to_contain_text(f"Table {other + 1} (yours)")
        expect(story.page.get_by_role("tabpanel")).to_contain_text(
            "a player drawn from a fullest table moves to a shortest one"
        )
        story.over()


@pytest.mark.rule("MTT-47c", proves="page")
def test_while_the_first_level_lasts_the_minute_of_the_break_passes_without_one(
    browser: Browser, room: LaidRoom
) -> None:
    long = BlindStructure(SLOW.levels, Duration(3 * HOUR))
    guests = [room.let_in(name, folds=True) for name in ("Siiri", "Toivo")]
    tournament = room.announce(room.setup("No Break", HOUR, stack=Chips(50_000), blinds=long), "no-break")
    room.enter(tournament, *guests)
    room.put_forward(HOUR)
    due = room.until(tournament, lambda each: each.clock.break_due is not None).clock.break_due
    assert due is not None
    with room.let_in("Ursula").at(browser, room) as watcher:
        page = watcher.page
        page.goto(f"{room.at}/tournament/no-break/structure")
        expect(page.get_by_role("tabpanel")).to_contain_text("There is no break while the first level lasts. MTT-47c")
        room.put_forward(due - room.now)
        after = room.until(tournament, lambda each: each.clock.break_due != due).clock
        assert (after.pause, after.break_due) == (None, due + HOUR)
        hands = room.until(tournament, lambda _: True).floor.tables[0].hands
        room.until(tournament, lambda each: each.floor.tables[0].hands > hands + 1)  # play goes on
        page.reload()
        expect(page.get_by_role("tabpanel")).to_contain_text("MTT-47c")
        expect(page.locator("main")).not_to_contain_text("Break until")
        next_break = datetime.fromtimestamp((due + HOUR) / 1000, UTC)
        expect(page.locator("main")).to_contain_text(f"{next_break:%H:%M}")
    room.send(tournament, ms.Cancel(*STAFF))
