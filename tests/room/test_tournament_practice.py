"""Practice partners in tournaments: company within seconds, full fields by the clock, and nothing that grows."""

import pytest

from fairdeal.bank.house import StaffId
from fairdeal.bank.purse.commands import CreditPlayer
from fairdeal.hexapro.lobby import commands as hexapro
from fairdeal.hexapro.lobby.events import GameEnded, GameStarted
from fairdeal.kernel import HOUR, MINUTE, SECOND, MoneyKind, PlayerId, units_of
from fairdeal.play.events import Played
from fairdeal.room.cash.practice.partners import PREFIX
from fairdeal.room.settings import RoomSettings
from fairdeal.room.tournament.practice.partners import TournamentPractice
from fairdeal.room.tournament.practice.pool import partner_name
from fairdeal.rulebook.clause import PW, U27, EditionId
from fairdeal.tournament.director import commands as ms
from fairdeal.tournament.director import events as ev
from fairdeal.tournament.director.outcomes import Finished
from fairdeal.tournament.director.state import Extra, Status, Tournament
from fairdeal.tournament.orders import director_stream
from fairdeal.tournament.programme.schedule import NO_SCHEDULE
from tests.room.demo_days import NOON, DemoDay
from tests.room.evenings import Evening


def is_partner(player: str) -> bool:
    return player.startswith(PREFIX)


def open_sit_and_go(day: DemoDay, seats: int) -> Tournament:
    found = [state for state in day.tournaments(Status.ANNOUNCED) if state.setup.sit_and_go]
    return min((state for state in found if state.setup.seats == seats), key=lambda state: state.setup.price.total)


def played_to_the_end(day: DemoDay, state: Tournament, most: int = 3 * HOUR) -> Tournament:
    until = day.clock.now() + most
    while not day.state(state.id).over and day.clock.now() < until:
        day.wait(MINUTE)
    return day.state(state.id)


# ---- company


@pytest.mark.parametrize("games", [1, 3])
def test_a_hexapro_game_starts_within_ten_seconds(games: int) -> None:
    day = DemoDay(U27, lambda _edition, _money: NO_SCHEDULE)
    day.arrive("ann")
    for _ in range(5):
        came, before = day.clock.now(), len(day.all(GameStarted))
        day.register_hexapro("ann", games)
        day.wait(10 * SECOND)
        started = day.all(GameStarted)[before:]

        assert len(started) == games
        assert max(at for at, _, _ in started) - came <= 10 * SECOND
        for _, _, event in started:
            assert [is_partner(player) for player in sorted(event.players)] == [False, True, True]


def test_a_hexapro_game_with_partners_is_played_to_its_end() -> None:
    day = DemoDay(U27, lambda _edition, _money: NO_SCHEDULE)
    day.arrive("ann")
    day.register_hexapro("ann")
    day.wait(30 * MINUTE)

    ((_, _, ended),) = day.all(GameEnded)
    assert not ended.cancelled
    assert not [event for _, _, event in day.all(Played) if event.rule is not None], "nobody let time run out"
    day.checks.finish(day.room)
    assert day.checks.faults == []


def test_partners_leave_a_hexapro_game_that_nobody_waits_for() -> None:
    day = DemoDay(U27, lambda _edition, _money: NO_SCHEDULE)
    day.arrive("ann")
    lobby = day.register_hexapro("ann")
    day.wait(50)
    while len(day.room.registry.actor(lobby).state.filling[0].players) < 2:
        day.wait(50)
    day.room.registry.send(lobby, hexapro.Unregister(PlayerId("ann")))
    day.wait(10 * SECOND)

    assert day.all(GameStarted) == []
    assert day.room.registry.actor(lobby).state.filling == ()
    assert not any(partner.engaged for partner in day.practice.pool)


def test_two_people_in_one_lobby_play_each_other_and_one_partner() -> None:
    day = DemoDay(U27, lambda _edition, _money: NO_SCHEDULE)
    day.arrive("ann", "ben")
    day.register_hexapro("ann")
    day.register_hexapro("ben")
    day.wait(10 * SECOND)

    ((_, _, started),) = day.all(GameStarted)
    assert [player for player in started.players if not is_partner(player)] == ["ann", "ben"]


@pytest.mark.parametrize(("edition", "seats"), [(U27, 2), (U27, 5), (PW, 6)])
def test_a_sit_and_go_fills_within_thirty_seconds_and_the_next_one_opens(edition: EditionId, seats: int) -> None:
    day = DemoDay(edition)
    day.arrive("ann")
    state = open_sit_and_go(day, seats)
    came = day.clock.now()
    assert day.register(state.id, "ann") is None
    day.wait(30 * SECOND)

    started = [at for at, stream, _ in day.all(ev.Started) if stream == director_stream(state.id)]
    assert [at - came <= 30 * SECOND for at in started] == [True]
    following = open_sit_and_go(day, seats)
    assert (following.setup.price, following.entries) == (state.setup.price, 0)

    ended = played_to_the_end(day, state)
    assert ended.status is Status.FINISHED
    assert day.checks.faults == []


def test_partners_leave_a_sit_and_go_that_nobody_waits_for() -> None:
    day = DemoDay(U27)
    day.arrive("ann")
    state = open_sit_and_go(day, 5)
    assert day.register(state.id, "ann") is None
    day.wait(5 * SECOND)
    assert 1 < day.state(state.id).entries < 5
    day.room.tournaments.send(state.id, ms.Unregister(PlayerId("ann")))
    day.wait(10 * SECOND)

    assert day.state(state.id).entries == 0
    assert day.state(state.id).status is Status.ANNOUNCED


# ---- tournaments by the clock


def next_field(day: DemoDay) -> Tournament:
    """The next tournament by the clock, once it has started."""
    state = min(
        (state for state in day.tournaments(Status.ANNOUNCED) if state.starts_at is not None),
        key=lambda state: state.starts_at or 0,
    )
    assert state.starts_at is not None
    day.wait(state.starts_at - day.clock.now() + SECOND)
    return day.state(state.id)


@pytest.mark.parametrize("minute", [0, 15, 30, 45])
def test_every_quarter_of_an_hour_a_full_field_starts_and_plays_to_its_end(minute: int) -> None:
    day = DemoDay(U27, start=NOON + (minute - 10) * MINUTE)
    state = next_field(day)
    assert state.starts_at == NOON + minute * MINUTE
    assert state.status is Status.RUNNING
    assert 30 <= state.entries <= 90
    assert state.registration_open

    day.arrive("ann")
    day.wait(2 * MINUTE)
    assert day.register(state.id, "ann") is None, "a visitor enters late"
    ended = played_to_the_end(day, state)

    assert ended.status is Status.FINISHED
    assert 40 <= ended.entries <= 130, "some came again"
    assert not [event for _, _, event in day.all(Played) if event.rule is not None], "nobody let time run out"
    purchases = [bought.extra for entrant in ended.entrants.values() for bought in entrant.purchases]
    if ended.setup.re_buy is not None:
        assert 0 < purchases.count(Extra.RE_BUY) < 3 * ended.entries
        assert 0 < purchases.count(Extra.ADD_ON) < ended.entries
    assert day.checks.faults == []
    assert day.room.fail_stop_report() == []


def test_partners_come_back_and_play_on_after_a_restart() -> None:
    day = DemoDay(U27, start=NOON - 10 * MINUTE)
    state = next_field(day)
    day.wait(10 * MINUTE)
    before = day.state(state.id)
    day.arrive("ann")
    sit_and_go = open_sit_and_go(day, 5)
    assert day.register(sit_and_go.id, "ann") is None
    day.wait(3 * SECOND)
    day.crash(2 * MINUTE)

    day.wait(30 * SECOND)
    assert day.state(sit_and_go.id).status is Status.RUNNING
    assert day.state(state.id).chips >= before.chips
    ended = played_to_the_end(day, before)

    assert ended.status is Status.FINISHED
    assert ended.remaining == 0
    assert day.checks.faults == []
    assert len(day.practice.pool) == len({partner.player for partner in day.practice.pool})


def test_in_a_quiet_room_one_tournament_is_played_at_a_time_and_the_rest_leaves_no_trace() -> None:
    day = DemoDay(U27, start=NOON - 10 * MINUTE)
    day.watched = False
    day.wait(40 * MINUTE)
    fields = []
    for _ in range(4 * 12):
        day.wait(5 * MINUTE)
        by_clock = [state for state in day.tournaments() if not state.setup.sit_and_go and not state.over]
        fields.append(sum(state.entries > 0 for state in by_clock))
        rows = day.room.tournaments.lobby.rows(day.clock.now())
        assert [row.setup.name for row in rows if row.summary.status is Status.CANCELLED] == []
        assert any(row.summary.registration_open and row.summary.starts_at is not None for row in rows)

    assert max(fields[12:]) == 1
    assert fields[12:].count(0) <= 4, "hardly ever nothing is played"
    assert len(day.all(Finished)) >= 2


def test_who_comes_into_a_quiet_room_finds_a_tournament_that_fills() -> None:
    day = DemoDay(U27, start=NOON - 10 * MINUTE)
    day.watched = False
    day.wait(3 * HOUR + 10 * MINUTE)
    assert day.practice.is_quiet
    day.watched = True
    day.practice.wake()
    day.wait(14 * MINUTE)

    starting = [state for state in day.tournaments() if state.starts_at == NOON + 3 * HOUR + 15 * MINUTE]
    assert [30 <= state.entries <= 90 for state in starting] == [True]


def test_late_comers_are_others_than_those_who_are_out_already() -> None:
    day = DemoDay(U27, start=NOON + 5 * MINUTE)  # the next is the one without re-entries
    state = next_field(day)
    assert state.setup.re_entries == 0
    day.wait(12 * MINUTE)
    late = day.state(state.id)

    assert late.remaining < late.entries == len(late.entrants)
    assert late.entries > state.entries * 1.1
    assert day.practice.company.refused == 0


# ---- bounds


def test_partners_have_a_fixed_number_of_names_which_are_used_again() -> None:
    day = DemoDay(U27, partners_max=60, start=NOON - 10 * MINUTE)
    day.wait(2 * HOUR)
    entered = {event.player for _, _, event in day.all(ev.Entered)}

    assert len(entered) <= 60
    assert len(day.all(ev.Entered)) > 150
    assert len({partner_name(number) for number in range(5_000)}) == 5_000
    assert day.checks.faults == []


def test_partners_that_are_done_rest_and_tables_that_are_gone_are_forgotten() -> None:
    day = DemoDay(U27, lambda _edition, _money: NO_SCHEDULE)
    day.arrive("ann")
    for _ in range(3):
        day.register_hexapro("ann", 2)
        day.wait(40 * MINUTE)

    assert [partner.player for partner in day.practice.pool if partner.engaged] == []
    assert day.practice.tables.watched == 0
    assert len(day.practice.pool) <= 8


def test_there_are_no_partners_where_real_money_is_played_for() -> None:
    evening = Evening(U27, settings=RoomSettings(money=(MoneyKind.REAL, MoneyKind.TEST)))
    practice = TournamentPractice(evening.room)
    practice.start()
    lobbies = evening.room.tournaments.house.lobbies
    for money in MoneyKind.REAL, MoneyKind.TEST:
        stream = next(stream for stream in lobbies if stream.endswith(f"/hexapro/1.00/{money.value}"))
        rules = lobbies[stream].rules
        evening.arrive("ann", seats=False)
        wallet = rules.director.wallet(PlayerId("ann"))
        evening.room.purse(PlayerId("ann"), CreditPlayer(wallet, units_of(rules.buy_in.value), StaffId("x"), "to play"))
        evening.wait()
        evening.room.registry.send(stream, hexapro.Register(PlayerId("ann"), 1, rules.buy_in.value))
    evening.wait(30 * SECOND)

    started = [(stream, event) for stream, event in evening.events if isinstance(event, GameStarted)]
    assert [stream.rpartition("/")[2] for stream, _ in started] == ["test"]
    assert practice.has_partners(MoneyKind.TEST)
    assert not practice.has_partners(MoneyKind.REAL)
