"""
What staff decided about a player's chat at all casino tables, as a machine: stream `conduct:{player}`.

A block at one table ends there; one of the account holds everywhere until staff lifts it (CHAT-04). Who did it, when and
why is kept as long as the stream is.
"""

from dataclasses import dataclass
from typing import Final

from fairdeal.bank.transfer import Chain
from fairdeal.casino.chat import SANCTION, BlockChat, ChatBlocked, decide_block
from fairdeal.kernel import Decision, EventRef, Instant, PlayerId, StreamId, Task, Verdict, followed, reject

CONDUCT: Final = "conduct"
"""The kind of the streams of players' conduct."""


@dataclass(frozen=True, slots=True)
class Conduct:
    """Why the chat is closed to a player everywhere, and by whom; nothing if it is open."""

    reason: str = ""
    staff: str = ""
    since: Instant = Instant(0)

    @property
    def barred(self) -> bool:
        """Whether the player may write nowhere."""
        return bool(self.reason)


def conduct_stream(player: PlayerId) -> StreamId:
    """The stream of a player's conduct."""
    return StreamId(f"{CONDUCT}:{player}")


class ConductMachine:
    """The rules of a player's conduct."""

    def decide(self, state: Conduct, command: BlockChat, now: Instant) -> Decision[Conduct, ChatBlocked]:
        """What happens, or why not."""
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
        """Nothing: a block has no end of its own."""
        return frozenset()

    def view(self, state: Conduct, _viewer: PlayerId | None) -> Conduct:
        """All of it; only the desk and the player ask."""
        return state

    def transfers(self, _event: ChatBlocked, _ref: EventRef) -> Chain:
        """Talk costs nothing."""
        return ()
