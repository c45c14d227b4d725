"""
Conduct, a machine: whether staff blocked a player from the chat of all casino tables; stream `conduct:{player}`.

A block at one table applies there only; one in this stream applies everywhere until staff ends it (CHAT-04). The stream stores
who blocked the player, when and why.
"""

from dataclasses import dataclass
from typing import Final

from fairdeal.bank.transfer import Chain
from fairdeal.casino.chat import SANCTION, BlockChat, ChatBlocked, decide_block
from fairdeal.kernel import Decision, EventRef, Instant, PlayerId, StreamId, Task, Verdict, followed, reject

CONDUCT: Final = "conduct"
"""The prefix of the streams of players' conduct."""


@dataclass(frozen=True, slots=True)
class Conduct:
    """The reason and author of a player's block from all chats; empty if there is none."""

    reason: str = ""
    staff: str = ""
    since: Instant = Instant(0)

    @property
    def barred(self) -> bool:
        """Whether the player is blocked from all chats."""
        return bool(self.reason)


def conduct_stream(player: PlayerId) -> StreamId:
    """The stream of a player's conduct."""
    return StreamId(f"{CONDUCT}:{player}")


class ConductMachine:
    """The machine of a player's conduct."""

    def decide(self, state: Conduct, command: BlockChat, now: Instant) -> Decision[Conduct, ChatBlocked]:
        """The step that blocks the player or ends the block, or the rejection."""
        return followed(state, self._verdict(state, command, now), self.evolve)

    def _verdict(self, state: Conduct, command: BlockChat, now: Instant) -> Verdict[ChatBlocked]:
        if type(command) is not BlockChat:
            return reject("unknown_command")
        if not command.on and not state.barred:
            return reject("not_blocked", SANCTION)
        outcome = decide_block(command, now)
        return (outcome,) if isinstance(outcome, ChatBlocked) else outcome

    def evolve(self, _state: Conduct, event: ChatBlocked) -> Conduct:
        """The conduct after the event."""
        return Conduct(event.reason, event.staff, event.at) if event.on else Conduct()

    def agenda(self, _state: Conduct) -> frozenset[Task[BlockChat]]:
        """Nothing: a block ends only when staff ends it."""
        return frozenset()

    def view(self, state: Conduct, _viewer: PlayerId | None) -> Conduct:
        """The conduct itself; only staff and the player ask for it."""
        return state

    def transfers(self, _event: ChatBlocked, _ref: EventRef) -> Chain:
        """No transfers: a block moves no money."""
        return ()
