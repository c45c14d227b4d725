"""A server anchors its ledger: into the database, into a file beside the keys, and to the operator's own program."""

import asyncio
import logging
from pathlib import Path

import pytest

from fairdeal.server.anchoring import Anchoring
from fairdeal.server.opening import open_ledger
from fairdeal.storage.anchor_lines import FILE, BadAnchorLines, read_lines
from fairdeal.storage.chain import PLAIN
from fairdeal.storage.opening import open_store
from fairdeal.storage.vault import KEY_FILE, vault_from_file
from fairdeal.storage.verify.chains import Coverage
from fairdeal.storage.verify.check import check
from tests.contracts.units import NOW
from tests.server.live import run, running, settings_in
from tests.storage.test_verify import play


def test_an_anchor_goes_into_the_file_and_to_the_operators_program(tmp_path: Path) -> None:
    settings = settings_in(
        tmp_path, database=f"sqlite:///{tmp_path / 'room.db'}", anchor_command=f"tee -a {tmp_path}/sent"
    )

    async def story() -> None:
        async with running(settings) as opened:
            house = opened.house
            anchoring = Anchoring(settings, house.store, opened.committer, house.vault, house.clock.now)
            for _ in range(2):
                await asyncio.to_thread(anchoring.anchor)
            assert await asyncio.to_thread(check, house.store) == []

    run(story())

    kept = (tmp_path / FILE).read_text("utf-8")
    assert [line.number for _, line in read_lines(tmp_path / FILE) if line is not None] == [1, 2, 3]
    assert (tmp_path / "sent").read_text("utf-8") == kept


def test_a_file_that_cannot_be_written_is_told_and_its_lines_follow_later(tmp_path: Path) -> None:
    settings = settings_in(tmp_path)
    (tmp_path / FILE).mkdir()

    async def story() -> None:
        async with running(settings) as opened:
            house = opened.house
            anchoring = Anchoring(settings, house.store, opened.committer, house.vault, house.clock.now)
            with pytest.raises(BadAnchorLines, match="cannot be"):
                await asyncio.to_thread(anchoring.anchor)
            (tmp_path / FILE).rmdir()
            assert len(await asyncio.to_thread(anchoring.anchor)) == 3

    run(story())


def test_a_house_of_before_is_closed_when_it_opens_and_an_open_file_is_told(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    address = f"sqlite:///{tmp_path / 'room.db'}"
    old = open_store(address, PLAIN)
    play(old)
    old.close()
    (tmp_path / "room.db").chmod(0o644)

    with caplog.at_level(logging.INFO):
        store = open_ledger(address, vault_from_file(tmp_path / KEY_FILE), NOW)
    coverage = Coverage()

    assert check(store, coverage=coverage) == []
    assert (coverage.keyed, coverage.closed_at) == (1, NOW)
    assert any("chains closed" in line for line in caplog.messages)
    assert any(f"chmod 600 {tmp_path / 'room.db'}" in line for line in caplog.messages)
    store.close()
