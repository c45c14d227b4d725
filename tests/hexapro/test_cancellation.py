"""Cancelled games pay what the editions' policy on drawn pools says (CANC-55)."""

from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairdeal.hexapro.cancellation import share_drawn_pool
from fairdeal.kernel import Cents, Ppm, Rejection
from fairdeal.rulebook.clause import U22, U27, EditionId
from fairdeal.rulebook.ruled import Ruled
from fairdeal.tournament.cancellation.case import Case, Funds
from fairdeal.tournament.cancellation.plan import Plan, Stage, What
from fairdeal.tournament.cancellation.planning import cancel
from tests.tournament.cancellations import UNIBET, case_of, entrant, money_prizes, paid, policy_of, started_policy

unibet = pytest.mark.parametrize("edition", UNIBET)


def game(
    stacks: Sequence[int | None], pool: int, percents: Sequence[int], buy_in: int = 10_00, received: int = 0
) -> Case:
    """A game of three; who is out has received `received`."""
    fee = round(buy_in * 0.06853)
    players = [
        entrant(number, chips, paid(buy_in - fee, fee), received=received if chips is None else 0)
        for number, chips in enumerate(stacks)
    ]
    case = case_of(*players, prizes=money_prizes(*(pool * percent // 100 for percent in percents)))
    out = sum(player.received for player in players)
    return replace(case, funds=Funds(Cents(pool - out), case.funds.fees))


def plan_of(case: Case, edition: EditionId = U27) -> Plan:
    plan = cancel(case, policy_of(edition), share=share_drawn_pool)
    assert not isinstance(plan, Rejection), plan
    return plan


@unibet
@pytest.mark.rule("CANC-55")
@pytest.mark.parametrize(
    ("stacks", "pool", "percents", "expected"),
    [
        ((750, 450, 300), 100_00, (100,), (45_00, 31_00, 24_00)),
        ((900, 600, None), 100_00, (100,), (58_00, 42_00, 0)),
        ((750, 450, 300), 1000_00, (80, 12, 8), (417_50, 317_70, 264_80)),
        ((600, 500, 400), 1250_00, (80, 16, 4), (462_27, 417_73, 370_00)),
    ],
)
def test_a_tenth_of_the_pool_for_each_and_the_rest_by_icm(
    edition: EditionId,
    stacks: tuple[int | None, ...],
    pool: int,
    percents: tuple[int, ...],
    expected: tuple[int, ...],
) -> None:
    plan = plan_of(game(stacks, pool, percents), edition)

    assert plan.stage is Stage.DRAWN_POOL
    assert plan.rule == "CANC-55"
    assert [payout.from_pool for payout in plan.payouts] == list(expected)
    assert plan.left.pool == 0


@unibet
@pytest.mark.rule("CANC-55")
@pytest.mark.parametrize(
    ("buy_in", "fee"), [(1_00, 7), (2_00, 14), (5_00, 34), (10_00, 69), (25_00, 1_71), (50_00, 3_43), (100_00, 6_85)]
)
def test_the_fee_inside_the_buy_in_comes_back_to_those_who_remain(edition: EditionId, buy_in: int, fee: int) -> None:
    plan = plan_of(game((800, 700, None), 10 * buy_in, (100,), buy_in=buy_in), edition)

    assert [payout.from_fees for payout in plan.payouts] == [fee, fee, 0]
    assert {part.rule for payout in plan.payouts for part in payout.parts} == {"CANC-55"}


@unibet
@pytest.mark.rule("CANC-55")
def test_a_prize_already_paid_is_deducted_and_its_place_is_not_open(edition: EditionId) -> None:
    plan = plan_of(game((900, 600, None), 1000_00, (80, 12, 8), received=80_00), edition)

    # 1000 less 80 less 100 each leaves 720 for 80 : 12, which are 626.09 and 93.91; 60 % and 40 % of the chips.
    assert [payout.from_pool for payout in plan.payouts] == [513_22, 406_78, 0]
    assert plan.left.pool == 0


def test_an_edition_that_promises_more_than_the_pool_is_refused() -> None:
    policy = replace(started_policy(), hexapro_each_percent=Ruled(Ppm(400_000), started_policy().rounding.rule))

    answer = cancel(
        game((500, 500, 500), 100_00, (100,)), replace(policy_of(U27), started=policy), share=share_drawn_pool
    )

    assert isinstance(answer, Rejection)
    assert answer.code == "pool_too_small"


@pytest.mark.rule("CANC-55")
@given(
    st.lists(st.integers(1, 1_500), min_size=2, max_size=3),
    st.sampled_from([1_00, 2_00, 5_00, 10_00, 25_00, 50_00, 100_00]),
    st.sampled_from([(150, (100,)), (10_00, (100,)), (100_00, (80, 12, 8)), (125_00, (80, 16, 4))]),
    st.sampled_from([U22, U27]),
)
def test_a_pool_is_used_up_and_everybody_has_a_tenth(
    stacks: list[int], buy_in: int, drawn: tuple[int, tuple[int, ...]], edition: EditionId
) -> None:
    multiplier, percents = drawn
    pool = buy_in * multiplier // 100
    third = pool * percents[2] // 100 if len(stacks) == 2 and len(percents) == 3 else 0
    case = game([*stacks, *[None] * (3 - len(stacks))], pool, percents, buy_in=buy_in, received=third)

    plan = plan_of(case, edition)

    assert sum(payout.from_pool for payout in plan.payouts) == pool - third
    assert plan.left.pool == 0
    for payout in plan.payouts[: len(stacks)]:
        assert payout.of(What.EACH_PART) == pool // 10
        assert payout.from_pool >= pool // 10
