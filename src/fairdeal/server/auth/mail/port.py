"""The port to the post: how a link reaches somebody who forgot their password."""

import sys
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Mail:
    """A mail; the server words it in no language, `kind` says what it is about."""

    to: str
    name: str
    kind: str
    link: str


class MailSender(Protocol):
    """Sends mail."""

    async def send(self, mail: Mail) -> None:
        """Send it, soon; a failure must not tell the asker anything."""
        ...


class ConsoleSender:
    """Shows the link on the operator's console, who hands it on: the way of a room without a mail server."""

    async def send(self, mail: Mail) -> None:
        """Write it to standard error, where only the operator reads; it is no log."""
        sys.stderr.write(f"{mail.kind} for {mail.name} <{mail.to}>: {mail.link}\n")
        sys.stderr.flush()
