"""
Banzai buy-ins: exactly ten big blinds, unless the player left the stake with more (BZ-02, BZ-06, BZ-07).

Each departure with more is an obligation to come back with that stack within the window. Some times a day the player may choose to
start afresh instead; after that, or where the edition gives no choice, the player must come back with the same stack.
"""

from enum import StrEnum
from typing import Final

from fairdeal.cash.guest import BuyInLimits, Guest
from fairdeal.cash.player.state import Departure
from fairdeal.cash.ratholing import is_counted
from fairdeal.cash.rules import CashRules
from fairdeal.kernel import Cents, Instant, TableId, rule_on
from fairdeal.rulebook.schema.cash import Banzai
from fairdeal.rulebook.schema.choices import ReturnScope

FORMAT: Final = "banzai"
"""The name of the format in exclusions (BZ-08)."""


class Comeback(StrEnum):
    """What a player who comes back may choose, to resume the old stack or start afresh; stored, so values never change."""

    RESUME = "resume"  # the stack the player left with
    RESET = "reset"  # the stack everybody starts with


def banzai_limits(rules: CashRules, guest: Guest, table: TableId | None, now: Instant) -> BuyInLimits:
    """The buy-in limits of a player at a Banzai table; `table` None stands for one the player never sat at."""
    banzai = rules.banzai
    assert banzai is not None, rules.stake_key
    start = start_stack(rules, banzai)
    owed = obligation(banzai, guest, table, now)
    counted = is_counted(rules, guest, table, now)
    if owed is None:
        why = rule_on("banzai_stack", banzai.stack_big_blinds.rule, big_blinds=banzai.stack_big_blinds.value)
        return BuyInLimits(start, start, why, (start,), return_counted=counted)
    used, allowed = guest.choices_today, banzai.choices_per_day
    numbers = {"left_with": owed.stack, "left_at": owed.at, "choices": used, "choices_max": allowed.value}
    if used < allowed.value:
        why = rule_on("banzai_choice", allowed.rule, **numbers)
        amounts = (start, owed.stack)
        return BuyInLimits(start, owed.stack, why, amounts, counted, obligation=owed, choice_counted=True)
    why = rule_on("banzai_resume", allowed.rule, **numbers)
    return BuyInLimits(owed.stack, owed.stack, why, (owed.stack,), counted, obligation=owed)


def obligation(banzai: Banzai, guest: Guest, table: TableId | None, now: Instant) -> Departure | None:
    """The departure whose stack the player must bring back now, if any; of several, the largest or the oldest, as the edition says."""
    binding = [
        left
        for left in guest.obligations
        if now - left.at <= banzai.return_window_seconds.value
        and (banzai.return_scope.value is ReturnScope.SAME_STAKE or left.table == table)
    ]
    if not binding:
        return None
    return max(binding, key=lambda left: left.stack) if banzai.largest_obligation_first.value else binding[0]


def start_stack(rules: CashRules, banzai: Banzai) -> Cents:
    """The buy-in of every Banzai player; leaving with more creates an obligation."""
    return Cents(banzai.stack_big_blinds.value * rules.big_blind)


def chosen(rules: CashRules, limits: BuyInLimits, choice: Comeback) -> Cents | None:
    """The amount a choice stands for, whether allowed or not; None where there is no stack to resume."""
    if rules.banzai is None:
        return None
    if choice is Comeback.RESET:
        return start_stack(rules, rules.banzai)
    return None if limits.obligation is None else limits.obligation.stack
