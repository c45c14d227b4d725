"""
What is sent when something happens: one public change for everybody, and private ones for those it concerns.

Both are built from what may be shown (CASH-15). The only changes with hidden cards are `OwnCards`, for their owner.
"""

from dataclasses import dataclass

from fairdeal.cash.table_events import (
    AutoTopUpSet,
    BigBlindSitOutSet,
    BlindMissed,
    ClocksPaused,
    ClocksResumed,
    ConnectionBack,
    ConnectionLost,
    EntryChosen,
    HandDealt,
    HandEnded,
    HandOpened,
    HandVoided,
    LeaveAsked,
    Left,
    PeriodsShifted,
    Played,
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
from fairdeal.cash.table_evolve import evolve
from fairdeal.cash.table_facts import TableFacts
from fairdeal.cash.table_state import CashTable, OpenHand, Turn
from fairdeal.cash.table_view import OwnView, SeatView, own_view, seat_view
from fairdeal.kernel import Cents, HandId, Instant, PlayerId, RuleId
from fairdeal.poker import Hand, Options
from fairdeal.poker.events import HandEvent, HoleCardsDealt

# ---- for everybody


@dataclass(frozen=True, slots=True)
class SeatChanged:
    """A chair is taken, or its player's state changed; `rule` says why where the house decided."""

    seat: SeatView
    rule: RuleId | None


@dataclass(frozen=True, slots=True)
class SeatLeft:
    """A chair is free."""

    seat: int
    rule: RuleId | None


@dataclass(frozen=True, slots=True)
class HandStarted:
    """A hand was opened: who plays, who pays what, and what the deck was locked with."""

    open: OpenHand
    rule: RuleId


@dataclass(frozen=True, slots=True)
class CardsDealt:
    """Blinds are posted and everybody has cards; places as in the hand's order of play."""

    told: tuple[HandEvent, ...]
    turn: Turn | None


@dataclass(frozen=True, slots=True)
class ActShown:
    """A decision, what it led to, and whose turn it is now; with a rule, the house decided."""

    seat: int
    told: tuple[HandEvent, ...]
    turn: Turn | None
    rule: RuleId | None
    sits_out: RuleId | None  # from the next deal on


@dataclass(frozen=True, slots=True)
class HandFinished:
    """The chairs after a hand."""

    number: int
    seats: tuple[SeatView, ...]
    rake: Cents
    rake_rule: RuleId
    deals_from: Instant


@dataclass(frozen=True, slots=True)
class HandCancelled:
    """A hand was void: all bets went back."""

    number: int
    seats: tuple[SeatView, ...]
    rule: RuleId
    reason: str


@dataclass(frozen=True, slots=True)
class ConnectionChanged:
    """A player is there or not; the turn, if it is theirs."""

    seat: int
    connected: bool
    turn: Turn | None
    rule: RuleId | None


@dataclass(frozen=True, slots=True)
class ClocksChanged:
    """Clocks stand, or run on."""

    stand: bool
    turn: Turn | None
    rule: RuleId


@dataclass(frozen=True, slots=True)
class TableChanged:
    """Something about the table itself: its rulebook, its opening and closing, or the wait after an outage."""

    edition: str
    closing: RuleId | None
    closed: bool
    waits_until: Instant
    rule: RuleId | None


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
)

# ---- for one player


@dataclass(frozen=True, slots=True)
class OwnCards:
    """A player's hole cards."""

    hand: HandId
    seat: int
    cards: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class YourTurn:
    """What the player to act may do; an act must name this hand and turn."""

    hand: HandId
    turn: int
    options: Options


@dataclass(frozen=True, slots=True)
class OwnChanged:
    """A player's own switches and limits."""

    own: OwnView


PrivateChange = OwnCards | YourTurn | OwnChanged


_ChairEvent = (
    SatDown | EntryChosen | SatOut | SatIn | ToppedUp | TopUpApplied | TopUpReturned | LeaveAsked | BlindMissed
)
_ClockEvent = ConnectionLost | ConnectionBack | ClocksPaused | ClocksResumed
_RoomEvent = TableOpened | RulebookAdopted | TableClosing | TableClosed | PeriodsShifted


def public_change(facts: TableFacts, before: CashTable, event: TableEvent) -> PublicChange | None:
    """What everybody is told of an event, or nothing."""
    match event:
        case Played():
            rule = None if event.sit_out is None else event.sit_out.rule
            return ActShown(event.seat, event.told, event.turn, event.rule, rule)
        case HandDealt():
            told = tuple(each for each in event.told if not isinstance(each, HoleCardsDealt))
            return CardsDealt(told, event.turn)
        case HandOpened():
            return HandStarted(event.open, event.rule)
        case HandEnded():
            seats = _seats(facts, evolve(before, event))
            return HandFinished(event.number, seats, event.rake, event.rake_rule, event.deals_from)
        case HandVoided():
            return HandCancelled(event.number, _seats(facts, evolve(before, event)), event.rule, event.reason)
        case BigBlindSitOutSet() | AutoTopUpSet() | RefillPassed():
            return None
        case Left():
            return SeatLeft(event.seat, event.rule)
        case _:
            return _other_change(facts, before, event)


def private_changes(
    facts: TableFacts, before: CashTable, event: TableEvent
) -> dict[PlayerId, tuple[PrivateChange, ...]]:
    """What single players are told of an event besides."""
    match event:
        case Played():
            return _your_turn(before, event.hand, event.turn)
        case HandDealt():
            return _own_cards(before, event)
        case BigBlindSitOutSet() | AutoTopUpSet() | EntryChosen() | SatDown() | SatOut() | SatIn() | BlindMissed():
            after = evolve(before, event)
            return {after.chair_at(event.seat).player: (OwnChanged(own_view(facts, after, event.seat)),)}
        case _:
            return {}


def _other_change(facts: TableFacts, before: CashTable, event: _ChairEvent | _ClockEvent | _RoomEvent) -> PublicChange:
    match event:
        case ConnectionLost() | ConnectionBack():
            seat = before.seat_of(event.player)
            return ConnectionChanged(seat, isinstance(event, ConnectionBack), event.turn, event.rule)
        case ClocksPaused():
            turn = None if before.running is None else before.running.turn
            return ClocksChanged(stand=True, turn=turn, rule=event.rule)
        case ClocksResumed():
            return ClocksChanged(stand=False, turn=event.turn, rule=event.rule)
        case TableOpened() | RulebookAdopted() | TableClosing() | TableClosed() | PeriodsShifted():
            after = evolve(before, event)
            rule = None if isinstance(event, TableOpened) else event.rule
            return TableChanged(after.edition, after.closing, after.closed, after.waits_until, rule)
        case _:
            return SeatChanged(seat_view(facts, evolve(before, event), event.seat), _why(event))


def _why(event: _ChairEvent) -> RuleId | None:
    match event:
        case SatOut():
            return event.sit_out.rule
        case EntryChosen() | TopUpApplied():
            return None
        case _:
            return event.rule


def _seats(facts: TableFacts, table: CashTable) -> tuple[SeatView, ...]:
    return tuple(seat_view(facts, table, seat) for seat, chair in enumerate(table.chairs) if chair is not None)


def _your_turn(table: CashTable, hand: Hand, turn: Turn | None) -> dict[PlayerId, tuple[PrivateChange, ...]]:
    if turn is None:
        return {}
    assert table.open is not None
    return {table.chair_at(turn.seat).player: (YourTurn(table.open.hand, turn.number, hand.options()),)}


def _own_cards(table: CashTable, event: HandDealt) -> dict[PlayerId, tuple[PrivateChange, ...]]:
    open_hand = table.open
    assert open_hand is not None
    found: dict[PlayerId, tuple[PrivateChange, ...]] = {}
    for place, seat in enumerate(open_hand.dealt.seats):
        cards = OwnCards(open_hand.hand, seat, tuple(event.hand.hole(place)))
        found[table.chair_at(seat).player] = (cards,)
    for player, changes in _your_turn(table, event.hand, event.turn).items():
        found[player] += changes
    return found
