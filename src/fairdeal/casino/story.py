"""A casino round told in English sentences, for one player at the table."""

from fairdeal.cards import pretty
from fairdeal.casino.games.baccarat import Spot
from fairdeal.casino.games.blackjack import DEALER, DOUBLE, HIT, SPLIT, STAND
from fairdeal.casino.table import box_events, events
from fairdeal.casino.table.state import Payment
from fairdeal.kernel import PlayerId

_ACTS = {STAND: "stand", HIT: "hit", DOUBLE: "double", SPLIT: "split"}
_ENDS = {
    "blackjack": "Blackjack!",
    "twenty_one": "21.",
    "bust": "Bust.",
    "doubled": "No more cards after a double.",
    "split_ace": "One card on a split ace.",
}


def sentence(event: events.TableEvent, player: PlayerId) -> str:
    """What an event says to that player; nothing for what needs no words."""
    match event:
        case events.ShoeShuffled(shoe):
            return f"The cards are shuffled and cut: {shoe.size} cards. Commitment {shoe.commitment[:16]}…"
        case events.BettingClosed():
            return "No more bets."
        case events.Spun(pocket=pocket):
            return f"The ball lies on {pocket}."
        case box_events.InsuranceOffered():
            return "The dealer shows an ace: insurance?"
        case box_events.HoleChecked(blackjack=blackjack):
            return "The dealer has blackjack." if blackjack else "No blackjack in the hole."
        case box_events.HandEnded(why=why, rule=rule):
            return f"{_ENDS[why]} ({rule})"
        case box_events.HoleShown(card=card):
            return f"The dealer turns over {pretty([card])}."
        case box_events.Decided(act=act, rule=rule) if rule is not None:
            return f"No answer: {_ACTS[act]}. ({rule})"
        case _:
            return _money(event, player)


def _money(event: events.TableEvent, player: PlayerId) -> str:
    if isinstance(event, events.RoundSettled | events.RoundVoided | box_events.HoleChecked):
        return " ".join(_paid(each) for each in event.payments if each.player == player)
    return ""


def _paid(payment: Payment) -> str:
    if payment.won and payment.lost:
        return f"You win {amount(payment.won)} and lose {amount(payment.lost)}."
    if payment.won:
        return f"You win {amount(payment.won)}."
    return f"You lose {amount(payment.lost)}." if payment.lost else "Your bet comes back."


def card_sentence(event: events.CardDealt, *, baccarat: bool) -> str:
    """Where a card went."""
    card = pretty([event.card])
    if baccarat:
        return f"{(Spot.PLAYER, Spot.BANKER)[event.seat].value.capitalize()}: {card}"
    if event.seat != DEALER:
        return f"You: {card}"
    return f"Dealer: {card}" if event.face_up else "Dealer: a card face down"


def amount(cents: int) -> str:
    """Cents as an amount with two decimals."""
    sign = "-" if cents < 0 else ""
    return f"{sign}{abs(cents) // 100}.{abs(cents) % 100:02}"
