"""
What a format of tournament decides, and nothing else does.

Every tournament is run by the same director and dealt by the same dealers. Where formats differ these ask the format; a product's
format is found by `TournamentRulebook`. A new format is one class that fits this protocol.
"""

from typing import Protocol

from fairdeal.bank.transfer import Chain
from fairdeal.kernel import Duration, EventRef, Rejection, StreamId
from fairdeal.rulebook.schema.edition import Edition
from fairdeal.rulebook.schema.tournament import StartedPolicy
from fairdeal.tournament.cancellation.case import Case
from fairdeal.tournament.cancellation.stages import Shared
from fairdeal.tournament.dealer.rules import DealerRules
from fairdeal.tournament.director.commands import Ticket
from fairdeal.tournament.director.events import PrizesFixed
from fairdeal.tournament.director.state import Payment, Tournament
from fairdeal.tournament.orders import PlayHand
from fairdeal.tournament.rules import TournamentRules
from fairdeal.tournament.setup import TournamentSetup


class TournamentFormat(Protocol):
    """The rules, money and reports in which tournaments of one format differ from others."""

    @property
    def in_programme(self) -> bool:
        """Whether its tournaments are announced by a programme, which is told when they are full or over."""
        ...

    # ---- what is played by

    def rules(self, edition: Edition, setup: TournamentSetup) -> TournamentRules:
        """The rules a tournament is directed by; raises `NoSuchGame` where the edition does not have it."""
        ...

    def hand_rules(self, edition: Edition, order: PlayHand) -> DealerRules:
        """The rules an ordered hand is dealt by."""
        ...

    def extra_time(self, rules: TournamentRules, state: Tournament) -> Duration:
        """What a disconnected player gets on top of the decision time in the next hand."""
        ...

    # ---- entries, the prize pool, the end

    def takes(self, ticket: Ticket, state: Tournament) -> bool:
        """Whether a ticket may pay the entry to a tournament."""
        ...

    def pool_transfers(self, event: PrizesFixed, ref: EventRef) -> Chain:
        """What the house adds to the pool when prizes become final, or takes from it."""
        ...

    def reports_end_to(self, rules: TournamentRules, setup: TournamentSetup) -> StreamId | None:
        """The stream that hears in the same commit how a tournament ended; None: nobody has to."""
        ...

    # ---- cancellation

    def refundable(self, payment: Payment) -> Payment:
        """A payment by the means in which it comes back."""
        ...

    def share(self, case: Case, policy: StartedPolicy) -> Shared | Rejection:
        """What the remaining players of a started tournament get when it is cancelled."""
        ...
