"""Eight writers at once, in threads and as programs of their own: nothing is lost, created or torn."""

import multiprocessing
import threading
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor

import psycopg
import pytest

from fairdeal.bank.ledger import Refusal as LedgerRefusal
from fairdeal.bank.ledger import trial_balance
from fairdeal.kernel import Rejection, StreamId
from fairdeal.storage.archive import Archive, walk
from fairdeal.storage.opening import open_store
from fairdeal.storage.port import Clash, Committed, Refusal
from tests.contracts.conftest import Opener
from tests.contracts.postgres import clean_database
from tests.contracts.units import PATIENCE, WORLD, Desk, append, at, chair, move, record, until, wallet
from tests.contracts.writers import PLAYERS, run, write_many

WRITERS = 8
UNITS = 40
GROUP = 4


def fund(store: Archive) -> None:
    desk = Desk(store, "cashier")
    for player in PLAYERS:
        desk.deposit(player, 1_000)


def check(store: Archive, written: int) -> None:
    with store.reading() as rows:
        balances = {row[0]: row[1] for row in walk(rows, "accounts")}
        entries = rows.count("entries")
        assert rows.imbalances() == []
    assert set(trial_balance(balances).values()) == {0}
    assert sum(balances[wallet(player)] for player in PLAYERS) == 1_000 * len(PLAYERS)
    logged = len(list(store.entries(StreamId("log:all"))))
    assert 0 < logged < written <= WRITERS * UNITS
    assert entries == written + 2 * logged + len(PLAYERS)


def test_eight_threads(opener: Opener) -> None:
    stores = [opener() for _ in range(WRITERS)]
    fund(stores[0])

    with ThreadPoolExecutor(WRITERS) as pool:
        work = [pool.submit(write_many, each, f"w{number}", UNITS, GROUP) for number, each in enumerate(stores)]
        outcomes = [outcome for each in work for outcome in each.result(PATIENCE)]

    assert {type(outcome) for outcome in outcomes} <= {Committed, Rejection}
    check(stores[0], sum(isinstance(outcome, Committed) for outcome in outcomes))


def test_eight_threads_of_one_program(opener: Opener) -> None:
    store = opener()
    fund(store)

    with ThreadPoolExecutor(WRITERS) as pool:
        work = [pool.submit(write_many, store, f"w{number}", UNITS, GROUP) for number in range(WRITERS)]
        outcomes = [outcome for each in work for outcome in each.result(PATIENCE)]

    check(store, sum(isinstance(outcome, Committed) for outcome in outcomes))


def test_eight_programs(address: str) -> None:
    store = open_store(address)
    fund(store)
    programs = multiprocessing.get_context("forkserver")
    programs.set_forkserver_preload(["fairdeal.storage.opening"])  # once for all of them

    with ProcessPoolExecutor(WRITERS, mp_context=programs) as pool:
        work = [pool.submit(run, address, f"w{number}", UNITS, GROUP) for number in range(WRITERS)]
        written = sum(each.result(PATIENCE) for each in work)

    check(store, written)
    store.close()


def test_eight_programs_may_make_the_same_file_at_once(tmp_path: object) -> None:
    address = f"sqlite:///{tmp_path}/new.db"
    start = threading.Barrier(WRITERS)

    def open_at_once() -> Archive:
        start.wait(PATIENCE)
        return open_store(address)

    with ThreadPoolExecutor(WRITERS) as pool:
        stores = [each.result(PATIENCE) for each in [pool.submit(open_at_once) for _ in range(WRITERS)]]

    assert all(store.streams("cash") == [] for store in stores)
    for store in stores:
        store.close()


def waiting_for_locks(session: psycopg.Connection[tuple[int]], count: int) -> None:
    """Return when that many sessions wait for a lock."""
    query = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()"
    until(lambda: session.execute(query).fetchone() == (count,))


@pytest.mark.parametrize("first", ["commit", "claim"])
def test_a_lease_is_not_lost_between_reading_it_and_the_commit(first: str) -> None:
    """Whoever claims it waits for the commit under way, or the commit waits and is refused."""
    address = clean_database()
    ours, theirs = open_store(address), open_store(address)
    desk = Desk(ours)
    desk.deposit("ann", 100)
    unit = desk.unit(append("cash:T1", 0), transfers=(move(at("cash:T1", 1), wallet("ann"), chair("ann"), 60),))

    with (
        psycopg.connect(address) as blocker,
        psycopg.connect(address, autocommit=True) as watcher,
        ThreadPoolExecutor(2) as pool,
    ):
        if first == "commit":  # its lease is read, then it waits for an account
            blocker.execute("SELECT 1 FROM accounts WHERE id = %s FOR UPDATE", (wallet("ann"),))
            commit = pool.submit(desk.write, unit)
            waiting_for_locks(watcher, 1)
            claim = pool.submit(Desk, theirs)
        else:
            blocker.execute("SELECT 1 FROM leases FOR UPDATE")
            claim = pool.submit(Desk, theirs)
            waiting_for_locks(watcher, 1)
            commit = pool.submit(desk.write, unit)
        waiting_for_locks(watcher, 2)
        blocker.rollback()
        outcome, new = commit.result(PATIENCE), claim.result(PATIENCE)

    assert new.lease.epoch == 2
    if first == "commit":
        assert outcome == Committed((1,))
    else:
        assert outcome == Rejection(Refusal.LOST_LEASE, None, (("epoch", 2),))
    assert desk.write(desk.unit(append("cash:T1", 1))) == Rejection(Refusal.LOST_LEASE, None, (("epoch", 2),))
    ours.close()
    theirs.close()


def test_two_stores_in_turn_know_what_the_other_did(opener: Opener) -> None:
    one, other = (Desk(opener(), shard) for shard in ("one", "other"))
    one.deposit("ann", 100)

    for version in range(1, 7):
        desk, stream = (one, "log:one") if version % 2 else (other, "log:other")
        place = (version + 1) // 2
        spend = (move(at(stream, place), wallet("ann"), WORLD, 15),)
        desk.must(desk.unit(append(stream, place - 1), transfers=spend))
    too_much = one.unit(append("log:one", 3), transfers=(move(at("log:one", 4), wallet("ann"), WORLD, 15),))
    refusal = one.write(too_much)

    assert isinstance(refusal, Rejection)
    assert refusal.code == LedgerRefusal.INSUFFICIENT_FUNDS
    assert one.store.balances([wallet("ann")]) == other.store.balances([wallet("ann")]) == {wallet("ann"): 10}


def test_a_group_that_failed_is_forgotten(opener: Opener) -> None:
    desk = Desk(opener())
    desk.deposit("ann", 100)
    spend = (move(at("log:a", 1), wallet("ann"), WORLD, 60),)
    hand = record("h1", 1)
    desk.must(desk.unit(append("log:b", 0, record=hand)))

    with pytest.raises(Clash):  # the hand's id is taken, so the whole group is not written
        desk.store.commit(
            [desk.unit(append("log:a", 0), transfers=spend), desk.unit(append("log:b", 1, record=record("h1", 2)))]
        )

    desk.must(desk.unit(append("log:a", 0), transfers=spend))
    assert desk.store.balances([wallet("ann")]) == {wallet("ann"): 40}
