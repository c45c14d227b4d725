"""A phased tournament is one tournament: what was paid in its first phases belongs to its players until the last one is won."""

from typing import Any

import pytest

from fairdeal.bank.accounts import Purpose
from fairdeal.bank.fees import FREE_ROLL
from fairdeal.kernel import Cents, Chips, Instant, TournamentId
from fairdeal.tournament.cancellation.plan import Stage, What
from fairdeal.tournament.director import commands as ms
from fairdeal.tournament.director.outcomes import Cancelled, PhaseEnded, PhaseReceived
from fairdeal.tournament.director.state import Qualifier, Status
from fairdeal.tournament.setup import FirstPhase, LastPhase
from tests.tournament.directing import PRICE, U26, U27, Room, T, player, row

A, B, C, D, E, F = (player(number) for number in range(1, 7))
SECOND = TournamentId("T8")
LAST = TournamentId("T9")
TOP_THREE = (row(2, 100), row(3, 50, 30, 20))
phased = pytest.mark.parametrize("edition", [U26, U27])


class Phases:
    """Two first phases and a last one on one ledger; letters between them are carried by hand."""

    def __init__(self, edition: str = U27, sources: tuple[TournamentId, ...] = (T,)) -> None:
        first: dict[str, Any] = {"phase": FirstPhase(2, LAST), "payouts": (), "synchronised_breaks": False}
        self.first = Room(edition, **first)
        self.second = Room(edition, tournament=SECOND, beside=self.first, **first)
        self.last = Room(
            edition,
            tournament=LAST,
            beside=self.first,
            price=FREE_ROLL,
            payouts=TOP_THREE,
            phase=LastPhase(sources),
            starts_at=Instant(22 * 3_600_000),
        )

    def play(self, room: Room, *players: Any, loser: Any = None, winner: Any = None) -> None:
        """A first phase of one hand, in which somebody loses everything, or nobody."""
        room.enter(*players)
        room.start()
        room.next_level()
        if loser is not None:
            room.bust(loser, to=winner)
        room.next_level()
        (order,) = room.orders()
        room.do(room.report(order))
        assert room.status() is Status.FINISHED
        (letter,) = room.letters(ms.Advance)
        self.last.do(letter.command)
        room.do(ms.NoteAdvance())

    def cancel(self) -> Cancelled:
        """Cancel the last phase, and see that nothing of the event is left in any account."""
        self.last.do(ms.Cancel("S1", "fault"))
        (event,) = self.last.of(Cancelled)
        for purpose in (Purpose.PRIZES, Purpose.ENTRY_FEES, Purpose.BOUNTIES):
            assert self.last.balance(purpose) == 0
        assert isinstance(event, Cancelled)
        return event

    def won(self, *players: Any) -> list[int]:
        return [self.first.won(who) for who in players]


@phased
@pytest.mark.rule("CANC-52")
def test_a_last_phase_that_never_starts_gives_entries_back_and_shares_what_others_paid_in(edition: str) -> None:
    phases = Phases(edition)
    phases.play(phases.first, A, B, C, D, E, F, loser=A, winner=B)

    plan = phases.cancel().plan

    # Everybody left has 10.00 back. The 9.00 of the one who is out: 0.90 each, and 4.50 by 2 and four times 1 of 6 parts.
    assert (plan.stage, plan.rule) == (Stage.BEFORE_START, "CANC-52")
    assert phases.won(A, B, C, D, E, F) == [-10_00, 2_40, 1_65, 1_65, 1_65, 1_65]
    payout = next(each for each in plan.payouts if each.player == B)
    assert {part.what: (part.amount, part.rule) for part in payout.parts} == {
        What.ENTRY: (9_00, "CANC-52"),
        What.FEE: (1_00, "CANC-52"),
        What.EQUAL_PART: (90, "CANC-53b"),
        What.BY_CHIPS: (1_50, "CANC-53b"),
    }
    assert phases.last.balance(Purpose.PROMOTIONS) == 0
    assert phases.last.balance(Purpose.FEES) == 1_00  # of the one who is out


@phased
@pytest.mark.rule("CANC-52")
def test_who_played_several_first_phases_has_every_entry_back(edition: str) -> None:
    phases = Phases(edition, (T, SECOND))
    phases.play(phases.first, A, B, C, loser=A, winner=B)
    phases.play(phases.second, A, B, D)

    phases.cancel()

    # A lost one entry and survived with the second, B survived twice: both have 20.00 back, C and D 10.00.
    assert phases.won(A, B, C, D) == [0, 0, 0, 0]
    assert phases.last.balance(Purpose.FEES) == phases.last.balance(Purpose.PROMOTIONS) == 0


@phased
@pytest.mark.rule("CANC-52")
def test_a_ticket_that_paid_a_first_phase_comes_back_as_a_ticket(edition: str) -> None:
    phases = Phases(edition)
    room = phases.first
    room.fund(A)
    ticket = room.give_ticket(A, "X", PRICE.total)
    room.do(ms.Register(A, ticket="X", facts=ms.EntryFacts(ticket=ms.Ticket("X", PRICE.total))))
    phases.play(room, B, C)

    phases.cancel()

    assert phases.won(A, B, C) == [0, 0, 0]
    assert room.book.balances[ticket] == 10_00 * 100


@phased
@pytest.mark.rule("CANC-53a")
@pytest.mark.rule("CANC-53b")
def test_in_a_running_last_phase_those_who_remain_get_the_fees_of_their_first_phases(edition: str) -> None:
    phases = Phases(edition, (T, SECOND))
    phases.play(phases.first, A, B, C, loser=A, winner=B)
    phases.play(phases.second, A, D, E, F)
    phases.last.start()
    phases.last.bust(C, to=B)

    plan = phases.cancel().plan

    fees = {payout.player: payout.from_fees for payout in plan.payouts}
    assert plan.stage is Stage.BEFORE_MONEY
    assert fees == {A: 2_00, B: 1_00, C: 0, D: 1_00, E: 1_00, F: 1_00}
    assert {part.rule for payout in plan.payouts for part in payout.parts if part.what is What.FEE} == {"CANC-53a"}
    assert sum(payout.from_pool for payout in plan.payouts) == 7 * 9_00
    assert phases.last.balance(Purpose.FEES) == 1_00  # of C, who is out
    assert phases.last.balance(Purpose.PROMOTIONS) == 0


@phased
@pytest.mark.rule("CANC-54a")
@pytest.mark.rule("CANC-54c")
def test_in_the_money_of_a_last_phase_fees_come_back_too(edition: str) -> None:
    phases = Phases(edition)
    phases.play(phases.first, A, B, C, D)
    phases.last.start()
    phases.last.bust(D, to=A)

    plan = phases.cancel().plan

    fees = {payout.player: payout.from_fees for payout in plan.payouts}
    assert plan.stage is Stage.FINAL_TABLE
    assert fees == {A: 1_00, B: 1_00, C: 1_00, D: 0}
    assert sum(payout.from_pool for payout in plan.payouts) == 4 * 9_00


@phased
@pytest.mark.rule("MTT-71a")
def test_fees_go_on_with_the_prize_money_and_are_the_houses_when_the_last_phase_is_won(edition: str) -> None:
    phases = Phases(edition)
    phases.play(phases.first, A, B, C)
    (ended,) = phases.first.of(PhaseEnded)
    (received,) = phases.last.of(PhaseReceived)

    assert (ended.fees, ended.fees_on, received.fees) == (0, 3_00, 3_00)
    assert phases.last.balance(Purpose.FEES) == 0
    assert phases.last.balance(Purpose.ENTRY_FEES) == phases.last.state.purse.fees == 3_00
    phases.last.start()
    phases.last.run()

    assert phases.last.status() is Status.FINISHED
    assert phases.last.balance(Purpose.FEES) == 3_00
    assert phases.last.balance(Purpose.ENTRY_FEES) == 0


def test_a_phase_of_the_build_before_which_told_nothing_of_payments_still_shares_the_whole_pool() -> None:
    phases = Phases()
    phases.first.fund(A)
    phases.first.fund(B)
    prizes = phases.last.tender.account(Purpose.PRIZES, LAST)
    phases.last.book.balances[prizes] = 18_00 * 100
    phases.last.do(ms.Advance(T, (Qualifier(A, Chips(1500)), Qualifier(B, Chips(500))), Cents(18_00)))

    plan = phases.cancel().plan

    assert phases.won(A, B) == [11_25, 6_75]  # 4.50 each, and 9.00 by three to one
    assert plan.left.pool == 0
