"""A hand at a cash table: deck, cards, streets, acting, leaving, records, closing."""

import pytest

from fairdeal.cash.floor.commands import NoteRulebook, NoteTableClosed, NoteTableClosing
from fairdeal.cash.table.commands import (
    AdoptRulebook,
    Close,
    ComeBack,
    Leave,
    OpenTable,
    Seat,
    StartHand,
    TakeBreak,
    TopUp,
)
from fairdeal.cash.table.events import (
    HandEnded,
    HandOpened,
    LeaveAsked,
    Left,
    RulebookAdopted,
    TableClosed,
    TableClosing,
)
from fairdeal.cash.table.machine import UNOPENED
from fairdeal.kernel import MINUTE, SECOND, Cents, HandId, Instant, PlayerId, RuleId, events_of, reject
from fairdeal.play.deck import deck_commitment
from fairdeal.play.events import HandDealt, Played
from fairdeal.play.messages import Act
from fairdeal.poker import CALL, Call, Check, Fold, RaiseTo
from fairdeal.poker.events import Acted, BoardDealt
from fairdeal.poker.history.record import from_bytes
from fairdeal.rulebook.clause import PW, U22, U26, U27, EditionId
from fairdeal.testing.cash import Story, open_table

POKER = (U22, U26, U27, PW)
UNIBET = (U22, U26, U27)
every_edition = pytest.mark.parametrize("edition", POKER)
A, B, C = PlayerId("a"), PlayerId("b"), PlayerId("c")


def three(edition: EditionId, family: str = "texas", stack: str = "10.00") -> Story:
    """Three players, the button on a, who acts first."""
    story = open_table(edition, family, seats=6).tell(f"a, b and c sit with {stack}")
    story.draw = 0
    return story.deal()


@every_edition
@pytest.mark.rule("CASH-08")
def test_every_hand_has_a_deck_of_its_own_and_only_its_hash_is_kept(edition: EditionId) -> None:
    story = three(edition).tell("fold round; deal; check down; deal")
    opened, dealt = story.all(HandOpened), story.all(HandDealt)

    decks = [event.hand.order.deck for event in dealt]
    assert len({tuple(deck) for deck in decks}) == 3  # after hands with and without showdown
    assert all(sorted(deck) == list(range(52)) for deck in decks)
    for lock, deal in zip(opened, dealt, strict=True):
        assert lock.open.commitment == deck_commitment(deal.hand.order.deck, deal.lineup.salt)
    assert not any(isinstance(event, HandDealt | Played) for event in story.kept)


@every_edition
@pytest.mark.rule("CASH-08")
def test_part_of_a_deck_is_never_dealt(edition: EditionId) -> None:
    story = open_table(edition).tell("a, b and c sit with 10.00")
    story.now = Instant(story.now + MINUTE)

    with pytest.raises(AssertionError, match="CASH-08"):
        story.do(StartHand(1, tuple(range(51)), b"salt", bytes(10), 0))


@every_edition
@pytest.mark.parametrize(("family", "cards"), [("texas", 2), ("omaha", 4)])
@pytest.mark.rule("CASH-14")
def test_hole_cards(edition: EditionId, family: str, cards: int) -> None:
    story = three(edition, family)

    assert [len(story.own(name).cards) for name in "abc"] == [cards] * 3
    held = {card for name in "abc" for card in story.own(name).cards}
    assert len(held) == 3 * cards


@pytest.mark.parametrize(("edition", "family", "cards"), [(U26, "banzai-omaha", 4), (U27, "banzai-texas", 2)])
@pytest.mark.rule("CASH-24")
def test_banzai_is_played_like_its_parent(edition: EditionId, family: str, cards: int) -> None:
    story = open_table(edition, family).tell("a, b and c sit with 1.00; deal")

    assert len(story.own("a").cards) == cards
    assert story.tell("to the flop").running.hand.street == 1


@every_edition
@pytest.mark.rule("CASH-18")
def test_four_betting_rounds_and_then_the_showdown(edition: EditionId) -> None:
    story = three(edition)
    boards = []
    for street in ("flop", "turn", "river"):
        story.tell(f"to the {street}")
        boards.append(len(story.machine.view(story.table, None).hand.board))  # type: ignore[union-attr]
        assert story.to_act == "b"  # the first after the button
    assert boards == [3, 4, 5]

    story.tell("b checks; c checks; a checks")

    assert story.last(HandEnded).number == 1
    outcome = story.table.outcome
    assert outcome is not None
    assert (len(outcome.board), {shown.seat for shown in outcome.shown}) == (5, {0, 1, 2})


@every_edition
@pytest.mark.rule("CASH-18")
def test_when_nobody_can_bet_any_more_the_board_is_dealt_out(edition: EditionId) -> None:
    story = three(edition).tell("a is all-in; b folds; c is all-in")

    streets = [told.street for told in story.last(Played).told if isinstance(told, BoardDealt)]
    assert streets == [1, 2, 3]
    assert not story.plays


@pytest.mark.rule("CASH-06")
@every_edition
def test_raises_have_no_cap_without_a_fixed_limit(edition: EditionId) -> None:
    story = three(edition)
    amount = 10
    for _ in range(9):
        amount += 10
        assert story.act(story.to_act, RaiseTo(amount)) is None

    assert story.running.hand.current == 100


@pytest.mark.rule("CASH-25", edition="publicwin")
def test_a_bet_below_the_previous_one_is_refused_except_all_in() -> None:
    story = three(PW).tell("a raises to 0.50")

    refusal = story.refuses(Act(B, story.open.hand, 1, RaiseTo(40)))

    assert refusal.code == "raise_too_small"
    short = open_table(PW).tell("a sits with 10.00; b sits with 0.40; c sits with 10.00")
    short.draw = 0
    short.tell("deal; a raises to 0.50; b is all-in")
    assert short.running.hand.bets[0] == 40


@every_edition
@pytest.mark.rule("BET-01")
def test_clicks_are_judged_in_one_order(edition: EditionId) -> None:
    """Seat, hand, turn, whose turn, then the choice against the options that drew the buttons."""
    story = three(edition)
    hand = story.open.hand
    other = HandId("0" * 26)

    assert story.refuses(Act(PlayerId("x"), other, 9, Fold())).code == "not_seated"
    assert story.refuses(Act(B, other, 9, Check())).code == "stale_hand"
    assert story.refuses(Act(B, hand, 9, Check())).code == "stale_turn"
    assert story.refuses(Act(B, hand, 0, Check())) == reject("not_your_turn", RuleId("BET-01"), seat=0)
    assert story.refuses(Act(A, hand, 0, Check())) == reject("cannot_check", RuleId("BET-05"), to_call=10)
    options = story.own("a").options
    assert options is not None
    assert story.refuses(Act(A, hand, 0, RaiseTo(options.raise_min - 1))).code == "raise_too_small"
    assert story.refuses(Act(A, hand, 0, RaiseTo(options.raise_max + 1))).code == "raise_too_large"
    assert story.do(Act(A, hand, 0, RaiseTo(options.raise_max))) is None


@every_edition
def test_deciding_changes_nothing_until_it_is_adopted(edition: EditionId) -> None:
    """The act is played on a copy: the same click can be decided twice, and another one instead."""
    story = three(edition)
    click = Act(A, story.open.hand, 0, RaiseTo(30))
    first = events_of(story.machine.decide(story.table, click, story.now))
    second = events_of(story.machine.decide(story.table, click, story.now))

    assert isinstance(first, tuple)
    assert isinstance(second, tuple)
    assert story.running.hand.acts == []
    assert first[0].hand.acts == second[0].hand.acts == [30]  # type: ignore[union-attr]
    assert story.do(Act(A, story.open.hand, 0, Call())) is None
    assert story.running.hand.acts == [CALL]


# ---- going home


@every_edition
def test_who_leaves_in_turn_folds_at_once_and_goes_home_after_the_hand(edition: EditionId) -> None:
    story = three(edition).tell("a calls; b raises to 0.40")
    assert story.to_act == "c"

    story.tell("c leaves")
    assert story.last(Played).seat == 2
    assert story.last(Played).rule == "BET-04"
    assert isinstance(story.last(Played).told[0], Acted)
    assert not story.all(Left)

    story.tell("a folds")
    left = story.last(Left)
    assert (left.player, left.stack, left.rule) == ("c", 990, None)
    assert story.wallet("c") == 1_000_00 - 10


@every_edition
def test_who_leaves_before_the_turn_is_folded_when_it_comes_without_a_clock(edition: EditionId) -> None:
    story = three(edition).tell("b leaves; a calls")

    assert [played.seat for played in story.all(Played)] == [0, 1]
    assert story.all(Played)[1].rule == "BET-04"
    assert story.to_act == "c"
    assert story.now == story.all(HandOpened)[0].open.opened_at


@every_edition
def test_an_all_in_stays_and_is_paid_when_its_player_leaves(edition: EditionId) -> None:
    story = open_table(edition).tell("a, b and c sit with 10.00")
    story.draw = 0
    story.tell("cards a=AsAd b=7h2c c=KsKd; board AhTc9d3s4c; deal; a is all-in; a leaves; b folds; c is all-in")

    left = story.last(Left)

    assert left.player == "a"
    assert left.stack == 2005 - story.last(HandEnded).rake
    assert story.wallet("a") == 1_000_00 - 1000 + left.stack


@every_edition
def test_who_is_not_in_the_hand_goes_home_at_once(edition: EditionId) -> None:
    story = three(edition).tell("d sits with 5.00; d leaves")

    assert story.last(Left).stack == 500
    assert story.plays
    assert story.wallet("d") == 1_000_00


@every_edition
def test_who_has_folded_waits_for_the_end_because_the_hand_may_still_be_void(edition: EditionId) -> None:
    story = three(edition).tell("a raises to 0.50; b folds; b leaves")
    assert story.last(LeaveAsked).seat == 1
    assert story.is_seated("b")

    story.void()

    assert (story.last(Left).player, story.last(Left).stack) == ("b", 1000)
    assert story.wallet("b") == 1_000_00


@every_edition
def test_the_last_player_wins_when_all_others_leave(edition: EditionId) -> None:
    story = three(edition).tell("b leaves; c leaves; a calls")

    assert not story.plays
    assert story.stack("a") == 1015  # no flop, no rake
    assert [left.player for left in story.all(Left)] == ["b", "c"]


@every_edition
def test_a_leaver_asks_for_nothing_more(edition: EditionId) -> None:
    story = three(edition).tell("b leaves")

    assert story.refuses(TopUp(B, Cents(100))).code == "player_is_leaving"
    assert story.refuses(ComeBack(B)).code == "player_is_leaving"
    assert story.refuses_nothing(TakeBreak(B))
    assert story.refuses_nothing(Leave(B))
    assert story.refuses(Leave(PlayerId("x"))).code == "not_seated"


# ---- records


@every_edition
@pytest.mark.rule("CASH-21", proves="data")
def test_a_finished_hand_has_a_record_with_its_rulebook(edition: EditionId) -> None:
    story = three(edition).tell("a raises to 0.30; b calls; c folds")
    before, hand = story.table, story.running.hand
    while story.plays:
        before = story.table
        assert story.act(story.to_act, Check()) is None
    last_act = story.last(Played)
    ended = story.last(HandEnded)
    at_the_end = story.machine.evolve(before, last_act)

    packed = story.machine.records(at_the_end, ended)

    assert packed is not None
    record = from_bytes(packed.public, packed.secret)
    meta = record.meta
    assert (meta.number, meta.table, meta.names, meta.seats) == (1, "T1", ended.players, (2, 3, 1))
    assert (meta.edition, meta.content_hash) == (edition, story.table.edition)
    assert (meta.currency, meta.decimals, meta.seat_count) == ("EUR", 2, 6)
    assert record.replay().result.stacks == ended.after  # type: ignore[union-attr]
    folded = bytes(hand.hole(1))
    assert folded in packed.secret
    assert folded not in packed.public
    assert story.machine.records(before, last_act) is None


# ---- the table


@every_edition
@pytest.mark.rule("CASH-22")
def test_another_text_of_the_rulebook_never_holds_in_mid_hand(edition: EditionId) -> None:
    story = three(edition)
    old = story.rules
    new = story.with_revision("0" * 64, decision_time=2 * old.decision_time.value)
    story.asks(AdoptRulebook(new))
    story.tell("a calls")
    assert story.turn.base_time_ends - story.now == old.decision_time.value
    assert story.open.edition == old.digest

    story.tell("fold round; deal")

    assert story.turn.base_time_ends - story.now == 2 * old.decision_time.value
    assert story.open.edition == new
    assert story.refuses(AdoptRulebook("f" * 64)).code == "unknown_rulebook"
    assert story.refuses_nothing(AdoptRulebook(new))
    adopted = story.last(RulebookAdopted)
    assert [joint.command for joint in story.machine.joint_commands(adopted)] == [
        NoteRulebook(story.machine.facts.table, new)
    ]


@every_edition
@pytest.mark.rule("CASH-22")
def test_sit_outs_follow_the_text_in_force(edition: EditionId) -> None:
    story = three(edition).tell("fold round; c sits out; b leaves; a leaves")
    limit = story.rules.sit_out_max.value
    story.asks(AdoptRulebook(story.with_revision("1" * 64, sit_out_max=limit + 100 * SECOND)))

    assert story.wait(limit + 100 * SECOND).is_seated("c")
    assert not story.tell("1 ms passes").is_seated("c")


@every_edition
def test_a_closing_table_plays_its_hand_and_sends_everybody_home(edition: EditionId) -> None:
    story = three(edition)
    story.asks(Close(RuleId("CASH-12")))
    assert story.plays
    assert story.refuses(Seat(PlayerId("d"), Cents(500))).code == "table_closed"
    assert story.refuses(TopUp(C, Cents(100))).code == "player_is_leaving"

    story.tell("check down")

    assert story.table.closed
    assert sorted(left.player for left in story.all(Left)) == ["a", "b", "c"]
    assert {left.rule for left in story.all(Left)} == {"CASH-12"}
    assert sum(story.wallet(name) for name in "abc") == 3 * 1_000_00 - story.last(HandEnded).rake
    assert story.machine.agenda(story.table) == frozenset()
    table = story.machine.facts.table
    assert [joint.command for joint in story.machine.joint_commands(story.last(TableClosing))] == [
        NoteTableClosing(table, RuleId("CASH-12"))
    ]
    assert [joint.command for joint in story.machine.joint_commands(story.last(TableClosed))] == [
        NoteTableClosed(table)
    ]
    assert story.refuses_nothing(Close(RuleId("CASH-12")))


@every_edition
def test_a_table_without_a_hand_closes_at_once(edition: EditionId) -> None:
    story = open_table(edition).tell("a and b sit with 10.00")
    story.asks(Close(RuleId("CASH-12")))

    assert story.table.closed
    assert story.wallet("a") == 1_000_00


@every_edition
def test_a_table_is_opened_once_and_before_anything_else(edition: EditionId) -> None:
    story = open_table(edition)
    digest = story.table.edition

    assert story.refuses(OpenTable(digest)).code == "already_open"
    assert events_of(story.machine.decide(UNOPENED, Leave(A), story.now)) == reject("no_such_table")
    assert events_of(story.machine.decide(UNOPENED, OpenTable("?"), story.now)) == reject("unknown_rulebook")
    assert story.machine.agenda(UNOPENED) == frozenset()


@every_edition
def test_nobody_sits_twice_or_with_nothing(edition: EditionId) -> None:
    story = open_table(edition).tell("a sits with 10.00")

    assert story.refuses(Seat(A, Cents(500))).code == "already_seated"
    assert story.refuses(Seat(B, Cents(0))).code == "amount_not_positive"


@every_edition
def test_a_hand_number_is_used_once_and_has_no_gap(edition: EditionId) -> None:
    story = three(edition)
    assert story.refuses(StartHand(1)).code == "stale_hand"
    assert story.refuses(StartHand(2)).code == "stale_hand"  # one is open

    story.void().deal().tell("fold round; deal")

    assert [event.open.number for event in story.all(HandOpened)] == [1, 2, 3]
    assert len({event.open.hand for event in story.all(HandOpened)}) == 3
    story.tell("fold round")
    assert story.refuses(StartHand(4)).code == "too_early"
