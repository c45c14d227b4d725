"""Where directors and dealers find the format of a tournament and the rules it is played by."""

from collections.abc import Callable, Mapping
from typing import Final

from fairdeal.kernel import Duration
from fairdeal.rulebook.schema.edition import Edition
from fairdeal.tournament.dealer.rules import DealerRules
from fairdeal.tournament.formats.format import TournamentFormat
from fairdeal.tournament.formats.standard import STANDARD
from fairdeal.tournament.orders import PlayHand
from fairdeal.tournament.rules import TournamentRules
from fairdeal.tournament.setup import TournamentSetup

_ONLY_STANDARD: Final[Mapping[str, TournamentFormat]] = {}


class TournamentRulebook:
    """Formats by product and rules by content hash; a product without a format of its own is played as a standard tournament."""

    def __init__(
        self, edition_of: Callable[[str], Edition], formats: Mapping[str, TournamentFormat] = _ONLY_STANDARD
    ) -> None:
        """`edition_of` finds an edition by its content hash, and raises `NoSuchGame` where there is none."""
        self._edition_of = edition_of
        self._formats = formats
        self._hand_rules: dict[tuple[str, str, Duration, bool], DealerRules] = {}

    def format_of(self, product: str) -> TournamentFormat:
        """The format in which tournaments of that product are played."""
        return self._formats.get(product, STANDARD)

    def rules_of(self, setup: TournamentSetup) -> TournamentRules:
        """The rules a tournament is directed by."""
        return self.format_of(setup.product).rules(self._edition_of(setup.edition), setup)

    def hand_rules_of(self, order: PlayHand) -> DealerRules:
        """The rules an ordered hand is dealt by; those of one kind of hand are made once."""
        game = order.game
        key = (game.edition, game.product, order.extra_time, order.final_table)
        found = self._hand_rules.get(key)
        if found is None:
            found = self.format_of(game.product).hand_rules(self._edition_of(game.edition), order)
            self._hand_rules[key] = found
        return found
