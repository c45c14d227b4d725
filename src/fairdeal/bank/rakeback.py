"""
Rakeback: the part of the rake that players earn back hand by hand, owed as a balance of the month (RB-01 to RB-05).

A player's share of a hand is what they put in over what all put in, cut to the edition's precision; what they earn is
that share of the rake, cut to a unit of the ledger (or to a cent, where the edition cuts every hand). It moves from the rake
to the player's account of the month, so what the house owes is a balance, and paying empties it.
"""

from collections.abc import Sequence

from fairdeal.bank.accounts import Tender, accrued_rakeback
from fairdeal.bank.transfer import Chain, Move, Reason, chain_of, moving
from fairdeal.kernel import (
    PPM_WHOLE,
    UNITS_PER_CENT,
    AccountId,
    Cents,
    EventRef,
    Instant,
    PlayerId,
    Rounding,
    Units,
    cents_of,
    divide,
    local_month,
    portion,
    units_of,
)
from fairdeal.rulebook.schema.choices import RakebackCut
from fairdeal.rulebook.schema.money import Rakeback


def rakeback_of_hand(rules: Rakeback, rake: Cents, contributed: Sequence[int]) -> tuple[Units, ...]:
    """What each player of a cash hand earns, by place; `contributed` are their called chips (RAKE-11)."""
    pot = sum(contributed)
    if rake == 0 or pot == 0:
        return (Units(0),) * len(contributed)
    precision = rules.share_precision_percent.value
    shares = [divide(put_in * PPM_WHOLE, pot * precision, Rounding.DOWN) * precision for put_in in contributed]
    whole = units_of(rake) * rules.percent.value
    return tuple(_cut(rules, Units(divide(whole * share, PPM_WHOLE**2, Rounding.DOWN))) for share in shares)


def rakeback_of_fee(rules: Rakeback, fee: Cents) -> Units:
    """The rakeback that a tournament fee earns: zero, unless the edition counts tournaments (RB-05)."""
    if not rules.tournaments_count.value:
        return Units(0)
    return _cut(rules, Units(portion(units_of(fee), rules.percent.value, Rounding.DOWN)))


def shown_rakeback(earned: Units) -> Cents:
    """The rakeback of a hand as shown to the player: cents, rounded down."""
    return cents_of(earned, Rounding.DOWN)


def rakeback_month(rules: Rakeback, now: Instant) -> str:
    """The month ("2026-11") that rakeback earned now belongs to, in the zone of the payment."""
    return local_month(rules.pay_zone.value, now)


def accrual_chain(
    rules: Rakeback,
    tender: Tender,
    rake_account: AccountId,
    earned: Sequence[tuple[PlayerId, Units]],
    ended: Instant,
    ref: EventRef,
) -> Chain:
    """
    The transfers of a hand's rakeback: rake → each player's account of the month in which the hand ended.

    They follow the transfer of the rake itself, in one chain; legs are numbered from `ref`.
    """
    month = rakeback_month(rules, ended)
    reason, rule = Reason.RAKEBACK_EARNED, rules.percent.rule
    moves = (
        Move(rake_account, accrued_rakeback(tender, player, month), amount, reason, rule) for player, amount in earned
    )
    return chain_of(ref, moving(moves))


def _cut(rules: Rakeback, earned: Units) -> Units:
    if rules.cut_to_cents.value is RakebackCut.HAND:
        return Units(earned - earned % UNITS_PER_CENT)
    return earned
