"""A dealer plays ordered hands: dealt when due, played by the engine, reported until the director has heard."""

import pytest

from fairdeal.kernel import SECOND, Chips, Instant, seconds
from fairdeal.play.deck import deck_commitment
from fairdeal.play.events import HandDealt
from fairdeal.play.messages import Act
from fairdeal.poker import Call, Check, Choice, Fold, RaiseTo
from fairdeal.tournament.dealer.commands import DealHand
from fairdeal.tournament.dealer.events import DealEnded, DealOpened, OrderTaken, ReportArrived
from fairdeal.tournament.dealer.state import durable
from fairdeal.tournament.orders import HandPlayed, ReportNoted
from tests.tournament.dealing import EDITIONS, NOON, RULE, A, B, C, D, Table, an_order, with_stacks

ACES_FIRST = (51, 47, 0, 5, 50, 46, 9, 14, *(card for card in range(52) if card not in (51, 47, 0, 5, 50, 46, 9, 14)))
"""Cards of seats 0 and 1 first: aces against kings of the same two suits."""


@pytest.mark.rule("MTT-46a")
@pytest.mark.parametrize("edition", EDITIONS)
def test_an_ordered_hand_is_played_with_its_blinds_and_reported(edition: str) -> None:
    table = Table().deals(an_order(edition, ante_chips=Chips(2)))

    assert table.of(DealOpened)[0].rule == RULE
    assert (table.running.hand.pot, table.to_act) == (4 * 2 + 30, C)
    table.act(C, RaiseTo(60))
    table.act(D, Fold())
    table.act(A, Fold())
    events = table.act(B, Fold())

    assert isinstance(events[-1], DealEnded)
    assert {left.seat: left.stack for left in table.report.left} == {0: 988, 1: 978, 2: 1036, 3: 998}
    assert (table.report.table, table.report.number, table.report.busts) == (3, 1, ())
    assert table.report.started_at == NOON
    assert table.letters() == [table.report]


def test_nothing_is_dealt_before_its_time() -> None:
    table = Table()
    table.do(an_order(deals_from=Instant(NOON + seconds(2))))

    assert table.refused(DealHand(1, 1)) == "too_early"
    table.wait(1.9)
    assert table.state.running is None
    table.wait(0.1)
    assert table.state.running is not None


def test_after_a_showdown_there_is_time_to_look_at_the_cards() -> None:
    table = Table().deals(an_order(players="ab"))
    while table.state.running is not None:
        table.passes()
    ended = table.now
    table.do(an_order(players="ab", number=2, deals_from=Instant(ended + seconds(2))))

    assert table.timers()[0].at == ended + 4 * SECOND


def test_a_knock_out_names_the_winners_of_every_pot_the_player_was_in() -> None:
    table = Table()
    table.deck = ACES_FIRST
    order = with_stacks(an_order(), {0: 500, 1: 300, 2: 5000})
    table.deals(order)
    table.act(C, Fold())
    table.act(D, Fold())
    table.act(A, RaiseTo(500))
    table.act(B, Call())

    assert [(bust.seat, bust.start, bust.pots) for bust in table.report.busts] == [(1, 300, ((0,),))]
    assert table.left(0).stack == 800


def test_chips_are_neither_made_nor_lost() -> None:
    for seed in range(40):
        table = Table(seed)
        order = with_stacks(an_order(ante_chips=Chips(5)), {seat: table.chance.randint(1, 400) for seat in range(4)})
        table.deals(order)
        while table.state.running is not None:
            options = table.running.hand.options()
            choices: list[Choice] = [Check() if options.can_check else Call(), Fold()]
            if options.can_raise:
                choices += [RaiseTo(options.raise_min), RaiseTo(options.raise_max)]
            table.act(table.to_act, table.chance.choice(choices))

        assert sum(left.stack for left in table.report.left) == sum(place.stack for place in order.places)
        assert {bust.seat for bust in table.report.busts} == {left.seat for left in table.report.left if not left.stack}


def test_a_deck_is_locked_before_it_is_dealt() -> None:
    table = Table().deals(an_order())
    opened, dealt = table.last(DealOpened), table.last(HandDealt)

    assert table.events.index(opened) < table.events.index(dealt)
    assert opened.open.commitment == deck_commitment(dealt.hand.order.deck, dealt.lineup.salt)


# ---- letters that come twice, late, or not at all


def test_an_order_that_comes_twice_is_played_once() -> None:
    order = an_order()
    table = Table()
    assert table.do(order) == (OrderTaken(order),)
    assert table.do(order) == ()
    table.wait(0)
    assert table.do(order) == ()
    table.play_out()

    assert table.do(order) == ()
    assert (len(table.of(DealOpened)), len(table.of(DealEnded))) == (1, 1)
    assert table.letters() == [table.report]


def test_a_report_is_on_its_way_until_the_next_order_or_a_receipt() -> None:
    table = Table().deals(an_order())
    report = table.play_out()
    assert table.do(ReportNoted(3, 0)) == ()
    assert table.letters() == [report]

    assert table.do(ReportNoted(3, 1)) == (ReportArrived(),)
    assert table.letters() == []

    table.deals(an_order(number=2))
    second = table.play_out()
    assert table.letters() == [second]
    table.do(an_order(number=3))
    assert table.letters() == []


def test_a_report_survives_a_crash_and_the_order_it_answers_comes_again() -> None:
    order = an_order()
    table = Table().deals(order)
    report = table.play_out()
    table.state = durable(table.state)

    assert table.do(order) == ()
    assert table.letters() == [report]


def test_an_act_must_name_the_hand_and_the_turn() -> None:
    table = Table().deals(an_order())
    hand = table.running.lineup.hand

    assert table.refused(Act(A, hand, 0, Fold())) == "not_your_turn"
    assert table.refused(Act(C, hand, 1, Fold())) == "stale_turn"
    assert table.refused(Act(C, type(hand)("other"), 0, Fold())) == "stale_hand"
    assert table.refused(Act(C, hand, 0, Check())) == "cannot_check"
    assert table.refused(Act(type(C)("z"), hand, 0, Fold())) == "not_seated"
    table.play_out()
    assert table.refused(Act(B, hand, 3, Fold())) == "stale_hand"


def test_numbers_of_records_have_no_gap_whatever_was_void() -> None:
    table = Table().deals(an_order())
    table.do(an_order(attempt=2))
    table.wait(0)
    table.play_out()
    table.deals(an_order(number=2))

    opened = table.of(DealOpened)
    assert [each.open.number for each in opened] == [1, 2, 3]
    assert [(each.open.order, each.open.attempt) for each in opened] == [(1, 1), (1, 2), (2, 1)]
    assert isinstance(table.of(DealEnded)[0].report, HandPlayed)
