"""What all messages share: their form on the wire, and the words they are made of."""

from typing import Annotated, Final

import msgspec

PROTOCOL: Final = 2
"""
The version of all messages, of both sides.

It grows by one whenever a page of the version before could misunderstand the room, or the room such a page: a message or a field that a
client may send, or must understand, is new, gone, or means something else.
"""
PROTOCOL_OLDEST: Final = 1
"""The oldest version whose pages are still understood; older ones are told to load the page again. 1 is what never said its version."""

TABLE_MAX: Final = 80
STAKE_MAX: Final = 160
CHAT_MAX: Final = 240
REPORT_MAX: Final = 2_000
AMOUNT_MAX: Final = 10**12
POSITIONS_MAX: Final = 32

CommandId = Annotated[str, msgspec.Meta(min_length=1, max_length=40, pattern=r"^[A-Za-z0-9_-]+$")]
"""Made by the client; the same id twice is answered with the first answer and done once."""
TableName = Annotated[str, msgspec.Meta(min_length=1, max_length=TABLE_MAX)]
StakeName = Annotated[str, msgspec.Meta(min_length=1, max_length=STAKE_MAX)]
TournamentName = Annotated[str, msgspec.Meta(min_length=1, max_length=TABLE_MAX)]
TicketName = Annotated[str, msgspec.Meta(min_length=1, max_length=STAKE_MAX)]
HandName = Annotated[str, msgspec.Meta(min_length=1, max_length=TABLE_MAX)]
Count = Annotated[int, msgspec.Meta(ge=0, le=AMOUNT_MAX)]
Amount = Annotated[int, msgspec.Meta(ge=1, le=AMOUNT_MAX)]


class Wire(msgspec.Struct, frozen=True, kw_only=True, rename="camel", gc=False):
    """A part of a message; names are camelCase on the wire."""


class Told(Wire, frozen=True):
    """Something to be worded by the client: a stable code, the clause, and named numbers."""

    code: str
    rule: str | None = None
    numbers: dict[str, int] = msgspec.field(default_factory=dict)
