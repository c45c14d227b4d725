"""The board of announcements as the room runs it."""

from typing import Final

import msgspec

from fairdeal.kernel import Decision, Instant, StreamId
from fairdeal.kernel.agenda import Task
from fairdeal.office.notices import NOTICES, Notice, NoticeCommand, Notices, decide
from fairdeal.runtime.hosted import Hosted

_NOTICE: Final = msgspec.json.Decoder(Notice)
_NOTICES: Final = msgspec.json.Decoder(tuple[Notice, ...])


class NoticeCodec:
    """Notices as JSON, which the command line has written since before the desk could."""

    def encode_event(self, event: Notice) -> bytes:
        """The notice as bytes."""
        return msgspec.json.encode(event)

    def decode_event(self, data: bytes) -> Notice:
        """The notice that these bytes encode."""
        return _NOTICE.decode(data)

    def encode_state(self, state: Notices) -> bytes:
        """All notices as bytes."""
        return msgspec.json.encode(state)

    def decode_state(self, data: bytes) -> Notices:
        """The notices that these bytes encode."""
        return _NOTICES.decode(data)


_CODEC: Final = NoticeCodec()


class HostedBoard(Hosted[Notices, NoticeCommand, Notice]):
    """Everything that was ever announced."""

    prefix = NOTICES
    snapshot_every = 50

    @property
    def durable(self) -> NoticeCodec:
        """The codec for notices."""
        return _CODEC

    def open(self) -> Notices:
        """An empty board."""
        return ()

    def decide(self, state: Notices, command: NoticeCommand, now: Instant) -> Decision[Notices, Notice]:
        """The notice that the command leads to, or the rejection."""
        return decide(state, command, now)

    def evolve(self, state: Notices, event: Notice) -> Notices:
        """The board with one more notice."""
        return (*state, event)

    def agenda(self, _state: Notices) -> frozenset[Task[object]]:
        """Empty: servers show what is current by their clock."""
        return frozenset()


def board_host(stream: StreamId) -> HostedBoard:
    """The board of a stream."""
    return HostedBoard(stream)
