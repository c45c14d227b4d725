"""Practice opponents in a room: they play among people, and never in their way."""

from collections import Counter
from typing import Any

import pytest

from fairdeal.bots.style import STYLES
from fairdeal.cash.floor.commands import Join
from fairdeal.cash.table.commands import Leave
from fairdeal.cash.table.events import HandEnded, HandOpened, SatDown, SatOut
from fairdeal.kernel import HOUR, MINUTE, SECOND, Duration, MoneyKind, PlayerId
from fairdeal.play.events import Played
from fairdeal.room.cash.practice.partners import Practice, PracticeRefused, PracticeSettings
from fairdeal.room.settings import RoomSettings
from fairdeal.rulebook.clause import PW, U22, U26, U27, EditionId
from tests.room.evenings import Evening


def with_bots(evening: Evening, bots: int = 6, **more: Any) -> Practice:
    settings = PracticeSettings(bots_max=bots, stakes=(evening.stake,), lively=(evening.stake,), seed=3, **more)
    practice = Practice(evening.room, settings)
    practice.start()
    return practice


def at_tables(evening: Evening) -> dict[str, list[tuple[str, bool]]]:
    """Who sits where, and whether marked as a bot."""
    return {
        actor.stream: [(chair.player, chair.bot) for chair in actor.state.chairs if chair is not None]
        for actor in evening.room.registry
        if actor.hosted.prefix == "cash"
    }


@pytest.mark.parametrize("edition", [U22, U26, U27, PW])
def test_bots_play_by_themselves_are_marked_and_leave_seats_for_people(edition: EditionId) -> None:
    evening = Evening(edition)
    with_bots(evening, bots=10)
    evening.wait(10 * MINUTE)

    assert len(evening.all(HandEnded)) > 12
    assert all(event.bot for event in evening.all(SatDown))
    assert evening.all(SatOut) == []
    assert not [event for event in evening.all(Played) if event.rule is not None], "nobody timed out"
    # Where newcomers would wait for the big blind, tables are full, so that they get one of their own.
    most = 4 if evening.rules.may_post else 6
    assert [len(chairs) for chairs in at_tables(evening).values()] == [most]
    assert evening.room.fail_stop_report() == []


def test_there_are_no_bots_for_real_money() -> None:
    evening = Evening(U27, settings=RoomSettings(money=(MoneyKind.REAL, MoneyKind.TEST)))
    real = next(stake for stake, row in evening.room.cash.house.offered.items() if row.rules.money is MoneyKind.REAL)

    with pytest.raises(PracticeRefused) as refused:
        Practice(evening.room, PracticeSettings(stakes=(real,)))
    assert (refused.value.code, refused.value.rule) == ("bot_not_allowed", "X-144")

    # The door itself refuses too, whoever asks.
    evening.room.join(Join(PlayerId("bot-x"), real, None, bot=True), evening.answers.append)
    evening.wait()
    assert [(answer.code, answer.rule) for answer in evening.answers if answer is not None] == [
        ("bot_not_allowed", "X-144")
    ]


def test_a_stake_that_is_not_offered_is_refused() -> None:
    evening = Evening(U27)

    with pytest.raises(PracticeRefused, match="no such stake"):
        Practice(evening.room, PracticeSettings(stakes=("chess",)))  # type: ignore[arg-type]


def test_a_person_finds_a_seat_at_once() -> None:
    evening = Evening(U27)
    with_bots(evening)
    evening.wait(2 * MINUTE)
    evening.arrive("ann")

    assert evening.tables_of("ann") == 1


def test_a_person_is_dealt_in_within_ten_seconds() -> None:
    """Bots think as long as people do, but not while somebody waits for the hand to end."""
    for wait in range(60, 120, 7):  # in the middle of some hand
        evening = Evening(U27)
        with_bots(evening)
        evening.arrive("ann", seats=False)
        evening.wait(wait * SECOND)
        came = evening.clock.now()
        evening.room.join(Join(PlayerId("ann"), evening.stake, evening.rules.buy_in_max.value, post=True))
        evening.wait(30 * SECOND)
        stream = next(at for at, event in evening.events if isinstance(event, SatDown) and event.player == "ann")
        seat = next(event.seat for event in evening.all(SatDown) if event.player == "ann")
        hands = [event.open for at, event in evening.events if at == stream and isinstance(event, HandOpened)]
        dealt = min(hand.opened_at for hand in hands if hand.opened_at >= came and seat in hand.dealt.seats)

        assert dealt - came <= 10 * SECOND


def test_a_person_who_comes_first_gets_company() -> None:
    evening = Evening(U27)
    practice = Practice(evening.room, PracticeSettings(stakes=(evening.stake,), seed=1))
    evening.arrive("ann")
    assert evening.queue == ["ann"]
    practice.start()
    evening.wait(MINUTE)

    assert evening.tables_of("ann") == 1
    assert evening.all(HandEnded)


def test_bots_make_way_so_that_a_seat_stays_free() -> None:
    evening = Evening(U27)
    with_bots(evening, bots=40, hands=10_000)
    evening.wait(MINUTE)
    for people, name in enumerate(("ann", "ben", "cleo", "dora", "emil"), 1):
        evening.arrive(name)
        evening.wait(2 * MINUTE)
        assert evening.queue == []
        (chairs,) = at_tables(evening).values()
        assert [bot for _, bot in chairs].count(False) == people
        assert len(chairs) == 5, "one seat is free for the next"


def test_whoever_finds_no_seat_gets_a_table_at_once() -> None:
    """The hand at the first table may take its time."""
    evening = Evening(U27)
    with_bots(evening, bots=40, hands=10_000)
    evening.wait(MINUTE)
    evening.arrive("ann", "ben", "cleo", "dora")
    evening.wait(10 * SECOND)

    assert [evening.tables_of(name) for name in ("ann", "ben", "cleo", "dora")] == [1, 1, 1, 1]
    assert len(at_tables(evening)) == 2


def test_a_bot_gets_up_for_a_person_who_waits_where_no_more_bots_can_come() -> None:
    evening = Evening(U27)
    with_bots(evening, bots=4, hands=10_000)
    evening.wait(MINUTE)
    evening.arrive("ann", "ben", "cleo")
    evening.wait(3 * MINUTE)

    assert evening.queue == []
    assert [evening.tables_of(name) for name in ("ann", "ben", "cleo")] == [1, 1, 1]


def test_bots_go_home_when_the_last_person_does_and_stay_where_it_is_lively() -> None:
    evening = Evening(U27)
    other = next(stake for stake in evening.room.cash.house.offered if "/omaha/" in stake)
    practice = Practice(evening.room, PracticeSettings(stakes=(other,), lively=(evening.stake,), seed=2))
    practice.start()
    evening.stake, lively = other, evening.stake
    evening.arrive("ann")
    evening.wait(MINUTE)
    assert evening.tables_of("ann") == 1
    (table,) = (stream for stream, chairs in at_tables(evening).items() if ("ann", False) in chairs)
    evening.room.table(table.partition(":")[2], Leave(PlayerId("ann")))  # type: ignore[arg-type]
    evening.wait(3 * MINUTE)

    assert not any(bot.table == table.partition(":")[2] for bot in practice.bots)
    assert {bot.stake for bot in practice.bots if bot.table is not None} == {lively}


@pytest.mark.parametrize("edition", [U22, U26, U27, PW])
def test_everybody_is_dealt_in_within_ten_seconds_at_every_stake_for_the_fiftieth_time_too(edition: EditionId) -> None:
    """Visitors ask as *Play now* does, most at one stake, the others in every game; they act at once, for nobody can hurry them."""
    evening = Evening(edition)
    evening.thinking = Duration(100)
    offered = evening.room.cash.house.offered
    practice = Practice(evening.room, PracticeSettings(stakes=tuple(offered), lively=(evening.stake,), seed=5))
    practice.start()
    evening.wait(MINUTE)
    games = {(row.rules.family, row.rules.seats.value): stake for stake, row in offered.items()}
    wishes = [*games.values(), *[evening.stake] * 50]
    came = {}
    for number, stake in enumerate(wishes):
        evening.stake, player = stake, PlayerId(f"p{number}")
        evening.arrive(player, seats=False)
        came[player] = evening.clock.now()
        evening.room.join(Join(player, stake, evening.rules.buy_in_max.value, post=evening.rules.may_post))
    evening.wait(30 * SECOND)

    dealt = first_cards(evening)
    assert {
        player: wait for player, at in came.items() if (wait := dealt.get(player, 1 << 60) - at) > 10 * SECOND
    } == {}
    assert evening.room.fail_stop_report() == []


def first_cards(evening: Evening) -> dict[PlayerId, int]:
    """When each player was first dealt in."""
    chairs: dict[tuple[str, int], PlayerId] = {}
    found: dict[PlayerId, int] = {}
    for stream, event in evening.events:
        if isinstance(event, SatDown):
            chairs[stream, event.seat] = event.player
        elif isinstance(event, HandOpened):
            for seat in event.open.dealt.seats:
                found.setdefault(chairs[stream, seat], event.open.opened_at)
    return found


def test_bots_take_all_their_time_while_nobody_watches_and_wake_up_for_somebody_who_does() -> None:
    evening = Evening(U27)
    watchers: list[str] = []
    settings = PracticeSettings(stakes=(evening.stake,), lively=(evening.stake,), seed=3)
    practice = Practice(evening.room, settings, lambda: bool(watchers))
    practice.start()
    evening.wait(10 * MINUTE)
    slow = len(evening.all(Played))
    watchers.append("somebody")
    practice.wake()
    evening.wait(10 * MINUTE)

    assert len(evening.all(Played)) - slow > 3 * slow
    assert not [event for event in evening.all(Played) if event.rule is not None], "nobody timed out"


def test_bots_top_up_take_breaks_and_come_back() -> None:
    evening = Evening(U27)
    with_bots(evening, hands=8)
    evening.wait(HOUR // 2)

    sat_down = Counter(event.player for event in evening.all(SatDown))
    assert all(count >= 2 for count in sat_down.values())
    assert len(sat_down) == 6
    final = [chair for chair in evening.table.chairs if chair is not None]
    assert all(chair.stack > 0 or chair.pending_top_up > 0 for chair in final if chair.sit_out is None)


def test_the_same_seed_gives_the_same_evening() -> None:
    def told() -> list[str]:
        evening = Evening(U27)
        with_bots(evening)
        evening.wait(5 * MINUTE)
        return [f"{stream} {event}" for stream, event in evening.events if isinstance(event, HandEnded | SatDown)]

    assert told() == told()


def test_bots_take_up_their_seats_after_a_restart() -> None:
    evening = Evening(U27)
    with_bots(evening, hands=10_000)
    evening.wait(MINUTE)
    seated = at_tables(evening)
    evening.crash(10 * SECOND)
    with_bots(evening, hands=10_000)
    hands = len(evening.all(HandEnded))
    evening.wait(3 * MINUTE)

    assert {name for chairs in seated.values() for name, _ in chairs} <= {
        name for chairs in at_tables(evening).values() for name, _ in chairs
    }
    assert len(evening.all(HandEnded)) > hands + 3


def test_bots_play_on_where_they_sit_if_the_house_has_other_plans_after_a_restart() -> None:
    evening = Evening(U27)
    with_bots(evening, hands=10_000)
    evening.wait(MINUTE)
    evening.crash(10 * SECOND)
    omaha = next(stake for stake in evening.room.cash.house.offered if "/omaha/" in stake)
    practice = Practice(evening.room, PracticeSettings(stakes=(omaha,), lively=(omaha,), seed=3, hands=10))
    practice.start()
    hands = len(evening.all(HandEnded))
    evening.wait(40 * MINUTE)

    assert len(evening.all(HandEnded)) > hands + 3
    assert {bot.stake for bot in practice.bots if bot.table} == {omaha}, "and go home from there"
    assert evening.room.fail_stop_report() == []


def test_bots_that_are_sent_home_stay_there() -> None:
    evening = Evening(U27)
    practice = with_bots(evening, hands=5)
    evening.wait(20 * MINUTE)
    practice.stop()
    evening.wait(20 * MINUTE)

    assert all(bot.idle for bot in practice.bots)
    assert {bot.style for bot in practice.bots} == set(STYLES)
    evening.tell(Leave(PlayerId("bot-aino")))
    assert evening.answers[-1] is not None
