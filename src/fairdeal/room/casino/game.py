"""
The casino of a room: what tables must be told, who is at which table, and everything that comes back after a restart.

Nothing is decided here. What follows a decision and needs no place in its commit is done here: presence hears of guests,
purses of what comes back to them, the lobby of everything.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from fairdeal.bank.accounts import Tender
from fairdeal.bank.purse.commands import TakeMoneyBack
from fairdeal.casino.chat import BlockChat
from fairdeal.casino.conduct import CONDUCT, Conduct, conduct_stream
from fairdeal.casino.dealer import Step
from fairdeal.casino.games.catalogue import GAMES
from fairdeal.casino.table.commands import Leave, OpenBetting, Recover
from fairdeal.casino.table.events import ConnectionChanged, Joined, Left
from fairdeal.casino.table.postings import moved_by
from fairdeal.casino.table.state import Payment, Phase, Table
from fairdeal.kernel import Cents, Instant, MoneyKind, PlayerId, StreamId, TableId, units_of
from fairdeal.room.bank.purse import purse_stream, rules_of
from fairdeal.room.casino.conduct import HostedConduct
from fairdeal.room.casino.house import CASINO, BadCasino, CasinoHouse, casino_stream, table_of
from fairdeal.room.casino.lobby import CasinoLobby
from fairdeal.room.casino.table import CasinoPorts, HostedCasinoTable, Sealed
from fairdeal.room.game import Expect, GamePorts
from fairdeal.runtime.actor import Actor
from fairdeal.runtime.hosted import Host
from fairdeal.runtime.keys import Key
from fairdeal.runtime.ports import Journal, Reply
from fairdeal.runtime.registry import Watch, is_durable


class CasinoGame:
    """All casino tables of a room."""

    beginnings = (OpenBetting,)

    def __init__(self, house: CasinoHouse, ports: GamePorts) -> None:
        self.house = house
        self.lobby = CasinoLobby(house)
        self._clock = ports.clock
        self._registry = ports.registry
        self._presence = ports.presence
        self._patience: dict[tuple[StreamId, PlayerId], Callable[[], None]] = {}  # visits that end unless they return
        _look_for_lost_tables(house, ports.journal)
        played = (machine.facts.game for machine in house.machines.values())
        sealed = Sealed(ports.seal, ports.unseal, tuple(dict.fromkeys((*GAMES, *played))))
        tables = CasinoPorts(house, ports.entropy, ports.journal.balances, self, sealed)
        self.hosts: Mapping[str, Host] = {
            CASINO: lambda stream: HostedCasinoTable(stream, tables),
            CONDUCT: HostedConduct,
        }
        self.adopted: Mapping[str, Watch] = {CASINO: self._at_table}
        self.written: Mapping[str, Watch] = {}

    def table_stream(self, table: TableId) -> StreamId | None:
        """The stream of a table; those of the casino are listed."""
        return casino_stream(table) if table in self.house.machines else None

    # ---- questions

    def has(self, table: TableId) -> bool:
        """Whether a table is one of the casino."""
        return table in self.house.machines

    def step(self, table: TableId) -> Step:
        """What the live dealer of a table does next."""
        return self.house.machines[table].step(self._registry.actor(casino_stream(table)).state)

    def may_stake(self, player: PlayerId, tender: Tender, amount: Cents) -> bool:
        """Whether a player's own limits let so much be staked now; play money has none."""
        if tender.money is MoneyKind.PLAY:
            return True
        purse = self._registry.actor(purse_stream(player))
        return rules_of(purse).may_stake(purse.state, tender, units_of(amount), self._clock.now()) is None

    def hands_elsewhere(self, player: PlayerId, table: TableId) -> int:
        """How many blackjack hands a player bets on at other tables (BJ-55)."""
        others = (self._registry.find(casino_stream(each)) for each in self.house.machines if each != table)
        return sum(actor.state.felt.hands_of(player) for actor in others if actor is not None)

    # ---- chat

    def is_barred(self, player: PlayerId) -> bool:
        """Whether staff closed every chat to a player."""
        return self.conduct(player).barred

    def conduct(self, player: PlayerId) -> Conduct:
        """What staff decided about a player's chat."""
        state: Conduct = self._registry.actor(conduct_stream(player)).state
        return state

    def block_chat(self, command: BlockChat, reply: Reply | None = None, key: Key | str | None = None) -> None:
        """Staff closes every chat to a player, or opens them again."""
        self._registry.send(conduct_stream(command.player), command, reply, key)

    # ---- after every decision

    def _at_table(self, actor: Actor, events: tuple[object, ...], _now: Instant) -> None:
        """Something was decided at a table; connections are not written, and concern the room."""
        version = actor.version - sum(map(is_durable, events))
        for event in events:
            version += is_durable(event)
            self._follow(actor, event, version)
        self.lobby.note(table_of(actor.stream), actor.state)

    def _follow(self, actor: Actor, event: Any, version: int) -> None:
        match event:
            case Joined():
                self._presence.seated(event.player, actor.stream)
            case Left():
                self._call_off(actor.stream, event.player)
                self._presence.left(event.player, actor.stream)
            case ConnectionChanged():
                self._wait_for(actor.stream, event.player, connected=event.connected)
            case _:
                self._pay_back(actor, event, version)

    def _pay_back(self, actor: Actor, event: Any, version: int) -> None:
        """Tell purses what an event gives back: a bet before the round, or what a round or a part of it brings."""
        moved = moved_by(self.house.machine(actor.stream).facts, event)
        if moved is None:
            return
        if moved.payments:
            part = f"/{moved.part}" if moved.part else ""
            self._credit(actor.stream, moved.payments, f"{actor.stream}#{event.round}{part}")
        if moved.returned:
            back = [Payment(player, Cents(0), amount, Cents(0)) for player, amount in moved.returned]
            self._credit(actor.stream, back, f"{actor.stream}@{version}")

    def _credit(self, stream: StreamId, payments: Iterable[Payment], key: str) -> None:
        """
        What comes back to a player counts for the limits the player set.

        It does not belong to the commit: a round may pay hundreds at once. What a crash cuts off of a result is sent again when
        the table comes back, and the key lets nothing count twice; of insurance and bets taken back it is lost, and a limit is a
        little stricter than it could be.
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
        """A guest who does not come back has left."""
        self._call_off(stream, player)
        if not connected:
            until = Instant(self._clock.now() + self.house.settings.visit_ends_after)
            self._patience[stream, player] = self._clock.at(until, lambda: self._give_up(stream, player))

    def stood_still(self, _since: Instant) -> None:
        """The room stood still: whoever is gone has all of the patience again."""
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
        """Bring back every table: what was neither dealt nor spun is void, anything else goes on (X-141)."""
        for table in self.house.machines:
            actor = self._registry.actor(casino_stream(table))
            if actor.version and actor.failed is None:
                self.bring_back(actor, down_since, expect())

    def bring_back(self, actor: Actor, down_since: Instant, reply: Reply) -> None:
        """Tell a table that was read again how long it stood still, and everybody else what it is."""
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
    """A table that was played and is not in the settings may hold bets that nobody can settle."""
    known = {casino_stream(table) for table in house.machines}
    for stream in journal.streams(CASINO):
        if stream not in known:
            table = table_of(stream)
            raise BadCasino("table_missing", f"table {table} was played and is not in the settings: close it there")
