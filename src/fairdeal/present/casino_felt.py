"""The felts of casino games, their boards of past results and their spots, as messages."""

from collections.abc import Iterable
from typing import Any, Final, Literal, cast

from fairdeal.cards import NAMES
from fairdeal.casino.games.baccarat.roads import Cell, Roads
from fairdeal.casino.games.baccarat.view import BaccaratView
from fairdeal.casino.games.blackjack.view import BlackjackView, HandView, SeatView
from fairdeal.casino.games.roulette.view import RouletteView
from fairdeal.casino.table.facts import TableFacts
from fairdeal.casino.table.view import FeltView
from fairdeal.kernel import PlayerId
from fairdeal.present.explanation import explanation_to_wire
from fairdeal.present.seats import Faces
from fairdeal.protocol.casino import (
    BaccaratBoard,
    BaccaratFelt,
    BetSpot,
    BlackjackFelt,
    Box,
    BoxHand,
    BoxTurn,
    CasinoBoard,
    CasinoFelt,
    QueuePlace,
    RoadCell,
    RouletteBoard,
    RouletteFelt,
    SpinCount,
)

_SHOWN: Final = (RouletteView, BaccaratView, BlackjackView)


def is_shown(felt: FeltView) -> bool:
    """Whether there are messages for the felt of this game."""
    return isinstance(felt, _SHOWN)


def card_to_wire(card: int) -> str | None:
    """A card as text; None if it lies face down."""
    return NAMES[card] if card >= 0 else None


def cells_to_wire(cells: Iterable[Cell]) -> tuple[RoadCell, ...]:
    """The marks of a road."""
    return tuple(RoadCell(column=cell.column, row=cell.row, mark=cell.mark, ties=cell.ties) for cell in cells)


def felt_to_wire(facts: TableFacts, felt: FeltView, faces: Faces) -> CasinoFelt:
    """What lies on the table, for everybody."""
    match felt:
        case RouletteView():
            return _roulette(facts, felt)
        case BaccaratView():
            return _baccarat(felt)
        case BlackjackView():
            return _blackjack(felt, faces)
    raise TypeError(f"{type(felt).__name__} has no message")


def board_to_wire(felt: FeltView) -> CasinoBoard | None:
    """Past results, where the game shows some."""
    match felt:
        case RouletteView():
            spins = felt.spins
            hot, cold = (
                tuple(SpinCount(number=number, times=times) for number, times in those)
                for those in (spins.hot, spins.cold)
            )
            return RouletteBoard(last=spins.last, hot=hot, cold=cold, spins=spins.spins)
        case BaccaratView():
            return _roads(felt.roads)
    return None


def _roads(roads: Roads) -> BaccaratBoard:
    return BaccaratBoard(
        bead=cells_to_wire(roads.bead_plate),
        big=cells_to_wire(roads.big_road),
        big_eye=cells_to_wire(roads.big_eye_boy),
        small=cells_to_wire(roads.small_road),
        cockroach=cells_to_wire(roads.cockroach_pig),
        counts=dict(roads.counts),
    )


# ---- the felts


def _roulette(facts: TableFacts, felt: RouletteView) -> RouletteFelt:
    pocket = felt.pocket
    spots = () if pocket is None else facts.game.spots(facts)
    winning = tuple(spot.name for spot in spots if pocket in spot.numbers)
    return RouletteFelt(pocket=pocket, colour=felt.colour, winning=winning)


def _baccarat(felt: BaccaratView) -> BaccaratFelt:
    return BaccaratFelt(
        player=tuple(NAMES[card] for card in felt.player),
        banker=tuple(NAMES[card] for card in felt.banker),
        player_total=felt.player_total,
        banker_total=felt.banker_total,
        draws=cast("Any", felt.draws),
        outcome=cast("Any", felt.outcome),
        told=tuple(map(explanation_to_wire, felt.reasons)),
    )


def _blackjack(felt: BlackjackView, faces: Faces) -> BlackjackFelt:
    turn = BoxTurn(number=felt.turn, seat=felt.turn_seat, hand=felt.turn_hand) if felt.turn else None
    return BlackjackFelt(
        seats=tuple(None if seat.player is None else _box(seat, seat.player, faces) for seat in felt.seats),
        dealer=tuple(map(card_to_wire, felt.dealer)),
        dealer_total=felt.dealer_total,
        turn=turn,
        insurance=felt.insurance,
        queue=tuple(QueuePlace(player=player, name=faces(player).name) for player in felt.queue),
    )


def _box(seat: SeatView, player: PlayerId, faces: Faces) -> Box:
    face = faces(player)
    return Box(
        player=player,
        name=face.name,
        avatar=face.avatar,
        connected=seat.connected,
        leaves=seat.leaves,
        bet=seat.bet,
        hands=tuple(map(_hand, seat.hands)),
        bot=face.bot,
    )


def _hand(hand: HandView) -> BoxHand:
    outcome: Literal["loses", "pushes", "wins", "wins_with_blackjack"] | None = cast("Any", hand.outcome)
    return BoxHand(
        cards=tuple(NAMES[card] for card in hand.cards),
        total=hand.total,
        soft=hand.soft,
        stake=hand.stake,
        ended=hand.ended,
        outcome=outcome,
    )


# ---- where chips are laid


def spots_to_wire(facts: TableFacts) -> tuple[BetSpot, ...]:
    """The places for chips with what they pay; none at games without a layout."""
    return tuple(
        BetSpot(
            name=spot.name,
            bet=spot.bet,
            pays=spot.odds.pays,
            per=spot.odds.per,
            rule=spot.rule,
            numbers=tuple(sorted(spot.numbers)),
        )
        for spot in facts.game.spots(facts)
    )


def red_numbers(facts: TableFacts) -> tuple[int, ...]:
    """The red numbers of a wheel; none at other games."""
    return tuple(sorted(_numbers(facts, "red")))


def colour_of(facts: TableFacts, pocket: int) -> str:
    """The colour of a pocket; zero is green."""
    return next((colour for colour in ("red", "black") if pocket in _numbers(facts, colour)), "green")


def _numbers(facts: TableFacts, spot: str) -> frozenset[int]:
    return next((each.numbers for each in facts.game.spots(facts) if each.name == spot), frozenset())
