"""What staff reads about chat: messages that were reported, and who was blocked by whom and why."""

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
_TAG_WITHIN: Final = 24  # bytes from the beginning of an event; most are something else and need not be read


class ChatNote(NamedTuple):
    """Something that happened to a chat, and where: a table's stream, or a player's conduct."""

    where: StreamId
    version: int
    what: MessageReported | ChatBlocked


def chat_notes(store: Store) -> Iterator[ChatNote]:
    """All reports and blocks, table by table and then account by account, oldest first."""
    for kind, codec in ((CASINO, EVENTS), (CONDUCT, CONDUCT_EVENTS)):
        for stream in store.streams(kind):
            for version, _, data in store.entries(stream):
                if not is_sealed(data) and any(tag in data[:_TAG_WITHIN] for tag in _TAGS):
                    yield ChatNote(stream, version, codec.decode(data))
