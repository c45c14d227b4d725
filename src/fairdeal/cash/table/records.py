"""The record of a finished hand, for the history of the room."""

from fairdeal.cash.table.events import HandEnded
from fairdeal.cash.table.facts import TableFacts
from fairdeal.cash.table.state import CashTable
from fairdeal.poker.history.meta import HandMeta
from fairdeal.poker.history.record import Packed, record_of, to_bytes


def record_of_hand(facts: TableFacts, before: CashTable, event: HandEnded) -> Packed | None:
    """The record of the hand that `event` ends; cards that were not shown are kept in a separate part of it."""
    running, open_hand = before.running, before.open
    if running is None or open_hand is None:
        return None
    rules = facts.rules[open_hand.edition]
    meta = HandMeta(
        number=event.number,
        table=facts.table,
        names=tuple(event.players),
        seats=tuple(seat + 1 for seat in event.dealt.seats),
        seat_count=len(before.chairs),
        time=open_hand.opened_at,
        edition=rules.edition,
        content_hash=open_hand.edition,
        currency=facts.tender.currency,
        decimals=2,
    )
    return to_bytes(record_of(running.hand, meta))
