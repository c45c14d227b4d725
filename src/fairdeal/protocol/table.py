"""Cash tables on the wire: the whole table, and its changes."""

from typing import Literal

import msgspec

from fairdeal.protocol.base import Wire
from fairdeal.protocol.fair import Fair, FairOwn, FairPublic

Card = str
"""Rank and suit: "As", "Td"."""
ActKind = Literal["fold", "check", "call", "bet", "raise"]
BlindKind = Literal["small", "big", "ante", "entry"]
EntryKind = Literal["in", "waiting", "posting"]


class Strength(Wire, frozen=True):
    """The strength of a poker hand: its category, and the deciding ranks in order."""

    category: str
    ranks: tuple[str, ...]


class Unit(Wire, frozen=True):
    """The unit of amounts: money of a currency, or chips."""

    kind: Literal["money", "chips"] = "money"
    currency: str | None = None
    label: Literal["play", "test"] | None = None


class Away(Wire, frozen=True):
    """A player sits out: by which clause, and when the seat is taken back."""

    rule: str
    until: int | None = None


class Seat(Wire, frozen=True):
    """A seat as everybody sees it."""

    player: str
    name: str
    avatar: str
    stack: int
    bet: int = 0
    pending: int = 0
    has_cards: bool = False
    all_in: bool = False
    entry: EntryKind = "in"
    away: Away | None = None
    sits_out_next: bool = False
    leaves: bool = False
    connected: bool = True
    bot: bool = False


class Turn(Wire, frozen=True):
    """One turn and its clock: first the decision time, then the time bank if it runs."""

    number: int
    seat: int
    started: int
    thinks_until: int
    bank: int = 0
    bank_runs: bool = False


class Options(Wire, frozen=True):
    """The betting options of the reader; `raiseMax` is 0 when raising is closed, and `closedBy` names the clause."""

    hand: str
    turn: int
    to_call: int
    raise_min: int
    raise_max: int
    closed_by: str | None = None


class Shown(Wire, frozen=True):
    """Cards shown at the showdown."""

    seat: int
    cards: tuple[Card, ...]
    strength: Strength | None = None


class PotWon(Wire, frozen=True):
    """A pot before rake, and who won it."""

    amount: int
    winners: tuple[int, ...]


class Result(Wire, frozen=True):
    """The result of the last hand, shown until the next one."""

    number: int
    board: tuple[Card, ...]
    shown: tuple[Shown, ...]
    pots: tuple[PotWon, ...]


class Hand(Wire, frozen=True):
    """The hand being played; `pots` are collected, bets of this round are at their seats."""

    id: str
    number: int
    seats: tuple[int, ...]
    small_blind: int | None
    big_blind: int
    street: int
    board: tuple[Card, ...]
    pots: tuple[int, ...]
    turn: Turn | None
    commitment: str
    hole_cards: int


class Own(Wire, frozen=True):
    """The private part of a table for the player in that seat."""

    seat: int
    cards: tuple[Card, ...] = ()
    strength: Strength | None = None
    options: Options | None = None
    may_post: bool = False
    missed_blind: bool = False
    sits_out_at_big_blind: bool = False
    auto_top_up: bool = False


class ChatLine(Wire, frozen=True):
    """A chat line."""

    player: str
    name: str
    text: str
    at: int


class Table(Wire, frozen=True):
    """A table as one viewer sees it."""

    id: str
    name: str
    stake: str
    label: str
    game: str
    family: str
    structure: str
    edition: str
    edition_name: str
    small_blind: int
    big_blind: int
    unit: Unit
    wallet: str
    step: int
    seats: tuple[Seat | None, ...]
    button: int | None
    hand: Hand | None
    result: Result | None
    next_hand_at: int | None
    missing: int
    top_up_limit: int
    top_up_rule: str
    may_auto_top_up: bool
    clocks_stand: bool
    closing: str | None
    last_hand: str | None = None
    own: Own | None = None
    chat: tuple[ChatLine, ...] = ()
    after_hands_only: bool = False
    buy_in_min: int = 0  # least buy-in of a player with an empty stack
    fair: Fair | None = None  # at a table that deals by the players' cut


# ---- changes for everybody


class TableChange(Wire, frozen=True, tag_field="kind", tag=lambda name: name[0].lower() + name[1:]):
    """Base of all changes of a table."""


class SeatChanged(TableChange, frozen=True, tag="seat"):
    """A seat was taken or changed; the whole seat."""

    at: int
    seat: Seat
    rule: str | None = None


class SeatLeft(TableChange, frozen=True):
    """A seat became free."""

    at: int
    rule: str | None = None


class HandOpened(TableChange, frozen=True):
    """A hand begins; seats in order of play."""

    hand: str
    number: int
    button: int
    small_blind: int | None
    big_blind: int
    seats: tuple[int, ...]
    hole_cards: int
    commitment: str
    rule: str


class Posted(TableChange, frozen=True):
    """A blind, an ante, or a newcomer's post."""

    at: int
    blind: BlindKind
    amount: int
    rule: str | None = None


class TurnChanged(TableChange, frozen=True, tag="turn"):
    """Whose turn it is now; null if nobody's."""

    turn: Turn | None


class Acted(TableChange, frozen=True):
    """A player acted; `bet` is what now lies in front of them. With `rule`, the act was automatic by that clause."""

    at: int
    act: ActKind
    bet: int
    all_in: bool = False
    rule: str | None = None


class SitsOutNext(TableChange, frozen=True):
    """The player will sit out from the next deal on, by that clause."""

    at: int
    rule: str


class Board(TableChange, frozen=True):
    """Flop, turn or river, with the whole board and the collected pots."""

    street: int
    board: tuple[Card, ...]
    pots: tuple[int, ...]


class Uncalled(TableChange, frozen=True):
    """An uncalled bet was returned."""

    at: int
    amount: int


class HandShown(TableChange, frozen=True, tag="shown"):
    """Cards were shown."""

    at: int
    cards: tuple[Card, ...]
    strength: Strength | None


class Winner(Wire, frozen=True):
    """A share of a pot."""

    seat: int
    amount: int


class Awarded(TableChange, frozen=True):
    """A pot went to its winners, the main pot first; `best` are the five cards that won it, where they were shown."""

    pot: int
    rake: int
    winners: tuple[Winner, ...]
    best: tuple[Card, ...] = ()


class HandEnded(TableChange, frozen=True):
    """A hand ended; the seats after it."""

    number: int
    hand: str | None
    seats: dict[int, Seat]
    rake: int
    rake_rule: str


class HandVoided(TableChange, frozen=True):
    """A hand became void and all bets were returned."""

    number: int
    seats: dict[int, Seat]
    rule: str
    reason: str


class ConnectionChanged(TableChange, frozen=True, tag="connection"):
    """A player connected or disconnected; `turn` if it is theirs; `sits_out_next` where coming back ended a sit-out."""

    at: int
    connected: bool
    turn: Turn | None = None
    rule: str | None = None
    sits_out_next: bool | None = None


class ClocksChanged(TableChange, frozen=True, tag="clocks"):
    """All clocks were stopped, or run again."""

    stand: bool
    turn: Turn | None
    rule: str


class RoomChanged(TableChange, frozen=True, tag="room"):
    """The table's rulebook, its closing, or its state after an outage changed."""

    edition: str
    closing: str | None
    closed: bool
    rule: str | None = None
    seats: dict[int, Seat] = msgspec.field(default_factory=dict)


class Waiting(TableChange, frozen=True):
    """When the next hand is dealt, and how many players are missing for it."""

    next_hand_at: int | None
    missing: int


# ---- changes for one player


class Dealt(TableChange, frozen=True):
    """The reader's hole cards."""

    hand: str
    cards: tuple[Card, ...]


class OptionsOffered(TableChange, frozen=True, tag="options"):
    """It is the reader's turn, with these options."""

    options: Options


class StrengthChanged(TableChange, frozen=True, tag="strength"):
    """The strength of the reader's cards with the board."""

    strength: Strength | None


class OwnChanged(TableChange, frozen=True, tag="own"):
    """The reader's private part of the table changed."""

    own: Own


PublicChange = (
    SeatChanged
    | SeatLeft
    | HandOpened
    | Posted
    | TurnChanged
    | Acted
    | SitsOutNext
    | Board
    | Uncalled
    | HandShown
    | Awarded
    | HandEnded
    | HandVoided
    | ConnectionChanged
    | ClocksChanged
    | RoomChanged
    | Waiting
    | FairPublic
)
OwnChange = Dealt | OptionsOffered | StrengthChanged | OwnChanged | FairOwn
