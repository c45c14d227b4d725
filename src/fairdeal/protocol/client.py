"""
Messages from clients to the server.

Every message has an id made by the client and is answered. A command with an id that was used before gets the first answer and is
not executed again; messages that concern only the connection (hello, ping, watch, forget) are executed again.
"""

from typing import Annotated, Literal

import msgspec

from fairdeal.protocol.base import (
    POSITIONS_MAX,
    SEARCH_MAX,
    TABLE_MAX,
    Amount,
    ChatText,
    ClientMessage,
    Count,
    HandName,
    Password,
    ReportText,
    StakeName,
    TableName,
    TicketName,
    TournamentName,
    Wire,
)
from fairdeal.protocol.casino_client import CasinoCommand, WatchCasino
from fairdeal.protocol.fair_client import PromiseDraw, PromiseSeeds, RevealDraw, RevealSeed
from fairdeal.protocol.station_client import StationCommand, StationWatch

SearchText = Annotated[str, msgspec.Meta(max_length=SEARCH_MAX)]


class Position(Wire, frozen=True, forbid_unknown_fields=True):
    """The last frame of a table that a client has seen."""

    table: TableName
    epoch: Count
    number: Count


class Hello(ClientMessage, frozen=True):
    """
    Begin, or resume after a lost connection: each table in `positions` gets the missing frames, or a whole view.

    `protocol` is the version the client was made for; one the server does not understand is disconnected with `reload_page`.
    """

    positions: Annotated[tuple[Position, ...], msgspec.Meta(max_length=POSITIONS_MAX)] = ()
    lobby: bool = False
    protocol: Count = 1


class Watch(ClientMessage, frozen=True):
    """Follow a table from now on."""

    table: TableName


class Forget(ClientMessage, frozen=True):
    """Stop following a table; a seat there stays taken."""

    table: TableName


class WatchLobby(ClientMessage, frozen=True):
    """Follow the cash lobby, or stop following it."""

    on: bool


class WatchTournaments(ClientMessage, frozen=True):
    """Follow the tournament lobby, or stop following it."""

    on: bool


class WatchTournament(ClientMessage, frozen=True):
    """Follow one tournament, or stop following it; its tables are followed by their ids."""

    tournament: TournamentName
    on: bool


class WatchList(ClientMessage, frozen=True):
    """
    Follow one page of a list of a tournament, instead of the page followed before; or stop following the list.

    `players` are all entrants, those whose name contains `search` where it is given; `tables` are those played at; `payouts` is what a
    cancellation paid to whom. The first page is 0.
    """

    tournament: TournamentName
    list: Literal["players", "tables", "payouts"]
    on: bool
    page: Count = 0
    search: SearchText = ""


class AskPrizes(ClientMessage, frozen=True):
    """Ask what a tournament would pay with that many entries; answered with `prizesIf` and then `done`."""

    tournament: TournamentName
    entries: Amount


class AskPrice(ClientMessage, frozen=True):
    """Ask what an entry of that buy-in costs and brings, where the player chooses it; answered with `priceIf` and then `done`."""

    tournament: TournamentName
    amount: Amount


class WatchHexaPro(ClientMessage, frozen=True):
    """Follow one HexaPro lobby, or stop following it."""

    lobby: StakeName
    on: bool


class Ping(ClientMessage, frozen=True):
    """Ask for the server's clock; answered with a pong."""


# ---- at a table


class Choice(Wire, frozen=True, forbid_unknown_fields=True):
    """A betting decision; bets and raises go *to* an amount."""

    kind: Literal["fold", "check", "call", "raise"]
    to: Count = 0


class Act(ClientMessage, frozen=True):
    """Act in a hand; `hand` and `turn` say which decision is meant."""

    table: TableName
    hand: HandName
    turn: Count
    choice: Choice


class SitOut(ClientMessage, frozen=True):
    """Sit out; during a hand, from the next deal on."""

    table: TableName


class ComeBack(ClientMessage, frozen=True):
    """Return from sitting out; `post` asks to post the big blind at once where the rules allow it."""

    table: TableName
    post: bool = False


class PostBlind(ClientMessage, frozen=True):
    """Choose to post the big blind at once, or to wait for it."""

    table: TableName
    post: bool


class SitOutAtBigBlind(ClientMessage, frozen=True):
    """Switch "sit out next big blind" on or off."""

    table: TableName
    on: bool


class TopUp(ClientMessage, frozen=True):
    """Top up the stack from the wallet."""

    table: TableName
    amount: Amount


class AutoTopUp(ClientMessage, frozen=True):
    """Switch automatic top-ups on or off."""

    table: TableName
    on: bool


class Leave(ClientMessage, frozen=True):
    """Leave a table."""

    table: TableName


class Say(ClientMessage, frozen=True):
    """Send a chat line at a table where the player sits."""

    table: TableName
    text: ChatText


class Report(ClientMessage, frozen=True):
    """Report a player or a hand to the operator."""

    table: TableName
    text: ReportText
    player: Annotated[str, msgspec.Meta(max_length=TABLE_MAX)] | None = None
    hand: HandName | None = None


# ---- at the floor


class Join(ClientMessage, frozen=True):
    """Ask for a seat at a stake; without an amount the player is asked for it when a seat is free."""

    stake: StakeName
    buy_in: Amount | None = None
    post: bool = False
    comeback: Literal["resume", "reset"] | None = None


class LeaveQueue(ClientMessage, frozen=True):
    """Leave the waiting list of a stake."""

    stake: StakeName


class TakeSeat(ClientMessage, frozen=True):
    """Take a reserved seat with that buy-in; in Banzai `comeback` may be given instead."""

    stake: StakeName
    buy_in: Amount | None = None
    post: bool = False
    comeback: Literal["resume", "reset"] | None = None


class GiveUpSeat(ClientMessage, frozen=True):
    """Give up a reserved seat."""

    stake: StakeName


# ---- at tournaments


class Register(ClientMessage, frozen=True):
    """
    Register for a tournament, also again after being eliminated where re-entries are open.

    It is paid with money or with a ticket; `amount` is for tournaments where the player chooses the buy-in, `password` for those that
    only the invited may enter.
    """

    tournament: TournamentName
    amount: Amount | None = None
    ticket: TicketName | None = None
    password: Password | None = None


class Unregister(ClientMessage, frozen=True):
    """Withdraw a registration before the start."""

    tournament: TournamentName


class ReBuy(ClientMessage, frozen=True):
    """Buy a re-buy."""

    tournament: TournamentName


class DeclineReBuy(ClientMessage, frozen=True):
    """Decline a re-buy, so that the table need not wait."""

    tournament: TournamentName


class AddOn(ClientMessage, frozen=True):
    """Buy the add-on."""

    tournament: TournamentName


class RegisterHexaPro(ClientMessage, frozen=True):
    """
    Register for a number of HexaPro games at once, for the cost the player has confirmed.

    `fair`: the client takes part in the draws; it answers each `hexaproPart` by `promiseDraw`.
    """

    lobby: StakeName
    games: Amount
    cost: Count
    fair: bool = False


class UnregisterHexaPro(ClientMessage, frozen=True):
    """Leave one game that is not full yet, or all such games without a number."""

    lobby: StakeName
    game: Count | None = None


class UnregisterAll(ClientMessage, frozen=True):
    """Take back every entry that can be taken back, and leave every game of HexaPro that is not full yet."""


TableCommand = (
    Act
    | SitOut
    | ComeBack
    | PostBlind
    | SitOutAtBigBlind
    | TopUp
    | AutoTopUp
    | Leave
    | Say
    | Report
    | PromiseSeeds
    | RevealSeed
)
FloorCommand = Join | LeaveQueue | TakeSeat | GiveUpSeat
TournamentCommand = Register | Unregister | ReBuy | DeclineReBuy | AddOn
HexaProCommand = RegisterHexaPro | UnregisterHexaPro | PromiseDraw | RevealDraw
TournamentWatch = WatchTournaments | WatchTournament | WatchList | WatchHexaPro | AskPrizes | AskPrice
ConnectionMessage = Hello | Watch | Forget | WatchLobby | TournamentWatch | WatchCasino | StationWatch | Ping
AnyClientMessage = (
    ConnectionMessage
    | TableCommand
    | FloorCommand
    | TournamentCommand
    | HexaProCommand
    | UnregisterAll
    | CasinoCommand
    | StationCommand
)
