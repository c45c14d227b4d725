"""Tournaments in the room as it is wired: the programme, the lobby, crashes, and what only the whole room shows."""

import re
from pathlib import Path
from typing import Any

import pytest

from fairdeal.bank.accounts import Purpose
from fairdeal.bank.holds.commands import PlaceHold
from fairdeal.bank.holds.state import HoldKind
from fairdeal.bank.house import StaffId
from fairdeal.bank.wallet import table_wallet
from fairdeal.hexapro.lobby.commands import Register
from fairdeal.hexapro.lobby.events import AlertRaised, GameEnded
from fairdeal.kernel import (
    DAY,
    HOUR,
    MINUTE,
    SECOND,
    Cents,
    Duration,
    MoneyKind,
    PlayerId,
    Rejection,
    TournamentId,
    Units,
)
from fairdeal.room.settings import RoomSettings
from fairdeal.room.tournament.codecs import DIRECTOR_EVENTS, LOBBY_EVENTS
from fairdeal.room.tournament.house import TournamentSettings
from fairdeal.room.tournament.lobby import TournamentRow
from fairdeal.room.tournament.offer import shipped_structures, standard_schedule
from fairdeal.rulebook.clause import PW, U22, U26, U27, EditionId
from fairdeal.rulebook.loader import published_edition
from fairdeal.rulebook.schema.choices import TournamentType
from fairdeal.runtime.ports import Answer
from fairdeal.testing.tournaments.plan import MAIN, TournamentPlan, bill
from fairdeal.testing.tournaments.simulation import TournamentRun
from fairdeal.tournament.director import commands as ms
from fairdeal.tournament.director.events import BreakSkipped, LevelStarted, PauseCalled
from fairdeal.tournament.director.state import Status, Tournament
from fairdeal.tournament.orders import director_stream
from fairdeal.tournament.programme.schedule_text import parse_schedule
from fairdeal.tournament.programme.state import Programme, programme_stream
from fairdeal.zones import database_zone

POKER = (U22, U26, U27, PW)
GUIDE = Path(__file__).parents[2] / "docs" / "tournaments.md"


def night(edition: EditionId = U27, entrants: int = 6, *, standard: bool = False, **plan: Any) -> TournamentRun:
    """A room with people in it, in which nothing is announced unless the standard schedule is."""
    settings = RoomSettings(tournaments=TournamentSettings(schedule=standard_schedule)) if standard else None
    found = TournamentPlan(kind="freezeout", entrants=entrants, seed=4, edition=published_edition(edition), **plan)
    run = TournamentRun(found, settings)
    run.begin()
    return run


def tell(run: TournamentRun, tournament: TournamentId, command: Any) -> Answer:
    """Tell a director something and hear what came of it."""
    answers: list[Answer] = []
    assert run.room is not None
    run.room.tournaments.send(tournament, command, answers.append)
    run.advance(SECOND)
    (answer,) = answers
    return answer


def rows(run: TournamentRun) -> tuple[TournamentRow, ...]:
    assert run.room is not None
    return run.room.tournaments.lobby.rows(run.clock.now())


def programme(run: TournamentRun) -> Programme:
    assert run.room is not None
    state: Programme = run.room.registry.actor(programme_stream(run.plan.edition.id, MoneyKind.TEST)).state
    return state


def state_of(run: TournamentRun, tournament: TournamentId = MAIN) -> Tournament:
    assert run.room is not None
    state = run.room.tournaments.find(tournament)
    assert state is not None
    return state


def announced(run: TournamentRun, *players: str) -> None:
    """The tournament of the plan, entered by those players."""
    assert run.room is not None
    (billed,) = bill(run.plan, run.clock.now(), run.people.players)
    run.room.tournaments.announce(billed.setup, MAIN)
    run.advance(SECOND)
    for name in players:
        assert tell(run, MAIN, ms.Register(PlayerId(name))) is None


def balance(run: TournamentRun, purpose: Purpose) -> int:
    return sum(run.store.accounts(purpose).values())


# ---- the programme


@pytest.mark.rule("MTT-61")
@pytest.mark.parametrize("edition", POKER)
def test_there_is_one_open_sit_and_go_for_every_price_the_edition_prints(edition: EditionId) -> None:
    run = night(edition, standard=True)
    wanted = [series for series in programme(run).schedule.series if series.recurrence is None]
    sit_and_gos = [row for row in rows(run) if TournamentType.SIT_AND_GO in row.types]
    assert sorted(str(row.setup.price) for row in sit_and_gos) == sorted(str(series.setup.price) for series in wanted)

    first = min(sit_and_gos, key=lambda row: (row.setup.seats, row.setup.price.total))
    for number in range(first.setup.seats):
        assert tell(run, first.tournament, ms.Register(PlayerId(f"p{number:05}"))) is None

    after = [row for row in rows(run) if row.setup == first.setup]
    assert [row.summary.status for row in after if row.tournament == first.tournament] == [Status.RUNNING]
    assert [row.summary.entries for row in after if row.tournament != first.tournament] == [0]


@pytest.mark.rule("MTT-26a")
@pytest.mark.parametrize("edition", POKER)
def test_scheduled_tournaments_are_announced_a_day_ahead_every_day(edition: EditionId) -> None:
    run = night(edition, standard=True)
    series = [each for each in programme(run).schedule.series if each.recurrence is not None]
    starts = [each.starts_at for each in programme(run).listed if each.starts_at is not None]
    assert len(starts) == len(series)
    assert all(run.clock.now() < start <= run.clock.now() + DAY for start in starts)

    run.advance(DAY)

    later = [each.starts_at for each in programme(run).listed if each.starts_at is not None]
    assert later == [start + DAY for start in starts]  # nobody came, so the first ones were cancelled (MTT-37)


def test_a_schedule_survives_a_crash_and_announces_nothing_twice() -> None:
    run = night(standard=True)
    before = programme(run).listed

    run.crash()
    run.advance(15 * MINUTE)

    assert programme(run).listed == before


@pytest.mark.parametrize("edition", [U26, U27])
def test_the_schedule_of_the_guide_runs(edition: EditionId) -> None:
    """It is a Tuesday at six in the evening, UTC: the next start of a series is on Friday at eight in Tallinn."""
    run = night(edition)
    assert run.room is not None
    guide = re.findall(r"```toml\n(.*?)```", GUIDE.read_text("utf-8"), re.DOTALL)[0]
    schedule = parse_schedule(guide, run.plan.edition, MoneyKind.TEST, shipped_structures(), zones=database_zone)
    run.room.tournaments.publish(edition, MoneyKind.TEST, schedule, "floor")
    run.advance(SECOND)
    assert [each for each in programme(run).listed if each.series == "nightly"] == []

    run.advance(2 * DAY + 12 * HOUR)  # twelve hours before it starts
    (nightly,) = [each for each in programme(run).listed if each.series == "nightly"]
    assert nightly.starts_at == run.clock.now() - run.clock.now() % HOUR + 12 * HOUR
    for number in range(6):
        assert tell(run, nightly.tournament, ms.Register(PlayerId(f"p{number:05}"))) is None
    run.advance(12 * HOUR)

    assert state_of(run, nightly.tournament).started_at == nightly.starts_at


# ---- the lobby


def test_the_lobby_follows_a_tournament_from_its_announcement_to_its_end() -> None:
    run = night(entrants=6)
    announced(run, *(f"p{number:05}" for number in range(6)))
    (row,) = rows(run)
    assert (row.tournament, row.summary.status, row.summary.entries) == (MAIN, Status.ANNOUNCED, 6)
    assert (row.summary.pool, row.summary.paid_places, row.summary.prizes_final) == (6 * 900, 2, False)
    assert row.summary.average_stack == 0

    run.advance(HOUR + 30 * SECOND)
    (row,) = rows(run)
    assert (row.summary.status, row.summary.tables, row.summary.level) == (Status.RUNNING, 1, 1)
    assert row.summary.average_stack == row.summary.entries * 1500 // row.summary.remaining
    assert row.summary.break_due == state_of(run).starts_at + 55 * MINUTE  # type: ignore[operator]
    assert row.summary.prizes_final

    while state_of(run).status is Status.RUNNING:
        run.advance(MINUTE)
    (row,) = rows(run)
    assert (row.summary.status, row.summary.remaining) == (Status.FINISHED, 0)
    assert row.summary.paid_in == 6 * 900
    won = {player: entrant.prizes for player, entrant in state_of(run).entrants.items()}
    assert row.summary.winner == max(won, key=won.__getitem__)

    run.advance(12 * MINUTE)
    assert rows(run) == ()
    assert programme(run).listed == ()
    run.checks.finish(run.room)
    assert run.checks.faults == []


# ---- refusals


@pytest.mark.rule("MTT-32c")
def test_what_is_refused_costs_nothing() -> None:
    run = night()
    announced(run, "p00001")
    before = run.checks.balances()

    refused = [
        tell(run, MAIN, ms.Register(PlayerId("p00001"))),
        tell(run, MAIN, ms.Register(PlayerId("p00002"), Cents(777))),
        tell(run, MAIN, ms.Register(PlayerId("p00002"), ticket="none")),
        tell(run, TournamentId("NONE"), ms.Register(PlayerId("p00002"))),
        tell(run, MAIN, ms.Cancel("", "")),
    ]

    codes = ["already_entered", "wrong_buy_in", "no_such_ticket", "no_such_tournament", "reason_missing"]
    assert [answer.code for answer in refused if answer is not None] == codes
    assert run.checks.balances() == before


def test_who_cannot_pay_does_not_enter() -> None:
    run = night()
    assert run.room is not None
    run.room.open_purse(PlayerId("poor"))
    announced(run)

    answer = tell(run, MAIN, ms.Register(PlayerId("poor")))

    assert answer is not None
    assert answer.code == "insufficient_funds"
    assert state_of(run).entries == 0


# ---- cancelling


@pytest.mark.rule("CANC-53b")
def test_a_dry_run_shows_what_the_commit_then_pays() -> None:
    run = night(entrants=6, seats=6)
    announced(run, *(f"p{number:05}" for number in range(6)))
    run.advance(HOUR + 20 * SECOND)
    assert run.room is not None
    command = ms.Cancel("floor", "water in the cellar")
    plan = run.room.tournaments.dry_run(MAIN, command)
    assert not isinstance(plan, Rejection)
    poker = run.plan.edition.poker
    assert poker is not None
    wallets = [table_wallet(poker.wallet, MoneyKind.TEST, payout.player) for payout in plan.payouts]
    before = run.store.balances(wallets)

    assert tell(run, MAIN, command) is None

    after = run.store.balances(wallets)
    assert [after[wallet] - before[wallet] for wallet in wallets] == [payout.amount * 100 for payout in plan.payouts]
    assert plan.total > 0
    assert [balance(run, purpose) for purpose in (Purpose.PRIZES, Purpose.ENTRY_FEES)] == [0, 0]
    told = run.room.tournaments.dry_run(TournamentId("NONE"), command)
    assert isinstance(told, Rejection)


def test_a_review_keeps_back_winnings_of_a_cancelled_tournament_in_the_same_commit() -> None:
    run = night(entrants=6)
    suspect = PlayerId("p00002")
    announced(run, *(f"p{number:05}" for number in range(6)))
    assert run.room is not None
    books = run.room.tournaments.house.rules_of(state_of(run).setup).books(MAIN, "multi_table")
    wallet = books.wallet(suspect)
    hold = PlaceHold("H1", HoldKind.REVIEW, wallet, Units(0), StaffId("desk"), "odd play")
    run.room.registry.send(books.holds(suspect), hold)
    run.advance(HOUR + 20 * SECOND)
    before = run.store.balances([wallet])[wallet]
    plan = run.room.tournaments.dry_run(MAIN, ms.Cancel("floor", "x"))
    assert not isinstance(plan, Rejection)
    payout = next(each for each in plan.payouts if each.player == suspect)

    assert tell(run, MAIN, ms.Cancel("floor", "x")) is None

    assert run.store.balances([wallet])[wallet] - before == payout.from_fees * 100
    assert balance(run, Purpose.HOLD) == payout.prize * 100 > 0
    assert balance(run, Purpose.PRIZES) == 0


# ---- crashes


@pytest.mark.rule("MTT-50")
@pytest.mark.parametrize("edition", [U22, U26, U27])
def test_a_crash_rolls_hands_back_and_shifts_the_level_by_the_outage(edition: EditionId) -> None:
    run = night(edition, entrants=6)
    announced(run, *(f"p{number:05}" for number in range(6)))
    run.advance(HOUR + 20 * SECOND)
    before = state_of(run)
    chips = before.chips
    assert before.clock.level_ends is not None

    run.crash()
    while run.room is None:
        run.advance(SECOND)
    run.advance(SECOND)

    after = state_of(run)
    assert after.clock.level_ends is not None
    assert after.clock.level == before.clock.level
    assert after.clock.level_ends > before.clock.level_ends
    assert (after.chips, after.entries) == (chips, before.entries)
    orders = [table.order for table in after.floor.tables.values()]
    assert [order.attempt for order in orders if order is not None] == [2]


def test_a_tournament_that_died_with_its_last_commit_is_closed_by_the_next_process() -> None:
    run = night(entrants=2, seats=2)
    announced(run, "p00000", "p00001")
    run.advance(HOUR)
    while state_of(run).status is Status.RUNNING:
        run.advance(10)
    assert not state_of(run).closed

    run.crash()
    run.advance(20 * MINUTE)

    assert state_of(run).closed
    assert programme(run).listed == ()


@pytest.mark.rule("HEXA-17")
@pytest.mark.parametrize("edition", [U22, U26, U27])
@pytest.mark.parametrize(("down", "settled"), [(81 * DAY, False), (89 * DAY + 12 * HOUR, True)])
def test_a_hexapro_game_that_stood_still_is_reported_and_decided_before_ninety_days_are_over(
    edition: EditionId, down: int, *, settled: bool
) -> None:
    run = TournamentRun(TournamentPlan(kind="hexapro", entrants=3, seed=4, edition=published_edition(edition)))
    room, lobby = run.begin(), run.hexapro().stream
    for player in run.people.players:
        room.registry.send(lobby, Register(player, 1, run.hexapro().buy_in.value))
    run.advance(5 * SECOND)
    (game,) = room.registry.actor(lobby).state.running

    run.crash(Duration(down))
    run.advance(down + HOUR)

    events = [LOBBY_EVENTS.decode(data) for _, _, data in run.store.entries(lobby)]
    (alert,) = [event for event in events if isinstance(event, AlertRaised)]
    (ended,) = [event for event in events if isinstance(event, GameEnded)]
    assert (alert.rule, ended.cancelled) == ("HEXA-17", settled)
    assert ended.at < game.started_at + 90 * DAY
    assert state_of(run, game.tournament).status is (Status.CANCELLED if settled else Status.FINISHED)
    assert [balance(run, purpose) for purpose in (Purpose.PRIZES, Purpose.ENTRY_FEES)] == [0, 0]
    assert sum(finish.prize for finish in ended.finishes) > 0


@pytest.mark.rule("MTT-47c")
@pytest.mark.parametrize("crashes", [False, True])
def test_level_one_that_ends_at_the_minute_of_the_break_is_over_when_the_break_is_called(*, crashes: bool) -> None:
    """It starts at ten to, and levels last five minutes."""
    run = night(entrants=30, minute=50)
    announced(run, *(f"p{number:05}" for number in range(30)))
    starts_at = state_of(run).starts_at
    assert starts_at is not None
    run.advance(starts_at + 4 * MINUTE - run.clock.now())
    if crashes:
        run.crash(Duration(SECOND))

    run.advance(3 * MINUTE)

    written = [DIRECTOR_EVENTS.decode(data) for _, _, data in run.store.entries(director_stream(MAIN))]
    told = [event for event in written if isinstance(event, LevelStarted | PauseCalled | BreakSkipped)]
    if crashes:  # our downtime does not count, so level one lasts a second longer, and there is no break in it
        assert [type(event) for event in told] == [BreakSkipped, LevelStarted]
    else:
        assert [type(event) for event in told] == [LevelStarted, PauseCalled]
