"""Limits of buy-ins, top-ups and auto top-ups (BUY-01 to BUY-05, BZ-02, BZ-03)."""

from dataclasses import dataclass

from fairdeal.cash.banzai import banzai_limits
from fairdeal.cash.guest import BuyInLimits, Guest
from fairdeal.cash.ratholing import return_limits
from fairdeal.cash.rules import CashRules
from fairdeal.kernel import Cents, Instant, Ruling, TableId, rule_on


@dataclass(frozen=True, slots=True)
class TopUpLimits:
    """The least and most that may be added to a stack, with the rule; a maximum of zero means nothing."""

    minimum: Cents
    maximum: Cents
    why: Ruling

    def admits(self, amount: Cents) -> bool:
        """Whether that amount may be added."""
        return amount > 0 and self.minimum <= amount <= self.maximum


def buy_in_limits(rules: CashRules, guest: Guest, table: TableId | None, now: Instant) -> BuyInLimits:
    """The buy-in limits of a player at a table; `table` None stands for one the player never sat at."""
    if rules.banzai is not None:
        return banzai_limits(rules, guest, table, now)
    return return_limits(rules, guest, table, now) or ordinary_limits(rules)


def ordinary_limits(rules: CashRules) -> BuyInLimits:
    """The buy-in limits of a stake for a player whom no earlier departure binds."""
    low, high = rules.buy_in_min, rules.buy_in_max
    why = rule_on("buy_in_range", low.rule, big_blind=rules.big_blind)
    return BuyInLimits(low.value, high.value, why)


def carried_limits(rules: CashRules, guest: Guest, stack: Cents) -> BuyInLimits:
    """The limits for a player moved from a broken table: exactly that stack, which is free of all obligations."""
    owed = next((left for left in reversed(guest.obligations) if left.stack == stack), None)
    why = rule_on("moved", rules.players_min.rule, left_with=stack)
    return BuyInLimits(stack, stack, why, (stack,), obligation=owed)


def top_up_limits(rules: CashRules, stack: Cents, *, in_hand: bool = False) -> TopUpLimits:
    """
    How much may be added to a stack, which includes pending top-ups.

    Never above the table's maximum, whatever the buy-in was; in Banzai exactly up to its stack. A player without chips
    adds at least the minimum buy-in; an all-in in a running hand does not count as being without chips.
    """
    target = rules.top_up_limit
    room = Cents(max(0, target.value - stack))
    enters = stack == 0 and not in_hand
    least = room if rules.banzai is not None else rules.buy_in_min.value if enters else Cents(1)
    why = rule_on("top_up_range", target.rule, stack=stack, most=target.value)
    return TopUpLimits(min(least, room), room, why)


def refill_amount(rules: CashRules, *, stack: Cents, initial: Cents, available: Cents) -> Cents:
    """
    What auto top-up adds after a hand: up to the initial buy-in, limited by the wallet.

    The initial buy-in is the only limit, also where a player came back with more than the maximum buy-in. In Banzai all of it or
    nothing, because only the exact stack may be topped up to (BZ-03, X-51).
    """
    auto = rules.auto_top_up
    if auto is None:
        return Cents(0)
    if rules.banzai is not None:
        initial = min(initial, Cents(auto.banzai_big_blinds_max.value * rules.big_blind))
    wanted = Cents(max(0, initial - stack))
    if rules.banzai is not None:
        return wanted if wanted == top_up_limits(rules, stack).maximum and wanted <= available else Cents(0)
    if available < wanted:
        return available if auto.takes_what_the_wallet_has.value else Cents(0)
    return wanted
