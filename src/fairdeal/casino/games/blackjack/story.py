"""Describes the events of a blackjack round in English sentences."""

from typing import Final

from fairdeal.cards import pretty
from fairdeal.casino.games.blackjack import events
from fairdeal.casino.games.blackjack.rules import DEALER, DOUBLE, HIT, SPLIT, STAND
from fairdeal.casino.table.events import CardDealt, GameEvent

_ACTS: Final = {STAND: "stand", HIT: "hit", DOUBLE: "double", SPLIT: "split"}
_ENDS: Final = {
    "blackjack": "Blackjack!",
    "twenty_one": "21.",
    "bust": "Bust.",
    "doubled": "No more cards after a double.",
    "split_ace": "One card on a split ace.",
}


def sentence(event: GameEvent) -> str:
    """The sentence that describes an event; empty if none is needed."""
    match event:
        case events.InsuranceOffered():
            return "The dealer shows an ace: insurance?"
        case events.HoleChecked(blackjack=blackjack):
            return "The dealer has blackjack." if blackjack else "No blackjack in the hole."
        case events.HandEnded(why=why, rule=rule):
            return f"{_ENDS[why]} ({rule})"
        case events.HoleShown(card=card):
            return f"The dealer turns over {pretty([card])}."
        case events.Decided(act=act, rule=rule) if rule is not None:
            return f"No answer: {_ACTS[act]}. ({rule})"
        case _:
            return ""


def card_sentence(event: CardDealt) -> str:
    """Whose card it is; the only player at the table is spoken to."""
    card = pretty([event.card])
    if event.seat != DEALER:
        return f"You: {card}"
    return f"Dealer: {card}" if event.face_up else "Dealer: a card face down"
