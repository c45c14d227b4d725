"""
Answers by command id, so that a command sent twice is executed once.

They are kept per player, not per connection: a client that missed an answer asks again on its next connection. That a command was
done is encoded only when asked again, which hardly ever happens.
"""

from collections.abc import Callable
from typing import Final

from fairdeal.protocol.codec import encode
from fairdeal.protocol.server import Done
from fairdeal.server.limits import ANSWER_HEARERS_MAX, ANSWERS_KEPT_MAX

OnAnswer = Callable[[bytes], None]
_DONE: Final = b""


class Answers:
    """The last commands of one player and their answers."""

    __slots__ = ("_known",)

    def __init__(self) -> None:
        self._known: dict[str, bytes | list[OnAnswer]] = {}  # the oldest first; `_DONE`: done, and already sent

    def begin(self, command: str, on_answer: OnAnswer) -> bool:
        """Whether the command is new; otherwise `on_answer` gets the first answer, now or once it is known."""
        known = self._known.get(command)
        if known is None:
            self._known[command] = [on_answer]
            if len(self._known) > ANSWERS_KEPT_MAX:
                del self._known[next(iter(self._known))]
            return True
        if isinstance(known, bytes):
            on_answer(known or encode(Done(id=command)))
        else:
            known.append(on_answer)
            del known[:-ANSWER_HEARERS_MAX]
        return False

    def remember_done(self, command: str) -> None:
        """Note that a command was done, and that the client was sent so in another message."""
        self._known[command] = _DONE

    def finish(self, command: str, answer: bytes) -> bool:
        """Send the answer to all who asked; False if the command is unknown or already answered."""
        waiting = self._known.get(command)
        if waiting is None or isinstance(waiting, bytes):
            return False
        self._known[command] = answer
        for on_answer in waiting:
            on_answer(answer)
        return True
