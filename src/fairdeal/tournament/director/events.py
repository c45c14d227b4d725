"""
Events of a tournament from its announcement to its last hand; prizes, the end and other tournaments are in `outcomes`.

All events are durable: nothing is shown before it is written. What the director does by itself carries the rule it rests on;
what was drawn by lot stands in the event.
"""

from fairdeal.fair import PublishedLots
from fairdeal.kernel import AccountId, Cents, Chips, Duration, HandId, Instant, PlayerId, RuleId, TournamentId
from fairdeal.kernel.values import dataclass
from fairdeal.tournament.director.outcomes import Durable, OutcomeEvent, Posted
from fairdeal.tournament.director.prizes.payouts import Prizes
from fairdeal.tournament.director.state import Away, ChipChange, Entry, Fallen, PauseKind, Purchase
from fairdeal.tournament.orders import Left, PlayHand
from fairdeal.tournament.setup import TournamentSetup

# ---- before the start


@dataclass(frozen=True, slots=True)
class Announced(Durable):
    """The tournament is in the lobby."""

    tournament: TournamentId
    setup: TournamentSetup


@dataclass(frozen=True, slots=True)
class LotsFixed(Durable):
    """The secrets that lots are drawn from are fixed by their anchor from now on; the last one is sealed."""

    chain: int
    place: bytes
    anchor: bytes
    sealed: bytes
    length: int


@dataclass(frozen=True, slots=True)
class LotsDrawn(Durable):
    """Lots were drawn from the next place of the chain: seats, moves or ties of this decision."""

    proof: PublishedLots


@dataclass(frozen=True, slots=True)
class SetupChanged(Durable):
    """The house changed parameters."""

    setup: TournamentSetup
    staff: str
    reason: str
    rule: RuleId
    at: Instant | None = None  # None: in histories of old


@dataclass(frozen=True, slots=True)
class StartDelayed(Durable):
    """The tournament starts later."""

    to: Instant
    staff: str
    reason: str
    rule: RuleId
    at: Instant | None = None  # None: in histories of old


@dataclass(frozen=True, slots=True)
class Spot:
    """A seat that was drawn for a player."""

    player: PlayerId
    table: int
    seat: int


@dataclass(frozen=True, slots=True)
class Entered(Posted):
    """A player paid an entry; in a running tournament the player sits down at once."""

    player: PlayerId
    entry: Entry
    rule: RuleId  # of the price, or of the seat
    spot: Spot | None = None
    bank: Duration = Duration(0)
    away: Away | None = None
    ticket: str | None = None
    satellite: TournamentId | None = None  # in which the ticket was won, where it was used for the player


@dataclass(frozen=True, slots=True)
class Unregistered(Posted):
    """An entry was taken back; its money went to `to`."""

    player: PlayerId
    entry: Entry
    to: AccountId | None
    rule: RuleId
    staff: str = ""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Filled(Durable):
    """A sit & go has all its players."""

    at: Instant
    rule: RuleId


@dataclass(frozen=True, slots=True)
class Started(Durable):
    """Seats are drawn, level one runs."""

    at: Instant
    spots: tuple[Spot, ...]
    bank: Duration
    absent: tuple[PlayerId, ...]  # are blinded off until they log in
    absent_rule: RuleId
    level_ends: Instant
    break_due: Instant | None
    rule: RuleId
    deals_from: Instant = Instant(0)  # no hand before


@dataclass(frozen=True, slots=True)
class RegistrationClosed(Durable):
    """Nobody can enter any more."""

    at: Instant
    rule: RuleId


@dataclass(frozen=True, slots=True)
class PrizesFixed(Posted):
    """The prizes are final; the house adds the overlay or takes the surplus."""

    prizes: Prizes
    overlay: Cents
    surplus: Cents
    rule: RuleId


# ---- hands


@dataclass(frozen=True, slots=True)
class TableOpened(Durable):
    """There is one more table."""

    table: int
    rule: RuleId


@dataclass(frozen=True, slots=True)
class HandOrdered(Durable):
    """A dealer was told to play a hand."""

    order: PlayHand


@dataclass(frozen=True, slots=True)
class HandRecorded(Durable):
    """A dealer's report was noted; who has no chips left waits for the ranking, or for a re-buy."""

    table: int
    number: int
    hand: HandId
    at: Instant
    left: tuple[Left, ...]
    fallen: tuple[Fallen, ...]
    decide_until: Instant | None
    until_connected: bool  # whether a sit-out the dealer forced ends by reconnection
    log: bytes = b""  # of the table after the hand, where players cut the decks


@dataclass(frozen=True, slots=True)
class HandReordered(Durable):
    """A hand that did not end is played anew from its starting stacks."""

    table: int
    number: int
    attempt: int
    deals_from: Instant
    rule: RuleId


@dataclass(frozen=True, slots=True)
class SatOut(Durable):
    """A player's hands are folded from now on."""

    player: PlayerId
    away: Away


@dataclass(frozen=True, slots=True)
class SatIn(Durable):
    """A player plays again."""

    player: PlayerId
    rule: RuleId


@dataclass(frozen=True, slots=True)
class ChipsBought(Posted):
    """A re-buy or an add-on."""

    player: PlayerId
    purchase: Purchase
    source: AccountId
    rule: RuleId


@dataclass(frozen=True, slots=True)
class ReBuysDecided(Durable):
    """These players without chips buy no others: by their word, because time ran out, or because prizes are final."""

    table: int
    players: tuple[PlayerId, ...]
    rule: RuleId


# ---- going out, moving


@dataclass(frozen=True, slots=True)
class Eliminated(Durable):
    """An entry ended; the first one to end has `out` 1. `drawn`: equal stacks, a lot decided the order."""

    player: PlayerId
    entry: int
    out: int
    start: Chips  # at the start of the hand
    by: tuple[PlayerId, ...]
    drawn: bool
    rule: RuleId


@dataclass(frozen=True, slots=True)
class Moved(Durable):
    """A player sits at another table; stack and time bank came along."""

    player: PlayerId
    table: int
    seat: int
    bank: Duration
    hands: int
    rule: RuleId  # why there is a move
    seat_rule: RuleId


@dataclass(frozen=True, slots=True)
class TableBroken(Durable):
    """A table is no longer needed; its players were moved."""

    table: int
    rule: RuleId


@dataclass(frozen=True, slots=True)
class TableGone(Durable):
    """The dealer of a broken table has gone."""

    table: int


@dataclass(frozen=True, slots=True)
class FinalTableReached(Durable):
    """One table is left and nobody can enter."""

    table: int
    rule: RuleId


# ---- clocks


@dataclass(frozen=True, slots=True)
class LevelStarted(Durable):
    """The blinds rose; None: the clock stands, because a pause is on."""

    level: int
    ends: Instant | None
    rule: RuleId


@dataclass(frozen=True, slots=True)
class PauseCalled(Durable):
    """No new hand is dealt; the pause begins when all hands are done."""

    kind: PauseKind
    length: Duration
    at: Instant
    break_due: Instant | None
    rule: RuleId


@dataclass(frozen=True, slots=True)
class BreakSkipped(Durable):
    """There is no break this time."""

    break_due: Instant
    rule: RuleId


@dataclass(frozen=True, slots=True)
class PauseBegan(Durable):
    """All hands are done; the level's clock stands."""

    until: Instant
    level_left: Duration
    rule: RuleId


@dataclass(frozen=True, slots=True)
class PauseEnded(Durable):
    """Play goes on."""

    at: Instant
    level_ends: Instant | None
    break_due: Instant | None
    rule: RuleId


@dataclass(frozen=True, slots=True)
class HandForHandBegan(Durable):
    """Tables wait for each other from now on."""

    remaining: int
    paid: int
    rule: RuleId


@dataclass(frozen=True, slots=True)
class RoundBegan(Durable):
    """All tables are dealt a synchronised hand."""

    round: int
    rule: RuleId


@dataclass(frozen=True, slots=True)
class HandForHandEnded(Durable):
    """Tables no longer wait for each other."""

    rule: RuleId


@dataclass(frozen=True, slots=True)
class PeriodsShifted(Durable):
    """Our own downtime never counts: what was running runs on from where it stood (X-143)."""

    by: Duration
    starts_at: Instant | None
    level_ends: Instant | None
    pause_until: Instant | None
    break_due: Instant | None
    deals_from: Instant  # logs of older versions hold the wait for the players here; now each dealer waits
    deciding: tuple[tuple[int, Instant], ...]  # tables at which re-buys are decided, and until when
    rule: RuleId


@dataclass(frozen=True, slots=True)
class Halted(Durable):
    """The house paused play: hands that were ordered are finished, nothing more is dealt, all clocks stand."""

    at: Instant
    staff: str
    reason: str
    rule: RuleId


@dataclass(frozen=True, slots=True)
class ChipsAdjusted(Durable):
    """The house changed stacks while play was paused; `added` is by how much the sum of all chips changed."""

    changes: tuple[ChipChange, ...]
    added: int
    at: Instant
    staff: str
    reason: str
    rule: RuleId


@dataclass(frozen=True, slots=True, kw_only=True)
class Resumed(Durable):
    """The house lets play go on: every period runs on from where it stood, and hands are dealt from `deals_from`."""

    at: Instant
    by: Duration  # periods end so much later
    level_ends: Instant | None
    pause_until: Instant | None
    break_due: Instant | None
    deals_from: Instant
    deciding: tuple[tuple[int, Instant], ...]  # tables at which re-buys are decided, and until when
    staff: str
    reason: str
    rule: RuleId


TournamentEvent = (
    Announced
    | LotsFixed
    | LotsDrawn
    | SetupChanged
    | StartDelayed
    | Entered
    | Unregistered
    | Filled
    | Started
    | RegistrationClosed
    | PrizesFixed
    | TableOpened
    | HandOrdered
    | HandRecorded
    | HandReordered
    | SatOut
    | SatIn
    | ChipsBought
    | ReBuysDecided
    | Eliminated
    | Moved
    | TableBroken
    | TableGone
    | FinalTableReached
    | LevelStarted
    | PauseCalled
    | BreakSkipped
    | PauseBegan
    | PauseEnded
    | HandForHandBegan
    | RoundBegan
    | HandForHandEnded
    | PeriodsShifted
    | Halted
    | Resumed
    | ChipsAdjusted
    | OutcomeEvent
)
