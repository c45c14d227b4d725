"""Money at the table: BUY-01, top-ups, BUY-05, BZ-03, broke players, and what hands mean to the ledger."""

import pytest

from fairdeal.bank.accounts import Purpose, parse_account
from fairdeal.bank.transfer import Reason
from fairdeal.cash.table.commands import ComeBack, Refill, SetAutoTopUp, TopUp
from fairdeal.cash.table.events import HandEnded, Left, RefillPassed, SatIn, ToppedUp, TopUpApplied, TopUpReturned
from fairdeal.cash.table.state import durable
from fairdeal.kernel import Cents, EventRef, MoneyKind, PlayerId, RuleId, StreamId, reject
from fairdeal.rulebook.clause import PW, U22, U26, U27, EditionId
from fairdeal.testing.cash import Story, open_table

POKER = (U22, U26, U27, PW)
UNIBET = (U22, U26, U27)
WITH_AUTO = (U26, U27)
every_edition = pytest.mark.parametrize("edition", POKER)
unibet = pytest.mark.parametrize("edition", UNIBET)
with_auto = pytest.mark.parametrize("edition", WITH_AUTO)
A = PlayerId("a")


def nl50(edition: EditionId, *, a: str = "40.00") -> Story:
    """Three players at 0.25/0.50 without a hand; a has the first button."""
    story = open_table(edition, stake="0.25/0.50").tell(f"a sits with {a}; b and c sit with 50.00")
    story.draw = 0
    return story


def house(story: Story, purpose: Purpose) -> int:
    """What the accounts of a purpose hold, in units."""
    return sum(
        balance
        for account, balance in story.book.balances.items()
        if (parsed := parse_account(account)) is not None and parsed.purpose is purpose
    )


# ---- top-up


@every_edition
@pytest.mark.rule("BUY-01")
def test_only_chips_on_the_table_play(edition: EditionId) -> None:
    """A top-up during a hand waits: the wallet behind a stack never plays."""
    story = nl50(edition).tell("deal; a raises to 30.00; b calls; c folds; a tops up 5.00")
    assert story.last(ToppedUp).pending
    options = story.own("b").options
    assert options is not None

    story.tell("b checks; a is all-in; b folds")

    assert story.last(HandEnded).after[2] == 4000 + 3050 - story.last(HandEnded).rake
    assert story.stack("a") == story.last(HandEnded).after[2]  # more than the limit: the money went home
    assert story.last(TopUpReturned).amount == 500
    assert story.wallet("a") == 1_000_00 - 4000


@every_edition
@pytest.mark.rule("BUY-01")
def test_what_was_added_during_a_hand_belongs_to_the_next_one(edition: EditionId) -> None:
    story = nl50(edition).tell("deal; a raises to 10.00; b raises to 30.00; a tops up 6.00; c folds; a folds")

    assert story.last(TopUpApplied).amount == 600
    assert story.stack("a") == 4000 - 1000 + 600
    assert story.chair("a").pending_top_up == 0


@every_edition
@pytest.mark.rule("BUY-01")
def test_a_stack_is_topped_up_to_the_maximum_and_no_further(edition: EditionId) -> None:
    story = nl50(edition)
    limit = story.rules.buy_in_max

    assert story.refuses(TopUp(A, Cents(1001))) == reject("top_up_too_large", limit.rule, most=1000)
    assert story.refuses(TopUp(A, Cents(0))).code == "amount_not_positive"
    assert story.refuses(TopUp(A, Cents(-5))).code == "amount_not_positive"
    assert story.refuses(TopUp(PlayerId("x"), Cents(5))).code == "not_seated"

    story.tell("a tops up 10.00")
    assert story.stack("a") == 5000
    assert story.refuses(TopUp(A, Cents(1))) == reject("top_up_too_large", limit.rule, most=0)


@every_edition
@pytest.mark.rule("BUY-01")
def test_chips_in_the_pot_leave_room_and_what_waits_takes_it(edition: EditionId) -> None:
    story = nl50(edition).tell("deal; a raises to 10.00")

    assert story.refuses(TopUp(A, Cents(2001))).numbers == (("most", 2000),)
    story.tell("a tops up 15.00")
    assert story.refuses(TopUp(A, Cents(501))).numbers == (("most", 500),)


@every_edition
def test_a_top_up_the_wallet_cannot_pay_is_refused_by_the_ledger(edition: EditionId) -> None:
    story = open_table(edition, stake="0.25/0.50")
    story.fund("a", 4100)
    story.tell("a sits with 40.00")

    assert story.refuses(TopUp(A, Cents(200))).code == "insufficient_funds"
    assert story.stack("a") == 4000


@every_edition
@pytest.mark.rule("BUY-01")
def test_a_broke_player_keeps_the_seat_and_plays_again_after_a_re_buy(edition: EditionId) -> None:
    story = nl50(edition, a="10.00")
    story.tell("cards a=7h2c b=AsAd c=KsKd; board AhTc9d3s4c; deal; a is all-in; b is all-in; c is all-in")
    broke = story.chair("a")
    assert (broke.stack, broke.sit_out.rule) == (0, "BUY-01")  # type: ignore[union-attr]
    least = story.rules.buy_in_min

    assert story.refuses(ComeBack(A)) == reject("no_chips_left", RuleId("BUY-01"))
    small = Cents(least.value - 1)
    assert story.refuses(TopUp(A, small)) == reject("re_buy_too_small", least.rule, least=least.value)
    story.asks(TopUp(A, least.value))

    assert story.chair("a").sit_out is None
    assert story.last(SatIn).rule == "BUY-01"


@every_edition
@pytest.mark.rule("TIME-02")
def test_a_broke_player_who_does_nothing_is_removed(edition: EditionId) -> None:
    story = nl50(edition, a="10.00")
    story.tell(
        "cards a=7h2c b=AsAd c=KsKd; board AhTc9d3s4c; deal; a is all-in; b is all-in; c is all-in; b leaves; c leaves"
    )
    story.tell("11 min pass")

    assert (story.last(Left).player, story.last(Left).stack, story.last(Left).rule) == ("a", 0, "TIME-02")


# ---- auto top-up


@with_auto
@pytest.mark.rule("BUY-05")
def test_auto_top_up_refills_to_the_initial_buy_in_after_a_hand(edition: EditionId) -> None:
    """Bought in for 40.00, the hand ends with 33.20: 6.80 moves."""
    story = nl50(edition).tell("a wants auto top-up; deal; a raises to 6.80; b raises to 20.00; c folds; a folds")
    assert story.stack("a") == 3320
    assert story.chair("a").refill_due

    story.tell("1 ms passes")

    topped = story.last(ToppedUp)
    assert (topped.amount, topped.pending, topped.rule) == (680, False, "BUY-05")
    assert story.stack("a") == 4000
    assert story.wallet("a") == 1_000_00 - 4680
    assert not story.chair("a").refill_due


@with_auto
@pytest.mark.rule("BUY-05")
def test_auto_top_up_never_makes_a_stack_smaller(edition: EditionId) -> None:
    story = nl50(edition).tell("a wants auto top-up; deal; a raises to 12.00; b calls; c calls; b checks; c checks")
    story.tell("a bets 5.00; b folds; c folds; 1 ms passes")

    assert story.stack("a") > 5200
    assert not story.all(ToppedUp)


@with_auto
@pytest.mark.rule("BUY-05")
def test_auto_top_up_is_off_until_asked_for(edition: EditionId) -> None:
    story = nl50(edition).tell("deal; a raises to 6.80; b raises to 20.00; c folds; a folds; 1 s passes")
    assert not story.all(ToppedUp)

    story.asks(SetAutoTopUp(A, on=True))
    story.asks(SetAutoTopUp(A, on=False))
    story.tell("deal; fold round; 1 s passes")
    assert not story.all(ToppedUp)


@with_auto
@pytest.mark.rule("BUY-05")
def test_auto_top_up_takes_what_the_wallet_has(edition: EditionId) -> None:
    story = open_table(edition, stake="0.25/0.50")
    story.fund("a", 4150)
    story.tell("a sits with 40.00; b and c sit with 50.00")
    story.draw = 0
    story.tell("a wants auto top-up; deal; a raises to 6.80; b raises to 20.00; c folds; a folds; 1 ms passes")
    assert story.stack("a") == 3320 + 150
    assert story.wallet("a") == 0

    story.tell("deal; fold round; 1 ms passes")

    assert story.last(RefillPassed).rule == "BUY-05"
    assert story.replayed() == durable(story.table)
    assert len(story.all(ToppedUp)) == 1


@with_auto
@pytest.mark.rule("BUY-05")
def test_a_broke_player_with_auto_top_up_plays_on(edition: EditionId) -> None:
    story = nl50(edition, a="30.00").tell("a wants auto top-up")
    story.tell("cards a=7h2c b=AsAd c=KsKd; board AhTc9d3s4c; deal; a is all-in; b is all-in; c folds; 1 ms passes")

    assert story.stack("a") == 3000
    assert "a" in story.deal().dealt


@with_auto
@pytest.mark.rule("BUY-05")
def test_a_refill_is_for_the_hand_it_follows(edition: EditionId) -> None:
    story = nl50(edition).tell("a wants auto top-up; deal; a raises to 6.80; b raises to 20.00; c folds; a folds")

    assert story.refuses(Refill(A, 7, Cents(1000))).code == "stale_hand"
    story.tell("1 ms passes")
    assert story.refuses(Refill(A, 1, Cents(1000))).code == "stale_hand"
    assert story.refuses(Refill(PlayerId("x"), 1, Cents(1000))).code == "not_seated"


@with_auto
@pytest.mark.rule("BUY-05")
def test_after_a_crash_a_refill_that_was_due_is_still_due(edition: EditionId) -> None:
    story = (
        nl50(edition).tell("a wants auto top-up; deal; a raises to 6.80; b raises to 20.00; c folds; a folds").crash()
    )

    story.tell("1 ms passes")

    assert story.stack("a") == 4000


@pytest.mark.parametrize("edition", [U22, PW])
def test_editions_without_auto_top_up_do_not_offer_it(edition: EditionId) -> None:
    assert nl50(edition).refuses(SetAutoTopUp(A, on=True)).code == "no_such_option"


# ---- Banzai


def banzai(edition: EditionId, lost: str = "1.80") -> Story:
    """Banzai at 0.25/0.50: a has lost something of 5.00."""
    story = open_table(edition, "banzai-texas", "0.25/0.50").tell("a, b and c sit with 5.00")
    story.draw = 0
    return story.tell(f"deal; a raises to {lost}; b is all-in; c folds; a folds")


@unibet
@pytest.mark.rule("BZ-03")
def test_banzai_stacks_are_topped_up_to_ten_big_blinds_exactly(edition: EditionId) -> None:
    story = banzai(edition)
    assert story.stack("a") == 320

    assert story.refuses(TopUp(A, Cents(179))) == reject("top_up_must_be_exact", RuleId("BZ-03"), exactly=180)
    assert story.refuses(TopUp(A, Cents(181))).code == "top_up_must_be_exact"
    story.tell("a tops up 1.80")

    assert story.stack("a") == 500
    assert story.last(ToppedUp).rule == "BZ-03"


@unibet
@pytest.mark.rule("BZ-03")
def test_a_banzai_stack_above_ten_big_blinds_is_not_topped_up(edition: EditionId) -> None:
    story = banzai(edition, "1.00")
    assert story.stack("b") > 500

    assert story.refuses(TopUp(PlayerId("b"), Cents(1))) == reject("top_up_must_be_exact", RuleId("BZ-03"), exactly=0)


@unibet
@pytest.mark.rule("BZ-03")
def test_a_banzai_top_up_that_no_longer_fits_after_the_hand_goes_home(edition: EditionId) -> None:
    story = open_table(edition, "banzai-texas", "0.25/0.50").tell("a, b and c sit with 5.00")
    story.draw = 0
    story.tell("deal; a raises to 1.00; a tops up 1.00; b calls; c folds; b checks; a is all-in; b folds")
    assert story.stack("a") > 500
    assert story.last(TopUpReturned).amount == 100

    loses = open_table(edition, "banzai-texas", "0.25/0.50").tell("a, b and c sit with 5.00")
    loses.draw = 0
    loses.tell("deal; a raises to 1.00; a tops up 1.00; b raises to 3.00; c folds; a folds")
    assert loses.stack("a") == 500
    assert loses.last(TopUpApplied).amount == 100

    short = open_table(edition, "banzai-texas", "0.25/0.50").tell("a, b and c sit with 5.00")
    short.draw = 0
    short.tell("deal; a raises to 1.00; a tops up 1.00; b raises to 2.00; c folds; a calls; b is all-in; a folds")
    assert short.stack("a") == 300  # with the euro it would be 4.00
    assert short.last(TopUpReturned).rule == "BZ-03"


@with_auto
@pytest.mark.rule("BZ-03")
@pytest.mark.rule("BUY-05")
def test_auto_top_up_in_banzai_makes_ten_big_blinds_or_does_nothing(edition: EditionId) -> None:
    story = open_table(edition, "banzai-texas", "0.25/0.50")
    story.fund("a", 2700 + 150)
    story.fund("b", 500 + 60)
    story.tell("a sits with 27.00; b and c sit with 5.00; a wants auto top-up; b wants auto top-up")
    story.draw = 0
    story.tell("deal; a folds; b raises to 1.00; c is all-in; b folds; 1 ms passes")
    # a came back with more than ten big blinds (BZ-06) and is far above the target; b's wallet cannot make it whole.
    assert (story.stack("a"), story.stack("b")) == (2700, 400)
    assert not story.all(ToppedUp)


# ---- the ledger


@every_edition
def test_a_hand_moves_chips_over_the_pot_and_the_rake_to_the_house(edition: EditionId) -> None:
    story = nl50(edition).tell("deal; a raises to 5.00; b calls; c folds; b checks; a bets 5.00; b folds")
    ended = story.last(HandEnded)
    assert ended.rake > 0

    chain = story.machine.transfers(ended, EventRef(StreamId("cash:T1"), 9))

    assert [each.reason for each in chain][:4] == [Reason.HAND, Reason.HAND, Reason.HAND, Reason.RAKE]
    assert chain[0].credit == chain[2].debit == chain[3].debit == "pot:T1:EUR:real"
    assert chain[3].credit == f"rake:{edition}/texas/0.25-0.50:EUR:real"
    assert [str(each.ref) for each in chain] == [f"cash:T1@9.{leg}" for leg in range(len(chain))]
    assert house(story, Purpose.RAKE) + house(story, Purpose.RAKEBACK) == ended.rake * 100


@pytest.mark.rule("RB-01", edition="publicwin")
def test_publicwin_players_earn_rakeback_with_every_raked_hand() -> None:
    story = nl50(PW).tell("deal; a raises to 5.00; b calls; c folds; b checks; a bets 5.00; b folds")
    ended = story.last(HandEnded)

    chain = story.machine.transfers(ended, EventRef(StreamId("cash:T1"), 9))

    earned = [each for each in chain if each.reason is Reason.RAKEBACK_EARNED]
    assert {each.credit for each in earned} == {f"rakeback:2025-11/{name}:EUR:real" for name in "abc"}
    assert 0 < house(story, Purpose.RAKEBACK) <= ended.rake * 30


@pytest.mark.rule("RAKE-11")
def test_rakeback_goes_by_what_each_put_in_and_not_by_stacks() -> None:
    """With 40.00 against 50.00 two put in the same, the third a big blind; shares of 30 % of 0.52 are cut."""
    story = nl50(PW).tell("deal; a raises to 5.00; b calls; c folds; b checks; a bets 5.00; b folds")
    ended = story.last(HandEnded)
    assert (ended.rake, dict(zip(ended.players, ended.contributed, strict=True))) == (52, {"a": 500, "b": 500, "c": 50})

    chain = story.machine.transfers(ended, EventRef(StreamId("cash:T1"), 9))

    earned = {each.credit[17:18]: each.amount for each in chain if each.reason is Reason.RAKEBACK_EARNED}
    assert earned == {"a": 742, "b": 742, "c": 74}


def test_play_money_is_not_raked() -> None:
    story = open_table(PW, money=MoneyKind.PLAY, stake="0.25/0.50").tell("a, b and c sit with 50.00")
    story.draw = 0
    story.tell("deal; a raises to 5.00; b calls; c folds; check down")

    assert story.last(HandEnded).rake == 0
    assert house(story, Purpose.RAKE) == 0


@every_edition
def test_the_wallet_is_the_one_the_edition_names(edition: EditionId) -> None:
    story = nl50(edition)
    purpose = "poker" if edition == PW else "site"

    assert story.book.balances[f"{purpose}:a:EUR:real"] == (1_000_00 - 4000) * 100  # type: ignore[index]


@every_edition
def test_a_pending_top_up_goes_home_with_its_player(edition: EditionId) -> None:
    story = nl50(edition).tell("deal; a raises to 10.00; a tops up 5.00; a leaves; fold round")

    left = story.last(Left)

    assert left.pending == 500
    assert story.wallet("a") == 1_000_00 - 4000 + left.stack


@pytest.mark.rule("BUY-05")
@pytest.mark.parametrize("edition", [U26, U27])
def test_who_returned_with_more_than_the_maximum_is_refilled_to_that(edition: EditionId) -> None:
    """The words promise the initial buy-in; the table's maximum binds only what one asks for oneself."""
    story = open_table(edition).tell("a sits with 18.00; b and c sit with 10.00; a wants auto top-up")
    story.draw = 0
    story.tell("deal; a raises to 5.00; b folds; c calls; c checks; a folds; 1 ms passes")

    assert story.stack("a") == 18_00
    assert story.last(ToppedUp).amount == 5_00
    assert story.refuses(TopUp(A, Cents(1))).rule == "BUY-02"
