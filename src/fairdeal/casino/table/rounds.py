"""What all casino games share: bets in escrow, the next card, settling and voiding a round."""

from collections.abc import Callable
from typing import Any, NamedTuple

from fairdeal.casino.paytables import NOTHING, Paid
from fairdeal.casino.table.events import CardDealt, OutcomeKnown, RoundVoided, TableEvent
from fairdeal.casino.table.facts import TableFacts
from fairdeal.casino.table.state import Payment, Table
from fairdeal.kernel import Cents, Draft, Instant, PlayerId, Rejection, RuleId, reject
from fairdeal.rulebook.schema.casino import Limits

TableDraft = Draft[Table, TableEvent]
Refused = Rejection | None
Handler = Callable[[TableFacts, TableDraft, Any, Instant], Refused]
"""Decides one command: appends events to the draft, or returns the rejection."""


class Place(NamedTuple):
    """Where a card is dealt: to a hand of a seat, of the dealer (-1), or of Player (0) and Banker (1)."""

    seat: int
    hand: int
    face_up: bool


def escrow(table: Table) -> dict[PlayerId, Cents]:
    """The sum of each player's unsettled bets; the ledger's bet accounts must hold the same."""
    return table.felt.escrow()


def has_bets(table: Table) -> bool:
    """Whether there is any unsettled bet."""
    return bool(escrow(table))


def check_amount(limits: Limits, amount: int, rule: RuleId | None = None) -> Refused:
    """The rejection if an amount on one spot, box or hand breaks the limits; it cites `rule`, or the limit's own rule."""
    least, most, unit = limits.bet_min, limits.bet_max, limits.bet_unit
    if amount < least.value:
        return reject("below_minimum", rule or least.rule, amount=amount, least=least.value)
    if amount > most.value:
        return reject("above_maximum", rule or most.rule, amount=amount, most=most.value)
    if amount % unit.value:
        return reject("not_a_multiple", unit.rule, amount=amount, unit=unit.value)
    return None


def reopens_at(facts: TableFacts, now: Instant) -> Instant:
    """The instant at which the betting opens after a round that ends now."""
    return Instant(now + facts.limits.pause_seconds.value)


def payment(player: PlayerId, staked: Cents, paid: Paid) -> Payment:
    """The payment of a settled bet to its player."""
    return Payment(player, Cents(staked - paid.returned), paid.returned, paid.won)


def give_card(draft: TableDraft, place: Place, card: int, now: Instant, video: int | None = None) -> None:
    """Deal a card to that place."""
    draft.emit(CardDealt(draft.state.round, place.seat, place.hand, card, place.face_up, now, video))


def shoe_is_empty(table: Table) -> bool:
    """Whether no card is left, so that the discards must be shuffled."""
    return table.shoe is not None and table.shoe.out >= table.shoe.size


def void_round(facts: TableFacts, draft: TableDraft, now: Instant, rule: RuleId) -> None:
    """Void the round: return all bets, including those already collected, and end it."""
    table = draft.state
    early = table.felt.settled_early if table.in_round else ()
    collected = {each.player: each.lost for each in early}
    payments = tuple(
        Payment(player, NOTHING, staked, NOTHING, collected.get(player, NOTHING))
        for player, staked in escrow(table).items()
    )
    draft.emit(RoundVoided(draft.state.round, now, reopens_at(facts, now), payments, rule))
    facts.game.between_rounds(facts, draft)


def take_card(facts: TableFacts, draft: TableDraft, card: int, now: Instant, video: int | None) -> None:
    """Deal a card from a live dealer's shoe to the place where it is due, and continue the round."""
    facts.game.give(facts, draft, card, now, video)
    facts.game.advance(facts, draft, now)


def outcome_known(draft: TableDraft, now: Instant) -> None:
    """Note that the outcome is known, and wait until the dealer announces it."""
    draft.emit(OutcomeKnown(draft.state.round, now))


def check_guest(table: Table, player: PlayerId, rule: RuleId | None = None) -> Refused:
    """The rejection if a player is not at the table or not connected."""
    if player not in table.guests:
        return reject("not_at_table")
    if not table.guests[player]:
        return reject("no_connection", rule)
    return None
