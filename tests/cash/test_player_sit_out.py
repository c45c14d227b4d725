"""Sitting out at one table means sitting out at all, with one timer (TIME-03, TIME-05, X-03, X-04, X-137, X-143)."""

import pytest

from fairdeal.cash.player.commands import (
    NoteBigBlindOption,
    NoteDeparture,
    NoteSatIn,
    NoteSeated,
    NoteSitOut,
    PlayerStreamCommand,
    Recover,
    SitOutExpired,
)
from fairdeal.cash.player.events import (
    AbsenceExpired,
    BigBlindOptionNoted,
    BigBlindOptionSpread,
    PeriodsShifted,
    PlayerStreamEvent,
    SitOutNoted,
    SitOutSpread,
)
from fairdeal.cash.player.machine import PlayerMachine
from fairdeal.cash.player.state import CashPlayer
from fairdeal.cash.streams import table_stream
from fairdeal.cash.table.commands import RemoveAbsent, SitOutAtBigBlind, TakeBreak
from fairdeal.kernel import Cents, Instant, Message, PlayerId, RuleId, TableId, Timer, events_of, reject, seconds
from fairdeal.play.events import ClocksResumed
from fairdeal.play.messages import PauseClocks, ResumeClocks
from fairdeal.rulebook.clause import PW, U22, U26, U27, EditionId
from tests.cash.lobby import NOON, stake_named, stakes_of

ANN = PlayerId("ann")
T1, T2, T3 = TableId("T1"), TableId("T2"), TableId("T3")
CHOSEN, SPREAD, NEXT_BLIND = RuleId("TIME-01"), RuleId("TIME-03"), RuleId("TIME-04")
UNIBET = pytest.mark.parametrize("edition", [U22, U26, U27])
MACHINE = PlayerMachine(stakes_of(U22) | stakes_of(U26) | stakes_of(U27) | stakes_of(PW))


class Ann:
    """A player's stream, told what tables tell."""

    def __init__(self, *tables: tuple[TableId, EditionId]) -> None:
        self.state = CashPlayer(ANN)
        self.now = NOON
        for table, edition in tables:
            self.sit_down(table, edition)

    def sit_down(self, table: TableId, edition: EditionId) -> None:
        self.tell(NoteSeated(table, stake_named(edition, "texas", 100, 6)))

    def tell(self, command: PlayerStreamCommand) -> tuple[PlayerStreamEvent, ...]:
        decision = events_of(MACHINE.decide(self.state, command, self.now))
        assert isinstance(decision, tuple), decision
        for event in decision:
            self.state = MACHINE.evolve(self.state, event)
        return decision

    def sits_out(
        self, table: TableId, rule: RuleId = CHOSEN, *, imposed: bool = False, since: Instant | None = None
    ) -> tuple[PlayerStreamEvent, ...]:
        return self.tell(NoteSitOut(table, since or self.now, rule, imposed))

    def wait(self, count: int) -> None:
        self.now = Instant(self.now + seconds(count))

    @property
    def agenda(self) -> frozenset[object]:
        return MACHINE.agenda(self.state)


def break_letter(table: TableId) -> Message[TakeBreak]:
    return Message(table_stream(table), TakeBreak(ANN, SPREAD))


def removal(table: TableId, since: Instant) -> Message[RemoveAbsent]:
    return Message(table_stream(table), RemoveAbsent(ANN, since, RuleId("TIME-05")))


@pytest.mark.rule("TIME-03")
@UNIBET
def test_sitting_out_at_one_of_several_tables_is_told_to_the_others(edition: EditionId) -> None:
    ann = Ann((T1, edition), (T2, edition), (T3, edition))

    told = ann.sits_out(T1)

    assert told == (
        SitOutNoted(T1, NOON),
        SitOutSpread(T1, NOON, seconds(500), (T1, T2, T3), SPREAD, RuleId("TIME-05")),
    )
    timer = Timer(Instant(NOON + seconds(500)), SitOutExpired(NOON))
    assert ann.agenda == {timer, break_letter(T2), break_letter(T3)}


@pytest.mark.rule("TIME-03")
@UNIBET
def test_a_table_that_has_answered_is_not_told_again_and_tells_nobody(edition: EditionId) -> None:
    ann = Ann((T1, edition), (T2, edition))
    ann.sits_out(T1)
    ann.wait(2)

    answer = ann.sits_out(T2, SPREAD)
    again = ann.sits_out(T2, SPREAD, since=ann.now)

    assert answer == (SitOutNoted(T2, ann.now),)
    assert again == ()
    assert ann.agenda == {Timer(Instant(NOON + seconds(500)), SitOutExpired(NOON))}


@pytest.mark.rule("TIME-03")
@UNIBET
def test_a_single_table_is_its_own_affair(edition: EditionId) -> None:
    """The table's own limit holds then (TIME-02, X-03)."""
    ann = Ann((T1, edition))

    assert ann.sits_out(T1) == (SitOutNoted(T1, NOON),)
    assert not ann.agenda


@pytest.mark.rule("TIME-03")
@UNIBET
@pytest.mark.parametrize("rule", ["TIME-13", "TIME-14", "BUY-01"])
def test_what_the_room_imposes_at_one_table_does_not_spread(edition: EditionId, rule: str) -> None:
    ann = Ann((T1, edition), (T2, edition))

    assert ann.sits_out(T1, RuleId(rule), imposed=True) == (SitOutNoted(T1, NOON),)
    assert not ann.agenda


@pytest.mark.rule("TIME-03")
@UNIBET
def test_sitting_out_at_the_next_big_blind_does_not_spread(edition: EditionId) -> None:
    ann = Ann((T1, edition), (T2, edition))

    assert ann.sits_out(T1, NEXT_BLIND) == (SitOutNoted(T1, NOON),)
    assert not ann.agenda


@pytest.mark.rule("TIME-05")
@UNIBET
def test_after_500_seconds_the_player_is_removed_from_all_tables_concerned(edition: EditionId) -> None:
    ann = Ann((T1, edition), (T2, edition))
    ann.sits_out(T1)
    ann.wait(3)
    ann.sits_out(T2, SPREAD)
    answered = ann.now
    ann.now = Instant(NOON + seconds(500) - 1)
    assert events_of(MACHINE.decide(ann.state, SitOutExpired(NOON), ann.now)) == reject("stale_timer")

    ann.now = Instant(NOON + seconds(500))
    told = ann.tell(SitOutExpired(NOON))

    assert told == (AbsenceExpired(NOON, (T1, T2), RuleId("TIME-05")),)
    assert ann.agenda == {removal(T1, NOON), removal(T2, answered)}
    ann.tell(NoteDeparture(T1, Cents(100_00)))
    assert ann.agenda == {removal(T2, answered)}
    ann.tell(NoteDeparture(T2, Cents(100_00)))
    assert not ann.agenda
    assert ann.state.absences == ()


@pytest.mark.rule("TIME-05")
@UNIBET
def test_coming_back_at_a_table_takes_it_out_and_the_last_ends_it(edition: EditionId) -> None:
    ann = Ann((T1, edition), (T2, edition))
    ann.sits_out(T1)
    ann.sits_out(T2, SPREAD)
    ann.wait(499)
    ann.tell(NoteSatIn(T1))
    assert Timer(Instant(NOON + seconds(500)), SitOutExpired(NOON)) in ann.agenda
    ann.wait(1)

    told = ann.tell(SitOutExpired(NOON))

    assert told == (AbsenceExpired(NOON, (T2,), RuleId("TIME-05")),)
    assert ann.agenda == {removal(T2, NOON)}
    ann.tell(NoteSatIn(T2))  # a moment before the letter came
    assert not ann.agenda
    assert ann.state.tables[T2].out_since is None


@pytest.mark.rule("TIME-05")
@UNIBET
def test_who_is_back_everywhere_in_time_stays(edition: EditionId) -> None:
    ann = Ann((T1, edition), (T2, edition))
    ann.sits_out(T1)
    ann.sits_out(T2, SPREAD)
    ann.tell(NoteSatIn(T1))
    ann.tell(NoteSatIn(T2))
    ann.wait(500)

    assert not ann.agenda
    assert events_of(MACHINE.decide(ann.state, SitOutExpired(NOON), ann.now)) == reject("stale_timer")


@pytest.mark.rule("TIME-05")
@UNIBET
def test_sitting_out_by_turns_does_not_start_the_timer_again(edition: EditionId) -> None:
    """T2 stays out: coming back at T1 and sitting out there once more gives T1 a timer of its own, T2 keeps the old one."""
    ann = Ann((T1, edition), (T2, edition))
    ann.sits_out(T1)
    ann.sits_out(T2, SPREAD)
    ann.wait(400)
    ann.tell(NoteSatIn(T1))
    second = ann.now
    told = ann.sits_out(T1)
    assert isinstance(told[-1], SitOutSpread)
    assert told[-1].tables == (T1,)
    ann.wait(100)
    ann.tell(SitOutExpired(NOON))

    assert ann.agenda == {removal(T2, NOON), Timer(Instant(second + seconds(500)), SitOutExpired(second))}


@pytest.mark.rule("TIME-05")
@UNIBET
def test_sitting_out_at_the_other_table_before_it_was_told_starts_no_second_timer(edition: EditionId) -> None:
    ann = Ann((T1, edition), (T2, edition))
    ann.sits_out(T1)
    ann.wait(1)

    assert ann.sits_out(T2) == (SitOutNoted(T2, ann.now),)
    assert ann.agenda == {Timer(Instant(NOON + seconds(500)), SitOutExpired(NOON))}


@pytest.mark.rule("TIME-05")
def test_a_table_that_answers_only_after_the_timer_is_told_to_remove() -> None:
    ann = Ann((T1, U26), (T2, U26))
    ann.sits_out(T1)
    ann.wait(500)
    ann.tell(SitOutExpired(NOON))
    assert ann.agenda == {removal(T1, NOON), break_letter(T2)}

    ann.sits_out(T2, SPREAD)

    assert ann.agenda == {removal(T1, NOON), removal(T2, ann.now)}


@pytest.mark.rule("TIME-03")
def test_a_table_joined_later_is_not_concerned() -> None:
    ann = Ann((T1, U26), (T2, U26))
    ann.sits_out(T1)
    ann.sit_down(T3, U26)

    assert ann.state.absences[0].tables == (T1, T2)
    assert break_letter(T3) not in ann.agenda


def test_editions_without_it_have_only_the_tables_own_timer() -> None:
    """X-04: PublicWin knows no sit-out everywhere."""
    ann = Ann((T1, PW), (T2, PW))

    assert ann.sits_out(T1) == (SitOutNoted(T1, NOON),)
    assert not ann.agenda


def test_it_reaches_only_tables_whose_edition_has_it() -> None:
    ann = Ann((T1, U26), (T2, PW), (T3, U27))
    told = ann.sits_out(T1)
    assert isinstance(told[-1], SitOutSpread)
    assert told[-1].tables == (T1, T3)

    alone = Ann((T1, U26), (T2, PW))
    assert alone.sits_out(T1) == (SitOutNoted(T1, NOON),)


@pytest.mark.rule("TIME-05")
def test_our_downtime_does_not_count() -> None:
    ann = Ann((T1, U26), (T2, U26))
    ann.sits_out(T1)
    down_since = Instant(NOON + seconds(100))
    ann.now = Instant(NOON + seconds(1100))

    told = ann.tell(Recover(down_since))

    assert told == (PeriodsShifted(down_since, ann.now, RuleId("X-143")),)
    assert ann.state.tables[T1].out_since == NOON + seconds(1000)
    shifted = Instant(NOON + seconds(1000))
    assert ann.agenda == {Timer(Instant(shifted + seconds(500)), SitOutExpired(shifted)), break_letter(T2)}


@pytest.mark.rule("TIME-05")
def test_nobody_is_removed_everywhere_while_all_clocks_stand() -> None:
    ann = Ann((T1, U26), (T2, U26))
    ann.sits_out(T1)
    ann.wait(450)
    ann.tell(PauseClocks())
    assert ann.agenda == {break_letter(T2)}
    ann.wait(60)
    assert events_of(MACHINE.decide(ann.state, SitOutExpired(NOON), ann.now)) == reject("stale_timer")

    told = ann.tell(ResumeClocks())

    paused = Instant(NOON + seconds(450))
    rule = RuleId("X-143")
    assert told == (PeriodsShifted(paused, ann.now, rule), ClocksResumed(ann.now, None, rule))
    shifted = Instant(NOON + seconds(60))
    assert ann.agenda == {Timer(Instant(shifted + seconds(500)), SitOutExpired(shifted)), break_letter(T2)}


def test_a_sit_out_that_began_while_clocks_stood_counts_from_when_they_run() -> None:
    ann = Ann((T1, U26), (T2, U26))
    ann.tell(PauseClocks())
    ann.wait(30)
    ann.sits_out(T1)
    ann.wait(30)
    ann.tell(ResumeClocks())

    assert ann.state.absences[0].until == ann.now + seconds(500)


def test_clocks_run_again_for_somebody_who_left_while_they_stood() -> None:
    ann = Ann((T1, U26), (T2, U26))
    ann.tell(PauseClocks())
    ann.tell(NoteDeparture(T1, Cents(500)))
    ann.tell(NoteDeparture(T2, Cents(500)))
    ann.tell(ResumeClocks())

    assert ann.state.pause is None


def test_where_nothing_runs_nothing_shifts() -> None:
    ann = Ann((T1, U26), (T2, U26))

    assert ann.tell(Recover(NOON)) == ()
    ann.wait(10)
    assert ann.tell(Recover(NOON)) == ()


def big_blind_letters(ann: Ann) -> set[tuple[str, bool]]:
    return {
        (task.to, task.command.on)
        for task in MACHINE.agenda(ann.state)
        if isinstance(task, Message) and isinstance(task.command, SitOutAtBigBlind)
    }


@pytest.mark.rule("TIME-04")
@UNIBET
def test_sit_out_next_big_blind_applies_to_every_table(edition: EditionId) -> None:
    ann = Ann((T1, edition), (T2, edition), (T3, edition))
    events = ann.tell(NoteBigBlindOption(T1, on=True))
    assert BigBlindOptionSpread(on=True, rule=NEXT_BLIND) in events
    assert big_blind_letters(ann) == {(table_stream(T2), True), (table_stream(T3), True)}

    assert ann.tell(NoteBigBlindOption(T2, on=True)) == (BigBlindOptionNoted(T2, on=True),)

    assert big_blind_letters(ann) == {(table_stream(T3), True)}


@pytest.mark.rule("TIME-04")
@UNIBET
def test_each_table_sits_out_by_itself_and_coming_back_ends_the_wish(edition: EditionId) -> None:
    ann = Ann((T1, edition), (T2, edition))
    ann.tell(NoteBigBlindOption(T1, on=True))
    ann.tell(NoteBigBlindOption(T2, on=True))
    assert ann.sits_out(T1, NEXT_BLIND) == (SitOutNoted(T1, ann.now),), "no sit-out everywhere, no timer of 500 seconds"
    assert big_blind_letters(ann) == set()

    ann.tell(NoteSatIn(T1))

    assert big_blind_letters(ann) == set(), "the option is not switched on again at a table one came back to"


@UNIBET
def test_a_table_one_came_back_to_in_mid_hand_has_no_option_any_more(edition: EditionId) -> None:
    """A sit-out that the hand would have imposed was never noted; coming back uses the option up all the same."""
    ann = Ann((T1, edition), (T2, edition))
    ann.tell(NoteBigBlindOption(T1, on=True))
    ann.tell(NoteBigBlindOption(T2, on=True))

    ann.tell(NoteSatIn(T1))

    assert [sitting.at_big_blind for sitting in ann.state.tables.values()] == [False, True]


@UNIBET
def test_the_option_is_taken_back_everywhere(edition: EditionId) -> None:
    ann = Ann((T1, edition), (T2, edition))
    ann.tell(NoteBigBlindOption(T1, on=True))
    ann.tell(NoteBigBlindOption(T2, on=True))
    ann.tell(NoteBigBlindOption(T2, on=False))

    assert big_blind_letters(ann) == {(table_stream(T1), False)}


def test_a_single_table_has_nobody_to_tell() -> None:
    ann = Ann((T1, U27))

    assert ann.tell(NoteBigBlindOption(T1, on=True)) == (BigBlindOptionNoted(T1, on=True),)
    assert big_blind_letters(ann) == set()
