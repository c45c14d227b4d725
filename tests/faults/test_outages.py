"""A full disk, a database that is gone for a while, a clock that jumps: a clear error, nothing half done, and on it goes."""

import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from fairdeal.kernel import Instant
from fairdeal.storage.committer import Committer
from fairdeal.storage.memory import MemoryStore
from fairdeal.storage.opening import open_store
from fairdeal.storage.port import Committed, Lease, Store, StoreFull, StoreUnavailable
from fairdeal.storage.verify.check import check
from tests.faults import disks
from tests.faults.hands import NOW, assert_whole, fund, hand_unit, played, rake_account
from tests.faults.servers import RealServer


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    with disks.small_disk(tmp_path) as folder:
        yield folder


def play_until_full(store: Store, lease: Lease) -> int:
    """The number of the hand for which there was no room."""
    with Committer(store) as committer:
        for number in range(1, 100_000):
            try:
                assert isinstance(committer.commit(hand_unit(lease, 0, number)), Committed)
            except StoreFull:
                return number
    raise AssertionError("the disk never filled")


def test_a_full_disk_refuses_whole_hands_and_play_goes_on_when_there_is_room(small_disk: Path) -> None:
    ballast = small_disk / "ballast"
    ballast.write_bytes(os.urandom(1 << 20))
    store = open_store(f"sqlite:///{small_disk / 'room.db'}")
    fund(store, 1)
    lease = store.claim("load", "test", NOW)
    number = play_until_full(store, lease)
    assert played(store, 0) == number - 1
    assert_whole(store, 0)

    ballast.unlink()
    with Committer(store) as committer:
        assert isinstance(committer.commit(hand_unit(lease, 0, number)), Committed)

    assert_whole(store, 0)
    assert list(check(store)) == []
    store.close()


def test_a_database_that_comes_back_in_time_is_waited_for(server: RealServer) -> None:
    store = open_store(server.address)
    fund(store, 1)
    lease = store.claim("load", "test", NOW)
    with Committer(store, give_up_seconds=60) as committer, ThreadPoolExecutor() as pool:
        committer.commit(hand_unit(lease, 0, 1))
        server.kill()
        waiting = pool.submit(committer.commit, hand_unit(lease, 0, 2))
        server.restart()

        assert isinstance(waiting.result(60), Committed)
    assert_whole(store, 0)
    assert played(store, 0) == 2
    store.close()


def test_a_database_that_stays_away_is_given_up_and_later_used_again(server: RealServer) -> None:
    store = open_store(server.address)
    fund(store, 1)
    lease = store.claim("load", "test", NOW)
    with Committer(store, give_up_seconds=0.2) as committer:
        committer.commit(hand_unit(lease, 0, 1))
        server.kill()
        with pytest.raises(StoreUnavailable):
            committer.commit(hand_unit(lease, 0, 2))
        server.restart()

        assert isinstance(committer.commit(hand_unit(lease, 0, 2)), Committed)
    assert_whole(store, 0)
    store.close()


@pytest.mark.parametrize("address", ["memory:", "sqlite"])
def test_a_clock_that_jumps_back_loses_and_reorders_nothing(address: str, tmp_path: Path) -> None:
    store = open_store(f"sqlite:///{tmp_path / 'room.db'}") if address == "sqlite" else MemoryStore()
    fund(store, 1)
    lease = store.claim("load", "test", NOW)
    instants = [NOW, NOW + 3_600_000, NOW - 86_400_000, 0, NOW + 1]
    for number, at in enumerate(instants, 1):
        (outcome,) = store.commit([replace(hand_unit(lease, 0, number), at=Instant(at))])
        assert isinstance(outcome, Committed)

    assert_whole(store, 0)
    assert [line.at for line in store.transfers_of(rake_account(0), Instant(0), Instant(2 * NOW))] == sorted(instants)
    assert list(check(store)) == []
    store.close()
