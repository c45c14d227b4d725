"""Money on hold: reviews (INT-14), investigations and seizure (INT-18, INT-36), complaints (INT-38)."""

import pytest

from fairdeal.bank.accounts import Purpose, Tender, poker_wallet, prizes, site_wallet
from fairdeal.bank.holds.commands import (
    ExtendHold,
    ForfeitHold,
    LapseHold,
    PayWinnings,
    PlaceHold,
    ReleaseHold,
)
from fairdeal.bank.holds.events import WinningsPaid, WinningsWithheld
from fairdeal.bank.holds.machine import HoldsMachine
from fairdeal.bank.holds.state import Grounds, HoldKind, Holds, Part
from fairdeal.bank.house import Desk, StaffId, zone_of
from fairdeal.kernel import (
    AccountId,
    Currency,
    Date,
    Instant,
    MoneyKind,
    PlayerId,
    RuleId,
    Timer,
    TournamentId,
    Units,
)
from fairdeal.rulebook.clause import PW, U22, U26, U27, EditionId
from tests.bank.till import Till, at, numbers, open_book, poker_of

UNIBET = (U22, U26, U27)
POKER_EDITIONS = (*UNIBET, PW)
ANN, BOB = PlayerId("ann"), StaffId("bob")
EURO = Tender(Currency.EUR, MoneyKind.REAL)
WALLET, CUP = poker_wallet(EURO, ANN), prizes(EURO, TournamentId("cup"))
HELD, SEIZED, STATE = (
    EURO.account(Purpose.HOLD, "ann/h1"),
    EURO.account(Purpose.SEIZED),
    EURO.account(Purpose.STATE_BUDGET),
)
BUCHAREST = "Europe/Bucharest"
MONDAY = at("2026-11-02 10:00", BUCHAREST)
MTT_44 = RuleId("MTT-44")
PRIZE = PayWinnings(CUP, WALLET, Units(40_0000), MTT_44)


def holds(edition: EditionId, holidays: tuple[Date, ...] = ()) -> Till[Holds]:
    """Ann's holds under an edition; she has 100 in her wallet and the cup has prizes of 90."""
    poker = poker_of(edition)
    machine = HoldsMachine(ANN, poker.integrity, zone_of(poker), holidays)
    book = open_book(
        {WALLET: 100_0000, CUP: 90_0000, site_wallet(EURO, ANN): 7_0000}, EURO.account(Purpose.OUTSIDE, "w")
    )
    return Till(machine, Holds(), "holds:ann", book)


def place(kind: HoldKind, amount: int = 60_0000, name: str = "h1") -> PlaceHold:
    return PlaceHold(name, kind, WALLET, Units(amount), BOB, "looks odd")


@pytest.mark.rule("INT-14")
@pytest.mark.parametrize("edition", UNIBET)
def test_winnings_wait_for_a_routine_review_and_come_back_when_it_is_complete(edition: EditionId) -> None:
    till = holds(edition)

    placed = till.does(place(HoldKind.REVIEW), MONDAY)
    assert (placed.rule, placed.staff, placed.why, placed.deadline) == ("INT-14", BOB, "looks odd", None)
    assert (till.balance(WALLET), till.balance(HELD)) == (40_0000, 60_0000)
    till.does(ReleaseHold("h1", BOB, "nothing found"), MONDAY)

    assert (till.balance(WALLET), till.balance(HELD)) == (100_0000, 0)
    assert till.replayed() == till.state


@pytest.mark.rule("INT-14", edition=PW)
def test_without_a_sentence_about_withholding_a_routine_review_holds_nothing() -> None:
    refusal = holds(PW).refuses(place(HoldKind.REVIEW), MONDAY)

    assert (refusal.code, refusal.rule) == ("hold_not_allowed", "INT-14")


@pytest.mark.rule("INT-14")
@pytest.mark.parametrize("edition", UNIBET)
def test_a_prize_is_credited_at_once_unless_a_review_is_open(edition: EditionId) -> None:
    """X-70; a review may open with nothing held yet."""
    till = holds(edition)

    assert till.does(PRIZE, MONDAY) == WinningsPaid(CUP, Part(WALLET, Units(40_0000)), MTT_44)
    assert till.balance(WALLET) == 140_0000
    till.does(place(HoldKind.REVIEW, 0), MONDAY)
    withheld = till.does(PRIZE, MONDAY)

    assert withheld == WinningsWithheld("h1", CUP, Part(WALLET, Units(40_0000)), RuleId("INT-14"))
    assert (till.balance(WALLET), till.balance(HELD)) == (140_0000, 40_0000)
    till.does(ReleaseHold("h1", BOB, "fine"), MONDAY)
    assert till.balance(WALLET) == 180_0000


@pytest.mark.rule("INT-38")
def test_a_complaint_holds_only_the_winnings_it_is_about() -> None:
    till = holds(PW)
    till.does(place(HoldKind.COMPLAINT), MONDAY)

    till.does(PRIZE, MONDAY)

    assert (till.balance(WALLET), till.balance(HELD)) == (80_0000, 60_0000)


@pytest.mark.rule("INT-38")
def test_a_complaint_received_on_monday_the_2nd_is_due_on_monday_the_16th() -> None:
    till = holds(PW)
    end_of_the_16th = at("2026-11-17 00:00", BUCHAREST)

    placed = till.does(place(HoldKind.COMPLAINT), MONDAY)

    assert (placed.rule, placed.deadline) == ("INT-38", end_of_the_16th)
    assert till.machine.agenda(till.state) == {Timer(end_of_the_16th, LapseHold("h1", end_of_the_16th))}


@pytest.mark.rule("INT-38")
def test_when_the_term_ends_everything_goes_home() -> None:
    till = holds(PW)
    deadline = till.does(place(HoldKind.COMPLAINT), MONDAY).deadline

    early = till.refuses(LapseHold("h1", deadline), Instant(deadline - 1))
    lapsed = till.does(LapseHold("h1", deadline), deadline)

    assert (early.code, early.rule) == ("too_early", "INT-38")
    assert (lapsed.rule, lapsed.at) == ("INT-38", deadline)
    assert (till.balance(WALLET), till.balance(HELD)) == (100_0000, 0)
    assert till.refuses(LapseHold("h1", deadline), deadline).code == "no_such_hold"


@pytest.mark.rule("INT-38")
def test_public_holidays_do_not_count() -> None:
    """30 November and 1 December 2026, a Monday and a Tuesday, are holidays in Romania."""
    till = holds(PW, (Date(2026, 11, 30), Date(2026, 12, 1)))

    deadline = till.does(place(HoldKind.COMPLAINT), at("2026-11-23 10:00", BUCHAREST)).deadline

    assert deadline == at("2026-12-10 00:00", BUCHAREST)


@pytest.mark.rule("INT-38")
def test_an_extension_needs_a_reason_and_the_old_timer_means_nothing_then() -> None:
    till = holds(PW)
    old = till.does(place(HoldKind.COMPLAINT), MONDAY).deadline

    silent = till.refuses(ExtendHold("h1", 5, BOB, " "), MONDAY)
    extended = till.does(ExtendHold("h1", 5, BOB, "the bank answers slowly"), MONDAY)
    stale = till.refuses(LapseHold("h1", old), old)

    assert (silent.code, silent.rule) == ("reason_missing", "INT-38")
    assert extended.deadline == at("2026-11-24 00:00", BUCHAREST)
    assert stale.code == "stale_timer"
    assert till.timers() == [(extended.deadline, LapseHold("h1", extended.deadline))]
    assert till.balance(HELD) == 60_0000


@pytest.mark.parametrize("edition", UNIBET)
def test_where_management_decides_disputes_a_complaint_holds_nothing(edition: EditionId) -> None:
    refusal = holds(edition).refuses(place(HoldKind.COMPLAINT), MONDAY)

    assert (refusal.code, refusal.rule) == ("hold_not_allowed", "CANC-58")


@pytest.mark.rule("INT-18")
@pytest.mark.parametrize(
    ("edition", "goes_to", "other", "rule"),
    [
        (U22, SEIZED, STATE, "INT-18"),
        (U26, SEIZED, STATE, "INT-18"),
        (U27, SEIZED, STATE, "INT-18"),
        (PW, STATE, SEIZED, "INT-36"),
    ],
)
def test_funds_of_a_fraud_are_frozen_and_then_seized(
    edition: EditionId, goes_to: AccountId, other: AccountId, rule: str
) -> None:
    till = holds(edition)

    frozen = till.does(place(HoldKind.INVESTIGATION), MONDAY)
    taken = till.does(ForfeitHold("h1", Grounds.FRAUD, BOB, "stolen card"), MONDAY)

    assert frozen.rule == rule
    assert (taken.power, taken.rule, taken.staff, taken.why) == ("INT-18", rule, BOB, "stolen card")
    assert (till.balance(goes_to), till.balance(other), till.balance(HELD)) == (60_0000, 0, 0)
    assert till.balance(WALLET) == 40_0000


@pytest.mark.rule("INT-36")
def test_forfeited_money_goes_to_the_state_budget_and_the_rest_home() -> None:
    till = holds(PW)
    till.does(place(HoldKind.INVESTIGATION), MONDAY)

    till.does(ForfeitHold("h1", Grounds.FRAUD, BOB, "the first two hands", WALLET, Units(25_0000)), MONDAY)
    assert till.state.find("h1").parts == (Part(WALLET, Units(35_0000)),)  # type: ignore[union-attr]
    till.does(ReleaseHold("h1", BOB, "the others were fine"), MONDAY)

    assert (till.balance(STATE), till.balance(WALLET), till.balance(HELD)) == (25_0000, 75_0000, 0)
    assert till.posted[1].reason == "forfeiture"


@pytest.mark.rule("INT-12", edition=PW)
def test_soft_play_costs_an_account_but_no_funds() -> None:
    till = holds(PW)
    till.does(place(HoldKind.INVESTIGATION), MONDAY)

    refusal = till.refuses(ForfeitHold("h1", Grounds.UNETHICAL_PLAY, BOB, "soft play"), MONDAY)

    assert (refusal.code, refusal.rule) == ("forfeiture_not_allowed", "INT-12")


@pytest.mark.rule("INT-12")
@pytest.mark.parametrize("edition", UNIBET)
def test_soft_play_may_cost_the_funds_where_the_edition_says_so(edition: EditionId) -> None:
    till = holds(edition)
    till.does(place(HoldKind.INVESTIGATION), MONDAY)

    taken = till.does(ForfeitHold("h1", Grounds.UNETHICAL_PLAY, BOB, "chip dumping"), MONDAY)

    assert (taken.power, till.balance(SEIZED)) == ("INT-12", 60_0000)


def test_parts_are_released_to_where_they_came_from() -> None:
    till = holds(U27)
    till.does(place(HoldKind.REVIEW), MONDAY)
    till.does(PayWinnings(CUP, site_wallet(EURO, ANN), Units(5_0000), MTT_44), MONDAY)

    unnamed = till.refuses(ReleaseHold("h1", BOB, "half", amount=Units(1_0000)), MONDAY)
    till.does(ReleaseHold("h1", BOB, "half", WALLET, Units(30_0000)), MONDAY)

    assert unnamed.code == "destination_missing"
    assert (till.balance(WALLET), till.balance(HELD)) == (70_0000, 35_0000)
    till.does(ReleaseHold("h1", BOB, "the rest"), MONDAY)
    assert (till.balance(WALLET), till.balance(site_wallet(EURO, ANN))) == (100_0000, 12_0000)


def test_a_review_stays_open_until_it_is_ended_and_a_complaint_ends_with_its_money() -> None:
    review, complaint = holds(U27), holds(PW)
    review.does(place(HoldKind.REVIEW), MONDAY)
    complaint.does(place(HoldKind.COMPLAINT), MONDAY)
    everything = ReleaseHold("h1", BOB, "paid", WALLET, Units(60_0000))

    review.does(everything, MONDAY)
    complaint.does(everything, MONDAY)

    assert review.state.keeps_winnings is not None
    assert complaint.state.open == ()
    assert not complaint.timers()
    review.does(ReleaseHold("h1", BOB, "complete"), MONDAY)
    assert review.state.keeps_winnings is None


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (place(HoldKind.REVIEW, -1, "h2"), "amount_not_positive"),
        (place(HoldKind.REVIEW), "duplicate_hold"),
        (place(HoldKind.REVIEW, 100_0000, "h2"), "insufficient_funds"),
        (PlaceHold("h2", HoldKind.REVIEW, poker_wallet(EURO, PlayerId("cat")), Units(1), BOB, "x"), "no_such_account"),
        (PlaceHold("h2", HoldKind.REVIEW, CUP, Units(1), BOB, "x"), "no_such_account"),
        (PlaceHold("h2", HoldKind.REVIEW, WALLET, Units(1), BOB, ""), "reason_missing"),
        (ReleaseHold("h9", BOB, "x"), "no_such_hold"),
        (ReleaseHold("h1", BOB, ""), "reason_missing"),
        (ReleaseHold("h1", BOB, "x", WALLET, Units(60_0001)), "more_than_held"),
        (ReleaseHold("h1", BOB, "x", WALLET, Units(0)), "amount_not_positive"),
        (ReleaseHold("h1", BOB, "x", CUP), "nothing_held"),
        (ForfeitHold("h1", Grounds.FRAUD, BOB, ""), "reason_missing"),
        (ForfeitHold("h1", Grounds.FRAUD, BOB, "x", WALLET, Units(-5)), "amount_not_positive"),
        (ExtendHold("h1", 5, BOB, "x"), "hold_has_no_deadline"),
        (LapseHold("h1", MONDAY), "stale_timer"),
        (PayWinnings(CUP, WALLET, Units(0), MTT_44), "amount_not_positive"),
        (PayWinnings(CUP, CUP, Units(1), MTT_44), "no_such_account"),
    ],
)
def test_what_cannot_be_is_refused(command: PlaceHold | ReleaseHold | ForfeitHold, code: str) -> None:
    till = holds(U27)
    till.does(place(HoldKind.REVIEW), MONDAY)

    assert till.refuses(command, MONDAY).code == code


def test_an_empty_review_has_nothing_to_forfeit() -> None:
    till = holds(U27)
    till.does(place(HoldKind.REVIEW, 0), MONDAY)

    assert till.refuses(ForfeitHold("h1", Grounds.FRAUD, BOB, "x"), MONDAY).code == "nothing_held"


@pytest.mark.parametrize("days", [0, -1, 251])
def test_an_extension_is_of_one_working_day_to_a_year(days: int) -> None:
    till = holds(PW)
    till.does(place(HoldKind.COMPLAINT), MONDAY)

    refusal = till.refuses(ExtendHold("h1", days, BOB, "x"), MONDAY)

    assert (refusal.code, numbers(refusal)) == ("bad_extension", {"least": 1, "most": 250})


def test_a_name_is_used_once_even_after_the_hold_ended() -> None:
    till = holds(U27)
    till.does(place(HoldKind.REVIEW), MONDAY)
    till.does(ReleaseHold("h1", BOB, "fine"), MONDAY)

    assert till.refuses(place(HoldKind.REVIEW), MONDAY).code == "duplicate_hold"


def test_a_player_sees_what_is_held_but_not_who_suspects_them() -> None:
    till = holds(U27)
    till.does(place(HoldKind.REVIEW), MONDAY)
    view = till.machine.view

    (own,), (desk,) = view(till.state, ANN), view(till.state, Desk(BOB))
    assert (own.parts, own.rule, own.staff, own.why) == ((Part(WALLET, Units(60_0000)),), "INT-14", None, None)
    assert (desk.staff, desk.why) == (BOB, "looks odd")
    assert view(till.state, PlayerId("cat")) == view(till.state, None) == ()
