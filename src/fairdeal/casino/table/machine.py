"""
The machine of a casino table, for every game.

It dispatches commands to the modules of this folder: `window` for the betting, `people`, `shoes`, `station` and `corrections`
for a live dealer, `recovery` for failures; bets, rounds and decisions belong to the game.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, get_args

from fairdeal.bank.transfer import Chain
from fairdeal.casino.chat import BlockChat, ChatCommand, Mute, RemoveMessage, ReportMessage, Say, decide_chat
from fairdeal.casino.dealer import Step
from fairdeal.casino.table.agenda import tasks
from fairdeal.casino.table.changes import PrivateChanges, PublicChange, TableStep, private_changes, public_change
from fairdeal.casino.table.commands import (
    CloseBetting,
    Deal,
    GameCommand,
    GiveTimeBack,
    Leave,
    OpenBetting,
    PeopleCommand,
    Recover,
    Shuffle,
    TableCommand,
)
from fairdeal.casino.table.corrections import CorrectionCommand, decide_correction
from fairdeal.casino.table.events import TableEvent
from fairdeal.casino.table.evolve import evolve_with
from fairdeal.casino.table.facts import TableFacts
from fairdeal.casino.table.fair import scanning
from fairdeal.casino.table.fair.chain import decide_fair
from fairdeal.casino.table.fair.commands import FairCommand
from fairdeal.casino.table.people import decide_people, may_chat, may_read
from fairdeal.casino.table.postings import FundsNeeded, transfers_of
from fairdeal.casino.table.recovery import give_time_back, recover
from fairdeal.casino.table.rounds import Handler, Refused, TableDraft, shoe_is_empty
from fairdeal.casino.table.shoes import shuffle
from fairdeal.casino.table.state import Phase, Table
from fairdeal.casino.table.station import DealerCommand, decide_station
from fairdeal.casino.table.steps import next_step
from fairdeal.casino.table.view import OwnView, TableView, own_views, view_of
from fairdeal.casino.table.window import close_betting, close_if_overdue, open_betting
from fairdeal.kernel import AccountId, Decision, Draft, EventRef, Instant, PlayerId, Rejection, Task, reject


class CasinoTable:
    """The machine of one casino table, under each revision of the rulebook it may play by."""

    __slots__ = ("_about_bets", "_evolve", "_handlers", "_revisions", "facts")

    def __init__(self, facts: TableFacts, earlier_revisions: Sequence[TableFacts] = ()) -> None:
        """`earlier_revisions` are those a running round may have begun under; `facts` apply from the next round on."""
        self.facts = facts
        self._revisions = {each.edition: each for each in (*earlier_revisions, facts)}
        self._handlers: dict[type[Any], Handler] = {**_ALWAYS, **_UNLESS_HELD, **facts.game.commands}
        self._about_bets = facts.game.about_bets | {Leave}  # commands that are too late once the betting is closed
        self._evolve = evolve_with(facts.game.evolves)

    def facts_of(self, table: Table) -> TableFacts:
        """The facts under which the current round is played, or the next one if there is none."""
        phase = table.phase
        if phase is Phase.RESULT or phase is Phase.IDLE or table.edition == self.facts.edition:
            return self.facts
        return self._revisions[table.edition]

    @property
    def initial(self) -> Table:
        """The opening state: a table nobody has visited."""
        return Table(self.facts.game.new_felt(self.facts))

    def decide(self, table: Table, command: TableCommand, now: Instant) -> Decision[Table, TableEvent]:
        """
        The steps that the command causes now, or the rejection; changes nothing.

        No steps mean that nothing needs to change: commands of timers may come twice.
        """
        kind: type[Any] = type(command)
        handle = self._handlers.get(kind)
        if handle is None and isinstance(command, GameCommand):
            handle = _of_another_game
        if handle is None:
            return reject("unknown_command")
        if table.hold is not None and kind not in _ALWAYS:
            return reject("table_suspended", table.hold.rule)
        facts = self.facts_of(table)
        draft: TableDraft = Draft(table, self._evolve)
        if kind in self._about_bets:
            close_if_overdue(facts, draft, now)
        refused = handle(facts, draft, command, now)
        if refused is not None:
            return refused
        if draft.state.scans is not None:
            happened = [step.event for step in draft.steps]
            if (proven := scanning.due(facts, draft.state, happened)) is not None:
                draft.emit(proven)
        return draft.steps

    def evolve(self, table: Table, event: TableEvent) -> Table:
        """The table after the event; never refuses, and needs no rulebook."""
        return self._evolve(table, event)

    def agenda(self, table: Table) -> frozenset[Task[TableCommand]]:
        """The timers of the table: of the betting, a decision, a pause, and of cards, spins and shuffles that are due."""
        return frozenset(tasks(self.facts_of(table), table))

    def view(self, table: Table, viewer: PlayerId | None) -> TableView:
        """The table as a viewer sees it; viewer None is a watcher."""
        return view_of(self.facts_of(table), table, viewer)

    def own_views(self, table: Table, players: Iterable[PlayerId]) -> dict[PlayerId, OwnView]:
        """What each of these players alone sees; those who are not at the table are left out."""
        return own_views(self.facts_of(table), table, players)

    def is_about_bets(self, command: TableCommand) -> bool:
        """Whether a command concerns bets, and so comes too late once the betting is closed."""
        return type(command) in self._about_bets

    def step(self, table: Table) -> Step:
        """The next step of the live dealer."""
        return next_step(self.facts_of(table), table)

    def transfers(self, event: TableEvent, ref: EventRef) -> Chain:
        """The ledger transfers that the event causes."""
        return transfers_of(self.facts, event, ref)

    def public_change(self, step: TableStep) -> PublicChange | None:
        """The change that a step shows to every watcher, or None."""
        return public_change(self.facts, step.before, step.event)

    def private_changes(self, step: TableStep) -> PrivateChanges:
        """The changes that a step shows to single players, by player."""
        return private_changes(self.facts_of(step.before), step.before, step.event)

    def with_chance(self, command: TableCommand, below: Callable[[int], int]) -> TableCommand:
        """The command with its random fields filled; `below` draws a number from 0 to below a bound."""
        return self.facts.game.with_chance(self.facts, command, below)

    def funds_needed(self, table: Table, command: TableCommand) -> dict[PlayerId, FundsNeeded]:
        """The wallets whose balances the command needs, and what would be bet from each, by player."""
        return self.facts.game.funds_needed(self.facts, table, command)

    def with_funds(self, table: Table, command: TableCommand, balances: Mapping[AccountId, int]) -> TableCommand:
        """The command with the balances of the wallets it needs, given in units."""
        return self.facts.game.with_funds(self.facts, table, command, balances)

    def with_hands_elsewhere(self, command: TableCommand, count: Callable[[PlayerId], int]) -> TableCommand:
        """The command with the number of hands its player has at other tables, if it needs that; `count` counts them."""
        return self.facts.game.with_hands_elsewhere(command, count)

    def amended(self, command: TableCommand) -> TableCommand | None:
        """The command to decide after another machine refused its part in it; None: the rejection stands."""
        return self.facts.game.amended(command)


def _of_another_game(_facts: TableFacts, _draft: TableDraft, command: GameCommand, _now: Instant) -> Refused:
    return reject(command.refusal)


def _deal(facts: TableFacts, draft: TableDraft, command: Deal, now: Instant) -> Refused:
    """Deal the cards that are due from the program's shoe; does nothing if none is due."""
    table = draft.state
    if facts.is_live or not facts.has_shoe:
        return reject("no_automatic_shoe")
    game = facts.game
    is_time = table.round == command.round and now >= table.since + game.shown_for(facts, table)
    has_cards = game.card_due(facts, table) is None or not shoe_is_empty(table)
    if is_time and game.step_due(facts, table) and has_cards:
        facts.game.advance(facts, draft, now)
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
        case BlockChat() | RemoveMessage():
            refused = None
    outcome = refused or decide_chat(table.chat, command, now, facts.casino.chat, facts.offends)
    if isinstance(outcome, Rejection):
        return outcome
    draft.emit(outcome)
    return None


def _recover(facts: TableFacts, draft: TableDraft, command: Recover, now: Instant) -> Refused:
    recover(facts, draft, command, now)
    return None


def _give_time_back(_facts: TableFacts, draft: TableDraft, command: GiveTimeBack, now: Instant) -> Refused:
    give_time_back(draft, command, now)
    return None


def _all_of(commands: Any, handler: Handler) -> dict[type[Any], Handler]:
    return dict.fromkeys(get_args(commands), handler)


_ALWAYS: Final[dict[type[Any], Handler]] = {
    Recover: _recover,
    GiveTimeBack: _give_time_back,
    **_all_of(PeopleCommand, decide_people),
    **_all_of(CorrectionCommand, decide_correction),
    **_all_of(ChatCommand, _chat),
    **_all_of(FairCommand, decide_fair),
}
"""Commands that are decided even while the table is held, with their handlers."""

_UNLESS_HELD: Final[dict[type[Any], Handler]] = {
    OpenBetting: open_betting,
    CloseBetting: close_betting,
    Deal: _deal,
    Shuffle: shuffle,
    **_all_of(DealerCommand, decide_station),
}
"""Commands that are refused while the table is held, with their handlers; so are all commands of games."""
