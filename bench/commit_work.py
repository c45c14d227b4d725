"""
The work that bench.commits measures: hands of many tables, as units for our store and as plain rows for the bare database.

A hand is two commits: its opening (an event and a snapshot) and its end (two events, a snapshot, a record, and five transfers
between six chairs, the pot and the rake).
"""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from fairdeal.bank.accounts import Purpose, Tender, pot, rake, seat
from fairdeal.bank.transfer import Reason, Transfer
from fairdeal.kernel import (
    AccountId,
    Currency,
    Duration,
    EventRef,
    HandId,
    Instant,
    MoneyKind,
    PlayerId,
    RuleId,
    StreamId,
    TableId,
    Units,
    make_id,
)
from fairdeal.kernel.ids import CHANCE_BYTES
from fairdeal.storage.port import Append, HandRecord, Lease, Store, Unit

TABLES: Final = 256
SEATS: Final = 6
STACK: Final = Units(10**12)
NOW: Final = Instant(1_790_000_000_000)
EUR: Final = Tender(Currency.EUR, MoneyKind.TEST)
RAKE: Final = rake(EUR, "bench", "NL10")
EVENT: Final = os.urandom(200)
SNAPSHOT: Final = os.urandom(600)
PUBLIC: Final = os.urandom(300)
SEALED: Final = os.urandom(60)
A_HAND: Final = Duration(45_000)
EDITION: Final = "e" * 64


def stream_of(table: int) -> StreamId:
    """The stream of a table."""
    return StreamId(f"cash:bench-{table:05}")


def chairs_of(table: int) -> list[AccountId]:
    """The accounts of a table's chairs."""
    return [seat(EUR, TableId(f"bench-{table:05}"), player) for player in players_of(table)]


def players_of(table: int) -> tuple[PlayerId, ...]:
    """Who sits at a table; as in life, their ids are no neighbours."""
    return tuple(PlayerId(f"{(table * SEATS + place) * 2_654_435_761 % 2**32:08x}") for place in range(SEATS))


def fund(store: Store, tables: int) -> None:
    """Give every chair chips."""
    lease = store.claim("fund", "bench", NOW)
    outside = EUR.account(Purpose.OUTSIDE)
    units = []
    for table in range(tables):
        ref = EventRef(StreamId(f"mint:bench-{table:05}"), 1)
        legs = enumerate(chairs_of(table))
        transfers = tuple(Transfer(ref.leg(leg), outside, chair, STACK, Reason.GRANT) for leg, chair in legs)
        units.append(Unit(lease, NOW, (Append(ref.stream, 0, (b"funded",)),), transfers))
    store.commit(units)


@dataclass
class Table:
    """One table's place in its history."""

    number: int
    version: int = 0
    hands: int = 0

    def __post_init__(self) -> None:
        self.stream = stream_of(self.number)
        self.id = TableId(f"bench-{self.number:05}")
        self.chairs = chairs_of(self.number)
        self.players = players_of(self.number)
        self.pot = pot(EUR, self.id)

    def units(self, lease: Lease) -> Iterator[Unit]:
        """Opening and end of one hand after another."""
        while True:
            yield self._opening(lease)
            yield self._end(lease)

    def _opening(self, lease: Lease) -> Unit:
        append = Append(self.stream, self.version, (EVENT,), SNAPSHOT)
        self.version += 1
        return Unit(lease, self._now(), (append,))

    def _now(self) -> Instant:
        return Instant(NOW + self.hands * A_HAND)

    def _end(self, lease: Lease) -> Unit:
        self.hands += 1
        ref = EventRef(self.stream, self.version + 1)
        winner = self.hands % SEATS
        losers = [chair for place, chair in enumerate(self.chairs) if place != winner][:3]
        transfers = (
            *(Transfer(ref.leg(leg), chair, self.pot, Units(1_000), Reason.HAND) for leg, chair in enumerate(losers)),
            Transfer(ref.leg(3), self.pot, self.chairs[winner], Units(2_900), Reason.HAND),
            Transfer(ref.leg(4), self.pot, RAKE, Units(100), Reason.RAKE, RuleId("RAKE-02")),
        )
        record = HandRecord(
            HandId(make_id(self._now(), self.number.to_bytes(CHANCE_BYTES, "big"))),
            self.id,
            self.hands,
            EDITION,
            "NL10",
            self.players,
            PUBLIC,
            SEALED,
        )
        append = Append(self.stream, self.version, (EVENT, EVENT), SNAPSHOT, record)
        self.version += 2
        return Unit(lease, self._now(), (append,), transfers)
