"""
The process dies between every two messages of a hand by PFP-1: the hand is void, no deck is dealt twice, the log is whole.

Also before and after every commit: what was signed and not written was never sent, and its decks are burnt. And a process that only
stood still while another took over: what it signed is refused when it goes on.
"""

from collections.abc import Sequence
from typing import Any

import pytest

from fairdeal.fair import LogVerifier, PublishedVoid, read_proof, verify_proof
from fairdeal.kernel import MINUTE, Duration, Instant, Rejection
from fairdeal.play.events import HandDealt, Played
from fairdeal.play.fair.events import HandProven, SeedRevealed, SeedsAwaited, SeedsPromised
from fairdeal.room.room import Room
from fairdeal.runtime.actor import Actor
from fairdeal.runtime.signing import is_signed
from fairdeal.storage.port import Outcome, Refusal, Unit
from fairdeal.testing.journal import Crash, CrashPoint
from fairdeal.testing.plan import Plan
from fairdeal.testing.simulator import Simulation

PLAN = Plan(
    seed=11, players=6, length=Duration(12 * MINUTE), crashes=0, stalls=0, proofs=True, editions=("unibet-2.7",)
)
MESSAGES = (SeedsPromised, SeedsAwaited, SeedRevealed, HandDealt, Played, HandProven)
OPEN = (SeedsAwaited, SeedRevealed, HandDealt, Played)
"""After these a hand is locked and not over."""


class Dying(Simulation):
    """A room that dies right after so many messages of a kind, or at a commit, once."""

    def __init__(self, proofs: list[str], after: type | None = None, times: int = 6) -> None:
        super().__init__(PLAN, proofs.append)
        self._after, self._left = after, times
        self.at_commit: tuple[int, CrashPoint] | None = None
        self.commits = 0

    def build(self) -> Room:
        room = super().build()
        room.registry.watches.append(self._hear)
        journal = self._journal
        assert journal is not None
        journal.crash_at, self.at_commit = self.at_commit, None
        return room

    def _hear(self, _actor: Actor, events: tuple[Any, ...], now: Instant) -> None:
        journal, branch = self._journal, self._branch
        assert journal is not None
        assert branch is not None
        self.commits = max(self.commits, journal.commits)
        self._left -= sum(isinstance(event, self._after or ()) for event in events)
        if self._after is not None and self._left <= 0:
            self._after = None
            journal.crash_at = (-1, CrashPoint.BEFORE)
            branch.at(now, _die)


def _die() -> None:
    raise Crash("between two messages")


def whole(dying: Dying, proofs: list[str]) -> int:
    """Play on to the end; how many hands were void."""
    report = dying.run()
    assert report.violations == []
    log = LogVerifier(whole=True)
    found = [read_proof(line) for line in proofs]
    assert dying.proofs is not None
    for proof in found:
        checked = verify_proof(proof, signature=is_signed, room_key=dying.proofs.key.public)
        assert checked.passed, checked.failed
        log.add(proof)
    assert log.result().passed, log.result().checks  # numbers without a gap, and no deck twice
    assert report.hands > 0, "play goes on"
    return sum(isinstance(proof, PublishedVoid) for proof in found)


@pytest.mark.parametrize("message", MESSAGES, ids=lambda message: message.__name__)
def test_a_crash_after_any_message_voids_the_open_hand_and_leaves_the_log_whole(message: type) -> None:
    proofs: list[str] = []
    dying = Dying(proofs, message)
    voids = whole(dying, proofs)
    assert dying.crashes >= 1
    if message in OPEN:
        assert voids >= 1


def check_commits(numbers: range) -> int:
    """Let the room die before and after each of these commits; how many hands were void."""
    voids = 0
    for number in numbers:
        for point in CrashPoint:
            proofs: list[str] = []
            dying = Dying(proofs)
            dying.at_commit = (number, point)
            voids += whole(dying, proofs)
            assert dying.crashes >= 1, number  # now and then a room dies again while it comes back
    return voids


def test_a_crash_before_or_after_a_commit_leaves_the_log_whole() -> None:
    """What was decided and signed, and whose process stopped before it was written, is void or was never there."""
    assert check_commits(range(30, 42, 3)) > 0


@pytest.mark.soak
def test_a_crash_before_or_after_any_commit_leaves_the_log_whole() -> None:
    assert check_commits(range(20, 90)) > 10


class Paused(Dying):
    """A room that does not die after a message but stands still, and goes on when another has long taken its place."""

    def __init__(self, proofs: list[str], after: type) -> None:
        super().__init__(proofs, after)
        self.late: list[str] = []  # what became of what the first wanted to write after that
        self._building: Room | None = None

    def build(self) -> Room:
        self._building = super().build()
        return self._building

    def _crashed(self) -> None:
        journal, branch, room = self._journal, self._branch, self._building
        assert journal is not None
        assert branch is not None
        assert room is not None
        self.crashes += 1
        # Nobody is connected to it any more, and nobody follows what it believes; its timers and what waits to be written stay.
        room.registry.watches.clear()
        journal.heard, journal.crash_at = self._heard_late, None
        branch.stall(5 * MINUTE)
        self._branch = self._journal = None
        self.checks.died(self.clock.now(), written=False)
        self.network.close()
        self._starts_at = Instant(self.clock.now() + 1_000)
        self.clock.at(self._starts_at, self._start)

    def _heard_late(self, _units: Sequence[Unit], outcomes: Sequence[Outcome]) -> None:
        self.late += [each.code if isinstance(each, Rejection) else "written" for each in outcomes]


@pytest.mark.parametrize("message", MESSAGES, ids=lambda message: message.__name__)
def test_a_process_that_stood_still_between_two_messages_writes_nothing_once_another_has_taken_over(
    message: type,
) -> None:
    """Between lock and deal it deals to nobody, between signature and commit the store refuses it by its epoch."""
    proofs: list[str] = []
    paused = Paused(proofs, message)
    voids = whole(paused, proofs)
    assert paused.crashes >= 1  # now and then a room dies again while it comes back
    assert set(paused.late) <= {Refusal.LOST_LEASE}
    assert paused.late or message is Played, "it wanted to write nothing; in the middle of a hand nothing waits"
    if message in OPEN:
        assert voids >= 1
