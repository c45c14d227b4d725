"""Messages from the server to clients."""

from typing import Literal

import msgspec

from fairdeal.protocol.base import Explanation, Wire
from fairdeal.protocol.hexapro import HexaProDraw, HexaProDrawn, HexaProFair, HexaProLobby, HexaProRow, HexaProSeat
from fairdeal.protocol.table import ChatLine, OwnChange, PublicChange, Table, Unit
from fairdeal.protocol.tournament import (
    EntryPrice,
    OwnEntry,
    OwnPlay,
    PayoutRow,
    PrizeBand,
    RowNumbers,
    StandingRow,
    TableRow,
    TournamentNumbers,
    TournamentRow,
    TournamentTerms,
)
from fairdeal.protocol.tournament_notice import TournamentNotice
from fairdeal.protocol.tournament_table import TournamentChange, TournamentOwnChange, TournamentTable


class ServerMessage(Wire, frozen=True, tag_field="type", tag=lambda name: name[0].lower() + name[1:]):
    """Base of all server messages."""


class Person(Wire, frozen=True):
    """The signed-in person of this connection."""

    player: str
    name: str
    avatar: str
    kind: Literal["guest", "player"]
    roles: tuple[str, ...] = ()


class Edition(Wire, frozen=True):
    """A rulebook in force."""

    id: str
    name: str
    version: str
    date: str | None = None


class SeatedAt(Wire, frozen=True):
    """A table where the reader sits."""

    table: str
    stake: str


class Welcome(ServerMessage, frozen=True):
    """
    The first message: build, epoch and clock of the server, the signed-in person, the rulebooks in force, and the person's seats.

    `seated` are cash tables, `visits` the casino tables the person is at; `ownPlay` are tournaments, with the tables where the person
    sits. `protocol` is the version of all messages; a client of another version should reload its page.
    """

    build: str
    epoch: int
    now: int
    person: Person | None
    editions: tuple[Edition, ...]
    seated: tuple[SeatedAt, ...] = ()
    own_play: OwnPlay = OwnPlay()
    protocol: int = 1
    visits: tuple[str, ...] = ()


class TableShown(ServerMessage, frozen=True, tag="table"):
    """A whole table; frames continue from this position."""

    epoch: int
    number: int
    table: Table


class Frame(ServerMessage, frozen=True):
    """
    One step of a table: the same number and changes for everybody, `own` only for its reader.

    `done` is the id of the reader's own act, where this step carried it out; it gets no other answer.
    """

    table: str
    epoch: int
    number: int
    changes: tuple[PublicChange, ...]
    own: tuple[OwnChange, ...] = ()
    done: str | None = None


class TableGone(ServerMessage, frozen=True):
    """
    A table is closed, or does not exist.

    `instead` is where the reader sits now, in the tournament the table belonged to; that table is shown as soon as it is open.
    """

    table: str
    instead: str | None = None


class RolledBack(ServerMessage, frozen=True):
    """A hand, or a round of the casino, became void because of a server failure; the clause says what happened to the bets."""

    table: str
    number: int
    told: Explanation


class Said(ServerMessage, frozen=True):
    """A chat line at a table."""

    table: str
    line: ChatLine


# ---- the lobby


class Stake(Wire, frozen=True):
    """
    A stake as a row of the cash lobby; `open` are some of its tables, to watch.

    `mayPost`: a newcomer may post a big blind instead of waiting for it. `partners`: practice partners join whoever waits, so
    there is always a game.
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
    """A reserved seat: the allowed buy-in, why, and until when; the table is drawn and not revealed (CASH-02)."""

    until: int
    min: int
    max: int
    usual_min: int
    usual_max: int
    why: Explanation
    amounts: tuple[int, ...] = ()
    post: int | None = None
    auto_top_up: bool = False


class Mine(Wire, frozen=True):
    """The reader's relation to a stake: waiting position, reserved seat, or seats; all empty: none any more."""

    stake: str
    position: int | None = None
    offer: Offer | None = None
    seated: tuple[str, ...] = ()


class LobbyShown(ServerMessage, frozen=True, tag="lobby"):
    """The whole cash lobby."""

    at: int
    stakes: tuple[Stake, ...]
    mine: tuple[Mine, ...] = ()


class StakesChanged(ServerMessage, frozen=True, tag="stakes"):
    """The rows of stakes that changed."""

    at: int
    stakes: tuple[Stake, ...]


class MineChanged(ServerMessage, frozen=True, tag="mine"):
    """The reader's relation to a stake changed; `told` says why, where a rule decided it."""

    mine: Mine
    told: Explanation | None = None


# ---- tournaments


class TournamentsShown(ServerMessage, frozen=True, tag="tournaments"):
    """The whole tournament lobby: the next to start first, sit & gos last, then the HexaPro lobbies."""

    at: int
    tournaments: tuple[TournamentRow, ...]
    hexapro: tuple[HexaProRow, ...] = ()


class TournamentsChanged(ServerMessage, frozen=True, tag="tournamentRows"):
    """
    What changed in the tournament lobby.

    `tournaments` are rows that are new or were announced otherwise, `numbers` those of other rows by their id, `gone` rows that are not
    in the lobby any more.
    """

    at: int
    tournaments: tuple[TournamentRow, ...] = ()
    numbers: dict[str, RowNumbers] = msgspec.field(default_factory=dict)
    gone: tuple[str, ...] = ()
    hexapro: tuple[HexaProRow, ...] = ()


class TournamentShown(ServerMessage, frozen=True, tag="tournament"):
    """One tournament as its reader sees it, sent when it is followed and again when its terms change."""

    at: int
    terms: TournamentTerms
    numbers: TournamentNumbers
    prizes: tuple[PrizeBand, ...]
    entry: OwnEntry | None = None


class NumbersChanged(ServerMessage, frozen=True, tag="tournamentNumbers"):
    """
    Numbers of a tournament, for those who follow it or one of its tables; at most every two seconds.

    `prizes` are there where they changed; those who only follow a table are sent them too.
    """

    at: int
    tournament: str
    numbers: TournamentNumbers
    prizes: tuple[PrizeBand, ...] | None = None


class OwnEntryChanged(ServerMessage, frozen=True, tag="ownEntry"):
    """The reader's own entry in a tournament that they follow, or at whose table they sit; null: none any more."""

    at: int
    tournament: str
    entry: OwnEntry | None


class OwnTournaments(ServerMessage, frozen=True):
    """All of the reader's own tournaments and games, sent to each of their connections whenever one of them changes."""

    at: int
    play: OwnPlay


class TournamentTold(ServerMessage, frozen=True, tag="tournamentNotice"):
    """A tournament tells the reader something, on each of their connections."""

    at: int
    notice: TournamentNotice


class Standings(ServerMessage, frozen=True):
    """A page of a tournament's players; `found` are all that the search found, `page` counts from 0."""

    at: int
    tournament: str
    page: int
    pages: int
    found: int
    search: str
    rows: tuple[StandingRow, ...]


class TournamentTables(ServerMessage, frozen=True):
    """A page of a tournament's tables, the lowest number first."""

    at: int
    tournament: str
    page: int
    pages: int
    found: int
    rows: tuple[TableRow, ...]


class Payouts(ServerMessage, frozen=True):
    """A page of what a cancelled tournament paid, in the order in which players entered."""

    at: int
    tournament: str
    page: int
    pages: int
    found: int
    rows: tuple[PayoutRow, ...]


class PrizesIf(ServerMessage, frozen=True):
    """
    What a tournament would pay with that many entries at its price, if nobody re-bought.

    `length` is how long it is likely to last, breaks apart, and `level` the one in which it is likely to end; null: nobody can tell.
    """

    tournament: str
    entries: int
    pool: int
    prizes: tuple[PrizeBand, ...]
    level: int | None = None
    length: int | None = None


class PriceIf(ServerMessage, frozen=True):
    """What an entry of that buy-in costs, part by part, and the chips it brings."""

    tournament: str
    amount: int
    price: EntryPrice
    chips: int


class HexaProShown(ServerMessage, frozen=True, tag="hexapro"):
    """One HexaPro lobby."""

    at: int
    lobby: HexaProLobby


class HexaProChanged(ServerMessage, frozen=True, tag="hexaproNumbers"):
    """What changed in a HexaPro lobby; `latest` are the newest draws, of which some may be known."""

    at: int
    lobby: str
    row: HexaProRow
    drawn: tuple[int, ...]
    latest: tuple[HexaProDraw, ...]
    fair: tuple[HexaProFair, ...] = ()


class HexaProPart(ServerMessage, frozen=True, tag="hexaproPart"):
    """
    The reader may take part in the draw of one of their games: a seed is committed to with hand 0, that place as seat, and `pid`.

    Sent for each game that was registered for, and again after a reconnection.
    """

    at: int
    lobby: str
    game: HexaProFair
    seat: int
    pid: str
    promised: bool


class HexaProLocked(ServerMessage, frozen=True, tag="hexaproLocked"):
    """One of the reader's games is full and its draw is locked; who has flag 1 reveals the seed until `until`."""

    at: int
    lobby: str
    game: HexaProFair
    players: tuple[HexaProSeat, ...]
    until: int


class HexaProDrawShown(ServerMessage, frozen=True, tag="hexaproDrawn"):
    """The multiplier of one of the reader's own games was drawn; sent before its first hand, and again after a reconnection."""

    at: int
    drawn: HexaProDrawn


class TournamentTableShown(ServerMessage, frozen=True, tag="tournamentTable"):
    """A whole tournament table; its frames continue from this position."""

    epoch: int
    number: int
    table: TournamentTable


class TournamentFrame(ServerMessage, frozen=True):
    """One step of a tournament table; fields as in `frame`."""

    table: str
    epoch: int
    number: int
    changes: tuple[TournamentChange, ...]
    own: tuple[TournamentOwnChange, ...] = ()
    done: str | None = None


# ---- answers and notices


class Done(ServerMessage, frozen=True):
    """The command with that id was executed."""

    id: str


class Refused(ServerMessage, frozen=True):
    """The message with that id was refused; null if its id could not be read."""

    told: Explanation
    id: str | None = None


class Pong(ServerMessage, frozen=True):
    """The server's clock."""

    id: str
    now: int


class Notice(ServerMessage, frozen=True):
    """A notice to the reader, about a table or about the reader."""

    told: Explanation
    table: str | None = None


class Ruled(ServerMessage, frozen=True):
    """
    The house did something that concerns the reader: what, by which clause, and why, in the words of its staff.

    `about` names the table, hand or tournament, where it is about one. The same is found again among the reader's rulings.
    """

    id: str
    kind: str
    rule: str | None
    reason: str
    about: str
    at: int


class Announcement(ServerMessage, frozen=True):
    """
    An announcement to everybody.

    `key` names a text of the client; `texts` are the operator's own words by language, where given. `at` is when it happens.
    """

    number: int
    key: str
    made_at: int
    at: int | None = None
    texts: dict[str, str] = msgspec.field(default_factory=dict)


class CalledOff(ServerMessage, frozen=True):
    """An announcement is withdrawn."""

    number: int


class Goodbye(ServerMessage, frozen=True):
    """The server closes this connection, and why; `again` says whether to reconnect automatically."""

    told: Explanation
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
    | Ruled
    | Announcement
    | CalledOff
    | Goodbye
)
TournamentMessage = (
    TournamentsShown
    | TournamentsChanged
    | TournamentShown
    | NumbersChanged
    | OwnEntryChanged
    | OwnTournaments
    | TournamentTold
    | Standings
    | TournamentTables
    | Payouts
    | PrizesIf
    | PriceIf
    | HexaProShown
    | HexaProChanged
    | HexaProPart
    | HexaProLocked
    | HexaProDrawShown
    | TournamentTableShown
    | TournamentFrame
)
