"""An ordered hand as the engine plays it, and the engine's result as the report of a hand."""

from collections.abc import Mapping, Sequence

from fairdeal.kernel import Chips, Duration, HandId, Instant, RuleId
from fairdeal.poker import HandOrder, HandResult
from fairdeal.rulebook.schema.edition import Poker
from fairdeal.tournament.orders import Bust, HandPlayed, Left, Place, PlayHand
from fairdeal.tournament.rules import hand_rules
from fairdeal.tournament.structure import Level


def in_order_of_play(order: PlayHand) -> tuple[Place, ...]:
    """The players of a hand in order of play, the button last."""
    after = [place for place in order.places if place.seat > order.button]
    return (*after, *(place for place in order.places if place.seat <= order.button))


def hand_order(poker: Poker, order: PlayHand, deck: Sequence[int]) -> HandOrder:
    """What the engine needs to play the hand; everybody is dealt in, and tournaments are not raked (FEE-06)."""
    places = in_order_of_play(order)
    seats = [place.seat for place in places]
    level = Level(order.small_blind_chips, order.big_blind_chips, order.ante_chips)
    return HandOrder(
        hand_rules(poker, order.game.family, level),
        [place.stack for place in places],
        deck,
        big_blind_at=seats.index(order.big_blind),
        small_blind_at=-1 if order.small_blind is None else seats.index(order.small_blind),
        small_blind=order.small_blind_chips,
        antes=[order.ante_chips] * len(places) if order.ante_chips else (),
    )


def hole_cards_of(poker: Poker, order: PlayHand) -> int:
    """How many hole cards everybody is dealt in the ordered hand."""
    return hand_order(poker, order, ()).rules.hole_cards


def report_of(
    order: PlayHand,
    hand: HandId,
    started_at: Instant,
    result: HandResult,
    banks: Mapping[int, Duration],
    away: Mapping[int, RuleId],
    log: bytes = b"",
) -> HandPlayed:
    """The report of a finished hand; time banks and new sit-outs by seat, and the table's log where players cut the decks."""
    places = in_order_of_play(order)
    left = tuple(
        Left(place.seat, Chips(stack), banks.get(place.seat, place.bank), away.get(place.seat))
        for place, stack in zip(places, result.stacks, strict=True)
    )
    busts = tuple(_bust(places, at, result) for at, stack in enumerate(result.stacks) if stack == 0)
    return HandPlayed(order.table, order.number, hand, started_at, left, busts, log=log)


def _bust(places: Sequence[Place], at: int, result: HandResult) -> Bust:
    pots = tuple(tuple(places[winner].seat for winner in pot.winners) for pot in result.pots if at in pot.eligible)
    return Bust(places[at].seat, places[at].stack, pots)
