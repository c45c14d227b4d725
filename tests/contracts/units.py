"""Units of work for tests, in few words."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field

from fairdeal.bank.accounts import Purpose, Tender, pot, seat, site_wallet
from fairdeal.bank.transfer import Reason, Transfer
from fairdeal.kernel import (
    AccountId,
    Currency,
    EventRef,
    HandId,
    Instant,
    MoneyKind,
    PlayerId,
    RuleId,
    StreamId,
    TableId,
    Units,
)
from fairdeal.storage.archive import Archive
from fairdeal.storage.port import Append, Committed, HandRecord, Lease, Outcome, Unit

EUR = Tender(Currency.EUR, MoneyKind.REAL)
WORLD = EUR.account(Purpose.OUTSIDE)
NOW = Instant(1_700_000_000_000)


PATIENCE = 60.0
"""Seconds after which something that should happen at once will not happen any more."""


def until(happened: Callable[[], bool]) -> None:
    """Return as soon as it has happened."""
    deadline = time.monotonic() + PATIENCE
    while not happened():
        assert time.monotonic() < deadline, "it did not happen"


def wallet(player: str) -> AccountId:
    return site_wallet(EUR, PlayerId(player))


def chair(player: str, table: str = "T1") -> AccountId:
    return seat(EUR, TableId(table), PlayerId(player))


def pot_of(table: str = "T1") -> AccountId:
    return pot(EUR, TableId(table))


def at(stream: str, version: int, leg: int = 0) -> EventRef:
    return EventRef(StreamId(stream), version, leg)


def move(
    ref: EventRef,
    debit: AccountId,
    credit: AccountId,
    amount: int,
    reason: Reason = Reason.DEPOSIT,
    rule: str | None = None,
    reverses: EventRef | None = None,
) -> Transfer:
    return Transfer(ref, debit, credit, Units(amount), reason, None if rule is None else RuleId(rule), reverses)


def append(
    stream: str, after: int | None, *events: bytes, snapshot: bytes | None = None, record: HandRecord | None = None
) -> Append:
    return Append(StreamId(stream), after, events or (b"event",), snapshot, record)


def record(hand: str, number: int, table: str = "T1", players: tuple[str, ...] = ("ann", "bob")) -> HandRecord:
    return HandRecord(
        HandId(hand), TableId(table), number, "e" * 64, "1/2", tuple(map(PlayerId, players)), b"public", b"sealed"
    )


@dataclass
class Desk:
    """Somebody with a lease who writes to a store, one unit at a time."""

    store: Archive
    shard: str = "main"
    now: Instant = NOW
    lease: Lease = field(init=False)

    def __post_init__(self) -> None:
        self.lease = self.store.claim(self.shard, "desk", self.now)

    def unit(
        self,
        *appends: Append,
        transfers: tuple[Transfer, ...] = (),
        opens: tuple[AccountId, ...] = (),
        key: str | None = None,
        payload: bytes = b"",
        result: bytes = b"",
    ) -> Unit:
        return Unit(self.lease, self.now, appends, transfers, opens, key, payload, result)

    def write(self, unit: Unit) -> Outcome:
        (outcome,) = self.store.commit([unit])
        return outcome

    def must(self, unit: Unit) -> Committed:
        """Write a unit that the rules admit."""
        outcome = self.write(unit)
        assert isinstance(outcome, Committed), outcome
        return outcome

    def deposit(self, player: str, amount: int) -> Committed:
        """Open a wallet and put money into it."""
        stream = f"player:{player}"
        version = self.store.load(StreamId(stream)).version
        transfer = move(at(stream, version + 1), WORLD, wallet(player), amount)
        return self.must(
            self.unit(append(stream, version, b"deposited"), transfers=(transfer,), opens=(wallet(player),))
        )
