"""Cash tables as the room runs them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from fairdeal.bank.accounts import Purpose, Tender
from fairdeal.bank.purse.commands import EndPlay, RiskMoney, StartPlay, TakeMoneyBack
from fairdeal.bank.transfer import Transfer
from fairdeal.cash.draw import DRAW_BOUND
from fairdeal.cash.offer import StakeId
from fairdeal.cash.streams import TABLES
from fairdeal.cash.table.commands import OpenTable, Refill, Seat, StartHand, TableCommand
from fairdeal.cash.table.events import (
    HandEnded,
    HandVoided,
    Left,
    SatDown,
    TableClosed,
    TableEvent,
    ToppedUp,
    TopUpReturned,
)
from fairdeal.cash.table.evolve import evolve
from fairdeal.cash.table.facts import TableFacts
from fairdeal.cash.table.machine import UNOPENED, TableMachine
from fairdeal.cash.table.postings import audit as table_audit
from fairdeal.cash.table.state import CashTable
from fairdeal.kernel import (
    AccountId,
    Cents,
    Decision,
    EventRef,
    Instant,
    MoneyKind,
    PlayerId,
    Rejection,
    Rounding,
    Step,
    StreamId,
    TableId,
    Units,
    cents_of,
    reject,
    units_of,
)
from fairdeal.kernel.agenda import JointCommand, Task
from fairdeal.kernel.ids import CHANCE_BYTES
from fairdeal.play.connections import with_loss
from fairdeal.play.fair.messages import PromiseSeeds
from fairdeal.play.messages import Act, Disconnected, GiveTimeBack, PauseClocks, Reconnected, ResumeClocks, TurnExpired
from fairdeal.room.bank.purse import purse_stream
from fairdeal.room.cash import codecs
from fairdeal.room.cash.house import CashHouse, wallet_of
from fairdeal.room.codecs import Coded
from fairdeal.room.fair import FairPorts
from fairdeal.room.fair_rates import closed_table
from fairdeal.room.records import SALT_BYTES, VOID_RECORD, Seal, to_seal
from fairdeal.room.turn_clock import TurnClock, TurnPassed
from fairdeal.runtime.hosted import Balances, Changes, Hosted
from fairdeal.runtime.ports import Entropy
from fairdeal.storage.port import HandRecord, Listing


@dataclass(frozen=True, slots=True)
class TablePorts:
    """What cash tables need from the room; `disconnected_since` knows of disconnections before tables are told."""

    house: CashHouse
    entropy: Entropy
    balances: Balances
    seal: Seal
    disconnected_since: Callable[[PlayerId], Instant | None]
    fair: FairPorts | None = None  # tables deal by the players' cut


class HostedTable(Hosted[CashTable, TableCommand, TableEvent]):
    """One cash table; its machine is made once the stake is known from the stream or the first command."""

    prefix = TABLES
    is_audited = True
    is_place = True
    is_table = True
    comes_back = 2

    def __init__(self, stream: StreamId, ports: TablePorts) -> None:
        super().__init__(stream)
        self._table = TableId(self.name)
        self._ports = ports
        self._machine: TableMachine | None = None
        self._clock = TurnClock()
        self._fair = None if ports.fair is None else ports.fair.at(self._table)

    @property
    def durable(self) -> Coded[CashTable, TableEvent]:
        """The codec for the events and states of this stream."""
        return codecs.TABLE

    def _of(self, stake: str) -> TableMachine:
        """The machine for that stake, made on the first call."""
        if self._machine is None:
            rules = self._ports.house.rules[StakeId(stake)]
            first = next(iter(rules.values()))
            tender = Tender(first.currency, first.money)
            fair = None if self._fair is None else self._fair.facts
            self._machine = TableMachine(self._table, tender, rules, self._ports.house.settings, fair)
        return self._machine

    @property
    def _opened(self) -> TableMachine:
        assert self._machine is not None, "a table that does something was opened"
        return self._machine

    # ---- the rules

    def open(self) -> CashTable:
        """The state before the first event."""
        return UNOPENED

    def decide(self, state: CashTable, command: TableCommand, now: Instant) -> Decision[CashTable, TableEvent]:
        """The steps that the command causes now, or the rejection."""
        machine = self._machine
        if machine is None:
            stake = command.stake if isinstance(command, OpenTable) else state.stake
            if not stake:
                return reject("no_such_table")
            machine = self._of(stake)
        return machine.decide(state, command, now)

    def evolve(self, state: CashTable, event: TableEvent) -> CashTable:
        """The table after the event."""
        return evolve(state, event)

    def agenda(self, state: CashTable) -> frozenset[Task[object]]:
        """The tasks the table waits for."""
        return self._of(state.stake).agenda(state) if state.stake else frozenset()

    def agenda_change(self, before: CashTable, after: CashTable) -> TurnPassed | None:
        """What one act changes, which is the clock of the turn; None where more may have changed."""
        if before.chairs is not after.chairs or before.edition != after.edition:
            return None
        if before.paused_since is not None or after.paused_since is not None or before.fair_play is not after.fair_play:
            return None
        return self._clock.passed(before.running, after.running)

    # ---- what it lacks, and what it causes

    def supply(self, state: CashTable, command: TableCommand) -> TableCommand:
        """The command with entropy, the wallet's balance or the disconnections it needs."""
        kind = type(command)
        if kind is Act:  # by far the most frequent
            return command
        entropy = self._ports.entropy
        match command:
            case TurnExpired():
                return with_loss(command, state.running, self._ports.disconnected_since)
            case StartHand(deck=None, decks=None) if self._fair is not None:
                chance, draw = entropy.bytes(CHANCE_BYTES), entropy.below(DRAW_BOUND)
                decks, pids = self._fair.decks(command.number), self._fair.pids(len(state.chairs))
                return StartHand(command.number, None, None, chance, draw, decks, pids)
            case StartHand(deck=None, decks=None):
                deck, salt, chance = entropy.deck(), entropy.bytes(SALT_BYTES), entropy.bytes(CHANCE_BYTES)
                return StartHand(command.number, deck, salt, chance, entropy.below(DRAW_BOUND))
            case Seat(draw=None):
                pid = None if self._fair is None else self._fair.pids(1)
                return replace(command, draw=entropy.below(DRAW_BOUND), pid=pid)
            case PromiseSeeds() if self._fair is not None:
                return self._fair.with_pid(command, state.fair)
            case Refill(available=None):
                return replace(command, available=self._available(state, command.player))
            case _:
                return command

    def prepare(self, number: int) -> None:
        """Make the decks of a hand to come, at a table whose players cut them, so that opening it takes no longer."""
        if self._fair is not None:
            self._fair.prepare(number)

    def _available(self, state: CashTable, player: PlayerId) -> Cents:
        rules = self._ports.house.rules[StakeId(state.stake)][state.edition]
        wallet = wallet_of(rules, player)
        return cents_of(Units(self._ports.balances([wallet]).get(wallet, 0)), Rounding.DOWN)

    def amend(self, command: TableCommand, _refusal: Rejection) -> TableCommand | None:
        """An automatic top-up that the purse or the ledger refused, changed so that it moves no money."""
        return replace(command, available=Cents(0)) if isinstance(command, Refill) else None

    def joint_commands(self, step: Step[CashTable, TableEvent]) -> tuple[JointCommand[object], ...]:
        """Commands that floor, player and purse must decide in the same commit."""
        machine = self._opened
        return (*machine.joint_commands(step.event), *_purse_commands(machine.facts, step.event))

    def transfers(self, event: TableEvent, ref: EventRef) -> tuple[Transfer, ...]:
        """The ledger transfers that the event causes."""
        return self._opened.transfers(event, ref)

    def record(self, step: Step[CashTable, TableEvent]) -> HandRecord | None:
        """The record of a hand that ended or was void."""
        before, event, _ = step
        if before.open is None or not isinstance(event, HandEnded | HandVoided):
            return None
        opened = before.open
        rules = self._ports.house.rules[StakeId(before.stake)][opened.edition]
        players = tuple(before.chair_at(seat).player for seat in opened.dealt.seats)
        public, secret = VOID_RECORD, b""
        if isinstance(event, HandEnded):
            packed = self._opened.records(before, event)
            assert packed is not None, "a hand that ends was being played"
            public, secret = packed
        fair = self._ports.fair
        audit = None if fair is None else fair.audit
        sealed = self._ports.seal(opened.hand, to_seal(before.running, secret, opened.hand, audit))
        return HandRecord(
            opened.hand, self._table, opened.number, opened.edition, rules.stake_key, players, public, sealed
        )

    def listings(
        self,
        steps: Sequence[Step[CashTable, TableEvent]],
        version: int,  # noqa: ARG002 - of every hosted machine; others list by it
        now: Instant,
    ) -> tuple[Listing, ...]:
        """The rates of a table that closes, for what is published of the room."""
        closed = any(type(each.event) is TableClosed for each in steps)
        return closed_table(self.name, steps[-1].after.fair, now) if closed else ()

    # ---- what is seen of it

    def show(self, step: Step[CashTable, TableEvent]) -> Changes:
        """The public and private changes that the step shows to watchers."""
        machine = self._opened
        return Changes(machine.public_change(step), machine.private_changes(step))

    def view(self, state: CashTable, viewer: PlayerId | None) -> object:
        """The table as one viewer sees it; None if it was never opened."""
        return self._of(state.stake).view(state, viewer) if state.stake else None

    # ---- reading

    def accounts(self, state: CashTable) -> list[AccountId]:
        """The accounts of all occupied seats, and of the pot."""
        facts = self._of(state.stake).facts
        chairs = [
            facts.tender.account(purpose, f"{facts.table}/{chair.player}")
            for chair in state.chairs
            if chair is not None
            for purpose in (Purpose.SEAT, Purpose.PENDING)
        ]
        return [*chairs, facts.tender.account(Purpose.POT, facts.table)]

    def audit(self, state: CashTable, balances: Balances) -> None:
        """Raise AssertionError if the ledger and the stacks differ."""
        wrong = table_audit(self._of(state.stake).facts, state, balances(self.accounts(state)))
        assert not wrong, f"{self.stream}: the ledger and the chairs differ: {wrong}"

    # ---- time the room took, and stopping

    def after_silence(self, since: Instant) -> TableCommand:
        """The command that shifts all clocks of the table by the time they stood still."""
        return GiveTimeBack(since)

    def after_commit(self, since: Instant) -> TableCommand:
        """The command that shifts the clock of the turn by the time the commit took."""
        return GiveTimeBack(since, hand_only=True)

    def is_under_way(self, state: CashTable) -> bool:
        """Whether a hand is open."""
        return state.open is not None

    # ---- connections

    def disconnected(self, player: PlayerId, at: Instant) -> tuple[JointCommand[object], ...]:
        """The command that tells the table since when the player is disconnected."""
        return (JointCommand(self.stream, Disconnected(player, at)),)

    def reconnected(self, player: PlayerId) -> tuple[JointCommand[object], ...]:
        """The command that tells the table that the player is back."""
        return (JointCommand(self.stream, Reconnected(player)),)

    def clocks_pause(self) -> TableCommand:
        """The command that stops this table's clocks during an outage."""
        return PauseClocks()

    def clocks_resume(self) -> TableCommand:
        """The command that lets the clocks run again after an outage."""
        return ResumeClocks()


def _purse_commands(facts: TableFacts, event: TableEvent) -> tuple[JointCommand[object], ...]:
    """Commands to purses: buy-ins and money taken back count for the player's own limits, except play money."""
    if facts.tender.money is MoneyKind.PLAY:
        return ()
    place = f"cash:{facts.table}"
    match event:
        case SatDown():
            risk = RiskMoney(facts.tender, units_of(event.buy_in), place)
            purse = purse_stream(event.player)
            return JointCommand(purse, StartPlay(place, facts.tender.money)), JointCommand(purse, risk)
        case ToppedUp():
            return (JointCommand(purse_stream(event.player), RiskMoney(facts.tender, units_of(event.amount), place)),)
        case TopUpReturned():
            return (
                JointCommand(purse_stream(event.player), TakeMoneyBack(facts.tender, units_of(event.amount), place)),
            )
        case Left():
            back = Units(units_of(event.stack) + units_of(event.pending))
            purse = purse_stream(event.player)
            return JointCommand(purse, TakeMoneyBack(facts.tender, back, place)), JointCommand(purse, EndPlay(place))
        case _:
            return ()
