"""
Devices of simulated players at tables that deal by PFP-1, and the proofs the room writes.

A player's device takes part or does not, answers soon or too late, and now and then says nothing more; after a crash it promises
again. What is published is what was written: a hand counts once its end is, and is void when the room says so.
"""

from collections.abc import Callable, Iterable
from functools import partial
from typing import Final

from fairdeal.cash.streams import TABLES
from fairdeal.fair import AHEAD, Device, Dispute, id16, proof_text
from fairdeal.kernel import Instant, PlayerId, StreamId
from fairdeal.play.events import HandDealt
from fairdeal.play.fair.changes import CutShown, cut_shown
from fairdeal.play.fair.events import HandProven, PidsGiven, SeedsAwaited, VoidProven
from fairdeal.play.fair.messages import PromiseSeeds, RevealSeed
from fairdeal.play.fair.state import Promise
from fairdeal.room.room import Room
from fairdeal.runtime.actor import Actor
from fairdeal.runtime.ports import Answer, Clock
from fairdeal.runtime.signing import RoomKey, is_signed
from fairdeal.testing.checks.violated import fail
from fairdeal.testing.plan import Dice

Publish = Callable[[str], object]
"""Takes one published proof, as a line of JSON without its end."""

_TAKES_NO_PART: Final = 0.15
_SAYS_NO_MORE: Final = 0.03
_SLOW: Final = 0.03
_USUAL: Final = (20, 300)  # milliseconds until a device has answered
_TOO_SLOW: Final = (1_300, 2_500)


class Proofs:
    """The devices of all players, and what is published of every hand."""

    def __init__(self, dice: Dice, publish: Publish) -> None:
        self._dice = dice
        self._publish = publish
        self.key = RoomKey(dice.randbytes(32))
        self._devices: dict[tuple[StreamId, PlayerId], Device] = {}
        self._takes_part: dict[PlayerId, bool] = {}
        self._room: Room | None = None
        self._clock: Clock | None = None

    # ---- the room comes and goes

    def attach(self, room: Room, clock: Clock) -> None:
        """Follow a room that begins; `clock` is its own, so that nothing reaches it after its end."""
        self._room, self._clock = room, clock
        room.registry.watches.append(self._hear)

    def recovered(self) -> None:
        """Let everybody who sits somewhere promise again: a restart forgets what was promised."""
        assert self._room is not None
        for actor in self._room.registry.those(TABLES):
            if actor.state.fair is not None:
                for player, pid in actor.state.fair.pids:
                    self._sit(actor, player, pid)

    def told(self, _stream: StreamId, events: tuple[object, ...]) -> None:
        """Publish what was written."""
        for event in events:
            if isinstance(event, HandProven | VoidProven):
                self._publish(proof_text(event.proof))

    # ---- what devices do

    def _hear(self, actor: Actor, events: tuple[object, ...], _now: Instant) -> None:
        if actor.hosted.prefix != TABLES:
            return
        for event in events:
            match event:
                case PidsGiven():
                    for player, pid in event.pids:
                        self._sit(actor, player, pid)
                case SeedsAwaited():
                    self._answer(actor, event)
                case HandDealt() if event.lineup.fair is not None:
                    cut = cut_shown(event.lineup.fair)
                    for player, device in self._those(actor.stream, event.lineup.players):
                        self._check(actor, player, partial(_cut, device, cut))
                case HandProven() | VoidProven():
                    self._over(actor, event)

    def _sit(self, actor: Actor, player: PlayerId, pid: bytes) -> None:
        """A device takes part from the next hand on, if it does at all."""
        dice, seat = self._dice, actor.state.seat_of(player)
        if seat < 0 or not self._takes_part.setdefault(player, dice.random() >= _TAKES_NO_PART):
            return
        known = self._devices.get((actor.stream, player))
        if known is None or known.pid != pid:
            table = id16(actor.hosted.name)
            device = Device(table, seat, pid, dice.randbytes, is_signed, self.key.public, f"the text of {player}")
            self._devices[actor.stream, player] = device
        self._later(_USUAL, actor.stream, partial(self._promise, actor, player))

    def _promise(self, actor: Actor, player: PlayerId) -> PromiseSeeds:
        return PromiseSeeds(player, self._promises(actor, player))

    def _promises(self, actor: Actor, player: PlayerId) -> tuple[Promise, ...]:
        device, first = self._devices[actor.stream, player], actor.state.hands_opened + 1
        return tuple(Promise(hand, device.promise(hand)) for hand in range(first, first + AHEAD))

    def _answer(self, actor: Actor, event: SeedsAwaited) -> None:
        dice, locked = self._dice, event.hand
        for player, device in self._those(actor.stream, event.players):
            seed = self._check(actor, player, partial(device.answer, locked.public(), event.signature))
            roll = dice.random()
            if seed is None or roll < _SAYS_NO_MORE:
                continue
            delay = _TOO_SLOW if roll < _SAYS_NO_MORE + _SLOW else _USUAL
            self._later(delay, actor.stream, partial(self._reveal, actor, player, locked.hand, seed))

    def _reveal(self, actor: Actor, player: PlayerId, hand: int, seed: bytes) -> RevealSeed:
        return RevealSeed(player, hand, seed, self._promises(actor, player))

    def _answered(self, stream: StreamId, command: object, answer: Answer) -> None:
        """A device knows that its seed was taken in time."""
        if isinstance(command, RevealSeed) and answer is None:
            self._devices[stream, command.player].accepted(command.hand)

    def _over(self, actor: Actor, event: HandProven | VoidProven) -> None:
        for (stream, player), device in self._devices.items():
            if stream == actor.stream and isinstance(event, HandProven):
                self._check(actor, player, partial(device.ended, event.proof))
        if self._dice.random() < _SAYS_NO_MORE:  # somebody whose part was ended asks to take part again
            for player, _ in self._those(actor.stream, [chair.player for chair in actor.state.chairs if chair]):
                self._later(_USUAL, actor.stream, partial(self._promise, actor, player))

    def _those(self, stream: StreamId, players: Iterable[PlayerId]) -> list[tuple[PlayerId, Device]]:
        return [(player, self._devices[stream, player]) for player in players if (stream, player) in self._devices]

    def _check(self, actor: Actor, player: PlayerId, call: Callable[[], bytes | None]) -> bytes | None:
        try:
            return call()
        except Dispute as dispute:
            fail("proofs", f"{player} disputes {dispute.step}: {dispute}", actor.stream)

    def _later(self, within: tuple[int, int], stream: StreamId, command: Callable[[], object]) -> None:
        room, clock = self._room, self._clock
        assert room is not None
        assert clock is not None
        at = Instant(clock.now() + self._dice.randrange(*within))

        def arrive() -> None:
            actor = room.registry.find(stream)
            if actor is not None and actor.failed is None:
                sent = command()
                room.registry.send(stream, sent, partial(self._answered, stream, sent))

        clock.at(at, arrive)


def _cut(device: Device, cut: CutShown) -> None:
    device.cut(cut.hand, cut.seats, cut.mix, cut.deal, cut.signature)
