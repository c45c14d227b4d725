"""What rules of tournaments bring about, as the pages of a served room show it: amounts, refusals and parts, each with its clause."""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from fairdeal.kernel import HOUR, MINUTE, Cents, Chips, Duration, MoneyKind, Ppm, TournamentId, seconds
from fairdeal.rulebook.clause import U27
from fairdeal.tournament.director import commands as ms
from fairdeal.tournament.director.state import Status
from fairdeal.tournament.setup import AddOn, FirstPhase, LastPhase, ReBuy, TournamentSetup
from fairdeal.tournament.structure import PayoutBand, PayoutRow
from tests.browser.near import ALL_IN, Entered, NearHouse, near
from tests.browser.test_tournament_tables import SLOW, cents
from tests.browser.test_tournaments import LINE, press

STAFF = ("floor", "for the story")


@pytest.fixture(scope="module")
def room(client: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[NearHouse]:
    """A room in this process."""
    with near(tmp_path_factory.mktemp("near")) as found:
        yield found


@pytest.fixture(scope="module")
def guest(room: NearHouse) -> Entered:
    """Somebody who looks at pages."""
    return room.let_in("Oskar")


@pytest.fixture(scope="module")
def page(browser: Browser, room: NearHouse, guest: Entered) -> Iterator[Page]:
    """Their page."""
    with guest.at(browser, room) as player:
        yield player.page


def look(page: Page, room: NearHouse, tournament: str, tab: str = "players") -> None:
    """Open the page of a tournament at one of its lists."""
    page.goto(f"{room.at}/tournament/{tournament}?tab={tab}")
    expect(page.get_by_role("tabpanel")).to_be_visible()
    page.keyboard.press({"players": "1", "tables": "2", "prizes": "3", "structure": "4", "rules": "5"}[tab])


def started(room: NearHouse, tournament: TournamentId) -> None:
    """The room's clock is put to the start."""
    starts_at = room.until(tournament, lambda _: True).starts_at
    assert starts_at is not None
    room.put_forward(starts_at - room.now)
    room.until(tournament, lambda each: each.status is not Status.ANNOUNCED)


@pytest.mark.rule("MTT-31a", proves="page")
@pytest.mark.rule("MTT-31b", proves="page")
@pytest.mark.rule("MTT-39a", proves="page")
@pytest.mark.rule("MTT-60", proves="page")
def test_a_guaranteed_pool_is_paid_by_the_shown_table_which_is_final_when_registration_closes(
    page: Page, room: NearHouse
) -> None:
    setup = room.setup("Guaranteed", HOUR, guarantee=Cents(10_000), blinds=SLOW)
    tournament = room.announce(setup, "guaranteed")
    guests = [room.let_in(name, folds=True) for name in ("Peet", "Rein")]
    room.enter(tournament, guests[0])
    page.goto(f"{room.at}/lobby/tournaments")
    expect(page.locator('[data-row="guaranteed"]')).to_contain_text("100.00guarantee, 9.00 paid in")
    look(page, room, "guaranteed", "prizes")
    panel = page.get_by_role("tabpanel")
    expect(panel).to_contain_text("Provisional: 1 entries pay 1 places now.")
    expect(panel).to_contain_text("MTT-31b")
    expect(panel.locator("tbody tr").first).to_contain_text("€100.00")
    panel.get_by_role("textbox").fill("5")
    panel.get_by_role("button").last.click()
    expect(panel.locator("section")).to_contain_text("€65.00")
    expect(panel.locator("section")).to_contain_text("€35.00")
    room.enter(tournament, guests[1])
    started(room, tournament)
    expect(panel).not_to_contain_text("Provisional")
    expect(panel.locator("tbody tr").first).to_contain_text("€100.00")
    room.send(tournament, ms.Cancel(*STAFF))


@pytest.mark.rule("MTT-37", proves="page")
@pytest.mark.rule("CANC-52", proves="page")
def test_with_too_few_entries_at_the_start_it_is_off_and_everything_comes_back(
    page: Page, room: NearHouse, guest: Entered
) -> None:
    tournament = room.announce(room.setup("Too Few", HOUR, entries_min=3), "few")
    page.goto(f"{room.at}/lobby/tournaments")
    before = cents(page.locator(".wallet, .money").first.inner_text())
    room.enter(tournament, guest)
    look(page, room, "few", "rules")
    expect(page.get_by_role("tabpanel")).to_contain_text("MTT-37")
    started(room, tournament)
    expect(page.locator(".notice")).to_contain_text("Too Few is cancelled")
    own = page.locator(".own")
    expect(own).to_contain_text("What you got, part by part")
    expect(own.locator(".parts")).to_contain_text("CANC-52")
    expect(own.locator("dd.sum").last).to_have_text("€10.00")
    expect(page.locator(".wallet, .money").first).to_contain_text(f"{before / 100:,.2f}")


@pytest.mark.rule("MTT-47d", proves="page")
@pytest.mark.rule("MTT-34a", proves="page")
@pytest.mark.rule("MTT-67", proves="page")
def test_structure_times_and_sales_stand_on_the_page_with_their_numbers(page: Page, room: NearHouse) -> None:
    setup = room.setup("All Told", HOUR, blinds=SLOW)
    re_buy = ReBuy(price=setup.price, chips=Chips(5000), until_level=1, times=2)
    add_on = AddOn(price=setup.price, chips=Chips(7000), after_level=1)
    told = replace(setup, re_buy=re_buy, add_on=add_on, unregister_before=None)
    room.announce(told, "told")
    look(page, room, "told", "structure")
    panel = page.get_by_role("tabpanel")
    for words in ("10 / 20", "15 / 30", "5,000", "7,000", "MTT-66", "MTT-67", "MTT-47d"):
        expect(panel).to_contain_text(words)
    expect(panel).to_contain_text(re.compile(r"\b55\b"))
    press_on = page.get_by_role("button", name=re.compile("^Register")).first
    expect(page.locator(".guard")).to_have_count(0)
    press_on.click()
    expect(page.get_by_role("dialog")).to_contain_text("MTT-34a")
    page.keyboard.press("Escape")


@pytest.mark.rule("MTT-32c", proves="page")
@pytest.mark.rule("MTT-68", proves="page")
@pytest.mark.rule("MTT-70", proves="page")
def test_who_is_out_may_enter_again_where_it_is_offered_and_bounties_are_paid_at_once(
    browser: Browser, room: NearHouse
) -> None:
    guests = [room.let_in(name, folds=True) for name in ("Sulev", "Tiit", "Urve", "Vello")]
    vips = tuple((each.player, Cents(700)) for each in guests)
    changes: dict[str, Any] = {"stack": Chips(100), "blinds": ALL_IN, "re_entries": 1, "late_levels": 1}
    setup = room.setup("Heads", HOUR, bounty=Cents(300), vips=vips, pause=seconds(60), **changes)
    tournament = room.announce(setup, "heads")
    room.enter(tournament, *guests)
    started(room, tournament)
    state = room.until(tournament, lambda each: each.remaining == 3)
    out = next(each for each in guests if not state.entrants[each.player].playing)
    winner = next(each for each in guests if state.entrants[each.player].bounties)
    with winner.at(browser, room) as other:
        other.page.goto(f"{room.at}/tournament/heads")
        own = other.page.locator(".own")
        expect(own).to_contain_text("MTT-68")
        expect(own).to_contain_text("€3.00")
        other.page.keyboard.press("3")
        expect(other.page.get_by_role("tabpanel")).to_contain_text("MTT-70")
        expect(other.page.get_by_role("tabpanel")).to_contain_text("€7.00")
    with out.at(browser, room) as one:
        one.page.goto(f"{room.at}/tournament/heads")
        expect(one.page.locator(".own")).to_contain_text("You may enter again until")
        expect(one.page.locator(".own")).to_contain_text("MTT-32c")
        one.page.goto(f"{room.at}/lobby/tournaments")
        press(one.page, "heads", "Re-enter")
        one.page.get_by_role("button", name=re.compile("^Register for")).click()
        expect(one.page.locator(LINE)).to_contain_text("Registered for Heads: €10.00 taken.")
        assert room.until(tournament, lambda each: each.remaining == 4).entries == 5
    room.send(tournament, ms.Cancel(*STAFF))


@pytest.mark.rule("MTT-40", proves="page")
@pytest.mark.rule("MTT-48e", proves="page")
@pytest.mark.rule("MTT-69", proves="page")
def test_who_sits_out_pays_blinds_and_folds_and_is_told_so(page: Page, room: NearHouse, guest: Entered) -> None:
    other = room.let_in("Uku", folds=True)
    setup = room.setup("Sit Out", HOUR, stack=Chips(1500), blinds=SLOW, bounty=Cents(300), progressive=True)
    tournament = room.announce(setup, "away")
    room.enter(tournament, guest, other)
    page.goto(f"{room.at}/rules")
    started(room, tournament)
    page.goto(f"{room.at}/table/away%2F0")
    page.get_by_text("Sit out, blinds go on").first.click()
    expect(page.locator(".wait")).to_contain_text("You are sitting out: blinds are posted and your hands are folded.")
    # Blinds go on: chips are lost without a hand being played.
    room.until(tournament, lambda each: each.floor.tables[0].hands >= 3)
    expect(page.locator(".log")).to_contain_text(re.compile(rf"{guest.name} posts the (small|big) blind"))
    expect(page.locator(".log")).to_contain_text(re.compile(rf"{guest.name} is sitting out and folds\. *MTT-40"))
    look(page, room, "away", "rules")
    expect(page.locator(".own")).to_contain_text("You are sitting out")
    expect(page.locator(".own")).to_contain_text("MTT-40")
    expect(page.locator(".own")).to_contain_text("€3.00")  # on one's own head
    expect(page.get_by_role("tabpanel")).to_contain_text("MTT-69")
    room.send(tournament, ms.Cancel(*STAFF))


@pytest.mark.rule("MTT-71a", proves="page")
@pytest.mark.rule("MTT-71b", proves="page")
def test_a_phase_names_where_it_leads_and_nobody_enters_the_last_one_directly(page: Page, room: NearHouse) -> None:
    setup = room.setup("Day Two", Duration(3 * HOUR))
    free = replace(setup.price, label=Cents(0), pool=Cents(0), fee=Cents(0))
    last = replace(setup, price=free, phase=LastPhase((TournamentId("day-1"),)))
    room.announce(last, "day-2")
    first = replace(room.setup("Day One", HOUR), phase=FirstPhase(1, TournamentId("day-2")))
    room.announce(first, "day-1")
    look(page, room, "day-1", "rules")
    expect(page.get_by_role("tabpanel")).to_contain_text("Day Two")
    expect(page.get_by_role("tabpanel")).to_contain_text("MTT-71a")
    page.goto(f"{room.at}/lobby/tournaments")
    press(page, "day-2", "Register")
    page.get_by_role("dialog").get_by_role("button", name="Register", exact=False).last.click()
    expect(page.locator(LINE)).to_contain_text("MTT-71b")
    for each in ("day-1", "day-2"):
        room.send(TournamentId(each), ms.Cancel(*STAFF))


# ---- what a cancellation pays, by how far it had come


def running_with(room: NearHouse, guest: Entered, name: str, others: int, **changes: Any) -> TournamentId:
    """A tournament in which the guest plays with so many others, paused by the house."""
    setup: TournamentSetup = room.setup(name, HOUR, blinds=SLOW, **changes)
    tournament = room.announce(setup, name.lower().replace(" ", "-"))
    room.enter(tournament, guest, *(room.let_in(f"{name[:4]}{number}x", folds=True) for number in range(others)))
    started(room, tournament)
    room.send(tournament, ms.HaltPlay(*STAFF))
    room.put_forward(MINUTE)  # the guest is not at the table, and nobody waits for the clock
    return tournament


def take_out(room: NearHouse, guest: Entered, tournament: TournamentId, count: int) -> None:
    """The house takes out so many others."""
    state = room.until(tournament, lambda each: each.floor.busy == 0)
    for player in [each for each in state.entrants if each != guest.player][:count]:
        room.send(tournament, ms.Disqualify(player, *STAFF))


def paid_in_parts(page: Page, room: NearHouse, tournament: TournamentId, *rules: str) -> str:
    """Cancel, and look at what the guest got."""
    room.send(tournament, ms.Cancel(*STAFF))
    page.goto(f"{room.at}/tournament/{tournament}")
    own = page.locator(".own")
    expect(own).to_contain_text("What you got, part by part")
    for rule in rules:
        expect(own).to_contain_text(rule)
    return own.locator("dd.sum").last.inner_text()


@pytest.mark.rule("CANC-54b", proves="page")
def test_cancelled_in_the_money_everybody_left_gets_a_prize_at_least(
    page: Page, room: NearHouse, guest: Entered
) -> None:
    ten = PayoutRow(12, (PayoutBand(1, Ppm(190_000)), PayoutBand(9, Ppm(90_000))))
    paid = (PayoutRow(2, (PayoutBand(1, Ppm(1_000_000)),)), ten)
    tournament = running_with(room, guest, "Money", 11, seats=6, payouts=paid)
    take_out(room, guest, tournament, 2)
    assert room.until(tournament, lambda _: True).floor.count == 2
    got = paid_in_parts(page, room, tournament, "CANC-54b", "€9.72")
    assert cents(got) >= 972  # the least prize of twelve entries


@pytest.mark.rule("CANC-54c", proves="page")
def test_cancelled_at_the_final_table_prizes_are_shared_by_what_the_chips_are_worth(
    page: Page, room: NearHouse, guest: Entered
) -> None:
    halves = (PayoutRow(2, (PayoutBand(1, Ppm(600_000)), PayoutBand(1, Ppm(400_000)))),)
    tournament = running_with(room, guest, "Final", 2, payouts=halves)
    take_out(room, guest, tournament, 1)
    got = paid_in_parts(page, room, tournament, "CANC-54c")
    assert 1080 <= cents(got) <= 1620  # between the second prize and the first


@pytest.mark.rule("CANC-56", proves="page")
def test_cancelled_with_bounties_everybody_left_gets_the_own_head(page: Page, room: NearHouse, guest: Entered) -> None:
    tournament = running_with(room, guest, "Bounties", 6, seats=4, bounty=Cents(300))
    paid_in_parts(page, room, tournament, "CANC-56", "€3.00")


@pytest.mark.rule("CANC-53c", proves="page")
def test_a_cancelled_freeroll_pays_what_was_added_to_those_left(page: Page, room: NearHouse, guest: Entered) -> None:
    price = room.setup("Freeroll", HOUR).price
    free = replace(price, label=Cents(0), pool=Cents(0), fee=Cents(0))
    tournament = running_with(room, guest, "Freeroll", 6, seats=4, price=free, added=Cents(5000))
    paid_in_parts(page, room, tournament, "CANC-53c")


# ---- HexaPro, in the lobby that shows its whole rule


@pytest.mark.rule("HEXA-01", proves="page")
@pytest.mark.rule("HEXA-02", proves="page")
@pytest.mark.rule("HEXA-05", proves="page")
@pytest.mark.rule("HEXA-06", proves="page")
@pytest.mark.rule("HEXA-10", proves="page")
def test_the_lobby_of_hexapro_shows_every_buy_in_pool_split_and_chance(page: Page, room: NearHouse) -> None:
    shows_its_rules(page, room, "hexapro")


@pytest.mark.rule("HEXT-01", proves="page")
@pytest.mark.rule("HEXT-02", proves="page")
@pytest.mark.rule("HEXT-03", proves="page")
@pytest.mark.rule("HEXT-04", proves="page")
@pytest.mark.rule("HEXT-05", proves="page")
@pytest.mark.rule("HEXT-06", proves="page")
@pytest.mark.rule("HEXT-07", proves="page")
@pytest.mark.rule("HEXT-09", proves="page")
def test_the_lobby_of_hexapro_extreme_shows_every_buy_in_pool_split_and_chance(page: Page, room: NearHouse) -> None:
    shows_its_rules(page, room, "extreme")


def shows_its_rules(page: Page, room: NearHouse, product: str) -> None:
    """Every row of the rulebook's tables, as the room plays by them, is on the page."""
    lobbies = room.opened.house.room.tournaments.house.lobbies
    rules = [
        each.rules
        for each in lobbies.values()
        if (each.rules.product, each.rules.edition, each.rules.money) == (product, U27, MoneyKind.TEST)
    ]
    page.goto(f"{room.at}/lobby/hexapro")
    if product == "extreme":
        page.get_by_text("HexaPro Extreme", exact=True).first.click()
    for each in rules:
        expect(page.get_by_role("button", name=f"Play €{each.buy_in.value / 100:.2f}", exact=True)).to_be_visible()
    least = min(rules, key=lambda each: each.buy_in.value)
    odds = page.locator(".odds")
    rows = odds.locator("tbody tr")
    expect(rows).to_have_count(len(least.plans))
    shown = {row.split("\t")[0]: row for row in rows.all_inner_texts()}
    for plan in least.plans:
        row = shown[f"{plan.multiplier / 100:g}x"]
        slot = least.wheel.slot_of(plan.multiplier)
        for told in (
            f"€{plan.pool.value / 100:,.2f}",
            " · ".join(f"{prize / 100:,.2f}" for prize in plan.prizes.value),
            f"{plan.level_time.value / 60_000:g} min",
            f"{slot.chances:,}",
        ):
            assert told in row, (told, row)
        if product == "extreme":
            assert f"{plan.stack.value:,}" in row
    expect(odds).to_contain_text("6.853")
    for number in ("05", "06"):
        expect(odds).to_contain_text(f"{'HEXT' if product == 'extreme' else 'HEXA'}-{number}")
