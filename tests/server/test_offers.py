"""What the house offers, changed while it plays: things open and close in order, tournaments follow, a restart keeps it."""

import asyncio
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from fairdeal.bank.house import StaffId
from fairdeal.cash.offer import StakeId
from fairdeal.cash.streams import table_stream
from fairdeal.casino.games.catalogue import BLACKJACK, ROULETTE
from fairdeal.kernel import MINUTE, SECOND, Cents, Duration, Instant, MoneyKind, PlayerId, TableId
from fairdeal.office.docket.commands import Ask, SetRoles, Sign
from fairdeal.office.papers import Paper
from fairdeal.office.roles import Role
from fairdeal.room.casino.house import CasinoSettings, CasinoTableSetup, VideoKind, VideoSource
from fairdeal.room.casino.paper import tables_text
from fairdeal.room.casino.table_file import parse_tables
from fairdeal.rulebook.clause import LC, U27
from fairdeal.rulebook.loader import published_edition
from fairdeal.server.auth.refused import Refused
from fairdeal.server.casino_tables import casino_settings
from fairdeal.server.office.forms.offer import OfferForm
from fairdeal.server.office.service import Office
from fairdeal.server.opening import RunningServer, open_server
from tests.server.live import Guest, listening, new_guest, play_passively, run, running, seat_all, settings_in, to_act
from tests.server.whole_house import WholeHouse

STAKE = StakeId(f"{U27}/test/texas/0.02-0.04/6")
CLOSED = f'closed = ["{STAKE}"]\n'
ONE, TWO = TableId("roulette-1"), TableId("roulette-2")
RITA, FRANK = StaffId("rita"), StaffId("frank")
TABLES = """
[[table]]
id = "roulette-1"
name = "Pirita"
game = "roulette"
money = "test"
bet_min = 1
bet_max = 50
"""
SECOND_TABLE = """
[[table]]
id = "roulette-2"
game = "roulette"
money = "test"
"""
AT_ONCE_TABLES = """
[[table]]
id = "roulette-1"
game = "roulette"
bet_max = {limit}
closed = {closed}
card_time = 0
first_card_time = 0
spin_time = 0

[[table]]
id = "roulette-2"
game = "roulette"
card_time = 0
first_card_time = 0
spin_time = 0
"""
EVENING = """
[[tournaments]]
key = "evening"
name = "Evening"
structure = "turbo"
game = "texas"
stack = 3000
buy_in = 5
seats = 6
every_minutes = 60
"""


async def put_in_force(opened: RunningServer, paper: Paper, text: str, request: str) -> None:
    """One asks, another signs."""
    desk = Office(opened.house, PlayerId(RITA))
    for staff, role in ((RITA, Role.FLOOR), (FRANK, Role.FINANCE)):
        await desk.send(SetRoles(staff, (role,), "test"))
    deed, edition = desk.prepared(OfferForm(paper=paper.value, text=text), None, None)
    seen = desk.dry_run(deed, edition, None).digest
    await desk.send(Ask(request, RITA, deed, edition, None, "quiet week", seen))
    assert text != opened.house.room.papers.text(paper)
    await desk.send(Sign(request, FRANK, seen))


def faults(opened: RunningServer, paper: Paper, text: str) -> list[tuple[int, str]]:
    found = opened.house.room.papers.readers[paper].faults(text)
    return [(each.line, each.problem) for each in found]


def table_of(opened: RunningServer, table: str) -> Any:
    actor = opened.house.room.registry.find(table_stream(TableId(table)))
    return None if actor is None else actor.state


async def seen(guest: Guest, kind: str) -> Any:
    return await guest.wire.until(lambda message: message["type"] == kind, 0)


@pytest.mark.rule("CASH-10")
def test_a_stake_that_is_closed_plays_its_hand_out_and_takes_nobody(tmp_path: Path) -> None:
    async def story() -> None:
        address = f"sqlite:///{tmp_path / 'room.db'}"
        async with running(settings_in(tmp_path, database=address, bots=False)) as opened:
            ann, bob, dag = [await new_guest(opened, name) for name in ("Ann", "Bob", "Dag")]
            table = await seat_all([ann, bob, dag], STAKE, 2_00)
            await to_act([ann, bob, dag])
            await put_in_force(opened, Paper.STAKES, CLOSED, "q1")
            assert table_of(opened, table).open is not None, "the hand goes on"
            assert STAKE not in opened.house.room.cash.house.offered
            refused = await (await new_guest(opened, "Cid")).wire.ask("join", stake=STAKE, buyIn=2_00)
            assert refused["told"]["code"] == "no_such_stake"
            playing = [asyncio.ensure_future(play_passively(each, table)) for each in (ann, bob, dag)]
            await seen(ann, "tableGone")
            assert opened.house.room.cash.tables_of(ann.player) == ()
            for each in playing:
                each.cancel()
            assert opened.house.room.fail_stop_report() == []
        async with running(settings_in(tmp_path, database=address, bots=False)) as opened:
            assert STAKE not in opened.house.room.cash.house.offered, "a restart keeps it"
            await put_in_force(opened, Paper.STAKES, "closed = []\n", "q2")
            guests = [await new_guest(opened, name) for name in ("Eve", "Fay", "Gil")]
            assert await seat_all(guests, STAKE, 2_00)

    run(story())


def test_faults_of_stakes_are_named_with_their_line(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(settings_in(tmp_path, bots=False)) as opened:
            assert faults(opened, Paper.STAKES, 'closed = [\n  "unibet-2.7/*/6",\n  "unibet-9/*",\n]\n') == [
                (3, "no rulebook here has a stake unibet-9/*")
            ]
            assert [line for line, _ in faults(opened, Paper.STAKES, "closed = [")] == [1]
            assert faults(opened, Paper.STAKES, '\nclosed = ["*"]') == [
                (2, "no stake is left: the lobby would be empty")
            ]
            assert [line for line, _ in faults(opened, Paper.STAKES, "\n\nopen = 1")] == [3]
            with pytest.raises(Refused, match="bad_paper"):
                await put_in_force(opened, Paper.STAKES, 'closed = ["*"]', "q1")

    run(story())


def test_casino_tables_open_change_and_close_and_a_restart_keeps_it(tmp_path: Path) -> None:
    file = tmp_path / "casino.toml"
    file.write_text(TABLES, "utf-8")

    async def story() -> None:
        address = f"sqlite:///{tmp_path / 'room.db'}"
        settings = settings_in(tmp_path, database=address, bots=False, casino=str(file))
        async with listening(await open_server(settings)) as opened:
            room = opened.house.room
            text = TABLES.replace("bet_max = 50", "bet_max = 40") + SECOND_TABLE
            effect = room.papers.readers[Paper.CASINO].effect(text)
            assert (effect.opens, effect.closes, effect.changes) == (("roulette-2",), (), ("Pirita",))
            await put_in_force(opened, Paper.CASINO, text, "q1")
            assert room.casino.house.machines[ONE].facts.limits.bet_max.value == 40_00
            ann = await new_guest(opened, "Ann")
            assert (await ann.wire.ask("visitCasino", table=TWO))["type"] == "done"

            assert faults(opened, Paper.CASINO, TABLES) == [
                (0, "table roulette-2 is missing: write closed = true to close it")
            ]
            other = TABLES.replace('game = "roulette"', 'game = "baccarat"') + SECOND_TABLE
            assert [line for line, _ in faults(opened, Paper.CASINO, other)] == [0]
            assert faults(opened, Paper.CASINO, TABLES.replace("game", "gam")) == [
                (5, "there is no setting gam; did you mean game?"),
                (2, "a table needs game"),
            ]
        async with listening(await open_server(settings)) as opened:
            setups = opened.house.room.casino.house.setups
            assert {table: setup.bet_max for table, setup in setups.items()} == {ONE: 40_00, TWO: None}

    run(story())


def test_a_round_is_played_out_by_the_settings_it_began_with() -> None:
    house = WholeHouse((CasinoTableSetup(table=ONE, game=ROULETTE), CasinoTableSetup(table=TWO, game=ROULETTE)))
    paper, lobby = house.room.papers.readers[Paper.CASINO], house.room.casino.lobby
    (session,) = house.people("Ann")
    client, wire = house.connect(session)

    def say(kind: str, **fields: Any) -> None:
        house.ask(client, {"type": kind, **fields})
        house.wait(SECOND)

    def limit() -> int:
        return house.room.casino.house.machines[ONE].facts.limits.bet_max.value

    say("watchCasino", on=True)
    say("watch", table=ONE)
    say("visitCasino", table=ONE)
    number = house.casino(ONE).round
    say("placeChip", table=ONE, round=number, spot="red", chip=100)
    say("confirmBets", table=ONE, round=number)
    before = limit()
    paper.take_up(AT_ONCE_TABLES.format(limit=40, closed="false"))
    assert (limit(), house.casino(ONE).phase) == (before, "betting"), "never in the middle of a round"
    while house.casino(ONE).round == number:
        house.wait()
    assert limit() == 40_00
    shown = [each["table"] for each in wire.came if each["type"] == "casinoTable"]
    assert [each["rules"]["limits"]["betMax"] for each in shown][-2:] == [before, 40_00]

    number = house.casino(ONE).round
    say("placeChip", table=ONE, round=number, spot="red", chip=100)
    say("confirmBets", table=ONE, round=number)
    paper.take_up(AT_ONCE_TABLES.format(limit=40, closed="true"))
    assert session.person.player in house.casino(ONE).guests
    while house.casino(ONE).guests:
        house.wait()
    house.wait()
    assert house.casino(ONE).round == number, "nothing is opened any more"
    assert [row.table for row in lobby.rows()] == [TWO]
    assert any(each["type"] == "tableGone" and each["table"] == ONE for each in wire.came)
    assert [[row["id"] for row in each["tables"]] for each in wire.came if each["type"] == "casinoLobby"][-1] == [TWO]
    say("visitCasino", table=ONE)
    assert wire.came[-1]["told"]["code"] == "table_closed"
    house.close()


def test_settings_written_as_a_paper_are_read_as_the_same() -> None:
    settings = casino_settings("", [published_edition(LC)], [MoneyKind.TEST], has_partners=True)
    video = VideoSource(VideoKind.HLS, "https://camera.test/a/live.m3u8", Instant(5))
    own = CasinoTableSetup(
        table=TableId("b"),
        game=BLACKJACK,
        dealer_hits_soft_17=True,
        bet_min=Cents(2_50),
        closed=True,
        video=video,
        dealer_time=Duration(20 * MINUTE),
    )
    tables = (*settings.tables, own)

    assert parse_tables(tables_text(replace(settings, tables=tables))).tables == tables
    assert len(tables) == 5
    assert parse_tables(tables_text(CasinoSettings())).tables == ()


def test_the_schedule_of_the_desk_is_announced_at_once_and_after_a_restart(tmp_path: Path) -> None:
    async def story() -> None:
        address = f"sqlite:///{tmp_path / 'room.db'}"
        async with running(settings_in(tmp_path, database=address, bots=False)) as opened:
            reader = opened.house.room.papers.readers[Paper.SCHEDULE]
            assert reader.effect(EVENING).opens == ("Evening",)
            assert faults(opened, Paper.SCHEDULE, EVENING.replace("turbo", "none"))[0][0] == 5
            await put_in_force(opened, Paper.SCHEDULE, EVENING, "q1")
            names = await announced(opened)
            assert names == {"Evening"}
        async with running(settings_in(tmp_path, database=address, bots=False)) as opened:
            schedules = opened.house.schedules
            assert schedules is not None
            (edition, *_) = opened.house.editions
            found = schedules.read(edition, MoneyKind.TEST)
            assert found is not None
            assert [series.key for series in found.series] == ["evening"]

    run(story())


async def announced(opened: RunningServer) -> set[str]:
    """The names of tournaments that are announced, once there are some."""
    lobby = opened.house.room.tournaments.lobby
    while not (rows := lobby.rows(opened.house.clock.now())):
        await asyncio.sleep(0)
    return {row.setup.name for row in rows}
