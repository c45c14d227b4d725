"""
Devices of simulated guests at casino tables that draw by PFP-1, and the proofs the room writes.

A device takes part or does not, answers soon or too late, and now and then says nothing; after a crash it promises again. What is
published is what was written.
"""

from collections.abc import Callable
from functools import partial
from typing import Final

from fairdeal.casino.table.fair.drawing import locked_round
from fairdeal.casino.table.fair.events import CasinoPidsGiven, ChainOpened, ChanceLocked, ChanceProven
from fairdeal.fair import AHEAD, Dispute, RoundDevice, proof_text
from fairdeal.kernel import Instant, PlayerId, StreamId
from fairdeal.play.fair.messages import PromiseSeeds, RevealSeed
from fairdeal.play.fair.state import Promise
from fairdeal.room.casino.house import CASINO
from fairdeal.room.room import Room
from fairdeal.runtime.actor import Actor
from fairdeal.runtime.ports import Answer, Clock
from fairdeal.runtime.signing import RoomKey
from fairdeal.testing.casino.books import Broken
from fairdeal.testing.plan import Dice
from fairdeal.testing.proofs import Publish

_TAKES_NO_PART: Final = 0.15
_SAYS_NOTHING: Final = 0.004  # a seed that is withheld costs a thousand rounds
_SLOW: Final = 0.004
_USUAL: Final = (20, 300)  # milliseconds until a device has answered
_TOO_SLOW: Final = (1_600, 2_500)


class CasinoProofs:
    """The devices of all guests, and what is published of every round and shoe."""

    def __init__(self, dice: Dice, publish: Publish) -> None:
        self._dice = dice
        self._publish = publish
        self.key = RoomKey(dice.randbytes(32))
        self._devices: dict[tuple[StreamId, PlayerId], RoundDevice] = {}
        self._takes_part: dict[PlayerId, bool] = {}
        self._room: Room | None = None
        self._clock: Clock | None = None

    def attach(self, room: Room, clock: Clock) -> None:
        """Follow a room that begins; everybody promises again, for a restart forgets what was promised."""
        self._room, self._clock = room, clock
        room.registry.watches.append(self._hear)
        for actor in room.registry.those(CASINO):
            self._sit_all(actor)

    def written(self, event: object) -> None:
        """Publish what was written."""
        if isinstance(event, ChanceProven):
            self._publish(proof_text(event.proof))

    def _hear(self, actor: Actor, events: tuple[object, ...], _now: Instant) -> None:
        if actor.hosted.prefix != CASINO:
            return
        for event in events:
            match event:
                case ChainOpened():
                    self._sit_all(actor)
                case CasinoPidsGiven():
                    for player, _ in event.pids:
                        self._sit(actor, player)
                case ChanceLocked():
                    self._answer(actor, event)
                case ChanceProven():
                    self._over(actor, event)

    def _sit_all(self, actor: Actor) -> None:
        fair = actor.state.fair
        for player, _ in () if fair is None else fair.pids:
            self._sit(actor, player)

    def _sit(self, actor: Actor, player: PlayerId) -> None:
        """A device takes part from the next place of the chain on, if it does at all."""
        dice, fair = self._dice, actor.state.fair
        pid = None if fair is None else fair.pid_of(player)
        if pid is None or not self._takes_part.setdefault(player, dice.random() >= _TAKES_NO_PART):
            return
        known = self._devices.get((actor.stream, player))
        if known is None or (known.pid, known.fixed) != (pid, fair.anchor):
            device = RoundDevice(fair.place, 0, pid, fair.anchor, dice.randbytes, f"the text of {player}")
            self._devices[actor.stream, player] = device
        self._later(_USUAL, actor.stream, partial(self._promise, actor.stream, player))

    def _promise(self, stream: StreamId, player: PlayerId) -> PromiseSeeds:
        return PromiseSeeds(player, self._promises(stream, player))

    def _promises(self, stream: StreamId, player: PlayerId) -> tuple[Promise, ...]:
        assert self._room is not None
        fair, device = self._room.registry.actor(stream).state.fair, self._devices[stream, player]
        if fair is None or fair.anchor != device.fixed:
            return ()
        return tuple(Promise(at, device.promise(at)) for at in range(fair.used + 1, fair.used + 1 + AHEAD))

    def _answer(self, actor: Actor, event: ChanceLocked) -> None:
        digest = locked_round(actor.state.fair, event.lock).digest
        for player, _, commitment in event.lock.players:
            device = self._devices.get((actor.stream, player))
            if device is not None:
                device.locked(event.lock.index, digest)
            seed = None if device is None or not commitment else device.answer(event.lock.index, commitment)
            roll = self._dice.random()
            if commitment and device is not None and seed is None:
                raise Broken(f"{actor.stream}: the lock names a commitment that is not {player}'s")
            if seed is None or roll < _SAYS_NOTHING:
                continue
            delay = _TOO_SLOW if roll < _SAYS_NOTHING + _SLOW else _USUAL
            self._later(delay, actor.stream, partial(self._reveal, actor.stream, player, event.lock.index, seed))

    def _reveal(self, stream: StreamId, player: PlayerId, index: int, seed: bytes) -> RevealSeed:
        return RevealSeed(player, index, seed, self._promises(stream, player))

    def _over(self, actor: Actor, event: ChanceProven) -> None:
        for (stream, player), device in self._devices.items():
            if stream != actor.stream or device.place != event.proof.place:
                continue
            try:
                device.proven(event.proof)
            except Dispute as dispute:
                raise Broken(f"{player} disputes {dispute.step}: {dispute}") from dispute
            self._later(_USUAL, actor.stream, partial(self._promise, stream, player))

    def _later(self, within: tuple[int, int], stream: StreamId, command: Callable[[], object]) -> None:
        room, clock = self._room, self._clock
        assert room is not None
        assert clock is not None

        def arrive() -> None:
            actor = room.registry.find(stream)
            if actor is not None and actor.failed is None:
                sent = command()
                room.registry.send(stream, sent, partial(self._answered, stream, sent))

        clock.at(Instant(clock.now() + self._dice.randrange(*within)), arrive)

    def _answered(self, stream: StreamId, command: object, answer: Answer) -> None:
        """A device knows that its seed was taken in time."""
        if isinstance(command, RevealSeed) and answer is None and (stream, command.player) in self._devices:
            self._devices[stream, command.player].accepted(command.hand)
