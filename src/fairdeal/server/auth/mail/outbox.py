"""E-mails are sent in the background, so that response times reveal nothing."""

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any, Final

from fairdeal.server.auth.mail.port import ConsoleSender, Mail, MailSender

_log: Final = logging.getLogger(__name__)


class MailOutbox:
    """Background tasks that send e-mails."""

    def __init__(self, sender: MailSender | None) -> None:
        self.sender = sender or ConsoleSender()
        self.sending: set[asyncio.Task[None]] = set()

    def send(self, mail: Mail) -> None:
        """Send an e-mail in the background."""
        self.begin(self.sender.send(mail))

    def begin(self, sending: Coroutine[Any, Any, None]) -> None:
        """Run a coroutine that finds the recipient and sends, in the background."""
        task = asyncio.create_task(sending)
        self.sending.add(task)
        task.add_done_callback(self._sent)

    def _sent(self, task: asyncio.Task[None]) -> None:
        self.sending.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            _log.error("an e-mail was not sent: %s", type(error).__name__)  # its text may hold the link
