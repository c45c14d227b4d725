"""Turns a tournament takes, as pages tell them: entry that closes with the money, seats won late, changes, phases, cancellations."""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, Page, expect

from fairdeal.bank.fees import Price, multi_table_price
from fairdeal.kernel import HOUR, MINUTE, Cents, Chips, Duration, Ppm, Rejection, TournamentId, seconds
from fairdeal.rulebook.clause import PW, U27
from fairdeal.rulebook.loader import published_edition
from fairdeal.tournament.director import commands as ms
from fairdeal.tournament.director.state import Status
from fairdeal.tournament.setup import FirstPhase, LastPhase, Satellite
from fairdeal.tournament.structure import BlindStructure, PayoutBand, PayoutRow
from tests.browser.laid_room import LaidRoom, laid_room
from tests.browser.near import ALL_IN, Entered
from tests.browser.people import until
from tests.browser.test_tournament_hands import PAUSE, STAFF, TWO_PAID
from tests.browser.test_tournament_tables import SLOW, cents
from tests.browser.test_tournaments import LINE

PACED: Final[dict[str, Any]] = {"stack": Chips(100), "blinds": ALL_IN, "pause": PAUSE, "opening": PAUSE}
"""Whoever posts a blind is all-in, and no hand is dealt before the clock is put forward."""
THREE_PAID: Final = (
    PayoutRow(2, (PayoutBand(1, Ppm(1_000_000)),)),
    PayoutRow(3, (PayoutBand(1, Ppm(500_000)), PayoutBand(1, Ppm(300_000)), PayoutBand(1, Ppm(200_000)))),
)
SOON: Final = Duration(10 * MINUTE)
"""Until a start: not so long that a reality check is due when the clock is put there."""


@pytest.fixture(scope="module")
def room(client: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[LaidRoom]:
    """A room whose cards the tests lay."""
    with laid_room(tmp_path_factory.mktemp("turns")) as found:
        yield found


@pytest.fixture
def guest(room: LaidRoom) -> Entered:
    """Somebody who looks at pages, and has just come."""
    return room.let_in("Viktor")


@pytest.fixture
def page(browser: Browser, room: LaidRoom, guest: Entered) -> Iterator[Page]:
    """Their page."""
    with guest.at(browser, room) as player:
        yield player.page


def folders(room: LaidRoom, name: str, count: int) -> list[Entered]:
    """So many who are there and fold."""
    return [room.let_in(f"{name}{number}", folds=True) for number in range(count)]


def price_of(edition: str, label: int) -> Price:
    """What an entry of that price is divided into."""
    poker = published_edition(edition).poker
    assert poker is not None
    price = multi_table_price(poker.fees, Cents(label))
    assert not isinstance(price, Rejection)
    return price


@pytest.mark.rule("MTT-32b", proves="page")
def test_late_registration_ends_when_payouts_begin_though_its_levels_are_not_over(page: Page, room: LaidRoom) -> None:
    setup = room.setup("Early End", SOON, payouts=TWO_PAID, late_levels=4, **PACED)
    tournament = room.announce(setup, "early-end")
    room.enter(tournament, *folders(room, "Early", 3))
    room.put_forward(SOON)
    page.goto(f"{room.at}/tournament/early-end")
    press = page.get_by_role("button", name=re.compile("^Late entry")).first
    expect(page.locator(".guard")).to_have_count(0)
    press.click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_be_visible()
    # One of three is out, and two are paid: level one still runs.
    state = room.play_on(tournament, lambda each: each.remaining == 2)
    assert (state.clock.level, state.registration_open) == (1, False)
    dialog.get_by_role("button", name=re.compile("^Register for")).click()
    expect(page.locator(LINE)).to_contain_text("MTT-32b")
    expect(page.get_by_role("button", name=re.compile("^Late entry"))).to_have_count(0)
    expect(page.locator("main")).not_to_contain_text("Late registration")
    page.keyboard.press("5")
    expect(page.get_by_role("tabpanel")).to_contain_text("4 levels, or until payouts begin.")
    room.send(tournament, ms.Cancel(*STAFF))


@pytest.mark.rule("MTT-33d", proves="page")
def test_who_wins_a_satellite_while_the_target_runs_is_seated_there_at_once(
    page: Page, room: LaidRoom, guest: Entered
) -> None:
    target = room.setup("Target Runs", SOON, stack=Chips(1500), blinds=SLOW, late_levels=4)
    main = room.announce(target, "target-runs")
    room.enter(main, *folders(room, "Target", 2))
    room.put_forward(SOON)
    room.until(main, lambda each: each.status is Status.RUNNING)
    room.send(main, ms.HaltPlay(*STAFF))  # so that the deck that is laid is not dealt there
    room.until(main, lambda each: each.floor.busy == 0)
    feeder = room.setup("Late Feeder", None, seats=2, **PACED)
    seat = Satellite(target.price.total, main)
    won = replace(feeder, entries_max=2, price=price_of(U27, 700), satellite=seat, payouts=())
    tournament = room.announce(won, "late-feeder")
    room.enter(tournament, guest, *folders(room, "Feeder", 1))
    first = room.ordered(tournament, 1)
    page.goto(f"{room.at}/table/late-feeder%2F0")
    expect(page.locator(".hero")).to_contain_text("100")
    room.wins_next(first, guest.player)
    room.put_forward(PAUSE)
    entrant = room.until(main, lambda each: guest.player in each.entrants).entrants[guest.player]
    assert entrant.table is not None
    notice = page.locator(".notice")
    expect(notice).to_contain_text("Target Runs")
    expect(notice).to_contain_text("MTT-33d")
    notice.get_by_role("link", name="Go to the table").click()
    expect(page).to_have_url(re.compile("/table/target-runs%2F"))
    expect(page.locator(".wait")).to_contain_text(re.compile(r"Seat \d is yours, with 1,500\."))
    room.send(main, ms.Cancel(*STAFF))


@pytest.mark.rule("MTT-39b", proves="page")
def test_a_changed_structure_and_payout_are_told_with_what_changed_and_until_when_one_may_leave(
    page: Page, room: LaidRoom, guest: Entered
) -> None:
    setup = room.setup("Altered", HOUR)
    tournament = room.announce(setup, "altered")
    room.enter(tournament, guest)
    page.goto(f"{room.at}/settings")
    expect(page.locator("h1").first).to_be_visible()
    room.send(tournament, ms.ChangeSetup(replace(setup, blinds=SLOW, payouts=THREE_PAID), *STAFF))
    notice = page.locator(".notice")
    expect(notice).to_contain_text(
        re.compile(r"The house changed Altered: (levels and chips and the prizes|the prizes and levels and chips)\.")
    )
    expect(notice).to_contain_text("You can unregister until")
    expect(notice).to_contain_text("MTT-39b")
    notice.get_by_role("link", name="Open the tournament").click()
    expect(page.locator(".own")).to_contain_text("The house changed this tournament after you registered.")
    page.keyboard.press("4")
    expect(page.get_by_role("tabpanel")).to_contain_text("15 / 30")
    expect(page.locator(".guard")).to_have_count(0)
    page.get_by_role("button", name=re.compile("^Unregister")).first.click()
    expect(page.locator(LINE)).to_contain_text("Unregistered from Altered")


@pytest.mark.rule("MTT-71c", proves="page")
@pytest.mark.rule("MTT-71d", proves="page")
def test_of_stacks_from_two_first_phases_the_larger_is_played_on_and_the_lobby_tells_so_before(
    page: Page, room: LaidRoom, guest: Entered
) -> None:
    last = room.setup("Last Day", Duration(5 * HOUR))
    free = replace(last.price, label=Cents(0), pool=Cents(0), fee=Cents(0))
    names = (TournamentId("day-1a"), TournamentId("day-1b"))
    final = room.announce(replace(last, price=free, phase=LastPhase(names)), "last-day")
    level = BlindStructure(SLOW.levels, seconds(600))
    other = folders(room, "Phase", 1)
    for name, stack in zip(names, (12_000, 30_500), strict=True):
        setup = room.setup(name, SOON, stack=Chips(stack), blinds=level, pause=PAUSE, opening=PAUSE)
        room.announce(replace(setup, phase=FirstPhase(1, final)), name)
    page.goto(f"{room.at}/lobby/tournaments")
    expect(page.locator('[data-row="day-1a"]')).to_contain_text("Phased")
    page.goto(f"{room.at}/tournament/day-1a/structure")
    panel = page.get_by_role("tabpanel")
    expect(panel).to_contain_text("the phase ends with this level MTT-71a")
    page.keyboard.press("5")
    expect(panel).to_contain_text("stacks are carried on to Last Day.")
    expect(panel).to_contain_text(re.compile(r"MTT-71c\s*From several phases whoever survives several first phases"))
    for name in names:
        room.enter(name, guest, *other)
    room.put_forward(SOON)
    for name in names:
        room.until(name, lambda each: each.status is Status.RUNNING)
    state = room.play_on(final, lambda each: len(each.received) == 2)  # nobody waits for the one who looks at pages
    entrant = state.entrants[guest.player]
    assert 30_000 < entrant.entry.chips < 31_000  # never the sum
    reads_notices(
        page, re.compile(rf"You are in Last Day with {entrant.entry.chips:,} chips, from day-1[ab]\.\s*MTT-71c")
    )
    page.goto(f"{room.at}/tournament/last-day/rules")
    expect(page.get_by_role("tabpanel")).to_contain_text("only those play who come from day-1a and day-1b.")
    room.send(final, ms.Cancel(*STAFF))


def reads_notices(page: Page, wanted: re.Pattern[str]) -> None:
    """Understand one notice after the other, the latest first, until it is the one."""
    notice = page.locator(".notice")

    def is_read() -> bool:
        said = " ".join(notice.all_inner_texts())
        if wanted.search(said):
            return True
        if "MTT-" in said:  # its words are there
            notice.get_by_role("button", name="Understood").click()
        page.wait_for_timeout(50)
        return False

    until(is_read, f"nobody is told {wanted.pattern}")


# ---- cancelled in the money


@pytest.mark.rule("CANC-54a", proves="page")
@pytest.mark.rule("CANC-54c", proves="page")
def test_cancelled_in_the_money_who_is_left_gets_fee_and_share_and_who_was_out_keeps_the_prize(
    browser: Browser, room: LaidRoom
) -> None:
    guests = folders(room, "Purse", 4)
    tournament = room.announce(room.setup("In The Money", SOON, payouts=THREE_PAID, **PACED), "in-the-money")
    room.enter(tournament, *guests)
    room.put_forward(SOON)
    state = room.play_on(tournament, lambda each: each.remaining == 2)
    room.send(tournament, ms.Cancel(*STAFF))
    out = [each for each in guests if not state.entrants[each.player].playing]
    paid = next(each for each in out if state.place(state.entrants[each.player].finishes[-1].out) == 3)
    unpaid = next(each for each in out if each is not paid)
    left = next(each for each in guests if each not in out)
    with left.at(browser, room) as one:
        one.page.goto(f"{room.at}/tournament/in-the-money")
        own = one.page.locator(".own")
        expect(own.locator(".parts")).to_contain_text(re.compile(r"Fee\s*CANC-54a\s*€1\.00"))
        expect(own.locator(".parts")).to_contain_text("CANC-54c")
        # Of €36, €7.20 was paid for third place; the two who are left have the rest and their fees.
        assert 1080 <= cents(own.locator("dd.sum").last.inner_text()) - 100 <= 1800
    with paid.at(browser, room) as two:
        two.page.goto(f"{room.at}/tournament/in-the-money")
        expect(two.page.locator(".own")).to_contain_text("You were already out, so nothing comes back.")
        expect(two.page.locator(".own")).to_contain_text("Your prize of €7.20 for 3rd place stays yours. MTT-44")
    with unpaid.at(browser, room) as three:
        three.page.goto(f"{room.at}/tournament/in-the-money")
        expect(three.page.locator(".own")).to_contain_text("You were already out, so nothing comes back.")
        expect(three.page.locator(".own")).not_to_contain_text("stays yours")


@pytest.mark.rule("CANC-54d", proves="page")
def test_entries_that_could_be_won_in_a_cancelled_satellite_are_shared_as_money(
    page: Page, room: LaidRoom, guest: Entered
) -> None:
    target = room.setup("Far Target", Duration(9 * HOUR))
    main = room.announce(target, "far-target")
    feeder = room.setup("Lost Feeder", SOON, stack=Chips(1500), blinds=SLOW, pause=PAUSE, opening=PAUSE)
    seat = Satellite(target.price.total, main)
    won = replace(feeder, price=price_of(U27, 700), satellite=seat, payouts=())
    tournament = room.announce(won, "lost-feeder")
    others = folders(room, "Lost", 5)
    room.enter(tournament, guest, *others)
    page.goto(f"{room.at}/settings")  # whoever was never there forfeits what they paid (MTT-40)
    expect(page.locator("h1").first).to_be_visible()
    room.put_forward(SOON)
    room.until(tournament, lambda each: each.status is Status.RUNNING)
    room.send(tournament, ms.HaltPlay(*STAFF))
    room.play_on(tournament, lambda each: each.floor.busy == 0)
    for other in others[:2]:
        room.send(tournament, ms.Disqualify(other.player, *STAFF))
    room.send(tournament, ms.Cancel(*STAFF))
    page.goto(f"{room.at}/tournament/lost-feeder")
    own = page.locator(".own")
    expect(own).to_contain_text("Entries that were to be won were turned into money and shared. CANC-54d")
    expect(own.locator(".parts")).to_contain_text("CANC-54a")
    expect(own).not_to_contain_text("icket")
    assert cents(own.locator("dd.sum").last.inner_text()) > 100
    room.send(main, ms.Cancel(*STAFF))


@pytest.mark.rule("CANC-60", proves="page")
def test_where_the_rulebook_says_so_money_comes_back_before_the_start_and_a_won_ticket_does_not(
    browser: Browser, room: LaidRoom
) -> None:
    target = room.setup("Never Starts", Duration(2 * HOUR), edition=PW)
    main = room.announce(target, "never-starts")
    price = price_of(PW, 700)
    feeder = room.setup("Feeder Of It", None, edition=PW, seats=2, **PACED)
    won = replace(feeder, entries_max=2, price=price, satellite=Satellite(target.price.total, main), payouts=())
    tournament = room.announce(won, "feeder-of-it")
    payer, *players = folders(room, "Paid", 3)
    room.enter(main, payer)
    room.enter(tournament, *players)
    room.wins_next(room.ordered(tournament, 1), players[0].player)
    room.put_forward(PAUSE)
    room.until(main, lambda each: players[0].player in each.entrants)
    total = f"€{target.price.total / 100:.2f}"
    with payer.at(browser, room) as one, players[0].at(browser, room) as two:
        for player in (one, two):
            player.page.goto(f"{room.at}/tournament/never-starts")
            expect(player.page.locator(".own")).to_contain_text("You are in")
        room.send(main, ms.Cancel(*STAFF))
        expect(one.page.locator(".own")).to_contain_text("CANC-60")
        expect(one.page.locator(".own dd.sum").last).to_have_text(total)
        expect(two.page.locator(".own")).to_contain_text(f"Your ticket of {total} does not come back. CANC-60")
        expect(two.page.locator(".own dd.sum").last).to_have_text("€0.00")
