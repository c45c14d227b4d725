"""
The messages between a tournament's director and the dealers at its tables.

The director orders one hand at a time; the dealer plays it and reports. Both are sent again until they are known to have
arrived: an order names table, number and attempt, and a report the same, so one that arrives twice changes nothing. A report is
acknowledged by the next order, or by `ReportNoted` while the table waits.
"""

from dataclasses import field
from typing import Final

from fairdeal.fair import NewChain
from fairdeal.kernel import Chips, Duration, HandId, Instant, PlayerId, RuleId, StreamId, TableId, TournamentId
from fairdeal.kernel.values import dataclass

DIRECTORS: Final = "tournament"
DEALERS: Final = "deal"
"""Prefixes of the streams of tournaments and of their tables; durable."""


def director_stream(tournament: TournamentId) -> StreamId:
    """The stream of a tournament."""
    return StreamId(f"{DIRECTORS}:{tournament}")


def tournament_of_stream(stream: StreamId) -> TournamentId:
    """The tournament of a director's stream."""
    return TournamentId(stream.removeprefix(f"{DIRECTORS}:"))


def dealer_stream(tournament: TournamentId, table: int) -> StreamId:
    """The stream of the dealer at one of its tables."""
    return StreamId(f"{DEALERS}:{tournament}/{table}")


def table_of_stream(stream: StreamId) -> tuple[TournamentId, int]:
    """The tournament and the number of the table whose dealer has that stream."""
    tournament, _, number = stream.partition(":")[2].rpartition("/")
    return TournamentId(tournament), int(number)


def dealer_of_table(table: TableId) -> StreamId | None:
    """The stream of the dealer at a table, if the id is shaped like that of a tournament's table."""
    # Letter by letter: read as a number, "MAIN/03" would be another name of table 3.
    return StreamId(f"{DEALERS}:{table}") if "/" in table else None


def tournament_of_table(table: TableId) -> TournamentId | None:
    """The tournament whose table an id names, if it is shaped like that of a tournament's table."""
    tournament, slash, _ = table.rpartition("/")
    return TournamentId(tournament) if slash else None


def table_id(tournament: TournamentId, table: int) -> TableId:
    """The id of one table of a tournament."""
    return TableId(f"{tournament}/{table}")


# ---- to the dealer


@dataclass(frozen=True, slots=True)
class Place:
    """A player in an ordered hand; `away` folds at once in turn (sitting out, or never logged in)."""

    seat: int
    player: PlayerId
    stack: Chips
    bank: Duration  # time bank at the start of the hand
    away: bool = False


@dataclass(frozen=True, slots=True)
class Game:
    """The game that is dealt, the revision of the rulebook it is played by, and the product of the tournament."""

    edition: str  # content hash
    family: str
    product: str
    seats: int  # at the table


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayHand:
    """Play one hand; after a crash the same hand is ordered with the next attempt and a new deck (MTT-50)."""

    table: int
    number: int  # gap-free at its table
    attempt: int = 1
    game: Game
    places: tuple[Place, ...]  # by seat
    button: int
    small_blind: int | None  # nobody posts one after the last big blind went out
    big_blind: int
    level: int
    small_blind_chips: Chips
    big_blind_chips: Chips
    ante_chips: Chips
    deals_from: Instant  # not before
    extra_time: Duration = Duration(0)  # for a disconnected player in turn, in the final stages (MTT-48b)
    final_table: bool = False
    round: int | None = None  # number of the synchronised hand, in hand-for-hand play
    rule: RuleId  # how blinds and button were found

    def __hash__(self) -> int:
        """Hashes what names the order, for speed: agendas hold many orders, and no two of them are of the same hand."""
        return hash((self.table, self.number, self.attempt))


@dataclass(frozen=True, slots=True)
class Attendance:
    """The seats whose players are away during a hand: the dealer folds for these and for nobody else."""

    table: int
    number: int
    away: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ReportNoted:
    """The director has the report of a hand and has no next one yet."""

    table: int
    number: int


TABLE_BREAKS: Final = RuleId("MTT-42a")
"""Balancing needs the table no more; it is closed by another clause where the whole tournament is over."""


@dataclass(frozen=True, slots=True)
class CloseTable:
    """Close the table; a hand that is still being played is void."""

    table: int
    rule: RuleId = TABLE_BREAKS


DealerCommand = PlayHand | Attendance | ReportNoted | CloseTable

# ---- to the director


@dataclass(frozen=True, slots=True)
class Supply:
    """
    What the runtime fills in: 32 random bytes, and the players whose winnings a review withholds (X-70).

    Where lots can be checked, also the next secret of their chain, and a new chain where that secret is the last.
    """

    chance: bytes
    held: frozenset[PlayerId] = frozenset()
    secret: bytes | None = field(default=None, repr=False)
    chain: NewChain | None = None


@dataclass(frozen=True, slots=True)
class Left:
    """A player's stack and time bank after a hand."""

    seat: int
    stack: Chips
    bank: Duration
    away: RuleId | None = None  # the dealer sat the player out from the next hand on, by this rule


@dataclass(frozen=True, slots=True)
class Bust:
    """A player who lost the last chips: the stack at the start of the hand, and the seats that won each pot they were in."""

    seat: int
    start: Chips
    pots: tuple[tuple[int, ...], ...]  # the main pot first; the last one knocked the player out


@dataclass(frozen=True, slots=True)
class HandPlayed:
    """A dealer's report of a finished hand."""

    table: int
    number: int
    hand: HandId
    started_at: Instant
    left: tuple[Left, ...]  # one a place of the order
    busts: tuple[Bust, ...] = ()
    supply: Supply | None = None
    log: bytes = b""  # of the table after the hand, where players cut the decks


@dataclass(frozen=True, slots=True)
class HandAbandoned:
    """A dealer's report that a hand is void and must be ordered again (TIME-15)."""

    table: int
    number: int
    attempt: int
    rule: RuleId


@dataclass(frozen=True, slots=True)
class TableClosed:
    """A dealer's report that its table is closed."""

    table: int


DealerReport = HandPlayed | HandAbandoned | TableClosed
