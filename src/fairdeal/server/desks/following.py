"""What the registry of desks needs of a desk, whatever is played at its table."""

from collections.abc import Callable
from typing import Protocol

from fairdeal.kernel import StreamId
from fairdeal.server.client import Client


class Following(Protocol):
    """Sends one table to the connections that follow it."""

    on_sent: Callable[[int], None]

    @property
    def stream(self) -> StreamId:
        """The stream of the table."""
        ...

    @property
    def clients(self) -> tuple[Client, ...]:
        """The connections that follow the table."""
        ...

    def follow(self, client: Client, after: tuple[int, int] | None = None) -> None:
        """Send frames from now on; first those missing after a position, or else the whole table."""
        ...

    def forget(self, client: Client) -> None:
        """Stop sending to a client."""
        ...

    def show_anew(self) -> None:
        """Send the whole table after it was stopped and reloaded."""
        ...

    def close(self) -> None:
        """Stop following the table."""
        ...
