"""What the events of a cash table mean in money, and whether the ledger agrees with the chairs."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from fairdeal.bank.accounts import pending_top_up, pot, rake, seat
from fairdeal.bank.rakeback import accrual_chain, rakeback_of_hand
from fairdeal.bank.transfer import Chain, Reason, chain_of, move, moving
from fairdeal.bank.wallet import buy_in, cash_out, table_wallet
from fairdeal.cash.table.events import HandEnded, Left, SatDown, TableEvent, ToppedUp, TopUpApplied, TopUpReturned
from fairdeal.cash.table.facts import TableFacts
from fairdeal.cash.table.state import CashTable
from fairdeal.kernel import AccountId, Cents, EventRef, PlayerId, units_of


def transfers_of(facts: TableFacts, event: TableEvent, ref: EventRef) -> Chain:
    """The chain of transfers that an event causes; most cause none."""
    post = _POSTINGS.get(type(event))
    return () if post is None else post(facts, event, ref)


def expected_balances(facts: TableFacts, table: CashTable) -> dict[AccountId, int]:
    """The balances that the table's accounts must have, in units; the pot is empty between hands."""
    expected: dict[AccountId, int] = {pot(facts.tender, facts.table): 0}
    for chair in table.chairs:
        if chair is not None:
            expected[_seat(facts, chair.player)] = units_of(chair.stack)
            expected[_pending(facts, chair.player)] = units_of(chair.pending_top_up)
    return expected


def audit(facts: TableFacts, table: CashTable, balances: Mapping[AccountId, int]) -> dict[AccountId, tuple[int, int]]:
    """
    The accounts of the table whose balance is wrong, each with its actual and its expected balance.

    `balances` are those of all seat, pending and pot accounts of the table; a missing one counts as zero.
    """
    expected = expected_balances(facts, table)
    accounts = expected.keys() | balances.keys()
    found = {account: (balances.get(account, 0), expected.get(account, 0)) for account in accounts}
    return {account: both for account, both in found.items() if both[0] != both[1]}


def _sat_down(facts: TableFacts, event: SatDown, ref: EventRef) -> Chain:
    stake = facts.stake
    return chain_of(ref, [buy_in(stake.wallet, stake.money, facts.table, event.player, event.buy_in)])


def _topped_up(facts: TableFacts, event: ToppedUp, ref: EventRef) -> Chain:
    to = _pending(facts, event.player) if event.pending else _seat(facts, event.player)
    return chain_of(ref, [move(_wallet(facts, event.player), to, event.amount, Reason.TOP_UP, event.rule)])


def _top_up_applied(facts: TableFacts, event: TopUpApplied, ref: EventRef) -> Chain:
    source, to = _pending(facts, event.player), _seat(facts, event.player)
    return chain_of(ref, [move(source, to, event.amount, Reason.TOP_UP)])


def _top_up_returned(facts: TableFacts, event: TopUpReturned, ref: EventRef) -> Chain:
    source, to = _pending(facts, event.player), _wallet(facts, event.player)
    return chain_of(ref, [move(source, to, event.amount, Reason.REFUND, event.rule)])


def _left(facts: TableFacts, event: Left, ref: EventRef) -> Chain:
    stake = facts.stake
    out = cash_out(stake.wallet, stake.money, facts.table, event.player, event.stack)
    source, to = _pending(facts, event.player), _wallet(facts, event.player)
    return chain_of(ref, moving([out, move(source, to, event.pending, Reason.REFUND, event.rule)]))


def _hand_ended(facts: TableFacts, event: HandEnded, ref: EventRef) -> Chain:
    """Losers' seats → pot, pot → winners' seats, pot → rake, and from the rake the rakeback of players."""
    middle = pot(facts.tender, facts.table)
    nets = _nets(event)
    moves = [move(_seat(facts, player), middle, Cents(-net), Reason.HAND) for player, net in nets if net < 0]
    moves += [move(middle, _seat(facts, player), net, Reason.HAND) for player, net in nets if net > 0]
    if event.rake == 0:
        return chain_of(ref, moves)
    rules = facts.rules[event.edition]
    house = rake(facts.tender, rules.edition, rules.stake_key)
    moves.append(move(middle, house, event.rake, Reason.RAKE, event.rake_rule))
    chain = chain_of(ref, moves)
    if rules.rakeback is None:
        return chain
    earned = rakeback_of_hand(rules.rakeback, event.rake, event.contributed)
    owed = list(zip(event.players, earned, strict=True))
    return (*chain, *accrual_chain(rules.rakeback, facts.tender, house, owed, event.at, ref.leg(len(chain))))


def _nets(event: HandEnded) -> list[tuple[PlayerId, Cents]]:
    net = [Cents(after - before) for before, after in zip(event.before, event.after, strict=True)]
    return list(zip(event.players, net, strict=True))


def _wallet(facts: TableFacts, player: PlayerId) -> AccountId:
    return table_wallet(facts.stake.wallet, facts.stake.money, player)


def _seat(facts: TableFacts, player: PlayerId) -> AccountId:
    return seat(facts.tender, facts.table, player)


def _pending(facts: TableFacts, player: PlayerId) -> AccountId:
    return pending_top_up(facts.tender, facts.table, player)


_POSTINGS: Final[dict[type[Any], Callable[[TableFacts, Any, EventRef], Chain]]] = {
    SatDown: _sat_down,
    ToppedUp: _topped_up,
    TopUpApplied: _top_up_applied,
    TopUpReturned: _top_up_returned,
    Left: _left,
    HandEnded: _hand_ended,
}
