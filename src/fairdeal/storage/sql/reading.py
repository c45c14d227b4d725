"""Reading a store on an SQL database, over a pool of connections that never write."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, Select, and_, func, literal, literal_column, select, tuple_
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from fairdeal.kernel import AccountId, HandId, Instant, PlayerId, StreamId
from fairdeal.storage import schema
from fairdeal.storage.archive import Rows
from fairdeal.storage.chain import PLAIN, ChainHasher
from fairdeal.storage.port import Damaged, HandRecord, Listing, Loaded, PostedTransfer, StoreUnavailable
from fairdeal.storage.rows import BLOCK, QUARTER, events_of, listing_of, loaded_of, posted_transfer_of, record_of
from fairdeal.storage.shapes import Row
from fairdeal.storage.sql.database import Database
from fairdeal.storage.sql.lending import Lender
from fairdeal.storage.sql.rows import SqlRows

ENTRIES_PAGE: Final = 500
NAMES_PAGE: Final = 5_000
LAST_CHARACTER: Final = "\U0010ffff"

_lease = schema.leases.c
_stream = schema.streams.c
_entry = schema.entries.c
_snapshot = schema.snapshots.c
_account = schema.accounts.c
_transfer = schema.transfers.c
_hand = schema.hands.c
_sitting = schema.sittings.c
_listing = schema.listings.c
_edition = schema.editions.c

# Written out, and not as a parameter, so that the partial indexes are found.
_LISTED: Final = _transfer.listed == literal_column("1")
_AT_SNAPSHOT: Final = and_(_entry.stream == _snapshot.stream, _entry.version == _snapshot.version)


class SqlReading:
    """The reading half of a store on an SQL database."""

    def __init__(self, database: Database, chain: ChainHasher = PLAIN) -> None:
        self._database = database
        self.chain = chain
        self._lender = Lender(database.reading)

    def load(self, stream: StreamId) -> Loaded:
        """A stream's last snapshot and the events after it; version 0 if it does not exist."""
        name = _name(stream)
        with_entry = select(schema.snapshots, _entry.digest.label("entry")).outerjoin(schema.entries, _AT_SNAPSHOT)
        with self._reading() as connection:
            head = _first(connection, select(_stream.version).where(_stream.id == name))
            if head is None:
                return Loaded(stream, 0)
            found = _first(connection, with_entry.where(_snapshot.stream == name))
            snapshot, entry = (None, None) if found is None else (found[:-1], found[-1])
            later = _entries_after(name, 0 if snapshot is None else snapshot[1])
            rows = _all(connection, later)
        return loaded_of(stream, head[0], snapshot, entry, rows, self.chain)

    def load_many(self, streams: Sequence[StreamId]) -> list[Loaded]:
        """Load many streams, in the given order; one query for all whose snapshot is their last entry."""
        columns = (_stream.id, _stream.version, schema.snapshots, _entry.digest.label("entry"))
        source = schema.streams.outerjoin(schema.snapshots, _stream.id == _snapshot.stream)
        query = select(*columns).select_from(source.outerjoin(schema.entries, _AT_SNAPSHOT))
        heads: dict[str, Row] = {}
        names = list(map(_name, streams))
        with self._reading() as connection:
            for start in range(0, len(names), NAMES_PAGE):
                chosen = _stream.id.in_(names[start : start + NAMES_PAGE])
                heads.update((row[0], row) for row in _all(connection, query.where(chosen)))
        found = []
        for stream, name in zip(streams, names, strict=True):
            row = heads.get(name)
            if row is None:
                found.append(Loaded(stream, 0))
            elif row[3] == row[1]:  # nothing came after the snapshot
                found.append(loaded_of(stream, row[1], row[2:-1], row[-1], (), self.chain))
            else:
                found.append(self.load(stream))
        return found

    def last_seen(self, shard: str) -> Instant | None:
        """When the lease of a shard was last claimed or renewed; None if never."""
        with self._reading() as connection:
            row = _first(connection, select(_lease.claimed_at).where(_lease.shard == _name(shard)))
        return None if row is None else Instant(row[0])

    def streams(self, kind: str) -> list[StreamId]:
        """All streams whose id starts with `kind:`."""
        query = select(_stream.id).where(_starts_with(_stream.id, f"{kind}:")).order_by(_stream.id)
        with self._reading() as connection:
            return [StreamId(row[0]) for row in _all(connection, query)]

    def entries(self, stream: StreamId, after: int = 0) -> Iterator[tuple[int, Instant, bytes]]:
        """Events of a stream with their version and instant, oldest first."""
        seen = after
        while True:
            with self._reading() as connection:
                rows = _all(connection, _entries_after(_name(stream), seen).limit(ENTRIES_PAGE))
            for row in rows:
                yield from (event for event in events_of(row) if event[0] > after)
            if len(rows) < ENTRIES_PAGE:
                return
            seen = rows[-1][1]

    def balances(self, accounts: Sequence[AccountId]) -> dict[AccountId, int]:
        """Balances of the accounts that exist, in units."""
        names = list(map(_name, accounts))
        found: dict[AccountId, int] = {}
        with self._reading() as connection:
            for start in range(0, len(names), NAMES_PAGE):
                chosen = _account.id.in_(names[start : start + NAMES_PAGE])
                rows = _all(connection, select(_account.id, _account.balance).where(chosen))
                found.update((AccountId(row[0]), int(row[1])) for row in rows)
        return found

    def accounts(self, purpose: str, holder_prefix: str = "") -> dict[AccountId, int]:
        """Balances of all accounts of a purpose whose holder starts with the prefix."""
        chosen = _starts_with(_account.id, f"{purpose}:{holder_prefix}")
        query = select(_account.id, _account.balance).where(chosen).order_by(_account.id)
        with self._reading() as connection:
            return {AccountId(row[0]): row[1] for row in _all(connection, query)}

    def transfers_of(
        self,
        account: AccountId,
        since: Instant,
        until: Instant,
        limit: int = 10_000,
        after: PostedTransfer | None = None,
    ) -> list[PostedTransfer]:
        """
        Listed transfers of an account from `since` to before `until`, oldest first.

        `after` is the last transfer of the previous page.
        """
        order = (_transfer.at, _transfer.stream, _transfer.version, _transfer.leg)
        chosen = [_LISTED, _transfer.at >= since, _transfer.at < until]
        if after is not None:
            ref = after.transfer.ref
            seen = _values(order, (after.at, ref.stream, ref.version, ref.leg_number))
            chosen += _transfer.at >= after.at, tuple_(*order) > seen
        rows: list[Row] = []
        with self._reading() as connection:
            for side in (_transfer.debit, _transfer.credit):
                query = select(schema.transfers).where(side == _name(account), *chosen).order_by(*order).limit(limit)
                rows += _all(connection, query)
        rows.sort(key=lambda row: (row[3], row[0], row[1], row[2]))
        return [posted_transfer_of(row) for row in rows[:limit]]

    def hand(self, hand: HandId) -> HandRecord | None:
        """A hand's record."""
        with self._reading() as connection:
            row = _first(connection, select(schema.hands).where(_hand.id == _name(hand)))
        return None if row is None else record_of(row)[1]

    def events_that_ended(self, hand: HandId) -> tuple[bytes, ...]:
        """The events that were written together with the end of a hand, encoded; none if there is no such hand."""
        is_end = (_entry.stream == _hand.stream) & (_entry.version == _hand.version)
        query = select(schema.entries).join(schema.hands, is_end).where(_hand.id == _name(hand))
        with self._reading() as connection:
            row = _first(connection, query)
        return () if row is None else tuple(event for _, _, event in events_of(row))

    def hands_of(
        self, player: PlayerId, before: Instant, limit: int, before_hand: HandId | None = None
    ) -> list[tuple[Instant, HandRecord]]:
        """
        A player's latest hands before an instant, newest first.

        `before_hand` is the last hand of the previous page: hands of the same instant that follow it are included.
        """
        end = (before, before_hand or "")
        found: list[tuple[Instant, HandRecord]] = []
        until = before // QUARTER
        with self._reading() as connection:
            while len(found) < limit and (quarter := _last_quarter(connection, player, until)) is not None:
                hands = map(record_of, _hands_in(connection, player, quarter))
                own = [(at, hand) for at, hand in hands if player in hand.players and (at, hand.hand) < end]
                found += sorted(own, key=lambda each: (each[0], each[1].hand), reverse=True)
                until = quarter - 1
        return found[:limit]

    def listed(self, name: str, limit: int, before: tuple[Instant, str] | None = None) -> list[Listing]:
        """The rows of a list, newest first; `before` is the instant and id of the last row of the previous page."""
        query = select(schema.listings).where(_listing.list == _name(name))
        if before is not None:
            query = query.where(tuple_(_listing.at, _listing.id) < _values((_listing.at, _listing.id), before))
        with self._reading() as connection:
            rows = _all(connection, query.order_by(_listing.at.desc(), _listing.id.desc()).limit(limit))
        return list(map(listing_of, rows))

    def listings(self, name: str, ids: Sequence[str]) -> dict[str, Listing]:
        """The rows of a list with these ids that exist, by id."""
        names = list(map(_name, ids))
        found: list[Row] = []
        with self._reading() as connection:
            for start in range(0, len(names), NAMES_PAGE):
                chosen = _listing.id.in_(names[start : start + NAMES_PAGE])
                found += _all(connection, select(schema.listings).where(_listing.list == _name(name), chosen))
        return {row[1]: listing_of(row) for row in found}

    def listed_counts(self, name: str) -> dict[str, int]:
        """How many rows of a list have each label."""
        counted = select(_listing.label, func.count()).where(_listing.list == _name(name))
        with self._reading() as connection:
            return {row[0]: int(row[1]) for row in _all(connection, counted.group_by(_listing.label))}

    def edition_text(self, digest: str) -> str | None:
        """The text of a rulebook that is or was in force, by digest."""
        with self._reading() as connection:
            row = _first(connection, select(_edition.text).where(_edition.digest == _name(digest)))
        return None if row is None else row[0]

    @contextmanager
    def reading(self) -> Iterator[Rows]:
        """Open a consistent snapshot for reading while other writers go on."""
        with self._reading() as connection:
            yield SqlRows(connection)

    @contextmanager
    def _reading(self) -> Iterator[Connection]:
        with self._translating(), self._lender.lend() as connection:
            yield connection

    @contextmanager
    def _translating(self) -> Iterator[None]:
        try:
            yield
        except PoolTimeout as error:
            raise StoreUnavailable("all connections are busy") from error
        except UnicodeDecodeError as error:  # the database's own message is not readable any more
            raise Damaged("the database holds texts that are none") from error
        except DBAPIError as error:
            raise self._database.translate(error.orig or error) from error


def _all(connection: Connection, query: Select[*tuple[Any, ...]]) -> list[Row]:
    return list(map(tuple, connection.execute(query).all()))


def _first(connection: Connection, query: Select[*tuple[Any, ...]]) -> Row | None:
    row = connection.execute(query).first()
    return None if row is None else tuple(row)


def _entries_after(stream: str, version: int) -> Select[*tuple[Any, ...]]:
    query = select(schema.entries).where(_entry.stream == stream, _entry.version > version)
    return query.order_by(_entry.version)


def _last_quarter(connection: Connection, player: PlayerId, until: int) -> int | None:
    """The latest quarter of an hour, up to `until`, in which the player was dealt a hand."""
    query = select(func.max(_sitting.quarter)).where(_sitting.player == _name(player), _sitting.quarter <= until)
    last: int | None = connection.execute(query).scalar_one()
    return last


def _hands_in(connection: Connection, player: PlayerId, quarter: int) -> list[Row]:
    """The hands of a quarter of an hour at the player's tables; not all of them are the player's."""
    sitting = and_(_sitting.player == _name(player), _sitting.quarter == quarter)
    block = and_(
        _hand.table_id == _sitting.table_id,
        _hand.number.between(_sitting.block * BLOCK, _sitting.block * BLOCK + BLOCK - 1),
    )
    when = and_(_hand.at >= quarter * QUARTER, _hand.at < (quarter + 1) * QUARTER)
    return _all(
        connection, select(schema.hands).select_from(schema.sittings).join(schema.hands, block).where(sitting, when)
    )


def _name(text: str) -> str:
    """The id to query for; an impossible id becomes one that every database accepts and none contains."""
    return text if text.isprintable() else "\n"


def _starts_with(column: ColumnElement[str], prefix: str) -> ColumnElement[bool]:
    """A prefix condition as a range, which an index on the column can serve."""
    start = _name(prefix)
    return and_(column >= start, column < start + LAST_CHARACTER)


def _values(columns: Sequence[ColumnElement[Any]], values: Sequence[Any]) -> ColumnElement[Any]:
    """Values to compare with columns, of the columns' types."""
    return tuple_(*(literal(value, column.type) for column, value in zip(columns, values, strict=True)))
