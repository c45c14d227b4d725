"""A table on the wire: the whole of it, and what can change."""

from typing import Literal

import msgspec

from fairdeal.protocol.base import Wire

Card = str
"""Rank and suit: "As", "Td"."""
ActKind = Literal["fold", "check", "call", "bet", "raise"]
BlindKind = Literal["small", "big", "ante", "entry"]
EntryKind = Literal["in", "waiting", "posting"]


class Strength(Wire, frozen=True):
    """A hand without its suits: the ranks that decide, in the order in which they decide."""

    category: str
    ranks: tuple[str, ...]


class Unit(Wire, frozen=True):
    """What amounts count."""

    kind: Literal["money", "chips"] = "money"
    currency: str | None = None
    label: Literal["play", "test"] | None = None


class Away(Wire, frozen=True):
    """A player sits out: why, and when the room takes the seat back."""

    rule: str
    until: int | None = None


class Seat(Wire, frozen=True):
    """A chair as everybody sees it."""

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
    """One decision and its clock: first the decision time, then the time bank if it runs."""

    number: int
    seat: int
    started: int
    thinks_until: int
    bank: int = 0
    bank_runs: bool = False


class Options(Wire, frozen=True):
    """What one may do: `raiseMax` is 0 when betting is closed, and `closedBy` says by which clause."""

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
    """What lies on the table after a hand, until the next one."""

    number: int
    board: tuple[Card, ...]
    shown: tuple[Shown, ...]
    pots: tuple[PotWon, ...]


class Hand(Wire, frozen=True):
    """The hand being played; `pots` are the collected ones, bets of this round lie with their seats."""

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
    """What only the player in that seat sees."""

    seat: int
    cards: tuple[Card, ...] = ()
    strength: Strength | None = None
    options: Options | None = None
    may_post: bool = False
    missed_blind: bool = False
    sits_out_at_big_blind: bool = False
    auto_top_up: bool = False


class ChatLine(Wire, frozen=True):
    """Something somebody said."""

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
    buy_in_min: int = 0  # what who has lost everything brings at least


# ---- changes for everybody


class TableChange(Wire, frozen=True, tag_field="kind", tag=lambda name: name[0].lower() + name[1:]):
    """Something happened at a table."""


class SeatChanged(TableChange, frozen=True, tag="seat"):
    """A chair is taken, or is another than it was; the whole chair."""

    at: int
    seat: Seat
    rule: str | None = None


class SeatLeft(TableChange, frozen=True):
    """A chair is free."""

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
    """Whose decision it is now, or nobody's."""

    turn: Turn | None


class Acted(TableChange, frozen=True):
    """A decision; `bet` is what now lies in front of the player. With a rule, the house decided."""

    at: int
    act: ActKind
    bet: int
    all_in: bool = False
    rule: str | None = None


class SitsOutNext(TableChange, frozen=True):
    """The player sits out from the next deal on, by that rule."""

    at: int
    rule: str


class Board(TableChange, frozen=True):
    """Flop, turn or river, with the whole board and the collected pots."""

    street: int
    board: tuple[Card, ...]
    pots: tuple[int, ...]


class Uncalled(TableChange, frozen=True):
    """What nobody matched went back."""

    at: int
    amount: int


class HandShown(TableChange, frozen=True, tag="shown"):
    """Cards were shown."""

    at: int
    cards: tuple[Card, ...]
    strength: Strength | None


class Winner(Wire, frozen=True):
    """What somebody got out of a pot."""

    seat: int
    amount: int


class Awarded(TableChange, frozen=True):
    """A pot went to its winners, the main pot first; `best` are the five cards that won it, where they were shown."""

    pot: int
    rake: int
    winners: tuple[Winner, ...]
    best: tuple[Card, ...] = ()


class HandEnded(TableChange, frozen=True):
    """The chairs after a hand."""

    number: int
    hand: str | None
    seats: dict[int, Seat]
    rake: int
    rake_rule: str


class HandVoided(TableChange, frozen=True):
    """A hand was void and all bets went back."""

    number: int
    seats: dict[int, Seat]
    rule: str
    reason: str


class ConnectionChanged(TableChange, frozen=True, tag="connection"):
    """A player is there or not; the turn, if it is theirs; and where coming back ended a sit-out, whether one is left."""

    at: int
    connected: bool
    turn: Turn | None = None
    rule: str | None = None
    sits_out_next: bool | None = None


class ClocksChanged(TableChange, frozen=True, tag="clocks"):
    """Clocks stand, or run on."""

    stand: bool
    turn: Turn | None
    rule: str


class RoomChanged(TableChange, frozen=True, tag="room"):
    """The table's rulebook, its closing, or the wait after an outage."""

    edition: str
    closing: str | None
    closed: bool
    rule: str | None = None
    seats: dict[int, Seat] = msgspec.field(default_factory=dict)


class Waiting(TableChange, frozen=True):
    """When the next hand comes, and how many players are missing for it."""

    next_hand_at: int | None
    missing: int


# ---- changes for one player


class Dealt(TableChange, frozen=True):
    """Your cards."""

    hand: str
    cards: tuple[Card, ...]


class OptionsOffered(TableChange, frozen=True, tag="options"):
    """It is your turn, and this is what you may do."""

    options: Options


class StrengthChanged(TableChange, frozen=True, tag="strength"):
    """What your cards make with the board."""

    strength: Strength | None


class OwnChanged(TableChange, frozen=True, tag="own"):
    """Your switches."""

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
)
OwnChange = Dealt | OptionsOffered | StrengthChanged | OwnChanged
