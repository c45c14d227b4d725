"""
The work that `bench.against` measures, run in a process of its own with the source of one tree or the other; prints JSON.

It uses only what both trees have: `bench.crowd` and the packages themselves. Figures are microseconds of processor time.

- plain act: the median act through the actor, with frames to six watchers; four in five acts only pass the turn
- act: the mean of all acts, also those that end a street or a hand
- hand: what a hand costs besides its acts: opening, end, record, commit
- spin: a roulette round in a whole room
- blackjack decision: a stand, in a whole room
- table break: the step in which a tournament's director breaks a table
- tournament: 60 players at tables of five, of which all but one break, with every promise checked
"""

import json
from statistics import mean, median
from time import thread_time
from typing import Any, Final

from bench.crowd import Crowd
from fairdeal.bank.accounts import Tender, site_wallet
from fairdeal.bank.house import StaffId
from fairdeal.bank.purse.commands import CreditPlayer
from fairdeal.casino.games.blackjack.commands import Choice, Decide, DecisionExpired, PlaceBet, TakeSeat
from fairdeal.casino.games.layout.commands import Confirm, PlaceChip
from fairdeal.casino.table.commands import Join
from fairdeal.casino.table.state import Phase
from fairdeal.kernel import Cents, Currency, HandId, MoneyKind, PlayerId, TableId, Timer, units_of
from fairdeal.room.casino.house import CasinoSettings, casino_stream, one_table_of_each
from fairdeal.room.settings import RoomSettings
from fairdeal.room.wiring import open_room
from fairdeal.rulebook.clause import LC
from fairdeal.rulebook.loader import published_edition
from fairdeal.runtime.entropy import SystemEntropy
from fairdeal.server.serve import settle_process
from fairdeal.storage.memory import MemoryStore
from fairdeal.storage.vault import Vault
from fairdeal.testing.clock import ManualClock
from fairdeal.testing.journal import SimJournal
from fairdeal.testing.tournaments.plan import TournamentPlan
from fairdeal.testing.tournaments.simulation import TournamentRun

TABLES: Final = 20
ACTS: Final = 4_000
ROUNDS: Final = 200
WARM_ROUNDS: Final = 20
ENTRANTS: Final = 60
STEPS_MAX: Final = 10_000
EDITION: Final = "unibet-2.7"


def acts() -> dict[str, float]:
    """Acts and hands of a room of cash tables."""
    crowd = Crowd(MemoryStore())
    settle_process()
    crowd.sit_down(TABLES)
    _play(crowd, 12 * TABLES)
    hands, begun = crowd.hands, thread_time()
    each = _play(crowd, ACTS)
    rest = thread_time() - begun - sum(each)
    return {
        "plain act": median(each) * 1e6,
        "act": mean(each) * 1e6,
        "hand": rest / (crowd.hands - hands) * 1e6,
    }


def _play(crowd: Crowd, count: int) -> list[float]:
    """Seconds of each of so many acts."""
    each = []
    for _ in range(count):
        while (act := crowd.next_act()) is None:
            crowd.clock.step()
        at = thread_time()
        crowd.room.table(*act)
        each.append(thread_time() - at)
    return each


class Visit:
    """One player at a casino table in a room on a store in memory."""

    def __init__(self, game: str) -> None:
        self.clock, vault = ManualClock(), Vault({1: bytes(32)})
        self.room = room = open_room(
            RoomSettings(casino=CasinoSettings(tables=one_table_of_each())),
            [published_edition(LC)],
            clock=self.clock,
            entropy=SystemEntropy(),
            journal=SimJournal(MemoryStore(), self.clock),
            seal=lambda label, secret: vault.seal(HandId(label), secret),
            unseal=lambda label, sealed: vault.open(HandId(label), sealed),
            owner="bench",
        )
        self.table, self.player = TableId(f"{game}-1"), PlayerId("p")
        self.actor = room.registry.actor(casino_stream(self.table))
        wallet = site_wallet(Tender(Currency.EUR, MoneyKind.TEST), self.player)
        room.presence.connect(self.player, "device")
        room.open_purse(self.player)
        self.clock.settle()
        room.purse(self.player, CreditPlayer(wallet, units_of(Cents(10**9)), StaffId("bench"), "to play"))
        self.clock.settle()
        self.send(Join(self.player))

    def send(self, command: Any) -> None:
        """A command to the table."""
        self.room.table(self.table, command)

    def until(self, phase: Phase) -> None:
        """Let time pass."""
        for _ in range(STEPS_MAX):
            if self.actor.state.phase is phase:
                return
            self.clock.step()
        raise AssertionError(f"{self.table} does not come to {phase}")

    def asked(self) -> DecisionExpired | None:
        """What happens if the player does not decide; None if there is nothing to decide."""
        for task in self.actor.hosted.agenda(self.actor.state):
            if isinstance(task, Timer) and isinstance(task.command, DecisionExpired):
                return task.command
        return None


def spins() -> dict[str, float]:
    """Roulette."""
    visit = Visit("roulette")

    def spin() -> None:
        visit.until(Phase.BETTING)
        number = visit.actor.state.round
        visit.send(PlaceChip(visit.player, number, "red", Cents(500)))
        visit.send(Confirm(visit.player, number))
        visit.until(Phase.RESULT)

    for _ in range(WARM_ROUNDS):
        spin()
    begun = thread_time()
    for _ in range(ROUNDS):
        spin()
    return {"spin": (thread_time() - begun) / ROUNDS * 1e6}


def decisions() -> dict[str, float]:
    """Blackjack; only the decisions are measured."""
    visit = Visit("blackjack")
    visit.send(TakeSeat(visit.player, 0))
    visit.clock.settle()
    taken: list[float] = []
    while len(taken) < WARM_ROUNDS + ROUNDS:
        visit.until(Phase.BETTING)
        visit.send(PlaceBet(visit.player, visit.actor.state.round, Cents(1000)))
        while visit.actor.state.phase is not Phase.RESULT:  # a blackjack is settled without a decision
            if (asked := visit.asked()) is not None:
                stand = Decide(visit.player, asked.round, asked.turn, Choice.STAND)
                at = thread_time()
                visit.send(stand)
                taken.append(thread_time() - at)
            visit.clock.step()
    return {"blackjack decision": median(taken[WARM_ROUNDS:]) * 1e6}


def tournament() -> dict[str, float]:
    """A tournament to its end, and the steps in which tables break."""
    plan = TournamentPlan(kind="freezeout", entrants=ENTRANTS, seed=3, edition=published_edition(EDITION), seats=5)
    run = TournamentRun(plan)
    breaks: list[float] = []
    broke = False
    make_call, open_plainly = run.clock.at, run.open

    def at(instant: Any, call: Any, branch: Any = None) -> Any:
        return make_call(instant, lambda: timed(call), branch)

    def timed(call: Any) -> None:
        nonlocal broke
        broke, begun = False, thread_time()
        call()
        if broke:
            breaks.append(thread_time() - begun)

    def watch(_actor: Any, events: tuple[Any, ...], _now: Any) -> None:
        nonlocal broke
        broke = broke or any(type(event).__name__ == "TableBroken" for event in events)

    def opened() -> Any:
        room = open_plainly()
        room.registry.watches.append(watch)
        return room

    run.clock.at, run.open = at, opened  # type: ignore[method-assign]
    begun = thread_time()
    report = run.run()
    assert not report.violations, report.violations
    return {"table break": mean(breaks) * 1e6, "tournament": (thread_time() - begun) * 1e6}


if __name__ == "__main__":
    print(json.dumps({**acts(), **spins(), **decisions(), **tournament()}))
