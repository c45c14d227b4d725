"""The schedule a server publishes: the demo's or the operator's, whose file may change while the server runs."""

import asyncio
import os
from pathlib import Path
from typing import Any

import pytest

from fairdeal.hexapro.lobby.events import GameStarted
from fairdeal.kernel import MINUTE, Instant, MoneyKind
from fairdeal.rulebook.clause import PW, U27, EditionId
from fairdeal.rulebook.loader import published_edition
from fairdeal.runtime.actor import Actor
from fairdeal.server.opening import open_server
from fairdeal.server.schedules import Schedules
from fairdeal.server.settings import BadSettings
from fairdeal.tournament.programme.schedule import Schedule
from fairdeal.tournament.programme.state import Programme, programme_stream
from tests.server.live import listening, new_guest, run, settings_in

EDITIONS = [published_edition(U27), published_edition(PW)]
TEXT = """
[[tournaments]]
key = "evening"
structure = "turbo"
game = "texas"
seats = 9
stack = 3000
buy_in = 5
starts = ["20:00"]
"""


class Published:
    """Notes what is published."""

    def __init__(self) -> None:
        self.stacks: dict[EditionId, list[int]] = {}

    def __call__(self, edition: EditionId, _money: MoneyKind, schedule: Schedule) -> None:
        self.stacks[edition] = [series.setup.stack for series in schedule.series]


def written(file: Path, text: str, at: int) -> None:
    """Save a file as if at a certain second."""
    file.write_text(text, "utf-8")
    os.utime(file, (at, at))


def looked(schedules: Schedules, published: Published) -> bool:
    """What a look at the file does."""
    if not schedules.is_due():
        return False
    schedules.read_again()
    schedules.take_up(published)
    return True


def test_a_changed_file_is_taken_up_once_it_has_settled(tmp_path: Path) -> None:
    file, published = tmp_path / "schedule.toml", Published()
    written(file, TEXT, 1_000)
    schedules = Schedules(str(file), EDITIONS, [MoneyKind.TEST], has_partners=True)
    schedules.check()
    assert not looked(schedules, published), "nothing has changed"

    written(file, TEXT.replace("3000", "4000"), 2_000)
    assert not looked(schedules, published), "it may still be being written"
    assert looked(schedules, published)
    assert published.stacks == {U27: [4000], PW: [4000]}
    assert not looked(schedules, published)


def test_a_file_with_faults_leaves_the_schedule_before_it_in_force(tmp_path: Path) -> None:
    file, published = tmp_path / "schedule.toml", Published()
    written(file, TEXT, 1_000)
    schedules = Schedules(str(file), EDITIONS, [MoneyKind.TEST], has_partners=True)
    written(file, TEXT.replace("3000", '"many"'), 2_000)
    assert [looked(schedules, published) for _ in range(3)] == [False, True, False]
    assert schedules.faults == (f"{file}: line 7: tournament evening: stack must be a whole number",)
    assert published.stacks == {}

    file.unlink()
    assert [looked(schedules, published) for _ in range(2)] == [False, False], "gone for a moment, as some editors save"
    written(file, TEXT.replace("3000", "5000"), 3_000)
    assert [looked(schedules, published) for _ in range(2)] == [False, True]
    assert list(schedules.faults) == []
    assert published.stacks[U27] == [5000]


def test_a_server_does_not_open_with_a_schedule_that_has_faults(tmp_path: Path) -> None:
    file = tmp_path / "schedule.toml"
    file.write_text(TEXT.replace("turbo", "none") + "shoes = 1\n", "utf-8")

    async def story() -> None:
        with pytest.raises(BadSettings) as refused:
            await open_server(settings_in(tmp_path, schedule=str(file)))
        assert f"{file}: line 10: tournament evening: it knows no shoes" in str(refused.value)

    run(story())


def test_without_a_file_and_without_partners_nothing_is_published(tmp_path: Path) -> None:
    schedules = Schedules("", EDITIONS, [MoneyKind.TEST], has_partners=False)

    assert [schedules.read(edition, MoneyKind.TEST) for edition in EDITIONS] == [None, None]
    demo = Schedules("", EDITIONS, [MoneyKind.REAL], has_partners=True)
    assert [demo.read(edition, MoneyKind.REAL) for edition in EDITIONS] == [None, None], "no partners for real money"


def test_the_file_of_the_settings_is_what_a_server_publishes_and_a_change_is_heard(tmp_path: Path) -> None:
    file = tmp_path / "schedule.toml"
    written(file, TEXT, 1_000)

    async def story() -> None:
        opened = await open_server(settings_in(tmp_path, schedule=str(file)))
        room, schedules = opened.house.room, opened.house.schedules
        assert schedules is not None
        programme = programme_stream(U27, MoneyKind.TEST)
        before: Programme = room.registry.actor(programme).state
        assert [series.key for series in before.schedule.series] == ["evening"]
        written(file, TEXT.replace("evening", "night"), 2_000)
        assert [schedules.is_due(), schedules.is_due()] == [False, True]
        schedules.read_again()
        heard = asyncio.Event()
        schedules.take_up(
            lambda edition, money, schedule: room.tournaments.publish(
                edition, money, schedule, "floor", lambda _: heard.set() if edition == U27 else None
            )
        )
        await heard.wait()
        after: Programme = room.registry.actor(programme).state
        assert [series.key for series in after.schedule.series] == ["night"]
        await opened.close()

    run(story())


def starting(message: dict[str, Any], until: int) -> bool:
    """Whether a message shows a tournament with partners that starts before an instant."""
    starts = [row["numbers"]["startsAt"] for row in message.get("tournaments", ()) if row["partners"]]
    return any(start is not None and start <= until for start in starts)


def test_a_guest_of_the_demo_finds_tournaments_and_a_hexapro_game_starts(tmp_path: Path) -> None:
    async def story() -> None:
        async with listening(await open_server(settings_in(tmp_path, bots=True))) as opened:
            started = asyncio.Event()

            def note(_actor: Actor, events: tuple[object, ...], _now: Instant) -> None:
                if any(isinstance(event, GameStarted) for event in events):
                    started.set()

            opened.house.room.registry.watches_of_written.append(note)
            guest = await new_guest(opened, "Ann")
            await guest.wire.ask("watchTournaments", on=True)
            shown = await guest.wire.until(lambda each: each["type"] == "tournaments")
            assert all(row["partners"] for row in shown["hexapro"])
            soon = shown["at"] + 15 * MINUTE
            if not starting(shown, soon):  # they are announced while the guest comes in
                await guest.wire.until(lambda each: starting(each, soon))

            lobby = min((row for row in shown["hexapro"] if row["product"] == "hexapro"), key=lambda row: row["buyIn"])
            answer = await guest.wire.ask("registerHexaPro", lobby=lobby["id"], games=1, cost=lobby["buyIn"])
            assert answer["type"] == "done", answer
            await asyncio.wait_for(started.wait(), 30)

    run(story())
