"""
Rounds a second of the casino's engines: `python -m bench.casino [--quick] [--json]`.

Each is measured in turn for a short slice, round after round, so that whatever else the machine does hits all alike, in
seconds of this process. Blackjack is compared with open_spiel's (C++, one deck, random play there; basic strategy and every rule here);
roulette and baccarat with drawing the same numbers or cards and nothing else. A *table* is the whole machine of one, compared with
its engine; the *room* is the runtime around it.
"""

import json
import random
import sys
from collections.abc import Callable
from itertools import cycle
from statistics import median
from time import process_time
from typing import TYPE_CHECKING, Final

from bench.interpreter import introduce

if TYPE_CHECKING:
    from fairdeal.casino.table.commands import TableCommand
    from fairdeal.rulebook.schema.casino import Casino

    Bet = Callable[[int], list[TableCommand]]

SLICES: Final = {True: (3, 0.3), False: (9, 1.0)}  # rounds and seconds
PEERS: Final = {
    "roulette": "roulette draws",
    "baccarat": "baccarat draws",
    "blackjack": "open_spiel blackjack",
    "roulette table": "roulette",
    "baccarat table": "baccarat",
    "blackjack table": "blackjack",
    "roulette room": "roulette table",
}

Task = Callable[[], None]


def tasks() -> dict[str, Task]:
    """What is measured, by name; each call plays one round."""
    from fairdeal.rulebook.clause import LC
    from fairdeal.rulebook.loader import published_edition

    rules = published_edition(LC).casino
    assert rules is not None
    return {
        **roulette(rules),
        **baccarat(rules),
        "blackjack": blackjack(rules),
        **tables(rules),
        "roulette room": in_room(),
        "open_spiel blackjack": open_spiel_blackjack(),
    }


def roulette(rules: "Casino") -> dict[str, Task]:
    """A spin with a bet on one field of each kind, and the spin alone."""
    from fairdeal.casino.games.roulette.rules import Wheel
    from fairdeal.kernel import Cents

    wheel = Wheel(rules.roulette)
    bets = [(name, Cents(100)) for name in {each.bet: each.name for each in wheel.fields.values()}.values()]
    spin = random.Random(1).randrange  # noqa: S311

    def play() -> None:
        wheel.settle(bets, spin(37))

    return {"roulette": play, "roulette draws": lambda: void(spin(37))}


def void(_: object) -> None:
    """Nothing is done with it."""


def baccarat(rules: "Casino") -> dict[str, Task]:
    """A coup with a bet on each spot, and as many cards alone."""
    from fairdeal.casino.games.baccarat.rules import NOBODY, BaccaratRules, Coup, Spot
    from fairdeal.kernel import Cents

    dealt = BaccaratRules(rules.baccarat)
    bets = [(spot.value, Cents(100)) for spot in Spot]
    draw = cards()

    def play() -> None:
        coup = Coup(dealt)
        while coup.due != NOBODY:
            coup.take(draw())
        dealt.settle(bets, coup.outcome)

    def draws() -> None:
        for _ in range(5):
            draw()

    return {"baccarat": play, "baccarat draws": draws}


def cards() -> Callable[[], int]:
    """Cards of shuffled shoes, one after the other; shuffling is no engine's work."""
    chance = random.Random(2)  # noqa: S311
    shoe = list(range(52)) * 8
    long: list[int] = []
    for _ in range(100):
        chance.shuffle(shoe)
        long += shoe
    return cycle(long).__next__


def blackjack(rules: "Casino") -> Task:
    """One seat with basic strategy, settled."""
    from fairdeal.casino.games.blackjack.rules import BlackjackRules
    from fairdeal.casino.games.blackjack.strategy import basic_strategy
    from fairdeal.casino.games.blackjack.wagers import Payouts, Wager
    from fairdeal.casino.simulate import STAKE, play_blackjack

    dealt, payouts = BlackjackRules(rules.blackjack), Payouts(rules.blackjack)
    choose = basic_strategy(dealt, split_lost=payouts.split_lost).choose
    draw, wager = cards(), Wager(0, (STAKE,))
    return lambda: void(play_blackjack(dealt, payouts, choose, draw, wager))


def tables(rules: "Casino") -> dict[str, Task]:
    """A round at a table of each game with one player: bets, timers, events, views and all; without the ledger."""
    from fairdeal.casino.games.blackjack.commands import PlaceBet
    from fairdeal.casino.games.layout.commands import Confirm, PlaceChip
    from fairdeal.kernel import Cents, PlayerId

    player = PlayerId("p")

    def chips(spot: str) -> "Bet":
        return lambda number: [PlaceChip(player, number, spot, Cents(500)), Confirm(player, number)]

    return {
        "roulette table": at_table(rules, "roulette", chips("red")),
        "baccarat table": at_table(rules, "baccarat", chips("banker")),
        "blackjack table": at_table(rules, "blackjack", lambda number: [PlaceBet(player, number, Cents(1000))]),
    }


def at_table(rules: "Casino", game: str, bet: "Bet") -> Task:
    """Rounds at one table; who is asked for a decision lets the time pass."""
    from fairdeal.bank.accounts import Tender
    from fairdeal.casino.games.blackjack.commands import TakeSeat
    from fairdeal.casino.games.catalogue import game_named
    from fairdeal.casino.games.roulette.spin import Spin
    from fairdeal.casino.table.commands import Join, Shuffle, TableCommand
    from fairdeal.casino.table.facts import TableFacts
    from fairdeal.casino.table.machine import CasinoTable
    from fairdeal.casino.table.state import Phase
    from fairdeal.kernel import Currency, Instant, MoneyKind, PlayerId, Rejection, TableId, Timer

    tender = Tender(Currency.EUR, MoneyKind.PLAY)
    machine = CasinoTable(TableFacts(TableId("T"), tender, rules, game_named(game)))
    state, player, now = machine.initial, PlayerId("p"), Instant(0)
    chance = random.Random(3)  # noqa: S311

    def send(command: TableCommand) -> None:
        nonlocal state
        if isinstance(command, Shuffle):
            order = list(command.cards)
            chance.shuffle(order)
            command = Shuffle(command.shoe, command.cards, bytes(order), 0, bytes(16))
        elif isinstance(command, Spin):
            command = Spin(command.round, command.pockets, chance.randrange(command.pockets))
        decision = machine.decide(state, command, now)
        assert not isinstance(decision, Rejection), decision
        state = decision[-1].after if decision else state

    def until(phase: Phase) -> None:
        nonlocal now
        while state.phase is not phase:
            timer = next(task for task in machine.agenda(state) if isinstance(task, Timer))
            now = max(now, timer.at)
            send(timer.command)

    send(Join(player))
    if game == "blackjack":
        send(TakeSeat(player, 0))

    def play() -> None:
        until(Phase.BETTING)
        for command in bet(state.round):
            send(command)
        until(Phase.RESULT)
        machine.view(state, player)

    return play


def in_room() -> Task:
    """A roulette round in a whole room on a store in memory: the runtime, purses, ledger, codecs and seals."""
    from fairdeal.bank.accounts import Tender, site_wallet
    from fairdeal.bank.house import StaffId
    from fairdeal.bank.purse.commands import CreditPlayer
    from fairdeal.casino.games.layout.commands import Confirm, PlaceChip
    from fairdeal.casino.table.commands import Join
    from fairdeal.casino.table.state import Phase
    from fairdeal.kernel import Cents, Currency, HandId, MoneyKind, PlayerId, TableId, units_of
    from fairdeal.room.casino.house import CasinoSettings, casino_stream, one_table_of_each
    from fairdeal.room.settings import RoomSettings
    from fairdeal.room.wiring import open_room
    from fairdeal.rulebook.clause import LC
    from fairdeal.rulebook.loader import published_edition
    from fairdeal.runtime.entropy import SystemEntropy
    from fairdeal.storage.memory import MemoryStore
    from fairdeal.storage.vault import Vault
    from fairdeal.testing.clock import ManualClock
    from fairdeal.testing.journal import SimJournal

    clock, vault = ManualClock(), Vault({1: bytes(32)})
    room = open_room(
        RoomSettings(casino=CasinoSettings(tables=one_table_of_each())),
        [published_edition(LC)],
        clock=clock,
        entropy=SystemEntropy(),
        journal=SimJournal(MemoryStore(), clock),
        seal=lambda label, secret: vault.seal(HandId(label), secret),
        unseal=lambda label, sealed: vault.open(HandId(label), sealed),
        owner="bench",
    )
    table, player = TableId("roulette-1"), PlayerId("p")
    actor = room.registry.actor(casino_stream(table))
    wallet = site_wallet(Tender(Currency.EUR, MoneyKind.TEST), player)
    room.presence.connect(player, "device")
    room.open_purse(player)
    clock.settle()
    room.purse(player, CreditPlayer(wallet, units_of(Cents(10**9)), StaffId("bench"), "to play"))
    clock.settle()
    room.table(table, Join(player))

    def until(phase: Phase) -> None:
        while actor.state.phase is not phase:
            clock.step()

    def play() -> None:
        until(Phase.BETTING)
        number = actor.state.round
        room.table(table, PlaceChip(player, number, "red", Cents(500)))
        room.table(table, Confirm(player, number))
        until(Phase.RESULT)

    return play


def open_spiel_blackjack() -> Task:
    """A game of open_spiel's blackjack with random decisions."""
    import pyspiel

    game = pyspiel.load_game("blackjack")
    chance = random.Random(4)  # noqa: S311

    def play() -> None:
        state = game.new_initial_state()
        while not state.is_terminal():
            actions = state.legal_actions()
            state.apply_action(actions[int(chance.random() * len(actions))])
        state.returns()

    return play


def measured(task: Task, seconds: float) -> float:
    """How many times a second of this process a task can be done."""
    done = 0
    start = now = process_time()
    while now - start < seconds:
        for _ in range(20):
            task()
        done += 20
        now = process_time()
    return done / (now - start)


def main(arguments: list[str]) -> int:
    """Measure and print."""
    if unknown := set(arguments) - {"--quick", "--json"}:
        print(f"usage: python -m bench.casino [--quick] [--json]; not {' '.join(sorted(unknown))}", file=sys.stderr)
        return 2
    introduce(quiet="--json" in arguments)
    rounds, seconds = SLICES["--quick" in arguments]
    found: dict[str, list[float]] = {}
    engines = tasks()
    for _ in range(rounds):
        for name, task in engines.items():
            found.setdefault(name, []).append(measured(task, seconds))
    rates = {name: median(each) for name, each in found.items()}
    ratios = {f"{name} / {peer}": rates[name] / rates[peer] for name, peer in PEERS.items()}
    if "--json" in arguments:
        print(json.dumps({"rates": rates, "ratios": ratios}))
        return 0
    for name, rate in rates.items():
        against = f"{rate / rates[PEERS[name]]:>8.2f} x {PEERS[name]}" if name in PEERS else ""
        print(f"{name:22}{rate:>14,.0f} rounds/s{against}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
