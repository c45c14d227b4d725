"""Whatever the tournament: shares add up, nobody is charged, floors hold, and the order of players does not matter."""

from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairdeal.kernel import Cents
from fairdeal.rulebook.clause import PW, U22, U27, EditionId
from fairdeal.rulebook.schema.choices import OnServerFailure
from fairdeal.tournament.cancellation.case import Case
from fairdeal.tournament.cancellation.plan import Plan, Stage
from fairdeal.tournament.cancellation.shares import cut_down, to_nearest
from fairdeal.tournament.director.state import Means
from fairdeal.tournament.icm import exact_prize_equities
from tests.tournament.cancellations import case_of, entrant, money_prizes, paid, plan_of

editions = st.sampled_from([U22, U27, PW])
PAYMENTS = [
    (paid(9_00, 1_00),),
    (paid(9_00, 1_00), paid(4_50, 50)),
    (paid(33, 7, bounty=11),),
    (paid(1, 0), paid(0, 1), paid(17_77, 1_23)),
    (paid(9_00, 1_00, means=Means.TICKET),),
    (paid(9_01, 99), paid(50_00, 5_00, bounty=25_00, means=Means.TICKET)),
]
bought = st.sampled_from(PAYMENTS)


@st.composite
def cases(draw: st.DrawFn, *, started: bool = True) -> Case:
    """A tournament of one to nine players left and some who are out, with prizes that fall and were paid from below."""
    left = draw(st.integers(1, 9))
    out = draw(st.integers(0, 5))
    stacks = draw(st.lists(st.integers(1, 100_000), min_size=left, max_size=left))
    prizes = sorted(draw(st.lists(st.integers(1, 100_000), max_size=left + out)), reverse=True)
    players = []
    for number in range(left + out):
        chips = stacks[number] if started and number < left else None
        received = prizes[number] if chips is None and started and number < len(prizes) else 0
        players.append(entrant(number, chips, *draw(bought), received=received, bounty=7 * number))
    return case_of(
        *players,
        prizes=money_prizes(*prizes),
        started=started,
        final_table=draw(st.booleans()),
        added=draw(st.integers(0, 10_000)),
        freeroll=draw(st.booleans()),
        published=draw(st.sampled_from([None, *OnServerFailure])),
    )


def by_player(plan: Plan) -> dict[str, tuple[int, ...]]:
    return {payout.player: tuple(part.amount for part in payout.parts) for payout in plan.payouts}


@given(cases(), editions)
def test_nobody_pays_and_nobody_who_is_out_gets_a_share(case: Case, edition: EditionId) -> None:
    plan = plan_of(case, edition)

    for payout, player in zip(plan.payouts, case.entrants, strict=False):
        assert payout.player == player.player
        assert all(part.amount > 0 for part in payout.parts)
        if player.chips is None and edition != PW:
            assert payout.amount == 0


@given(cases(), editions, st.integers(0, 1_000))
def test_the_order_of_entrants_does_not_matter(case: Case, edition: EditionId, seed: int) -> None:
    shuffled = list(case.entrants)
    Random(seed).shuffle(shuffled)  # noqa: S311

    assert by_player(plan_of(case, edition)) == by_player(plan_of(replace(case, entrants=tuple(shuffled)), edition))


@given(cases())
def test_the_stage_shares_out_exactly_what_there_is_to_share(case: Case) -> None:
    plan = plan_of(case)
    from_pool = sum(payout.from_pool for payout in plan.payouts)

    match plan.stage:
        case Stage.BEFORE_MONEY:
            assert from_pool == case.supplied + (case.added if case.freeroll else 0)
        case _:
            assert from_pool == sum(prize.value for prize in case.prizes[: len(case.remaining)])
    assert sum(payout.from_fees for payout in plan.payouts) == sum(player.fees for player in case.remaining)
    own = sum(player.bounty for player in case.remaining)
    assert sum(payout.from_bounties for payout in plan.payouts) == max(own, case.funds.bounties)
    heads = {payout.player: payout.from_bounties for payout in plan.payouts}
    assert all(heads[player.player] >= player.bounty for player in case.remaining)


@pytest.mark.rule("CANC-53b")
@pytest.mark.rule("CANC-54b")
@pytest.mark.rule("CANC-54c")
@given(cases())
def test_everybody_is_within_a_cent_of_the_exact_share_and_never_below_its_floor(case: Case) -> None:
    plan = plan_of(case)
    chips = [player.chips or 0 for player in case.remaining]
    payouts = {payout.player: payout for payout in plan.payouts}
    prizes = [prize.value for prize in case.prizes[: len(chips)]]
    if plan.stage is Stage.BEFORE_MONEY:
        pot = Fraction(case.supplied + (case.added if case.freeroll else 0))
        exact = [pot / 2 / len(chips) + pot / 2 * stack / sum(chips) for stack in chips]
    elif plan.stage is Stage.FINAL_TABLE:
        exact = list(exact_prize_equities(chips, prizes))
    else:
        rest = sum(prizes) - min(prizes) * len(prizes)
        exact = [min(prizes) + Fraction(rest * stack, sum(chips)) for stack in chips]

    for player, share in zip(case.remaining, exact, strict=True):
        assert share // 1 <= payouts[player.player].from_pool <= share // 1 + 1
    amounts = [payouts[player.player].from_pool for player in case.remaining]
    assert amounts == sorted(amounts, reverse=True)  # a larger stack never gets less


@given(cases(started=False), editions)
def test_before_the_start_what_was_paid_in_money_comes_back_to_the_cent(case: Case, edition: EditionId) -> None:
    plan = plan_of(case, edition)

    for payout, player in zip(plan.payouts, case.entrants, strict=True):
        assert payout.amount == sum(each.price for each in player.payments if each.means is Means.MONEY)
        assert len(payout.tickets) == sum(each.means is Means.TICKET for each in player.payments)
        assert all(fate.returned == (edition != PW) for fate in payout.tickets)
    assert min(plan.left.pool, plan.left.fees, plan.left.bounties) >= 0


@given(cases())
def test_publicwin_refunds_are_what_was_paid_less_what_was_received(case: Case) -> None:
    plan = plan_of(replace(case, published=OnServerFailure.CANCEL_AND_REFUND), PW)

    for payout, player in zip(plan.payouts, case.entrants, strict=True):
        money = sum(each.price for each in player.payments if each.means is Means.MONEY)
        assert payout.amount == max(0, money - player.received)
        assert payout.amount + payout.deducted == money


fractions = st.lists(st.fractions(0, 1_000), min_size=1, max_size=8)


@given(fractions)
def test_cents_that_are_left_over_are_given_once(shares: list[Fraction]) -> None:
    whole = [*shares, -sum(shares, start=Fraction(0)) % 1]  # a last share makes the sum whole

    for divide in (cut_down, to_nearest):
        cents = divide(whole)

        assert sum(cents) == sum(whole)
        assert all(share // 1 <= given <= share // 1 + 1 for share, given in zip(whole, cents, strict=True))


def test_leftovers_go_to_the_first_or_to_the_largest_fractions() -> None:
    shares = [Fraction("10.1"), Fraction("5.2"), Fraction("1.7")]

    assert cut_down(shares) == (Cents(11), Cents(5), Cents(1))
    assert to_nearest(shares) == (Cents(10), Cents(5), Cents(2))
