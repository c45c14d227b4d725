"""
What may be seen of a blackjack table.

Everybody sees cards that lie face up and what is staked on the seats; a player also sees the own wager and choices. Nobody
sees the hole card before it is shown, the dealer and the staff included (BJ-48, BJ-50).
"""

from typing import Final

from fairdeal.casino.games.blackjack.boxes import asks_follow
from fairdeal.casino.games.blackjack.decisions import asks, insurance_is_open, options_of
from fairdeal.casino.games.blackjack.felt import boxes_of
from fairdeal.casino.games.blackjack.play import most_insurance, seen_round
from fairdeal.casino.games.blackjack.rules import DOUBLE, HIT, OVER, SPLIT, STAND, Round
from fairdeal.casino.games.blackjack.wagers import Wager
from fairdeal.casino.table.evolve import HIDDEN
from fairdeal.casino.table.facts import TableFacts
from fairdeal.casino.table.state import Table
from fairdeal.casino.table.view import FeltView, OwnView
from fairdeal.kernel import Cents, PlayerId
from fairdeal.kernel.values import dataclass

_NAMES: Final = {STAND: "stand", HIT: "hit", DOUBLE: "double", SPLIT: "split"}
_OUTCOMES: Final = ("loses", "pushes", "wins", "wins_with_blackjack")


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
class BlackjackView(FeltView):
    """Seats and the dealer."""

    seats: tuple[SeatView, ...]
    dealer: tuple[int, ...]  # a card that lies face down is -1
    dealer_total: int  # of the cards that lie face up
    turn: int  # number of the decision; 0: nobody is asked
    turn_seat: int
    turn_hand: int
    insurance: bool
    waiting: int  # people in the queue
    queue: tuple[PlayerId, ...] = ()


@dataclass(frozen=True, slots=True)
class OwnBoxes(OwnView):
    """What only this player sees of a blackjack table: the wager, and the choices open to the player."""

    wager: Wager | None
    options: tuple[str, ...]
    insurance_max: Cents
    asks_follow: bool
    queue_place: int  # 0: not waiting
    follows: bool | None = None  # the answer of this visit


def felt_view(facts: TableFacts, table: Table) -> BlackjackView:
    """Seats, hands and the dealer's open cards."""
    felt = boxes_of(table)
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
        felt.queue,
    )


def _up_total(played: Round) -> int:
    """What the open card alone counts; an ace counts eleven."""
    place = 0 if played.rules.first_up else 1
    if len(played.dealer.cards) <= place:
        return 0
    value = played.rules.values[played.up_card]
    return value + played.rules.ace_bonus if value == played.rules.ace else value


def _seat(table: Table, played: Round, seat: int) -> SeatView:
    felt = boxes_of(table)
    player = felt.seats[seat]
    lies = {who: wager for who, wager in felt.shown.items() if wager.seat == seat}
    own = lies.pop(player, None) if player is not None else None
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
        len(lies),
        Cents(sum(wager.on_hands for wager in lies.values())),
    )


def own_view(facts: TableFacts, table: Table, player: PlayerId, own: OwnView) -> OwnBoxes:
    """The wager of a player, and the choices open to the player."""
    felt = boxes_of(table)
    return OwnBoxes(
        own.staked,
        own.payment,
        own.may_chat,
        wager=felt.wagers.get(player),
        options=tuple(_NAMES[act] for act in options_of(facts, table, player)),
        insurance_max=most_insurance(facts, table, player) if insurance_is_open(facts, table) else Cents(0),
        asks_follow=asks_follow(table, player),
        queue_place=felt.queue.index(player) + 1 if player in felt.queue else 0,
        follows=felt.follows.get(player),
    )
