"""
What must hold in every tournament, checked from events and states, without asking the rules.

Chips are conserved, every entry has its own place, the prizes add up to the pool, tables differ by one player at most, the big blind
moves clockwise, and at the end every account of the tournament is empty. The players' money is checked in `promises`.
"""

import hashlib
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from fairdeal.bank.accounts import Purpose, parse_account
from fairdeal.bank.ledger import overdrawn, trial_balance
from fairdeal.hexapro.game import is_hexapro
from fairdeal.hexapro.lobby.events import GameVoided
from fairdeal.kernel import Instant, PlayerId, RuleId, StreamId, TournamentId
from fairdeal.room.room import Room
from fairdeal.room.tournament.codecs import DEALER_EVENTS, DIRECTOR_EVENTS, LOBBY_EVENTS
from fairdeal.rulebook.schema.choices import OnServerFailure
from fairdeal.runtime.actor import Actor
from fairdeal.runtime.units import is_durable
from fairdeal.storage.memory import MemoryStore
from fairdeal.storage.port import Committed, Outcome, Unit
from fairdeal.testing.tournaments.promises import ESCROW, TournamentPromises
from fairdeal.tournament.cancellation.plan import Plan, Stage
from fairdeal.tournament.dealer.events import DealEnded, DealVoided
from fairdeal.tournament.director import events as ev
from fairdeal.tournament.director import outcomes as oc
from fairdeal.tournament.director.state import Status, Tournament
from fairdeal.tournament.orders import PlayHand
from fairdeal.tournament.setup import FirstPhase

_CODECS: Final = {"tournament": DIRECTOR_EVENTS, "deal": DEALER_EVENTS, "hexapro": LOBBY_EVENTS}
_IN_THE_MONEY: Final = (Stage.IN_THE_MONEY, Stage.FINAL_TABLE)
_FAULTS_MAX: Final = 20


IN_ROUND: Final = "in a synchronised hand"
"""Counts cancellations while players without chips waited for other tables to end the hand (MTT-43)."""

RESUMED: Final = "CANC-61 resumed"
"""Counts hands that were ordered again because a tournament resumed after a failure, which no event of its own records."""

OTHER_PRIZES: Final = RuleId("CANC-54d")


class TournamentChecks:
    """Checks every decision and commit of a run; `faults` lists what did not hold."""

    def __init__(self, store: MemoryStore) -> None:
        self._store = store
        self._hash = hashlib.sha256()
        self._blinds: dict[tuple[TournamentId, int], PlayHand] = {}  # the last order of every table
        self._new: set[tuple[TournamentId, PlayerId]] = set()  # entered again, and not dealt in yet
        self._paid: Counter[TournamentId] = Counter()
        self._pools: dict[TournamentId, int] = {}
        self._tickets: set[TournamentId] = set()  # tournaments with tickets among their prizes
        self._resumes: set[TournamentId] = set()  # tournaments that resume after a failure
        self._decisions = 0
        self.on_event: Callable[[object], None] | None = None  # hears every committed event
        self.states: dict[TournamentId, Tournament] = {}
        self.rulings: Counter[str] = Counter()
        self.cancellations: Counter[str] = Counter()  # by the rules that returned something to a player
        self.stages: Counter[str] = Counter()  # of cancelled tournaments, with the phase
        self.hands = 0
        self.voided = 0
        self.faults: list[str] = []
        self.promises = TournamentPromises(store, self.fault)

    def fault(self, what: str) -> None:
        """Record something that did not hold; only the first few are kept."""
        if len(self.faults) < _FAULTS_MAX:
            self.faults.append(what)

    # ---- while it runs

    def attach(self, room: Room) -> None:
        """Watch a room that was opened, for the first time or after a crash."""
        room.registry.watches.append(self._watch)
        room.registry.on_failure = self._failed

    def _failed(self, actor: Actor) -> None:
        if actor.away_since is None:  # after an outage of the journal it comes back by itself
            self.fault(f"{actor.stream} stopped: {actor.failed}")

    def written(self, units: Sequence[Unit], outcomes: Sequence[Outcome]) -> None:
        """Add a committed group to the hash of the history and check its events and transfers."""
        for unit, outcome in zip(units, outcomes, strict=True):
            if isinstance(outcome, Committed):
                for append, version in zip(unit.appends, outcome.versions, strict=True):
                    self._hash.update(f"{append.stream}@{version}\n".encode())
                    for event in append.events:
                        self._hash.update(event)
                        self._read(append.stream, event)
                self.promises.moved(unit.transfers)

    def _read(self, stream: StreamId, data: bytes) -> None:
        """Check one committed event; it counts even if the process died before it was published."""
        kind, _, rest = stream.partition(":")
        if kind not in _CODECS:
            return
        event = _CODECS[kind].decode(data)
        if self.on_event is not None:
            self.on_event(event)
        for rule in _rules_in(event):
            self.rulings[rule] += 1
        if kind == "tournament":
            self._follow(TournamentId(rest), event)
            self.promises.follow(TournamentId(rest), event)
        elif kind == "hexapro":
            self.promises.follow_lobby(stream, event)
            self.stages.update([Stage.BEFORE_START.value] if isinstance(event, GameVoided) else ())
        else:
            self.hands += isinstance(event, DealEnded)
            self.voided += isinstance(event, DealVoided)

    @property
    def digest(self) -> str:
        """The hash of all events written so far, in order."""
        return self._hash.hexdigest()

    def _watch(self, actor: Actor, events: tuple[Any, ...], _now: Instant) -> None:
        for event in events:
            if not is_durable(event) and (rule := getattr(event, "rule", None)) is not None:
                self.rulings[rule] += 1
        if actor.hosted.prefix == "tournament" and actor.state is not None:
            state: Tournament = actor.state
            self.states[state.id] = state
            if events and state.status is Status.RUNNING:
                self._check_running(state)

    def _follow(self, tournament: TournamentId, event: Any) -> None:
        match event:
            case ev.HandOrdered(order=order):
                self._check_blinds(tournament, order)
                self._new -= {(tournament, place.player) for place in order.places}
            case ev.Entered(player=player):
                self._new.add((tournament, player))
            case ev.TableBroken() | ev.TableGone():
                self._blinds.pop((tournament, event.table), None)
            case ev.Announced(setup=setup) if setup.on_failure is OnServerFailure.RESUME:
                self._resumes.add(tournament)
            case ev.HandReordered() if tournament in self._resumes:
                self.cancellations[RESUMED] += 1
            case ev.PrizesFixed(prizes=prizes):
                self._pools[tournament] = sum(prize.value for prize in prizes)
                if any(prize.ticket for prize in prizes):
                    self._tickets.add(tournament)
            case oc.PrizePaid() | oc.PrizeForfeited():
                self._paid[tournament] += event.prize.value
            case oc.Cancelled(plan=plan):
                self.stages[f"{self.promises.phase_of(tournament)}{plan.stage.value}"] += 1
                self.cancellations.update(self._states_of(plan))
                self.rulings.update(self._states_of(plan))
            case _:
                pass

    def _states_of(self, plan: Plan) -> set[str]:
        """The clauses by which a cancellation plan settles a tournament."""
        parts = {part.rule for payout in plan.payouts for part in payout.parts}
        fates = {fate.rule for payout in plan.payouts for fate in payout.tickets}
        other = plan.stage in _IN_THE_MONEY and plan.tournament in self._tickets
        return {plan.rule, *parts, *fates, *({OTHER_PRIZES} if other else ())}

    def _check_blinds(self, tournament: TournamentId, order: PlayHand) -> None:
        """Check that the big blind moved to the next player clockwise, and not to the one who had it."""
        before = self._blinds.get((tournament, order.table))
        self._blinds[tournament, order.table] = order
        if before is None or not {place.player for place in before.places} & {place.player for place in order.places}:
            return
        count = order.game.seats
        seats = {place.seat: place.player for place in order.places}
        wanted = next(seat for step in range(1, count + 1) if (seat := (before.big_blind + step) % count) in seats)
        if order.big_blind != wanted:
            self.fault(
                f"{tournament}/{order.table} hand {order.number}: the big blind is at {order.big_blind}, not {wanted}"
            )
        had = next(place.player for place in before.places if place.seat == before.big_blind)
        if seats[order.big_blind] == had and (tournament, had) not in self._new:
            self.fault(f"{tournament}/{order.table} hand {order.number}: {had} has the big blind twice in a row")

    def _check_running(self, state: Tournament) -> None:
        floor = state.floor
        sizes = [size for size, mask in enumerate(floor.sizes) if mask]
        self._decisions += 1
        if self._decisions % (1 + floor.count // 4) == 0:
            self._check_chips(state)
        if state.hand_for_hand or not sizes or state.clock.pause is not None:
            return
        idle = floor.open & ~floor.busy & ~floor.fallen
        spare = floor.count > 1 and state.remaining <= (floor.count - 1) * state.setup.seats
        if spare:
            if floor.sizes[sizes[0]] & idle:
                self.fault(f"{state.id}: a table that is not needed stays open")
        elif sizes[-1] - sizes[0] > 1 and floor.sizes[sizes[-1]] & idle:
            self.fault(f"{state.id}: a table of {sizes[-1]} waits beside one of {sizes[0]}")

    def _check_chips(self, state: Tournament) -> None:
        tables = [table for table in state.floor.tables.values() if not table.closing]
        chips = sum(chair.stack + chair.bought for table in tables for _, chair in table.seated)
        if chips != state.chips:
            self.fault(f"{state.id}: {chips} chips are at the tables, {state.chips} were bought")
        seated = sum(table.size for table in tables)
        if seated != state.remaining:
            self.fault(f"{state.id}: {seated} sit at tables, {state.remaining} are left")

    # ---- at the end

    def finish(self, room: Room | None) -> None:
        """Check places, prizes and accounts after the run; states are read again, since a crash may have hidden the last ones."""
        if room is not None:
            self.states = {name: room.tournaments.find(name) or state for name, state in self.states.items()}
            for stream, why in room.fail_stop_report():
                self.fault(f"{stream} stands still: {why}")
        for state in self.states.values():
            if state.status not in (Status.FINISHED, Status.CANCELLED):
                self.fault(f"{state.id} is not over: {state.status.value}, {state.remaining} left")
            elif state.status is Status.FINISHED and not isinstance(state.setup.phase, FirstPhase):
                self._check_places(state)
                self._check_prizes(state)
            if state.floor.tables and not is_hexapro(state.setup):  # after a crash a finished game keeps its tables
                self.fault(f"{state.id}: dealers of {len(state.floor.tables)} tables have not gone")
        self.promises.finish()
        for what in self._ledger_faults():
            self.fault(what)

    def _check_places(self, state: Tournament) -> None:
        places = sorted(state.place(each.out) for entrant in state.entrants.values() for each in entrant.finishes)
        if places != list(range(1, state.entries + 1)):
            self.fault(f"{state.id}: {state.entries} entries have {len(places)} places")

    def _check_prizes(self, state: Tournament) -> None:
        pool, paid = self._pools.get(state.id, 0), self._paid[state.id]
        if pool != paid:
            self.fault(f"{state.id}: prizes of {pool} were final, {paid} were paid")
        if state.purse.pool or state.purse.heads or state.purse.fees:
            self.fault(f"{state.id}: money is left over: {state.purse}")

    def balances(self) -> dict[Any, int]:
        """The balance of every account, in units."""
        return {account: amount for purpose in Purpose for account, amount in self._store.accounts(purpose).items()}

    def difference(self) -> int:
        """By how much debits and credits differ, added up over all tenders; 0 if the ledger balances."""
        return sum(abs(amount) for amount in trial_balance(self.balances()).values())

    def _ledger_faults(self) -> Iterator[str]:
        balances = self.balances()
        if self.difference():
            yield f"the ledger does not balance: {trial_balance(balances)}"
        for account in overdrawn(balances):
            yield f"{account} owes {balances[account]}"
        for account, amount in balances.items():
            parsed = parse_account(account)
            if parsed is not None and parsed.purpose in ESCROW and amount:
                yield f"{account} still holds {amount}"

    def paid(self) -> int:
        """The sum of all prizes that were paid or forfeited, in cents."""
        return sum(self._paid.values())

    def pool(self) -> int:
        """The sum of all prizes that were fixed, in cents."""
        return sum(self._pools.values())

    def winner(self, tournament: TournamentId) -> PlayerId | None:
        """The winner of a finished tournament; None if it is not finished."""
        state = self.states.get(tournament)
        if state is None or state.status is not Status.FINISHED:
            return None
        return state.outs.get(state.entries)


def _rules_in(event: Any) -> Iterator[str]:
    """Every rule an event cites."""
    if (rule := getattr(event, "rule", None)) is not None:
        yield rule
    match event:
        case ev.Started(absent=absent, absent_rule=rule) if absent:
            yield rule
        case ev.Moved(seat_rule=rule):
            yield rule
        case ev.SatOut(away=away):
            yield away.rule
        case ev.Entered(entry=entry, away=away):
            yield from (entry.price.rule,) if away is None else (entry.price.rule, away.rule)
        case ev.HandOrdered(order=order):
            yield order.rule
        case ev.HandRecorded(left=left):
            yield from (each.away for each in left if each.away is not None)


def stage_of(state: Tournament) -> Stage | None:
    """The stage of a tournament as the clauses on cancellation distinguish them; None if it is over or has no entries."""
    match state.status:
        case Status.ANNOUNCED if state.entries:
            return Stage.BEFORE_START
        case Status.RUNNING if is_hexapro(state.setup):
            return Stage.DRAWN_POOL
        case Status.RUNNING if state.prizes is None or state.remaining > len(state.prizes):
            return Stage.BEFORE_MONEY
        case Status.RUNNING:
            return Stage.FINAL_TABLE if state.final_table else Stage.IN_THE_MONEY
        case _:
            return None
