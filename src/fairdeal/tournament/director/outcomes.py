"""Events of a tournament's prizes, bounties and end, and of its dealings with other tournaments and the house."""

from typing import ClassVar

from fairdeal.kernel import Cents, Instant, PlayerId, RuleId, StreamId, TournamentId
from fairdeal.kernel.values import dataclass
from fairdeal.rulebook.schema.choices import Forfeited
from fairdeal.tournament.books import Books
from fairdeal.tournament.cancellation.plan import Plan
from fairdeal.tournament.director.commands import Cause
from fairdeal.tournament.director.prizes.payouts import Prize
from fairdeal.tournament.director.state import NOTHING, Entry, Qualifier, Stake


@dataclass(frozen=True, slots=True)
class Durable:
    """The base of every event of a tournament: all are written before they are shown."""

    durable: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class Posted(Durable):
    """An event that moves money, with the accounts it moves it between."""

    books: Books


# ---- money


@dataclass(frozen=True, slots=True)
class PrizePaid(Posted):
    """A place was paid, in money or with a ticket to the target; `held`: a review keeps the money back."""

    player: PlayerId
    out: int
    place: int
    prize: Prize
    held: bool
    rule: RuleId
    ticket: str | None = None
    target: TournamentId | None = None


@dataclass(frozen=True, slots=True)
class PrizeForfeited(Posted):
    """A disqualified player's prize was forfeited."""

    player: PlayerId
    out: int
    place: int
    prize: Prize
    goes_to: Forfeited
    rule: RuleId


@dataclass(frozen=True, slots=True)
class BountyWon(Posted):
    """A bounty was won: `cash` is paid at once, `head` is added to the winner's own bounty."""

    victim: PlayerId
    player: PlayerId
    cash: Cents
    head: Cents
    held: bool
    rule: RuleId


@dataclass(frozen=True, slots=True)
class BountiesKept(Posted):
    """The champion was paid their own bounty and those that nobody won."""

    player: PlayerId
    cash: Cents
    held: bool
    rule: RuleId


@dataclass(frozen=True, slots=True)
class VipClaimed(Durable):
    """A VIP was knocked out; the prize is paid if the VIP does not re-enter."""

    vip: PlayerId
    by: tuple[PlayerId, ...]
    rule: RuleId


@dataclass(frozen=True, slots=True)
class VipPaid(Posted):
    """The prize for knocking out a VIP was paid; a review withholds the shares of `held`."""

    vip: PlayerId
    shares: tuple[tuple[PlayerId, Cents], ...]
    rule: RuleId
    held: tuple[PlayerId, ...] = ()


# ---- the end


@dataclass(frozen=True, slots=True)
class Finished(Posted):
    """The tournament is over; `standing` are those who were left, the best first. Its fees are the house's now."""

    at: Instant
    standing: tuple[PlayerId, ...]
    fees: Cents
    rule: RuleId


@dataclass(frozen=True, slots=True)
class PhaseEnded(Posted):
    """
    Everybody who has chips goes on in the next phase, where the prize money is played for.

    Fees go on too: until the last phase is won they can come back (CANC-52, CANC-53a). `fees` are those the house earned
    here; only histories of old have any.
    """

    at: Instant
    qualifiers: tuple[Qualifier, ...]
    pool: Cents
    next: TournamentId
    fees: Cents
    rule: RuleId
    fees_on: Cents = NOTHING


@dataclass(frozen=True, slots=True)
class PhaseReceived(Durable):
    """Players came from a first phase; `entries` are new or larger stacks."""

    source: TournamentId
    pool: Cents
    entries: tuple[tuple[PlayerId, Entry], ...]
    rule: RuleId
    fees: Cents = NOTHING
    staked: tuple[Stake, ...] = ()


@dataclass(frozen=True, slots=True)
class AdvanceNoted(Durable):
    """The next phase confirmed that it has the players of this one."""


@dataclass(frozen=True, slots=True)
class WinnerRefused(Durable):
    """A satellite's winner could not be seated and keeps the ticket."""

    player: PlayerId
    ticket: str
    satellite: TournamentId
    code: str
    rule: RuleId


@dataclass(frozen=True, slots=True)
class TicketAnswered(Durable):
    """The target answered whether it seated a winner of this satellite."""

    ticket: str
    seated: bool
    rule: RuleId


@dataclass(frozen=True, slots=True)
class Disqualified(Durable):
    """The house disqualified a player; a hand being played is folded in turn."""

    player: PlayerId
    forfeit: bool
    at: Instant
    staff: str
    reason: str
    rule: RuleId


@dataclass(frozen=True, slots=True)
class Cancelled(Posted):
    """The tournament was cancelled and settled by a plan; a review keeps back what `held` won, not what they had paid."""

    plan: Plan
    cause: Cause
    at: Instant
    rule: RuleId
    staff: str = ""
    reason: str = ""
    held: tuple[PlayerId, ...] = ()


@dataclass(frozen=True, slots=True)
class Closed(Durable):
    """The tournament was closed: dealers have gone, winners have seats or tickets, the next phase has its players."""


@dataclass(frozen=True, slots=True)
class PlayerResult:
    """Where a player finished and what was paid; who was left in a cancelled tournament has no place."""

    player: PlayerId
    place: int | None
    prize: Cents


@dataclass(frozen=True, slots=True)
class NoteEnd:
    """The command that tells another machine how a tournament ended, or that it was cancelled; it may come more than once."""

    tournament: TournamentId
    finishes: tuple[PlayerResult, ...]
    cancelled: bool = False


@dataclass(frozen=True, slots=True)
class EndReported(Durable):
    """The lobby that the tournament came from was told how it ended."""

    lobby: StreamId
    end: NoteEnd


OutcomeEvent = (
    PrizePaid
    | PrizeForfeited
    | BountyWon
    | BountiesKept
    | VipClaimed
    | VipPaid
    | Finished
    | PhaseEnded
    | PhaseReceived
    | AdvanceNoted
    | WinnerRefused
    | TicketAnswered
    | Disqualified
    | Cancelled
    | Closed
    | EndReported
)
