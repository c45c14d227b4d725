"""
What followers of a cash table are shown: one public change of an event for everybody, and private ones for single players.

Both are built from what may be shown (CASH-15). Changes of a running hand are the same at every table (`play.changes`).
"""

from dataclasses import replace

from fairdeal.cash.table.events import (
    AutoTopUpSet,
    BigBlindSitOutSet,
    BlindMissed,
    EntryChosen,
    HandEnded,
    HandOpened,
    HandVoided,
    LeaveAsked,
    Left,
    PeriodsShifted,
    RefillPassed,
    RulebookAdopted,
    SatDown,
    SatIn,
    SatOut,
    TableClosed,
    TableClosing,
    TableEvent,
    TableOpened,
    ToppedUp,
    TopUpApplied,
    TopUpReturned,
)
from fairdeal.cash.table.facts import TableFacts
from fairdeal.cash.table.state import CashTable, OpenHand
from fairdeal.cash.table.view import OwnView, SeatView, own_view, seat_view
from fairdeal.kernel import Cents, Instant, PlayerId, RuleId, Step
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

# ---- for everybody


@dataclass(frozen=True, slots=True)
class SeatChanged:
    """A seat was taken, or its player's state changed; `rule` says why where the player did not ask for it."""

    seat: SeatView
    rule: RuleId | None


@dataclass(frozen=True, slots=True)
class SeatLeft:
    """A player left; the seat is free."""

    seat: int
    rule: RuleId | None


@dataclass(frozen=True, slots=True)
class HandStarted:
    """A hand was opened: who plays, who posts which blind, and the commitment to the deck."""

    open: OpenHand
    rule: RuleId


@dataclass(frozen=True, slots=True)
class HandCut:
    """A locked hand was dealt by the players' cut: the cut, the hand that starts, and its deal, in this order."""

    cut: CutShown
    started: HandStarted
    cards: CardsDealt


@dataclass(frozen=True, slots=True)
class HandFinished:
    """A hand ended: the seats with their stacks after it."""

    number: int
    seats: tuple[SeatView, ...]
    rake: Cents
    rake_rule: RuleId
    deals_from: Instant


@dataclass(frozen=True, slots=True)
class HandCancelled:
    """A hand was voided: all bets were returned."""

    number: int
    seats: tuple[SeatView, ...]
    rule: RuleId
    reason: str


@dataclass(frozen=True, slots=True)
class TableChanged:
    """The table itself changed: its rulebook, opening, closing, or the wait after an outage."""

    edition: str
    closing: RuleId | None
    closed: bool
    waits_until: Instant
    rule: RuleId | None
    seats: tuple[SeatView, ...] = ()  # of players who sit out, where that now lasts longer


PublicChange = (
    SeatChanged
    | SeatLeft
    | HandStarted
    | CardsDealt
    | ActShown
    | HandFinished
    | HandCancelled
    | ConnectionChanged
    | ClocksChanged
    | TableChanged
    | HandCut
    | LockShown
    | ProofShown
    | VoidShown
)

# ---- for one player


@dataclass(frozen=True, slots=True)
class OwnChanged:
    """A player's own options and limits changed; private to that player."""

    own: OwnView


PrivateChange = HandChange | OwnChanged | OwnFairChange


TableStep = Step[CashTable, TableEvent]

_ChairEvent = (
    SatDown | EntryChosen | SatOut | SatIn | ToppedUp | TopUpApplied | TopUpReturned | LeaveAsked | BlindMissed
)
_ClockEvent = ConnectionLost | ConnectionBack | ClocksPaused | ClocksResumed
_RoomEvent = TableOpened | RulebookAdopted | TableClosing | TableClosed | PeriodsShifted


def public_change(facts: TableFacts, step: TableStep) -> PublicChange | None:
    """What everybody is shown of an event; None: nothing."""
    before, event, after = step
    match event:
        case Played():
            return act_shown(event)
        case HandDealt():
            return _dealt(before, event)
        case HandOpened():
            return None if facts.fair is not None else HandStarted(event.open, event.rule)
        case HandEnded():
            return HandFinished(event.number, _seats(facts, after), event.rake, event.rake_rule, event.deals_from)
        case HandVoided():
            return HandCancelled(event.number, _seats(facts, after), event.rule, event.reason)
        case BigBlindSitOutSet() | AutoTopUpSet() | RefillPassed():
            return None
        case (
            PidsGiven() | HandLocked() | SeedsAwaited() | SeedsPromised() | SeedRevealed() | HandProven() | VoidProven()
        ):
            return fair_change(facts.fair, event)
        case Left():
            return SeatLeft(event.seat, event.rule)
        case _:
            return _other_change(facts, before, event, after)


def private_changes(facts: TableFacts, step: TableStep) -> dict[PlayerId, tuple[PrivateChange, ...]]:
    """What single players are shown of an event in addition to the public change."""
    before, event, after = step
    match event:
        case Played():
            told = next_options(before, event)
            return {} if told is None else {told[0]: (told[1],)}
        case HandDealt():
            return {**with_openings(event, own_cards(event))}
        case PidsGiven() if facts.fair is not None:
            return {**parts_offered(facts.fair, event, after.hands_opened)}
        case BigBlindSitOutSet() | AutoTopUpSet() | EntryChosen() | SatDown() | SatOut() | SatIn() | BlindMissed():
            return {after.chair_at(event.seat).player: (OwnChanged(own_view(facts, after, event.seat)),)}
        case _:
            return {}


def _dealt(before: CashTable, event: HandDealt) -> CardsDealt | HandCut:
    """The public change for a deal; that of a locked hand tells the cut first, and only then that the hand starts."""
    cards, deal = cards_dealt(event), event.lineup.fair
    if deal is None:
        return cards
    locking = None if before.fair_play is None else before.fair_play.locking
    assert locking is not None
    assert before.open is not None
    return HandCut(cut_shown(deal), HandStarted(before.open, locking.rule), cards)


def _other_change(
    facts: TableFacts, before: CashTable, event: _ChairEvent | _ClockEvent | _RoomEvent, after: CashTable
) -> PublicChange:
    match event:
        case ConnectionLost() | ConnectionBack():
            return _connection_changed(before, event)
        case ClocksPaused() | ClocksResumed():
            return clocks_changed(before, event)
        case TableOpened() | RulebookAdopted() | TableClosing() | TableClosed() | PeriodsShifted():
            rule = None if isinstance(event, TableOpened) else event.rule
            seats = _sitting_out(facts, after) if isinstance(event, PeriodsShifted) else ()
            return TableChanged(after.edition, after.closing, after.closed, after.waits_until, rule, seats)
        case _:
            return SeatChanged(seat_view(facts, after, event.seat), _why(event))


def _connection_changed(before: CashTable, event: ConnectionLost | ConnectionBack) -> ConnectionChanged:
    """A player disconnected or reconnected; only a sit-out that the hand forced is lifted, one the player asked for stays."""
    seat = before.seat_of(event.player)
    change = connection_changed(seat, event)
    if isinstance(event, ConnectionLost) or event.rule is None:
        return change
    return replace(change, sits_out_next=before.chair_at(seat).sits_out_next is not None)


def _why(event: _ChairEvent) -> RuleId | None:
    match event:
        case SatOut():
            return event.sit_out.rule
        case EntryChosen() | TopUpApplied():
            return None
        case _:
            return event.rule


def _seats(facts: TableFacts, table: CashTable) -> tuple[SeatView, ...]:
    return tuple([seat_view(facts, table, seat) for seat, chair in enumerate(table.chairs) if chair is not None])


def _sitting_out(facts: TableFacts, table: CashTable) -> tuple[SeatView, ...]:
    return tuple(
        seat_view(facts, table, seat)
        for seat, chair in enumerate(table.chairs)
        if chair is not None and chair.sit_out is not None
    )
