"""Pending logins: tickets between the password and the second factor, kept in memory for some minutes."""

from dataclasses import dataclass

from fairdeal.kernel import Duration, Instant
from fairdeal.server.auth.tokens import hash_of, new_secret


@dataclass(frozen=True, slots=True)
class _Ticket:
    person: str
    expires_at: int


class Tickets:
    """The tickets of logins that wait for the second factor."""

    def __init__(self, lasts: Duration) -> None:
        self._lasts = lasts
        self._known: dict[bytes, _Ticket] = {}

    def give(self, person: str, now: Instant) -> str:
        """Issue a ticket after the right password."""
        for key in [key for key, each in self._known.items() if now >= each.expires_at]:
            del self._known[key]
        ticket = new_secret()
        self._known[hash_of(ticket)] = _Ticket(person, now + self._lasts)
        return ticket

    def holder(self, ticket: str, now: Instant) -> str | None:
        """The account id of a ticket, or None if it is unknown or expired."""
        known = self._known.get(hash_of(ticket))
        return None if known is None or now >= known.expires_at else known.person

    def take(self, ticket: str) -> None:
        """Use up a ticket."""
        self._known.pop(hash_of(ticket), None)

    def void(self, person: str) -> None:
        """Revoke all tickets of a person, after a password change."""
        self._known = {key: each for key, each in self._known.items() if each.person != person}
