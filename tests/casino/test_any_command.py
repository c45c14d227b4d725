"""Whatever values a command has, and whenever it comes: a casino table answers with events or a refusal, never with a fault."""

from collections import Counter
from dataclasses import fields, replace
from typing import Any, get_args

import pytest

from fairdeal.casino.games.blackjack.felt import boxes_of
from fairdeal.casino.games.catalogue import BLACKJACK, GAMES
from fairdeal.casino.games.game import Game
from fairdeal.casino.table.commands import GameCommand, Shuffle, TableCommand
from fairdeal.casino.table.facts import Dealing
from fairdeal.kernel import Rejection, events_of
from tests.casino.random_tables import PEOPLE, evening
from tests.casino.tables import Bench
from tests.command_samples import commands_like

TABLES = [(game, dealing) for game in GAMES for dealing in Dealing]
EVERY = 9  # steps of an evening
KINDS: dict[Any, None] = dict.fromkeys((*get_args(TableCommand), *(kind for game in GAMES for kind in game.commands)))
COMMANDS: list[Any] = [
    command
    for kind in KINDS
    if kind not in (GameCommand, Shuffle)  # what is in a shuffle comes from the house's own generator
    for command in commands_like(kind, 12)
]


def to_the_point(command: Any, bench: Bench, number: int) -> Any:
    """The command of somebody who is there, about the round and the turn that are open."""
    names = {each.name for each in fields(command)}
    turn = 0 if bench.facts.game is not BLACKJACK else boxes_of(bench.table).turn
    right = {"player": PEOPLE[number % 3], "round": bench.table.round, "turn": turn}
    return replace(command, **{name: value for name, value in right.items() if name in names})


@pytest.mark.parametrize(("game", "dealing"), TABLES)
def test_no_command_is_a_fault(game: Game, dealing: Dealing) -> None:
    steps, outcomes = 0, Counter[str]()

    def look(bench: Bench) -> None:
        nonlocal steps
        steps += 1
        if steps % EVERY:
            return
        for number, command in enumerate(COMMANDS):
            for each in (command, to_the_point(command, bench, number)):
                decision = events_of(bench.machine.decide(bench.table, each, bench.now))
                outcomes[decision.code if isinstance(decision, Rejection) else "done"] += 1
                state = bench.table
                for event in () if isinstance(decision, Rejection) else decision:
                    state = bench.machine.evolve(state, event)
                if state is not bench.table:
                    bench.machine.agenda(state)
                    bench.machine.view(state, PEOPLE[0])

    evening(game, dealing, 11, 90, look)
    assert outcomes["done"] > 20
    assert len(outcomes) > 10
