"""
What a simulated room publishes of tournaments by PFP-1: hands, lots and HexaPro draws, and the devices of those who take part in draws.

A device promises when its player has a place in a game, reveals when the draw is locked, now and then says nothing; after a crash it
says again what the room has not heard. It disputes whatever it can.
"""

from functools import partial
from typing import Final

from fairdeal.fair import Dispute, RoundDevice, proof_text
from fairdeal.fair.casino import REGISTRATION_HAND
from fairdeal.hexapro.lobby.commands import PromiseDrawSeed, RevealDrawSeed
from fairdeal.hexapro.lobby.drawing import game16
from fairdeal.hexapro.lobby.events import DrawProven
from fairdeal.hexapro.lobby.state import Filling, Part
from fairdeal.kernel import Instant, PlayerId, StreamId
from fairdeal.play.fair.events import HandProven, VoidProven
from fairdeal.room.room import Room
from fairdeal.room.tournament.hexapro_lobby import LOBBIES
from fairdeal.runtime.actor import Actor
from fairdeal.runtime.ports import Answer, Clock
from fairdeal.runtime.signing import RoomKey
from fairdeal.testing.plan import Dice
from fairdeal.testing.proofs import Publish
from fairdeal.tournament.director.events import LotsDrawn

_SAYS_NOTHING: Final = 0.05
_USUAL: Final = (20, 300)  # milliseconds until a device has answered

Proven = HandProven | VoidProven | LotsDrawn | DrawProven


class TournamentProofs:
    """The devices of players in HexaPro draws, and everything that is published."""

    def __init__(self, dice: Dice, publish: Publish) -> None:
        self._dice = dice
        self._publish = publish
        self.key = RoomKey(dice.randbytes(32))
        self.disputes: list[str] = []
        self._devices: dict[tuple[StreamId, int, PlayerId], RoundDevice] = {}
        self._silent: set[tuple[StreamId, int, PlayerId]] = set()
        self._room: Room | None = None
        self._clock: Clock | None = None

    def attach(self, room: Room, clock: Clock) -> None:
        """Follow a room that begins; `clock` is its own, so that nothing reaches it after its end."""
        self._room, self._clock = room, clock
        room.registry.watches.append(self._hear)

    def recovered(self) -> None:
        """Say again what the room has not heard."""
        assert self._room is not None
        for actor in self._room.registry.those(LOBBIES):
            self._say_all(actor)

    def told(self, event: object) -> None:
        """Publish what was written, and let devices judge draws."""
        if not isinstance(event, Proven):
            return
        self._publish(proof_text(event.proof))
        if isinstance(event, DrawProven):
            for (_, _, player), device in self._devices.items():
                if device.place == event.proof.place:
                    try:
                        device.proven(event.proof)
                    except Dispute as dispute:
                        self.disputes.append(f"{player} disputes {dispute.step}: {dispute}")

    def _hear(self, actor: Actor, _events: tuple[object, ...], _now: Instant) -> None:
        if actor.hosted.prefix == LOBBIES:
            self._say_all(actor)

    def _say_all(self, actor: Actor) -> None:
        for game in actor.state.filling:
            for part in () if game.fair is None else game.fair.parts:
                self._say(actor.stream, game, part)

    def _say(self, stream: StreamId, game: Filling, part: Part) -> None:
        """Promise, or reveal, if the room waits for it and this device takes part."""
        assert game.fair is not None
        if not part.promises or part.seed:
            return
        device = self._device(stream, game.number, part, game.fair.commitment)
        if game.fair.until is None and not part.commitment:
            commitment = device.promise(REGISTRATION_HAND)
            self._later(stream, PromiseDrawSeed(part.player, game.number, commitment))
        elif game.fair.until is not None and part.commitment:
            seed = device.answer(REGISTRATION_HAND, part.commitment)
            if seed is None:
                self.disputes.append(f"{part.player}: the lock names another commitment")
            elif (stream, game.number, part.player) not in self._silent:
                self._later(stream, RevealDrawSeed(part.player, game.number, seed))

    def _device(self, stream: StreamId, number: int, part: Part, fixed: bytes) -> RoundDevice:
        key = (stream, number, part.player)
        known = self._devices.get(key)
        if known is None or known.pid != part.pid:
            text, place = f"the text of {part.player}", game16(stream, number)
            known = RoundDevice(place, part.place, part.pid, fixed, self._dice.randbytes, text)
            self._devices[key] = known
            if self._dice.random() < _SAYS_NOTHING:
                self._silent.add(key)
        return known

    def _later(self, stream: StreamId, command: PromiseDrawSeed | RevealDrawSeed) -> None:
        room, clock = self._room, self._clock
        assert room is not None
        assert clock is not None

        def arrive() -> None:
            actor = room.registry.find(stream)
            if actor is not None and actor.failed is None:
                room.registry.send(stream, command, partial(self._answered, stream, command))

        clock.at(Instant(clock.now() + self._dice.randrange(*_USUAL)), arrive)

    def _answered(self, stream: StreamId, command: object, answer: Answer) -> None:
        """A device knows that its seed was taken in time."""
        if isinstance(command, RevealDrawSeed) and answer is None:
            self._devices[stream, command.number, command.player].accepted(REGISTRATION_HAND)
