"""
The machine of a casino table.

`decide` says what happens, or why not; `evolve` follows; `agenda` is what the table waits for. Everything else is a module
of its own: `window`, `layout` and `boxes` for bets, `drawing`, `play` and `decisions` for rounds, `seats` and `people`,
`shoes`, `station` and `corrections` for a live dealer, `recovery` for failures.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, get_args

from fairdeal.bank.accounts import site_wallet
from fairdeal.bank.transfer import Chain
from fairdeal.casino.chat import BlockChat, ChatCommand, Mute, ReportMessage, Say, decide_chat
from fairdeal.casino.dealer import Step
from fairdeal.casino.table.boxes import decide_box
from fairdeal.casino.table.changes import PrivateChange, PublicChange, TableStep, private_changes, public_change
from fairdeal.casino.table.commands import (
    BoxCommand,
    Choice,
    CloseBetting,
    CloseInsurance,
    Deal,
    Decide,
    DecisionExpired,
    GiveTimeBack,
    LayoutCommand,
    Leave,
    OpenBetting,
    PeopleCommand,
    PlayCommand,
    Recover,
    SeatCommand,
    Shuffle,
    Spin,
    TableCommand,
)
from fairdeal.casino.table.corrections import CorrectionCommand, decide_correction
from fairdeal.casino.table.decisions import asks, decide_play, followers, insurance_is_open
from fairdeal.casino.table.drawing import spin
from fairdeal.casino.table.events import TableEvent
from fairdeal.casino.table.evolve import evolve
from fairdeal.casino.table.facts import Game, TableFacts
from fairdeal.casino.table.games import card_due, go_on, somebody_plays
from fairdeal.casino.table.people import decide_people, go_on_without, may_chat, may_read
from fairdeal.casino.table.postings import transfers_of
from fairdeal.casino.table.recovery import give_time_back, recover
from fairdeal.casino.table.rounds import Refused, TableDraft, shoe_is_empty
from fairdeal.casino.table.seats import decide_seat
from fairdeal.casino.table.shoes import needs_shuffle, shuffle, shuffle_due
from fairdeal.casino.table.state import BoxesFelt, LayoutFelt, Phase, Table
from fairdeal.casino.table.station import DealerCommand, decide_station
from fairdeal.casino.table.steps import next_step
from fairdeal.casino.table.view import TableView, view_of
from fairdeal.casino.table.window import close_betting, close_if_overdue, decide_chips, may_open, open_betting
from fairdeal.kernel import (
    UNITS_PER_CENT,
    AccountId,
    Cents,
    Decision,
    Draft,
    EventRef,
    Instant,
    PlayerId,
    Rejection,
    Task,
    Timer,
    reject,
)


class CasinoTable:
    """The rules of one casino table, under each text of the rulebook it may play by."""

    __slots__ = ("_texts", "facts")

    def __init__(self, facts: TableFacts, older: Sequence[TableFacts] = ()) -> None:
        """`older` are texts a running round may have begun under: a new one holds from the next round on."""
        self.facts = facts
        self._texts = {each.edition: each for each in (*older, facts)}

    def facts_of(self, table: Table) -> TableFacts:
        """The rules of the round being bet on or played, or of the next one."""
        if table.phase in (Phase.IDLE, Phase.RESULT):
            return self.facts
        return self._texts[table.edition]

    @property
    def initial(self) -> Table:
        """The table before anybody came."""
        if self.facts.game is not Game.BLACKJACK:
            return Table(LayoutFelt())
        seats = self.facts.blackjack.seats.value
        return Table(BoxesFelt((None,) * seats, (0,) * seats))

    def decide(self, table: Table, command: TableCommand, now: Instant) -> Decision[Table, TableEvent]:
        """
        What happens, or why not; changes nothing.

        No steps and no rejection means that it is so already: commands of timers may come twice.
        """
        kind = type(command)
        draft: TableDraft = Draft(table, evolve)
        handle = _ALWAYS.get(kind) or _UNLESS_HELD.get(kind)
        if handle is None:
            return reject("not_here")
        if table.hold is not None and kind not in _ALWAYS:
            return reject("table_held", table.hold.rule)
        facts = self.facts_of(table)
        if kind in _ABOUT_BETS:
            close_if_overdue(facts, draft, now)
        refused = handle(facts, draft, command, now)
        return draft.steps if refused is None else refused

    def evolve(self, table: Table, event: TableEvent) -> Table:
        """The table after the event; never refuses, and needs no rulebook."""
        return evolve(table, event)

    def agenda(self, table: Table) -> frozenset[Task[TableCommand]]:
        """The clock of the betting, the insurance, the decision or the pause; cards, spins and shuffles that are due."""
        return frozenset(_tasks(self.facts_of(table), table))

    def view(self, table: Table, viewer: PlayerId | None) -> TableView:
        """The table for one of its players, or for anybody else."""
        return view_of(self.facts_of(table), table, viewer)

    def step(self, table: Table) -> Step:
        """What the live dealer does next."""
        return next_step(self.facts_of(table), table)

    def transfers(self, event: TableEvent, ref: EventRef) -> Chain:
        """What the event means in money."""
        return transfers_of(self.facts, event, ref)

    def public_change(self, step: TableStep) -> PublicChange | None:
        """What everybody is told of an event, or nothing."""
        return public_change(step.before, step.event)

    def private_changes(self, step: TableStep) -> dict[PlayerId, tuple[PrivateChange, ...]]:
        """What single players are told of an event besides."""
        return private_changes(self.facts_of(step.before), step.before, step.event)

    def wallets_needed(self, table: Table, command: TableCommand) -> dict[PlayerId, AccountId]:
        """Whose money the command has to know: those who follow a double or a split from behind."""
        if not isinstance(command, Decide) or not isinstance(table.felt, BoxesFelt):
            return {}
        if command.choice not in (Choice.DOUBLE, Choice.SPLIT):
            return {}
        seat = table.felt.seat_of(command.player)
        return {player: site_wallet(self.facts.tender, player) for player in followers(table, seat)}

    def with_funds(self, table: Table, command: TableCommand, balances: Mapping[AccountId, int]) -> TableCommand:
        """The command with what is in those wallets, told in units."""
        wallets = self.wallets_needed(table, command)
        if not wallets:
            return command
        assert isinstance(command, Decide)
        funds = ((who, Cents(balances.get(wallet, 0) // UNITS_PER_CENT)) for who, wallet in wallets.items())
        return replace(command, funds=tuple(funds))


def _tasks(facts: TableFacts, table: Table) -> Iterator[Timer[TableCommand]]:
    if table.hold is not None:
        return
    if not facts.is_live and needs_shuffle(facts, table) and (table.in_round or somebody_plays(facts, table)):
        yield Timer(table.since, shuffle_due(facts, table))
    elif may_open(facts, table):
        yield Timer(max(table.deadline, table.since), OpenBetting(table.round + 1))
    elif table.phase is Phase.BETTING:
        yield Timer(table.deadline, CloseBetting(table.round))
    elif table.phase is Phase.CLOSED and not facts.is_live:
        yield Timer(table.since, _draw_due(facts, table))
    elif table.phase is Phase.PLAYING and facts.game is Game.BLACKJACK:
        yield from _tasks_of_play(facts, table)
    elif table.phase is Phase.PLAYING and facts.game is Game.BACCARAT and not facts.is_live:
        yield Timer(table.since, Deal(table.round))  # the shoe had run out, and is filled again


def _draw_due(facts: TableFacts, table: Table) -> TableCommand:
    if facts.game is Game.ROULETTE:
        return Spin(table.round, facts.wheel.pockets)
    return Deal(table.round)


def _tasks_of_play(facts: TableFacts, table: Table) -> Iterator[Timer[TableCommand]]:
    if insurance_is_open(facts, table):
        yield Timer(table.deadline, CloseInsurance(table.round))
    elif asks(facts, table):
        yield Timer(table.deadline, DecisionExpired(table.round, table.boxes.turn))
    elif not facts.is_live:
        yield Timer(table.since, Deal(table.round))


def _deal(facts: TableFacts, draft: TableDraft, command: Deal, now: Instant) -> Refused:
    """Deal from the house's shoe what is due; nothing, if nothing is."""
    table = draft.state
    if facts.is_live or not facts.has_shoe:
        return reject("no_house_shoe")
    due = table.round == command.round and card_due(facts, table) is not None and not shoe_is_empty(table)
    if due:
        go_on(facts, draft, now)
    return None


def _chat(facts: TableFacts, draft: TableDraft, command: ChatCommand, now: Instant) -> Refused:
    table = draft.state
    match command:
        case Say(player):
            refused = may_chat(facts, table, player)
        case ReportMessage(player):
            refused = may_read(facts, table, player)
        case Mute(player):
            refused = None if player in table.guests else reject("not_at_table")
        case BlockChat():
            refused = None
    outcome = refused or decide_chat(table.chat, command, now, facts.casino.chat, facts.offends)
    if isinstance(outcome, Rejection):
        return outcome
    draft.emit(outcome)
    return None


def _correction(facts: TableFacts, draft: TableDraft, command: CorrectionCommand, now: Instant) -> Refused:
    refused = decide_correction(facts, draft, command, now)
    if refused is None and facts.game is Game.BLACKJACK and draft.state.hold is None:
        go_on_without(facts, draft, now)
    return refused


def _recover(facts: TableFacts, draft: TableDraft, command: Recover, now: Instant) -> Refused:
    recover(facts, draft, command, now)
    return None


def _give_time_back(_facts: TableFacts, draft: TableDraft, command: GiveTimeBack, now: Instant) -> Refused:
    give_time_back(draft, command, now)
    return None


_Handler = Callable[[TableFacts, TableDraft, Any, Instant], Refused]


def _all_of(commands: Any, handler: _Handler) -> dict[type[Any], _Handler]:
    return dict.fromkeys(get_args(commands), handler)


_ALWAYS: Final[dict[type[Any], _Handler]] = {
    Recover: _recover,
    GiveTimeBack: _give_time_back,
    **_all_of(PeopleCommand, decide_people),
    **_all_of(CorrectionCommand, _correction),
    **_all_of(ChatCommand, _chat),
}
"""What is decided whatever the table waits for."""

_UNLESS_HELD: Final[dict[type[Any], _Handler]] = {
    OpenBetting: open_betting,
    CloseBetting: close_betting,
    Spin: spin,
    Deal: _deal,
    Shuffle: shuffle,
    **_all_of(LayoutCommand, decide_chips),
    **_all_of(PlayCommand, decide_play),
    **_all_of(DealerCommand, decide_station),
    **_all_of(SeatCommand, lambda facts, draft, command, _: decide_seat(facts, draft, command)),
    **_all_of(BoxCommand, lambda facts, draft, command, _: decide_box(facts, draft, command)),
}
"""What waits while people put something right."""

_ABOUT_BETS: Final = frozenset((*get_args(LayoutCommand), *get_args(BoxCommand), *get_args(SeatCommand), Leave))
"""What would change bets, so that it must not come after no more bets."""
