"""
A store on an SQL database.

Calls block. One implementation then serves the command line and the server, where `Committer` gives it a thread of its
own: one hop between threads for a whole group of units instead of one for every statement, as asynchronous drivers need.

Commits go over one connection, with statements made for the driver; reading goes over a pool of others.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from threading import Lock
from typing import Final, NamedTuple, TypeVar

from fairdeal.kernel import Instant
from fairdeal.storage.archive import WritableRows
from fairdeal.storage.chain import ANCHORS, PLAIN, ChainHasher
from fairdeal.storage.commit_plan import EntryRef, Lookup
from fairdeal.storage.port import Clash, Lease, NoKey, Outcome, StoreClosed, StoreUnavailable, Unit
from fairdeal.storage.shapes import SHAPES
from fairdeal.storage.sql.database import Database, Raced, Writer
from fairdeal.storage.sql.reading import SqlReading
from fairdeal.storage.sql.rows import SqlRows
from fairdeal.storage.validation import validate_group

RACES_MAX: Final = 10
CLOSE_SECONDS: Final = 2.0

T = TypeVar("T")


class _Attempt(NamedTuple):
    """A commit whose answer may be lost, and the entry that proves it was written."""

    ref: EntryRef
    digest: bytes
    outcomes: list[Outcome]


class SqlStore(SqlReading):
    """A store on an SQL database."""

    def __init__(self, database: Database, chain: ChainHasher = PLAIN) -> None:
        super().__init__(database, chain)
        self._writer: Writer | None = None
        self._writing = Lock()
        self._is_closed = False
        self._asked: tuple[Unit, ...] = ()
        self._attempts: list[_Attempt] = []

    def claim(self, shard: str, owner: str, at: Instant) -> Lease:
        """Take over the right to write a shard from its previous holder."""
        with self._alone():
            return Lease(shard, self._in_transaction(lambda writer: writer.claim(shard, owner, at)))

    def renew(self, lease: Lease, at: Instant) -> bool:
        """Renew a lease; False if the shard was claimed by another writer."""
        with self._alone():
            return self._in_transaction(lambda writer: writer.renew(lease.shard, lease.epoch, at))

    def commit(self, units: Sequence[Unit]) -> list[Outcome]:
        """
        Validate units in order, write the valid ones in one transaction, and return one outcome per unit.

        After `StoreUnavailable` the same units may be committed again: if they were written, that outcome is returned.
        """
        if not units:
            return []
        group = tuple(units)
        with self._alone():
            if self._attempts and group != self._asked:
                self._attempts.clear()
            self._asked = group
            outcomes = self._in_transaction(lambda writer: self._decide_and_write(group, writer))
            self._attempts.clear()
        return outcomes

    def _decide_and_write(self, group: tuple[Unit, ...], writer: Writer) -> list[Outcome]:
        outcomes, plan = validate_group(group, writer, self.chain)
        # Only now, with the streams locked, an earlier attempt can no longer be on its way.
        for attempt in self._attempts:
            if writer.digests([attempt.ref]).get(attempt.ref) == attempt.digest:
                return attempt.outcomes
        if plan:
            writer.write(plan)
        if plan.entries:
            entry = plan.entries[0]
            self._attempts.append(_Attempt((entry[0], entry[1]), entry[6], outcomes))
        return outcomes

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Hold the writing connection exclusively; if the store was closed meanwhile, disconnect it afterwards."""
        with self._writing:
            try:
                yield
            finally:
                if self._is_closed:
                    self._hang_up()

    def _in_transaction(self, work: Callable[[Writer], T]) -> T:
        """Run the work in a transaction; retry on a race with another process, and once after a lost connection."""
        races, was_lost = 0, False
        while True:
            try:
                return self._try(work)
            except Raced as error:
                races += 1
                if races == RACES_MAX:
                    raise Clash(str(error)) from error
            except StoreUnavailable:
                self._hang_up()
                if was_lost:
                    raise
                was_lost = True

    def _try(self, work: Callable[[Writer], T]) -> T:
        if self._is_closed:
            raise StoreClosed("the store was closed")
        try:
            writer = self._writer
            if writer is None:
                writer = self._writer = self._database.writer()
                self._check_key(writer)
            writer.begin()
            result = work(writer)
            writer.commit()
        except BaseException as error:
            self._roll_back()
            if isinstance(error, self._database.errors):
                raise self._database.translate(error) from error
            raise
        return result

    def _check_key(self, writer: Writer) -> None:
        """Raise `NoKey` if the database has keyed chains and this store has no key."""
        if self.chain.is_keyed:
            return
        lookup = Lookup()
        lookup.streams.add(ANCHORS)
        writer.begin()
        if ANCHORS in writer.read_state(lookup).heads:
            self._hang_up()
            raise NoKey("this database is written with keys, and there are none here: name the folder with --data")
        writer.rollback()

    def _roll_back(self) -> None:
        try:
            if self._writer is not None:
                self._writer.rollback()
        except self._database.errors:
            self._hang_up()

    def _hang_up(self) -> None:
        if self._writer is not None:
            with suppress(*self._database.errors):
                self._writer.close()
            self._writer = None

    def keep_edition(self, digest: str, name: str, text: str, at: Instant) -> None:
        """Store the text of a rulebook in force; another text under the same digest raises `Clash`."""
        with self._alone():
            kept = self._in_transaction(lambda writer: writer.keep_edition((digest, name, text, at)))
        if kept != text:
            raise Clash(f"another rulebook is kept under the digest {digest}")

    def close(self) -> None:
        """Close files and connections; a call of another thread that does not return keeps its connection."""
        self._is_closed = True
        if self._writing.acquire(timeout=CLOSE_SECONDS):
            try:
                self._hang_up()
            finally:
                self._writing.release()
        self._lender.close()
        self._database.altering.dispose()

    @contextmanager
    def filling(self) -> Iterator[WritableRows]:
        """Fill an empty store, all or nothing; a store with rows raises `Clash`."""
        with self._translating(), self._database.altering.begin() as connection:
            rows = SqlRows(connection, self._database.insert)
            if any(rows.page(name, None, 1) for name in SHAPES):
                raise Clash("the store is not empty")
            yield rows
