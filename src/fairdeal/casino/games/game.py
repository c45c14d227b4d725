"""
The contract between a casino table and the game that is played there.

A table opens and closes the betting, handles players, shoe, station and chat, holds, recovers and pays; where games differ it
calls its game. A game is one stateless value: everything it needs is passed in as the table's facts and state. Games import the
table's modules, and never the other way round.

A game has a folder of its own: a felt (its bets and cards), its commands and events, and a subclass of `Game`.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar, NamedTuple, Protocol

from fairdeal.casino.dealer import Step, StepKind
from fairdeal.casino.paytables import Paid
from fairdeal.casino.shoe import ShoeRules, shoe_size
from fairdeal.casino.table.changes import PrivateChanges
from fairdeal.casino.table.commands import Deal, GameCommand, TableCommand
from fairdeal.casino.table.events import CardDealt, GameEvent, Left
from fairdeal.casino.table.evolve import Evolve
from fairdeal.casino.table.facts import TableFacts
from fairdeal.casino.table.postings import FundsNeeded, Moved
from fairdeal.casino.table.rounds import Handler, Place, Refused, TableDraft, give_card
from fairdeal.casino.table.state import Felt, Phase, Table
from fairdeal.casino.table.steps import scan_step
from fairdeal.casino.table.view import FeltView, OwnView
from fairdeal.fair import SHOE
from fairdeal.fair.casino import SHOE_CARDS
from fairdeal.kernel import AccountId, Cents, Duration, Instant, PlayerId, RuleId, Ruling, Timer, reject
from fairdeal.rulebook.ruled import Odds
from fairdeal.rulebook.schema.casino import Casino, Limits


@dataclass(frozen=True, slots=True)
class Display:
    """What the lobby shows of a table: seats, how many wait for one, and past results, the latest first."""

    seats: int = 0  # 0: the game has no seats
    seats_taken: int = 0
    waiting: int = 0  # in the queue for a seat
    free_seats: tuple[int, ...] = ()
    results: tuple[str, ...] = ()


class SettledBet(NamedTuple):
    """One bet of a settled round: where it lay, the stake, and what it paid."""

    spot: str
    staked: Cents
    paid: Paid


class BettingSpot(NamedTuple):
    """A place for chips: the kind of bet, what it pays by which rule, and the numbers it covers where there are numbers."""

    name: str
    bet: str
    odds: Odds
    rule: RuleId
    numbers: frozenset[int] = frozenset()


class HandCards(NamedTuple):
    """The cards of one hand: of a seat, of the dealer (-1), or of Player (0) and Banker (1)."""

    seat: int
    hand: int
    cards: tuple[int, ...]


class Expected(NamedTuple):
    """The mean and the variance of what the house keeps of a round's bets, in cents; by the published chances."""

    mean: float = 0.0
    variance: float = 0.0


def expected_of(chances: Iterable[tuple[float, int]]) -> Expected:
    """The mean and variance of a result from its chances; each result is what the house keeps."""
    those = tuple(chances)
    mean = sum(chance * result for chance, result in those)
    return Expected(mean, sum(chance * (result - mean) ** 2 for chance, result in those))


class TableOptions(Protocol):
    """What an operator may choose for one table besides its limits; None: as the rulebook says."""

    @property
    def dealer_hits_soft_17(self) -> bool | None:
        """Whether the dealer draws to a soft 17."""
        ...


class Game(ABC):
    """One game of the casino."""

    name: ClassVar[str]
    """The name of the game; part of records, so it never changes."""
    section: ClassVar[str]
    """The name of its section among the casino rules of an edition."""
    dealing_rule: ClassVar[RuleId]
    """The rule by which a dealer deals or spins."""

    proven: ClassVar[str] = ""
    """What it draws where draws are by PFP-1: a round or a shoe; empty: nothing that the protocol knows."""

    event_tags: ClassVar[Mapping[str, type[GameEvent]]] = {}
    """The tags of its own events, which never change."""
    felt_tags: ClassVar[Mapping[str, type[Felt]]]
    """The tag of its felt, which never changes."""
    not_kept: ClassVar[Mapping[type[Felt], Collection[str]]] = {}
    """Fields of its felt that are not stored, so that a failure loses them."""

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

    def with_options(self, casino: Casino, options: TableOptions) -> Casino:
        """The same rules with those options of a table that concern this game."""
        return casino

    def shoe(self, casino: Casino) -> ShoeRules | None:
        """The rules about its shoe; None for a game without cards."""
        return None

    def cards_needed(self, facts: TableFacts) -> int:
        """How many cards the shoe must have for a round, wherever the cut card is."""
        return 0

    def engine(self, casino: Casino) -> Any:
        """Its rules precomputed, made once per table and kept as `TableFacts.engine`."""
        return None

    def draws_fairly(self, facts: TableFacts) -> bool:
        """Whether PFP-1 can draw for these rules: a shoe of eight decks, or a wheel of 37 pockets."""
        return self.proven == SHOE and facts.shoe is not None and shoe_size(facts.shoe) == SHOE_CARDS

    def notices(self, facts: TableFacts) -> tuple[Ruling, ...]:
        """The rulings that a client shows as notices on the felt."""
        return ()

    @abstractmethod
    def no_more_bets(self, facts: TableFacts) -> RuleId:
        """The rule that closes the betting."""

    def irregularity(self, facts: TableFacts) -> RuleId:
        """The rule under which a supervisor holds the table for an irregularity."""
        return facts.casino.failure.rule

    # ---- commands and events of its own

    @property
    @abstractmethod
    def commands(self) -> Mapping[type[GameCommand], Handler]:
        """The handlers of its commands; all of them are refused while a table is held."""

    @property
    @abstractmethod
    def about_bets(self) -> frozenset[type[GameCommand]]:
        """The commands that change bets, and so are too late once the betting time is over."""

    @property
    @abstractmethod
    def evolves(self) -> Mapping[type[GameEvent], Evolve]:
        """The functions that apply its own events to the table, by type."""

    def moved(self, facts: TableFacts, event: GameEvent) -> Moved | None:
        """The money that one of its events moves, or None."""
        return None

    def public_change(self, before: Table, event: GameEvent) -> GameEvent | None:
        """The change that one of its events shows to every watcher, or None."""
        return None

    def private_changes(self, before: Table, event: GameEvent) -> PrivateChanges:
        """The changes that one of its events shows to single players, by player."""
        return {}

    def with_chance(self, facts: TableFacts, command: TableCommand, below: Callable[[int], int]) -> TableCommand:
        """One of its commands with its random fields filled; `below` draws a number from 0 to below a bound."""
        return command

    def funds_needed(self, facts: TableFacts, table: Table, command: TableCommand) -> dict[PlayerId, FundsNeeded]:
        """The wallets whose balances one of its commands needs, and what would be bet from each, by player."""
        return {}

    def with_funds(
        self, facts: TableFacts, table: Table, command: TableCommand, balances: Mapping[AccountId, int]
    ) -> TableCommand:
        """The command with the balances of the wallets it needs, given in units."""
        return command

    def with_hands_elsewhere(self, command: TableCommand, count: Callable[[PlayerId], int]) -> TableCommand:
        """One of its commands with the number of hands its player has at other tables, if it needs that; `count` counts them."""
        return command

    def amended(self, command: TableCommand) -> TableCommand | None:
        """The command to decide after another machine refused its part in it; None: the rejection stands."""
        return None

    # ---- people

    @abstractmethod
    def new_felt(self, facts: TableFacts) -> Felt:
        """The felt of a table nobody has visited."""

    def has_players(self, facts: TableFacts, table: Table) -> bool:
        """Whether there is a player for whom the betting should open."""
        return any(table.guests.values())

    def leave(self, facts: TableFacts, draft: TableDraft, player: PlayerId, now: Instant) -> None:
        """Decide what follows when a player's visit ends; bets in play stay."""
        draft.emit(Left(player, now))

    def connection_changed(self, facts: TableFacts, draft: TableDraft) -> None:
        """Decide what follows when a player disconnects or reconnects."""

    def wait_no_longer(self, facts: TableFacts, draft: TableDraft, now: Instant) -> None:
        """Go on without players who left while the table was held."""

    def may_read(self, facts: TableFacts, table: Table, player: PlayerId) -> Refused:
        """The rejection if a player at the table may not read the chat, or None."""
        return None

    def may_write(self, facts: TableFacts, table: Table, player: PlayerId) -> Refused:
        """The rejection if a player who may read the chat may not write in it, or None."""
        return None

    # ---- the round

    def before_close(self, facts: TableFacts, draft: TableDraft) -> tuple[int, ...]:
        """Return bets that cannot be played; returns the seats that are dealt to, in order."""
        return ()

    def between_rounds(self, facts: TableFacts, draft: TableDraft) -> None:
        """Decide what follows when a round was voided or nobody bet."""

    def card_due(self, facts: TableFacts, table: Table) -> Place | None:
        """Where the next card is dealt, or None if none is due."""
        return None

    def first_deal(self, facts: TableFacts, table: Table) -> tuple[Place, ...]:
        """Where the cards go that are dealt in every round, in order; what follows them depends on the cards."""
        return ()

    def give(self, facts: TableFacts, draft: TableDraft, card: int, now: Instant, video: int | None) -> None:
        """Deal a card from a live dealer's shoe to the place where it is due."""
        place = self.card_due(facts, draft.state)
        assert place is not None
        give_card(draft, place, card, now, video)

    def step_due(self, facts: TableFacts, table: Table) -> bool:
        """Whether the program has to go on with the round by itself, with a card or with what follows the last one."""
        return self.card_due(facts, table) is not None

    def shown_for(self, facts: TableFacts, table: Table) -> Duration:
        """How long the program waits before the next step of a round, so that everybody has seen the last one."""
        return facts.pace.first_card if table.phase is Phase.CLOSED else facts.pace.card

    @abstractmethod
    def advance(self, facts: TableFacts, draft: TableDraft, now: Instant) -> None:
        """Continue the round until a player, the live dealer or entropy is needed."""

    @abstractmethod
    def settle(self, facts: TableFacts, draft: TableDraft, now: Instant) -> None:
        """Settle the round: collect losing bets and pay winning ones."""

    def tasks(self, facts: TableFacts, table: Table) -> Iterator[Timer[TableCommand]]:
        """The timers of a round after the betting closed; where the program deals, also of the next cards."""
        if not facts.is_live:
            yield Timer(Instant(table.since + self.shown_for(facts, table)), Deal(table.round))

    # ---- a live dealer

    def step(self, facts: TableFacts, table: Table) -> Step:
        """The next step of the live dealer, from "no more bets" until the outcome is known."""
        place = self.card_due(facts, table)
        return Step(StepKind.WAIT) if place is None else scan_step(facts, table, place)

    def step_finished(self, facts: TableFacts, draft: TableDraft, step: StepKind, now: Instant) -> None:
        """Decide what follows when the dealer finished a step that only this game has."""

    def check_pocket(self, facts: TableFacts, table: Table, pocket: int) -> Refused:
        """The rejection if the pocket of this round cannot be replaced by that one; always for a game without a wheel."""
        return reject("not_correctable", facts.casino.roulette.pockets.rule)

    def lies_open(self, facts: TableFacts, table: Table, number: int) -> bool:
        """Whether a card of the round lies face up; `number` is its index in the order of dealing."""
        return True

    # ---- what is shown

    @abstractmethod
    def view(self, facts: TableFacts, table: Table) -> FeltView:
        """What everybody sees of the felt."""

    def own_view(self, facts: TableFacts, table: Table, player: PlayerId, own: OwnView) -> OwnView:
        """What only this player sees: `own`, extended by the game."""
        return own

    def settled_bets(self, facts: TableFacts, table: Table, player: PlayerId) -> tuple[SettledBet, ...]:
        """Each bet of a player in a round whose outcome is known, before or after it is settled; empty if it was voided."""
        return ()

    def returned_bets(self, table: Table, player: PlayerId) -> tuple[SettledBet, ...]:
        """Each bet of a player in a round that is about to be void: all of it comes back."""
        return ()

    def spots(self, facts: TableFacts) -> tuple[BettingSpot, ...]:
        """The places for chips, in the order of the layout; none for a game without one."""
        return ()

    def cards_of(self, facts: TableFacts, table: Table) -> tuple[HandCards, ...]:
        """The cards of a round that ends, hand by hand; without one that lies face down, and empty for a game without cards."""
        return ()

    def seat_of_bets(self, table: Table, player: PlayerId) -> int:
        """The seat whose hands a player's bets of this round are on; -1 for a game without seats."""
        return -1

    def sits_at(self, table: Table, player: PlayerId, seat: int) -> bool:
        """Whether a player sits in that seat; never in a game without seats."""
        return False

    def expected(self, facts: TableFacts, table: Table) -> Expected:
        """What the house can expect of the bets of a round, before it is settled."""
        return Expected()

    def result_of(self, result: int) -> str:
        """A stored result as people read it; empty where the cards tell it all."""
        return ""

    def display(self, table: Table, shown: int) -> Display:
        """What the lobby shows of the table, with the latest `shown` results."""
        return Display()

    def sentence(self, event: GameEvent) -> str:
        """The English sentence that describes one of its events; empty if none is needed."""
        return ""

    def card_sentence(self, event: CardDealt) -> str:
        """The English words that say where a card was dealt."""
        return ""
