"""A blackjack table: seats, the betting window, the deal, time, the shoe (BJ-03 to BJ-55)."""

from collections import Counter
from dataclasses import replace

import pytest

from fairdeal.casino.games.blackjack import commands as bj
from fairdeal.casino.games.blackjack.commands import Choice
from fairdeal.casino.games.blackjack.engine import with_soft_17
from fairdeal.casino.games.blackjack.events import (
    BetPlaced,
    BetReturned,
    Decided,
    HandEnded,
    HoleChecked,
    HoleShown,
    QueueChanged,
    SeatLeaveAsked,
    SeatLeft,
    SeatTaken,
    TurnBegan,
)
from fairdeal.casino.games.blackjack.felt import boxes_of
from fairdeal.casino.games.blackjack.rules import STAND
from fairdeal.casino.games.layout import commands as lay
from fairdeal.casino.games.roulette.spin import Spin
from fairdeal.casino.shoe import commitment
from fairdeal.casino.table import commands as c
from fairdeal.casino.table.events import BettingClosed, Burned, CardDealt, RoundSettled, ShoeShuffled, WindowLapsed
from fairdeal.casino.table.state import Phase
from fairdeal.kernel import Cents, PlayerId, Rejection, RuleId
from tests.casino.tables import ANN, BOB, CAT, DAN, Bench, blackjack, cards, edition, every, one

TEN = Cents(1000)
EIGHT = tuple(PlayerId(name) for name in "abcdefgh")


def seated(*players: str, shoe: str = "", bets: bool = True) -> Bench:
    """People in seats 0, 1, …, each with a bet of ten, before no more bets."""
    bench = blackjack(shoe)
    bench.come(*players)
    bench.sit(*players)
    number = bench.open()
    if bets:
        for player in players:
            bench.do(bj.PlaceBet(PlayerId(player), number, TEN))
    return bench


# ---- seats


@pytest.mark.rule("BJ-06")
def test_seven_seats_and_no_eighth() -> None:
    bench = blackjack()
    bench.come(*EIGHT)
    bench.sit(*EIGHT[:7])

    assert bench.refuse(bj.TakeSeat(EIGHT[7], 7)) == ("no_such_seat", "BJ-06")
    assert bench.refuse(bj.TakeSeat(EIGHT[7], 3)) == ("seat_taken", "BJ-06")
    assert len(bench.boxes().seats) == 7


@pytest.mark.rule("BJ-55")
def test_one_hand_an_account() -> None:
    bench = seated("ann", bets=False)

    assert bench.refuse(bj.TakeSeat(ANN, 4)) == ("too_many_boxes", "BJ-55")


@pytest.mark.rule("BJ-60")
def test_a_free_seat_goes_to_whoever_waits_longest() -> None:
    bench = blackjack()
    bench.come(*EIGHT, "ann")
    bench.sit(*EIGHT[:7])
    for player in (EIGHT[7], ANN):
        assert one(bench.do(bj.JoinQueue(player)), QueueChanged).waits
    assert bench.own_boxes("ann").queue_place == 2
    assert bench.refuse(bj.JoinQueue(ANN)) == ("already_waiting", None)
    assert bench.refuse(bj.JoinQueue(EIGHT[0])) == ("already_seated", None)

    happened = bench.do(bj.LeaveSeat(EIGHT[2]))

    assert one(happened, SeatLeft).seat == 2
    assert one(happened, SeatTaken) == SeatTaken(EIGHT[7], 2, RuleId("BJ-60"))
    assert bench.own_boxes("ann").queue_place == 1


@pytest.mark.rule("BJ-60")
def test_who_leaves_the_queue_or_the_table_gets_no_seat() -> None:
    bench = blackjack()
    bench.come(*EIGHT, "ann")
    bench.sit(*EIGHT[:7])
    for player in (EIGHT[7], ANN):
        bench.do(bj.JoinQueue(player))
    bench.do(bj.LeaveQueue(EIGHT[7]))
    bench.do(c.Leave(ANN))

    assert every(bench.do(bj.LeaveSeat(EIGHT[2])), SeatTaken) == []
    assert bench.refuse(bj.TakeSeat(ANN, 2)) == ("not_at_table", None)
    bench.do(bj.TakeSeat(EIGHT[7], 2))


def waits_behind(*others: PlayerId) -> Bench:
    """Seven sit, Ann waits first and bets behind seat 0, others wait after her; seat 2 becomes free."""
    bench = blackjack()
    bench.come(*EIGHT, "ann", "bob")
    bench.sit(*EIGHT[:7])
    bench.open()
    bench.do(bj.PlaceBet(EIGHT[0], 1, TEN))
    bench.do(bj.BetBehind(ANN, 1, 0, TEN))
    for player in (ANN, *others):
        bench.do(bj.JoinQueue(player))
    bench.do(bj.LeaveSeat(EIGHT[2]))
    return bench


@pytest.mark.rule("BJ-60")
def test_who_bets_behind_while_waiting_keeps_the_place_in_the_queue() -> None:
    bench = waits_behind(EIGHT[7], BOB)
    assert boxes_of(bench.table).seats[2] is None, "it waits for the end of the round, because of the bet behind"
    assert bench.own_boxes("ann").queue_place == 1
    for player in (EIGHT[7], BOB, EIGHT[2]):
        assert bench.refuse(bj.TakeSeat(player, 2)) == ("queue_not_empty", "BJ-60")
    happened = bench.until(Phase.RESULT)

    assert one(happened, SeatTaken) == SeatTaken(ANN, 2, RuleId("BJ-60"))


@pytest.mark.rule("BJ-60")
def test_who_waits_and_then_bets_behind_keeps_the_place_in_the_queue() -> None:
    bench = blackjack()
    bench.come(*EIGHT, "ann", "bob")
    bench.sit(*EIGHT[:7])
    bench.open()
    bench.do(bj.PlaceBet(EIGHT[0], 1, TEN))
    for player in (ANN, BOB):
        bench.do(bj.JoinQueue(player))
    bench.do(bj.BetBehind(ANN, 1, 0, TEN))
    assert [bench.own_boxes(player).queue_place for player in ("ann", "bob")] == [1, 2]
    bench.do(bj.LeaveSeat(EIGHT[2]))

    assert one(bench.until(Phase.RESULT), SeatTaken) == SeatTaken(ANN, 2, RuleId("BJ-60"))


@pytest.mark.rule("BJ-60")
def test_a_second_free_seat_goes_to_the_next_who_waits() -> None:
    bench = waits_behind(EIGHT[7], BOB)
    happened = bench.do(bj.LeaveSeat(EIGHT[4]))

    assert one(happened, SeatTaken) == SeatTaken(EIGHT[7], 2, RuleId("BJ-60"))
    assert one(bench.until(Phase.RESULT), SeatTaken).player == ANN


@pytest.mark.rule("BJ-60")
def test_who_takes_the_bet_behind_back_gets_the_free_seat_at_once() -> None:
    bench = waits_behind(BOB)

    assert one(bench.do(bj.WithdrawBet(ANN, 1)), SeatTaken) == SeatTaken(ANN, 2, RuleId("BJ-60"))


@pytest.mark.rule("BJ-60")
@pytest.mark.parametrize("gone", [bj.LeaveQueue(ANN), c.Leave(ANN), c.Disconnected(ANN)])
def test_a_seat_that_is_kept_for_nobody_any_more_goes_to_the_next(gone: c.TableCommand) -> None:
    bench = waits_behind(BOB)

    assert one(bench.do(gone), SeatTaken) == SeatTaken(BOB, 2, RuleId("BJ-60"))


@pytest.mark.rule("BJ-60")
def test_who_is_not_connected_gets_no_seat_and_keeps_nobody_waiting() -> None:
    bench = blackjack()
    bench.come(*EIGHT, "ann")
    bench.sit(*EIGHT[:7])
    for player in (EIGHT[7], ANN):
        bench.do(bj.JoinQueue(player))
    bench.do(c.Disconnected(EIGHT[7]))

    assert one(bench.do(bj.LeaveSeat(EIGHT[2])), SeatTaken) == SeatTaken(ANN, 2, RuleId("BJ-60"))
    assert every(bench.do(c.Disconnected(EIGHT[4])), SeatTaken) == []
    assert every(bench.do(c.Leave(EIGHT[4])), SeatTaken) == []
    assert one(bench.do(c.Reconnected(EIGHT[7])), SeatTaken) == SeatTaken(EIGHT[7], 4, RuleId("BJ-60"))


@pytest.mark.rule("BJ-60")
def test_nobody_jumps_the_queue() -> None:
    bench = waits_behind()

    assert bench.refuse(bj.TakeSeat(EIGHT[7], 2)) == ("queue_not_empty", "BJ-60")
    bench.do(bj.LeaveQueue(ANN))
    bench.do(bj.TakeSeat(EIGHT[7], 2))


def test_standing_up_during_a_round_waits_for_its_end() -> None:
    bench = seated("ann", "bob", shoe="Ts 9s 7c 8d 9d Th")
    bench.close()
    bench.tick()
    assert one(bench.do(bj.LeaveSeat(BOB)), SeatLeaveAsked).player == BOB
    bench.do(bj.Decide(ANN, 1, 1, Choice.STAND))
    bench.do(bj.Decide(BOB, 1, 2, Choice.STAND))

    assert one(bench.history, SeatLeft) == SeatLeft(BOB, 1)
    assert bench.money("bob") == 1000


@pytest.mark.rule("BJ-62")
def test_a_seat_that_does_not_play_goes_to_whoever_waits() -> None:
    """After three rounds without a bet, and only when somebody wants the seat."""
    bench = blackjack()
    bench.come(*EIGHT, "ann")
    bench.sit(*EIGHT[:7])
    for _ in range(3):
        number = bench.open()
        for player in EIGHT[:6]:
            bench.do(bj.PlaceBet(player, number, TEN))
        bench.until(Phase.RESULT)
    assert every(bench.history, SeatLeft) == []
    bench.do(bj.JoinQueue(ANN))
    number = bench.open()
    bench.do(bj.PlaceBet(EIGHT[0], number, TEN))
    happened = bench.until(Phase.RESULT)

    assert one(happened, SeatLeft) == SeatLeft(EIGHT[6], 6, RuleId("BJ-62"))
    assert one(happened, SeatTaken) == SeatTaken(ANN, 6, RuleId("BJ-60"))


@pytest.mark.rule("BJ-62")
def test_who_sits_down_begins_with_no_rounds_without_a_bet() -> None:
    """The seat was idle for three rounds; whoever takes it next is not asked to leave after one."""
    bench = blackjack()
    bench.come(*EIGHT, "ann", "bob")
    bench.sit(*EIGHT[:7])
    for _ in range(3):
        number = bench.open()
        for player in EIGHT[:6]:
            bench.do(bj.PlaceBet(player, number, TEN))
        bench.until(Phase.RESULT)
    bench.do(bj.LeaveSeat(EIGHT[6]))
    bench.do(bj.TakeSeat(ANN, 6))
    assert boxes_of(bench.table).idle[6] == 0
    bench.do(bj.JoinQueue(BOB))
    for _ in range(2):
        number = bench.open()
        for player in EIGHT[:6]:
            bench.do(bj.PlaceBet(player, number, TEN))
        bench.until(Phase.RESULT)

    assert boxes_of(bench.table).seat_of(ANN) == 6
    number = bench.open()
    bench.do(bj.PlaceBet(EIGHT[0], number, TEN))
    bench.until(Phase.RESULT)
    assert boxes_of(bench.table).seat_of(BOB) == 6


@pytest.mark.rule("BJ-62")
def test_people_who_only_sit_cannot_keep_others_from_playing() -> None:
    """Seven who never bet, and are not even there: somebody who waits gets a seat after three windows."""
    bench = blackjack()
    bench.come(*EIGHT)
    bench.sit(*EIGHT[:7])
    for player in EIGHT[:7]:
        bench.do(c.Disconnected(player))
    assert not bench.machine.agenda(bench.table)
    bench.do(bj.JoinQueue(EIGHT[7]))
    for _ in range(3):
        bench.open()
        bench.close()

    assert one(bench.history, SeatLeft) == SeatLeft(EIGHT[0], 0, RuleId("BJ-62"))
    assert boxes_of(bench.table).seat_of(EIGHT[7]) == 0


# ---- betting


@pytest.mark.rule("BJ-13")
def test_a_bet_comes_before_the_first_card() -> None:
    bench = seated("ann", "bob", bets=False)
    assert bench.refuse(bj.PlaceBet(CAT, 1, TEN)) == ("not_at_table", None)
    bench.come("cat")
    assert bench.refuse(bj.PlaceBet(CAT, 1, TEN)) == ("not_seated", "BJ-13")
    bench.do(bj.PlaceBet(ANN, 1, TEN))
    bench.close()
    dealt_to = {event.seat for event in every(bench.tick(), CardDealt)}

    assert dealt_to == {0, -1}
    assert bench.refuse(bj.PlaceBet(BOB, 1, TEN)) == ("betting_closed", "BJ-21")


@pytest.mark.rule("BJ-17")
@pytest.mark.rule("BJ-21")
def test_nothing_is_bet_raised_or_taken_back_once_the_time_is_over() -> None:
    """The timer's own command may come a moment later: that moment is nobody's."""
    bench = seated("ann", "bob", shoe="Ts 9s 7c 8d 9d Th")
    bench.come("cat")
    bench.do(bj.BetBehind(CAT, 1, 0, TEN))
    bench.now = bench.table.deadline
    assert bench.refuse(bj.PlaceBet(ANN, 1, TEN)) == ("betting_closed", "BJ-21")
    assert bench.refuse(bj.BetBehind(CAT, 1, 0, TEN)) == ("betting_closed", "BJ-64")
    assert bench.refuse(bj.AnswerFollow(CAT, True)) == ("betting_closed", "BJ-70")
    for player in (ANN, CAT):
        assert bench.refuse(bj.WithdrawBet(player, 1)) == ("bet_locked", "BJ-17")
    happened = bench.do(bj.LeaveSeat(BOB))
    assert one(happened, BettingClosed).rule == "BJ-17"
    assert one(happened, SeatLeaveAsked).player == BOB
    bench.do(c.Leave(CAT))

    assert every(bench.history, BetReturned) == []
    assert (bench.money("bob"), bench.money("cat")) == (-1000, -1000)


@pytest.mark.rule("BJ-16")
def test_bets_come_from_available_funds_and_are_fixed_once_dealt() -> None:
    bench = blackjack("Ts 6c 6d Th")
    bench.come("ann", funds=1500)
    bench.sit("ann")
    bench.open()
    assert bench.refuse(bj.PlaceBet(ANN, 1, Cents(2000))) == ("insufficient_funds", "BJ-13")
    bench.do(bj.PlaceBet(ANN, 1, TEN))
    bench.close()
    bench.tick()

    assert bench.refuse(bj.PlaceBet(ANN, 1, Cents(100))) == ("betting_closed", "BJ-21")
    assert bench.refuse(bj.WithdrawBet(ANN, 1)) == ("bet_locked", "BJ-16")
    assert bench.refuse(bj.Decide(ANN, 1, 1, Choice.DOUBLE)) == ("insufficient_funds", "BJ-31")
    bench.do(bj.Decide(ANN, 1, 1, Choice.DOUBLE, Cents(500)))


@pytest.mark.rule("BJ-17")
def test_after_no_more_bets_nothing_is_accepted_increased_or_cancelled() -> None:
    bench = seated("ann", "bob")
    bench.do(bj.PlaceBet(ANN, 1, Cents(500)))
    bench.do(bj.WithdrawBet(BOB, 1))
    bench.do(bj.PlaceBet(BOB, 1, Cents(700)))
    happened = bench.close()

    closed = one(happened, BettingClosed)
    assert (closed.rule, closed.boxes) == ("BJ-17", (0, 1))
    assert every(bench.history, CardDealt) == [], "no card leaves the shoe before the announcement"
    assert bench.refuse(bj.PlaceBet(ANN, 1, TEN)) == ("betting_closed", "BJ-21")
    assert bench.refuse(bj.WithdrawBet(ANN, 1)) == ("bet_locked", "BJ-17")
    assert (bench.money("ann"), bench.money("bob")) == (-1500, -700)


@pytest.mark.rule("BJ-17")
def test_the_timer_runs_for_the_time_of_the_edition() -> None:
    bench = seated("ann")
    opened_at = bench.now
    bench.close()

    assert bench.now - opened_at == edition().blackjack.limits.betting_seconds.value


@pytest.mark.rule("BJ-21")
@pytest.mark.rule("BJ-19")
def test_why_bets_are_rejected_before_dealing() -> None:
    """Late, below the minimum, above the maximum, without connection; in one order."""
    bench = seated("ann", bets=False)
    limits = edition().blackjack.limits
    view = bench.view("ann")
    assert (view.bet_min, view.bet_max) == (limits.bet_min.value, limits.bet_max.value)
    assert bench.refuse(bj.PlaceBet(ANN, 7, Cents(1))) == ("betting_closed", "BJ-21")
    assert bench.send(bj.PlaceBet(ANN, 1, Cents(50))) == Rejection(
        "below_minimum", RuleId("BJ-21"), (("amount", 50), ("least", 100))
    )
    assert bench.refuse(bj.PlaceBet(ANN, 1, Cents(60_000))) == ("above_maximum", "BJ-21")
    assert bench.refuse(bj.PlaceBet(ANN, 1, Cents(150))) == ("not_a_multiple", "BJ-28")
    assert bench.refuse(bj.PlaceBet(ANN, 1, Cents(-500))) == ("not_a_multiple", "BJ-28")
    bench.do(c.Disconnected(ANN))
    assert bench.refuse(bj.PlaceBet(ANN, 1, TEN)) == ("no_connection", "BJ-21")
    bench.do(c.Reconnected(ANN))
    bench.do(bj.PlaceBet(ANN, 1, TEN))
    assert bench.refuse(bj.PlaceBet(ANN, 1, Cents(49_100))) == ("above_maximum", "BJ-21")


def test_a_window_without_bets_uses_its_number_again() -> None:
    bench = seated("ann", bets=False)
    lapsed = one(bench.close(), WindowLapsed)

    assert lapsed.rule == "BJ-17"
    assert bench.open() == 1


@pytest.mark.rule("BJ-18")
def test_settlement_is_automatic() -> None:
    bench = seated("ann", "bob", shoe="Ts 9s 7c Td 8d Th")
    bench.close()
    bench.tick()
    bench.do(bj.Decide(ANN, 1, 1, Choice.STAND))
    happened = bench.do(bj.Decide(BOB, 1, 2, Choice.STAND))

    settled = one(happened, RoundSettled)
    assert settled.rule == "BJ-18"
    assert [(each.player, each.lost, each.returned, each.won) for each in settled.payments] == [
        (ANN, 0, 1000, 1000),
        (BOB, 0, 1000, 0),
    ]


# ---- the deal


@pytest.mark.rule("BJ-43")
@pytest.mark.rule("BJ-03")
def test_the_deal_goes_round_twice_and_the_second_dealer_card_is_face_down() -> None:
    bench = seated("ann", "bob", "cat")
    bench.close()
    given = every(bench.tick(), CardDealt)[:8]

    assert [event.seat for event in given] == [0, 1, 2, -1, 0, 1, 2, -1]
    assert [event.face_up for event in given] == [True] * 7 + [False]


@pytest.mark.rule("BJ-03")
def test_the_hole_card_is_hidden_until_everybody_is_done() -> None:
    bench = seated("ann", shoe="Ts 7c 2d 9h 5c")
    bench.close()
    bench.tick()
    for viewer in ("ann", None):
        assert bench.boxes(viewer).dealer == (cards("7c")[0], -1)
        assert bench.boxes(viewer).dealer_total == 7
    bench.do(bj.Decide(ANN, 1, 1, Choice.HIT))
    assert bench.boxes().dealer[1] == -1
    happened = bench.do(bj.Decide(ANN, 1, 2, Choice.STAND))

    assert one(happened, HoleShown) == HoleShown(1, cards("9h")[0], RuleId("BJ-03"), bench.now)
    assert bench.boxes().dealer[:2] == tuple(cards("7c 9h"))


@pytest.mark.rule("BJ-12")
@pytest.mark.rule("BJ-40")
def test_the_shoe_is_a_permutation_of_eight_decks() -> None:
    bench = seated("ann", bets=False)
    shuffled = one(bench.history, ShoeShuffled)

    assert Counter(shuffled.shoe.order) == Counter(dict.fromkeys(range(52), 8))
    assert (shuffled.shoe.decks, shuffled.rule) == (8, "BJ-40")


@pytest.mark.rule("BJ-40")
def test_chance_must_give_back_the_same_cards() -> None:
    bench = blackjack()
    bench.come("ann")
    bench.sit("ann")
    order = bytes(sorted(list(range(52)) * 8))
    assert bench.refuse(c.Shuffle(1, order)) == ("entropy_missing", None)
    with pytest.raises(AssertionError, match="chance must not change the cards"):
        bench.send(c.Shuffle(1, order, order[:-1] + order[:1], 0, bytes(16)))
    bench.do(c.Shuffle(1, order, order, 0, bytes(16)))
    assert bench.refuse(c.Shuffle(2, order, order, 0, bytes(16))) == ("no_shuffle_due", "BJ-41")


@pytest.mark.rule("BJ-42")
def test_cutting_moves_the_front_to_the_back_and_the_cut_card_stands_a_deck_from_the_back() -> None:
    bench = blackjack()
    bench.come("ann")
    bench.sit("ann")
    order = bytes(list(range(52)) * 8)
    shoe = one(bench.do(c.Shuffle(1, order, order, 100, bytes(16))), ShoeShuffled).shoe

    assert shoe.order == order[100:] + order[:100]
    assert shoe.cut_at == 416 - 52


@pytest.mark.rule("BJ-44")
def test_six_cards_are_burnt_after_a_shuffle() -> None:
    bench = seated("ann", shoe="Ts 7c 2d 9h 5c")
    burned = one(bench.history, Burned)
    bench.close()
    first = every(bench.tick(), CardDealt)[0]

    assert (burned.count, burned.rule) == (6, "BJ-44")
    shoe = bench.table.shoe
    assert shoe is not None
    assert first.card == shoe.order[6] == cards("Ts")[0]


def exhausted(bench: Bench, out: int) -> None:
    """Let so many cards be out of the shoe."""
    assert bench.table.shoe is not None
    bench.table = replace(bench.table, shoe=replace(bench.table.shoe, out=out))


@pytest.mark.rule("BJ-41")
def test_the_cards_are_shuffled_after_the_round_in_which_the_cut_card_came() -> None:
    bench = seated("ann")
    exhausted(bench, 362)
    happened = bench.until(Phase.RESULT)
    assert every(happened, ShoeShuffled) == [], "never in the middle of a round"
    before = bench.table.shoe
    assert before is not None

    bench.open()

    shuffled = every(bench.history, ShoeShuffled)[-1]
    assert (shuffled.shoe.number, shuffled.rule) == (2, "BJ-41")
    shown = bench.view().shoe
    assert shown is not None
    assert (shown.last_number, shown.last_order, shown.last_salt) == (1, before.order, before.salt)
    assert commitment(shown.last_order, shown.last_salt) == before.commitment


@pytest.mark.rule("BJ-41")
@pytest.mark.parametrize(("out", "reached"), [(363, False), (364, True), (365, True)])
def test_the_cut_card_is_reached_when_every_card_before_it_is_out(out: int, reached: bool) -> None:
    bench = seated("ann")
    exhausted(bench, out)
    assert bench.table.shoe is not None

    assert bench.table.shoe.cut_reached is reached


@pytest.mark.rule("BJ-41")
def test_a_shoe_that_runs_out_in_a_round_is_filled_with_the_discards() -> None:
    bench = seated("ann")
    exhausted(bench, 413)
    bench.until(Phase.RESULT)

    refilled = every(bench.history, ShoeShuffled)[-1]
    assert refilled.in_round
    assert refilled.shoe.size == 413
    assert [(event.count, event.rule) for event in every(bench.history, Burned)] == [(6, "BJ-44")] * 2
    assert bench.table.shoe is not None
    assert bench.table.shoe.out == 6 + len(every(bench.history, CardDealt)) - 3
    table_cards = [event.card for event in every(bench.history, CardDealt)]
    shoe = every(bench.history, ShoeShuffled)[0].shoe
    assert sorted(refilled.shoe.order) == sorted(shoe.order[:413])
    assert table_cards[:3] == list(shoe.order[413:])
    bench.open()
    assert bench.table.shoe is not None
    assert bench.table.shoe.size == 416


@pytest.mark.rule("BJ-41")
@pytest.mark.rule("BJ-03")
def test_a_shoe_that_runs_out_in_a_round_is_revealed_when_the_round_is_over() -> None:
    """Not before: the card face down came from it."""
    bench = seated("ann", shoe="5s 7c 6d Th")
    shoe = bench.table.shoe
    assert shoe is not None
    first = replace(shoe, order=shoe.order[10:] + shoe.order[:10], out=412)  # those four are the last
    bench.table = replace(bench.table, shoe=first)
    bench.close()
    bench.tick()
    bench.tick()
    assert bench.table.shoes == 2
    shown = bench.view("ann").shoe
    assert shown is not None
    assert (bench.table.in_round, shown.spent, shown.last_number) == (True, (), 0)
    bench.until(Phase.RESULT)

    spent = (1, first.order, first.salt)
    for number in (2, 3):
        shown = bench.view("ann").shoe
        assert shown is not None
        assert (shown.number, shown.spent) == (number, (spent,))
        assert commitment(*spent[1:]) == first.commitment
        bench.open()
    exhausted(bench, 400)
    bench.do(bj.PlaceBet(ANN, bench.table.round, TEN))
    bench.until(Phase.RESULT)
    bench.open()
    shown = bench.view("ann").shoe
    assert shown is not None
    assert (shown.last_number, shown.spent) == (3, ())


@pytest.mark.rule("BJ-41")
def test_discards_too_few_to_burn_any_are_dealt() -> None:
    bench = seated("ann")
    exhausted(bench, 413)
    bench.table = replace(bench.table, round_out=0)
    bench.close()
    bench.table = replace(bench.table, round_out=5)
    bench.until(Phase.RESULT)

    assert len(every(bench.history, Burned)) == 1
    assert every(bench.history, ShoeShuffled)[-1].shoe.size == 5


@pytest.mark.rule("BJ-41")
def test_no_card_comes_twice_when_the_discards_run_out_as_well() -> None:
    """Three cards in the shoe, then eight discards of which six are burnt, then those six."""
    bench = seated("ann", "bob")
    exhausted(bench, 413)
    bench.close()
    bench.table = replace(bench.table, round_out=8)
    for _ in range(40):
        if bench.table.phase is Phase.RESULT or bench.table.shoes == 3:
            break
        bench.tick()
    first, second, third = (event.shoe for event in every(bench.history, ShoeShuffled))

    assert sorted(second.order) == sorted(first.order[:8])
    assert [event.count for event in every(bench.history, Burned)] == [6, 6]
    assert sorted(third.order) == sorted(second.order[:6])


# ---- decisions and time


@pytest.mark.rule("BJ-45")
def test_the_seated_player_chooses_among_what_the_interface_offers() -> None:
    bench = seated("ann", "bob", shoe="8s Ts 7c 8d 9d Th")
    bench.close()
    bench.tick()

    assert set(bench.own_boxes("ann").options) == {"stand", "hit", "double", "split"}
    assert bench.own_boxes("bob").options == ()
    assert bench.refuse(bj.Decide(BOB, 1, 1, Choice.STAND)) == ("not_your_turn", "BJ-45")
    assert bench.refuse(bj.Decide(ANN, 1, 9, Choice.STAND)) == ("stale_turn", "BJ-45")
    bench.do(bj.Decide(ANN, 1, 1, Choice.STAND))
    assert bench.refuse(bj.Decide(ANN, 1, 1, Choice.STAND)) == ("stale_turn", "BJ-45")


@pytest.mark.rule("BJ-46")
def test_no_answer_means_stand() -> None:
    bench = seated("ann", shoe="5s 7c 6d Th")
    bench.close()
    bench.tick()
    asked_at = bench.now
    happened = bench.tick()

    decided = one(happened, Decided)
    assert (decided.act, decided.rule) == (STAND, "BJ-46")
    limits = edition().blackjack.limits.decision_seconds
    assert limits is not None
    assert bench.now - asked_at == limits.value
    assert bench.money("ann") == -1000


@pytest.mark.rule("BJ-46")
def test_a_timer_that_comes_too_early_or_for_another_turn_decides_nothing() -> None:
    bench = seated("ann", shoe="5s 7c 6d Th")
    bench.close()
    bench.tick()

    assert bench.do(bj.DecisionExpired(1, 1)) == ()
    bench.now = bench.table.deadline
    assert bench.do(bj.DecisionExpired(1, 2)) == ()
    assert bench.do(bj.DecisionExpired(2, 1)) == ()
    assert one(bench.do(bj.DecisionExpired(1, 1)), Decided).act == STAND


@pytest.mark.rule("BJ-29")
def test_insurance_lasts_its_whole_time() -> None:
    bench = seated("ann", shoe="5s Ac 6d Th")
    bench.close()
    bench.tick()
    assert bench.do(bj.CloseInsurance(1)) == ()
    bench.now = bench.table.deadline

    assert one(bench.do(bj.CloseInsurance(1)), HoleChecked).blackjack


@pytest.mark.rule("BJ-46")
def test_the_software_moves_on_at_21_and_above() -> None:
    bench = seated("ann", "bob", shoe="5s Ts 7c 6d 6h Th Td Kc")
    bench.close()
    bench.tick()
    happened = bench.do(bj.Decide(ANN, 1, 1, Choice.HIT))
    assert one(happened, HandEnded).why == "twenty_one"
    assert one(happened, TurnBegan).seat == 1
    happened = bench.do(bj.Decide(BOB, 1, 2, Choice.HIT))

    assert one(happened, HandEnded).why == "bust"
    assert one(happened, RoundSettled).round == 1


@pytest.mark.rule("BJ-46")
def test_a_lost_connection_gets_its_time_and_then_stands() -> None:
    bench = seated("ann", shoe="5s 7c 6d Th 9d")
    bench.close()
    bench.do(c.Disconnected(ANN))
    assert one(bench.tick(), TurnBegan).seat == 0
    assert bench.refuse(bj.Decide(ANN, 1, 1, Choice.HIT)) == ("no_connection", None)
    bench.do(c.Reconnected(ANN))
    bench.do(bj.Decide(ANN, 1, 1, Choice.HIT))
    bench.do(c.Disconnected(ANN))

    assert one(bench.tick(), Decided).rule == "BJ-46"


@pytest.mark.rule("BJ-46")
def test_who_leaves_the_table_is_not_waited_for() -> None:
    bench = seated("ann", "bob", shoe="5s 5h 7c 6d 6h Th")
    bench.close()
    bench.tick()
    happened = bench.do(c.Leave(ANN))
    assert one(happened, Decided) == Decided(1, 1, 0, 0, STAND, bench.now, rule=RuleId("BJ-46"))
    assert one(happened, TurnBegan).seat == 1
    happened = bench.do(c.Leave(BOB))

    assert one(happened, RoundSettled).payments[0].lost == 1000
    assert [event.player for event in every(happened, SeatLeft)] == [ANN, BOB]
    assert not bench.machine.agenda(bench.table)


@pytest.mark.rule("BJ-46")
def test_somebody_who_left_before_their_turn_stands_when_it_comes() -> None:
    bench = seated("ann", "bob", shoe="5s 5h 7c 6d 6h Th")
    bench.close()
    bench.tick()
    bench.do(c.Leave(BOB))
    happened = bench.do(bj.Decide(ANN, 1, 1, Choice.STAND))

    assert [(event.seat, event.rule) for event in every(happened, Decided)] == [(0, None), (1, "BJ-46")]
    assert bench.table.phase is Phase.RESULT


def test_leaving_before_no_more_bets_gives_the_bet_back() -> None:
    bench = seated("ann", "bob")
    happened = bench.do(c.Leave(ANN))

    assert one(happened, BetReturned).amount == 1000
    assert bench.money("ann") == 0
    assert boxes_of(bench.table).seats[0] is None


def test_nobody_waits_for_insurance_answers_of_those_who_left() -> None:
    bench = seated("ann", "bob", shoe="Ts 9s Ac Td 8d 5h")
    bench.close()
    bench.tick()
    bench.do(bj.Insure(ANN, 1, Cents(0)))
    happened = bench.do(c.Leave(BOB))

    assert one(happened, TurnBegan).seat == 0


def test_bets_are_added_up() -> None:
    bench = seated("ann", bets=False)
    for amount in (500, 500, 2500):
        assert one(bench.do(bj.PlaceBet(ANN, 1, Cents(amount))), BetPlaced).amount == amount

    assert bench.boxes().seats[0].bet == 3500


@pytest.mark.rule("BJ-08")
@pytest.mark.rule("BJ-09")
@pytest.mark.parametrize(("hits", "notice"), [(False, "dealer_stands_on_all_17s"), (True, "dealer_draws_on_soft_17")])
def test_the_notices_say_what_the_table_does(hits: bool, notice: str) -> None:
    bench = blackjack(casino=with_soft_17(edition(), hits=hits))
    shown = {each.code: (each.rule, dict(each.numbers)) for each in bench.view().notices}

    assert shown == {
        notice: ("BJ-53", {}),
        "blackjack_pays": ("BJ-25", {"pays": 3, "per": 2}),
        "insurance_pays": ("BJ-30", {"pays": 2, "per": 1}),
        "double_on_first_two_cards": ("BJ-31", {"after_split": 1}),
        "splits_allowed": ("BJ-36", {"most": 1}),
        "cards_on_split_aces": ("BJ-37", {"cards": 1}),
    }


def test_commands_of_other_games_are_refused() -> None:
    bench = seated("ann")

    assert bench.refuse(lay.PlaceChip(ANN, 1, "red", TEN)) == ("game_has_no_layout", None)
    assert bench.refuse(Spin(1, 37, 5)) == ("no_wheel", None)
    assert bench.refuse(c.Scan(1, 5)) == ("no_scanner", None)
    assert bench.do(c.Deal(1)) == ()
    assert DAN not in bench.table.guests
