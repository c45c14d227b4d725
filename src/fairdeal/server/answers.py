"""
Answers by command id, so that a command sent twice is done once.

They are kept by player, not by connection: whoever never heard the answer comes back on another one and asks again.
"""

from collections.abc import Callable

from fairdeal.server.limits import ANSWER_HEARERS_MAX, ANSWERS_KEPT_MAX

Hear = Callable[[bytes], None]


class Answers:
    """The last commands of one player and what became of them."""

    __slots__ = ("_known",)

    def __init__(self) -> None:
        self._known: dict[str, bytes | list[Hear]] = {}  # the oldest first

    def begin(self, command: str, hear: Hear) -> bool:
        """Whether the command is new; an older one's answer is given again, now or when it is there."""
        known = self._known.get(command)
        if known is None:
            self._known[command] = [hear]
            if len(self._known) > ANSWERS_KEPT_MAX:
                del self._known[next(iter(self._known))]
            return True
        if isinstance(known, bytes):
            hear(known)
        else:
            known.append(hear)
            del known[:-ANSWER_HEARERS_MAX]
        return False

    def note(self, command: str, answer: bytes) -> None:
        """Keep an answer that whoever asked has heard already."""
        self._known[command] = answer

    def finish(self, command: str, answer: bytes) -> bool:
        """Give the answer to all who asked; false when nobody is known to have asked."""
        waiting = self._known.get(command)
        if waiting is None or isinstance(waiting, bytes):
            return False
        self._known[command] = answer
        for hear in waiting:
            hear(answer)
        return True
