"""
Betting on a layout: chips are placed, undone, repeated, and become bets when they are confirmed.

Checks run in one order: at the table, in time, a spot of the layout, a chip of the table, then the limits of the whole
submission.
"""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Protocol

from fairdeal.casino.games.layout.commands import Confirm, DoubleChips, LayoutCommand, PlaceChip, RepeatLastBet, Undo
from fairdeal.casino.games.layout.events import BetsConfirmed, ChipsPlaced, ChipsTaken
from fairdeal.casino.games.layout.felt import Bets, layout_of, merged
from fairdeal.casino.table.facts import TableFacts
from fairdeal.casino.table.rounds import Refused, TableDraft, check_amount, check_guest
from fairdeal.casino.table.state import Phase, Table
from fairdeal.casino.table.window import close
from fairdeal.kernel import Instant, PlayerId, RuleId, reject
from fairdeal.rulebook.ruled import Ruled
from fairdeal.rulebook.schema.casino import Limits
from fairdeal.rulebook.schema.choices import BettingCloses


class LayoutRules(Protocol):
    """The rules of a game about betting on its layout."""

    @property
    def bets_need_confirmation(self) -> Ruled[bool]:
        """Whether chips become bets only when they are confirmed."""

    @property
    def betting_closes(self) -> Ruled[BettingCloses]:
        """When there are no more bets."""

    @property
    def players_may_chat(self) -> Ruled[bool]:
        """Whether those at the table may write."""


@dataclass(frozen=True, slots=True)
class LayoutEngine:
    """What betting on a layout needs to know, with its rules; the engine of every game that has one."""

    rules: LayoutRules
    spots: Collection[str]
    no_such_spot: Callable[[str], RuleId]  # the rule by which there is no spot of that name
    no_last_bet: RuleId
    rejects_all: bool  # whether one chip out of limits refuses them all


def layout_engine(facts: TableFacts) -> LayoutEngine:
    """The layout of a table that has one."""
    assert isinstance(facts.engine, LayoutEngine), facts.engine
    return facts.engine


def decide_chips(facts: TableFacts, draft: TableDraft, command: LayoutCommand, now: Instant) -> Refused:
    """Decide a command about chips; closes the betting if it was the last confirmation the table waited for."""
    if (refused := _decide(facts, draft, command)) is not None:
        return refused
    if any(isinstance(event, BetsConfirmed) for event in draft.events):
        close_if_all_confirmed(facts, draft, now)
    return None


def _decide(facts: TableFacts, draft: TableDraft, command: LayoutCommand) -> Refused:
    table = draft.state
    refused = check_guest(table, command.player) or _check_time(facts, table, command.round)
    if refused is not None:
        return refused
    match command:
        case PlaceChip():
            return _place(facts, draft, command)
        case Undo():
            return _undo(facts, draft, command)
        case RepeatLastBet(player):
            return _repeat(facts, draft, player)
        case DoubleChips(player):
            return _double(facts, draft, player)
        case Confirm(player):
            return _confirm(facts, draft, player)


def _undo(facts: TableFacts, draft: TableDraft, command: Undo) -> Refused:
    moves = layout_of(draft.state).staged.get(command.player, ())
    there = [spot for move in moves for spot, _ in move]
    if not there or (command.spot is not None and command.spot not in there):
        return reject("nothing_to_undo", layout_engine(facts).rules.bets_need_confirmation.rule)
    draft.emit(ChipsTaken(command.player, command.everything, command.spot))
    return None


def _check_time(facts: TableFacts, table: Table, number: int) -> Refused:
    if table.phase is not Phase.BETTING or table.round != number:
        return reject("betting_closed", facts.no_more_bets, round=number)
    return None


def _place(facts: TableFacts, draft: TableDraft, command: PlaceChip) -> Refused:
    layout, limits = layout_engine(facts), facts.limits
    if command.spot not in layout.spots:
        return reject("no_such_spot", layout.no_such_spot(command.spot))
    if command.chip not in limits.chips.value:
        return reject("no_such_chip", limits.chips.rule, chip=command.chip)
    if (refused := _check_staged(facts, draft.state, command.player, command.chip)) is not None:
        return refused
    draft.emit(ChipsPlaced(command.player, ((command.spot, command.chip),)))
    return None if layout.rules.bets_need_confirmation.value else _confirm(facts, draft, command.player)


def _repeat(facts: TableFacts, draft: TableDraft, player: PlayerId) -> Refused:
    layout, last = layout_engine(facts), layout_of(draft.state).last.get(player)
    if not last:
        return reject("no_previous_bet", layout.no_last_bet)
    refused = _check_staged(facts, draft.state, player, sum(amount for _, amount in last))
    if refused is not None:
        return refused
    draft.emit(ChipsPlaced(player, last))
    return None if layout.rules.bets_need_confirmation.value else _confirm(facts, draft, player)


def _double(facts: TableFacts, draft: TableDraft, player: PlayerId) -> Refused:
    layout, felt = layout_engine(facts), layout_of(draft.state)
    staged = tuple(chip for move in felt.staged.get(player, ()) for chip in move)
    there = merged((*felt.bets.get(player, ()), *staged))
    if not there:
        return reject("nothing_placed", layout.rules.bets_need_confirmation.rule)
    refused = _check_staged(facts, draft.state, player, sum(amount for _, amount in there))
    if refused is not None:
        return refused
    draft.emit(ChipsPlaced(player, there))
    return None if layout.rules.bets_need_confirmation.value else _confirm(facts, draft, player)


def _check_staged(facts: TableFacts, table: Table, player: PlayerId, more: int) -> Refused:
    """The rejection if `more` would bring a player's unconfirmed chips above the maximum of a round, or None."""
    staged = sum(amount for move in layout_of(table).staged.get(player, ()) for _, amount in move)
    return _check_total(facts.limits, staged + more)


def _confirm(facts: TableFacts, draft: TableDraft, player: PlayerId) -> Refused:
    """Turn a player's chips into bets; one spot out of limits refuses them all, unless the edition says otherwise."""
    felt, layout = layout_of(draft.state), layout_engine(facts)
    chips = merged(tuple(chip for move in felt.staged.get(player, ()) for chip in move))
    rule = layout.rules.bets_need_confirmation.rule
    if not chips:
        return reject("nothing_placed", rule)
    before = felt.bets.get(player, ())
    accepted, refused = _within_limits(facts.limits, before, chips)
    if refused is not None and (layout.rejects_all or not accepted):
        return refused
    kept = tuple(chip for chip in chips if chip not in accepted)
    refused = _check_total(facts.limits, sum(amount for _, amount in (*before, *accepted)))
    if refused is not None:
        return refused
    draft.emit(BetsConfirmed(player, draft.state.round, accepted, rule, kept))
    return None


def _within_limits(limits: Limits, before: Bets, chips: Bets) -> tuple[Bets, Refused]:
    """The chips whose spots stay within the limits, and the first rejection of the others."""
    there = dict(before)
    accepted, first = [], None
    for spot, amount in chips:
        refused = check_amount(limits, there.get(spot, 0) + amount)
        if refused is None:
            accepted.append((spot, amount))
        first = first or refused
    return tuple(accepted), first


def _check_total(limits: Limits, total: int) -> Refused:
    most = limits.round_max
    if total > most.value:
        return reject("above_round_maximum", most.rule, amount=total, most=most.value)
    return None


def close_if_all_confirmed(facts: TableFacts, draft: TableDraft, now: Instant) -> None:
    """Close the betting early once every player has confirmed, where the rules say so."""
    closes, table = layout_engine(facts).rules.betting_closes, draft.state
    waits = table.phase is not Phase.BETTING or table.hold is not None
    if closes.value is BettingCloses.ALL_CONFIRMED_OR_TIME and not waits and _everybody_confirmed(table):
        close(facts, draft, now, closes.rule)


def _everybody_confirmed(table: Table) -> bool:
    """Whether every connected player at the table has a bet."""
    connected = [player for player, here in table.guests.items() if here]
    return bool(connected) and all(layout_of(table).bets.get(player) for player in connected)
