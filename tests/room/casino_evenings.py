"""A room with casino tables on a store in memory, with a clock and chance in hand."""

from collections.abc import Callable
from functools import partial
from typing import Any

from fairdeal.bank.accounts import Purpose, Tender, site_wallet
from fairdeal.bank.house import StaffId
from fairdeal.bank.ledger import trial_balance
from fairdeal.bank.purse.commands import CreditPlayer
from fairdeal.casino.games.catalogue import GAMES
from fairdeal.casino.games.layout import commands as lay
from fairdeal.casino.table import commands as c
from fairdeal.casino.table.facts import Dealing
from fairdeal.casino.table.state import Phase, Table
from fairdeal.casino.table.view import TableView
from fairdeal.kernel import SECOND, Cents, Currency, Duration, Instant, MoneyKind, PlayerId, StreamId, TableId, units_of
from fairdeal.play.fair.state import Signer
from fairdeal.room.casino.house import CasinoSettings, CasinoTableSetup, casino_stream, one_table_of_each
from fairdeal.room.room import Room
from fairdeal.room.settings import RoomSettings
from fairdeal.room.wiring import open_room
from fairdeal.rulebook.clause import LC
from fairdeal.rulebook.loader import published_edition
from fairdeal.runtime.actor import Actor
from fairdeal.runtime.broadcast import Frame
from fairdeal.runtime.ports import Answer
from fairdeal.storage.memory import MemoryStore
from fairdeal.storage.verify.check import check
from fairdeal.testing.clock import ManualClock
from fairdeal.testing.journal import Crash, CrashPoint, SimJournal

TENDER = Tender(Currency.EUR, MoneyKind.TEST)
LATENCY = Duration(5)
FUNDS = 100_000
ROULETTE, BLACKJACK, BACCARAT = (TableId(f"{game.name}-1") for game in GAMES)
LIVE = tuple(CasinoTableSetup(table=TableId(f"{game.name}-live"), game=game, dealing=Dealing.LIVE) for game in GAMES)
ANN, BOB, CAT = PlayerId("ann"), PlayerId("bob"), PlayerId("cat")


class ScriptedChance:
    """Chance that is written down: pockets in order, and cards that stay as they are."""

    def __init__(self) -> None:
        self.pockets: list[int] = []

    def below(self, bound: int) -> int:
        return self.pockets.pop(0) if self.pockets and bound == 37 else bound - 1

    def deck(self) -> tuple[int, ...]:
        return tuple(range(52))

    def bytes(self, count: int) -> bytes:
        return bytes(count)


def seal(label: str, secret: bytes) -> bytes:
    """Not a cipher, but nothing of the text is left as it was."""
    return label.encode()[:1] + bytes(byte ^ 0x5A for byte in secret)


def unseal(label: str, sealed: bytes) -> bytes:
    assert sealed[:1] == label.encode()[:1]
    return bytes(byte ^ 0x5A for byte in sealed[1:])


class CasinoEvening:
    """One room after another on the same store; everything anybody was told or answered is written down."""

    def __init__(
        self, tables: tuple[CasinoTableSetup, ...] = (), signer: Signer | None = None, **settings: Any
    ) -> None:
        self.clock = ManualClock()
        self.store = MemoryStore()
        self.chance = ScriptedChance()
        self.settings = RoomSettings(casino=CasinoSettings(tables=tables or one_table_of_each()), **settings)
        self.signer = signer
        self.answers: list[Answer] = []
        self.events: list[tuple[StreamId, Any]] = []
        self.frames: list[tuple[TableId, Frame]] = []
        self.open()

    def open(self) -> None:
        """A room on what is durable."""
        branch = self.clock.branch()
        self.journal = SimJournal(self.store, branch, lambda: LATENCY)
        self._cut: Callable[[], None] = branch.cut
        self.room: Room = open_room(
            self.settings,
            [published_edition(LC)],
            clock=branch,
            entropy=self.chance,
            journal=self.journal,
            seal=seal,
            unseal=unseal,
            owner="test",
            signer=self.signer,
        )
        self.room.registry.watches.append(self._note)
        self.room.recover()
        for table in self.room.casino.house.machines:
            self.room.registry.actor(casino_stream(table))
            self.room.watch(table, "test", partial(self._see, table))

    def _note(self, actor: Actor, events: tuple[Any, ...], _now: Instant) -> None:
        self.events += [(actor.stream, event) for event in events]

    def _see(self, table: TableId, frame: Frame) -> None:
        self.frames.append((table, frame))

    def wait(self, duration: int = SECOND) -> None:
        self.clock.advance(duration)

    def crash(
        self, outage: int = 30 * SECOND, *, at_commit: int | None = None, point: CrashPoint | None = None
    ) -> None:
        """The process dies, at once or at one of its next commits, and another starts after the outage."""
        if at_commit is not None:
            self.journal.crash_at = (self.journal.commits + at_commit, point or CrashPoint.AFTER)
            try:
                self.wait(60 * SECOND)
            except Crash:
                pass
            else:
                raise AssertionError("nothing was committed")
        self._cut()
        self.wait(outage)
        self.open()
        self.wait(100)

    # ---- people

    def arrive(self, *players: PlayerId, table: TableId | None = None, funds: int = FUNDS) -> None:
        """Players with money, who come to a table if one is named."""
        for player in players:
            self.room.presence.connect(player, "device")
            self.room.open_purse(player)
        self.wait()
        for player in players:
            credit = CreditPlayer(site_wallet(TENDER, player), units_of(Cents(funds)), StaffId("test"), "to play")
            self.room.purse(player, credit)
        self.wait()
        for player in players if table is not None else ():
            assert table is not None
            self.do(table, c.Join(player))

    def tell(self, table: TableId, command: Any) -> Answer:
        """Send a command and wait for its answer."""
        answers: list[Answer] = []
        self.room.table(table, command, answers.append)
        self.clock.advance(4 * LATENCY)  # something else may be on its way
        assert len(answers) == 1, command
        return answers[0]

    def do(self, table: TableId, command: Any) -> None:
        answer = self.tell(table, command)
        assert answer is None, (command, answer)

    def refuse(self, table: TableId, command: Any) -> tuple[str, str | None]:
        answer = self.tell(table, command)
        assert answer is not None, command
        return answer.code, answer.rule

    def until(self, table: TableId, *phases: Phase) -> Table:
        """Let time pass until the table is there."""
        for _ in range(1_000):
            if self.state(table).phase in phases:
                return self.state(table)
            self.wait(100)
        raise AssertionError(f"still {self.state(table).phase}")

    def bet(self, player: PlayerId, spot: str, chip: int = 500, table: TableId = ROULETTE) -> int:
        """Bet on a layout in the round that is open next; its number."""
        number = self.until(table, Phase.BETTING).round
        self.do(table, lay.PlaceChip(player, number, spot, Cents(chip)))
        self.do(table, lay.Confirm(player, number))
        return number

    # ---- questions

    def state(self, table: TableId) -> Table:
        state: Table = self.room.registry.actor(casino_stream(table)).state
        return state

    def view(self, table: TableId, viewer: PlayerId | None = None) -> TableView:
        found = self.room.view(table, viewer)
        assert found is not None
        view: TableView = found[2]
        return view

    def money(self, player: PlayerId) -> int:
        """What is in a wallet, in cents."""
        wallet = site_wallet(TENDER, player)
        return self.store.balances([wallet])[wallet] // 100

    def all(self, kind: type) -> list[Any]:
        """Every event of a kind so far."""
        return [event for _, event in self.events if isinstance(event, kind)]

    def audit(self) -> None:
        """The ledger balances, the store is whole, and no table stopped."""
        balances = {account: held for each in Purpose for account, held in self.store.accounts(each.value).items()}
        assert not any(trial_balance(balances).values())
        assert self.room.fail_stop_report() == []
        assert check(self.store) == []
