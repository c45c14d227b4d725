"""
What may be seen of a casino table.

A view is built from what may be shown. Everybody sees cards that lie face up, results and what is staked on the seats; a
player also sees their own chips, bets, choices and result. Nobody sees the hole card or the order of the shoe, the dealer
and the staff included (BJ-48, BJ-50).
"""

from typing import Final

from fairdeal.casino.chat import Message, messages_for
from fairdeal.casino.games.baccarat import NOBODY, Spot
from fairdeal.casino.games.blackjack import DOUBLE, HIT, OVER, SPLIT, STAND, Round
from fairdeal.casino.games.roads import Roads, roads_of
from fairdeal.casino.games.roulette import Bets
from fairdeal.casino.games.statistics import Spins, spins_of
from fairdeal.casino.games.wagers import Wager
from fairdeal.casino.table.boxes import asks_follow
from fairdeal.casino.table.decisions import asks, insurance_is_open, options_of
from fairdeal.casino.table.drawing import SPOTS, coup_of
from fairdeal.casino.table.evolve import HIDDEN, merged
from fairdeal.casino.table.facts import Game, TableFacts
from fairdeal.casino.table.people import may_chat, may_read
from fairdeal.casino.table.play import most_insurance, seen_round
from fairdeal.casino.table.rounds import escrow
from fairdeal.casino.table.state import Correction, HoldReason, LayoutFelt, Payment, Phase, Table
from fairdeal.kernel import Cents, Instant, PlayerId, Ruling, TableId
from fairdeal.kernel.values import dataclass

_NAMES: Final = {STAND: "stand", HIT: "hit", DOUBLE: "double", SPLIT: "split"}
_OUTCOMES: Final = ("loses", "pushes", "wins", "wins_with_blackjack")


@dataclass(frozen=True, slots=True)
class ShoeView:
    """The shoe from outside, and the one before it for whoever wants to check the deal."""

    number: int
    left: int
    commitment: str
    last_number: int
    last_order: bytes
    last_salt: bytes
    spent: tuple[tuple[int, bytes, bytes], ...] = ()  # the same of shoes that ran out inside a round, once it is over


@dataclass(frozen=True, slots=True)
class RouletteView:
    """The wheel."""

    pocket: int | None
    colour: str
    spins: Spins


@dataclass(frozen=True, slots=True)
class BaccaratView:
    """The coup and the roads of the shoe."""

    player: tuple[int, ...]
    banker: tuple[int, ...]
    player_total: int
    banker_total: int
    outcome: str | None
    roads: Roads


@dataclass(frozen=True, slots=True)
class HandView:
    """A hand of cards."""

    cards: tuple[int, ...]
    total: int
    soft: bool
    stake: Cents  # of the seated player, doubling included
    ended: str
    outcome: str | None


@dataclass(frozen=True, slots=True)
class SeatView:
    """A seat: who sits there, and what lies in front of it and behind it."""

    seat: int
    player: PlayerId | None
    connected: bool
    leaves: bool
    bet: Cents
    hands: tuple[HandView, ...]
    behind: int  # how many bet behind
    behind_total: Cents


@dataclass(frozen=True, slots=True)
class BlackjackView:
    """Seats and the dealer."""

    seats: tuple[SeatView, ...]
    dealer: tuple[int, ...]  # a card that lies face down is -1
    dealer_total: int  # of the cards that lie face up
    turn: int  # number of the decision; 0: nobody is asked
    turn_seat: int
    turn_hand: int
    insurance: bool
    waiting: int  # people in the queue


@dataclass(frozen=True, slots=True)
class OwnView:
    """What only this player sees."""

    staged: Bets
    staged_total: Cents  # "Current bet" is this and what is staked
    bets: Bets
    staked: Cents
    last: Bets
    wager: Wager | None
    options: tuple[str, ...]
    insurance_max: Cents
    asks_follow: bool
    queue_place: int  # 0: not waiting
    payment: Payment | None
    may_chat: bool


@dataclass(frozen=True, slots=True)
class TableView:
    """A table as one viewer sees it."""

    table: TableId
    game: Game
    live: bool
    edition: str
    phase: Phase
    round: int
    deadline: Instant
    bet_min: Cents
    bet_max: Cents
    round_max: Cents
    chips: tuple[Cents, ...]
    notices: tuple[Ruling, ...]
    guests: int
    held: HoldReason | None
    announcement: Correction | None
    shoe: ShoeView | None
    felt: RouletteView | BaccaratView | BlackjackView
    own: OwnView | None
    messages: tuple[Message, ...]


def view_of(facts: TableFacts, table: Table, viewer: PlayerId | None) -> TableView:
    """The table for one player, or for anybody else."""
    limits = facts.limits
    return TableView(
        table=facts.table,
        game=facts.game,
        live=facts.is_live,
        edition=facts.edition,
        phase=table.phase,
        round=table.round,
        deadline=table.deadline,
        bet_min=limits.bet_min.value,
        bet_max=limits.bet_max.value,
        round_max=limits.round_max.value,
        chips=limits.chips.value,
        notices=facts.notices,
        guests=len(table.guests),
        held=None if table.hold is None else table.hold.reason,
        announcement=table.announcement,
        shoe=_shoe(table),
        felt=_felt(facts, table),
        own=None if viewer is None or viewer not in table.guests else _own(facts, table, viewer),
        messages=messages_for(table.chat, viewer) if may_read(facts, table, viewer) is None else (),
    )


def _shoe(table: Table) -> ShoeView | None:
    shoe, before = table.shoe, table.revealed
    if shoe is None:
        return None
    last = (0, b"", b"") if before is None else (before.number, before.order, before.salt)
    # The hole card may be from a shoe that ran out in this very round.
    shown = table.spent if not (table.refilled and table.in_round) else ()
    spent = tuple((each.number, each.order, each.salt) for each in shown)
    return ShoeView(shoe.number, shoe.size - shoe.out, shoe.commitment, *last, spent)


def _felt(facts: TableFacts, table: Table) -> RouletteView | BaccaratView | BlackjackView:
    match facts.game:
        case Game.ROULETTE:
            drawn = table.layout.drawn
            colour = facts.wheel.colour(drawn[0]) if drawn else ""
            spins = spins_of(table.layout.results, facts.wheel.pockets)
            return RouletteView(drawn[0] if drawn else None, colour, spins)
        case Game.BACCARAT:
            return _baccarat(facts, table)
        case Game.BLACKJACK:
            return _blackjack(facts, table)


def _baccarat(facts: TableFacts, table: Table) -> BaccaratView:
    coup = coup_of(facts, table)
    outcomes: list[Spot] = [SPOTS[result] for result in table.layout.results]
    return BaccaratView(
        tuple(coup.player),
        tuple(coup.banker),
        coup.player_total,
        coup.banker_total,
        coup.outcome.value if coup.due == NOBODY else None,
        roads_of(outcomes),
    )


def _blackjack(facts: TableFacts, table: Table) -> BlackjackView:
    felt = table.boxes
    played = seen_round(facts, table)
    hidden = -1 if felt.hole_shown else (1 if played.rules.first_up else 0)
    dealer = tuple(HIDDEN if place == hidden else card for place, card in enumerate(played.dealer.cards))
    asked = asks(facts, table)
    hand = played.hands[played.turn] if asked else None
    same_seat = [each for each in played.hands if hand is not None and each.seat == hand.seat]
    return BlackjackView(
        tuple(_seat(table, played, seat) for seat in range(len(felt.seats))),
        dealer,
        played.dealer.total if felt.hole_shown else _up_total(played),
        felt.turn if asked else 0,
        HIDDEN if hand is None else hand.seat,
        0 if hand is None else same_seat.index(hand),
        insurance_is_open(facts, table),
        len(felt.queue),
    )


def _up_total(played: Round) -> int:
    """What the open card alone counts; an ace counts eleven."""
    place = 0 if played.rules.first_up else 1
    if len(played.dealer.cards) <= place:
        return 0
    value = played.rules.values[played.up_card]
    return value + played.rules.ace_bonus if value == played.rules.ace else value


def _seat(table: Table, played: Round, seat: int) -> SeatView:
    felt = table.boxes
    player = felt.seats[seat]
    own = felt.wagers.get(player) if player is not None else None
    behind = [wager for who, wager in felt.wagers.items() if wager.seat == seat and who != player]
    over = played.stage == OVER and felt.hole_shown
    hands = [hand for hand in played.hands if hand.seat == seat]
    return SeatView(
        seat,
        player,
        player is not None and table.guests.get(player, False),
        player in felt.leaving,
        Cents(0) if own is None else own.on_hands,
        tuple(
            HandView(
                tuple(hand.cards),
                hand.total,
                hand.soft,
                Cents(0) if own is None else Cents(own.stakes[number] + own.doubles[number]),
                hand.ended,
                _OUTCOMES[played.outcome(hand)] if over else None,
            )
            for number, hand in enumerate(hands)
        ),
        len(behind),
        Cents(sum(wager.on_hands for wager in behind)),
    )


def _own(facts: TableFacts, table: Table, player: PlayerId) -> OwnView:
    felt = table.felt
    staged: Bets = ()
    bets: Bets = ()
    last: Bets = ()
    wager = None
    if isinstance(felt, LayoutFelt):
        staged = merged(tuple(chip for move in felt.staged.get(player, ()) for chip in move))
        bets, last = felt.bets.get(player, ()), felt.last.get(player, ())
    else:
        wager = felt.wagers.get(player)
    return OwnView(
        staged=staged,
        staged_total=Cents(sum(amount for _, amount in staged)),
        bets=bets,
        staked=escrow(table).get(player, Cents(0)),
        last=last,
        wager=wager,
        options=_options(facts, table, player),
        insurance_max=_insurance(facts, table, player),
        asks_follow=facts.game is Game.BLACKJACK and asks_follow(table, player),
        queue_place=_queue_place(table, player),
        payment=_payment(table, player),
        may_chat=may_chat(facts, table, player) is None and player not in table.chat.blocked,
    )


def _payment(table: Table, player: PlayerId) -> Payment | None:
    """What the last round brought in all, insurance included."""
    checked = () if isinstance(table.felt, LayoutFelt) else table.felt.checked
    parts = [each for each in (*checked, *table.paid) if each.player == player]
    if not table.paid or not parts:
        return None
    back = sum(each.given_back for each in parts)
    return Payment(
        player,
        Cents(sum(each.lost for each in parts) - back),
        Cents(sum(each.returned for each in parts) + back),
        Cents(sum(each.won for each in parts)),
    )


def _options(facts: TableFacts, table: Table, player: PlayerId) -> tuple[str, ...]:
    """The decisions open to the player, if the player is asked."""
    if facts.game is not Game.BLACKJACK:
        return ()
    return tuple(_NAMES[act] for act in options_of(facts, table, player))


def _insurance(facts: TableFacts, table: Table, player: PlayerId) -> Cents:
    if facts.game is not Game.BLACKJACK or not insurance_is_open(facts, table):
        return Cents(0)
    return most_insurance(facts, table, player)


def _queue_place(table: Table, player: PlayerId) -> int:
    if isinstance(table.felt, LayoutFelt) or player not in table.felt.queue:
        return 0
    return table.felt.queue.index(player) + 1
