"""
A live table as its dealer and the pit boss see it.

They see no more of the game than everybody: no hole card and nothing of the shoe (BJ-48, BJ-50).
"""

from typing import Literal

from fairdeal.protocol.base import Wire
from fairdeal.protocol.casino import (
    CasinoCorrection,
    CasinoCrowd,
    CasinoFelt,
    CasinoLine,
    CasinoPhase,
    CasinoShoe,
    VideoFeed,
)
from fairdeal.protocol.server import ServerMessage
from fairdeal.protocol.station_client import CorrectionName
from fairdeal.protocol.table import Card, Unit

StepName = Literal[
    "inspect",
    "shuffle",
    "cut",
    "burn",
    "call_no_more_bets",
    "scan",
    "spin",
    "check_hole",
    "show_hole",
    "announce",
    "pick_up",
    "wait",
    "held",
]


class StationRow(Wire, frozen=True):
    """
    A live table in the list of stations; `mine` where the reader deals, `free` where they may begin to deal.

    `manned` says whether who deals there stands at its station.
    """

    id: str
    name: str
    game: str
    dealer: str
    phase: CasinoPhase
    players: int
    held: bool
    pit_called: int | None
    mine: bool
    free: bool
    manned: bool


class StationPlace(Wire, frozen=True):
    """Where a card goes: a seat (-1 is the dealer; at baccarat 0 is Player and 1 Banker), face up or down."""

    seat: int
    face_up: bool


class StationStep(Wire, frozen=True):
    """
    The one thing that has to be done next.

    A scan names its hand: the seat (-1 is the dealer; at baccarat 0 is Player and 1 Banker), which hand of the seat, and whether the
    card lies face up. `name` is the player of the seat, `count` how many cards are burnt or left behind the cut card.

    `card` counts the cards of the round up to the one that is due, and `cards` are those of the first deal while it lasts.
    `following` are the places of the cards that come after it there. All are 0 or empty where no card is due.
    """

    kind: StepName
    rule: str | None
    seat: int = -1
    hand: int = 0
    face_up: bool = True
    count: int = 0
    until: int | None = None
    name: str = ""
    card: int = 0
    cards: int = 0
    following: tuple[StationPlace, ...] = ()


class StationHold(Wire, frozen=True):
    """Why the table waits for people; `person` is empty where the table held by itself."""

    reason: Literal["unreadable", "impossible", "correction", "irregularity", "disagreement"]
    since: int
    rule: str
    person: str
    words: str


class StationRead(Wire, frozen=True):
    """What the scanner read: for which hand, and what came of it; a card that lies face down is not named."""

    at: int
    seat: int
    hand: int
    outcome: Literal["accepted", "unread", "twice", "impossible"]
    card: Card | None = None
    video: int | None = None


class StationProposal(Wire, frozen=True):
    """
    A correction that waits for another person: what counts now (`was`), what would count, and what that changes.

    `total` is what the hand counts now and `totalAfter` what it would count; null where no hand changes.
    """

    number: int
    what: CorrectionName
    reason: str
    people: tuple[str, ...]
    mine: bool
    card: Card | None = None
    pocket: int | None = None
    was_card: Card | None = None
    was_pocket: int | None = None
    seat: int | None = None
    hand: int = 0
    total: int | None = None
    total_after: int | None = None
    burned: int = 0


class StationBlocked(Wire, frozen=True):
    """A player who may not write at the table."""

    player: str
    name: str


class ScannerKeys(Wire, frozen=True):
    """How a scanner types: the keys before a code, the key after it, and the longest pause within one, in milliseconds."""

    prefix: str
    suffix: Literal["Enter", "Tab"]
    gap: int


class StationView(Wire, frozen=True):
    """
    The station of one live table.

    `may` are the messages that the reader may send now, by their type; `canCorrect` is what can be put right.
    `reliefAt` is when whoever deals since `dealerSince` is to be relieved. Amounts are cents.
    """

    id: str
    name: str
    game: str
    unit: Unit
    phase: CasinoPhase
    round: int
    dealer: str
    dealer_since: int | None
    relief_at: int | None
    mine: bool
    pit: bool
    step: StationStep
    deadline: int | None
    closed_at: int | None
    hold: StationHold | None
    proposal: StationProposal | None
    failures: int
    failures_max: int
    reads: tuple[StationRead, ...]
    can_correct: tuple[CorrectionName, ...]
    may: tuple[str, ...]
    pit_called: int | None
    corrections: int
    announcement: CasinoCorrection | None
    felt: CasinoFelt
    crowd: CasinoCrowd
    shoe: CasinoShoe | None
    shuffle_asked: bool
    pockets: int
    red: tuple[int, ...]
    chat: tuple[CasinoLine, ...]
    blocked: tuple[StationBlocked, ...]
    scanner: ScannerKeys
    video: VideoFeed | None = None


class StationsShown(ServerMessage, frozen=True, tag="stations"):
    """All live tables, whenever one of them is another."""

    at: int
    tables: tuple[StationRow, ...]


class StationShown(ServerMessage, frozen=True, tag="station"):
    """The whole station, whenever something there is another; only dealers and pit bosses who follow it get it."""

    at: int
    station: StationView


StationMessage = StationsShown | StationShown
