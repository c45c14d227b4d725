"""
The state of a tournament.

The director owns all stacks. Tables, with their chairs and the hand that was last ordered, and entrants, with what was paid and
won, are kept in persistent maps, which replace one of them without copying the others. `Floor.sizes` finds the largest and the
smallest tables without looking at all of them.
"""

from collections.abc import Iterator
from dataclasses import field
from enum import StrEnum
from typing import Final

from fairdeal.bank.fees import Price
from fairdeal.fair import NOTHING as NO_HASH
from fairdeal.fair import TableLog
from fairdeal.kernel import AccountId, Cents, Chips, Duration, Instant, PlayerId, RuleId, TournamentId
from fairdeal.kernel.persistent_map import PersistentMap
from fairdeal.kernel.values import dataclass
from fairdeal.poker.rotation import Positions
from fairdeal.tournament.director.prizes.payouts import Prizes
from fairdeal.tournament.orders import PlayHand
from fairdeal.tournament.setup import TournamentSetup

NOTHING: Final = Cents(0)
NO_CHIPS: Final = Chips(0)


class Status(StrEnum):
    """The status of a tournament; stored, so values are for ever."""

    ANNOUNCED = "announced"  # players register
    RUNNING = "running"
    FINISHED = "finished"
    CANCELLED = "cancelled"


class Means(StrEnum):
    """What an entry was paid with; stored, so values are for ever."""

    MONEY = "money"
    TICKET = "ticket"
    SATELLITE = "satellite"  # a ticket won in a satellite, used for the player
    PHASE = "phase"  # chips from a first phase


@dataclass(frozen=True, slots=True)
class Entry:
    """One paid entry of a player."""

    number: int  # over the whole tournament, from 1
    at: Instant
    means: Means
    source: AccountId | None  # the account that paid, and the only one it goes back to (MTT-33b)
    price: Price
    bounty: Cents  # part of the pool part
    chips: Chips


class Extra(StrEnum):
    """What can be bought for a running entry; stored, so values are for ever."""

    RE_BUY = "re_buy"
    ADD_ON = "add_on"


@dataclass(frozen=True, slots=True)
class Purchase:
    """A re-buy or add-on that a player bought for an entry."""

    extra: Extra
    entry: int
    price: Price
    bounty: Cents
    chips: Chips


@dataclass(frozen=True, slots=True, kw_only=True)
class Payment:
    """An entry, re-buy or add-on as it would come back: the parts its price was divided into, and what it was paid with."""

    pool: Cents
    fee: Cents
    bounty: Cents = NOTHING
    means: Means = Means.MONEY
    source: AccountId | None = None  # what it was paid from, and where a ticket comes back to

    @property
    def by_ticket(self) -> bool:
        """Whether a ticket paid: won in a satellite, given for free, a gift voucher."""
        return self.means in (Means.TICKET, Means.SATELLITE)

    @property
    def price(self) -> Cents:
        """The whole price: pool part, fee and bounty."""
        return Cents(self.pool + self.fee + self.bounty)


@dataclass(frozen=True, slots=True)
class Stake:
    """Everything one player paid in a first phase, whether or not the player survived it."""

    player: PlayerId
    payments: tuple[Payment, ...]


@dataclass(frozen=True, slots=True)
class Finish:
    """The end of an entry; the first entry to end has `out` 1, so its place is known once registration has closed."""

    entry: int
    out: int
    rule: RuleId


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player of the tournament."""

    player: PlayerId
    entries: tuple[Entry, ...]
    purchases: tuple[Purchase, ...] = ()
    finishes: tuple[Finish, ...] = ()
    table: int | None = None  # where the player sits
    seat: int | None = None
    head: Cents = NOTHING  # the bounty for knocking this player out
    prizes: Cents = NOTHING  # money and worth of tickets that were credited
    bounties: Cents = NOTHING
    disqualified: bool = False
    forfeits: bool = False  # prizes of a disqualified player are lost

    @property
    def entry(self) -> Entry:
        """The player's last entry."""
        return self.entries[-1]

    @property
    def playing(self) -> bool:
        """Whether an entry has not ended."""
        return len(self.finishes) < len(self.entries)

    @property
    def re_buys(self) -> int:
        """How often chips were bought again for the last entry."""
        number = self.entry.number
        return sum(each.extra is Extra.RE_BUY and each.entry == number for each in self.purchases)


@dataclass(frozen=True, slots=True)
class Away:
    """Why a player's hands are folded, since when, and whether being connected again ends it."""

    since: Instant
    rule: RuleId
    until_connected: bool


@dataclass(frozen=True, slots=True)
class Chair:
    """A player at a table; everything here travels when the player is moved."""

    player: PlayerId
    stack: Chips  # as the last hand left it
    bank: Duration  # time bank
    hands: int = 0  # dealt to this player in the tournament
    away: Away | None = None
    bought: Chips = NO_CHIPS  # chips bought during a hand, which join the stack at its end
    veteran: bool = False  # was dealt in to the last hand at this table


@dataclass(frozen=True, slots=True)
class Fallen:
    """A player without chips whose elimination is not decided yet."""

    player: PlayerId
    start: Chips  # at the start of the hand
    by: tuple[PlayerId, ...]  # who won the last pot the player was in
    decided: bool = True  # False while a re-buy is still possible


@dataclass(frozen=True, slots=True)
class Table:
    """A table of the tournament."""

    number: int
    chairs: tuple[Chair | None, ...]  # by seat, counted from 0
    hands: int = 0  # ordered so far; numbers have no gap
    last: Positions | None = None  # None: a new table
    order: PlayHand | None = None  # the hand being played
    called: bool = False  # a player went away or came back since it was ordered, so its dealer is sent who is away now
    held: bool = False  # the hand is void, and ordered anew when the house lets play go on; its dealer is sent nothing
    fallen: tuple[Fallen, ...] = ()  # of the last hand
    decide_until: Instant | None = None  # players without chips may buy again until then
    closing: bool = False  # broken; its dealer has not gone yet

    @property
    def seated(self) -> Iterator[tuple[int, Chair]]:
        """The occupied seats with their players, by seat."""
        return ((seat, chair) for seat, chair in enumerate(self.chairs) if chair is not None)

    @property
    def size(self) -> int:
        """The number of players at the table."""
        return sum(chair is not None for chair in self.chairs)

    @property
    def free(self) -> list[int]:
        """The numbers of the empty seats."""
        return [seat for seat, chair in enumerate(self.chairs) if chair is None]

    @property
    def busy(self) -> bool:
        """Whether a hand is being played or re-buys are being decided at the table."""
        return self.order is not None or self.decide_until is not None


class PauseKind(StrEnum):
    """Why a tournament is paused; stored, so values are for ever."""

    BREAK = "break"
    ADD_ON = "add_on"
    PHASE_END = "phase_end"


@dataclass(frozen=True, slots=True)
class Pause:
    """A pause that was called: it begins when every table has finished its hand, and then lasts until `until`."""

    kind: PauseKind
    length: Duration
    called_at: Instant
    until: Instant | None = None  # None: some hands are still being played
    level_left: Duration = Duration(0)  # of the level's time, when it began


@dataclass(frozen=True, slots=True)
class Halt:
    """The house paused play: from that instant all clocks stand and nothing new is dealt (MTT-45)."""

    at: Instant
    staff: str
    reason: str


@dataclass(frozen=True, slots=True)
class ChipChange:
    """Chips that a player's stack gains, or loses below zero."""

    player: PlayerId
    chips: int


@dataclass(frozen=True, slots=True)
class WonTicket:
    """An entry to another tournament that was won and is not answered by the target yet (MTT-33d)."""

    ticket: str
    player: PlayerId
    value: Cents
    target: TournamentId


@dataclass(frozen=True, slots=True)
class Qualifier:
    """A player who survived a first phase, with the chips that count there."""

    player: PlayerId
    chips: Chips


@dataclass(frozen=True, slots=True)
class Clock:
    """The clock of a tournament: level, breaks and pauses."""

    level: int = 0
    level_ends: Instant | None = None  # None: the level's clock stands
    break_due: Instant | None = None  # the next synchronised break
    pause: Pause | None = None
    deals_from: Instant = Instant(0)  # no hand before
    halt: Halt | None = None  # None: play is not paused by the house

    def time(self, now: Instant) -> Instant:
        """What the tournament's clocks show: now, or while the house has paused play the instant at which it did."""
        return now if self.halt is None else self.halt.at


@dataclass(frozen=True, slots=True)
class TournamentFunds:
    """What the tournament's accounts hold, and what players paid into the pool."""

    pool: Cents = NOTHING  # prizes that are not paid yet
    fees: Cents = NOTHING
    heads: Cents = NOTHING  # bounties
    supplied: Cents = NOTHING  # into the pool, by players, so far


@dataclass(frozen=True, slots=True)
class Floor:
    """
    All tables, and where to find the large, small and busy ones.

    Masks have a bit for every table number. A broken table stays a part until its dealer has gone, but has no bit.
    """

    tables: PersistentMap[int, Table] = field(default_factory=PersistentMap)
    opened: int = 0
    sizes: tuple[int, ...] = ()  # by number of players, a mask of the tables with that number
    busy: int = 0  # tables at which a hand is played, or re-buys are decided
    deciding: int = 0  # tables at which re-buys are decided
    fallen: int = 0  # tables with players without chips

    @property
    def open(self) -> int:
        """A mask of all tables that are played at."""
        mask = 0
        for tables in self.sizes:
            mask |= tables
        return mask

    @property
    def count(self) -> int:
        """How many tables are played at."""
        return self.open.bit_count()


@dataclass(frozen=True, slots=True)
class LotChain:
    """
    The chain of secrets that the tournament's lots are drawn from: as it is published, and its last secret sealed.

    `heads` is what all logs came to at the last lots, `logs` are those that tables have reported since.
    """

    chain: int  # the number of the chain in this tournament
    place: bytes  # the 16 bytes that stand for tournament and chain
    anchor: bytes
    sealed: bytes
    length: int
    used: int = 0  # the last place that lots were drawn from; none is used twice
    heads: bytes = NO_HASH
    logs: tuple[TableLog, ...] = ()


@dataclass(frozen=True, slots=True)
class Claim:
    """A VIP who is out, and by whom; the prize is paid when no re-entry can undo it (MTT-70)."""

    vip: PlayerId
    by: tuple[PlayerId, ...]


@dataclass(frozen=True, slots=True)
class Tournament:
    """A tournament, from its announcement to its end."""

    id: TournamentId
    setup: TournamentSetup
    status: Status = Status.ANNOUNCED
    starts_at: Instant | None = None  # a sit & go: when it became full
    started_at: Instant | None = None
    registration_open: bool = True
    changed_at: Instant | None = None  # before the start, by the house: entries made before may be taken back
    entrants: PersistentMap[PlayerId, Entrant] = field(default_factory=PersistentMap)
    numbered: int = 0  # entries ever made; their numbers have no gap
    entries: int = 0  # that count, re-entries included
    remaining: int = 0  # players whose entry has not ended
    outs: PersistentMap[int, PlayerId] = field(
        default_factory=PersistentMap
    )  # whose entry ended, in the order of going out, from 1
    paid: int = 0  # number of the last going out that was paid, or had nothing to get
    chips: Chips = NO_CHIPS  # in play
    floor: Floor = field(default_factory=Floor)
    clock: Clock = field(default_factory=Clock)
    purse: TournamentFunds = field(default_factory=TournamentFunds)
    prizes: Prizes | None = None  # final; None: provisional (MTT-31b)
    hand_for_hand: bool = False
    round: int = 0  # number of the synchronised hand; 0: none was dealt yet
    final_table: bool = False
    expelled: frozenset[PlayerId] = frozenset()  # disqualified, and still in a hand
    barred: frozenset[PlayerId] = frozenset()  # disqualified before the start
    claims: tuple[Claim, ...] = ()
    tickets: tuple[WonTicket, ...] = ()  # not answered by the target
    advancing: tuple[Qualifier, ...] = ()  # not received by the next phase
    fees_on: Cents = NOTHING  # fees that went on to the next phase with the pool
    handed_over: bool = False  # the next phase knows who comes from this one
    closed: bool = False  # over, and nobody waits for anything from here
    received: frozenset[TournamentId] = frozenset()  # first phases that have sent their players
    staked: PersistentMap[PlayerId, tuple[Payment, ...]] = field(
        default_factory=PersistentMap
    )  # in first phases, by everybody
    lots: LotChain | None = None  # where lots can be checked

    @property
    def over(self) -> bool:
        """Whether the tournament was played to its end or cancelled."""
        return self.status in (Status.FINISHED, Status.CANCELLED)

    @property
    def winner(self) -> PlayerId | None:
        """Who won it; None while it is played, and where several win the same."""
        if self.status is not Status.FINISHED or self.setup.satellite is not None or not self.outs:
            return None
        return self.outs[len(self.outs)] if self.place(len(self.outs)) == 1 else None

    @property
    def out(self) -> int:
        """How many entries have ended."""
        return len(self.outs)

    def place(self, out: int) -> int:
        """The place of the entry that ended as number `out`; final once registration has closed."""
        return self.entries - out + 1

    def table_of(self, entrant: Entrant) -> Table:
        """The table at which a player sits."""
        assert entrant.table is not None, entrant.player
        return self.floor.tables[entrant.table]

    def chair_of(self, entrant: Entrant) -> Chair:
        """The chair on which a player sits."""
        assert entrant.seat is not None, entrant.player
        chair = self.table_of(entrant).chairs[entrant.seat]
        assert chair is not None, entrant.player
        return chair
