"""A game with a layout: everybody at the table bets on spots by chips, and one result settles all bets."""

from abc import abstractmethod
from collections.abc import Collection, Mapping
from typing import Any, ClassVar, Final, get_args

from fairdeal.casino.games.game import Display, Game, SettledBet
from fairdeal.casino.games.layout.betting import close_if_all_confirmed, decide_chips, layout_engine
from fairdeal.casino.games.layout.commands import LayoutCommand
from fairdeal.casino.games.layout.events import BetsConfirmed, ChipsPlaced, ChipsTaken
from fairdeal.casino.games.layout.evolve import EVOLVE
from fairdeal.casino.games.layout.felt import Bets, LayoutFelt, layout_of, merged
from fairdeal.casino.paytables import NOTHING, Paid
from fairdeal.casino.table.changes import PrivateChanges
from fairdeal.casino.table.commands import GameCommand
from fairdeal.casino.table.events import GameEvent, RoundSettled
from fairdeal.casino.table.evolve import Evolve
from fairdeal.casino.table.facts import TableFacts
from fairdeal.casino.table.postings import Moved
from fairdeal.casino.table.rounds import Handler, Refused, TableDraft, outcome_known, payment, reopens_at
from fairdeal.casino.table.state import Felt, Table
from fairdeal.casino.table.view import OwnView
from fairdeal.kernel import Cents, Instant, PlayerId, RuleId, reject
from fairdeal.kernel.values import dataclass

_COMMANDS: Final[dict[type[GameCommand], Handler]] = dict.fromkeys(get_args(LayoutCommand), decide_chips)


@dataclass(frozen=True, slots=True)
class OwnChips(OwnView):
    """What only this player sees of a layout: the own chips and bets."""

    staged: Bets
    staged_total: Cents  # "Current bet" is this and what is staked
    bets: Bets
    last: Bets


class LayoutGame(Game):
    """A game whose bets lie on a layout."""

    event_tags: ClassVar[Mapping[str, type[GameEvent]]] = {"bets_confirmed": BetsConfirmed}
    felt_tags: ClassVar[Mapping[str, type[Felt]]] = {"layout": LayoutFelt}
    not_kept: ClassVar[Mapping[type[Felt], Collection[str]]] = {LayoutFelt: ("staged",)}

    def no_more_bets(self, facts: TableFacts) -> RuleId:
        """The rule that closes the betting."""
        return layout_engine(facts).rules.betting_closes.rule

    # ---- commands and events

    @property
    def commands(self) -> Mapping[type[GameCommand], Handler]:
        """Those about chips."""
        return _COMMANDS

    @property
    def about_bets(self) -> frozenset[type[GameCommand]]:
        """All chips may become bets."""
        return frozenset(_COMMANDS)

    @property
    def evolves(self) -> Mapping[type[Any], Evolve]:
        """Those about chips."""
        return EVOLVE

    def moved(self, facts: TableFacts, event: GameEvent) -> Moved | None:
        """The bets that a confirmation makes of chips; unconfirmed chips move no money."""
        if not isinstance(event, BetsConfirmed):
            return None
        return Moved(event.rule, staked=((event.player, Cents(sum(amount for _, amount in event.bets))),))

    def private_changes(self, before: Table, event: GameEvent) -> PrivateChanges:
        """Chips and bets concern their player only."""
        if isinstance(event, ChipsPlaced | ChipsTaken | BetsConfirmed):
            return {event.player: (event,)}
        return {}

    # ---- people

    def new_felt(self, facts: TableFacts) -> LayoutFelt:
        """A layout without chips."""
        return LayoutFelt()

    def leave(self, facts: TableFacts, draft: TableDraft, player: PlayerId, now: Instant) -> None:
        """End a player's visit; the table no longer waits for the player's confirmation."""
        super().leave(facts, draft, player, now)
        close_if_all_confirmed(facts, draft, now)

    def may_write(self, facts: TableFacts, table: Table, player: PlayerId) -> Refused:
        """The rejection if players may not write in the chat, as the rules of the game say."""
        allowed = layout_engine(facts).rules.players_may_chat
        return None if allowed.value else reject("chat_disabled", allowed.rule)

    # ---- the round

    def advance(self, facts: TableFacts, draft: TableDraft, now: Instant) -> None:
        """Once the result is known, wait for a live dealer's announcement or settle at once."""
        if facts.is_live:
            outcome_known(draft, now)
        else:
            self.settle(facts, draft, now)

    @abstractmethod
    def pay(self, facts: TableFacts, table: Table) -> tuple[int, RuleId, Mapping[PlayerId, Paid]]:
        """The result as it is stored, the rule it is paid by, and what each player's bets pay."""

    def settle(self, facts: TableFacts, draft: TableDraft, now: Instant) -> None:
        """Collect losing bets and pay winning ones."""
        table = draft.state
        result, rule, paid = self.pay(facts, table)
        payments = tuple(
            payment(player, Cents(sum(amount for _, amount in bets)), paid[player])
            for player, bets in layout_of(table).bets.items()
        )
        draft.emit(RoundSettled(table.round, now, reopens_at(facts, now), payments, rule, result))

    # ---- what is shown

    def own_view(self, facts: TableFacts, table: Table, player: PlayerId, own: OwnView) -> OwnChips:
        """The player's chips and bets."""
        felt = layout_of(table)
        staged = merged(tuple(chip for move in felt.staged.get(player, ()) for chip in move))
        return OwnChips(
            own.staked,
            own.payment,
            own.may_chat,
            staged=staged,
            staged_total=Cents(sum(amount for _, amount in staged)),
            bets=felt.bets.get(player, ()),
            last=felt.last.get(player, ()),
        )

    def display(self, table: Table, shown: int) -> Display:
        """Past results."""
        return Display(results=tuple(map(self.result_name, layout_of(table).results[: -shown - 1 : -1])))

    @abstractmethod
    def settle_bet(self, facts: TableFacts, table: Table, spot: str, stake: Cents) -> Paid | None:
        """What one bet pays with the result that lies on the table; None as long as there is none."""

    def settled_bets(self, facts: TableFacts, table: Table, player: PlayerId) -> tuple[SettledBet, ...]:
        """Each bet of a player in a round whose result is known."""
        felt = layout_of(table)
        bets = felt.bets if table.in_round else felt.last
        paid = ((spot, stake, self.settle_bet(facts, table, spot, stake)) for spot, stake in bets.get(player, ()))
        return tuple(SettledBet(spot, stake, each) for spot, stake, each in paid if each is not None)

    def returned_bets(self, table: Table, player: PlayerId) -> tuple[SettledBet, ...]:
        """Each bet that was placed, as it lay."""
        bets = layout_of(table).bets.get(player, ())
        return tuple(SettledBet(spot, stake, Paid(stake, NOTHING)) for spot, stake in bets)

    def result_of(self, result: int) -> str:
        """The pocket or the spot that won."""
        return self.result_name(result) if result >= 0 else ""

    @abstractmethod
    def result_name(self, result: int) -> str:
        """A result as it is kept, as people read it."""
