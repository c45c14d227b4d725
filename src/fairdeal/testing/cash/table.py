"""A cash table with its clock and its ledger, without a room: every decision is posted and audited."""

import random
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any, Final, Self, TypeVar

from fairdeal.bank.accounts import Purpose, Tender, parse_account
from fairdeal.bank.ledger import Book, overdrawn, trial_balance
from fairdeal.bank.transfer import Reason, Transfer
from fairdeal.bank.wallet import table_wallet
from fairdeal.cards import CARD_COUNT
from fairdeal.cash.rules import CashRules, cash_rules
from fairdeal.cash.settings import HouseSettings
from fairdeal.cash.table.commands import (
    Close,
    OpenTable,
    Recover,
    Refill,
    Seat,
    StartHand,
    TableCommand,
)
from fairdeal.cash.table.events import HandOpened, TableEvent
from fairdeal.cash.table.machine import UNOPENED, TableMachine
from fairdeal.cash.table.postings import audit
from fairdeal.cash.table.state import CashTable, Chair, OpenHand, durable
from fairdeal.cash.table.view import OwnView
from fairdeal.fair import make_decks
from fairdeal.kernel import (
    AccountId,
    Cents,
    Duration,
    EventRef,
    Instant,
    MoneyKind,
    PlayerId,
    Rejection,
    RuleId,
    StreamId,
    TableId,
    events_of,
    units_of,
)
from fairdeal.play.fair.state import FairFacts
from fairdeal.play.messages import Act, VoidHand
from fairdeal.play.state import Running, Turn
from fairdeal.poker import Choice
from fairdeal.rulebook.clause import EditionId
from fairdeal.rulebook.loader import published_edition
from fairdeal.rulebook.ruled import read_blinds

NOON: Final = Instant(1_763_200_800_000)
"""The instant at which stories begin."""
Kind = TypeVar("Kind")


@dataclass
class SimulatedTable:
    """A table, its clock, its ledger, and everything that happened; `refused` keeps what was refused."""

    machine: TableMachine
    table: CashTable = UNOPENED
    now: Instant = NOON
    seed: int = 0
    events: list[TableEvent] = field(default_factory=list)
    kept: list[TableEvent] = field(default_factory=list)  # the durable ones
    refused: list[Rejection] = field(default_factory=list)
    book: Book = field(default_factory=lambda: Book({}))
    cards: dict[str, list[int]] = field(default_factory=dict)  # of the next hand
    board: list[int] = field(default_factory=list)
    draw: int | None = None  # for the first button, instead of a random draw

    def __post_init__(self) -> None:
        self.chance = random.Random(self.seed)  # noqa: S311
        self.do(OpenTable(next(iter(self.machine.facts.rules))))

    # ---- questions

    @property
    def rules(self) -> CashRules:
        """The rules of the table as they are in force."""
        return self.machine.facts.rules_of(self.table)

    @property
    def open(self) -> OpenHand:
        """The open hand; there must be one."""
        assert self.table.open is not None, "no hand is open"
        return self.table.open

    @property
    def running(self) -> Running:
        """The hand being played; there must be one."""
        assert self.table.running is not None, "no hand is running"
        return self.table.running

    @property
    def turn(self) -> Turn:
        """The clock of the player to act; fails if it is nobody's turn."""
        assert self.running.turn is not None
        return self.running.turn

    @property
    def to_act(self) -> str:
        """Who is to act, or nothing."""
        if self.table.running is None or self.table.running.turn is None:
            return ""
        return self.table.chair_at(self.turn.seat).player

    @property
    def plays(self) -> bool:
        """Whether a hand is open."""
        return self.table.open is not None

    @property
    def is_locked(self) -> bool:
        """Whether a hand is locked whose players reveal their seeds."""
        return self.table.fair_play is not None and self.table.fair_play.locking is not None

    def chair(self, name: str) -> Chair:
        """The chair of a player who sits."""
        return self.table.chair_at(self.table.seat_of(PlayerId(name)))

    def is_seated(self, name: str) -> bool:
        """Whether a player sits at the table."""
        return self.table.seat_of(PlayerId(name)) >= 0

    def stack(self, name: str) -> int:
        """A player's stack between hands, in cents."""
        return self.chair(name).stack

    def stacks(self, names: str) -> list[int]:
        """Stacks of several players, whose names stand between blanks."""
        return [self.stack(name) for name in names.split()]

    def wallet(self, name: str) -> int:
        """What a player's wallet holds, in cents."""
        return self.book.balances[self.wallet_of(name)] // 100

    @property
    def blinds(self) -> tuple[int, int | None, int]:
        """Button, small blind and big blind of the open hand, or of the last one, as seats counted from 1."""
        dealt = self.table.last if self.table.open is None else self.table.open.dealt
        assert dealt is not None
        small = None if dealt.small_blind is None else dealt.small_blind + 1
        return dealt.button + 1, small, dealt.big_blind + 1

    @property
    def dealt(self) -> str:
        """Who was dealt in to the open hand, by name."""
        return " ".join(sorted(self.table.chair_at(seat).player for seat in self.open.dealt.seats))

    @property
    def left(self) -> Duration:
        """How long the player to act still has."""
        return Duration(self.turn.deadline - self.now)

    def own(self, name: str) -> OwnView:
        """What only that player sees."""
        view = self.machine.view(self.table, PlayerId(name)).own
        assert view is not None
        return view

    def last(self, kind: type[Kind]) -> Kind:
        """The latest event of a kind."""
        found = [event for event in self.events if isinstance(event, kind)]
        assert found, f"no {kind.__name__} happened"
        return found[-1]

    def all(self, kind: type[Kind]) -> list[Kind]:
        """Every event of a kind, oldest first."""
        return [event for event in self.events if isinstance(event, kind)]

    # ---- what happens

    def do(self, command: TableCommand) -> Rejection | None:
        """Decide, post, audit and adopt; a refusal changes nothing and is kept."""
        decision = events_of(self.machine.decide(self.table, self._supplied(command), self.now))
        if isinstance(decision, Rejection):
            self.refused.append(decision)
            return decision
        refusal = self._post(decision)
        if refusal is not None:
            self.refused.append(refusal)
            return refusal
        for event in decision:
            self.table = self.machine.evolve(self.table, event)
            self.events.append(event)
        self._audit()
        return None

    def asks(self, command: TableCommand) -> None:
        """A command that must be accepted."""
        refusal = self.do(command)
        assert refusal is None, f"{command} was refused: {refusal}"

    def refuses(self, command: TableCommand) -> Rejection:
        """A command that must be refused; the table is as before."""
        before = self.table
        refusal = self.do(command)
        assert refusal is not None, f"{command} was accepted"
        assert self.table is before
        return refusal

    def refuses_nothing(self, command: TableCommand) -> bool:
        """Whether a command is accepted and changes nothing: what it wants is so already."""
        return events_of(self.machine.decide(self.table, command, self.now)) == ()

    def wait(self, duration: int) -> Self:
        """Let time pass; timers of the agenda go off on the way."""
        until = self.now + duration
        while (due := self._next_timer()) is not None and due[0] <= until:
            self.now = Instant(max(self.now, due[0]))
            assert self.do(due[1]) is None, f"{due[1]} was refused: {self.refused[-1]}"
        self.now = Instant(until)
        return self

    def deal(self) -> Self:
        """Let time pass until the next hand is dealt."""
        number = self.table.hands_opened
        begins = self.is_locked
        while (not begins and self.table.hands_opened == number) or self.is_locked:
            due = self._next_timer()
            assert due is not None, "nothing will be dealt"
            self.wait(max(0, due[0] - self.now))
        return self

    def act(self, name: str, choice: Choice) -> Rejection | None:
        """A player acts in the open hand; what came of it."""
        return self.do(Act(PlayerId(name), self.open.hand, self.turn.number, choice))

    def void(self, rule: str = "TIME-15") -> Self:
        """Staff cancel the hand."""
        self.asks(VoidHand(self.open.hand, RuleId(rule), "desk", "camera failed"))
        return self

    def crash(self, outage: int = 0) -> Self:
        """The server fails and comes back that many milliseconds later."""
        down_since = self.now
        self.forget()
        self.now = Instant(self.now + outage)
        self.asks(Recover(down_since))
        return self

    def forget(self) -> None:
        """What a crash leaves: the durable part of the state."""
        self.table = durable(self.table)

    def closes(self, rule: str = "CASH-12") -> Self:
        """The house closes the table."""
        self.asks(Close(RuleId(rule)))
        return self

    def with_revision(self, digest: str, **values: Any) -> str:
        """Let the machine know another revision of the rulebook, in which these values differ."""
        facts = self.machine.facts
        rules = facts.stake
        changes = {name: replace(getattr(rules, name), value=value) for name, value in values.items()}
        revisions = {**facts.rules, digest: replace(rules, digest=digest, **changes)}
        self.machine = TableMachine(facts.table, facts.tender, revisions, facts.settings, facts.fair)
        return digest

    def replayed(self) -> CashTable:
        """The durable state that the durable events alone lead to."""
        table = UNOPENED
        for event in self.kept:
            table = self.machine.evolve(table, event)
        return durable(table)

    # ---- the world around

    def fund(self, name: str, cents: int) -> None:
        """Give a player money."""
        account = self.wallet_of(name)
        tender = self.machine.facts.tender
        assert self.book.open(account) is None
        outside = tender.account(Purpose.OUTSIDE, "test")
        ref = EventRef(StreamId(f"fund:{name}"), len(self.book.balances))
        assert self.book.post([Transfer(ref, outside, account, units_of(Cents(cents)), Reason.GRANT)]) is None

    def wallet_of(self, name: str) -> AccountId:
        """The account a player's buy-ins come from."""
        return table_wallet(self.rules.wallet, self.rules.money, PlayerId(name))

    def _supplied(self, command: TableCommand) -> TableCommand:
        """Fill what only chance and the wallet can tell, as the runtime does."""
        chance = self.chance
        match command:
            case Seat():
                pid = command.pid if self.machine.facts.fair is None else chance.randbytes(16)
                draw = chance.getrandbits(64) if command.draw is None else command.draw
                return replace(command, draw=draw, pid=pid)
            case StartHand(deck=None) if (fair := self.machine.facts.fair) is not None:
                keys = chance.randbytes(32), chance.randbytes(32)
                return replace(
                    command,
                    chance=chance.randbytes(10),
                    draw=chance.getrandbits(64) if self.draw is None else self.draw,
                    decks=make_decks(fair.table, command.number, keys),
                    pids=chance.randbytes(160),
                )
            case StartHand(deck=None):
                deck = tuple(chance.sample(range(CARD_COUNT), CARD_COUNT))
                command = replace(
                    command,
                    deck=deck,
                    salt=chance.randbytes(16),
                    chance=chance.randbytes(10),
                    draw=chance.getrandbits(64) if self.draw is None else self.draw,
                )
                return self._stacked(command) if self.cards or self.board else command
            case Refill(available=None):
                available = self.book.balances[self.wallet_of(command.player)] // 100
                return replace(command, available=Cents(available))
            case _:
                return command

    def _stacked(self, command: StartHand) -> StartHand:
        """A deck with the cards the story wants, whoever gets which place."""
        decision = events_of(self.machine.decide(self.table, command, self.now))
        assert not isinstance(decision, Rejection), decision
        dealt = next(event for event in decision if isinstance(event, HandOpened)).open.dealt
        names = [self.table.chair_at(seat).player for seat in dealt.seats]
        wanted = {card for cards in self.cards.values() for card in cards} | set(self.board)
        rest = [card for card in range(CARD_COUNT) if card not in wanted]
        count = self.rules.hand.hole_cards
        hands = [self.cards.get(name) or [rest.pop() for _ in range(count)] for name in names]
        board = self.board or [rest.pop() for _ in range(5)]
        deck = [hand[number] for number in range(count) for hand in hands] + board + rest
        missing = [card for card in range(CARD_COUNT) if card not in deck]
        self.cards, self.board = {}, []
        return replace(command, deck=tuple(deck + missing))

    def _post(self, decision: tuple[TableEvent, ...]) -> Rejection | None:
        chain: list[Transfer] = []
        version = len(self.kept)
        for event in decision:
            if event.durable:
                version += 1
                chain += self.machine.transfers(event, EventRef(StreamId("cash:T1"), version))
        assert len({str(each.ref) for each in chain}) == len(chain), "references name one transfer each"
        refusal = self.book.post(chain)
        if refusal is None:
            self.kept += [event for event in decision if event.durable]
        return refusal

    def _audit(self) -> None:
        places = (Purpose.SEAT, Purpose.PENDING, Purpose.POT)
        found = {
            account: balance
            for account, balance in self.book.balances.items()
            if (parsed := parse_account(account)) is not None and parsed.purpose in places
        }
        assert audit(self.machine.facts, self.table, found) == {}
        assert set(trial_balance(self.book.balances).values()) <= {0}
        assert overdrawn(self.book.balances) == []

    def _next_timer(self) -> tuple[Instant, TableCommand] | None:
        timers = [(task.at, task.command) for task in self.machine.agenda(self.table)]  # type: ignore[union-attr]
        return min(timers, key=lambda timer: (timer[0], repr(timer[1])), default=None)


def machine_for(
    edition: EditionId,
    family: str = "texas",
    stake: str = "0.05/0.10",
    seats: int | None = None,
    money: MoneyKind = MoneyKind.REAL,
    settings: HouseSettings | None = None,
    changes: dict[str, Any] | None = None,
    fair: FairFacts | None = None,
) -> TableMachine:
    """A table of a published edition; `changes` are values its rules have instead; with `fair`, players cut the decks."""
    rules = replace(_rules(edition, family, stake, seats, money), **(changes or {}))
    tender = Tender(rules.currency, money)
    return TableMachine(TableId("T1"), tender, {rules.digest: rules}, settings or HouseSettings(), fair)


@cache
def _rules(edition: EditionId, family: str, stake: str, seats: int | None, money: MoneyKind) -> CashRules:
    blinds = read_blinds(stake)
    assert blinds is not None
    return cash_rules(published_edition(edition), family, blinds, money, seats)


def decided(decision: tuple[TableEvent, ...] | Rejection) -> tuple[TableEvent, ...]:
    """The events of a decision that must not be a refusal."""
    assert not isinstance(decision, Rejection), decision
    return decision
