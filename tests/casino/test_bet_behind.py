"""Betting behind: on somebody else's hand, from outside the seats (BJ-60 to BJ-73)."""

from dataclasses import replace

import pytest

from fairdeal.casino.chat import Said, Say
from fairdeal.casino.games.blackjack import commands as bj
from fairdeal.casino.games.blackjack.commands import Choice
from fairdeal.casino.games.blackjack.events import (
    BetPlaced,
    BetReturned,
    Decided,
    FollowAnswered,
    HoleChecked,
    InsuranceAnswered,
    SeatLeft,
    TurnBegan,
)
from fairdeal.casino.games.blackjack.felt import boxes_of
from fairdeal.casino.games.layout import commands as lay
from fairdeal.casino.table import commands as c
from fairdeal.casino.table.events import RoundSettled, WindowLapsed
from fairdeal.casino.table.state import Phase
from fairdeal.kernel import Cents, PlayerId, RuleId, events_of
from fairdeal.rulebook.ruled import Ruled
from fairdeal.rulebook.schema.casino import Casino
from tests.casino.tables import ANN, BOB, CAT, DAN, Bench, blackjack, edition, every, one
from tests.steps import step_of

TEN = Cents(1000)


def behind(
    shoe: str = "", *, follows: bool | None = None, bet: int = 5000, stake: int = 1000, casino: Casino | None = None
) -> Bench:
    """Ann sits and bets fifty, Bob bets ten behind her; nobody is dealt to yet."""
    bench = blackjack(shoe, casino)
    bench.come("ann", "bob")
    bench.sit("ann")
    number = bench.open()
    bench.do(bj.PlaceBet(ANN, number, Cents(bet)))
    bench.do(bj.BetBehind(BOB, number, 0, Cents(stake)))
    if follows is not None:
        bench.do(bj.AnswerFollow(BOB, follows))
    return bench


def dealt(shoe: str, *, follows: bool | None = None, bet: int = 5000, stake: int = 1000) -> Bench:
    bench = behind(shoe, follows=follows, bet=bet, stake=stake)
    bench.close()
    bench.tick()
    return bench


def act(bench: Bench, *choices: str, amount: int | None = None) -> None:
    for choice in choices:
        extra = None if amount is None else Cents(amount)
        bench.do(bj.Decide(ANN, bench.table.round, boxes_of(bench.table).turn, Choice(choice), extra))


@pytest.mark.rule("BJ-60")
def test_everybody_behind_is_paid_with_the_hand() -> None:
    bench = dealt("Ts 7c 9d Th")
    assert bench.boxes().seats[0].behind == 1
    assert bench.boxes().seats[0].behind_total == 1000
    act(bench, "stand")

    assert (bench.money("ann"), bench.money("bob")) == (5000, 1000)


@pytest.mark.rule("BJ-60")
def test_a_blackjack_pays_three_to_two_behind_too() -> None:
    bench = dealt("As 7c Kd Th")

    assert (bench.money("ann"), bench.money("bob")) == (7500, 1500)


@pytest.mark.rule("BJ-61")
def test_any_occupied_seat_but_no_empty_one() -> None:
    bench = blackjack()
    bench.come("ann", "bob", "cat")
    bench.sit("ann")
    bench.do(bj.TakeSeat(CAT, 5))
    bench.open()

    for seat in (1, 7, -1):
        assert bench.refuse(bj.BetBehind(BOB, 1, seat, TEN)) == ("seat_empty", "BJ-61")
    assert one(bench.do(bj.BetBehind(BOB, 1, 5, TEN)), BetPlaced).seat == 5


@pytest.mark.rule("BJ-61")
def test_bets_behind_a_seat_that_becomes_empty_go_back() -> None:
    bench = behind()
    happened = bench.do(bj.LeaveSeat(ANN))

    assert [(event.player, event.rule) for event in every(happened, BetReturned)] == [(ANN, None), (BOB, "BJ-61")]
    assert bench.money("bob") == 0


@pytest.mark.rule("BJ-62")
def test_nobody_bets_behind_when_nobody_sits() -> None:
    bench = behind()
    bench.do(bj.LeaveSeat(ANN))

    assert bench.refuse(bj.BetBehind(BOB, 1, 0, TEN)) == ("no_seated_player", "BJ-62")


@pytest.mark.rule("BJ-62")
def test_a_bet_behind_somebody_who_does_not_play_goes_back() -> None:
    bench = blackjack()
    bench.come("ann", "bob", "cat")
    bench.sit("ann", "cat")
    bench.open()
    bench.do(bj.BetBehind(BOB, 1, 1, TEN))
    happened = bench.close()
    assert one(happened, BetReturned) == BetReturned(BOB, 1, TEN, RuleId("BJ-62"))
    assert one(happened, WindowLapsed).round == 1

    bench.open()
    bench.do(bj.PlaceBet(ANN, 1, TEN))
    bench.do(bj.BetBehind(BOB, 1, 1, TEN))
    assert one(bench.close(), BetReturned).player == BOB
    assert bench.table.phase is Phase.CLOSED


@pytest.mark.rule("BJ-63")
def test_seated_and_behind_are_exclusive() -> None:
    bench = behind()
    bench.come("cat")
    bench.do(bj.TakeSeat(CAT, 1))

    assert bench.refuse(bj.BetBehind(CAT, 1, 0, TEN)) == ("already_seated", "BJ-63")
    assert bench.refuse(bj.BetBehind(ANN, 1, 0, TEN)) == ("already_seated", "BJ-63")
    assert bench.refuse(bj.TakeSeat(BOB, 2)) == ("has_bet_behind", "BJ-63")
    bench.until(Phase.RESULT)
    bench.do(bj.TakeSeat(BOB, 2))


@pytest.mark.rule("BJ-55")
def test_one_bet_an_account_behind_too() -> None:
    bench = behind()
    bench.come("cat")
    bench.do(bj.TakeSeat(CAT, 1))

    assert bench.refuse(bj.BetBehind(BOB, 1, 1, TEN)) == ("too_many_boxes", "BJ-55")
    bench.do(bj.WithdrawBet(BOB, 1))
    bench.do(bj.BetBehind(BOB, 1, 1, TEN))


@pytest.mark.rule("BJ-55")
def test_even_where_the_seated_may_bet_behind_an_account_has_one_bet() -> None:
    rules = edition().blackjack
    both = replace(rules.bet_behind, while_seated=Ruled(True, rules.bet_behind.while_seated.rule))
    bench = blackjack(casino=replace(edition(), blackjack=replace(rules, bet_behind=both)))
    bench.come("ann", "bob")
    bench.sit("ann", "bob")
    bench.open()
    bench.do(bj.BetBehind(ANN, 1, 1, TEN))

    assert bench.refuse(bj.PlaceBet(ANN, 1, TEN)) == ("too_many_boxes", "BJ-55")


@pytest.mark.rule("BJ-64")
def test_until_no_more_bets() -> None:
    bench = behind()
    bench.do(bj.BetBehind(BOB, 1, 0, Cents(500)))
    bench.close()

    assert bench.refuse(bj.BetBehind(BOB, 1, 0, TEN)) == ("betting_closed", "BJ-64")
    assert bench.refuse(bj.WithdrawBet(BOB, 1)) == ("bet_locked", "BJ-17")
    assert bench.money("bob") == -1500


@pytest.mark.rule("BJ-65")
def test_a_bet_behind_is_a_bet_at_once() -> None:
    bench = blackjack()
    bench.come("ann", "bob")
    bench.sit("ann")
    bench.open()
    placed = one(bench.do(bj.BetBehind(BOB, 1, 0, TEN)), BetPlaced)

    assert (placed.amount, placed.rule) == (1000, "BJ-65")
    assert bench.money("bob") == -1000
    assert bench.refuse(lay.Confirm(BOB, 1)) == ("game_has_no_layout", None)


@pytest.mark.rule("BJ-66")
def test_any_number_behind_one_seat() -> None:
    bench = blackjack("Ts 7c 9d Th")
    crowd = [PlayerId(f"p{number}") for number in range(300)]
    bench.come("ann", *crowd)
    bench.sit("ann")
    bench.open()
    bench.do(bj.PlaceBet(ANN, 1, TEN))
    for player in crowd:
        bench.do(bj.BetBehind(player, 1, 0, TEN))
    bench.close()
    bench.tick()
    settled = one(bench.do(bj.Decide(ANN, 1, 1, Choice.STAND)), RoundSettled)

    assert len(settled.payments) == 301
    assert bench.house == -301_000


@pytest.mark.rule("BJ-67")
def test_only_the_seated_player_decides() -> None:
    bench = dealt("5s 7c 6d Th")

    for choice in Choice:
        assert bench.refuse(bj.Decide(BOB, 1, 1, choice)) == ("not_your_turn", "BJ-67")
    assert bench.own_boxes("bob").options == ()


@pytest.mark.rule("BJ-68")
def test_insurance_is_offered_to_everyone_and_decided_by_each() -> None:
    bench = blackjack("Ts Ac 9d Kh")
    bench.come("ann", "bob", "cat")
    bench.sit("ann")
    bench.open()
    bench.do(bj.PlaceBet(ANN, 1, TEN))
    for player in (BOB, CAT):
        bench.do(bj.BetBehind(player, 1, 0, Cents(2500)))
    bench.close()
    bench.tick()
    assert bench.own_boxes("bob").insurance_max == 1300
    bench.do(bj.Insure(BOB, 1, Cents(1300)))
    bench.do(bj.Insure(ANN, 1, Cents(0)))
    checked = one(bench.do(bj.Insure(CAT, 1, Cents(0))), HoleChecked)

    assert [each.player for each in checked.payments] == [BOB]
    assert (bench.money("ann"), bench.money("bob"), bench.money("cat")) == (-1000, -2500 + 2600, -2500)


@pytest.mark.rule("BJ-27")
@pytest.mark.rule("BJ-68")
def test_a_blackjack_is_insured_like_any_other_hand() -> None:
    """Even money: whoever has a blackjack, or bets behind one, wins ten whatever lies under the ace."""
    for hole, result in (("Kh", 1000), ("7h", 1500 - 500)):
        bench = behind(f"Ts Ac Ad {hole}", bet=1000)
        bench.close()
        bench.tick()
        assert (bench.own_boxes("ann").insurance_max, bench.own_boxes("bob").insurance_max) == (500, 500)
        bench.do(bj.Insure(ANN, 1, Cents(500)))
        bench.do(bj.Insure(BOB, 1, Cents(500)))

        assert (bench.money("ann"), bench.money("bob")) == (result, result)


@pytest.mark.rule("BJ-68")
def test_a_table_may_insure_seated_players_only() -> None:
    rules = edition().blackjack
    seated = replace(rules.bet_behind, insurance_offered=Ruled(False, rules.bet_behind.insurance_offered.rule))
    bench = behind("Ts Ac 9d 8h", casino=replace(edition(), blackjack=replace(rules, bet_behind=seated)))
    bench.close()
    bench.tick()

    assert bench.refuse(bj.Insure(BOB, 1, Cents(500))) == ("no_bet", "BJ-27")
    assert one(bench.do(bj.Insure(ANN, 1, Cents(0))), HoleChecked).blackjack is False


@pytest.mark.rule("BJ-70")
def test_the_question_is_asked_at_the_first_bet() -> None:
    bench = blackjack()
    bench.come("ann", "bob")
    bench.sit("ann")
    bench.open()
    assert bench.refuse(bj.AnswerFollow(BOB, True)) == ("no_decision_pending", "BJ-70")
    assert not bench.own_boxes("bob").asks_follow
    bench.do(bj.BetBehind(BOB, 1, 0, TEN))

    assert bench.own_boxes("bob").asks_follow
    assert not bench.own_boxes("ann").asks_follow
    answer = one(bench.do(bj.AnswerFollow(BOB, True)), FollowAnswered)
    assert (answer.follows, answer.rule) == (True, "BJ-70")
    assert not bench.own_boxes("bob").asks_follow


@pytest.mark.rule("BJ-70")
def test_nobody_answers_after_cards_are_seen() -> None:
    """Who has not answered by then does not double in this round, and is asked again at the next bet."""
    bench = behind("5s 6c 6d Th 9c Tc")
    bench.close()
    assert bench.refuse(bj.AnswerFollow(BOB, True)) == ("betting_closed", "BJ-70")
    bench.tick()
    assert not bench.own_boxes("bob").asks_follow
    assert bench.refuse(bj.AnswerFollow(BOB, True)) == ("betting_closed", "BJ-70")
    act(bench, "double")
    assert (bench.money("ann"), bench.money("bob")) == (10_000, 1000)
    bench.do(bj.BetBehind(BOB, bench.open(), 0, TEN))

    assert bench.own_boxes("bob").asks_follow
    bench.do(bj.AnswerFollow(BOB, True))


@pytest.mark.rule("BJ-70")
@pytest.mark.rule("BJ-73")
@pytest.mark.parametrize("comes_back", [False, True])
def test_leaving_does_not_take_the_answer_back_for_a_bet_in_play(*, comes_back: bool) -> None:
    """Bob follows, sees sixteen against a ten, and goes: the double still costs him ten more."""
    bench = dealt("9s Tc 7d Th 9c", follows=True)
    bench.do(c.Leave(BOB))
    if comes_back:
        bench.do(c.Join(BOB))
        assert bench.refuse(bj.AnswerFollow(BOB, False)) == ("decision_already_made", "BJ-73")
    act(bench, "double")

    assert (bench.money("ann"), bench.money("bob")) == (-10_000, -2000)
    assert boxes_of(bench.table).follows == {}
    bench.come("bob")
    bench.do(bj.BetBehind(BOB, bench.open(), 0, TEN))
    assert bench.own_boxes("bob").asks_follow


@pytest.mark.rule("BJ-73")
def test_somebody_elses_leaving_does_not_take_the_answer_back_for_a_bet_in_play() -> None:
    """Bob follows and goes; Cat, who only watched, goes after him."""
    bench = behind("9s Tc 7d Th 9c", follows=True)
    bench.come("cat")
    bench.close()
    bench.tick()
    bench.do(c.Leave(BOB))
    bench.do(c.Leave(CAT))
    act(bench, "double")

    assert (bench.money("ann"), bench.money("bob")) == (-10_000, -2000)


@pytest.mark.rule("BJ-70")
def test_who_has_not_answered_is_not_charged_more() -> None:
    bench = dealt("5s 6c 6d Th 9c Tc")
    act(bench, "double")

    assert (bench.money("ann"), bench.money("bob")) == (10_000, 1000)


@pytest.mark.rule("BJ-71")
def test_a_follower_copies_splits_and_doubles() -> None:
    """Seated fifty, behind ten: a split and a double of one hand cost the follower ten and ten and ten."""
    bench = dealt("8s 6c 8d Th 3c 9c Tc Kd", follows=True)
    act(bench, "split")
    split = every(bench.history, Decided)[-1]
    assert split.extras == ((ANN, 5000), (BOB, 1000))
    act(bench, "double")
    double = every(bench.history, Decided)[-1]
    assert double.extras == ((ANN, 5000), (BOB, 1000))
    assert (bench.money("ann"), bench.money("bob")) == (-15_000, -3000)
    act(bench, "stand")

    assert (bench.money("ann"), bench.money("bob")) == (15_000, 3000)  # 20 and 18 against 26


@pytest.mark.rule("BJ-71")
def test_a_double_for_less_is_copied_in_proportion() -> None:
    bench = dealt("5s 6c 6d Th 9c Tc", follows=True)
    act(bench, "double", amount=2500)

    assert every(bench.history, Decided)[-1].extras == ((ANN, 2500), (BOB, 500))
    assert (bench.money("ann"), bench.money("bob")) == (7500, 1500)


@pytest.mark.rule("BJ-71")
def test_a_follower_without_money_is_treated_as_not_doubling() -> None:
    bench = blackjack("8s 6c 8d Th 3c 9c Tc Kd")
    bench.come("ann")
    bench.come("bob", funds=1900)
    bench.come("cat", funds=2000)
    bench.sit("ann")
    bench.open()
    bench.do(bj.PlaceBet(ANN, 1, TEN))
    for player in (BOB, CAT):
        bench.do(bj.BetBehind(player, 1, 0, TEN))
        bench.do(bj.AnswerFollow(player, True))
    bench.close()
    bench.tick()
    act(bench, "split")
    split = every(bench.history, Decided)[-1]
    assert (split.extras, split.short) == (((ANN, 1000), (CAT, 1000)), (BOB,))
    assert boxes_of(bench.table).wagers[BOB].stakes == (1000, 0)
    act(bench, "double")
    double = every(bench.history, Decided)[-1]
    assert (double.extras, double.short) == (((ANN, 1000),), (BOB, CAT))
    act(bench, "stand")

    settled = one(bench.history, RoundSettled)
    assert {each.player: each.won for each in settled.payments} == {ANN: 3000, BOB: 1000, CAT: 2000}


@pytest.mark.rule("BJ-71")
def test_a_decision_that_others_follow_must_know_their_funds() -> None:
    bench = dealt("8s 6c 8d Th 3c 9c Tc Kd", follows=True)
    decision = events_of(bench.machine.decide(bench.table, bj.Decide(ANN, 1, 1, Choice.SPLIT), bench.now))

    assert getattr(decision, "code", None) == "balances_missing"
    assert set(bench.machine.funds_needed(bench.table, bj.Decide(ANN, 1, 1, Choice.SPLIT))) == {BOB}
    assert bench.machine.funds_needed(bench.table, bj.Decide(ANN, 1, 1, Choice.HIT)) == {}


@pytest.mark.rule("BJ-72")
def test_without_doubling_the_right_hand_is_the_only_hand() -> None:
    """The first split hand counts: it wins, the second loses, and the bettor behind wins the single stake."""
    bench = dealt("8s 6c 8d Th Tc 5c Kd 4c", follows=False)
    act(bench, "split", "stand", "hit")  # 18, and 13 that draws a king
    bench.until(Phase.RESULT)

    assert [hand.total for hand in bench.boxes().seats[0].hands] == [18, 23]
    assert bench.boxes().dealer_total == 20
    assert bench.money("bob") == -1000

    bench = dealt("8s 6c 8d Th Tc 5c Kd Kc", follows=False)
    act(bench, "split", "stand", "hit")
    bench.until(Phase.RESULT)
    assert (bench.money("ann"), bench.money("bob")) == (0, 1000)


@pytest.mark.rule("BJ-72")
def test_without_doubling_the_stake_stays_single_and_shares_the_result() -> None:
    bench = dealt("5s 6c 6d Th 2c 9c", follows=False)
    act(bench, "double")

    assert bench.table.phase is Phase.RESULT
    assert (bench.money("ann"), bench.money("bob")) == (10_000, 1000)


@pytest.mark.rule("BJ-73")
def test_the_question_is_asked_once_a_visit() -> None:
    bench = behind("Ts 7c 9d Th 9s 6c 2d 7h 5d", follows=True)
    assert bench.refuse(bj.AnswerFollow(BOB, False)) == ("decision_already_made", "BJ-73")
    bench.until(Phase.RESULT)
    bench.open()
    bench.do(bj.BetBehind(BOB, 2, 0, TEN))
    assert not bench.own_boxes("bob").asks_follow
    bench.until(Phase.RESULT)
    bench.do(c.Leave(BOB))
    bench.do(c.Join(BOB))
    bench.do(bj.BetBehind(BOB, bench.open(), 0, TEN))

    assert bench.own_boxes("bob").asks_follow
    bench.do(bj.AnswerFollow(BOB, False))
    assert boxes_of(bench.table).follows == {BOB: False}


@pytest.mark.rule("BJ-73")
def test_a_lost_connection_is_no_new_visit() -> None:
    bench = behind(follows=True)
    bench.do(c.Disconnected(BOB))
    bench.do(c.Reconnected(BOB))

    assert bench.refuse(bj.AnswerFollow(BOB, False)) == ("decision_already_made", "BJ-73")


@pytest.mark.rule("BJ-69")
@pytest.mark.rule("CHAT-06")
def test_no_chat_behind() -> None:
    bench = behind()
    assert bench.refuse(Say(BOB, "good luck")) == ("chat_for_seated_only", "BJ-69")
    assert not bench.own("bob").may_chat
    assert one(bench.do(Say(ANN, "good luck")), Said).message.player == ANN


def test_leaving_before_no_more_bets_gives_the_bet_back() -> None:
    bench = behind()
    returned = one(bench.do(c.Leave(BOB)), BetReturned)

    assert (returned.player, returned.amount) == (BOB, 1000)
    assert bench.money("bob") == 0


def test_those_behind_are_counted_but_not_named() -> None:
    bench = blackjack("8s 6c 8d Th 3c 9c Tc Kd")
    bench.come("ann", "bob")
    bench.sit("ann")
    bench.open()
    told: list[object] = []
    for command in (bj.PlaceBet(ANN, 1, TEN), bj.BetBehind(BOB, 1, 0, TEN)):
        before = bench.table
        placed = one(bench.do(command), BetPlaced)
        told.append(getattr(bench.machine.public_change(step_of(bench.machine, before, placed)), "player", None))
        assert bench.machine.private_changes(step_of(bench.machine, before, placed)) == {placed.player: (placed,)}

    assert told == [ANN, ""]


def test_nobody_learns_what_others_add() -> None:
    bench = dealt("8s 6c 8d Th 3c 9c Tc Kd", follows=True)
    before = bench.table
    act(bench, "split")
    split = every(bench.history, Decided)[-1]

    public = bench.machine.public_change(step_of(bench.machine, before, split))
    assert isinstance(public, Decided)
    assert (public.extras, public.short) == ((), ())
    private = bench.machine.private_changes(step_of(bench.machine, before, split))
    assert {player: changes[0].extras for player, changes in private.items() if isinstance(changes[0], Decided)} == {
        ANN: ((ANN, 5000),),
        BOB: ((BOB, 1000),),
    }


def test_the_one_who_leaves_is_still_paid() -> None:
    bench = dealt("Ts 7c 9d Th", follows=True)
    bench.do(c.Leave(BOB))
    act(bench, "stand")

    assert bench.money("bob") == 1000


def test_bets_behind_go_on_when_the_seated_player_leaves_in_the_round() -> None:
    bench = dealt("Ts 7c 9d Th")
    happened = bench.do(c.Leave(ANN))

    assert one(happened, RoundSettled).round == 1
    assert one(happened, SeatLeft).player == ANN
    assert bench.money("bob") == 1000


def test_insurance_of_the_silent_is_declined_by_time() -> None:
    bench = dealt("Ts Ac 9d 8h")
    happened = bench.tick()

    assert [(event.player, event.amount) for event in every(happened, InsuranceAnswered)] == [(ANN, 0), (BOB, 0)]
    assert one(happened, TurnBegan).turn == 1
    assert DAN not in bench.table.guests


# ---- the most one may stake in a round


def tight(most: int) -> Casino:
    """Rules under which nobody stakes more than that in one round."""
    rules = edition().blackjack
    limits = replace(rules.limits, round_max=Ruled(Cents(most), rules.limits.round_max.rule))
    return replace(edition(), blackjack=replace(rules, limits=limits))


@pytest.mark.rule("BJ-19")
@pytest.mark.parametrize(("choice", "shoe"), [("double", "5s 6c 6d Th"), ("split", "8s 6c 8d Th 3c 9c Tc Kd")])
def test_doubles_and_splits_count_for_the_most_in_a_round(choice: str, shoe: str) -> None:
    bench = blackjack(shoe, tight(1_900))
    bench.come("ann")
    bench.sit("ann")
    bench.do(bj.PlaceBet(ANN, bench.open(), TEN))
    bench.close()
    bench.tick()

    assert bench.refuse(bj.Decide(ANN, 1, 1, Choice(choice))) == ("above_round_maximum", "BJ-19")
    assert bench.money("ann") == -1000
    assert ("split" in bench.own_boxes("ann").options) is False
    assert ("double" in bench.own_boxes("ann").options) is True  # for less there is room
    bench.do(bj.Decide(ANN, 1, 1, Choice.DOUBLE, Cents(900)))


@pytest.mark.rule("BJ-19")
def test_a_double_after_a_split_has_the_room_that_both_hands_leave() -> None:
    bench = blackjack("8s 6c 8d Th 3c 9c Tc Kd", tight(2_500))
    bench.come("ann")
    bench.sit("ann")
    bench.do(bj.PlaceBet(ANN, bench.open(), TEN))
    bench.close()
    bench.tick()
    act(bench, "split")

    turn = boxes_of(bench.table).turn
    assert bench.refuse(bj.Decide(ANN, 1, turn, Choice.DOUBLE)) == ("above_round_maximum", "BJ-19")
    act(bench, "double", amount=500)
    assert bench.money("ann") == -2_500


@pytest.mark.rule("BJ-28")
def test_insurance_counts_for_the_most_in_a_round() -> None:
    bench = behind("5s Ac 6d 7h 9c", bet=1000, casino=tight(1_900))
    bench.close()
    bench.tick()
    assert bench.own_boxes("ann").insurance_max == 500
    bench.do(bj.Insure(ANN, 1, Cents(500)))
    bench.do(bj.Insure(BOB, 1, Cents(0)))

    # Ten on the hand and five of insurance that was collected leave four.
    assert bench.refuse(bj.Decide(ANN, 1, 1, Choice.DOUBLE, Cents(500))) == ("above_round_maximum", "BJ-19")
    bench.do(bj.Decide(ANN, 1, 1, Choice.DOUBLE, Cents(400)))


@pytest.mark.rule("BJ-28")
def test_insurance_goes_as_far_as_the_most_in_a_round() -> None:
    bench = behind("5s Ac 6d 7h 9c", bet=1000, stake=1300, casino=tight(1_300))
    bench.close()
    bench.tick()

    assert (bench.own_boxes("ann").insurance_max, bench.own_boxes("bob").insurance_max) == (300, 0)
    assert bench.refuse(bj.Insure(ANN, 1, Cents(500))) == ("above_round_maximum", "BJ-19")
    # Nobody waits for Bob, who can take none.
    assert one(bench.do(bj.Insure(ANN, 1, Cents(300))), HoleChecked).round == 1


@pytest.mark.rule("BJ-71")
def test_a_follower_without_room_in_the_round_is_not_charged_and_told_why() -> None:
    bench = behind("5s 6c 6d Th 9c Tc", follows=True, bet=1000, stake=1500, casino=tight(2_500))
    bench.close()
    bench.tick()
    before = bench.table
    act(bench, "double")
    double = every(bench.history, Decided)[-1]

    assert (double.extras, double.short, double.capped) == (((ANN, 1000),), (), (BOB,))
    told = bench.machine.private_changes(step_of(bench.machine, before, double))[BOB][0]
    assert isinstance(told, Decided)
    assert (told.capped, told.extras) == ((BOB,), ())
    assert getattr(bench.machine.public_change(step_of(bench.machine, before, double)), "capped", None) == ()
    assert bench.money("bob") == 1500
