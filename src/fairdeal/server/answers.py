"""
Answers by command id, so that a command sent twice is executed once.

They are kept per player, not per connection: a client that missed an answer asks again on its next connection.
"""

from collections.abc import Callable

from fairdeal.server.limits import ANSWER_HEARERS_MAX, ANSWERS_KEPT_MAX

OnAnswer = Callable[[bytes], None]


class Answers:
    """The last commands of one player and their answers."""

    __slots__ = ("_known",)

    def __init__(self) -> None:
        self._known: dict[str, bytes | list[OnAnswer]] = {}  # the oldest first

    def begin(self, command: str, on_answer: OnAnswer) -> bool:
        """Whether the command is new; otherwise `on_answer` gets the first answer, now or once it is known."""
        known = self._known.get(command)
        if known is None:
            self._known[command] = [on_answer]
            if len(self._known) > ANSWERS_KEPT_MAX:
                del self._known[next(iter(self._known))]
            return True
        if isinstance(known, bytes):
            on_answer(known)
        else:
            known.append(on_answer)
            del known[:-ANSWER_HEARERS_MAX]
        return False

    def remember(self, command: str, answer: bytes) -> None:
        """Store an answer that was already sent."""
        self._known[command] = answer

    def finish(self, command: str, answer: bytes) -> bool:
        """Send the answer to all who asked; False if the command is unknown or already answered."""
        waiting = self._known.get(command)
        if waiting is None or isinstance(waiting, bytes):
            return False
        self._known[command] = answer
        for on_answer in waiting:
            on_answer(answer)
        return True
