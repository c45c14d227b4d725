"""A clock that stands still until it is told to go on."""

from fairdeal.kernel import Instant, seconds
from fairdeal.testing.clock import ManualClock


def test_calls_come_in_order_each_at_its_instant() -> None:
    clock = ManualClock(1_000)
    told: list[tuple[str, int]] = []
    clock.at(Instant(1_500), lambda: told.append(("late", clock.now())))
    clock.at(Instant(1_200), lambda: told.append(("early", clock.now())))
    clock.at(Instant(1_200), lambda: told.append(("second", clock.now())))
    clock.at(Instant(900), lambda: told.append(("overdue", clock.now())))

    clock.advance(400)

    assert told == [("overdue", 1_000), ("early", 1_200), ("second", 1_200)]
    assert clock.now() == 1_400


def test_a_call_that_was_called_off_never_comes() -> None:
    clock = ManualClock()
    told: list[str] = []
    cancel = clock.at(Instant(clock.now() + 10), lambda: told.append("never"))
    cancel()

    assert clock.next_due is None
    clock.advance(seconds(1))
    assert told == []


def test_what_a_call_causes_at_the_same_instant_comes_too() -> None:
    clock = ManualClock()
    told: list[str] = []
    clock.soon(lambda: clock.soon(lambda: told.append("second")))

    clock.settle()

    assert told == ["second"]


def test_a_branch_that_is_cut_does_nothing_more() -> None:
    clock = ManualClock()
    told: list[str] = []
    branch = clock.branch()
    branch.at(Instant(clock.now() + 10), lambda: told.append("dead"))
    branch.soon(lambda: told.append("dead"))
    clock.at(Instant(clock.now() + 10), lambda: told.append("alive"))

    branch.cut()
    clock.advance(20)

    assert told == ["alive"]
    assert branch.now() == clock.now()
