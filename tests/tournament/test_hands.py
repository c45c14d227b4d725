"""Hands of a tournament, played by the engine."""

import pytest

from fairdeal.kernel import Cents, Chips, Rejection, RuleId
from fairdeal.poker import CALL, FOLD, Hand
from fairdeal.rulebook.schema.choices import Structure
from fairdeal.tournament.dealer.hands import hand_order, in_order_of_play, report_of
from fairdeal.tournament.director.events import Eliminated
from fairdeal.tournament.director.state import Status
from fairdeal.tournament.orders import HandPlayed, PlayHand
from fairdeal.tournament.setup import MultiBuyIn
from tests.tournament.directing import POKER, PW, U27, Room, edition_of, hand_id, player

A, B, C, D = (player(number) for number in range(1, 5))


def dealt(room: Room, order: PlayHand) -> Hand:
    deck = room.chance.sample(range(52), 52)
    return Hand(hand_order(room.rules.poker, order, deck))


def engine(room: Room, order: PlayHand) -> HandPlayed:
    """A dealer who plays real hands with players who gamble; whoever is away folds in turn."""
    hand = dealt(room, order)
    places = in_order_of_play(order)
    while hand.turn >= 0:
        options = hand.options()
        acts = [CALL, CALL, FOLD] if not options.can_check else [CALL]
        if options.can_raise:
            acts += [options.raise_min, options.raise_max]
        hand.act(FOLD if places[hand.turn].away else room.chance.choice(acts))
    assert hand.result is not None
    assert hand.result.rake == 0
    return report_of(order, hand_id(order), order.deals_from, hand.result, {}, {})


@pytest.mark.rule("MTT-62")
@pytest.mark.rule("FEE-06")
@pytest.mark.parametrize("edition", POKER)
def test_whole_tournaments_of_real_hands_keep_every_chip_and_every_cent(edition: str) -> None:
    room = Room(edition, seed=3)
    room.dealer = engine
    room.absent = frozenset({A})
    room.start(13)
    room.run()

    assert room.status() is Status.FINISHED
    assert sorted(room.place(who) for who in room.state.entrants) == list(range(1, 14))
    room.check_money()


@pytest.mark.rule("MTT-30")
@pytest.mark.parametrize("edition", POKER)
def test_raises_are_not_counted(edition: str) -> None:
    room = Room(edition, stack=Chips(100_000))
    room.start(3)
    hand = dealt(room, room.orders()[0])
    raises = 0
    while hand.options().can_raise and raises < 20:
        hand.act(hand.options().raise_min)
        raises += 1

    assert raises == 20


def test_a_fixed_limit_tournament_bets_by_its_blinds() -> None:
    poker = edition_of(PW).poker
    assert poker is not None
    family = next(row.id for row in poker.games.families.value if row.structure is Structure.FIXED_LIMIT)
    room = Room(PW, family=family)
    room.start(3)
    hand = dealt(room, room.orders()[0])

    assert (hand.options().raise_min, hand.options().raise_max) == (40, 40)


@pytest.mark.rule("MTT-46b")
def test_heads_up_the_button_acts_first_before_the_flop() -> None:
    room = Room()
    room.start(2)
    (order,) = room.orders()
    hand = dealt(room, order)

    assert in_order_of_play(order)[hand.turn].seat == order.button
    assert hand.options().to_call == order.big_blind_chips - order.small_blind_chips


@pytest.mark.rule("MTT-46a")
def test_a_hand_without_a_small_blind_is_playable() -> None:
    room = Room(late_levels=4)
    room.enter_count(4)
    room.seat({seat: player(seat + 1) for seat in range(4)})
    while (room.orders()[0].big_blind, room.orders()[0].button) != (2, 0):
        room.do(room.report(room.orders()[0]))
    room.bust(C, to=D)
    (order,) = room.orders()
    assert order.small_blind is None

    room.do(engine(room, order))

    assert room.state.chips == 4000


def test_who_won_the_pots_of_a_player_who_is_out_is_reported_main_pot_first() -> None:
    for seed in range(20):
        room = Room(U27, seed=seed, multi_buy_in=MultiBuyIn(Cents(100), Cents(9000)))
        for number, amount in enumerate((500, 1000, 2000), 1):
            room.enter_for(player(number), amount)
        room.start()
        (order,) = room.orders()
        hand = dealt(room, order)
        while hand.turn >= 0:
            options = hand.options()
            hand.act(options.raise_max if options.can_raise else CALL)
        assert hand.result is not None
        told = report_of(order, hand_id(order), order.deals_from, hand.result, {}, {})
        starts = {place.seat: place.stack for place in order.places}
        for bust in told.busts:
            assert len(bust.pots) == (1 if starts[bust.seat] == 500 else 2)
        assert not isinstance(room.tell(told), Rejection)
        assert len(room.of(Eliminated)) == len(told.busts)


def test_a_report_carries_banks_and_sit_outs_by_seat() -> None:
    room = Room()
    room.start(2)
    (order,) = room.orders()
    hand = dealt(room, order)
    hand.act(FOLD)
    assert hand.result is not None
    seat = order.places[0].seat

    told = report_of(order, hand_id(order), order.deals_from, hand.result, {seat: room.rules.bank_start}, {seat: RULE})

    assert {left.seat: left.away for left in told.left} == {seat: RULE, order.places[1].seat: None}


RULE = RuleId("TIME-13")
