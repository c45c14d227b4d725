"""Sitting out, coming back, being removed: TIME-01 to TIME-05, TIME-13, TIME-14."""

import pytest

from fairdeal.cash.floor.commands import NoteAway, NoteBack, NoteSeatFreed
from fairdeal.cash.player.commands import NoteDeparture, NoteSatIn, NoteSitOut
from fairdeal.cash.table.commands import ComeBack, RemoveAbsent, SitOutAtBigBlind, TakeBreak
from fairdeal.cash.table.events import BigBlindSitOutSet, HandEnded, HandOpened, Left, SatIn, SatOut
from fairdeal.cash.table.state import SitOut
from fairdeal.kernel import MINUTE, SECOND, Instant, PlayerId, RuleId, reject
from fairdeal.play.changes import ConnectionChanged
from fairdeal.play.events import ConnectionBack, Played
from fairdeal.rulebook.clause import PW, U22, U26, U27, EditionId
from fairdeal.rulebook.ruled import Ruled
from fairdeal.testing.cash import Story, open_table
from fairdeal.testing.cash.table import machine_for
from tests.steps import step_of

POKER = (U22, U26, U27, PW)
UNIBET = (U22, U26, U27)
every_edition = pytest.mark.parametrize("edition", POKER)
unibet = pytest.mark.parametrize("edition", UNIBET)
A = PlayerId("a")


def four(edition: EditionId) -> Story:
    """Four players, the button on a, the big blind on c, d to act."""
    story = open_table(edition).tell("a, b, c and d sit with 10.00")
    story.draw = 0
    return story.deal()


@every_edition
@pytest.mark.rule("TIME-01")
def test_who_sits_out_keeps_the_seat_gets_no_cards_and_pays_no_blinds(edition: EditionId) -> None:
    story = four(edition).tell("fold round; d sits out")
    sat_out = story.last(SatOut)
    assert (sat_out.sit_out.rule, sat_out.from_next_deal) == ("TIME-01", False)

    for _ in range(6):
        story.deal()
        assert "d" not in story.dealt
        story.tell("fold round")
    assert story.stack("d") == 1000

    story.tell("d comes back")
    assert story.chair("d").sit_out is None
    assert story.is_seated("d")


@every_edition
@pytest.mark.rule("TIME-01")
def test_sitting_out_during_a_hand_begins_with_the_next_deal(edition: EditionId) -> None:
    story = four(edition).tell("d sits out")
    assert story.last(SatOut).from_next_deal
    assert story.to_act == "d"

    told = [joint.command for joint in story.machine.joint_commands(story.last(SatOut))]
    table = story.machine.facts.table
    assert told == [NoteSitOut(table, story.now, RuleId("TIME-01"), imposed=False)]
    story.tell("1 s passes; d raises to 0.30; fold round")
    assert [joint.command for joint in story.machine.joint_commands(story.last(HandEnded))] == [
        NoteAway(table, PlayerId("d"))
    ]
    assert story.chair("d").sit_out == SitOut(story.now, RuleId("TIME-01"), imposed=False)
    assert "d" not in story.deal().dealt


@every_edition
@pytest.mark.rule("TIME-01")
def test_who_changes_their_mind_before_the_next_deal_is_dealt_in(edition: EditionId) -> None:
    story = four(edition).tell("d sits out; d comes back; fold round; deal")

    assert story.dealt == "a b c d"


@every_edition
@pytest.mark.rule("TIME-01")
def test_saying_it_twice_changes_nothing(edition: EditionId) -> None:
    story = four(edition).tell("fold round; d sits out; 1 s passes; d sits out; a comes back")

    assert len(story.all(SatOut)) == 1
    assert story.all(SatIn) == []


@pytest.mark.parametrize(("edition", "seconds"), [(U22, 600), (U26, 600), (U27, 600), (PW, 300)])
@pytest.mark.rule("TIME-02")
def test_longer_than_the_limit_ends_at_the_first_instant_after_it(edition: EditionId, seconds: int) -> None:
    story = four(edition).tell("fold round; b leaves; c leaves; a leaves; d sits out")
    story.wait(seconds * SECOND)
    assert story.is_seated("d")

    story.tell("1 ms passes")

    left = story.last(Left)
    assert (left.player, left.stack, left.rule) == ("d", 1000, "TIME-02")
    assert not story.is_seated("d")
    assert story.wallet("d") == 1_000_00
    joint = [joint.command for joint in story.machine.joint_commands(left)]
    assert joint == [NoteDeparture(story.machine.facts.table, left.stack), NoteSeatFreed("T1", "d", 1000, "TIME-02")]  # type: ignore[arg-type]


@every_edition
@pytest.mark.rule("TIME-02")
def test_a_timer_of_an_earlier_sit_out_removes_nobody(edition: EditionId) -> None:
    story = four(edition).tell("fold round; b sits out; c sits out; a sits out; d sits out")
    since = story.now
    story.tell("4 min pass; d comes back; 10 s pass; d sits out")

    assert story.refuses_nothing(RemoveAbsent(PlayerId("d"), since, story.rules.sit_out_max.rule))
    refusal = story.refuses(RemoveAbsent(PlayerId("d"), story.now, story.rules.sit_out_max.rule))
    assert (refusal.code, refusal.rule) == ("too_early", "TIME-02")


@unibet
@pytest.mark.rule("TIME-03")
def test_sitting_out_everywhere_reaches_this_table_with_its_next_hand(edition: EditionId) -> None:
    """The letter comes while a hand runs: the player still acts in it."""
    story = four(edition).tell("a sits out everywhere")
    sat_out = story.last(SatOut)
    assert (sat_out.sit_out.rule, sat_out.from_next_deal) == ("TIME-03", True)

    story.tell("d folds; a calls; fold round; deal")

    assert story.dealt == "b c d"
    assert story.chair("a").sit_out.rule == "TIME-03"  # type: ignore[union-attr]


@unibet
@pytest.mark.rule("TIME-03")
def test_a_player_who_sits_out_tells_the_other_tables_through_the_players_stream(edition: EditionId) -> None:
    story = four(edition).tell("fold round; a sits out")
    sat_out = story.last(SatOut)

    told = [joint.command for joint in story.machine.joint_commands(sat_out)]

    table = story.machine.facts.table
    assert told == [NoteSitOut(table, story.now, RuleId("TIME-01"), imposed=False), NoteAway(table, A)]
    story.tell("a comes back")
    assert [joint.command for joint in story.machine.joint_commands(story.last(SatIn))] == [
        NoteSatIn(table),
        NoteBack(table, A),
    ]


@unibet
@pytest.mark.rule("TIME-03")
def test_an_imposed_sit_out_is_marked_as_such(edition: EditionId) -> None:
    """X-137: the player's stream must not spread it."""
    story = four(edition)
    story.wait(story.left).tell("fold round")

    noted = [joint.command for joint in story.machine.joint_commands(story.last(HandEnded))]

    assert NoteSitOut(story.machine.facts.table, story.now, RuleId("TIME-14"), imposed=True) in noted


@unibet
@pytest.mark.rule("TIME-04")
def test_sit_out_next_big_blind_starts_before_it_is_posted(edition: EditionId) -> None:
    story = four(edition).tell("a sits out at the big blind; fold round; deal")
    assert story.dealt == "a b c d"  # d has the big blind
    story.tell("fold round; deal")

    sat_out = story.last(SatOut)
    assert (sat_out.player, sat_out.sit_out.rule, sat_out.from_next_deal) == ("a", "TIME-04", False)
    assert story.dealt == "b c d"
    assert story.blinds[2] == 2
    assert story.stack("a") == 1000
    assert not story.chair("a").sits_out_at_big_blind


@unibet
@pytest.mark.rule("TIME-04")
def test_it_can_leave_too_few_players_for_a_hand(edition: EditionId) -> None:
    story = four(edition).tell("fold round; b leaves; d leaves; a sits out at the big blind")
    opened = len(story.all(HandOpened))

    story.tell("1 min passes")

    assert story.last(SatOut).sit_out.rule == "TIME-04"
    assert len(story.all(HandOpened)) == opened


@unibet
@pytest.mark.rule("TIME-04")
@pytest.mark.parametrize("meanwhile", ["fold round; a sits out", "a sits out"])
def test_who_comes_back_waits_for_no_big_blind_to_sit_out(edition: EditionId, meanwhile: str) -> None:
    """An option that was set before, or while sitting out, is used up; the player's stream counts it so, too."""
    story = four(edition).tell(f"a sits out at the big blind; {meanwhile}; a sits out at the big blind; a comes back")

    assert story.chair("a").sits_out_at_big_blind is False


@unibet
@pytest.mark.rule("TIME-04")
def test_an_option_set_while_one_is_about_to_sit_out_stays_until_one_comes_back(edition: EditionId) -> None:
    """Only what is imposed at the end of a hand is told to the player's stream then."""
    story = four(edition).tell("a sits out; a sits out at the big blind; fold round")
    assert story.chair("a").sit_out is not None
    assert story.chair("a").sits_out_at_big_blind

    assert not story.tell("a comes back").chair("a").sits_out_at_big_blind


@unibet
@pytest.mark.rule("TIME-04")
def test_the_option_can_be_switched_off_again(edition: EditionId) -> None:
    story = four(edition).tell("a sits out at the big blind")
    story.asks(SitOutAtBigBlind(A, on=False))
    story.asks(SitOutAtBigBlind(A, on=False))

    assert [event.on for event in story.all(BigBlindSitOutSet)] == [True, False]
    assert "a" in story.tell("fold round; deal; fold round; deal").dealt


def test_publicwin_has_no_such_option() -> None:
    story = four(PW)

    assert story.refuses(SitOutAtBigBlind(A, on=True)) == reject("no_such_option", RuleId("X-04"))


@unibet
@pytest.mark.rule("TIME-05")
def test_the_players_stream_removes_after_a_sit_out_everywhere(edition: EditionId) -> None:
    story = four(edition).tell("fold round; a sits out everywhere")
    since = story.now
    story.wait(500 * SECOND)
    assert story.is_seated("a")

    story.asks(RemoveAbsent(A, since, RuleId("TIME-05")))

    assert story.last(Left).rule == "TIME-05"
    assert story.refuses_nothing(RemoveAbsent(A, since, RuleId("TIME-05")))


@unibet
@pytest.mark.rule("TIME-05")
def test_who_came_back_in_time_is_not_removed(edition: EditionId) -> None:
    story = four(edition).tell("fold round; a sits out everywhere; a comes back")

    assert story.refuses_nothing(RemoveAbsent(A, story.now, RuleId("TIME-05")))
    assert story.is_seated("a")


@unibet
@pytest.mark.rule("TIME-05")
def test_who_is_removed_during_a_hand_folds_in_turn_and_goes_after_it(edition: EditionId) -> None:
    story = four(edition).tell("a sits out everywhere; d folds")
    assert story.to_act == "a"

    story.asks(RemoveAbsent(A, story.now, RuleId("TIME-05")))

    assert (story.last(Played).seat, story.last(Played).rule) == (0, "TIME-05")
    assert story.tell("fold round").last(Left).rule == "TIME-05"


@every_edition
@pytest.mark.rule("TIME-13")
def test_a_player_decided_for_while_away_sits_out_from_the_next_deal(edition: EditionId) -> None:
    story = four(edition).tell("d calls; a calls; b calls; c drops")
    story.wait(story.left)
    assert story.last(Played).forced_sit_out == "TIME-13"
    assert story.running.hand.is_live(story.open.dealt.seats.index(2))  # never out of the running hand

    story.tell("b checks").wait(story.left)
    story.tell("check down; deal")

    assert "c" not in story.dealt
    assert story.chair("c").sit_out.rule == "TIME-13"  # type: ignore[union-attr]


@pytest.mark.parametrize("edition", UNIBET)
@pytest.mark.rule("TIME-13")
def test_at_unibet_reconnecting_does_not_end_it(edition: EditionId) -> None:
    story = four(edition).tell("d drops")
    story.wait(story.left).tell("fold round; d returns; deal")
    assert "d" not in story.dealt

    story.tell("d comes back; fold round; deal")
    assert "d" in story.dealt or story.chair("d").missed_blind


@pytest.mark.rule("TIME-13", edition="publicwin")
def test_at_publicwin_reconnecting_ends_it() -> None:
    story = four(PW).tell("d drops")
    story.wait(story.left).tell("fold round")
    assert story.chair("d").sit_out is not None

    story.tell("d returns")

    assert (story.last(SatIn).player, story.last(SatIn).rule) == ("d", "TIME-13")
    assert "d" in story.deal().dealt


@pytest.mark.rule("TIME-13", edition="publicwin")
def test_at_publicwin_reconnecting_during_the_hand_ends_it_too() -> None:
    story = four(PW).tell("d drops")
    story.wait(story.left).tell("d returns; fold round; deal")

    assert "d" in story.dealt


@pytest.mark.rule("TIME-13", edition="publicwin")
def test_at_publicwin_a_sit_out_one_chose_survives_a_lost_connection() -> None:
    for back in ("d returns; fold round", "fold round; d returns"):
        story = four(PW).tell("d sits out; d drops")
        story.wait(story.left).tell(f"{back}; deal")
        assert "d" not in story.dealt


@pytest.mark.parametrize(("wish", "left"), [("d sits out; d drops", True), ("d drops", False)])
@pytest.mark.rule("TIME-13", edition="publicwin")
def test_at_publicwin_everybody_is_told_whether_a_sit_out_is_left_after_the_return(wish: str, *, left: bool) -> None:
    story = four(PW).tell(wish)
    story.wait(story.left)
    before = story.table
    back = story.tell("d returns").last(ConnectionBack)

    change = story.machine.public_change(step_of(story.machine, before, back))

    assert isinstance(change, ConnectionChanged)
    assert (change.rule, change.sits_out_next) == ("TIME-13", left)
    assert story.machine.view(story.table, None).seats[3].sits_out_next is left  # type: ignore[union-attr]


@every_edition
@pytest.mark.rule("TIME-14")
def test_a_connected_player_whose_time_is_up_sits_out_too(edition: EditionId) -> None:
    story = four(edition)
    story.wait(story.left)

    assert story.last(Played).rule == "TIME-12"
    assert story.last(Played).forced_sit_out == "TIME-14"
    story.tell("fold round")
    assert story.chair("d").sit_out.rule == "TIME-14"  # type: ignore[union-attr]
    story.tell("d drops; d returns")  # only an absence ends with a return
    assert story.chair("d").sit_out is not None
    assert "d" not in story.deal().dealt


@pytest.mark.rule("TIME-14")
def test_a_rulebook_may_leave_slow_players_in() -> None:
    off = {"sits_out_after_connected_timeout": Ruled(value=False, rule=RuleId("TIME-14"))}
    story = Story(machine_for(U22, changes=off)).tell("a, b, c and d sit with 10.00; deal")
    slow = story.to_act

    story.wait(story.left).tell("fold round; deal")

    assert slow in story.dealt


@every_edition
@pytest.mark.rule("TIME-02")
def test_whom_the_house_sat_out_is_removed_as_well(edition: EditionId) -> None:
    story = four(edition)
    story.wait(story.left).tell("fold round; a sits out; b sits out; c sits out")
    story.wait(11 * MINUTE)

    assert [left.rule for left in story.all(Left)] == ["TIME-02"] * 4


@every_edition
def test_commands_about_players_who_are_not_here_are_refused(edition: EditionId) -> None:
    story = four(edition)
    stranger = PlayerId("x")

    assert story.refuses(TakeBreak(stranger)).code == "not_seated"
    assert story.refuses(ComeBack(stranger)).code == "not_seated"
    assert story.refuses_nothing(RemoveAbsent(stranger, Instant(0), RuleId("TIME-05")))
