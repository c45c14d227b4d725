"""
What a cancellation is decided from: who paid what by which means, who is still in, and what is there to be shared.

It is a value of its own, so that the policy can be tried on any tournament, running or imagined.
"""

from dataclasses import dataclass
from typing import Final

from fairdeal.kernel import Cents, Chips, PlayerId, RuleId, TournamentId
from fairdeal.rulebook.schema.choices import OnServerFailure, Tickets
from fairdeal.tournament.director.commands import Cause
from fairdeal.tournament.director.prizes.payouts import Prizes
from fairdeal.tournament.director.state import Payment

NOTHING: Final = Cents(0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Entrant:
    """A player of the tournament, with every entry; chips are those before a hand that was interrupted."""

    player: PlayerId
    payments: tuple[Payment, ...] = ()
    chips: Chips | None = None  # None: eliminated; 0: may still buy chips again
    received: Cents = NOTHING  # prizes and bounties that were credited already
    bounty: Cents = NOTHING  # on this player's own head
    forfeits: RuleId | None = None  # why nothing of what the player paid is refunded: never there (MTT-40, X-69)
    out_before: bool = False  # lost everything in a first phase, and is not registered for the last one

    @property
    def fees(self) -> Cents:
        """Fees of all entries, re-buys and add-ons, as far as they come back."""
        return NOTHING if self.forfeits else Cents(sum(payment.fee for payment in self.payments))

    @property
    def supplied(self) -> Cents:
        """What the player's payments put into the prize pool."""
        return Cents(sum(payment.pool for payment in self.payments))


@dataclass(frozen=True, slots=True)
class Funds:
    """What the tournament's accounts hold: prize pool, fees that can be refunded, bounties."""

    pool: Cents
    fees: Cents
    bounties: Cents = NOTHING


@dataclass(frozen=True, slots=True, kw_only=True)
class Override:
    """
    What an operator decided otherwise than the policy; it is kept with the plan.

    On tickets (X-85); or that everybody gets back what they paid, less what they received, where the pool would be shared (CANC-57).
    """

    tickets: Tickets | None
    staff: str
    reason: str
    refund: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """A tournament at the moment it is cancelled."""

    tournament: TournamentId
    entrants: tuple[Entrant, ...]
    funds: Funds
    started: bool
    supplied: Cents  # what players paid into the pool, those who are out included
    prizes: Prizes = ()  # the first place first; all paid places, those already paid included
    added: Cents = NOTHING  # what the house adds: an overlay, or the pool of a freeroll, other prizes at their worth
    freeroll: bool = False
    final_table: bool = False
    published: OnServerFailure | None = None  # what the lobby said would happen on a server failure
    cause: Cause = Cause.SERVER_FAILURE

    @property
    def remaining(self) -> tuple[Entrant, ...]:
        """Players who are still in, largest stack first; equal stacks by name, so that the order of entrants never matters."""
        left = (entrant for entrant in self.entrants if entrant.chips is not None)
        return tuple(sorted(left, key=lambda entrant: (-(entrant.chips or 0), entrant.player)))

    @property
    def in_the_money(self) -> bool:
        """Whether every next player to go out has a paid place."""
        return 0 < len(self.remaining) <= len(self.prizes)
