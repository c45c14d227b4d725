"""
What a game tells the table it is played at.

A table opens and closes the betting, keeps people, shoe, station and chat, holds, recovers and pays; wherever games differ
it asks its game. A game is one value without state: everything it needs to know comes in as the table's facts and the table.
Games know the table, and the table knows no game but the one it is given.

A game is made in a folder of its own: a felt (what lies on the table), its commands and events, and a subclass of `Game`.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from fairdeal.casino.dealer import Step, StepKind
from fairdeal.casino.shoe import ShoeRules
from fairdeal.casino.table.changes import PrivateChanges
from fairdeal.casino.table.commands import Deal, GameCommand, TableCommand
from fairdeal.casino.table.events import CardDealt, GameEvent, Left
from fairdeal.casino.table.evolve import Evolve
from fairdeal.casino.table.facts import TableFacts
from fairdeal.casino.table.postings import Moved
from fairdeal.casino.table.rounds import Handler, Place, Refused, TableDraft, give_card
from fairdeal.casino.table.state import Felt, Table
from fairdeal.casino.table.steps import scan_step
from fairdeal.casino.table.view import FeltView, OwnView
from fairdeal.kernel import AccountId, Instant, PlayerId, RuleId, Ruling, Timer, reject
from fairdeal.rulebook.schema.casino import Casino, Limits


@dataclass(frozen=True, slots=True)
class Display:
    """What hangs above a table: seats and who waits for one, and past results, the latest first."""

    seats: int = 0  # 0: everybody finds a place
    seats_taken: int = 0
    waiting: int = 0  # in the queue for a seat
    results: tuple[str, ...] = ()


class Game(ABC):
    """One game of the casino."""

    name: ClassVar[str]
    """What players call it; part of records, so it is for ever."""
    section: ClassVar[str]
    """Where its rules stand among those of the casino."""
    dealing_rule: ClassVar[RuleId]
    """The rule by which a dealer deals or spins."""

    event_tags: ClassVar[Mapping[str, type[GameEvent]]] = {}
    """The durable names of its own events: given once, they never change."""
    felt_tags: ClassVar[Mapping[str, type[Felt]]]
    """The durable name of its felt."""
    not_kept: ClassVar[Mapping[type[Felt], Collection[str]]] = {}
    """Fields of its felt that a failure may forget."""

    def __repr__(self) -> str:
        return self.name

    # ---- rules

    def limits(self, casino: Casino) -> Limits:
        """The limits and times of its tables."""
        limits: Limits = getattr(casino, self.section).limits
        return limits

    def with_limits(self, casino: Casino, limits: Limits) -> Casino:
        """The same rules with other limits for this game."""
        own = replace(getattr(casino, self.section), limits=limits)
        return replace(casino, **{self.section: own})

    def shoe(self, casino: Casino) -> ShoeRules | None:
        """The rules of its shoe; nothing for a game without cards."""
        return None

    def cards_needed(self, facts: TableFacts) -> int:
        """So many cards must be in the shoe for a round, wherever the cut card stands."""
        return 0

    def engine(self, casino: Casino) -> Any:
        """Its rules laid out for speed, made once for a table; `TableFacts.engine`."""
        return None

    def notices(self, facts: TableFacts) -> tuple[Ruling, ...]:
        """What a client words and shows on the felt."""
        return ()

    @abstractmethod
    def no_more_bets(self, facts: TableFacts) -> RuleId:
        """The rule by which the betting ends."""

    def irregularity(self, facts: TableFacts) -> RuleId:
        """The rule by which a supervisor looks at an irregularity."""
        return facts.casino.failure.rule

    # ---- commands and events of its own

    @property
    @abstractmethod
    def commands(self) -> Mapping[type[GameCommand], Handler]:
        """What becomes of each of its commands; all of them wait while a table is held."""

    @property
    @abstractmethod
    def about_bets(self) -> frozenset[type[GameCommand]]:
        """Commands that would change bets, so that they must not come after no more bets."""

    @property
    @abstractmethod
    def evolves(self) -> Mapping[type[GameEvent], Evolve]:
        """How the table follows each of its events."""

    def moved(self, facts: TableFacts, event: GameEvent) -> Moved | None:
        """What one of its events means in money."""
        return None

    def public_change(self, before: Table, event: GameEvent) -> GameEvent | None:
        """What everybody is told of one of its events: nothing that may not be shown."""
        return None

    def private_changes(self, before: Table, event: GameEvent) -> PrivateChanges:
        """What single players are told of one of its events besides."""
        return {}

    def with_chance(self, facts: TableFacts, command: TableCommand, below: Callable[[int], int]) -> TableCommand:
        """One of its commands with what only chance may fill; `below` draws a number from 0 to below a bound."""
        return command

    def wallets_needed(self, facts: TableFacts, table: Table, command: TableCommand) -> dict[PlayerId, AccountId]:
        """Whose money one of its commands has to know."""
        return {}

    def with_funds(
        self, facts: TableFacts, table: Table, command: TableCommand, balances: Mapping[AccountId, int]
    ) -> TableCommand:
        """The command with what is in those wallets, told in units."""
        return command

    # ---- people

    @abstractmethod
    def new_felt(self, facts: TableFacts) -> Felt:
        """The felt before anybody came."""

    def somebody_plays(self, facts: TableFacts, table: Table) -> bool:
        """Whether there is anybody to open the betting for."""
        return any(table.guests.values())

    def leave(self, facts: TableFacts, draft: TableDraft, player: PlayerId, now: Instant) -> None:
        """A guest goes away; bets in play stay."""
        draft.emit(Left(player, now))

    def connection_changed(self, facts: TableFacts, draft: TableDraft) -> None:
        """What follows when a guest's connection is lost or back."""

    def wait_no_longer(self, facts: TableFacts, draft: TableDraft, now: Instant) -> None:
        """The table is held no longer: whoever left meanwhile is not waited for."""

    def may_read(self, facts: TableFacts, table: Table, player: PlayerId) -> Refused:
        """Whether chat reaches a guest."""
        return None

    def may_write(self, facts: TableFacts, table: Table, player: PlayerId) -> Refused:
        """Whether a guest whom chat reaches may write."""
        return None

    # ---- the round

    def before_close(self, facts: TableFacts, draft: TableDraft) -> tuple[int, ...]:
        """Give back what cannot be played; the seats that are dealt to, in order."""
        return ()

    def between_rounds(self, facts: TableFacts, draft: TableDraft) -> None:
        """What follows when a round is void, or nobody bet."""

    def card_due(self, facts: TableFacts, table: Table) -> Place | None:
        """Where the next card goes, or nothing when none is due."""
        return None

    def give(self, facts: TableFacts, draft: TableDraft, card: int, now: Instant, video: int | None) -> None:
        """Put a card that came out of a dealer's shoe where it is due."""
        place = self.card_due(facts, draft.state)
        assert place is not None
        give_card(draft, place, card, now, video)

    @abstractmethod
    def advance(self, facts: TableFacts, draft: TableDraft, now: Instant) -> None:
        """Play as far as it goes without anybody."""

    @abstractmethod
    def settle(self, facts: TableFacts, draft: TableDraft, now: Instant) -> None:
        """Collect losing bets and pay winning ones."""

    def tasks(self, facts: TableFacts, table: Table) -> Iterator[Timer[TableCommand]]:
        """What a round waits for after no more bets: at a table of the house for its next cards."""
        if not facts.is_live:
            yield Timer(table.since, Deal(table.round))

    # ---- a live dealer

    def step(self, facts: TableFacts, table: Table) -> Step:
        """What the dealer does next after "no more bets", until the outcome is known."""
        place = self.card_due(facts, table)
        return Step(StepKind.WAIT) if place is None else scan_step(facts, table, place)

    def step_finished(self, facts: TableFacts, draft: TableDraft, step: StepKind, now: Instant) -> None:
        """The dealer did one of the steps that only this game has."""

    def check_pocket(self, facts: TableFacts, table: Table, pocket: int) -> Refused:
        """Whether the pocket of this round can be replaced by that one; only a wheel has any."""
        return reject("not_correctable", facts.casino.roulette.pockets.rule)

    def lies_open(self, facts: TableFacts, table: Table, number: int) -> bool:
        """Whether a card of the round lies face up, counted among what was dealt from 0."""
        return True

    # ---- what is shown

    @abstractmethod
    def view(self, facts: TableFacts, table: Table) -> FeltView:
        """What everybody sees of the felt."""

    def own_view(self, facts: TableFacts, table: Table, player: PlayerId, own: OwnView) -> OwnView:
        """What only this player sees: `own`, with what the game adds."""
        return own

    def display(self, table: Table, shown: int) -> Display:
        """What hangs above the table; the latest `shown` results."""
        return Display()

    def sentence(self, event: GameEvent) -> str:
        """One of its events in English; nothing for what needs no words."""
        return ""

    def card_sentence(self, event: CardDealt) -> str:
        """Where a card went, in English."""
        return ""
