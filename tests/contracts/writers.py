"""A program that writes as fast as it can, beside others that do the same."""

import random
from collections.abc import Sequence

from fairdeal.kernel import Instant
from fairdeal.storage.archive import Archive
from fairdeal.storage.opening import open_store
from fairdeal.storage.port import Committed, Outcome
from tests.contracts.units import NOW, Desk, append, at, move, wallet

PLAYERS = tuple(f"p{number}" for number in range(6))


def write_many(store: Archive, name: str, units: int, group: int) -> Sequence[Outcome]:
    """Move money between the same few wallets as everybody else; every other time, note it in a common log."""
    desk, chance = Desk(store, shard=name), random.Random(name)  # noqa: S311 - not for secrets
    outcomes: list[Outcome] = []
    for number in range(units // group):
        batch = []
        for place in range(group):
            debit, credit = chance.sample(PLAYERS, 2)
            stream = f"{name}:{number}.{place}"
            transfer = move(at(stream, 1), wallet(debit), wallet(credit), chance.randint(1, 400))
            appends = [append(stream, 0, name.encode())]
            if number % 2:
                # All writers make the same new stream and account, and only one can be first; the log has them queue.
                appends += append(f"common:{number}", None, b"x"), append("log:all", None, name.encode())
            batch.append(desk.unit(*appends, transfers=(transfer,), opens=(wallet(f"new{number}"),)))
        desk.now = Instant(NOW + number)
        outcomes += store.commit(batch)
    return outcomes


def run(address: str, name: str, units: int, group: int) -> int:
    """The same as a program of its own; how many units were written."""
    store = open_store(address)
    try:
        return sum(isinstance(outcome, Committed) for outcome in write_many(store, name, units, group))
    finally:
        store.close()
