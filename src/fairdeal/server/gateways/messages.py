"""
What a gateway process and a room say to each other, as values.

A **notice** goes to the room, an **instruction** to a gateway. Each end gathers what it has to say in one turn of its loop into a
batch, which is one frame of MessagePack. Nothing here depends on both being on one machine. A connection is known by a number that
its gateway gives it and never gives again while the link lasts.
"""

from typing import Final

import msgspec

from fairdeal.protocol.client import AnyClientMessage


class Notice(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """Base of what a gateway tells the room."""


class Introduced(Notice, frozen=True, tag=0):
    """The first notice of a link: which gateway this is, and its process."""

    gateway: int
    process: int


class Opening(Notice, frozen=True, tag=1):
    """Somebody asks for a game socket: what the request says, and the address it came from."""

    connection: int
    origin: str
    host: str
    cookie: str
    peer: str
    forwarded: str


class Said(Notice, frozen=True, tag=2):
    """A client's message, of good form and within the rate of its connection."""

    connection: int
    message: AnyClientMessage


class Closed(Notice, frozen=True, tag=3):
    """A connection is gone, or was given up before it was admitted."""

    connection: int


class Report(Notice, frozen=True, tag=4):
    """What a gateway uses, sent every second, which is also its sign of life; outcomes are those since the last report."""

    sockets: int
    relayed: int
    cpu_seconds: float
    memory_bytes: int
    outcomes: list[tuple[str, str, int]]


class Instruction(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """Base of what the room tells a gateway."""


class Admit(Instruction, frozen=True, tag=0):
    """Open the socket; connections of one player share a rate. Empty: nobody has logged in."""

    connection: int
    player: str


class Refuse(Instruction, frozen=True, tag=1):
    """Answer the request with that HTTP status."""

    connection: int
    status: int


class Send(Instruction, frozen=True, tag=2):
    """Send a message to these connections."""

    connections: list[int]
    message: bytes


class Close(Instruction, frozen=True, tag=3):
    """Send a last message and close; without one, disconnect at once."""

    connection: int
    last: bytes
    reconnect: bool


AnyNotice = Introduced | Opening | Said | Closed | Report
AnyInstruction = Admit | Refuse | Send | Close

_NOTICES: Final = msgspec.msgpack.Decoder(list[AnyNotice])
_INSTRUCTIONS: Final = msgspec.msgpack.Decoder(list[AnyInstruction])

notices_of = _NOTICES.decode
instructions_of = _INSTRUCTIONS.decode
