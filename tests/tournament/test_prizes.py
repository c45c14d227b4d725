"""Pools, guarantees, payouts to the cent, and structures as text."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import fairdeal.tournament
from fairdeal.bank.accounts import Purpose
from fairdeal.bank.fees import FREE_ROLL
from fairdeal.kernel import Cents, Chips
from fairdeal.tournament.director import commands as ms
from fairdeal.tournament.director.events import PrizesFixed, RegistrationClosed
from fairdeal.tournament.director.outcomes import PrizePaid
from fairdeal.tournament.director.prizes.payouts import (
    Prize,
    all_equal,
    money_prizes,
    row_for,
    satellite_prizes,
    share_pool,
    total,
)
from fairdeal.tournament.director.state import Status
from fairdeal.tournament.setup import Satellite
from fairdeal.tournament.structure import BadStructure, Level, parse_structure
from tests.steps import step_of
from tests.tournament.directing import PAYOUTS, POKER, Room, player, row

A, B, C = player(1), player(2), player(3)
SHIPPED = sorted((Path(fairdeal.tournament.__file__).parent / "structures").glob("*.toml"))

# ---- pools


@pytest.mark.rule("MTT-31b")
@pytest.mark.parametrize("edition", POKER)
def test_prizes_are_provisional_until_registration_closes(edition: str) -> None:
    room = Room(edition, late_levels=1)
    room.start(4)
    view = room.machine.view(room.state, None)
    assert view is not None
    assert not view.prizes_final
    assert [prize.money for prize in view.prizes] == [3600]

    room.enter(player(9))
    room.next_level()

    view = room.machine.view(room.state, None)
    assert view is not None
    assert view.prizes_final
    assert [prize.money for prize in view.prizes] == [2925, 1575]


@pytest.mark.rule("MTT-31a")
@pytest.mark.parametrize("edition", POKER)
def test_everybody_is_paid_what_the_lobby_showed(edition: str) -> None:
    room = Room(edition)
    room.start(12)
    view = room.machine.view(room.state, None)
    assert view is not None
    room.run()

    by_place = {room.place(who): room.entrant(who).prizes for who in room.state.entrants}
    assert [by_place[place] for place in range(1, 13)] == [5400, 3240, 2160] + [0] * 9
    assert [prize.money for prize in view.prizes] == [5400, 3240, 2160]


@pytest.mark.rule("MTT-60")
@pytest.mark.parametrize("edition", POKER)
@pytest.mark.parametrize(("guarantee", "pool", "overlay"), [(10_000, 10_000, 4600), (5_400, 5_400, 0), (100, 5_400, 0)])
def test_a_guarantee_is_reached_with_the_houses_money(edition: str, guarantee: int, pool: int, overlay: int) -> None:
    room = Room(edition, guarantee=Cents(guarantee))
    room.start(6)

    (event,) = room.of(PrizesFixed)
    assert (total(event.prizes), event.overlay) == (pool, overlay)
    assert event.rule == ("MTT-60" if overlay else "MTT-31b")
    assert room.balance(Purpose.PROMOTIONS) == -overlay
    room.run()
    room.check_money()


def test_money_the_house_adds_comes_on_top_but_not_on_top_of_a_guarantee() -> None:
    room = Room(guarantee=Cents(6000), added=Cents(1000))
    room.start(6)

    assert [event.overlay for event in room.of(PrizesFixed)] == [1000]


@pytest.mark.parametrize(("prizes", "overlay", "surplus"), [((3000,), 300, 0), ((1500, 500), 0, 700)])
def test_fixed_prizes_are_paid_whatever_was_paid_in(prizes: tuple[int, ...], overlay: int, surplus: int) -> None:
    room = Room(prizes=tuple(map(Cents, prizes)))
    room.start(3)

    (event,) = room.of(PrizesFixed)
    assert (event.overlay, event.surplus) == (overlay, surplus)
    room.run()
    room.check_money()
    assert room.balance(Purpose.FEES) == 300 + surplus


def test_a_tournament_without_prizes_still_has_a_winner() -> None:
    room = Room(price=FREE_ROLL)
    room.start(4)
    room.run()

    assert room.status() is Status.FINISHED
    assert sorted(room.place(who) for who in room.state.entrants) == [1, 2, 3, 4]


# ---- payouts


@given(pool=st.integers(1, 10**9), entries=st.integers(2, 200))
def test_prizes_add_up_to_the_pool_and_never_rise(pool: int, entries: int) -> None:
    prizes = share_pool(PAYOUTS, Cents(pool), entries)

    assert total(prizes) == pool
    assert [prize.value for prize in prizes] == sorted((prize.value for prize in prizes), reverse=True)
    assert len(prizes) <= entries


def test_the_first_place_gets_the_cents_that_are_left() -> None:
    prizes = share_pool((row(2, 40, 30, 30),), Cents(101), 3)

    assert [prize.money for prize in prizes] == [41, 30, 30]


def test_a_row_holds_from_its_number_of_entries_on() -> None:
    assert [row_for(PAYOUTS, entries).places for entries in (1, 2, 4, 5, 9, 10, 19, 20, 5000)] == [
        1, 1, 1, 2, 2, 3, 3, 5, 5,
    ]  # fmt: skip


def test_fewer_entrants_than_places_share_the_whole_pool() -> None:
    assert [prize.money for prize in share_pool((row(2, 60, 40),), Cents(1000), 1)] == [1000]


@pytest.mark.rule("MTT-63", proves="data")
@pytest.mark.parametrize(
    ("pool", "entries", "seats", "rest"),
    [(25_000, 30, 2, 5_000), (20_000, 30, 2, 0), (9_000, 30, 0, 9_000), (50_000, 3, 3, 20_000)],
)
def test_a_satellites_pool_is_seats_and_the_rest_in_money(pool: int, entries: int, seats: int, rest: int) -> None:
    prizes = satellite_prizes(Cents(pool), Cents(10_000), entries)

    assert sum(prize.ticket > 0 for prize in prizes) == seats
    assert sum(prize.money for prize in prizes) == rest
    assert total(prizes) == pool


def test_when_prizes_are_equal() -> None:
    prizes = money_prizes([50, 50, 50, 20])

    assert [all_equal(prizes, left) for left in (1, 2, 3, 4, 5)] == [True, True, True, False, False]
    assert not all_equal((Prize(Cents(5), Cents(10)), Prize(Cents(0), Cents(10))), 2)


# ---- structures


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_the_structures_we_ship_are_possible(path: Path) -> None:
    structure = parse_structure(path.read_text("utf-8"))

    assert structure.blinds is not None or structure.payouts
    for entries in (2, 3, 10, 100, 1_000, 10_000, 20_000):
        if structure.payouts:
            assert total(share_pool(structure.payouts, Cents(entries * 900), entries)) == entries * 900


def test_there_are_structures_for_every_kind() -> None:
    assert {path.stem.partition("-")[0] for path in SHIPPED} == {"levels", "payouts"}


def test_a_structure_is_read() -> None:
    structure = parse_structure(
        """
        name = "Mine"
        level_seconds = 90
        levels = [[5, 10, 0], [10, 20, 2]]
        [[payouts]]
        entries_min = 2
        percents = [62.5, { places = 1, percent = 37.5 }]
        """
    )

    assert structure.blinds is not None
    assert structure.blinds.levels[1] == Level(Chips(10), Chips(20), Chips(2))
    assert structure.blinds.level_time == 90_000
    assert [band.share for band in structure.payouts[0].bands] == [625_000, 375_000]


PAYOUT = "[[payouts]]\nentries_min = 2\npercents = [100]\n"


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("name = ", "not TOML"),
        ("", "name"),
        ('name = "x"\nlevels = []\nlevel_seconds = 60', "levels"),
        ('name = "x"\nlevels = [[1, 2]]\nlevel_seconds = 60', "level 1"),
        ('name = "x"\nlevels = [[2, 1, 0]]\nlevel_seconds = 60', "impossible blinds"),
        ('name = "x"\nlevels = [[0, 0, 0]]\nlevel_seconds = 60', "impossible blinds"),
        ('name = "x"\nlevels = [[5, 10, 0], [4, 8, 0]]\nlevel_seconds = 60', "lower than"),
        ('name = "x"\nlevels = [[1, 2, 0]]\nlevel_seconds = 0', "level_seconds"),
        ('name = "x"\nlevels = [[1, 2, 0]]', "level_seconds"),
        ('name = "x"\ncolour = "red"', "colour"),
        ('name = "x"\npayouts = 3', "payouts"),
        ('name = "x"\n[[payouts]]\nentries_min = 2\npercents = [99]', "100 percent"),
        ('name = "x"\n[[payouts]]\nentries_min = 2\npercents = [50, 60]', "100 percent"),
        ('name = "x"\n[[payouts]]\nentries_min = 2\npercents = [-1, 101]', "percentage"),
        ('name = "x"\n[[payouts]]\nentries_min = 2\npercents = [40, 60]', "later place"),
        ('name = "x"\n[[payouts]]\nentries_min = 2\npercents = [40, 30, 30]', "more places"),
        ('name = "x"\n[[payouts]]\nentries_min = 3\npercents = [100]', "two entries"),
        (f'name = "x"\n{PAYOUT}{PAYOUT}', "more entries"),
        ('name = "x"\n[[payouts]]\nentries_min = 2\npercents = [nan]', "percentage"),
        ('name = "x"\n[[payouts]]\nentries_min = 2\npercents = [{ places = 0, percent = 100 }]', "percentage"),
        ('name = "x"\n[[payouts]]\nentries_min = 2\npercents = [33.33333, 66.66667]', "percentage"),
    ],
)
def test_what_is_wrong_with_a_structure_is_told(text: str, fault: str) -> None:
    with pytest.raises(BadStructure) as told:
        parse_structure(text)

    assert told.value.code == "bad_structure"
    assert fault in str(told.value)


def test_all_faults_of_a_structure_are_told_at_once() -> None:
    with pytest.raises(BadStructure) as told:
        parse_structure("level_seconds = 0\nlevels = [[1]]\n[[payouts]]\nentries_min = 2\npercents = [1]")

    assert len(told.value.faults) == 4


@pytest.mark.rule("MTT-27a")
@pytest.mark.rule("MTT-39a")
def test_the_lobby_shows_a_player_what_is_theirs() -> None:
    room = Room()
    room.start(3)
    room.do(ms.SitOut(A))
    view = room.machine.view(room.state, A)

    assert view is not None
    assert view.own is not None
    assert (view.own.stack, view.own.entries, view.own.place) == (1000, 1, None)
    assert view.own.away is not None
    assert (view.level, view.remaining, view.tables) == (1, 3, 1)
    spectator = room.machine.view(room.state, None)
    assert spectator is not None
    assert spectator.own is None
    assert room.machine.view(None, A) is None


def test_the_row_of_the_lobby_changes_only_when_something_in_it_does() -> None:
    room = Room()
    room.enter(A, B, C)
    changes = []
    state = None
    room.start()
    room.do(room.report(room.orders()[0]))
    for event in room.events:
        change = room.machine.public_change(step_of(room.machine, state, event))
        changes.append((type(event).__name__, None if change is None else change.entries))
        state = room.machine.evolve(state, event)

    assert changes[:4] == [("Announced", 0), ("Entered", 1), ("Entered", 2), ("Entered", 3)]
    assert changes[-2:] == [("HandRecorded", None), ("HandOrdered", None)]


@pytest.mark.rule("MTT-63")
@pytest.mark.parametrize("edition", POKER)
def test_where_everybody_wins_an_entry_the_rest_of_the_pool_is_the_first_places(edition: str) -> None:
    room = Room(edition, satellite=Satellite(Cents(20_00), None), guarantee=Cents(65_00))
    room.start(2)

    room.bust(player(1), to=player(2))

    assert [(event.place, event.prize) for event in room.of(PrizePaid)] == [
        (2, Prize(Cents(0), Cents(20_00))),
        (1, Prize(Cents(25_00), Cents(20_00))),
    ]
    assert room.won(player(2)) == 25_00 - 10_00
    assert room.balance(Purpose.PRIZES) == 0
    room.check_money()


@pytest.mark.rule("MTT-32b")
@pytest.mark.parametrize("edition", POKER)
def test_where_all_entrants_have_a_paid_place_payouts_begin_only_when_somebody_is_out(edition: str) -> None:
    room = Room(edition, payouts=(row(2, 100), row(3, 50, 30, 20)), late_levels=3)
    room.start(3)
    assert room.of(RegistrationClosed) == room.of(PrizesFixed) == []  # three places, three entrants, nobody out
    room.enter(player(4))

    room.bust(player(1), to=player(2))

    assert [event.rule for event in room.of(RegistrationClosed)] == ["MTT-32b"]
    assert len(room.of(PrizesFixed)) == 1
