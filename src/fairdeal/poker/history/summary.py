"""A finished hand as a JSON object. Amounts are integers of the smallest unit, players are counted from 0."""

from typing import Any

from fairdeal.cards import NAMES
from fairdeal.poker.hand import Hand
from fairdeal.poker.history.meta import HandMeta
from fairdeal.poker.history.story import story_of
from fairdeal.poker.history.transcript import rulings
from fairdeal.poker.history.words import hand_words, player_names
from fairdeal.poker.rules import FIXED_LIMIT, HOLDEM, NO_LIMIT, OMAHA, POT_LIMIT

_GAMES = {HOLDEM: "holdem", OMAHA: "omaha"}
_STRUCTURES = {NO_LIMIT: "no_limit", POT_LIMIT: "pot_limit", FIXED_LIMIT: "fixed_limit"}


def summary(hand: Hand, meta: HandMeta) -> dict[str, Any]:
    """The summary of a hand and its result; only shown cards are included."""
    story = story_of(hand)
    result = story.result
    return {
        "number": meta.number,
        "table": meta.table,
        "game": _GAMES[hand.rules.hole_cards],
        "structure": _STRUCTURES[hand.rules.structure],
        "currency": meta.currency,
        "decimals": meta.decimals,
        "players": player_names(meta.names, hand.count),
        "stacks": list(hand.order.stacks),
        "posts": [{"player": post.place, "kind": post.kind, "amount": post.amount} for post in story.posts],
        "streets": [
            {
                "board": [_card(card) for card in street.board],
                "pot": street.pot,
                "moves": [
                    {
                        "player": move.place,
                        "does": move.kind,
                        "amount": move.amount,
                        "to": move.to,
                        "all_in": move.all_in,
                    }
                    for move in street.moves
                ],
            }
            for street in story.streets
        ],
        "returned": list(result.returned) if result.returned else None,
        "shown": [
            {"player": shown.place, "cards": [_card(card) for card in shown.cards], "hand": hand_words(shown.rank)}
            for shown in story.shown
        ],
        "mucked": story.mucked,
        "pots": [
            {
                "amount": award.pot.amount,
                "rake": award.pot.rake,
                "eligible": list(award.pot.eligible),
                "winners": [{"player": place, "amount": amount} for place, amount in award.shares],
            }
            for award in story.awards
        ],
        "rake": result.rake,
        "finish": list(result.stacks),
        "net": list(result.net),
        "rulings": [{"rule": rule, "told": told} for rule, told in rulings(hand, meta)],
    }


def _card(card: int) -> str:
    return NAMES[card] if card >= 0 else "??"
