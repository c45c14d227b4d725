"""
Banzai buy-ins: exactly ten big blinds, unless one left the stake with more (BZ-02, BZ-06, BZ-07).

Each departure with more is an obligation to come back with that stack within the window. Some times a day the player may choose to
start afresh instead; after that, or where the edition lets nobody choose, the stack comes back as it was.
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
    """What a returning player may choose; stored, so values are for ever."""

    RESUME = "resume"  # the stack one left with
    RESET = "reset"  # the stack everybody starts with


def banzai_limits(rules: CashRules, guest: Guest, table: TableId | None, now: Instant) -> BuyInLimits:
    """What a player may bring to a Banzai table; None stands for a table the player never saw."""
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
    """The departure that binds the player now, if any: the largest first, or the oldest."""
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
    """What everybody sits down with; leaving with more is remembered."""
    return Cents(banzai.stack_big_blinds.value * rules.big_blind)


def chosen(rules: CashRules, limits: BuyInLimits, choice: Comeback) -> Cents | None:
    """The amount a choice stands for, allowed or not; nothing where there is no stack to resume."""
    if rules.banzai is None:
        return None
    if choice is Comeback.RESET:
        return start_stack(rules, rules.banzai)
    return None if limits.obligation is None else limits.obligation.stack
