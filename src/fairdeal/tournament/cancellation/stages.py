"""
Sharing the pool of a started tournament among those who remain, by how far it had come (CANC-53, CANC-54, CANC-56).

Shares by chips are cut to cents and the rest goes to the largest stacks (CANC-53b). Shares by the Independent Chip Model go to the
nearest cents that add up, which is how the rules' own examples are rounded (CANC-54c).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import floor
from typing import Final

from fairdeal.kernel import PPM_WHOLE, Cents, PlayerId, RuleId, share_evenly
from fairdeal.rulebook.schema.tournament import StartedPolicy
from fairdeal.tournament.cancellation.case import Case, Entrant
from fairdeal.tournament.cancellation.plan import Part, Stage, What
from fairdeal.tournament.cancellation.shares import by_weight, cut_down, to_nearest
from fairdeal.tournament.icm import exact_prize_equities

FEES_IN_THE_MONEY: Final = RuleId("CANC-54a")
"""The clause that repeats for the money what the edition's value says under CANC-53a."""


@dataclass(slots=True)
class Shared:
    """The parts that each remaining player gets; filled step by step."""

    stage: Stage
    rule: RuleId
    remaining: tuple[Entrant, ...]  # largest stack first
    parts: dict[PlayerId, list[Part]] = field(default_factory=dict)

    def give(self, what: What, amounts: Sequence[Cents], rule: RuleId) -> None:
        """Give each remaining player a part, in the order of `remaining`."""
        for entrant, amount in zip(self.remaining, amounts, strict=True):
            self.parts.setdefault(entrant.player, []).append(Part(what, amount, rule))

    @property
    def chips(self) -> list[int]:
        """The stacks of the remaining players."""
        return [entrant.chips or 0 for entrant in self.remaining]


def share_by_stage(case: Case, policy: StartedPolicy) -> Shared:
    """Share the pool by how far the tournament had come; the shares add up to the whole pool."""
    if not case.in_the_money:
        return _before_money(case, policy)
    if case.final_table and policy.final_table_by_icm.value:
        return _final_table(case, policy)
    return _in_the_money(case, policy)


def give_bounties(shared: Shared, case: Case, rule: RuleId) -> None:
    """Give each player their own bounty (CANC-56), and share out bounties that nobody won, odd cents to the largest stacks."""
    own = [entrant.bounty for entrant in shared.remaining]
    unwon = share_evenly(max(0, case.funds.bounties - sum(own)), len(own))
    shared.give(What.BOUNTY, [Cents(head + share) for head, share in zip(own, unwon, strict=True)], rule)


def _before_money(case: Case, policy: StartedPolicy) -> Shared:
    """One part of the pot equally, the other by chips; of what the house added, only a freeroll's pool (CANC-53)."""
    rule = policy.equal_part_percent.rule
    pot = case.supplied
    if case.freeroll and policy.freeroll_pool_is_shared.value:
        pot, rule = Cents(pot + case.added), policy.freeroll_pool_is_shared.rule
    elif policy.overlay_is_shared_before_money.value:
        pot = Cents(pot + case.added)
    shared = Shared(Stage.BEFORE_MONEY, rule, case.remaining)
    _share_pot(shared, pot, policy.equal_part_percent.value)
    _give_fees_back(shared, policy, policy.fees_of_remaining_refunded.rule)
    return shared


def _share_pot(shared: Shared, pot: Cents, equal_part: int) -> None:
    """One part equally, the other by chips; every cent is shared."""
    equal = Fraction(pot * equal_part, PPM_WHOLE)
    each = equal / len(shared.remaining)
    by_chips = by_weight(pot - equal, shared.chips)
    amounts = cut_down([each + share for share in by_chips])
    equally = Cents(floor(each))
    shared.give(What.EQUAL_PART, [equally] * len(amounts), shared.rule)
    shared.give(What.BY_CHIPS, [Cents(amount - equally) for amount in amounts], shared.rule)


def share_of_those_out(case: Case, policy: StartedPolicy | None, refund: RuleId) -> Mapping[PlayerId, Sequence[Part]]:
    """
    What the players of a last phase share when it never starts: what others paid in, who lost it in a first phase.

    It is divided like the pot of a tournament that has started; equally where the edition shares no pots.
    """
    pot = Cents(case.supplied - sum(entrant.supplied for entrant in case.entrants if not entrant.out_before))
    if pot <= 0 or not case.remaining:
        return {}
    rule = refund if policy is None else policy.equal_part_percent.rule
    shared = Shared(Stage.BEFORE_START, rule, case.remaining)
    _share_pot(shared, pot, PPM_WHOLE if policy is None else policy.equal_part_percent.value)
    return shared.parts


def _in_the_money(case: Case, policy: StartedPolicy) -> Shared:
    """The lowest prize still open for each, the rest of the open prizes by chips (CANC-54b)."""
    switch = policy.lowest_prize_each_then_chips
    shared = Shared(Stage.IN_THE_MONEY, switch.rule, case.remaining)
    prizes = _open_prizes(case, policy)
    lowest = min(prizes) if switch.value else Cents(0)
    rest = sum(prizes) - lowest * len(prizes)
    shared.give(What.LOWEST_PRIZE, [lowest] * len(prizes), switch.rule)
    shared.give(What.BY_CHIPS, cut_down(by_weight(rest, shared.chips)), switch.rule)
    _give_fees_back(shared, policy, FEES_IN_THE_MONEY)
    return shared


def _final_table(case: Case, policy: StartedPolicy) -> Shared:
    """What each stack is worth of the prizes still open (CANC-54c)."""
    rule = policy.final_table_by_icm.rule
    shared = Shared(Stage.FINAL_TABLE, rule, case.remaining)
    equities = exact_prize_equities(shared.chips, _open_prizes(case, policy))
    shared.give(What.BY_ICM, to_nearest(equities), rule)
    _give_fees_back(shared, policy, FEES_IN_THE_MONEY)
    return shared


def _open_prizes(case: Case, policy: StartedPolicy) -> list[Cents]:
    """Prizes of the places nobody has taken yet, the first first; what is not money at its worth (CANC-54d)."""
    converted = policy.other_prizes_become_money.value
    prizes = case.prizes[: len(case.remaining)]
    return [prize.value if converted else prize.money for prize in prizes]


def _give_fees_back(shared: Shared, policy: StartedPolicy, rule: RuleId) -> None:
    """Fees of those who remain, re-buys and add-ons included (CANC-53a)."""
    if policy.fees_of_remaining_refunded.value:
        shared.give(What.FEE, [entrant.fees for entrant in shared.remaining], rule)
