"""What all messages share: their base class, common field types, and the protocol version."""

from typing import Annotated, Final

import msgspec

PROTOCOL: Final = 4
"""
The version of all messages, of both sides.

It grows by one whenever a client of the version before could misunderstand the server, or the server such a client: a message or field
that a client may send, or must understand, is new, gone, or means something else.
"""
PROTOCOL_OLDEST: Final = 1
"""The oldest client version still understood; older ones must reload the page. 1 stands for clients that name no version."""

TABLE_MAX: Final = 80
STAKE_MAX: Final = 160
CHAT_MAX: Final = 240
REPORT_MAX: Final = 2_000
PASSWORD_MAX: Final = 100
AMOUNT_MAX: Final = 10**12
POSITIONS_MAX: Final = 32
PROMISES_MAX: Final = 3
SEARCH_MAX: Final = 40

CommandId = Annotated[str, msgspec.Meta(min_length=1, max_length=40, pattern=r"^[A-Za-z0-9_-]+$")]
"""An id made by the client; a command sent twice under one id is executed once and answered alike."""
TableName = Annotated[str, msgspec.Meta(min_length=1, max_length=TABLE_MAX)]
StakeName = Annotated[str, msgspec.Meta(min_length=1, max_length=STAKE_MAX)]
TournamentName = Annotated[str, msgspec.Meta(min_length=1, max_length=TABLE_MAX)]
TicketName = Annotated[str, msgspec.Meta(min_length=1, max_length=STAKE_MAX)]
Password = Annotated[str, msgspec.Meta(min_length=1, max_length=PASSWORD_MAX)]
HandName = Annotated[str, msgspec.Meta(min_length=1, max_length=TABLE_MAX)]
Count = Annotated[int, msgspec.Meta(ge=0, le=AMOUNT_MAX)]
Hash = Annotated[str, msgspec.Meta(min_length=64, max_length=64, pattern=r"^[0-9a-f]+$")]
"""32 bytes as hexadecimal digits."""
Amount = Annotated[int, msgspec.Meta(ge=1, le=AMOUNT_MAX)]
ChatText = Annotated[str, msgspec.Meta(min_length=1, max_length=CHAT_MAX)]
ReportText = Annotated[str, msgspec.Meta(min_length=1, max_length=REPORT_MAX)]


class Wire(msgspec.Struct, frozen=True, kw_only=True, rename="camel", gc=False):
    """Base of all messages and their parts; field names are camelCase on the wire."""


class ClientMessage(
    Wire, frozen=True, forbid_unknown_fields=True, tag_field="type", tag=lambda name: name[0].lower() + name[1:]
):
    """Base of all client messages; unknown fields are refused."""

    id: CommandId


class Explanation(Wire, frozen=True):
    """Why something happened or was refused, for the client to put into words: a stable code, the clause, and named numbers."""

    code: str
    rule: str | None = None
    numbers: dict[str, int] = msgspec.field(default_factory=dict)
