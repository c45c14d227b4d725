"""
Plays tournaments to their end in a complete room, with simulated players, crashes and cancellations.

Only the ports are replaced: clock, entropy, journal, network. The same plan gives the same history bit for bit.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from time import perf_counter
from typing import Any, Final

from fairdeal.bank.house import StaffId
from fairdeal.bank.purse.commands import CreditPlayer
from fairdeal.bank.wallet import table_wallet
from fairdeal.hexapro.lobby import commands as lobby_commands
from fairdeal.hexapro.lobby.postings import ticket_name
from fairdeal.hexapro.rules import HexaRules, Product, hexapro_rules
from fairdeal.kernel import (
    HOUR,
    MINUTE,
    SECOND,
    Cents,
    Duration,
    Instant,
    MoneyKind,
    PlayerId,
    TournamentId,
    units_of,
)
from fairdeal.room.forgetting import LINGER
from fairdeal.room.room import Room
from fairdeal.room.settings import RoomSettings
from fairdeal.room.tournament.house import TournamentSettings
from fairdeal.room.wiring import open_room
from fairdeal.runtime.actor import Actor
from fairdeal.runtime.entropy import SystemEntropy
from fairdeal.storage.memory import MemoryStore
from fairdeal.storage.vault import KEY_BYTES, Vault
from fairdeal.storage.verify.check import check
from fairdeal.testing.clock import Branch, ManualClock
from fairdeal.testing.journal import Crash, CrashPoint, SimJournal
from fairdeal.testing.proofs import Publish
from fairdeal.testing.tournaments.checks import IN_ROUND, TournamentChecks, stage_of
from fairdeal.testing.tournaments.people import People
from fairdeal.testing.tournaments.plan import HEXAPRO, Billed, TournamentPlan, bill, meets
from fairdeal.testing.tournaments.proofs import TournamentProofs
from fairdeal.tournament.cancellation.plan import Stage
from fairdeal.tournament.director import commands as ms
from fairdeal.tournament.director.phases import waits_for_phases
from fairdeal.tournament.director.prizes.ranking import in_round
from fairdeal.tournament.director.state import Status, Tournament
from fairdeal.tournament.orders import director_stream

_START: Final = 1_700_000_000_000 - 1_700_000_000_000 % (24 * HOUR) + 18 * HOUR
_LONGEST: Final = 60 * HOUR
_OVER: Final = (Status.FINISHED, Status.CANCELLED)
HEXAPRO_SEATS: Final = 3
_MONEY: Final = Cents(1_000_000)
_HEXAPRO_BUY_IN: Final = Cents(1000)
_SOON: Final = {Stage.BEFORE_START: 20 * MINUTE, Stage.BEFORE_MONEY: 3 * MINUTE, Stage.DRAWN_POOL: MINUTE}
"""Within which time a tournament is cancelled after it reached a stage; stages not named here pass quickly, so at once."""


@dataclass(slots=True)
class TournamentReport:
    """The numbers of one simulated tournament, with the hash of its history and its violations."""

    plan: TournamentPlan
    entrants: int = 0
    hands: int = 0
    voided: int = 0
    acts: int = 0
    crashes: int = 0
    pool: int = 0
    paid: int = 0
    table_hours: float = 0.0
    seconds: float = 0.0
    ledger_difference: int = 0
    hash: str = ""
    cancellations: dict[str, int] = field(default_factory=dict)  # by the clauses that settled them
    stages: dict[str, int] = field(default_factory=dict)  # by phase and by how far the tournament had come
    rulings: dict[str, int] = field(default_factory=dict)
    refusals: dict[str, int] = field(default_factory=dict)
    violations: list[str] = field(default_factory=list)


class TournamentRun:
    """One run of a plan: room, store, clock, players and checks."""

    def __init__(
        self, plan: TournamentPlan, settings: RoomSettings | None = None, publish: Publish | None = None
    ) -> None:
        """Prepare a run; `publish` gets every proof, and lets hands, lots and draws be by PFP-1."""
        self.plan = plan
        self.proofs = None if publish is None else TournamentProofs(plan.dice("fair"), publish)
        self.clock = ManualClock(_START)
        self.store = MemoryStore()
        self.checks = TournamentChecks(self.store)
        self.checks.on_event = None if self.proofs is None else self.proofs.told
        self.crashes = 0
        self.room: Room | None = None
        self._settings = settings or RoomSettings(tournaments=TournamentSettings(meets=meets))
        self._players = tuple(PlayerId(f"p{number:05}") for number in range(max(plan.entrants, 3)))
        self.people = People(self._players, plan.dice("people"), self.clock, plan.unrest)
        self._weather = plan.dice("weather")
        self._chance = plan.dice("chance")
        self._key = plan.dice("vault").randbytes(KEY_BYTES)
        self._branch: Branch | None = None
        self._journal: SimJournal | None = None
        self._lives = 0
        self._billed: tuple[Billed, ...] = ()
        self._cancelling = False
        self._voided = 0

    # ---- the room

    def open(self) -> Room:
        """Open a room on the store and recover it; also after a crash."""
        self._lives += 1
        self._branch = branch = self.clock.branch()
        self._journal = journal = SimJournal(self.store, branch, lambda: Duration(self._weather.randrange(1, 20)))
        journal.heard = self.checks.written
        entropy = SystemEntropy(self._chance.randbytes)
        vault = Vault({1: self._key}, entropy.bytes)
        self.room = room = open_room(
            self._settings,
            [self.plan.edition],
            clock=branch,
            entropy=entropy,
            journal=journal,
            seal=vault.seal,
            owner=f"life {self._lives}",
            unseal=vault.open,
            signer=None if self.proofs is None else self.proofs.key,
        )
        self.checks.attach(room)
        room.registry.watches.append(self._watch)
        if self.proofs is not None:
            self.proofs.attach(room, branch)
        room.recover()
        if self.proofs is not None:
            self.proofs.recovered()
        self.people.attach(room, branch)
        return room

    def crash(self, down: Duration | None = None) -> None:
        """End the process without a shutdown; a new one starts after `down`, or after up to ten minutes."""
        self.crashes += 1
        assert self._branch is not None
        self._branch.cut()
        self.people.detach()
        self.room = None
        usual = self._weather.randrange(SECOND, 10 * MINUTE)
        self.clock.at(Instant(self.clock.now() + (usual if down is None else down)), self._reopen)

    def _reopen(self) -> None:
        self.open()

    def _arm(self) -> None:
        """Let the process crash at one of the next commits."""
        if self.room is not None and self._journal is not None:
            point = self._weather.choice(list(CrashPoint))
            self._journal.crash_at = (self._journal.commits + self._weather.randrange(5), point)

    # ---- running

    def run(self, tell: Callable[[int, int], None] | None = None) -> TournamentReport:
        """Play the plan to its end; `tell` is called every minute with the players left and all entries."""
        begun = perf_counter()
        self._prepare()
        end = Instant(self.clock.now() + _LONGEST)
        while not self._over():
            if self.clock.now() > end or len(self.checks.faults) > 5:
                self.checks.fault("the tournament does not end")
                break
            self.advance(MINUTE)
            if tell is not None:
                states = self.checks.states.values()
                tell(sum(state.remaining for state in states), sum(state.entries for state in states))
        self.advance(LINGER + 5 * MINUTE)
        self.checks.finish(self.room)
        return self._report(perf_counter() - begun)

    def advance(self, by: int) -> None:
        """Let time pass, in milliseconds; where a crash is due, the process ends and a new one starts."""
        until = Instant(self.clock.now() + by)
        while self.clock.now() < until:
            try:
                self.clock.run_until(until)
            except Crash:
                self.crash()

    def begin(self) -> Room:
        """Open the room, open a purse for every player and credit it."""
        room = self.open()
        poker = self.plan.edition.poker
        assert poker is not None
        for player in self._players:
            room.open_purse(player)
        self.advance(SECOND)
        for player in self._players:
            wallet = table_wallet(poker.wallet, MoneyKind.TEST, player)
            room.purse(player, CreditPlayer(wallet, units_of(_MONEY), StaffId("cashier"), "to begin with"))
        self.advance(SECOND)
        return room

    def _prepare(self) -> None:
        """Open the room, announce the tournaments, let players register, and schedule crashes and cancellations."""
        room = self.begin()
        if self.plan.kind in HEXAPRO:
            self._enter_hexapro()
        else:
            self._enter_tournaments(room)
        self._plan_trouble()

    def _enter_tournaments(self, room: Room) -> None:
        now = self.clock.now()
        self._billed = bill(self.plan, now, self._players)
        for billed in self._billed:
            room.tournaments.announce(billed.setup, billed.tournament)
        self.advance(SECOND)
        for billed in self._billed:
            self.people.enter(billed, billed.setup.starts_at or Instant(now + 10 * MINUTE))
        self._tempt()

    def _tempt(self) -> None:
        """One player tries to pay the entry with a registration for a HexaPro game of the same price, and un-registers later."""
        poker = self.plan.edition.poker
        if poker is None or poker.hexapro is None:
            return
        rules = hexapro_rules(self.plan.edition, Product.HEXAPRO, _HEXAPRO_BUY_IN, MoneyKind.TEST)
        player, now = self.plan.dice("temptation").choice(self._players), self.clock.now()
        register, leave = lobby_commands.Register(player, 1, rules.buy_in.value), lobby_commands.Unregister(player)
        self.people.insist(Instant(now + SECOND), rules.stream, register, "tempted")
        for billed in self._billed:
            pay = ms.Register(player, ticket=ticket_name(rules, 1))
            stream, key = director_stream(billed.tournament), f"tempted/{billed.tournament}"
            self.people.insist(Instant(now + MINUTE), stream, pay, key)
        self.people.insist(Instant(now + 10 * MINUTE), rules.stream, leave, "no longer tempted")

    def _enter_hexapro(self) -> None:
        """The first three players register for one game after the other until the plan's entrants are reached."""
        rules = self.hexapro()
        if self.plan.cancel_at is Stage.BEFORE_START:
            self._void_first()
        for number in range(self.plan.entrants // HEXAPRO_SEATS):
            at = Instant(self.clock.now() + (number + 1) * 10 * SECOND)
            for player in self._players[:HEXAPRO_SEATS]:
                takes_part = self.proofs is not None
                register = lobby_commands.Register(player, 1, rules.buy_in.value, takes_part)
                self.people.insist(at, rules.stream, register, f"{number}/{player}")

    def _void_first(self) -> None:
        """Suspend the start of the first game and void it; the others are played."""
        room = self.room
        assert room is not None
        self._voided = 1
        room.registry.suspend_timers((lobby_commands.StartGame,))
        now, void = self.clock.now(), lobby_commands.VoidGame(1, "floor", "simulated")
        self.people.insist(Instant(now + 15 * SECOND), self.hexapro().stream, void, "void")
        self.clock.at(Instant(now + 16 * SECOND), room.registry.resume_timers)

    def hexapro(self) -> HexaRules:
        """The rules of the HexaPro product that the plan names."""
        return hexapro_rules(self.plan.edition, Product(self.plan.kind), _HEXAPRO_BUY_IN, MoneyKind.TEST)

    def _plan_trouble(self) -> None:
        now = self.clock.now()
        starts = [billed.setup.starts_at for billed in self._billed if billed.setup.starts_at is not None]
        first, last = (min(starts) - MINUTE, min(starts) + 12 * MINUTE) if starts else (now, now + 12 * MINUTE)
        for _ in range(self.plan.crashes):
            self.clock.at(Instant(self._weather.randrange(first, last)), self._arm)
        for number in range(self.plan.pauses):
            self._plan_pause(number, first, last)
        if self.plan.unrest > 1 and starts:  # a sit & go has no start time, and would wait for another player
            self._plan_expulsion(first, last)
        if self.plan.cancel_after is not None and self._billed:
            for billed in self._billed:
                start = billed.setup.starts_at or Instant(self.clock.now() + 12 * MINUTE)
                at = Instant(max(self.clock.now() + SECOND, start + self.plan.cancel_after))
                self.clock.at(at, partial(self._cancel, billed.tournament))

    def _plan_pause(self, number: int, first: int, last: int) -> None:
        """Let staff pause a tournament at a random moment, and let it go on later, whatever happens in between."""
        dice = self.plan.dice(f"pause {number}")
        stream = director_stream(dice.choice(self._billed).tournament)
        at = Instant(dice.randrange(first, last))
        resume = ms.ResumePlay("floor", "simulated", Duration(dice.randrange(MINUTE)))
        self.people.insist(at, stream, ms.HaltPlay("floor", "simulated"), f"pause {number}")
        self.people.insist(Instant(at + dice.randrange(SECOND, 20 * MINUTE)), stream, resume, f"resume {number}")
        # A crash may have let the pause come after the word that ends it.
        self.people.insist(Instant(last + HOUR), stream, resume, f"resume {number} at last")

    def _plan_expulsion(self, first: int, last: int) -> None:
        """Let staff disqualify a random player, with or without forfeiting the prize."""
        dice = self.plan.dice("floor")
        expel = ms.Disqualify(dice.choice(self._players), "floor", "simulated", forfeit=dice.random() < 0.5)
        stream = director_stream(self._billed[-1].tournament)
        self.people.insist(Instant(dice.randrange(first, last)), stream, expel, "expelled")

    def _cancel(self, tournament: TournamentId) -> None:
        if self.room is None:
            self.clock.at(Instant(self.clock.now() + MINUTE), partial(self._cancel, tournament))
        else:
            self.room.tournaments.send(tournament, ms.Cancel("floor", "simulated"))

    def _watch(self, actor: Actor, _events: tuple[Any, ...], now: Instant) -> None:
        """Schedule the cancellation when a tournament has reached the stage of the plan."""
        if self.plan.cancel_at is None or self._cancelling or actor.hosted.prefix != "tournament":
            return
        if self._has_come(actor.state):
            self._cancelling = True
            at = Instant(now + self._weather.randrange(self._patience(self.plan.cancel_at, actor.state)))
            self.clock.at(at, partial(self._cancel_if_still, actor.state.id))

    def _patience(self, stage: Stage, state: Tournament) -> int:
        """Within how many milliseconds to cancel; short for stages that pass quickly, such as a sit & go about to fill."""
        if self.plan.in_round:
            return 1
        hurry = stage is Stage.BEFORE_START and state.setup.sit_and_go
        return MINUTE if hurry else _SOON.get(stage, SECOND)

    def _cancel_if_still(self, tournament: TournamentId) -> None:
        """Cancel if the tournament is still at the stage of the plan; otherwise wait for the next occasion."""
        state = None if self.room is None else self.room.tournaments.find(tournament)
        if self._has_come(state):
            self.checks.cancellations.update([IN_ROUND] if self.plan.in_round else ())
            self._cancel(tournament)
        else:
            self._cancelling = False

    def _has_come(self, state: Tournament | None) -> bool:
        if state is None or (self._billed and state.id != (self.plan.cancel_of or self._billed[-1].tournament)):
            return False
        if stage_of(state) is not self.plan.cancel_at or waits_for_phases(state):
            return False
        return not self.plan.in_round or (bool(state.floor.fallen and state.floor.busy) and in_round(state))

    def _over(self) -> bool:
        """Whether every tournament of the plan is finished or cancelled."""
        if self.room is None or not self.room.registry.open:
            return False
        find = self.room.tournaments.find
        if self.plan.kind in HEXAPRO:
            states = [find(name) for name in self.checks.states]
            enough = len(states) >= self.plan.entrants // HEXAPRO_SEATS - self._voided
        else:
            states = [find(billed.tournament) for billed in self._billed]
            enough = bool(states)
        return enough and all(state is not None and state.status in _OVER for state in states)

    def _report(self, seconds: float) -> TournamentReport:
        checks = self.checks
        for finding in check(self.store):
            checks.fault(f"{finding.where}: {finding.what}")
        for dispute in () if self.proofs is None else self.proofs.disputes:
            checks.fault(dispute)
        return TournamentReport(
            self.plan,
            entrants=sum(state.entries for state in checks.states.values()),
            hands=checks.hands,
            voided=checks.voided,
            acts=self.people.acts,
            crashes=self.crashes,
            pool=checks.pool(),
            paid=checks.paid(),
            table_hours=(self.clock.now() - _START) / HOUR,
            seconds=seconds,
            ledger_difference=checks.difference(),
            hash=checks.digest,
            cancellations=dict(sorted(checks.cancellations.items())),
            stages=dict(sorted(checks.stages.items())),
            rulings=dict(sorted((checks.rulings + self.people.rulings).items())),
            refusals=dict(sorted(self.people.refusals.items())),
            violations=list(checks.faults),
        )


def simulate(
    plan: TournamentPlan, tell: Callable[[int, int], None] | None = None, publish: Publish | None = None
) -> TournamentReport:
    """Play one plan to its end and report; `tell` as in `TournamentRun.run`, `publish` gets every proof."""
    return TournamentRun(plan, publish=publish).run(tell)
