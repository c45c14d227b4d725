"""The letters of the house: sent beside everything else, so that the time of an answer tells nothing."""

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any, Final

from fairdeal.server.auth.mail.port import ConsoleSender, Mail, MailSender

_log: Final = logging.getLogger(__name__)


class MailOutbox:
    """Letters that are on their way."""

    def __init__(self, sender: MailSender | None) -> None:
        self.sender = sender or ConsoleSender()
        self.sending: set[asyncio.Task[None]] = set()

    def send(self, mail: Mail) -> None:
        """Send a letter, soon."""
        self.begin(self.sender.send(mail))

    def begin(self, sending: Coroutine[Any, Any, None]) -> None:
        """Find out whom to write to, and write; whoever asked does not wait for it."""
        task = asyncio.create_task(sending)
        self.sending.add(task)
        task.add_done_callback(self._sent)

    def _sent(self, task: asyncio.Task[None]) -> None:
        self.sending.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            _log.error("a letter was not sent: %s", type(error).__name__)  # its text may hold the link
