"""Reads streams from the journal: replays their events and audits them against the ledger."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from fairdeal.kernel import AccountId, Instant, StreamId
from fairdeal.runtime.hosted import AnyHosted, Balances, C, E, Hosted, S
from fairdeal.runtime.ports import Journal
from fairdeal.storage.port import Damaged, Loaded


class Read(NamedTuple):
    """A stream as read from the journal; one with a fault has the empty state and must stay closed."""

    hosted: AnyHosted
    state: Any
    version: int
    at: Instant
    fault: str | None = None


class Reader:
    """Reads streams, one or many at once; damage or a failed audit is reported as the fault of the stream."""

    def __init__(self, host: Callable[[StreamId], AnyHosted], journal: Journal) -> None:
        self._host = host
        self._journal = journal

    def one(self, stream: StreamId) -> Read:
        """One stream with its state and version; the opening state if it has no history."""
        hosted = self._host(stream)
        try:
            loaded = self._journal.load(stream)
        except Damaged as damage:
            return _faulty(hosted, Loaded(stream, 0), damage)
        return _audited(hosted, loaded, folded(hosted, loaded), self._journal.balances)

    def many(self, streams: Sequence[StreamId]) -> list[Read]:
        """Many streams, in the order asked for; takes a few queries in all instead of several per stream."""
        try:
            loaded = self._journal.load_many(streams)
        except Damaged:
            return [self.one(stream) for stream in streams]
        hosts = [self._host(stream) for stream in streams]
        states = [folded(hosted, each) for hosted, each in zip(hosts, loaded, strict=True)]
        wanted = [
            hosted.accounts(state) if each.version else None
            for hosted, each, state in zip(hosts, loaded, states, strict=True)
        ]
        accounts = [account for some in wanted if some is not None for account in some]
        balances = self._journal.balances(accounts) if accounts else {}

        def known(accounts: list[AccountId]) -> dict[AccountId, int]:
            return {account: balances[account] for account in accounts if account in balances}

        return [
            _audited(hosted, each, state, self._journal.balances if asks is None else known)
            for hosted, each, state, asks in zip(hosts, loaded, states, wanted, strict=True)
        ]


def folded(hosted: Hosted[S, C, E], loaded: Loaded) -> S:
    """The state of a loaded stream: its snapshot with the later events applied."""
    durable = hosted.durable
    state = hosted.open() if loaded.snapshot is None else durable.decode_state(loaded.snapshot)
    for event in loaded.events:
        state = hosted.evolve(state, durable.decode_event(event))
    return state


def _audited(hosted: Hosted[S, C, E], loaded: Loaded, state: S, balances: Balances) -> Read:
    if hosted.is_audited and loaded.version:
        try:
            hosted.audit(state, balances)
        except AssertionError as difference:
            return _faulty(hosted, loaded, difference)
    return Read(hosted, state, loaded.version, loaded.at)


def _faulty(hosted: Hosted[S, C, E], loaded: Loaded, fault: Exception) -> Read:
    """A read with its fault and the opening state; the stream stays closed until staff has looked at it."""
    return Read(hosted, hosted.open(), loaded.version, loaded.at, f"{type(fault).__name__}: {fault}")
