"""
Keeps the ledger a second time, from committed units alone, and compares it with the store.

Every transfer stays within one tender, and only accounts that may owe fall below zero; so all accounts of a tender add up to
zero as long as the store has the same balances. It is asked for every account that a commit moved.
"""

from collections.abc import Sequence

from fairdeal.bank.accounts import OWING
from fairdeal.kernel import AccountId, Instant, StreamId
from fairdeal.storage.port import Committed, Outcome, Store, Unit
from fairdeal.testing.checks.violated import fail

_OWING = tuple(f"{purpose.value}:" for purpose in OWING)


class Books:
    """Balances of accounts and versions of streams, computed from committed units."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._keys: set[str] = set()
        self.balances: dict[AccountId, int] = {}
        self.versions: dict[StreamId, int] = {}
        self.last: tuple[Unit, ...] = ()  # committed by the last group
        self.commits = 0

    def written(self, units: Sequence[Unit], outcomes: Sequence[Outcome]) -> None:
        """Post a committed group, and fail if the store then has other balances."""
        done = tuple(unit for unit, outcome in zip(units, outcomes, strict=True) if isinstance(outcome, Committed))
        self.last = done
        self.commits += 1
        touched: dict[AccountId, None] = {}
        for unit in done:
            self._note(unit)
            for transfer in unit.transfers:
                self._post(transfer.debit, transfer.credit, transfer.amount, unit)
                touched[transfer.debit] = touched[transfer.credit] = None
        if touched:
            self._agree(list(touched))

    def of(self, account: AccountId) -> int:
        """The balance of an account, in units."""
        return self.balances.get(account, 0)

    def difference(self) -> int:
        """By how much the accounts of each tender miss zero, added up over all tenders; 0 if the ledger balances."""
        sums: dict[str, int] = {}
        for account, balance in self.balances.items():
            tender = account.split(":", 2)[2]
            sums[tender] = sums.get(tender, 0) + balance
        return sum(map(abs, sums.values()))

    def check_all(self) -> None:
        """Fail if the store has another balance of any account, or another version of any stream."""
        self._agree(list(self.balances))
        for stream, version in self.versions.items():
            self.check_version(stream, self._store.load(stream).version, version)

    def check_version(self, stream: StreamId, loaded: int, expected: int | None = None) -> None:
        """Fail unless a loaded stream has the version that was last acknowledged."""
        expected = self.versions.get(stream, 0) if expected is None else expected
        if loaded != expected:
            fail("durability", f"version {expected} of {stream} was acknowledged, {loaded} was read", stream)

    def _note(self, unit: Unit) -> None:
        for append in unit.appends:
            version = self.versions.get(append.stream, 0)
            if append.after is not None and append.after != version:
                fail("durability", f"{append.stream} was written after {append.after}, not {version}", append.stream)
            self.versions[append.stream] = version + len(append.events)
        if unit.key is not None:
            if unit.key in self._keys:
                fail("once", f"the command {unit.key} was done twice", *(append.stream for append in unit.appends))
            self._keys.add(unit.key)

    def _post(self, debit: AccountId, credit: AccountId, amount: int, unit: Unit) -> None:
        balances = self.balances
        if debit.split(":", 2)[2] != credit.split(":", 2)[2] or amount <= 0 or debit == credit:
            fail("conservation", f"{amount} from {debit} to {credit}", *(append.stream for append in unit.appends))
        left = balances.get(debit, 0) - amount
        if left < 0 and not debit.startswith(_OWING):
            fail("conservation", f"{debit} is overdrawn by {-left}", *(append.stream for append in unit.appends))
        balances[debit] = left
        balances[credit] = balances.get(credit, 0) + amount

    def _agree(self, accounts: list[AccountId]) -> None:
        held = self._store.balances(accounts)
        for account in accounts:
            if held.get(account, 0) != self.balances[account]:
                fail("conservation", f"{account} holds {held.get(account, 0)}, not {self.balances[account]}")


class Standstill:
    """Periods in which time did not count: pauses, stalls or outages."""

    def __init__(self) -> None:
        self._periods: list[tuple[Instant, Instant]] = []

    def note(self, since: Instant, until: Instant) -> None:
        """Add a period in which time did not count."""
        self._periods.append((since, until))

    def within(self, since: Instant, until: Instant) -> int:
        """How many milliseconds of a period did not count."""
        stood = 0
        for start, end in reversed(self._periods):
            if end <= since:
                break
            stood += max(0, min(end, until) - max(start, since))
        return stood

    def count_since(self, since: Instant) -> int:
        """How many of the periods ended after an instant."""
        return sum(end > since for _, end in self._periods)
