"""What all games share: the stakes in escrow, the next card, settling and voiding a round."""

from typing import NamedTuple

from fairdeal.casino.games.paytables import Paid
from fairdeal.casino.games.wagers import NOTHING
from fairdeal.casino.table.box_events import BetReturned
from fairdeal.casino.table.events import CardDealt, OutcomeKnown, RoundVoided, TableEvent
from fairdeal.casino.table.facts import TableFacts
from fairdeal.casino.table.state import LayoutFelt, Payment, Table
from fairdeal.kernel import Cents, Draft, Instant, PlayerId, Rejection, RuleId, reject

TableDraft = Draft[Table, TableEvent]
Refused = Rejection | None


class Place(NamedTuple):
    """Where the next card goes: a hand of a seat, of the dealer (-1), or of Player (0) and Banker (1)."""

    seat: int
    hand: int
    face_up: bool


def escrow(table: Table) -> dict[PlayerId, Cents]:
    """What each player has staked and not settled; the ledger's bet accounts must say the same."""
    felt = table.felt
    if isinstance(felt, LayoutFelt):
        return {player: Cents(sum(amount for _, amount in bets)) for player, bets in felt.bets.items() if bets}
    return {player: Cents(wager.on_hands + wager.insurance) for player, wager in felt.wagers.items()}


def room_in_round(facts: TableFacts, table: Table, player: PlayerId) -> Cents:
    """How much more a player may bet in a blackjack round: everything counts, insurance that was collected too."""
    wager = table.boxes.wagers.get(player)
    staked = 0 if wager is None else wager.on_hands + wager.insurance
    collected = sum(each.lost for each in table.boxes.checked if each.player == player) if table.in_round else 0
    return Cents(facts.limits.round_max.value - staked - collected)


def above_round(facts: TableFacts, table: Table, player: PlayerId, more: int, rule: RuleId | None = None) -> Refused:
    """Whether so much more would be above what a player may stake in one round."""
    most, room = facts.limits.round_max, room_in_round(facts, table, player)
    if more <= room:
        return None
    return reject("above_round_maximum", rule or most.rule, amount=most.value - room + more, most=most.value)


def reopens_at(facts: TableFacts, now: Instant) -> Instant:
    """When the betting opens again after a round."""
    return Instant(now + facts.limits.pause_seconds.value)


def payment(player: PlayerId, staked: Cents, paid: Paid) -> Payment:
    """What a settled stake means for its player."""
    return Payment(player, Cents(staked - paid.returned), paid.returned, paid.won)


def give_card(draft: TableDraft, place: Place, card: int, now: Instant, video: int | None = None) -> None:
    """Put a card where it belongs."""
    draft.emit(CardDealt(draft.state.round, place.seat, place.hand, card, place.face_up, now, video))


def shoe_is_empty(table: Table) -> bool:
    """Whether no card is left, so that the discards have to be shuffled."""
    return table.shoe is not None and table.shoe.out >= table.shoe.size


def void_round(facts: TableFacts, draft: TableDraft, now: Instant, rule: RuleId) -> None:
    """Give every stake back, with insurance that was collected when the hole card was looked at."""
    table, collected = draft.state, _collected_insurance(draft.state)
    payments = tuple(
        Payment(player, NOTHING, staked, NOTHING, collected.get(player, NOTHING))
        for player, staked in escrow(table).items()
    )
    draft.emit(RoundVoided(draft.state.round, now, reopens_at(facts, now), payments, rule))


def _collected_insurance(table: Table) -> dict[PlayerId, Cents]:
    """What the house has of the round's insurance; what it pays waits for the end of the round."""
    if isinstance(table.felt, LayoutFelt) or not table.in_round:
        return {}
    return {each.player: each.lost for each in table.felt.checked}


def return_bet(draft: TableDraft, player: PlayerId, rule: RuleId | None) -> None:
    """Give a blackjack bet back before the first card."""
    table = draft.state
    draft.emit(BetReturned(player, table.round, table.boxes.wagers[player].original, rule))


def outcome_known(draft: TableDraft, now: Instant) -> None:
    """Wait for the dealer's announcement."""
    draft.emit(OutcomeKnown(draft.state.round, now))


def check_guest(table: Table, player: PlayerId, rule: RuleId | None = None) -> Refused:
    """Whether somebody is at the table and can be heard."""
    if player not in table.guests:
        return reject("not_at_table")
    if not table.guests[player]:
        return reject("no_connection", rule)
    return None
