"""
The first two checks of a client's message: its rate, and its form.

They need nothing of the room, so a gateway process makes them as well as a server of one process.
"""

from collections.abc import Callable

from fairdeal.kernel import Instant
from fairdeal.protocol.base import Explanation
from fairdeal.protocol.client import AnyClientMessage
from fairdeal.protocol.codec import BadMessage, decode, encode
from fairdeal.protocol.server import Refused
from fairdeal.server.client import Client
from fairdeal.server.limits import TOO_FAST_MAX

OnOutcome = Callable[[str, str], None]


class Intake:
    """Reads messages; one that is too fast or cannot be read is refused, and after too many the client is disconnected."""

    def __init__(self, now: Callable[[], Instant], on_outcome: OnOutcome) -> None:
        self._now = now
        self._on_outcome = on_outcome

    def read(self, client: Client, data: bytes) -> AnyClientMessage | None:
        """The message, or None if it was refused."""
        is_too_fast = self._is_too_fast(client)
        try:
            message = decode(data)
        except BadMessage as bad:
            self.refuse(client, bad.explanation, bad.message_id)
            return None
        if is_too_fast:
            self.refuse(client, Explanation(code="too_fast"), message.id)
            return None
        return message

    def may_answer_ping(self, client: Client) -> bool:
        """Whether a ping may be answered; pings count against the message rate."""
        if self._is_too_fast(client):
            self.refuse(client, Explanation(code="too_fast"), None)
            return False
        return True

    def is_player_too_fast(self, client: Client) -> bool:
        """Whether all connections of the client's player together are too fast."""
        return client.account is not None and not client.account.bucket.take(self._now())

    def refuse(self, client: Client, why: Explanation, command: str | None) -> None:
        """Refuse a message that was not processed; after too many the client is disconnected."""
        client.faults += 1
        self._on_outcome("unread", why.code)
        if client.faults > TOO_FAST_MAX:
            client.disconnect(why.code, reconnect=True)
        else:
            client.send(encode(Refused(id=command, told=why)))

    def _is_too_fast(self, client: Client) -> bool:
        now = self._now()
        account = client.account
        return not client.bucket.take(now) or not (account is None or account.bucket.take(now))
