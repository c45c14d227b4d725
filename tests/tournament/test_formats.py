"""A format is one value: what differs is asked of it, and a new one needs no change of director or dealers."""

from typing import Final

from fairdeal.bank.accounts import Purpose
from fairdeal.bank.transfer import Chain, Reason, chain_of, move, moving
from fairdeal.kernel import Cents, Duration, EventRef, StreamId, seconds
from fairdeal.kernel.agenda import JointCommand
from fairdeal.tournament.cancellation.case import Case
from fairdeal.tournament.cancellation.plan import Stage, What
from fairdeal.tournament.cancellation.stages import Shared
from fairdeal.tournament.director import commands as ms
from fairdeal.tournament.director.events import PrizesFixed
from fairdeal.tournament.director.outcomes import Cancelled, NoteEnd, PlayerResult
from fairdeal.tournament.director.state import Tournament
from fairdeal.tournament.formats.standard import StandardFormat
from fairdeal.tournament.rules import HOUSE_POWERS, TournamentRules
from fairdeal.tournament.setup import TournamentSetup
from tests.tournament.directing import PRICE, Room, player

JACKPOT: Final = "jackpot"
HALL: Final = StreamId("hall:jackpot")
A, B, C = (player(number) for number in range(1, 4))


class Jackpot(StandardFormat):
    """A toy: the house's bankroll pays what prizes lack, the hall hears of the end, whoever is left shares equally."""

    def extra_time(self, _rules: TournamentRules, _state: Tournament) -> Duration:
        return seconds(7)

    def takes(self, _ticket: ms.Ticket, _state: Tournament) -> bool:
        return False

    def pool_transfers(self, event: PrizesFixed, ref: EventRef) -> Chain:
        house = event.books.tender.account(Purpose.BANKROLL, JACKPOT)
        return chain_of(ref, moving([move(house, event.books.prizes, event.overlay, Reason.OVERLAY, event.rule)]))

    def reports_end_to(self, _rules: TournamentRules, _setup: TournamentSetup) -> StreamId | None:
        return HALL

    def share(self, case: Case, _policy: object) -> Shared:
        shared = Shared(Stage.DRAWN_POOL, HOUSE_POWERS, case.remaining)
        each = Cents(case.supplied // len(case.remaining))
        shared.give(What.EQUAL_PART, [each] * len(case.remaining), HOUSE_POWERS)
        return shared


def jackpot() -> Room:
    """A jackpot with three players, in a room that plays standard tournaments too."""
    return Room(formats={JACKPOT: Jackpot()}, product=JACKPOT, prizes=(Cents(100_00),))


def reports(room: Room) -> list[JointCommand[NoteEnd]]:
    return [joint for joint in room.joints if isinstance(joint.command, NoteEnd)]


def test_a_format_says_how_long_the_disconnected_have_and_who_pays_what_the_pool_lacks() -> None:
    room = jackpot()
    room.start(3)

    assert [order.extra_time for order in room.orders()] == [seconds(7)]
    assert room.balance(Purpose.PRIZES) == 100_00
    assert room.balance(Purpose.BANKROLL) == 3 * PRICE.pool - 100_00


def test_a_format_says_which_tickets_pay() -> None:
    room = jackpot()
    room.fund(A)
    room.give_ticket(A, "gift", PRICE.total)
    gift = ms.Ticket("gift", PRICE.total)

    assert room.refused(ms.Register(A, ticket="gift", facts=ms.EntryFacts(ticket=gift))) == "ticket_not_valid"


def test_whoever_the_format_names_hears_how_it_ended_in_the_same_commit_and_once() -> None:
    room = jackpot()
    room.start(3)
    room.bust(C, to=A)
    assert reports(room) == []

    room.bust(B, to=A)
    room.close_tables()

    results = (PlayerResult(A, 1, Cents(100_00)), PlayerResult(B, 2, Cents(0)), PlayerResult(C, 3, Cents(0)))
    assert reports(room) == [JointCommand(HALL, NoteEnd(room.state.id, results))]
    assert room.state.closed


def test_a_format_says_how_a_cancelled_tournament_is_shared() -> None:
    room = jackpot()
    room.start(3)
    room.bust(C, to=A)

    room.do(ms.Cancel("S1", "power cut"))

    (cancelled,) = room.of(Cancelled)
    assert {payout.player: payout.amount for payout in cancelled.plan.payouts} == {
        A: Cents(3 * PRICE.pool // 2),
        B: Cents(3 * PRICE.pool // 2),
        C: Cents(0),
    }
    (report,) = reports(room)
    assert report.command.cancelled
    assert [(result.player, result.place) for result in report.command.finishes] == [(A, None), (B, None), (C, 3)]


def test_a_product_without_a_format_of_its_own_is_a_standard_tournament_and_reports_to_nobody() -> None:
    room = Room(formats={JACKPOT: Jackpot()})
    room.start(2)
    room.run()

    assert room.state.closed
    assert reports(room) == []
