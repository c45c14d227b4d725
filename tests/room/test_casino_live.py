"""A live dealer's tables on the real runtime: steps, scans, people who put something right, and a crash in between."""

import pytest

from fairdeal.casino.dealer import PREPARATION, StepKind
from fairdeal.casino.games.roulette.spin import Spin, Spun
from fairdeal.casino.table import commands as c
from fairdeal.casino.table.events import CardDealt, RoundSettled, RoundVoided
from fairdeal.casino.table.state import Correction, CorrectionKind, HoldReason, Phase
from fairdeal.kernel import SECOND, Cents, TableId
from tests.room.casino_evenings import ANN, FUNDS, LIVE, CasinoEvening

ROULETTE, BLACKJACK, BACCARAT = (setup.table for setup in LIVE)


def ready(table: TableId, spot: str) -> CasinoEvening:
    """A table with a bet on a spot, where the dealer has said "no more bets"."""
    evening = CasinoEvening(LIVE)
    evening.arrive(ANN, table=table)
    while (step := evening.room.casino.step(table)).kind in PREPARATION:
        evening.do(table, c.FinishStep(step.kind, video=1))
        evening.wait(100)
    evening.bet(ANN, spot, table=table)
    evening.until(table, Phase.CLOSED)
    evening.do(table, c.FinishStep(StepKind.CALL_NO_MORE_BETS, video=2))
    return evening


@pytest.mark.rule("RLT-01")
def test_a_spin_is_entered_announced_and_paid() -> None:
    evening = ready(ROULETTE, "straight-17")
    assert evening.room.casino.step(ROULETTE).kind is StepKind.SPIN
    for pocket in (-1, 37):
        assert evening.refuse(ROULETTE, Spin(1, 37, pocket))[0] == "no_such_pocket"
    assert evening.refuse(ROULETTE, Spin(1, 37))[0] == "entropy_missing", "nobody spins for a live dealer"
    evening.do(ROULETTE, Spin(1, 37, 17, video=40_500))
    assert evening.money(ANN) == FUNDS - 500, "nothing is paid before it is announced"
    evening.do(ROULETTE, c.FinishStep(StepKind.ANNOUNCE))

    assert [(event.pocket, event.video) for event in evening.all(Spun)] == [(17, 40_500)]
    assert evening.money(ANN) == FUNDS + 17_500
    evening.audit()


@pytest.mark.parametrize("card", [-1, 52, 1_000])
def test_a_malformed_scan_is_refused_and_changes_nothing(card: int) -> None:
    evening = ready(BACCARAT, "player")
    before = evening.state(BACCARAT)

    assert evening.refuse(BACCARAT, c.Scan(1, card))[0] == "no_such_card"
    assert evening.refuse(BACCARAT, c.Scan(9, 3))[0] == "no_card_due"
    assert evening.state(BACCARAT) == before


def test_a_card_that_cannot_be_read_is_entered_by_two_people() -> None:
    evening = ready(BACCARAT, "player")
    while evening.state(BACCARAT).hold is None:
        evening.do(BACCARAT, c.ScanFailed(1, video=3))
    assert evening.view(BACCARAT).held is HoldReason.UNREADABLE
    assert evening.refuse(BACCARAT, c.Scan(1, 3))[0] == "table_suspended"
    evening.do(BACCARAT, c.Propose("dealer", Correction(CorrectionKind.CARD_ENTERED, 3, "scratched"), video=4))
    assert evening.refuse(BACCARAT, c.Approve("dealer"))[0] == "second_person_needed"
    evening.do(BACCARAT, c.Approve("supervisor"))

    assert [event.card for event in evening.all(CardDealt)] == [3]
    announcement = evening.view(BACCARAT).announcement
    assert announcement is not None
    assert (announcement.kind, announcement.value) == (CorrectionKind.CARD_ENTERED, 3)


@pytest.mark.rule("BAC-01")
def test_a_live_coup_goes_on_at_the_station_after_a_crash() -> None:
    evening = ready(BACCARAT, "player")
    evening.do(BACCARAT, c.Scan(1, 28))  # a nine for Player
    evening.crash()
    evening.room.presence.connect(ANN, "device")
    for card in (32, 33, 0):  # tens, and a two for Banker
        evening.do(BACCARAT, c.Scan(1, card))
        evening.wait(100)
    evening.do(BACCARAT, c.FinishStep(StepKind.ANNOUNCE))
    evening.wait(SECOND)

    assert evening.all(RoundVoided) == []
    assert len(evening.all(RoundSettled)) == 1
    assert evening.money(ANN) == FUNDS + 500
    evening.audit()


def test_a_live_round_is_void_if_the_room_crashed_before_the_first_card() -> None:
    evening = ready(BACCARAT, "player")
    evening.crash()

    assert [event.rule for event in evening.all(RoundVoided)] == ["X-141"]
    assert evening.money(ANN) == FUNDS


@pytest.mark.parametrize("dealt", [False, True])
def test_what_people_were_putting_right_outlives_a_crash_as_long_as_its_round_does(dealt: bool) -> None:
    evening = ready(BACCARAT, "player")
    if dealt:
        evening.do(BACCARAT, c.Scan(1, 28))
    evening.do(BACCARAT, c.Propose("dealer", Correction(CorrectionKind.CARD_ENTERED, 3, "scratched")))
    evening.crash()

    if dealt:
        evening.do(BACCARAT, c.Approve("supervisor"))
        assert [event.card for event in evening.all(CardDealt)] == [28, 3]
    else:
        assert evening.refuse(BACCARAT, c.Approve("supervisor"))[0] == "nothing_proposed"
        assert evening.view(BACCARAT).held is None
    evening.audit()


def test_two_people_can_void_a_live_round() -> None:
    evening = ready(ROULETTE, "red")
    evening.do(ROULETTE, c.Propose("dealer", Correction(CorrectionKind.ROUND_VOIDED, reason="the ball left the wheel")))
    evening.do(ROULETTE, c.Approve("supervisor"))

    assert evening.money(ANN) == FUNDS
    assert len(evening.all(RoundVoided)) == 1
    evening.audit()


def test_bets_wait_in_escrow_while_people_look_at_it() -> None:
    evening = ready(ROULETTE, "red")
    evening.do(ROULETTE, c.HoldTable("supervisor"))

    assert evening.refuse(ROULETTE, Spin(1, 37, 17))[0] == "table_suspended"
    assert evening.money(ANN) == FUNDS - Cents(500)
