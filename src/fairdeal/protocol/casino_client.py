"""
Messages from clients to casino tables.

Bets and decisions name their round, and decisions their turn, so that one that comes too late meets the same check whoever sent it.
"""

from typing import Annotated, Literal

import msgspec

from fairdeal.protocol.base import TABLE_MAX, Amount, ChatText, ClientMessage, Count, ReportText, TableName

SPOT_MAX = 32
SpotName = Annotated[str, msgspec.Meta(min_length=1, max_length=SPOT_MAX)]
SeatNumber = Count


class WatchCasino(ClientMessage, frozen=True):
    """Follow the lobby of the casino, or stop following it; its tables are followed by their ids."""

    on: bool


# ---- visits


class VisitCasino(ClientMessage, frozen=True):
    """Begin a visit at a casino table: only who visits it may bet and chat there."""

    table: TableName


class LeaveCasino(ClientMessage, frozen=True):
    """End the visit; bets in play stay and are paid to the wallet."""

    table: TableName


# ---- chips on a layout: roulette and baccarat


class PlaceChip(ClientMessage, frozen=True):
    """Lay a chip on a spot; it is no bet before it is confirmed (RLT-07, BAC-07)."""

    table: TableName
    round: Count
    spot: SpotName
    chip: Amount


class UndoChips(ClientMessage, frozen=True):
    """Take back what was laid last and is not confirmed, or all of it; with a spot what was laid last there."""

    table: TableName
    round: Count
    everything: bool = False
    spot: SpotName | None = None


class DoubleChips(ClientMessage, frozen=True):
    """Lay as much again as lies there, on every spot, confirmed or not."""

    table: TableName
    round: Count


class RepeatLastBet(ClientMessage, frozen=True):
    """Lay the chips of the last round with a bet again (RLT-06, BAC-06)."""

    table: TableName
    round: Count


class ConfirmBets(ClientMessage, frozen=True):
    """Make bets of all chips that were laid: the button "Place bet" (RLT-07, BAC-07)."""

    table: TableName
    round: Count


# ---- boxes: blackjack


class TakeBox(ClientMessage, frozen=True):
    """Take a seat; seats are counted from 0."""

    table: TableName
    seat: SeatNumber


class LeaveBox(ClientMessage, frozen=True):
    """Leave the seat, after the round if a bet is in play."""

    table: TableName


class QueueForBox(ClientMessage, frozen=True):
    """Wait for a seat."""

    table: TableName


class LeaveBoxQueue(ClientMessage, frozen=True):
    """Wait for a seat no longer."""

    table: TableName


class PlaceBet(ClientMessage, frozen=True):
    """Add to the bet on one's own hand; it counts at once (BJ-65)."""

    table: TableName
    round: Count
    amount: Amount


class BetBehind(ClientMessage, frozen=True):
    """Add to a bet behind another player's hand; it counts at once (BJ-65)."""

    table: TableName
    round: Count
    seat: SeatNumber
    amount: Amount


class WithdrawBet(ClientMessage, frozen=True):
    """Take the own bet back, until there are no more bets."""

    table: TableName
    round: Count


class AnswerFollow(ClientMessage, frozen=True):
    """Say whether bets behind follow doubles and splits, for this visit (BJ-70)."""

    table: TableName
    follows: bool


class Insure(ClientMessage, frozen=True):
    """Insure the own bet for that amount; 0 declines."""

    table: TableName
    round: Count
    amount: Count


class DecideBox(ClientMessage, frozen=True):
    """Decide for the own hand in turn; `amount` is for a double for less."""

    table: TableName
    round: Count
    turn: Count
    choice: Literal["stand", "hit", "double", "split"]
    amount: Amount | None = None


# ---- chat


class CasinoSay(ClientMessage, frozen=True):
    """Write to those at a casino table."""

    table: TableName
    text: ChatText


class CasinoMute(ClientMessage, frozen=True):
    """Read no more of a player's messages at a table, or read them again."""

    table: TableName
    player: Annotated[str, msgspec.Meta(min_length=1, max_length=TABLE_MAX)]
    on: bool


class CasinoReport(ClientMessage, frozen=True):
    """Report a chat message, by its number, to the operator."""

    table: TableName
    message: Count
    reason: ReportText


CasinoCommand = (
    VisitCasino
    | LeaveCasino
    | PlaceChip
    | UndoChips
    | DoubleChips
    | RepeatLastBet
    | ConfirmBets
    | TakeBox
    | LeaveBox
    | QueueForBox
    | LeaveBoxQueue
    | PlaceBet
    | BetBehind
    | WithdrawBet
    | AnswerFollow
    | Insure
    | DecideBox
    | CasinoSay
    | CasinoMute
    | CasinoReport
)
