"""
Messages from dealers and pit bosses at a live table's station.

Who says something is the person of the connection, never a field. What concerns a card or a spin names its round, so that one
that comes too late is refused.
"""

from typing import Annotated, Literal

import msgspec

from fairdeal.protocol.base import TABLE_MAX, ClientMessage, Count, TableName

WORDS_MAX = 200
CODE_MAX = 80
Words = Annotated[str, msgspec.Meta(min_length=1, max_length=WORDS_MAX)]
ScanCode = Annotated[str, msgspec.Meta(min_length=1, max_length=CODE_MAX)]
CardName = Annotated[str, msgspec.Meta(min_length=1, max_length=8)]
CorrectionName = Literal["card_entered", "card_replaced", "pocket_replaced", "round_voided", "cards_burned"]
DealerStep = Literal[
    "inspect", "shuffle", "cut", "burn", "call_no_more_bets", "check_hole", "show_hole", "announce", "pick_up"
]


class WatchStations(ClientMessage, frozen=True):
    """Follow the list of live tables, or stop following it; for dealers and pit bosses."""

    on: bool


class WatchStation(ClientMessage, frozen=True):
    """Follow the station of a live table, or stop following it."""

    table: TableName
    on: bool


class StationAwake(ClientMessage, frozen=True):
    """Say that somebody is at the station; without it a station locks after five minutes."""

    table: TableName


# ---- who deals


class TakeTable(ClientMessage, frozen=True):
    """Begin to deal at a table that nobody deals at, or that was handed over."""

    table: TableName


class HandOver(ClientMessage, frozen=True):
    """Leave the table to the next dealer."""

    table: TableName


# ---- steps


class FinishStep(ClientMessage, frozen=True):
    """Confirm the step that the station shows."""

    table: TableName
    step: DealerStep


class ScanCard(ClientMessage, frozen=True):
    """What the scanner read, as text; the operator's table of codes says which card that is."""

    table: TableName
    round: Count
    code: ScanCode


class EnterCard(ClientMessage, frozen=True):
    """A card that the dealer chose on the screen, where the scanner is broken."""

    table: TableName
    round: Count
    card: CardName


class CardUnread(ClientMessage, frozen=True):
    """The scanner could not read the card; after the third time the table holds."""

    table: TableName
    round: Count


class EnterPocket(ClientMessage, frozen=True):
    """The pocket in which the dealer sees the ball."""

    table: TableName
    round: Count
    pocket: Count


class SenseBall(ClientMessage, frozen=True):
    """The pocket that the sensor of the wheel reports, from an account of its own."""

    table: TableName
    round: Count
    pocket: Count


class AskShuffle(ClientMessage, frozen=True):
    """Have the cards shuffled after this round, or replaced by new ones."""

    table: TableName
    new_cards: bool = False


# ---- holds and corrections


class CallPit(ClientMessage, frozen=True):
    """Call the pit boss."""

    table: TableName


class HoldTable(ClientMessage, frozen=True):
    """Hold the table, and say what was seen."""

    table: TableName
    words: Words


class ReleaseTable(ClientMessage, frozen=True):
    """Let a held table go on; a correction that was proposed is turned down."""

    table: TableName


class ProposeCorrection(ClientMessage, frozen=True):
    """Propose to put something right; another person has to approve it."""

    table: TableName
    what: CorrectionName
    reason: Words
    card: CardName | None = None
    pocket: Count | None = None


class ApproveCorrection(ClientMessage, frozen=True):
    """Approve the correction that another person proposed."""

    table: TableName


class WithdrawCorrection(ClientMessage, frozen=True):
    """Take back the correction that one proposed."""

    table: TableName


# ---- chat


class BlockChatter(ClientMessage, frozen=True):
    """Close the chat of the table to a player, or open it again; the reason is kept."""

    table: TableName
    player: Annotated[str, msgspec.Meta(min_length=1, max_length=TABLE_MAX)]
    reason: Words
    on: bool = True


class RemoveLine(ClientMessage, frozen=True):
    """Take a chat message away, by its number; a copy and the reason are kept."""

    table: TableName
    message: Count
    reason: Words


StationWatch = WatchStations | WatchStation
StationCommand = (
    StationAwake
    | TakeTable
    | HandOver
    | FinishStep
    | ScanCard
    | EnterCard
    | CardUnread
    | EnterPocket
    | SenseBall
    | AskShuffle
    | CallPit
    | HoldTable
    | ReleaseTable
    | ProposeCorrection
    | ApproveCorrection
    | WithdrawCorrection
    | BlockChatter
    | RemoveLine
)
