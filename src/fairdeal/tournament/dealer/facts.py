"""What a dealer is made with and never changes: its table, settings and rules."""

from collections.abc import Callable
from dataclasses import dataclass

from fairdeal.kernel import Draft, Duration, TableId, TournamentId, seconds
from fairdeal.play.fair.state import FairFacts
from fairdeal.tournament.dealer.events import DealEvent
from fairdeal.tournament.dealer.rules import DealerRules
from fairdeal.tournament.dealer.state import DealerTable
from fairdeal.tournament.orders import PlayHand, table_id

DealDraft = Draft[DealerTable, DealEvent]


@dataclass(frozen=True, slots=True, kw_only=True)
class DealerSettings:
    """Pauses at tables of tournaments that no rule sets; the pause between hands is each tournament's own."""

    pause_after_showdown: Duration = seconds(4)  # there are cards to look at


@dataclass(frozen=True, slots=True)
class DealerFacts:
    """The table of a dealer, the house's settings, and where the rules of an ordered hand are found."""

    tournament: TournamentId
    number: int
    rules_of: Callable[[PlayHand], DealerRules]
    settings: DealerSettings
    fair: FairFacts | None = None  # deals by the players' cut

    @property
    def table(self) -> TableId:
        """The id of the table."""
        return table_id(self.tournament, self.number)

    def rules(self, table: DealerTable) -> DealerRules:
        """The rules of the hand that was ordered last."""
        assert table.order is not None, "no hand was ordered"
        return self.rules_of(table.order)
