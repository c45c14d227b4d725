"""
Login sessions, cached in memory.

A session that was looked up once costs no database access. Another process, or the command line, may end a session too; `sweep`
notices that.
"""

import asyncio
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import islice
from typing import Final, NamedTuple

from fairdeal.kernel import MINUTE, Duration, Instant, PlayerId
from fairdeal.runtime.ports import Clock
from fairdeal.server.auth.person import Person, Session, person_of
from fairdeal.server.auth.tokens import Token, csrf_of, hash_of, is_same, new_token, parse_token
from fairdeal.storage.people import People, PersonRow, SessionRow

SEEN_EVERY: Final = MINUTE
DEVICE_MAX: Final = 120
FACES_MAX: Final = 50_000
SWEPT_MAX: Final = 10_000


class Device(NamedTuple):
    """The device of a request: user agent, network address, and known-device token."""

    agent: str
    address: str
    token: str = ""


@dataclass(slots=True)
class _Open:
    person: PlayerId
    secret: bytes
    csrf: str
    expires_at: int
    seen_at: int
    proved_at: int = 0  # when the person last gave a proof (password or second factor); 0 after a restart


class Sessions:
    """All sessions; recently used ones are cached."""

    def __init__(self, people: People, clock: Clock, lasts: Duration) -> None:
        self.on_revoked: list[Callable[[str], None]] = []
        self._people = people
        self._clock = clock
        self._lasts = lasts
        self._open: dict[str, _Open] = {}
        self._persons: dict[PlayerId, Person | None] = {}
        self._seen: dict[str, Instant] = {}

    # ---- asking

    def find(self, token: str) -> Session | None:
        """The session of a token, or None; reads the database once per session."""
        parsed = parse_token(token)
        if parsed is None:
            return None
        now = self._clock.now()
        known = self._open.get(parsed.session) or self._load(parsed.session)
        if known is None or now >= known.expires_at or not is_same(known.secret, hash_of(parsed.secret)):
            return None
        known.csrf = known.csrf or csrf_of(parsed.secret)
        if now - known.seen_at >= SEEN_EVERY:
            known.seen_at = now
            known.expires_at = now + self._lasts
            self._seen[parsed.session] = now
        person = self.person(known.person)
        return None if person is None else Session(parsed.session, person, known.csrf)

    def is_proved(self, session: str, within: Duration) -> bool:
        """Whether a session has a proof of identity within that time."""
        known = self._open.get(session)
        return known is not None and self._clock.now() < known.proved_at + within

    def prove(self, session: str) -> None:
        """Record a proof of identity."""
        known = self._open.get(session)
        if known is not None:
            known.proved_at = self._clock.now()

    def person(self, player: PlayerId) -> Person | None:
        """The person with that id, cached."""
        if player not in self._persons:
            row = self._people.person(player)
            if len(self._persons) >= FACES_MAX:
                self._persons.clear()
            self._persons[player] = None if row is None else person_of(row)
        return self._persons[player]

    def _load(self, session: str) -> _Open | None:
        row = self._people.session(session)
        if row is None:
            return None
        known = _Open(PlayerId(row.person), row.secret, "", row.expires_at, row.seen_at)
        self._open[session] = known
        return known

    # ---- opening and ending

    async def start(self, row: PersonRow, device: Device) -> tuple[Session, str]:
        """Start a session and return it with the token for its cookie."""
        token, kept = self.prepare(row, device)
        await asyncio.to_thread(self._people.add_session, kept)
        return self.opened(row, token, kept)

    def prepare(self, row: PersonRow, device: Device) -> tuple[Token, SessionRow]:
        """A new session row, not stored yet."""
        now = self._clock.now()
        token = new_token(now)
        agent, place = device.agent[:DEVICE_MAX], device.address
        secret, expires_at = hash_of(token.secret), now + self._lasts
        return token, SessionRow(token.session, row.id, secret, now, now, expires_at, agent, place)

    def opened(self, row: PersonRow, token: Token, kept: SessionRow) -> tuple[Session, str]:
        """Cache a session that was stored."""
        person, csrf = person_of(row), csrf_of(token.secret)
        self._persons[person.player] = person
        # Whoever opens a session has just brought a password, or has just chosen one.
        opened = _Open(person.player, kept.secret, csrf, kept.expires_at, kept.seen_at, proved_at=kept.created_at)
        self._open[token.session] = opened
        return Session(token.session, person, csrf), str(token)

    async def end(self, player: PlayerId, *, only: str | None = None, but: str | None = None) -> list[str]:
        """End sessions of a person (all, one, or all but one) and disconnect their sockets at once."""
        ended = await asyncio.to_thread(lambda: self._people.end_sessions(player, only=only, but=but))
        self._forget(ended)
        return ended

    def changed(self, row: PersonRow) -> None:
        """Update the cached person of a changed account."""
        self._persons[PlayerId(row.id)] = person_of(row)

    async def sweep(self) -> None:
        """Store when sessions were last seen, and notice those that another process has ended."""
        seen, self._seen = self._seen, {}
        if seen:
            await asyncio.to_thread(self._people.touch_sessions, seen, self._lasts)
        known = list(islice(self._open, SWEPT_MAX))
        if known:
            living = await asyncio.to_thread(self._people.living, known, self._clock.now())
            self._forget(session for session in known if session not in living)
            for session in living & self._open.keys():  # to the end, so that the others have their turn
                self._open[session] = self._open.pop(session)

    def _forget(self, ended: Iterable[str]) -> None:
        for session in ended:
            if self._open.pop(session, None) is not None:
                self._seen.pop(session, None)
            for tell in self.on_revoked:
                tell(session)
