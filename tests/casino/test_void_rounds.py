"""A void round gives everybody exactly what they staked, at whatever moment people agree that it is void."""

import pytest

from fairdeal.casino.dealer import StepKind
from fairdeal.casino.games.blackjack import commands as bj
from fairdeal.casino.games.blackjack.commands import Choice
from fairdeal.casino.games.blackjack.events import HoleChecked
from fairdeal.casino.table import commands as c
from fairdeal.casino.table.events import RoundSettled, RoundVoided
from fairdeal.casino.table.facts import Dealing
from fairdeal.casino.table.state import Correction, CorrectionKind, Payment, Phase
from fairdeal.casino.table.station_events import Corrected
from fairdeal.kernel import Cents
from tests.casino.tables import ANN, BOB, Bench, blackjack, cards, every, one

TEN, FIVE, NOTHING = Cents(1000), Cents(500), Cents(0)


def insured(shoe: str, dealing: Dealing, insurance: Cents = FIVE) -> Bench:
    """Ann has ten on her hand and Bob ten behind it; the dealer shows an ace, both are insured and the hole is checked."""
    bench = blackjack(shoe, dealing=dealing)
    bench.come("ann", "bob")
    bench.sit("ann")
    if dealing is Dealing.LIVE:
        for step in (StepKind.INSPECT, StepKind.SHUFFLE, StepKind.CUT, StepKind.BURN):
            bench.do(c.FinishStep(step))
    number = bench.open()
    bench.do(bj.PlaceBet(ANN, number, TEN))
    bench.do(bj.BetBehind(BOB, number, 0, TEN))
    bench.close()
    if dealing is Dealing.LIVE:
        bench.do(c.FinishStep(StepKind.CALL_NO_MORE_BETS))
        for card in cards(shoe)[:4]:
            bench.do(c.Scan(number, card))
    else:
        bench.tick()
    for player in (ANN, BOB):
        bench.do(bj.Insure(player, number, insurance))
    if dealing is Dealing.LIVE:
        bench.do(c.FinishStep(StepKind.CHECK_HOLE))
    return bench


def void(bench: Bench) -> RoundVoided:
    bench.do(c.Propose("dealer", Correction(CorrectionKind.ROUND_VOIDED, reason="a card fell off the table")))
    return one(bench.do(c.Approve("supervisor")), RoundVoided)


@pytest.mark.rule("BJ-30")
@pytest.mark.rule("BJ-26")
@pytest.mark.parametrize("dealing", Dealing)
def test_insurance_that_was_collected_comes_back_when_the_round_is_void(dealing: Dealing) -> None:
    """Bet ten, insurance five, no blackjack under the ace: five were collected at once, and void means nothing lost."""
    bench = insured("Ts Ac 6d 8h", dealing)
    assert bench.house == 1000
    voided = void(bench)

    assert voided.payments == tuple(Payment(player, NOTHING, TEN, NOTHING, FIVE) for player in (ANN, BOB))
    assert (bench.money("ann"), bench.money("bob"), bench.house) == (0, 0, 0)
    assert bench.own("ann").payment == Payment(ANN, NOTHING, Cents(1500), NOTHING)


@pytest.mark.rule("BJ-30")
@pytest.mark.rule("BJ-18")
def test_insurance_that_won_comes_back_when_the_round_is_void_before_it_is_announced() -> None:
    """Bet ten, insurance five, a king under the ace: nothing is paid before the announcement, and void means nothing won."""
    bench = insured("Ts Ac 6d Kh", Dealing.LIVE)
    assert one(bench.history, HoleChecked).blackjack
    voided = void(bench)

    assert [(each.returned, each.won, each.given_back) for each in voided.payments] == [(1500, 0, 0)] * 2
    assert (bench.money("ann"), bench.money("bob"), bench.house) == (0, 0, 0)


@pytest.mark.rule("BJ-30")
@pytest.mark.rule("BJ-18")
def test_winning_insurance_is_paid_with_the_announcement_of_a_live_dealer() -> None:
    """The vector: bet ten, insurance five, hole K: minus ten and plus ten."""
    bench = insured("Ts Ac 6d Kh", Dealing.LIVE)
    assert bench.money("ann") == -1500
    bench.do(c.FinishStep(StepKind.ANNOUNCE))

    assert one(bench.history, RoundSettled).payments[0] == Payment(ANN, TEN, FIVE, TEN)
    assert (bench.money("ann"), bench.money("bob"), bench.house) == (0, 0, 0)


@pytest.mark.rule("BJ-30")
def test_losing_insurance_is_collected_as_soon_as_the_hole_card_was_checked() -> None:
    bench = insured("Ts Ac 6d 7h", Dealing.LIVE)

    assert one(bench.history, HoleChecked).payments == tuple(Payment(p, FIVE, NOTHING, NOTHING) for p in (ANN, BOB))
    assert bench.house == 1000


@pytest.mark.rule("BJ-26")
def test_doubles_come_back_with_the_insurance_of_a_void_round() -> None:
    bench = insured("5s Ac 6d 7h", Dealing.LIVE)
    bench.do(bj.Decide(ANN, 1, 1, Choice.DOUBLE))
    assert bench.money("ann") == -2500
    void(bench)

    assert (bench.money("ann"), bench.money("bob"), bench.house) == (0, 0, 0)


def test_insurance_of_an_earlier_round_does_not_come_back_with_a_later_one() -> None:
    bench = insured("Ts Ac 6d 7h 9c Kd 5h", Dealing.HOUSE)
    bench.do(bj.Decide(ANN, 1, 1, Choice.STAND))
    assert bench.table.phase is Phase.RESULT
    lost = bench.money("ann")
    number = bench.open()
    bench.do(bj.PlaceBet(ANN, number, TEN))
    void(bench)

    assert [each.given_back for each in every(bench.history, RoundVoided)[-1].payments] == [0]
    assert bench.money("ann") == lost
    assert bench.own("ann").payment == Payment(ANN, NOTHING, TEN, NOTHING)


def test_the_result_of_a_round_counts_its_insurance() -> None:
    """Lost insurance is part of what the round brought: five of it and ten on the hand."""
    bench = insured("Ts Ac 6d 7h", Dealing.HOUSE)
    assert bench.own("ann").payment is None
    bench.do(bj.Decide(ANN, 1, 1, Choice.STAND))

    assert bench.own("ann").payment == Payment(ANN, Cents(1500), NOTHING, NOTHING)
    assert bench.money("ann") == -1500


def test_what_two_people_signed_at_the_desk_is_corrected_at_once() -> None:
    bench = insured("Ts Ac 6d 7h", Dealing.LIVE)
    number = bench.table.round
    wrong = Correction(CorrectionKind.ROUND_VOIDED, reason="the card fell off the table")
    assert bench.refuse(c.CorrectSigned(number + 1, wrong, ("fia", "olle")))[0] == "round_is_over"
    assert bench.refuse(c.CorrectSigned(number, wrong, ("fia",)))[0] == "second_person_needed"
    assert bench.refuse(c.CorrectSigned(number, wrong, ("fia", " FIA ")))[0] == "second_person_needed"
    silent = Correction(CorrectionKind.ROUND_VOIDED)
    assert bench.refuse(c.CorrectSigned(number, silent, ("fia", "olle")))[0] == "reason_missing"

    done = bench.do(c.CorrectSigned(number, wrong, ("fia", "olle")))

    assert one(done, Corrected).people == ("fia", "olle")
    assert [each.returned for each in one(done, RoundVoided).payments] == [1500 - 500, 1500 - 500]
    assert (bench.money("ann"), bench.money("bob"), bench.house, bench.table.hold) == (0, 0, 0, None)


def test_a_correction_that_is_being_discussed_beside_the_table_is_not_overtaken() -> None:
    bench = insured("Ts Ac 6d 7h", Dealing.LIVE)
    wrong = Correction(CorrectionKind.ROUND_VOIDED, reason="the card fell off the table")
    bench.do(c.Propose("dealer", wrong))
    assert bench.refuse(c.CorrectSigned(bench.table.round, wrong, ("fia", "olle")))[0] == "proposal_open"
    bench.do(c.Withdraw("dealer"))
    bench.do(c.HoldTable("pit", "looking"))
    done = bench.do(c.CorrectSigned(bench.table.round, wrong, ("fia",), waived=True))
    assert len(every(done, RoundVoided)) == 1
