"""The letters of the house: sent beside everything else, so that the time of an answer tells nothing."""

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any, Final

from fairdeal.server.auth.mail.port import ConsoleMail, Letter, Mail

_log: Final = logging.getLogger(__name__)


class Post:
    """Letters that are on their way."""

    def __init__(self, mail: Mail | None) -> None:
        self.mail = mail or ConsoleMail()
        self.on_the_way: set[asyncio.Task[None]] = set()

    def send(self, letter: Letter) -> None:
        """Send a letter, soon."""
        self.begin(self.mail.send(letter))

    def begin(self, sending: Coroutine[Any, Any, None]) -> None:
        """Find out whom to write to, and write; whoever asked does not wait for it."""
        task = asyncio.create_task(sending)
        self.on_the_way.add(task)
        task.add_done_callback(self._sent)

    def _sent(self, task: asyncio.Task[None]) -> None:
        self.on_the_way.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            _log.error("a letter was not sent: %s", type(error).__name__)  # its text may hold the link
