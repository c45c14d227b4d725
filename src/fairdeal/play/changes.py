"""
What followers of a table are shown of a hand: one public change for everybody, private ones for single players (CASH-15).

Both are built from what may be shown. Only `OwnCards` holds hidden cards, and only its owner is sent it.
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
    """Blinds are posted and hole cards are dealt, without showing them; places as in the hand's order of play."""

    told: tuple[HandEvent, ...]
    turn: Turn | None


@dataclass(frozen=True, slots=True)
class ActShown:
    """An act, what followed from it, and the next turn; with `rule`, the table acted for the player."""

    seat: int
    told: tuple[HandEvent, ...]
    turn: Turn | None
    rule: RuleId | None
    sits_out: RuleId | None  # from the next deal on


@dataclass(frozen=True, slots=True)
class ConnectionChanged:
    """A player disconnected or reconnected; `turn` if it is theirs, `sits_out_next` where reconnecting lifted a sit-out."""

    seat: int
    connected: bool
    turn: Turn | None
    rule: RuleId | None
    sits_out_next: bool | None = None  # whether another sit-out, asked for by the player, remains


@dataclass(frozen=True, slots=True)
class ClocksChanged:
    """All clocks were paused (`stand`) or run again; `turn` is the current turn with its new instants."""

    stand: bool
    turn: Turn | None
    rule: RuleId


def cards_dealt(event: HandDealt) -> CardsDealt:
    """The public change for a deal; it holds no hole cards."""
    return CardsDealt(tuple([each for each in event.told if not isinstance(each, HoleCardsDealt)]), event.turn)


def act_shown(event: Played) -> ActShown:
    """The public change for an act."""
    return ActShown(event.seat, event.told, event.turn, event.rule, event.forced_sit_out)


def connection_changed(seat: int, event: ConnectionLost | ConnectionBack) -> ConnectionChanged:
    """The public change when the player at a seat disconnected or reconnected."""
    return ConnectionChanged(seat, isinstance(event, ConnectionBack), event.turn, event.rule)


def clocks_changed(before: Live, event: ClocksPaused | ClocksResumed) -> ClocksChanged:
    """The public change when all clocks were paused or run again."""
    if isinstance(event, ClocksResumed):
        return ClocksChanged(stand=False, turn=event.turn, rule=event.rule)
    turn = None if before.running is None else before.running.turn
    return ClocksChanged(stand=True, turn=turn, rule=event.rule)


# ---- for one player


@dataclass(frozen=True, slots=True)
class OwnCards:
    """A player's own hole cards; private to that player."""

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
    """Private changes of a deal: each player's hole cards, and for the first to act, if `asked`, the options."""
    lineup = event.lineup
    found: dict[PlayerId, tuple[HandChange, ...]] = {
        player: (OwnCards(lineup.hand, seat, tuple(event.hand.hole(place))),)
        for place, (seat, player) in enumerate(zip(lineup.seats, lineup.players, strict=True))
    }
    if event.turn is not None and asked:
        found[lineup.players[event.hand.turn]] += (_your_turn(lineup, event.hand, event.turn),)
    return found


def next_options(before: Live, event: Played) -> tuple[PlayerId, YourTurn] | None:
    """The player to act after an act, with the options; None: nobody is to act."""
    if event.turn is None:
        return None
    assert before.running is not None
    lineup = before.running.lineup
    return lineup.players[event.hand.turn], _your_turn(lineup, event.hand, event.turn)


def _your_turn(lineup: Lineup, hand: Hand, turn: Turn) -> YourTurn:
    return YourTurn(lineup.hand, turn.number, hand.options())
