"""What the room says."""

from typing import Literal

import msgspec

from fairdeal.protocol.base import Told, Wire
from fairdeal.protocol.table import ChatLine, OwnChange, PublicChange, Table, Unit
from fairdeal.protocol.tournament import HexaProLobby, HexaProRow, Tournament, TournamentRow
from fairdeal.protocol.tournament_table import TournamentChange, TournamentOwnChange, TournamentTable


class ServerMessage(Wire, frozen=True, tag_field="type", tag=lambda name: name[0].lower() + name[1:]):
    """Anything the room says."""


class Person(Wire, frozen=True):
    """Whom the room takes the client for."""

    player: str
    name: str
    avatar: str
    kind: Literal["guest", "player"]
    roles: tuple[str, ...] = ()


class Edition(Wire, frozen=True):
    """A rulebook in force here."""

    id: str
    name: str
    version: str
    date: str | None = None


class SeatedAt(Wire, frozen=True):
    """A table where one sits."""

    table: str
    stake: str


class Welcome(ServerMessage, frozen=True):
    """
    The first message: the server's build, the room's epoch and clock, who one is, the rulebooks in force and where one sits.

    `protocol` is the version of all messages; a client of another version should have its page loaded again.
    """

    build: str
    epoch: int
    now: int
    person: Person | None
    editions: tuple[Edition, ...]
    seated: tuple[SeatedAt, ...] = ()
    protocol: int = 1


class TableShown(ServerMessage, frozen=True, tag="table"):
    """A whole table; frames go on from this position."""

    epoch: int
    number: int
    table: Table


class Frame(ServerMessage, frozen=True):
    """
    One step of a table: the same number and changes for everybody, `own` only for its reader.

    `done` is the id of the reader's own act, where this step is what became of it; no other answer to it comes.
    """

    table: str
    epoch: int
    number: int
    changes: tuple[PublicChange, ...]
    own: tuple[OwnChange, ...] = ()
    done: str | None = None


class TableGone(ServerMessage, frozen=True):
    """A table is closed, or was never there."""

    table: str


class RolledBack(ServerMessage, frozen=True):
    """After a failure of ours a hand was void; the clause says what became of the bets."""

    table: str
    number: int
    told: Told


class Said(ServerMessage, frozen=True):
    """Something somebody said at a table."""

    table: str
    line: ChatLine


# ---- the lobby


class Stake(Wire, frozen=True):
    """
    One stake as players choose it; `open` are some of its tables, for those who want to watch.

    `mayPost`: a newcomer may post a big blind instead of waiting for it. `partners`: practice partners come to whoever waits, so
    there is always a seat.
    """

    id: str
    edition: str
    family: str
    game: str
    structure: str
    label: str
    small: int
    big: int
    unit: Unit
    wallet: str
    seats: int
    buy_in_min: int
    buy_in_max: int
    players: int = 0
    tables: int = 0
    waiting: int = 0
    average_pot: int | None = None
    hands_per_hour: int | None = None
    open: tuple[str, ...] = ()
    may_post: bool = False
    partners: bool = False


class Offer(Wire, frozen=True):
    """A seat is kept: what one may bring, why, and until when; the table is drawn and not told (CASH-02)."""

    until: int
    min: int
    max: int
    usual_min: int
    usual_max: int
    why: Told
    amounts: tuple[int, ...] = ()
    post: int | None = None
    auto_top_up: bool = False


class Mine(Wire, frozen=True):
    """How one stands to a stake; nothing set: no longer at all."""

    stake: str
    position: int | None = None
    offer: Offer | None = None
    seated: tuple[str, ...] = ()


class LobbyShown(ServerMessage, frozen=True, tag="lobby"):
    """The whole lobby."""

    at: int
    stakes: tuple[Stake, ...]
    mine: tuple[Mine, ...] = ()


class StakesChanged(ServerMessage, frozen=True, tag="stakes"):
    """Stakes whose numbers are others now."""

    at: int
    stakes: tuple[Stake, ...]


class MineChanged(ServerMessage, frozen=True, tag="mine"):
    """How one stands to a stake now; `told` says why, where the house decided."""

    mine: Mine
    told: Told | None = None


# ---- tournaments


class TournamentsShown(ServerMessage, frozen=True, tag="tournaments"):
    """The whole lobby of tournaments: what starts next first, sit & gos last, then the lobbies of HexaPro."""

    at: int
    tournaments: tuple[TournamentRow, ...]
    hexapro: tuple[HexaProRow, ...] = ()


class TournamentsChanged(ServerMessage, frozen=True, tag="tournamentRows"):
    """Rows of the lobby of tournaments that are others now, and those that are gone."""

    at: int
    tournaments: tuple[TournamentRow, ...] = ()
    gone: tuple[str, ...] = ()
    hexapro: tuple[HexaProRow, ...] = ()


class TournamentShown(ServerMessage, frozen=True, tag="tournament"):
    """One tournament as its reader sees it."""

    at: int
    tournament: Tournament


class HexaProShown(ServerMessage, frozen=True, tag="hexapro"):
    """One lobby of HexaPro as its reader sees it."""

    at: int
    lobby: HexaProLobby


class TournamentTableShown(ServerMessage, frozen=True, tag="tournamentTable"):
    """A whole table of a tournament; its frames go on from this position."""

    epoch: int
    number: int
    table: TournamentTable


class TournamentFrame(ServerMessage, frozen=True):
    """One step of a table of a tournament: the same for everybody, `own` and `done` only for its reader, as at a cash table."""

    table: str
    epoch: int
    number: int
    changes: tuple[TournamentChange, ...]
    own: tuple[TournamentOwnChange, ...] = ()
    done: str | None = None


# ---- answers and notices


class Done(ServerMessage, frozen=True):
    """The command with that id is done."""

    id: str


class Refused(ServerMessage, frozen=True):
    """The command with that id is refused; without an id, it had none that could be read."""

    told: Told
    id: str | None = None


class Pong(ServerMessage, frozen=True):
    """The room's clock."""

    id: str
    now: int


class Notice(ServerMessage, frozen=True):
    """Something one should know, about a table or about oneself."""

    told: Told
    table: str | None = None


class Announcement(ServerMessage, frozen=True):
    """
    The house speaks to everybody.

    `key` names a text of the client; `texts` are the house's own words by language, where it has any. `at` is when it happens.
    """

    number: int
    key: str
    made_at: int
    at: int | None = None
    texts: dict[str, str] = msgspec.field(default_factory=dict)


class CalledOff(ServerMessage, frozen=True):
    """An announcement no longer holds."""

    number: int


class Goodbye(ServerMessage, frozen=True):
    """The room closes this connection, and why; `again` says whether to come back by oneself."""

    told: Told
    again: bool


AnyServerMessage = (
    Welcome
    | TableShown
    | Frame
    | TableGone
    | RolledBack
    | Said
    | LobbyShown
    | StakesChanged
    | MineChanged
    | Done
    | Refused
    | Pong
    | Notice
    | Announcement
    | CalledOff
    | Goodbye
)
TournamentMessage = (
    TournamentsShown | TournamentsChanged | TournamentShown | HexaProShown | TournamentTableShown | TournamentFrame
)
