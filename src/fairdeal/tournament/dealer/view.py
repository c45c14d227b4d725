"""
The view of a table of a tournament.

A view is built from what may be shown: everybody sees stacks, bets, the board and what was shown at the showdown; a player also
sees their own cards and options. Nobody sees anybody else's cards, and a spectator sees nobody's (CASH-15).
"""

from dataclasses import dataclass

from fairdeal.kernel import Chips, Duration, HandId, Instant, PlayerId, RuleId, TournamentId
from fairdeal.play.fair.changes import FairView, fair_view
from fairdeal.play.fair.state import IDLE, FairLog
from fairdeal.play.state import Outcome, Turn, dropped_since
from fairdeal.poker import Hand, Options
from fairdeal.tournament.dealer.facts import DealerFacts
from fairdeal.tournament.dealer.playing import deal_at
from fairdeal.tournament.dealer.state import DealerTable
from fairdeal.tournament.orders import Place, PlayHand


@dataclass(frozen=True, slots=True)
class SeatView:
    """A seated player as everybody sees them."""

    seat: int
    player: PlayerId
    stack: Chips  # behind, at this moment
    bet: Chips  # of this round
    bank: Duration  # time bank
    has_cards: bool
    all_in: bool
    away: bool  # folds at once in turn
    sits_out_next: RuleId | None  # why the player folds from the next hand on
    connected: bool


@dataclass(frozen=True, slots=True)
class BlindsView:
    """Blinds, ante, button and level of a hand."""

    level: int
    small_blind_chips: Chips
    big_blind_chips: Chips
    ante_chips: Chips
    button: int
    small_blind: int | None
    big_blind: int
    rule: RuleId


@dataclass(frozen=True, slots=True)
class HandView:
    """The hand being played, as everybody sees it."""

    hand: HandId
    number: int
    attempt: int
    seats: tuple[int, ...]  # in order of play
    blinds: BlindsView
    board: tuple[int, ...]
    pot: Chips
    turn: Turn | None
    commitment: bytes
    edition: str
    round: int | None  # of hand-for-hand play


@dataclass(frozen=True, slots=True)
class OwnView:
    """A player's own cards and options, which nobody else sees."""

    seat: int
    cards: tuple[int, ...]
    options: Options | None  # when it is the player's turn


@dataclass(frozen=True, slots=True)
class DealerView:
    """A table as one viewer sees it."""

    tournament: TournamentId
    table: int
    seats: tuple[SeatView, ...]
    hand: HandView | None
    outcome: Outcome | None  # of the last hand, while its cards lie on the table
    deals_at: Instant | None
    final_table: bool
    clocks_stand: bool
    closed: bool
    own: OwnView | None
    fair: FairView | None = None  # at a table that deals by the players' cut


def view_of(facts: DealerFacts, table: DealerTable, viewer: PlayerId | None) -> DealerView:
    """The table for one of its players, or for anybody else."""
    place = None if viewer is None else table.place_of(viewer)
    return DealerView(
        facts.tournament,
        facts.number,
        seats_of(table),
        _hand(table),
        table.outcome,
        None if table.paused_since is not None else _deals_at(table),
        table.order is not None and table.order.final_table,
        table.paused_since is not None,
        table.closed,
        None if place is None else _own(table, place),
        _fair(facts, table, None if place is None else viewer),
    )


def _deals_at(table: DealerTable) -> Instant | None:
    """When cards are dealt next: of the locked hand, or of the one that was ordered."""
    locking = None if table.fair_play is None else table.fair_play.locking
    return deal_at(table) if locking is None else locking.due


def _fair(facts: DealerFacts, table: DealerTable, viewer: PlayerId | None) -> FairView | None:
    if facts.fair is None:
        return None
    log, play = table.fair or FairLog(), table.fair_play or IDLE
    return fair_view(facts.fair, log, play, table.running, table.opened, viewer)


def seats_of(table: DealerTable) -> tuple[SeatView, ...]:
    """The players of the last order, as everybody sees them."""
    return () if table.order is None else tuple(_seat(table, place) for place in table.order.places)


def _seat(table: DealerTable, place: Place) -> SeatView:
    hand, at = _place(table, place.seat)
    running = table.running
    return SeatView(
        place.seat,
        place.player,
        place.stack if hand is None else Chips(hand.stacks[at]),
        Chips(0 if hand is None else hand.bets[at]),
        place.bank if running is None else running.banks[at],
        hand is not None and hand.is_live(at),
        hand is not None and hand.is_all_in(at),
        place.seat in table.away,
        None if running is None else running.forced_sit_outs[at],
        dropped_since(table.dropped, place.player) is None,
    )


def blinds_view(order: PlayHand) -> BlindsView:
    """Blinds, ante and button of a hand."""
    return BlindsView(
        order.level,
        order.small_blind_chips,
        order.big_blind_chips,
        order.ante_chips,
        order.button,
        order.small_blind,
        order.big_blind,
        order.rule,
    )


def _own(table: DealerTable, place: Place) -> OwnView:
    hand, at = _place(table, place.seat)
    if hand is None:
        return OwnView(place.seat, (), None)
    return OwnView(place.seat, tuple(hand.hole(at)), hand.options() if hand.turn == at else None)


def _hand(table: DealerTable) -> HandView | None:
    running, opened, order = table.running, table.open, table.order
    if running is None or opened is None or order is None:
        return None
    hand = running.hand
    return HandView(
        opened.hand,
        opened.order,
        opened.attempt,
        running.lineup.seats,
        blinds_view(order),
        tuple(hand.board),
        Chips(hand.pot),
        running.turn,
        opened.commitment,
        opened.edition,
        order.round,
    )


def _place(table: DealerTable, seat: int) -> tuple[Hand | None, int]:
    """The running hand and the seat's place in it."""
    if table.running is None:
        return None, -1
    return table.running.hand, table.running.lineup.seats.index(seat)
