"""
Ratholing: coming back to a table with less than the stack the player left with (RAT-01 to RAT-07).

The check looks at the last departure from the same table within the window; a table of bands says what may be brought back.
"""

from fairdeal.cash.guest import BuyInLimits, Guest
from fairdeal.cash.player.state import Departure
from fairdeal.cash.rules import CashRules
from fairdeal.kernel import Cents, Instant, TableId, rule_on
from fairdeal.rulebook.schema.cash import Ratholing, RatholingTier
from fairdeal.rulebook.schema.choices import ReturnScope


def return_limits(rules: CashRules, guest: Guest, table: TableId | None, now: Instant) -> BuyInLimits | None:
    """The buy-in limits of a player who comes back to a table; None where no departure binds the player there."""
    ratholing = rules.ratholing
    left = None if ratholing is None else _left(ratholing, guest, table, now)
    if ratholing is None or left is None:
        return None
    strict = rules.strict_return
    if strict is not None and strict.value:
        minimum, maximum = max(left.stack, rules.buy_in_min.value), max(left.stack, rules.buy_in_max.value)
        rule = strict.rule
    else:
        tier = _tier(ratholing, rules, left, guest.returns_today)
        minimum, maximum = _amount(tier.big_blinds_min, left, rules), _amount(tier.big_blinds_max, left, rules)
        rule = tier.rule or ratholing.tiers.rule
    if not ratholing.short_wallet_is_refused.value:
        minimum = min(minimum, max(guest.wallet, rules.buy_in_min.value))
    why = rule_on("returns", rule, left_with=left.stack, left_at=left.at, returns=guest.returns_today)
    return BuyInLimits(minimum, maximum, why, return_counted=is_counted(rules, guest, table, now))


def is_counted(rules: CashRules, guest: Guest, table: TableId | None, now: Instant) -> bool:
    """Whether sitting down there counts as a return in the daily counter, in any format (RAT-04, RAT-05)."""
    returns = rules.returns
    left = None if returns is None else _left(returns, guest, table, now)
    return returns is not None and left is not None and left.stack >= _counted_from(returns, rules)


def _counted_from(returns: Ratholing, rules: CashRules) -> int:
    return returns.counted_from_big_blinds.value * rules.big_blind


def _left(ratholing: Ratholing, guest: Guest, table: TableId | None, now: Instant) -> Departure | None:
    """The last departure that still binds, the end of the window included (X-42)."""
    binding = [
        left
        for left in guest.departures
        if now - left.at <= ratholing.window_seconds.value
        and (ratholing.scope.value is ReturnScope.SAME_STAKE or left.table == table)
    ]
    return max(binding, key=lambda left: left.at, default=None)


def _tier(ratholing: Ratholing, rules: CashRules, left: Departure, returns: int) -> RatholingTier:
    return next(tier for tier in ratholing.tiers.value if _fits(tier, left.stack, rules.big_blind, returns))


def _fits(tier: RatholingTier, stack: Cents, big_blind: Cents, returns: int) -> bool:
    """Whether a row applies to that stack and number of returns; a missing bound does not restrict."""
    return (
        (tier.left_with_at_most is None or stack <= tier.left_with_at_most * big_blind)
        and (tier.left_with_less_than is None or stack < tier.left_with_less_than * big_blind)
        and (tier.counter_at_most is None or returns <= tier.counter_at_most)
    )


def _amount(big_blinds: int | None, left: Departure, rules: CashRules) -> Cents:
    return left.stack if big_blinds is None else Cents(big_blinds * rules.big_blind)
