"""
What a casino table is.

Everything here is plain data: who is there, what is bet, which cards and decisions the round has seen. The engines are
built from it whenever a question is asked, so a snapshot holds no engine. Secrets are the order of the shoe and the
dealer's hole card; both must be durable, because a round goes on after a failure (X-141).
"""

from collections.abc import Mapping
from dataclasses import field
from enum import StrEnum
from typing import Final

from fairdeal.casino.chat import ChatRoom
from fairdeal.casino.games.roulette import Bets
from fairdeal.casino.games.wagers import NOTHING, Wager
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


@dataclass(frozen=True, slots=True)
class LayoutFelt:
    """A layout with chips: roulette and baccarat."""

    staged: Mapping[PlayerId, tuple[Bets, ...]] = field(default_factory=dict)  # moves, not yet bets
    bets: Mapping[PlayerId, Bets] = field(default_factory=dict)
    last: Mapping[PlayerId, Bets] = field(default_factory=dict)  # of the last round somebody bet in
    drawn: tuple[int, ...] = ()  # the pocket, or the cards of the coup
    results: tuple[int, ...] = ()  # pockets; or outcomes of this shoe, as places among the spots


@dataclass(frozen=True, slots=True)
class BoxesFelt:
    """Blackjack: seats, wagers and the cards and decisions of the round."""

    seats: tuple[PlayerId | None, ...] = ()
    idle: tuple[int, ...] = ()  # rounds each seat let pass
    queue: tuple[PlayerId, ...] = ()  # who waits for a seat
    leaving: frozenset[PlayerId] = frozenset()  # seats that become free after the round
    follows: Mapping[PlayerId, bool] = field(default_factory=dict)  # answers of those behind, for this visit
    forgets: frozenset[PlayerId] = frozenset()  # who left with a bet in play: the answer holds to the end of the round
    wagers: Mapping[PlayerId, Wager] = field(default_factory=dict)
    boxes: tuple[int, ...] = ()  # seats dealt to, in order
    inputs: tuple[int, ...] = ()  # cards and decisions, as the engine takes them
    insured: frozenset[PlayerId] = frozenset()  # who has answered about insurance
    checked: tuple[Payment, ...] = ()  # what insurance brought when the hole card was looked at
    hole_shown: bool = False
    turn: int = 0  # decisions asked for in this round

    def seat_of(self, player: PlayerId) -> int:
        """Where a player sits; -1: nowhere."""
        return self.seats.index(player) if player in self.seats else -1

    def sits_at(self, player: PlayerId, seat: int) -> bool:
        """Whether that player sits in that seat."""
        return 0 <= seat < len(self.seats) and self.seats[seat] == player


Felt = LayoutFelt | BoxesFelt


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
    def layout(self) -> LayoutFelt:
        """The felt of roulette and baccarat."""
        assert isinstance(self.felt, LayoutFelt), self.felt
        return self.felt

    @property
    def boxes(self) -> BoxesFelt:
        """The felt of blackjack."""
        assert isinstance(self.felt, BoxesFelt), self.felt
        return self.felt

    @property
    def refilled(self) -> bool:
        """Whether the shoe holds the discards of one that ran out in a round; the next shuffle takes all cards again."""
        return bool(self.spent) and self.shoe is not None and self.spent[-1].number == self.shoe.number - 1

    @property
    def in_round(self) -> bool:
        """Whether bets are locked and not settled."""
        return self.phase in (Phase.CLOSED, Phase.PLAYING, Phase.DECIDED)
