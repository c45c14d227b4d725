"""Prizes on heads."""

from dataclasses import replace

import pytest

from fairdeal.bank.accounts import Purpose
from fairdeal.bank.fees import Price
from fairdeal.kernel import Cents, Chips, PlayerId, RuleId, units_of
from fairdeal.tournament.director import commands as ms
from fairdeal.tournament.director.outcomes import BountiesKept, BountyWon, VipClaimed, VipPaid
from fairdeal.tournament.director.state import Status
from fairdeal.tournament.orders import Bust, HandPlayed, PlayHand
from fairdeal.tournament.setup import ReBuy
from tests.tournament.directing import U26, U27, Room, player, report

A, B, C, D = (player(number) for number in range(1, 5))
TWENTY = Price(Cents(2200), Cents(2000), Cents(200), RuleId("MTT-35"))
BOTH = [U26, U27]


@pytest.mark.rule("MTT-68")
@pytest.mark.parametrize("edition", BOTH)
def test_whoever_knocks_a_player_out_gets_the_whole_bounty(edition: str) -> None:
    room = Room(edition, price=TWENTY, bounty=Cents(1000))
    room.start(3)
    assert room.balance(Purpose.BOUNTIES) == 3000
    assert room.state.purse.supplied == 3000

    room.bust(A, to=B)

    (event,) = room.of(BountyWon)
    assert (event.victim, event.player, event.cash, event.head, event.rule) == (A, B, 1000, 0, "MTT-68")
    assert room.won(B) == -2200 + 1000
    assert room.entrant(B).head == 1000
    room.check_money()


@pytest.mark.rule("MTT-69")
@pytest.mark.parametrize("edition", BOTH)
def test_half_a_progressive_bounty_is_paid_and_half_goes_on_the_winners_head(edition: str) -> None:
    room = Room(edition, price=TWENTY, bounty=Cents(1000), progressive=True)
    room.start(3)

    room.bust(A, to=B)

    assert room.won(B) == -2200 + 500
    assert room.entrant(B).head == 1500
    assert room.entrant(A).head == 0
    assert [event.rule for event in room.of(BountyWon)] == ["MTT-69"]
    room.check_money()


@pytest.mark.rule("MTT-69")
@pytest.mark.parametrize("edition", BOTH)
def test_the_champion_keeps_the_own_bounty(edition: str) -> None:
    room = Room(edition, price=TWENTY, bounty=Cents(1000), progressive=True)
    room.start(2)

    room.bust(A, to=B)

    assert [(event.player, event.cash) for event in room.of(BountiesKept)] == [(B, 1500)]
    assert room.won(B) == -2200 + 2000 + 2000
    assert room.balance(Purpose.BOUNTIES) == 0
    room.check_money()


def shared(order: PlayHand, victim: PlayerId, *winners: PlayerId) -> HandPlayed:
    """A report in which several players share the victim's last pot, after another won the main pot."""
    seats = {place.player: place.seat for place in order.places}
    told = report(order, [victim], winners[0])
    start = next(place.stack for place in order.places if place.player == victim)
    main = next(who for who in seats if who not in (victim, *winners))
    pots = ((seats[main],), tuple(seats[who] for who in winners))
    return replace(told, busts=(Bust(seats[victim], start, pots),))


@pytest.mark.rule("MTT-68")
def test_winners_of_the_last_pot_share_a_bounty_and_winners_of_others_get_nothing() -> None:
    room = Room(price=TWENTY, bounty=Cents(1001))
    room.start(4)

    room.do(shared(room.orders()[0], A, B, C))

    assert {event.player: event.cash for event in room.of(BountyWon)} == {B: 501, C: 500}
    assert room.won(D) == -2200
    room.check_money()


def test_a_bounty_tournament_is_played_out_though_prizes_are_equal() -> None:
    room = Room(price=TWENTY, bounty=Cents(1000), prizes=(Cents(1000), Cents(1000), Cents(1000)))
    room.start(4)
    room.bust(A, to=B)

    assert room.status() is Status.RUNNING


def test_a_re_buy_with_a_bounty_pays_the_old_head_and_brings_a_new_one() -> None:
    again = ReBuy(Price(Cents(1000), Cents(1000), Cents(0), RuleId("MTT-66")), Chips(1000), 9, bounty=Cents(400))
    room = Room(price=TWENTY, bounty=Cents(1000), re_buy=again)
    room.start(3)
    room.bust(A, to=B)
    assert room.of(BountyWon) == []

    room.do(ms.BuyAgain(A))

    assert room.won(B) == -2200 + 1000
    assert room.entrant(A).head == 400
    room.check_money()


def test_a_re_buy_without_a_bounty_leaves_the_head_where_it_is() -> None:
    again = ReBuy(Price(Cents(1000), Cents(1000), Cents(0), RuleId("MTT-66")), Chips(1000), 9)
    room = Room(price=TWENTY, bounty=Cents(1000), re_buy=again)
    room.start(3)
    room.bust(A, to=B)
    room.do(ms.BuyAgain(A))

    assert room.of(BountyWon) == []
    assert room.entrant(A).head == 1000


def test_a_review_keeps_a_bounty_back() -> None:
    room = Room(price=TWENTY, bounty=Cents(1000))
    room.start(3)
    room.held = frozenset({B})

    room.bust(A, to=B)

    assert room.won(B) == -2200
    (joint,) = room.joints
    assert (joint.command.home, joint.command.amount) == (room.wallet(B), 1000 * 100)


# ---- VIPs


@pytest.mark.rule("MTT-70")
@pytest.mark.parametrize("edition", BOTH)
def test_knocking_out_a_vip_wins_a_special_prize(edition: str) -> None:
    room = Room(edition, vips=((A, Cents(5000)),))
    room.start(3)

    room.bust(A, to=B)

    assert [(event.vip, event.shares, event.rule) for event in room.of(VipPaid)] == [(A, ((B, 5000),), "MTT-70")]
    assert room.won(B) == -1000 + 5000
    assert room.balance(Purpose.PROMOTIONS) == -5000


@pytest.mark.rule("MTT-70")
@pytest.mark.parametrize("edition", BOTH)
def test_a_vip_who_buys_again_was_not_knocked_out(edition: str) -> None:
    again = ReBuy(Price(Cents(1000), Cents(1000), Cents(0), RuleId("MTT-66")), Chips(1000), 9, times=1)
    room = Room(edition, vips=((A, Cents(5000)),), re_buy=again)
    room.start(4)
    room.bust(A, to=B)
    room.do(ms.BuyAgain(A))
    assert room.of(VipClaimed) == []

    room.bust(A, to=C)

    assert [event.shares for event in room.of(VipPaid)] == [((C, 5000),)]


@pytest.mark.rule("MTT-70")
@pytest.mark.parametrize("edition", BOTH)
def test_the_prize_waits_while_a_vip_can_enter_again_and_only_the_last_knock_out_counts(edition: str) -> None:
    room = Room(edition, vips=((A, Cents(5000)),), late_levels=2, re_entries=2, synchronised_breaks=False)
    room.start(6)
    room.bust(A, to=B)
    assert [event.by for event in room.of(VipClaimed)] == [(B,)]
    room.do(ms.Register(A))
    assert room.state.claims == ()
    room.bust(A, to=C)
    assert room.of(VipPaid) == []

    room.next_level()
    room.next_level()

    assert [event.shares for event in room.of(VipPaid)] == [((C, 5000),)]
    assert room.won(B) == -1000


def test_a_review_keeps_back_the_prize_for_a_vip() -> None:
    room = Room(vips=((A, Cents(5000)),))
    room.start(4)
    room.held = frozenset({B})
    room.bust(A, to=B)

    (paid,) = room.of(VipPaid)
    (kept,) = room.joints
    assert (paid.held, kept.to, kept.command.amount) == ((B,), paid.books.holds(B), units_of(Cents(5000)))
    assert room.won(B) == -1000


def test_whole_bounty_tournaments_end_with_empty_accounts() -> None:
    for progressive in (False, True):
        room = Room(price=TWENTY, bounty=Cents(999), progressive=progressive, vips=((A, Cents(100)),))
        room.start(23)
        room.run()
        room.check_money()

        assert room.balance(Purpose.BOUNTIES) == room.balance(Purpose.PRIZES) == 0
        assert sum(room.entrant(who).bounties for who in room.state.entrants) == 23 * 999 + 100 * (
            len(room.of(VipPaid))
        )


@pytest.mark.rule("MTT-69")
@pytest.mark.parametrize("edition", BOTH)
def test_the_odd_cent_of_a_progressive_bounty_goes_on_to_the_winners_head(edition: str) -> None:
    room = Room(edition, price=TWENTY, bounty=Cents(9_99), progressive=True)
    room.start(3)

    room.bust(A, to=B)

    (event,) = room.of(BountyWon)
    assert (event.cash, event.head) == (4_99, 5_00)
    assert room.entrant(B).head == 14_99
    assert room.won(B) == -22_00 + 4_99
    room.check_money()
