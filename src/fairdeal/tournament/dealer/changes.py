"""What is sent when something happens at a table of a tournament; what concerns a hand is as at every table (`play.changes`)."""

from fairdeal.kernel import Instant, PlayerId, RuleId, Step
from fairdeal.kernel.values import dataclass
from fairdeal.play.changes import (
    ActShown,
    CardsDealt,
    ClocksChanged,
    ConnectionChanged,
    HandChange,
    act_shown,
    cards_dealt,
    clocks_changed,
    connection_changed,
    next_options,
    own_cards,
)
from fairdeal.play.events import ClocksPaused, ClocksResumed, ConnectionBack, ConnectionLost, HandDealt, Played
from fairdeal.play.fair.changes import (
    CutShown,
    LockShown,
    OwnFairChange,
    ProofShown,
    VoidShown,
    cut_shown,
    fair_change,
    parts_offered,
    with_openings,
)
from fairdeal.play.fair.events import (
    HandLocked,
    HandProven,
    PidsGiven,
    SeedRevealed,
    SeedsAwaited,
    SeedsPromised,
    VoidProven,
)
from fairdeal.play.state import Turn
from fairdeal.tournament.dealer.events import (
    AttendanceCalled,
    DealEnded,
    DealEvent,
    DealOpened,
    DealVoided,
    OrderTaken,
    PlayersAwaited,
    ReportArrived,
    RollCalled,
    TableShut,
)
from fairdeal.tournament.dealer.facts import DealerFacts
from fairdeal.tournament.dealer.playing import deal_at
from fairdeal.tournament.dealer.state import DealerTable, OpenDeal
from fairdeal.tournament.dealer.view import BlindsView, SeatView, blinds_view, seats_of


@dataclass(frozen=True, slots=True)
class NextHand:
    """Who plays the next hand with what, and when it is dealt."""

    number: int
    seats: tuple[SeatView, ...]
    blinds: BlindsView
    deals_at: Instant | None
    final_table: bool
    round: int | None  # of hand-for-hand play


@dataclass(frozen=True, slots=True)
class DealStarted:
    """A hand was opened: what the deck was locked with."""

    open: OpenDeal
    rule: RuleId


@dataclass(frozen=True, slots=True)
class DealCut:
    """A locked hand was dealt by the players' cut: the cut, the hand that starts, and its deal, in this order."""

    cut: CutShown
    started: DealStarted
    cards: CardsDealt


@dataclass(frozen=True, slots=True)
class AwayChanged:
    """The players whose hands are folded at once from now on."""

    away: tuple[int, ...]
    rule: RuleId


@dataclass(frozen=True, slots=True)
class DealFinished:
    """The stacks after a hand."""

    number: int
    seats: tuple[SeatView, ...]


@dataclass(frozen=True, slots=True)
class DealCancelled:
    """A hand was void: it is played anew from the stacks it began with."""

    number: int
    rule: RuleId
    reason: str


@dataclass(frozen=True, slots=True)
class TableGone:
    """The table is closed; nothing more is dealt at it."""

    rule: RuleId


DealChange = (
    NextHand
    | DealStarted
    | AwayChanged
    | DealFinished
    | DealCancelled
    | TableGone
    | CardsDealt
    | ActShown
    | ConnectionChanged
    | ClocksChanged
    | DealCut
    | LockShown
    | ProofShown
    | VoidShown
)
OwnDealChange = HandChange | OwnFairChange


DealStep = Step[DealerTable, DealEvent]


def public_change(facts: DealerFacts, step: DealStep) -> DealChange | None:
    """What an event shows to everybody; None: nothing."""
    before, event, after = step
    match event:
        case Played():
            return act_shown(event)
        case HandDealt():
            return _dealt(before, event)
        case ConnectionLost() | ConnectionBack():
            place = before.place_of(event.player)
            return None if place is None else connection_changed(place.seat, event)
        case ClocksPaused() | ClocksResumed():
            return clocks_changed(before, event)
        case ReportArrived() | RollCalled() | PlayersAwaited():
            return None
        case (
            PidsGiven() | HandLocked() | SeedsAwaited() | SeedsPromised() | SeedRevealed() | HandProven() | VoidProven()
        ):
            return fair_change(facts.fair, event)
        case DealOpened() if facts.fair is not None:
            return None
        case _:
            return _table_change(before, event, after)


def _dealt(before: DealerTable, event: HandDealt) -> CardsDealt | DealCut:
    """The public change for a deal; that of a locked hand tells the cut first, and only then that the hand starts."""
    cards, deal = cards_dealt(event), event.lineup.fair
    if deal is None:
        return cards
    locking = None if before.fair_play is None else before.fair_play.locking
    assert locking is not None
    assert before.open is not None
    return DealCut(cut_shown(deal), DealStarted(before.open, locking.rule), cards)


def _table_change(
    before: DealerTable,
    event: OrderTaken | AttendanceCalled | DealOpened | DealEnded | DealVoided | TableShut,
    after: DealerTable,
) -> DealChange:
    match event:
        case OrderTaken(order=order):
            blinds = blinds_view(order)
            return NextHand(order.number, seats_of(after), blinds, deal_at(after), order.final_table, order.round)
        case AttendanceCalled():
            return AwayChanged(tuple(sorted(event.away)), event.rule)
        case DealOpened():
            return DealStarted(event.open, event.rule)
        case DealEnded():
            return DealFinished(event.report.number, seats_of(after))
        case DealVoided():
            number = event.number if before.open is None else before.open.order
            return DealCancelled(number, event.rule, event.reason)
        case TableShut():
            return TableGone(event.rule)


def private_changes(facts: DealerFacts, step: DealStep) -> dict[PlayerId, tuple[OwnDealChange, ...]]:
    """What an event shows to single players besides; a player without time to decide is not asked."""
    before, event, after = step
    match event:
        case Played():
            told = next_options(before, event) if _is_asked(before, event.turn) else None
            return {} if told is None else {told[0]: (told[1],)}
        case HandDealt():
            return with_openings(event, own_cards(event, asked=_is_asked(before, event.turn)))
        case PidsGiven() if facts.fair is not None:
            return {**parts_offered(facts.fair, event, after.opened)}
        case _:
            return {}


def _is_asked(table: DealerTable, turn: Turn | None) -> bool:
    return turn is not None and turn.has_time and turn.seat not in table.away
