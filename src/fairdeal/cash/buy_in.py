"""With how much one sits down, and how much one may add (BUY-01 to BUY-05, BZ-02, BZ-03)."""

from dataclasses import dataclass

from fairdeal.cash.banzai import banzai_limits
from fairdeal.cash.guest import BuyInLimits, Guest
from fairdeal.cash.ratholing import return_limits
from fairdeal.cash.rules import CashRules
from fairdeal.kernel import Cents, Instant, Ruling, TableId, rule_on


@dataclass(frozen=True, slots=True)
class TopUpLimits:
    """How much may be added to a stack, and why; a maximum of nothing means not at all."""

    minimum: Cents
    maximum: Cents
    why: Ruling

    def admits(self, amount: Cents) -> bool:
        """Whether that may be added."""
        return amount > 0 and self.minimum <= amount <= self.maximum


def buy_in_limits(rules: CashRules, guest: Guest, table: TableId | None, now: Instant) -> BuyInLimits:
    """What the player may sit down with at that table; None stands for a table the player never saw."""
    if rules.banzai is not None:
        return banzai_limits(rules, guest, table, now)
    return return_limits(rules, guest, table, now) or ordinary_limits(rules)


def ordinary_limits(rules: CashRules) -> BuyInLimits:
    """What a stake asks of somebody who did not just leave it."""
    low, high = rules.buy_in_min, rules.buy_in_max
    why = rule_on("buy_in_range", low.rule, big_blind=rules.big_blind)
    return BuyInLimits(low.value, high.value, why)


def carried_limits(rules: CashRules, guest: Guest, stack: Cents) -> BuyInLimits:
    """What a player of a broken table sits down with elsewhere: exactly the stack, which owes nothing any more."""
    owed = next((left for left in reversed(guest.obligations) if left.stack == stack), None)
    why = rule_on("moved", rules.players_min.rule, left_with=stack)
    return BuyInLimits(stack, stack, why, (stack,), obligation=owed)


def top_up_limits(rules: CashRules, stack: Cents, *, in_hand: bool = False) -> TopUpLimits:
    """
    How much may be added to a stack, waiting top-ups included in it.

    Never above the table's maximum, whatever one sat down with; in Banzai exactly up to its stack. Whoever has lost
    everything enters the game again, and brings at least what entering takes; an all-in in a hand is not lost yet.
    """
    target = rules.top_up_limit
    room = Cents(max(0, target.value - stack))
    enters = stack == 0 and not in_hand
    least = room if rules.banzai is not None else rules.buy_in_min.value if enters else Cents(1)
    why = rule_on("top_up_range", target.rule, stack=stack, most=target.value)
    return TopUpLimits(min(least, room), room, why)


def refill_amount(rules: CashRules, *, stack: Cents, initial: Cents, available: Cents) -> Cents:
    """
    What auto top-up moves after a hand: up to the initial buy-in, as far as the wallet goes.

    Whoever came back with more than others may sit down with is refilled to that too: the rule names the initial buy-in and no
    other limit. In Banzai all of it or nothing, because only the exact stack may be topped up to (BZ-03, X-51).
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
