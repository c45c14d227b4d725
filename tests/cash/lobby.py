"""
A floor and its players' streams, driven as the room drives them: facts and chance are filled in, joint commands are decided together,
timers and letters of the agenda are pursued. Tables are paper: stacks by player, so that somebody can leave with any stack.
"""

from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

from fairdeal.cash.draw import DRAW_BITS
from fairdeal.cash.floor.commands import (
    ConfirmBuyIn,
    FloorCommand,
    Join,
    LeaveQueue,
    NoteAway,
    NoteBack,
    NoteRulebook,
    NoteSeatFreed,
    NoteTableClosed,
    OpenNext,
    ServeQueue,
)
from fairdeal.cash.floor.events import FloorEvent, QueueJoined, SeatGiven, TableOpened
from fairdeal.cash.floor.machine import FloorMachine
from fairdeal.cash.floor.state import Floor, FloorTable, Pool
from fairdeal.cash.guest import Guest, guest_facts
from fairdeal.cash.offer import Offered, StakeId, offer
from fairdeal.cash.player.commands import NoteDeparture, PlayerStreamCommand
from fairdeal.cash.player.events import PlayerStreamEvent
from fairdeal.cash.player.machine import PlayerMachine
from fairdeal.cash.player.state import CashPlayer
from fairdeal.cash.rules import CashRules
from fairdeal.cash.settings import HouseSettings
from fairdeal.cash.table import commands as table_commands
from fairdeal.kernel import (
    DAY,
    HOUR,
    Cents,
    Instant,
    Message,
    MoneyKind,
    PlayerId,
    Rejection,
    RuleId,
    TableId,
    Timer,
    events_of,
    rule_on,
)
from fairdeal.rulebook.clause import EditionId
from fairdeal.rulebook.loader import published_edition

NOON = Instant(20_000 * DAY + 12 * HOUR)
RICH = Cents(10_000_00)


@cache
def stakes_of(edition: EditionId, money: MoneyKind = MoneyKind.REAL) -> dict[StakeId, Offered]:
    return offer(published_edition(edition), money)


def stake_named(
    edition: EditionId, family: str, big_blind: int, seats: int | None = None, money: MoneyKind = MoneyKind.REAL
) -> StakeId:
    """The stake of a family with that second figure, in cents."""
    found = [
        stake
        for stake, row in stakes_of(edition, money).items()
        if row.rules.family == family and row.rules.stake.big == big_blind and seats in (None, row.rules.seats.value)
    ]
    return found[-1]


def seat_given(stake: StakeId, player: PlayerId, table: TableId, at: Instant, buy_in: Cents) -> SeatGiven:
    """A seat as the floor gives it to somebody whom nothing binds."""
    return SeatGiven(
        stake=stake,
        player=player,
        table=table,
        at=at,
        buy_in=buy_in,
        post=False,
        bot=False,
        why=rule_on("buy_in_range", RuleId("BUY-01")),
        return_counted=False,
        obligation=None,
        choice_counted=False,
        weight=1,
        weights=1,
        rule=RuleId("CASH-02"),
    )


class Lobby:
    """One floor of an edition, open for players."""

    def __init__(
        self,
        edition: EditionId,
        family: str = "texas",
        big_blind: int = 100,
        *,
        seats: int | None = None,
        money: MoneyKind = MoneyKind.REAL,
        settings: HouseSettings | None = None,
        seed: int = 1,
    ) -> None:
        self.stake = stake_named(edition, family, big_blind, seats, money)
        self.offered = {stake: row for stake, row in stakes_of(edition, money).items() if row.rules.family == family}
        self.rules: CashRules = self.offered[self.stake].rules
        self.settings = settings or HouseSettings()
        self.machine = FloorMachine({self.rules.digest: self.offered}, self.settings)
        self.players_machine = PlayerMachine(stakes_of(edition, money))
        self.floor = Floor(self.rules.digest)
        self.players: dict[PlayerId, CashPlayer] = {}
        self.wallets: dict[PlayerId, Cents] = {}
        self.refused: dict[PlayerId, Rejection] = {}
        self.stacks: dict[TableId, dict[PlayerId, Cents]] = {}
        self.now = NOON
        self.random = Random(seed)  # noqa: S311
        self.events: list[FloorEvent] = []
        self.player_events: list[tuple[PlayerId, PlayerStreamEvent]] = []

    # What players do.

    def join(
        self, player: str, buy_in: int | None = None, *, draw: int | None = None, **wish: Any
    ) -> tuple[FloorEvent, ...] | Rejection:
        stake = wish.pop("stake", self.stake)
        amount = None if buy_in is None else Cents(buy_in)
        return self.send(Join(PlayerId(player), stake, amount, draw=draw, **wish))

    def confirm(self, player: str, buy_in: int | None = None, **wish: Any) -> tuple[FloorEvent, ...] | Rejection:
        amount = None if buy_in is None else Cents(buy_in)
        return self.send(ConfirmBuyIn(PlayerId(player), self.stake, amount, **wish))

    def leave_queue(self, player: str) -> tuple[FloorEvent, ...] | Rejection:
        return self.send(LeaveQueue(PlayerId(player), self.stake))

    def leave(
        self, player: str, *, stack: int | None = None, table: TableId | None = None, rule: str | None = None
    ) -> None:
        """A player goes home with what is on the table, or with that stack."""
        at = table or self.table_of(player)
        left = self.stacks[at].pop(PlayerId(player))
        stack = left if stack is None else stack
        self.wallets[PlayerId(player)] = Cents(self.wallet(PlayerId(player)) + stack)
        self.tell(PlayerId(player), NoteDeparture(at, Cents(stack)))
        told = self.send(NoteSeatFreed(at, PlayerId(player), Cents(stack), None if rule is None else RuleId(rule)))
        assert not isinstance(told, Rejection), told

    def away(self, player: str, *, back: bool = False) -> None:
        table = self.table_of(player)
        self.send(NoteBack(table, PlayerId(player)) if back else NoteAway(table, PlayerId(player)))

    # What is asked of the lobby.

    @property
    def pool(self) -> Pool:
        return self.floor.pools.get(self.stake, Pool())

    def table_of(self, player: str) -> TableId:
        """The table where the player sat down last."""
        return next(table for table, stacks in reversed(self.stacks.items()) if player in stacks)

    def tables_of(self, player: str) -> list[TableId]:
        return [table for table, stacks in self.stacks.items() if player in stacks]

    def floor_table(self, table: TableId) -> FloorTable:
        return self.pool.tables[table]

    def queue(self) -> list[str]:
        return [waiting.player for waiting in self.pool.queue]

    def wallet(self, player: PlayerId) -> Cents:
        return self.wallets.setdefault(player, RICH)

    def player(self, player: str) -> CashPlayer:
        return self.players.setdefault(PlayerId(player), CashPlayer(PlayerId(player)))

    def guest(self, player: str, stake: StakeId | None = None) -> Guest:
        wallet = self.wallet(PlayerId(player))
        refused = self.refused.get(PlayerId(player))
        return guest_facts(self.player(player), stake or self.stake, self.now, wallet=wallet, refused=refused)

    # What the room does.

    def send(self, command: FloorCommand) -> tuple[FloorEvent, ...] | Rejection:
        """Decide with facts and chance filled in; adopt what happened, with everything joint."""
        decision = events_of(self.machine.decide(self.floor, self._supplied(command), self.now))
        if isinstance(decision, Rejection):
            return decision
        for event in decision:
            self.adopt(event)
        return decision

    def adopt(self, event: FloorEvent) -> None:
        """Follow an event, with everything that is joint with it."""
        self.floor = self.machine.evolve(self.floor, event)
        self.events.append(event)
        for joint in self.machine.joint_commands(event):
            self._decide_joint(joint.to, joint.command)

    def tell(self, player: PlayerId, command: PlayerStreamCommand) -> tuple[PlayerStreamEvent, ...] | Rejection:
        """Let a player's stream decide, and adopt it."""
        state = self.player(player)
        decision = events_of(self.players_machine.decide(state, command, self.now))
        if not isinstance(decision, Rejection):
            for event in decision:
                state = self.players_machine.evolve(state, event)
                self.player_events.append((player, event))
            self.players[player] = state
        return decision

    def settle(self) -> None:
        """Pursue the agenda until nothing is due."""
        for _ in range(1000):
            due = [task for task in self.machine.agenda(self.floor) if isinstance(task, Message) or task.at <= self.now]
            if not due:
                return
            task = min(due, key=repr)
            if isinstance(task, Message):
                self._deliver(TableId(task.to.removeprefix("cash:")), task.command)
            else:
                told = self.send(task.command)
                assert not isinstance(told, Rejection), (task, told)
        raise AssertionError("the agenda never empties")

    def wait(self, milliseconds: int) -> None:
        """Let time pass; timers fire at their instants."""
        until = Instant(self.now + milliseconds)
        self.settle()
        while True:
            ahead = [
                task.at for task in self.machine.agenda(self.floor) if isinstance(task, Timer) and task.at <= until
            ]
            if not ahead:
                break
            self.now = max(self.now, min(ahead))
            self.settle()
        self.now = until

    def fill(self, *players: str, buy_in: int | None = None) -> None:
        """Players come with the most they may bring, and sit down as far as there are seats."""
        for player in players:
            told = self.join(player, self.rules.buy_in_max.value if buy_in is None else buy_in)
            assert not isinstance(told, Rejection), told
            self.settle()

    def place(self, tables: Iterable[tuple[str, Iterable[str]]]) -> None:
        """Tables as given, whoever would have sat where: a position to start a test from."""
        rules, rule = self.rules, RuleId("CASH-02")
        for name, players in tables:
            table = TableId(name)
            opened = TableOpened(
                self.stake, table, rules.seats.value, rules.players_min.value, rules.digest, self.now, rule
            )
            self.adopt(opened)
            for player in players:
                self.adopt(seat_given(self.stake, PlayerId(player), table, self.now, rules.buy_in_max.value))

    def _decide_joint(self, stream: str, command: Any) -> None:
        kind, _, name = stream.partition(":")
        if kind == "player":
            told = self.tell(PlayerId(name), command)
            assert not isinstance(told, Rejection), told
        elif isinstance(command, table_commands.OpenTable):
            self.stacks[TableId(name)] = {}
        else:
            assert isinstance(command, table_commands.Seat)
            stacks = self.stacks[TableId(name)]
            assert command.player not in stacks
            assert len(stacks) < self.rules.seats.value
            self.wallets[command.player] = Cents(self.wallet(command.player) - command.buy_in)
            assert self.wallets[command.player] >= 0
            stacks[command.player] = command.buy_in

    def _deliver(self, table: TableId, command: Any) -> None:
        """What a table answers to a letter of the floor."""
        if isinstance(command, table_commands.AdoptRulebook):
            self.send(NoteRulebook(table, command.edition))
            return
        assert isinstance(command, table_commands.Close)
        for player in list(self.stacks[table]):
            self.leave(player, table=table, rule=command.rule)
        del self.stacks[table]
        self.send(NoteTableClosed(table))

    def _supplied(self, command: FloorCommand) -> FloorCommand:
        if isinstance(command, Join | ConfirmBuyIn | ServeQueue) and command.guest is None:
            command = replace(command, guest=self.guest(command.player, command.stake))
        if isinstance(command, Join | ServeQueue | OpenNext) and command.draw is None:
            command = replace(command, draw=self.random.getrandbits(DRAW_BITS))
        return command


def seats_at(table: str, count: int) -> tuple[str, list[str]]:
    """A table with so many players, named after it."""
    return table, [f"{table}-{number}" for number in range(count)]


def waits(lobby: Lobby, player: str) -> QueueJoined:
    """The player stands in the queue, whether or not there was a seat."""
    return QueueJoined(
        stake=lobby.stake,
        player=PlayerId(player),
        at=lobby.now,
        buy_in=Cents(100_00),
        post=False,
        choice=None,
        bot=False,
        carried=None,
        rule=RuleId("CASH-10"),
    )
