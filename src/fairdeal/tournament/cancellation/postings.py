"""
A cancellation plan as the transfers of one commit: afterwards the tournament's accounts are empty.

Where a policy gives more than an account holds the house adds it first; what nobody gets is the house's at the end.
"""

from collections.abc import Collection, Iterator
from typing import Final

from fairdeal.bank.accounts import Purpose, bounties, entry_fees, fees, prizes
from fairdeal.bank.transfer import Chain, Move, Reason, chain_of, move, moving
from fairdeal.kernel import AccountId, Cents, EventRef, PlayerId, RuleId
from fairdeal.tournament.books import Accounts
from fairdeal.tournament.cancellation.plan import Outcome, Payout, Plan, What

_RETURNED: Final = (What.ENTRY, What.FEE, What.BOUNTY)


def cancellation_transfers(
    plan: Plan, rules: Accounts, product: str, ref: EventRef, held: Collection[PlayerId] = ()
) -> Chain:
    """The transfers of a plan in order, without what `held` won; a tournament that resumes moves nothing."""
    if plan.outcome is Outcome.RESUMED:
        return ()
    paid = _paid(plan, rules, held)
    moves = (*_added(plan, rules), *paid, *_tickets(plan, rules), *_kept(plan, rules, product))
    return chain_of(ref, moving(moves))


def promotions(rules: Accounts) -> AccountId:
    """The account from which the house adds to prize pools, and which gets back what they did not need."""
    return rules.tender.account(Purpose.PROMOTIONS, rules.edition)


def _added(plan: Plan, rules: Accounts) -> Iterator[Move]:
    tender, tournament, left = rules.tender, plan.tournament, plan.left
    house = promotions(rules)
    yield move(house, prizes(tender, tournament), _above_zero(-left.pool), Reason.OVERLAY, plan.rule)
    yield move(house, entry_fees(tender, tournament), _above_zero(-left.fees), Reason.REFUND, plan.rule)
    yield move(house, bounties(tender, tournament), _above_zero(-left.bounties), Reason.OVERLAY, plan.rule)


def _paid(plan: Plan, rules: Accounts, held: Collection[PlayerId]) -> Iterator[Move]:
    tender, tournament = rules.tender, plan.tournament
    for payout in plan.payouts:
        wallet = rules.wallet(payout.player)
        yield move(prizes(tender, tournament), wallet, payout.of(What.ENTRY), Reason.REFUND, plan.rule)
        fee_rule = rule_of(payout, What.FEE, plan)
        yield move(entry_fees(tender, tournament), wallet, payout.from_fees, Reason.REFUND, fee_rule)
        bounty_rule = rule_of(payout, What.BOUNTY, plan)
        returned = Cents(payout.from_bounties - payout.won_bounty)
        yield move(bounties(tender, tournament), wallet, returned, Reason.REFUND, bounty_rule)
        if payout.player not in held:
            yield move(prizes(tender, tournament), wallet, payout.prize, Reason.PRIZE, prize_rule(payout, plan))
            yield move(bounties(tender, tournament), wallet, payout.won_bounty, Reason.BOUNTY, bounty_rule)


def rule_of(payout: Payout, what: What, plan: Plan) -> RuleId:
    """The rule by which a payout has parts of a kind; the plan's rule where it has none."""
    return next((part.rule for part in payout.parts if part.what is what), plan.rule)


def prize_rule(payout: Payout, plan: Plan) -> RuleId:
    """The rule that shares out the pool; a plan that gives entries back may share the rest by another one."""
    return next((part.rule for part in payout.parts if part.what not in _RETURNED), plan.rule)


def _tickets(plan: Plan, rules: Accounts) -> Iterator[Move]:
    tender, tournament = rules.tender, plan.tournament
    for _, fate in plan.returned_tickets():
        payment, ticket = fate.payment, fate.payment.source
        assert ticket is not None, "a ticket has an account"
        yield move(prizes(tender, tournament), ticket, payment.pool, Reason.TICKET, fate.rule)
        yield move(entry_fees(tender, tournament), ticket, payment.fee, Reason.TICKET, fate.rule)
        yield move(bounties(tender, tournament), ticket, payment.bounty, Reason.TICKET, fate.rule)


def _kept(plan: Plan, rules: Accounts, product: str) -> Iterator[Move]:
    tender, tournament, left = rules.tender, plan.tournament, plan.left
    house = promotions(rules)
    yield move(prizes(tender, tournament), house, _above_zero(left.pool), Reason.OVERLAY, plan.rule)
    yield move(
        entry_fees(tender, tournament),
        fees(tender, rules.edition, product),
        _above_zero(left.fees),
        Reason.FEE,
        plan.rule,
    )
    yield move(bounties(tender, tournament), house, _above_zero(left.bounties), Reason.BOUNTY, plan.rule)


def _above_zero(amount: int) -> Cents:
    """What an account lacks or has left over: where it is the one, nothing is the other."""
    return Cents(max(0, amount))
