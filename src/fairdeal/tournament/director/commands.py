"""
Commands of a tournament's director.

Commands that can draw lots or pay prizes have an empty slot `supply`, filled by the runtime; those that need to know something
about a player have `facts`. The messages of dealers are in `orders`, what happened is in `events`.
"""

from enum import StrEnum

from fairdeal.fair import NewChain
from fairdeal.kernel import Cents, Duration, Instant, PlayerId, Rejection, TournamentId
from fairdeal.kernel.values import dataclass
from fairdeal.play.messages import GiveTimeBack
from fairdeal.rulebook.schema.choices import Tickets
from fairdeal.tournament.director.state import NOTHING, ChipChange, Qualifier, Stake
from fairdeal.tournament.orders import DealerReport, HandPlayed, Supply
from fairdeal.tournament.setup import TournamentSetup

# ---- players


class TicketKind(StrEnum):
    """What a ticket entitles to; a ticket for one thing never pays for another."""

    ENTRY = "entry"  # to a tournament: its target, or any at that price
    GAME = "game"  # a registration for one game of a lobby, which pays for nothing else
    PACKAGE = "package"  # what a satellite without a target awards: a journey, a seat at a live event


@dataclass(frozen=True, slots=True)
class Ticket:
    """A player's ticket: its worth, and its target; None: any tournament at that price that takes its kind."""

    id: str
    value: Cents
    target: TournamentId | None = None
    kind: TicketKind = TicketKind.ENTRY


@dataclass(frozen=True, slots=True)
class EntryFacts:
    """What the runtime knows about a player who wants to enter."""

    met: frozenset[str] = frozenset()  # entry conditions the player fulfils
    ticket: Ticket | None = None  # the ticket named in the command, if the player has it
    connected: bool = True
    refused: Rejection | None = None  # why the player's purse would not let them play


@dataclass(frozen=True, slots=True)
class Register:
    """Enter, with money or with a ticket; `amount` where the player chooses the buy-in, `password` where one is asked for."""

    player: PlayerId
    amount: Cents | None = None
    ticket: str | None = None
    facts: EntryFacts | None = None
    supply: Supply | None = None
    password: str | None = None  # the digest of what the player gave (`password.answer_to`)


@dataclass(frozen=True, slots=True)
class Unregister:
    """Take an entry back before the start."""

    player: PlayerId


@dataclass(frozen=True, slots=True)
class BuyAgain:
    """Buy chips again, with none left or few enough."""

    player: PlayerId
    supply: Supply | None = None


@dataclass(frozen=True, slots=True)
class DeclineReBuy:
    """Decline the re-buy that is offered to a player without chips."""

    player: PlayerId
    supply: Supply | None = None


@dataclass(frozen=True, slots=True)
class TakeAddOn:
    """Buy the add-on."""

    player: PlayerId


@dataclass(frozen=True, slots=True)
class SitOut:
    """Fold every hand from now on."""

    player: PlayerId


@dataclass(frozen=True, slots=True)
class SitIn:
    """End sitting out."""

    player: PlayerId


PlayerCommand = Register | Unregister | BuyAgain | DeclineReBuy | TakeAddOn | SitOut | SitIn

# ---- time and presence


@dataclass(frozen=True, slots=True)
class Start:
    """Start the tournament; `absent` are the entrants who are not logged in."""

    at: Instant
    absent: frozenset[PlayerId] | None = None
    supply: Supply | None = None


@dataclass(frozen=True, slots=True)
class EndLevel:
    """The time of a level is over."""

    level: int
    supply: Supply | None = None


@dataclass(frozen=True, slots=True)
class CallBreak:
    """The minute of the synchronised break has come."""

    at: Instant


@dataclass(frozen=True, slots=True)
class EndPause:
    """A break is over."""

    until: Instant
    supply: Supply | None = None


@dataclass(frozen=True, slots=True)
class EndReBuyTime:
    """The time to decide about re-buys at a table is over."""

    table: int
    number: int  # of the hand
    supply: Supply | None = None


@dataclass(frozen=True, slots=True)
class Connect:
    """A player is connected again."""

    player: PlayerId


@dataclass(frozen=True, slots=True)
class Recover:
    """The first command after a crash: hands are ordered anew, running periods shift by the outage (MTT-50, X-143)."""

    down_since: Instant
    supply: Supply | None = None


TimeCommand = Start | EndLevel | CallBreak | EndPause | EndReBuyTime | Connect | Recover | GiveTimeBack

# ---- other tournaments


@dataclass(frozen=True, slots=True)
class SeatWinner:
    """A satellite's winner takes a seat with the ticket that was won (MTT-33d)."""

    player: PlayerId
    ticket: str
    value: Cents
    satellite: TournamentId
    facts: EntryFacts | None = None
    supply: Supply | None = None


@dataclass(frozen=True, slots=True)
class NoteWinner:
    """The target has seated a winner, or could not; then the player keeps the ticket."""

    ticket: str
    seated: bool


@dataclass(frozen=True, slots=True)
class Advance:
    """The players of a first phase who have chips, the prize money they play for, the fees, and who paid what."""

    source: TournamentId
    qualifiers: tuple[Qualifier, ...]
    pool: Cents
    fees: Cents = NOTHING
    staked: tuple[Stake, ...] = ()  # by everybody there, because entries of several first phases belong to one player


@dataclass(frozen=True, slots=True)
class NoteAdvance:
    """The next phase has received the players."""


LinkedCommand = SeatWinner | NoteWinner | Advance | NoteAdvance

# ---- the house


class Cause(StrEnum):
    """Why a tournament is cancelled; stored, so values are for ever."""

    TOO_FEW = "too_few"
    HOUSE = "house"
    SERVER_FAILURE = "server_failure"


@dataclass(frozen=True, slots=True)
class Announce:
    """Put a tournament into the lobby; the runtime makes the chain that lots are drawn from, where they can be checked."""

    setup: TournamentSetup
    lots: NewChain | None = None


@dataclass(frozen=True, slots=True)
class ChangeSetup:
    """Change parameters (MTT-27b, MTT-45)."""

    setup: TournamentSetup
    staff: str
    reason: str


@dataclass(frozen=True, slots=True)
class DelayStart:
    """Start later (MTT-26b)."""

    to: Instant
    staff: str
    reason: str


@dataclass(frozen=True, slots=True)
class HaltPlay:
    """Pause play: hands that were ordered are finished, nothing more is dealt, and every clock stands (MTT-45)."""

    staff: str
    reason: str


@dataclass(frozen=True, slots=True)
class ResumePlay:
    """Let play and clocks go on, after a while in which players can come back (MTT-45)."""

    staff: str
    reason: str
    wait: Duration = Duration(0)
    supply: Supply | None = None


@dataclass(frozen=True, slots=True)
class Disqualify:
    """Take a player out; with `forfeit` a prize already in reach is lost too (MTT-45, MTT-32d)."""

    player: PlayerId
    staff: str
    reason: str
    forfeit: bool = True
    supply: Supply | None = None


@dataclass(frozen=True, slots=True)
class AdjustChips:
    """Change stacks while play is paused (MTT-45)."""

    changes: tuple[ChipChange, ...]
    staff: str
    reason: str


@dataclass(frozen=True, slots=True)
class Cancel:
    """
    End the tournament and settle it by the cancellation policy (MTT-26b).

    If the house says so, tickets otherwise (X-85), or with everything refunded where the pool would be shared (CANC-57).
    """

    staff: str
    reason: str
    cause: Cause = Cause.HOUSE
    tickets: Tickets | None = None  # None: as the policy says
    supply: Supply | None = None
    refund: bool = False


HouseCommand = Announce | ChangeSetup | DelayStart | HaltPlay | ResumePlay | Disqualify | AdjustChips | Cancel

Supplied = (
    Register
    | BuyAgain
    | DeclineReBuy
    | Start
    | EndLevel
    | EndPause
    | EndReBuyTime
    | Recover
    | SeatWinner
    | ResumePlay
    | Disqualify
    | Cancel
    | HandPlayed
)
"""Commands whose decision may need lots, and who is under review."""

TournamentCommand = PlayerCommand | TimeCommand | LinkedCommand | HouseCommand | DealerReport
