"""Signs of life: one at a time, and a journal that does not answer one in time counts as lost until it does."""

from fairdeal.kernel import Duration, Instant, Rejection, seconds
from fairdeal.runtime.gate import Gate
from fairdeal.runtime.heartbeat import Heartbeat
from fairdeal.runtime.limits import HEARTBEAT_ANSWER
from fairdeal.runtime.ports import Renewed
from fairdeal.runtime.registry import Registry
from fairdeal.storage.memory import MemoryStore
from fairdeal.storage.port import Lease, Refusal, StoreFull
from fairdeal.testing.clock import ManualClock
from fairdeal.testing.journal import SimJournal

EVERY = seconds(2)


class Slow(SimJournal):
    """A journal that answers signs of life when it is told to."""

    def __init__(self, clock: ManualClock) -> None:
        super().__init__(MemoryStore(), clock)
        self.waiting: list[Renewed] = []

    def renew(self, lease: Lease, at: Instant, heard: Renewed) -> None:
        self.waiting.append(heard)


class Pulse:
    """A heartbeat with a clock and an answer in hand."""

    def __init__(self) -> None:
        self.clock = ManualClock()
        self.journal = Slow(self.clock)
        self.gate = Gate(self.journal)
        lease = self.journal.claim("room", "test", self.clock.now())
        self.registry = Registry(self.clock, self.gate, lease)
        self.heartbeat = Heartbeat(self.registry, self.gate, self.clock, EVERY)
        self.heard = 0
        self.lost = 0
        self.heartbeat.on_heard = self._heard
        self.heartbeat.on_lost = self._lost
        self.silences = 0
        self.heartbeat.on_silent = self._silent
        self.heartbeat.start()

    def is_heard(self) -> bool:
        return self.heartbeat.is_heard

    def _heard(self) -> None:
        self.heard += 1

    def _silent(self) -> None:
        self.silences += 1

    def _lost(self) -> None:
        self.lost += 1


def test_nobody_waits_longer_for_an_answer_than_the_limit_says() -> None:
    pulse = Pulse()
    pulse.clock.advance(EVERY + HEARTBEAT_ANSWER)
    assert pulse.is_heard()
    pulse.clock.advance(Duration(1))
    assert not pulse.is_heard()

    pulse.clock.advance(seconds(60))
    assert len(pulse.journal.waiting) == 1, "the next one comes after the answer to the last"
    assert not pulse.gate.is_open
    assert pulse.silences == 1, "it is said once"
    pulse.journal.waiting.pop()(None)

    assert (pulse.is_heard(), pulse.gate.is_open, pulse.heard) == (True, True, 1)
    pulse.clock.advance(EVERY)
    assert len(pulse.journal.waiting) == 1


def test_a_sign_of_life_that_fails_is_an_answer_too() -> None:
    pulse = Pulse()
    pulse.journal.waiting.pop()(StoreFull("no room"))

    assert (pulse.is_heard(), pulse.heard) == (False, 0)
    pulse.clock.advance(EVERY)
    pulse.journal.waiting.pop()(None)
    assert (pulse.is_heard(), pulse.heard) == (True, 1)


def test_who_has_lost_the_right_to_write_hears_it_from_the_next_sign_of_life() -> None:
    pulse = Pulse()
    pulse.journal.waiting.pop()(Rejection(Refusal.LOST_LEASE))

    assert (pulse.registry.open, pulse.lost) == (False, 1)
    pulse.clock.advance(seconds(60))
    assert pulse.journal.waiting == []
