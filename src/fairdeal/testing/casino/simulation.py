"""
A casino as it is wired, played by simulated people and dealers round after round, with crashes at any commit.

Only the ports are replaced. The same seed gives the same history to the last bit; the first broken promise ends a run.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Final

from fairdeal.bank.accounts import Tender, site_wallet
from fairdeal.bank.house import StaffId
from fairdeal.bank.purse.commands import CreditPlayer
from fairdeal.casino.games.catalogue import BACCARAT, GAMES, ROULETTE
from fairdeal.casino.table.facts import Dealing
from fairdeal.kernel import MINUTE, SECOND, Cents, Currency, Duration, Instant, MoneyKind, PlayerId, TableId, units_of
from fairdeal.room.casino.house import CasinoSettings, CasinoTableSetup, casino_stream
from fairdeal.room.casino.table import Sealed
from fairdeal.room.room import Room
from fairdeal.room.settings import RoomSettings
from fairdeal.room.wiring import open_room
from fairdeal.rulebook.schema.casino import Limits
from fairdeal.rulebook.schema.edition import Edition
from fairdeal.runtime.broadcast import Frame
from fairdeal.runtime.entropy import SystemEntropy
from fairdeal.runtime.ports import Answer
from fairdeal.storage.memory import MemoryStore
from fairdeal.storage.port import Outcome, Unit
from fairdeal.storage.vault import KEY_BYTES, Vault
from fairdeal.storage.verify.check import check
from fairdeal.testing.casino.books import Broken, CasinoBooks
from fairdeal.testing.casino.people import Guest, LiveDealer
from fairdeal.testing.casino.proofs import CasinoProofs
from fairdeal.testing.clock import Branch, ManualClock
from fairdeal.testing.journal import Crash, CrashPoint, SimJournal
from fairdeal.testing.plan import Dice
from fairdeal.testing.proofs import Publish
from fairdeal.testing.story import Story

TENDER: Final = Tender(Currency.EUR, MoneyKind.TEST)
PACE: Final = (SECOND // 2, 3 * SECOND)
DEALER_PACE: Final = (SECOND // 5, SECOND)
BET_MAX: Final = Cents(10_000)
ROUND_MAX: Final = Cents(12_000)
SWEEP: Final = 10 * SECOND
LONGEST: Final = 60 * SECOND
"""A simulation in which a settled round takes longer than this, on average and over all tables, has come to a stop."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CasinoPlan:
    """One simulation."""

    seed: int
    rounds: int = 2_000
    guests: int = 12
    commits_per_crash: int = 250  # on average
    wheels: int = 0  # so many wheels of the house and a table of cards, in place of each game twice

    def dice(self, whose: str) -> Dice:
        """Random numbers from the plan's seed for one purpose, so that no purpose changes the numbers of another."""
        return Dice(f"{self.seed}/{whose}")


@dataclass(slots=True)
class CasinoReport:
    """What came of a simulation."""

    rounds: int
    crashes: int
    voided_by_crash: int
    went_on: int
    ledger_difference: int
    hash: str
    events: Counter[str]
    refusals: Counter[str] = field(default_factory=Counter)


def hurried(edition: Edition) -> Edition:
    """The same rules at tables that wait less long for bets and decisions, so that a simulated hour has more rounds."""
    casino = edition.casino
    assert casino is not None, edition.id

    def quick(limits: Limits) -> Limits:
        thinking = limits.decision_seconds
        return replace(
            limits,
            betting_seconds=replace(limits.betting_seconds, value=Duration(8 * SECOND)),
            pause_seconds=replace(limits.pause_seconds, value=Duration(SECOND)),
            decision_seconds=None if thinking is None else replace(thinking, value=Duration(6 * SECOND)),
        )

    return replace(
        edition,
        casino=replace(
            casino,
            roulette=replace(casino.roulette, limits=quick(casino.roulette.limits)),
            blackjack=replace(casino.blackjack, limits=quick(casino.blackjack.limits)),
            baccarat=replace(casino.baccarat, limits=quick(casino.baccarat.limits)),
        ),
    )


def tables(wheels: int = 0) -> tuple[CasinoTableSetup, ...]:
    """Each game twice: dealt by the house, and by a live dealer; limits are so narrow that people meet them. Or so many wheels."""
    offered = [(f"{game.name}-{dealing.value}", game, dealing) for game in GAMES for dealing in Dealing]
    if wheels:
        offered = [(f"wheel-{number}", ROULETTE, Dealing.HOUSE) for number in range(wheels)]
        offered.append(("cards", BACCARAT, Dealing.HOUSE))
    return tuple(
        CasinoTableSetup(table=TableId(name), game=game, dealing=dealing, bet_max=BET_MAX, round_max=ROUND_MAX)
        for name, game, dealing in offered
    )


class CasinoSimulation:
    """One run of a plan under an edition with casino rules."""

    def __init__(self, plan: CasinoPlan, edition: Edition, publish: Publish | None = None) -> None:
        """Prepare a run; with `publish`, what the house deals is drawn by PFP-1, and `publish` gets each proof."""
        self.plan = plan
        self.proofs = None if publish is None else CasinoProofs(plan.dice("fair"), publish)
        self.edition = hurried(edition)
        self.clock = ManualClock()
        self.store = MemoryStore()
        self.story = Story()
        self.crashes = 0
        self.refusals: Counter[str] = Counter()
        self._weather = plan.dice("weather")
        self._chance = plan.dice("chance")
        self._entropy = SystemEntropy(self._chance.randbytes)
        vault = Vault({1: plan.dice("vault").randbytes(KEY_BYTES)}, self._entropy.bytes)
        self._seal: Callable[[str, bytes], bytes] = vault.seal
        self._unseal: Callable[[str, bytes], bytes] = vault.open
        most = {casino_stream(setup.table): ROUND_MAX for setup in tables(plan.wheels)}
        self.books = CasinoBooks(self.store, Sealed(self._seal, self._unseal).decode_event, TENDER, most)
        if self.proofs is not None:
            self.books.on_event = self.proofs.written
        self._room: Room | None = None
        self._branch: Branch | None = None
        self._lives = 0
        self._calm = False  # no more crashes

    # ---- the room

    def _open(self) -> None:
        self._lives += 1
        self._branch = self.clock.branch()
        journal = SimJournal(self.store, self._branch, lambda: Duration(self._weather.randrange(1, 20)))
        journal.heard = self._written
        if not self._calm and self._lives > 1:
            within = self._weather.randrange(2 * self.plan.commits_per_crash)
            journal.crash_at = (within, self._weather.choice(list(CrashPoint)))
        room = open_room(
            RoomSettings(casino=CasinoSettings(tables=tables(self.plan.wheels), visit_ends_after=Duration(MINUTE))),
            [self.edition],
            clock=self._branch,
            entropy=self._entropy,
            journal=journal,
            seal=self._seal,
            unseal=self._unseal,
            owner=f"life {self._lives}",
            signer=None if self.proofs is None else self.proofs.key,
        )
        room.recover()
        for table in room.casino.house.machines:
            room.registry.actor(casino_stream(table))
            room.watch(table, "books", partial(self._shown, table))
        self._room = room
        if self.proofs is not None:
            self.proofs.attach(room, self._branch)
        self._branch.at(Instant(self.clock.now() + SECOND), self.books.recovered)

    def _written(self, units: Sequence[Unit], outcomes: Sequence[Outcome]) -> None:
        self.story.written(units, outcomes)
        self.books.written(units, outcomes)

    def _shown(self, table: TableId, frame: Frame) -> None:
        self.books.shown(casino_stream(table), frame)

    def _crashed(self) -> None:
        assert self._branch is not None
        self.crashes += 1
        self._branch.cut()
        self._room = None
        self.books.crashed()
        self.clock.at(Instant(self.clock.now() + self._weather.randrange(SECOND, 30 * SECOND)), self._open)

    # ---- people

    def _people(self) -> None:
        names = tuple(PlayerId(f"g{number:02}") for number in range(self.plan.guests))
        for name in names:
            dice = self.plan.dice(name)
            self._repeat(Guest(name, names, dice).act, dice, PACE)
        for setup in tables(self.plan.wheels):
            if setup.dealing is Dealing.LIVE:
                dice = self.plan.dice(setup.table)
                self._repeat(LiveDealer(setup.table, dice).act, dice, DEALER_PACE)
        room = self._room
        assert room is not None
        for name in names:
            room.open_purse(name)
        self._advance(SECOND)
        for number, name in enumerate(names):
            amount = units_of(Cents(10_000_000 if number % 4 else 20_000))  # some have little
            room.purse(name, CreditPlayer(site_wallet(TENDER, name), amount, StaffId("cashier"), "to play"))
        self._advance(SECOND)

    def _repeat(self, act: Callable[..., None], dice: Dice, pace: tuple[int, int]) -> None:
        """Act again and again, whenever there is a room to act in."""

        def again() -> None:
            self.clock.at(Instant(self.clock.now() + dice.randrange(*pace)), again)
            if self._room is not None:
                act(self._room, self._send)

        self.clock.at(Instant(self.clock.now() + 3 * SECOND), again)

    def _send(self, table: TableId, command: Any) -> None:
        assert self._room is not None
        self._room.table(table, command, self._answered)

    def _answered(self, answer: Answer) -> None:
        if answer is not None:
            self.refusals[answer.code] += 1

    # ---- running

    def run(self, tell: Callable[[int], None] | None = None) -> CasinoReport:
        """Play all rounds of the simulation; raises `Broken` at the first check that fails."""
        self._calm = True
        self._open()
        self._people()
        self._calm = False
        self._crash_soon()
        patience = self.plan.rounds * LONGEST + 10 * MINUTE
        until = self.clock.now() + patience
        while self.books.settled < self.plan.rounds:
            self._advance(SWEEP)
            self._check()
            if tell is not None:
                tell(self.books.settled)
            if self.clock.now() > until:
                raise Broken(f"only {self.books.settled} rounds in {patience} ms")
        return self._report()

    def _crash_soon(self) -> None:
        assert self._branch is not None
        self._branch.at(Instant(self.clock.now() + 20 * SECOND), self._die)

    def _die(self) -> None:
        raise Crash("between two commits")

    def _advance(self, by: int) -> None:
        until = Instant(self.clock.now() + by)
        while self.clock.now() < until:
            try:
                self.clock.run_until(until)
            except Crash:
                self._crashed()

    def _check(self) -> None:
        if self._room is not None and (stopped := self._room.fail_stop_report()):
            raise Broken(f"a table stopped: {stopped[0]}")
        self.books.check_money()

    def _report(self) -> CasinoReport:
        if findings := check(self.store):
            raise Broken(f"{findings[0].where}: {findings[0].what}")
        books = self.books
        return CasinoReport(
            books.settled,
            self.crashes,
            books.voided_by_crash,
            books.went_on,
            books.difference(),
            self.story.hash,
            books.events,
            self.refusals,
        )
