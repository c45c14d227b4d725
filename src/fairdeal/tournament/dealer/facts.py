"""What a dealer's machine is made with: facts that never change."""

from collections.abc import Callable
from dataclasses import dataclass

from fairdeal.kernel import Draft, Duration, TableId, TournamentId, seconds
from fairdeal.tournament.dealer.events import DealEvent
from fairdeal.tournament.dealer.rules import DealerRules
from fairdeal.tournament.dealer.state import DealerTable
from fairdeal.tournament.orders import PlayHand, table_id

DealDraft = Draft[DealerTable, DealEvent]


@dataclass(frozen=True, slots=True, kw_only=True)
class DealerSettings:
    """Pauses of a tournament's tables that no rule names, beside the one between hands that each tournament sets."""

    pause_after_showdown: Duration = seconds(4)  # there are cards to look at


@dataclass(frozen=True, slots=True)
class DealerFacts:
    """Which table it is, what the house wants, and how the rules of an ordered hand are found."""

    tournament: TournamentId
    number: int
    rules_of: Callable[[PlayHand], DealerRules]
    settings: DealerSettings

    @property
    def table(self) -> TableId:
        """The id of the table."""
        return table_id(self.tournament, self.number)

    def rules(self, table: DealerTable) -> DealerRules:
        """The rules of the last order."""
        assert table.order is not None, "no hand was ordered"
        return self.rules_of(table.order)
