"""How much a player may still bet in a blackjack round, and returning bets."""

from fairdeal.casino.games.blackjack.events import BetReturned
from fairdeal.casino.games.blackjack.felt import boxes_of
from fairdeal.casino.table.facts import TableFacts
from fairdeal.casino.table.rounds import Refused, TableDraft
from fairdeal.casino.table.state import Table
from fairdeal.kernel import Cents, PlayerId, RuleId, reject


def room_in_round(facts: TableFacts, table: Table, player: PlayerId) -> Cents:
    """How much more a player may bet in the round; all bets of the round count, collected insurance too."""
    wager = boxes_of(table).wagers.get(player)
    staked = 0 if wager is None else wager.on_hands + wager.insurance
    collected = sum(each.lost for each in boxes_of(table).checked if each.player == player) if table.in_round else 0
    return Cents(facts.limits.round_max.value - staked - collected)


def above_round(facts: TableFacts, table: Table, player: PlayerId, more: int, rule: RuleId | None = None) -> Refused:
    """The rejection if that much more would exceed what a player may bet in one round, or None."""
    most, room = facts.limits.round_max, room_in_round(facts, table, player)
    if more <= room:
        return None
    return reject("above_round_maximum", rule or most.rule, amount=most.value - room + more, most=most.value)


def return_bet(draft: TableDraft, player: PlayerId, rule: RuleId | None) -> None:
    """Return a player's bet before the first card."""
    table = draft.state
    draft.emit(BetReturned(player, table.round, boxes_of(table).wagers[player].original, rule))
