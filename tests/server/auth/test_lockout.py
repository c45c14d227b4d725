"""How often somebody may try."""

import pytest

from fairdeal.kernel import MINUTE, Duration, Instant
from fairdeal.server.auth import lockout
from fairdeal.server.auth.lockout import Lockout, LockRules, RateLimit, RateLimiter

NOW = Instant(1_000_000)


def test_a_bucket_gives_its_burst_and_then_one_at_a_time() -> None:
    buckets = RateLimiter(RateLimit(3, Duration(1_000)))

    assert [buckets.take("ann", NOW) for _ in range(4)] == [None, None, None, 1_000]
    assert buckets.take("ann", Instant(NOW + 999)) == 1
    assert buckets.take("ann", Instant(NOW + 1_000)) is None
    assert buckets.take("bob", NOW) is None


def test_a_bucket_that_rested_is_full_and_no_more_than_full() -> None:
    buckets = RateLimiter(RateLimit(2, Duration(1_000)))
    later = Instant(NOW + 1_000_000)
    buckets.take("ann", NOW)

    assert [buckets.take("ann", later) for _ in range(3)] == [None, None, 1_000]


def test_wrong_tries_lock_a_name_for_longer_and_longer() -> None:
    locks = Lockout(LockRules(free_tries=3, first=MINUTE, longest=Duration(3 * MINUTE)))

    waits = []
    for _ in range(6):
        locks.fail("ann", NOW)
        waits.append(locks.locked_for("ann", NOW))

    assert waits == [None, None, MINUTE, 2 * MINUTE, 3 * MINUTE, 3 * MINUTE]
    assert locks.locked_for("ann", Instant(NOW + 3 * MINUTE)) is None
    assert locks.locked_for("bob", NOW) is None


def test_a_right_try_and_time_forgive() -> None:
    locks = Lockout(LockRules(free_tries=2))
    locks.fail("ann", NOW)
    locks.reset("ann")
    locks.fail("ann", NOW)
    locks.fail("bob", NOW)
    locks.fail("bob", Instant(NOW + 61 * MINUTE))

    assert locks.locked_for("ann", NOW) is None
    assert locks.locked_for("bob", Instant(NOW + 61 * MINUTE)) is None


def test_names_are_forgotten_before_memory_is_full(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lockout, "NAMES_MAX", 2)
    locks = Lockout(LockRules(free_tries=1))
    for name in ("ann", "bob", "cid"):
        locks.fail(name, NOW)

    assert [locks.locked_for(name, NOW) is not None for name in ("ann", "bob", "cid")] == [False, True, True]
