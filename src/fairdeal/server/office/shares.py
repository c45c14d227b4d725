"""Shares of the audit key that were given for a deck and wait for the other; in memory only, and for minutes."""

from dataclasses import dataclass, field
from typing import Final

from fairdeal.kernel import MINUTE, Duration, Instant

WITHIN: Final = Duration(10 * MINUTE)
"""So long after the second signature both shares are taken, and what they opened is shown."""


@dataclass(slots=True)
class SharesGiven:
    """The shares of both people, by request."""

    _given: dict[str, dict[str, bytes]] = field(default_factory=dict)
    _until: dict[str, Instant] = field(default_factory=dict)

    def give(self, request: str, staff: str, share: bytes, until: Instant, now: Instant) -> tuple[bytes, bytes] | None:
        """Take somebody's share; both of them, once there are two."""
        self._forget(now)
        self._until[request] = until
        given = self._given.setdefault(request, {})
        given[staff] = share
        shares = tuple(given.values())
        return (shares[0], shares[1]) if len(shares) > 1 else None

    def drop(self, request: str) -> None:
        """Forget the shares of a request, because they do not open anything."""
        self._given.pop(request, None)

    def _forget(self, now: Instant) -> None:
        for request in [each for each, until in self._until.items() if until <= now]:
            del self._until[request]
            self._given.pop(request, None)
