"""The port for sending e-mail, and a sender that prints to the console."""

import sys
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Mail:
    """An e-mail to send: recipient, kind (which template), and link."""

    to: str
    name: str
    kind: str
    link: str


class MailSender(Protocol):
    """Sends e-mails."""

    async def send(self, mail: Mail) -> None:
        """Send an e-mail; a failure must not be visible to the requester."""
        ...


class ConsoleSender:
    """Prints links to the operator's console, for rooms without a mail server."""

    async def send(self, mail: Mail) -> None:
        """Print the link to standard error, not to the log."""
        sys.stderr.write(f"{mail.kind} for {mail.name} <{mail.to}>: {mail.link}\n")
        sys.stderr.flush()
