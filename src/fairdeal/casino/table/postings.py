"""The ledger transfers of a casino table's events, and the audit of its bet accounts."""

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from fairdeal.bank.accounts import Purpose, Tender, site_wallet
from fairdeal.bank.transfer import Chain, Move, Reason, chain_of, move, moving
from fairdeal.casino.table.events import GameEvent, RoundSettled, RoundVoided, TableEvent
from fairdeal.casino.table.facts import TableFacts
from fairdeal.casino.table.rounds import escrow
from fairdeal.casino.table.state import Payment, Table
from fairdeal.kernel import AccountId, Cents, EventRef, PlayerId, RuleId, TableId, units_of

_ENDS: Final = (RoundSettled, RoundVoided)


class Moved(NamedTuple):
    """The money an event moves: bets made, bets returned, and payments of a round."""

    rule: RuleId | None
    staked: tuple[tuple[PlayerId, Cents], ...] = ()
    returned: tuple[tuple[PlayerId, Cents], ...] = ()  # before the round is played
    payments: tuple[Payment, ...] = ()
    part: str = ""  # the part of a round that is paid before its end


class FundsNeeded(NamedTuple):
    """A wallet whose balance a command needs, and the amount that would be bet from it."""

    wallet: AccountId
    bet: Cents


def bet_account(tender: Tender, table: TableId, player: PlayerId) -> AccountId:
    """The account that holds a player's accepted bets at a table until they are settled."""
    return tender.account(Purpose.BET, f"{table}/{player}")


def bankroll(tender: Tender) -> AccountId:
    """The operator's account that pays winning bets and collects losing ones."""
    return tender.account(Purpose.BANKROLL, "casino")


def moved_by(facts: TableFacts, event: TableEvent) -> Moved | None:
    """The money an event moves, or None."""
    if isinstance(event, GameEvent):
        return facts.game.moved(facts, event)
    return Moved(event.rule, payments=event.payments) if isinstance(event, _ENDS) else None


def transfers_of(facts: TableFacts, event: TableEvent, ref: EventRef) -> Chain:
    """The transfers an event causes: wallets → bet accounts → bankroll and wallets, bankroll → wallets."""
    moved = moved_by(facts, event)
    return () if moved is None else chain_of(ref, moving(_moves(facts, moved)))


def expected_balances(facts: TableFacts, table: Table) -> dict[AccountId, int]:
    """The balances that the table's bet accounts must have, in units."""
    return {
        bet_account(facts.tender, facts.table, player): units_of(staked) for player, staked in escrow(table).items()
    }


def audit(facts: TableFacts, table: Table, balances: Mapping[AccountId, int]) -> dict[AccountId, tuple[int, int]]:
    """The bet accounts whose balance is wrong, each with its actual and its expected balance; empty if all agree."""
    expected = expected_balances(facts, table)
    accounts = expected.keys() | balances.keys()
    found = {account: (balances.get(account, 0), expected.get(account, 0)) for account in accounts}
    return {account: both for account, both in found.items() if both[0] != both[1]}


def _moves(facts: TableFacts, moved: Moved) -> Iterator[Move]:
    house, rule = bankroll(facts.tender), moved.rule
    for player, amount in moved.staked:
        yield move(_wallet(facts, player), _bet(facts, player), amount, Reason.BET, rule)
    for player, amount in moved.returned:
        yield move(_bet(facts, player), _wallet(facts, player), amount, Reason.REFUND, rule)
    for each in moved.payments:
        bet, wallet = _bet(facts, each.player), _wallet(facts, each.player)
        if each.lost:
            yield move(bet, house, each.lost, Reason.BET, rule)
        if each.returned:
            yield move(bet, wallet, each.returned, Reason.REFUND, rule)
        if each.won:
            yield move(house, wallet, each.won, Reason.WIN, rule)
        if each.given_back:
            yield move(house, wallet, each.given_back, Reason.REFUND, rule)


def _wallet(facts: TableFacts, player: PlayerId) -> AccountId:
    return site_wallet(facts.tender, player)


def _bet(facts: TableFacts, player: PlayerId) -> AccountId:
    return bet_account(facts.tender, facts.table, player)
