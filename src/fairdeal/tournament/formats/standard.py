"""The format of ordinary tournaments: scheduled or sit & go, freezeout or with re-buys, satellites, bounties and phases."""

from typing import Final

from fairdeal.bank.transfer import Chain, Reason, chain_of, move, moving
from fairdeal.kernel import Duration, EventRef, Rejection, StreamId
from fairdeal.rulebook.schema.choices import Stage
from fairdeal.rulebook.schema.edition import Edition
from fairdeal.rulebook.schema.tournament import StartedPolicy
from fairdeal.tournament.cancellation.case import Case
from fairdeal.tournament.cancellation.postings import promotions
from fairdeal.tournament.cancellation.stages import Shared, share_by_stage
from fairdeal.tournament.dealer.rules import DealerRules, dealer_rules
from fairdeal.tournament.director.commands import Ticket, TicketKind
from fairdeal.tournament.director.events import PrizesFixed
from fairdeal.tournament.director.state import Payment, Tournament
from fairdeal.tournament.orders import PlayHand
from fairdeal.tournament.rules import TournamentRules, is_for_money, tournament_rules
from fairdeal.tournament.setup import TournamentSetup


class StandardFormat:
    """Tournaments whose players pay the prizes; the house adds what it guaranteed."""

    __slots__ = ()

    in_programme: Final = True

    def rules(self, edition: Edition, setup: TournamentSetup) -> TournamentRules:
        """The edition's rules for tournaments."""
        return tournament_rules(edition, setup)

    def hand_rules(self, edition: Edition, order: PlayHand) -> DealerRules:
        """The edition's rules for hands of a tournament."""
        return dealer_rules(edition, order.extra_time, final_table=order.final_table)

    def extra_time(self, rules: TournamentRules, state: Tournament) -> Duration:
        """The edition's extra time late in a tournament for money, none otherwise (MTT-48b)."""
        tournament = rules.poker.tournament
        late = {Stage.FINAL_TABLE: state.final_table}[tournament.extra_time_stage.value]
        return tournament.extra_time_seconds.value if late and is_for_money(state.setup) else Duration(0)

    def takes(self, ticket: Ticket, state: Tournament) -> bool:
        """Whether the ticket is an entry to this tournament, or to any at its price."""
        return ticket.kind is TicketKind.ENTRY and ticket.target in (None, state.id)

    def pool_transfers(self, event: PrizesFixed, ref: EventRef) -> Chain:
        """The house's promotions pay an overlay; what fixed prizes leave is a fee."""
        books = event.books
        added = move(promotions(books), books.prizes, event.overlay, Reason.OVERLAY, event.rule)
        taken = move(books.prizes, books.fees, event.surplus, Reason.FEE, event.rule)
        return chain_of(ref, moving([added, taken]))

    def reports_end_to(self, _rules: TournamentRules, _setup: TournamentSetup) -> StreamId | None:
        """Nobody: the programme is told when the tournament is closed."""
        return None

    def refundable(self, payment: Payment) -> Payment:
        """The payment as it was made: money comes back as money, a ticket as a ticket."""
        return payment

    def share(self, case: Case, policy: StartedPolicy) -> Shared | Rejection:
        """Shares by how far the tournament had come (CANC-53, CANC-54)."""
        return share_by_stage(case, policy)


STANDARD: Final = StandardFormat()
"""The one value of the format; it holds nothing."""
