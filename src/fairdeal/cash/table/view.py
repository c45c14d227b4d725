"""
What may be seen of a cash table.

A view is built from what may be shown: everybody sees stacks, bets, the board and what was shown at the showdown; a player also
sees their own cards, options and switches. No player sees another's cards, and a watcher sees none (CASH-15).
"""

from fairdeal.cash.table.blinds import players_needed, ready_seats
from fairdeal.cash.table.dealing import deal_at
from fairdeal.cash.table.facts import TableFacts
from fairdeal.cash.table.seating import check_post
from fairdeal.cash.table.sitting_out import removal_at
from fairdeal.cash.table.state import CashTable, Dealt, Entry
from fairdeal.kernel import Cents, HandId, Instant, PlayerId, RuleId, TableId
from fairdeal.kernel.values import dataclass
from fairdeal.play.fair.changes import FairView, fair_view
from fairdeal.play.fair.state import IDLE, FairLog
from fairdeal.play.state import Outcome, Turn
from fairdeal.poker import Hand, Options


@dataclass(frozen=True, slots=True)
class SeatView:
    """An occupied seat as everybody sees it."""

    seat: int
    player: PlayerId
    stack: Cents  # behind, at this moment
    pending: Cents  # a top-up that waits for the end of the hand
    bet: Cents  # of this round
    has_cards: bool
    all_in: bool
    entry: Entry
    sits_out: RuleId | None  # why
    sits_out_next: bool
    removal_at: Instant | None
    leaves: bool
    connected: bool
    bot: bool


@dataclass(frozen=True, slots=True)
class OwnView:
    """What only the player in the seat sees: cards, options, limits and switches."""

    seat: int
    cards: tuple[int, ...]
    options: Options | None  # when it is the player's turn
    may_post: bool  # a big blind at once, instead of waiting for it
    missed_blind: bool
    sits_out_at_big_blind: bool
    auto_top_up: bool


@dataclass(frozen=True, slots=True)
class HandView:
    """The hand being played, as everybody sees it: no hole cards."""

    hand: HandId
    number: int
    dealt: Dealt
    board: tuple[int, ...]
    pot: Cents
    turn: Turn | None
    commitment: bytes
    edition: str


@dataclass(frozen=True, slots=True)
class TableView:
    """A cash table as one viewer sees it."""

    table: TableId
    edition: str
    seats: tuple[SeatView | None, ...]
    hand: HandView | None
    outcome: Outcome | None  # of the last hand, while its cards lie on the table
    last: Dealt | None
    deals_at: Instant | None
    players_needed: int
    players_ready: int
    top_up_limit: Cents  # what a stack may be topped up to; in Banzai, exactly
    clocks_stand: bool
    closing: RuleId | None
    own: OwnView | None
    fair: FairView | None = None  # at a table that deals by the players' cut


def view_of(facts: TableFacts, table: CashTable, viewer: PlayerId | None) -> TableView:
    """The table as a viewer may see it: a player with their own cards, anybody else without."""
    seat = -1 if viewer is None else table.seat_of(viewer)
    return TableView(
        facts.table,
        table.edition,
        tuple(None if chair is None else seat_view(facts, table, at) for at, chair in enumerate(table.chairs)),
        _hand(table),
        table.outcome,
        table.last,
        None if table.paused_since is not None else _deals_at(facts, table),
        players_needed(facts.rules[table.edition], table.last),
        len(ready_seats(table.chairs)),
        facts.rules[table.edition].top_up_limit.value,
        table.paused_since is not None,
        table.closing,
        None if seat < 0 else own_view(facts, table, seat),
        _fair(facts, table, viewer if seat >= 0 else None),
    )


def _deals_at(facts: TableFacts, table: CashTable) -> Instant | None:
    """When cards are dealt next: of the locked hand, or of the one that can be opened."""
    locking = None if table.fair_play is None else table.fair_play.locking
    return deal_at(facts, table) if locking is None else locking.due


def _fair(facts: TableFacts, table: CashTable, viewer: PlayerId | None) -> FairView | None:
    if facts.fair is None:
        return None
    log, play = table.fair or FairLog(), table.fair_play or IDLE
    return fair_view(facts.fair, log, play, table.running, table.hands_opened, viewer)


def seat_view(facts: TableFacts, table: CashTable, seat: int) -> SeatView:
    """An occupied seat as everybody sees it."""
    chair = table.chair_at(seat)
    hand, place = _place(table, seat)
    sit_out = chair.sit_out
    return SeatView(
        seat,
        chair.player,
        chair.stack if hand is None else Cents(hand.stacks[place]),
        chair.pending_top_up,
        Cents(0 if hand is None else hand.bets[place]),
        hand is not None and hand.is_live(place),
        hand is not None and hand.is_all_in(place),
        chair.entry,
        None if sit_out is None else sit_out.rule,
        chair.sits_out_next is not None or (hand is not None and table.forced_sit_out_of(seat) is not None),
        None if sit_out is None else removal_at(facts.rules[table.edition], sit_out),
        chair.leaves,
        not table.dropped or table.dropped_since(chair.player) is None,
        chair.bot,
    )


def own_view(facts: TableFacts, table: CashTable, seat: int) -> OwnView:
    """What only the player in the seat sees: cards, options, limits and switches."""
    chair = table.chair_at(seat)
    rules = facts.rules[table.edition]
    hand, place = _place(table, seat)
    return OwnView(
        seat,
        () if hand is None else tuple(hand.hole(place)),
        hand.options() if hand is not None and hand.turn == place else None,
        chair.entry is not Entry.IN and check_post(rules, chair) is None,
        chair.missed_blind,
        chair.sits_out_at_big_blind,
        chair.auto_top_up,
    )


def _hand(table: CashTable) -> HandView | None:
    running, open_hand = table.running, table.open
    if running is None or open_hand is None:
        return None
    hand = running.hand
    return HandView(
        open_hand.hand,
        open_hand.number,
        open_hand.dealt,
        tuple(hand.board),
        Cents(hand.pot),
        running.turn,
        open_hand.commitment,
        open_hand.edition,
    )


def _place(table: CashTable, seat: int) -> tuple[Hand | None, int]:
    """The running hand and the seat's place in it; None and -1: not dealt in."""
    if table.running is None or not table.plays_hand(seat):
        return None, -1
    return table.running.hand, table.place_of(seat)
