"""Tournament tables (dealers) as the room runs them."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from fairdeal.kernel import Decision, Instant, PlayerId, Step, StreamId
from fairdeal.kernel.agenda import JointCommand, Task
from fairdeal.kernel.ids import CHANCE_BYTES
from fairdeal.play.connections import with_loss
from fairdeal.play.fair.messages import PromiseSeeds
from fairdeal.play.messages import Disconnected, GiveTimeBack, PauseClocks, Reconnected, ResumeClocks, TurnExpired
from fairdeal.room.codecs import Coded
from fairdeal.room.fair import FairPorts
from fairdeal.room.fair_rates import closed_table
from fairdeal.room.records import SALT_BYTES, VOID_RECORD, Seal, to_seal
from fairdeal.room.tournament import codecs
from fairdeal.room.tournament.house import TournamentFacts, TournamentHouse
from fairdeal.room.turn_clock import TurnClock, TurnPassed
from fairdeal.runtime.hosted import Changes, Hosted
from fairdeal.runtime.ports import Entropy
from fairdeal.storage.port import HandRecord, Listing
from fairdeal.tournament.dealer.commands import DealCommand, DealHand
from fairdeal.tournament.dealer.events import DealEnded, DealEvent, DealVoided, TableShut
from fairdeal.tournament.dealer.machine import NEW_TABLE, DealerMachine
from fairdeal.tournament.dealer.state import DealerTable
from fairdeal.tournament.director.commands import Connect
from fairdeal.tournament.orders import DEALERS, director_stream, table_of_stream


@dataclass(frozen=True, slots=True)
class DealerPorts:
    """What tournament tables need from the room."""

    house: TournamentHouse
    entropy: Entropy
    facts: TournamentFacts
    seal: Seal
    fair: FairPorts | None = None  # tables deal by the players' cut


class HostedDealer(Hosted[DealerTable, DealCommand, DealEvent]):
    """One tournament table; moves no money, since chips belong to the director, to whom it sends results as messages."""

    prefix = DEALERS
    is_place = True
    is_table = True
    comes_back = 3

    def __init__(self, stream: StreamId, ports: DealerPorts) -> None:
        super().__init__(stream)
        self._ports = ports
        tournament, table = table_of_stream(stream)
        self._director = director_stream(tournament)
        self._clock = TurnClock()
        self._fair = None if ports.fair is None else ports.fair.at(self.name)
        self._machine = DealerMachine(
            tournament,
            table,
            ports.house.rulebook.hand_rules_of,
            ports.house.settings.dealer,
            None if self._fair is None else self._fair.facts,
        )

    @property
    def durable(self) -> Coded[DealerTable, DealEvent]:
        """The codec for the events and states of this stream."""
        return codecs.DEALER

    # ---- the rules

    def open(self) -> DealerTable:
        """The opening state: a table without an order."""
        return NEW_TABLE

    def decide(self, state: DealerTable, command: DealCommand, now: Instant) -> Decision[DealerTable, DealEvent]:
        """The steps that the command causes now, or the rejection."""
        return self._machine.decide(state, command, now)

    def evolve(self, state: DealerTable, event: DealEvent) -> DealerTable:
        """The table after the event."""
        return self._machine.evolve(state, event)

    def agenda(self, state: DealerTable) -> frozenset[Task[object]]:
        """The tasks the table waits for."""
        return self._machine.agenda(state)

    def agenda_change(self, before: DealerTable, after: DealerTable) -> TurnPassed | None:
        """What one act changes, which is the clock of the turn; None where more may have changed."""
        if before.report is not after.report or before.closed or after.closed:
            return None
        if before.paused_since is not None or after.paused_since is not None or before.fair_play is not after.fair_play:
            return None
        return self._clock.passed(before.running, after.running)

    # ---- what it lacks, and what it leaves

    def supply(self, state: DealerTable, command: DealCommand) -> DealCommand:
        """The command with entropy, and with the players who are disconnected."""
        facts, entropy = self._ports.facts, self._ports.entropy
        if isinstance(command, TurnExpired):
            return with_loss(command, state.running, facts.disconnected_since)
        if isinstance(command, PromiseSeeds) and self._fair is not None:
            return self._fair.with_pid(command, state.fair)
        if not isinstance(command, DealHand) or command.deck is not None or command.decks is not None:
            return command
        order = state.order
        players = () if order is None else [place.player for place in order.places]
        missing = frozenset(player for player in players if not facts.is_connected(player))
        if self._fair is not None:
            decks, pids = self._fair.decks(state.opened + 1), self._fair.pids(len(players))
            return replace(command, chance=entropy.bytes(CHANCE_BYTES), missing=missing, decks=decks, pids=pids)
        return replace(
            command,
            deck=entropy.deck(),
            salt=entropy.bytes(SALT_BYTES),
            chance=entropy.bytes(CHANCE_BYTES),
            missing=missing,
        )

    def prepare(self, number: int) -> None:
        """Make the decks of a hand to come, at a table whose players cut them, so that opening it takes no longer."""
        if self._fair is not None:
            self._fair.prepare(number)

    def record(self, step: Step[DealerTable, DealEvent]) -> HandRecord | None:
        """The record of a hand that ended or was void."""
        before, event, _ = step
        opened = before.open
        if opened is None or not isinstance(event, DealEnded | DealVoided):
            return None
        packed = self._machine.records(before, event)
        public, secret = (VOID_RECORD, b"") if packed is None else packed
        fair = self._ports.fair
        audit = None if fair is None else fair.audit
        sealed = self._ports.seal(opened.hand, to_seal(before.running, secret, opened.hand, audit))
        facts = self._machine.facts
        stake = f"tournament/{facts.tournament}"
        return HandRecord(
            opened.hand, facts.table, opened.number, opened.edition, stake, opened.players, public, sealed
        )

    def listings(
        self,
        steps: Sequence[Step[DealerTable, DealEvent]],
        version: int,  # noqa: ARG002 - of every hosted machine; others list by it
        now: Instant,
    ) -> tuple[Listing, ...]:
        """The rates of a table that closes, for what is published of the room."""
        closed = any(type(each.event) is TableShut for each in steps)
        return closed_table(self.name, steps[-1].after.fair, now) if closed else ()

    # ---- what is seen of it

    def show(self, step: Step[DealerTable, DealEvent]) -> Changes:
        """The public and private changes that the step shows to watchers."""
        return Changes(self._machine.public_change(step), self._machine.private_changes(step))

    def view(self, state: DealerTable, viewer: PlayerId | None) -> object:
        """The table as one viewer sees it."""
        return self._machine.view(state, viewer)

    # ---- time the room took, stopping, connections

    def after_silence(self, since: Instant) -> DealCommand:
        """The command that shifts the clocks of the turn and of the next deal by the time they stood still."""
        return GiveTimeBack(since)

    def after_commit(self, since: Instant) -> DealCommand:
        """The command that shifts the clocks of the turn and of the next deal by the time they stood still."""
        return GiveTimeBack(since)

    def is_under_way(self, state: DealerTable) -> bool:
        """Whether a hand is open."""
        return state.open is not None

    def disconnected(self, player: PlayerId, at: Instant) -> tuple[JointCommand[object], ...]:
        """The command that tells the table since when the player is disconnected."""
        return (JointCommand(self.stream, Disconnected(player, at)),)

    def reconnected(self, player: PlayerId) -> tuple[JointCommand[object], ...]:
        """Commands that tell the table, and the director, with whom a player who was only absent plays again (MTT-28b)."""
        return JointCommand(self.stream, Reconnected(player)), JointCommand(self._director, Connect(player))

    def clocks_pause(self) -> DealCommand:
        """The command that stops this table's clocks during an outage."""
        return PauseClocks()

    def clocks_resume(self) -> DealCommand:
        """The command that lets the clocks run again after an outage."""
        return ResumeClocks()
