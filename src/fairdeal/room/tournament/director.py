"""Tournament directors as the room runs them."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from fairdeal.bank.accounts import entry_fees
from fairdeal.bank.purse.commands import RiskMoney, TakeMoneyBack
from fairdeal.bank.transfer import Transfer
from fairdeal.kernel import (
    Decision,
    EventRef,
    Instant,
    MoneyKind,
    PlayerId,
    Step,
    StreamId,
    TournamentId,
    Units,
    units_of,
)
from fairdeal.kernel.agenda import JointCommand, Task
from fairdeal.play.messages import GiveTimeBack
from fairdeal.room.bank.purse import purse_stream
from fairdeal.room.fair import FairPorts
from fairdeal.room.tournament import codecs
from fairdeal.room.tournament.house import TournamentFacts, TournamentHouse
from fairdeal.room.tournament.listings import director_listings
from fairdeal.runtime.hosted import AgendaChange, Balances, Changes, Durable, Hosted, by_player
from fairdeal.runtime.ports import Entropy
from fairdeal.storage.port import Listing
from fairdeal.tournament.books import Books
from fairdeal.tournament.director import commands as ms
from fairdeal.tournament.director import events as ev
from fairdeal.tournament.director import outcomes as oc
from fairdeal.tournament.director.commands import TournamentCommand
from fairdeal.tournament.director.events import TournamentEvent
from fairdeal.tournament.director.machine import TournamentMachine
from fairdeal.tournament.director.state import Means, Tournament
from fairdeal.tournament.lots import CHANCE_BYTES as LOTS_BYTES
from fairdeal.tournament.orders import DIRECTORS, Supply
from fairdeal.tournament.programme.commands import NoteFull, NoteOver
from fairdeal.tournament.programme.state import programme_stream
from fairdeal.tournament.setup import LastPhase, TournamentSetup

SNAPSHOT_EVERY: Final = 200
"""Events between snapshots; ten thousand entries make a snapshot of megabytes, while replaying this many events is quick."""

HEAVY: Final = 1000
"""Entries per unit of `weight`: large fields are written as snapshots less often, so that a hand costs the same in any field."""

CHAIN: Final = 1_024
SHORT_CHAIN: Final = 128
"""How often lots can be drawn before another chain is opened: in a tournament, and in a sit & go."""

State = Tournament | None
"""The state of a director; None before the tournament is announced."""


@dataclass(frozen=True, slots=True)
class DirectorPorts:
    """What directors need from the room."""

    house: TournamentHouse
    entropy: Entropy
    facts: TournamentFacts
    fair: FairPorts | None = None  # lots can be checked


class HostedDirector(Hosted[State, TournamentCommand, TournamentEvent]):
    """One director, with its joint commands to purses for buy-ins and to the programme when it is full or over."""

    prefix = DIRECTORS
    snapshot_every = SNAPSHOT_EVERY
    is_audited = True
    is_place = True

    def __init__(self, stream: StreamId, ports: DirectorPorts) -> None:
        super().__init__(stream)
        self._tournament = TournamentId(self.name)
        self._ports = ports
        self._machine = TournamentMachine(self._tournament, ports.house.rulebook)
        self._chains = None if ports.fair is None else ports.fair.chains(f"{self.name}/lots")

    @property
    def durable(self) -> Durable[State, TournamentEvent]:
        """The codec for the events and states of this stream."""
        return codecs.DIRECTOR

    # ---- the rules

    def open(self) -> State:
        """The opening state: None, not announced."""
        return None

    def decide(self, state: State, command: TournamentCommand, now: Instant) -> Decision[State, TournamentEvent]:
        """The steps that the command causes now, or the rejection."""
        return self._machine.decide(state, command, now)

    def evolve(self, state: State, event: TournamentEvent) -> State:
        """The tournament after the event."""
        return self._machine.evolve(state, event)

    def agenda(self, state: State) -> frozenset[Task[object]]:
        """The tasks the tournament waits for."""
        return self._machine.agenda(state)

    def agenda_change(self, before: State, after: State) -> AgendaChange | None:
        """The difference between the agendas of two states, computed from the tables that changed."""
        return None if after is None else self._machine.agenda_change(before, after)

    # ---- what it lacks, and what it causes

    def supply(self, state: State, command: TournamentCommand) -> TournamentCommand:
        """The command with entropy, with facts about an entrant, and with who is disconnected at the start."""
        if state is None:
            return self._with_chain(command)
        facts = self._ports.facts
        if isinstance(command, ms.Supplied) and command.supply is None:
            command = replace(command, supply=self._supply(state))
        if isinstance(command, ms.Register | ms.SeatWinner) and command.facts is None:
            command = replace(command, facts=facts.entry(state.id, state.setup, command))
        if isinstance(command, ms.Start) and command.absent is None:
            absent = frozenset(player for player in state.entrants if not facts.is_connected(player))
            command = replace(command, absent=absent)
        return command

    def _with_chain(self, command: TournamentCommand) -> TournamentCommand:
        """An announcement with the chain that lots are drawn from; short where a tournament is."""
        if self._chains is None or not isinstance(command, ms.Announce) or command.lots is not None:
            return command
        return replace(command, lots=self._chains.open(1, chain_length(command.setup)))

    def _supply(self, state: Tournament) -> Supply:
        supply = Supply(self._ports.entropy.bytes(LOTS_BYTES), self._ports.facts.held(state.setup))
        chains, lots = self._chains, state.lots
        if chains is None or lots is None:
            return supply
        last = lots.used + 1 == lots.length
        following = chains.open(lots.chain + 1, chain_length(state.setup)) if last else None
        return replace(supply, secret=chains.secret(lots, lots.used + 1), chain=following)

    def joint_commands(self, step: Step[State, TournamentEvent]) -> tuple[JointCommand[object], ...]:
        """Commands that other streams must decide in the same commit."""
        event = step.event
        return (*self._machine.joint_commands(event), *self._programme_commands(step), *_purse_commands(event))

    def _programme_commands(self, step: Step[State, TournamentEvent]) -> tuple[JointCommand[object], ...]:
        if not isinstance(step.event, ev.Filled | oc.Closed) or step.before is None:
            return ()
        setup, rulebook = step.before.setup, self._ports.house.rulebook
        if not rulebook.format_of(setup.product).in_programme:
            return ()
        programme = programme_stream(rulebook.rules_of(setup).edition, setup.money)
        note = NoteFull if isinstance(step.event, ev.Filled) else NoteOver
        return (JointCommand(programme, note(self._tournament)),)

    def transfers(self, event: TournamentEvent, ref: EventRef) -> tuple[Transfer, ...]:
        """The ledger transfers that the event causes."""
        return self._machine.transfers(event, ref)

    def listings(
        self, steps: Sequence[Step[State, TournamentEvent]], version: int, now: Instant
    ) -> tuple[Listing, ...]:
        """The rows of lists that a decision changes: of the tournament, and of those who entered."""
        return director_listings(self._ports.house, steps, version, now)

    # ---- what is seen of it

    def show(self, step: Step[State, TournamentEvent]) -> Changes:
        """The public and private changes that the step shows to watchers."""
        return Changes(self._machine.public_change(step), by_player(self._machine.private_changes(step)))

    def view(self, state: State, viewer: PlayerId | None) -> object:
        """The tournament as a viewer sees it, with what concerns the viewer."""
        return self._machine.view(state, viewer)

    # ---- reading and writing

    def audit(self, state: State, balances: Balances) -> None:
        """Raise AssertionError if the ledger and the tournament differ."""
        if state is None:
            return
        books = self._ports.house.rules_of(state.setup).books(state.id, state.setup.product)
        fees, purse = entry_fees(books.tender, state.id), state.purse
        held = balances([books.prizes, books.bounties, fees])
        wanted = {books.prizes: purse.pool, books.bounties: purse.heads, fees: purse.fees}
        # Money of a first phase may be here before the message that brings its players.
        early = isinstance(state.setup.phase, LastPhase)
        over = {account: held.get(account, 0) - units_of(amount) for account, amount in wanted.items()}
        wrong = {account: wanted[account] for account, more in over.items() if (more < 0 if early else more != 0)}
        assert not wrong, f"{self.stream}: the ledger and the tournament differ: {wrong}"

    def weight(self, state: State) -> int:
        """Divides the snapshot frequency by the size of the field."""
        return 1 if state is None else 1 + state.numbered // HEAVY

    def after_silence(self, since: Instant) -> TournamentCommand:
        """The command that shifts levels and breaks by the time the room stood still."""
        return GiveTimeBack(since)


def chain_length(setup: TournamentSetup) -> int:
    """How many secrets a chain of a tournament has."""
    return SHORT_CHAIN if setup.sit_and_go else CHAIN


def _purse_commands(event: TournamentEvent) -> tuple[JointCommand[object], ...]:
    """Commands to purses: buy-ins, and those paid back before the start, count for the player's own limits."""
    if isinstance(event, oc.Posted) and event.books.tender.money is MoneyKind.PLAY:
        return ()
    match event:
        case ev.Entered() if event.entry.means is Means.MONEY and event.entry.price.total:
            return (_risk(event.books, event.player, units_of(event.entry.price.total)),)
        case ev.ChipsBought() if event.purchase.price.total:
            return (_risk(event.books, event.player, units_of(event.purchase.price.total)),)
        case ev.Unregistered() if event.entry.means is Means.MONEY and event.entry.price.total:
            back = TakeMoneyBack(event.books.tender, units_of(event.entry.price.total), place_of(event.books))
            return (JointCommand(purse_stream(event.player), back),)
        case _:
            return ()


def _risk(books: Books, player: PlayerId, amount: Units) -> JointCommand[object]:
    return JointCommand(purse_stream(player), RiskMoney(books.tender, amount, place_of(books)))


def place_of(books: Books) -> str:
    """The name under which purses know the tournament."""
    return f"tournament:{books.tournament}"
