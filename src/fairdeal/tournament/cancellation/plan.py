"""Who gets what from a cancelled tournament, part by part, each with its rule: the dry run and the commit are the same value."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from fairdeal.kernel import Cents, PlayerId, RuleId, TournamentId
from fairdeal.tournament.cancellation.case import Funds, Override
from fairdeal.tournament.director.state import Payment


class Stage(StrEnum):
    """How far a tournament had come when it was cancelled, as far as policies distinguish it; stored, so values are for ever."""

    BEFORE_START = "before_start"
    BEFORE_MONEY = "before_money"
    IN_THE_MONEY = "in_the_money"
    FINAL_TABLE = "final_table"  # and in the money
    DRAWN_POOL = "hexapro"  # whatever the stage: prizes were drawn, not paid in; the stored value names who draws
    RUNNING = "running"  # where the policy knows no finer stages


class Outcome(StrEnum):
    """Whether the tournament is cancelled or resumed; stored, so values are for ever."""

    CANCELLED = "cancelled"
    RESUMED = "resumed"  # from the interrupted hand, dealt anew


class What(StrEnum):
    """The kinds of part that a payout is made of; stored, so values are for ever."""

    ENTRY = "entry"  # paid into the pool, returned
    FEE = "fee"
    EQUAL_PART = "equal_part"
    BY_CHIPS = "by_chips"
    LOWEST_PRIZE = "lowest_prize"
    EACH_PART = "each_part"  # of a drawn pool
    BY_ICM = "by_icm"
    BOUNTY = "bounty"


@dataclass(frozen=True, slots=True)
class Part:
    """An amount, what it is, and the rule that gives it."""

    what: What
    amount: Cents
    rule: RuleId


@dataclass(frozen=True, slots=True)
class TicketFate:
    """An entry by ticket: the ticket comes back, or it is lost."""

    payment: Payment
    returned: bool
    rule: RuleId


@dataclass(frozen=True, slots=True)
class Payout:
    """Everything one player gets; `deducted` was received before and is not paid again, `forfeited` says why nothing comes back."""

    player: PlayerId
    parts: tuple[Part, ...] = ()
    tickets: tuple[TicketFate, ...] = ()
    deducted: Cents = Cents(0)
    forfeited: RuleId | None = None

    @property
    def amount(self) -> Cents:
        """The money paid to the player; tickets are not counted."""
        return Cents(sum(part.amount for part in self.parts))

    @property
    def prize(self) -> Cents:
        """What was won from the pool: everything out of it but returned entries."""
        return Cents(self.from_pool - self.of(What.ENTRY))

    @property
    def won_bounty(self) -> Cents:
        """The value of the own bounty, unless it only came back with the entry."""
        return Cents(0) if self.of(What.ENTRY) else self.from_bounties

    def of(self, *kinds: What) -> Cents:
        """The sum of the parts of some kinds."""
        return Cents(sum(part.amount for part in self.parts if part.what in kinds))

    @property
    def from_fees(self) -> Cents:
        """The sum that is paid out of the tournament's fees."""
        return self.of(What.FEE)

    @property
    def from_bounties(self) -> Cents:
        """The sum that is paid out of the tournament's bounties."""
        return self.of(What.BOUNTY)

    @property
    def from_pool(self) -> Cents:
        """The sum that is paid out of the prize pool: everything but fees and bounties."""
        return Cents(self.amount - self.from_fees - self.from_bounties)


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """The decision about one tournament; payouts are in the order in which players entered."""

    tournament: TournamentId
    stage: Stage
    outcome: Outcome
    rule: RuleId  # the clause that decides at this stage
    payouts: tuple[Payout, ...]
    funds: Funds
    override: Override | None = None

    @property
    def total(self) -> Cents:
        """All money paid out; tickets are not counted."""
        return Cents(sum(payout.amount for payout in self.payouts))

    def returned_tickets(self) -> Iterator[tuple[PlayerId, TicketFate]]:
        """Tickets that come back, with their owners."""
        for payout in self.payouts:
            for ticket in payout.tickets:
                if ticket.returned:
                    yield payout.player, ticket

    @property
    def left(self) -> Funds:
        """
        What the tournament's accounts would hold afterwards: the house takes it.

        Below zero the house adds it; that happens where a policy refunds entries although prizes were paid from them.
        """
        backs = [fate.payment for _, fate in self.returned_tickets()]
        return Funds(
            Cents(self.funds.pool - sum(p.from_pool for p in self.payouts) - sum(b.pool for b in backs)),
            Cents(self.funds.fees - sum(p.from_fees for p in self.payouts) - sum(b.fee for b in backs)),
            Cents(self.funds.bounties - sum(p.from_bounties for p in self.payouts) - sum(b.bounty for b in backs)),
        )
