"""Casino tables as the room runs them."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Final, NamedTuple, Protocol

from fairdeal.bank.accounts import Tender
from fairdeal.bank.purse.commands import EndPlay, RiskMoney, StartPlay
from fairdeal.bank.transfer import Transfer
from fairdeal.casino.chat import ChatRoom, Say
from fairdeal.casino.dealer import PREPARATION
from fairdeal.casino.games.catalogue import GAMES
from fairdeal.casino.games.game import Game
from fairdeal.casino.games.roulette.spin import Spin
from fairdeal.casino.shoe import SALT_BYTES
from fairdeal.casino.table import commands, events, station_events
from fairdeal.casino.table.commands import TableCommand
from fairdeal.casino.table.events import TableEvent
from fairdeal.casino.table.fair.chain import locked_people
from fairdeal.casino.table.fair.commands import LockChance, OpenChain, TellSecrets
from fairdeal.casino.table.fair.events import ScanLogOpened
from fairdeal.casino.table.machine import CasinoTable
from fairdeal.casino.table.postings import audit, bet_account, moved_by
from fairdeal.casino.table.rounds import escrow
from fairdeal.casino.table.state import Phase, Table
from fairdeal.casino.table.view import OwnView
from fairdeal.fair.values import HASH_BYTES
from fairdeal.kernel import (
    Cents,
    Decision,
    EventRef,
    Instant,
    MoneyKind,
    PlayerId,
    Rejection,
    Step,
    StreamId,
    TableId,
    reject,
    units_of,
)
from fairdeal.kernel.agenda import JointCommand, Task
from fairdeal.room import tags
from fairdeal.room.bank.purse import purse_stream
from fairdeal.room.casino.house import CASINO, CasinoHouse, table_of
from fairdeal.room.casino.listings import table_listings
from fairdeal.room.fair import ChainSupply, FairPorts
from fairdeal.room.records import Seal
from fairdeal.runtime.hosted import Balances, Changes, Hosted
from fairdeal.runtime.limits import JOINT_STREAMS_MAX
from fairdeal.runtime.ports import Entropy
from fairdeal.storage.codec import Codec
from fairdeal.storage.port import Listing

SNAPSHOT_EVERY: Final = 64
"""Events between snapshots; a round has up to two dozen, and a shoe makes a snapshot of kilobytes."""

WAITING_MAX: Final = 4_096
"""Commands that may wait at a table: hundreds of players may bet in the same second."""

FOLLOWERS_MAX: Final = JOINT_STREAMS_MAX - 2
"""The most players whose bets can follow another player's decision; their purses decide in the same commit."""

_FROM_CHAIN: Final = (commands.Join, commands.Shuffle, OpenChain, LockChance, TellSecrets, Spin)
"""Commands that need secrets or pids where the house draws by PFP-1."""
_SEALED: Final = b"\xc1"  # a byte that no encoded value begins with
_LABEL: Final = "casino"


class TableCodecs(NamedTuple):
    """The codecs of events and of states of casino tables."""

    events: Codec
    states: Codec


@cache
def table_codecs(games: tuple[Game, ...]) -> TableCodecs:
    """The codecs for tables of these games; each game brings the tags of its own events and of its felt."""
    event_tags: dict[str, type] = dict(tags.CASINO_TABLE)
    felt_tags: dict[str, type] = {}
    left_out: dict[type, Collection[str]] = {ChatRoom: ("messages", "sent"), Table: ("fair_play",)}
    for game in games:
        _add(event_tags, game.event_tags)
        _add(felt_tags, game.felt_tags)
        left_out.update(game.not_kept)
    return TableCodecs(
        Codec("casino table events", 1, event_tags),
        Codec(
            "casino table",
            1,
            {"table": Table},
            parts=felt_tags,
            leave_out=left_out,
            sparse={Table: ("fair", "scans")},
        ),
    )


def _add(known: dict[str, type], more: Mapping[str, type]) -> None:
    """Add tags; the same tag for two classes is an error."""
    for tag, kind in more.items():
        if known.setdefault(tag, kind) is not kind:
            raise ValueError(f"two games call something {tag!r}: {known[tag].__name__} and {kind.__name__}")


EVENTS, STATES = table_codecs(GAMES)


class CasinoFacts(Protocol):
    """What the room knows of players and a casino table does not."""

    def may_stake(self, player: PlayerId, tender: Tender, amount: Cents) -> bool:
        """Whether a player's own limits allow betting that amount now."""
        ...

    def play_refused(self, player: PlayerId, money: MoneyKind) -> Rejection | None:
        """Why a player may not play casino games for that money now; None: nothing keeps them from it."""
        ...

    def is_barred(self, player: PlayerId) -> bool:
        """Whether staff blocked a player from all chats."""
        ...

    def hands_elsewhere(self, player: PlayerId, table: TableId) -> int:
        """How many hands a player bets on at other tables."""
        ...


class Sealed:
    """Encodes events and states of casino tables; those with hidden cards are encrypted, the others readable."""

    def __init__(self, seal: Seal, unseal: Seal, games: tuple[Game, ...] = GAMES) -> None:
        self._seal = seal
        self._unseal = unseal
        self._events, self._states = table_codecs(games)

    def encode_event(self, event: TableEvent) -> bytes:
        """An event as bytes."""
        data = self._events.encode(event)
        return _SEALED + self._seal(_LABEL, data) if _is_secret(event) else data

    def decode_event(self, data: bytes) -> TableEvent:
        """The event that these bytes encode."""
        event: TableEvent = self._events.decode(self._opened(data))
        return event

    def encode_state(self, table: Table) -> bytes:
        """A table as bytes; encrypted if it has cards, since it holds the order of the shoe and hidden cards."""
        data = self._states.encode(table)
        return data if table.shoe is None and table.scans is None else _SEALED + self._seal(_LABEL, data)

    def decode_state(self, data: bytes) -> Table:
        """The table that these bytes encode."""
        table: Table = self._states.decode(self._opened(data))
        return table

    def _opened(self, data: bytes) -> bytes:
        return self._unseal(_LABEL, data[1:]) if is_sealed(data) else data


def is_sealed(data: bytes) -> bool:
    """Whether the bytes of an event or a state are encrypted."""
    return data.startswith(_SEALED)


def _is_secret(event: TableEvent) -> bool:
    if isinstance(event, events.CardDealt | station_events.Corrected):
        return not event.face_up
    return isinstance(event, events.ShoeShuffled | ScanLogOpened)


@dataclass(frozen=True, slots=True)
class CasinoPorts:
    """What casino tables need from the room."""

    house: CasinoHouse
    entropy: Entropy
    balances: Balances
    facts: CasinoFacts
    sealed: Sealed
    fair: FairPorts | None = None  # the house draws with the players' seeds


class HostedCasinoTable(Hosted[Table, TableCommand, TableEvent]):
    """One casino table, with the entropy and facts it needs and its joint commands to purses."""

    prefix = CASINO
    snapshot_every = SNAPSHOT_EVERY
    mailbox_max = WAITING_MAX
    is_audited = True
    is_place = True
    is_table = True

    def __init__(self, stream: StreamId, ports: CasinoPorts) -> None:
        super().__init__(stream)
        self._ports = ports
        self._machine = ports.house.machine(stream)
        self._is_closed = ports.house.setups[table_of(stream)].closed
        self._tender = self._machine.facts.tender
        is_fair = ports.fair is not None and self._machine.facts.is_fair
        self._chains = ports.fair.chains(self.name) if ports.fair is not None and is_fair else None

    def put_in_force(self, machine: CasinoTable, *, closed: bool) -> None:
        """Go by other settings of the same table, between two rounds."""
        self._machine = machine
        self._is_closed = closed

    @property
    def durable(self) -> Sealed:
        """The codec for the events and states of this stream."""
        return self._ports.sealed

    # ---- the rules

    def open(self) -> Table:
        """The opening state: a table nobody has visited."""
        return self._machine.initial

    def decide(self, state: Table, command: TableCommand, now: Instant) -> Decision[Table, TableEvent]:
        """The steps that the command causes now, or the rejection."""
        if self._is_closed and isinstance(command, commands.Join) and command.player not in state.guests:
            return reject("table_closed")
        return self._machine.decide(state, command, now)

    def counts_at(self, command: TableCommand, arrived: Instant, now: Instant) -> Instant:
        """A bet counts when it reached the room, not when its turn came behind the bets of others; everything else as usual."""
        return arrived if self._machine.is_about_bets(command) else now

    def evolve(self, state: Table, event: TableEvent) -> Table:
        """The table after the event."""
        return self._machine.evolve(state, event)

    def agenda(self, state: Table) -> frozenset[Task[object]]:
        """The tasks the table waits for."""
        return self._machine.agenda(state)

    # ---- what it lacks, and what it causes

    def supply(self, state: Table, command: TableCommand) -> TableCommand:
        """The command completed with the entropy and facts it needs."""
        ports = self._ports
        if isinstance(command, commands.FinishStep) and command.step in PREPARATION and self._machine.facts.logs_scans:
            return replace(command, key=ports.entropy.bytes(HASH_BYTES))
        if isinstance(command, commands.Join):
            command = replace(command, refused=ports.facts.play_refused(command.player, self._tender.money))
        if self._chains is not None and isinstance(command, _FROM_CHAIN):
            return _from_chain(self._machine, self._chains, state, command, ports.entropy)
        return _supplied(self._machine, state, command, ports.entropy, ports.balances, ports.facts)

    def amend(self, command: TableCommand, _refusal: Rejection) -> TableCommand | None:
        """The command to decide after a purse refused its part in it, as the game says; None: the rejection stands."""
        return self._machine.amended(command)

    def joint_commands(self, step: Step[Table, TableEvent]) -> tuple[JointCommand[object], ...]:
        """Commands to purses: visits and bets count for the player's own limits, except with play money."""
        if self._tender.money is MoneyKind.PLAY:
            return ()
        event = step.event
        if isinstance(event, events.Joined):
            return (JointCommand(purse_stream(event.player), StartPlay(self.stream, self._tender.money)),)
        if isinstance(event, events.Left):
            return (JointCommand(purse_stream(event.player), EndPlay(self.stream)),)
        moved = moved_by(self._machine.facts, event) if isinstance(event, events.GameEvent) else None  # only they bet
        return () if moved is None else tuple(self._risk(player, amount) for player, amount in moved.staked if amount)

    def _risk(self, player: PlayerId, amount: Cents) -> JointCommand[object]:
        return JointCommand(purse_stream(player), RiskMoney(self._tender, units_of(amount), self.stream))

    def transfers(self, event: TableEvent, ref: EventRef) -> tuple[Transfer, ...]:
        """The ledger transfers that the event causes."""
        return self._machine.transfers(event, ref)

    def listings(self, steps: Sequence[Step[Table, TableEvent]], version: int, now: Instant) -> tuple[Listing, ...]:  # noqa: ARG002
        """The rows of rounds that end, and of shoes that can be checked from now on."""
        return table_listings(self._machine, steps, now)

    # ---- what is seen of it

    def show(self, step: Step[Table, TableEvent]) -> Changes:
        """The public and private changes that the step shows to watchers."""
        return Changes(self._machine.public_change(step), self._machine.private_changes(step))

    def view(self, state: Table, viewer: PlayerId | None) -> object:
        """The table as one viewer sees it."""
        view = self._machine.view(state, viewer)
        if viewer is None or view.own is None or not view.own.may_chat or not self._ports.facts.is_barred(viewer):
            return view
        return replace(view, own=replace(view.own, may_chat=False))

    def own_views(self, state: Table, players: Collection[PlayerId]) -> dict[PlayerId, OwnView]:
        """What each of these players alone sees of the table; those who do not visit it are left out."""
        barred = self._ports.facts.is_barred
        return {
            player: replace(own, may_chat=False) if own.may_chat and barred(player) else own
            for player, own in self._machine.own_views(state, players).items()
        }

    @property
    def machine(self) -> CasinoTable:
        """The machine of the table, with its facts."""
        return self._machine

    # ---- reading

    def audit(self, state: Table, balances: Balances) -> None:
        """Raise AssertionError if the ledger and the bets differ."""
        known = self._machine.facts
        people = escrow(state).keys() | state.guests.keys()
        accounts = sorted(bet_account(known.tender, known.table, player) for player in people)
        wrong = audit(known, state, balances(accounts))
        assert not wrong, f"{self.stream}: the ledger and the bets differ: {wrong}"

    # ---- time the room took, stopping, connections

    def after_silence(self, since: Instant) -> TableCommand:
        """The command that shifts all clocks of the table by the time they stood still."""
        return commands.GiveTimeBack(since)

    def after_commit(self, since: Instant) -> TableCommand:
        """The command that shifts all clocks of the table by the time they stood still."""
        return commands.GiveTimeBack(since)

    def is_under_way(self, state: Table) -> bool:
        """Whether a round is being played or bet on."""
        return state.in_round or state.phase is Phase.BETTING

    def disconnected(self, player: PlayerId, _at: Instant) -> tuple[JointCommand[object], ...]:
        """The command that tells the table; no rule stops the casino's clocks for a disconnection."""
        return (JointCommand(self.stream, commands.Disconnected(player)),)

    def reconnected(self, player: PlayerId) -> tuple[JointCommand[object], ...]:
        """The command that tells the table that the player is back."""
        return (JointCommand(self.stream, commands.Reconnected(player)),)


def _supplied(
    machine: CasinoTable, state: Table, command: TableCommand, entropy: Entropy, balances: Balances, facts: CasinoFacts
) -> TableCommand:
    """The command with entropy and facts; at a table dealt by the program, entropy comes from nowhere else."""
    if isinstance(command, commands.GameCommand):
        command = _with_funds(machine, state, command, balances, facts)
        # Decided anew if the purse is busy with a bet of the same account at another table, so that only one of both is accepted.
        command = machine.with_hands_elsewhere(
            command, lambda player: facts.hands_elsewhere(player, machine.facts.table)
        )
        return machine.with_chance(command, entropy.below)
    if isinstance(command, commands.Shuffle) and not machine.facts.is_live:
        order = shuffled(entropy, command.cards)
        cut = entropy.below(len(order)) if order else 0
        return replace(command, order=order, cut=cut, salt=entropy.bytes(SALT_BYTES))
    if isinstance(command, Say):
        return replace(command, barred=facts.is_barred(command.player))
    return command


def _from_chain(
    machine: CasinoTable, chains: ChainSupply, state: Table, command: TableCommand, entropy: Entropy
) -> TableCommand:
    """The command with what it needs of a chain: a new one, secrets by their places, and pids."""
    fair = state.fair
    match command:
        case commands.Join():
            return replace(command, pid=chains.pids(1))
        case OpenChain():
            return replace(command, made=chains.open(command.chain), pids=chains.pids(len(state.guests)))
        case LockChance():
            return replace(command, pids=chains.pids(len(locked_people(machine.facts_of(state), state))))
        case TellSecrets() if fair is not None and fair.chain == command.chain:
            return replace(command, secrets=tuple(chains.secret(fair, index) for index in command.indices))
        case commands.Shuffle() if fair is not None and fair.lock is not None:
            return replace(command, secret=chains.secret(fair, fair.lock.index), salt=entropy.bytes(SALT_BYTES))
        case Spin() if fair is not None and fair.lock is not None:
            return replace(command, secret=chains.secret(fair, fair.lock.index))
        case _:
            return command


def shuffled(entropy: Entropy, cards: bytes) -> bytes:
    """The cards in uniform random order (Fisher-Yates shuffle)."""
    order = bytearray(cards)
    below = entropy.below
    for last in range(len(order) - 1, 0, -1):
        place = below(last + 1)
        order[last], order[place] = order[place], order[last]
    return bytes(order)


def _with_funds(
    machine: CasinoTable, state: Table, command: TableCommand, balances: Balances, facts: CasinoFacts
) -> TableCommand:
    """The command with the balances it needs; 0 for players whose own limits forbid the bet, and beyond `FOLLOWERS_MAX`."""
    needed = machine.funds_needed(state, command)
    if not needed:
        return command
    held = balances([each.wallet for each in needed.values()])
    for index, (player, (wallet, bet)) in enumerate(needed.items()):
        if index >= FOLLOWERS_MAX or not facts.may_stake(player, machine.facts.tender, bet):
            held[wallet] = 0
    return machine.with_funds(state, command, held)
