"""
What clients may say.

Every message has an id made by the client and is answered. A command with an id that was used before is answered with the first
answer and not done again; what concerns only the connection (hello, watch, forget, watchLobby, ping) is done again.
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
    Wire,
)

ChatText = Annotated[str, msgspec.Meta(min_length=1, max_length=CHAT_MAX)]
ReportText = Annotated[str, msgspec.Meta(min_length=1, max_length=REPORT_MAX)]


class ClientMessage(Wire, frozen=True, tag_field="type", tag=lambda name: name[0].lower() + name[1:]):
    """Anything a client says."""

    id: CommandId


class Position(Wire, frozen=True):
    """How far a client has followed a table."""

    table: TableName
    epoch: Count
    number: Count


class Hello(ClientMessage, frozen=True):
    """Begin, or go on after a lost connection: tables one follows and how far; each gets the rest, or a whole view."""

    positions: Annotated[tuple[Position, ...], msgspec.Meta(max_length=POSITIONS_MAX)] = ()
    lobby: bool = False


class Watch(ClientMessage, frozen=True):
    """Follow a table from now on."""

    table: TableName


class Forget(ClientMessage, frozen=True):
    """Follow a table no longer; a seat there stays taken."""

    table: TableName


class WatchLobby(ClientMessage, frozen=True):
    """Follow the lobby, or no longer."""

    on: bool


class Ping(ClientMessage, frozen=True):
    """Ask for the room's clock; answered with a pong."""


# ---- at a table


class Choice(Wire, frozen=True):
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


TableCommand = Act | SitOut | ComeBack | PostBlind | SitOutAtBigBlind | TopUp | AutoTopUp | Leave | Say | Report
FloorCommand = Join | LeaveQueue | TakeSeat | GiveUpSeat
ConnectionMessage = Hello | Watch | Forget | WatchLobby | Ping
AnyClientMessage = ConnectionMessage | TableCommand | FloorCommand
