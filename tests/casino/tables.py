"""A casino table on the test bench: the machine, a ledger, a clock that is moved by hand, and chance that is written down."""

import random
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from fairdeal.bank.accounts import Purpose, Tender, site_wallet
from fairdeal.bank.ledger import Book, overdrawn, trial_balance
from fairdeal.bank.transfer import Reason, Transfer
from fairdeal.cards import parse_card
from fairdeal.casino.games.blackjack import commands as bj
from fairdeal.casino.games.blackjack.view import BlackjackView, OwnBoxes
from fairdeal.casino.games.catalogue import BACCARAT, BLACKJACK, ROULETTE
from fairdeal.casino.games.game import Game
from fairdeal.casino.games.layout.game import OwnChips
from fairdeal.casino.games.roulette.spin import Spin
from fairdeal.casino.table import commands as c
from fairdeal.casino.table.events import TableEvent
from fairdeal.casino.table.facts import Dealing, TableFacts
from fairdeal.casino.table.machine import CasinoTable
from fairdeal.casino.table.postings import audit, bankroll
from fairdeal.casino.table.state import Phase, Table
from fairdeal.casino.table.view import OwnView, TableView
from fairdeal.kernel import (
    AccountId,
    Cents,
    Currency,
    EventRef,
    Instant,
    MoneyKind,
    PlayerId,
    Rejection,
    StreamId,
    TableId,
    Timer,
    Units,
    events_of,
)
from fairdeal.rulebook.clause import LC
from fairdeal.rulebook.loader import published_edition
from fairdeal.rulebook.schema.casino import Casino

TENDER = Tender(Currency.EUR, MoneyKind.TEST)
START = Instant(1_700_000_000_000)
FUNDS = Cents(1_000_000)
SALT = bytes(16)

Event = TypeVar("Event")


def edition() -> Casino:
    found = published_edition(LC).casino
    assert found is not None
    return found


def cards(text: str) -> list[int]:
    """Cards of a shoe: "As Kd As"; the same card may come eight times."""
    return [parse_card(word) for word in text.split()]


class Bench:
    """One table and everything around it."""

    def __init__(
        self,
        game: Game,
        shoe: str = "",
        *,
        dealing: Dealing = Dealing.HOUSE,
        casino: Casino | None = None,
        pockets: Sequence[int] = (),
        seed: int = 1,
    ) -> None:
        self.facts = TableFacts(TableId("T1"), TENDER, casino or edition(), game, dealing)
        self.machine = CasinoTable(self.facts)
        self.table: Table = self.machine.initial
        self.book = Book({})
        self.chance = random.Random(seed)  # noqa: S311
        self.shoe = cards(shoe)
        self.pockets = list(pockets)
        self.now = START
        self.version = 0
        self.history: list[TableEvent] = []

    # ---- people and money

    def come(self, *players: str, funds: int = FUNDS) -> None:
        """Let people come to the table with money in their wallets."""
        for player in players:
            wallet = site_wallet(TENDER, PlayerId(player))
            if wallet not in self.book.balances:
                self.book.open(wallet)
                grant = EventRef(StreamId(f"grant:{player}"), 1)
                mint = TENDER.account(Purpose.OUTSIDE)
                if funds:
                    assert self.book.post([Transfer(grant, mint, wallet, Units(funds * 100), Reason.GRANT)]) is None
            self.do(c.Join(PlayerId(player)))

    def sit(self, *players: str) -> None:
        """Seat people, the first in seat 0."""
        for seat, player in enumerate(players):
            self.do(bj.TakeSeat(PlayerId(player), seat))

    def money(self, player: str) -> int:
        """What a player won or lost so far, in cents; money on the table counts as gone."""
        return self.book.balances[site_wallet(TENDER, PlayerId(player))] // 100 - FUNDS

    @property
    def house(self) -> int:
        """What the house won or lost, in cents."""
        return self.book.balances.get(bankroll(TENDER), 0) // 100

    # ---- commands

    def send(self, command: c.TableCommand) -> tuple[TableEvent, ...] | Rejection:
        """Decide, post, adopt: the whole of it, or a refusal and nothing."""
        supplied = self.machine.with_funds(self.table, command, self.book.balances)
        before = self.table
        decision = events_of(self.machine.decide(self.table, supplied, self.now))
        assert self.table == before, "deciding changes nothing"
        if isinstance(decision, Rejection):
            return decision
        chain: list[Transfer] = []
        state = self.table
        for number, event in enumerate(decision):
            chain += self.machine.transfers(event, EventRef(StreamId("casino:T1"), self.version + number + 1))
            state = self.machine.evolve(state, event)
        refusal = self.book.post(chain)
        if refusal is not None:
            return refusal
        self.version += len(decision)
        self.table = state
        self.history += decision
        self.check()
        return decision

    def do(self, command: c.TableCommand) -> tuple[TableEvent, ...]:
        """Send a command that must be accepted."""
        decision = self.send(command)
        assert not isinstance(decision, Rejection), (command, decision)
        return decision

    def refuse(self, command: c.TableCommand) -> tuple[str, str | None]:
        """Send a command that must be refused; code and rule."""
        decision = self.send(command)
        assert isinstance(decision, Rejection), (command, decision)
        return decision.code, decision.rule

    def check(self) -> None:
        """The ledger balances, nobody owes, and the bet accounts say what the table says."""
        balances = self.book.balances
        assert all(total == 0 for total in trial_balance(balances).values())
        assert overdrawn(balances) == []
        bets: dict[AccountId, int] = {a: n for a, n in balances.items() if a.startswith(Purpose.BET)}
        assert audit(self.facts, self.table, bets) == {}

    # ---- time and chance

    def tick(self) -> tuple[TableEvent, ...]:
        """Let the clock go to the first thing the table waits for, and let it happen."""
        timers = [task for task in self.machine.agenda(self.table) if isinstance(task, Timer)]
        assert timers, f"the table waits for nothing in {self.table.phase}"
        timer = min(timers, key=lambda each: each.at)
        self.now = max(self.now, timer.at)
        return self.do(self.supply(timer.command))

    def supply(self, command: Any) -> Any:
        """Fill what only chance may fill: first what the test wrote down, then anything."""
        if isinstance(command, Spin):
            return replace(command, pocket=self.pockets.pop(0) if self.pockets else self.chance.randrange(37))
        if isinstance(command, c.Shuffle):
            rest = list(command.cards)
            burn = self.facts.cards.burn_after_shuffle.value
            wanted, self.shoe = (self.shoe, []) if not self.table.in_round else ([], self.shoe)
            for card in wanted:
                rest.remove(card)
            self.chance.shuffle(rest)
            order = rest[:burn] + wanted + rest[burn:]
            return replace(command, order=bytes(order), cut=0, salt=SALT)
        return command

    def until(self, *phases: Phase) -> list[TableEvent]:
        """Let time pass until the table is in one of those phases; everything that happened."""
        happened: list[TableEvent] = []
        for _ in range(200):
            if self.table.phase in phases:
                return happened
            happened += self.tick()
        raise AssertionError(f"still {self.table.phase}")

    def open(self) -> int:
        """Let the betting open; the number of the round."""
        if self.table.phase is Phase.BETTING:
            return self.table.round
        self.tick()
        self.until(Phase.BETTING)
        return self.table.round

    def close(self) -> list[TableEvent]:
        """Let the time for betting pass."""
        assert self.table.phase is Phase.BETTING
        return list(self.tick())

    # ---- questions

    def view(self, player: str | None = None) -> TableView:
        return self.machine.view(self.table, None if player is None else PlayerId(player))

    def own(self, player: str) -> OwnView:
        """What only that player sees."""
        found = self.view(player).own
        assert found is not None
        return found

    def own_chips(self, player: str) -> OwnChips:
        """What only that player sees of a layout."""
        found = self.own(player)
        assert isinstance(found, OwnChips)
        return found

    def own_boxes(self, player: str) -> OwnBoxes:
        """What only that player sees of a blackjack table."""
        found = self.own(player)
        assert isinstance(found, OwnBoxes)
        return found

    def boxes(self, player: str | None = None) -> BlackjackView:
        """The seats and the dealer."""
        felt = self.view(player).felt
        assert isinstance(felt, BlackjackView)
        return felt


def roulette(*pockets: int, casino: Casino | None = None, dealing: Dealing = Dealing.HOUSE) -> Bench:
    return Bench(ROULETTE, pockets=pockets, casino=casino, dealing=dealing)


def baccarat(shoe: str = "", casino: Casino | None = None, dealing: Dealing = Dealing.HOUSE) -> Bench:
    return Bench(BACCARAT, shoe, casino=casino, dealing=dealing)


def blackjack(shoe: str = "", casino: Casino | None = None, dealing: Dealing = Dealing.HOUSE) -> Bench:
    return Bench(BLACKJACK, shoe, casino=casino, dealing=dealing)


def one(events: Iterable[object], kind: type[Event]) -> Event:
    """The one event of that kind."""
    found = [event for event in events if isinstance(event, kind)]
    assert len(found) == 1, found
    return found[0]


def every(events: Iterable[object], kind: type[Event]) -> list[Event]:
    """All events of that kind, in order."""
    return [event for event in events if isinstance(event, kind)]


P = PlayerId
ANN, BOB, CAT, DAN = P("ann"), P("bob"), P("cat"), P("dan")
