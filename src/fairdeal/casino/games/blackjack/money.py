"""The money that events of a blackjack table move, and the balances that decisions need."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

from fairdeal.bank.accounts import site_wallet
from fairdeal.casino.games.blackjack import events
from fairdeal.casino.games.blackjack.commands import BetBehind, Choice, Decide, PlaceBet
from fairdeal.casino.games.blackjack.decisions import followers
from fairdeal.casino.games.blackjack.felt import boxes_of
from fairdeal.casino.table.commands import TableCommand
from fairdeal.casino.table.events import GameEvent
from fairdeal.casino.table.facts import TableFacts
from fairdeal.casino.table.postings import FundsNeeded, Moved
from fairdeal.casino.table.state import Table
from fairdeal.kernel import UNITS_PER_CENT, AccountId, Cents, PlayerId

_MOVING: Final = frozenset(
    {events.BetPlaced, events.InsuranceAnswered, events.Decided, events.BetReturned, events.HoleChecked}
)


def moved(facts: TableFacts, event: GameEvent) -> Moved | None:
    """The money that an event moves, or None."""
    if type(event) not in _MOVING:  # most events
        return None
    match event:
        case events.Decided():
            if not event.extras:
                return None
            return Moved(facts.casino.blackjack.double_allowed.rule, staked=event.extras)
        case events.BetPlaced() | events.InsuranceAnswered():
            return Moved(event.rule, staked=((event.player, event.amount),))
        case events.BetReturned():
            return Moved(event.rule, returned=((event.player, event.amount),))
        case events.HoleChecked():
            return Moved(event.rule, payments=event.payments, part="insurance")
        case _:
            return None


def funds_needed(facts: TableFacts, table: Table, command: TableCommand) -> dict[PlayerId, FundsNeeded]:
    """The wallets and bets of those who follow a double or split from behind, by player."""
    if not isinstance(command, Decide) or command.choice not in (Choice.DOUBLE, Choice.SPLIT):
        return {}
    felt = boxes_of(table)
    return {
        player: FundsNeeded(site_wallet(facts.tender, player), felt.wagers[player].original)
        for player in followers(table, felt.seat_of(command.player))
    }


def with_funds(
    facts: TableFacts, table: Table, command: TableCommand, balances: Mapping[AccountId, int]
) -> TableCommand:
    """The command with what is in those wallets."""
    needed = funds_needed(facts, table, command)
    if not needed:
        return command
    assert isinstance(command, Decide)
    funds = ((player, Cents(balances.get(each.wallet, 0) // UNITS_PER_CENT)) for player, each in needed.items())
    return replace(command, funds=tuple(funds))


def with_hands_elsewhere(command: TableCommand, count: Callable[[PlayerId], int]) -> TableCommand:
    """A bet with the number of hands the player bets on at other tables (BJ-55)."""
    if not isinstance(command, PlaceBet | BetBehind):
        return command
    return replace(command, elsewhere=count(command.player))


def amended(command: TableCommand) -> TableCommand | None:
    """The decision once more, so that a follower who has spent the money meanwhile is no longer among those who follow."""
    if isinstance(command, Decide) and command.funds is None:
        return replace(command, funds=())
    return None
