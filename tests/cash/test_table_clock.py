"""How long a player may think: TIME-06 to TIME-12, TIME-18, and X-142."""

import pytest

from fairdeal.kernel import SECOND, Instant, PlayerId
from fairdeal.play.events import ConnectionLost, Played
from fairdeal.play.messages import Act, PauseClocks, ResumeClocks, TurnExpired
from fairdeal.poker import Call, Check
from fairdeal.rulebook.clause import PW, U22, U26, U27, EditionId
from fairdeal.rulebook.ruled import Ruled
from fairdeal.testing.cash import Story, open_table
from fairdeal.testing.cash.table import machine_for

POKER = (U22, U26, U27, PW)
UNIBET = (U22, U26, U27)
every_edition = pytest.mark.parametrize("edition", POKER)


def three(edition: EditionId) -> Story:
    """Three players, the button on a, who acts first."""
    story = open_table(edition).tell("a, b and c sit with 10.00")
    story.draw = 0
    return story.deal()


def bank(story: Story, name: str = "a") -> float:
    return story.chair(name).time_bank / SECOND


@pytest.mark.rule("TIME-18")
@pytest.mark.parametrize(("edition", "seconds"), [(U22, 10), (U26, 10), (U27, 10), (PW, 15)])
def test_the_normal_decision_time(edition: EditionId, seconds: int) -> None:
    story = three(edition)

    assert story.turn.base_time_ends - story.now == seconds * SECOND
    assert story.tell("a calls; 3 s pass; b calls").turn.base_time_ends - story.now == seconds * SECOND


@pytest.mark.rule("TIME-06", edition="unibet-2.2")
def test_the_bank_of_2_2_gains_a_quarter_second_a_hand_up_to_thirty() -> None:
    story = three(U22)
    assert bank(story) == 10

    for hands in range(1, 83):
        story.tell("fold round")
        assert bank(story) == min(30, 10 + hands / 4)
        story.deal()

    # 25 s used of 30: 5 s left, and the next hand starts with 10 s.
    while story.to_act != "a":
        story.tell("fold round; deal")
    story.tell("35 s pass; a folds")
    assert story.running.banks[story.open.dealt.seats.index(0)] == 5 * SECOND
    assert bank(story.tell("fold round")) == 10


@pytest.mark.rule("TIME-06", edition="unibet-2.2")
def test_what_is_left_of_the_bank_of_2_2_is_carried_over() -> None:
    """Bank 20, 4 s used, 16 left, next hand 16.25."""
    story = three(U22)
    for _ in range(39):
        story.tell("fold round; deal")
    while story.to_act != "a":
        story.tell("fold round; deal")
    start = bank(story)
    assert start >= 19.75

    story.tell("14 s pass; a folds; fold round")

    assert bank(story) == start - 4 + 0.25


@pytest.mark.parametrize("edition", [U26, U27])
@pytest.mark.rule("TIME-07")
def test_the_bank_of_later_editions_gains_five_seconds_every_tenth_hand(edition: EditionId) -> None:
    story = three(edition)
    banks = [bank(story)]
    for _ in range(41):
        story.tell("fold round; deal")
        banks.append(bank(story))

    assert [banks[hands] for hands in (0, 9, 10, 19, 20, 29, 30, 40)] == [15, 15, 20, 20, 25, 25, 30, 30]


@pytest.mark.parametrize("edition", [U26, U27])
@pytest.mark.rule("TIME-08")
def test_the_bank_of_later_editions_is_not_renewed_and_can_be_empty(edition: EditionId) -> None:
    story = three(edition)
    assert story.left == 25 * SECOND

    story.tell("12 s pass; a calls; b folds; c checks")
    assert story.running.banks[story.open.dealt.seats.index(0)] == 13 * SECOND
    story.tell("c checks; 23 s pass")  # a lets the clock run out: nothing is left
    assert story.last(Played).rule == "TIME-12"
    story.tell("a comes back; fold round")
    assert bank(story) == 0
    story.deal()
    while story.to_act != "a":
        story.tell("fold round; deal")

    assert story.left == 10 * SECOND


@pytest.mark.parametrize("edition", UNIBET)
@pytest.mark.rule("TIME-06", edition="unibet-2.2")
@pytest.mark.rule("TIME-08")
def test_the_bank_is_what_it_was_for_a_player_who_acts_twice_in_a_row(edition: EditionId) -> None:
    """Heads-up the big blind acts last before the flop and first after it."""
    story = three(edition).tell("fold round; c leaves; deal")
    story.act(story.to_act, Call())
    start = story.turn.bank
    story.tell("13 s pass")
    story.act(story.to_act, Check())

    assert story.running.hand.street == 1
    assert story.turn.bank == start - 3 * SECOND


@pytest.mark.parametrize("edition", UNIBET)
@pytest.mark.rule("TIME-06", edition="unibet-2.2")
@pytest.mark.rule("TIME-08")
def test_the_bank_belongs_to_the_seat_at_this_table(edition: EditionId) -> None:
    story = three(edition).tell("15 s pass; a folds; fold round; a leaves; a sits with 10.00")

    assert bank(story) == (10 if edition == U22 else 15)


@pytest.mark.rule("TIME-09", edition="publicwin")
def test_publicwin_has_no_time_bank() -> None:
    story = three(PW).tell("14999 ms pass")
    assert story.to_act == "a"

    story.tell("1 ms passes")

    assert story.last(Played).rule == "TIME-12"
    assert story.to_act == "b"


VECTORS = [(U22, 0, 30), (U26, 0, 30), (U27, 0, 30), (PW, 0, 45), (U22, 8, 38), (U26, 8, 38), (U27, 8, 38), (PW, 8, 45)]


@pytest.mark.parametrize(("edition", "drops_at", "decided_at"), VECTORS)
@pytest.mark.rule("TIME-10")
@pytest.mark.rule("TIME-11")
def test_a_disconnected_player_has_time_to_come_back(edition: EditionId, drops_at: int, decided_at: int) -> None:
    """The later of decision time and extra after the turn began, and thirty seconds after the drop (X-01)."""
    story = three(edition).tell(f"{drops_at} s pass; a drops")
    assert story.last(ConnectionLost).rule == "TIME-10"

    story.tell(f"{(decided_at - drops_at) * 1000 - 1} ms pass")
    assert story.to_act == "a"

    story.tell("1 ms passes")
    assert story.to_act == "b"
    assert story.last(Played).rule == "TIME-12"


@pytest.mark.parametrize(("edition", "seconds"), [(U22, 30), (U26, 30), (U27, 30), (PW, 45)])
@pytest.mark.rule("TIME-10")
@pytest.mark.rule("TIME-11")
def test_who_dropped_before_the_turn_has_the_same_time(edition: EditionId, seconds: int) -> None:
    story = three(edition).tell("b drops; 3 s pass; a calls")

    assert story.to_act == "b"
    assert story.left == seconds * SECOND


@pytest.mark.parametrize("edition", POKER)
@pytest.mark.rule("TIME-11")
def test_who_comes_back_in_time_acts_normally_with_what_is_left(edition: EditionId) -> None:
    story = three(edition).tell("a drops; 25 s pass; a returns; 4 s pass")
    bank_before = bank(story)
    assert story.to_act == "a"

    story.tell("a calls; fold round")

    assert story.all(Played)[0].rule is None
    assert story.chair("a").sit_out is None
    assert bank(story) >= bank_before  # time granted for the absence is not taken from the bank


@pytest.mark.parametrize("edition", UNIBET)
@pytest.mark.rule("TIME-11")
def test_the_bank_stands_while_a_player_is_away_and_runs_on_afterwards(edition: EditionId) -> None:
    """X-09: a disconnected player has the extra time, a connected one the bank."""
    story = three(edition)
    start = bank(story)
    story.tell("12 s pass; a drops; 5 s pass; a returns")

    assert story.turn.bank == (start - 2) * SECOND
    assert story.turn.base_time_ends == story.turn.started + 42 * SECOND
    assert story.turn.deadline == story.turn.base_time_ends + (start - 2) * SECOND


@every_edition
@pytest.mark.rule("TIME-11")
def test_there_is_one_allowance_a_hand(edition: EditionId) -> None:
    """X-142: the second drop of a turn brings nothing, nor does the next street."""
    story = three(edition).tell("2 s pass; a drops; 1 s passes; a returns; 3 s pass")
    granted = story.turn.base_time_ends
    story.tell("a drops")
    assert story.turn.base_time_ends == story.turn.deadline == granted
    assert story.last(ConnectionLost).rule is None

    # On the flop what is left are the thirty seconds since the first drop, or the decision time.
    story.tell("a returns; a calls; b calls; c checks; 5 s pass; b checks; c checks; a drops")
    assert story.turn.deadline == story.all(ConnectionLost)[0].at + 30 * SECOND


@pytest.mark.parametrize("edition", UNIBET)
@pytest.mark.rule("TIME-11")
def test_a_short_drop_without_an_allowance_does_not_cost_the_time_bank(edition: EditionId) -> None:
    story = three(edition).tell("a drops; a returns; 31 s pass")
    assert story.turn.base_time_ends == story.turn.started + 30 * SECOND
    deadline = story.turn.deadline

    story.tell("a drops")

    assert story.turn.deadline == deadline
    story.tell("1 s passes; a returns; a calls")
    assert story.to_act == "b"


@every_edition
@pytest.mark.rule("TIME-11")
def test_who_stays_away_gets_only_the_decision_time_on_later_streets(edition: EditionId) -> None:
    story = three(edition).tell("c drops; a calls; b calls")
    story.wait(story.left)
    assert (story.last(Played).seat, story.running.hand.street) == (2, 1)  # the big blind was checked

    story.tell("b checks")

    assert story.to_act == "c"
    assert story.left == (15 if edition == PW else 10) * SECOND


@every_edition
@pytest.mark.rule("TIME-11")
def test_who_was_away_when_the_hand_began_has_used_the_allowance_with_the_first_turn(edition: EditionId) -> None:
    story = open_table(edition).tell("a, b and c sit with 10.00; a drops")
    story.draw = 0
    story.deal()
    granted = story.turn.base_time_ends
    assert granted - story.now == (45 if edition == PW else 30) * SECOND

    story.tell("a returns; a drops")

    assert story.turn.base_time_ends == granted
    assert story.last(ConnectionLost).rule is None


@pytest.mark.parametrize("edition", UNIBET)
@pytest.mark.rule("TIME-11")
def test_who_returns_before_a_late_clock_has_the_whole_bank_left(edition: EditionId) -> None:
    """Should our timer be slow, the player does not pay for it."""
    story = three(edition).tell("a drops")
    story.now = Instant(story.turn.deadline + 2 * SECOND)

    story.tell("a returns")

    assert story.left == bank(story) * SECOND


@every_edition
@pytest.mark.rule("TIME-11")
def test_every_hand_has_its_own_allowance(edition: EditionId) -> None:
    story = three(edition).tell("a drops; 1 s passes; a returns; fold round; deal")
    while story.to_act != "a":
        story.tell("fold round; deal")

    story.tell("a drops")

    assert story.last(ConnectionLost).rule == "TIME-10"


@pytest.mark.rule("TIME-11")
def test_a_rulebook_may_grant_no_allowance_or_two() -> None:
    none = {"allowances_per_hand": Ruled(0, machine_for(U22).facts.stake.allowances_per_hand.rule)}
    story = Story(machine_for(U22, changes=none)).tell("a, b and c sit with 10.00")
    story.draw = 0
    story.tell("deal; a drops")
    assert story.left == 30 * SECOND  # thirty seconds to return are everybody's
    assert story.last(ConnectionLost).rule is None

    two = {"allowances_per_hand": Ruled(2, machine_for(U22).facts.stake.allowances_per_hand.rule)}
    story = Story(machine_for(U22, changes=two)).tell("a, b and c sit with 10.00")
    story.draw = 0
    story.tell("deal; a drops; 1 s passes; a returns; 8 s pass; a drops")
    assert story.left == 30 * SECOND
    assert story.last(ConnectionLost).rule == "TIME-10"


@every_edition
@pytest.mark.rule("TIME-12")
def test_the_house_checks_if_it_can_and_folds_otherwise(edition: EditionId) -> None:
    story = three(edition).tell("a calls; b calls")
    pot = story.running.hand.pot
    story.wait(story.left)  # the big blind may check
    assert story.last(Played).rule == "TIME-12"
    assert story.running.hand.is_live(1)
    assert story.running.hand.pot == pot  # no call with an absent player's money

    story.tell("b bets 0.20").wait(story.left)

    assert not story.running.hand.is_live(1)


@every_edition
@pytest.mark.rule("TIME-12")
def test_a_late_clock_or_click_never_acts_on_another_turn(edition: EditionId) -> None:
    """Double clicks, late clicks and late timers: hand and turn must be those that are played."""
    story = three(edition)
    hand, turn = story.open.hand, story.turn.number
    a = PlayerId("a")
    story.tell("a calls")
    assert story.refuses(Act(a, hand, turn, Call())).code == "stale_turn"
    assert story.refuses(TurnExpired(hand, turn)).code == "stale_turn"
    assert story.refuses(TurnExpired(hand, turn + 1)).code == "too_early"

    story.tell("b folds; c checks; c checks; a checks")  # a acts again
    assert story.refuses(Act(a, hand, turn, Check())).code == "stale_turn"
    story.tell("fold round; deal")

    assert story.refuses(Act(a, hand, turn, Call())).code == "stale_hand"
    assert story.refuses(TurnExpired(hand, turn)).code == "stale_hand"


@every_edition
@pytest.mark.rule("TIME-12")
def test_the_clock_runs_out_at_its_instant_and_not_before(edition: EditionId) -> None:
    story = three(edition)
    deadline = story.turn.deadline

    assert story.refuses(TurnExpired(story.open.hand, 0)).numbers == (("due", deadline),)
    story.wait(deadline - story.now)

    assert story.to_act == "b"


@every_edition
def test_while_clocks_stand_nobody_runs_out_of_time(edition: EditionId) -> None:
    """When too many players are lost at once the fault is ours (X-143)."""
    story = three(edition).tell("4 s pass")
    left = story.left
    story.asks(PauseClocks())
    assert story.machine.agenda(story.table) == frozenset()
    story.tell("3 min pass; a drops; 5 s pass; a returns")
    assert story.refuses(TurnExpired(story.open.hand, 0)).code == "clocks_paused"

    story.asks(ResumeClocks())

    assert story.left >= left
    assert story.to_act == "a"


@every_edition
def test_thinking_during_a_pause_costs_no_time_bank(edition: EditionId) -> None:
    story = three(edition).tell("4 s pass")
    start = bank(story)
    story.asks(PauseClocks())

    story.tell("1 min passes; a calls; 1 min passes; b folds")
    story.asks(ResumeClocks())

    assert story.turn.started == story.now
    assert bank(story.tell("fold round")) >= start


def test_a_pause_shifts_sit_outs_for_good() -> None:
    story = three(U22).tell("fold round; a sits out; 9 min pass")
    story.asks(PauseClocks())
    story.tell("5 min pass")
    story.asks(ResumeClocks())

    story.tell("1 min passes")
    assert story.is_seated("a")

    story.tell("1 ms passes")
    assert not story.is_seated("a")
