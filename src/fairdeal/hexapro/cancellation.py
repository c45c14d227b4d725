"""
Sharing the drawn pool of a HexaPro game that is cancelled (CANC-55).

Shares by the Independent Chip Model go to the nearest cents that add up, which is how the rules' own examples are rounded.
"""

from fairdeal.kernel import Cents, Rejection, portion, reject
from fairdeal.rulebook.schema.tournament import StartedPolicy
from fairdeal.tournament.cancellation.case import Case, Entrant
from fairdeal.tournament.cancellation.plan import Stage, What
from fairdeal.tournament.cancellation.shares import by_weight, to_nearest
from fairdeal.tournament.cancellation.stages import Shared
from fairdeal.tournament.director.prizes.payouts import total
from fairdeal.tournament.icm import exact_prize_equities


def share_drawn_pool(case: Case, policy: StartedPolicy) -> Shared | Rejection:
    """The fee and a fixed part of the whole pool for each; by ICM what prizes already paid leave of the rest."""
    rule = policy.hexapro_each_percent.rule
    shared = Shared(Stage.DRAWN_POOL, rule, case.remaining)
    count, pool = len(shared.remaining), total(case.prizes)
    each = Cents(portion(pool, policy.hexapro_each_percent.value, policy.rounding.value))
    rest = pool - sum(entrant.received for entrant in case.entrants) - count * each
    if rest < 0:
        return reject("pool_too_small", rule, pool=pool, each=each)
    open_places = by_weight(rest, [prize.value for prize in case.prizes[:count]])
    shared.give(What.EACH_PART, [each] * count, rule)
    shared.give(What.BY_ICM, to_nearest(exact_prize_equities(shared.chips, open_places)), rule)
    fees = [_fee(entrant, policy) for entrant in shared.remaining]
    shared.give(What.FEE, fees, policy.hexapro_fee_percent.rule)
    return shared


def _fee(entrant: Entrant, policy: StartedPolicy) -> Cents:
    """The fee inside the buy-in, as far as it comes back."""
    if entrant.forfeits:
        return Cents(0)
    buy_in = sum(payment.price for payment in entrant.payments)
    return Cents(portion(buy_in, policy.hexapro_fee_percent.value, policy.hexapro_fee_rounding.value))
