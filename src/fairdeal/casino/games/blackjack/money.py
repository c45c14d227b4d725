"""The money that events of a blackjack table move, and the balances that decisions need."""

from collections.abc import Mapping
from dataclasses import replace

from fairdeal.bank.accounts import site_wallet
from fairdeal.casino.games.blackjack import events
from fairdeal.casino.games.blackjack.commands import Choice, Decide
from fairdeal.casino.games.blackjack.decisions import followers
from fairdeal.casino.games.blackjack.felt import boxes_of
from fairdeal.casino.table.commands import TableCommand
from fairdeal.casino.table.events import GameEvent
from fairdeal.casino.table.facts import TableFacts
from fairdeal.casino.table.postings import Moved
from fairdeal.casino.table.state import Table
from fairdeal.kernel import UNITS_PER_CENT, AccountId, Cents, PlayerId


def moved(facts: TableFacts, event: GameEvent) -> Moved | None:
    """The money that an event moves, or None."""
    match event:
        case events.BetPlaced() | events.InsuranceAnswered():
            return Moved(event.rule, staked=((event.player, event.amount),))
        case events.Decided():
            return Moved(facts.casino.blackjack.double_allowed.rule, staked=event.extras)
        case events.BetReturned():
            return Moved(event.rule, returned=((event.player, event.amount),))
        case events.HoleChecked():
            return Moved(event.rule, payments=event.payments, part="insurance")
        case _:
            return None


def wallets_needed(facts: TableFacts, table: Table, command: TableCommand) -> dict[PlayerId, AccountId]:
    """The wallets of those who follow a double or split from behind, by player."""
    if not isinstance(command, Decide) or command.choice not in (Choice.DOUBLE, Choice.SPLIT):
        return {}
    seat = boxes_of(table).seat_of(command.player)
    return {player: site_wallet(facts.tender, player) for player in followers(table, seat)}


def with_funds(
    facts: TableFacts, table: Table, command: TableCommand, balances: Mapping[AccountId, int]
) -> TableCommand:
    """The command with what is in those wallets."""
    wallets = wallets_needed(facts, table, command)
    if not wallets:
        return command
    assert isinstance(command, Decide)
    funds = ((who, Cents(balances.get(wallet, 0) // UNITS_PER_CENT)) for who, wallet in wallets.items())
    return replace(command, funds=tuple(funds))
