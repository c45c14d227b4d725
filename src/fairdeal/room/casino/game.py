"""
The casino of a room: its tables, their visitors, and their recovery after a restart.

Nothing is decided here. This is what follows a decision outside its commit: presence is told of visits, purses of payments to
their players, the lobby of everything.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from fairdeal.bank.accounts import Tender
from fairdeal.bank.purse.commands import TakeMoneyBack
from fairdeal.casino.chat import BlockChat
from fairdeal.casino.conduct import CONDUCT, Conduct, conduct_stream
from fairdeal.casino.dealer import Step
from fairdeal.casino.games.catalogue import GAMES
from fairdeal.casino.table.commands import Leave, OpenBetting, Recover
from fairdeal.casino.table.events import ConnectionChanged, Joined, Left
from fairdeal.casino.table.machine import CasinoTable
from fairdeal.casino.table.postings import Moved, moved_by
from fairdeal.casino.table.rounds import escrow
from fairdeal.casino.table.state import Payment, Phase, Table
from fairdeal.kernel import Cents, Instant, MoneyKind, PlayerId, Rejection, StreamId, TableId, units_of
from fairdeal.room.bank.purse import play_refused, purse_stream, rules_of
from fairdeal.room.casino.conduct import HostedConduct
from fairdeal.room.casino.house import CASINO, BadCasino, CasinoHouse, CasinoTableSetup, casino_stream, table_of
from fairdeal.room.casino.lobby import CasinoLobby
from fairdeal.room.casino.table import CasinoPorts, HostedCasinoTable, Sealed
from fairdeal.room.game import Expect, GamePorts
from fairdeal.runtime.actor import Actor
from fairdeal.runtime.hosted import Host
from fairdeal.runtime.keys import Key
from fairdeal.runtime.ports import Journal, Reply
from fairdeal.runtime.registry import Watch
from fairdeal.runtime.units import is_durable

_BETWEEN: Final = frozenset((Phase.IDLE, Phase.RESULT))
"""When nothing that was bet is open any more."""


class CasinoGame:
    """All casino tables of a room, as a `Game`."""

    beginnings = (OpenBetting,)

    def __init__(self, house: CasinoHouse, ports: GamePorts) -> None:
        self.house = house
        self.lobby = CasinoLobby(house)
        self._clock = ports.clock
        self._registry = ports.registry
        self._presence = ports.presence
        self.on_changed: list[Callable[[TableId], None]] = []
        """Called with a table that was opened, closed or given other settings while the room plays."""
        self._coming: dict[
            TableId, tuple[CasinoTableSetup, CasinoTable]
        ] = {}  # settings that wait for the end of a round
        self._patience: dict[
            tuple[StreamId, PlayerId], Callable[[], None]
        ] = {}  # cancels the end of a disconnected player's visit
        _look_for_lost_tables(house, ports.journal)
        played = (machine.facts.game for machine in house.machines.values())
        sealed = Sealed(ports.seal, ports.unseal, tuple(dict.fromkeys((*GAMES, *played))))
        tables = CasinoPorts(house, ports.entropy, ports.journal.balances, self, sealed, ports.fair)
        self.hosts: Mapping[str, Host] = {
            CASINO: lambda stream: HostedCasinoTable(stream, tables),
            CONDUCT: HostedConduct,
        }
        self.adopted: Mapping[str, Watch] = {CASINO: self._at_table}
        self.written: Mapping[str, Watch] = {}

    def table_stream(self, table: TableId) -> StreamId | None:
        """The stream of a casino table of the settings, or None."""
        return casino_stream(table) if table in self.house.machines else None

    # ---- questions

    def has(self, table: TableId) -> bool:
        """Whether a table is one of the casino's."""
        return table in self.house.machines

    def visits_of(self, player: PlayerId) -> tuple[TableId, ...]:
        """The tables a player visits, or still has a bet at."""
        found = ((table, self._registry.find(casino_stream(table))) for table in self.house.machines)
        return tuple(
            table
            for table, actor in found
            if actor is not None and (player in actor.state.guests or player in escrow(actor.state))
        )

    def step(self, table: TableId) -> Step:
        """The next step that the live dealer of a table has to take."""
        return self.house.machines[table].step(self._registry.actor(casino_stream(table)).state)

    def may_stake(self, player: PlayerId, tender: Tender, amount: Cents) -> bool:
        """Whether a player's own limits allow betting that amount now; play money has no limits."""
        if tender.money is MoneyKind.PLAY:
            return True
        purse = self._registry.actor(purse_stream(player))
        return rules_of(purse).may_stake(purse.state, tender, units_of(amount), self._clock.now()) is None

    def play_refused(self, player: PlayerId, money: MoneyKind) -> Rejection | None:
        """Why a player may not play casino games for that money now; None: nothing keeps them from it."""
        return play_refused(self._registry.actor(purse_stream(player)), money, self._clock.now(), CASINO)

    def hands_elsewhere(self, player: PlayerId, table: TableId) -> int:
        """How many blackjack hands a player bets on at other tables (BJ-55)."""
        others = (self._registry.find(casino_stream(each)) for each in self.house.machines if each != table)
        return sum(actor.state.felt.hands_of(player) for actor in others if actor is not None)

    # ---- chat

    def is_barred(self, player: PlayerId) -> bool:
        """Whether staff blocked a player from all chats."""
        return self.conduct(player).barred

    def conduct(self, player: PlayerId) -> Conduct:
        """A player's conduct: whether staff blocked the player from chat."""
        state: Conduct = self._registry.actor(conduct_stream(player)).state
        return state

    def block_chat(self, command: BlockChat, reply: Reply | None = None, key: Key | str | None = None) -> None:
        """Block a player from all chats, or end the block, for staff."""
        self._registry.send(conduct_stream(command.player), command, reply, key)

    # ---- after every decision

    def _at_table(self, actor: Actor, events: tuple[Any, ...], _now: Instant) -> None:
        """Follow a table's decision outside its commit: visits, connections and the lobby."""
        table = table_of(actor.stream)
        facts = self.house.machines[table].facts
        for index, event in enumerate(events):
            if (moved := moved_by(facts, event)) is not None:
                if moved.payments or moved.returned:
                    version = actor.version - sum(map(is_durable, events[index + 1 :]))
                    self._pay_back(actor.stream, event, moved, version)
            elif isinstance(event, Joined | Left | ConnectionChanged):
                self._follow(actor.stream, event)
        self.lobby.note(table, actor.state)
        self._adopt(table, actor)

    # ---- other settings while the room plays

    def put_in_force(self, house: CasinoHouse) -> None:
        """Have the tables of another house: new ones are open at once, others go by their settings after the round they play."""
        for table, setup in house.setups.items():
            if self.house.setups.get(table) != setup:
                self._coming[table] = setup, house.machines[table]
                self._adopt(table, self._registry.find(casino_stream(table)))
            else:
                self._coming.pop(table, None)

    def _adopt(self, table: TableId, actor: Actor | None) -> None:
        """Take up settings that wait, unless a round is played; who is at a table that closes leaves it."""
        if table not in self._coming or (actor is not None and actor.state.phase not in _BETWEEN):
            return
        setup, machine = self._coming.pop(table)
        self.house.put(setup, machine)
        if actor is None:
            actor = self._registry.actor(casino_stream(table))
        hosted: HostedCasinoTable = actor.hosted  # type: ignore[assignment]  # that is what hosts these streams
        hosted.put_in_force(machine, closed=setup.closed)
        self.lobby.note(table, actor.state)
        for player in tuple(actor.state.guests) if setup.closed else ():
            self._registry.send(actor.stream, Leave(player))
        for tell in self.on_changed:
            tell(table)

    def _follow(self, stream: StreamId, event: Joined | Left | ConnectionChanged) -> None:
        match event:
            case Joined():
                self._presence.seated(event.player, stream)
            case Left():
                self._call_off(stream, event.player)
                self._presence.left(event.player, stream)
            case ConnectionChanged():
                self._wait_for(stream, event.player, connected=event.connected)

    def _pay_back(self, stream: StreamId, event: Any, moved: Moved, version: int) -> None:
        """Credit purses with the money an event pays back: bets removed before the round, and results."""
        if moved.payments:
            part = f"/{moved.part}" if moved.part else ""
            self._credit(stream, moved.payments, f"{stream}#{event.round}{part}")
        if moved.returned:
            back = [Payment(player, Cents(0), amount, Cents(0)) for player, amount in moved.returned]
            self._credit(stream, back, f"{stream}@{version}")

    def _credit(self, stream: StreamId, payments: Iterable[Payment], key: str) -> None:
        """
        Tell purses what was paid to their players, which counts for the limits the players set.

        It is not in the commit of the result, because a round may pay hundreds at once. After a crash the payments of a result are sent
        again, and the key keeps them from counting twice; those of insurance and of bets taken back may be lost, which makes a limit a
        little stricter than it should be.
        """
        tender = self.house.machine(stream).facts.tender
        if tender.money is MoneyKind.PLAY:
            return
        for each in payments:
            amount = Cents(each.returned + each.won + each.given_back)
            if amount:
                back = TakeMoneyBack(tender, units_of(amount), stream)
                self._registry.insist(purse_stream(each.player), back, key=f"{key}/{each.player}")

    # ---- guests without a connection

    def _wait_for(self, stream: StreamId, player: PlayerId, *, connected: bool) -> None:
        """End the visit of a disconnected player after a while, unless the player reconnects."""
        self._call_off(stream, player)
        if not connected:
            until = Instant(self._clock.now() + self.house.settings.visit_ends_after)
            self._patience[stream, player] = self._clock.at(until, lambda: self._give_up(stream, player))

    def stood_still(self, _since: Instant) -> None:
        """Restart the waiting time of all disconnected players, because the room stood still."""
        for stream, player in tuple(self._patience):
            self._wait_for(stream, player, connected=False)

    def _give_up(self, stream: StreamId, player: PlayerId) -> None:
        self._patience.pop((stream, player), None)
        if not self._presence.is_connected(player):
            self._registry.send(stream, Leave(player))

    def _call_off(self, stream: StreamId, player: PlayerId) -> None:
        if (cancel := self._patience.pop((stream, player), None)) is not None:
            cancel()

    # ---- recovery

    def recover(self, down_since: Instant, expect: Expect, *, planned: bool) -> None:  # noqa: ARG002 - no rule asks
        """Load every table and recover it: rounds not yet dealt or spun are voided, others go on (X-141)."""
        for table in self.house.machines:
            actor = self._registry.actor(casino_stream(table))
            if actor.version and actor.failed is None:
                self.bring_back(actor, down_since, expect())

    def bring_back(self, actor: Actor, down_since: Instant, reply: Reply) -> None:
        """Send a table that was read again its recovery command, and correct presence and lobby by its state."""
        if actor.hosted.prefix != CASINO:
            reply(None)  # its agenda is all it needs
            return
        state: Table = actor.state
        self._registry.send(actor.stream, Recover(max(down_since, actor.last_written)), reply)
        for player in state.guests:
            self._presence.seated(player, actor.stream)
            self._wait_for(actor.stream, player, connected=self._presence.is_connected(player))
        if state.phase is Phase.RESULT:
            self._credit(actor.stream, state.paid, f"{actor.stream}#{state.round}")
        self.lobby.note(table_of(actor.stream), state)


def _look_for_lost_tables(house: CasinoHouse, journal: Journal) -> None:
    """Refuse to start if a table that was played is not in the settings: bets there could not be settled."""
    known = {casino_stream(table) for table in house.machines}
    for stream in journal.streams(CASINO):
        if stream not in known:
            table = table_of(stream)
            raise BadCasino("table_missing", f"table {table} was played and is not in the settings: close it there")
