"""
The state of a casino table.

Plain data: who is there, the bets, and the cards and decisions of the round. Engines are built from it on demand, so a snapshot
holds none. The order of the shoe and the dealer's hole card are secret; both must be durable, because a round goes on after a
failure (X-141).

Bets and cards differ from game to game: each has a `Felt` of its own.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import field
from enum import StrEnum
from typing import Final, Self

from fairdeal.casino.chat import ChatRoom
from fairdeal.casino.paytables import NOTHING
from fairdeal.casino.shoe import Shoe
from fairdeal.casino.table.fair.state import FairPlay, FairTable, ScanLog
from fairdeal.kernel import Cents, Instant, PlayerId, RuleId
from fairdeal.kernel.values import dataclass

NEVER: Final = Instant(0)


class Phase(StrEnum):
    """The phase of a round; stored, so values never change."""

    IDLE = "idle"  # no players
    BETTING = "betting"
    CLOSED = "closed"  # betting is closed; nothing is dealt or spun yet
    PLAYING = "playing"  # at least one card is dealt
    DECIDED = "decided"  # the outcome is known; a live dealer announces it
    RESULT = "result"  # settled; a pause before the next bets


@dataclass(frozen=True, slots=True)
class Payment:
    """
    A player's result of a round: bets lost, bets returned, and winnings.

    `given_back` is insurance that was already collected in a round that is voided.
    """

    player: PlayerId
    lost: Cents
    returned: Cents
    won: Cents
    given_back: Cents = NOTHING


class HoldReason(StrEnum):
    """Why a table is held."""

    UNREADABLE = "unreadable"  # a card the scanner cannot read
    IMPOSSIBLE = "impossible"  # a card the shoe cannot hold
    CORRECTION = "correction"  # staff decides on a correction
    IRREGULARITY = "irregularity"  # a supervisor looks at it
    DISAGREEMENT = "disagreement"  # the dealer and the wheel's sensor name different pockets


@dataclass(frozen=True, slots=True)
class Hold:
    """A hold: the table waits for staff, and its clocks stand still."""

    reason: HoldReason
    since: Instant
    rule: RuleId
    person: str = ""  # who held it; empty: the table itself
    words: str = ""  # what that person saw


class CorrectionKind(StrEnum):
    """What can be corrected at a live table."""

    CARD_ENTERED = "card_entered"  # one that could not be read
    CARD_REPLACED = "card_replaced"  # the last one, before anybody decided on it
    POCKET_REPLACED = "pocket_replaced"  # before the result is announced
    ROUND_VOIDED = "round_voided"  # all bets go back
    CARDS_BURNED = "cards_burned"  # after an error in dealing, so many as the rule says


@dataclass(frozen=True, slots=True)
class Correction:
    """A correction that staff proposes; `value` is a card or a pocket."""

    kind: CorrectionKind
    value: int = -1
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Proposal:
    """A correction with the people who approve it, as long as they are too few."""

    correction: Correction
    people: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Station:
    """The state of a live dealer's station: how far the shoe is prepared, and failed scans."""

    dealer: str = ""
    dealer_since: Instant = NEVER
    prepared: int = 0  # steps of preparing the shoe that are done
    inspected: bool = False  # these cards were checked and shown at this table
    called: bool = False  # "no more bets" was said in this round
    picked_up: bool = True  # no cards of the last round lie on the table
    failures: int = 0  # scans of the card that is due
    proposal: Proposal | None = None
    corrections: int = 0
    correctable: bool = False  # the last card or pocket can still be replaced
    sensed: int = -1  # the pocket that the wheel's sensor reported for this spin; shown to nobody
    pit_called: Instant = NEVER  # since when the pit boss is awaited


class Felt(ABC):
    """
    The bets and cards of one game at a table, and how they change with the events that every table has.

    Nothing here needs a rulebook, so that events can be replayed. A felt is a dataclass with slots; its fields are durable.
    """

    __slots__ = ()

    @abstractmethod
    def escrow(self) -> dict[PlayerId, Cents]:
        """The sum of each player's unsettled bets."""

    @property
    def settled_early(self) -> tuple[Payment, ...]:
        """Payments settled before the end of the current or last round."""
        return ()

    @property
    def hides_cards(self) -> bool:
        """Whether cards that were dealt face down have not been turned over."""
        return False

    def hands_of(self, player: PlayerId) -> int:
        """How many hands a player bets on here, for a rule that counts them over all tables."""
        return 0

    @property
    @abstractmethod
    def dealt(self) -> tuple[int, ...]:
        """The cards or the pocket of the round, in order; negative numbers are other marks of the game."""

    @abstractmethod
    def with_dealt(self, dealt: tuple[int, ...]) -> Self:
        """The felt with these cards or this pocket."""

    @abstractmethod
    def opened(self) -> Self:
        """The felt after the betting of a new round opened."""

    def closed(self, boxes: tuple[int, ...]) -> Self:
        """The felt after the betting closed; `boxes` are the seats that are dealt to."""
        return self

    def lapsed(self) -> Self:
        """The felt after a betting window without bets."""
        return self

    def shuffled(self) -> Self:
        """The felt after all cards were shuffled into a new shoe."""
        return self

    @abstractmethod
    def settled(self, result: int) -> Self:
        """The felt after the round was settled."""

    @abstractmethod
    def voided(self, *, in_round: bool) -> Self:
        """The felt after all bets were returned; `in_round` says whether the betting had closed before."""

    def left(self, player: PlayerId, *, forgets: bool) -> Self:
        """The felt after a player's visit ended; `forgets` says whether the player's choices are dropped."""
        return self


@dataclass(frozen=True, slots=True)
class Table:
    """The state of one casino table."""

    felt: Felt
    phase: Phase = Phase.IDLE
    edition: str = ""  # content hash of the revision the round is played under
    round: int = 0  # the one being bet on or played, or the last one
    since: Instant = NEVER  # when the phase began
    deadline: Instant = NEVER  # of the betting, the insurance, the decision or the pause
    guests: Mapping[PlayerId, bool] = field(
        default_factory=dict
    )  # players at the table, and whether they are connected
    shoe: Shoe | None = None
    round_out: int = 0  # cards that were out of the shoe before this round
    shoes: int = 0
    shuffle_asked: bool = False
    revealed: Shoe | None = None  # the last shoe, for players who want to check it
    spent: tuple[Shoe, ...] = ()  # shoes that ran out within a round of that one; can be checked like it
    hold: Hold | None = None
    station: Station = field(default_factory=Station)
    announcement: Correction | None = None  # the correction of this round, as it is announced
    paid: tuple[Payment, ...] = ()  # of the last round
    closed_at: Instant = NEVER  # when the betting of this round, or the last one, closed
    chat: ChatRoom = field(default_factory=ChatRoom)
    fair: FairTable | None = None  # at a table that draws by PFP-1
    fair_play: FairPlay | None = None  # not stored
    scans: ScanLog | None = None  # at a live table with cards

    @property
    def refilled(self) -> bool:
        """Whether the shoe was refilled with discards within a round; the next shuffle takes all cards again."""
        return bool(self.spent) and self.shoe is not None and self.spent[-1].number == self.shoe.number - 1

    @property
    def in_round(self) -> bool:
        """Whether the betting has closed and the round is not settled."""
        return self.phase in (Phase.CLOSED, Phase.PLAYING, Phase.DECIDED)
