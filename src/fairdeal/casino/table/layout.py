"""
Betting on a layout: chips are placed, undone, repeated, and become bets when they are confirmed.

Checks run in one order: at the table, in time, a spot of the layout, a chip of the table, then the limits of the whole
submission.
"""

from collections.abc import Iterable
from typing import Final, NamedTuple

from fairdeal.casino.games.baccarat import Spot
from fairdeal.casino.games.roulette import Bets
from fairdeal.casino.table.commands import Confirm, LayoutCommand, PlaceChip, RepeatLastBet, Undo
from fairdeal.casino.table.events import BetsConfirmed, ChipsPlaced, ChipsTaken
from fairdeal.casino.table.evolve import merged
from fairdeal.casino.table.facts import Game, TableFacts
from fairdeal.casino.table.rounds import Refused, TableDraft, check_guest
from fairdeal.casino.table.state import Phase, Table
from fairdeal.kernel import PlayerId, RuleId, reject
from fairdeal.rulebook.schema.casino import Limits


class Clauses(NamedTuple):
    """The rules behind a layout's refusals that no value carries."""

    place: RuleId
    repeat: RuleId


CLAUSES: Final = {
    Game.ROULETTE: Clauses(RuleId("RLT-03"), RuleId("RLT-06")),
    Game.BACCARAT: Clauses(RuleId("BAC-03"), RuleId("BAC-06")),
}


def decide_layout(facts: TableFacts, draft: TableDraft, command: LayoutCommand) -> Refused:
    """What becomes of chips."""
    table = draft.state
    if facts.game not in CLAUSES:
        return reject("no_layout")
    refused = check_guest(table, command.player) or _check_time(facts, table, command.round)
    if refused is not None:
        return refused
    match command:
        case PlaceChip():
            return _place(facts, draft, command)
        case Undo(player, _, everything):
            if not table.layout.staged.get(player):
                return reject("nothing_to_undo", facts.layout.bets_need_confirmation.rule)
            draft.emit(ChipsTaken(player, everything))
            return None
        case RepeatLastBet(player):
            return _repeat(facts, draft, player)
        case Confirm(player):
            return confirm(facts, draft, player)


def _check_time(facts: TableFacts, table: Table, number: int) -> Refused:
    if table.phase is not Phase.BETTING or table.round != number:
        return reject("late", facts.no_more_bets, round=number)
    return None


def spots_of(facts: TableFacts) -> Iterable[str]:
    """Every spot of the table's layout."""
    return facts.wheel.fields if facts.game is Game.ROULETTE else tuple(spot.value for spot in Spot)


def _place(facts: TableFacts, draft: TableDraft, command: PlaceChip) -> Refused:
    clauses, limits = CLAUSES[facts.game], facts.limits
    if command.spot not in spots_of(facts):
        zero = facts.game is Game.ROULETTE and "0" in command.spot.split("-")
        return reject("no_such_spot", facts.casino.roulette.zero_in_combinations.rule if zero else clauses.place)
    if command.chip not in limits.chips.value:
        return reject("no_such_chip", limits.chips.rule, chip=command.chip)
    if (refused := _check_staged(facts, draft.state, command.player, command.chip)) is not None:
        return refused
    draft.emit(ChipsPlaced(command.player, ((command.spot, command.chip),)))
    return None if facts.layout.bets_need_confirmation.value else confirm(facts, draft, command.player)


def _repeat(facts: TableFacts, draft: TableDraft, player: PlayerId) -> Refused:
    last = draft.state.layout.last.get(player)
    if not last:
        return reject("no_last_bet", CLAUSES[facts.game].repeat)
    refused = _check_staged(facts, draft.state, player, sum(amount for _, amount in last))
    if refused is not None:
        return refused
    draft.emit(ChipsPlaced(player, last))
    return None if facts.layout.bets_need_confirmation.value else confirm(facts, draft, player)


def _check_staged(facts: TableFacts, table: Table, player: PlayerId, more: int) -> Refused:
    """Whether so many more chips may lie there unconfirmed: never more than all bets of a round."""
    staged = sum(amount for move in table.layout.staged.get(player, ()) for _, amount in move)
    return _check_total(facts.limits, staged + more)


def confirm(facts: TableFacts, draft: TableDraft, player: PlayerId) -> Refused:
    """Turn the chips into bets; one chip out of limits refuses them all, unless the edition is milder."""
    felt = draft.state.layout
    chips = merged(tuple(chip for move in felt.staged.get(player, ()) for chip in move))
    rule = facts.layout.bets_need_confirmation.rule
    if not chips:
        return reject("nothing_placed", rule)
    before = felt.bets.get(player, ())
    accepted, refused = _within_limits(facts.limits, before, chips)
    if refused is not None and (_rejects_all(facts) or not accepted):
        return refused
    kept = tuple(chip for chip in chips if chip not in accepted)
    refused = _check_total(facts.limits, sum(amount for _, amount in (*before, *accepted)))
    if refused is not None:
        return refused
    draft.emit(BetsConfirmed(player, draft.state.round, accepted, rule, kept))
    return None


def _rejects_all(facts: TableFacts) -> bool:
    return facts.game is not Game.ROULETTE or facts.casino.roulette.out_of_limits_rejects_all.value


def _within_limits(limits: Limits, before: Bets, chips: Bets) -> tuple[Bets, Refused]:
    """The chips whose spots stay within the limits, and the first refusal of the others."""
    there = dict(before)
    accepted, first = [], None
    for spot, amount in chips:
        refused = check_amount(limits, there.get(spot, 0) + amount)
        if refused is None:
            accepted.append((spot, amount))
        first = first or refused
    return tuple(accepted), first


def check_amount(limits: Limits, amount: int, rule: RuleId | None = None) -> Refused:
    """Whether so much may lie on one spot, box or hand; limits are refused by that rule, or by the one that sets them."""
    least, most, unit = limits.bet_min, limits.bet_max, limits.bet_unit
    if amount < least.value:
        return reject("below_minimum", rule or least.rule, amount=amount, least=least.value)
    if amount > most.value:
        return reject("above_maximum", rule or most.rule, amount=amount, most=most.value)
    if amount % unit.value:
        return reject("not_in_units", unit.rule, amount=amount, unit=unit.value)
    return None


def _check_total(limits: Limits, total: int) -> Refused:
    most = limits.round_max
    if total > most.value:
        return reject("above_round_maximum", most.rule, amount=total, most=most.value)
    return None


def everybody_confirmed(table: Table) -> bool:
    """Whether every player who is there and connected has a bet."""
    connected = [player for player, here in table.guests.items() if here]
    return bool(connected) and all(table.layout.bets.get(player) for player in connected)
