"""`fairdeal serve` whose writer or room dies or stands still: play goes on at the same port, and the ledger is whole."""

import os
import signal
from pathlib import Path

from fairdeal.storage.chain import ChainHasher
from fairdeal.storage.opening import open_store
from fairdeal.storage.vault import KEY_FILE, vault_from_file
from fairdeal.storage.verify.check import check
from tests.faults.serving import Serving, until
from tests.server.live import PATIENCE


def test_a_server_plays_on_after_the_death_of_its_writer_and_of_its_room(tmp_path: Path) -> None:
    server = Serving(tmp_path)
    try:
        server.plays_on()
        room, writer = server.family()
        os.kill(writer, signal.SIGKILL)
        until(lambda: server.number("fairdeal_writer_restarts") == 1)
        server.plays_on()
        same, another = server.family()
        assert same == room
        assert another != writer

        os.kill(another, signal.SIGSTOP)
        until(lambda: server.why() == "database")
        assert server.number("fairdeal_writer_answers") == 0
        assert server.number("fairdeal_commits_waiting") > 0
        os.kill(another, signal.SIGCONT)
        server.plays_on()
        assert server.number("fairdeal_streams_stopped") == 0

        os.kill(room, signal.SIGKILL)
        until(lambda: server.family()[0] != room)
        server.plays_on()
        server.process.send_signal(signal.SIGTERM)
        assert server.process.wait(PATIENCE) == 0
    finally:
        server.process.kill()
        server.process.wait()

    store = open_store(
        f"sqlite:///{tmp_path / 'room.db'}", ChainHasher(vault_from_file(tmp_path / KEY_FILE).derive("chain"))
    )
    assert list(check(store)) == []
    store.close()
    assert not (tmp_path / "room.db-wal").exists(), "somebody did not close the file"
