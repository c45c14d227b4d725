"""Betting rounds, all-ins and limits (BET-01 to BET-22), by every edition's rules."""

import pytest

from fairdeal.kernel import Rejection
from fairdeal.poker import (
    Call,
    Check,
    Choice,
    Fold,
    Hand,
    IllegalAct,
    RaiseTo,
    judge,
)
from fairdeal.rulebook.clause import PW, EditionId
from fairdeal.testing import Script, play
from tests.poker.tables import POKER, table

every_edition = pytest.mark.parametrize("edition", POKER)

FOUR = "stacks a=2000 b=2000 c=2000 d=2000"


def refused(script: Script, name: str, choice: Choice) -> tuple[str, str | None]:
    """Code and rule of the refusal a choice gets; the hand must not change."""
    before = script.hand.copy()
    answer = judge(script.hand, script.place(name), choice)
    assert isinstance(answer, Rejection), f"{choice} was accepted"
    assert vars_of(script.hand) == vars_of(before)
    return answer.code, answer.rule


STATE = (
    "stacks", "bets", "put", "pot", "live", "able", "to_act", "open", "turn", "street", "current", "step", "short_sum",
    "bets_made", "aggressor", "acts", "result",
)  # fmt: skip


def vars_of(hand: Hand) -> dict[str, object]:
    return {name: getattr(hand, name) for name in STATE}


@every_edition
@pytest.mark.rule("BET-01")
def test_everybody_with_cards_and_chips_acts_clockwise(edition: EditionId) -> None:
    hand = play(f"{FOUR}; to the flop", table(edition))
    acted = []
    while hand.hand.street == 1:
        acted.append(hand.turn)
        hand.tell(f"{hand.turn} checks")

    assert acted == ["a", "b", "c", "d"]


@every_edition
@pytest.mark.rule("BET-01")
def test_the_all_in_and_the_folded_are_passed_over(edition: EditionId) -> None:
    hand = play(
        "stacks a=2000 b=40 c=2000 d=2000; c folds; d calls; a calls; b all-in 40; d calls; a calls", table(edition)
    )

    assert hand.turn == "a"
    assert hand.tell("a checks").turn == "d"


@every_edition
@pytest.mark.rule("BET-01")
def test_acting_out_of_turn_is_refused(edition: EditionId) -> None:
    hand = play(FOUR, table(edition))

    assert hand.turn == "c"
    assert refused(hand, "a", Fold()) == ("not_your_turn", "BET-01")


@every_edition
@pytest.mark.rule("BET-02")
def test_who_is_first_before_and_after_the_flop(edition: EditionId) -> None:
    hand = play(FOUR, table(edition))

    assert hand.turn == "c"  # the first after the big blind
    assert hand.tell("to the flop").turn == "a"  # the first after the button
    assert hand.tell("a folds; to the turn").turn == "b"


@every_edition
@pytest.mark.rule("BET-02")
@pytest.mark.rule("CASH-05")
def test_heads_up_the_button_posts_small_and_starts_only_before_the_flop(edition: EditionId) -> None:
    hand = play("stacks a=2000 b=2000", table(edition))

    assert hand.by_name(hand.hand.bets) == {"a": 10, "b": 5}
    assert hand.turn == "b"
    assert hand.tell("to the flop").turn == "a"


@every_edition
@pytest.mark.rule("BET-03")
def test_a_round_goes_on_until_everybody_has_matched_the_last_raise(edition: EditionId) -> None:
    hand = play(f"{FOUR}; to the flop; a checks; b bets 20; c raises to 60; d calls; a folds", table(edition))

    assert (hand.turn, hand.hand.street) == ("b", 1)
    hand.tell("b calls 40")
    assert hand.hand.street == 2


@every_edition
@pytest.mark.rule("BET-03")
def test_nothing_can_be_done_when_the_hand_is_over(edition: EditionId) -> None:
    hand = play(f"{FOUR}; c folds; d folds; a folds", table(edition))

    assert refused(hand, "b", Check()) == ("hand_over", "BET-03")
    with pytest.raises(IllegalAct, match="the hand is over"):
        hand.hand.act(0)


@every_edition
@pytest.mark.rule("BET-04")
def test_folding_is_always_possible_and_gives_up_every_pot(edition: EditionId) -> None:
    """Even where checking is free; the folded chips stay in the pot."""
    hand = play("stacks a=2000 b=2000 c=2000; to the flop; a folds; b checks; c bets 30; b folds", table(edition))

    assert hand.by_name(hand.result.net)["a"] == -10
    assert hand.result.pots[0].eligible == (2,)


@every_edition
@pytest.mark.rule("BET-05")
def test_checking_needs_a_round_without_a_bet(edition: EditionId) -> None:
    hand = play(f"{FOUR}; to the flop", table(edition))

    assert hand.options("a").can_check
    hand.tell("a bets 10")
    assert refused(hand, "b", Check()) == ("cannot_check", "BET-05")


@every_edition
@pytest.mark.rule("BET-05")
def test_the_big_blind_may_check_if_nobody_raised(edition: EditionId) -> None:
    hand = play(f"{FOUR}; c calls; d calls; a calls 5", table(edition))

    assert hand.options("b").can_check
    assert hand.options("b").can_raise
    assert hand.tell("b checks").hand.street == 1


@every_edition
@pytest.mark.rule("BET-06")
def test_a_call_matches_bet_and_raise(edition: EditionId) -> None:
    """A bet of 10 and a raise of 10 more cost 20."""
    hand = play(f"{FOUR}; to the flop; a bets 10; b raises to 20", table(edition))

    assert hand.options("c").to_call == 20
    assert hand.tell("c calls 20; d folds").options("a").to_call == 10


@every_edition
@pytest.mark.rule("BET-06")
def test_before_the_flop_the_big_blind_is_called(edition: EditionId) -> None:
    hand = play(FOUR, table(edition))

    assert hand.options("c").to_call == 10
    assert hand.tell("c calls; d folds").options("a").to_call == 5


@every_edition
@pytest.mark.rule("BET-06")
def test_there_must_be_something_to_call(edition: EditionId) -> None:
    hand = play(f"{FOUR}; to the flop", table(edition))

    assert refused(hand, "a", Call()) == ("nothing_to_call", "BET-06")


@every_edition
@pytest.mark.rule("BET-07")
def test_check_raise_is_allowed_and_the_big_blind_counts_as_the_bet(edition: EditionId) -> None:
    hand = play(
        f"{FOUR}; c raises to 20; d folds; a folds; b calls; b checks; c bets 20; b raises to 60", table(edition)
    )

    assert hand.turn == "c"
    assert hand.options("c").to_call == 40


@every_edition
@pytest.mark.rule("BET-08")
def test_a_bet_or_raise_is_at_least_one_big_blind(edition: EditionId) -> None:
    hand = play(f"{FOUR}; to the flop", table(edition))

    assert hand.options("a").raise_min == 10
    assert refused(hand, "a", RaiseTo(9)) == ("raise_too_small", "BET-08")
    with pytest.raises(IllegalAct, match="the least is to 10") as illegal:
        hand.hand.act(9)
    assert (illegal.value.code, illegal.value.rule) == ("raise_too_small", "BET-08")


@every_edition
@pytest.mark.rule("BET-08")
@pytest.mark.rule("BET-09")
def test_a_raise_that_is_too_small_names_the_rule_that_makes_it_so(edition: EditionId) -> None:
    """A big blind more where nothing larger was raised, else the largest raise before."""
    hand = play(f"{FOUR}; blinds 5/10", table(edition))
    assert refused(hand, "c", RaiseTo(19)) == ("raise_too_small", "BET-08")
    hand.tell("c raises to 35")
    assert refused(hand, "d", RaiseTo(59)) == ("raise_too_small", "BET-09")
    hand.tell("d calls; a calls; b calls; a bets 10")
    assert refused(hand, "b", RaiseTo(19)) == ("raise_too_small", "BET-08")
    with pytest.raises(IllegalAct) as illegal:
        hand.hand.act(19)
    assert illegal.value.rule == "BET-08"


@pytest.mark.rule("BET-18", edition=PW)
def test_a_raise_below_the_fixed_size_names_the_limit() -> None:
    hand = play(f"{FOUR}; to the flop", table(PW, "texas-fixed", 5, 10))

    assert refused(hand, "a", RaiseTo(4)) == ("raise_too_small", "BET-18")
    with pytest.raises(IllegalAct) as illegal:
        hand.hand.act(4)
    assert illegal.value.rule == "BET-18"


@every_edition
@pytest.mark.rule("BET-09")
@pytest.mark.parametrize(
    ("bet", "raised", "least"),
    [(5, 15, 25), (10, 30, 50)],
    ids=["the Unibet and Omaha example", "the other example"],
)
def test_a_raise_adds_at_least_the_largest_raise_before(edition: EditionId, bet: int, raised: int, least: int) -> None:
    script = f"{FOUR}; blinds 2/5; to the flop; a bets {bet}; b raises to {raised}"

    assert play(script, table(edition)).options("c").raise_min == least


@every_edition
@pytest.mark.rule("BET-09")
def test_before_the_flop_a_raise_to_five_asks_for_eight(edition: EditionId) -> None:
    assert play(f"{FOUR}; blinds 1/2; c raises to 5", table(edition)).options("d").raise_min == 8


@every_edition
@pytest.mark.rule("BET-09")
def test_a_short_all_in_does_not_change_what_a_full_raise_adds(edition: EditionId) -> None:
    """After a bet of 10 and an all-in to 18 the next full raise is to at least 28."""
    hand = play("stacks a=2000 b=28 c=2000; to the flop; a bets 10; b all-in 18", table(edition))

    assert hand.options("c").raise_min == 28


@every_edition
@pytest.mark.rule("BET-10")
def test_an_all_in_player_stays_to_the_end_and_wins_only_what_was_matched(edition: EditionId) -> None:
    hand = play(
        """
        stacks a=100 b=2000 c=2000; blinds 5/10
        cards a=AsAh b=KsKh c=QsQh; board 2c3d5h7c9d
        c calls; a all-in 100; b raises to 300; c calls
        b bets 200; c calls; to the end
        """,
        table(edition),
    )

    assert hand.pots == [(300, "a"), (800, "b")]
    assert hand.hand.acts.count(0) >= 3


@every_edition
@pytest.mark.rule("BET-11")
def test_calling_all_in_for_less(edition: EditionId) -> None:
    hand = play("stacks a=2000 b=2000 c=150; c calls; a raises to 500; b folds", table(edition))

    assert hand.options("c").to_call == 140
    assert hand.options("c").closed_by == "BET-11"
    assert refused(hand, "c", RaiseTo(150)) == ("raise_closed", "BET-11")
    hand.tell("c calls 140")
    assert hand.result.returned == (0, 350)


@every_edition
@pytest.mark.rule("BET-12")
@pytest.mark.parametrize("stack", [30, 45], ids=["exactly the least raise", "more than it"])
def test_a_full_all_in_is_an_ordinary_raise(edition: EditionId, stack: int) -> None:
    """At least the minimum counts, equality too: everybody may raise again."""
    hand = play(
        f"stacks a=2000 b=2000 c={stack}; to the flop; a bets 10; b calls; c all-in {stack - 10}", table(edition)
    )

    assert hand.options("a").can_raise
    assert hand.options("a").raise_min == 2 * (stack - 10) - 10


UNDERSIZED = "stacks a=2000 b=2000 c=2000 d=28; to the flop; a checks; b bets 10; c calls; d all-in 18"


@every_edition
@pytest.mark.rule("BET-13")
def test_whoever_still_faces_the_legal_bet_keeps_every_option(edition: EditionId) -> None:
    options = play(UNDERSIZED, table(edition)).options("a")

    assert (options.to_call, options.raise_min, options.closed_by) == (18, 28, "")


@every_edition
@pytest.mark.rule("BET-13")
@pytest.mark.parametrize("answer", ["a folds", "a calls"])
def test_an_undersized_all_in_does_not_reopen_betting(edition: EditionId, answer: str) -> None:
    hand = play(f"{UNDERSIZED}; {answer}", table(edition))
    for name in ("b", "c"):
        assert hand.options(name).closed_by == "BET-13"
        assert refused(hand, name, RaiseTo(100)) == ("raise_closed", "BET-13")
        with pytest.raises(IllegalAct) as illegal:
            hand.hand.act(100)
        assert illegal.value.rule == "BET-13"
        hand.tell(f"{name} calls 8")


@every_edition
@pytest.mark.rule("BET-13")
def test_a_legal_raise_after_it_opens_betting_for_all(edition: EditionId) -> None:
    hand = play(f"{UNDERSIZED}; a raises to 40", table(edition))

    assert hand.options("b").can_raise
    assert hand.tell("b calls").options("c").can_raise


SPECIAL = "stacks a=2000 b=2000 c={c} d={d} e=2000; to the flop; a bets 10; b calls; c all-in"


@every_edition
@pytest.mark.rule("BET-14")
@pytest.mark.parametrize(
    ("c", "d", "between", "reopened"),
    [
        (18, 25, "", True),
        (14, 19, "", False),
        (14, 20, "", True),
    ],
    ids=["8 + 7 reach 10", "4 + 5 do not", "4 + 6 equal 10"],
)
def test_short_all_ins_in_a_row_that_add_up_reopen(
    edition: EditionId, c: int, d: int, between: str, reopened: bool
) -> None:
    hand = play(SPECIAL.format(c=c + 10, d=d + 10) + f"; {between}; d all-in; e folds", table(edition))

    assert hand.options("a").can_raise is reopened
    if reopened:
        assert hand.options("a").raise_min == d + 10


@every_edition
@pytest.mark.rule("BET-14")
@pytest.mark.parametrize(("between", "reopened"), [("d calls", False), ("d folds", True)])
def test_a_call_breaks_the_row_and_a_fold_does_not(edition: EditionId, between: str, reopened: bool) -> None:
    hand = play(
        f"stacks a=2000 b=2000 c=28 d=2000 e=35; to the flop; a bets 10; b calls; c all-in 18; {between}; e all-in 25",
        table(edition),
    )

    assert hand.options("a").can_raise is reopened
    assert hand.tell("a calls").options("b").can_raise is reopened


@every_edition
@pytest.mark.rule("BET-14")
def test_an_undersized_opening_bet_is_treated_alike(edition: EditionId) -> None:
    """Others must raise by at least a big blind above it; who checked before may only call or fold."""
    hand = play("stacks a=2000 b=16 c=2000; to the flop; a checks; b all-in 6", table(edition))

    assert hand.options("c").raise_min == 16
    assert hand.tell("c calls").options("a").closed_by == "BET-13"


@every_edition
@pytest.mark.rule("BET-15")
@pytest.mark.parametrize(
    ("deep", "short", "pots"),
    [(1000, 100, [300, 1800]), (2000, 200, [600, 3600])],
    ids=["1000, 1000 and 100", "2000, 2000 and 200"],
)
def test_main_pot_and_side_pot(edition: EditionId, deep: int, short: int, pots: list[int]) -> None:
    hand = play(
        f"stacks a={deep} b={deep} c={short}; c all-in {short}; a all-in {deep}; b all-in {deep}", table(edition)
    )

    assert [pot.amount for pot in hand.result.pots] == pots
    assert [pot.eligible for pot in hand.result.pots] == [(0, 1, 2), (0, 1)]


@every_edition
@pytest.mark.rule("BET-15")
def test_folded_chips_stay_in_the_layers_they_reached(edition: EditionId) -> None:
    """A put in 50 and folded, B and D 200, C is all-in for 80: 290 for three, 240 for two."""
    hand = play(
        "stacks a=500 b=500 c=80 d=500; c calls; d calls; a raises to 50; b raises to 200; c all-in 80; d calls; a folds; to the end",
        table(edition),
    )

    assert [pot.amount for pot in hand.result.pots] == [290, 240]
    assert hand.result.pots[0].eligible == (1, 2, 3)


@every_edition
@pytest.mark.rule("BET-15")
def test_what_nobody_matched_comes_back(edition: EditionId) -> None:
    hand = play("stacks a=500 b=120 c=500; c folds; a raises to 400; b all-in 120", table(edition))

    assert hand.result.returned == (0, 280)
    assert [pot.amount for pot in hand.result.pots] == [240]


@every_edition
@pytest.mark.rule("BET-10")
def test_a_folded_post_that_nobody_left_could_match_comes_back(edition: EditionId) -> None:
    """D posts a live big blind of 50 and folds; the others turn out to have less, and can win only what they matched."""
    hand = play(
        "stacks a=52 b=14 c=69 d=93 e=49; blinds 25/50; ante 25; late d; c folds; d folds; e folds; a all-in",
        table(edition),
    )

    assert hand.result.returned == (3, 23)
    assert hand.by_name(hand.result.stacks)["d"] == 93 - 75 + 23
    assert hand.by_name(hand.result.contributed) == {"a": 52, "b": 14, "c": 25, "d": 52, "e": 25}


@every_edition
@pytest.mark.rule("BET-16")
@pytest.mark.rule("CASH-06")
def test_no_limit_goes_up_to_the_stack_any_number_of_times(edition: EditionId) -> None:
    hand = play("stacks a=2000 b=2000; to the flop", table(edition))

    assert hand.options("a").raise_max == 1990
    assert refused(hand, "a", RaiseTo(1991)) == ("raise_too_large", "BET-16")
    for number in range(1, 31):
        hand.tell(f"{hand.turn} raises to {10 * number}")
    assert hand.options("a").can_raise


@every_edition
@pytest.mark.rule("BET-17")
@pytest.mark.parametrize(
    ("script", "name", "most"),
    [
        ("stacks a=500 b=500 c=500; blinds 1/2", "c", 7),
        ("stacks a=500 b=500 c=500 d=500; blinds 2/5; to the flop", "a", 20),
        ("stacks a=500 b=500 c=500 d=500; blinds 2/5; to the flop; a bets 20", "b", 80),
    ],
    ids=["first to act with blinds 1/2", "first bet into 20", "facing that 20"],
)
def test_pot_limit(edition: EditionId, script: str, name: str, most: int) -> None:
    hand = play(script, table(edition, "omaha"))

    assert hand.options(name).raise_max == most
    assert refused(hand, name, RaiseTo(most + 1)) == ("raise_too_large", "BET-17")


LIMIT = table(PW, "texas-fixed", 500, 1000)
FIXED = "stacks a=50000 b=50000 c=50000"


@pytest.mark.rule("BET-18")
def test_fixed_limit_bets_the_low_limit_twice_then_the_high_one() -> None:
    hand = play(FIXED, LIMIT)
    sizes = []
    for street in ("flop", "turn", "river", "end"):
        options = hand.hand.options()
        sizes.append((options.raise_min - hand.hand.current, options.raise_max - hand.hand.current))
        hand.tell(f"to the {street}")

    assert sizes == [(500, 500), (500, 500), (1000, 1000), (1000, 1000)]


@pytest.mark.rule("BET-18")
def test_limit_five_and_a_bet_of_five_leave_fold_call_five_or_raise_to_ten() -> None:
    options = play(f"{FIXED}; to the flop; a bets 500", LIMIT).options("b")

    assert (options.to_call, options.raise_min, options.raise_max) == (500, 1000, 1000)


@pytest.mark.rule("BET-19")
@pytest.mark.rule("BET-20")
@pytest.mark.parametrize(
    ("limits", "small", "big"),
    [((500, 1000), 250, 500), ((5, 10), 2, 5), ((2, 4), 1, 2), ((3, 6), 1, 3), ((1, 2), 1, 1)],
)
def test_fixed_limit_blinds(limits: tuple[int, int], small: int, big: int) -> None:
    """The big blind is the low limit; the small one half of it, cut to a cent and at least one."""
    hand = play("stacks a=9000 b=9000 c=9000", table(PW, "texas-fixed", *limits))

    assert hand.hand.bets == [small, big, 0]


@pytest.mark.rule("BET-21")
def test_fixed_limit_allows_four_bets_before_the_flop_the_big_blind_being_the_first() -> None:
    hand = play(f"{FIXED}; c raises to 1000; a raises to 1500; b raises to 2000", LIMIT)

    assert hand.options("c").closed_by == "BET-21"
    assert refused(hand, "c", RaiseTo(2500)) == ("raise_closed", "BET-21")


@pytest.mark.rule("BET-21")
def test_fixed_limit_allows_four_bets_on_the_turn() -> None:
    hand = play(f"{FIXED}; to the turn; a bets 1000; b raises to 2000; c raises to 3000; a raises to 4000", LIMIT)

    assert hand.options("b").closed_by == "BET-21"


@every_edition
@pytest.mark.rule("BET-22")
def test_nobody_loses_or_wins_from_one_more_than_the_stack_on_the_table(edition: EditionId) -> None:
    hand = play(
        "stacks a=300 b=5000 c=700; cards a=AsAh b=KsKh c=QsQh; board 2c3d5h7c9d; c all-in 700; a all-in 300; b calls",
        table(edition),
    )

    assert hand.by_name(hand.result.net) == {"a": 600 - rake_of(hand, 0), "b": 100 - rake_of(hand, 1), "c": -700}


def rake_of(hand: Script, pot: int) -> int:
    return hand.result.pots[pot].rake


@pytest.mark.rule("CASH-25")
def test_no_bet_below_those_before_it_except_all_in() -> None:
    hand = play("stacks a=2000 b=30 c=2000; to the flop; a bets 50", table(PW))

    assert refused(hand, "b", RaiseTo(20)) == ("raise_closed", "BET-11")
    assert hand.tell("b all-in 20").turn == "c"
    assert refused(hand, "c", RaiseTo(60)) == ("raise_too_small", "BET-09")
