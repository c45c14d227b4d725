"""Streams as they are read from the journal: state, version, and whether they can be trusted."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from fairdeal.kernel import AccountId, Instant, StreamId
from fairdeal.runtime.ports import Journal, Kind
from fairdeal.storage.port import Damaged, Loaded

_Balances = Callable[[list[AccountId]], dict[AccountId, int]]


class Read(NamedTuple):
    """A stream from the journal; with a fault it is as if it had never been written, and must not be played on."""

    stream: StreamId
    kind: Kind
    state: Any
    version: int
    at: Instant
    fault: str | None = None


class Reader:
    """Reads streams, one or many at once, and audits them against the ledger."""

    def __init__(self, kinds: Mapping[str, Kind], journal: Journal) -> None:
        self._kinds = kinds
        self._journal = journal

    def one(self, stream: StreamId) -> Read:
        """A stream; new if it has no history."""
        try:
            loaded = self._journal.load(stream)
        except Damaged as damage:
            return self._faulty(Loaded(stream, 0), damage)
        return self._read(loaded, self._journal.balances)

    def many(self, streams: Sequence[StreamId]) -> list[Read]:
        """Streams in the order they are asked for; costs a few questions to the journal instead of some for each."""
        try:
            loaded = self._journal.load_many(streams)
        except Damaged:
            return [self.one(stream) for stream in streams]
        states = [self._folded(each) for each in loaded]
        wanted = [
            account
            for each, state in zip(loaded, states, strict=True)
            if (accounts := self._kind(each.stream).accounts) is not None and each.version
            for account in accounts(each.stream, state)
        ]
        balances = self._journal.balances(wanted) if wanted else {}

        def known(accounts: list[AccountId]) -> dict[AccountId, int]:
            return {account: balances[account] for account in accounts if account in balances}

        return [
            self._audited(each, state, self._journal.balances if self._kind(each.stream).accounts is None else known)
            for each, state in zip(loaded, states, strict=True)
        ]

    def _kind(self, stream: StreamId) -> Kind:
        return self._kinds[stream.partition(":")[0]]

    def _read(self, loaded: Loaded, balances: _Balances) -> Read:
        return self._audited(loaded, self._folded(loaded), balances)

    def _folded(self, loaded: Loaded) -> Any:
        kind = self._kind(loaded.stream)
        state = kind.initial(loaded.stream) if loaded.snapshot is None else kind.decode_state(loaded.snapshot)
        if loaded.events:
            machine = kind.machine(loaded.stream)
            for event in loaded.events:
                state = machine.evolve(state, kind.decode_event(event))
        return state

    def _audited(self, loaded: Loaded, state: Any, balances: _Balances) -> Read:
        kind = self._kind(loaded.stream)
        if kind.audit is not None and loaded.version:
            try:
                kind.audit(loaded.stream, state, balances)
            except AssertionError as difference:
                return self._faulty(loaded, difference)
        return Read(loaded.stream, kind, state, loaded.version, loaded.at)

    def _faulty(self, loaded: Loaded, fault: Exception) -> Read:
        """Closed until somebody has looked at it; everything else goes on."""
        kind = self._kind(loaded.stream)
        told = f"{type(fault).__name__}: {fault}"
        return Read(loaded.stream, kind, kind.initial(loaded.stream), loaded.version, loaded.at, told)
