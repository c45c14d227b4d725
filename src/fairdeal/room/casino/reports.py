"""Chat moderation for staff: reported messages, and who was blocked by whom and why."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from fairdeal.casino.chat import ChatBlocked, MessageReported
from fairdeal.casino.conduct import CONDUCT
from fairdeal.kernel import StreamId
from fairdeal.room.casino.conduct import CONDUCT_EVENTS
from fairdeal.room.casino.house import CASINO
from fairdeal.room.casino.table import EVENTS, is_sealed
from fairdeal.storage.port import Store

_TAGS: Final = (b"message_reported", b"chat_blocked")
_TAG_WITHIN: Final = 24  # bytes; the tag of an event is found in its beginning, so other events need not be decoded


class ChatNote(NamedTuple):
    """A report or block with its instant and its stream, which is a table's or a player's conduct."""

    where: StreamId
    version: int
    what: MessageReported | ChatBlocked


def chat_notes(store: Store) -> Iterator[ChatNote]:
    """All reports and blocks, first by table, then by player, each oldest first."""
    for kind, codec in ((CASINO, EVENTS), (CONDUCT, CONDUCT_EVENTS)):
        for stream in store.streams(kind):
            for version, _, data in store.entries(stream):
                if not is_sealed(data) and any(tag in data[:_TAG_WITHIN] for tag in _TAGS):
                    yield ChatNote(stream, version, codec.decode(data))
