"""The draft of a director's decision: its events so far, the state after them, rules, format, time and lots."""

from fairdeal.kernel import Draft, Instant, PlayerId, Steps
from fairdeal.tournament.books import Books
from fairdeal.tournament.director.events import LotsDrawn, LotsFixed, TournamentEvent
from fairdeal.tournament.director.evolve import evolve
from fairdeal.tournament.director.state import Tournament
from fairdeal.tournament.formats.format import TournamentFormat
from fairdeal.tournament.lots import Lots, ProvenLots
from fairdeal.tournament.orders import Supply
from fairdeal.tournament.rules import TournamentRules


class DirectorDraft:
    """A decision in the making; each question is asked of the state after the events emitted so far."""

    __slots__ = ("_books", "_draft", "_lots", "_supply", "format", "now", "rules")

    def __init__(
        self,
        state: Tournament,
        rules: TournamentRules,
        format_: TournamentFormat,
        now: Instant,
        supply: Supply | None = None,
    ) -> None:
        self._draft: Draft[Tournament, TournamentEvent] = Draft(state, evolve)
        self._supply = supply
        self._lots: Lots | None = None
        self._books: Books | None = None
        self.rules = rules
        self.format = format_
        self.now = now

    @property
    def state(self) -> Tournament:
        """The state after the events emitted so far."""
        return self._draft.state

    @property
    def time(self) -> Instant:
        """What the tournament's clocks show; they stand while the house has paused play."""
        return self.state.clock.time(self.now)

    @property
    def steps(self) -> Steps[Tournament, TournamentEvent]:
        """The steps decided so far."""
        return self._draft.steps

    def emit(self, *events: TournamentEvent) -> None:
        """Add events to the decision."""
        self._draft.emit(*events)

    @property
    def books(self) -> Books:
        """The tournament's accounts."""
        if self._books is None:
            self._books = self.rules.books(self.state.id, self.state.setup.product)
        return self._books

    @property
    def lots(self) -> Lots:
        """The random draws of this decision; its command must hold random bytes."""
        if self._lots is None:
            supply, chain = self._supply, self.state.lots
            assert supply is not None, "the runtime fills the slot"
            if chain is None or supply.secret is None:
                self._lots = Lots(supply.chance)
            else:
                self._lots = ProvenLots(supply.chance, chain, supply.secret)
        return self._lots

    def publish_lots(self) -> None:
        """Publish what was drawn; a chain that is used up by it is followed by another, from which the next lots come."""
        proof = None if self._lots is None else self._lots.published()
        if proof is None:
            return
        self.emit(LotsDrawn(proof))
        chain, supply = self.state.lots, self._supply
        assert chain is not None
        assert supply is not None
        if chain.used == chain.length:
            assert supply.chain is not None, "the runtime makes chains"
            self.emit(LotsFixed(chain.chain + 1, *supply.chain))

    def is_held(self, player: PlayerId) -> bool:
        """Whether a review keeps the player's winnings back."""
        return self._supply is not None and player in self._supply.held
