"""Cancelled tournaments pay what the editions' policies say, part by part."""

from dataclasses import replace

import pytest

from fairdeal.kernel import Cents, Rejection, Rounding
from fairdeal.rulebook.clause import PW, U27, EditionId
from fairdeal.rulebook.ruled import Ruled
from fairdeal.rulebook.schema.choices import OnServerFailure, Tickets
from fairdeal.rulebook.schema.tournament import Cancellation
from fairdeal.tournament.cancellation.case import Funds, Override
from fairdeal.tournament.cancellation.plan import Outcome, Stage, What
from fairdeal.tournament.cancellation.planning import cancel
from fairdeal.tournament.cancellation.text import table_lines
from fairdeal.tournament.director.commands import Cause
from fairdeal.tournament.director.prizes.payouts import Prize
from fairdeal.tournament.director.state import Means
from tests.tournament.cancellations import (
    UNIBET,
    amounts,
    case_of,
    entrant,
    money_prizes,
    name,
    paid,
    plan_of,
    policy_of,
    started_policy,
)

unibet = pytest.mark.parametrize("edition", UNIBET)

# ---- before the start


@unibet
@pytest.mark.rule("CANC-52")
def test_before_the_start_everything_comes_back_in_its_own_means(edition: EditionId) -> None:
    case = case_of(
        entrant(1, None, paid(9_00, 1_00)),
        entrant(2, None, paid(9_00, 1_00), paid(9_00, 1_00), paid(4_50, 50)),
        entrant(3, None, paid(9_00, 1_00, means=Means.TICKET)),
        entrant(4, None, paid(9_00, 1_00, means=Means.SATELLITE), paid(9_00, 1_00)),
        started=False,
    )

    plan = plan_of(case, edition)

    assert plan.stage is Stage.BEFORE_START
    assert plan.rule == "CANC-52"
    assert amounts(plan) == [10_00, 25_00, 0, 10_00]
    assert {part.rule for payout in plan.payouts for part in payout.parts} == {"CANC-52"}
    assert [player for player, _ in plan.returned_tickets()] == [name(3), name(4)]
    assert all(fate.rule == "CANC-52" for _, fate in plan.returned_tickets())
    assert plan.left == Funds(Cents(0), Cents(0))


@unibet
@pytest.mark.rule("CANC-52")
def test_a_bounty_that_nobody_played_for_comes_back_with_the_buy_in(edition: EditionId) -> None:
    plan = plan_of(case_of(entrant(1, None, paid(5_00, 1_00, bounty=4_00)), started=False), edition)

    assert amounts(plan) == [10_00]
    assert plan.left == Funds(Cents(0), Cents(0), Cents(0))


@pytest.mark.rule("CANC-60")
def test_publicwin_refunds_money_before_the_start_and_keeps_tickets() -> None:
    case = case_of(
        entrant(1, None, paid(10_00, 50), paid(10_00, 50)),
        entrant(2, None, paid(10_00, 50, means=Means.TICKET)),
        entrant(3, None, paid(10_00, 50, means=Means.SATELLITE), paid(10_00, 50)),
        started=False,
    )

    plan = plan_of(case, PW)

    assert amounts(plan) == [21_00, 0, 10_50]
    assert plan.rule == "CANC-60"
    assert not list(plan.returned_tickets())
    lost = [fate for payout in plan.payouts for fate in payout.tickets]
    assert [(fate.returned, fate.rule) for fate in lost] == [(False, "CANC-60")] * 2
    assert plan.left == Funds(Cents(20_00), Cents(1_00))


@pytest.mark.rule("CANC-60")
def test_an_operator_may_return_tickets_all_the_same_and_the_plan_says_who_decided() -> None:
    case = case_of(entrant(1, None, paid(10_00, 50, means=Means.TICKET)), started=False)
    decided = Override(tickets=Tickets.RETURNED, staff="S1", reason="goodwill")

    plan = plan_of(case, PW, decided)

    assert [player for player, _ in plan.returned_tickets()] == [name(1)]
    assert plan.override == decided
    assert plan.left == Funds(Cents(0), Cents(0))


@unibet
@pytest.mark.rule("CANC-57")
def test_the_house_may_refund_everybody_where_the_policy_shares_the_pool(edition: EditionId) -> None:
    """Two remain, one was paid a prize of three before: everybody has what they paid, and nobody has it twice."""
    case = case_of(
        entrant(1, 5000, paid(9_00, 1_00)),
        entrant(2, 3000, paid(9_00, 1_00, means=Means.TICKET)),
        entrant(3, None, paid(9_00, 1_00), received=3_00),
        prizes=money_prizes(27_00),
    )
    decided = Override(tickets=None, staff="S1", reason="the wrong structure was played", refund=True)

    plan = plan_of(case, edition, decided)

    assert (plan.rule, plan.override) == ("CANC-57", decided)
    assert amounts(plan) == [10_00, 0, 7_00]
    assert [player for player, _ in plan.returned_tickets()] == [name(2)]
    assert "everybody refunded by decision of S1: the wrong structure was played" in list(table_lines(plan))
    assert amounts(plan_of(case, edition)) != amounts(plan)


# ---- before the money


@unibet
@pytest.mark.rule("CANC-53b")
def test_half_of_the_pot_equally_and_half_by_chips(edition: EditionId) -> None:
    case = case_of(
        entrant(1, 4000, paid(20_00, 2_00)),
        entrant(2, 3000, paid(20_00, 2_00)),
        entrant(3, 2000, paid(20_00, 2_00)),
        entrant(4, 1000, paid(20_00, 2_00)),
        entrant(5, None, paid(20_00, 2_00)),
        prizes=money_prizes(70_00, 30_00),
    )

    plan = plan_of(case, edition)

    assert plan.stage is Stage.BEFORE_MONEY
    assert plan.rule == "CANC-53b"
    from_pool = [payout.from_pool for payout in plan.payouts]
    assert from_pool == [32_50, 27_50, 22_50, 17_50, 0]
    assert [payout.of(What.EQUAL_PART) for payout in plan.payouts[:4]] == [12_50] * 4
    assert [payout.of(What.BY_CHIPS) for payout in plan.payouts[:4]] == [20_00, 15_00, 10_00, 5_00]


@unibet
@pytest.mark.rule("CANC-53a")
def test_those_who_remain_get_all_their_fees_back_and_those_who_are_out_nothing(edition: EditionId) -> None:
    case = case_of(
        entrant(1, 5000, paid(9_00, 1_00), paid(9_00, 1_00), paid(4_50, 50)),  # re-buy and add-on
        entrant(2, 3000, paid(9_00, 1_00, means=Means.TICKET)),
        entrant(3, None, paid(9_00, 1_00), paid(9_00, 1_00)),
        prizes=money_prizes(40_50),
    )

    plan = plan_of(case, edition)

    assert [payout.from_fees for payout in plan.payouts] == [2_50, 1_00, 0]
    assert {part.rule for payout in plan.payouts for part in payout.parts if part.what is What.FEE} == {"CANC-53a"}
    assert plan.payouts[2].amount == 0
    assert plan.left == Funds(Cents(0), Cents(2_00))


@unibet
@pytest.mark.rule("CANC-53b")
def test_a_guarantee_that_players_did_not_supply_is_not_shared_before_the_money(edition: EditionId) -> None:
    players = [entrant(number, 1000, paid(9_00, 1_00)) for number in range(4)]

    plan = plan_of(case_of(*players, added=64_00, prizes=money_prizes(60_00, 40_00)), edition)

    assert [payout.from_pool for payout in plan.payouts] == [9_00] * 4
    assert plan.left.pool == 64_00


@unibet
@pytest.mark.rule("CANC-53b")
def test_leftover_cents_go_to_the_largest_stacks(edition: EditionId) -> None:
    case = case_of(
        entrant(1, 1000, paid(33, 0)), entrant(2, 2000, paid(33, 0)), entrant(3, 4000, paid(34, 0)), prizes=()
    )

    plan = plan_of(case, edition)

    # 100 cents: 16.67 each, and 7.14, 14.29, 28.57 by chips: 23.81, 30.95, 45.24 are cut to 23, 30, 45.
    assert amounts(plan) == [23, 31, 46]


@unibet
@pytest.mark.rule("CANC-53c")
def test_a_freerolls_pool_is_shared_although_players_paid_nothing(edition: EditionId) -> None:
    players = [entrant(number, chips) for number, chips in enumerate((4000, 3000, 2000, 1000))]

    plan = plan_of(case_of(*players, added=100_00, freeroll=True, prizes=money_prizes(70_00, 30_00)), edition)

    assert amounts(plan) == [32_50, 27_50, 22_50, 17_50]
    assert plan.rule == "CANC-53c"


@unibet
@pytest.mark.rule("CANC-54c")
def test_a_final_table_outside_the_money_is_shared_in_halves(edition: EditionId) -> None:
    players = [entrant(number, chips, paid(25_00, 0)) for number, chips in enumerate((4000, 3000, 2000, 1000))]

    plan = plan_of(case_of(*players, final_table=True, prizes=money_prizes(60_00, 25_00, 15_00)), edition)

    assert plan.stage is Stage.BEFORE_MONEY
    assert amounts(plan) == [32_50, 27_50, 22_50, 17_50]


# ---- in the money


@unibet
@pytest.mark.rule("CANC-54b")
def test_in_the_money_the_lowest_prize_for_each_and_the_rest_by_chips(edition: EditionId) -> None:
    stacks = [1500, 1300, 1200, 1100, 1000, 900, 900, 800, 700, 600]
    open_prizes = (260_00, 180_00, 120_00, 90_00, 80_00, 70_00, 60_00, 60_00, 40_00, 40_00)
    prizes = money_prizes(*open_prizes, 30_00, 20_00)  # the last two are paid already
    players = [entrant(number, chips, paid(80_00, 8_00)) for number, chips in enumerate(stacks)]
    out = [entrant(10, None, paid(80_00, 8_00), received=30_00), entrant(11, None, paid(90_00, 8_00), received=20_00)]

    plan = plan_of(case_of(*players, *out, prizes=prizes, added=80_00), edition)

    assert plan.stage is Stage.IN_THE_MONEY
    assert plan.rule == "CANC-54b"
    assert plan.payouts[0].of(What.LOWEST_PRIZE, What.BY_CHIPS) == 130_00  # 15 % of the chips
    assert [payout.of(What.LOWEST_PRIZE) for payout in plan.payouts[:10]] == [40_00] * 10
    assert sum(payout.of(What.BY_CHIPS) for payout in plan.payouts) == 600_00
    assert [payout.amount for payout in plan.payouts[10:]] == [0, 0]


@unibet
@pytest.mark.rule("CANC-54a")
def test_fees_come_back_in_the_money_too(edition: EditionId) -> None:
    players = [entrant(1, 3000, paid(9_00, 1_00), paid(9_00, 1_00)), entrant(2, 1000, paid(9_00, 1_00))]
    out = entrant(3, None, paid(9_00, 1_00), received=6_00)
    prizes = money_prizes(20_00, 10_00, 6_00)

    for final_table in (False, True):
        plan = plan_of(case_of(*players, out, prizes=prizes, final_table=final_table), edition)

        assert [payout.from_fees for payout in plan.payouts] == [2_00, 1_00, 0]
        assert {part.rule for part in plan.payouts[0].parts if part.what is What.FEE} == {"CANC-54a"}


@unibet
@pytest.mark.rule("CANC-54b")
def test_the_money_begins_when_every_next_player_out_is_paid(edition: EditionId) -> None:
    players = [entrant(number, 1000 + number, paid(10_00, 0)) for number in range(4)]

    on_the_bubble = plan_of(case_of(*players, prizes=money_prizes(20_00, 12_00, 8_00)), edition)
    in_the_money = plan_of(case_of(*players, prizes=money_prizes(20_00, 10_00, 6_00, 4_00)), edition)

    assert on_the_bubble.stage is Stage.BEFORE_MONEY
    assert in_the_money.stage is Stage.IN_THE_MONEY


@unibet
@pytest.mark.rule("CANC-54c")
def test_the_final_table_is_paid_by_the_independent_chip_model(edition: EditionId) -> None:
    players = [entrant(number, chips, paid(30_00, 0)) for number, chips in enumerate((5000, 3000, 2000))]
    out = entrant(3, None, paid(20_00, 0), received=10_00)

    plan = plan_of(case_of(*players, out, prizes=money_prizes(50_00, 30_00, 20_00, 10_00), final_table=True), edition)

    assert plan.stage is Stage.FINAL_TABLE
    assert plan.rule == "CANC-54c"
    assert amounts(plan) == [38_39, 32_75, 28_86, 0]


@unibet
@pytest.mark.rule("CANC-54c")
def test_an_overlay_counts_from_the_money_on(edition: EditionId) -> None:
    players = [entrant(number, 1000, paid(10_00, 0)) for number in range(2)]

    plan = plan_of(case_of(*players, added=80_00, prizes=money_prizes(60_00, 40_00), final_table=True), edition)

    assert amounts(plan) == [50_00, 50_00]


@unibet
@pytest.mark.rule("CANC-54d")
@pytest.mark.parametrize("final_table", [False, True])
def test_prizes_that_are_not_money_are_shared_as_money(edition: EditionId, final_table: bool) -> None:
    prizes = (Prize(Cents(20_00), Cents(100_00)), Prize(Cents(0), Cents(100_00)), *money_prizes(20_00))
    players = [entrant(number, 1000, paid(80_00, 0)) for number in range(3)]

    plan = plan_of(case_of(*players, prizes=prizes, final_table=final_table), edition)

    assert amounts(plan) == [80_00] * 3
    assert not any(payout.tickets for payout in plan.payouts)


# ---- bounties


@unibet
@pytest.mark.rule("CANC-56")
def test_each_remaining_player_gets_the_own_bounty_besides(edition: EditionId) -> None:
    case = case_of(
        entrant(1, 3000, paid(5_00, 1_00, bounty=4_00), bounty=6_00),
        entrant(2, 1000, paid(5_00, 1_00, bounty=4_00), bounty=4_00),
        entrant(3, None, paid(5_00, 1_00, bounty=4_00)),
    )
    case = replace(case, funds=replace(case.funds, bounties=Cents(10_00)))

    plan = plan_of(case, edition)

    assert [payout.from_bounties for payout in plan.payouts] == [6_00, 4_00, 0]
    assert {part.rule for part in plan.payouts[0].parts if part.what is What.BOUNTY} == {"CANC-56"}
    assert sum(payout.from_pool for payout in plan.payouts) == 15_00
    assert plan.left.bounties == 0


# ---- PublicWin after the start


@pytest.mark.rule("CANC-61")
def test_publicwin_cancel_returns_everybodys_money_those_who_are_out_included() -> None:
    case = case_of(
        entrant(1, 5000, paid(10_00, 1_00), paid(10_00, 1_00)),
        entrant(2, None, paid(10_00, 1_00)),
        entrant(3, 1000, paid(10_00, 1_00, means=Means.TICKET)),
        prizes=money_prizes(40_00),
        published=OnServerFailure.CANCEL_AND_REFUND,
    )

    plan = plan_of(case, PW)

    assert plan.outcome is Outcome.CANCELLED
    assert plan.rule == "CANC-61"
    assert amounts(plan) == [22_00, 11_00, 0]
    assert not list(plan.returned_tickets())
    assert {part.rule for payout in plan.payouts for part in payout.parts} == {"CANC-61"}


@pytest.mark.rule("CANC-61")
def test_publicwin_prizes_already_credited_are_deducted_from_the_refund() -> None:
    case = case_of(
        entrant(1, 5000, paid(10_00, 1_00)),
        entrant(2, None, paid(10_00, 1_00), received=4_00),
        entrant(3, None, paid(10_00, 1_00), received=10_50),
        entrant(4, None, paid(10_00, 1_00), received=25_00),
        prizes=money_prizes(0, 25_00, 10_50, 4_00),
        published=OnServerFailure.CANCEL_AND_REFUND,
    )

    plan = plan_of(case, PW)

    assert amounts(plan) == [11_00, 7_00, 50, 0]
    assert [payout.deducted for payout in plan.payouts] == [0, 4_00, 10_50, 11_00]
    assert plan.left.pool == 40_00 - 39_50 - 16_00  # prizes were paid from it: the house adds what is missing


@pytest.mark.rule("CANC-61")
def test_publicwin_resume_pays_nothing() -> None:
    case = case_of(entrant(1, 5000, paid(10_00, 1_00)), published=OnServerFailure.RESUME)

    plan = plan_of(case, PW)

    assert plan.outcome is Outcome.RESUMED
    assert plan.rule == "CANC-61"
    assert plan.payouts == ()


@pytest.mark.rule("CANC-63")
@pytest.mark.parametrize(
    ("published", "cause"),
    [(OnServerFailure.RESUME, Cause.HOUSE), (None, Cause.SERVER_FAILURE), (None, Cause.HOUSE)],
)
def test_publicwin_other_causes_and_events_that_published_nothing_are_refunded(
    published: OnServerFailure | None, cause: Cause
) -> None:
    case = case_of(entrant(1, 5000, paid(10_00, 1_00)), published=published, cause=cause)

    plan = plan_of(case, PW)

    assert plan.outcome is Outcome.CANCELLED
    assert plan.rule == "CANC-63"
    assert amounts(plan) == [11_00]


# ---- refusals


def test_an_option_the_edition_does_not_offer_is_refused() -> None:
    policy = policy_of(PW)
    assert policy.on_failure is not None
    only_refund = replace(
        policy.on_failure, options=Ruled((OnServerFailure.CANCEL_AND_REFUND,), policy.on_failure.options.rule)
    )
    case = case_of(entrant(1, 5000, paid()), published=OnServerFailure.RESUME)

    answer = cancel(case, replace(policy, on_failure=only_refund))

    assert answer == Rejection("option_not_offered", policy.on_failure.options.rule)


def test_nobody_left_no_policy_and_unknown_rounding_are_refused() -> None:
    policy = policy_of(U27)
    bare = Cancellation(
        all_entries_refunded_before_start=policy.all_entries_refunded_before_start,
        tickets_before_start=policy.tickets_before_start,
    )
    odd = replace(started_policy(), rounding=Ruled(Rounding.UP, started_policy().rounding.rule))

    assert cancel(case_of(entrant(1, None, paid())), policy) == Rejection("no_players_left")
    assert cancel(case_of(entrant(1, 1, paid())), bare) == Rejection("no_cancellation_policy")
    assert cancel(case_of(entrant(1, 1, paid())), replace(policy, started=odd)) == Rejection(
        "unsupported_rounding", odd.rounding.rule
    )
