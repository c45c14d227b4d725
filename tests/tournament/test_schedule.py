"""What is announced when: an operator's schedule as text, recurrence by the calendar, and the programme that follows it."""

import re
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from fairdeal.kernel import DAY, HOUR, MINUTE, Chips, Instant, MoneyKind, Rejection, Timer, events_of, seconds
from fairdeal.room.tournament.offer import demo_schedule, read_schedule, shipped_structures, standard_schedule
from fairdeal.rulebook.clause import PW, U22, U27, EditionId
from fairdeal.rulebook.loader import published_edition
from fairdeal.rulebook.schema.choices import LastLevel, OnServerFailure, TournamentType
from fairdeal.tournament import structure
from fairdeal.tournament.director.commands import Announce
from fairdeal.tournament.forecast import forecast
from fairdeal.tournament.orders import director_stream
from fairdeal.tournament.password import answer_to, opens
from fairdeal.tournament.programme.commands import AnnounceNext, ListTournament, NoteFull, NoteOver, Publish
from fairdeal.tournament.programme.events import TournamentListed, TournamentOver
from fairdeal.tournament.programme.links import leads_elsewhere
from fairdeal.tournament.programme.machine import ProgrammeMachine
from fairdeal.tournament.programme.schedule import Recurrence, Schedule, Series, next_start
from fairdeal.tournament.programme.schedule_text import BadSchedule, parse_schedule
from fairdeal.tournament.programme.state import Programme
from fairdeal.tournament.setup import FirstPhase, LastPhase, types_of
from fairdeal.tournament.structure import BlindStructure, Level
from fairdeal.zones import database_zone

DOCS = Path(__file__).parents[2] / "docs" / "tournaments.md"
MONDAY = Instant(1_699_833_600_000)  # midnight of 13 November 2023, UTC
MACHINE = ProgrammeMachine(database_zone)
CHANCE = bytes(10)


def example() -> str:
    """The schedule in the operator's guide."""
    (text,) = re.findall(r"```toml\n(.*?)```", DOCS.read_text("utf-8"), re.DOTALL)
    return str(text)


def read(text: str, edition: EditionId = U27) -> Schedule:
    return parse_schedule(text, published_edition(edition), MoneyKind.TEST, shipped_structures(), zones=database_zone)


def faults_of(text: str, edition: EditionId = U27) -> tuple[str, ...]:
    with pytest.raises(BadSchedule) as caught:
        read(text, edition)
    return caught.value.faults


def one(**changes: Any) -> str:
    """A schedule of one tournament."""
    row = {"key": '"a"', "structure": '"turbo"', "game": '"texas"', "seats": 6, "stack": 1500, "buy_in": 10}
    row |= {"starts": '["20:00"]', **changes}
    return "[[tournaments]]\n" + "".join(f"{key} = {value}\n" for key, value in row.items() if value is not None)


# ---- texts


def test_the_schedule_of_the_guide_is_read() -> None:
    schedule = read(example())
    series = {each.key: each for each in schedule.series}
    nightly, sunday = series["nightly"], series["sunday-re-buy"]

    assert (str(nightly.setup.price), nightly.setup.guarantee) == ("10 (9.00 + 1.00)", 100_00)
    assert (nightly.setup.late_levels, nightly.setup.re_entries, nightly.announced) == (4, 1, 12 * HOUR)
    assert nightly.recurrence == Recurrence("Europe/Tallinn", (20 * HOUR, 22 * HOUR + 30 * MINUTE), (4, 5))  # type: ignore[arg-type]
    assert sunday.setup.re_buy is not None
    assert sunday.setup.add_on is not None
    assert (sunday.setup.re_buy.times, sunday.setup.add_on.chips) == (3, 4000)
    assert sum(key.startswith("sit-and-go/") for key in series) == 13
    assert [key for key in series if key.startswith("multi-table/")] == ["multi-table/100-10", "multi-table/500-50"]


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"key": None}, "a tournament has no key"),
        ({"structure": '"none"'}, 'there is no structure "none"'),
        ({"game": '"chess"'}, 'the edition has no game "chess"'),
        ({"buy_in": -5}, "buy_in must be an amount of money"),
        ({"buy_in": "10.001"}, "buy_in must be an amount of money"),
        ({"buy_in": None}, "buy_in must be an amount of money"),
        ({"fee": 11}, "the fee is more than the buy-in"),
        ({"fee": -1}, "fee must be an amount of money"),
        ({"starts": '["25:00"]'}, '"25:00" is no time of day'),
        ({"starts": "[]"}, "starts must be a list"),
        ({"days": '["someday"]'}, "days must be some of mon"),
        ({"zone": '"Mars/Olympus"'}, "Mars/Olympus"),
        ({"stack": 0}, "an entry buys no chips"),
        ({"seats": 1}, "seats"),
        ({"bounty": 100}, "bounty"),
        ({"progressive": "1"}, "progressive must be true or false"),
        ({"on_failure": '"cry"'}, "on_failure must be one of"),
        ({"on_failure": '"resume"'}, "the edition has no such answer to a failure"),
        ({"conditions": "1"}, "conditions must be a list of names"),
        ({"multi_buy_in": "{ least = 5 }"}, "most must be an amount of money"),
        ({"re_buy": "7"}, "re_buy must be a table"),
        ({"shoes": "1"}, "it knows no shoes"),
        ({"every_minutes": "15"}, "starts and every_minutes say the same"),
        ({"every_minutes": "7", "starts": None}, "every_minutes must divide a day"),
        ({"every_minutes": "0", "starts": None}, "every_minutes must divide a day"),
        ({"first": '"00:05"'}, "first needs every_minutes"),
        ({"announced_hours": "1", "announced_minutes": "30"}, "announced_hours and announced_minutes say the same"),
        ({"password": '""'}, "password must be a text"),
    ],
)
def test_what_is_wrong_with_a_tournament_is_told(changes: dict[str, Any], fault: str) -> None:
    (told,) = faults_of(one(**changes))

    assert fault in told


def test_all_faults_of_a_schedule_are_told_at_once() -> None:
    text = one(buy_in=-1) + one(key='"b"') + one(key='"b"') + "[chairs]\n[structures.x]\nlevels = [[5, 2, 0]]\n"

    told = faults_of(text)

    assert len(told) == 4
    assert any('"chairs" is no part' in fault for fault in told)
    assert any('the key "b" is used twice' in fault for fault in told)
    assert any("structure x: " in fault for fault in told)


@pytest.mark.parametrize(
    ("text", "line", "fault"),
    [
        (one(stack='"many"'), 6, "tournament a: stack must be a whole number"),
        (one(seats=1), 1, "tournament a: a table has 2 to 10 seats"),
        ("\n# a comment [x]\n" + one() + "\n" + one(key='"b"', zone='"Mars/Olympus"'), 20, "tournament b: no zone"),
        (one() + "re_buy = { chips = 10, until_level = 0, shoes = 3 }\n", 9, "tournament a: re_buy: it knows no shoes"),
        (one() + "[tournaments.add_on]\nchips = -5\nafter_level = 2\n", 9, "tournament a: add_on: chips must be"),
        (one() + one(), 10, 'the key "a" is used twice'),
        ("# begin\n[chairs]\n", 2, '"chairs" is no part of a schedule'),
        ("[structures.x]\nname = \'\'\'[y]\n[z]\'\'\'\nlevel_seconds = 60\nlevels = [\n [5, 2, 0],\n]\n", 5, "structure x: level 1"),
        ("[sit_and_go]\nstructure = \"none\"\n", 2, 'sit-and-go/five_handed/100-5: there is no structure "none"'),
        (one() + "oh dear\n", 9, "not TOML: "),
        (one() + "oh = [1,\n", 9, "not TOML: "),
    ],
)  # fmt: skip
def test_a_fault_is_told_with_its_line(text: str, line: int, fault: str) -> None:
    told = faults_of(text)

    assert told[0].startswith(f"line {line}: {fault}"), told


@pytest.mark.parametrize("text", ["a = ", "sit_and_go = 1", "multi_table = 2", "[multi_table]\nfirst = 1"])
def test_texts_that_are_no_schedule_are_refused(text: str) -> None:
    assert faults_of(text)


def test_a_tournament_may_start_every_so_many_minutes() -> None:
    (series,) = read(one(starts=None, every_minutes=15, first='"00:05"', announced_minutes=40)).series

    assert series.announced == 40 * MINUTE
    starts = [next_start(series, Instant(MONDAY + minute * MINUTE), database_zone) - MONDAY for minute in (0, 5, 19)]
    assert starts == [5 * MINUTE, 20 * MINUTE, 20 * MINUTE]


def test_of_a_password_only_a_digest_is_in_the_schedule() -> None:
    row = one() + 'password = "swordfish"\n'
    (series,) = read(row).series

    assert "swordfish" not in repr(series)
    assert opens(series.setup.password, answer_to(series.setup.password, "swordfish"))
    assert read(row).series == (series,), "read again it is the same, so nothing is published anew"


def test_a_lobby_says_what_a_failure_does_where_the_edition_lets_it() -> None:
    (series,) = read(one(on_failure='"resume"'), PW).series

    assert series.setup.on_failure is OnServerFailure.RESUME


def test_an_edition_without_poker_has_no_schedule() -> None:
    with pytest.raises(BadSchedule):
        parse_schedule(one(), published_edition(EditionId("live-casino")), MoneyKind.TEST, zones=database_zone)


def test_a_file_that_cannot_be_read_is_a_bad_schedule(tmp_path: Path) -> None:
    file = tmp_path / "schedule.toml"
    file.write_text(one(), "utf-8")
    assert len(read_schedule(file, published_edition(U22), MoneyKind.TEST).series) == 1

    with pytest.raises(BadSchedule) as caught:
        read_schedule(tmp_path / "none.toml", published_edition(U22), MoneyKind.TEST)

    file.write_text(one(stack=0), "utf-8")
    with pytest.raises(BadSchedule) as bad:
        read_schedule(file, published_edition(U22), MoneyKind.TEST)
    assert bad.value.faults == (f"{file}: line 1: tournament a: an entry buys no chips",)

    assert caught.value.code == "bad_structure"


# ---- the calendar


def recurring(zone: str, *times: int, days: tuple[int, ...] = tuple(range(7))) -> Series:
    (series,) = read(one()).series
    return replace(series, recurrence=Recurrence(zone, times, days))  # type: ignore[arg-type]


def test_the_next_start_is_the_first_after_an_instant() -> None:
    series = recurring("UTC", 18 * HOUR, 20 * HOUR, days=(4,))  # Fridays

    first = next_start(series, MONDAY, database_zone)
    second = next_start(series, first, database_zone)
    third = next_start(series, second, database_zone)

    assert (first, second, third) == (
        MONDAY + 4 * DAY + 18 * HOUR,
        MONDAY + 4 * DAY + 20 * HOUR,
        MONDAY + 11 * DAY + 18 * HOUR,
    )


def test_a_start_is_at_the_same_time_of_the_zones_clock_in_summer_and_winter() -> None:
    series = recurring("Europe/Tallinn", 20 * HOUR)
    july = Instant(1_688_169_600_000)  # 1 July 2023, 00:00 UTC

    assert next_start(series, july, database_zone) - july == 17 * HOUR
    assert next_start(series, MONDAY, database_zone) - MONDAY == 18 * HOUR


# ---- the programme


def after(state: Programme, command: Any, now: int) -> Programme:
    decided = events_of(MACHINE.decide(state, command, Instant(now)))
    assert not isinstance(decided, Rejection), decided
    for event in decided:
        state = MACHINE.evolve(state, event)
    return state


def published(text: str, edition: EditionId = U27) -> Programme:
    return after(Programme(), Publish(read(text, edition), "floor"), MONDAY)


def due(state: Programme) -> AnnounceNext:
    (timer,) = MACHINE.agenda(state)
    assert isinstance(timer.command, AnnounceNext)
    return replace(timer.command, chance=CHANCE)


@pytest.mark.rule("MTT-26a")
def test_a_tournament_is_announced_in_time_and_starts_when_the_lobby_says() -> None:
    state = published(one(announced_hours=2))
    (timer,) = MACHINE.agenda(state)
    assert timer.at == MONDAY + 18 * HOUR  # type: ignore[union-attr]

    early = events_of(MACHINE.decide(state, due(state), Instant(MONDAY + 17 * HOUR)))
    assert isinstance(early, Rejection)
    (event,) = events_of(MACHINE.decide(state, due(state), Instant(MONDAY + 18 * HOUR)))  # type: ignore[misc]
    assert isinstance(event, TournamentListed)
    (joint,) = MACHINE.joint_commands(event)

    assert isinstance(joint.command, Announce)
    assert (joint.to, joint.command.setup.starts_at) == (director_stream(event.tournament), MONDAY + 20 * HOUR)
    state = MACHINE.evolve(state, event)
    assert due(state).starts_at == MONDAY + DAY + 20 * HOUR
    assert isinstance(
        events_of(MACHINE.decide(state, AnnounceNext("a", Instant(MONDAY + 20 * HOUR), CHANCE), MONDAY)), Rejection
    )


def test_what_should_have_started_while_nobody_was_there_is_passed_over() -> None:
    state = published(one())

    state = after(state, due(state), MONDAY + 3 * DAY)

    assert [each.starts_at for each in state.listed] == [MONDAY + 3 * DAY + 20 * HOUR]


@pytest.mark.rule("MTT-61")
def test_one_sit_and_go_is_open_until_it_is_full_and_then_the_next() -> None:
    state = replace(published("[sit_and_go]\nstructure='sit-and-go'\ngame='texas'\nstack=1500\n"), listed=())
    state = replace(state, schedule=Schedule(state.schedule.series[:1]))
    state = after(state, due(state), MONDAY)
    assert MACHINE.agenda(state) == frozenset()
    (open_one,) = state.listed

    state = after(state, NoteFull(open_one.tournament), MONDAY + 1)
    assert events_of(MACHINE.decide(state, NoteFull(open_one.tournament), MONDAY)) == ()
    state = after(state, replace(due(state), chance=bytes([1] * 10)), MONDAY + 2)

    assert [each.full for each in state.listed] == [True, False]
    state = after(state, NoteOver(open_one.tournament), MONDAY + 3)
    assert [each.full for each in state.listed] == [False]
    assert events_of(MACHINE.decide(state, NoteOver(open_one.tournament), MONDAY)) == ()


def test_a_sit_and_go_that_is_cancelled_makes_room_for_another() -> None:
    state = published("[sit_and_go]\nstructure='sit-and-go'\ngame='texas'\nstack=1500\n")
    state = replace(state, schedule=Schedule(state.schedule.series[:1]))
    state = after(state, due(state), MONDAY)

    state = after(state, NoteOver(state.listed[0].tournament), MONDAY + 1)

    assert due(state).starts_at is None


def test_a_tournament_is_listed_once_under_its_id_and_the_same_schedule_changes_nothing() -> None:
    state = published(one())
    (series,) = state.schedule.series
    command = ListTournament(series.setup, "floor", chance=CHANCE)
    state = after(state, command, MONDAY)
    (listed,) = state.listed

    assert events_of(MACHINE.decide(state, replace(command, id=listed.tournament), MONDAY)) == ()
    assert events_of(MACHINE.decide(state, Publish(state.schedule, "floor"), MONDAY)) == ()
    assert listed.series == ""


@pytest.mark.parametrize("edition", [U22, U27, PW])
def test_the_standard_schedule_holds_every_printed_price_once(edition: EditionId) -> None:
    found = published_edition(edition)
    schedule = standard_schedule(found, MoneyKind.TEST)
    keys = [series.key for series in schedule.series]

    assert len(set(keys)) == len(keys) > 15
    assert all(series.setup.money is MoneyKind.TEST for series in schedule.series)
    assert all(series.setup.unregister_before is not None for series in schedule.series)


# ---- how long it takes


def test_a_tournament_is_expected_to_end_when_all_chips_are_few_big_blinds() -> None:
    blinds = BlindStructure(tuple(Level(Chips(big // 2), Chips(big)) for big in (50, 100, 200, 400)), seconds(600))

    found = forecast(blinds, LastLevel.STAY, 4, Chips(1000))
    rising = forecast(blinds, LastLevel.CONTINUE_BY_RATIO, 64, Chips(1000))

    assert found is not None
    assert (found.level, found.length) == (3, seconds(1800))  # 4,000 chips are twenty big blinds of 200
    assert rising is not None
    assert rising.level == 7  # 64,000 chips and 3,200
    assert forecast(blinds, LastLevel.STAY, 64, Chips(1000)) is None


@pytest.mark.interpreted
def test_a_question_about_more_entrants_than_there_are_people_is_answered_in_few_steps(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Anybody may ask: each level grows once from the one before it, however far the question goes."""
    steps = 0
    grown = structure._grown

    def count(level: Level, by: int, of: int) -> Level:
        nonlocal steps
        steps += 1
        return grown(level, by, of)

    monkeypatch.setattr(structure, "_grown", count)
    blinds = BlindStructure(tuple(Level(Chips(big // 2), Chips(big)) for big in (10_000, 10_001)), seconds(600))

    assert forecast(blinds, LastLevel.CONTINUE_BY_RATIO, 10**12, Chips(10**9)) is None
    assert 100 < steps <= 1_000


def test_levels_beyond_the_last_are_the_same_one_by_one_and_by_their_number() -> None:
    blinds = BlindStructure(tuple(Level(Chips(big // 2), Chips(big), Chips(7)) for big in (50, 80)), seconds(600))

    for after_last in LastLevel:
        row = list(islice(blinds.all_levels(after_last), 40))
        assert row == [blinds.level(number, after_last) for number in range(1, 41)]
        assert row[:2] == list(blinds.levels)

    stays, rises = (
        [level.big_blind for level in islice(blinds.all_levels(after_last), 5)]
        for after_last in (LastLevel.STAY, LastLevel.CONTINUE_BY_RATIO)
    )
    assert stays == [50, 80, 80, 80, 80]
    assert rises == [50, 80, 128, 205, 328]  # by 80/50, to the nearest chip


# ---- tournaments that lead to others


def satellite(**changes: Any) -> str:
    row: dict[str, Any] = {"key": '"s"', "buy_in": 1, "starts": '["18:00"]', "satellite": '{ to = "a" }'}
    return one(**(row | changes))


def announced_by(state: Programme, at: Instant) -> tuple[Programme, list[TournamentListed]]:
    """The programme after everything it announces at an instant, as the timers of its agenda do it."""
    events: list[TournamentListed] = []
    for turn in range(50):
        due = [task for task in MACHINE.agenda(state) if isinstance(task, Timer) and task.at <= at]
        if not due:
            break
        command = min(due, key=lambda task: task.rank).command
        assert isinstance(command, AnnounceNext)
        steps = MACHINE.decide(state, replace(command, chance=at.to_bytes(8, "big") + bytes([turn, 7])), at)
        assert not isinstance(steps, Rejection)
        events += [step.event for step in steps if isinstance(step.event, TournamentListed)]
        state = steps[-1].after
    return state, events


def by_series(events: list[TournamentListed]) -> dict[str, list[TournamentListed]]:
    found: dict[str, list[TournamentListed]] = {}
    for event in events:
        found.setdefault(event.series, []).append(event)
    return found


@pytest.mark.rule("MTT-63")
def test_a_satellite_leads_to_the_next_tournament_that_starts_late_enough() -> None:
    _, events = announced_by(published(one(starts='["17:00", "18:30", "20:00"]') + satellite()), MONDAY)
    found = by_series(events)
    (leads,) = found["s"]
    satellite_of = leads.setup.satellite
    assert satellite_of is not None
    targets = {event.tournament: event.setup for event in found["a"]}
    target = targets[satellite_of.target]  # type: ignore[index]

    assert target.starts_at == MONDAY + 20 * HOUR, "half past six is less than an hour later"
    assert satellite_of.ticket == target.price.total == 10_00
    assert len(targets) == 3
    assert len({event.tournament for event in events}) == 4


def test_a_satellite_announces_its_target_where_that_is_not_announced_yet() -> None:
    state, events = announced_by(published(one(announced_hours=1) + satellite(starts='["06:00"]')), MONDAY)

    assert [event.series for event in events] == ["a", "s"]
    assert events[1].setup.satellite is not None
    assert events[1].setup.satellite.target == events[0].tournament
    assert state.announced_until("a") == MONDAY + 20 * HOUR, "and it is not announced again"


def test_a_satellite_whose_target_was_cancelled_leads_to_the_one_after_it() -> None:
    state, events = announced_by(published(one() + satellite()), MONDAY)
    first = by_series(events)["a"][0]
    gone = MACHINE.evolve(state, TournamentOver(first.tournament))
    later = replace(gone, latest=tuple(each for each in gone.latest if each[0] != "s"))
    steps = MACHINE.decide(later, AnnounceNext("s", Instant(MONDAY + 18 * HOUR), CHANCE), MONDAY)
    assert not isinstance(steps, Rejection)
    listed = [step.event for step in steps if isinstance(step.event, TournamentListed)]

    assert listed[-1].setup.satellite is not None
    assert listed[-1].setup.satellite.target == listed[0].tournament
    assert listed[0].setup.starts_at == MONDAY + DAY + 20 * HOUR


def test_series_that_name_others_can_only_be_announced_by_their_schedule() -> None:
    found = {series.key: leads_elsewhere(series.setup) for series in read(one() + satellite() + phases()).series}

    assert found == {"a": False, "s": True, "1a": True, "1b": True, "final": True}


def test_a_package_needs_no_target() -> None:
    (series,) = read(satellite(satellite='{ ticket = 500, label = "a week in Tallinn" }')).series

    assert series.setup.satellite is not None
    assert (series.setup.satellite.target, series.setup.satellite.ticket) == (None, 500_00)


@pytest.mark.parametrize(
    ("terms", "fault"),
    [
        ('{ to = "none" }', 'there is no other tournament "none"'),
        ('{ to = "s" }', 'there is no other tournament "s"'),
        ('{ to = "a", ticket = 5 }', "the ticket is worth what an entry of its target costs"),
        ('{ to = "a", minutes_before = -1 }', "minutes_before must be a whole number"),
        ("{ minutes_before = 5, ticket = 5 }", "minutes_before needs to"),
        ("{ }", "satellite: ticket must be an amount of money"),
        ('{ to = "a", shoes = 1 }', "it knows no shoes"),
    ],
)
def test_what_is_wrong_with_a_satellite_is_told(terms: str, fault: str) -> None:
    (told,) = faults_of(one() + satellite(satellite=terms))

    assert fault in told
    assert told.startswith("line 17: ")


def phases(**final: Any) -> str:
    first = one(key='"1a"', starts='["10:00", "14:00"]', phase='{ next = "final", until_level = 5 }')
    other = one(key='"1b"', starts='["16:00"]', phase='{ next = "final", until_level = 5 }')
    row: dict[str, Any] = {"key": '"final"', "buy_in": 0, "starts": '["20:00"]', "phase": '{ from = ["1a", "1b"] }'}
    return first + other + one(**(row | final))


@pytest.mark.rule("MTT-71a")
def test_the_phases_of_one_final_are_announced_together_and_name_each_other() -> None:
    _, events = announced_by(published(phases()), MONDAY)
    found = by_series(events)
    (final,) = found["final"]
    firsts = [*found["1a"], *found["1b"]]

    assert final.setup.phase == LastPhase(tuple(event.tournament for event in firsts))
    assert {event.setup.phase for event in firsts} == {FirstPhase(5, final.tournament)}
    assert [event.setup.starts_at - MONDAY for event in firsts] == [10 * HOUR, 14 * HOUR, 16 * HOUR]  # type: ignore[operator]
    assert final.setup.starts_at == MONDAY + 20 * HOUR


def test_first_phases_of_the_next_day_lead_to_the_final_of_that_day() -> None:
    state, first = announced_by(published(phases()), MONDAY)
    _, second = announced_by(state, Instant(MONDAY + 12 * HOUR))
    finals = by_series(first)["final"] + by_series(second)["final"]

    assert [event.setup.starts_at - MONDAY for event in finals] == [20 * HOUR, DAY + 20 * HOUR]  # type: ignore[operator]
    assert not {event.tournament for event in first} & {event.tournament for event in second}
    assert len(by_series(second)["1a"]) == 2


@pytest.mark.parametrize(
    ("final", "fault"),
    [
        ({"phase": '{ from = ["1a"] }'}, '"final" does not name it in from'),
        ({"phase": '{ from = ["1a", "1b", "1c"] }'}, '"1c" does not lead to it'),
        ({"phase": '{ from = ["1a", "1b"], until_level = 3 }'}, "a last phase names nothing but"),
        ({"buy_in": 5}, "nobody enters the last phase directly"),
    ],
)
def test_what_is_wrong_with_phases_is_told(final: dict[str, Any], fault: str) -> None:
    told = faults_of(phases(**final))

    assert [fault in each for each in told] == [True]


def test_nobody_wins_a_ticket_for_a_last_phase() -> None:
    (told,) = faults_of(phases() + satellite(satellite='{ to = "final" }'))

    assert "is a last phase, which nobody enters directly" in told


@pytest.mark.parametrize("edition", [U27, PW])
def test_the_demo_has_a_tournament_every_quarter_of_an_hour_or_every_hour(edition: EditionId) -> None:
    schedule = demo_schedule(published_edition(edition), MoneyKind.TEST)
    recurring = [each for each in schedule.series if each.recurrence is not None]
    starts = sorted(time for each in recurring for time in each.recurrence.times)  # type: ignore[union-attr]
    gaps = {(later - before) % DAY for before, later in zip(starts, [*starts[1:], starts[0]], strict=True)}

    assert gaps == {15 * MINUTE} if edition == U27 else gaps == {60 * MINUTE}
    assert all(each.setup.late_levels > 0 and each.setup.price.total <= 20_00 for each in recurring)
    kinds = {kind for each in schedule.series for kind in types_of(each.setup)}
    if edition == U27:
        assert kinds >= {TournamentType.SATELLITE, TournamentType.PROGRESSIVE_BOUNTY, TournamentType.RE_BUY}
