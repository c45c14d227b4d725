"""
The room as it is wired, played by simulated people through whole days, with crashes.

Only the ports are replaced: the clock, chance, the journal, and the network in the form of sinks. The same plan gives the
same history bit for bit. The first broken promise ends a run and is reported with what led to it.
"""

import gc
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from time import perf_counter
from traceback import format_exception
from typing import Final

from fairdeal.bank.house import StaffId
from fairdeal.bank.purse.commands import CreditPlayer
from fairdeal.cash.offer import Offered
from fairdeal.kernel import HOUR, MINUTE, SECOND, Cents, Duration, Instant, MoneyKind, PlayerId, units_of
from fairdeal.room.cash.house import wallet_of
from fairdeal.room.records import Seal
from fairdeal.room.room import Room
from fairdeal.room.settings import RoomSettings
from fairdeal.room.wiring import open_room
from fairdeal.rulebook.schema.edition import Edition
from fairdeal.runtime.entropy import SystemEntropy
from fairdeal.storage.memory import MemoryStore
from fairdeal.storage.port import Outcome, Unit
from fairdeal.storage.vault import KEY_BYTES, Vault
from fairdeal.storage.verify.check import check
from fairdeal.testing.checks import Checks, Violated
from fairdeal.testing.clock import Branch, ManualClock
from fairdeal.testing.journal import Crash, CrashPoint, SimJournal
from fairdeal.testing.network import Network
from fairdeal.testing.people import Person
from fairdeal.testing.plan import Plan, menu, reworded, rulebooks
from fairdeal.testing.proofs import Proofs, Publish
from fairdeal.testing.staff import Staff
from fairdeal.testing.story import Story

Tell = Callable[[float], None]

SWEEP: Final = 30 * SECOND
_CLOSING_TIME: Final = 40 * MINUTE
_OUTAGE_SHARE: Final = 0.4
_STALLS: Final = (100, 240, 400, 2 * SECOND, 9 * SECOND, 19 * SECOND, 60 * SECOND)
_FRAMES: Final = 8  # of an exception, for its story
_START: Final = 1_700_000_000_000 - 1_700_000_000_000 % (24 * HOUR)  # midnight, so that days end where one expects it


@dataclass(frozen=True, slots=True)
class Violation:
    """A broken promise: what, when, at which step, and the story of the streams concerned."""

    check: str
    what: str
    at: Instant
    step: int
    story: tuple[str, ...]


@dataclass(slots=True)
class Report:
    """What came of a simulation."""

    plan: Plan
    hands: int = 0
    voided: int = 0
    acts: int = 0
    commands: int = 0
    commits: int = 0
    frames: int = 0
    crashes: int = 0
    outages: int = 0
    stalls: int = 0
    table_hours: float = 0.0
    seconds: float = 0.0
    ledger_difference: int = 0
    hash: str = ""
    rulings: dict[str, int] = field(default_factory=dict)
    refusals: dict[str, int] = field(default_factory=dict)  # by code
    refused_by: dict[str, int] = field(default_factory=dict)  # by rule
    violations: list[Violation] = field(default_factory=list)


class Simulation:
    """One run of a plan."""

    def __init__(self, plan: Plan, publish: Publish | None = None) -> None:
        """Prepare a run; `publish` gets each proof of a plan with proofs."""
        self.plan = plan
        self.clock = ManualClock(_START)
        self.store = MemoryStore()
        self.settings = RoomSettings(money=(MoneyKind.TEST, MoneyKind.PLAY))
        self.editions = rulebooks(plan)
        self.earlier_revisions: list[Edition] = [reworded(edition) for edition in self.editions]
        self.story = Story()
        self.network = Network(self.clock, plan.dice("network"))
        self.checks = Checks(self.store, self.network, plan.dice("checks"), self.story)
        self.proofs = Proofs(plan.dice("fair"), publish or _keep_none) if plan.proofs else None
        self.checks.on_events = None if self.proofs is None else self.proofs.told
        self.audit: Seal | None = None  # to which played decks are sealed
        self.crashes = 0
        self.outages = 0
        self.stalls = 0
        self._dice = plan.dice("weather")
        self._stalling = plan.dice("stalls")
        self._chance = plan.dice("chance")
        self._key = plan.dice("vault").randbytes(KEY_BYTES)
        self._lives = 0
        self._starts_at = self.clock.now()  # when the present process began, or the next one will
        self._branch: Branch | None = None
        self._journal: SimJournal | None = None
        self._closing = False

    # ---- the room

    def build(self) -> Room:
        """A room on what is durable, wired as every room is."""
        self._lives += 1
        self._branch = branch = self.clock.branch()
        self._journal = journal = SimJournal(self.store, branch, self._latency)
        journal.heard = self._written
        entropy = SystemEntropy(self._chance.randbytes)
        vault = self.vault(entropy.bytes)
        room = open_room(
            self.settings,
            self.editions,
            clock=branch,
            entropy=entropy,
            journal=journal,
            seal=vault.seal,
            owner=f"life {self._lives}",
            earlier_revisions=self.earlier_revisions,
            signer=None if self.proofs is None else self.proofs.key,
            audit=self.audit,
        )
        if self.proofs is not None:
            self.proofs.attach(room, branch)
        branch.watch(room.registry.notice_silence)
        return room

    def vault(self, chance: Callable[[int], bytes] = os.urandom) -> Vault:
        """The keys of the house."""
        return Vault({1: self._key}, chance)

    def _latency(self) -> Duration:
        return Duration(self._dice.randrange(1, 30))

    def _written(self, units: Sequence[Unit], outcomes: Sequence[Outcome]) -> None:
        self.story.written(units, outcomes)
        self.checks.written(units, outcomes)

    def _start(self) -> None:
        room = self.build()
        self.checks.attach(room)
        room.recover()
        self.checks.recovered(self.clock.now())
        if self.proofs is not None:
            self.proofs.recovered()
        self.network.open(room)
        if self._lives > 1 and self._dice.random() < 0.2 and not self._closing:
            self._arm(self._dice.randrange(3))

    # ---- crashes

    def _arm(self, within: int) -> None:
        """Let the process die at one of the next commits; one that is down or about to die, some other time."""
        journal = self._journal
        if self._closing:
            return
        if journal is None or journal.crash_at is not None:
            later = Instant(self.clock.now() + self._dice.randrange(SECOND, 5 * MINUTE))
            self.clock.at(later, lambda: self._arm(within))
            return
        journal.crash_at = (journal.commits + within, self._dice.choice(list(CrashPoint)))

    def _crashed(self) -> None:
        journal, branch = self._journal, self._branch
        assert journal is not None
        assert branch is not None
        assert journal.crash_at is not None
        written = journal.crash_at[1] is CrashPoint.AFTER
        self.crashes += 1
        branch.cut()
        self._branch = self._journal = None
        self.checks.died(self.clock.now(), written=written)
        self.network.close()
        self._starts_at = Instant(self.clock.now() + self._downtime())
        self.clock.at(self._starts_at, self._start)

    def _downtime(self) -> int:
        roll = self._dice.random()
        if roll < 0.6:
            return self._dice.randrange(SECOND, MINUTE)
        return (
            self._dice.randrange(MINUTE, 15 * MINUTE) if roll < 0.9 else self._dice.randrange(15 * MINUTE, 45 * MINUTE)
        )

    # ---- running

    def run(self, tell: Tell | None = None) -> Report:
        """Play the plan through, or up to the first violation."""
        begun = perf_counter()
        report = Report(self.plan)
        try:
            with _little_garbage():
                self._prepare()
                self._play(tell)
                self._close()
        except Violated as broken:
            report.violations.append(self._violation(broken.check, broken.what, self.story.lines(broken.streams)))
        except Exception as fault:  # whatever nobody caught would have stopped a real room
            lines = [line for part in format_exception(fault)[-_FRAMES:] for line in part.splitlines()]
            report.violations.append(self._violation("fault", f"{type(fault).__name__}: {fault}", lines))
        self._fill(report)
        report.seconds = perf_counter() - begun
        return report

    def _violation(self, check: str, what: str, story: Sequence[str]) -> Violation:
        return Violation(check, what, self.clock.now(), self.clock.steps, tuple(story))

    def _prepare(self) -> None:
        """Open the room, give everybody a purse with money, and plan the days."""
        self._start()
        room = self.network.room
        assert room is not None
        plan, clock = self.plan, self.clock
        stakes = menu(room.cash.house.offered, plan.dice("menu"), plan.players)
        offered = [room.cash.house.offered[stake] for stake in stakes]
        players = [PlayerId(f"p{number:03}") for number in range(plan.players)]
        for player in players:
            self.network.people[player] = Person(player, self.network, clock, plan.dice(player), offered)
            room.open_purse(player)
        self._advance(Instant(clock.now() + SECOND))
        for player in players:
            self._hand_out(room, player, offered)
        self._advance(Instant(clock.now() + SECOND))
        self._plan_days(Staff(self.network, plan.dice("staff"), players))

    def _hand_out(self, room: Room, player: PlayerId, offered: list[Offered]) -> None:
        """Some have much, some little, in every wallet they may play from."""
        dice = self.network.people[player].dice
        wallets = {wallet_of(row.rules, player): row.rules for row in offered}
        for wallet, rules in wallets.items():
            amount = units_of(Cents(rules.buy_in_max.value * dice.randrange(1, 12)))
            room.purse(player, CreditPlayer(wallet, amount, StaffId("cashier"), "to begin with"))

    def _plan_days(self, staff: Staff) -> None:
        start, length, dice = self.clock.now(), self.plan.length, self._dice
        for person in self.network.people.values():
            first = person.dice.randrange(min(HOUR, max(MINUTE, length // 8)))
            late = person.dice.random() < 0.5 and length > 4 * HOUR
            arrival = person.dice.randrange(length * 3 // 4) if late else first
            self.clock.at(Instant(start + arrival), person.arrive)
        for _ in range(self.plan.crashes):
            at = Instant(start + length // 20 + dice.randrange(length * 18 // 20))
            self.clock.at(at, lambda: self._arm(dice.randrange(4)))
        for _ in range(max(1, length // (3 * HOUR))):
            self.clock.at(Instant(start + dice.randrange(length)), self._bad_weather)
        for _ in range(self.plan.stalls):
            self.clock.at(Instant(start + self._stalling.randrange(length)), self._stall)
        for _ in range(max(2, length // HOUR)):
            self.clock.at(Instant(start + dice.randrange(length)), staff.act)

    def _stall(self) -> None:
        """Let the process stand still for a moment, some seconds or a minute, while players go on sending."""
        branch, now = self._branch, self.clock.now()
        if branch is not None and not self.network.stands:
            self.stalls += 1
            branch.stall(self._stalling.choice(_STALLS))
            self.network.stands_until(branch.stands_until)
            self.checks.stood(now, branch.stands_until)

    def _bad_weather(self) -> None:
        self.outages += 1
        self.network.outage(_OUTAGE_SHARE)

    def _play(self, tell: Tell | None) -> None:
        start, end = self.clock.now(), Instant(self.clock.now() + self.plan.length)
        while (now := self.clock.now()) < end:
            self._advance(min(end, Instant(now + SWEEP)))
            self.checks.sweep(self.clock.now())
            if tell is not None:
                tell((self.clock.now() - start) / (end - start))

    def _advance(self, until: Instant) -> None:
        while self.clock.now() < until:
            try:
                self.clock.run_until(until)
            except Crash:
                self._crashed()

    def _close(self) -> None:
        """Everybody goes home; then nothing may be left over."""
        self._closing = True
        if self._journal is not None:
            self._journal.crash_at = None
        for person in self.network.people.values():
            self.clock.at(Instant(self.clock.now() + person.dice.randrange(MINUTE)), person.go_for_good)
        # Nobody can go home, and no hand can be void, before a process is there.
        end = Instant(max(self.clock.now(), self._starts_at) + _CLOSING_TIME)
        while self.clock.now() < end:
            self._advance(Instant(self.clock.now() + MINUTE))
            self.checks.sweep(self.clock.now())
        self.checks.finish(self.clock.now())
        findings = check(self.store)
        if findings:
            raise Violated("store", "; ".join(f"{each.where}: {each.what}" for each in findings[:5]))

    def _fill(self, report: Report) -> None:
        checks = self.checks
        report.hands, report.voided, report.acts = checks.hands, checks.voided, checks.acts
        report.commands, report.commits, report.frames = self.network.commands, checks.books.commits, checks.frames
        report.crashes, report.outages, report.stalls = self.crashes, self.outages, self.stalls
        report.table_hours = checks.table_time / HOUR
        report.ledger_difference = checks.books.difference()
        report.hash = self.story.hash
        report.rulings = dict(sorted(checks.rulings.counts.items()))
        report.refusals = dict(sorted(self.network.refusals.items()))
        report.refused_by = dict(sorted(self.network.refused_by.items()))


def _keep_none(_proof: str) -> None:
    """Publish to nobody."""


@contextmanager
def _little_garbage() -> Iterator[None]:
    """Look for cycles seldom: the store only grows, there are few, and looking takes a quarter of the time."""
    usual = gc.get_threshold()
    gc.set_threshold(200_000, 20, 100)
    try:
        yield
    finally:
        gc.set_threshold(*usual)


def simulate(plan: Plan, tell: Tell | None = None, publish: Publish | None = None) -> Report:
    """Play a plan through; `tell` hears how far it is, from 0 to 1, `publish` gets each proof of a plan with proofs."""
    return Simulation(plan, publish).run(tell)
