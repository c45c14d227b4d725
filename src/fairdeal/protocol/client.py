"""
What clients may say.

Every message has an id made by the client and is answered. A command with an id that was used before is answered with the first
answer and not done again; what concerns only the connection (hello, ping, and to watch or forget something) is done again.
"""

from typing import Annotated, Literal

import msgspec

from fairdeal.protocol.base import (
    CHAT_MAX,
    POSITIONS_MAX,
    REPORT_MAX,
    TABLE_MAX,
    Amount,
    CommandId,
    Count,
    HandName,
    StakeName,
    TableName,
    TicketName,
    TournamentName,
    Wire,
)

ChatText = Annotated[str, msgspec.Meta(min_length=1, max_length=CHAT_MAX)]
ReportText = Annotated[str, msgspec.Meta(min_length=1, max_length=REPORT_MAX)]


class ClientMessage(
    Wire, frozen=True, forbid_unknown_fields=True, tag_field="type", tag=lambda name: name[0].lower() + name[1:]
):
    """Anything a client says; a field nobody knows is a mistake, not something to pass over."""

    id: CommandId


class Position(Wire, frozen=True, forbid_unknown_fields=True):
    """How far a client has followed a table."""

    table: TableName
    epoch: Count
    number: Count


class Hello(ClientMessage, frozen=True):
    """
    Begin, or go on after a lost connection: tables one follows and how far; each gets the rest, or a whole view.

    `protocol` is the version the client was made for; with one that the room does not understand it is sent away (`reload_page`).
    """

    positions: Annotated[tuple[Position, ...], msgspec.Meta(max_length=POSITIONS_MAX)] = ()
    lobby: bool = False
    protocol: Count = 1


class Watch(ClientMessage, frozen=True):
    """Follow a table from now on."""

    table: TableName


class Forget(ClientMessage, frozen=True):
    """Follow a table no longer; a seat there stays taken."""

    table: TableName


class WatchLobby(ClientMessage, frozen=True):
    """Follow the lobby, or no longer."""

    on: bool


class WatchTournaments(ClientMessage, frozen=True):
    """Follow the lobby of tournaments, or no longer."""

    on: bool


class WatchTournament(ClientMessage, frozen=True):
    """Follow one tournament, or no longer; its tables are followed by their ids."""

    tournament: TournamentName
    on: bool


class WatchHexaPro(ClientMessage, frozen=True):
    """Follow one lobby of HexaPro, or no longer."""

    lobby: StakeName
    on: bool


class Ping(ClientMessage, frozen=True):
    """Ask for the room's clock; answered with a pong."""


# ---- at a table


class Choice(Wire, frozen=True, forbid_unknown_fields=True):
    """What to do; bets and raises go *to* an amount."""

    kind: Literal["fold", "check", "call", "raise"]
    to: Count = 0


class Act(ClientMessage, frozen=True):
    """Decide; hand and turn say which decision is meant."""

    table: TableName
    hand: HandName
    turn: Count
    choice: Choice


class SitOut(ClientMessage, frozen=True):
    """Take a break; during a hand from the next deal on."""

    table: TableName


class ComeBack(ClientMessage, frozen=True):
    """End the break; `post` asks to pay the big blind at once where the rules let one."""

    table: TableName
    post: bool = False


class PostBlind(ClientMessage, frozen=True):
    """Pay the big blind at once, or wait for it."""

    table: TableName
    post: bool


class SitOutAtBigBlind(ClientMessage, frozen=True):
    """Switch "sit out next big blind"."""

    table: TableName
    on: bool


class TopUp(ClientMessage, frozen=True):
    """Add money from the wallet."""

    table: TableName
    amount: Amount


class AutoTopUp(ClientMessage, frozen=True):
    """Switch automatic top-ups."""

    table: TableName
    on: bool


class Leave(ClientMessage, frozen=True):
    """Go home from a table."""

    table: TableName


class Say(ClientMessage, frozen=True):
    """Say something at a table one sits at."""

    table: TableName
    text: ChatText


class Report(ClientMessage, frozen=True):
    """Tell the house about somebody, or about a hand."""

    table: TableName
    text: ReportText
    player: Annotated[str, msgspec.Meta(max_length=TABLE_MAX)] | None = None
    hand: HandName | None = None


# ---- at the floor


class Join(ClientMessage, frozen=True):
    """Ask for a seat at a stake; without an amount one is asked for it when a seat is free."""

    stake: StakeName
    buy_in: Amount | None = None
    post: bool = False
    comeback: Literal["resume", "reset"] | None = None


class LeaveQueue(ClientMessage, frozen=True):
    """Wait no longer."""

    stake: StakeName


class TakeSeat(ClientMessage, frozen=True):
    """Take the kept seat with that amount; in Banzai `comeback` may say it instead."""

    stake: StakeName
    buy_in: Amount | None = None
    post: bool = False
    comeback: Literal["resume", "reset"] | None = None


class GiveUpSeat(ClientMessage, frozen=True):
    """Give a kept seat back."""

    stake: StakeName


# ---- at tournaments


class Register(ClientMessage, frozen=True):
    """
    Enter a tournament, also after going out where re-entries are open.

    It is paid with money, or with a ticket one has; `amount` is for tournaments where one chooses the buy-in.
    """

    tournament: TournamentName
    amount: Amount | None = None
    ticket: TicketName | None = None


class Unregister(ClientMessage, frozen=True):
    """Take an entry back before the start."""

    tournament: TournamentName


class ReBuy(ClientMessage, frozen=True):
    """Buy chips again."""

    tournament: TournamentName


class DeclineReBuy(ClientMessage, frozen=True):
    """Want no other chips, so that the table need not wait."""

    tournament: TournamentName


class AddOn(ClientMessage, frozen=True):
    """Buy the add-on."""

    tournament: TournamentName


class RegisterHexaPro(ClientMessage, frozen=True):
    """Enter so many games of HexaPro at once, for the cost one has confirmed."""

    lobby: StakeName
    games: Amount
    cost: Count


class UnregisterHexaPro(ClientMessage, frozen=True):
    """Leave a game that is not full yet by its number, or without one all of them."""

    lobby: StakeName
    game: Count | None = None


TableCommand = Act | SitOut | ComeBack | PostBlind | SitOutAtBigBlind | TopUp | AutoTopUp | Leave | Say | Report
FloorCommand = Join | LeaveQueue | TakeSeat | GiveUpSeat
TournamentCommand = Register | Unregister | ReBuy | DeclineReBuy | AddOn
HexaProCommand = RegisterHexaPro | UnregisterHexaPro
TournamentWatch = WatchTournaments | WatchTournament | WatchHexaPro
ConnectionMessage = Hello | Watch | Forget | WatchLobby | TournamentWatch | Ping
AnyClientMessage = ConnectionMessage | TableCommand | FloorCommand | TournamentCommand | HexaProCommand
