"""
What a casino table is.

Everything here is plain data: who is there, what is bet, which cards and decisions the round has seen. The engines are
built from it whenever a question is asked, so a snapshot holds no engine. Secrets are the order of the shoe and the
dealer's hole card; both must be durable, because a round goes on after a failure (X-141).

What lies on the felt differs from game to game: each brings a `Felt` of its own.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import field
from enum import StrEnum
from typing import Final, Self

from fairdeal.casino.chat import ChatRoom
from fairdeal.casino.paytables import NOTHING
from fairdeal.casino.shoe import Shoe
from fairdeal.kernel import Cents, Instant, PlayerId, RuleId
from fairdeal.kernel.values import dataclass

NEVER: Final = Instant(0)


class Phase(StrEnum):
    """Where a round stands; stored, so values are for ever."""

    IDLE = "idle"  # nobody to open the betting for
    BETTING = "betting"
    CLOSED = "closed"  # no more bets; nothing is dealt or spun yet
    PLAYING = "playing"  # a card is out
    DECIDED = "decided"  # the outcome is known; a live dealer announces it
    RESULT = "result"  # settled; a pause before the next bets


@dataclass(frozen=True, slots=True)
class Payment:
    """
    What a round brought a player: the stake that is lost, the stake that comes back, what the house adds.

    `given_back` is insurance the house had collected already in a round that is void.
    """

    player: PlayerId
    lost: Cents
    returned: Cents
    won: Cents
    given_back: Cents = NOTHING


class HoldReason(StrEnum):
    """Why nothing goes on at a table."""

    UNREADABLE = "unreadable"  # a card the scanner cannot read
    IMPOSSIBLE = "impossible"  # a card the shoe cannot hold
    CORRECTION = "correction"  # people are putting something right
    IRREGULARITY = "irregularity"  # a supervisor looks at it


@dataclass(frozen=True, slots=True)
class Hold:
    """The table waits for people; its clocks stand still."""

    reason: HoldReason
    since: Instant
    rule: RuleId
    person: str = ""  # who held it; nobody: the table itself


class CorrectionKind(StrEnum):
    """What people can put right at a live table."""

    CARD_ENTERED = "card_entered"  # one that could not be read
    CARD_REPLACED = "card_replaced"  # the last one, before anybody decided on it
    POCKET_REPLACED = "pocket_replaced"  # before the result is announced
    ROUND_VOIDED = "round_voided"  # all bets go back


@dataclass(frozen=True, slots=True)
class Correction:
    """What somebody wants to put right; `value` is a card or a pocket."""

    kind: CorrectionKind
    value: int = -1
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Proposal:
    """A correction that not enough people have agreed to."""

    correction: Correction
    people: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Station:
    """A live dealer's place: what is done of the preparation, and what went wrong."""

    dealer: str = ""
    prepared: int = 0  # steps of preparing the shoe that are done
    inspected: bool = False  # these cards were checked and shown at this table
    called: bool = False  # "no more bets" was said in this round
    picked_up: bool = True  # no cards of the last round lie on the table
    failures: int = 0  # scans of the card that is due
    proposal: Proposal | None = None
    corrections: int = 0
    correctable: bool = False  # the last card or pocket can still be replaced


class Felt(ABC):
    """
    The bets and cards of the game a table plays, and how they follow what happens at every table.

    Replaying needs no rulebook, so nothing here asks for one. A felt is a dataclass with slots; its fields are durable.
    """

    __slots__ = ()

    @abstractmethod
    def escrow(self) -> dict[PlayerId, Cents]:
        """What each player has staked and not settled."""

    @property
    def settled_early(self) -> tuple[Payment, ...]:
        """What was settled before the end of the round that is, or was last, played."""
        return ()

    def hands_of(self, player: PlayerId) -> int:
        """How many hands a player bets on, where a rule counts them over all tables."""
        return 0

    @property
    @abstractmethod
    def dealt(self) -> tuple[int, ...]:
        """What the round has seen: cards or the pocket, and below zero what is neither."""

    @abstractmethod
    def with_dealt(self, dealt: tuple[int, ...]) -> Self:
        """The felt when the round has seen that."""

    @abstractmethod
    def opened(self) -> Self:
        """The felt when bets are taken on a new round."""

    def closed(self, boxes: tuple[int, ...]) -> Self:
        """The felt at no more bets; `boxes` are the seats that are dealt to."""
        return self

    def lapsed(self) -> Self:
        """The felt when nobody bet."""
        return self

    def shuffled(self) -> Self:
        """The felt when all cards are in a new shoe."""
        return self

    @abstractmethod
    def settled(self, result: int) -> Self:
        """The felt when the round is paid."""

    @abstractmethod
    def voided(self, *, in_round: bool) -> Self:
        """The felt when all bets went back; `in_round` says whether it was after no more bets."""

    def left(self, player: PlayerId, *, forgets: bool) -> Self:
        """The felt when a player went away; `forgets` says whether the next visit asks anew."""
        return self


@dataclass(frozen=True, slots=True)
class Table:
    """A casino table."""

    felt: Felt
    phase: Phase = Phase.IDLE
    edition: str = ""  # content hash of the rulebook that round is played under
    round: int = 0  # the one being bet on or played, or the last one
    since: Instant = NEVER  # when the phase began
    deadline: Instant = NEVER  # of the betting, the insurance, the decision or the pause
    guests: Mapping[PlayerId, bool] = field(default_factory=dict)  # who is there, and whether connected
    shoe: Shoe | None = None
    round_out: int = 0  # cards that were out of the shoe before this round
    shoes: int = 0
    shuffle_asked: bool = False
    revealed: Shoe | None = None  # the shoe before, for whoever wants to check it
    spent: tuple[Shoe, ...] = ()  # shoes that ran out inside the round of that one; to be checked like it
    hold: Hold | None = None
    station: Station = field(default_factory=Station)
    announcement: Correction | None = None  # what was put right in this round, as everybody may know it
    paid: tuple[Payment, ...] = ()  # of the last round
    chat: ChatRoom = field(default_factory=ChatRoom)

    @property
    def refilled(self) -> bool:
        """Whether the shoe holds the discards of one that ran out in a round; the next shuffle takes all cards again."""
        return bool(self.spent) and self.shoe is not None and self.spent[-1].number == self.shoe.number - 1

    @property
    def in_round(self) -> bool:
        """Whether bets are locked and not settled."""
        return self.phase in (Phase.CLOSED, Phase.PLAYING, Phase.DECIDED)
