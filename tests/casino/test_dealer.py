"""A live dealer's station: steps as data, scans, and what people put right."""

from dataclasses import replace

import pytest

from fairdeal.casino.dealer import Step, StepKind
from fairdeal.casino.games.blackjack import commands as bj
from fairdeal.casino.games.blackjack.commands import Choice
from fairdeal.casino.games.blackjack.events import Decided, HoleChecked, HoleShown, TurnBegan
from fairdeal.casino.games.blackjack.felt import boxes_of
from fairdeal.casino.games.layout import commands as lay
from fairdeal.casino.games.roulette.spin import Spin, Spun
from fairdeal.casino.table import commands as c
from fairdeal.casino.table.events import Burned, CardDealt, OutcomeKnown, RoundSettled, RoundVoided, ShoeShuffled
from fairdeal.casino.table.facts import Dealing
from fairdeal.casino.table.state import Correction, CorrectionKind, HoldReason, Phase
from fairdeal.casino.table.station_events import CardRefused, CardUnread, Corrected, Held, Released, StepFinished
from fairdeal.kernel import Cents, Instant
from fairdeal.rulebook.ruled import Ruled
from tests.casino.tables import ANN, BOB, Bench, baccarat, blackjack, cards, edition, every, one, roulette
from tests.steps import step_of

TEN = Cents(1000)


def kind(bench: Bench) -> StepKind:
    return bench.machine.step(bench.table).kind


def finish(bench: Bench, *steps: StepKind, video: int | None = None) -> None:
    for step in steps:
        assert kind(bench) is step
        bench.do(c.FinishStep(step, video))


def prepared(bench: Bench) -> Bench:
    """Cards in the shoe, and the betting open."""
    if bench.facts.has_shoe:
        finish(bench, StepKind.INSPECT, StepKind.SHUFFLE, StepKind.CUT)
        if bench.facts.cards.burn_after_shuffle.value:
            finish(bench, StepKind.BURN)
    bench.open()
    return bench


def live_blackjack(*players: str) -> Bench:
    bench = blackjack(dealing=Dealing.LIVE)
    bench.come(*players)
    bench.sit(*players)
    prepared(bench)
    for player in players:
        bench.do(bj.PlaceBet(type(ANN)(player), 1, TEN))
    bench.close()
    return bench


def scan(bench: Bench, text: str) -> None:
    for card in cards(text):
        bench.do(c.Scan(bench.table.round, card))


def called(*players: str) -> Bench:
    bench = live_blackjack(*players)
    finish(bench, StepKind.CALL_NO_MORE_BETS)
    return bench


def correction(what: CorrectionKind, text: str = "") -> Correction:
    return Correction(what, cards(text)[0] if text else -1, "seen on video")


# ---- steps


@pytest.mark.rule("BJ-38")
@pytest.mark.rule("BJ-10")
def test_cards_are_inspected_shuffled_cut_and_burnt_before_play() -> None:
    bench = blackjack(dealing=Dealing.LIVE)
    bench.come("ann")
    bench.sit("ann")
    assert not bench.machine.agenda(bench.table), "nothing happens before the shoe is ready"
    assert bench.refuse(c.FinishStep(StepKind.SHUFFLE)) == ("steps_out_of_order", "BJ-38")

    steps = []
    while bench.table.shoe is None:
        steps.append(bench.machine.step(bench.table))
        bench.do(c.FinishStep(steps[-1].kind, video=1000))

    assert [(step.kind, step.rule, step.count) for step in steps] == [
        (StepKind.INSPECT, "BJ-38", 0),
        (StepKind.SHUFFLE, "BJ-40", 0),
        (StepKind.CUT, "BJ-42", 52),
        (StepKind.BURN, "BJ-44", 6),
    ]
    assert all(event.video == 1000 for event in every(bench.history, StepFinished))
    assert one(bench.history, Burned).count == 6
    assert one(bench.history, ShoeShuffled).shoe.order == b"", "nobody knows the order of real cards"


@pytest.mark.rule("BJ-39")
def test_cards_that_stay_at_the_table_need_no_second_inspection() -> None:
    bench = called("ann")
    scan(bench, "Ts 7c 9d Th")
    bench.do(c.AskShuffle("floor"))
    bench.do(bj.Decide(ANN, 1, 1, Choice.STAND))
    finish(
        bench, StepKind.SHOW_HOLE, StepKind.ANNOUNCE, StepKind.PICK_UP, StepKind.SHUFFLE, StepKind.CUT, StepKind.BURN
    )

    assert every(bench.history, ShoeShuffled)[-1].rule == "BJ-41"


@pytest.mark.rule("BJ-39")
def test_cards_from_outside_are_inspected_again() -> None:
    bench = called("ann")
    scan(bench, "Ts 7c 9d Th")
    bench.do(c.AskShuffle("floor", new_cards=True))
    bench.do(bj.Decide(ANN, 1, 1, Choice.STAND))
    finish(bench, StepKind.SHOW_HOLE, StepKind.ANNOUNCE, StepKind.PICK_UP, StepKind.INSPECT, StepKind.SHUFFLE)


@pytest.mark.rule("BJ-17")
def test_no_more_bets_is_called_before_the_first_card() -> None:
    bench = live_blackjack("ann")
    assert bench.machine.step(bench.table) == Step(
        StepKind.CALL_NO_MORE_BETS, edition().blackjack.limits.betting_seconds.rule
    )
    assert bench.refuse(c.Scan(1, 5)) == ("no_more_bets_not_called", "BJ-17")
    finish(bench, StepKind.CALL_NO_MORE_BETS)

    scan(bench, "Ts")


@pytest.mark.rule("BJ-43")
def test_the_station_names_the_hand_for_every_card() -> None:
    bench = called("ann", "bob")
    seen = []
    foreseen = bench.facts.game.first_deal(bench.facts, bench.table)
    for card in cards("8s 9s 6c 8d 9d Th"):
        step = bench.machine.step(bench.table)
        seen.append((step.kind.value, step.seat, step.face_up))
        bench.do(c.Scan(1, card, video=5))

    assert seen == [
        ("scan", 0, True),
        ("scan", 1, True),
        ("scan", -1, True),
        ("scan", 0, True),
        ("scan", 1, True),
        ("scan", -1, False),
    ]
    assert [("scan", place.seat, place.face_up) for place in foreseen] == seen
    assert kind(bench) is StepKind.WAIT
    bench.do(bj.Decide(ANN, 1, 1, Choice.SPLIT))
    step = bench.machine.step(bench.table)
    assert (step.kind, step.seat, step.hand) == (StepKind.SCAN, 0, 0)
    assert every(bench.history, CardDealt)[0].video == 5


def test_a_whole_live_round() -> None:
    bench = called("ann")
    scan(bench, "5s 6c 6d Th")
    assert bench.refuse(c.Scan(1, 9)) == ("no_card_due", "BJ-43")
    bench.do(bj.Decide(ANN, 1, 1, Choice.DOUBLE))
    scan(bench, "9c")
    assert kind(bench) is StepKind.SHOW_HOLE
    assert bench.boxes().dealer[1] == -1
    finish(bench, StepKind.SHOW_HOLE)
    assert bench.boxes().dealer == tuple(cards("6c Th"))
    scan(bench, "Tc")
    assert one(bench.history, OutcomeKnown).round == 1
    assert bench.money("ann") == -2000, "not paid before it is announced"
    finish(bench, StepKind.ANNOUNCE)

    assert bench.money("ann") == 2000
    finish(bench, StepKind.PICK_UP)
    assert kind(bench) is StepKind.WAIT
    assert bench.open() == 2


@pytest.mark.rule("BJ-48")
def test_the_dealer_checks_under_an_ace_when_the_software_says_so() -> None:
    bench = called("ann", "bob")
    scan(bench, "Ts 9s Ac 8d 9d Kh")
    assert kind(bench) is StepKind.WAIT
    assert bench.refuse(c.FinishStep(StepKind.CHECK_HOLE)) == ("steps_out_of_order", "BJ-46")
    bench.do(bj.Insure(ANN, 1, Cents(500)))
    bench.tick()
    assert kind(bench) is StepKind.CHECK_HOLE
    assert every(bench.history, HoleChecked) == []
    finish(bench, StepKind.CHECK_HOLE)

    assert one(bench.history, HoleChecked).blackjack
    assert one(bench.history, HoleShown).card == cards("Kh")[0]
    finish(bench, StepKind.ANNOUNCE)
    assert (bench.money("ann"), bench.money("bob")) == (0, -1000)


@pytest.mark.rule("BJ-47")
def test_cards_are_picked_up_after_the_round() -> None:
    bench = called("ann")
    scan(bench, "Ts 7c 9d Th")
    bench.do(bj.Decide(ANN, 1, 1, Choice.STAND))
    finish(bench, StepKind.SHOW_HOLE, StepKind.ANNOUNCE)

    assert bench.machine.step(bench.table).rule == "BJ-47"


def test_a_live_wheel() -> None:
    bench = roulette(dealing=Dealing.LIVE)
    bench.come("ann")
    prepared(bench)
    bench.do(lay.PlaceChip(ANN, 1, "red", Cents(500)))
    bench.do(lay.Confirm(ANN, 1))
    assert bench.refuse(Spin(1, 37, 5)) == ("no_spin_due", "RLT-01")
    bench.close()
    assert bench.refuse(Spin(1, 37, 5)) == ("no_more_bets_not_called", "RLT-07")
    finish(bench, StepKind.CALL_NO_MORE_BETS)
    assert kind(bench) is StepKind.SPIN
    bench.do(Spin(1, 37, 5, video=99))
    assert one(bench.history, Spun).video == 99
    finish(bench, StepKind.ANNOUNCE)

    assert bench.money("ann") == 500


def test_a_live_coup() -> None:
    bench = baccarat(dealing=Dealing.LIVE)
    bench.come("ann")
    prepared(bench)
    bench.do(lay.PlaceChip(ANN, 1, "banker", Cents(500)))
    bench.do(lay.Confirm(ANN, 1))
    finish(bench, StepKind.CALL_NO_MORE_BETS)
    for card, seat in zip(cards("6s 2h Kd 3c 4h"), (0, 1, 0, 1, 1), strict=True):
        assert bench.machine.step(bench.table).seat == seat
        bench.do(c.Scan(1, card))
    finish(bench, StepKind.ANNOUNCE)

    assert bench.money("ann") == 475


def test_house_tables_have_no_dealer() -> None:
    bench = blackjack()
    bench.come("ann")

    assert bench.refuse(c.FinishStep(StepKind.SHUFFLE)) == ("no_dealer", None)
    assert blackjack(dealing=Dealing.LIVE).refuse(c.Shuffle(1, b"", b"", 0, b"")) == (
        "dealer_shuffles_by_hand",
        "BJ-40",
    )


# ---- scans that go wrong


def test_a_card_that_cannot_be_read_is_tried_again_and_then_entered_by_two_people() -> None:
    bench = called("ann")
    for attempt in (1, 2):
        assert one(bench.do(c.ScanFailed(1, video=3)), CardUnread).attempt == attempt
        assert bench.machine.step(bench.table).retry
    assert one(bench.do(c.ScanFailed(1)), Held).hold.reason is HoldReason.UNREADABLE
    assert bench.refuse(c.Scan(1, 5)) == ("table_suspended", "X-141")
    assert kind(bench) is StepKind.HELD

    bench.do(c.Propose("dealer", correction(CorrectionKind.CARD_ENTERED, "Ts"), video=4))
    assert bench.refuse(c.Approve("dealer")) == ("second_person_needed", "X-141")
    assert bench.refuse(c.Propose("boss", correction(CorrectionKind.CARD_ENTERED, "Ts"))) == ("proposal_open", "X-141")
    happened = bench.do(c.Approve("supervisor", video=6))

    done = one(happened, Corrected)
    assert (done.people, done.rule, done.video) == (("dealer", "supervisor"), "X-141", 6)
    assert one(happened, CardDealt).card == cards("Ts")[0]
    assert bench.view().announcement == correction(CorrectionKind.CARD_ENTERED, "Ts")
    scan(bench, "7c")


def test_a_good_scan_forgets_the_failures_before_it() -> None:
    bench = called("ann")
    bench.do(c.ScanFailed(1))
    bench.do(c.ScanFailed(1))
    scan(bench, "Ts")

    assert one(bench.do(c.ScanFailed(1)), CardUnread).attempt == 1


@pytest.mark.rule("BJ-12")
def test_a_ninth_card_of_a_kind_holds_the_table() -> None:
    bench = called("ann")
    shoe = bench.table.shoe
    assert shoe is not None
    king = cards("Ks")[0]
    bench.table = replace(bench.table, shoe=replace(shoe, seen=bytes(8 if card == king else 0 for card in range(52))))
    happened = bench.do(c.Scan(1, king, video=1))

    refused = one(happened, CardRefused)
    assert (refused.card, refused.seen, refused.rule) == (king, 8, "BJ-12")
    assert one(happened, Held).hold.reason is HoldReason.IMPOSSIBLE
    assert every(happened, CardDealt) == []
    assert bench.view().held is HoldReason.IMPOSSIBLE
    assert bench.refuse(c.Propose("dealer", correction(CorrectionKind.CARD_ENTERED, "Ks"))) == (
        "card_not_in_shoe",
        "BJ-12",
    )
    bench.do(c.Dismiss("supervisor"))  # wipe the glass and scan again
    scan(bench, "Qs")


@pytest.mark.parametrize("card", [-1, 52])
def test_there_are_52_cards(card: int) -> None:
    assert called("ann").refuse(c.Scan(1, card)) == ("no_such_card", "BJ-12")


# ---- corrections


def test_the_last_card_can_be_replaced_before_anybody_decided_on_it() -> None:
    """A king was read where a five lay: Ann is not bust, and is asked."""
    bench = called("ann")
    scan(bench, "Ts 7c 6d Th")
    bench.do(bj.Decide(ANN, 1, 1, Choice.HIT))
    scan(bench, "Kh")
    assert kind(bench) is StepKind.SHOW_HOLE
    bench.do(c.Propose("dealer", correction(CorrectionKind.CARD_REPLACED, "3h")))
    happened = bench.do(c.Approve("supervisor"))

    assert one(happened, Corrected).replaced == cards("Kh")[0]
    assert one(happened, TurnBegan).turn == 2
    assert bench.boxes().seats[0].hands[0].total == 19
    shoe = bench.table.shoe
    assert shoe is not None
    assert (shoe.seen[cards("Kh")[0]], shoe.seen[cards("3h")[0]], shoe.out) == (0, 1, 11)
    bench.do(bj.Decide(ANN, 1, 2, Choice.STAND))
    finish(bench, StepKind.SHOW_HOLE, StepKind.ANNOUNCE)
    assert bench.money("ann") == 1000


@pytest.mark.parametrize("kind", [CorrectionKind.CARD_ENTERED, CorrectionKind.CARD_REPLACED])
def test_correcting_the_hole_card_tells_nobody_what_it_is(kind: CorrectionKind) -> None:
    bench = called("ann")
    scan(bench, "Ts 7c 6d" if kind is CorrectionKind.CARD_ENTERED else "Ts 7c 6d Kh")
    bench.do(c.Propose("dealer", correction(kind, "5h")))
    before = bench.table
    done = one(bench.do(c.Approve("supervisor")), Corrected)

    assert boxes_of(bench.table).inputs[-1] == cards("5h")[0]
    told = bench.machine.public_change(step_of(bench.machine, before, done))
    assert isinstance(told, Corrected)
    assert (told.correction.value, told.replaced) == (-1, -1)
    announced = bench.view("ann").announcement
    assert announced is not None
    assert (announced.kind, announced.value) == (kind, -1)
    assert bench.boxes().dealer == (cards("7c")[0], -1)


def test_a_card_somebody_decided_on_cannot_be_replaced() -> None:
    bench = called("ann", "bob")
    scan(bench, "Ts 9s 7c 6d 9d Th")
    bench.do(bj.Decide(ANN, 1, 1, Choice.STAND))

    replaced = correction(CorrectionKind.CARD_REPLACED, "5h")
    assert bench.refuse(c.Propose("dealer", replaced)) == ("not_correctable", "X-141")


def test_once_the_hole_card_is_open_the_cards_before_it_stand() -> None:
    bench = called("ann")
    scan(bench, "Ts 7c 6d Th")
    bench.do(bj.Decide(ANN, 1, 1, Choice.HIT))
    scan(bench, "Kh")
    finish(bench, StepKind.SHOW_HOLE)

    replaced = correction(CorrectionKind.CARD_REPLACED, "5h")
    assert bench.refuse(c.Propose("dealer", replaced)) == ("not_correctable", "X-141")


def test_a_pocket_can_be_replaced_before_it_is_announced() -> None:
    bench = roulette(dealing=Dealing.LIVE)
    bench.come("ann")
    prepared(bench)
    bench.do(lay.PlaceChip(ANN, 1, "straight-9", Cents(500)))
    bench.do(lay.Confirm(ANN, 1))
    bench.close()
    finish(bench, StepKind.CALL_NO_MORE_BETS)
    bench.do(Spin(1, 37, 6))
    wrong = Correction(CorrectionKind.POCKET_REPLACED, 37, "upside down")
    assert bench.refuse(c.Propose("dealer", wrong)) == ("no_such_pocket", "RLT-01")
    bench.do(c.Propose("dealer", replace(wrong, value=9)))
    bench.do(c.Approve("supervisor"))
    finish(bench, StepKind.ANNOUNCE)

    assert bench.money("ann") == 17_500
    assert bench.refuse(c.Propose("dealer", replace(wrong, value=6))) == ("not_correctable", "RLT-01")


@pytest.mark.rule("BJ-15")
def test_an_irregular_round_can_be_voided_by_two_people() -> None:
    bench = called("ann")
    scan(bench, "Ts 7c 6d Th")
    hold = one(bench.do(c.HoldTable("supervisor")), Held).hold
    assert (hold.rule, hold.person) == ("BJ-15", "supervisor")
    assert bench.refuse(bj.Decide(ANN, 1, 1, Choice.STAND)) == ("table_suspended", "BJ-15")
    bench.do(c.Propose("supervisor", correction(CorrectionKind.ROUND_VOIDED)))
    happened = bench.do(c.Approve("manager"))

    assert one(happened, RoundVoided).rule == "BJ-15"
    assert bench.money("ann") == 0
    assert bench.refuse(c.Propose("dealer", correction(CorrectionKind.ROUND_VOIDED))) == ("no_bets_in_round", "BJ-15")


def test_a_proposal_needs_a_reason_and_can_be_turned_down() -> None:
    bench = called("ann")
    scan(bench, "Ts")
    silent = Correction(CorrectionKind.CARD_REPLACED, 5)
    assert bench.refuse(c.Propose("dealer", silent)) == ("reason_missing", "X-141")
    assert bench.refuse(c.Approve("supervisor")) == ("nothing_proposed", "X-141")
    bench.do(c.Propose("dealer", replace(silent, reason="I think")))
    happened = bench.do(c.Dismiss("supervisor"))

    assert one(happened, Released).person == "supervisor"
    assert bench.table.station.proposal is None
    assert bench.refuse(c.Dismiss("supervisor")) == ("table_not_suspended", None)
    scan(bench, "7c")


def test_clocks_stand_still_while_the_table_is_held() -> None:
    bench = called("ann")
    scan(bench, "Ts 7c 6d Th")
    deadline = bench.table.deadline
    bench.do(c.HoldTable("supervisor"))
    assert not bench.machine.agenda(bench.table)
    bench.now = Instant(bench.now + 60_000)
    bench.do(c.Dismiss("supervisor"))

    assert bench.table.deadline == deadline + 60_000


def test_somebody_who_left_during_a_hold_is_not_waited_for_afterwards() -> None:
    bench = called("ann")
    scan(bench, "Ts 7c 6d Th")
    bench.do(c.HoldTable("supervisor"))
    assert every(bench.do(c.Leave(ANN)), Decided) == []

    assert one(bench.do(c.Dismiss("supervisor")), Decided).rule == "BJ-46"


def test_an_edition_may_ask_for_three_people() -> None:
    base = edition()
    three = replace(base.station, correction_people=Ruled(3, base.station.correction_people.rule))
    bench = roulette(dealing=Dealing.LIVE, casino=replace(base, station=three))
    bench.come("ann")
    prepared(bench)
    bench.do(lay.PlaceChip(ANN, 1, "red", Cents(500)))
    bench.do(lay.Confirm(ANN, 1))
    bench.do(c.Propose("a", Correction(CorrectionKind.ROUND_VOIDED, reason="power cut")))
    assert every(bench.do(c.Approve("b")), Corrected) == []

    assert one(bench.do(c.Approve("c")), RoundVoided).payments[0].returned == 500


def test_a_dealt_out_live_shoe_is_filled_with_the_discards() -> None:
    bench = live_blackjack("ann", "bob")
    finish(bench, StepKind.CALL_NO_MORE_BETS)
    shoe = bench.table.shoe
    assert shoe is not None
    bench.table = replace(bench.table, shoe=replace(shoe, out=414), round_out=414)
    scan(bench, "Ts 9s")
    finish(bench, StepKind.SHUFFLE, StepKind.CUT, StepKind.BURN)

    refilled = bench.table.shoe
    assert refilled is not None
    assert (refilled.size, refilled.out, refilled.seen[cards("Ts")[0]]) == (414, 6, 1)
    scan(bench, "7c 6d 9d Th")
    assert bench.table.phase is Phase.PLAYING
    assert one(every(bench.history, ShoeShuffled)[1:], ShoeShuffled).in_round
    assert every(bench.history, RoundSettled) == []
    assert BOB in bench.table.guests
