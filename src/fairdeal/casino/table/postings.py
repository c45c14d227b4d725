"""What the events of a casino table mean in money, and whether the ledger agrees with the table."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from fairdeal.bank.accounts import Purpose, Tender, site_wallet
from fairdeal.bank.transfer import Chain, Move, Reason, chain_of, move, moving
from fairdeal.casino.table import box_events, events
from fairdeal.casino.table.facts import TableFacts
from fairdeal.casino.table.rounds import escrow
from fairdeal.casino.table.state import Payment, Table
from fairdeal.kernel import AccountId, Cents, EventRef, PlayerId, RuleId, TableId, units_of


def bet_account(tender: Tender, table: TableId, player: PlayerId) -> AccountId:
    """Where a player's accepted bets at a table wait for their result."""
    return tender.account(Purpose.BET, f"{table}/{player}")


def bankroll(tender: Tender) -> AccountId:
    """The one place that pays winning bets and collects losing ones."""
    return tender.account(Purpose.BANKROLL, "casino")


def transfers_of(facts: TableFacts, event: events.TableEvent, ref: EventRef) -> Chain:
    """The chain of transfers an event means; most mean none."""
    post = _POSTINGS.get(type(event))
    return () if post is None else post(facts, event, ref)


def expected_balances(facts: TableFacts, table: Table) -> dict[AccountId, int]:
    """What the table's bet accounts must hold, in units."""
    return {
        bet_account(facts.tender, facts.table, player): units_of(staked) for player, staked in escrow(table).items()
    }


def audit(facts: TableFacts, table: Table, balances: Mapping[AccountId, int]) -> dict[AccountId, tuple[int, int]]:
    """Bet accounts of the table that do not hold what they must: what they hold, and what they should."""
    expected = expected_balances(facts, table)
    accounts = expected.keys() | balances.keys()
    found = {account: (balances.get(account, 0), expected.get(account, 0)) for account in accounts}
    return {account: both for account, both in found.items() if both[0] != both[1]}


def _bets(facts: TableFacts, ref: EventRef, bets: Iterable[tuple[PlayerId, Cents]], rule: RuleId | None) -> Chain:
    """Wallets → bet accounts."""
    moves = (move(_wallet(facts, who), _bet(facts, who), amount, Reason.BET, rule) for who, amount in bets)
    return chain_of(ref, moving(moves))


def _confirmed(facts: TableFacts, event: events.BetsConfirmed, ref: EventRef) -> Chain:
    total = Cents(sum(amount for _, amount in event.bets))
    return _bets(facts, ref, [(event.player, total)], event.rule)


def _placed(facts: TableFacts, event: box_events.BetPlaced, ref: EventRef) -> Chain:
    return _bets(facts, ref, [(event.player, event.amount)], event.rule)


def _insured(facts: TableFacts, event: box_events.InsuranceAnswered, ref: EventRef) -> Chain:
    return _bets(facts, ref, [(event.player, event.amount)], event.rule)


def _decided(facts: TableFacts, event: box_events.Decided, ref: EventRef) -> Chain:
    return _bets(facts, ref, event.extras, facts.blackjack.double_allowed.rule)


def _returned(facts: TableFacts, event: box_events.BetReturned, ref: EventRef) -> Chain:
    back = move(_bet(facts, event.player), _wallet(facts, event.player), event.amount, Reason.REFUND, event.rule)
    return chain_of(ref, moving([back]))


def _settled(
    facts: TableFacts, event: events.RoundSettled | events.RoundVoided | box_events.HoleChecked, ref: EventRef
) -> Chain:
    """Bet accounts → house and wallets, house → wallets."""
    moves = (each for payment in event.payments for each in _moves(facts, payment, event.rule))
    return chain_of(ref, moving(moves))


def _moves(facts: TableFacts, each: Payment, rule: RuleId | None) -> tuple[Move, ...]:
    bet, wallet, house = _bet(facts, each.player), _wallet(facts, each.player), bankroll(facts.tender)
    return (
        move(bet, house, each.lost, Reason.BET, rule),
        move(bet, wallet, each.returned, Reason.REFUND, rule),
        move(house, wallet, each.won, Reason.WIN, rule),
        move(house, wallet, each.given_back, Reason.REFUND, rule),
    )


def _wallet(facts: TableFacts, player: PlayerId) -> AccountId:
    return site_wallet(facts.tender, player)


def _bet(facts: TableFacts, player: PlayerId) -> AccountId:
    return bet_account(facts.tender, facts.table, player)


_POSTINGS: Final[dict[type[Any], Callable[[TableFacts, Any, EventRef], Chain]]] = {
    events.BetsConfirmed: _confirmed,
    box_events.BetPlaced: _placed,
    box_events.InsuranceAnswered: _insured,
    box_events.Decided: _decided,
    box_events.BetReturned: _returned,
    events.RoundSettled: _settled,
    events.RoundVoided: _settled,
    box_events.HoleChecked: _settled,
}
