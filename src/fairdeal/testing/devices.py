"""Devices of players at a simulated table that deals by PFP-1: they promise, reveal, and hold the room to what it said."""

from dataclasses import dataclass, field

from fairdeal.cash.table.changes import HandCut
from fairdeal.fair import AHEAD, Device, id16
from fairdeal.kernel import PlayerId, Rejection
from fairdeal.play.fair.changes import CutShown, LockShown, ProofShown, VoidShown
from fairdeal.play.fair.messages import PromiseSeeds, RevealSeed
from fairdeal.play.fair.state import FairFacts, Promise
from fairdeal.runtime.signing import RoomKey, is_signed
from fairdeal.testing.cash.table import SimulatedTable


def fair_facts(table: str = "T1", key: bytes = bytes(range(32))) -> FairFacts:
    """What a table is made with whose players cut its decks."""
    return FairFacts(id16(table), RoomKey(key))


@dataclass
class Devices:
    """The devices of those players of a table who take part."""

    story: SimulatedTable
    devices: dict[str, Device] = field(default_factory=dict)

    def sit(self, *names: str) -> None:
        """Let players take part: each promises seeds for the hands to come."""
        for name in names:
            fair = self._facts
            view = self.story.machine.view(self.story.table, PlayerId(name)).fair
            assert view is not None
            assert view.pid is not None
            seat = self.story.table.seat_of(PlayerId(name))
            draw = self.story.chance.randbytes
            self.devices[name] = Device(fair.table, seat, view.pid, draw, is_signed, fair.signer.public, f"I am {name}")
            self.promise(name)

    @property
    def _facts(self) -> FairFacts:
        fair = self.story.machine.facts.fair
        assert fair is not None
        return fair

    def promises(self, name: str) -> tuple[Promise, ...]:
        """What a player's device promises for the next hands."""
        first = self.story.table.hands_opened + 1
        return tuple(Promise(hand, self.devices[name].promise(hand)) for hand in range(first, first + AHEAD))

    def promise(self, name: str) -> Rejection | None:
        """A player's device promises seeds for the next hands."""
        return self.story.do(PromiseSeeds(PlayerId(name), self.promises(name)))

    def locked(self) -> LockShown:
        """The lock of the hand whose seeds are awaited."""
        view = self.story.machine.view(self.story.table, None).fair
        assert view is not None
        assert view.lock is not None, "no hand is locked"
        return view.lock

    def reveal(self, *names: str) -> None:
        """Let the devices of players answer the lock, each with promises for the hands to come."""
        for name in names:
            self.tell(name)

    def tell(self, name: str) -> Rejection | None:
        """Let one device answer the lock."""
        lock = self.locked()
        seed = self.devices[name].answer(lock.lock, lock.signature)
        assert seed is not None, f"{name} is not asked"
        refusal = self.story.do(RevealSeed(PlayerId(name), lock.lock.hand, seed, self.promises(name)))
        if refusal is None:
            self.devices[name].accepted(lock.lock.hand)
        return refusal


def take(device: Device, change: object) -> None:
    """Let a device take what everybody is shown."""
    match change:
        case HandCut(cut=CutShown() as cut) | (CutShown() as cut):
            device.cut(cut.hand, cut.seats, cut.mix, cut.deal, cut.signature)
        case ProofShown(proof):
            device.ended(proof)
        case VoidShown(proof):
            device.void(proof)
        case _:
            pass
