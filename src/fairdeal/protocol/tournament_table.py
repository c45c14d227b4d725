"""Tournament tables on the wire; changes of a hand are those of `table`. Amounts are chips."""

from fairdeal.protocol.base import Wire
from fairdeal.protocol.fair import Fair, FairOwn, FairPublic
from fairdeal.protocol.table import (
    Acted,
    Awarded,
    Board,
    Card,
    ChatLine,
    ClocksChanged,
    ConnectionChanged,
    Dealt,
    Hand,
    HandOpened,
    HandShown,
    Options,
    OptionsOffered,
    Posted,
    Result,
    SitsOutNext,
    Strength,
    StrengthChanged,
    TableChange,
    TurnChanged,
    Uncalled,
)
from fairdeal.protocol.tournament import BlindLevel, OwnEntry, TournamentNumbers


class TournamentSeat(Wire, frozen=True):
    """
    A seat as everybody sees it; an `away` player folds at once in turn, and `sitsOutNext` names the clause.

    `bounty` is what stands on the player's head, in cents; a `bot` keeps people company.
    """

    player: str
    name: str
    avatar: str
    stack: int
    bet: int = 0
    bank: int = 0
    has_cards: bool = False
    all_in: bool = False
    away: bool = False
    sits_out_next: str | None = None
    connected: bool = True
    bounty: int = 0
    bot: bool = False


class TournamentHand(Wire, frozen=True):
    """The hand being played, its blinds, and its synchronised round in hand-for-hand play."""

    hand: Hand
    button: int
    blinds: BlindLevel
    round: int | None = None


class TournamentOwn(Wire, frozen=True):
    """The private part of a table for the player in that seat."""

    seat: int
    cards: tuple[Card, ...] = ()
    strength: Strength | None = None
    options: Options | None = None


class TournamentTable(Wire, frozen=True):
    """
    A tournament table as one viewer sees it; seats by their number, of `size` seats.

    `numbers` are those of the tournament and `entry` the viewer's own; they are kept up to date by `tournamentNumbers` and `ownEntry`.
    """

    id: str
    tournament: str
    name: str
    edition: str
    family: str
    number: int
    size: int
    numbers: TournamentNumbers
    seats: dict[int, TournamentSeat]
    playing: TournamentHand | None
    result: Result | None
    next_hand_at: int | None
    final_table: bool
    clocks_stand: bool
    closed: bool
    own: TournamentOwn | None = None
    entry: OwnEntry | None = None
    chat: tuple[ChatLine, ...] = ()
    after_hands_only: bool = False
    fair: Fair | None = None  # at a table that deals by the players' cut


# ---- changes that only tournaments have


class NextHand(TableChange, frozen=True):
    """The order of the next hand: players and stacks, blinds, and when it is dealt."""

    number: int
    seats: dict[int, TournamentSeat]
    button: int
    small_blind: int | None
    big_blind: int
    blinds: BlindLevel
    deals_at: int | None
    final_table: bool
    rule: str
    round: int | None = None


class AwayChanged(TableChange, frozen=True, tag="away"):
    """The seats whose players are away and fold at once from now on."""

    seats: tuple[int, ...]
    rule: str


class DealEnded(TableChange, frozen=True):
    """A hand ended; the stacks after it."""

    number: int
    hand: str | None
    seats: dict[int, TournamentSeat]


class DealVoided(TableChange, frozen=True):
    """A hand became void and is played again from the stacks it began with."""

    number: int
    rule: str
    reason: str


class TableShut(TableChange, frozen=True):
    """The table is closed: nothing more is dealt."""

    rule: str


TournamentChange = (
    NextHand
    | HandOpened
    | Posted
    | TurnChanged
    | Acted
    | SitsOutNext
    | Board
    | Uncalled
    | HandShown
    | Awarded
    | DealEnded
    | DealVoided
    | AwayChanged
    | ConnectionChanged
    | ClocksChanged
    | TableShut
    | FairPublic
)
TournamentOwnChange = Dealt | OptionsOffered | StrengthChanged | FairOwn
