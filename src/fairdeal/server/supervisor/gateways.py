"""Gateway processes under a supervisor: as many as wanted, each replaced when it ends."""

import os
import signal
import time
from collections.abc import Callable
from typing import Final

from fairdeal.server.logger import structlog

PAUSE_SECONDS: Final = 1.0
"""The least time between two starts of one gateway."""
GATEWAY_SECONDS: Final = 5.0
"""How long a gateway may take to end once it is told to."""
_log: Final = structlog.get_logger("fairdeal.server")


class Gateways:
    """
    The gateways of a server.

    `serve` is what the process of a gateway does, given its number. `close_public` gives up their ports in this process, once no
    other gateway will be started.
    """

    def __init__(self, count: int, serve: Callable[[int], None], close_public: Callable[[], None]) -> None:
        self.serve = serve
        self.close_public = close_public
        self._processes = [0] * count
        self._starts_at = [0.0] * count  # not before

    def due(self) -> int | None:
        """The number of a gateway that is to be started now, or None."""
        now = time.monotonic()
        for number, process in enumerate(self._processes):
            if not process and self._starts_at[number] <= now:
                return number
        return None

    def next_at(self) -> float | None:
        """When the next one is to be started; None if all run."""
        return min(
            (at for at, process in zip(self._starts_at, self._processes, strict=True) if not process), default=None
        )

    def started(self, number: int, process: int) -> None:
        """Note the process of a gateway."""
        self._processes[number] = process
        self._starts_at[number] = time.monotonic() + PAUSE_SECONDS

    def bury(self, process: int, status: int, *, is_stopping: bool) -> bool:
        """Take note of a process that has ended; False if it was no gateway."""
        if process not in self._processes:
            return False
        number = self._processes.index(process)
        self._processes[number] = 0
        if not is_stopping:
            _log.error("a gateway has ended; another one is started", gateway=number, status=status)
        return True

    def kill(self, number: int) -> None:
        """End a gateway that hangs; it is replaced."""
        if number < len(self._processes) and self._processes[number]:
            os.kill(self._processes[number], signal.SIGKILL)

    def release(self) -> list[int]:
        """All processes, which are not looked after from now on."""
        found = [process for process in self._processes if process]
        self._processes.clear()
        self._starts_at.clear()
        return found
