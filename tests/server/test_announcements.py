"""What the operator says reaches everybody, now and those who come later."""

import asyncio
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner

from fairdeal.cli.announce import announce
from fairdeal.kernel import Instant
from fairdeal.office.notices import Notice
from fairdeal.runtime.announcements import Announcements
from fairdeal.server import announcements
from fairdeal.storage.memory import MemoryStore
from fairdeal.storage.opening import open_store
from tests.server.live import dial, run, running, settings_in


def test_an_announcement_reaches_those_who_are_there_and_those_who_come(tmp_path: Path) -> None:
    async def story() -> None:
        address = f"sqlite:///{tmp_path / 'room.db'}"
        async with running(settings_in(tmp_path, database=address)) as opened:
            board = announcements.NoticeBoard(opened.house.room.announcements, opened.house.clock.now)
            follower = asyncio.ensure_future(announcements.follow(opened.house.store, board.show))
            wire = await dial(opened.port)
            await wire.until(lambda each: each["type"] == "welcome")
            arguments = ["We close at ten", "--database", address]
            said = await asyncio.to_thread(CliRunner().invoke, announce, arguments)
            assert said.exit_code == 0, said.output
            heard = await wire.until(lambda each: each["type"] == "announcement")
            assert (heard["key"], heard["texts"]) == ("operator", {"en": "We close at ten"})
            later = await dial(opened.port)
            assert (await later.until(lambda each: each["type"] == "announcement"))["number"] == heard["number"]
            arguments = ["--withdraw", "1", "--database", address]
            gone = await asyncio.to_thread(CliRunner().invoke, announce, arguments)
            assert gone.exit_code == 0, gone.output
            assert (await wire.until(lambda each: each["type"] == "calledOff"))["number"] == heard["number"]
            follower.cancel()

    run(story())


def shown(room: Announcements) -> list[str]:
    return [text for each in room.view()[2] for text in each.texts.values()]


def test_what_is_over_is_taken_down_and_not_shown_to_those_who_come_later() -> None:
    store, room, clock = MemoryStore(), Announcements(1), [1_000]
    board = announcements.NoticeBoard(room, lambda: Instant(clock[0]))
    announcements.announce(store, {"en": "short"}, Instant(1_000), Instant(2_000))
    announcements.announce(store, {"en": "usual"}, Instant(1_000))
    board.show(announcements.announced(store))
    assert shown(room) == ["short", "usual"]

    clock[0] = 2_000
    board.show(announcements.announced(store))
    assert shown(room) == ["usual"]
    again = Announcements(2)  # after a restart, what still holds
    announcements.NoticeBoard(again, lambda: Instant(clock[0])).show(announcements.announced(store))
    assert shown(again) == ["usual"]

    clock[0] += 24 * 60 * 60 * 1000
    board.show(announcements.announced(store))
    assert shown(room) == []


def test_what_is_called_off_is_taken_down() -> None:
    store, room = MemoryStore(), Announcements(1)
    board = announcements.NoticeBoard(room, lambda: Instant(1_500))
    number = announcements.announce(store, {"en": "a mistake"}, Instant(1_000))
    board.show(announcements.announced(store))

    announcements.withdraw(store, number, Instant(1_400))
    board.show(announcements.announced(store))
    assert shown(room) == []
    with pytest.raises(announcements.NotAnnounced, match="no announcement 1 that holds"):
        announcements.withdraw(store, number, Instant(1_400))
    with pytest.raises(announcements.NotAnnounced, match="ends in the future"):
        announcements.announce(store, {"en": "late"}, Instant(1_000), Instant(1_000))


def test_an_announcement_of_an_earlier_build_ends_after_a_day() -> None:
    old = msgspec.json.decode(b'{"at":1000,"texts":{"en":"old"}}', type=Notice)

    assert list(announcements.current_notices([old], 1_000 + 86_400_000 - 1)) == [1]
    assert list(announcements.current_notices([old], 1_000 + 86_400_000)) == []


def test_the_end_can_be_a_time_or_a_while(tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path / 'room.db'}"
    open_store(address).close()

    def said(*words: str) -> str:
        return CliRunner().invoke(announce, [*words, "--database", address]).output

    assert said("A", "--until", "2h") == "announced as number 1\n"
    assert said("B", "--until", "2999-01-01 10:00") == "announced as number 2\n"
    assert "already_over" in said("C", "--until", "2001-01-01 10:00")
    assert "is neither a time" in said("C", "--until", "soon")
    assert said().splitlines()[1] == "2: until 2999-01-01 10:00 UTC: B"
    assert said("--withdraw", "2") == "announcement 2 is called off\n"
    assert len(said().splitlines()) == 1


@pytest.mark.parametrize(("text", "code"), [("  ", "text_missing"), ("x" * 501, "text_too_long")])
def test_an_announcement_has_words_and_not_too_many(text: str, code: str) -> None:
    store = MemoryStore()

    with pytest.raises(announcements.NotAnnounced) as refused:
        announcements.announce(store, {"en": text}, Instant(1))

    assert refused.value.code == code
    assert announcements.announced(store) == []
