"""
Messages from the server about the casino.

A table's public part is numbered: a frame follows the one before it, and its bytes are the same for everybody. One's own part
comes whole with a frame, or by itself, whenever it is another.
"""

from fairdeal.protocol.base import Explanation
from fairdeal.protocol.casino import (
    CasinoBoard,
    CasinoCrowd,
    CasinoFelt,
    CasinoLine,
    CasinoMoment,
    CasinoOwn,
    CasinoRow,
    CasinoShoe,
    CasinoTable,
)
from fairdeal.protocol.casino_changes import CasinoChange
from fairdeal.protocol.casino_fair import CasinoFair
from fairdeal.protocol.server import ServerMessage


class CasinoLobbyShown(ServerMessage, frozen=True, tag="casinoLobby"):
    """The whole lobby of the casino, in the operator's order."""

    at: int
    tables: tuple[CasinoRow, ...]


class CasinoRowsChanged(ServerMessage, frozen=True, tag="casinoRows"):
    """Rows of the casino's lobby that changed."""

    at: int
    tables: tuple[CasinoRow, ...]


class CasinoTableShown(ServerMessage, frozen=True, tag="casinoTable"):
    """A whole casino table; its frames continue from this position."""

    at: int
    epoch: int
    number: int
    table: CasinoTable


class CasinoFrame(ServerMessage, frozen=True):
    """
    One step of a casino table: what happened, and the parts that are another now (null: as before).

    `own` is the reader's own part where it is another now, and `told` what concerns only the reader.
    """

    table: str
    epoch: int
    number: int
    at: int
    changes: tuple[CasinoChange, ...]
    moment: CasinoMoment | None = None
    felt: CasinoFelt | None = None
    board: CasinoBoard | None = None
    shoe: CasinoShoe | None = None
    crowd: CasinoCrowd | None = None
    fair: CasinoFair | None = None
    own: CasinoOwn | None = None
    told: tuple[Explanation, ...] = ()


class CasinoOwnChanged(ServerMessage, frozen=True, tag="casinoOwn"):
    """
    The reader's own part of a table between two frames, or after a reconnection.

    `own` is null once the visit has ended; `told` says what a rule did, such as a bet that went back.
    """

    table: str
    own: CasinoOwn | None
    told: tuple[Explanation, ...] = ()


class CasinoSaid(ServerMessage, frozen=True):
    """A chat message at a casino table."""

    table: str
    line: CasinoLine


class CasinoUnsaid(ServerMessage, frozen=True):
    """Staff took a chat message away, by its number."""

    table: str
    number: int


CasinoMessage = (
    CasinoLobbyShown | CasinoRowsChanged | CasinoTableShown | CasinoFrame | CasinoOwnChanged | CasinoSaid | CasinoUnsaid
)
