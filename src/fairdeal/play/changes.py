"""
What is sent of a hand: one public change for everybody, and private ones for those it concerns (CASH-15).

Both are built from what may be shown. The only changes with hidden cards are `OwnCards`, for their owner.
"""

from fairdeal.kernel import HandId, PlayerId, RuleId
from fairdeal.kernel.values import dataclass
from fairdeal.play.events import (
    ClocksPaused,
    ClocksResumed,
    ConnectionBack,
    ConnectionLost,
    HandDealt,
    Played,
)
from fairdeal.play.state import Lineup, Live, Turn
from fairdeal.poker import Hand, Options
from fairdeal.poker.events import HandEvent, HoleCardsDealt

# ---- for everybody


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
class ConnectionChanged:
    """A player is there or not; the turn, if it is theirs; and where coming back ended a sit-out, whether one is left."""

    seat: int
    connected: bool
    turn: Turn | None
    rule: RuleId | None
    sits_out_next: bool | None = None


@dataclass(frozen=True, slots=True)
class ClocksChanged:
    """Clocks stand, or run on."""

    stand: bool
    turn: Turn | None
    rule: RuleId


def cards_dealt(event: HandDealt) -> CardsDealt:
    """The deal, without anybody's cards."""
    return CardsDealt(tuple(each for each in event.told if not isinstance(each, HoleCardsDealt)), event.turn)


def act_shown(event: Played) -> ActShown:
    """A decision."""
    return ActShown(event.seat, event.told, event.turn, event.rule, event.imposed)


def connection_changed(seat: int, event: ConnectionLost | ConnectionBack) -> ConnectionChanged:
    """A player at a seat was lost, or is back."""
    return ConnectionChanged(seat, isinstance(event, ConnectionBack), event.turn, event.rule)


def clocks_changed(before: Live, event: ClocksPaused | ClocksResumed) -> ClocksChanged:
    """Clocks stand, or run on."""
    if isinstance(event, ClocksResumed):
        return ClocksChanged(stand=False, turn=event.turn, rule=event.rule)
    turn = None if before.running is None else before.running.turn
    return ClocksChanged(stand=True, turn=turn, rule=event.rule)


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


HandChange = OwnCards | YourTurn


def own_cards(event: HandDealt, *, asked: bool = True) -> dict[PlayerId, tuple[HandChange, ...]]:
    """Everybody's own cards, and the options of whoever acts first and is asked."""
    lineup = event.lineup
    found: dict[PlayerId, tuple[HandChange, ...]] = {
        player: (OwnCards(lineup.hand, seat, tuple(event.hand.hole(place))),)
        for place, (seat, player) in enumerate(zip(lineup.seats, lineup.players, strict=True))
    }
    if event.turn is not None and asked:
        found[lineup.players[event.hand.turn]] += (_your_turn(lineup, event.hand, event.turn),)
    return found


def next_options(before: Live, event: Played) -> tuple[PlayerId, YourTurn] | None:
    """Whose turn it is after a decision, and what that player may do."""
    if event.turn is None:
        return None
    assert before.running is not None
    lineup = before.running.lineup
    return lineup.players[event.hand.turn], _your_turn(lineup, event.hand, event.turn)


def _your_turn(lineup: Lineup, hand: Hand, turn: Turn) -> YourTurn:
    return YourTurn(lineup.hand, turn.number, hand.options())
