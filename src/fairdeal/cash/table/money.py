"""Money added to a stack after the buy-in: top-up, re-buy, auto top-up (BUY-01, BUY-05, BZ-03)."""

from fairdeal.cash.buy_in import TopUpLimits, refill_amount, top_up_limits
from fairdeal.cash.rules import CashRules
from fairdeal.cash.table.commands import Refill, SetAutoTopUp, TopUp
from fairdeal.cash.table.events import AutoTopUpSet, RefillPassed, TableEvent, ToppedUp
from fairdeal.cash.table.evolve import evolve
from fairdeal.cash.table.facts import TableFacts
from fairdeal.cash.table.hand_end import TableDraft, bring_back
from fairdeal.cash.table.state import CashTable
from fairdeal.kernel import Cents, Draft, Instant, Rejection, RuleId, Verdict, reject

_AUTO_TOP_UP = RuleId("BUY-05")


def top_up(facts: TableFacts, table: CashTable, command: TopUp, now: Instant) -> Verdict[TableEvent]:
    """Add money to a stack, during a hand as pending; checks seat, leaving, amount, limit, in this order."""
    seat = table.seat_of(command.player)
    if seat < 0:
        return reject("not_seated")
    chair = table.chair_at(seat)
    if chair.leaves or table.closing is not None:
        return reject("player_is_leaving")
    rules = facts.rules[table.edition]
    if command.amount <= 0:
        return reject("amount_not_positive", rules.table_stakes.rule)
    stack = stack_now(table, seat) + chair.pending_top_up
    in_hand = table.plays_hand(seat)
    refusal = _check_limits(rules, top_up_limits(rules, Cents(stack), in_hand=in_hand), command.amount)
    if refusal is not None:
        return refusal
    draft: TableDraft = Draft(table, evolve)
    draft.emit(ToppedUp(seat, chair.player, command.amount, in_hand, rules.top_up_limit.rule))
    if not in_hand:
        bring_back(rules, draft, seat, now)
    return draft


def set_auto_top_up(facts: TableFacts, table: CashTable, command: SetAutoTopUp, _now: Instant) -> Verdict[TableEvent]:
    """Switch auto top-up, where the edition has it."""
    seat = table.seat_of(command.player)
    if seat < 0:
        return reject("not_seated")
    if facts.rules[table.edition].auto_top_up is None:
        return reject("no_such_option")
    if command.on == table.chair_at(seat).auto_top_up:
        return ()
    return (AutoTopUpSet(seat, command.on),)


def refill(facts: TableFacts, table: CashTable, command: Refill, now: Instant) -> Verdict[TableEvent]:
    """Auto top-up after a hand: to the initial buy-in, or as far as the wallet goes; it never makes a stack smaller."""
    seat = table.seat_of(command.player)
    if seat < 0:
        return reject("not_seated")
    chair = table.chair_at(seat)
    rules = facts.rules[table.edition]
    if not chair.refill_due or command.number != table.hands_opened or rules.auto_top_up is None:
        return reject("stale_hand")
    assert command.available is not None, "the runtime looks at the wallet"
    auto = rules.auto_top_up
    amount = refill_amount(rules, stack=chair.stack, initial=chair.initial_buy_in, available=command.available)
    if amount <= 0:
        return (RefillPassed(seat, auto.to_initial_buy_in.rule),)
    draft: TableDraft = Draft(table, evolve)
    draft.emit(ToppedUp(seat, chair.player, amount, pending=False, rule=auto.to_initial_buy_in.rule))
    bring_back(rules, draft, seat, now)
    return draft


def stack_now(table: CashTable, seat: int) -> Cents:
    """The chips a player has behind now, also in mid-hand."""
    if table.running is None or not table.plays_hand(seat):
        return table.chair_at(seat).stack
    return Cents(table.running.hand.stacks[table.place_of(seat)])


def _check_limits(rules: CashRules, limits: TopUpLimits, amount: int) -> Rejection | None:
    rule = limits.why.rule
    if rules.banzai is not None:
        return None if amount == limits.maximum else reject("top_up_must_be_exact", rule, exactly=limits.maximum)
    if amount > limits.maximum:
        return reject("top_up_too_large", rule, most=limits.maximum)
    if amount < limits.minimum:
        return reject("re_buy_too_small", rules.buy_in_min.rule, least=limits.minimum)
    return None
