"""What the operator says reaches everybody, now and those who come later."""

import asyncio
from pathlib import Path

import pytest
from click.testing import CliRunner

from fairdeal.cli.announce import announce
from fairdeal.kernel import Instant
from fairdeal.server import announcements
from fairdeal.storage.memory import MemoryStore
from tests.server.live import dial, run, running, settings_in


def test_an_announcement_reaches_those_who_are_there_and_those_who_come(tmp_path: Path) -> None:
    async def story() -> None:
        address = f"sqlite:///{tmp_path / 'room.db'}"
        async with running(settings_in(tmp_path, database=address)) as opened:
            follower = asyncio.ensure_future(announcements.follow(opened.house.store, opened.hear))
            wire = await dial(opened.port)
            await wire.until(lambda each: each["type"] == "welcome")
            arguments = ["We close at ten", "--database", address]
            said = await asyncio.to_thread(CliRunner().invoke, announce, arguments)
            assert said.exit_code == 0, said.output
            heard = await wire.until(lambda each: each["type"] == "announcement")
            assert (heard["key"], heard["texts"]) == ("operator", {"en": "We close at ten"})
            later = await dial(opened.port)
            assert (await later.until(lambda each: each["type"] == "announcement"))["number"] == heard["number"]
            opened.house.room.announcements.call_off(heard["number"])
            assert (await wire.until(lambda each: each["type"] == "calledOff"))["number"] == heard["number"]
            follower.cancel()

    run(story())


@pytest.mark.parametrize(("text", "code"), [("  ", "nothing_said"), ("x" * 501, "text_too_long")])
def test_an_announcement_has_words_and_not_too_many(text: str, code: str) -> None:
    store = MemoryStore()

    with pytest.raises(announcements.NotAnnounced) as refused:
        announcements.announce(store, {"en": text}, Instant(1))

    assert refused.value.code == code
    assert announcements.announced(store) == []
