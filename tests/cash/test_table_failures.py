"""Failures of the server and hands that do not count: TIME-15 to TIME-17, CASH-20, X-143."""

import pytest

from fairdeal.cash.floor.commands import NoteAway
from fairdeal.cash.table.commands import Recover
from fairdeal.cash.table.events import HandEnded, HandVoided, Left, PeriodsShifted
from fairdeal.cash.table.state import Entry, durable
from fairdeal.kernel import HOUR, MINUTE, SECOND, HandId, Instant, PlayerId, RuleId
from fairdeal.play.events import ConnectionLost
from fairdeal.play.messages import VoidHand
from fairdeal.rulebook.clause import PW, U22, U26, U27, EditionId
from fairdeal.testing.cash import Story, open_table

POKER = (U22, U26, U27, PW)
UNIBET = (U22, U26, U27)
every_edition = pytest.mark.parametrize("edition", POKER)
unibet = pytest.mark.parametrize("edition", UNIBET)


def on_the_turn(edition: EditionId) -> Story:
    """Stacks 100, 80 and 60, the turn, 45 in the pot."""
    story = open_table(edition, stake="0.5/1").tell("a sits with 100.00; b sits with 80.00; c sits with 60.00")
    story.draw = 0
    story.tell("deal; a raises to 15.00; b calls; c calls; to the turn")
    assert (story.running.hand.pot, story.running.hand.street) == (4500, 2)
    return story


@unibet
@pytest.mark.rule("TIME-15")
def test_a_hand_that_cannot_be_finished_is_cancelled_and_all_bets_go_back(edition: EditionId) -> None:
    story = on_the_turn(edition)
    assert story.refuses(VoidHand(HandId("0" * 26), RuleId("TIME-15"))).code == "stale_hand"

    story.void()

    voided = story.last(HandVoided)
    assert (voided.number, voided.rule, voided.staff, voided.reason) == (1, "TIME-15", "desk", "camera failed")
    assert story.stacks("a b c") == [10000, 8000, 6000]
    assert not story.all(HandEnded)
    assert story.deal().open.number == 2


@pytest.mark.parametrize("edition", [U26, U27, PW])
@pytest.mark.rule("CASH-20")
def test_staff_may_void_a_hand_because_of_a_malfunction(edition: EditionId) -> None:
    story = on_the_turn(edition).void("CASH-20")

    assert story.last(HandVoided).rule == "CASH-20"
    assert story.stacks("a b c") == [10000, 8000, 6000]


@unibet
@pytest.mark.rule("TIME-16")
def test_after_a_crash_every_stack_is_that_of_the_start_of_the_hand(edition: EditionId) -> None:
    story = on_the_turn(edition).crash(outage=3 * MINUTE)

    assert story.last(HandVoided).rule == "TIME-16"
    assert story.stacks("a b c") == [10000, 8000, 6000]
    assert story.replayed() == durable(story.table)
    assert not story.plays


@pytest.mark.rule("TIME-17", edition="publicwin")
def test_after_a_crash_publicwin_sends_everybody_home() -> None:
    story = on_the_turn(PW).tell("d sits with 20.00; a tops up 10.00").crash(outage=MINUTE)

    assert story.last(HandVoided).rule == "TIME-17"
    assert [(left.player, left.stack, left.rule) for left in story.all(Left)] == [
        ("a", 10000, "TIME-17"),
        ("b", 8000, "TIME-17"),
        ("c", 6000, "TIME-17"),
        ("d", 2000, "TIME-17"),
    ]
    assert [story.wallet(name) for name in "abcd"] == [1_000_00] * 4


@pytest.mark.rule("TIME-17", edition="publicwin")
def test_publicwin_sends_players_home_even_if_no_hand_was_running() -> None:
    story = open_table(PW).tell("a sits with 20.00").crash()

    assert not story.is_seated("a")
    assert not story.all(HandVoided)


@pytest.mark.rule("TIME-17", edition="publicwin")
def test_publicwin_sends_those_home_who_sit_out() -> None:
    """All players at the tables get their money back: whoever chose a break, was set to sit out, or asked for it in the hand."""
    story = open_table(PW).tell("a, b, c, d and e sit with 10.00; d sits out; e sits out")
    story.draw = 0
    story.tell("deal; b sits out").crash(outage=MINUTE)

    assert [(left.player, left.stack, left.rule) for left in story.all(Left)] == [
        (name, 1000, "TIME-17") for name in "abcde"
    ]
    assert [story.wallet(name) for name in "abcde"] == [1_000_00] * 5


@every_edition
@pytest.mark.rule("CASH-04")
def test_a_void_hand_does_not_count_for_the_blinds(edition: EditionId) -> None:
    """Nobody pays a big blind twice, or skips one."""
    story = open_table(edition).tell("a, b, c and d sit with 10.00")
    story.draw = 0
    story.tell("deal; fold round; deal")
    blinds = story.blinds

    story.void().deal()

    assert story.blinds == blinds
    assert story.tell("fold round; deal").blinds == (3, 4, 1)


@unibet
@pytest.mark.rule("CASH-16")
def test_a_newcomer_whose_first_hand_was_void_stands_where_they_stood(edition: EditionId) -> None:
    story = open_table(edition).tell("a, b, c and d sit with 10.00")
    story.draw = 0
    story.tell("deal; fold round; e sits at 6 with 10.00, posting; deal")
    assert story.open.posts == (5,)

    story.void()
    assert story.chair("e").entry is Entry.POSTING
    assert story.chair("e").hands_dealt == 0

    assert story.deal().open.posts == (5,)


@unibet
def test_our_downtime_counts_for_no_period(edition: EditionId) -> None:
    """X-143: the sit-out runs on from where it stood, and hands wait for the players."""
    story = open_table(edition).tell("a, b, c and d sit with 10.00; deal; fold round; d sits out; 9 min pass")
    story.crash(outage=2 * HOUR)
    shifted = story.last(PeriodsShifted)
    assert (shifted.rule, shifted.until - shifted.stood_since) == ("X-143", 2 * HOUR)

    story.tell("1 min passes")
    assert story.is_seated("d")
    story.tell("1 ms passes")
    assert not story.is_seated("d")


@unibet
def test_a_sit_out_that_began_after_the_last_sign_of_life_is_shifted_by_its_own_part(edition: EditionId) -> None:
    story = open_table(edition).tell("a sits with 10.00; 10 s pass; a sits out")
    since = story.now
    story.wait(MINUTE)
    story.forget()

    story.asks(Recover(Instant(since - 5 * SECOND)))

    assert story.chair("a").sit_out.since == story.now  # type: ignore[union-attr]


@unibet
def test_after_an_outage_no_hand_is_dealt_until_players_are_back_or_half_a_minute_has_passed(
    edition: EditionId,
) -> None:
    story = open_table(edition).tell("a, b and c sit with 10.00; deal").crash(outage=MINUTE)
    assert [lost.player for lost in story.all(ConnectionLost)] == ["a", "b", "c"]

    assert not story.tell("29999 ms pass").plays
    assert story.tell("1 ms passes").plays

    sooner = open_table(edition).tell("a, b and c sit with 10.00; deal").crash(outage=MINUTE)
    assert not sooner.tell("4 s pass; a returns; b returns; 1 s passes").plays
    assert sooner.tell("c returns; 1 ms passes").plays


@unibet
def test_players_who_sit_out_are_not_waited_for(edition: EditionId) -> None:
    story = open_table(edition).tell("a, b, c and d sit with 10.00; deal; fold round; d sits out; deal").crash(MINUTE)

    story.tell("4 s pass; a returns; b returns; c returns; 1 ms passes")

    assert story.plays


@every_edition
def test_what_was_asked_for_during_a_void_hand_still_happens(edition: EditionId) -> None:
    """Sitting out, leaving, and money that waited: stacks are those of the start, plus what fits the limit."""
    story = open_table(edition).tell("a, b, c and d sit with 9.00")
    story.draw = 0
    story.tell("deal; d raises to 2.00; a calls; a tops up 2.50; b calls; b sits out; c leaves")
    assert story.chair("a").pending_top_up == 250

    story.void("CASH-20")

    assert story.stack("a") == 1000  # the limit; the rest went home
    assert story.wallet("a") == 1_000_00 - 1000
    assert story.chair("b").sit_out is not None
    assert not story.is_seated("c")
    away = [joint.command for joint in story.machine.joint_commands(story.last(HandVoided))]
    assert away == [NoteAway(story.machine.facts.table, PlayerId("b"))]


@unibet
def test_who_asked_to_leave_before_the_crash_goes_home_after_it(edition: EditionId) -> None:
    story = open_table(edition).tell("a, b and c sit with 10.00")
    story.draw = 0
    story.tell("deal; b leaves")
    assert story.is_seated("b")

    story.crash()

    assert not story.is_seated("b")
    assert story.wallet("b") == 1_000_00


@unibet
def test_recovering_a_table_that_was_idle_voids_nothing(edition: EditionId) -> None:
    story = open_table(edition).tell("a, b and c sit with 10.00").crash()

    assert not story.all(HandVoided)
    assert story.deal().open.number == 1


@every_edition
def test_a_closed_table_needs_no_recovery(edition: EditionId) -> None:
    story = open_table(edition).tell("a sits with 10.00")
    story.closes()

    assert story.refuses_nothing(Recover(story.now))
