"""A room that died leaves a writer with a backlog: the next room is not disturbed by what that still wants to write."""

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from fairdeal.storage.opening import open_store
from tests.contracts.postgres import empty_database
from tests.faults.hands import fund, played
from tests.faults.killing import CLIENTS, Nursery, Score, Told, audit, hold_against


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'room.db'}"
    else:
        with empty_database() as found:
            yield found


def test_late_units_of_a_stopped_writer_are_refused_once_another_room_has_the_lease(
    address: str, tmp_path: Path
) -> None:
    store = open_store(address)
    fund(store, CLIENTS)
    pause = tmp_path / "pause"
    first, second = Nursery("--writer", f"--pause={pause}"), Nursery("--writer")
    left, right = Told(), Told()
    first.start(address, CLIENTS, 1)
    while len(left.acknowledged) < CLIENTS:
        assert first.hear(left) is None
    pause.touch()
    # Until the writer stands still before a commit, and every table has a unit on its way that is not written. Nobody but the orphan
    # will want to write the second half of their streams.
    while not left.stopped or not all(left.tried[client] > played(store, client) for client in range(CLIENTS)):
        assert first.hear(left) is None
    os.kill(left.room, signal.SIGKILL)
    before = [played(store, client) for client in range(CLIENTS)]

    second.start(address, CLIENTS // 2, 2)
    while len(right.acknowledged) < CLIENTS // 2:
        assert second.hear(right) is None
    os.kill(left.writer, signal.SIGCONT)
    while (status := first.hear(left)) is None:
        pass

    assert status == 128 + signal.SIGKILL  # of the room; the supervisor has waited for the orphan to end by itself
    for client in range(CLIENTS // 2, CLIENTS):
        assert left.acknowledged[client] <= played(store, client) == before[client] < left.tried[client]
    os.kill(right.room, signal.SIGKILL)
    while second.hear(right) is None:
        pass
    store.close()
    hold_against(address, right, Score())
    audit(address)
    first.close()
    second.close()
