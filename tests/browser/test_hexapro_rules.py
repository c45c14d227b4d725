"""Games of HexaPro in the browser: stacks, time, who is away, what is paid and kept, a cancelled game, the levels of Extreme."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import partial
from typing import Final

import pytest
from playwright.sync_api import Browser, Page, expect

from fairdeal.hexapro.rules import HexaRules
from fairdeal.kernel import DAY, MINUTE, Duration, TournamentId, seconds
from fairdeal.tournament.director import commands as ms
from fairdeal.tournament.director.state import Tournament
from fairdeal.tournament.orders import PlayHand
from tests.browser.laid_room import LaidRoom, Opponent, laid_room
from tests.browser.people import Player, until
from tests.browser.test_tournament_tables import cents

THREEFOLD: Final = 300
HUNDREDFOLD: Final = 10_000
STAFF: Final = ("floor", "for the story")


@pytest.fixture(scope="module")
def room(client: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[LaidRoom]:
    """A room whose cards and draws the tests lay."""
    with laid_room(tmp_path_factory.mktemp("hexapro")) as found:
        yield found


class Game:
    """One game of three: one of them has a browser, the others do as the test says."""

    def __init__(self, room: LaidRoom, player: Player, rules: HexaRules, others: list[Opponent]) -> None:
        self.room = room
        self.player = player
        self.page: Page = player.page
        self.rules = rules
        self.others = others
        self.id = TournamentId("")

    def play(self, multiplier: int) -> None:
        """The page registers by its button, the two others have done so; the number that is drawn is laid."""
        room, page = self.room, self.page
        room.draws_next(self.rules, multiplier)
        room.enter_game(self.rules, *(each.entered for each in self.others))
        page.goto(f"{room.at}/lobby/hexapro")
        page.get_by_role("button", name=f"Play €{self.rules.buy_in.value / 100:.2f}", exact=True).click()
        page.get_by_role("button", name="Register for 1 game").click()
        self.id = room.game(self.rules)
        for each in self.others:
            each.sits_at(f"{self.id}/0")
        expect(page.locator("section.table")).to_be_visible()

    def deal(self, number: int) -> PlayHand:
        """The clock is put to the deal of a hand, and the page shows it."""
        order = self.room.ordered(self.id, number)
        self.room.put_forward(order.deals_from - self.room.now)
        until(lambda: self.player.hand_number == number, f"hand {number} is not dealt", (self.player,))
        return order

    def told(self, number: int) -> str:
        """What the log tells of a hand."""
        return self.player.log.rpartition(f"Hand {number}")[2]

    def step(self, active: Opponent) -> None:
        """Whoever is in turn of the player and one other checks or calls."""
        if self.player.is_asked:
            self.player.press("call")
        elif self.turn_of(active):
            active.passes()

    def turn_of(self, other: Opponent) -> bool:
        """Whether the page shows that it is somebody's turn."""
        return self.page.locator(".seat.turn", has_text=other.name).count() > 0

    def over(self, number: int) -> bool:
        """Whether a hand has ended."""
        return bool(re.search(r"\bwins? [\d,]+", self.told(number)))

    def finish(self, number: int, active: Opponent) -> None:
        """The player and one other check and call to the end of a hand."""

        def step() -> bool:
            self.step(active)
            return self.over(number)

        until(step, "the hand does not end", (self.player,))

    def beats_all(self, number: int) -> None:
        """Everything goes in before the flop, and the player wins."""
        order = self.room.ordered(self.id, number)
        others = {each.player for each in self.others}
        hero = next(place.player for place in order.places if place.player not in others)
        self.room.wins_next(order, hero)
        self.deal(number)
        page, player = self.page, self.player

        def step() -> bool:
            if page.locator("button.act.raise").is_visible():
                page.keyboard.press("5")
                page.keyboard.press("r")
            elif player.is_asked:
                player.press("call")
            for each in self.others:
                if self.turn_of(each):
                    each.passes()
            return self.over(number) or page.locator(".result").is_visible()

        until(step, "the hand does not end", (player,))


@pytest.mark.rule("HEXA-07", proves="page")
@pytest.mark.rule("HEXA-08", proves="page")
@pytest.mark.rule("HEXA-13", proves="page")
@pytest.mark.rule("HEXA-15", proves="page")
@pytest.mark.rule("HEXA-16", proves="page")
@pytest.mark.rule("HEXA-17", proves="page")
@pytest.mark.rule("HEXA-18", proves="page")
def test_a_game_with_somebody_who_is_away_from_the_first_chips_to_the_prize(browser: Browser, room: LaidRoom) -> None:
    axel, britt = others = [Opponent(room, name) for name in ("Axel", "Britt")]
    with room.let_in("Cecil").at(browser, room, still=True) as player:
        game = Game(room, player, room.lobby("hexapro", 100), others)
        game.play(THREEFOLD)
        page = game.page
        # Five hundred each before the first hand, fifteen hundred in play; ten seconds of bank at less than 25x.
        expect(page.locator(".seat .stack, .hero .stack")).to_have_text(["500", "500", "500"])
        expect(page.locator("section.table")).to_contain_text("Time bank 10 s")
        loses_the_connection(game, axel, britt)
        last = is_away(game, axel, britt)
        history_says_until_when_it_is_decided(game)
        axel.comes_back(f"{game.id}/0")
        plays_to_the_prize(game, last)


def loses_the_connection(game: Game, gone: Opponent, other: Opponent) -> None:
    """In turn: decision time and twenty seconds more, then the room acts, and the player sits out."""
    game.deal(1)

    def is_turn() -> bool:
        game.step(other)
        return game.turn_of(gone)

    until(is_turn, "it is never the other's turn", (game.player,))
    game.page.reload()  # the page learns the room's clock anew
    expect(game.page.locator(".seat.turn")).to_contain_text(gone.name)
    gone.go()
    game.room.put_forward(seconds(3))
    log = game.page.locator(".log")
    # Ten seconds to decide and twenty more, less what has passed of them: without the twenty it could be ten at most.
    expect(log).to_contain_text(
        re.compile(rf"{gone.name} lost the connection: (2\d|30) seconds to return, then check or fold\.\s*HEXA-15")
    )
    game.room.put_forward(Duration(MINUTE))
    expect(log).to_contain_text(re.compile(rf"{gone.name} did not act in time and (checks|folds)\."))


def is_away(game: Game, gone: Opponent, other: Opponent) -> int:
    """Whoever is away is dealt in, posts, and folds in turn without being waited for; the number of the last hand."""
    game.finish(1, other)
    posted = []
    for number in (2, 3):
        game.deal(number)
        seat = game.page.locator(".seat", has_text=gone.name)
        expect(seat).to_contain_text("Sitting out")
        game.finish(number, other)
        told = game.told(number)
        folded = f"{gone.name} did not act in time and folds. HEXA-16"
        assert folded in told or f"{gone.name} posts the big blind" in told
        posted.append(f"{gone.name} posts the" in told)
    assert any(posted)  # of two hands at least one finds them in the blinds
    return 3


def history_says_until_when_it_is_decided(game: Game) -> None:
    page, room = game.page, game.room
    started = room.until(game.id, lambda each: each.started_at is not None).started_at
    assert started is not None
    page.goto(f"{room.at}/hexapro/draws")
    last = datetime.fromtimestamp((started + 90 * DAY) / 1000, UTC)
    expect(page.locator("main")).to_contain_text(
        f"A game that is not finished is decided by {last.day} {last:%B} {last.year} at the latest."
    )
    expect(page.get_by_role("link", name="HEXA-17").or_(page.get_by_role("button", name="HEXA-17"))).to_have_count(1)
    expect(page.locator("main")).to_contain_text("Winnings are credited right after the game")


def plays_to_the_prize(game: Game, last: int) -> None:
    page, room, player = game.page, game.room, game.player
    page.goto(f"{room.at}/table/{game.id}%2F0")
    expect(page.locator("section.table")).to_be_visible()
    wallet = cents(page.locator(".wallet, .money").first.inner_text())
    number = last
    while not room.until(game.id, lambda _: True).over:
        number += 1
        game.beats_all(number)
        room.until(game.id, partial(is_settled, number))
    expect(page.locator(".result")).to_contain_text("1st")
    expect(page.locator(".line").first).to_contain_text("You win the game and €3.00. It is in your wallet.")
    page.keyboard.press("w")
    expect(page.locator(".pop")).to_contain_text("HEXA-07")
    until(
        lambda: cents(page.locator(".wallet, .money").first.inner_text()) == wallet + 300,
        "the prize is not in the wallet",
        (player,),
    )
    page.goto(f"{room.at}/hexapro/draws")
    row = page.locator(".rows tbody tr").first
    for words in ("3x", "€3.00", "1st", "+€2.00"):
        expect(row).to_contain_text(words)


def is_settled(number: int, state: Tournament) -> bool:
    """Whether a hand is over and the next one ordered, or the game is over."""
    return state.over or any(table.hands > number for table in state.floor.tables.values())


@pytest.mark.rule("CANC-55", proves="page")
@pytest.mark.rule("HEXA-18", proves="page")
def test_a_cancelled_game_pays_fee_a_tenth_for_each_and_the_rest_by_icm(browser: Browser, room: LaidRoom) -> None:
    with room.let_in("Doris").at(browser, room, still=True) as player:
        game = Game(room, player, room.lobby("hexapro", 1000), [Opponent(room, name) for name in ("Edgar", "Frida")])
        game.play(HUNDREDFOLD)
        page = game.page
        expect(page.locator("section.table")).to_contain_text("Time bank 30 s")  # 25x or more
        room.send(game.id, ms.Cancel(*STAFF))
        page.goto(f"{room.at}/tournament/{game.id}")
        parts = page.locator(".own .parts")
        # €1,000.00 among three equal stacks: a hundred each, and a third of the rest.
        for part in (
            r"Fee\s*CANC-55\s*€0\.69",
            r"Part for each\s*CANC-55\s*€100\.00",
            r"By ICM\s*CANC-55\s*€233\.3[34]",
        ):
            expect(parts).to_contain_text(re.compile(part))
        expect(page.locator(".own dd.sum").last).to_have_text(re.compile(r"€334\.0[23]"))


@pytest.mark.rule("HEXT-08", proves="page")
def test_extreme_has_nineteen_levels_without_antes(browser: Browser, room: LaidRoom) -> None:
    rules = room.lobby("extreme", 100)
    others = [Opponent(room, name) for name in ("Gustav", "Heidi", "Ingmar")]
    room.enter_game(rules, *(each.entered for each in others))
    game = room.game(rules)
    with others[0].entered.at(browser, room) as player:
        player.page.goto(f"{room.at}/tournament/{game}/structure")
        panel = player.page.get_by_role("tabpanel")
        rows = panel.locator("tbody tr:not(.said)")
        expect(rows).to_have_count(19)
        blinds = (10, 15, 20, 30, 40, 50, 60, 75, 100, 125, 150, 200, 250, 300, 350, 400, 500, 600, 700)
        for place, small in enumerate(blinds):
            expect(rows.nth(place).locator("td").nth(2)).to_have_text(f"{small} / {small * 2:,}")
            expect(rows.nth(place).locator("td").nth(3)).to_have_text("none")
        player.page.keyboard.press("5")
        expect(panel).to_contain_text("HEXT-08")
    room.send(game, ms.Cancel(*STAFF))
