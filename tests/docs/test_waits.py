"""The table of waits says what the program does."""

from pathlib import Path
from typing import Final

import pytest

from fairdeal.room.settings import RoomSettings
from fairdeal.runtime import limits
from fairdeal.server import announcements, serve
from fairdeal.server import limits as server_limits
from fairdeal.server.auth.mail import smtp as mail_smtp
from fairdeal.server.gateways import process
from fairdeal.server.opening import USUAL
from fairdeal.server.supervisor import gateways, supervisor
from fairdeal.storage.sql import checkpoint, postgres, sqlite
from fairdeal.storage.sql import store as sql
from fairdeal.storage.sql.database import ANSWER_SECONDS
from fairdeal.storage.writer import link

PAGE: Final = Path(__file__).parents[2] / "docs" / "operating.md"
WAITS: Final = {
    "a commit, while the database is gone": f"{USUAL.give_up_seconds:g} s",
    "the same, once the server stops": f"{USUAL.close_seconds:g} s",
    "the room for its writer, while that says nothing": f"{USUAL.give_up_seconds + link.SPARE_SECONDS:g} s",
    "the same, while there is no writer": f"{USUAL.give_up_seconds:g} s",
    "the writer (or the committing thread of a server inside another program), when the server stops": (
        f"{2 * USUAL.close_seconds:g} s without an answer to any group"
    ),
    "the next room, for the writer of one that was killed": f"{supervisor.BURIAL_SECONDS:g} s",
    "the supervisor for the writer, once the room has ended": f"{supervisor.WRITER_SECONDS:g} s",
    "the room for a sign of life of a gateway": f"{server_limits.GATEWAY_SILENT_SECONDS} s",
    "who asks a gateway for a game socket, while there is no room": f"{server_limits.HEAD_SECONDS:g} s",
    "gateways, once the room has ended": (
        f"{server_limits.LINGER_SECONDS + process._SPARE_SECONDS:g} s for last messages, {gateways.GATEWAY_SECONDS:g} s in all"
    ),
    "a question to PostgreSQL": f"{USUAL.answer_seconds:g} s from the server, {ANSWER_SECONDS:g} s from the command line",
    "a new connection to PostgreSQL": f"{postgres.CONNECT_SECONDS} s",
    f"a reader for one of {postgres.READERS_MAX} connections": f"{postgres.CONNECT_SECONDS} s",
    "the write lock of an SQLite file": f"{sqlite.BUSY_SECONDS:g} s",
    "a sign of life": f"{RoomSettings().heartbeat // 1000} s + {limits.HEARTBEAT_ANSWER // 1000} s",
    "a stream that came back and stopped again": (
        f"{limits.REVIVE_PAUSE_FIRST // 1000} s, doubled up to {limits.REVIVE_PAUSE_MAX // 1000} s"
    ),
    "what purses must hear after a decision": f"{limits.INSIST_MAX} times, every second",
    "requests under way": f"{serve._GOODBYE_SECONDS} s",
    "the last sign of life": f"{USUAL.close_seconds:g} s",
    "the copier of SQLite's log": f"{checkpoint.CLOSE_SECONDS:g} s",
    "the store, for a call of another thread": f"{sql.CLOSE_SECONDS:g} s",
    "an e-mail to the mail server": f"{mail_smtp._TIMEOUT_SECONDS} s for each step",
    "the watch for announcements": f"{announcements._LOOK_SECONDS:g} s between two looks",
    "everything together, once told to stop": f"`drain_seconds` + {serve.STOP_SECONDS} s",
}


@pytest.fixture(scope="module")
def rows() -> dict[str, str]:
    found = [line.strip("| \n").split(" | ") for line in PAGE.read_text().splitlines() if line.startswith("| ")]
    return {cells[0]: cells[1] for cells in found if len(cells) == 3}


@pytest.mark.parametrize("what", WAITS)
def test_a_wait_is_as_long_as_the_page_says(rows: dict[str, str], what: str) -> None:
    assert rows[what] == WAITS[what]
