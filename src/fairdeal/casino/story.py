"""Describes the events of a casino round in English sentences, for one player at the table."""

from fairdeal.casino.table import events
from fairdeal.casino.table.facts import TableFacts
from fairdeal.casino.table.postings import moved_by
from fairdeal.casino.table.state import Payment
from fairdeal.kernel import PlayerId


def sentence(facts: TableFacts, event: events.TableEvent, player: PlayerId) -> str:
    """The sentence that describes an event to that player; empty if none is needed."""
    match event:
        case events.ShoeShuffled(shoe):
            return f"The cards are shuffled and cut: {shoe.size} cards. Commitment {shoe.commitment[:16]}…"
        case events.BettingClosed():
            return "No more bets."
        case events.CardDealt():
            return facts.game.card_sentence(event)
        case events.GameEvent():
            return facts.game.sentence(event) or _money(facts, event, player)
        case _:
            return _money(facts, event, player)


def _money(facts: TableFacts, event: events.TableEvent, player: PlayerId) -> str:
    moved = moved_by(facts, event)
    payments = () if moved is None else moved.payments
    return " ".join(_paid(each) for each in payments if each.player == player)


def _paid(payment: Payment) -> str:
    if payment.won and payment.lost:
        return f"You win {amount(payment.won)} and lose {amount(payment.lost)}."
    if payment.won:
        return f"You win {amount(payment.won)}."
    return f"You lose {amount(payment.lost)}." if payment.lost else "Your bet comes back."


def amount(cents: int) -> str:
    """Cents as an amount with two decimals."""
    sign = "-" if cents < 0 else ""
    return f"{sign}{abs(cents) // 100}.{abs(cents) % 100:02}"
