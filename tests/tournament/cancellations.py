"""Small tournaments to cancel."""

from fairdeal.bank.accounts import Tender
from fairdeal.kernel import Cents, Chips, MoneyKind, PlayerId, Rejection, TournamentId
from fairdeal.rulebook.clause import PW, U22, U26, U27, EditionId
from fairdeal.rulebook.export import content_hash
from fairdeal.rulebook.loader import published_edition
from fairdeal.rulebook.schema.choices import OnServerFailure
from fairdeal.rulebook.schema.tournament import Cancellation, StartedPolicy
from fairdeal.tournament.cancellation.case import Case, Entrant, Funds, Override
from fairdeal.tournament.cancellation.plan import Plan
from fairdeal.tournament.cancellation.planning import cancel
from fairdeal.tournament.director.commands import Cause
from fairdeal.tournament.director.prizes.payouts import Prize, Prizes
from fairdeal.tournament.director.state import Means, Payment
from fairdeal.tournament.rules import TournamentRules

UNIBET = (U22, U26, U27)
EVERYWHERE = (*UNIBET, PW)
TOURNAMENT = TournamentId("T1")


def policy_of(edition: EditionId) -> Cancellation:
    poker = published_edition(edition).poker
    assert poker is not None
    return poker.cancellation


def started_policy(edition: EditionId = U27) -> StartedPolicy:
    policy = policy_of(edition).started
    assert policy is not None
    return policy


def name(number: int) -> PlayerId:
    return PlayerId(f"P{number:03}")


def paid(pool: int = 9_00, fee: int = 1_00, bounty: int = 0, means: Means = Means.MONEY) -> Payment:
    return Payment(pool=Cents(pool), fee=Cents(fee), bounty=Cents(bounty), means=means)


def entrant(number: int, chips: int | None = None, *payments: Payment, received: int = 0, bounty: int = 0) -> Entrant:
    return Entrant(
        player=name(number),
        payments=payments,
        chips=None if chips is None else Chips(chips),
        received=Cents(received),
        bounty=Cents(bounty),
    )


def case_of(
    *entrants: Entrant,
    prizes: Prizes = (),
    started: bool = True,
    final_table: bool = False,
    added: int = 0,
    freeroll: bool = False,
    published: OnServerFailure | None = None,
    cause: Cause = Cause.SERVER_FAILURE,
) -> Case:
    """A case whose accounts hold what was paid, added and not yet received."""
    payments = [payment for entrant in entrants for payment in entrant.payments]
    supplied = sum(payment.pool for payment in payments)
    received = sum(entrant.received for entrant in entrants)
    return Case(
        tournament=TOURNAMENT,
        entrants=entrants,
        funds=Funds(
            Cents(supplied + added - received),
            Cents(sum(payment.fee for payment in payments)),
            Cents(sum(payment.bounty for payment in payments)),
        ),
        started=started,
        supplied=Cents(supplied),
        prizes=prizes,
        added=Cents(added),
        freeroll=freeroll,
        final_table=final_table,
        published=published,
        cause=cause,
    )


def money_prizes(*amounts: int) -> Prizes:
    return tuple(Prize(Cents(amount)) for amount in amounts)


def plan_of(case: Case, edition: EditionId = U27, override: Override | None = None) -> Plan:
    plan = cancel(case, policy_of(edition), override)
    assert not isinstance(plan, Rejection), plan
    return plan


def amounts(plan: Plan) -> list[int]:
    """What each entrant gets, in the order of the entrants."""
    return [payout.amount for payout in plan.payouts]


def tournament_rules_of(edition: EditionId) -> TournamentRules:
    """The rules of a tournament as far as money needs them."""
    found = published_edition(edition)
    assert found.poker is not None
    tender = Tender(found.poker.wallet.currency.value, MoneyKind.REAL)
    return TournamentRules(found.id, content_hash(found), found.poker, None, tender)
