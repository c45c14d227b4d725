"""Streams as they are read from the journal: state, version, and whether they can be trusted."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from fairdeal.kernel import AccountId, Instant, StreamId
from fairdeal.runtime.hosted import AnyHosted, Balances, C, E, Hosted, S
from fairdeal.runtime.ports import Journal
from fairdeal.storage.port import Damaged, Loaded


class Read(NamedTuple):
    """A stream from the journal; with a fault it is as if it had never been written, and must not be played on."""

    hosted: AnyHosted
    state: Any
    version: int
    at: Instant
    fault: str | None = None


class Reader:
    """Reads streams, one or many at once, and audits them against the ledger."""

    def __init__(self, host: Callable[[StreamId], AnyHosted], journal: Journal) -> None:
        self._host = host
        self._journal = journal

    def one(self, stream: StreamId) -> Read:
        """A stream; new if it has no history."""
        hosted = self._host(stream)
        try:
            loaded = self._journal.load(stream)
        except Damaged as damage:
            return _faulty(hosted, Loaded(stream, 0), damage)
        return _audited(hosted, loaded, folded(hosted, loaded), self._journal.balances)

    def many(self, streams: Sequence[StreamId]) -> list[Read]:
        """Streams in the order they are asked for; costs a few questions to the journal instead of some for each."""
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
    """The state of a stream as it was written."""
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
    """Closed until somebody has looked at it; everything else goes on."""
    return Read(hosted, hosted.open(), loaded.version, loaded.at, f"{type(fault).__name__}: {fault}")
