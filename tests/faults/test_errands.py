"""A server that is killed between an errand and its execution: it is carried out once, by the next one."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import psutil  # type: ignore[import-untyped]  # it ships no types
import pytest

from fairdeal.cli.options import now
from fairdeal.kernel import HOUR, seconds
from fairdeal.server.levers.acts import DelayTournament
from fairdeal.server.levers.errands import answers_after, write_errand
from fairdeal.storage.chain import ChainHasher
from fairdeal.storage.opening import open_store
from fairdeal.storage.vault import find_vault
from tests.faults.serving import Serving, until

WHY = "asked for by the gaming office"


class Installation:
    """A folder with a database and keys, its server, and its terminal."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.address = f"sqlite:///{folder / 'room.db'}"
        self.server = Serving(folder, "--no-bots")
        self._environment = {**os.environ, "FAIRDEAL_DATABASE": self.address, "FAIRDEAL_DATA": str(folder)}
        self.fairdeal("admin", "create-user", "Frida", "--role", "floor")
        self._environment["FAIRDEAL_STAFF_TOKEN"] = self.fairdeal("admin", "staff-token", "Frida").strip()

    def fairdeal(self, *words: str) -> str:
        command = [str(Path(sys.executable).with_name("fairdeal")), *words]
        done = subprocess.run(command, env=self._environment, capture_output=True, text=True, timeout=60, check=False)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def json(self, *words: str) -> Any:
        return msgspec.json.decode(self.fairdeal(*words, "--json"))

    def staff(self) -> str:
        (row,) = [line for line in self.fairdeal("admin", "users", "--staff").splitlines() if line.startswith("Frida")]
        return row.split()[-1]

    def leave(self, tournament: str, to: int) -> int:
        """Write an errand with time enough for whatever happens; its number."""
        vault = find_vault(self._folder, None)
        assert vault is not None
        store = open_store(self.address, ChainHasher(vault.derive("chain")))
        act = DelayTournament(reason=WHY, to=to)
        number, _ = write_errand(store, self.staff(), tournament, act, now(), seconds(600))
        store.close()
        return number

    def answers(self) -> list[int]:
        vault = find_vault(self._folder, None)
        assert vault is not None
        store = open_store(self.address, ChainHasher(vault.derive("chain")))
        found = [answer.number for _, answer in answers_after(store, 0) if answer.answer is not None]
        store.close()
        return found


@pytest.fixture
def installation(tmp_path: Path) -> Iterator[Installation]:
    made = Installation(tmp_path)
    try:
        yield made
    finally:
        made.server.process.send_signal(signal.SIGTERM)
        made.server.process.wait(60)


def test_an_errand_outlives_the_room_that_was_to_carry_it_out(installation: Installation) -> None:
    template = ("--template", "multi-table/1000-100", "--starts", "5h", "--reason", WHY)
    made = installation.json("tournament", "create", *template)
    tournament = made["about"]
    room, _ = installation.server.family()
    os.kill(room, signal.SIGSTOP)  # so that it does not see what comes
    to = now() + 9 * HOUR

    number = installation.leave(tournament, to)
    os.kill(room, signal.SIGKILL)

    until(lambda: number in installation.answers())
    next_room, _ = installation.server.family()
    psutil.Process(next_room).kill()
    until(lambda: installation.server.why() is None)
    installation.json("tournament", "change", tournament, "--set", "guarantee=70", "--reason", WHY)
    (row,) = [row for row in installation.json("tournament", "list") if row["tournament"] == tournament]
    assert row["startsAt"] == to
    assert installation.answers().count(number) == 1
