"""
The format of HexaPro games: tournaments that a lobby draws, starts and hears the end of.

A game is directed and dealt like any tournament. The edition's section on HexaPro replaces what it says otherwise, the house's
bankroll for the product stands behind the drawn pool, and a cancelled game is shared by a clause of its own.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from fairdeal.bank.accounts import Purpose
from fairdeal.bank.transfer import Chain, Reason, chain_of, move, moving
from fairdeal.hexapro.cancellation import share_drawn_pool
from fairdeal.hexapro.game import game_rules, lobby_of, multiplier_of
from fairdeal.hexapro.rules import Product, game_of
from fairdeal.kernel import AccountId, Cents, Duration, EventRef, MoneyKind, Rejection, RuleId, StreamId
from fairdeal.rulebook.ruled import Ruled
from fairdeal.rulebook.schema.edition import Edition
from fairdeal.rulebook.schema.tournament import StartedPolicy
from fairdeal.tournament.books import Books
from fairdeal.tournament.cancellation.case import Case
from fairdeal.tournament.cancellation.stages import Shared
from fairdeal.tournament.dealer.rules import DealerRules, dealer_rules
from fairdeal.tournament.director.commands import Ticket, TicketKind
from fairdeal.tournament.director.events import PrizesFixed
from fairdeal.tournament.director.state import Means, Payment, Tournament
from fairdeal.tournament.formats.format import TournamentFormat
from fairdeal.tournament.orders import PlayHand
from fairdeal.tournament.rules import TournamentRules
from fairdeal.tournament.setup import TournamentSetup

_SITTING_OUT: Final = RuleId("HEXA-16")


class HexaProFormat:
    """Games of HexaPro and HexaPro Extreme: three players, prizes drawn on a wheel."""

    __slots__ = ("_rules",)

    in_programme: Final = False

    def __init__(self) -> None:
        # Games of one lobby with one multiplier share their rules, because finding them takes longer than playing a hand.
        self._rules: dict[tuple[str, str, Cents, MoneyKind, int], TournamentRules] = {}

    def rules(self, edition: Edition, setup: TournamentSetup) -> TournamentRules:
        """A sit & go's rules with HexaPro's own values and the multiplier's time bank."""
        key = (setup.edition, setup.product, setup.price.total, setup.money, multiplier_of(setup))
        if key not in self._rules:
            self._rules[key] = game_rules(edition, setup)
        return self._rules[key]

    def hand_rules(self, edition: Edition, order: PlayHand) -> DealerRules:
        """A tournament's rules for hands; who used up the extra time without a connection sits out (HEXA-15, HEXA-16)."""
        rules = dealer_rules(edition, order.extra_time, final_table=order.final_table)
        poker, game = game_of(edition, Product(order.game.product))
        extra_rule = game.reconnect_extra_seconds.rule
        sits_out = poker.sit_out.before_next_deal_after_automatic_decision.value
        return replace(
            rules,
            reconnect_extra=Ruled(order.extra_time, extra_rule) if order.extra_time else rules.reconnect_extra,
            folds_away=_SITTING_OUT,
            sits_out_after_automatic_decision=Ruled(sits_out, extra_rule),
        )

    def extra_time(self, rules: TournamentRules, _state: Tournament) -> Duration:
        """HexaPro's extra time, from the first hand on (HEXA-15)."""
        return rules.poker.tournament.extra_time_seconds.value

    def takes(self, ticket: Ticket, state: Tournament) -> bool:
        """Whether the ticket is a registration for this game; nothing else pays for one (HEXA-03)."""
        return ticket.kind is TicketKind.GAME and ticket.target == state.id

    def pool_transfers(self, event: PrizesFixed, ref: EventRef) -> Chain:
        """The house's bankroll for the product adds what the drawn pool lacks, or takes what it leaves."""
        house, pool = bankroll(event.books), event.books.prizes
        added = move(house, pool, event.overlay, Reason.OVERLAY, event.rule)
        left = move(pool, house, event.surplus, Reason.ENTRY, event.rule)
        return chain_of(ref, moving([added, left]))

    def reports_end_to(self, rules: TournamentRules, setup: TournamentSetup) -> StreamId | None:
        """The lobby the game came from."""
        return lobby_of(rules, setup)

    def refundable(self, payment: Payment) -> Payment:
        """The payment in money: a registration was paid in money, though the game was entered with its ticket."""
        return replace(payment, means=Means.MONEY)

    def share(self, case: Case, policy: StartedPolicy) -> Shared | Rejection:
        """Shares of the drawn pool (CANC-55)."""
        return share_drawn_pool(case, policy)


def hexapro_formats() -> Mapping[str, TournamentFormat]:
    """The format of HexaPro games under the name of each product."""
    format_ = HexaProFormat()
    return {product.value: format_ for product in Product}


def bankroll(books: Books) -> AccountId:
    """The account of what the wheel of a product has won or lost for the house."""
    return books.tender.account(Purpose.BANKROLL, f"{books.edition}/{books.product}")
