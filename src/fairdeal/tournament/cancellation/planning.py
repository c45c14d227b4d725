"""
The cancellation policies of the editions, as one function from a case to a plan of payouts.

Before the start everything comes back. After it, an edition either has the pool shared, as the tournament's format says
(`stages` for most), or has each event publish whether it refunds or resumes.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Final

from fairdeal.kernel import Cents, Rejection, Rounding, RuleId, reject
from fairdeal.rulebook.ruled import Ruled
from fairdeal.rulebook.schema.choices import Leftover, OnServerFailure, Tickets
from fairdeal.rulebook.schema.tournament import Cancellation, FailurePolicy, StartedPolicy
from fairdeal.tournament.cancellation.case import Case, Entrant, Override
from fairdeal.tournament.cancellation.plan import Outcome, Part, Payout, Plan, Stage, TicketFate, What
from fairdeal.tournament.cancellation.stages import Shared, give_bounties, share_by_stage, share_of_those_out
from fairdeal.tournament.director.commands import Cause

ALTERED: Final = RuleId("CANC-57")
"""The right to alter payouts."""

Sharing = Callable[[Case, StartedPolicy], Shared | Rejection]
"""How a format shares the pool of a started tournament."""


def cancel(
    case: Case, policy: Cancellation, override: Override | None = None, share: Sharing = share_by_stage
) -> Plan | Rejection:
    """The plan by which a tournament is settled or resumed; what the house decides otherwise is kept in the plan."""
    if not case.started:
        return _before_start(case, policy, override)
    if not case.remaining:
        return reject("no_players_left")
    if override is not None and override.refund:
        return _by_decision(case, policy, override)
    if policy.on_failure is not None:
        return _by_published_option(case, policy, policy.on_failure, override)
    if policy.started is not None:
        return _by_sharing(case, policy.started, share)
    return reject("no_cancellation_policy")


def _by_sharing(case: Case, policy: StartedPolicy, share: Sharing) -> Plan | Rejection:
    """Those who remain share the pool and keep their own bounties; those who are out have had what they get."""
    if policy.rounding.value is not Rounding.DOWN or policy.leftover.value is not Leftover.LARGEST_STACKS:
        return reject("unsupported_rounding", policy.rounding.rule)
    shared = share(case, policy)
    if isinstance(shared, Rejection):
        return shared
    if policy.own_bounty_is_paid.value:
        give_bounties(shared, case, policy.own_bounty_is_paid.rule)
    payouts = [
        Payout(entrant.player, _not_empty(shared.parts.get(entrant.player, ())), forfeited=entrant.forfeits)
        for entrant in case.entrants
    ]
    return _plan(case, shared.stage, shared.rule, payouts)


# ---- before the start


def _before_start(case: Case, policy: Cancellation, override: Override | None) -> Plan:
    """
    Everything comes back in the means it was paid with; tickets as the edition says (CANC-52, CANC-60).

    In a last phase that is what its players paid in the first ones, and they share what those paid in who are out.
    """
    refunds = policy.all_entries_refunded_before_start
    tickets = _tickets(policy, override)
    shares = share_of_those_out(case, policy.started, refunds.rule)
    payouts = [
        Payout(entrant.player)
        if entrant.out_before
        else _with_share(_refund(entrant, refunds, tickets), shares.get(entrant.player, ()))
        for entrant in case.entrants
    ]
    return _plan(case, Stage.BEFORE_START, refunds.rule, payouts, override)


def _with_share(payout: Payout, share: Iterable[Part]) -> Payout:
    return replace(payout, parts=(*payout.parts, *_not_empty(share)))


def _tickets(policy: Cancellation, override: Override | None) -> Ruled[Tickets]:
    told = policy.tickets_before_start
    if override is None or override.tickets is None:
        return told
    return Ruled(override.tickets, told.rule, told.origin, told.see)


def _refund(entrant: Entrant, refunds: Ruled[bool], tickets: Ruled[Tickets]) -> Payout:
    """All entries of a player, or only the last one where the edition leaves multiple entries out."""
    entries = entrant.payments if refunds.value else entrant.payments[-1:]
    money = [payment for payment in entries if not payment.by_ticket]
    parts = (
        Part(What.ENTRY, Cents(sum(payment.pool for payment in money)), refunds.rule),
        Part(What.BOUNTY, Cents(sum(payment.bounty for payment in money)), refunds.rule),
        Part(What.FEE, Cents(sum(payment.fee for payment in money)), refunds.rule),
    )
    fates = tuple(
        TicketFate(payment, tickets.value is Tickets.RETURNED, tickets.rule) for payment in entries if payment.by_ticket
    )
    return Payout(entrant.player, _not_empty(parts), fates)


# ---- the published option of an event: cancel and refund, or resume


def _by_published_option(
    case: Case, policy: Cancellation, failure: FailurePolicy, override: Override | None
) -> Plan | Rejection:
    """What the lobby said would happen on a server failure; the edition's default for everything else (CANC-61, CANC-63)."""
    published = case.published if case.cause is Cause.SERVER_FAILURE else None
    if published is None:
        chosen, rule = failure.otherwise.value, failure.otherwise.rule
    elif published in failure.options.value:
        chosen, rule = published, failure.options.rule
    else:
        return reject("option_not_offered", failure.options.rule)
    if chosen is OnServerFailure.RESUME:
        return replace(_plan(case, Stage.RUNNING, rule, ()), outcome=Outcome.RESUMED)
    payouts = _refunds(case, rule, _tickets(policy, override))
    if failure.paid_prizes_are_deducted.value:
        payouts = [_deduct(payout, entrant) for payout, entrant in zip(payouts, case.entrants, strict=True)]
    return _plan(case, Stage.RUNNING, rule, payouts, override)


def _by_decision(case: Case, policy: Cancellation, override: Override) -> Plan:
    """Everybody gets back what they paid, less what they received, because the house decided so (CANC-57)."""
    payouts = _refunds(case, ALTERED, _tickets(policy, override))
    payouts = [_deduct(payout, entrant) for payout, entrant in zip(payouts, case.entrants, strict=True)]
    return _plan(case, Stage.RUNNING, ALTERED, payouts, override)


def _refunds(case: Case, rule: RuleId, tickets: Ruled[Tickets]) -> list[Payout]:
    refunds = Ruled(value=True, rule=rule)
    return [
        Payout(entrant.player, forfeited=entrant.forfeits) if entrant.forfeits else _refund(entrant, refunds, tickets)
        for entrant in case.entrants
    ]


def _deduct(payout: Payout, entrant: Entrant) -> Payout:
    """The payout less what the player received before, never below nothing; parts are used up in their order."""
    deducted = min(entrant.received, payout.amount)
    parts = []
    left = deducted
    for part in payout.parts:
        taken = min(left, part.amount)
        left = Cents(left - taken)
        parts.append(Part(part.what, Cents(part.amount - taken), part.rule))
    return Payout(payout.player, _not_empty(parts), payout.tickets, deducted)


def _plan(case: Case, stage: Stage, rule: RuleId, payouts: Sequence[Payout], override: Override | None = None) -> Plan:
    return Plan(
        tournament=case.tournament,
        stage=stage,
        outcome=Outcome.CANCELLED,
        rule=rule,
        payouts=tuple(payouts),
        funds=case.funds,
        override=override,
    )


def _not_empty(parts: Iterable[Part]) -> tuple[Part, ...]:
    return tuple(part for part in parts if part.amount)
