"""Blackjack at a table: seven boxes with bets behind them, insurance, and decisions hand by hand."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, ClassVar, Final, get_args

from fairdeal.casino.dealer import Step, StepKind
from fairdeal.casino.games.blackjack import changes, money, people, steps, story, tags
from fairdeal.casino.games.blackjack.boxes import decide_box, drop_bets_without_hand
from fairdeal.casino.games.blackjack.commands import (
    BoxCommand,
    CloseInsurance,
    DecisionExpired,
    PlayCommand,
    SeatCommand,
)
from fairdeal.casino.games.blackjack.decisions import asks, decide_play, insurance_is_open
from fairdeal.casino.games.blackjack.engine import BlackjackEngine, engine_of, with_soft_17
from fairdeal.casino.games.blackjack.evolve import EVOLVE
from fairdeal.casino.games.blackjack.felt import BoxesFelt, boxes_of
from fairdeal.casino.games.blackjack.notices import notices_of
from fairdeal.casino.games.blackjack.play import (
    advance,
    deal,
    due_in_round,
    first_places,
    lies_open,
    returned_bets,
    round_of,
    seen_round,
    settle_boxes,
    settled_bets,
)
from fairdeal.casino.games.blackjack.records import cards_of, expected
from fairdeal.casino.games.blackjack.rules import BlackjackRules
from fairdeal.casino.games.blackjack.seats import decide_seat, note_passed_seats, serve_queue, tidy_seats
from fairdeal.casino.games.blackjack.view import BlackjackView, OwnBoxes, felt_view, own_view
from fairdeal.casino.games.blackjack.wagers import Payouts
from fairdeal.casino.games.game import Display, Expected, Game, HandCards, SettledBet, TableOptions
from fairdeal.casino.shoe import ShoeRules
from fairdeal.casino.table.changes import PrivateChanges
from fairdeal.casino.table.commands import GameCommand, TableCommand
from fairdeal.casino.table.events import CardDealt, GameEvent
from fairdeal.casino.table.evolve import Evolve
from fairdeal.casino.table.facts import TableFacts
from fairdeal.casino.table.postings import FundsNeeded, Moved
from fairdeal.casino.table.rounds import Handler, Place, Refused, TableDraft
from fairdeal.casino.table.state import Felt, Phase, Table
from fairdeal.casino.table.view import OwnView
from fairdeal.fair import SHOE
from fairdeal.kernel import AccountId, Instant, PlayerId, RuleId, Ruling, Timer
from fairdeal.rulebook.schema.casino import Casino

IRREGULARITIES: Final = RuleId("BJ-15")

_COMMANDS: Final[dict[type[GameCommand], Handler]] = {
    **dict.fromkeys(get_args(SeatCommand), decide_seat),
    **dict.fromkeys(get_args(BoxCommand), decide_box),
    **dict.fromkeys(get_args(PlayCommand), decide_play),
}
_ABOUT_BETS: Final[frozenset[type[GameCommand]]] = frozenset((*get_args(BoxCommand), *get_args(SeatCommand)))


class BlackjackGame(Game):
    """Blackjack with bets behind."""

    name = "blackjack"
    section = "blackjack"
    dealing_rule = RuleId("BJ-43")
    proven = SHOE
    event_tags = tags.EVENTS
    felt_tags: ClassVar[Mapping[str, type[Felt]]] = {"boxes": BoxesFelt}

    # ---- rules

    def with_options(self, casino: Casino, options: TableOptions) -> Casino:
        """The same rules, with the table's choice about a soft 17 if it has one (X-102)."""
        hits = options.dealer_hits_soft_17
        return casino if hits is None else with_soft_17(casino, hits=hits)

    def shoe(self, casino: Casino) -> ShoeRules:
        """The rules of the shoe."""
        return casino.blackjack

    def engine(self, casino: Casino) -> BlackjackEngine:
        """How hands are played and paid."""
        rules = casino.blackjack
        return BlackjackEngine(BlackjackRules(rules), Payouts(rules), notices_of(rules))

    def notices(self, facts: TableFacts) -> tuple[Ruling, ...]:
        """What the table's rules say on the felt (BJ-08, BJ-09)."""
        return engine_of(facts).notices

    def no_more_bets(self, facts: TableFacts) -> RuleId:
        """The rule that closes the betting."""
        return facts.limits.betting_seconds.rule

    def irregularity(self, facts: TableFacts) -> RuleId:
        """The rule by which a supervisor looks at an irregularity."""
        return IRREGULARITIES

    # ---- commands and events

    @property
    def commands(self) -> Mapping[type[GameCommand], Handler]:
        """Seats, bets, insurance and decisions."""
        return _COMMANDS

    @property
    def about_bets(self) -> frozenset[type[GameCommand]]:
        """Commands about bets, and about seats, because bets go with them."""
        return _ABOUT_BETS

    @property
    def evolves(self) -> Mapping[type[Any], Evolve]:
        """Seats, bets, insurance and decisions."""
        return EVOLVE

    def moved(self, facts: TableFacts, event: GameEvent) -> Moved | None:
        """Bets, insurance, additional bets, and bets that go back."""
        return money.moved(facts, event)

    def public_change(self, before: Table, event: GameEvent) -> GameEvent | None:
        """The change that an event shows to every watcher, or None."""
        return changes.public_change(before, event)

    def private_changes(self, before: Table, event: GameEvent) -> PrivateChanges:
        """The changes that an event shows to single players, by player."""
        return changes.private_changes(event)

    def funds_needed(self, facts: TableFacts, table: Table, command: TableCommand) -> dict[PlayerId, FundsNeeded]:
        """The wallets and bets of those who follow a double or split from behind, by player."""
        return money.funds_needed(facts, table, command)

    def with_funds(
        self, facts: TableFacts, table: Table, command: TableCommand, balances: Mapping[AccountId, int]
    ) -> TableCommand:
        """A double or a split with what is in those wallets."""
        return money.with_funds(facts, table, command, balances)

    def with_hands_elsewhere(self, command: TableCommand, count: Callable[[PlayerId], int]) -> TableCommand:
        """A bet with the number of hands the player bets on at other tables (BJ-55)."""
        return money.with_hands_elsewhere(command, count)

    def amended(self, command: TableCommand) -> TableCommand | None:
        """A decision once more, without followers who have spent the money meanwhile."""
        return money.amended(command)

    # ---- people

    def new_felt(self, facts: TableFacts) -> BoxesFelt:
        """A felt with empty seats."""
        seats = facts.casino.blackjack.seats.value
        return BoxesFelt((None,) * seats, (0,) * seats)

    def has_players(self, facts: TableFacts, table: Table) -> bool:
        """Whether any connected player has a seat or waits for one."""
        return people.has_seated_or_waiting(table)

    def leave(self, facts: TableFacts, draft: TableDraft, player: PlayerId, now: Instant) -> None:
        """End a player's visit, which also frees the seat and leaves the waiting list."""
        people.leave(facts, draft, player, now)

    def connection_changed(self, facts: TableFacts, draft: TableDraft) -> None:
        """Give free seats to connected players who wait for one."""
        serve_queue(draft)

    def wait_no_longer(self, facts: TableFacts, draft: TableDraft, now: Instant) -> None:
        """Go on without players who left while the table was held."""
        people.go_on_without(facts, draft, now)

    def may_read(self, facts: TableFacts, table: Table, player: PlayerId) -> Refused:
        """The rejection if a player may not read the chat: those who bet behind may not."""
        return people.may_read(facts, table, player)

    def may_write(self, facts: TableFacts, table: Table, player: PlayerId) -> Refused:
        """The rejection if a player may not write in the chat: only those who play may."""
        return people.may_write(facts, table, player)

    # ---- the round

    def before_close(self, facts: TableFacts, draft: TableDraft) -> tuple[int, ...]:
        """Return bets behind seats that do not bet; returns the seats that are dealt to."""
        drop_bets_without_hand(draft)
        note_passed_seats(draft)
        felt = boxes_of(draft.state)
        return tuple(seat for seat, player in enumerate(felt.seats) if player in felt.wagers)

    def between_rounds(self, facts: TableFacts, draft: TableDraft) -> None:
        """Those who left or asked to are gone, and idle seats go to whoever waits."""
        tidy_seats(facts, draft)

    def card_due(self, facts: TableFacts, table: Table) -> Place | None:
        """The hand that gets the next card, or None if no card is due."""
        return due_in_round(facts, table)

    def first_deal(self, facts: TableFacts, table: Table) -> tuple[Place, ...]:
        """Two cards to each hand and to the dealer (BJ-43)."""
        return first_places(facts, table)

    def give(self, facts: TableFacts, draft: TableDraft, card: int, now: Instant, video: int | None) -> None:
        """Deal a card to the hand that is due, with the events of hands it ends."""
        deal(facts, draft, round_of(facts, draft.state), card, now, video)

    def step_due(self, facts: TableFacts, table: Table) -> bool:
        """Whether a card is due, or what follows the last one that was shown."""
        waits = facts.deals_card_by_card and table.phase is Phase.PLAYING and not boxes_of(table).asked
        return waits or super().step_due(facts, table)

    def advance(self, facts: TableFacts, draft: TableDraft, now: Instant) -> None:
        """Continue the round until a player, the live dealer or entropy is needed, or it is settled."""
        advance(facts, draft, now)

    def settle(self, facts: TableFacts, draft: TableDraft, now: Instant) -> None:
        """Settle the round, then let waiting players leave and sit down."""
        settle_boxes(facts, draft, seen_round(facts, draft.state), now)

    def tasks(self, facts: TableFacts, table: Table) -> Iterator[Timer[TableCommand]]:
        """The timers of the insurance, of a decision, and of cards that are due."""
        if table.phase is Phase.PLAYING and insurance_is_open(facts, table):
            yield Timer(table.deadline, CloseInsurance(table.round))
        elif table.phase is Phase.PLAYING and asks(facts, table):
            yield Timer(table.deadline, DecisionExpired(table.round, boxes_of(table).turn))
        else:
            yield from super().tasks(facts, table)

    # ---- a live dealer

    def step(self, facts: TableFacts, table: Table) -> Step:
        """The next step of the live dealer."""
        return steps.next_step(facts, table)

    def step_finished(self, facts: TableFacts, draft: TableDraft, step: StepKind, now: Instant) -> None:
        """The dealer looked at the hole card, or turned it over."""
        steps.finished(facts, draft, step, now)

    def lies_open(self, facts: TableFacts, table: Table, number: int) -> bool:
        """Whether a card lies face up: every one but the hole card."""
        return lies_open(facts, table, number)

    # ---- what is shown

    def view(self, facts: TableFacts, table: Table) -> BlackjackView:
        """Seats and the dealer."""
        return felt_view(facts, table)

    def own_view(self, facts: TableFacts, table: Table, player: PlayerId, own: OwnView) -> OwnBoxes:
        """The own wager and choices."""
        return own_view(facts, table, player, own)

    def settled_bets(self, facts: TableFacts, table: Table, player: PlayerId) -> tuple[SettledBet, ...]:
        """A player's bets hand by hand, and insurance."""
        return settled_bets(facts, table, player)

    def returned_bets(self, table: Table, player: PlayerId) -> tuple[SettledBet, ...]:
        """A player's bets hand by hand, and insurance, also where it was collected."""
        return returned_bets(table, player)

    def cards_of(self, facts: TableFacts, table: Table) -> tuple[HandCards, ...]:
        """The hands of all seats in order, then the dealer's."""
        return cards_of(facts, table)

    def seat_of_bets(self, table: Table, player: PlayerId) -> int:
        """The seat whose hands a player's bets are on."""
        wager = boxes_of(table).wagers.get(player)
        return -1 if wager is None else wager.seat

    def sits_at(self, table: Table, player: PlayerId, seat: int) -> bool:
        """Whether a player sits in that seat."""
        return boxes_of(table).sits_at(player, seat)

    def expected(self, facts: TableFacts, table: Table) -> Expected:
        """By basic strategy; all bets on a seat win and lose together."""
        return expected(facts, table)

    def display(self, table: Table, shown: int) -> Display:
        """Seats, and who waits for one."""
        felt = boxes_of(table)
        free = tuple(seat for seat, player in enumerate(felt.seats) if player is None)
        return Display(len(felt.seats), len(felt.seats) - len(free), len(felt.queue), free)

    def sentence(self, event: GameEvent) -> str:
        """The sentence that describes an event; empty if none is needed."""
        return story.sentence(event)

    def card_sentence(self, event: CardDealt) -> str:
        """The words that say whose card it is."""
        return story.card_sentence(event)


BLACKJACK: Final = BlackjackGame()
