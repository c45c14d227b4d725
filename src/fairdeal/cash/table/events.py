"""
What happened at a cash table.

Events marked `durable = True` are boundaries: they are written before anybody sees them, and hold no card. The others live only
as long as the hand and are those of every table (`play.events`). Every event that no player asked for carries the rule it rests
on. Events say everything that happened, so that replaying them needs no rulebook.
"""

from typing import ClassVar

from fairdeal.cash.table.state import Dealt, OpenHand, SitOut
from fairdeal.kernel import Cents, Duration, HandId, Instant, PlayerId, RuleId
from fairdeal.kernel.values import dataclass
from fairdeal.play.events import PlayEvent
from fairdeal.play.fair.events import FairEvent


@dataclass(frozen=True, slots=True)
class TableOpened:
    """The floor opened the table for a stake."""

    durable: ClassVar[bool] = True

    edition: str
    seats: int
    stake: str


@dataclass(frozen=True, slots=True)
class SatDown:
    """A player took a seat with money from the wallet."""

    durable: ClassVar[bool] = True

    player: PlayerId
    seat: int
    at: Instant
    buy_in: Cents
    time_bank: Duration
    posts: bool
    auto_top_up: bool
    bot: bool
    rule: RuleId = RuleId("CASH-02")


@dataclass(frozen=True, slots=True)
class EntryChosen:
    """A player who is not in yet chose to post a big blind, or to wait for it."""

    durable: ClassVar[bool] = True

    seat: int
    posts: bool


@dataclass(frozen=True, slots=True)
class SatOut:
    """A player sits out from now on, or from the next deal on."""

    durable: ClassVar[bool] = True

    seat: int
    player: PlayerId
    sit_out: SitOut
    from_next_deal: bool


@dataclass(frozen=True, slots=True)
class SatIn:
    """A player no longer sits out; one who missed a blind waits for it or, with `posts`, pays it with the next deal."""

    durable: ClassVar[bool] = True

    seat: int
    player: PlayerId
    at: Instant
    posts: bool
    rule: RuleId


@dataclass(frozen=True, slots=True)
class BigBlindSitOutSet:
    """The option "sit out next big blind" was switched."""

    durable: ClassVar[bool] = True

    seat: int
    player: PlayerId
    on: bool


@dataclass(frozen=True, slots=True)
class AutoTopUpSet:
    """Auto top-up was switched."""

    durable: ClassVar[bool] = True

    seat: int
    on: bool


@dataclass(frozen=True, slots=True)
class ToppedUp:
    """Money came from the wallet to the stack; during a hand it is kept pending beside it."""

    durable: ClassVar[bool] = True

    seat: int
    player: PlayerId
    amount: Cents
    pending: bool
    rule: RuleId


@dataclass(frozen=True, slots=True)
class LeaveAsked:
    """A player of the open hand leaves after it; `rule` is set when the player did not ask for it."""

    durable: ClassVar[bool] = True

    seat: int
    rule: RuleId | None = None


@dataclass(frozen=True, slots=True)
class Left:
    """A player left, and the stack went back to the wallet; `rule` is set when the player did not ask for it."""

    durable: ClassVar[bool] = True

    seat: int
    player: PlayerId
    at: Instant
    stack: Cents
    pending: Cents  # a pending top-up, which goes back to the wallet too
    rule: RuleId | None = None


@dataclass(frozen=True, slots=True)
class HandOpened:
    """A hand was opened: blinds and order are fixed and the deck is committed to; no card has been dealt."""

    durable: ClassVar[bool] = True

    open: OpenHand
    rule: RuleId  # how blinds and button were found: CASH-03, CASH-04, CASH-05


@dataclass(frozen=True, slots=True)
class HandEnded:
    """A hand ended: stacks before and after it, rake, time banks, and who sits out from now on."""

    durable: ClassVar[bool] = True

    hand: HandId
    number: int
    at: Instant
    edition: str
    dealt: Dealt
    players: tuple[PlayerId, ...]  # all tuples in the order of `dealt.seats`
    before: tuple[Cents, ...]
    after: tuple[Cents, ...]
    rake: Cents
    rake_rule: RuleId
    contributed: tuple[Cents, ...]
    banks: tuple[Duration, ...]  # for the next hand
    sits_out: tuple[SitOut | None, ...]
    refills: tuple[int, ...]  # seats whose auto top-up is due
    deals_from: Instant


@dataclass(frozen=True, slots=True)
class TopUpApplied:
    """A top-up that was pending during the hand was added to the stack."""

    durable: ClassVar[bool] = True

    seat: int
    player: PlayerId
    amount: Cents


@dataclass(frozen=True, slots=True)
class TopUpReturned:
    """A pending top-up went back to the wallet: after the hand, the stack would be above the limit with it."""

    durable: ClassVar[bool] = True

    seat: int
    player: PlayerId
    amount: Cents
    rule: RuleId


@dataclass(frozen=True, slots=True)
class RefillPassed:
    """Auto top-up was due and moved nothing: the stack is large enough, or the wallet too small."""

    durable: ClassVar[bool] = True

    seat: int
    rule: RuleId


@dataclass(frozen=True, slots=True)
class BlindMissed:
    """A player who sits out was passed by a blind (CASH-17)."""

    durable: ClassVar[bool] = True

    seat: int
    rule: RuleId


@dataclass(frozen=True, slots=True)
class HandVoided:
    """The open hand was voided: stacks are those at its start, and its deck is never dealt again."""

    durable: ClassVar[bool] = True

    hand: HandId
    number: int
    at: Instant
    deals_from: Instant
    sits_out: tuple[tuple[int, PlayerId, SitOut], ...]  # who asked for it during the hand
    rule: RuleId
    staff: str = ""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class PeriodsShifted:
    """Running periods were moved by the length of an outage or pause, so that it counts against nobody (X-143)."""

    durable: ClassVar[bool] = True

    stood_since: Instant
    until: Instant
    waits_until: Instant  # no deal before this while players are missing
    rule: RuleId


@dataclass(frozen=True, slots=True)
class RulebookAdopted:
    """Another revision of the rulebook is in force from the next hand on."""

    durable: ClassVar[bool] = True

    edition: str
    rule: RuleId = RuleId("CASH-22")


@dataclass(frozen=True, slots=True)
class TableClosing:
    """No further hand will be dealt here."""

    durable: ClassVar[bool] = True

    rule: RuleId


@dataclass(frozen=True, slots=True)
class TableClosed:
    """The table is closed; everybody has left."""

    durable: ClassVar[bool] = True

    rule: RuleId


TableEvent = (
    TableOpened
    | SatDown
    | EntryChosen
    | SatOut
    | SatIn
    | BigBlindSitOutSet
    | AutoTopUpSet
    | ToppedUp
    | LeaveAsked
    | Left
    | HandOpened
    | HandEnded
    | TopUpApplied
    | TopUpReturned
    | RefillPassed
    | BlindMissed
    | HandVoided
    | PeriodsShifted
    | RulebookAdopted
    | TableClosing
    | TableClosed
    | PlayEvent
    | FairEvent
)
