"""
Player and staff accounts in a database: plain rows, read and changed by key.

Calls block and each is one transaction; the server makes them on other threads. Permissions are checked elsewhere (`server.auth`).
With a key every change is sealed in its transaction (`people_seals`), and an account whose row is not what was sealed is not given out.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import astuple, dataclass, fields
from threading import Lock, RLock
from typing import Any, TypeVar

from sqlalchemy import ColumnElement, Connection, Engine, Select, create_engine, delete, insert, select, update
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.pool import StaticPool

from fairdeal.kernel import Instant
from fairdeal.storage.chain import PLAIN, ChainHasher
from fairdeal.storage.opening import MEMORY, database_at
from fairdeal.storage.port import StoreError, StoreUnavailable
from fairdeal.storage.schema import metadata
from fairdeal.storage.sql.lending import Lender
from fairdeal.storage.sql.people_seals import AccountSeals, Sealed, rows_like, write_seals

_people = metadata.tables["people"]
_sessions = metadata.tables["sessions"]
_codes = metadata.tables["recovery_codes"]
_resets = metadata.tables["resets"]
_acceptances = metadata.tables["acceptances"]
_complaints = metadata.tables["complaints"]
_log = metadata.tables["account_log"]
_TABLES = (_people, _sessions, _codes, _resets, _acceptances, _complaints, _log)

_NAMES_PAGE = 1_000
_ANSWER_SECONDS = 10.0  # of a database that is there, for the few rows that are ever asked for
_TRIES_MAX = 6  # each as long as a database lets others wait: five seconds on SQLite

_READS_MAX = 3

GUEST = "guest"
PLAYER = "player"


@dataclass(frozen=True, slots=True)
class PersonRow:
    """An account; unknown fields are empty, an instant that never happened is zero."""

    id: str
    kind: str
    name: str
    name_key: str
    email: str
    email_key: str
    avatar: str
    born: str
    password: str  # an argon2 hash; empty: nobody can log in with one
    totp: bytes  # sealed
    totp_on: int
    totp_step: int  # the last one that was used
    roles: str  # in order, a space between two
    created_at: int
    closed_at: int


@dataclass(frozen=True, slots=True)
class SessionRow:
    """A login session of a device; `secret` is the hash of its token."""

    id: str
    person: str
    secret: bytes
    created_at: int
    seen_at: int
    expires_at: int
    device: str
    place: str


@dataclass(frozen=True, slots=True)
class ComplaintRow:
    """A player's complaint about a hand, and the operator's answer."""

    id: str
    person: str
    hand: str
    at: int
    words: str
    answer: str
    staff: str
    answered_at: int


@dataclass(frozen=True, slots=True)
class LogRow:
    """An entry of the account log: what was done to an account, and by whom."""

    id: str
    at: int
    person: str
    what: str
    actor: str
    about: str


class Forged(StoreError):
    """The row of an account is not what was written: somebody changed it in the database."""

    code = "forged_account"


class NameTaken(StoreError):
    """The name or e-mail address belongs to another account."""

    code = "name_taken"


T = TypeVar("T", PersonRow, SessionRow, ComplaintRow, LogRow)


class People:
    """Accounts, sessions, complaints and the account log; made by `open_people`."""

    def __init__(
        self, reading: Engine, altering: Engine, translate: Any, chain: ChainHasher = PLAIN, *, shared: bool = False
    ) -> None:
        self._lender = Lender(reading)
        self._altering = altering
        self._translate = translate
        self._chain = chain
        self._seals = AccountSeals(chain)
        self._lock = RLock() if shared else None
        self._writing = Lock()  # accounts wait for each other here, and only one of them for the database

    # ---- people

    def add_person(self, person: PersonRow) -> None:
        """Create an account; raises `NameTaken`."""
        with self._changing() as connection:
            connection.execute(insert(_people).values(_values(person)))
            self._seal(connection, ("people", (person.id,)))

    def admit(self, person: PersonRow, accepted: dict[str, str], session: SessionRow) -> None:
        """Create an account with accepted rulebooks and a first session; raises `NameTaken`."""
        books = [
            {"person": person.id, "digest": digest, "edition": edition, "at": person.created_at}
            for digest, edition in accepted.items()
        ]
        with self._changing() as connection:
            connection.execute(insert(_people).values(_values(person)))
            connection.execute(insert(_sessions).values(_values(session)))
            if books:
                connection.execute(insert(_acceptances), books)
            accepted_books = [("acceptances", (person.id, digest)) for digest in accepted]
            self._seal(connection, ("people", (person.id,)), *accepted_books)

    def person(self, person: str) -> PersonRow | None:
        """The account with that id."""
        return self._genuine(select(_people).where(_people.c.id == person))

    def person_named(self, key: str) -> PersonRow | None:
        """The account with that normalised name or e-mail address."""
        query = select(_people).where((_people.c.name_key == key) | (_people.c.email_key == key))
        return self._genuine(query) if key else None

    def people(self, prefix: str, limit: int) -> list[PersonRow]:
        """Accounts whose normalised name starts with the prefix, in order."""
        query = select(_people).where(_people.c.name_key >= prefix, _people.c.name_key < prefix + "\U0010ffff")
        return self._all(PersonRow, query.order_by(_people.c.name_key).limit(limit))

    def everybody(self, after: str, limit: int) -> list[PersonRow]:
        """All accounts in the order of their normalised names, paged by the last name seen."""
        query = select(_people).where(_people.c.name_key > after)
        return self._all(PersonRow, query.order_by(_people.c.name_key).limit(limit))

    def staff(self) -> list[PersonRow]:
        """All accounts with a role, in the order of their normalised names."""
        return self._all(PersonRow, select(_people).where(_people.c.roles != "").order_by(_people.c.name_key))

    def change_person(self, person: str, **values: Any) -> None:
        """Update columns of an account; raises `NameTaken`."""
        with self._changing() as connection:
            connection.execute(update(_people).where(_people.c.id == person).values(values))
            self._seal(connection, ("people", (person,)))

    def use_step(self, person: str, step: int) -> bool:
        """Mark a TOTP step as used; False if it, or a later one, was used before."""
        chosen = (_people.c.id == person) & (_people.c.totp_step < step)
        with self._changing() as connection:
            is_new = connection.execute(update(_people).where(chosen).values(totp_step=step)).rowcount == 1
            if is_new:
                self._seal(connection, ("people", (person,)))
        return is_new

    # ---- sessions

    def add_session(self, session: SessionRow) -> None:
        """Store a new session."""
        with self._changing() as connection:
            connection.execute(insert(_sessions).values(_values(session)))

    def session(self, session: str) -> SessionRow | None:
        """The session with that id."""
        return self._one(SessionRow, select(_sessions).where(_sessions.c.id == session))

    def sessions_of(self, person: str) -> list[SessionRow]:
        """All sessions of a person, the latest first."""
        query = select(_sessions).where(_sessions.c.person == person)
        return self._all(SessionRow, query.order_by(_sessions.c.created_at.desc(), _sessions.c.id))

    def people_seen(self, text: str, limit: int) -> list[PersonRow]:
        """Accounts with a session at that network address, or on a device whose description has that text."""
        here = (_sessions.c.place == text) | _sessions.c.device.contains(text, autoescape=True)
        query = select(_people).where(_people.c.id.in_(select(_sessions.c.person).where(here)))
        return self._all(PersonRow, query.order_by(_people.c.name_key).limit(limit))

    def living(self, sessions: Sequence[str], now: Instant) -> set[str]:
        """The sessions among these ids that have not ended."""
        found: set[str] = set()
        with self._looking() as connection:
            for start in range(0, len(sessions), _NAMES_PAGE):
                chosen = _sessions.c.id.in_(sessions[start : start + _NAMES_PAGE]) & (_sessions.c.expires_at > now)
                found.update(row[0] for row in connection.execute(select(_sessions.c.id).where(chosen)))
        return found

    def touch_sessions(self, seen: dict[str, Instant], lasts: int) -> None:
        """Update when sessions were last seen, and extend them by `lasts`."""
        with self._changing() as connection:
            for session, at in seen.items():
                values = {"seen_at": at, "expires_at": at + lasts}
                connection.execute(update(_sessions).where(_sessions.c.id == session).values(values))

    def end_sessions(self, person: str, *, only: str | None = None, but: str | None = None) -> list[str]:
        """End sessions of a person (all, only one, or all but one) and return the ended ids."""
        chosen: ColumnElement[bool] = _sessions.c.person == person
        if only is not None:
            chosen &= _sessions.c.id == only
        if but is not None:
            chosen &= _sessions.c.id != but
        with self._changing() as connection:
            ended = [row[0] for row in connection.execute(select(_sessions.c.id).where(chosen))]
            connection.execute(delete(_sessions).where(chosen))
        return ended

    def drop_expired(self, now: Instant) -> None:
        """Delete expired sessions and password-reset links."""
        with self._changing() as connection:
            connection.execute(delete(_sessions).where(_sessions.c.expires_at <= now))
            connection.execute(delete(_resets).where(_resets.c.expires_at <= now))

    # ---- codes and links

    def set_codes(self, person: str, codes: Sequence[bytes]) -> None:
        """Replace the recovery codes of a person."""
        with self._changing() as connection:
            of_person = _codes.c.person == person
            gone = rows_like("recovery_codes", connection.execute(select(_codes).where(of_person)).all())
            connection.execute(delete(_codes).where(of_person))
            if codes:
                connection.execute(insert(_codes), [{"person": person, "code": code} for code in codes])
            self._seal(connection, *gone, *[("recovery_codes", (person, code)) for code in codes])

    def use_code(self, person: str, code: bytes) -> bool:
        """Use up a recovery code; False if it does not exist."""
        chosen = (_codes.c.person == person) & (_codes.c.code == code)
        with self._changing() as connection:
            was_there = connection.execute(delete(_codes).where(chosen)).rowcount == 1
            if was_there:
                self._seal(connection, ("recovery_codes", (person, code)))
        return was_there

    def add_reset(self, secret: bytes, person: str, expires_at: int) -> None:
        """Store a password-reset link of a person, replacing earlier ones."""
        with self._changing() as connection:
            connection.execute(delete(_resets).where(_resets.c.person == person))
            values = {"secret": secret, "person": person, "expires_at": expires_at}
            connection.execute(insert(_resets).values(values))

    def reset_owner(self, secret: bytes, now: Instant) -> str | None:
        """The owner of a valid password-reset link, or None; the link stays valid."""
        chosen = (_resets.c.secret == secret) & (_resets.c.expires_at > now)
        with self._looking() as connection:
            row = connection.execute(select(_resets.c.person).where(chosen)).first()
        return None if row is None else str(row[0])

    def use_reset(self, secret: bytes, now: Instant) -> str | None:
        """Use up a password-reset link and return its owner, or None."""
        chosen = (_resets.c.secret == secret) & (_resets.c.expires_at > now)
        with self._changing() as connection:
            row = connection.execute(select(_resets.c.person).where(chosen)).first()
            connection.execute(delete(_resets).where(_resets.c.secret == secret))
        return None if row is None else str(row[0])

    # ---- what they accepted and complained about

    def accept(self, person: str, editions: dict[str, str], at: Instant) -> None:
        """Record accepted rulebooks, by digest with their names; earlier acceptances keep their date."""
        with self._changing() as connection:
            held = select(_acceptances.c.digest).where(_acceptances.c.person == person)
            known = {row[0] for row in connection.execute(held)}
            new = {digest: edition for digest, edition in editions.items() if digest not in known}
            for digest, edition in new.items():
                values = {"person": person, "digest": digest, "edition": edition, "at": at}
                connection.execute(insert(_acceptances).values(values))
            self._seal(connection, *[("acceptances", (person, digest)) for digest in new])

    def accepted(self, person: str) -> dict[str, Instant]:
        """When a person accepted which rulebook, by digest."""
        query = select(_acceptances.c.digest, _acceptances.c.at).where(_acceptances.c.person == person)
        with self._looking() as connection:
            return {row[0]: Instant(row[1]) for row in connection.execute(query)}

    def add_complaint(self, complaint: ComplaintRow) -> None:
        """Store a complaint."""
        with self._changing() as connection:
            connection.execute(insert(_complaints).values(_values(complaint)))
            self._seal(connection, ("complaints", (complaint.id,)))

    def complaints(
        self,
        *,
        person: str | None = None,
        answered: bool | None = None,
        about: str | None = None,
        limit: int = 200,
    ) -> list[ComplaintRow]:
        """Complaints, the latest first: of one person or all, answered or not, about one thing or all."""
        query = select(_complaints).order_by(_complaints.c.id.desc()).limit(limit)
        if person is not None:
            query = query.where(_complaints.c.person == person)
        if about is not None:
            query = query.where(_complaints.c.hand == about)
        if answered is not None:
            query = query.where((_complaints.c.answered_at > 0) if answered else (_complaints.c.answered_at == 0))
        return self._all(ComplaintRow, query)

    def complaint(self, complaint: str) -> ComplaintRow | None:
        """One complaint; None if there is none with that id."""
        return next(iter(self._all(ComplaintRow, select(_complaints).where(_complaints.c.id == complaint))), None)

    def answer_complaint(self, complaint: str, answer: str, staff: str, at: Instant) -> ComplaintRow | None:
        """Answer an open complaint; None if there is none with that id."""
        chosen = (_complaints.c.id == complaint) & (_complaints.c.answered_at == 0)
        values = {"answer": answer, "staff": staff, "answered_at": at}
        with self._changing() as connection:
            if connection.execute(update(_complaints).where(chosen).values(values)).rowcount != 1:
                return None
            row = connection.execute(select(_complaints).where(_complaints.c.id == complaint)).one()
            self._seal(connection, ("complaints", (complaint,)))
        return ComplaintRow(*row)

    def add_log_entry(self, row: LogRow) -> None:
        """Append to the account log."""
        with self._changing() as connection:
            connection.execute(insert(_log).values(_values(row)))
            self._seal(connection, ("account_log", (row.id,)))

    def log(self, *, person: str | None = None, limit: int = 200) -> list[LogRow]:
        """Entries of the account log, the latest first."""
        query = select(_log).order_by(_log.c.id.desc()).limit(limit)
        return self._all(LogRow, query if person is None else query.where(_log.c.person == person))

    def log_after(self, after: str, what: str, until: int, limit: int) -> list[LogRow]:
        """Entries of one kind after that id and not later than an instant, the oldest first."""
        chosen = (_log.c.id > after) & (_log.c.what == what) & (_log.c.at <= until)
        return self._all(LogRow, select(_log).where(chosen).order_by(_log.c.id).limit(limit))

    def newest_log_entry(self) -> str:
        """The id of the latest entry of the account log; empty if there is none."""
        found = self.log(limit=1)
        return found[0].id if found else ""

    def complaints_after(self, after: str, until: int, limit: int) -> list[ComplaintRow]:
        """Complaints after that id and not later than an instant, the oldest first."""
        chosen = (_complaints.c.id > after) & (_complaints.c.at <= until)
        return self._all(ComplaintRow, select(_complaints).where(chosen).order_by(_complaints.c.id).limit(limit))

    def newest_complaint(self) -> str:
        """The id of the latest complaint; empty if there is none."""
        found = self._all(ComplaintRow, select(_complaints).order_by(_complaints.c.id.desc()).limit(1))
        return found[0].id if found else ""

    def has_log_entry(self, person: str, what: str, about: str) -> bool:
        """Whether the account log has such an entry."""
        chosen = (_log.c.person == person) & (_log.c.what == what) & (_log.c.about == about)
        with self._looking() as connection:
            return connection.execute(select(_log.c.id).where(chosen).limit(1)).first() is not None

    def close(self) -> None:
        """Close files and connections."""
        with self._alone():
            self._lender.close()
            self._altering.dispose()

    # ---- seals

    def seal_once(self) -> None:
        """Seal the rows of an earlier build, if none was sealed before."""
        with self._changing() as connection:
            self._seal(connection)

    def seal_again(self) -> None:
        """Seal all rows as they are, with the present key: after keys were lost, nothing else can be said of them."""
        with self._changing() as connection:
            write_seals(connection, self._chain, (), everything=True)

    def _seal(self, connection: Connection, *changed: Sealed) -> None:
        if self._lock is None:  # what ends with the process needs no seal
            write_seals(connection, self._chain, changed)

    def _genuine(self, query: Select[Any]) -> PersonRow | None:
        """An account as it was sealed; raises `Forged` if its row says otherwise."""
        row = self._one(PersonRow, query)
        if self._lock is not None or not self._chain.is_keyed:
            return row
        for _ in range(_READS_MAX):  # others may write the row, or its seal, between two reads
            if row is None or self._seals.fits(astuple(row)):
                return row
            with self._looking() as connection:
                self._seals.read_on(connection)
            if self._seals.is_empty or self._seals.fits(astuple(row)):
                return row
            row = self._one(PersonRow, query)
        raise Forged(
            f"the account {'' if row is None else row.id} is not what was written; see `fairdeal ledger check`"
        )

    # ---- the database

    def _one(self, kind: type[T], query: Select[Any]) -> T | None:
        with self._looking() as connection:
            row = connection.execute(query).first()
        return None if row is None else kind(*row)

    def _all(self, kind: type[T], query: Select[Any]) -> list[T]:
        with self._looking() as connection:
            return [kind(*row) for row in connection.execute(query)]

    @contextmanager
    def _looking(self) -> Iterator[Connection]:
        with self._alone(), self._translating(), self._lender.lend() as connection:
            yield connection

    @contextmanager
    def _changing(self) -> Iterator[Connection]:
        with self._alone(), self._translating(), self._writing, self._begin() as connection:
            yield connection
            connection.commit()

    def _begin(self) -> Connection:
        """A connection in a writing transaction; a busy database is retried for some seconds."""
        for attempt in range(1, _TRIES_MAX + 1):
            connection = self._altering.connect()
            try:
                connection.begin()
            except DBAPIError as error:
                connection.close()
                busy = isinstance(self._translate(error.orig or error), StoreUnavailable)
                if attempt == _TRIES_MAX or not busy:
                    raise
            else:
                return connection
        raise AssertionError("the last try either worked or failed")

    @contextmanager
    def _alone(self) -> Iterator[None]:
        if self._lock is None:
            yield
        else:
            with self._lock:
                yield

    @contextmanager
    def _translating(self) -> Iterator[None]:
        try:
            yield
        except PoolTimeout as error:
            raise StoreUnavailable("all connections are busy") from error
        except IntegrityError as error:
            raise NameTaken("somebody has that name or address") from error
        except DBAPIError as error:
            raise self._translate(error.orig or error) from error


def _values(row: PersonRow | SessionRow | ComplaintRow | LogRow) -> dict[str, Any]:
    return dict(zip((field.name for field in fields(row)), astuple(row), strict=True))


def open_people(address: str, chain: ChainHasher = PLAIN) -> People:
    """
    Open the accounts of a database that `open_store` has created or checked; those of `memory:` end with the process.

    With a key in `chain` changes are sealed.
    """
    if address == MEMORY:
        engine = create_engine("sqlite://", poolclass=StaticPool, connect_args={"check_same_thread": False})
        metadata.create_all(engine, tables=_TABLES)
        return People(engine, engine, StoreError, shared=True)
    database = database_at(address, answer_seconds=_ANSWER_SECONDS)
    return People(database.reading, database.altering, database.translate, chain)
